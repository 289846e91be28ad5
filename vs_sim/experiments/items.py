"""What a knock-out can take out of a deck, one item at a time: the variations, by kind or by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vs_sim.cards.house_rules import DEFAULTS
from vs_sim.cards.inherit import members
from vs_sim.cards.problems import did_you_mean, shown
from vs_sim.cards.vary import Variation
from vs_sim.cards.words import GROUPS
from vs_sim.experiments.errors import PlanError

if TYPE_CHECKING:
    from vs_sim.cards.schema import Card, Deck

KINDS = ("plots", "specials", "powers", "groups", "house_rules", "assumptions")
PARTS = ("play", "while", "on", "action", "reaction", "drawn")  # what a card does
SPECIAL_PARTS = ("play", "reaction", "drawn", "lasts")  # a special needs one of them
APART = ("character", "house_rule")  # they lie in no pile


@dataclass(frozen=True)
class Item:
    """One variant: `item` names it, once; `told` says what is other in it, `of` which assumption it is a value of."""

    item: str
    kind: str
    variation: Variation
    told: str
    of: str = ""


@dataclass(frozen=True)
class Unstudied:
    """What was asked for and cannot be varied, with the reason."""

    item: str
    reason: str


def find_items(deck: Deck, asked: str) -> tuple[list[Item], list[Unstudied]]:
    """The items of `--items`: kinds and names, parted by commas. PlanError where one is not known or none is found."""
    found: dict[str, Item] = {}
    unstudied: dict[str, Unstudied] = {}
    for word in split_names(deck, asked):
        for item in _of_word(deck, word):
            if isinstance(item, Item):
                found.setdefault(item.item, item)
            else:
                unstudied.setdefault(item.item, item)
    if not found:
        raise PlanError(f"items: {_none_found(deck, asked, list(unstudied.values()))}")
    return list(found.values()), list(unstudied.values())


def split_names(deck: Deck, asked: str) -> list[str]:
    """The words between commas; a comma that is part of a known name parts nothing."""
    known = {name.casefold() for name in (*KINDS, *deck.names, *GROUPS, *DEFAULTS)}
    words: list[str] = []
    left = [part.strip() for part in asked.split(",")]
    while left:
        take = next(
            (n for n in range(len(left), 1, -1) if ", ".join(left[:n]).casefold() in known),
            1,
        )
        words.append(", ".join(left[:take]))
        left = left[take:]
    return [word for word in words if word]


def _none_found(deck: Deck, asked: str, unstudied: Sequence[Unstudied]) -> str:
    if unstudied:
        return "; ".join(f"{missed.item} cannot be studied: {missed.reason}" for missed in unstudied[:3])
    if asked.strip() == "house_rules":
        return (
            "the deck has the house rules of the book; give others with --rule or --rules, "
            "or name a key of `vs-sim rules`"
        )
    return f"{deck.name} has no {asked.strip() or 'items'}"


def _of_word(deck: Deck, word: str) -> Iterator[Item | Unstudied]:
    kinds: dict[str, Callable[[Deck], Iterator[Item | Unstudied]]] = {
        "plots": lambda deck: _cards_of(deck, "plot"),
        "specials": lambda deck: _cards_of(deck, "special"),
        "powers": _powers,
        "groups": _groups,
        "house_rules": _house_rules,
        "assumptions": _assumptions,
    }
    plain = word.casefold().replace("-", "_")
    if plain in kinds:
        return kinds[plain](deck)
    return iter([_of_name(deck, word)])


def _of_name(deck: Deck, word: str) -> Item | Unstudied:
    folded = word.casefold()
    for card in deck.cards:
        if card.name.casefold() == folded:
            return _power(card) if card.kind == "character" else _without(card)
    if folded in GROUPS:
        return _group(deck, folded)
    if folded in DEFAULTS:
        return _rule(deck, folded)
    near = did_you_mean(word, (*KINDS, *deck.names, *GROUPS, *DEFAULTS))
    raise PlanError(
        f"items: expected {', '.join(KINDS)}, or the name of a card, group or house rule, got {shown(word)}{near}"
    )


# --- cards, groups, powers ---
def _without(card: Card) -> Item | Unstudied:
    if card.kind not in APART and card.count == 0:
        return Unstudied(card.name, "its count is 0")
    copies = "" if card.kind in APART else f" ({card.count} {'copy' if card.count == 1 else 'copies'})"
    return Item(card.name, _kind(card.kind), Variation(remove=(card.name,)), f"taken out{copies}")


def _kind(kind: str) -> str:
    return kind.replace("_", " ")


def _cards_of(deck: Deck, kind: str) -> Iterator[Item | Unstudied]:
    return (_without(card) for card in deck.cards if card.kind == kind)


def _power(card: Card) -> Item | Unstudied:
    parts = [part for part in PARTS if part in card.data]
    if not parts:
        return Unstudied(card.name, "the character has no power")
    return Item(card.name, "power", Variation(change={card.name: {"drop": parts}}), "its power taken away")


def _powers(deck: Deck) -> Iterator[Item | Unstudied]:
    characters = (card for card in deck.cards if card.kind == "character")
    return (_power(card) for card in characters if any(part in card.data for part in PARTS))


def _group(deck: Deck, name: str) -> Item | Unstudied:
    found = members({card.name: card for card in deck.cards}, name) or []
    if any(card.kind == "character" for card in found):
        return Unstudied(name, "a deck needs characters; name powers")
    if not any(card.count for card in found):
        return Unstudied(name, "the deck has none")
    copies = sum(card.count for card in found if card.kind not in APART)
    return Item(
        name, "group", Variation(remove=(name,)), f"taken out ({copies} cards)" if copies else "taken out"
    )


def _groups(deck: Deck) -> Iterator[Item | Unstudied]:
    found = (_group(deck, name) for name in GROUPS)
    return (item for item in found if isinstance(item, Item))


# --- house rules ---
def _rule(deck: Deck, key: str) -> Item | Unstudied:
    if deck.rules[key] == DEFAULTS[key]:
        return Unstudied(key, f"it is as in the book, {shown(DEFAULTS[key])}; give another value with --rule")
    told = f"{shown(DEFAULTS[key])} as in the book, instead of {shown(deck.rules[key])}"
    return Item(key, "house rule", Variation(rules={key: DEFAULTS[key]}), told)


def _house_rules(deck: Deck) -> Iterator[Item | Unstudied]:
    yield from (_rule(deck, key) for key in DEFAULTS if deck.rules[key] != DEFAULTS[key])
    yield from _cards_of(deck, "house_rule")


# --- assumptions (LANGUAGE section 1) ---
def _assumptions(deck: Deck) -> Iterator[Item | Unstudied]:
    for card, alternatives in zip(deck.cards, deck.alternatives, strict=True):
        for key in sorted({*card.assumed, *alternatives}):
            yield from _assumed(card, key, alternatives.get(key))
    for alternative in deck.groups:
        told = f"{alternative.name}" if alternative.of else "another value"
        yield Item(
            f"{alternative.of}: {alternative.name}",
            "assumption",
            Variation.of_alternative(alternative),
            told,
            alternative.of,
        )


def _assumed(card: Card, key: str, values: Sequence[Any] | None) -> Iterator[Item | Unstudied]:
    of = f"{card.name}, {key}"
    if values:
        for number, value in enumerate(values, 1):
            told = _told(card, key, value, number if len(values) > 1 else 0)
            yield Item(f"{of}: {told}", "assumption", _instead(card, key, value), told, of)
    elif key == "count":
        for word, count in (("half", card.count // 2), ("double", card.count * 2)):
            told = f"{count} instead of {card.count} ({word})"
            yield Item(f"{of}: {told}", "assumption", _instead(card, key, count), told, of)
    elif key in PARTS and key in card.data:
        yield Item(f"{of}: left out", "assumption", _left_out(card, key), "left out", of)
    else:
        yield Unstudied(of, "the deck names no other value")


def _instead(card: Card, key: str, value: Any) -> Variation:
    """The whole value of a key, not merged with what stands there."""
    new: dict[str, Any] = {key: value}
    if key in card.data:
        new["drop"] = [key]
    return Variation(change={card.name: new})


def _left_out(card: Card, key: str) -> Variation:
    left = [part for part in SPECIAL_PARTS if part in card.data and part != key]
    if card.kind == "special" and not left:
        return Variation(change={card.name: {"count": 0}})
    return Variation(change={card.name: {"drop": [key]}})


def _told(card: Card, key: str, value: Any, number: int) -> str:
    """A value in few words; of what a card does, only which of the alternatives it is."""
    if key in PARTS:
        return f"alternative {number}" if number else "the alternative"
    before = card.count if key == "count" else card.data.get(key)
    return f"{_plain(value)} instead of {_plain(before)}" if before is not None else _plain(value)


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(item)}" for key, item in value.items())
    if isinstance(value, list):
        return " and ".join(_plain(item) for item in value)
    return str(value).lower() if isinstance(value, bool) else str(value)
