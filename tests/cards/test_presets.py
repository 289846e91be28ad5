"""The shipped sets of house rules load, play and say what they do."""

from __future__ import annotations

import pytest

import vs_sim
from vs_sim.cards import load_deck
from vs_sim.cards.find import shipped

PRESETS = shipped("house_rules")


def test_there_are_at_least_ten() -> None:
    assert len(PRESETS) >= 10


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_a_preset_says_what_it_is_for_and_what_was_measured(name: str) -> None:
    text = PRESETS[name].read_text(encoding="utf-8")
    assert "Measured on " in text
    assert load_deck("base", None, (name,)).hash != load_deck("base").hash


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_a_preset_can_be_played(name: str) -> None:
    deck = load_deck("base", {"max_turns_per_player": 40}, (name,))
    assert vs_sim.run(deck, games=4).result.games == 4
