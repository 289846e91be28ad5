"""Two variants on the same deals, and how many games a question takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vs_sim.api.common import as_deck, check_confidence
from vs_sim.api.runs import run
from vs_sim.experiments.errors import PlanError
from vs_sim.experiments.plan import plan_run

if TYPE_CHECKING:
    import polars as pl

    from vs_sim.analysis.compare import Comparison
    from vs_sim.experiments.execute import Progress
    from vs_sim.experiments.paired import PairedResult


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
    check_confidence(confidence)
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
    a = as_deck(deck, rules)
    if against is None and against_rules is None:
        return a, a
    if against is None and not isinstance(deck, str | Path):
        raise PlanError("against rules: house rules are put in when a deck is loaded; give its name or path")
    return a, as_deck(deck if against is None else against, rules if against_rules is None else against_rules)


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
    check_confidence(confidence)
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
