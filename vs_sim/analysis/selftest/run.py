"""The self-test: all proofs in order, and the JSON object of `vs-sim selftest`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from vs_sim.analysis.selftest.alarms import alarms
from vs_sim.analysis.selftest.coverage import coverage
from vs_sim.analysis.selftest.planted import most_even, plant, planted
from vs_sim.analysis.selftest.proof import Proof
from vs_sim.analysis.selftest.published import published
from vs_sim.analysis.selftest.recorded import digests
from vs_sim.cards import load_deck, shuffled_otherwise
from vs_sim.experiments.blocks import InterruptedPlanError, Lab
from vs_sim.experiments.interrupt import Interrupt
from vs_sim.experiments.plan import plan_run
from vs_sim.experiments.provenance import program_record

if TYPE_CHECKING:
    import polars as pl

    from vs_sim.experiments.execute import Progress

SCHEMA = "vs-sim/selftest/1"
LONG = 1_000_003  # added to the seed: the long run's games are others


@dataclass(frozen=True)
class Size:
    """How much is played and simulated."""

    blocks: int  # of the run, of each variant
    variants: int  # of the same law
    range: int  # blocks of a comparison
    path: int  # blocks of a sequential test
    long: int  # blocks of the long run
    simulated: int  # runs


QUICK = Size(blocks=2_000, variants=1, range=50, path=500, long=3_000, simulated=2_500)
FULL = Size(blocks=20_000, variants=3, range=100, path=1_000, long=20_000, simulated=20_000)


@dataclass(frozen=True)
class Selftest:
    """What was proven, and the same as the JSON object of `vs-sim selftest`."""

    json: dict[str, Any]

    @property
    def checks(self) -> pl.DataFrame:
        """One row a check: part, check, expected, found (as text), low, high, holds, source."""
        import polars as pl

        rows = [row | {name: str(row[name]) for name in ("expected", "found")} for row in self.json["checks"]]
        return pl.DataFrame(rows, schema_overrides={"low": pl.Float64, "high": pl.Float64})

    @property
    def holds(self) -> bool:
        """Whether all checks hold and none is missing."""
        return self.json["verdict"] == "pass"


def selftest(
    *,
    quick: bool = False,
    seed: int = 0,
    workers: int | None = None,
    size: Size | None = None,
    progress: Callable[[Progress], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Selftest:
    """Prove the statistics and the digest on this machine; Ctrl-C gives what was proven until then."""
    size = size or (QUICK if quick else FULL)
    begun = time.perf_counter()
    proofs: list[Proof] = []
    games = 4 * ((2 + size.variants) * size.blocks + 2 * size.long)
    interrupted = False
    with (
        Interrupt() as interrupt,
        Lab(
            workers=workers, total=games, interrupt=interrupt, progress=progress, on_compile=on_compile
        ) as lab,
    ):
        try:
            proofs.extend(_proofs(lab, size, seed))
        except InterruptedPlanError:
            interrupted = True
        played = lab.games
    seconds = time.perf_counter() - begun
    return Selftest(
        _json(proofs, seed=seed, quick=quick, games=played, seconds=seconds, interrupted=interrupted)
    )


def _proofs(lab: Lab, size: Size, seed: int) -> Iterator[Proof]:
    yield from digests(lab, load_deck)
    yield from published()
    yield from coverage(size.simulated, seed)
    deck = load_deck("base")
    plan = plan_run(deck, games=4 * size.blocks, seed=seed)
    base = lab.play(plan)
    others = [lab.play(replace(plan, deck=shuffled_otherwise(deck, n))) for n in range(size.variants)]
    yield from alarms(base, others, size.range, size.path)
    name = most_even(base)
    with_power = plant(deck, name)
    long_plan = plan_run(deck, games=4 * size.long, seed=seed + LONG)
    runs = base, lab.play(replace(plan, deck=with_power))
    long_runs = lab.play(long_plan), lab.play(replace(long_plan, deck=with_power))
    yield from planted(name, runs, long_runs, size.range)


def _json(
    proofs: list[Proof], *, seed: int, quick: bool, games: int, seconds: float, interrupted: bool
) -> dict[str, Any]:
    """The object that `selftest` prints (schema vs-sim/selftest/1)."""
    failed = sum(not proof.holds for proof in proofs)
    return {
        "schema": SCHEMA,
        **program_record(),
        "quick": quick,
        "seed": seed,
        "games": games,
        "verdict": "fail" if failed else "undecided" if interrupted else "pass",
        "held": len(proofs) - failed,
        "failed": failed,
        "checks": [proof.row() for proof in proofs],
        "seconds": seconds,
        "interrupted": interrupted,
    }
