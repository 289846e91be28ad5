"""Cards that lie there for some time (LANGUAGE section 1, `lasts`): plots, artifacts, lasting specials.

What is left is `plot_left`, `lying_left`: 0 stays; 1 to 99 are turns still to be over of the player with whom it lies (a
plot: of who played it), those that had begun before it was played not among them; UNTIL_NEXT lasts until the next turn of
who played it begins; below 0 the card runs out when the turn of frame -left - 1 is over.
"""

from __future__ import annotations

import numpy as np

from vs_sim.jit import kernel, leaf
from vs_sim.rules.deeds import remove_lying, remove_plot
from vs_sim.rules.state import Game, Tables
from vs_sim.vocabulary import LASTS_ROUND, LASTS_TURN

UNTIL_NEXT = 1000
GONE = -1000  # as what is left: the card runs out


@leaf
def until_end_of(f: int) -> int:
    """What is left of a card that runs out when the turn of frame f is over."""
    return -f - 1


@leaf
def first_left(g: Game, t: Tables, ty: int) -> int:
    """What is left of a card of type ty that comes to lie there now."""
    lasts = np.int64(t.lasts[ty])
    if lasts == LASTS_TURN:
        return until_end_of(np.int64(g.turn_frame))
    return np.int64(UNTIL_NEXT) if lasts == LASTS_ROUND else lasts


@kernel
def end_rounds(g: Game, t: Tables, s: int) -> None:
    """A turn of s begins: what lasts until then goes to the discard pile."""
    k = np.int64(0)
    while k < g.n_plots and g.result == 0:
        if g.plot_left[k] == UNTIL_NEXT and g.plot_by[k] == s:
            remove_plot(g, t, k, s)
        else:
            k += 1
    k = np.int64(0)
    while k < g.n_lying and g.result == 0:
        if g.lying_left[k] == UNTIL_NEXT and g.lying_by[k] == s:
            remove_lying(g, t, k)
        else:
            k += 1


@leaf
def _still_lasts(left: int, is_counted: bool, is_last: bool, over: int) -> int:
    """What is left of a card once a turn is over, or GONE; `is_last`: it is asked of the cards that last to its end."""
    if is_last:
        return np.int64(GONE) if left == over else left
    if not is_counted or left <= 0 or left == UNTIL_NEXT:
        return left
    return left - 1 if left > 1 else np.int64(GONE)


@kernel
def _run_out_plots(g: Game, t: Tables, f: int, is_last: bool) -> None:
    k = np.int64(0)
    while k < g.n_plots and g.result == 0:
        by = np.int64(g.plot_by[k])
        counts = by == g.f_self[f] and g.since[g.plot[k]] < g.f_began[f]
        left = _still_lasts(np.int64(g.plot_left[k]), counts, is_last, until_end_of(f))
        if left == GONE:
            remove_plot(g, t, k, by)
        else:
            g.plot_left[k] = left
            k += 1


@kernel
def _run_out_lying(g: Game, t: Tables, f: int, is_last: bool) -> None:
    k = np.int64(0)
    while k < g.n_lying and g.result == 0:
        counts = g.lying_seat[k] == g.f_self[f] and g.lying_played[k] < g.f_began[f]
        left = _still_lasts(np.int64(g.lying_left[k]), counts, is_last, until_end_of(f))
        if left == GONE:
            remove_lying(g, t, k)
        else:
            g.lying_left[k] = left
            k += 1


@kernel
def run_out(g: Game, t: Tables, f: int) -> None:
    """The turn of frame f is over: what lasts until then goes to the discard pile, then what has had its turns."""
    _run_out_plots(g, t, f, True)
    _run_out_lying(g, t, f, True)
    _run_out_plots(g, t, f, False)
    _run_out_lying(g, t, f, False)
