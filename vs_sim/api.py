"""The Python API: the jobs of the command line as functions that return polars frames."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vs_sim.experiments.errors import FolderError, PlanError
from vs_sim.experiments.plan import nearest, plan_run

if TYPE_CHECKING:
    from datetime import date

    import polars as pl

    from vs_sim.analysis.check import Check
    from vs_sim.analysis.compare import Comparison
    from vs_sim.analysis.knockout import Knockout
    from vs_sim.analysis.selftest.run import Selftest
    from vs_sim.analysis.summary import Summary
    from vs_sim.analysis.sweep import Sweep
    from vs_sim.analysis.tune import Tuned
    from vs_sim.analysis.tune_policy import TunedPolicy
    from vs_sim.experiments.bands import Bands
    from vs_sim.experiments.blocks import Lab
    from vs_sim.experiments.execute import Progress, RunResult
    from vs_sim.experiments.paired import PairedResult
    from vs_sim.experiments.plan import Plan
    from vs_sim.policy_files.load import PolicyFile

BACKENDS = ("local", "dask")


def load_deck(deck: str | Path, rules: Mapping[str, Any] | None = None) -> Any:
    """A compiled deck: a shipped one by name or a file; `rules` are house rules that beat the deck's."""
    from vs_sim import cards

    return cards.load_deck(deck, rules)


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
    _check_confidence(confidence)
    plan = plan_run(
        _as_deck(deck, rules),
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
    _check_confidence(confidence)
    from vs_sim.experiments.merge import merge_folders

    return _summed_up(merge_folders([Path(folder) for folder in folders], Path(out)), confidence, None, None)


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


@dataclass(frozen=True)
class Compared:
    """Two variants on the same blocks: frames, the sentence, and the JSON object of `vs-sim compare`."""

    result: PairedResult
    comparison: Comparison
    json: dict[str, Any]

    @property
    def characters(self) -> pl.DataFrame:
        """One row a character; columns in `analysis.compare.COLUMNS`."""
        return self.comparison.characters

    @property
    def seats(self) -> pl.DataFrame:
        """One row a seat."""
        return self.comparison.seats

    @property
    def turns(self) -> pl.DataFrame:
        """The one row of the mean number of turns."""
        return self.comparison.turns

    @property
    def unfinished(self) -> pl.DataFrame:
        """The one row of the share of unfinished games."""
        return self.comparison.unfinished

    @property
    def sentence(self) -> str:
        """What is shown, in words."""
        return self.json["sentence"]


def compare(  # noqa: PLR0913  # its settings, all by keyword
    deck: Any = "base",
    against: Any = None,
    *,
    rules: Mapping[str, Any] | None = None,
    against_rules: Mapping[str, Any] | None = None,
    policy: str | Sequence[str] = "balanced",
    against_policy: str | Sequence[str] | None = None,
    players: int = 4,
    games: int = 10_000,
    characters: str | Sequence[str] = "random",
    seed: int = 0,
    rotate: bool = True,
    workers: int | None = None,
    confidence: float = 0.95,
    until_halfwidth: float | None = None,
    max_seconds: float | None = None,
    progress: Callable[[Progress], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Compared:
    """Play variant a (`deck`, `rules`, `policy`) and b (`against...`) on the same blocks; differences are b less a.

    Whatever b does not say is taken from a: another deck is played with a's rules unless `against_rules` says others.
    `until_halfwidth` stops once every character's difference is known to that, by a confidence sequence.
    """
    _check_confidence(confidence)
    from vs_sim.analysis import compare as analysis
    from vs_sim.experiments.paired import execute_paired

    decks = _variants(deck, against, rules, against_rules)
    policies = (policy, policy if against_policy is None else against_policy)
    plans = [
        plan_run(
            one, players=players, games=games, policy=by, characters=characters, seed=seed, rotate=rotate
        )
        for one, by in zip(decks, policies, strict=True)
    ]
    stop = None
    if until_halfwidth is not None:
        if not 0 < until_halfwidth < 1:
            raise PlanError(f"until halfwidth: expected a number between 0 and 1, got {until_halfwidth:g}")
        stop = analysis.until_halfwidth(until_halfwidth, confidence=confidence)
    result = execute_paired(
        plans, workers=workers, progress=progress, on_compile=on_compile, stop=stop, max_seconds=max_seconds
    )
    comparison = analysis.compare(result, confidence=confidence, until_halfwidth=until_halfwidth)
    return Compared(
        result, comparison, analysis.to_json(result, comparison, variant_labels(plans[0], plans[1]))
    )


def _variants(deck: Any, against: Any, rules: Any, against_rules: Any) -> tuple[Any, Any]:
    a = _as_deck(deck, rules)
    if against is None and against_rules is None:
        return a, a
    if against is None and not isinstance(deck, str | Path):
        raise PlanError("against rules: house rules are put in when a deck is loaded; give its name or path")
    return a, _as_deck(
        deck if against is None else against, rules if against_rules is None else against_rules
    )


def variant_labels(a: Any, b: Any) -> tuple[str, str]:
    """Two plans by what tells them apart: deck, rules, policies."""
    said: tuple[list[str], list[str]] = ([], [])
    if a.deck.name != b.deck.name:
        for words, plan in zip(said, (a, b), strict=True):
            words.append(plan.deck.name)
    rules = [dict(plan.deck.rules) for plan in (a, b)]
    for key in [key for key in rules[0] | rules[1] if rules[0].get(key) != rules[1].get(key)]:
        for words, values in zip(said, rules, strict=True):
            words.append(f"{key} = {str(values.get(key)).lower()}")
    if a.policy_text != b.policy_text:
        for words, plan in zip(said, (a, b), strict=True):
            words.append(f"policy {plan.policy_text}")
    if not said[0]:
        same = a.deck.hash == b.deck.hash
        return a.deck.name, a.deck.name if same else f"{b.deck.name} ({b.deck.hash[:12]})"
    return ", ".join(said[0]), ", ".join(said[1])


@dataclass(frozen=True)
class Power:
    """The games that questions take, and the JSON object of `vs-sim power`."""

    questions: pl.DataFrame
    json: dict[str, Any]


def power(  # noqa: PLR0913  # its settings, all by keyword
    deck: Any = "base",
    against: Any = None,
    *,
    difference: float = 0.01,
    turns: float = 1.0,
    power: float = 0.8,
    pilot: int = 2_000,
    rules: Mapping[str, Any] | None = None,
    against_rules: Mapping[str, Any] | None = None,
    policy: str | Sequence[str] = "balanced",
    against_policy: str | Sequence[str] | None = None,
    players: int = 4,
    characters: str | Sequence[str] = "random",
    seed: int = 0,
    rotate: bool = True,
    workers: int | None = None,
    confidence: float = 0.95,
    progress: Callable[[Progress], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Power:
    """Games and time to find a `difference` of a win rate, or of `turns`, from a pilot; `against`: of a comparison."""
    _check_confidence(confidence)
    for name, value, ok in (
        ("difference", difference, 0 < difference < 1),
        ("turns", turns, turns > 0),
        ("power", power, 0 < power < 1),
    ):
        if not ok:
            raise PlanError(
                f"{name}: expected a number {'above 0' if name == 'turns' else 'between 0 and 1'}, got {value:g}"
            )
    from vs_sim import __version__
    from vs_sim.analysis import power as analysis

    settings: dict[str, Any] = {
        "players": players,
        "characters": characters,
        "seed": seed,
        "rotate": rotate,
        "workers": workers,
        "progress": progress,
        "on_compile": on_compile,
    }
    wanted = {"rate": difference, "turns": turns, "confidence": confidence, "power": power}
    paired = against is not None or against_rules is not None or against_policy is not None
    if paired:
        found = compare(
            deck,
            against,
            rules=rules,
            against_rules=against_rules,
            policy=policy,
            against_policy=against_policy,
            games=pilot,
            **settings,
        ).result
        plan, games, notes = found.plans[0], found.games, found.notes
        rows = analysis.of_comparison(found, **wanted)
    else:
        found = run(deck, rules=rules, policy=policy, games=pilot, **settings).result
        plan, games, notes = found.plan, found.games, found.notes
        rows = analysis.of_run(found.tallies, games // plan.rotations, **wanted) if games else []
    if games // plan.rotations < 2:
        notes = (*notes, "a pilot of one block does not tell how much blocks differ; give a larger --pilot")
    speed = games * (2 if paired else 1) / max(found.seconds, 1e-6)
    questions = analysis.table(rows, plan.rotations, max(speed, 1e-6), 2 if paired else 1)
    json = {
        "schema": analysis.SCHEMA,
        "version": __version__,
        "pilot": games,
        "players": players,
        "seed": seed,
        "confidence": confidence,
        "power": power,
        "games_per_second": speed,
        "questions": questions.to_dicts(),
        "notes": list(notes),
    }
    return Power(questions, json)


def _share(plan: Plan, shard: str, until_halfwidth: float | None) -> Plan:
    from vs_sim.experiments.shares import parse_share, take_share

    if until_halfwidth is not None:
        raise PlanError("until-halfwidth: a shard cannot know how precise all shards together are")
    return take_share(plan, *parse_share(shard))


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
        _as_deck(deck, rules),
        players=players,
        policy=policy,
        characters=characters,
        seed=seed,
        rotate=rotate,
    )
    return tell(plan, game, turn=turn)


@dataclass(frozen=True)
class Tournament:
    """A tournament that was played, as the JSON object of `vs-sim tournament` and as frames."""

    json: dict[str, Any]

    @property
    def policies(self) -> pl.DataFrame:
        """One row a number of players and policy, the strongest first: rates, and `strength` (a logit) with interval."""
        return _frame(self.json["policies"])

    @property
    def ladder(self) -> pl.DataFrame:
        """One row a step: the rate of a policy against a table of the one `below`."""
        return _frame(self.json["ladder"])

    @property
    def skill(self) -> pl.DataFrame:
        """One row a number of players: the shares of skill and luck in who wins."""
        return _frame(self.json["skill"])


def tournament(  # noqa: PLR0913  # its settings, all by keyword
    deck: Any = "base",
    *,
    policies: Sequence[str | PolicyFile] = ("random", "novice", "balanced", "expert"),
    players: int | Sequence[int] = 4,
    games: int = 10_000,
    ladder: bool = True,
    rules: Mapping[str, Any] | None = None,
    characters: str | Sequence[str] = "random",
    seed: int = 0,
    workers: int | None = None,
    confidence: float = 0.95,
    progress: Callable[[Progress], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Tournament:
    """Play policies (names, paths, policies) against each other; `games` for the field and for each step of the ladder."""
    _check_confidence(confidence)
    loaded = _as_deck(deck, rules)
    counts = [players] if isinstance(players, int) else list(players)
    settings: dict[str, Any] = {"games": games, "characters": characters, "seed": seed}
    from vs_sim.experiments.tournament import plan_field, plan_step

    fields = [plan_field(loaded, policies, players=n, **settings) for n in counts]
    from vs_sim.analysis.ladder import Table, strong_to_weak, to_json
    from vs_sim.analysis.strengths import fit_strengths
    from vs_sim.experiments.execute import execute
    from vs_sim.experiments.tournament import play_field

    playing: dict[str, Any] = {"workers": workers, "progress": progress, "on_compile": on_compile}
    tables: list[Table] = []
    for plan in fields:
        result, blocks = play_field(plan, **playing)
        strengths = fit_strengths(blocks, confidence=confidence)
        by_name = dict(zip(plan.policies, policies, strict=True))
        order = strong_to_weak(strengths)
        steps: list[tuple[str, str, RunResult]] = []
        for upper, lower in itertools.pairwise(order):
            if not ladder or result.interrupted or (steps and steps[-1][2].interrupted):
                break
            step = plan_step(loaded, by_name[upper], by_name[lower], players=plan.players, **settings)
            steps.append((upper, lower, execute(step, **playing)))
        tables.append(Table(plan.players, result, strengths, steps))
        if tables[-1].interrupted:
            break
    return Tournament(to_json(tables, confidence=confidence))


def _frame(rows: list[dict[str, Any]]) -> pl.DataFrame:
    import polars as pl

    return pl.DataFrame(rows)


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


def _as_deck(deck: Any, rules: Mapping[str, Any] | None) -> Any:
    if isinstance(deck, str | Path):
        return load_deck(deck, rules)
    if rules:
        raise PlanError("rules: house rules are put in when a deck is loaded; give its name or path")
    return deck


def _check_confidence(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise PlanError(f"confidence: expected a number between 0 and 1, got {confidence:g}")


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
    _check_confidence(confidence)
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
        _as_deck(deck, rules),
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
    _check_confidence(confidence)
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
        _as_deck(deck, rules), players=players, games=games, policy=policy, characters=characters, seed=seed
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    with _lab(plan.games, workers, progress, on_compile) as lab:
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
    plan = recorded.plan(_as_deck(deck, rules))
    day = today or datetime.now(UTC).date()
    with _lab(plan.games, workers, progress, on_compile) as lab:
        return run_check(lab, recorded, plan, limits, full=full, budget=games, today=day)


@contextmanager
def _lab(
    total: int,
    workers: int | None,
    progress: Callable[[Progress], None] | None,
    on_compile: Callable[[], None] | None,
) -> Generator[Lab]:
    """A lab without a folder; Ctrl-C ends it as ever."""
    from vs_sim.experiments.blocks import InterruptedPlanError, Lab
    from vs_sim.experiments.interrupt import Interrupt

    with (
        Interrupt() as interrupt,
        Lab(
            workers=workers, total=total, interrupt=interrupt, progress=progress, on_compile=on_compile
        ) as lab,
    ):
        try:
            yield lab
        except InterruptedPlanError:
            raise KeyboardInterrupt from None


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


def tune_policy(  # noqa: PLR0913  # its settings, all by keyword
    search: str | Path,
    *,
    workers: int | None = None,
    out: str | Path | None = None,
    force: bool = False,
    resume: bool = False,
    progress: Callable[[Progress], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> TunedPolicy:
    """Search the weights of a policy as a search file (or a shipped one by name) says; `out` gets the policy."""
    from vs_sim.analysis.tune_policy import run_tune_policy
    from vs_sim.experiments.search_file import read_search

    return run_tune_policy(
        read_search(str(search)),
        workers=workers,
        out=out,
        force=force,
        resume=resume,
        progress=progress,
        on_compile=on_compile,
    )


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
