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

from vs_sim.engine.rows import is_finished
from vs_sim.jit import Numbers, kernel, leaf
from vs_sim.rules.packing import count_bits
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.zones import WORDS, mark_card
from vs_sim.vocabulary import Kind


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
U0 = np.uint64(0)
ALL = np.uint64(2**64 - 1)


@leaf
def _count(block: Numbers, ty: int, case: int, n: int, finished: int, won: int) -> None:
    """Count n appearances in the block at hand, `won` of them by the winner of a game that is `finished`."""
    k = (ty * CASES + case) * 3
    block[k] += n
    block[k + 1] += n * finished
    block[k + 2] += won


@kernel
def _mark_dealt(g: Game, w: Work) -> None:
    """Make w.sort_key[WORDS * s:][:WORDS] the set of the cards that were dealt to seat s."""
    for s in range(g.n_players):
        first = np.int64(s) * WORDS
        for word in range(WORDS):
            w.sort_key[first + word] = U0
        for k in range(w.deal_size):
            mark_card(w, first, np.int64(w.deal_hand[s, k]))


@kernel
def _count_type(g: Game, t: Tables, w: Work, ty: int, block: Numbers) -> None:
    """Count every copy of a type, which are numbered in a row, and the type, for every seat."""
    count = np.int64(t.count[ty])
    first = np.int64(t.first_card[ty])
    finished = is_finished(g)
    opening, drawn, played, players = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    won_opening, won_drawn, won_played, won_player = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for s in range(g.n_players):
        had, came, went = np.int64(0), np.int64(0), np.int64(0)
        word = first >> 6
        low = first & 63
        left = count
        while left > 0:  # a word of the sets at a time, mostly one
            n = min(64 - low, left)
            cards = (ALL >> np.uint64(64 - n)) << np.uint64(low)
            dealt = w.sort_key[np.int64(s) * WORDS + word]
            had += count_bits(np.int64(dealt & cards))
            came += count_bits(np.int64(g.held[s, word] & ~dealt & cards))
            went += count_bits(np.int64(g.played[s, word] & cards))
            left -= n
            low = np.int64(0)
            word += 1
        opening += had
        drawn += came
        played += went
        players += np.int64(went > 0)
        if s == g.winner:
            won_opening, won_drawn, won_played, won_player = had, came, went, np.int64(went > 0)
    seats = np.int64(g.n_players)
    if finished == 0:
        won_opening, won_drawn, won_played, won_player = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    _count(block, ty, int(OPENING), opening, finished, won_opening)
    _count(block, ty, int(DRAWN), drawn, finished, won_drawn)
    absent = finished * count - won_opening - won_drawn
    _count(block, ty, int(ABSENT), seats * count - opening - drawn, finished, absent)
    _count(block, ty, int(PLAYED), played, finished, won_played)
    _count(block, ty, int(PLAYER), players, finished, won_player)
    _count(block, ty, int(OTHERS), seats - players, finished, finished - won_player)


@kernel
def add_cards(g: Game, t: Tables, w: Work, block: Numbers, sums: Numbers) -> None:
    """Count a game that has ended; `block` int64 (types * CASES * 3,), `sums` int64 (types * WIDTH,)."""
    _mark_dealt(g, w)
    for i in range(t.n_types):
        ty = np.int64(i)
        if t.kind[ty] < CHARACTER and t.count[ty] > 0:
            _count_type(g, t, w, ty, block)
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
