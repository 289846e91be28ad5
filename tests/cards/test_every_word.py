"""The deck that uses every word of the card language."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.cards.language_words import all_words, words_in
from vs_sim.cards import load_deck
from vs_sim.cards.house_rules import BY_KEY
from vs_sim.cards.tools import check_deck

FILE = Path(__file__).parent / "every_word.toml"


def test_the_deck_uses_every_word_of_the_language() -> None:
    used = words_in(tomllib.loads(FILE.read_text(encoding="utf-8")))
    assert all_words() - used == set()


def test_the_deck_says_every_house_rule() -> None:
    assert set(load_deck(FILE).overrides) == set()
    assert set(tomllib.loads(FILE.read_text(encoding="utf-8"))["rules"]) == set(BY_KEY)


def test_the_deck_has_no_warnings() -> None:
    assert check_deck(FILE)[1] == []
