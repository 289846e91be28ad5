"""A deck exactly as written, with places, and the compiled deck that everything else uses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from vs_sim.cards.cursor import Places
from vs_sim.cards.house_rules import DEFAULTS, RuleValue
from vs_sim.cards.problems import Path, Problem, key_text

Values = dict[str, Any]


@dataclass
class Source:
    """One file: the name that messages show, its values and their places."""

    name: str
    data: Values
    places: Places

    def problem(self, path: Path, message: str, *, key: bool = False, named: Path | None = None) -> Problem:
        """A problem at a value, or at a key; where the path has no place, at the nearest above it that has one."""
        line, column = self.place(path, key=key)
        return Problem(self.name, line, column, key_text(path if named is None else named), message)

    def place(self, path: Path, *, key: bool = False) -> tuple[int, int]:
        """Line and column of a value or key; the start of the file where there is none."""
        found = self.places.keys if key else self.places.values
        while path and path not in found:
            path = path[:-1]
        return found.get(path, (1, 1))


@dataclass(frozen=True)
class Layer:
    """Where a part of a card is written: below `prefix` (in the card) stands what `source` has below `at`."""

    prefix: Path
    source: Source
    at: Path


@dataclass
class Card:
    """A card as written, after inheritance: values by key, and where each stands."""

    name: str
    kind: str
    data: Values
    layers: list[Layer]
    assumed: frozenset[str] = frozenset()
    changed: Layer | None = None  # where it was last changed

    def where(self, path: Path) -> tuple[Source, Path]:
        """The file in which a path of this card is written, and the path there."""
        if not path and self.changed is not None:
            return self.changed.source, self.changed.at
        for layer in reversed(self.layers):
            if path[: len(layer.prefix)] == layer.prefix:
                return layer.source, layer.at + path[len(layer.prefix) :]
        return self.layers[0].source, self.layers[0].at + path

    @property
    def count(self) -> int:
        """Copies in the deck; a character and a house rule are there once."""
        return 1 if self.kind in ("character", "house_rule") else int(self.data.get("count", 1))


@dataclass(frozen=True)
class Alternative:
    """Other values of assumptions that vary together (LANGUAGE section 1)."""

    name: str
    of: str
    remove: tuple[str, ...] = ()
    change: Mapping[str, Values] = field(default_factory=dict[str, Values])
    rules: Mapping[str, RuleValue] = field(default_factory=dict[str, RuleValue])
    at: tuple[Source, Path] | None = None


@dataclass
class Written:
    """A deck after inheritance, before it is compiled."""

    name: str = ""
    description: str = ""
    path: str = ""
    chain: tuple[str, ...] = ()  # names of the decks it extends, nearest first
    cards: dict[str, Card] = field(default_factory=dict[str, Card])
    removed: dict[str, str] = field(
        default_factory=dict[str, str]
    )  # name → kind of cards left out on the way
    rules: dict[str, RuleValue] = field(default_factory=lambda: dict(DEFAULTS))
    alignments: dict[str, Values] = field(default_factory=dict[str, Values])  # name → colour, wild
    alternatives: dict[str, Alternative] = field(default_factory=dict[str, Alternative])
    source: Source | None = None
    asked: str = ""  # the deck as it was asked for
    overrides: dict[str, RuleValue] = field(default_factory=dict[str, RuleValue])
    rules_files: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Deck:
    """A deck ready to be played; what is listed per type is in the order of C7, as in `tables`."""

    name: str
    description: str
    path: str
    chain: tuple[str, ...]
    hash: str
    tables: np.recarray[Any, Any]
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    counts: tuple[int, ...]
    texts: tuple[str, ...]
    notes: tuple[str, ...]
    genders: tuple[str, ...]  # "male", "female", "chooses"; "" for cards that are no characters
    assumed: tuple[frozenset[str], ...]
    alternatives: tuple[Mapping[str, tuple[Any, ...]], ...]  # of each type: key → other values
    groups: tuple[Alternative, ...]  # the deck's `[alternative]` tables
    alignments: tuple[str, ...]
    colours: tuple[str, ...]
    wild: tuple[bool, ...]
    rules: Mapping[str, RuleValue]
    source: str  # the deck as it was asked for: a shipped name or a path
    overrides: Mapping[str, RuleValue]  # single rules laid over it
    rules_files: tuple[str, ...]  # rules files laid over it
    cards: tuple[Card, ...]  # as written, after inheritance
    removed: Mapping[str, str]  # name → kind of cards left out on the way

    @property
    def characters(self) -> tuple[str, ...]:
        """Names of the characters, in order."""
        return tuple(name for name, kind in zip(self.names, self.kinds, strict=True) if kind == "character")

    @property
    def draw_cards(self) -> int:
        """Cards of the draw deck: all but characters and house rules (S5)."""
        apart = ("character", "house_rule")
        return sum(count for count, kind in zip(self.counts, self.kinds, strict=True) if kind not in apart)

    def type_of(self, name: str) -> int:
        """The number of a type by its name; KeyError if there is none."""
        try:
            return self.names.index(name)
        except ValueError:
            raise KeyError(name) from None
