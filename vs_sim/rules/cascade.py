"""Cascades (X6; `spreads`): a player hit spreads the card further, once for each copy held, before anything is done to anyone.

The state of a cascade is `hits` (seats hit, in order), `due` (spreads owed, in order) and `spread` (copies that are used or
owed). A step frame that is cascading is in phase 1 while legs are carried out, 2 while the step is done to those hit.
"""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Part, Step
from vs_sim.jit import kernel, leaf
from vs_sim.rules.frames import LEG_CANCELLED, SPREADING, ask
from vs_sim.rules.modifiers import is_protected
from vs_sim.rules.packing import bit, lowest
from vs_sim.rules.reactions import open_window
from vs_sim.rules.state import MAX_CASCADE, Game, Tables
from vs_sim.rules.words import fits
from vs_sim.rules.zones import set_has
from vs_sim.vocabulary import PROTECT_TARGET, Ask, Error, Stat

SOURCE = int(Step.SOURCE)
ONLY = int(Part.ONLY)
COMPARE = int(Part.COMPARE)
ASK_SPREAD = int(Ask.SPREAD)
LISTS_FULL = int(Error.LISTS_FULL)
ATTACKS_MADE = int(Stat.ATTACKS_MADE)
ATTACKS_SUFFERED = int(Stat.ATTACKS_SUFFERED)


@leaf
def _is_hit(g: Game, p: int) -> bool:
    for k in range(g.n_hits):
        if g.hits[k] == p:
            return True
    return False


@kernel
def _hit(g: Game, t: Tables, p: int, ty: int) -> None:
    """A player is hit: one spread is owed for each copy in hand not yet used or owed in this cascade."""
    fresh = np.int64(0)
    for k in range(g.n_hand[p]):
        card = np.int64(g.hand[p, k])
        if t.card_type[card] == ty and not set_has(g.spread[card >> 6], card):
            g.spread[card >> 6] |= np.uint64(1) << np.uint64(card & 63)
            fresh += 1
    if g.n_hits >= MAX_CASCADE or g.n_due + fresh > MAX_CASCADE:
        g.error = LISTS_FULL
        return
    if not _is_hit(g, p):
        g.hits[g.n_hits] = p
        g.n_hits += 1
    for _ in range(fresh):
        g.due[g.n_due] = p
        g.n_due += 1


@kernel
def spread_targets(g: Game, t: Tables, f: int) -> int:
    """Mask of the players whom the next spreader may name: another one whom the part's `only` admits."""
    q = np.int64(g.due[g.due_head])
    part = np.int64(g.f_part[f]) - 1
    found = np.int64(0)
    for p in range(g.n_players):
        if (
            p != q
            and g.out[p] == 0
            and fits(g, t, np.int64(p), q, np.int64(t.part[part, ONLY]), np.int64(t.part[part, COMPARE]))
            and not is_protected(g, t, q, np.int64(p), int(PROTECT_TARGET), np.int64(0))
        ):
            found |= bit(np.int64(p))
    return found


@kernel
def spread_to(g: Game, t: Tables, p: int) -> None:
    """A leg (X6): the spreader names player p, who may react before the next leg is named."""
    f = g.depth - 1
    q = np.int64(g.due[g.due_head])
    g.due_head += 1
    g.f_flags[f] |= SPREADING
    g.f_aux[f] = p
    g.stat[q, ATTACKS_MADE] += 1
    g.stat[p, ATTACKS_SUFFERED] += 1
    open_window(g, t, q, p, np.int64(g.f_card[f]) - 1, np.int64(g.f_part[f]) - 1, int(0))


@leaf
def _close_leg(g: Game, t: Tables, f: int) -> None:
    cancelled = g.f_flags[f] & LEG_CANCELLED != 0
    g.f_flags[f] &= ~(SPREADING | LEG_CANCELLED)
    if not cancelled:
        _hit(g, t, np.int64(g.f_aux[f]), np.int64(t.step[g.f_row[f], SOURCE]))


@kernel
def step_cascade(g: Game, t: Tables, f: int) -> bool:
    """Go on with a cascade (X6): True if it is suspended. In phase 2 f_now is the next one hit; 3 is the end."""
    if g.f_phase[f] == 1:
        if g.f_todo[f] != 0:
            _hit(g, t, lowest(np.int64(g.f_todo[f])), np.int64(t.step[g.f_row[f], SOURCE]))
            g.f_todo[f] = 0
        if g.f_flags[f] & SPREADING != 0:
            _close_leg(g, t, f)
        while g.due_head < g.n_due:
            if g.out[g.due[g.due_head]] == 0 and spread_targets(g, t, f) != 0:
                ask(g, int(ASK_SPREAD), np.int64(g.due[g.due_head]))
                return True
            g.due_head += 1
        g.f_phase[f] = 2
        g.f_aux[f] = 0
    if g.f_aux[f] < g.n_hits:
        g.f_now[f] = g.hits[g.f_aux[f]]
        g.f_aux[f] += 1
    else:
        g.f_phase[f] = 3
    return False
