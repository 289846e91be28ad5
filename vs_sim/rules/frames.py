"""The stack of open turns, plays, step lists and reaction windows (LANGUAGE section 7), and who decides what (X5)."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Part
from vs_sim.jit import kernel, leaf
from vs_sim.rules.state import Game, Tables
from vs_sim.rules.triggers import run_away
from vs_sim.vocabulary import MAX_FRAMES, MAX_FURTHER, MAX_WITHIN

P_TYPE = int(Part.TYPE)

# f_kind
START = 1  # before the first turn: draft, genders, game_start
TURN = 2
PLAY = 3  # a card or power being played
STEPS = 4  # a list of steps being done
WINDOW = 5  # reactions being asked for
DRAWN = 6  # what a drawn card says being done

# f_flags of a turn
DID = 1  # something was done in it (T2)
PASSED = 2
OVER = 4  # no further action: discard, stop, pass
TAKEN = 8  # X5
SKIPPED = 16  # T5
NO_DRAW = 32  # at its T3 no card could be had (W4)
FREED = 64  # who took it is out: the seat decides for itself
TAKEN_TURN = 16  # in `further`
# f_aux of a turn: the claim of the duties that stand (P6), their kinds, and those kinds that must be aimed at another.
DUTIES = 3
AT_ANOTHER = 6  # above DUTIES
# f_flags of a play, a window, a drawn card
CANCELLED = 1
POWER = 2
JOB_LAID = 4  # the card itself lies as a Job
STIRRED = 8  # a cost or a reaction did something since it was chosen
# f_flags of steps
COST = 1  # they pay for something
CASCADING = 2  # X6: spreads are being carried out
SPREADING = 4  # a leg's window is open: f_aux is the seat that is hit unless it reacts
ASKED = 8  # a step's own target was chosen
LEG_CANCELLED = 16
NEEDS_TARGET = 32  # a trigger whose target is chosen when it is done
NEEDS_YES = 64  # a trigger whose self is asked first (`may`)
AGREED = 128  # self was asked (`may`) and does the step at hand
FOR_ONE = 256  # steps of an option: the target of their part is f_target alone


@leaf
def push_frame(g: Game, t: Tables, kind: int, s: int) -> int:
    """Open a frame of a kind for seat s; its number. Past the last one the game ends as run away (W5, see `bound_actions`)."""
    f = np.int64(g.depth)
    if f >= MAX_FRAMES:
        source = np.int64(g.f_card[f - 1])
        run_away(g, np.int64(t.card_type[source - 1]) if source > 0 else np.int64(-1))
        return f - 1
    g.depth = f + 1
    g.f_kind[f] = kind
    g.f_phase[f] = 0
    g.f_self[f] = s
    g.f_actor[f] = s
    g.f_affected[f] = s
    g.f_target[f] = -1
    g.f_card[f] = 0
    g.f_part[f] = 0
    g.f_row[f] = 0
    g.f_end[f] = 0
    g.f_todo[f] = 0
    g.f_now[f] = -1
    g.f_left[f] = 0
    g.f_hit[f] = 0
    g.f_named[f] = 0
    g.f_flags[f] = 0
    g.f_tried[f] = 0
    g.f_slot[f] = 0
    g.f_aux[f] = 0
    g.f_captured[f] = 0
    g.f_chosen[f] = -1
    g.f_seats[f] = -1
    return f


@kernel
def _bound_actions(g: Game, t: Tables) -> None:
    n = np.int64(0)
    for k in range(g.depth):
        kind = g.f_kind[k]
        is_trigger = kind == STEPS and k > 0 and (g.f_kind[k - 1] == TURN or g.f_kind[k - 1] == START)
        if kind == PLAY or kind == DRAWN or is_trigger:
            n += 1
    if n > MAX_WITHIN:
        f = g.depth - 1
        part = np.int64(g.f_part[f]) - 1
        run_away(g, np.int64(t.part[part, P_TYPE]) if part >= 0 else np.int64(t.card_type[g.f_card[f] - 1]))


@leaf
def bound_actions(g: Game, t: Tables) -> None:
    """W5: more than 32 plays, powers, triggers and drawn cards within each other are a runaway of the last of them."""
    if g.depth > MAX_WITHIN:
        _bound_actions(g, t)


@kernel
def push_turn(g: Game, t: Tables, s: int, flags: int) -> None:
    """Open a turn of seat s; each open turn keeps its own extra actions, uses and waiting triggers."""
    f = push_frame(g, t, int(TURN), s)
    if g.result != 0:
        return
    g.f_flags[f] = flags
    g.f_prev[f] = g.turn_frame
    g.f_used[f] = g.n_used[0]  # IN_TURN
    g.f_extra[f] = g.n_extra
    g.f_queue[f] = g.n_queue
    g.f_captured[f] = g.n_further
    g.f_end[f] = g.n_further
    g.clock += 1
    g.f_began[f] = g.clock
    g.turn_frame = f


@kernel
def owe_turn(g: Game, s: int, source: int) -> None:
    """`take_turn` on self: one more turn of s after the innermost one, in a taken turn of its own with the same controller.

    W5: more than MAX_FURTHER at once are a runaway of the type `source`.
    """
    f = g.turn_frame
    if f < 0:
        return
    n = g.n_further
    if n >= MAX_FURTHER:
        run_away(g, source)
        return
    taken = g.f_self[f] == s and g.f_flags[f] & TAKEN != 0
    ruled = taken and g.f_flags[f] & FREED == 0
    g.further[n] = s | (TAKEN_TURN if taken else 0) | (32 * (g.controller + 1) if ruled else 0)
    g.n_further = n + 1


@kernel
def push_steps(g: Game, t: Tables, s: int, card: int, part: int, first: int, n: int) -> int:
    """Open the doing of a run of step rows for self = s; its number. The caller sets target, actor, affected."""
    f = push_frame(g, t, int(STEPS), s)
    g.f_named[f] = g.named[card]
    g.f_card[f] = card + 1
    g.f_part[f] = part + 1
    g.f_row[f] = first
    g.f_end[f] = first + n
    return f


@leaf
def play_under(g: Game, f: int) -> int:
    """The frame of the play, power or turn whose steps frame f does; those of an option lie on the steps around."""
    k = f - 1
    while g.f_kind[k] == STEPS:
        k -= 1
    return np.int64(k)


@leaf
def pop_frame(g: Game) -> None:
    """Close the innermost frame."""
    g.depth -= 1


@leaf
def goes_on(g: Game, f: int) -> bool:
    """Whether frame f is still the innermost one and nothing is asked, won or wrong: its next stage may follow at once."""
    return g.depth - 1 == f and g.ask == 0 and g.result == 0 and g.error == 0


@leaf
def decides_for(g: Game, s: int) -> int:
    """X5: who decides for seat s: itself, or the first controller while its turn is being taken."""
    return np.int64(g.controller) if (g.taken >> s) & 1 == 1 else s


@kernel
def free_turns(g: Game) -> None:
    """W6: the controller is out and decides no more; the seats whose turns are being taken decide for themselves."""
    k = np.int64(g.turn_frame)
    while k >= 0:
        g.f_flags[k] |= FREED
        k = np.int64(g.f_prev[k])
    g.taken = 0
    g.controller = -1


@leaf
def ask(g: Game, what: int, s: int) -> None:
    """Suspend the turn: seat s is to decide something."""
    g.ask = what
    g.ask_seat = s
    g.decider = decides_for(g, s)
