"""Sums of every block of a plan: what paired comparisons need, and no more. Kept in a folder where one is named."""

from __future__ import annotations

import hashlib
import io
import json
import time
import zipfile
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from vs_sim.engine.rows import digest_lanes, digest_text
from vs_sim.experiments.errors import EngineError
from vs_sim.experiments.execute import Chunk, Player, Progress, compile_engine
from vs_sim.experiments.folder import write_whole
from vs_sim.experiments.plan import workers_or_default
from vs_sim.experiments.provenance import replay_command
from vs_sim.experiments.tallies import MASK, Keys
from vs_sim.jit import SOURCES
from vs_sim.vocabulary import Error, word

if TYPE_CHECKING:
    from vs_sim.experiments.interrupt import Interrupt
    from vs_sim.experiments.plan import Plan

Ints = npt.NDArray[np.int64]
CHUNK_GAMES = 256  # small: an interrupt waits for one chunk, and many short plans keep all threads busy
ARRAYS = ("wins", "appearances", "seat_wins", "finished", "turns")


class InterruptedPlanError(Exception):
    """Ctrl-C came before the last block of a plan; what was played of it is lost."""


@dataclass(frozen=True)
class Blocks:
    """Sums of each block, int64. Appearances and wins are those of finished games; turns are those of all games."""

    characters: tuple[str, ...]
    games_a_block: int
    wins: Ints  # (blocks, characters)
    appearances: Ints  # (blocks, characters)
    seat_wins: Ints  # (blocks, seats)
    finished: Ints  # (blocks,) games
    turns: Ints  # (blocks,)
    lanes: tuple[int, int] = (0, 0)

    @property
    def blocks(self) -> int:
        """How many."""
        return len(self.finished)

    @property
    def games(self) -> int:
        """Games in all."""
        return self.blocks * self.games_a_block

    @property
    def digest(self) -> str:
        """Hash over all game rows, 32 hex digits, as that of a run."""
        return digest_text(self.lanes)

    @property
    def unfinished(self) -> Ints:
        """(blocks,) games without a winner."""
        return self.games_a_block - self.finished

    def first(self, blocks: int) -> Blocks:
        """The sums of the first blocks; their digest is not known."""
        return self.part(0, blocks)

    def part(self, first: int, end: int) -> Blocks:
        """The sums of the blocks from `first` on, without `end`; their digest is not known."""
        arrays = {name: getattr(self, name)[first:end] for name in ARRAYS}
        return Blocks(self.characters, self.games_a_block, **arrays)

    def then(self, other: Blocks) -> Blocks:
        """These blocks and those that follow them."""
        arrays = {name: np.concatenate([getattr(self, name), getattr(other, name)]) for name in ARRAYS}
        lanes = ((self.lanes[0] + other.lanes[0]) & MASK, (self.lanes[1] + other.lanes[1]) & MASK)
        return Blocks(self.characters, self.games_a_block, **arrays, lanes=lanes)


def sum_rows(keys: Keys, plan: Plan, games: Any, seats: Any) -> Blocks:
    """The sums of the rows of whole blocks (dtypes GAME_ROW and SEAT_ROW, in order of play)."""
    n = len(games) // plan.rotations
    block = np.repeat(np.arange(n), plan.rotations * plan.players)

    def count(item: Any, items: int, weights: Any) -> Ints:
        cell = block * items + item
        sums = np.bincount(cell, weights=weights, minlength=n * items)
        return sums.astype(np.int64).reshape(n, items)

    character = keys.character_of[seats.character]
    n_characters = len(keys.characters)
    finished = seats.finished[:: plan.players].reshape(n, -1)
    return Blocks(
        characters=keys.characters,
        games_a_block=plan.rotations,
        wins=count(character, n_characters, seats.won),
        appearances=count(character, n_characters, seats.finished),
        seat_wins=count(seats.seat.astype(np.int64), plan.players, seats.won),
        finished=finished.sum(axis=1, dtype=np.int64),
        turns=games.turns.reshape(n, -1).sum(axis=1, dtype=np.int64),
        lanes=digest_lanes(games.game, games.hash),
    )


def plan_key(plan: Plan, first: int = 0) -> str:
    """32 hex digits over all that the blocks of a plan hang on: engine, deck, table, policies, seed, blocks."""
    told = [
        SOURCES,
        plan.deck.hash,
        plan.players,
        plan.policy_text,
        [list(row) for row in plan.policy_rows],
        plan.weights_hash,
        plan.characters_text,
        plan.seed,
        plan.rotate,
        first,
        plan.blocks,
    ]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:32]


class Lab:
    """Plays plans one after another, each once: what was played is kept, in `folder` beyond this session too.

    `total`: games of all plans, for the progress. Ctrl-C (through `interrupt`) raises InterruptedPlanError.
    """

    def __init__(  # its settings, all by keyword
        self,
        *,
        workers: int | None = None,
        folder: Path | None = None,
        total: int = 0,
        interrupt: Interrupt | None = None,
        progress: Callable[[Progress], None] | None = None,
        on_compile: Callable[[], None] | None = None,
    ) -> None:
        self.workers = workers_or_default(workers)
        self.folder = folder
        self.total = total
        self.games = 0  # played or found
        self.found = 0  # games found in the folder
        self._held: dict[str, Blocks] = {}
        self._interrupt = interrupt
        self._progress = progress
        self._on_compile = on_compile
        self._begun = time.perf_counter()
        self._pool = ThreadPoolExecutor(max_workers=self.workers)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    @property
    def seconds(self) -> float:
        """Since it was made."""
        return time.perf_counter() - self._begun

    def play(self, plan: Plan, first: int = 0) -> Blocks:
        """The sums of the plan's blocks from `first` on; EngineError at a game that the engine stopped."""
        key = plan_key(plan, first)
        held = self._held.get(key) or self._read(key)
        if held is None:
            held = self._play(plan, first)
            self._write(key, held)
        else:
            self.games += held.games
        self._held[key] = held
        return held

    def _play(self, plan: Plan, first: int) -> Blocks:
        compile_engine(self._on_compile)  # before the threads would
        keys = Keys(plan)
        player = Player(plan, keys, self.workers)
        size = max(1, CHUNK_GAMES // plan.rotations)
        waiting = deque(range(first, plan.blocks, size))
        pending: deque[Future[Chunk]] = deque()
        parts: list[Blocks] = []
        while waiting or pending:
            while waiting and len(pending) < 2 * self.workers:
                block = waiting.popleft()
                pending.append(self._pool.submit(player.play, block, min(size, plan.blocks - block)))
            parts.append(self._sum(plan, keys, pending.popleft().result()))
            if self._interrupt is not None and self._interrupt.wanted:
                for future in pending:
                    future.cancel()
                raise InterruptedPlanError
        return _joined(parts)

    def _sum(self, plan: Plan, keys: Keys, chunk: Chunk) -> Blocks:
        if chunk.bad >= 0:
            row = chunk.games[chunk.bad]
            game = int(row["game"])
            raise EngineError(
                f"the engine stopped game {game} of seed {plan.seed}: {word(Error(int(row['error'])))} "
                f"(a fault of the program). To see it: {replay_command(plan, game)}"
            )
        self.games += len(chunk.games)
        if self._progress is not None:
            self._progress(Progress(self.games, max(self.total, self.games), self.seconds))
        return sum_rows(keys, plan, chunk.games, chunk.seats)

    def _read(self, key: str) -> Blocks | None:
        path = None if self.folder is None else self.folder / f"{key}.npz"
        if path is None or not path.exists():
            return None
        try:
            with np.load(path, allow_pickle=False) as held:
                arrays = {name: held[name].astype(np.int64) for name in ARRAYS}
                characters = tuple(str(name) for name in held["characters"])
                lanes = held["lanes"]
                read = Blocks(
                    characters,
                    int(held["games_a_block"]),
                    **arrays,
                    lanes=(int(lanes[0]), int(lanes[1])),
                )
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            return None  # played anew
        self.found += read.games
        return read

    def _write(self, key: str, blocks: Blocks) -> None:
        if self.folder is None:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        arrays: dict[str, Any] = {name: getattr(blocks, name).astype(np.int32) for name in ARRAYS}
        arrays["characters"] = np.array(blocks.characters)
        arrays["games_a_block"] = np.int64(blocks.games_a_block)
        arrays["lanes"] = np.array(blocks.lanes, dtype=np.uint64)

        packed = io.BytesIO()
        np.savez_compressed(packed, **arrays)
        write_whole(self.folder / f"{key}.npz", packed.getvalue())


def _joined(parts: list[Blocks]) -> Blocks:
    arrays = {name: np.concatenate([getattr(part, name) for part in parts]) for name in ARRAYS}
    lanes = (sum(part.lanes[0] for part in parts) & MASK, sum(part.lanes[1] for part in parts) & MASK)
    return Blocks(parts[0].characters, parts[0].games_a_block, **arrays, lanes=lanes)
