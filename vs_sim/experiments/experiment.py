"""Experiment files: factors with their levels, and the cells of the design. Errors are told like those of a deck."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from vs_sim.cards import Deck, DeckError, Problem, Variation, load_deck, vary
from vs_sim.cards.find import find_deck, find_experiment, parse, read_text
from vs_sim.cards.house_rules import BY_KEY, rule_fault
from vs_sim.cards.problems import Path, did_you_mean, shown
from vs_sim.cards.report import Report
from vs_sim.cards.schema import Source
from vs_sim.experiments.errors import PlanError
from vs_sim.experiments.plan import Plan, plan_run

KEYS = (
    "schema",
    "name",
    "question",
    "deck",
    "games",
    "seed",
    "characters",
    "rotate",
    "fraction",
    "factor",
    "variant",
)
SETTINGS = ("players", "policy", "deck")
VARIANT_KEYS = ("text", "remove", "change", "rules")
AS_IT_IS = "as it is"
MAX_CELLS = 4096
FRACTION = re.compile(r"1/([2-9])")


@dataclass(frozen=True)
class Level:
    """One value of a factor, as the tables name it."""

    label: str
    value: Any  # a number, a text, a rule's value, a Variation (None: the deck as it is)
    at: Path  # where it is written


@dataclass(frozen=True)
class Factor:
    """What is varied: `deck`, `players`, `policy`, a house rule, or a variant of the deck. Level 0 is the reference."""

    name: str
    kind: str  # deck, players, policy, rule, variant
    levels: tuple[Level, ...]


@dataclass(frozen=True)
class Cell:
    """One combination of levels, with its plan. `levels`: the number of each factor's level."""

    number: int
    levels: tuple[int, ...]
    plan: Plan


@dataclass
class Experiment:
    """An experiment as written, checked but for the decks."""

    source: Source
    path: FilePath
    name: str
    question: str
    deck: str
    games: int
    seed: int
    characters: str
    rotate: bool
    fraction: int  # one cell in so many; 1: the whole grid
    factors: tuple[Factor, ...] = ()

    def chosen(self) -> list[tuple[int, ...]]:
        """The levels of each cell: the grid, or those cells whose level numbers add up to a multiple of `fraction`."""
        grid = itertools.product(*(range(len(factor.levels)) for factor in self.factors))
        return [levels for levels in grid if sum(levels) % self.fraction == 0]

    def labels(self, levels: Sequence[int]) -> dict[str, str]:
        """The level of each factor by name."""
        return {factor.name: factor.levels[i].label for factor, i in zip(self.factors, levels, strict=True)}


@dataclass
class _Reader:
    """Reads the tables of one file; what is wrong is gathered."""

    source: Source
    report: Report = field(default_factory=Report)

    def fail(self, path: Path, message: str, *, key: bool = False) -> None:
        self.report.add(self.source.problem(path, message, key=key))

    def get(self, key: str, default: Any, legal: Callable[[Any], bool], expected: str) -> Any:
        """A value of the file's top, or the default where it is missing or wrong."""
        value = self.source.data.get(key, default)
        if legal(value):
            return value
        self.fail((key,), f"expected {expected}, got {shown(value)}")
        return default


def read_experiment(name_or_path: str) -> Experiment:
    """The experiment of a file or a shipped name. DeckError with every problem of the file."""
    try:
        path, shown_name = find_experiment(name_or_path)
    except LookupError as error:
        raise DeckError([Problem("EXPERIMENT", 1, 1, "file", str(error))]) from None
    report = Report()
    source = parse(read_text(path, shown_name), shown_name, report)
    report.raise_any()
    if source is None:
        raise DeckError([Problem(shown_name, 1, 1, "toml", "expected valid TOML")])
    reader = _Reader(source)
    experiment = _read(reader, path)
    reader.report.raise_any()
    return experiment


def _read(reader: _Reader, path: FilePath) -> Experiment:
    data = reader.source.data
    for key in data:
        if key not in KEYS:
            reader.fail((key,), f"unknown key{did_you_mean(key, KEYS)}", key=True)
    if data.get("schema") != 1:
        reader.fail(
            ("schema",), f"expected 1, the version of experiment files, got {shown(data.get('schema'))}"
        )
    experiment = Experiment(
        source=reader.source,
        path=path,
        name=reader.get("name", path.stem, _text, "text"),
        question=reader.get("question", "", _text, "text"),
        deck=reader.get("deck", "base", _text, "the name or path of a deck"),
        games=reader.get("games", 2000, _whole(1, 10**9), "a whole number from 1"),
        seed=reader.get("seed", 0, _whole(0, 2**63 - 1), "a whole number from 0"),
        characters=reader.get("characters", "random", _text, '"random", "draft" or names'),
        rotate=reader.get("rotate", True, lambda value: isinstance(value, bool), "true or false"),
        fraction=_fraction(reader),
    )
    experiment.factors = tuple(_factors(reader))
    if not experiment.factors and not reader.report.problems:
        reader.fail(("factor",), "expected at least one factor, as in [factor] players = [3, 4]", key=True)
    cells = 1
    for factor in experiment.factors:
        cells *= len(factor.levels)
    if cells > MAX_CELLS:
        reader.fail(("factor",), f"expected at most {MAX_CELLS:,} cells, got {cells:,}", key=True)
    return experiment


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _whole(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _fraction(reader: _Reader) -> int:
    value = reader.source.data.get("fraction", "1")
    found = FRACTION.fullmatch(value) if isinstance(value, str) else None
    if found is None and value != "1":
        reader.fail(("fraction",), f'expected a fraction of the grid, "1/2" to "1/9", got {shown(value)}')
    return int(found[1]) if found else 1


# --- factors ---
def _factors(reader: _Reader) -> list[Factor]:
    found: list[Factor] = []
    table = reader.source.data.get("factor", {})
    if not isinstance(table, dict):
        reader.fail(("factor",), f"expected [factor], got {shown(table)}")
        table = {}
    for name, values in table.items():
        path: Path = ("factor", name)
        if name in BY_KEY:
            found.append(_factor(reader, name, "rule", values, path))
        elif name in SETTINGS:
            found.append(_factor(reader, name, name, values, path))
        else:
            near = did_you_mean(name, (*SETTINGS, *BY_KEY))
            reader.fail(path, f"expected players, policy, deck or a house rule{near}", key=True)
    return found + _variants(reader)


def _factor(reader: _Reader, name: str, kind: str, values: Any, path: Path) -> Factor:
    if not isinstance(values, list) or len(values) < 2:
        reader.fail(path, f"expected a list of two or more values, got {shown(values)}")
        return Factor(name, kind, ())
    levels: list[Level] = []
    for index, value in enumerate(values):
        fault = _value_fault(kind, name, value)
        if fault:
            reader.fail((*path, index), fault)
        levels.append(Level(_label(value), value, (*path, index)))
    labels = [level.label for level in levels]
    if len(set(labels)) < len(labels):
        reader.fail(path, "expected values that differ")
    return Factor(name, kind, tuple(levels))


def _value_fault(kind: str, name: str, value: Any) -> str:
    if kind == "rule":
        return rule_fault(name, value) or ""
    if kind == "players" and not _whole(2, 12)(value):
        return f"expected a whole number from 2 to 12, got {shown(value)}"
    if kind in ("policy", "deck") and not isinstance(value, str):
        return f"expected text, got {shown(value)}"
    return ""


def _label(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _variants(reader: _Reader) -> list[Factor]:
    """`[variant.FACTOR.LEVEL]`: each level is a change of the deck; the deck as it is comes first."""
    table = reader.source.data.get("variant", {})
    if not isinstance(table, dict):
        reader.fail(("variant",), f"expected [variant.NAME.LEVEL], got {shown(table)}")
        return []
    found: list[Factor] = []
    for name, levels in table.items():
        path: Path = ("variant", name)
        if not isinstance(levels, dict) or not levels:
            reader.fail(path, "expected levels, as in [variant.NAME.LEVEL]")
            continue
        told = [Level(AS_IT_IS, None, path)]
        for label, spec in levels.items():
            told.append(Level(label, _variation(reader, spec, (*path, label)), (*path, label)))
        found.append(Factor(name, "variant", tuple(told)))
    return found


def _variation(reader: _Reader, spec: Any, path: Path) -> Variation:
    if not isinstance(spec, dict):
        reader.fail(path, f"expected remove, change or rules, got {shown(spec)}")
        return Variation()
    for key in spec:
        if key not in VARIANT_KEYS:
            reader.fail((*path, key), f"unknown key{did_you_mean(key, VARIANT_KEYS)}", key=True)
    for key in ("change", "rules"):
        if not isinstance(spec.get(key, {}), dict):
            reader.fail((*path, key), f"expected a table, got {shown(spec[key])}")
            return Variation()
    remove = spec.get("remove", [])
    names = remove if isinstance(remove, list) else [remove]
    return Variation(tuple(names), spec.get("change", {}), spec.get("rules", {}), reader.source, path)


# --- cells ---
def plan_cells(experiment: Experiment, *, games: int | None = None, seed: int | None = None) -> list[Cell]:
    """The plan of every cell. DeckError for a deck that cannot be made, PlanError for a table that cannot be dealt."""
    decks: dict[tuple[Any, ...], Deck] = {}
    cells: list[Cell] = []
    for number, levels in enumerate(experiment.chosen()):
        chosen = {factor.name: factor.levels[i] for factor, i in zip(experiment.factors, levels, strict=True)}
        deck = _deck_of(experiment, levels, decks)
        try:
            plan = plan_run(
                deck,
                players=chosen["players"].value if "players" in chosen else 4,
                games=games or experiment.games,
                policy=chosen["policy"].value if "policy" in chosen else "balanced",
                characters=experiment.characters,
                seed=experiment.seed if seed is None else seed,
                rotate=experiment.rotate,
            )
        except PlanError as error:
            told = ", ".join(f"{name} {label}" for name, label in experiment.labels(levels).items())
            raise PlanError(f"{experiment.source.name}: {told}: {error}") from None
        cells.append(Cell(number, levels, plan))
    return cells


def _deck_of(experiment: Experiment, levels: Sequence[int], decks: dict[tuple[Any, ...], Deck]) -> Deck:
    """The deck of a cell; variants are laid over it in the order in which they are written, then rules."""
    name, name_at, rules = experiment.deck, ("deck",), {}
    variations: list[Variation] = []
    for factor, i in zip(experiment.factors, levels, strict=True):
        level = factor.levels[i]
        if factor.kind == "deck":
            name, name_at = level.value, level.at
        elif factor.kind == "rule":
            rules[factor.name] = level.value
        elif factor.kind == "variant" and level.value is not None:
            variations.append(level.value)
    key = (name, tuple(variation.at for variation in variations), tuple(rules.items()))
    if key not in decks:
        deck = _load(experiment, name, name_at)
        for variation in variations:
            deck = vary(deck, variation)
        decks[key] = vary(deck, Variation(rules=rules)) if rules else deck
    return decks[key]


def _load(experiment: Experiment, name: str, at: Path) -> Deck:
    """A deck of the experiment; a path is relative to its file."""
    try:
        path, _ = find_deck(name, experiment.path.parent)
    except LookupError as error:
        raise DeckError([experiment.source.problem(at, str(error))]) from None
    from vs_sim.cards.find import shipped_decks

    return load_deck(name if name in shipped_decks() else path)
