"""Variants of a deck that is loaded: cards left out, new values, other house rules, by the rules of a deck file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from vs_sim.cards.checks import CardScope, check_card
from vs_sim.cards.compile import card_key, compile_deck, deck_hash
from vs_sim.cards.cursor import Places
from vs_sim.cards.house_rules import RuleValue
from vs_sim.cards.inherit import change_cards, remove_cards
from vs_sim.cards.limits import check_limits
from vs_sim.cards.load import lay_rules
from vs_sim.cards.problems import Path
from vs_sim.cards.report import Report
from vs_sim.cards.schema import Alternative, Deck, Source, Values, Written


@dataclass(frozen=True)
class Variation:
    """What is other in a variant: `remove`, `change` and `rules` as in a deck file, done last of all.

    `source` and `at`: the file and the table there that says it; a problem is told with its place.
    """

    remove: tuple[str, ...] = ()
    change: Mapping[str, Values] = field(default_factory=dict[str, Values])
    rules: Mapping[str, RuleValue] = field(default_factory=dict[str, RuleValue])
    source: Source | None = None
    at: Path = ()

    @classmethod
    def of_alternative(cls, alternative: Alternative) -> Variation:
        """An `[alternative]` of the deck."""
        source, at = alternative.at or (None, ())
        return cls(alternative.remove, alternative.change, alternative.rules, source, at)


def vary(deck: Deck, variation: Variation, name: str | None = None) -> Deck:
    """The deck with a variation in force, compiled; raises DeckError with every problem found.

    As in an `[alternative]`, names of cards that the deck has left out are passed over.
    """
    report = Report()
    source = variation.source or Source(deck.source or deck.path or deck.name, {}, Places())
    written = _written(deck, source)
    written.name = name or deck.name
    at = variation.at
    remove_cards(written, list(variation.remove), source, (*at, "remove"), report)
    changed = change_cards(written, variation.change, source, (*at, "change"), report, passing=True)
    for card in changed:
        check_card(card, CardScope(card, written, report, inherited=True))
    lay_rules(source, (*at, "rules"), dict(variation.rules), written.rules, report)
    written.overrides |= dict(variation.rules)
    if not report.problems:
        check_limits(written, report)
    report.raise_any()
    return compile_deck(written)


def _written(deck: Deck, source: Source) -> Written:
    """The deck as it was before it was compiled; cards are replaced and never altered, so they can be shared."""
    looks: dict[str, dict[str, Any]] = {
        name: {"colour": colour, "wild": wild}
        for name, colour, wild in zip(deck.alignments, deck.colours, deck.wild, strict=True)
    }
    return Written(
        name=deck.name,
        description=deck.description,
        path=deck.path,
        chain=deck.chain,
        cards={card.name: card for card in deck.cards},
        removed=dict(deck.removed),
        rules=dict(deck.rules),
        alignments=looks,
        alternatives={alternative.name: alternative for alternative in deck.groups},
        source=source,
        asked=deck.source,
        overrides=dict(deck.overrides),
        rules_files=deck.rules_files,
    )


def shuffled_otherwise(deck: Deck, number: int, every: int = 10) -> Deck:
    """The deck with one type in `every` shuffled as if it had another name: other games of the very same law.

    `number` says which types, and by which name. What such a deck is seen to differ in, it differs in by luck.
    """
    tables = deck.tables.copy()
    one = tables[0]
    for at in range(int(one["n_cards"])):
        kind = int(one["card_type"][at])
        if kind % every == number % every:
            one["card_key"][at] = card_key(f"{deck.names[kind]} {number}", int(one["card_copy"][at]))
    name = f"{deck.name}, shuffled otherwise ({number})"
    return replace(deck, name=name, tables=tables, hash=deck_hash(tables, (*deck.names, *deck.alignments)))
