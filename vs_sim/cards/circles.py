"""What of two cards together has no answer: genders that hang on points where points hang on genders (LANGUAGE section 3)."""

from __future__ import annotations

from collections.abc import Iterator

from vs_sim.cards.checks import CardScope
from vs_sim.cards.problems import Path, shown
from vs_sim.cards.report import Report
from vs_sim.cards.schema import Card, Written
from vs_sim.cards.sense import CIRCULAR, asked_of, listed


def check_circles(written: Written, report: Report) -> None:
    """Reports each `gender` that depends on points, in a deck with a `value` that depends on genders."""
    cards = [card for card in written.cards.values() if card.count]
    by_gender = next((card for card in cards for _ in _rows(card, "value", CIRCULAR["gender"])), None)
    if by_gender is None:
        return
    for card in cards:
        for path, text in _rows(card, "gender", CIRCULAR["value"]):
            message = (
                f'expected nothing that depends on points, what followers are worth by "{by_gender.name}" '
            )
            CardScope(card, written, report).fail(path, f"{message}depends on genders; got {shown(text)}")


def _rows(card: Card, head: str, words: tuple[str, ...]) -> Iterator[tuple[Path, str]]:
    """Where the modifiers `head` of a card ask for one of these words."""
    for path, modifier in listed(card.data, "while", ()):
        if head in modifier:
            yield from asked_of(modifier, path, words)
