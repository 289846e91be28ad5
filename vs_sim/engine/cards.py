"""What becomes of each card: sums per type of card over the games of a chunk, by block (STATISTICS, cards).

A *case* is a copy of the card for a seat (OPENING, DRAWN, ABSENT, PLAYED), or a seat (PLAYER, OTHERS). Of each copy and
seat exactly one of the first three holds, of each seat exactly one of the last two. Sums lie in a flat int64 array, WIDTH
numbers a type: for each case the SUMS of its appearances, then the products over blocks between the two cases of each
of PAIRS, times played, games in which it was played, and copies by the round in which they were first played.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from vs_sim.jit import Numbers, kernel
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.vocabulary import Kind, Result


class Case(IntEnum):
    """What a copy of a card was to a seat in a game, or a card to a seat."""

    OPENING = 0  # copy dealt to the seat
    DRAWN = 1  # copy that came to its hand later
    ABSENT = 2  # copy that was never in its hand
    PLAYED = 3  # copy that it played
    PLAYER = 4  # it played one at least
    OTHERS = 5  # it played none


CASES = len(Case)
SUMS = 7  # appearances, finished, wins, blocks, ww, wf, ff: as ItemTally has them
PAIRS = ((Case.DRAWN, Case.ABSENT), (Case.PLAYER, Case.OTHERS))
PRODUCTS = 4  # ww, wf, fw, ff of a pair
ROUNDS = 64  # the last one stands for all later ones
PRODUCT = CASES * SUMS
PLAYS = PRODUCT + len(PAIRS) * PRODUCTS
GAMES_PLAYED = PLAYS + 1
ROUND = PLAYS + 2
WIDTH = ROUND + ROUNDS

OPENING = int(Case.OPENING)
DRAWN = int(Case.DRAWN)
ABSENT = int(Case.ABSENT)
PLAYED = int(Case.PLAYED)
PLAYER = int(Case.PLAYER)
OTHERS = int(Case.OTHERS)
CHARACTER = int(Kind.CHARACTER)
WON = int(Result.WON)
LAST_LEFT = int(Result.LAST_LEFT)
U1 = np.uint64(1)


@kernel
def _count(block: Numbers, ty: int, case: int, finished: int, won: int) -> None:
    """An appearance in the block at hand: (appearances, finished, wins) by type and case."""
    k = (ty * CASES + case) * 3
    block[k] += 1
    block[k + 1] += finished
    block[k + 2] += won


@kernel
def _mark_dealt(g: Game, t: Tables, w: Work) -> None:
    """Write into w.score of each card to which seat it was dealt, + 1; 0 to none."""
    for card in range(t.n_cards):
        w.score[card] = 0
    for s in range(g.n_players):
        for k in range(w.deal_size):
            w.score[w.deal_hand[s, k]] = s + 1


@kernel
def _count_seat(g: Game, t: Tables, w: Work, s: int, block: Numbers) -> None:
    """Count every copy for seat s, and every type."""
    finished = np.int64(g.result == WON or g.result == LAST_LEFT)
    won = np.int64(finished == 1 and g.winner == s)
    for i in range(t.n_types):
        ty = np.int64(i)
        if t.kind[ty] >= CHARACTER or t.count[ty] <= 0:
            continue
        case = int(OTHERS)
        first = np.int64(t.first_card[ty])
        for k in range(t.count[ty]):
            card = first + k
            mask = U1 << np.uint64(card & 63)
            if w.score[card] == s + 1:
                _count(block, ty, int(OPENING), finished, won)
            elif g.held[s, card >> 6] & mask != np.uint64(0):
                _count(block, ty, int(DRAWN), finished, won)
            else:
                _count(block, ty, int(ABSENT), finished, won)
            if g.played[s, card >> 6] & mask != np.uint64(0):
                _count(block, ty, int(PLAYED), finished, won)
                case = int(PLAYER)
        _count(block, ty, case, finished, won)


@kernel
def add_cards(g: Game, t: Tables, w: Work, block: Numbers, sums: Numbers) -> None:
    """Count a game that has ended; `block` int64 (types * CASES * 3,), `sums` int64 (types * WIDTH,)."""
    _mark_dealt(g, t, w)
    for s in range(g.n_players):
        _count_seat(g, t, w, np.int64(s), block)
    for i in range(t.n_types):
        ty = np.int64(i)
        if g.plays[ty] > 0:
            sums[ty * WIDTH + PLAYS] += np.int64(g.plays[ty])
            sums[ty * WIDTH + GAMES_PLAYED] += 1
            first = np.int64(t.first_card[ty])
            for k in range(t.count[ty]):
                at = min(np.int64(g.play_round[first + k]), np.int64(ROUNDS))
                if at > 0:
                    sums[ty * WIDTH + ROUND + at - 1] += 1


@kernel
def _close_case(block: Numbers, sums: Numbers, k: int, to: int) -> None:
    """Add a case's counts of the block at `k` to its sums at `to`."""
    finished = block[k + 1]
    won = block[k + 2]
    sums[to] += block[k]
    sums[to + 1] += finished
    sums[to + 2] += won
    sums[to + 3] += np.int64(finished > 0)
    sums[to + 4] += won * won
    sums[to + 5] += won * finished
    sums[to + 6] += finished * finished


@kernel
def _close_pair(block: Numbers, sums: Numbers, a: int, b: int, to: int) -> None:
    """Add the products between two cases' counts of the block, at `a` and `b`, to the sums at `to`."""
    sums[to] += block[a + 2] * block[b + 2]
    sums[to + 1] += block[a + 2] * block[b + 1]
    sums[to + 2] += block[a + 1] * block[b + 2]
    sums[to + 3] += block[a + 1] * block[b + 1]


@kernel
def close_block(t: Tables, block: Numbers, sums: Numbers) -> None:
    """After the last game of a block: add its counts, squares and products to the sums, and begin anew."""
    for i in range(t.n_types):
        ty = np.int64(i)
        first = ty * CASES * 3
        for case in range(CASES):
            _close_case(block, sums, first + case * 3, ty * WIDTH + case * SUMS)
        _close_pair(block, sums, first + DRAWN * 3, first + ABSENT * 3, ty * WIDTH + PRODUCT)
        _close_pair(block, sums, first + PLAYER * 3, first + OTHERS * 3, ty * WIDTH + PRODUCT + PRODUCTS)
        for k in range(CASES * 3):
            block[first + k] = 0


def new_card_sums(tables: Any) -> npt.NDArray[np.int64]:
    """Sums of no games for the types of a deck."""
    return np.zeros(int(tables["n_types"]) * WIDTH, dtype=np.int64)


def new_card_block(tables: Any) -> npt.NDArray[np.int64]:
    """Counts of no games of a block."""
    return np.zeros(int(tables["n_types"]) * CASES * 3, dtype=np.int64)
