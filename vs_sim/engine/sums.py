"""Sums over blocks of what rows say about items: what every rate and its interval is made of.

Within a block an item has appearances, w wins in f finished games; kept are the SUMS over blocks of these, of blocks with a
finished game, and of the products ww, wf and ff. Items of several tables share one numbering (Items).
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from vs_sim.jit import Numbers, entry, kernel, leaf
from vs_sim.vocabulary import STATS, Result, Stat

Ints = npt.NDArray[np.int64]
SUMS = 7  # appearances, finished, wins, blocks, ww, wf, ff
WON = int(Result.WON)
LAST_LEFT = int(Result.LAST_LEFT)
TURNS = int(Stat.TURNS)
SKIPPED = int(Stat.SKIPPED)
FIRST_ACTION = int(Stat.FOLLOWERS)
LAST_ACTION = int(Stat.PASSES)
DISCARDS = int(Stat.DISCARDS)
PASSES = int(Stat.PASSES)
PART = 21  # bits of a count within a block: the turns of 12 games of 2,400 turns are 28,800
PART_MASK = (1 << PART) - 1
PLOT_BINS = 4  # of a plot's share of the game's turns: none, up to a quarter, up to a half, more


class Feel(IntEnum):
    """Shares and means that tell how a game feels; the kinds of action (Stat, FOLLOWERS to PASSES) follow."""

    RUNAWAY = 0  # finished games with a leader at half: that seat won
    COMEBACK = 1  # another one won
    OTHER_TURN = 2  # finished games: won in another's turn
    IDLE = 3  # turns: a discard or a pass
    SKIPPED = 4  # turns: spent on a Job or skipped
    LENGTH = 5  # games: turns
    UNFINISHED = 6  # games: without a winner
    ACTION = 7  # actions: of the first kind


RUNAWAY = int(Feel.RUNAWAY)
COMEBACK = int(Feel.COMEBACK)
OTHER_TURN = int(Feel.OTHER_TURN)
IDLE = int(Feel.IDLE)
SKIPPED_SHARE = int(Feel.SKIPPED)
LENGTH = int(Feel.LENGTH)
UNFINISHED = int(Feel.UNFINISHED)
ACTION = int(Feel.ACTION)
FEELS = ACTION + LAST_ACTION - FIRST_ACTION + 1


class Items(NamedTuple):
    """The common numbering: where each table of items begins, the number of characters, and of all items."""

    characters: int
    seats: int
    policies: int
    genders: int
    pairs: int  # character * n_characters + another at the table
    plots: int  # (plot * PLOT_BINS + bin) * n_characters + character
    feel: int
    n_characters: int
    size: int


class Columns(NamedTuple):
    """What is summed up, by row, contiguous: games first (int64 block, the rest narrow), then seats in their order."""

    block: Any  # int64 (games,)
    turns: Any  # int32
    result: Any  # int8
    winner: Any  # int8
    turn_of: Any  # int8
    half_leader: Any  # int8
    plot_turns: Any  # int16 (games, plots)
    character: Any  # int16 (seats,): number among the characters
    policy: Any  # int16: number among the policies
    gender: Any  # int8
    stat: Any  # int16 (seats, STATS)


@leaf
def _count(held: Numbers, touched: Numbers, item: int, won: int, finished: int) -> None:
    """A row of an item in the block at hand.

    `held` (items,) packs appearances, finished and wins, PART bits each: one access where three took twice as long.
    `touched` (1 + items,) begins with the number of items held.
    """
    before = held[item]
    if before == 0:
        touched[0] += 1
        touched[touched[0]] = item
    held[item] = before + (np.int64(1) << (2 * PART)) + (finished << PART) + won


@kernel
def _close(held: Numbers, touched: Numbers, sums: Numbers) -> None:
    """The end of a block: its items go into `sums` (items * SUMS,), and nothing is held any more."""
    for j in range(touched[0]):
        item = touched[j + 1]
        packed = held[item]
        f = (packed >> PART) & PART_MASK
        w = packed & PART_MASK
        k = item * SUMS
        sums[k] += packed >> (2 * PART)
        sums[k + 1] += f
        sums[k + 2] += w
        sums[k + 3] += np.int64(f > 0)
        sums[k + 4] += w * w
        sums[k + 5] += w * f
        sums[k + 6] += f * f
        held[item] = 0
    touched[0] = 0


@leaf
def _bin(lay: int, turns: int) -> int:
    """Bin of the share `lay` / `turns` of a game's turns."""
    return np.int64(lay > 0) + np.int64(4 * lay > turns) + np.int64(2 * lay > turns)


@entry
def _add(block: Any, item: Any, won: Any, finished: Any, held: Any, touched: Any, sums: Any) -> None:
    for i in range(len(block)):
        if item[i] >= 0:
            _count(held, touched, item[i], won[i], finished[i])
        if i == len(block) - 1 or block[i + 1] != block[i]:
            _close(held, touched, sums)


@entry
def _add_rows(
    c: Any, at: Any, n: int, held: Any, touched: Any, sums: Any, stats: Any, stat_games: Any
) -> None:
    """As add_rows; `stats` (STATS,) and `stat_games` are added to."""
    # Out of the tuples once: each look into them counts references.
    block, turns, result, winners, turn_of, half_leader, plot_turns, characters, policy, gender, counters = c
    (
        first_characters,
        first_seats,
        first_policies,
        first_genders,
        first_pairs,
        first_plots,
        first_feel,
        n_characters,
        _,
    ) = at
    n_plots = plot_turns.shape[1]
    stat = np.zeros(STATS, dtype=np.int64)
    for i in range(len(block)):
        finished = np.int64(result[i] == WON or result[i] == LAST_LEFT)
        winner = np.int64(winners[i])
        stat[:] = 0
        for s in range(n):
            row = i * n + s
            won = np.int64(finished == 1 and winner == s)
            character = np.int64(characters[row])
            _count(held, touched, first_characters + character, won, finished)
            _count(held, touched, np.int64(first_seats + s), won, finished)
            _count(held, touched, first_policies + np.int64(policy[row]), won, finished)
            _count(held, touched, first_genders + np.int64(gender[row]), won, finished)
            for other in range(n):
                if other != s:
                    pair = character * n_characters + np.int64(characters[i * n + other])
                    _count(held, touched, first_pairs + pair, won, finished)
            for plot in range(n_plots):
                share = _bin(np.int64(plot_turns[i, plot]), np.int64(turns[i]))
                cell = (np.int64(plot) * PLOT_BINS + share) * n_characters + character
                _count(held, touched, first_plots + cell, won, finished)
            for k in range(STATS):
                stat[k] += counters[row, k]
        actions = np.int64(0)
        for k in range(STATS):
            stats[k] += stat[k]
            stat_games[k] += np.int64(stat[k] > 0)
            if FIRST_ACTION <= k <= LAST_ACTION:
                actions += stat[k]
        led = np.int64(finished == 1 and half_leader[i] >= 0)
        ahead = np.int64(led == 1 and half_leader[i] == winner)
        away = np.int64(finished == 1 and turn_of[i] != winner)
        _count(held, touched, first_feel + RUNAWAY, ahead, led)
        _count(held, touched, first_feel + COMEBACK, led - ahead, led)
        _count(held, touched, first_feel + OTHER_TURN, away, finished)
        _count(held, touched, first_feel + IDLE, stat[DISCARDS] + stat[PASSES], stat[TURNS])
        _count(held, touched, first_feel + SKIPPED_SHARE, stat[SKIPPED], stat[TURNS])
        _count(held, touched, first_feel + LENGTH, np.int64(turns[i]), np.int64(1))
        _count(held, touched, first_feel + UNFINISHED, 1 - finished, np.int64(1))
        for k in range(FIRST_ACTION, LAST_ACTION + 1):
            _count(held, touched, np.int64(first_feel + ACTION + k - FIRST_ACTION), stat[k], actions)
        if i == len(block) - 1 or block[i + 1] != block[i]:
            _close(held, touched, sums)


def _scratch(n_items: int) -> tuple[Ints, Ints, Ints]:
    sizes = (n_items, n_items + 1, n_items * SUMS)
    held, touched, sums = (np.zeros(size, dtype=np.int64) for size in sizes)
    return held, touched, sums


def add_by_block(block: Ints, item: Ints, won: Ints, finished: Ints, n_items: int) -> Ints:
    """Sums over blocks for each item, int64 (items, SUMS).

    All arguments are int64 (rows,): the block (rows of a block lie together), the item's number (-1: none), and what
    the row adds to wins and to finished games.
    """
    held, touched, sums = _scratch(n_items)
    _add(block, item, won, finished, held, touched, sums)
    return sums.reshape(n_items, SUMS)


def add_rows(columns: Columns, items: Items, players: int) -> tuple[Ints, Ints, Ints]:
    """Sums over blocks for all items, int64 (items, SUMS), and counters over all seats: sums, and games with any."""
    held, touched, sums = _scratch(items.size)
    stats, stat_games = np.zeros(STATS, dtype=np.int64), np.zeros(STATS, dtype=np.int64)
    _add_rows(columns, items, players, held, touched, sums, stats, stat_games)
    return sums.reshape(items.size, SUMS), stats, stat_games
