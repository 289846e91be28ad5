"""Play a plan over threads: chunks of whole blocks, merged in order, so that what is kept has no gap."""

from __future__ import annotations

import queue
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from vs_sim.engine.batch import new_order, play_chunk
from vs_sim.engine.memory import Workspace
from vs_sim.experiments.errors import EngineError
from vs_sim.experiments.folder import RunFolder, open_folder
from vs_sim.experiments.interrupt import Interrupt
from vs_sim.experiments.plan import CHARACTER_MODES, Plan, workers_or_default
from vs_sim.experiments.provenance import replay_command
from vs_sim.experiments.sample import Sample
from vs_sim.experiments.tallies import Keys, Tallies, tally_rows
from vs_sim.jit import JIT_OFF, is_cached
from vs_sim.vocabulary import Error, word

CHUNK_SECONDS = (
    0.08  # what a chunk should take: short enough for Ctrl-C and progress, long enough for threads
)
FIRST_CHUNK = 8  # blocks
GROWTH = 4  # at most, from chunk to chunk
MAX_CHUNK_GAMES = 20_000
POLL_SECONDS = 0.1


@dataclass(frozen=True)
class Progress:
    """How far a run is."""

    games_done: int
    games_total: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        """Mean speed so far."""
        return self.games_done / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Time left at that speed; None before the first game."""
        return (self.games_total - self.games_done) / self.games_per_second if self.games_done else None


@dataclass(frozen=True)
class RunResult:
    """What came of a plan: sums over the first `games` games of it."""

    plan: Plan
    tallies: Tallies
    keys: Keys
    seconds: float  # of playing
    compile_seconds: float  # before it
    interrupted: bool
    workers: int
    folder: Path | None
    sample: Sample | None = None  # the first games one by one, where they are not in a folder

    @property
    def games(self) -> int:
        """Games played: all of the plan's, or a gap-free beginning of them."""
        return self.tallies.games

    @property
    def digest(self) -> str:
        """Hash over all game rows, 32 hex digits."""
        return self.tallies.digest

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be said beside the numbers."""
        notes = list(self.plan.notes)
        if self.games and not self.tallies.finished:
            notes.append(f"all {self.games:,} games are unfinished: there is no win rate")
        return tuple(notes)


@dataclass
class Chunk:
    """Some whole blocks that were played."""

    blocks: int
    games: Any  # rows
    seats: Any
    bad: int  # index of the first game with an error, -1
    tallies: Tallies | None
    seconds: float


class Player:
    """Plays chunks of a plan; each thread borrows a workspace."""

    def __init__(self, plan: Plan, keys: Keys, workers: int) -> None:
        self._plan = plan
        self._keys = keys
        self._order = new_order(
            plan.seed, plan.players, plan.rotations, CHARACTER_MODES[plan.characters_mode]
        )
        self._policies = np.array(plan.policy_rows, dtype=np.int64)
        self._fixed = np.array(plan.fixed_cards, dtype=np.int64)
        self._spaces: queue.SimpleQueue[Workspace] = queue.SimpleQueue()
        for _ in range(workers):
            self._spaces.put(Workspace(plan.deck.tables))

    def play(self, first_block: int, blocks: int) -> Chunk:
        """Play blocks and sum them up; any thread."""
        begun = time.perf_counter()
        space = self._spaces.get()
        try:
            games, seats, bad = play_chunk(
                space, self._order, self._policies, self._fixed, first_block, blocks
            )
            cards = space.cards.copy()
        finally:
            self._spaces.put(space)
        tallies = tally_rows(self._keys, games, seats, cards) if bad < 0 else None
        return Chunk(blocks, games, seats, bad, tallies, time.perf_counter() - begun)


class Run:
    """The loop over chunks: hands them out, merges them in order."""

    def __init__(self, plan: Plan, player: Player, keys: Keys, folder: RunFolder | None) -> None:
        self.plan = plan
        self.player = player
        self.folder = folder
        self.keys = keys
        self.sample = Sample() if folder is None else None
        self.tallies = Tallies.empty(keys)
        self.pending: deque[Future[Chunk]] = deque()
        self.next_block = 0
        self.size = min(FIRST_CHUNK, plan.blocks)
        self.fixed_size = False

    def fill(self, pool: ThreadPoolExecutor, window: int) -> None:
        """Hand out chunks until `window` of them are out."""
        while len(self.pending) < window and self.next_block < self.plan.blocks:
            blocks = min(self.size, self.plan.blocks - self.next_block)
            self.pending.append(pool.submit(self.player.play, self.next_block, blocks))
            self.next_block += blocks

    def merge_first(self) -> None:
        """Take in the oldest chunk, which is done."""
        chunk = self.pending.popleft().result()
        if chunk.tallies is None:
            raise EngineError(what_stopped(self.plan, chunk.games[chunk.bad]))
        if self.folder is not None:
            self.folder.add(chunk.games, chunk.seats)
        if self.sample is not None:
            self.sample.add(self.keys, chunk.games, chunk.seats)
        self.tallies.merge(chunk.tallies)
        if not self.fixed_size:
            self.size = _next_size(chunk, self.plan.rotations)

    def drain(self) -> None:
        """After an interrupt: call off what has not begun, take in what is done without a gap."""
        for future in reversed(self.pending):
            future.cancel()
        wait([future for future in self.pending if not future.cancelled()])
        while self.pending and not self.pending[0].cancelled():
            self.merge_first()
        self.pending.clear()


def _next_size(chunk: Chunk, rotations: int) -> int:
    wanted = int(chunk.blocks * CHUNK_SECONDS / max(chunk.seconds, 1e-6))
    most = max(1, MAX_CHUNK_GAMES // rotations)
    return max(1, min(wanted, chunk.blocks * GROWTH, most))


def what_stopped(plan: Plan, row: Any) -> str:
    """What to say of a game that ended with an error code."""
    game = int(row["game"])
    return (
        f"the engine stopped game {game} of seed {plan.seed}: {word(Error(int(row['error'])))}, after "
        f"{int(row['decisions'])} decisions (a fault of the program). To see it: {replay_command(plan, game)}"
    )


def execute(  # noqa: PLR0913  # its settings, all by keyword
    plan: Plan,
    *,
    workers: int | None = None,
    out: str | Path | None = None,
    force: bool = False,
    progress: Callable[[Progress], None] | None = None,
    chunk_blocks: int | None = None,
    on_compile: Callable[[], None] | None = None,
) -> RunResult:
    """Play a plan. Ctrl-C and SIGTERM end it early: the result says `interrupted` and holds what is complete.

    `chunk_blocks` fixes the size of chunks, which changes nothing but the speed. PlanError and FolderError come
    before any game, EngineError at the first game that the engine stopped.
    """
    workers = workers_or_default(workers)
    keys = Keys(plan)
    folder = open_folder(out, plan, keys, force=force) if out is not None else None
    try:
        player = Player(plan, keys, workers)
        compile_seconds = compile_engine(lambda: player.play(0, 0), on_compile)
        run = Run(plan, player, keys, folder)
        if chunk_blocks is not None:
            run.size, run.fixed_size = max(1, chunk_blocks), True
    except BaseException:
        if folder is not None:
            folder.abandon()
        raise
    begun = time.perf_counter()
    with Interrupt() as interrupt:
        try:
            _play(run, workers, interrupt, progress)
        finally:
            if folder is not None:
                folder.finish(run.tallies, complete=run.tallies.games == plan.games)
    return RunResult(
        plan=plan,
        tallies=run.tallies,
        keys=keys,
        seconds=time.perf_counter() - begun,
        compile_seconds=compile_seconds,
        interrupted=run.tallies.games < plan.games,
        workers=workers,
        folder=folder.path if folder is not None else None,
        sample=run.sample,
    )


def compile_engine(play_nothing: Callable[[], Any], on_compile: Callable[[], None] | None) -> float:
    """Compile, or load what was compiled, by playing no block; seconds. `on_compile` is told before it takes long."""
    begun = time.perf_counter()
    if on_compile is not None and not JIT_OFF and not is_cached():
        on_compile()
    play_nothing()
    return time.perf_counter() - begun


def _play(run: Run, workers: int, interrupt: Interrupt, progress: Callable[[Progress], None] | None) -> None:
    """Play all chunks, or until an interrupt. `progress` is called here, in the caller's thread."""
    begun = time.perf_counter()
    with ThreadPoolExecutor(max_workers=workers) as pool:
        try:
            run.fill(pool, 2 * workers)
            while run.pending and not interrupt.wanted:
                if wait([run.pending[0]], timeout=POLL_SECONDS).done:
                    run.merge_first()
                    run.fill(pool, 2 * workers)
                if progress is not None:
                    progress(Progress(run.tallies.games, run.plan.games, time.perf_counter() - begun))
            if interrupt.wanted:
                run.drain()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
