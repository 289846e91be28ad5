"""Engine and reference agree on every choice and every state: whole games, each house rule, decks of every word.

test_side_by_side_*.py plays many more, short ones.
Even games are uniformly random; in odd ones dull choices (discard, pass, stop, no) are mostly left alone: more happens.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reference.lockstep import DRAFT, Lockstep
from tests.reference.random_decks import random_deck
from vs_sim.cards import load_deck
from vs_sim.jit import JIT_OFF

# uint64 of numpy warns where compiled code wraps
pytestmark = pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning")

EVERYTHING = str(Path(__file__).parent / "everything.toml")
LANGUAGE = str(Path(__file__).parent / "language.toml")
FEWER = 2 if JIT_OFF else 1  # so many times fewer games when nothing is compiled


def agree(deck: str, players: int, games: int, mode: int = 0, **rules: int | str | bool) -> None:
    """Play so many games side by side; the first difference fails, told in words."""
    side_by_side = Lockstep(load_deck(deck, rules), players, seed=players, characters_mode=mode)
    for game in range(max(games // FEWER, 1)):
        side_by_side.play(game)
    assert side_by_side.decisions > 0


@pytest.mark.parametrize(("players", "games"), [(2, 4), (3, 2), (4, 2)])
def test_base_deck(players: int, games: int) -> None:
    """The base deck, whole games (all of RULES)."""
    agree("base", players, games)


def test_twelve_players() -> None:
    """A full table, cut short by the cap (S5, W4)."""
    agree("base", 12, 1, max_turns_per_player=15)


@pytest.mark.parametrize("players", [2, 4])
def test_g8_abstract_geometry(players: int) -> None:
    """Places without positions (G8)."""
    agree("base", players, 2, geometry="abstract", max_turns_per_player=40)


@pytest.mark.parametrize("deck", ["book_only", "custom"])
def test_other_shipped_decks(deck: str) -> None:
    """The book alone, and a deck on top of the base deck."""
    agree(deck, 4, 2, max_turns_per_player=40)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_word_of_the_card_language(players: int) -> None:
    """A deck that uses every word that the engine carries out."""
    agree(EVERYTHING, players, 2, max_turns_per_player=12)


@pytest.mark.parametrize(
    "rule",
    [
        {"hand_size": 3},
        {"points_to_win": 30, "max_turns_per_player": 60},
        {"max_plots": 0},
        {"max_plots": 1},
        {"max_plots": 8},
        {"card_width": 7, "card_length": 7},
        {"card_width": 1, "card_length": 20},
        {"duplicate_characters": True},
        {"gender_choice": "once"},
        {"allow_pass": True},
        {"draw_on_skipped_turn": True},
        {"empty_draw_pile": "no_draw"},
        {"cancel_refunds_action": True},
        {"max_effects": 100},
    ],
    ids=lambda rule: "-".join(f"{key}={value}" for key, value in rule.items()),
)
def test_house_rules(rule: dict[str, int | str | bool]) -> None:
    """Every house-rule key of RULES and LANGUAGE."""
    agree("base", 3, 1, **rule)


def test_s3_draft() -> None:
    """Characters picked after the deal (S3)."""
    agree("base", 4, 2, mode=DRAFT)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_whole_card_language(players: int) -> None:
    """A deck that uses every word of the language (tests/reference/test_language_deck.py holds it to the list)."""
    agree(LANGUAGE, players, 2, max_turns_per_player=12)


@pytest.mark.parametrize("seed", range(1, 9))
def test_random_decks_of_the_whole_language(seed: int) -> None:
    """Cards made at random of every word."""
    side_by_side = Lockstep(random_deck(seed), 2 + seed % 3, seed=seed)
    side_by_side.play(1)  # a lively one
