"""A second count of what cards in force say, by other means than the rules' code: silence, worth, what lies there.

One follower, one player, one card at a time; nothing is folded or sorted. Slow, for tests and checked runs.
"""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Mod
from vs_sim.jit import kernel
from vs_sim.rules.force import concerns
from vs_sim.rules.frames import TURN
from vs_sim.rules.lasting import UNTIL_NEXT
from vs_sim.rules.state import Game, Tables
from vs_sim.rules.words import follower_mask, with_named
from vs_sim.vocabulary import LASTS_ROUND, LASTS_TURN, Form, Kind, Modifier

MODIFIER = int(Mod.MODIFIER)
VALUE = int(Mod.VALUE)
FORM = int(Mod.FORM)
FILTER = int(Mod.FILTER)
SILENCE = int(Modifier.SILENCE)
VALUES = int(Modifier.VALUE)
SET = int(Form.SET)
ADD = int(Form.ADD)
SPECIAL = int(Kind.SPECIAL)
ARTIFACT = int(Kind.ARTIFACT)
PLOT = int(Kind.PLOT)


@kernel
def _names(g: Game, t: Tables, k: int, row: int, p: int, slot: int) -> bool:
    """Whether a row of card k in force is a `value` about the follower in a slot of p."""
    if t.mod[row, MODIFIER] != VALUES or not concerns(g, t, row, np.int64(g.force_seat[k]), p):
        return False
    filtered = with_named(np.int64(t.mod[row, FILTER]), np.int64(g.named[g.force[k]]))
    return (follower_mask(g, t, p, filtered, np.int64(-1)) >> slot) & 1 == 1


@kernel
def worth_at(g: Game, t: Tables, p: int, slot: int) -> int:
    """W1: what the follower in a slot of p is worth."""
    worth = int(t.points[t.card_type[g.node_card[p, slot] - 1]])
    named = 0
    best = -1
    since = -1
    added = 0
    for k in range(g.n_force):
        card = g.force[k]
        ty = g.force_type[k]
        for row in range(t.mod_first[ty], t.mod_first[ty] + t.mod_n[ty]):
            if not _names(g, t, np.int64(k), np.int64(row), p, slot):
                continue
            named = 1
            rank = int(t.rank[ty])
            if t.mod[row, FORM] == SET and (rank > best or (rank == best and g.since[card] >= since)):
                best = rank
                since = int(g.since[card])
                worth = int(t.mod[row, VALUE])
            added += int(t.mod[row, VALUE]) if t.mod[row, FORM] == ADD else 0
    if named == 0 and g.node_over[p, slot] != 0:
        return 0
    worth += added
    for k in range(g.n_force):
        first = t.mod_first[g.force_type[k]]
        for row in range(first, first + t.mod_n[g.force_type[k]]):
            if t.mod[row, FORM] > ADD and _names(g, t, np.int64(k), np.int64(row), p, slot):
                worth = min(max(worth, 0), 99) * int(t.mod[row, VALUE])
    return min(max(worth, 0), 99)


@kernel
def _silencer_holds(g: Game, t: Tables, ty: int, holder: int, kind: int, p: int) -> bool:
    """Whether a card of type ty says that cards of a kind are silent for p."""
    for row in range(t.mod_first[ty], t.mod_first[ty] + t.mod_n[ty]):
        if t.mod[row, MODIFIER] == SILENCE and t.mod[row, VALUE] == kind:
            if concerns(g, t, np.int64(row), holder, p):
                return True
    return False


@kernel
def _silence_of(g: Game, t: Tables, p: int, kind: int) -> int:
    """The highest rank + 1 that silences cards of a kind for p."""
    found = 0
    for k in range(g.n_lying):
        if _silencer_holds(g, t, np.int64(g.lying_type[k]), np.int64(g.lying_seat[k]), kind, p):
            found = max(found, int(t.rank[g.lying_type[k]]) + 1)
    for k in range(g.n_plots):
        if _silencer_holds(g, t, np.int64(t.card_type[g.plot[k]]), np.int64(-1), kind, p):
            found = max(found, int(t.rank[t.card_type[g.plot[k]]]) + 1)
    return found


@kernel
def silence_holds(g: Game, t: Tables) -> bool:
    """X8: who is silenced is who should be; no silenced card of a player is in force.

    Where followers' worth may hang on silences the points that silences ask for are not those of the end (settle.py).
    """
    settled = t.has_silence == 1 and t.has_values == 0
    for p in range(g.n_players):
        for kind in range(8):
            if settled and g.silence[p, kind] != _silence_of(g, t, np.int64(p), np.int64(kind)):
                return False
    for k in range(g.n_force):
        ty = g.force_type[k]
        seat = g.force_seat[k]
        if seat >= 0 and g.any_silence == 1 and g.silence[seat, t.kind[ty]] > t.rank[ty] + 1:
            return False
    return True


@kernel
def _may_be_left(g: Game, lasts: int, left: int) -> bool:
    """Whether a card that lasts so long can have so much left."""
    if left < 0:  # until the end of a turn that is open
        f = -left - 1
        return f < g.depth and g.f_kind[f] == TURN and 0 < lasts != LASTS_ROUND
    if lasts == LASTS_ROUND:
        return left == UNTIL_NEXT
    return left <= lasts and (left > 0) == (0 < lasts < LASTS_TURN)


@kernel
def lying_holds(g: Game, t: Tables) -> bool:
    """What lies there is of the right kind, with a player who is in, and lasts no longer than it should."""
    for k in range(g.n_plots):
        ty = t.card_type[g.plot[k]]
        if t.kind[ty] != PLOT or not _may_be_left(g, np.int64(t.lasts[ty]), np.int64(g.plot_left[k])):
            return False
    for k in range(g.n_lying):
        ty = g.lying_type[k]
        if g.out[g.lying_seat[k]] == 1 or not (
            t.kind[ty] == ARTIFACT or (t.kind[ty] == SPECIAL and t.lasts[ty] != 0)
        ):
            return False
        if not _may_be_left(g, np.int64(t.lasts[ty]), np.int64(g.lying_left[k])):
            return False
    return True
