"""The deal in plain Python (S1 to S3, S5 and the key `deal`), and what must be true of any deal."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tests.reference.model import Deck
from vs_sim.cards.tables import Rule
from vs_sim.vocabulary import Deal, Kind

Dealt = tuple[list[list[int]], list[int], list[int]]
APART = (Kind.CHARACTER, Kind.HOUSE_RULE)


def dealt_as(deck: Deck, how: Deal) -> list[int]:
    """The cards of a deck that come into play in one way."""
    every = range(len(deck.card_types))
    return [c for c in every if deck.type_of(c).kind not in APART and deck.type_of(c).deal == how]


def one_each(deck: Deck, players: int) -> list[list[int]]:
    """The copies that each player gets besides the hand, the lowest numbers in the order of seats."""
    types = [t for t in deck.types if t.deal == Deal.ONE_EACH and t.count]
    assert all(t.count >= players for t in types), "too few copies (S5)"
    return [[t.first_card + seat for t in types] for seat in range(players)]


def deal(deck: Deck, players: int, rng: np.random.Generator) -> Dealt:
    """Hands, draw pile and characters of a random deal. What is kept out is shuffled in after it."""
    apart = one_each(deck, players)
    given = {card for cards in apart for card in cards}
    rest = [card for card in dealt_as(deck, Deal.ONE_EACH) if card not in given]
    pile = shuffled(dealt_as(deck, Deal.SHUFFLED) + rest, rng)
    size = deck.rule(Rule.HAND_SIZE)
    hands = [[pile.pop() for _ in range(size)] + cards for cards in apart]
    kept_out = dealt_as(deck, Deal.KEPT_OUT)
    if kept_out:
        pile = shuffled(pile + kept_out, rng)
    return hands, pile, shuffled(deck.characters, rng)[:players]


def shuffled(cards: Sequence[int], rng: np.random.Generator) -> list[int]:
    """Cards in a random order."""
    return [int(card) for card in rng.permutation(np.array(cards, dtype=np.int64))]


def check_deal(deck: Deck, hands: Sequence[Sequence[int]], pile: Sequence[int]) -> None:
    """Every card is dealt once, each hand has its size and one of each, nothing that is kept out."""
    every = sorted(card for how in Deal for card in dealt_as(deck, how))
    assert sorted([*pile, *(card for hand in hands for card in hand)]) == every
    types = [t for t in deck.types if t.deal == Deal.ONE_EACH and t.count]
    for hand in hands:
        assert len(hand) == deck.rule(Rule.HAND_SIZE) + len(types)
        assert all(any(deck.type_of(card) == t for card in hand) for t in types)
        assert not any(deck.type_of(card).deal == Deal.KEPT_OUT for card in hand)
