"""Rights to act: the turn's own actions and extra ones (T1, T2; the verb `more`; X8)."""

from __future__ import annotations

import numpy as np

from vs_sim.jit import kernel, leaf
from vs_sim.rules.modifiers import ACTIONS, may, number
from vs_sim.rules.state import MAX_EXTRAS, Game, Tables
from vs_sim.rules.triggers import run_away
from vs_sim.rules.words import F_ALIGNMENTS, F_KINDS, LEVELS, THIS_CARD, is_wanted, type_fits

MOST = 9999  # further actions of one kind: more than a turn can use


@leaf
def _keys(filtered: int, card: int) -> int:
    """How many keys a card filter names: the more, the narrower."""
    n = np.int64(0)
    if filtered & LEVELS != 0:
        n += 1
    if (filtered >> F_ALIGNMENTS) & 255 != 0:
        n += 1
    if (filtered >> F_KINDS) & 255 != 0:
        n += 1
    if card != -1:
        n += 1
    return n


@kernel
def add_extra(g: Game, t: Tables, n: int, filtered: int, card: int, this: int, source: int) -> None:
    """The verb `more` (X4): n (-1 any number of) further actions in the innermost turn, of a card filter.

    `this`: the card that gives them. Naming a kind it is a claim for what it gives, of the rank of the type `source`.
    """
    k = g.n_extra
    if k >= MAX_EXTRAS:
        run_away(g, source)
        return
    g.extra_n[k] = n
    g.extra_filter[k] = filtered
    g.extra_card[k] = card
    g.extra_this[k] = this if card == THIS_CARD else -1
    g.extra_rank[k] = t.rank[source] + 1 if (filtered >> F_KINDS) & 255 != 0 else 0
    g.extra_order[k] = (4 - _keys(filtered, card)) * 8 + (4 - t.rank[source])
    same = _same_extra(g, k)
    if same < 0:
        g.n_extra = k + 1
    elif n < 0 or g.extra_n[same] < 0:
        g.extra_n[same] = -1
    else:
        g.extra_n[same] = min(g.extra_n[same] + n, MOST)


@kernel
def _same_extra(g: Game, new: int) -> int:
    """An older extra action to which one like it can be added, because none spent alike lies between them; -1."""
    for k in range(new - 1, np.int64(g.f_extra[g.turn_frame]) - 1, -1):
        if g.extra_order[k] == g.extra_order[new]:
            alike = g.extra_filter[k] == g.extra_filter[new] and g.extra_card[k] == g.extra_card[new]
            alike = alike and g.extra_this[k] == g.extra_this[new] and g.extra_rank[k] == g.extra_rank[new]
            return np.int64(k) if alike else np.int64(-1)
    return np.int64(-1)


@leaf
def _gives(g: Game, t: Tables, k: int, ty: int, played: int) -> bool:
    """Whether extra action k can be spent on the card `played` as one of type ty (-1: on a power or T1's discard)."""
    if g.extra_n[k] == 0:
        return False
    filtered = np.int64(g.extra_filter[k])
    card = np.int64(g.extra_card[k])
    if filtered == 0 and card == -1:
        return True
    return (
        ty >= 0
        and type_fits(t, ty, filtered, card, ty)
        and is_wanted(card, played, np.int64(g.extra_this[k]))
    )


@leaf
def _own_left(g: Game, t: Tables) -> bool:
    """T1, K6: whether an action of the turn's own is left; how many there are is looked up when it is asked."""
    f = g.turn_frame
    return g.f_left[f] < number(g, t, np.int64(g.f_self[f]), int(ACTIONS))


@leaf
def has_extras(g: Game) -> bool:
    """Whether the innermost turn has been given any extra action."""
    return g.n_extra != g.f_extra[g.turn_frame]


@leaf
def best_right(g: Game, t: Tables, ty: int, card: int) -> int:
    """Highest claim of the rights under which a card may be played as one of type ty (-1: power, discard); -1 no right."""
    if not has_extras(g):
        return np.int64(0) if _own_left(g, t) else np.int64(-1)
    return _best_of_all(g, t, ty, card)


@kernel
def _best_of_all(g: Game, t: Tables, ty: int, card: int) -> int:
    f = g.turn_frame
    best = np.int64(0) if _own_left(g, t) else np.int64(-1)
    for k in range(g.f_extra[f], g.n_extra):
        if g.extra_rank[k] > best and _gives(g, t, np.int64(k), ty, card):
            best = np.int64(g.extra_rank[k])
    return best


@kernel
def has_rights(g: Game, t: Tables) -> bool:
    """Whether any action is left in the innermost turn."""
    f = g.turn_frame
    if _own_left(g, t):
        return True
    for k in range(g.f_extra[f], g.n_extra):
        if g.extra_n[k] != 0:
            return True
    return False


@kernel
def spend(g: Game, t: Tables, ty: int, card: int, against: int, claimed: int) -> int:
    """Spend the right under which it is done: the narrowest extra, at equal filters the highest rank, else the turn's own.

    `against` and `claimed` are the claims without that of the right. Returns the extra's place, -1 the turn's own.
    """
    f = g.turn_frame
    best = np.int64(-1)
    for k in range(g.f_extra[f], g.n_extra):
        if (
            _gives(g, t, np.int64(k), ty, card)
            and may(against, max(claimed, np.int64(g.extra_rank[k])))
            and (best < 0 or g.extra_order[k] < g.extra_order[best])
        ):
            best = np.int64(k)
    if best < 0:
        g.f_left[f] += 1
    elif g.extra_n[best] > 0:
        g.extra_n[best] -= 1
    return best


@leaf
def refund(g: Game, k: int) -> None:
    """`cancel_refunds_action`: give back what `spend` took."""
    if k < 0:
        g.f_left[g.turn_frame] -= 1
    elif g.extra_n[k] >= 0:
        g.extra_n[k] += 1
