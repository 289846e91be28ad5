"""What a knock-out takes out: each kind of item, and what it says of those it cannot take."""

from __future__ import annotations

import pytest

from vs_sim.cards import load_deck, load_deck_text, vary
from vs_sim.experiments.errors import PlanError
from vs_sim.experiments.items import find_items

DECK = """
schema = 1
name = "odd"
extends = "base"
[special."Tea, Biscuits"]
count = 1
play = { do = [{ draw = 1 }] }
assumed = ["count", "play", "deal"]
[house_rule."Late Start"]
on = [{ event = "game_start", do = [{ draw = 1 }] }]
"""


def test_each_kind_finds_its_items() -> None:
    deck = load_deck("base")
    counts = {kind: len(find_items(deck, kind)[0]) for kind in ("plots", "specials", "powers", "groups")}
    assert counts == {"plots": 7, "specials": 7, "powers": 12, "groups": 8}


def test_a_group_is_taken_out_whole() -> None:
    deck = load_deck("base")
    (item,), _ = find_items(deck, "all plots")
    assert "plot" not in vary(deck, item.variation).kinds


def test_a_character_stands_for_its_power() -> None:
    deck = load_deck("base")
    (item,), _ = find_items(deck, "burnout")
    (card,) = (card for card in vary(deck, item.variation).cards if card.name == item.item)
    assert item.kind == "power"
    assert "while" not in card.data


def test_house_rules_go_back_to_the_book() -> None:
    deck = load_deck_text(DECK, rules_overrides={"hand_size": 6})
    items, _ = find_items(deck, "house_rules")
    assert [item.item for item in items] == ["hand_size", "Late Start"]
    assert vary(deck, items[0].variation).rules["hand_size"] == 7


def test_assumptions_take_alternatives_half_and_double_and_what_is_left_out() -> None:
    deck = load_deck_text(DECK)
    items, unstudied = find_items(deck, "assumptions")
    of = [item for item in items if item.of.startswith("Tea")]
    assert [item.item.rpartition(": ")[2] for item in of] == [
        "0 instead of 1 (half)",
        "2 instead of 1 (double)",
        "left out",
    ]
    assert [vary(deck, item.variation).counts[deck.type_of("Tea, Biscuits")] for item in of] == [0, 2, 0]
    assert [missed.item for missed in unstudied] == ["Tea, Biscuits, deal"]


def test_alternatives_replace_the_whole_value() -> None:
    deck = load_deck("base")
    items, _ = find_items(deck, "assumptions")
    (item,) = (
        item
        for item in items
        if item.item == "Campaign Volunteer, dots: top politics instead of ends politics"
    )
    card = vary(deck, item.variation).cards[0]
    assert card.data["dots"] == {"top": "politics"}


def test_names_with_commas_are_names() -> None:
    items, _ = find_items(load_deck_text(DECK), "Tea, Biscuits,Job")
    assert [item.item for item in items] == ["Tea, Biscuits", "Job"]


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("plotz", 'did you mean "plots"'),
        ("house_rules", "house rules of the book"),
        ("hand_size", "as in the book"),
        ("all artifacts", "the deck has none"),
        ("", "no items"),
    ],
)
def test_what_cannot_be_taken_out_is_told(asked: str, says: str) -> None:
    with pytest.raises(PlanError, match=says):
        find_items(load_deck("base"), asked)
