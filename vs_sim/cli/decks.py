"""Loading a deck with the house rules of the command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vs_sim.cards import Deck


def load(deck: str, rule: Sequence[str], rules_file: Path | None) -> Deck:
    """The deck by name or path; `--rule` beats `--rules` beats the deck. Raises DeckError."""
    from vs_sim.cards import load_deck, parse_rule

    overrides = dict(parse_rule(text) for text in rule)
    return load_deck(deck, overrides, () if rules_file is None else (rules_file,))
