"""Decks: from a deck file to read-only integer tables (LANGUAGE). Needs numpy, no other package."""

from vs_sim.cards.house_rules import HOUSE_RULES, parse_rule, rules_table
from vs_sim.cards.load import load_deck, load_deck_text
from vs_sim.cards.problems import DeckError, Problem
from vs_sim.cards.schema import Deck
from vs_sim.cards.vary import Variation, shuffled_otherwise, vary

__all__ = [
    "HOUSE_RULES",
    "Deck",
    "DeckError",
    "Problem",
    "Variation",
    "load_deck",
    "load_deck_text",
    "parse_rule",
    "rules_table",
    "shuffled_otherwise",
    "vary",
]
