"""The words of the card language, gathered from the tables that the loader checks by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from vs_sim.cards.load import FILE_KEYS
from vs_sim.cards.types import (
    COMPARISON,
    COUNT_WORDS,
    EVENT_TARGETS,
    PLAYER_WORDS,
    REFERRED,
    Headed,
    Key,
    ListOf,
    Name,
    OneOf,
    Options,
    PlayerWord,
    Ref,
    Table,
    TargetWord,
    Type,
    Whole,
)
from vs_sim.cards.words import KIND_KEYS
from vs_sim.vocabulary import COMPARE_TEXT


def all_words() -> set[str]:
    """Every key, verb, modifier, event and other word; names and free texts are none."""
    found = set(_of_keys(FILE_KEYS)) | set(KIND_KEYS)
    for keys in KIND_KEYS.values():
        found |= set(_of_keys(keys))
    for referred in REFERRED.values():
        found |= set(_of_type(referred))
    return found | {"wild", "colour", "change", "drop", "rules", "alignments", "alternative", "of", "remove"}


def _of_keys(keys: Mapping[str, Key]) -> Iterator[str]:
    for name, key in keys.items():
        yield name
        yield from _of_type(key.type)


def _of_type(kind: Type) -> Iterator[str]:
    if isinstance(kind, OneOf):
        yield from (word for word in kind.words if isinstance(word, str))
    elif isinstance(kind, Whole):
        yield from kind.words
    elif isinstance(kind, Name):
        yield from kind.also
    elif isinstance(kind, PlayerWord):
        yield from (*PLAYER_WORDS, "not", *COUNT_WORDS, *COMPARE_TEXT)
    elif isinstance(kind, TargetWord):
        yield from EVENT_TARGETS
    elif isinstance(kind, ListOf):
        yield from _of_type(kind.item)
    elif isinstance(kind, Table):
        yield from _of_keys(kind.keys)
    elif isinstance(kind, Headed):
        for keys in (kind.heads, kind.common, *kind.own.values()):
            yield from _of_keys(keys)
    else:
        assert isinstance(kind, Ref | Options) or not hasattr(kind, "words")


def words_in(value: Any) -> set[str]:
    """The words that stand in the values of a deck file, keys and texts; player words taken apart."""
    if isinstance(value, dict):
        return set(value).union(*(words_in(item) for item in value.values()))
    if isinstance(value, list):
        return set[str]().union(*(words_in(item) for item in value))
    if not isinstance(value, str):
        return set()
    compared = COMPARISON.fullmatch(value)
    if compared is not None:
        return {compared[1], compared[2]}
    return {"not", value.removeprefix("not ")} if value.startswith("not ") else {value}
