"""Cards come to and leave a coalition (G2 to G9, M3): nodes, masks, points and distances are kept in step.

Points are counted here by the deck's `points` column (W1); a deck with a `value` modifier sums them again elsewhere.
"""

from __future__ import annotations

import numpy as np

from vs_sim.jit import kernel, leaf
from vs_sim.rules.geometry import (
    ABSTRACT,
    GEOMETRY,
    centre_x,
    centre_y,
    close_dot,
    dot_of,
    facing,
    mend,
    open_dot,
    reach,
    used,
)
from vs_sim.rules.packing import bit, lowest
from vs_sim.rules.state import TOKEN, Game, Tables, Work
from vs_sim.vocabulary import MAX_ALIGNMENTS, MAX_FOLLOWERS, SLOTS, Error

HOLE = 30000  # where holes lie: no card overlaps or meets them
UNREACHED = 999  # distance of an orphan
FOLLOWER_SLOTS = 2 ** (MAX_FOLLOWERS + 1) - 2
LISTS_FULL = int(Error.LISTS_FULL)


@kernel
def empty(g: Game, s: int) -> None:
    """Make seat s's coalition empty, without a character yet (draft, S3)."""
    g.occupied[s] = 0
    g.inert[s] = 0
    g.leaf[s] = 0
    for k in range(3):
        g.level[s, k] = 0
    for a in range(MAX_ALIGNMENTS):
        g.has[s, a] = 0
        g.over_has[s, a] = 0
    for slot in range(SLOTS):
        clear_node(g, s, slot)
    for d in range(4):
        g.open[s, d] = 0
    g.n_live[s] = 0
    g.points[s] = g.bonus[s]


@kernel
def start(g: Game, t: Tables, w: Work, s: int, card: int) -> None:
    """Make seat s's coalition empty but for its character, upright at (0, 0) (S3, G1)."""
    empty(g, s)
    g.node_card[s, 0] = card + 1
    g.node_x[s, 0] = 0
    g.node_y[s, 0] = 0
    g.node_dots[s, 0] = turned_dots(t, np.int64(t.card_type[card]), np.int64(0))
    open_dots(g, s, np.int64(0))
    g.dirty[s] = 1


@leaf
def clear_node(g: Game, s: int, slot: int) -> None:
    """Make a slot a hole."""
    g.node_card[s, slot] = 0
    g.node_x[s, slot] = HOLE
    g.node_y[s, slot] = HOLE
    g.node_turn[s, slot] = 0
    g.node_dots[s, slot] = 0
    g.node_over[s, slot] = 0
    g.node_far[s, slot] = 0
    for d in range(4):
        g.node_next[s, slot, d] = 0


@leaf
def open_dots(g: Game, s: int, slot: int) -> None:
    """All dots of a card that comes are open."""
    for d in range(4):
        if dot_of(g, s, slot, d) != 0:
            open_dot(g, s, slot, d)


@leaf
def turned_dots(t: Tables, kind: int, turn: int) -> int:
    """The dots of a type by direction when it lies turned, as `node_dots` keeps them."""
    word = np.int64(0)
    for edge in range(4):
        word |= np.int64(t.dots[kind, edge]) << (4 * ((edge + turn) & 3))
    return word


@kernel
def lay(g: Game, t: Tables, w: Work, s: int, card: int, slot: int, edge: int, own: int) -> int:
    """Lay a follower with its edge `own` on the slot's edge `edge` and join all like meetings (G2, G4).

    The place must be legal. Returns its slot, the lowest free one; with none 0 and an error.
    """
    free = FOLLOWER_SLOTS & ~g.occupied[s]
    if free == 0:
        g.error = LISTS_FULL
        return np.int64(0)
    new = lowest(free)
    d = (edge + np.int64(g.node_turn[s, slot])) & 3
    may_meet = g.dirty[s] | ((g.meets[s, d, own & 1] >> slot) & 1) != 0
    place(g, t, s, card, slot, d, own, new)
    count_in(g, t, s, new)
    open_dots(g, s, new)
    join(g, s, slot, d, new, (own + g.node_turn[s, new]) & 3)
    g.node_far[s, new] = g.node_far[s, slot] + 1
    g.leaf[s] = (g.leaf[s] | bit(new)) & ~bit(slot)
    if t.rule[GEOMETRY] != ABSTRACT and may_meet and join_others(g, t, s, slot, new) != 0:
        search(g, w, s)
        mark_leaves(g, s)
    x, y, turn = np.int64(g.node_x[s, new]), np.int64(g.node_y[s, new]), np.int64(g.node_turn[s, new])
    keep_spots(g, t, s, x, y, turn)
    return new


@leaf
def keep_spots(g: Game, t: Tables, s: int, x: int, y: int, turn: int) -> None:
    """Mend the spots around a card that came or went; in `abstract` they are all made anew when listed."""
    if t.rule[GEOMETRY] == ABSTRACT:
        g.dirty[s] = 1
    elif g.dirty[s] == 0:
        mend(g, t, s, x, y, reach(t, turn + 1), reach(t, turn))


@leaf
def join(g: Game, s: int, i: int, d: int, k: int, back: int) -> None:
    """Join slot i, by its dot that faces d, and slot k by its dot that faces `back`."""
    g.node_next[s, i, d] = k + 1
    g.node_next[s, k, back] = i + 1
    close_dot(g, s, i, d)
    close_dot(g, s, k, back)


@leaf
def place(g: Game, t: Tables, s: int, card: int, slot: int, d: int, own: int, new: int) -> None:
    """Fill the node of a follower laid on the slot's dot that faces d (G1); in `abstract` it has no position (G8)."""
    kind = np.int64(t.card_type[card])
    turn = np.int64(0)
    x = np.int64(0)
    y = np.int64(0)
    if t.rule[GEOMETRY] != ABSTRACT:
        turn = (d + 2 - own) & 3
        x = centre_x(g, t, s, slot, d, own)
        y = centre_y(g, t, s, slot, d, own)
    g.node_card[s, new] = card + 1
    g.node_x[s, new] = x
    g.node_y[s, new] = y
    g.node_turn[s, new] = turn
    g.node_dots[s, new] = turned_dots(t, kind, turn)


@leaf
def count_in(g: Game, t: Tables, s: int, slot: int) -> None:
    """Take a live follower into the masks and sums of its coalition (W1)."""
    kind = np.int64(t.card_type[np.int64(g.node_card[s, slot]) - 1])
    mask = bit(slot)
    g.occupied[s] |= mask
    g.level[s, np.int64(t.level[kind]) - 1] |= mask
    for a in range(MAX_ALIGNMENTS):
        g.has[s, a] |= ((np.int64(t.alignments[kind]) >> np.int64(a)) & 1) << slot
    g.n_live[s] += 1
    g.points[s] += t.points[kind]


@kernel
def join_others(g: Game, t: Tables, s: int, slot: int, new: int) -> int:
    """Join a laid card to all cards but `slot` that its dots meet (G4); returns how many."""
    x, y, turn = np.int64(g.node_x[s, new]), np.int64(g.node_y[s, new]), np.int64(g.node_turn[s, new])
    joined = np.int64(0)
    for k in range(used(g, s)):
        f = facing(g, t, s, k, x, y, turn) - 1
        if f < 0 or k == slot:
            continue
        back = (f + 2) & 3
        if dot_of(g, s, new, f) != 0 and dot_of(g, s, k, back) != 0:
            join(g, s, new, f, np.int64(k), back)
            joined += 1
    return joined


@kernel
def lift(g: Game, t: Tables, w: Work, s: int, slot: int) -> int:
    """Take a follower out of its coalition; what lay on it is forgotten (G9). Returns the mask of orphans (G6).

    Orphans stay until they are lifted too, none of them end-of-chain.
    """
    was_leaf = (g.leaf[s] >> slot) & 1
    x, y, turn = np.int64(g.node_x[s, slot]), np.int64(g.node_y[s, slot]), np.int64(g.node_turn[s, slot])
    count_out(g, t, s, slot)
    for d in range(4):
        if dot_of(g, s, slot, d) != 0:
            close_dot(g, s, slot, d)
        k = np.int64(g.node_next[s, slot, d]) - 1
        if k >= 0:
            part(g, s, k, slot)
            if was_leaf and k != 0 and is_end(g, s, k):
                g.leaf[s] |= bit(k)
    clear_node(g, s, slot)
    keep_spots(g, t, s, x, y, turn)
    if was_leaf:  # no shortest way leads through an end-of-chain follower
        return np.int64(0)
    reached = search(g, w, s)
    mark_leaves(g, s)
    return g.occupied[s] & ~reached


@leaf
def part(g: Game, s: int, k: int, slot: int) -> None:
    """Open the dot of slot k to which a slot was joined (G9)."""
    for d in range(4):
        if g.node_next[s, k, d] == slot + 1:
            g.node_next[s, k, d] = 0
            open_dot(g, s, k, d)


@leaf
def count_out(g: Game, t: Tables, s: int, slot: int) -> None:
    """Take a follower, inert or not, out of the masks and sums of its coalition."""
    kind = np.int64(t.card_type[np.int64(g.node_card[s, slot]) - 1])
    others = ~bit(slot)
    if (g.inert[s] >> slot) & 1 == 0:
        g.n_live[s] -= 1
        g.points[s] -= t.points[kind]
    g.occupied[s] &= others
    g.inert[s] &= others
    g.leaf[s] &= others
    for k in range(3):
        g.level[s, k] &= others
    for a in range(MAX_ALIGNMENTS):
        g.has[s, a] &= others
        g.over_has[s, a] &= others


@kernel
def search(g: Game, w: Work, s: int) -> int:
    """Count all distances to the character anew (G6); returns the mask of reached slots, the character's included."""
    for k in range(used(g, s)):
        g.node_far[s, k] = UNREACHED
    g.node_far[s, 0] = 0
    reached = np.int64(1)
    w.queue[0] = 0
    head = np.int64(0)
    tail = np.int64(1)
    while head < tail:
        k = np.int64(w.queue[head])
        head += 1
        for d in range(4):
            other = np.int64(g.node_next[s, k, d]) - 1
            if other >= 0 and (reached >> other) & 1 == 0:
                reached |= bit(other)
                g.node_far[s, other] = g.node_far[s, k] + 1
                w.queue[tail] = other
                tail += 1
    return reached


@kernel
def mark_leaves(g: Game, s: int) -> None:
    """Find all end-of-chain followers anew (G7)."""
    left = g.occupied[s]
    g.leaf[s] = 0
    while left != 0:
        k = lowest(left)
        left &= left - 1
        if g.node_far[s, k] != UNREACHED and is_end(g, s, k):
            g.leaf[s] |= bit(k)


@leaf
def is_end(g: Game, s: int, slot: int) -> bool:
    """Whether nothing is joined to a follower downstream (G7)."""
    for d in range(4):
        k = np.int64(g.node_next[s, slot, d]) - 1
        if k >= 0 and g.node_far[s, k] > g.node_far[s, slot]:
            return False
    return True


@kernel
def make_inert(g: Game, t: Tables, w: Work, s: int, slot: int, over: int) -> None:
    """Lay a microaggression (card number + 1, or TOKEN) on a live follower (M3).

    A token has the alignments of the follower.
    """
    g.node_over[s, slot] = over
    g.inert[s] |= bit(slot)
    card = np.int64(g.node_card[s, slot]) if over == TOKEN else np.int64(over)
    alignments = np.int64(t.alignments[t.card_type[card - 1]])
    for a in range(MAX_ALIGNMENTS):
        if (alignments >> a) & 1:
            g.over_has[s, a] |= bit(slot)
    g.n_live[s] -= 1
    g.points[s] -= t.points[t.card_type[np.int64(g.node_card[s, slot]) - 1]]


@kernel
def make_live(g: Game, t: Tables, w: Work, s: int, slot: int) -> int:
    """Take the microaggression off an inert follower (V1); returns what lay there (card number + 1, or TOKEN)."""
    over = np.int64(g.node_over[s, slot])
    others = ~bit(slot)
    g.node_over[s, slot] = 0
    g.inert[s] &= others
    for a in range(MAX_ALIGNMENTS):
        g.over_has[s, a] &= others
    g.n_live[s] += 1
    g.points[s] += t.points[t.card_type[np.int64(g.node_card[s, slot]) - 1]]
    return over


@kernel
def slot_of(g: Game, s: int, card1: int) -> int:
    """The slot in which a card (number + 1) lies in seat s's coalition, -1 none."""
    for k in range(used(g, s)):
        if g.node_card[s, k] == card1:
            return np.int64(k)
    return np.int64(-1)
