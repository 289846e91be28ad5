"""Which words of the card language a deck uses, against all that there are (cards/words.py says which)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from vs_sim.cards.inherit import as_list
from vs_sim.cards.schema import Deck
from vs_sim.cards.types import (
    COMPARISON,
    COUNT_WORDS,
    EVENT_TARGETS,
    NUMBER_FORM,
    PLAYER_WORDS,
    REFERRED,
    TARGETS,
    Alignment,
    Headed,
    Key,
    ListOf,
    Name,
    Number,
    OneOf,
    Options,
    PlayerWord,
    Ref,
    Table,
    TargetWord,
    Type,
    Whole,
)
from vs_sim.cards.words import CARD_FILTER, FOLLOWER_FILTER, KIND_KEYS
from vs_sim.vocabulary import COMPARE_TEXT

Word = tuple[str, str]  # where it stands, and the word
_SHARED = {id(key): f"filter.{name}" for keys in (FOLLOWER_FILTER, CARD_FILTER) for name, key in keys.items()}
_COSTS = ("discard", "destroy", "points", "skip")


# --- all words ---


def all_words() -> set[Word]:
    """Every word of the card language with the place where it stands."""
    found = {("cost", verb) for verb in _COSTS}
    for kind, keys in KIND_KEYS.items():
        for name, key in keys.items():
            found.add((kind, name))
            found |= set(_legal(key.type, name, key.default, frozenset()))
    return found


def _legal(of: Type, where: str, default: Any, seen: frozenset[str]) -> Iterator[Word]:
    """The words that a type admits; a default need not be written."""
    if isinstance(of, OneOf):
        yield from ((where, str(word)) for word in of.words if word is not (default or False))
    elif isinstance(of, Whole):
        yield from ((where, word) for word in of.words)
    elif isinstance(of, Name):
        yield from ((where, word) for word in of.also)
    elif isinstance(of, ListOf):
        yield from _legal(of.item, where, None, seen)
    elif isinstance(of, Options):
        yield from _legal(of.step, where, None, seen)
    elif isinstance(of, Ref):
        if of.name not in seen:
            yield from _legal(REFERRED[of.name], of.name, None, seen | {of.name})
    elif isinstance(of, Table):
        yield from _legal_keys(of.keys, where, seen)
    elif isinstance(of, Headed):
        yield from ((of.sort, head) for head in of.heads)
        yield from _legal_keys(of.common, of.container, seen)
        for head, key in of.heads.items():
            yield from _legal(key.type, f"{head}", True if head in _FLAGS else None, seen)
            yield from _legal_keys(of.own[head], head, seen)
    else:
        yield from _legal_texts(of, where)


_FLAGS = ("take_turn", "eliminate", "win", "open_hand")  # their value is always true


def _legal_keys(keys: Mapping[str, Key], where: str, seen: frozenset[str]) -> Iterator[Word]:
    for name, key in keys.items():
        yield where, name
        yield from _legal(key.type, _SHARED.get(id(key), f"{where}.{name}"), key.default, seen)


def _legal_texts(of: Type, where: str) -> Iterator[Word]:
    if isinstance(of, TargetWord):
        found = TARGETS if where.startswith("action") else EVENT_TARGETS
        yield from ((where, word) for word in found)
    elif isinstance(of, PlayerWord):
        yield from (("player word", word) for word in PLAYER_WORDS)
        yield from (("player word", f"not {word}") for word in PLAYER_WORDS)
        yield from (("comparison", word) for word in (*COUNT_WORDS, *COMPARE_TEXT))
    elif isinstance(of, Alignment) and of.named:
        yield "alignment", "named"
    elif isinstance(of, Number):
        yield from (("number form", form) for form in ("set", "+", "-", "x"))


# --- the words of a deck ---


def words_of(deck: Deck) -> set[Word]:
    """The words that the cards of a deck use, of those that are in it."""
    found: set[Word] = set()
    for card in deck.cards:
        if not card.count:
            continue
        for name, value in card.data.items():
            key = KIND_KEYS[card.kind][name]
            found.add((card.kind, name))
            found |= set(_used(key.type, name, value))
        for part in card.data.values():
            if isinstance(part, dict):
                found |= {("cost", verb) for step in as_list(part.get("cost", [])) for verb in step}
    return found


def _used(of: Type, where: str, value: Any) -> Iterator[Word]:
    if isinstance(of, ListOf):
        for item in as_list(value):
            yield from _used(of.item, where, item)
    elif isinstance(of, Options):
        for option in value:
            yield from (word for step in as_list(option) for word in _used(of.step, where, step))
    elif isinstance(of, Ref):
        yield from _used(REFERRED[of.name], of.name, value)
    elif isinstance(of, Table):
        yield from _used_keys(of.keys, where, value)
    elif isinstance(of, Headed):
        head = next(name for name in value if name in of.heads)
        yield of.sort, head
        yield from _used(of.heads[head].type, head, value[head])
        own = {name: item for name, item in value.items() if name in of.own[head]}
        common = {name: item for name, item in value.items() if name in of.common}
        yield from _used_keys(of.own[head], head, own)
        yield from _used_keys(of.common, of.container, common)
    elif isinstance(of, PlayerWord):
        compared = COMPARISON.fullmatch(value)
        yield from [("comparison", compared[1]), ("comparison", compared[2])] if compared else []
        yield "player word", value
    elif isinstance(of, Alignment):
        yield "alignment", value
    elif isinstance(of, Number):
        written = NUMBER_FORM.fullmatch(value) if isinstance(value, str) else None
        yield "number form", written[1] if written else "set"
    elif isinstance(value, str | bool | int):
        yield where, str(value)


def _used_keys(keys: Mapping[str, Key], where: str, value: dict[str, Any]) -> Iterator[Word]:
    for name, item in value.items():
        key = keys[name]
        yield where, name
        yield from _used(key.type, _SHARED.get(id(key), f"{where}.{name}"), item)
