"""Play a plan over threads: chunks of whole blocks, merged in order, so that what is kept has no gap."""

from __future__ import annotations

import queue
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from vs_sim.engine.batch import new_order, play_chunk, run_engine
from vs_sim.engine.memory import Workspace
from vs_sim.engine.sums import sum_rows
from vs_sim.experiments.errors import EngineError, FolderError
from vs_sim.experiments.folder import RunFolder, open_folder
from vs_sim.experiments.interrupt import Interrupt
from vs_sim.experiments.plan import CHARACTER_MODES, Plan, workers_or_default
from vs_sim.experiments.provenance import replay_command, run_command
from vs_sim.experiments.sample import Sample
from vs_sim.experiments.stopping import StoppingRule, next_look
from vs_sim.experiments.tallies import Keys, Tallies, tally_rows
from vs_sim.jit import is_compiled, prepare
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
    """How far a run is; earlier sessions of a resumed run count as games, not as time."""

    games_done: int
    games_total: int
    seconds: float  # of this session
    games_before: int = 0  # played in earlier sessions
    max_seconds: float | None = None
    games_needed: int | None = None  # as the stopping rule guesses

    @property
    def games_per_second(self) -> float:
        """Mean speed so far."""
        return (self.games_done - self.games_before) / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Time left until the first of the ends; None before the first game."""
        left = [seconds for seconds in self.ends.values() if seconds is not None]
        return min(left) if left else None

    @property
    def ends(self) -> dict[str, float | None]:
        """Seconds left to each end that the run can come to: all games, its time, the precision asked for."""
        speed = self.games_per_second

        def until(games: int) -> float | None:
            return max(0.0, (games - self.games_done) / speed) if speed > 0 else None

        ends = {"games": until(self.games_total)}
        if self.max_seconds is not None:
            ends["time"] = max(0.0, self.max_seconds - self.seconds)
        if self.games_needed is not None:
            ends["precision"] = until(self.games_needed)
        return ends


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
    stopped: str = ""  # why it ended before its last game, where a rule or the time said so
    resumed_games: int = 0  # of these, played in earlier sessions
    bytes_written: int = 0  # all shards
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
        if self.resumed_games:
            notes.append(f"resumed after {self.resumed_games:,} games")
        if self.stopped:
            notes.append(f"ended after {self.games:,} games: {self.stopped}")
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
        weights = plan.policy_weights
        self._spaces: queue.SimpleQueue[Workspace] = queue.SimpleQueue()
        for _ in range(workers):
            self._spaces.put(Workspace(plan.deck.tables, weights))

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

    def __init__(self, plan: Plan, keys: Keys, folder: RunFolder | None, rule: StoppingRule | None) -> None:
        self.plan = plan
        self.folder = folder
        self.keys = keys
        self.sample = Sample() if folder is None else None
        self.rule = rule
        self.tallies = folder.tallies if folder is not None else Tallies.empty(keys)
        self.before = self.tallies.games  # of earlier sessions
        self.seconds_before = folder.seconds if folder is not None else 0.0
        self.begun = time.monotonic()
        self.pending: deque[Any] = deque()  # futures of chunks
        self.merged = plan.first_block + self.before // plan.rotations  # blocks up to here are merged
        self.next_block = self.merged
        self.end = plan.first_block + plan.blocks
        self.size = min(FIRST_CHUNK, plan.blocks)
        self.seconds_a_chunk = CHUNK_SECONDS
        self.fixed_size = False
        self.on_rows: Callable[[Any, Any], None] | None = None
        self.stopped = ""
        self.games_needed: int | None = None
        if rule is not None and self.merged and next_look(self.merged - 1) == self.merged:
            self._ask()

    @property
    def seconds(self) -> float:
        """Time of playing, in all sessions."""
        return self.seconds_before + time.monotonic() - self.begun

    def fill(self, team: Team, window: int) -> None:
        """Hand out chunks until `window` of them are out. None goes beyond a shard or a look of the rule."""
        while len(self.pending) < window and self.next_block < self.end:
            blocks = min(self.size, self.end - self.next_block)
            if self.folder is not None:
                blocks = min(blocks, self.folder.room(self.next_block))
            if self.rule is not None:
                blocks = min(blocks, next_look(self.next_block) - self.next_block)
            self.pending.append(team.submit(self.next_block, blocks))
            self.next_block += blocks

    def merge_first(self) -> None:
        """Take in the oldest chunk, which is done."""
        chunk: Chunk = self.pending.popleft().result()
        if chunk.tallies is None:
            raise EngineError(what_stopped(self.plan, chunk.games[chunk.bad]))
        self.tallies.merge(chunk.tallies)
        self.merged += chunk.blocks
        if self.folder is not None:
            self.folder.add(chunk.games, chunk.seats)
            self.folder.write_due(self.tallies, self.seconds)
        if self.on_rows is not None:
            self.on_rows(chunk.games, chunk.seats)
        if self.sample is not None:
            self.sample.add(self.keys, chunk.games, chunk.seats)
        if self.rule is not None and next_look(self.merged - 1) == self.merged:
            self._ask()
        if not self.fixed_size:
            self.size = _next_size(chunk, self.plan.rotations, self.seconds_a_chunk)

    def _ask(self) -> None:
        assert self.rule is not None  # noqa: S101  # said by the callers
        self.stopped, self.games_needed = self.rule(self.tallies)

    def drain(self, team: Team) -> None:
        """Before the end: call off what has not begun, take in what is done without a gap."""
        team.call_off(self.pending)
        while self.pending and not self.stopped and team.is_done(self.pending[0], 0.0):
            self.merge_first()
        self.pending.clear()

    def progress(self, max_seconds: float | None) -> Progress:
        """How far it is now."""
        return Progress(
            games_done=self.tallies.games,
            games_total=self.plan.games,
            seconds=time.monotonic() - self.begun,
            games_before=self.before,
            max_seconds=max_seconds,
            games_needed=self.games_needed,
        )


class Team(Protocol):
    """Who plays chunks: threads of this process, or a cluster."""

    workers: int
    seconds_a_chunk: float
    window: int  # chunks that should be out at a time

    def submit(self, first_block: int, blocks: int) -> Any:
        """Have blocks played; a future whose `result()` is a Chunk."""
        ...

    def is_done(self, future: Any, timeout: float) -> bool:
        """Whether a chunk is done, after waiting for it at most so many seconds."""
        ...

    def call_off(self, futures: Sequence[Any]) -> None:
        """Cancel what has not begun and let the rest end, if that is a matter of moments."""
        ...

    def close(self) -> None:
        """Let all go home."""
        ...


class Threads:
    """Threads of this process."""

    seconds_a_chunk = CHUNK_SECONDS

    def __init__(self, player: Player, workers: int) -> None:
        self.workers = workers
        self.window = 4 * workers
        self._player = player
        self._pool = ThreadPoolExecutor(max_workers=workers)

    def submit(self, first_block: int, blocks: int) -> Future[Chunk]:
        """See Team."""
        return self._pool.submit(self._player.play, first_block, blocks)

    def is_done(self, future: Future[Chunk], timeout: float) -> bool:
        """See Team."""
        return not future.cancelled() and bool(wait([future], timeout=timeout).done)

    def call_off(self, futures: Sequence[Future[Chunk]]) -> None:
        """See Team."""
        for future in reversed(futures):
            future.cancel()
        wait([future for future in futures if not future.cancelled()])

    def close(self) -> None:
        """See Team."""
        self._pool.shutdown(wait=True, cancel_futures=True)


def _next_size(chunk: Chunk, rotations: int, seconds: float) -> int:
    wanted = int(chunk.blocks * seconds / max(chunk.seconds, 1e-6))
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
    resume: bool = False,
    until: StoppingRule | None = None,
    max_seconds: float | None = None,
    backend: str = "local",
    scheduler: str | None = None,
    progress: Callable[[Progress], None] | None = None,
    chunk_blocks: int | None = None,
    on_compile: Callable[[], None] | None = None,
    on_rows: Callable[[Any, Any], None] | None = None,
) -> RunResult:
    """Play a plan. Ctrl-C and SIGTERM end it early: the result says `interrupted` and holds what is complete.

    `on_rows` is given the game and seat rows of each chunk, in order.
    `until` is asked at always the same numbers of blocks whether the run may end; `max_seconds` of playing end it, too.
    `chunk_blocks` fixes the size of chunks, which changes nothing but the speed. PlanError and FolderError come
    before any game (and FolderError when a shard cannot be written), EngineError at the first game that the engine stopped.
    """
    workers = workers_or_default(workers)
    keys = Keys(plan)
    folder = open_folder(out, plan, keys, force=force, resume=resume) if out is not None else None
    team: Team | None = None
    try:
        compile_seconds = 0.0
        if backend == "dask":
            from vs_sim.experiments.dask_team import DaskTeam

            if scheduler is None:  # so that not each worker compiles
                compile_seconds = compile_engine(on_compile)
            team = DaskTeam(plan, workers, scheduler, rows=folder is not None)
        else:
            player = Player(plan, keys, workers)
            compile_seconds = compile_engine(on_compile)
            team = Threads(player, workers)
    except BaseException:
        if folder is not None:
            folder.abandon()
        raise
    run = Run(plan, keys, folder, until)
    run.seconds_a_chunk = team.seconds_a_chunk
    run.on_rows = on_rows
    if chunk_blocks is not None:
        run.size, run.fixed_size = max(1, chunk_blocks), True
    with Interrupt() as interrupt:
        _play_and_keep(run, team, interrupt, max_seconds, progress)
    return RunResult(
        plan=plan,
        tallies=run.tallies,
        keys=keys,
        seconds=run.seconds,
        compile_seconds=compile_seconds,
        interrupted=run.tallies.games < plan.games and not run.stopped,
        workers=team.workers,
        folder=folder.path if folder is not None else None,
        stopped=run.stopped,
        resumed_games=run.before,
        bytes_written=folder.bytes_written if folder is not None else 0,
        sample=run.sample,
    )


def compile_engine(on_compile: Callable[[], None] | None) -> float:
    """Load what was compiled, or compile; seconds. `on_compile` is told before it takes long."""
    begun = time.perf_counter()
    if on_compile is not None and not is_compiled(run_engine):
        on_compile()
    prepare(run_engine)
    prepare(sum_rows)
    return time.perf_counter() - begun


def _play_and_keep(
    run: Run,
    team: Team,
    interrupt: Interrupt,
    max_seconds: float | None,
    progress: Callable[[Progress], None] | None,
) -> None:
    """Play, and leave the folder whole however that ends."""
    folder = run.folder
    try:
        state = "interrupted"
        try:
            _play(run, team, interrupt, max_seconds, progress)
            complete = run.tallies.games == run.plan.games
            state = "complete" if complete else "stopped" if run.stopped else state
        finally:
            if folder is not None and not folder.failed:
                folder.finish(run.tallies, run.seconds, state)
            elif folder is not None:
                folder.close()
    except FolderError as error:
        assert folder is not None  # noqa: S101  # who else would say so
        folder.close()
        again = run_command(run.plan, "--out", str(folder.path), "--resume")
        raise FolderError(f"{error}; {folder.games_kept:,} games are kept. To go on: {again}") from error


def _play(
    run: Run,
    team: Team,
    interrupt: Interrupt,
    max_seconds: float | None,
    progress: Callable[[Progress], None] | None,
) -> None:
    """Play all chunks, or until an end comes earlier. `progress` is called here, in the caller's thread."""
    run.begun = time.monotonic()
    try:
        while not run.stopped and not interrupt.wanted:
            if max_seconds is not None and time.monotonic() - run.begun >= max_seconds:
                run.drain(team)
                run.stopped = run.stopped or f"the time limit of {max_seconds:g} s was reached"
                break
            run.fill(team, team.window)
            if not run.pending:
                break
            if team.is_done(run.pending[0], POLL_SECONDS):
                run.merge_first()
            if progress is not None:
                progress(run.progress(max_seconds))
        if interrupt.wanted:
            run.drain(team)
    finally:
        team.close()
