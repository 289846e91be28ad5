"""Variants on the same blocks: each block is played by all of them, one after the other, and summed up together."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from vs_sim.experiments.errors import EngineError, PlanError
from vs_sim.experiments.execute import (
    CHUNK_SECONDS,
    FIRST_CHUNK,
    GROWTH,
    POLL_SECONDS,
    Chunk,
    Player,
    Progress,
    compile_engine,
    what_stopped,
)
from vs_sim.experiments.interrupt import Interrupt
from vs_sim.experiments.plan import Plan, workers_or_default
from vs_sim.experiments.tallies import Keys, Tallies

Ints = npt.NDArray[np.int64]
LOOK_BLOCKS = (
    250  # a stopping rule looks at every so many blocks, whatever the chunks: the same run on every machine
)
MAX_CHUNK_BLOCKS = 5_000
TURNS = "turns"
UNFINISHED = "unfinished"


class PairItems(NamedTuple):
    """What is compared, in this order: characters of either variant, seats, turns a game, unfinished games."""

    characters: tuple[str, ...]
    seats: tuple[str, ...]

    @property
    def size(self) -> int:
        """Items in all."""
        return len(self.characters) + len(self.seats) + 2


@dataclass
class PairTally:
    """Sums over blocks of a variant b beside the first one, a; int64 by item.

    Within a block an item has w wins (turns, unfinished games) in f games. Rows of `a` and `b`: w, f, blocks with f > 0, ww,
    wf, ff, as BlockSums; rows of `products`: w_a w_b, w_a f_b, f_a w_b, f_a f_b; `blocks`: with f > 0 in either.
    """

    a: Ints  # (6, items)
    b: Ints
    products: Ints  # (4, items)
    blocks: Ints  # (items,)

    @classmethod
    def empty(cls, items: PairItems) -> PairTally:
        """No games yet."""
        a, b, products = (np.zeros((n, items.size), dtype=np.int64) for n in (6, 6, 4))
        return cls(a, b, products, np.zeros(items.size, dtype=np.int64))

    def merge(self, other: PairTally) -> None:
        """Add the sums of other blocks."""
        for name in ("a", "b", "products", "blocks"):
            getattr(self, name)[:] += getattr(other, name)


def by_block(items: PairItems, keys: Keys, games: Any, seats: Any) -> tuple[Ints, Ints]:
    """The w and f of each block and item, int64 (blocks, items), from the rows of whole blocks."""
    numbers = {name: i for i, name in enumerate(items.characters)}
    of_character = np.array([numbers[name] for name in keys.characters], dtype=np.int64)
    n_blocks, size, n = int(games.block[-1] - games.block[0]) + 1, items.size, len(items.characters)
    block = (seats.block - games.block[0]) * size
    character = block + of_character[keys.character_of[seats.character]]
    seat = block + n + seats.seat
    game = (games.block - games.block[0]) * size
    left = (games.winner < 0).astype(np.int64)
    ones = np.ones(len(games), dtype=np.int64)
    cell = np.concatenate([character, seat, game + size - 2, game + size - 1])
    w = np.concatenate([seats.won, seats.won, games.turns, left])
    f = np.concatenate([seats.finished, seats.finished, ones, ones])
    shape = (n_blocks, size)
    held = (np.bincount(cell, weights=part, minlength=n_blocks * size) for part in (w, f))
    first, second = (part.astype(np.int64).reshape(shape) for part in held)
    return first, second


def pair_up(a: tuple[Ints, Ints], b: tuple[Ints, Ints]) -> PairTally:
    """The sums of two variants from their w and f by block."""
    (wa, fa), (wb, fb) = a, b

    def own(w: Ints, f: Ints) -> Ints:
        return np.stack([part.sum(axis=0) for part in (w, f, f > 0, w * w, w * f, f * f)])

    products = np.stack([part.sum(axis=0) for part in (wa * wb, wa * fb, fa * wb, fa * fb)])
    return PairTally(own(wa, fa), own(wb, fb), products, ((fa > 0) | (fb > 0)).sum(axis=0))


@dataclass
class PairedResult:
    """What came of variants on the same blocks: tallies of each, and of each but the first its sums beside the first."""

    plans: tuple[Plan, ...]
    keys: tuple[Keys, ...]
    items: PairItems
    tallies: list[Tallies]
    pairs: list[PairTally]
    workers: int
    seconds: float = 0.0
    compile_seconds: float = 0.0
    interrupted: bool = False
    stopped: bool = False  # by the stopping rule, or because its time was over
    notes: tuple[str, ...] = field(default=())

    @property
    def games(self) -> int:
        """Games of each variant."""
        return self.tallies[0].games

    @property
    def blocks(self) -> int:
        """Blocks played."""
        return self.games // self.plans[0].rotations

    @property
    def digests(self) -> tuple[str, ...]:
        """Of each variant, over its game rows."""
        return tuple(tallies.digest for tallies in self.tallies)


# Whether to stop, asked after every LOOK_BLOCKS blocks; `analysis.sequential` makes such rules.
StoppingRule = Callable[[PairedResult], bool]


@dataclass
class PairedChunk:
    """Some blocks that all variants played."""

    chunks: list[Chunk]
    pairs: list[PairTally]
    seconds: float


class Variants:
    """Plays all variants of some blocks."""

    def __init__(self, plans: Sequence[Plan], keys: Sequence[Keys], items: PairItems, workers: int) -> None:
        self._players = [Player(plan, key, workers) for plan, key in zip(plans, keys, strict=True)]
        self._keys = keys
        self._items = items

    def play(self, first_block: int, blocks: int) -> PairedChunk:
        """Play blocks with every variant; any thread."""
        begun = time.perf_counter()
        chunks = [player.play(first_block, blocks) for player in self._players]
        pairs: list[PairTally] = []
        if blocks and all(chunk.bad < 0 for chunk in chunks):
            sides = [
                by_block(self._items, key, chunk.games, chunk.seats)
                for key, chunk in zip(self._keys, chunks, strict=True)
            ]
            pairs = [pair_up(sides[0], side) for side in sides[1:]]
        return PairedChunk(chunks, pairs, time.perf_counter() - begun)


def execute_paired(
    plans: Sequence[Plan],
    *,
    workers: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    on_compile: Callable[[], None] | None = None,
    stop: StoppingRule | None = None,
    max_seconds: float | None = None,
) -> PairedResult:
    """Play variants on the same blocks; the first one is what the others are compared with.

    The plans must agree in players, seed, rotation and blocks (PlanError). Ctrl-C ends it early, with what is complete
    of all variants. `stop` is asked after every LOOK_BLOCKS blocks.
    """
    _check(plans)
    workers = workers_or_default(workers)
    keys = tuple(Keys(plan) for plan in plans)
    names = dict.fromkeys(name for key in keys for name in key.characters)
    items = PairItems(tuple(names), keys[0].seats)
    variants = Variants(plans, keys, items, workers)
    result = PairedResult(
        plans=tuple(plans),
        keys=keys,
        items=items,
        tallies=[Tallies.empty(key) for key in keys],
        pairs=[PairTally.empty(items) for _ in plans[1:]],
        workers=workers,
        notes=tuple(dict.fromkeys(note for plan in plans for note in plan.notes)),
    )
    result.compile_seconds = compile_engine(on_compile)
    begun = time.perf_counter()
    loop = _Loop(variants, result, stop, max_seconds)
    with Interrupt() as interrupt:
        loop.run(interrupt, progress)
    result.seconds = time.perf_counter() - begun
    result.interrupted = bool(interrupt.wanted) and result.blocks < plans[0].blocks
    return result


def _check(plans: Sequence[Plan]) -> None:
    for name in ("players", "seed", "rotate", "blocks"):
        if len({getattr(plan, name) for plan in plans}) > 1:
            raise PlanError(f"{name}: variants that are compared must have the same")


class _Loop:
    """Hands out blocks, takes them in in order, asks the stopping rule."""

    def __init__(
        self, variants: Variants, result: PairedResult, stop: StoppingRule | None, max_seconds: float | None
    ) -> None:
        self.variants = variants
        self.result = result
        self.stop = stop
        self.until = None if max_seconds is None else time.perf_counter() + max_seconds
        self.pending: deque[tuple[int, Future[PairedChunk]]] = deque()
        self.next_block = 0
        self.size = FIRST_CHUNK

    def run(self, interrupt: Interrupt, progress: Callable[[Progress], None] | None) -> None:
        """Until all blocks are played, the rule says stop, the time is over, or an interrupt."""
        begun = time.perf_counter()
        total = self.result.plans[0].games
        with ThreadPoolExecutor(max_workers=self.result.workers) as pool:
            try:
                self.fill(pool)
                while self.pending and not interrupt.wanted and not self.result.stopped:
                    if wait([self.pending[0][1]], timeout=POLL_SECONDS).done:
                        self.merge_first()
                        self.fill(pool)
                    if progress is not None:
                        progress(Progress(self.result.games, total, time.perf_counter() - begun))
            finally:
                pool.shutdown(wait=True, cancel_futures=True)

    def fill(self, pool: ThreadPoolExecutor) -> None:
        """Hand out chunks, none across a look of the stopping rule."""
        blocks = self.result.plans[0].blocks
        while len(self.pending) < 2 * self.result.workers and self.next_block < blocks:
            to_look = LOOK_BLOCKS - self.next_block % LOOK_BLOCKS
            size = min(self.size, blocks - self.next_block, to_look if self.stop else MAX_CHUNK_BLOCKS)
            self.pending.append((size, pool.submit(self.variants.play, self.next_block, size)))
            self.next_block += size

    def merge_first(self) -> None:
        """Take in the oldest chunk, which is done."""
        blocks, future = self.pending.popleft()
        done = future.result()
        result = self.result
        for plan, tallies, chunk in zip(result.plans, result.tallies, done.chunks, strict=True):
            if chunk.tallies is None:
                raise EngineError(what_stopped(plan, chunk.games[chunk.bad]))
            tallies.merge(chunk.tallies)
        for pair, more in zip(result.pairs, done.pairs, strict=True):
            pair.merge(more)
        wanted = int(blocks * CHUNK_SECONDS / max(done.seconds, 1e-6))
        self.size = max(1, min(wanted, blocks * GROWTH, MAX_CHUNK_BLOCKS))
        if self.stop is not None and result.blocks % LOOK_BLOCKS == 0:
            result.stopped = self.stop(result)
        if self.until is not None and time.perf_counter() > self.until:
            result.stopped = True
