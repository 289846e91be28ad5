"""Sums over blocks of what rows say about items: what every rate and its interval is made of.

Within a block an item has appearances, w wins in f finished games; kept are the SUMS over blocks of these, of blocks with a
finished game, and of the products ww, wf and ff. Items of several tables share one numbering (Items).
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from vs_sim.jit import Int8s, Int16s, Int16Table, Int32s, Numbers, entry, kernel, leaf
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
PART = 21  # bits of a count, within a block and over MOST_BLOCKS of them
PART_MASK = (1 << PART) - 1
PACKED = 3  # numbers an item meanwhile
BLOCK_BITS = 20
HALF = 32
MOST_BLOCKS = 14_000  # of 12 games with 12 seats each, which a policy may all have: 144 appearances a block
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
def _count(held: Numbers, touched: Numbers, item: int, row: int) -> None:
    """A row of an item in the block at hand.

    `row` packs appearances, finished and wins, PART bits each, as `held` (items,) does: one access where three took
    twice as long. `touched` (1 + items,) begins with the number of items held.
    """
    if held[item] == 0:
        touched[0] += 1
        touched[touched[0]] = item
    held[item] += row


@leaf
def _close_item(held: Numbers, item: int, packed_sums: Numbers) -> None:
    """The end of a block for an item, which goes into `packed_sums` (items * PACKED,).

    Three numbers an item in place of SUMS, for that many fewer are read and written: appearances, finished and wins as
    in `held`; ff and blocks; ww and wf. They hold MOST_BLOCKS blocks.
    """
    packed = held[item]
    f = (packed >> PART) & PART_MASK
    w = packed & PART_MASK
    k = item * PACKED
    packed_sums[k] += packed
    packed_sums[k + 1] += (f * f << BLOCK_BITS) + np.int64(f > 0)
    packed_sums[k + 2] += (w * w << HALF) + w * f
    held[item] = 0


@kernel
def _close(
    held: Numbers,
    touched: Numbers,
    n_characters: int,
    pairs: int,
    plots: int,
    bins: Numbers,
    packed_sums: Numbers,
) -> None:
    """The end of a block: nothing is held any more.

    Items from `pairs` and `plots` on are not in `touched`: they are found by the characters that sat in the block, and
    by `bins` (plots,), masks of the bins that each plot was in.
    """
    there = np.int64(0)  # characters, moved to the front
    for j in range(touched[0]):
        item = touched[j + 1]
        _close_item(held, item, packed_sums)
        if item < n_characters:
            touched[there + 1] = item
            there += 1
    for j in range(there):
        for k in range(there):
            _close_item(held, pairs + touched[j + 1] * n_characters + touched[k + 1], packed_sums)
    for plot in range(len(bins)):
        for share in range(PLOT_BINS):
            if (bins[plot] >> share) & 1:
                first = plots + np.int64(plot * PLOT_BINS + share) * n_characters
                for j in range(there):
                    _close_item(held, first + touched[j + 1], packed_sums)
        bins[plot] = 0
    touched[0] = 0


@kernel
def _unpack(packed_sums: Numbers, sums: Numbers) -> None:
    """What `_close` has packed goes into `sums` (items * SUMS,)."""
    for item in range(len(packed_sums) // PACKED):
        first = packed_sums[item * PACKED]
        if first == 0:
            continue
        second = packed_sums[item * PACKED + 1]
        third = packed_sums[item * PACKED + 2]
        k = item * SUMS
        sums[k] += first >> (2 * PART)
        sums[k + 1] += (first >> PART) & PART_MASK
        sums[k + 2] += first & PART_MASK
        sums[k + 3] += second & ((np.int64(1) << BLOCK_BITS) - 1)
        sums[k + 4] += third >> HALF
        sums[k + 5] += third & ((np.int64(1) << HALF) - 1)
        sums[k + 6] += second >> BLOCK_BITS
        for j in range(PACKED):
            packed_sums[item * PACKED + j] = 0


@leaf
def _feel(now: Numbers, measure: int, won: int, finished: int) -> None:
    """A game's wins and finished ones of a measure; `now` (2 * FEELS,) holds those of the block."""
    now[2 * measure] += won
    now[2 * measure + 1] += finished


@kernel
def _close_feel(now: Numbers, games: int, first: int, sums: Numbers) -> None:
    """The end of a block of so many games, for the measures; their numbers are too large to be packed."""
    for measure in range(FEELS):
        w = now[2 * measure]
        f = now[2 * measure + 1]
        k = (first + measure) * SUMS
        sums[k] += games
        sums[k + 1] += f
        sums[k + 2] += w
        sums[k + 3] += np.int64(f > 0)
        sums[k + 4] += w * w
        sums[k + 5] += w * f
        sums[k + 6] += f * f
        now[2 * measure] = 0
        now[2 * measure + 1] = 0


@leaf
def _bin(lay: int, turns: int) -> int:
    """Bin of the share `lay` / `turns` of a game's turns."""
    return np.int64(lay > 0) + np.int64(4 * lay > turns) + np.int64(2 * lay > turns)


@entry
def sum_rows(  # what is given, what is needed meanwhile, what is found
    block: Numbers,
    turns: Int32s,
    result: Int8s,
    winners: Int8s,
    turn_of: Int8s,
    half_leader: Int8s,
    plot_turns: Int16Table,
    characters: Int16s,
    policy: Int16s,
    gender: Int8s,
    counters: Int16Table,
    at: Numbers,
    n: int,
    held: Numbers,
    touched: Numbers,
    packed: Numbers,
    stat: Numbers,
    cells: Numbers,
    bins: Numbers,
    now: Numbers,
    sums: Numbers,
    stats: Numbers,
    stat_games: Numbers,
) -> None:
    """As add_rows: columns, items (`at`), players, scratch of zeros (stat to now: STATS, plots, plots, 2 * FEELS), sums."""
    first_seats, first_policies, first_genders = at[1], at[2], at[3]
    first_pairs, first_plots, first_feel, n_characters = at[4], at[5], at[6], at[7]
    n_plots = len(cells)
    games = np.int64(0)
    blocks = np.int64(0)
    for i in range(len(block)):
        finished = np.int64(result[i] == WON or result[i] == LAST_LEFT)
        winner = np.int64(winners[i])
        games += 1
        for k in range(STATS):
            stat[k] = 0
        for plot in range(n_plots):
            share = _bin(np.int64(plot_turns[i, plot]), np.int64(turns[i]))
            cells[plot] = first_plots + (np.int64(plot) * PLOT_BINS + share) * n_characters
            bins[plot] |= np.int64(1) << share
        for s in range(n):
            row = i * n + s
            won = np.int64(finished == 1 and winner == s)
            one = (np.int64(1) << (2 * PART)) + (finished << PART) + won
            character = np.int64(characters[row])
            _count(held, touched, character, one)  # characters come first of all items
            _count(held, touched, np.int64(first_seats + s), one)
            _count(held, touched, first_policies + np.int64(policy[row]), one)
            _count(held, touched, first_genders + np.int64(gender[row]), one)
            for other in range(n):
                if other != s:
                    held[first_pairs + character * n_characters + np.int64(characters[i * n + other])] += one
            for plot in range(n_plots):
                held[cells[plot] + character] += one
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
        _feel(now, int(RUNAWAY), ahead, led)
        _feel(now, int(COMEBACK), led - ahead, led)
        _feel(now, int(OTHER_TURN), away, finished)
        _feel(now, int(IDLE), stat[DISCARDS] + stat[PASSES], stat[TURNS])
        _feel(now, int(SKIPPED_SHARE), stat[SKIPPED], stat[TURNS])
        _feel(now, int(LENGTH), np.int64(turns[i]), np.int64(1))
        _feel(now, int(UNFINISHED), 1 - finished, np.int64(1))
        for k in range(FIRST_ACTION, LAST_ACTION + 1):
            _feel(now, np.int64(ACTION + k - FIRST_ACTION), stat[k], actions)
        if i == len(block) - 1 or block[i + 1] != block[i]:
            _close(
                held,
                touched,
                np.int64(n_characters),
                np.int64(first_pairs),
                np.int64(first_plots),
                bins,
                packed,
            )
            _close_feel(now, games, np.int64(first_feel), sums)
            games = np.int64(0)
            blocks += 1
            if blocks % MOST_BLOCKS == 0:
                _unpack(packed, sums)
    _unpack(packed, sums)


def _zeros(*sizes: int) -> list[Ints]:
    return [np.zeros(size, dtype=np.int64) for size in sizes]


def add_rows(columns: Columns, items: Items, players: int) -> tuple[Ints, Ints, Ints]:
    """Sums over blocks for all items, int64 (items, SUMS), and counters over all seats: sums, and games with any."""
    n_plots = columns.plot_turns.shape[1]
    held, touched, packed = _zeros(items.size, items.size + 1, items.size * PACKED)
    stat, cells, bins, now = _zeros(STATS, n_plots, n_plots, 2 * FEELS)
    sums, stats, stat_games = _zeros(items.size * SUMS, STATS, STATS)
    at = np.array(items, dtype=np.int64)
    sum_rows(*columns, at, players, held, touched, packed, stat, cells, bins, now, sums, stats, stat_games)
    return sums.reshape(items.size, SUMS), stats, stat_games
