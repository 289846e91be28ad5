"""Runs: played, merged, told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vs_sim.api.common import as_deck, check_confidence
from vs_sim.experiments.errors import PlanError
from vs_sim.experiments.plan import nearest, plan_run

if TYPE_CHECKING:
    import polars as pl

    from vs_sim.analysis.summary import Summary
    from vs_sim.experiments.bands import Bands
    from vs_sim.experiments.execute import Progress, RunResult
    from vs_sim.experiments.plan import Plan
    from vs_sim.policy_files.load import PolicyFile

BACKENDS = ("local", "dask")


@dataclass(frozen=True)
class Run:
    """A run that was played, its summary, and the same as the JSON object of `vs-sim run`."""

    result: RunResult
    summary: Summary
    json: dict[str, Any]
    verdicts: pl.DataFrame | None = None  # against the bands that were given

    @property
    def characters(self) -> pl.DataFrame:
        """One row a character: name, games, wins, rate, low, high, lift, unfinished."""
        return self.summary.characters

    @property
    def seats(self) -> pl.DataFrame:
        """The same for seats."""
        return self.summary.seats

    @property
    def policies(self) -> pl.DataFrame:
        """The same for policies."""
        return self.summary.policies

    def table(self, name: str) -> pl.DataFrame:
        """A table by its name in `analysis.frames.TABLES`, as "matchups"."""
        return self.summary.frames[name]

    @property
    def turns(self) -> dict[str, float | int | None]:
        """Mean, p05, p50, p95 of the turns of a game."""
        return self.summary.turns

    @property
    def digest(self) -> str:
        """Hash over all game rows, 32 hex digits."""
        return self.result.digest

    @property
    def interrupted(self) -> bool:
        """Whether the run ended before its last game."""
        return self.result.interrupted

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be said beside the numbers."""
        return self.result.notes


def run(  # noqa: PLR0913  # its settings, all by keyword
    deck: Any = "base",
    *,
    rules: Mapping[str, Any] | None = None,
    players: int = 4,
    games: int = 10_000,
    policy: str | PolicyFile | Sequence[str | PolicyFile] = "balanced",
    characters: str | Sequence[str] = "random",
    seed: int = 0,
    rotate: bool = True,
    workers: int | None = None,
    out: str | Path | None = None,
    force: bool = False,
    resume: bool = False,
    shard: str | None = None,
    until_halfwidth: float | None = None,
    max_seconds: float | None = None,
    backend: str = "local",
    scheduler: str | None = None,
    confidence: float = 0.95,
    bands: str | Path | None = None,
    progress: Callable[[Progress], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Run:
    """Play games of a deck (a name, a path or a loaded deck) and sum them up; `out` names a run folder to write.

    `resume` goes on with the run in that folder, `shard` ("2/8") plays a share of the blocks, `until_halfwidth` and
    `max_seconds` end a run before its last game, `backend` is "local" (threads) or "dask" (at `scheduler`, or here).
    `bands` names a file of intended balance: the run is judged against it (`Run.verdicts`).
    Errors are those of `experiments.errors` and of the deck. Ctrl-C gives the summary of what is complete.
    """
    check_confidence(confidence)
    plan = plan_run(
        as_deck(deck, rules),
        players=players,
        games=games,
        policy=policy,
        characters=characters,
        seed=seed,
        rotate=rotate,
    )
    if shard is not None:
        plan = _share(plan, shard, until_halfwidth)
    check_settings(
        out=out,
        resume=resume,
        force=force,
        max_seconds=max_seconds,
        until_halfwidth=until_halfwidth,
        backend=backend,
        scheduler=scheduler,
    )
    intended = None if bands is None else _bands_of(plan, bands)
    from vs_sim.experiments.execute import execute

    rule = None
    if until_halfwidth is not None:
        from vs_sim.analysis.sequential import halfwidth_rule

        rule = halfwidth_rule(plan, until_halfwidth, confidence=confidence)
    result = execute(
        plan,
        workers=workers,
        out=out,
        force=force,
        resume=resume,
        until=rule,
        max_seconds=max_seconds,
        backend=backend,
        scheduler=scheduler,
        progress=progress,
        on_compile=on_compile,
    )
    return _summed_up(result, confidence, until_halfwidth, intended)


def merge(folders: Sequence[str | Path], out: str | Path, *, confidence: float = 0.95) -> Run:
    """Join the run folders of all shards of a run into one new folder; FolderError if they are not all of one run."""
    check_confidence(confidence)
    from vs_sim.experiments.merge import merge_folders

    return _summed_up(merge_folders([Path(folder) for folder in folders], Path(out)), confidence, None, None)


def replay(  # noqa: PLR0913  # its settings, all by keyword
    deck: Any = "base",
    *,
    game: int,
    rules: Mapping[str, Any] | None = None,
    players: int = 4,
    policy: str | PolicyFile | Sequence[str | PolicyFile] = "balanced",
    characters: str | Sequence[str] = "random",
    seed: int = 0,
    rotate: bool = True,
    turn: int | None = None,
) -> Iterator[str]:
    """The lines of a told game: the game of that index in the run with these settings."""
    from vs_sim.experiments.replay import tell

    plan = plan_run(
        as_deck(deck, rules),
        players=players,
        policy=policy,
        characters=characters,
        seed=seed,
        rotate=rotate,
    )
    return tell(plan, game, turn=turn)


def _summed_up(
    result: RunResult, confidence: float, until_halfwidth: float | None, intended: Bands | None
) -> Run:
    """The result with its summary, which its folder gets too."""
    from vs_sim.analysis.summary import summarise, to_json
    from vs_sim.experiments.folder import SUMMARY, write_json

    summary = summarise(result, confidence=confidence, until_halfwidth=until_halfwidth)
    json = to_json(result, summary)
    found = None
    if intended is not None:
        from vs_sim.analysis.multiple import REPORTS
        from vs_sim.analysis.verdicts import verdicts

        found = verdicts(result.tallies, intended, result.plan.players, confidence=confidence)
        json |= {"verdicts": found.to_dicts(), "verdicts_adjusted_by": REPORTS}
    if result.folder is not None:
        write_json(result.folder / SUMMARY, json)
    return Run(result, summary, json, found)


def _bands_of(plan: Any, bands: str | Path) -> Any:
    """The bands of a file, whose names must be those of the plan."""
    from vs_sim.experiments.bands import load_bands
    from vs_sim.experiments.tallies import Keys

    keys = Keys(plan)
    names = {"characters": keys.characters, "seats": keys.seats, "policies": keys.policies}
    return load_bands(bands, names)


def _share(plan: Plan, shard: str, until_halfwidth: float | None) -> Plan:
    from vs_sim.experiments.shares import parse_share, take_share

    if until_halfwidth is not None:
        raise PlanError("until-halfwidth: a shard cannot know how precise all shards together are")
    return take_share(plan, *parse_share(shard))


def check_settings(  # noqa: PLR0913  # those of a run that hang together
    *,
    out: str | Path | None,
    resume: bool,
    force: bool,
    max_seconds: float | None,
    until_halfwidth: float | None,
    backend: str,
    scheduler: str | None,
) -> None:
    """PlanError for settings of `run` that cannot be or do not go together."""
    if resume and out is None:
        raise PlanError("resume: say with out which folder holds the run")
    if resume and force:
        raise PlanError("resume: force would replace the run that is to go on")
    if max_seconds is not None and not 0 < max_seconds < float("inf"):
        raise PlanError(f"max-time: expected a time above 0, got {max_seconds:g} s")
    if until_halfwidth is not None and not 0 < until_halfwidth < 0.5:
        raise PlanError(f"until-halfwidth: expected a number between 0 and 0.5, got {until_halfwidth:g}")
    if backend not in BACKENDS:
        raise PlanError(f'backend: unknown backend "{backend}"; {nearest(backend, BACKENDS)}')
    if scheduler is not None and backend != "dask":
        raise PlanError("scheduler: goes with backend dask only")
