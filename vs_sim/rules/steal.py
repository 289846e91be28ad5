"""Stealing (D2, D3, D5): which sets of followers can go, and whether the thief has room for all of them."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Step
from vs_sim.jit import kernel, leaf
from vs_sim.rules.coalition import lay, lift
from vs_sim.rules.deeds import after_change, discard_over, drop_orphans, lowest_card
from vs_sim.rules.force import came
from vs_sim.rules.geometry import has_place, list_places
from vs_sim.rules.modifiers import forbidden_joins, open_to
from vs_sim.rules.packing import (
    SLOT2,
    SLOT3,
    bit,
    choice_card,
    choice_edge,
    choice_own,
    choice_seat,
    choice_slot,
    lowest,
    pack,
    push,
)
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.triggers import note
from vs_sim.rules.winning import check_win_of
from vs_sim.rules.words import F_ANYWHERE, follower_mask
from vs_sim.vocabulary import Do, Event, Op, Stat

FILTER = int(Step.FILTER)
STEAL = int(Op.STEAL)
SET = int(Do.SET)
PLACE = int(Do.PLACE)
STOLEN_EVENT = int(Event.FOLLOWER_STOLEN)
STOLEN = int(Stat.FOLLOWERS_STOLEN)
ROBBED = int(Stat.FOLLOWERS_ROBBED)


@kernel
def _fits_two(g: Game, t: Tables, w: Work, s: int, first: int, second: int, claimed: int) -> bool:
    """Whether `first` can be laid so that then `second` can."""
    start = w.n
    list_places(g, t, w, s, first, int(PLACE), forbidden_joins(g, t, s, claimed, first))
    end = w.n
    found = False
    k = start
    while k < end and not found:
        choice = w.choice[k]
        slot = lay(g, t, w, s, first, choice_slot(choice), choice_edge(choice), choice_own(choice))
        found = has_place(g, t, w, s, second, forbidden_joins(g, t, s, claimed, second))
        lift(g, t, w, s, slot)
        k += 1
    w.n = start
    return found


@leaf
def _fits_pair(g: Game, t: Tables, w: Work, s: int, a: int, b: int, claimed: int) -> bool:
    return _fits_two(g, t, w, s, a, b, claimed) or _fits_two(g, t, w, s, b, a, claimed)


@kernel
def _fits_three(g: Game, t: Tables, w: Work, s: int, a: int, b: int, c: int, claimed: int) -> bool:
    """Whether `a` can be laid so that then `b` and `c` can, in some order."""
    start = w.n
    list_places(g, t, w, s, a, int(PLACE), forbidden_joins(g, t, s, claimed, a))
    end = w.n
    found = False
    k = start
    while k < end and not found:
        choice = w.choice[k]
        slot = lay(g, t, w, s, a, choice_slot(choice), choice_edge(choice), choice_own(choice))
        w.n = end
        found = _fits_pair(g, t, w, s, b, c, claimed)
        lift(g, t, w, s, slot)
        k += 1
    w.n = start
    return found


@kernel
def has_room(g: Game, t: Tables, w: Work, s: int, a: int, b: int, c: int, claimed: int) -> bool:
    """D2, D3: whether s can lay all of up to three captured cards (-1 none), arranged freely; `claimed`: by which claim."""
    if b < 0:
        return a < 0 or has_place(g, t, w, s, a, forbidden_joins(g, t, s, claimed, a))
    if c < 0:
        return _fits_pair(g, t, w, s, a, b, claimed)
    return (
        _fits_three(g, t, w, s, a, b, c, claimed)
        or _fits_three(g, t, w, s, b, a, c, claimed)
        or _fits_three(g, t, w, s, c, a, b, claimed)
    )


@leaf
def exposed(g: Game, p: int, slot: int, going: int) -> bool:
    """D3: whether a follower is end-of-chain once those of a mask are gone."""
    for d in range(4):
        other = g.node_next[p, slot, d] - 1
        if other > 0 and g.node_far[p, other] > g.node_far[p, slot] and (going >> other) & 1 == 0:
            return False
    return True


@leaf
def _can_go(g: Game, p: int, going: int, anywhere: bool) -> bool:
    """D1, D3: whether the followers of a mask can go one after another."""
    rest = going
    while rest != 0:
        if not anywhere and not exposed(g, p, lowest(rest), going):
            return False
        rest &= rest - 1
    return True


@leaf
def _card_at(g: Game, p: int, slot: int) -> int:
    return np.int64(g.node_card[p, slot]) - 1 if slot > 0 else np.int64(-1)


@kernel
def _try_set(g: Game, t: Tables, w: Work, s: int, p: int, a: int, b: int, c: int, claimed: int) -> None:
    """List a set of slots (0 none) if all its cards can be laid (D3)."""
    if has_room(g, t, w, s, _card_at(g, p, a), _card_at(g, p, b), _card_at(g, p, c), claimed):
        push(g, w, pack(int(SET), np.int64(-1), p, a, int(0)) | (b << SLOT2) | (c << SLOT3))


@kernel
def _sets_of(
    g: Game, t: Tables, w: Work, s: int, p: int, pool: int, size: int, anywhere: bool, claimed: int
) -> bool:
    """List the sets of a size that can go and be laid; True if any could go, room aside."""
    some = False
    first = pool
    while first != 0:
        a = lowest(first)
        first &= first - 1
        if size == 1:
            if _can_go(g, p, bit(a), anywhere):
                some = True
                _try_set(g, t, w, s, p, a, np.int64(0), np.int64(0), claimed)
            continue
        second = first
        while second != 0:
            b = lowest(second)
            second &= second - 1
            if size == 2:
                if _can_go(g, p, bit(a) | bit(b), anywhere):
                    some = True
                    _try_set(g, t, w, s, p, a, b, np.int64(0), claimed)
                continue
            third = second
            while third != 0:
                c = lowest(third)
                third &= third - 1
                if _can_go(g, p, bit(a) | bit(b) | bit(c), anywhere):
                    some = True
                    _try_set(g, t, w, s, p, a, b, c, claimed)
    return some


@kernel
def list_sets(
    g: Game, t: Tables, w: Work, s: int, p: int, n: int, filtered: int, claimed: int, fewer: bool
) -> None:
    """D5: the sets of n followers of p that s can steal; of fewer, if no n can go. None listed: it is not allowed.

    `fewer` (`up_to`): all smaller ones too.
    """
    anywhere = (filtered >> F_ANYWHERE) & 1 == 1
    pool = follower_mask(g, t, p, filtered | (np.int64(1) << F_ANYWHERE), np.int64(-1))
    pool &= open_to(g, t, s, p, int(STEAL), claimed)
    size = min(n, 3)
    while size > 0 and (not _sets_of(g, t, w, s, p, pool, size, anywhere, claimed) or fewer):
        size -= 1


@kernel
def can_steal(
    g: Game, t: Tables, w: Work, s: int, p: int, n: int, filtered: int, claimed: int, fewer: bool
) -> bool:
    """D2, D3: whether any set can be stolen; as list_sets."""
    start = w.n
    list_sets(g, t, w, s, p, n, filtered, claimed, fewer)
    found = w.n > start
    w.n = start
    return found


@leaf
def _card_key(g: Game, p: int, choice: int) -> int:
    """The card numbers of a set, rising, as one number."""
    a = np.int64(g.node_card[p, choice_slot(choice)])
    b = np.int64(g.node_card[p, (choice >> SLOT2) & 63]) if (choice >> SLOT2) & 63 != 0 else np.int64(0)
    c = np.int64(g.node_card[p, (choice >> SLOT3) & 63]) if (choice >> SLOT3) & 63 != 0 else np.int64(0)
    if b == 0:
        return a << 20
    low, high = min(a, b), max(a, b)
    if c == 0:
        return (low << 20) | (high << 10)
    first, last = min(low, c), max(high, c)
    return (first << 20) | ((a + b + c - first - last) << 10) | last


@kernel
def nth_set(g: Game, w: Work, p: int, k: int) -> int:
    """Of the sets listed the k-th in the order of the numbers of their cards (C7), for the dice."""
    last = np.int64(-1)
    found = np.int64(0)
    for _ in range(k + 1):
        best = np.int64(1) << 40
        for i in range(w.n):
            key = _card_key(g, p, w.choice[i])
            if last < key < best:
                best = key
                found = w.choice[i]
        last = best
    return found


@leaf
def _has_lower_twin(t: Tables, captured: int, card: int) -> bool:
    """C7: whether an equal captured card has a lower number."""
    for k in range(3):
        other = ((captured >> (10 * k)) & 1023) - 1
        if 0 <= other < card and t.card_type[other] == t.card_type[card]:
            return True
    return False


@kernel
def list_captured(g: Game, t: Tables, w: Work, s: int, captured: int, claimed: int) -> None:
    """D3: places for each of up to three captured cards (10 bits each, number + 1) from which the rest can be laid too."""
    for k in range(3):
        card = ((captured >> (10 * k)) & 1023) - 1
        if card >= 0 and not _has_lower_twin(t, captured, card):
            a = np.int64(-1)
            b = np.int64(-1)
            for i in range(3):
                other = ((captured >> (10 * i)) & 1023) - 1
                if i != k and other >= 0:
                    b = a
                    a = other
            _list_leaving_room(g, t, w, s, card, a, b, claimed)


@kernel
def _list_leaving_room(g: Game, t: Tables, w: Work, s: int, card: int, a: int, b: int, claimed: int) -> None:
    """Places of `card` after which a and b (-1 none) can still be laid."""
    start = w.n
    list_places(g, t, w, s, card, int(PLACE), forbidden_joins(g, t, s, claimed, card))
    if a < 0:
        return
    end = w.n
    kept = start
    for k in range(start, end):
        choice = w.choice[k]
        slot = lay(g, t, w, s, card, choice_slot(choice), choice_edge(choice), choice_own(choice))
        w.n = end
        if has_room(g, t, w, s, a, b, np.int64(-1), claimed):
            w.choice[kept] = choice
            kept += 1
        lift(g, t, w, s, slot)
    w.n = kept


@kernel
def _hangs_on(g: Game, p: int, slot: int, rest: int) -> bool:
    """G6: whether any follower of a mask has no path to p's character without the one in a slot."""
    reached = np.int64(1)
    before = np.int64(0)
    while reached != before:
        before = reached
        others = g.occupied[p] & ~(reached | bit(slot))
        while others != 0:
            k = lowest(others)
            others &= others - 1
            for d in range(4):
                joined = np.int64(g.node_next[p, k, d]) - 1
                if joined >= 0 and (reached >> joined) & 1 == 1:
                    reached |= bit(k)
    return rest & ~reached != 0


@kernel
def _next_to_go(g: Game, p: int, left: int, anywhere: bool) -> int:
    """D1, D3: of the followers of a mask that can go now, none of the others hanging on it, that of the lowest number."""
    ready = left & g.leaf[p]
    ready = left if anywhere or ready == 0 else ready
    while ready != 0:
        slot = lowest_card(g, p, ready)
        ready &= ~bit(slot)
        if not _hangs_on(g, p, slot, left & ~bit(slot)):
            return slot
    return lowest_card(g, p, left)


@kernel
def capture(g: Game, t: Tables, w: Work, f: int, choice: int) -> None:
    """D3: the chosen followers are taken off one after another, each exposing the next; each then gets a place."""
    p = choice_seat(choice)
    s = np.int64(g.f_self[f])
    anywhere = (t.step[g.f_row[f], FILTER] >> F_ANYWHERE) & 1 == 1
    left = bit(choice_slot(choice)) | bit((choice >> SLOT2) & 63) | bit((choice >> SLOT3) & 63)
    left &= ~np.int64(1)
    captured = np.int64(0)
    n = np.int64(0)
    while left != 0 and g.result == 0:
        slot = _next_to_go(g, p, left, anywhere)
        left &= ~bit(slot)
        card = np.int64(g.node_card[p, slot]) - 1
        over = np.int64(g.node_over[p, slot])
        note(g, t, int(STOLEN_EVENT), s, p, card)
        orphans = lift(g, t, w, p, slot)
        discard_over(g, over)
        captured |= (card + 1) << (10 * n)
        n += 1
        g.stat[p, ROBBED] += 1
        g.stat[s, STOLEN] += 1
        if orphans & ~left != 0:
            drop_orphans(g, t, w, p, orphans & ~left, s)
        g.f_captured[f] = captured
        after_change(g, t)
    g.f_slot[f] = 1


@kernel
def settle(g: Game, t: Tables, w: Work, f: int, choice: int) -> None:
    """D2, D3: a captured card is laid in the thief's coalition."""
    s = np.int64(g.f_self[f])
    card = choice_card(choice)
    captured = np.int64(g.f_captured[f])
    for k in range(3):
        if (captured >> (10 * k)) & 1023 == card + 1:
            captured &= ~(np.int64(1023) << (10 * k))
    g.f_captured[f] = captured
    lay(g, t, w, s, card, choice_slot(choice), choice_edge(choice), choice_own(choice))
    came(g, card)
    after_change(g, t)
    check_win_of(g, t, s)
