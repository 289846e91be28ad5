"""`scripts/fuzz`: cases of a seed side by side until games or time are up; what differs is kept, made small, kept again."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from multiprocessing import active_children, get_context
from pathlib import Path

from tests.reference.cases import GAMES, Failure, play, random_case, replay
from tests.reference.shrink import keep, kept, shrink

GAMES_ASKED = 100_000
SECONDS = 7200  # two processors play so many games in about 100 minutes


@dataclass(frozen=True)
class Tried:
    """What came of a case."""

    index: int
    games: int
    decisions: int
    failure: Failure | None


@dataclass
class Tally:
    """What came of all of them; each kind of difference is kept once."""

    games: int = 0
    cases: int = 0
    decisions: int = 0
    failures: int = 0
    kinds: set[frozenset[str]] = field(default_factory=set[frozenset[str]])

    def add(self, tried: Tried) -> bool:
        """Count a case; whether it failed in a way that is new."""
        self.games += tried.games
        self.cases += 1
        self.decisions += tried.decisions
        if tried.failure is None:
            return False
        self.failures += 1
        new = tried.failure.kind not in self.kinds
        self.kinds.add(tried.failure.kind)
        return new


def try_case(seed: int, index: int) -> Tried:
    """Play one case of a seed."""
    case = random_case(seed, index)
    failure, decisions = play(case)
    return Tried(index, GAMES if failure is None else failure.game + 1, decisions, failure)


def tried(work: Callable[[int], Tried], cases: int, workers: int, until: float) -> Iterator[Tried]:
    """Case after case as they are done, until a time of the clock; a case may take minutes, so it is broken off then.

    One worker plays in this process, the case at hand to its end.
    """
    indices = range(cases)
    if workers == 1:
        for index in indices:
            yield work(index)
            if time.monotonic() > until:
                return
        return
    others = active_children()
    with ProcessPoolExecutor(workers, get_context("spawn"), quiet) as pool:
        waiting = iter(indices)
        running = {pool.submit(work, index) for index in islice(waiting, workers)}
        try:
            while running and (left := until - time.monotonic()) > 0:
                done, running = wait(running, left, FIRST_COMPLETED)
                running |= {pool.submit(work, index) for index in islice(waiting, len(done))}
                yield from (one.result() for one in done)
        finally:
            if running:
                for process in set(active_children()).difference(others):
                    process.terminate()
            pool.shutdown(cancel_futures=True)


def say(text: str) -> None:
    """Print at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def quiet() -> None:
    """No warnings of numbers that wrap (NUMBA_DISABLE_JIT)."""
    warnings.filterwarnings("ignore", "overflow", RuntimeWarning)


def fuzz(asked: argparse.Namespace) -> int:
    """Play until the games or the time are up; 1 if anything differed."""
    say(f"fuzz: seed {asked.seed}")
    begun, tally = time.monotonic(), Tally()
    work = partial(try_case, asked.seed)
    for one in tried(work, -(-asked.games // GAMES), asked.workers, begun + asked.time):
        if tally.add(one) and one.failure is not None:
            keep_it(one.failure, asked.folder / f"seed-{asked.seed}-case-{one.index}", asked.shrink)
    say(summary(tally, asked.seed, time.monotonic() - begun))
    return 1 if tally.failures else 0


def keep_it(failure: Failure, stem: Path, seconds: float) -> Path:
    """Keep a failure as it was met, then the smallest one found; say where and what."""
    say(f"\n{failure.message}\nkept: {keep(failure, stem.with_suffix('.json'))}")
    small = shrink(failure, seconds)
    path = keep(small, stem.with_name(f"{stem.name}-small.json"))
    say(f"made small: {len(small.choices)} decisions, {len(small.case.text.splitlines())} lines of deck")
    say(f"{small.message}\nkept: {path}\nagain: scripts/fuzz --replay {path}\n")
    return path


def summary(tally: Tally, seed: int, seconds: float) -> str:
    """The result in one line."""
    wrong = (
        f"{tally.failures:,} cases differ, in {len(tally.kinds)} ways" if tally.failures else "no difference"
    )
    rate = tally.games / max(seconds, 1e-9) * 60
    return (
        f"fuzz: {wrong}; seed {seed}, {tally.games:,} games of {tally.cases:,} cases, {tally.decisions:,} decisions "
        f"in {seconds:,.0f} s ({rate:,.0f} games a minute)"
    )


def again(path: Path) -> int:
    """Replay a kept failure: 1 if it still differs."""
    failure = kept(path)
    found = replay(failure)
    say("fuzz: no difference any more" if found is None else found.message)
    return 0 if found is None else 1


def main(arguments: list[str]) -> int:
    """The command line of scripts/fuzz."""
    parser = argparse.ArgumentParser(
        prog="scripts/fuzz",
        description="Hold the engine to the reference engine, decision by decision, on random decks.",
    )
    parser.add_argument(
        "--games",
        type=int,
        default=GAMES_ASKED,
        help=f"at most so many, in whole cases of {GAMES} ({GAMES_ASKED})",
    )
    parser.add_argument("--time", type=float, default=SECONDS, help=f"at most so many seconds ({SECONDS})")
    parser.add_argument("--seed", type=int, help="names the cases (a new one each time)")
    parser.add_argument(
        "--workers", type=int, default=os.cpu_count() or 1, help="processes (one a processor)"
    )
    parser.add_argument("--shrink", type=float, default=60, help="seconds to make a difference small (60)")
    parser.add_argument(
        "--folder", type=Path, default=Path("runs/fuzz"), help="where differences go (runs/fuzz)"
    )
    parser.add_argument(
        "--replay", type=Path, metavar="FILE", help="play a kept difference again, nothing else"
    )
    asked = parser.parse_args(arguments)
    quiet()
    if asked.replay is not None:
        return again(asked.replay)
    if asked.seed is None:
        asked.seed = secrets.randbelow(10**6)
    return fuzz(asked)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
