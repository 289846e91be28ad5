"""A card against the language: its keys by type, then what its parts ask of each other."""

from __future__ import annotations

from vs_sim.cards.inherit import as_list
from vs_sim.cards.problems import Path, did_you_mean, one_of, shown
from vs_sim.cards.report import Report
from vs_sim.cards.schema import Card, Layer, Written
from vs_sim.cards.sense import check_sense
from vs_sim.cards.types import Table, check_key
from vs_sim.cards.words import KIND_KEYS

_NEVER_ASSUMED = frozenset({"assumed", "alternatives", "text", "note"})


class CardScope:
    """What a check of one card knows of its deck. `inherited`: names of removed cards are passed over."""

    def __init__(self, card: Card, written: Written, report: Report, *, inherited: bool = False) -> None:
        self.card, self.written, self.report = card, written, report
        self.inherited = inherited
        self.failed = False
        self.kind = card.kind
        self.alignments = list(written.alignments)
        play = card.data.get("play")
        self.names_an_alignment = isinstance(play, dict) and "names" in play

    def fail(self, path: Path, message: str, *, key: bool = False, named: Path | None = None) -> None:
        """Reports a problem of the card, where it is written."""
        self.failed = True
        source, at = self.card.where(path)
        name = None if named is None else self.card.where(named)[1]
        self.report.add(source.problem(at, message, key=key, named=name))

    def raw(self, path: Path) -> str:
        """The text of a number as written."""
        source, at = self.card.where(path)
        return source.places.raw.get(at, "")

    def names_of(self, kind: str | None) -> list[str]:
        """The deck's cards of one kind, or of all."""
        names = [card.name for card in self.written.cards.values() if kind in (None, card.kind)]
        if self.inherited:
            names += [name for name, was in self.written.removed.items() if kind in (None, was)]
        return names


def check_card(card: Card, scope: CardScope) -> None:
    """Reports all that is wrong with a card."""
    Table(KIND_KEYS[card.kind]).check(card.data, (), scope)
    _check_assumed(card, scope)
    _check_alternatives(card, scope)
    if not scope.failed:
        check_sense(card, scope)
        _check_alternative_senses(card, scope)


def _check_assumed(card: Card, scope: CardScope) -> None:
    names = card.data.get("assumed", [])
    legal = [key for key in KIND_KEYS[card.kind] if key not in _NEVER_ASSUMED]
    for index, name in enumerate(as_list(names)):
        if isinstance(name, str) and name not in legal:
            path: Path = ("assumed", index) if isinstance(names, list) else ("assumed",)
            scope.fail(path, f"expected a key of this card, got {shown(name)}{did_you_mean(name, legal)}")


def _check_alternatives(card: Card, scope: CardScope) -> None:
    other = card.data.get("alternatives", {})
    if not isinstance(other, dict):
        scope.fail(("alternatives",), f"expected alternatives.KEY = [value, …], got {shown(other)}")
        return
    keys = KIND_KEYS[card.kind]
    for name, values in other.items():
        path: Path = ("alternatives", name)
        if name not in keys or name in _NEVER_ASSUMED:
            scope.fail(path, f"unknown key{did_you_mean(name, keys)}", key=True)
        elif name not in card.assumed:
            scope.fail(path, f"expected a key that is assumed ({_assumed_text(card)})", key=True)
        else:
            for index, value in enumerate(as_list(values)):
                here = (*path, index) if isinstance(values, list) else path
                check_key(keys, name, value, here, scope)


def _check_alternative_senses(card: Card, scope: CardScope) -> None:
    """Each other value must go together with the rest of the card."""
    for name, values in card.data.get("alternatives", {}).items():
        path: Path = ("alternatives", name)
        for index, value in enumerate(as_list(values)):
            source, at = card.where((*path, index) if isinstance(values, list) else path)
            layers = [*card.layers, Layer((name,), source, at)]
            other = Card(card.name, card.kind, {**card.data, name: value}, layers, card.assumed)
            check_sense(other, CardScope(other, scope.written, scope.report, inherited=scope.inherited))


def _assumed_text(card: Card) -> str:
    return one_of(sorted(card.assumed)) or "none is"
