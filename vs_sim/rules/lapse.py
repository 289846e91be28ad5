"""A card whose play waits, because costs and reactions come first, may be overtaken by what those do; then it lapses."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Part
from vs_sim.jit import kernel
from vs_sim.rules.frames import POWER
from vs_sim.rules.geometry import list_places
from vs_sim.rules.packing import pack_place
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.vocabulary import Do, Kind

FOLLOWER = int(Kind.FOLLOWER)
MICROAGGRESSION = int(Kind.MICROAGGRESSION)
VIRTUE_SIGNAL = int(Kind.VIRTUE_SIGNAL)
PLOT = int(Kind.PLOT)
SPECIAL = int(Kind.SPECIAL)
ARTIFACT = int(Kind.ARTIFACT)
TYPE = int(Part.TYPE)
DO_FOLLOWER = int(Do.FOLLOWER)


@kernel
def _place_is_left(g: Game, t: Tables, w: Work, s: int, card: int, slot: int, edges: int) -> bool:
    """G2 to G5: whether a follower of s can still be laid on a slot; `edges`: that card's edge, 4 times the own one."""
    wanted = pack_place(int(DO_FOLLOWER), card, slot, edges & 3, edges >> 2)
    start = w.n
    list_places(g, t, w, s, card, int(DO_FOLLOWER), np.int64(0))
    found = False
    for k in range(start, w.n):
        if w.choice[k] == wanted:
            found = True
    w.n = start
    return found


@kernel
def lapses(g: Game, t: Tables, w: Work, f: int) -> bool:
    """Whether what frame f plays cannot be done any more as it was chosen."""
    s = np.int64(g.f_self[f])
    if g.out[s] == 1 or g.f_flags[f] & POWER != 0:
        return g.out[s] == 1
    card = np.int64(g.f_card[f]) - 1
    kind = t.kind[t.card_type[card]]
    target = np.int64(g.f_target[f])
    slot = np.int64(g.f_slot[f])
    if kind == FOLLOWER:
        if g.node_card[s, slot] != g.f_hit[f]:
            return True
        return not _place_is_left(g, t, w, s, card, slot, np.int64(g.f_captured[f]))
    if kind == MICROAGGRESSION or kind == VIRTUE_SIGNAL:
        inert = (g.inert[target] >> slot) & 1 == 1
        return g.node_card[target, slot] != g.f_hit[f] or inert == (kind == MICROAGGRESSION)
    if kind == PLOT and t.stays[t.card_type[card]] == 1:
        for k in range(g.n_plots):
            if t.card_type[g.plot[k]] == t.card_type[card]:
                return True
    if target < 0 or g.out[target] == 0:
        return False
    return kind == ARTIFACT or (kind == SPECIAL and t.lasts[t.part[g.f_part[f] - 1, TYPE]] != 0)
