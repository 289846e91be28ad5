"""Variants of a loaded deck obey the rules of a deck file."""

from __future__ import annotations

import pytest

from vs_sim.cards import DeckError, Variation, load_deck, load_deck_text, vary


def test_nothing_changed_is_the_same_deck() -> None:
    deck = load_deck("base")
    assert vary(deck, Variation()).hash == deck.hash


def test_a_variant_is_the_deck_that_a_file_would_make() -> None:
    text = 'schema = 1\nname = "x"\nextends = "base"\nremove = ["all plots"]\nrules.hand_size = 6\nchange.Job.count = "+2"'
    variation = Variation(("all plots",), {"Job": {"count": "+2"}}, {"hand_size": 6})
    assert vary(load_deck("base"), variation).hash == load_deck_text(text).hash


def test_the_deck_itself_stays_as_it_was() -> None:
    deck = load_deck("base")
    before = deck.hash
    vary(deck, Variation(change={"Job": {"count": 9}}))
    assert (deck.hash, load_deck("base").hash) == (before, before)


def test_what_is_wrong_is_told_as_in_a_deck_file() -> None:
    with pytest.raises(DeckError, match=r'change.Jop.*did you mean "Job"'):
        vary(load_deck("base"), Variation(change={"Jop": {"count": 1}}))


def test_a_variant_of_a_variant_adds_up() -> None:
    deck = load_deck("base", {"hand_size": 6})
    smaller = vary(deck, Variation(remove=("Job",)))
    assert (
        vary(smaller, Variation(rules={"hand_size": 7})).hash
        == vary(load_deck("base"), Variation(("Job",))).hash
    )
