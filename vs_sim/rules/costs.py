"""Costs (LANGUAGE section 1): steps on self that must be possible in full, and that can be paid in full to the last."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Part, Step
from vs_sim.jit import kernel, leaf
from vs_sim.rules.coalition import UNREACHED, lift
from vs_sim.rules.moves import links_of, put_back
from vs_sim.rules.packing import bit, count_bits, lowest
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.steal import exposed
from vs_sim.rules.words import F_ANYWHERE, card_fits, fits, follower_mask, step_filter, this_card, times
from vs_sim.rules.zones import hand_insert_at, hand_remove_at
from vs_sim.vocabulary import Op

OP = int(Step.OP)
A = int(Step.A)
ONLY = int(Step.ONLY)
COMPARE = int(Step.COMPARE)
CARD = int(Step.CARD)
P_COST_FIRST = int(Part.COST_FIRST)
P_COST_N = int(Part.COST_N)
DESTROY = int(Op.DESTROY)
DISCARD = int(Op.DISCARD)
IF = int(Op.IF)


@kernel
def can_go(g: Game, t: Tables, p: int, filtered: int) -> int:
    """D3: the followers of p that pass a filter and can go one after another, each exposing the next."""
    rest = follower_mask(g, t, p, filtered | bit(int(F_ANYWHERE)), np.int64(-1))
    going = np.int64(0)
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        if g.node_far[p, slot] < UNREACHED:
            going |= bit(slot)
    if (filtered >> F_ANYWHERE) & 1 == 1:
        return going
    before = np.int64(0)
    while before != going:
        before = going
        rest = going
        while rest != 0:
            slot = lowest(rest)
            rest &= rest - 1
            if not exposed(g, p, slot, going):
                going &= ~bit(slot)
    return going


@kernel
def _hand_mask(g: Game, t: Tables, s: int, row: int, f: int) -> int:
    """Places in the hand of s whose cards pass a step's filter."""
    filtered = step_filter(g, t, f, row)
    this = this_card(g, f)
    mask = np.int64(0)
    for k in range(g.n_hand[s]):
        if card_fits(t, np.int64(g.hand[s, k]), filtered, np.int64(t.step[row, CARD]), this):
            mask |= bit(np.int64(k))
    return mask


@kernel
def can_pay_rows(g: Game, t: Tables, s: int, first: int, end: int, left: int, f: int) -> bool:
    """Whether s can pay the steps of a cost in full, of the first the `left` that are left (-1 all); `all` can always be.

    Each step must be possible, and all discards (all destructions) together.
    """
    cards = np.int64(0)
    n_cards = np.int64(0)
    followers = np.int64(0)
    n_followers = np.int64(0)
    row = first
    while row < end:
        op = t.step[row, OP]
        if op == IF:
            holds = fits(g, t, s, s, np.int64(t.step[row, ONLY]), np.int64(t.step[row, COMPARE]))
            row = row + 1 if holds else np.int64(t.step[row, A])
            continue
        n = times(g, t, s, row)
        if n == -1:
            n = np.int64(0)
        elif row == first and left >= 0:
            n = left
        found = np.int64(0)
        if op == DISCARD:
            found = _hand_mask(g, t, s, row, f)
            cards |= found
            n_cards += n
        elif op == DESTROY:
            found = can_go(g, t, s, step_filter(g, t, f, row))
            followers |= found
            n_followers += n
        if (op == DISCARD or op == DESTROY) and count_bits(found) < n:
            return False
        row += 1
    return count_bits(cards) >= n_cards and count_bits(followers) >= n_followers


@leaf
def can_pay(g: Game, t: Tables, s: int, part: int, f: int) -> bool:
    """K5: whether the cost of a part can be paid in full; f below 0 as in `this_card`."""
    first = np.int64(t.part[part, P_COST_FIRST])
    return can_pay_rows(g, t, s, first, first + np.int64(t.part[part, P_COST_N]), int(-1), f)


@kernel
def leaves_cards(g: Game, t: Tables, f: int, k: int) -> bool:
    """Whether what is left of the cost that frame f pays can be paid without the card at place k of the hand."""
    row = np.int64(g.f_row[f])
    if row + 1 == g.f_end[f]:
        return True
    s = np.int64(g.f_self[f])
    card = hand_remove_at(g, s, k)
    leaves = can_pay_rows(g, t, s, row, np.int64(g.f_end[f]), np.int64(g.f_left[f]) - 1, f)
    hand_insert_at(g, s, k, card)
    return leaves


@kernel
def payable(g: Game, t: Tables, w: Work, f: int, mask: int) -> int:
    """Of a mask of own followers those without which what is left of the cost that frame f pays can be paid."""
    row = np.int64(g.f_row[f])
    s = np.int64(g.f_self[f])
    if row + 1 == g.f_end[f] and (step_filter(g, t, f, row) >> F_ANYWHERE) & 1 == 0:
        return mask
    rest = mask
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        card = np.int64(g.node_card[s, slot]) - 1
        x, y = np.int64(g.node_x[s, slot]), np.int64(g.node_y[s, slot])
        turn, over = np.int64(g.node_turn[s, slot]), np.int64(g.node_over[s, slot])
        links = links_of(g, s, slot)
        lift(g, t, w, s, slot)
        if not can_pay_rows(g, t, s, row, np.int64(g.f_end[f]), np.int64(g.f_left[f]) - 1, f):
            mask &= ~bit(slot)
        put_back(g, t, w, s, slot, card, x, y, turn, links, over)
    return mask
