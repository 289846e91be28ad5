"""What a deck is held to and what would change it: items taken out, house rules varied, knobs tuned, baselines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vs_sim.api.common import as_deck, check_confidence, open_lab
from vs_sim.experiments.errors import FolderError, PlanError
from vs_sim.experiments.plan import plan_run

if TYPE_CHECKING:
    from datetime import date

    from vs_sim.analysis.check import Check
    from vs_sim.analysis.knockout import Knockout
    from vs_sim.analysis.selftest.run import Selftest
    from vs_sim.analysis.sweep import Sweep
    from vs_sim.analysis.tune import Tuned
    from vs_sim.experiments.execute import Progress
    from vs_sim.experiments.plan import Plan


def knockout(  # noqa: PLR0913  # its settings, all by keyword
    deck: Any = "base",
    *,
    items: str = "plots",
    rules: Mapping[str, Any] | None = None,
    players: int = 4,
    games: int = 10_000,
    policy: str | Sequence[str] = "balanced",
    also_policy: Sequence[str] = (),
    characters: str | Sequence[str] = "random",
    seed: int = 0,
    rotate: bool = True,
    workers: int | None = None,
    out: str | Path | None = None,
    force: bool = False,
    resume: bool = False,
    confidence: float = 0.95,
    progress: Callable[[Progress], None] | None = None,
    on_compile: Callable[[], None] | None = None,
    on_start: Callable[[int, int], None] | None = None,
) -> Knockout:
    """The effect of each item of a deck: the same `games` games with it and without it. `items` as on the command line.

    With `also_policy` all of it is repeated for those who play, and what turns its sign is marked (`json["robustness"]`).
    """
    check_confidence(confidence)
    from vs_sim.analysis.knockout import play_knockout

    def plan_of(variant: Any, by: str | Sequence[str] = policy) -> Plan:
        return plan_run(
            variant,
            players=players,
            games=games,
            policy=by,
            characters=characters,
            seed=seed,
            rotate=rotate,
        )

    return play_knockout(
        plan_of,
        as_deck(deck, rules),
        items,
        also=[partial(plan_of, by=by) for by in dict.fromkeys(also_policy) if by != policy],
        confidence=confidence,
        workers=workers,
        out=out,
        force=force,
        resume=resume,
        progress=progress,
        on_compile=on_compile,
        on_start=on_start,
    )


def sweep(  # noqa: PLR0913  # its settings, all by keyword
    experiment: str | Path,
    *,
    games: int | None = None,
    seed: int | None = None,
    workers: int | None = None,
    out: str | Path | None = None,
    force: bool = False,
    resume: bool = False,
    confidence: float = 0.95,
    progress: Callable[[Progress], None] | None = None,
    on_compile: Callable[[], None] | None = None,
    on_start: Callable[[int, int], None] | None = None,
) -> Sweep:
    """The cells and effects of an experiment file (or of a shipped one by name); `games` and `seed` beat the file's."""
    check_confidence(confidence)
    from vs_sim.analysis.sweep import play_sweep
    from vs_sim.experiments.experiment import read_experiment

    return play_sweep(
        read_experiment(str(experiment)),
        games=games,
        seed=seed,
        confidence=confidence,
        workers=workers,
        out=out,
        force=force,
        resume=resume,
        progress=progress,
        on_compile=on_compile,
        on_start=on_start,
    )


def tune(  # noqa: PLR0913  # its settings, all by keyword
    tuning: str | Path,
    *,
    trials: int | None = None,
    games: int | None = None,
    workers: int | None = None,
    out: str | Path | None = None,
    force: bool = False,
    resume: bool = False,
    progress: Callable[[Progress], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Tuned:
    """Search the knobs of a tuning file (or of a shipped one by name) for its target; `out` gets the deck it found."""
    from vs_sim.analysis.tune import run_tune
    from vs_sim.experiments.tuning import read_tuning

    return run_tune(
        read_tuning(str(tuning)),
        trials=trials,
        games=games,
        workers=workers,
        out=out,
        force=force,
        resume=resume,
        progress=progress,
        on_compile=on_compile,
    )


def baseline(  # noqa: PLR0913  # its settings, all by keyword
    deck: Any = "base",
    *,
    file: str | Path,
    rules: Mapping[str, Any] | None = None,
    players: int = 4,
    games: int = 10_000,
    policy: str | Sequence[str] = "balanced",
    characters: str | Sequence[str] = "random",
    seed: int = 0,
    force: bool = False,
    workers: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> dict[str, Any]:
    """Record what a deck is like in a baseline file; the record. FolderError if the file is there, without `force`."""
    from dataclasses import replace

    from vs_sim.analysis.check import baseline_summary
    from vs_sim.experiments.baseline import probe_blocks, write_baseline

    path = Path(file)
    if path.exists() and not force:
        raise FolderError(f"{path} is there already; --force replaces it")
    plan = plan_run(
        as_deck(deck, rules), players=players, games=games, policy=policy, characters=characters, seed=seed
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    with open_lab(plan.games, workers, progress, on_compile) as lab:
        played = lab.play(plan)
        probe = lab.play(replace(plan, blocks=probe_blocks(plan)))
    return write_baseline(path, plan, played, probe.digest, baseline_summary(played))


def check(  # noqa: PLR0913  # its settings, all by keyword
    deck: Any = "base",
    *,
    baseline: str | Path,
    bands: str | Path | None = None,
    rules: Mapping[str, Any] | None = None,
    games: int | None = None,
    full: bool = False,
    workers: int | None = None,
    today: date | None = None,
    progress: Callable[[Progress], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Check:
    """Hold a deck against a baseline file and a bands file; `games`: at most so many, `today`: for waivers."""
    from datetime import UTC, datetime

    from vs_sim.analysis.check import run_check
    from vs_sim.experiments.bands import Bands, load_bands
    from vs_sim.experiments.baseline import read_baseline

    recorded = read_baseline(Path(baseline))
    limits = Bands() if bands is None else load_bands(bands)
    plan = recorded.plan(as_deck(deck, rules))
    day = today or datetime.now(UTC).date()
    with open_lab(plan.games, workers, progress, on_compile) as lab:
        return run_check(lab, recorded, plan, limits, full=full, budget=games, today=day)


def selftest(
    *,
    quick: bool = False,
    seed: int = 0,
    workers: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Selftest:
    """Prove statistics and digest on this machine: false alarms, a planted effect, coverage, published values."""
    if seed < 0:
        raise PlanError(f"seed: expected a number of 0 or more, got {seed}")
    from vs_sim.analysis.selftest.run import selftest as prove

    return prove(quick=quick, seed=seed, workers=workers, progress=progress, on_compile=on_compile)
