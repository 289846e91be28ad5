"""A second count of everything that a coalition keeps in step (G1 to G8, W1, M3), by other means than the rules' code.

`check_coalition` walks pairs of cards and recounts sums; it shares no formula with geometry.py and coalition.py but the
meaning of the fields. Slow, for tests and checked runs.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from vs_sim.cards.tables import Rule
from vs_sim.jit import kernel
from vs_sim.rules.check_force import worth_at
from vs_sim.rules.state import TOKEN, Game, Tables, Work
from vs_sim.vocabulary import MAX_ALIGNMENTS, MAX_FOLLOWERS, SLOTS, Geometry, Kind


class Fault(IntEnum):
    """What `check_coalition` finds wrong."""

    NONE = 0
    OCCUPIED = 1  # a slot's card and the mask differ, or a card is of the wrong kind
    HOLE = 2  # a hole is not empty
    DOTS = 3  # dots by direction are not those of the card as it lies (G1)
    OVERLAP = 4  # G3
    UNLIKE = 5  # dots of unlike alignments meet (G4)
    SIDES = 6  # like dots meet side to side (G2, G4)
    JOINED = 7  # joined and not meeting, or meeting and not joined (G4, G9)
    ORPHAN = 8  # no path to the character (G6)
    FAR = 9  # a wrong distance
    LEAF = 10  # G7
    MASKS = 11  # level, has
    INERT = 12  # inert, over_has, node_over (M3)
    COUNT = 13  # n_live
    POINTS = 14  # W1
    SPOT = 15  # a spot is listed and not there, or there and not listed
    MEETS = 16
    OPEN = 17  # G9


WIDTH = int(Rule.CARD_WIDTH)
LENGTH = int(Rule.CARD_LENGTH)
GEOMETRY = int(Rule.GEOMETRY)
ABSTRACT = int(Geometry.ABSTRACT)
FOLLOWER = int(Kind.FOLLOWER)
CHARACTER = int(Kind.CHARACTER)

OCCUPIED = int(Fault.OCCUPIED)
HOLE = int(Fault.HOLE)
DOTS = int(Fault.DOTS)
OVERLAP = int(Fault.OVERLAP)
UNLIKE = int(Fault.UNLIKE)
SIDES = int(Fault.SIDES)
JOINED = int(Fault.JOINED)
ORPHAN = int(Fault.ORPHAN)
FAR = int(Fault.FAR)
LEAF = int(Fault.LEAF)
MASKS = int(Fault.MASKS)
INERT = int(Fault.INERT)
COUNT = int(Fault.COUNT)
POINTS = int(Fault.POINTS)
SPOT = int(Fault.SPOT)
MEETS = int(Fault.MEETS)
OPEN = int(Fault.OPEN)


@kernel
def check_coalition(g: Game, t: Tables, w: Work, s: int) -> int:
    """0 if seat s's coalition is sound, else the Fault found first. Orphans must have been lifted."""
    fault = check_nodes(g, t, s)
    if fault == 0:
        fault = check_pairs(g, t, s) if t.rule[GEOMETRY] != ABSTRACT else check_links(g, t, s)
    if fault == 0:
        fault = check_chains(g, s)
    if fault == 0:
        fault = check_open(g, s)
    if fault == 0:
        fault = check_sums(g, t, s)
    if fault == 0 and g.dirty[s] == 0:
        fault = check_spots(g, t, s)
    return fault


@kernel
def check_nodes(g: Game, t: Tables, s: int) -> int:
    """Slots, holes and turned dots (G1)."""
    for k in range(SLOTS):
        card = int(g.node_card[s, k]) - 1
        marked = (int(g.occupied[s]) >> k) & 1 if k < SLOTS - 1 else 0
        if (card >= 0) != (marked == 1 or k == 0) or (marked == 1 and (k == 0 or k > MAX_FOLLOWERS)):
            return OCCUPIED
        if card < 0:
            if g.node_dots[s, k] != 0 or g.node_over[s, k] != 0 or g.node_x[s, k] != 30000:
                return HOLE
            continue
        kind = int(t.card_type[card])
        if int(t.kind[kind]) != (CHARACTER if k == 0 else FOLLOWER):
            return OCCUPIED
        for edge in range(4):
            d = (edge + int(g.node_turn[s, k])) % 4
            if (int(g.node_dots[s, k]) // 16**d) % 16 != t.dots[kind, edge]:
                return DOTS
    if g.node_x[s, 0] != 0 or g.node_y[s, 0] != 0 or g.node_turn[s, 0] != 0 or g.node_over[s, 0] != 0:
        return DOTS
    return 0


@kernel
def left_of(g: Game, t: Tables, s: int, k: int) -> int:
    """The left border of a laid card."""
    lying = int(g.node_turn[s, k]) % 2 == 1
    return int(g.node_x[s, k]) - (int(t.rule[LENGTH]) if lying else int(t.rule[WIDTH]))


@kernel
def bottom_of(g: Game, t: Tables, s: int, k: int) -> int:
    """The lower border of a laid card."""
    lying = int(g.node_turn[s, k]) % 2 == 1
    return int(g.node_y[s, k]) - (int(t.rule[WIDTH]) if lying else int(t.rule[LENGTH]))


@kernel
def overlap(g: Game, t: Tables, s: int, i: int, k: int) -> bool:
    """Whether two laid cards share more than a border (G3)."""
    left = max(left_of(g, t, s, i), left_of(g, t, s, k))
    right = min(2 * int(g.node_x[s, i]) - left_of(g, t, s, i), 2 * int(g.node_x[s, k]) - left_of(g, t, s, k))
    low = max(bottom_of(g, t, s, i), bottom_of(g, t, s, k))
    high = min(
        2 * int(g.node_y[s, i]) - bottom_of(g, t, s, i), 2 * int(g.node_y[s, k]) - bottom_of(g, t, s, k)
    )
    return left < right and low < high


@kernel
def edge_toward(g: Game, t: Tables, s: int, i: int, k: int) -> int:
    """The direction in which laid card i meets k edge-middle to edge-middle (G4), -1 none."""
    if g.node_x[s, i] == g.node_x[s, k]:
        if 2 * int(g.node_y[s, i]) - bottom_of(g, t, s, i) == bottom_of(g, t, s, k):
            return 0
        if 2 * int(g.node_y[s, k]) - bottom_of(g, t, s, k) == bottom_of(g, t, s, i):
            return 2
    if g.node_y[s, i] == g.node_y[s, k]:
        if 2 * int(g.node_x[s, i]) - left_of(g, t, s, i) == left_of(g, t, s, k):
            return 1
        if 2 * int(g.node_x[s, k]) - left_of(g, t, s, k) == left_of(g, t, s, i):
            return 3
    return -1


@kernel
def check_pairs(g: Game, t: Tables, s: int) -> int:
    """Overlaps (G3) and meetings (G4) of all pairs, and that exactly those that meet are joined."""
    for i in range(MAX_FOLLOWERS + 1):
        if g.node_card[s, i] == 0:
            continue
        met = 0
        for k in range(MAX_FOLLOWERS + 1):
            if k == i or g.node_card[s, k] == 0:
                continue
            if overlap(g, t, s, i, k):
                return OVERLAP
            d = edge_toward(g, t, s, i, k)
            if d < 0:
                continue
            fault = check_meeting(g, t, s, i, k, d)
            if fault > 0:
                return fault
            met += 1 if fault < 0 else 0
        for d in range(4):
            met -= 1 if g.node_next[s, i, d] != 0 else 0
        if met != 0:
            return JOINED
    return 0


@kernel
def check_meeting(g: Game, t: Tables, s: int, i: int, k: int, d: int) -> int:
    """Edges that face each other: a Fault, -1 if their dots meet and are joined, 0 if they have not both dots."""
    mine = (int(g.node_dots[s, i]) // 16**d) % 16
    theirs = (int(g.node_dots[s, k]) // 16 ** ((d + 2) % 4)) % 16
    if mine == 0 or theirs == 0:
        return 0
    if (int(t.like[mine - 1]) // 2 ** (theirs - 1)) % 2 == 0:
        return UNLIKE
    if (d - int(g.node_turn[s, i])) % 2 == 1 and (d - int(g.node_turn[s, k])) % 2 == 1:
        return SIDES
    if g.node_next[s, i, d] != k + 1 or g.node_next[s, k, (d + 2) % 4] != i + 1:
        return JOINED
    return -1


@kernel
def check_links(g: Game, t: Tables, s: int) -> int:
    """In `abstract` (G8): joined edges have like dots, not both on sides, and know each other."""
    for i in range(MAX_FOLLOWERS + 1):
        if g.node_card[s, i] != 0 and (g.node_x[s, i] != 0 or g.node_turn[s, i] != 0):
            return DOTS
        for d in range(4):
            k = int(g.node_next[s, i, d]) - 1
            if k < 0:
                continue
            back = -1
            for e in range(4):
                if g.node_next[s, k, e] == i + 1:
                    back = e if back < 0 else 9
            mine = (int(g.node_dots[s, i]) // 16**d) % 16
            if back < 0 or back > 3 or mine == 0:
                return JOINED
            theirs = (int(g.node_dots[s, k]) // 16**back) % 16
            if theirs == 0:
                return JOINED
            if (int(t.like[mine - 1]) // 2 ** (theirs - 1)) % 2 == 0:
                return UNLIKE
            if d % 2 == 1 and back % 2 == 1:
                return SIDES
    return 0


@kernel
def check_chains(g: Game, s: int) -> int:
    """Distances (G6) and end-of-chain followers (G7): each card lies one farther than its nearest neighbour.

    With the character at 0 and every card at 1 + the least of its neighbours, distances are the shortest ones.
    """
    for k in range(MAX_FOLLOWERS + 1):
        if g.node_card[s, k] == 0:
            continue
        far = int(g.node_far[s, k])
        nearest = 998
        end = 1
        for d in range(4):
            other = int(g.node_next[s, k, d]) - 1
            if other >= 0:
                nearest = min(nearest, int(g.node_far[s, other]))
                end = 0 if int(g.node_far[s, other]) > far else end
        if k == 0:
            if far != 0:
                return FAR
            continue
        if nearest >= MAX_FOLLOWERS + 1:
            return ORPHAN
        if far != nearest + 1:
            return FAR
        if end != (int(g.leaf[s]) >> k) & 1:
            return LEAF
    return 0 if int(g.leaf[s]) & ~int(g.occupied[s]) == 0 else LEAF


@kernel
def check_open(g: Game, s: int) -> int:
    """Open dots are those to which nothing is joined (G9)."""
    for k in range(SLOTS - 1):
        for d in range(4):
            has_dot = (int(g.node_dots[s, k]) // 16**d) % 16 != 0
            if (int(g.open[s, d]) >> k) & 1 != (1 if has_dot and g.node_next[s, k, d] == 0 else 0):
                return OPEN
    return 0


@kernel
def check_sums(g: Game, t: Tables, s: int) -> int:
    """Masks and sums: level, has, inert, over_has, n_live, points (W1, M3)."""
    live = 0
    points = int(g.bonus[s])
    for k in range(SLOTS - 1):
        card = int(g.node_card[s, k]) - 1 if k > 0 else -1
        kind = int(t.card_type[card]) if card >= 0 else -1
        over = int(g.node_over[s, k])
        fault = check_bits(g, t, s, k, kind, over)
        if fault != 0:
            return fault
        if kind >= 0 and over == 0:
            live += 1
        if kind >= 0 and g.values == 1:
            points += int(worth_at(g, t, s, np.int64(k)))
        elif kind >= 0 and over == 0:
            points += int(t.points[kind])
    if live != g.n_live[s]:
        return COUNT
    if points != g.points[s]:
        return POINTS
    return 0


@kernel
def check_bits(g: Game, t: Tables, s: int, k: int, kind: int, over: int) -> int:
    """The bits of one slot in all masks; `kind` is the follower's type, -1 none."""
    if (int(g.inert[s]) >> k) & 1 != (1 if over != 0 else 0):
        return INERT
    for level in range(3):
        if (int(g.level[s, level]) >> k) & 1 != (1 if kind >= 0 and t.level[kind] == level + 1 else 0):
            return MASKS
    lies = -1 if over == 0 else (kind if over == TOKEN else int(t.card_type[over - 1]))
    for a in range(MAX_ALIGNMENTS):
        own = (int(t.alignments[kind]) >> a) & 1 if kind >= 0 else 0
        if (int(g.has[s, a]) >> k) & 1 != own:
            return MASKS
        above = (int(t.alignments[lies]) >> a) & 1 if lies >= 0 else 0
        if (int(g.over_has[s, a]) >> k) & 1 != above:
            return INERT
    return 0


@kernel
def check_spots(g: Game, t: Tables, s: int) -> int:
    """The cached spots: those of a trial card laid in the unused last slot at every dot."""
    for k in range(SLOTS - 1):
        for d in range(4):
            dot = (int(g.node_dots[s, k]) // 16**d) % 16
            for side in range(2):
                truth = try_spot(g, t, s, k, d, side) if dot != 0 and g.node_next[s, k, d] == 0 else 0
                for a in range(MAX_ALIGNMENTS):
                    if (int(g.spot[s, a, d, side]) >> k) & 1 != (1 if truth > 0 and a == dot - 1 else 0):
                        return SPOT
                if (int(g.meets[s, d, side]) >> k) & 1 != (1 if truth > 1 else 0):
                    return MEETS
    return 0


@kernel
def try_spot(g: Game, t: Tables, s: int, k: int, d: int, side: int) -> int:
    """0: no card can lie there; 1: it can; 2: and would face a dot of another card (G2, G3, G4)."""
    if side == 1 and (d - int(g.node_turn[s, k])) % 2 == 1:
        return 0
    if t.rule[GEOMETRY] == ABSTRACT:
        return 1
    lay_trial(g, t, s, k, d, side)
    free = 1
    for i in range(MAX_FOLLOWERS + 1):
        if g.node_card[s, i] == 0:
            continue
        if overlap(g, t, s, SLOTS - 1, i):
            free = 0
        f = edge_toward(g, t, s, i, SLOTS - 1)
        if f >= 0 and i != k and (int(g.node_dots[s, i]) // 16**f) % 16 != 0 and free == 1:
            free = 2
    if free == 2:
        for i in range(MAX_FOLLOWERS + 1):
            if g.node_card[s, i] != 0 and overlap(g, t, s, SLOTS - 1, i):
                free = 0
    g.node_x[s, SLOTS - 1] = 30000
    g.node_y[s, SLOTS - 1] = 30000
    g.node_turn[s, SLOTS - 1] = 0
    return free


@kernel
def lay_trial(g: Game, t: Tables, s: int, k: int, d: int, side: int) -> None:
    """Put a trial card beside slot k in direction d: its border on that card's, edge-middle on edge-middle."""
    trial = SLOTS - 1
    g.node_turn[s, trial] = (d + side) % 2
    g.node_x[s, trial] = g.node_x[s, k]
    g.node_y[s, trial] = g.node_y[s, k]
    if d % 2 == 0:
        reach = (int(g.node_y[s, k]) - bottom_of(g, t, s, k)) + (
            int(g.node_y[s, trial]) - bottom_of(g, t, s, trial)
        )
        g.node_y[s, trial] += reach if d == 0 else -reach
    else:
        reach = (int(g.node_x[s, k]) - left_of(g, t, s, k)) + (
            int(g.node_x[s, trial]) - left_of(g, t, s, trial)
        )
        g.node_x[s, trial] += reach if d == 1 else -reach
