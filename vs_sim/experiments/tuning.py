"""Tuning files: the target, the knobs that may be turned, and the deck that a setting of the knobs makes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vs_sim.cards import Deck, DeckError, Problem, Variation, load_deck, vary
from vs_sim.cards.describe import around, sentences
from vs_sim.cards.find import find_deck, find_tuning, parse, read_text, shipped_decks
from vs_sim.cards.house_rules import BY_KEY, rule_fault
from vs_sim.cards.problems import Path as Place
from vs_sim.cards.problems import did_you_mean, quoted_name, shown
from vs_sim.cards.report import Report
from vs_sim.cards.schema import Source

KEYS = (
    "schema",
    "name",
    "text",
    "deck",
    "players",
    "policy",
    "games",
    "verify",
    "trials",
    "seed",
    "price",
    "target",
    "knob",
)
KNOB_KEYS = ("rule", "card", "key", "from", "to", "values")


@dataclass(frozen=True)
class Knob:
    """A house rule, or the key of a card: numbers from `low` to `high`, or `values` besides that of the deck."""

    card: str  # "" for a house rule
    key: str
    low: int = 0
    high: int = 0
    values: tuple[Any, ...] = ()
    at: Place = ()

    @property
    def name(self) -> str:
        """As tables and trials name it."""
        return f"{self.card}, {self.key}" if self.card else self.key


@dataclass
class Tuning:
    """A tuning file as written."""

    source: Source
    name: str
    deck: Deck
    players: int
    policy: str
    games: int
    verify: int
    trials: int
    seed: int
    price: float  # what turning every knob all the way costs, in units of the target
    band: float  # characters: at most so far from the fair share
    turns: tuple[float, float] | None
    knobs: list[Knob] = field(default_factory=list[Knob])

    def now(self, knob: Knob) -> Any:
        """The value of the deck as it is; of a knob with values their number 0."""
        if knob.values:
            return 0
        if not knob.card:
            return self.deck.rules[knob.key]
        card = next(card for card in self.deck.cards if card.name == knob.card)
        return card.count if knob.key == "count" else card.data.get(knob.key)

    def variation(self, setting: Mapping[str, Any]) -> Variation:
        """The change of the deck that a setting (a value for each knob's name) makes."""
        change: dict[str, dict[str, Any]] = {}
        rules: dict[str, Any] = {}
        for knob in self.knobs:
            value = setting[knob.name]
            if value == self.now(knob):
                continue
            value = knob.values[value - 1] if knob.values else value
            if not knob.card:
                rules[knob.key] = value
                continue
            card = next(card for card in self.deck.cards if card.name == knob.card)
            new = change.setdefault(knob.card, {})
            new[knob.key] = value
            if knob.key in card.data:  # whole values, nothing merged
                new["drop"] = [*new.get("drop", []), knob.key]
        return Variation((), change, rules, self.source, ("knob",))

    def made(self, setting: Mapping[str, Any]) -> Deck:
        """The deck of a setting."""
        return vary(self.deck, self.variation(setting))

    def change(self, setting: Mapping[str, Any]) -> float:
        """How much is changed: the mean over the knobs of the share of its range that each was turned."""
        return sum(self._turned(knob, setting[knob.name]) for knob in self.knobs) / len(self.knobs)

    def _turned(self, knob: Knob, value: Any) -> float:
        now = self.now(knob)
        if knob.values:
            return float(value != 0)
        reach = max(abs(knob.high - now), abs(knob.low - now), 1)
        return abs(value - now) / reach


def open_tuning(name_or_path: str) -> tuple[Source, Path]:
    """The TOML of a tuning file or a shipped name, and where it lies; DeckError where there is none."""
    try:
        path, shown_name = find_tuning(name_or_path)
    except LookupError as error:
        raise DeckError([Problem("TUNE", 1, 1, "file", str(error))]) from None
    report = Report()
    source = parse(read_text(path, shown_name), shown_name, report)
    report.raise_any()
    if source is None:
        raise DeckError([Problem(shown_name, 1, 1, "toml", "expected valid TOML")])
    return source, path


def read_tuning(name_or_path: str) -> Tuning:
    """The tuning of a file or a shipped name; DeckError with every problem of it."""
    source, path = open_tuning(name_or_path)
    if "rivals" in source.data:
        raise DeckError([source.problem(("rivals",), "this file searches a policy: add --policy", key=True)])
    report = Report()
    tuning = _read(source, path, report)
    report.raise_any()
    for knob in tuning.knobs:  # every end of every knob must make a deck
        for value in range(1, len(knob.values) + 1) if knob.values else (knob.low, knob.high):
            tuning.made({other.name: tuning.now(other) for other in tuning.knobs} | {knob.name: value})
    return tuning


def _read(source: Source, path: Path, report: Report) -> Tuning:
    data = source.data
    check_head(source, KEYS, report)
    numbers: dict[str, Any] = {
        key: whole_number(source, key, default, low, report)
        for key, default, low in (
            ("players", 4, 2), ("games", 2000, 1), ("verify", 10_000, 1), ("trials", 50, 1), ("seed", 0, 0)
        )
    }  # fmt: skip
    target = data.get("target", {})
    band, turns = _target(source, target if isinstance(target, dict) else {}, report)
    price = data.get("price", 0.5)
    if isinstance(price, bool) or not isinstance(price, int | float) or price < 0:
        report.add(source.problem(("price",), f"expected a number of 0 or more, got {shown(price)}"))
        price = 0.5
    tuning = Tuning(
        source=source,
        name=str(data.get("name", path.stem)),
        deck=deck_of(source, path),
        policy=str(data.get("policy", "balanced")),
        price=float(price),
        band=band,
        turns=turns,
        **numbers,
    )
    knobs = data.get("knob", [])
    for index, spec in enumerate(knobs if isinstance(knobs, list) else []):
        knob = _knob(source, spec, ("knob", index), tuning.deck, report)
        if knob is not None:
            tuning.knobs.append(knob)
    if not knobs:
        report.add(source.problem(("knob",), "expected at least one [[knob]]", key=True))
    return tuning


def check_head(source: Source, keys: Sequence[str], report: Report) -> None:
    """Report keys that a file must not have, and a schema that is not 1."""
    for key in source.data:
        if key not in keys:
            report.add(source.problem((key,), f"unknown key{did_you_mean(key, keys)}", key=True))
    if source.data.get("schema") != 1:
        report.add(source.problem(("schema",), f"expected 1, got {shown(source.data.get('schema'))}"))


def deck_of(source: Source, path: Path) -> Deck:
    """The deck that a file names: a shipped one, or a path relative to the file; `base` if it names none."""
    name = source.data.get("deck", "base")
    try:
        file, _ = find_deck(str(name), path.parent)
    except LookupError as error:
        raise DeckError([source.problem(("deck",), str(error))]) from None
    return load_deck(str(name) if name in shipped_decks() else file)


def whole_number(source: Source, key: str, default: int, low: int, report: Report) -> int:
    """The whole number of a key, at least `low`; anything else is reported."""
    value = source.data.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or value < low:
        report.add(source.problem((key,), f"expected a whole number from {low}, got {shown(value)}"))
        return default
    return value


def _target(
    source: Source, target: dict[str, Any], report: Report
) -> tuple[float, tuple[float, float] | None]:
    band, turns = target.get("character", 0.02), target.get("turns")
    if isinstance(band, bool) or not isinstance(band, int | float) or not 0 < band < 1:
        report.add(source.problem(("target", "character"), f"expected a share, as 0.02, got {shown(band)}"))
        band = 0.02
    if turns is None:
        return float(band), None
    if (
        not isinstance(turns, list)
        or len(turns) != 2
        or not all(isinstance(end, int | float) for end in turns)
    ):
        report.add(source.problem(("target", "turns"), f"expected a range, as [50, 80], got {shown(turns)}"))
        return float(band), None
    return float(band), (float(turns[0]), float(turns[1]))


def _knob(source: Source, spec: Any, at: Place, deck: Deck, report: Report) -> Knob | None:
    def fail(message: str, *key: str) -> None:
        report.add(source.problem((*at, *key), message))

    if not isinstance(spec, dict):
        return fail("expected a knob: rule, or card and key; from and to, or values")
    for key in spec:
        if key not in KNOB_KEYS:
            fail(f"unknown key{did_you_mean(key, KNOB_KEYS)}", key)
    card, key = str(spec.get("card", "")), str(spec.get("key", spec.get("rule", "")))
    if card and card not in deck.names:
        return fail(f"expected a card of the deck, got {shown(card)}{did_you_mean(card, deck.names)}", "card")
    if not card and key not in BY_KEY:
        return fail(f"expected a house rule, got {shown(key)}{did_you_mean(key, BY_KEY)}", "rule")
    values = spec.get("values")
    if isinstance(values, list) and values:
        return Knob(card, key, values=tuple(values), at=at)
    low, high = spec.get("from"), spec.get("to")
    if not isinstance(low, int) or not isinstance(high, int) or low >= high:
        return fail("expected from and to, two whole numbers, or values")
    fault = "" if card else next((f for f in (rule_fault(key, low), rule_fault(key, high)) if f), "")
    return fail(fault) if fault else Knob(card, key, low, high, at=at)


# --- the deck that is written ---
def deck_text(tuning: Tuning, setting: Mapping[str, Any], extends: str, comments: Sequence[str]) -> str:
    """A deck file on top of the old deck that holds what the setting changes; the texts of these cards say so."""
    variation = tuning.variation(setting)
    told = _told(tuning.made(setting))
    lines = [f"# {comment}" for comment in comments]
    lines += [
        "",
        "schema = 1",
        f"name = {_toml(f'{tuning.deck.name}, {tuning.name}')}",
        f"description = {_toml(' '.join(comments[:2]))}",
        f"extends = {_toml(extends)}",
    ]
    if variation.rules:
        lines += ["", "[rules]", *(f"{key} = {_toml(value)}" for key, value in variation.rules.items())]
    for name, new in variation.change.items():
        lines += ["", f"[change.{quoted_name(name)}]"]
        whole = [key for key in new.get("drop", []) if isinstance(new[key], dict)]
        lines += [f"drop = {_toml(whole)}"] if whole else []
        lines += [f"{key} = {_toml(value)}" for key, value in new.items() if key != "drop"]
        if new.keys() - {"drop", "count"}:
            lines += [f"text = {_toml(told[name])}"]
    return "\n".join(lines) + "\n"


def _told(deck: Deck) -> dict[str, str]:
    """What each card does, in words."""
    others = around(deck.cards)
    return {card.name: " ".join(sentences(card, others)) for card in deck.cards}


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        inner = ", ".join(f"{quoted_name(str(key))} = {_toml(item)}" for key, item in value.items())
        return "{ " + inner + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)
