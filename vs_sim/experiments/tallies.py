"""What a run keeps of its games: sums alone, so that memory does not grow and chunks can be added in any order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from vs_sim.engine.rows import digest_lanes, digest_text
from vs_sim.vocabulary import STATS, Kind, Result

if TYPE_CHECKING:
    from vs_sim.experiments.plan import Plan

Ints = npt.NDArray[np.int64]
MASK = 2**64 - 1


@dataclass
class ItemTally:
    """Sums over games and over blocks for each of some items (characters, seats or policies), int64 arrays (items,).

    Within a block an item has w wins in f finished appearances; `ww`, `wf`, `ff` are the sums of their products over
    blocks, from which the variance between blocks follows. `blocks`: those with a finished appearance.
    """

    names: tuple[str, ...]
    appearances: Ints
    finished: Ints
    wins: Ints
    blocks: Ints
    ww: Ints
    wf: Ints
    ff: Ints

    @classmethod
    def empty(cls, names: tuple[str, ...]) -> ItemTally:
        """No games yet."""
        return cls(names, *(np.zeros(len(names), dtype=np.int64) for _ in range(7)))

    def add(self, block: Ints, item: Ints, won: Ints, finished: Ints) -> None:
        """Add appearances: block (from 0 within the chunk), item number, and 0 or 1 each; whole blocks only."""
        n_items = len(self.names)
        n_blocks = int(block[-1]) + 1 if len(block) else 0
        cell = block * n_items + item
        shape = (n_blocks, n_items)
        size = n_blocks * n_items
        w = np.bincount(cell, weights=won, minlength=size).astype(np.int64).reshape(shape)
        f = np.bincount(cell, weights=finished, minlength=size).astype(np.int64).reshape(shape)
        self.appearances += np.bincount(item, minlength=n_items)
        self.finished += f.sum(axis=0)
        self.wins += w.sum(axis=0)
        self.blocks += (f > 0).sum(axis=0)
        self.ww += (w * w).sum(axis=0)
        self.wf += (w * f).sum(axis=0)
        self.ff += (f * f).sum(axis=0)

    def merge(self, other: ItemTally) -> None:
        """Add the sums of other blocks."""
        for name in ("appearances", "finished", "wins", "blocks", "ww", "wf", "ff"):
            getattr(self, name)[:] += getattr(other, name)


class Keys:
    """Which item an appearance counts for: names of a plan's characters, seats and policies, and lookups by number."""

    def __init__(self, plan: Plan) -> None:
        t = plan.deck.tables[0]
        n_types = int(t.n_types)
        types = [i for i in range(n_types) if t.kind[i] == Kind.CHARACTER]
        self.characters = tuple(str(plan.deck.names[i]) for i in types)
        self.character_of = np.full(n_types, -1, dtype=np.int64)  # by type
        self.character_of[types] = np.arange(len(types))
        ids = sorted({policy for row in plan.policy_rows for policy in row})
        self.policies = tuple(plan.policy_names[policy] for policy in ids)
        self.policy_of = np.zeros(max(ids) + 1, dtype=np.int64)  # by policy number
        self.policy_of[ids] = np.arange(len(ids))
        self.seats = tuple(str(seat) for seat in range(plan.players))
        plots = [i for i in range(n_types) if t.plot[i] >= 0]
        plots.sort(key=lambda i: int(t.plot[i]))
        self.plots = tuple(str(plan.deck.names[i]) for i in plots)
        self.plot_copies = tuple(int(t.count[i]) for i in plots)


def _zeros(n: int) -> Ints:
    return np.zeros(n, dtype=np.int64)


@dataclass
class Tallies:
    """All sums of a run. Arrays are int64."""

    characters: ItemTally
    seats: ItemTally
    policies: ItemTally
    results: Ints  # games by Result
    turns: Ints  # games by turns begun
    stats: Ints  # by Stat, over all seats
    stat_games: Ints  # games in which it was counted at least once
    plot_plays: Ints  # by plot number
    plot_turns: Ints
    plot_games: Ints  # games in which it was played
    games: int = 0
    decisions: int = 0
    lanes: tuple[int, int] = (0, 0)  # of the digest

    @classmethod
    def empty(cls, keys: Keys) -> Tallies:
        """No games yet."""
        n_plots = len(keys.plots)
        return cls(
            ItemTally.empty(keys.characters),
            ItemTally.empty(keys.seats),
            ItemTally.empty(keys.policies),
            results=_zeros(len(Result)),
            turns=_zeros(1),
            stats=_zeros(STATS),
            stat_games=_zeros(STATS),
            plot_plays=_zeros(n_plots),
            plot_turns=_zeros(n_plots),
            plot_games=_zeros(n_plots),
        )

    @property
    def finished(self) -> int:
        """Games with a winner."""
        return int(self.results[Result.WON] + self.results[Result.LAST_LEFT])

    @property
    def digest(self) -> str:
        """Hash over all game rows so far, 32 hex digits."""
        return digest_text(self.lanes)

    def merge(self, other: Tallies) -> None:
        """Add the sums of other blocks of the same plan."""
        for name in ("characters", "seats", "policies"):
            getattr(self, name).merge(getattr(other, name))
        self.games += other.games
        self.decisions += other.decisions
        self.turns = _add(self.turns, other.turns)
        for name in ("results", "stats", "stat_games", "plot_plays", "plot_turns", "plot_games"):
            getattr(self, name)[:] += getattr(other, name)
        self.lanes = ((self.lanes[0] + other.lanes[0]) & MASK, (self.lanes[1] + other.lanes[1]) & MASK)


def _add(a: Ints, b: Ints) -> Ints:
    """Sum of two histograms that may differ in length."""
    if len(a) < len(b):
        a, b = b, a
    total = a.copy()
    total[: len(b)] += b
    return total


def tally_rows(keys: Keys, games: Any, seats: Any) -> Tallies:
    """The sums over the rows of whole blocks (dtypes GAME_ROW and SEAT_ROW, in order of play)."""
    tallies = Tallies.empty(keys)
    if len(games) == 0:
        return tallies
    block = seats.block - int(games.block[0])
    won = seats.won.astype(np.int64)
    finished = seats.finished.astype(np.int64)
    seat = seats.seat.astype(np.int64)
    tallies.characters.add(block, keys.character_of[seats.character], won, finished)
    tallies.seats.add(block, seat, won, finished)
    tallies.policies.add(block, keys.policy_of[seats.policy], won, finished)
    tallies.games = len(games)
    tallies.decisions = int(games.decisions.sum(dtype=np.int64))
    tallies.results = np.bincount(games.result, minlength=len(Result)).astype(np.int64)
    tallies.turns = np.bincount(games.turns).astype(np.int64)
    by_game = seats.stat.reshape(len(games), -1, STATS).sum(axis=1, dtype=np.int64)
    tallies.stats = by_game.sum(axis=0)
    tallies.stat_games = (by_game > 0).sum(axis=0).astype(np.int64)
    n_plots = len(keys.plots)
    plays = games.plot_plays[:, :n_plots]
    tallies.plot_plays = plays.sum(axis=0, dtype=np.int64)
    tallies.plot_games = (plays > 0).sum(axis=0).astype(np.int64)
    tallies.plot_turns = games.plot_turns[:, :n_plots].sum(axis=0, dtype=np.int64)
    tallies.lanes = digest_lanes(games.game, games.hash)
    return tallies
