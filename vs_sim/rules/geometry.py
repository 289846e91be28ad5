"""Where a follower can be laid (G1 to G5, G8): the cached spots of a coalition and the listing of places.

A *spot* is a slot with an open dot, the direction that the dot faces, and how the card laid there is joined: by an
end (0) or a side (1) of its own. That settles its rectangle, so whether it is free (G3) depends on the coalition alone
and is kept in masks; which of a card's dots meet which others (G4) is asked only at the rare spots in `meets`.
"""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Rule
from vs_sim.jit import kernel, leaf
from vs_sim.rules.packing import bit, lowest, pack_place, push
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.vocabulary import MAX_ALIGNMENTS, Geometry

WIDTH = int(Rule.CARD_WIDTH)
LENGTH = int(Rule.CARD_LENGTH)
GEOMETRY = int(Rule.GEOMETRY)
ABSTRACT = int(Geometry.ABSTRACT)
EVERYWHERE = 30000


@kernel
def list_places(g: Game, t: Tables, w: Work, s: int, card: int, do: int, joins: int) -> None:
    """List each legal place of follower `card` in seat s's coalition, alike ones once (G2-G5, N2).

    `joins`: mask of alignments on whose dots nothing may be laid. Order: own edge, direction, slot.
    """
    refresh(g, t, w, s)
    kind = np.int64(t.card_type[card])
    for own in range(own_edges(t, kind)):
        dot = np.int64(t.dots[kind, own])
        if dot == 0:
            continue
        for d in range(4):
            mask = spots(g, t, s, dot - 1, d, own & 1, joins)
            rare = mask & g.meets[s, d, own & 1]
            while mask != 0:
                slot = lowest(mask)
                mask &= mask - 1
                if (rare >> slot) & 1 == 0 or judge(g, t, s, kind, slot, d, own, joins) == 2:
                    edge = (d - np.int64(g.node_turn[s, slot])) & 3
                    push(g, w, pack_place(do, card, slot, edge, np.int64(own)))


@kernel
def has_place(g: Game, t: Tables, w: Work, s: int, card: int, joins: int) -> int:
    """1 if follower `card` has a legal place in seat s's coalition, else 0 (D2)."""
    refresh(g, t, w, s)
    kind = np.int64(t.card_type[card])
    for own in range(own_edges(t, kind)):
        dot = np.int64(t.dots[kind, own])
        if dot == 0:
            continue
        for d in range(4):
            mask = spots(g, t, s, dot - 1, d, own & 1, joins)
            rare = mask & g.meets[s, d, own & 1]
            if mask != rare:
                return 1
            while rare != 0:
                if judge(g, t, s, kind, lowest(rare), d, own, joins) != 0:
                    return 1
                rare &= rare - 1
    return 0


@leaf
def own_edges(t: Tables, kind: int) -> int:
    """How many own edges are to be tried: those after a half turn that changes nothing are alike (N2)."""
    return 2 if t.symmetric[kind] != 0 else 4


@leaf
def spots(g: Game, t: Tables, s: int, alignment: int, d: int, side: int, joins: int) -> int:
    """Mask of slots, not inert (G5), where a dot of the alignment fits an open like dot facing direction d (G2)."""
    like = np.int64(t.like[alignment]) & ~np.int64(joins)
    mask = np.int64(0)
    while like != 0:
        mask |= g.spot[s, lowest(like), d, side]
        like &= like - 1
    return mask & ~g.inert[s]


@kernel
def judge(g: Game, t: Tables, s: int, kind: int, slot: int, d: int, own: int, joins: int) -> int:
    """G4 for a card laid on a free spot: 0 illegal, 1 legal but alike to a place with a lower card (N2), 2 legal."""
    x, y, turn = centre_x(g, t, s, slot, d, own), centre_y(g, t, s, slot, d, own), (d + 2 - own) & 3
    verdict = np.int64(2)
    for k in range(used(g, s)):
        if k == slot:
            continue
        f = facing(g, t, s, k, x, y, turn) - 1
        if f < 0:
            continue
        mine = np.int64(t.dots[kind, (f - turn) & 3])
        theirs = dot_of(g, s, k, (f + 2) & 3)
        if mine == 0 or theirs == 0:
            continue
        likes = np.int64(t.like[mine - 1]) >> (theirs - 1)
        sides = (f - turn) & (f - g.node_turn[s, k])  # both edges are sides where both are odd
        if likes & ~sides & 1 == 0:
            return np.int64(0)
        can_be_laid_on = ((g.inert[s] >> k) | (joins >> (theirs - 1))) & 1 == 0
        if can_be_laid_on and g.node_card[s, k] < g.node_card[s, slot]:
            verdict = np.int64(1)
    return verdict


@leaf
def centre_x(g: Game, t: Tables, s: int, slot: int, d: int, own: int) -> int:
    """Where a card laid with own edge `own` on the slot's dot facing d has its centre (half units)."""
    return np.int64(g.node_x[s, slot]) + ((d == 1) * 1 - (d == 3) * 1) * gap(g, t, s, slot, d, own)


@leaf
def centre_y(g: Game, t: Tables, s: int, slot: int, d: int, own: int) -> int:
    """As centre_x."""
    return np.int64(g.node_y[s, slot]) + ((d == 0) * 1 - (d == 2) * 1) * gap(g, t, s, slot, d, own)


@leaf
def gap(g: Game, t: Tables, s: int, slot: int, d: int, own: int) -> int:
    """Distance of the centres of a slot and a card laid on its edge facing d with own edge `own`."""
    return reach(t, d - np.int64(g.node_turn[s, slot])) + reach(t, own)


@leaf
def reach(t: Tables, edge: int) -> int:
    """From a card's centre to its edge, in half units (G1): an end (even) or a side (odd)."""
    return np.int64(t.rule[LENGTH]) if edge & 1 == 0 else np.int64(t.rule[WIDTH])


@leaf
def dot_of(g: Game, s: int, slot: int, d: int) -> int:
    """The dot of a laid card that faces direction d: alignment + 1, 0 none."""
    return (np.int64(g.node_dots[s, slot]) >> (4 * d)) & 15


@leaf
def used(g: Game, s: int) -> int:
    """One more than the highest slot in use."""
    mask = g.occupied[s]
    n = np.int64(1)
    for step in (32, 16, 8, 4, 2, 1):
        if mask >> step != 0:
            mask >>= step
            n += step
    return n


@leaf
def facing(g: Game, t: Tables, s: int, k: int, x: int, y: int, turn: int) -> int:
    """Direction + 1 in which a card at (x, y) faces slot k edge-middle to edge-middle (G4), 0 if it does not."""
    dx = np.int64(g.node_x[s, k]) - x
    dy = np.int64(g.node_y[s, k]) - y
    other = np.int64(g.node_turn[s, k])
    if dx == 0:
        far = reach(t, turn) + reach(t, other)
        return np.int64((dy == far) * 1 + (dy == -far) * 3)
    if dy == 0:
        far = reach(t, turn + 1) + reach(t, other + 1)
        return np.int64((dx == far) * 2 + (dx == -far) * 4)
    return np.int64(0)


@kernel
def refresh(g: Game, t: Tables, w: Work, s: int) -> None:
    """Make `spot` and `meets` of a seat anew if they are not up to date (G2, G3, G8)."""
    if g.dirty[s] == 0:
        return
    g.dirty[s] = 0
    for d in range(4):
        for side in range(2):
            g.meets[s, d, side] = 0
    for a in range(MAX_ALIGNMENTS):
        for d in range(4):
            for side in range(2):
                g.spot[s, a, d, side] = 0
    mend(g, t, s, np.int64(0), np.int64(0), np.int64(EVERYWHERE), np.int64(EVERYWHERE))


@kernel
def mend(g: Game, t: Tables, s: int, x: int, y: int, half_x: int, half_y: int) -> None:
    """Look again at the spots that overlap or touch a rectangle (centre, half extents) where a card came or went.

    Others are as they were. A fifth faster over a game than all anew at the next listing.
    """
    n = used(g, s)
    widest = max(reach(t, int(0)), reach(t, int(1)))
    for d in range(4):
        left = g.open[s, d]
        forth = 1 - (d & 2)
        while left != 0:
            slot = lowest(left)
            left &= left - 1
            dx, dy = x - g.node_x[s, slot], y - g.node_y[s, slot]
            aside, ahead = abs(dx) - half_x, dy * forth + half_y
            if d & 1 == 1:
                aside, ahead = abs(dy) - half_y, dx * forth + half_x
            if (aside > widest) | (ahead < 0):
                continue
            sideways = (d - np.int64(g.node_turn[s, slot])) & 1
            for side in range(2):
                ex = abs(centre_x(g, t, s, slot, d, side) - x) - half_x - reach(t, d + side + 1)
                ey = abs(centre_y(g, t, s, slot, d, side) - y) - half_y - reach(t, d + side)
                if (ex <= 0) & (ey <= 0) & (side & sideways == 0):  # G2: never side to side
                    mark_spot(g, t, s, n, slot, d, side)


@leaf
def mark_spot(g: Game, t: Tables, s: int, n: int, slot: int, d: int, side: int) -> None:
    """Look at a spot (G3) and set or clear its bits."""
    seen = np.int64(1)
    if t.rule[GEOMETRY] != ABSTRACT:
        x, y = centre_x(g, t, s, slot, d, side), centre_y(g, t, s, slot, d, side)
        seen = look(g, t, s, n, x, y, (d + side) & 1)
    dot = dot_of(g, s, slot, d) - 1
    others = ~bit(slot)
    g.spot[s, dot, d, side] = (g.spot[s, dot, d, side] & others) | (np.int64(seen >= 0) << slot)
    g.meets[s, d, side] &= others
    if seen > 1 and faces_dots(g, t, s, n, slot, d, side) != 0:
        g.meets[s, d, side] |= bit(slot)


@leaf
def open_dot(g: Game, s: int, slot: int, d: int) -> None:
    """The dot of a slot that faces d is open (G9); its spots are to be made."""
    g.open[s, d] |= bit(slot)


@leaf
def close_dot(g: Game, s: int, slot: int, d: int) -> None:
    """The dot of a slot that faces d is used, or gone with its card."""
    others = ~bit(slot)
    dot = dot_of(g, s, slot, d) - 1
    g.open[s, d] &= others
    for side in range(2):
        g.spot[s, dot, d, side] &= others
        g.meets[s, d, side] &= others


@leaf
def look(g: Game, t: Tables, s: int, n: int, x: int, y: int, lying: int) -> int:
    """How many cards a card at (x, y) would face edge to edge; -1 if it overlaps one (G3).

    Branch-free, in int16 and in whole blocks of 16 slots, so that a block is one vector: holes lie far away.
    """
    width, length = np.int16(t.rule[WIDTH]), np.int16(t.rule[LENGTH])
    half_x, half_y = (length, width) if lying else (width, length)
    at_x, at_y = np.int16(x), np.int16(y)
    hits = np.int16(0)
    faced = np.int16(0)
    for k in range((n + 15) & ~15):
        lies = (g.node_turn[s, k] & 1) != 0
        dx = np.int16(g.node_x[s, k] - at_x)
        dy = np.int16(g.node_y[s, k] - at_y)
        ex = np.int16(np.int16(np.int16(abs(dx)) - half_x) - (length if lies else width))
        ey = np.int16(np.int16(np.int16(abs(dy)) - half_y) - (width if lies else length))
        hits = np.int16(hits | (ex & ey))
        faced = np.int16(faced + np.int16(((ex == 0) & (dy == 0)) | ((ey == 0) & (dx == 0))))
    return np.int64(-1) if hits < 0 else np.int64(faced)


@kernel
def faces_dots(g: Game, t: Tables, s: int, n: int, slot: int, d: int, side: int) -> int:
    """1 if a card on this spot would face a dotted edge of another card than the slot (G4), else 0."""
    x, y, turn = centre_x(g, t, s, slot, d, side), centre_y(g, t, s, slot, d, side), (d + side) & 1
    for k in range(n):
        f = facing(g, t, s, k, x, y, turn) - 1
        if k != slot and f >= 0 and dot_of(g, s, k, (f + 2) & 3) != 0:
            return np.int64(1)
    return np.int64(0)
