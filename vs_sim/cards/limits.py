"""What a whole deck must keep to: it has a character, and fits the engine (LANGUAGE sections 1 and 7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vs_sim.cards.inherit import as_list
from vs_sim.cards.report import Report
from vs_sim.cards.schema import Card, Written
from vs_sim.cards.tables import MAX_CANCELS, MAX_MODS
from vs_sim.vocabulary import MAX_ALIGNMENTS, MAX_CARDS, MAX_PARTS, MAX_PLOT_TYPES, MAX_ROWS, MAX_TYPES

MAX_DECK_CARDS = 500
_APART = ("character", "house_rule")  # they lie in no pile


def check_limits(written: Written, report: Report) -> None:
    """Reports what the deck has too few or too many of, at the start of its file."""
    cards = list(written.cards.values())
    if not any(card.kind == "character" for card in cards):
        _add(written, report, "character", "expected at least one character in the deck")
    drawn = sum(card.count for card in cards if card.kind not in _APART)
    numbers = sum(card.count for card in cards)
    for key, number, most in (
        ("types", len(cards), MAX_TYPES),
        ("plots", sum(card.kind == "plot" for card in cards), MAX_PLOT_TYPES),
        ("cards", drawn, MAX_DECK_CARDS),
        ("cards, characters and house rules", 0 if drawn > MAX_DECK_CARDS else numbers, MAX_CARDS),
        ("alignments", len(written.alignments), MAX_ALIGNMENTS),
        ("modifiers", _total(cards, lambda card: len(as_list(card.data.get("while", [])))), MAX_MODS),
        ("parts", _total(cards, _parts), MAX_PARTS),
        ("things to cancel", _total(cards, _cancels), MAX_CANCELS),
        ("rows of steps", _total(cards, _rows_at_most), MAX_ROWS),
    ):
        if number > most:
            _add(written, report, key.split(",")[0], f"expected at most {most} {key} in a deck, got {number}")


def _add(written: Written, report: Report, key: str, message: str) -> None:
    if written.source is not None:
        report.add(written.source.problem((key,), message, key=True))


def _total(cards: list[Card], of: Callable[[Card], int]) -> int:
    return sum(of(card) for card in cards)


def _parts(card: Card) -> int:
    single = sum(key in card.data for key in ("play", "action", "reaction", "drawn"))
    return single + len(as_list(card.data.get("on", [])))


def _cancels(card: Card) -> int:
    return len(as_list(card.data.get("reaction", {}).get("cancels", [])))


def _rows_at_most(card: Card) -> int:
    """Step rows of a card: its steps, and the tests and options before them."""
    return _count_rows({key: card.data[key] for key in card.data if key not in ("alternatives", "dots")})


def _count_rows(value: Any) -> int:
    if isinstance(value, dict):
        own = sum(len(as_list(value[key])) for key in ("if", "do", "cost") if key in value)
        options = value.get("either", [])
        own += sum(1 + len(as_list(option)) for option in options)
        return own + int("chance" in value) + sum(_count_rows(item) for item in value.values())
    if isinstance(value, list):
        return sum(_count_rows(item) for item in value)
    return 0
