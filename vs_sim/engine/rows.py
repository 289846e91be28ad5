"""The rows that a batch puts out: one a game, one a seat of a game, and the digest over them.

Counts are clamped to their field. The documented Parquet columns made of these rows stand in
`experiments/columns.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from vs_sim.cards.tables import Rule
from vs_sim.jit import declare, kernel, leaf
from vs_sim.rules.packing import count_bits
from vs_sim.rules.rng import GOLDEN, mix
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.vocabulary import MAX_PLOT_TYPES, STATS, Result

WON = int(Result.WON)
LAST_LEFT = int(Result.LAST_LEFT)
PLOTS = MAX_PLOT_TYPES + 4
POINTS_TO_WIN = int(Rule.POINTS_TO_WIN)

GameRow = Any  # numba record of dtype GAME_ROW
SeatRow = Any  # numba record of dtype SEAT_ROW
GameRows = Any  # array of GAME_ROW
SeatRows = Any  # array of SEAT_ROW

GAME_ROW = np.dtype(
    [
        ("hash", "u8"),  # over all choices and what came of them
        ("game", "i8"),  # index of the game: block * rotations + rotation
        ("block", "i8"),
        ("turns", "i4"),  # turns begun (W4)
        ("decisions", "i4"),
        ("rounds", "i2"),
        ("runaway", "i2"),  # W5: type of the card, -1
        ("lead_changes", "i2"),
        ("margin", "i2"),  # points of the best coalition less those of the second
        ("shuffles", "i2"),  # T4, without the deal's
        ("rotation", "i1"),
        ("players", "i1"),
        ("result", "i1"),  # Result
        ("error", "i1"),  # Error
        ("winner", "i1"),  # seat, -1
        ("turn_of", "i1"),  # seat in whose turn the game ended
        ("half_leader", "i1"),  # seat that led at half of the game, -1
        ("plot_plays", "i2", PLOTS),  # by plot number
        ("plot_turns", "i2", PLOTS),  # turns begun while it lay on the table
    ],
    align=True,
)

SEAT_ROW = np.dtype(
    [
        ("game", "i8"),
        ("block", "i8"),
        ("stat", "i2", STATS),  # by Stat
        ("points", "i2"),
        ("bonus", "i2"),  # part of `points` that the verb points gave
        ("character", "i2"),  # type
        ("policy", "i2"),
        ("jobs", "i2"),  # Jobs on the character
        ("level", "i1", 3),  # followers of level 1, 2, 3, inert ones too
        ("inert", "i1"),
        ("hand", "i1"),  # cards left in it
        ("seat", "i1"),
        ("player", "i1"),  # number in the block: who rotates
        ("gender", "i1"),  # Gender
        ("out", "i1"),  # W6
        ("won", "i1"),
        ("finished", "i1"),
    ],
    align=True,
)


declare("GameRow", GAME_ROW)
declare("SeatRow", SEAT_ROW)


@leaf
def is_finished(g: Game) -> int:
    """1 if the game has a winner, else 0."""
    return np.int64(g.result == WON or g.result == LAST_LEFT)


@leaf
def _fold(key: np.uint64, number: int) -> np.uint64:
    return mix(key ^ (np.uint64(number) + GOLDEN))


@kernel
def row_hash(g: Game) -> np.uint64:
    """Hash of a game's course and outcome, uint64."""
    key = _fold(np.uint64(g.hash), np.int64(g.result))
    key = _fold(key, np.int64(g.winner) + 1)
    key = _fold(key, np.int64(g.turns))
    key = _fold(key, np.int64(g.decisions))
    for s in range(g.n_players):
        key = _fold(key, np.int64(g.character[s]))
        key = _fold(key, np.int64(g.points[s]) + 32768)
        for k in range(STATS):
            key = _fold(key, np.int64(g.stat[s, k]))
    return key


@kernel
def margin(g: Game) -> int:
    """Points of the best coalition less those of the second."""
    best = np.int64(-32768)
    second = np.int64(-32768)
    for s in range(g.n_players):
        points = np.int64(g.points[s])
        if points > best:
            second = best
            best = points
        elif points > second:
            second = points
    return best - second


@kernel
def note_lead(g: Game, t: Tables) -> None:
    """Count a new leader (the seat that alone has most points), and who first led with half of the points to win."""
    best = np.int64(0)
    leader = np.int64(-1)
    for s in range(g.n_players):
        points = np.int64(g.points[s])
        if points > best:
            best = points
            leader = np.int64(s)
        elif points == best:
            leader = np.int64(-1)
    if leader < 0:
        return
    if g.half_leader < 0 and 2 * best >= t.rule[POINTS_TO_WIN]:
        g.half_leader = leader
    if leader != g.leader:
        if g.leader >= 0:
            g.lead_changes += 1
        g.leader = leader


@leaf
def turn_of(g: Game) -> int:
    """Seat whose turn it is, a taken one (X5) too."""
    if g.turn_frame >= 0 and g.depth > 0:
        return np.int64(g.f_self[g.turn_frame])
    return np.int64(g.seat)


@kernel
def fill_game_row(g: Game, t: Tables, w: Work, row: GameRow, rotation: int) -> None:
    """Write the row of a game that has ended."""
    row.hash = row_hash(g)
    row.game = w.game
    row.block = w.block
    row.turns = g.turns
    row.decisions = g.decisions
    row.rounds = g.rounds
    row.runaway = g.runaway - 1
    row.lead_changes = g.lead_changes
    row.margin = margin(g)
    row.shuffles = g.shuffles
    row.rotation = rotation
    row.players = g.n_players
    row.result = g.result
    row.error = g.error
    row.winner = g.winner
    row.turn_of = turn_of(g)
    row.half_leader = g.half_leader
    for k in range(t.n_plot_types):
        row.plot_plays[k] = g.plot_plays[k]
        row.plot_turns[k] = g.plot_turns[k]


@kernel
def fill_seat_row(g: Game, t: Tables, w: Work, row: SeatRow, s: int, rotation: int) -> None:
    """Write the row of seat s of a game that has ended."""
    row.game = w.game
    row.block = w.block
    row.seat = s
    row.player = (s + rotation) % g.n_players
    row.character = t.card_type[g.character[s]] if g.character[s] >= 0 else np.int64(-1)
    row.policy = w.policy[s]
    row.gender = g.gender[s]
    row.points = g.points[s]
    row.bonus = g.bonus[s]
    row.jobs = g.n_jobs[s]
    row.hand = g.n_hand[s]
    row.out = g.out[s]
    row.inert = count_bits(g.inert[s])
    for k in range(3):
        row.level[k] = count_bits(g.level[s, k])
    for k in range(STATS):
        row.stat[k] = g.stat[s, k]
    row.finished = is_finished(g)
    row.won = np.int64(is_finished(g) == 1 and g.winner == s)


def new_game_rows(n: int) -> Any:
    """Empty rows of n games, a recarray of GAME_ROW."""
    return np.zeros(n, dtype=GAME_ROW).view(np.recarray)


def new_seat_rows(n: int) -> Any:
    """Empty rows of n seats, a recarray of SEAT_ROW."""
    return np.zeros(n, dtype=SEAT_ROW).view(np.recarray)


def _mix(z: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


LANES = (np.uint64(0x6A09E667F3BCC909), np.uint64(0xBB67AE8584CAA73B))


def digest_lanes(games: npt.NDArray[np.int64], hashes: npt.NDArray[np.uint64]) -> tuple[int, int]:
    """Two 64-bit sums over (game index, row hash), mod 2**64: no matter in which order or how many at a time."""
    index = games.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    sums = [int(np.sum(_mix(_mix(index ^ lane) ^ hashes), dtype=np.uint64)) for lane in LANES]
    return sums[0], sums[1]


def digest_text(lanes: tuple[int, int]) -> str:
    """The digest as 32 hex digits."""
    return f"{lanes[0] & (2**64 - 1):016x}{lanes[1] & (2**64 - 1):016x}"
