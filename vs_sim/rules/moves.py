"""Moving a follower within its coalition (the verb `move`): where else it could lie, and laying it there (G2 to G6).

To find its places a follower is lifted, the places are listed, and it is put back exactly as it lay; so nothing is in the
air while a decision is asked.
"""

from __future__ import annotations

import numpy as np

from vs_sim.jit import kernel, leaf
from vs_sim.rules.coalition import (
    count_in,
    join,
    keep_spots,
    lay,
    lift,
    make_inert,
    mark_leaves,
    open_dots,
    search,
    turned_dots,
)
from vs_sim.rules.deeds import after_change, drop_orphans
from vs_sim.rules.geometry import ABSTRACT, GEOMETRY, centre_x, centre_y, list_places
from vs_sim.rules.modifiers import forbidden_joins
from vs_sim.rules.packing import bit, choice_edge, choice_own, choice_slot, lowest
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.vocabulary import Do

PLACE = int(Do.PLACE)
LINK = 9  # bits of a neighbour in packed links: slot + 1, and the direction of its dot


@leaf
def links_of(g: Game, s: int, slot: int) -> int:
    """The neighbours of a follower by direction, with the direction of the dot by which each is joined to it."""
    links = np.int64(0)
    for d in range(4):
        k = np.int64(g.node_next[s, slot, d]) - 1
        if k >= 0:
            back = np.int64(0)
            while g.node_next[s, k, back] != slot + 1:
                back += 1
            links |= ((k + 1) | (back << 7)) << (LINK * d)
    return links


@kernel
def put_back(
    g: Game,
    t: Tables,
    w: Work,
    s: int,
    slot: int,
    card: int,
    x: int,
    y: int,
    turn: int,
    links: int,
    over: int,
) -> None:
    """Undo `lift`: a follower lies in its slot again, at its place, joined as it was, with what lay on it."""
    g.node_card[s, slot] = card + 1
    g.node_x[s, slot] = x
    g.node_y[s, slot] = y
    g.node_turn[s, slot] = turn
    g.node_dots[s, slot] = turned_dots(t, np.int64(t.card_type[card]), turn)
    count_in(g, t, s, slot)
    open_dots(g, s, slot)
    for d in range(4):
        link = (links >> (LINK * d)) & 511
        if link != 0:
            join(g, s, (link & 127) - 1, link >> 7, slot, np.int64(d))
    if over != 0:
        make_inert(g, t, w, s, slot, over)
    search(g, w, s)
    mark_leaves(g, s)
    keep_spots(g, t, s, x, y, turn)


@leaf
def _is_there(
    g: Game, t: Tables, s: int, choice: int, ty: int, x: int, y: int, turn: int, links: int
) -> bool:
    """Whether a place is alike (N2) to the one at x, y, turned, with those links."""
    slot = choice_slot(choice)
    own = choice_own(choice)
    if t.rule[GEOMETRY] == ABSTRACT:
        there = (slot + 1) | (choice_edge(choice) << 7)
        turned = own ^ 2 if t.symmetric[ty] == 1 else own
        return (links >> (LINK * own)) & 511 == there or (links >> (LINK * turned)) & 511 == there
    d = (choice_edge(choice) + np.int64(g.node_turn[s, slot])) & 3
    new = (d + 2 - own) & 3
    if centre_x(g, t, s, slot, d, own) != x or centre_y(g, t, s, slot, d, own) != y or (new ^ turn) & 1 == 1:
        return False
    return turned_dots(t, ty, new) == turned_dots(t, ty, turn)


@kernel
def list_moves(g: Game, t: Tables, w: Work, s: int, slot: int, claimed: int) -> None:
    """List the other places at which a follower of s can lie in the same coalition; `claimed`: by which claim it is moved.

    On what only it joins to the character nothing can be laid, as on inert followers (G6).
    """
    card = np.int64(g.node_card[s, slot]) - 1
    ty = np.int64(t.card_type[card])
    joins = forbidden_joins(g, t, s, claimed, card)
    x, y, turn = np.int64(g.node_x[s, slot]), np.int64(g.node_y[s, slot]), np.int64(g.node_turn[s, slot])
    over = np.int64(g.node_over[s, slot])
    links = links_of(g, s, slot)
    orphans = lift(g, t, w, s, slot)
    kept = np.int64(w.n)
    inert = g.inert[s]
    g.inert[s] = inert | orphans
    list_places(g, t, w, s, card, int(PLACE), joins)
    g.inert[s] = inert
    end = np.int64(w.n)
    for k in range(kept, end):
        choice = w.choice[k]
        if not _is_there(g, t, s, choice, ty, x, y, turn, links):
            w.choice[kept] = choice
            kept += 1
    w.n = kept
    put_back(g, t, w, s, slot, card, x, y, turn, links, over)


@kernel
def nth_place(g: Game, w: Work, s: int, k: int) -> int:
    """Of the places listed the k-th in the order of card laid on, its edge, own edge (N2), for the dice."""
    last = np.int64(-1)
    found = np.int64(0)
    for _ in range(k + 1):
        best = np.int64(1) << 40
        for i in range(w.n):
            choice = w.choice[i]
            under = np.int64(g.node_card[s, choice_slot(choice)])
            key = (under << 4) | (choice_edge(choice) << 2) | choice_own(choice)
            if last < key < best:
                best = key
                found = choice
        last = best
    return found


@kernel
def movable(g: Game, t: Tables, w: Work, s: int, mask: int, claimed: int) -> int:
    """The followers of a mask that have another place to lie; as list_moves."""
    start = w.n
    rest = mask
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        list_moves(g, t, w, s, slot, claimed)
        if w.n == start:
            mask &= ~bit(slot)
        w.n = start
    return mask


@kernel
def move_follower(g: Game, t: Tables, w: Work, s: int, slot: int, choice: int, actor: int) -> None:
    """A follower of s, with what lies on it, goes to another place; then orphans fall (G6)."""
    card = np.int64(g.node_card[s, slot]) - 1
    over = np.int64(g.node_over[s, slot])
    lift(g, t, w, s, slot)
    new = lay(g, t, w, s, card, choice_slot(choice), choice_edge(choice), choice_own(choice))
    g.moved |= bit(new)
    if over != 0:
        make_inert(g, t, w, s, new, over)
    reached = search(g, w, s)
    mark_leaves(g, s)
    orphans = g.occupied[s] & ~reached
    if orphans != 0:
        drop_orphans(g, t, w, s, orphans, actor)
    after_change(g, t)
