"""Decks of a few lines, for tests."""

from __future__ import annotations

import pytest

from vs_sim.cards import Deck, DeckError, load_deck_text

HEAD = 'schema = 1\nname = "my"\nextends = "base"\n'


def on_base(text: str) -> Deck:
    """A deck that extends the base deck; the text begins on line 4."""
    return load_deck_text(HEAD + text, "my.toml")


def problems_of(text: str) -> list[str]:
    """The lines of the error that a text gives."""
    with pytest.raises(DeckError) as caught:
        load_deck_text(text, "my.toml")
    return str(caught.value).split("\n")


def problems_on_base(text: str) -> list[str]:
    """The lines of the error that a deck on top of the base deck gives; the text begins on line 4."""
    return problems_of(HEAD + text)
