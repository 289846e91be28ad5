"""The deck of every word, and random decks: they use the whole language, and the reference plays them soundly."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.reference.model import Deck
from tests.reference.random_decks import random_deck
from tests.reference.selfplay import play_random
from tests.reference.vocabulary_used import all_words, words_of
from vs_sim.cards import load_deck
from vs_sim.vocabulary import Ask, Result

LANGUAGE = Path(__file__).parent / "language.toml"


def test_language_deck_uses_every_word() -> None:
    """Each verb, modifier, event, key and word of the language stands in a card that is in play."""
    assert sorted(all_words() - words_of(load_deck(LANGUAGE))) == []


def test_the_list_of_words_is_the_languages() -> None:
    """A few from each part of the language are on it; what is no word of a place is not."""
    words = all_words()
    assert {
        ("verb", "swap"),
        ("modifier", "silence"),
        ("trigger.event", "plot_ended"),
        ("lasts", "round"),
    } <= words
    assert {("take.from", "draw pile"), ("player word", "not leader"), ("comparison", "jobs")} <= words
    assert ("action.target", "affected") not in words


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("geometry", ["table", "abstract"])
def test_language_deck_is_played_soundly(players: int, geometry: str) -> None:
    """Every position of a lively game holds together; the game ends."""
    deck = Deck(load_deck(LANGUAGE, {"geometry": geometry, "max_turns_per_player": 12}).tables)
    played = play_random(deck, players, seed=players, lively=True)
    assert played.result not in (Result.RUNNING, Result.RUNAWAY)


@pytest.mark.parametrize("seed", range(8))
def test_random_decks_are_played_soundly(seed: int) -> None:
    """Cards made at random of every word: every position holds together; the game ends."""
    deck = Deck(random_deck(seed).tables)
    played = play_random(deck, 2 + seed % 3, seed, lively=True)
    assert played.result != Result.RUNNING


def test_random_decks_are_the_same_for_the_same_seed() -> None:
    """A deck can be had again by its seed."""
    assert random_deck(5).hash == random_deck(5).hash != random_deck(6).hash


def test_random_decks_put_every_question() -> None:
    """Over some games everything is asked that can be asked after the deal, but the draft."""
    asked: Counter[str] = Counter()
    for seed in range(100, 112):
        asked += play_random(Deck(random_deck(seed).tables), 3, seed, check=False, lively=True).asked
    asked += play_random(Deck(load_deck(LANGUAGE).tables), 4, 3, check=False, lively=True).asked
    assert {ask.name for ask in Ask} - set(asked) <= {
        "NOTHING",
        "CHARACTER",
        "SPREAD",
        "STEAL_SET",
        "STEAL_PLACE",
    }
