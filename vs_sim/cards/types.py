"""Types of values in a deck file: each checks a value and describes itself as JSON schema.

`check(value, path, scope)` reports what is wrong at `path` (relative to the card or table checked) to the scope;
it returns nothing. A single value may stand for a list of one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from vs_sim.cards.problems import Path, did_you_mean, nearest, one_of, shown
from vs_sim.vocabulary import COMPARE_TEXT, Count, Word, word

Json = dict[str, Any]

COUNT_WORDS = tuple(word(count) for count in Count)
PLAYER_WORDS = tuple(word(w) for w in Word)
COMPARISON = re.compile(rf"({'|'.join(COUNT_WORDS)}) *(<=|>=|!=|=|<|>) *([0-9]{{1,4}})")


class Scope(Protocol):
    """What a check knows of the deck around the value, and where it reports."""

    alignments: list[str]
    names_an_alignment: bool
    kind: str  # of the card

    def fail(self, path: Path, message: str, *, key: bool = False, named: Path | None = None) -> None:
        """Reports at the value of `path`, or at its key; under the name of another path where one is given."""
        ...

    def raw(self, path: Path) -> str:
        """The text of a number as written, empty where there is none."""
        ...

    def names_of(self, kind: str | None) -> list[str]:
        """The names of the deck's cards of one kind, or of all."""
        ...


class Type(Protocol):
    """What a value must be."""

    def check(self, value: Any, path: Path, scope: Scope) -> None:
        """Reports what is wrong with the value."""
        ...

    def json(self) -> Json:
        """The type as JSON schema."""
        ...


@dataclass(frozen=True)
class Key:
    """A key of a table: its type, whether it must be there, what it means."""

    type: Type
    meaning: str = ""
    required: bool = False
    default: Any = None


@dataclass(frozen=True)
class Whole:
    """A whole number from `low` to `high`, or one of the words."""

    low: int
    high: int
    words: tuple[str, ...] = ()

    def check(self, value: Any, path: Path, scope: Scope) -> None:
        """Reports what is wrong with the value."""
        if isinstance(value, str) and value in self.words:
            return
        if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return
        also = "".join(f' or "{w}"' for w in self.words)
        got = f"got {shown(value)}{did_you_mean(value, self.words)}"
        scope.fail(path, f"expected a whole number from {self.low} to {self.high}{also}, {got}")

    def json(self) -> Json:
        """The type as JSON schema."""
        number: Json = {"type": "integer", "minimum": self.low, "maximum": self.high}
        return {"anyOf": [number, {"enum": list(self.words)}]} if self.words else number


@dataclass(frozen=True)
class Number:
    """The number form: `8` sets, `"+1"` and `"-1"` add, `"x2"` multiplies."""

    low: int
    high: int

    def check(self, value: Any, path: Path, scope: Scope) -> None:
        """Reports what is wrong with the value."""
        raw = scope.raw(path)
        if raw[:1] in ("+", "-") and isinstance(value, int):
            verb = "add" if raw[0] == "+" else "take away"
            scope.fail(
                path,
                f'expected "{raw}" in quotes to {verb} {_count_word(abs(value))}, '
                f"or {abs(value)} without a sign to set it, got {raw}",
            )
        elif isinstance(value, str) and NUMBER_FORM.fullmatch(value):
            return
        elif not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
            range_ = f"a whole number from {self.low} to {self.high}"
            scope.fail(path, f'expected {range_}, or "+1", "-1", "x2" in quotes, got {shown(value)}')

    def json(self) -> Json:
        """The type as JSON schema."""
        return {
            "anyOf": [
                {"type": "integer", "minimum": self.low, "maximum": self.high},
                {"type": "string", "pattern": "^([+-]|x)[0-9]{1,2}$"},
            ]
        }


NUMBER_FORM = re.compile(r"([+-]|x)([0-9]{1,2})")


def _count_word(number: int) -> str:
    return "one" if number == 1 else str(number)


@dataclass(frozen=True)
class Text:
    """Any text."""

    what: str = "text in quotes"

    def check(self, value: Any, path: Path, scope: Scope) -> None:
        """Reports what is wrong with the value."""
        if not isinstance(value, str):
            scope.fail(path, f"expected {self.what}, got {shown(value)}")

    def json(self) -> Json:
        """The type as JSON schema."""
        return {"type": "string"}


@dataclass(frozen=True)
class Title:
    """Text that is not empty."""

    def check(self, value: Any, path: Path, scope: Scope) -> None:
        """Reports what is wrong with the value."""
        if not isinstance(value, str):
            scope.fail(path, f"expected text in quotes, got {shown(value)}")
        elif not value.strip():
            scope.fail(path, "expected a name, got an empty text")

    def json(self) -> Json:
        """The type as JSON schema."""
        return {"type": "string", "minLength": 1}


@dataclass(frozen=True)
class OneOf:
    """One of these words, true, false or numbers."""

    words: tuple[str | bool | int, ...]

    def check(self, value: Any, path: Path, scope: Scope) -> None:
        """Reports what is wrong with the value."""
        if not any(value is w or (isinstance(value, str) and value == w) for w in self.words):
            texts = [shown(w).strip('"') for w in self.words]
            scope.fail(path, f"expected {one_of(texts)}, got {shown(value)}{did_you_mean(value, texts)}")

    def json(self) -> Json:
        """The type as JSON schema."""
        return {"enum": list(self.words)}


FLAG = OneOf((True, False))
TRUE = OneOf((True,))


@dataclass(frozen=True)
class Alignment:
    """An alignment of the deck, or `named` where the card names one."""

    named: bool = True

    def check(self, value: Any, path: Path, scope: Scope) -> None:
        """Reports what is wrong with the value."""
        if isinstance(value, str) and value in scope.alignments:
            return
        if self.named and value == "named":
            if not scope.names_an_alignment:
                scope.fail(
                    path, 'expected play.names = "alignment" in this card, where "named" stands for it'
                )
            return
        near = did_you_mean(value, scope.alignments)
        scope.fail(path, f"expected an alignment of this deck, got {shown(value)}{near}")

    def json(self) -> Json:
        """The type as JSON schema."""
        return {"type": "string"}


@dataclass(frozen=True)
class Name:
    """The name of a card of the deck, of one kind or of any; `also`: words that may stand for one."""

    kind: str | None = None
    also: tuple[str, ...] = ()
    told: str = ""  # these words, where they are too many to be listed

    def check(self, value: Any, path: Path, scope: Scope) -> None:
        """Reports what is wrong with the value."""
        names = scope.names_of(self.kind)
        if isinstance(value, str) and (value in self.also or value in names):
            return
        what = f"a {self.kind.replace('_', ' ')}" if self.kind else "a card"
        near = did_you_mean(value, (*self.also, *names))
        also = f", {self.told}" if self.told else "".join(f' or "{w}"' for w in self.also)
        scope.fail(path, f"expected the name of {what}{also}, got {shown(value)}{near}")

    def json(self) -> Json:
        """The type as JSON schema."""
        return {"anyOf": [{"enum": list(self.also)}, {"type": "string"}]} if self.also else {"type": "string"}


@dataclass(frozen=True)
class PlayerWord:
    """One player word or comparison."""

    def check(self, value: Any, path: Path, scope: Scope) -> None:
        """Reports what is wrong with the value."""
        if isinstance(value, str) and (value.removeprefix("not ") in PLAYER_WORDS or is_comparison(value)):
            return
        what = f'{one_of(PLAYER_WORDS)}, "not" and one of these, or a comparison as "points >= 3"'
        near = _comparison_meant(value) or did_you_mean(value, PLAYER_WORDS)
        scope.fail(path, f"expected {what}; got {shown(value)}{near}")

    def json(self) -> Json:
        """The type as JSON schema."""
        words = [*PLAYER_WORDS, *(f"not {w}" for w in PLAYER_WORDS)]
        return {"anyOf": [{"enum": words}, {"type": "string", "pattern": f"^({COMPARISON.pattern})$"}]}


_LIKE_A_COMPARISON = re.compile(r"(.*?)([=!<>≤≥≠]+)(.*)")
_OPERATORS = {"==": "=", "=>": ">=", "=<": "<=", "≥": ">=", "≤": "<=", "≠": "!=", "<>": "!=", "=!": "!="}


def _comparison_meant(value: Any) -> str:
    """`; did you mean "points >= 3"?` for a text that is nearly a comparison."""
    found = _LIKE_A_COMPARISON.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        return ""
    count = nearest(found[1].strip(), COUNT_WORDS)
    operator = found[2] if found[2] in COMPARE_TEXT else _OPERATORS.get(found[2])
    number = found[3].strip()
    if count is None:
        return f"; expected {one_of(COUNT_WORDS)} before {found[2]}"
    if operator is None:
        return f"; expected {one_of(COMPARE_TEXT)} in place of {found[2]}"
    if not re.fullmatch("[0-9]{1,4}", number):
        return f"; expected a whole number from 0 to 9999 after {found[2]}"
    return f'; did you mean "{count} {operator} {number}"?'


def is_comparison(text: str) -> bool:
    """Whether a text is a comparison, `COUNT OP N`."""
    return COMPARISON.fullmatch(text) is not None


@dataclass(frozen=True)
class ListOf:
    """A list of `low` to `high`, or a single value in place of a list of one."""

    item: Type
    low: int = 1
    high: int = 99
    comparisons: int = 99  # at most so many of them, for player words
    what: str = "items"

    def check(self, value: Any, path: Path, scope: Scope) -> None:
        """Reports what is wrong with the value."""
        if not isinstance(value, list):
            self.item.check(value, path, scope)
            return
        if not self.low <= len(value) <= self.high:
            scope.fail(path, f"expected {self.low} to {self.high} {self.what}, got {len(value)}")
        for index, item in enumerate(value):
            self.item.check(item, (*path, index), scope)
        compared = [i for i, item in enumerate(value) if isinstance(item, str) and is_comparison(item)]
        for index in compared[self.comparisons :]:
            scope.fail((*path, index), f"expected at most one comparison here, got {shown(value[index])} too")

    def json(self) -> Json:
        """The type as JSON schema."""
        item = self.item.json()
        listed = {"type": "array", "items": item, "minItems": self.low, "maxItems": self.high}
        return {"anyOf": [item, listed]}


@dataclass(frozen=True)
class Words:
    """A list of plain texts that name something looked at later (keys, groups)."""

    def check(self, value: Any, path: Path, scope: Scope) -> None:
        """Reports what is wrong with the value."""
        for index, item in enumerate(value if isinstance(value, list) else [value]):
            if not isinstance(item, str):
                scope.fail(
                    (*path, index) if isinstance(value, list) else path, f"expected text, got {shown(item)}"
                )

    def json(self) -> Json:
        """The type as JSON schema."""
        return {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}


@dataclass(frozen=True)
class Table:
    """A table of known keys."""

    keys: Mapping[str, Key]
    what: str = "a table"

    def check(self, value: Any, path: Path, scope: Scope) -> None:
        """Reports what is wrong with the value."""
        if not isinstance(value, dict):
            scope.fail(path, f"expected {self.what}, got {shown(value)}")
            return
        for name, item in value.items():
            check_key(self.keys, name, item, (*path, name), scope)
        meant = {nearest(name, self.keys) for name in value if name not in self.keys}
        for name, key in self.keys.items():
            if key.required and name not in value and name not in meant:
                scope.fail((*path, name), f"expected this key, {key.meaning}", key=True)

    def json(self) -> Json:
        """The type as JSON schema."""
        return table_json(self.keys)


# Where each word of the card language stands, told: `a verb, it stands in a step`.
HOMES: dict[str, str] = {}


def at_home(name: str) -> str:
    """`; "draw" is a verb, it stands in a step` for a word that stands elsewhere, nothing for any other."""
    return f'; "{name}" is {HOMES[name]}' if name in HOMES else ""


def check_key(keys: Mapping[str, Key], name: str, value: Any, path: Path, scope: Scope) -> None:
    """One key of a table: known, and of its type."""
    key = keys.get(name)
    if key is None:
        scope.fail(path, f"unknown key{at_home(name) or did_you_mean(name, keys)}", key=True)
    else:
        key.type.check(value, path, scope)


def table_json(keys: Mapping[str, Key]) -> Json:
    """A table as JSON schema."""
    properties: Json = {}
    for name, key in keys.items():
        properties[name] = key.type.json() | ({"description": key.meaning} if key.meaning else {})
        if key.default is not None:
            properties[name]["default"] = key.default
    required = [name for name, key in keys.items() if key.required]
    schema: Json = {"type": "object", "properties": properties, "additionalProperties": False}
    return schema | ({"required": required} if required else {})


@dataclass(frozen=True)
class Headed:
    """A table with exactly one of the head keys (a verb, a modifier), which settles what other keys it has."""

    sort: str
    heads: Mapping[str, Key]
    own: Mapping[str, Mapping[str, Key]]
    common: Mapping[str, Key]
    container: str

    def check(self, value: Any, path: Path, scope: Scope) -> None:
        """Reports what is wrong with the value."""
        if not isinstance(value, dict):
            scope.fail(
                path, f"expected a {self.container} as {{ {next(iter(self.heads))} = … }}, got {shown(value)}"
            )
            return
        found = [name for name in value if name in self.heads]
        if len(found) == 1:
            self._check_keys(value, found[0], path, scope)
        elif found:
            self._several(found, path, scope)
        else:
            self._none(value, path, scope)

    def _several(self, found: list[str], path: Path, scope: Scope) -> None:
        both = " and ".join(f'"{name}"' for name in found[:2])
        scope.fail(
            (*path, found[0]),
            f"expected one {self.sort} in a {self.container}, got {both}; write two {self.container}s",
            key=True,
            named=path,
        )

    def _none(self, value: Json, path: Path, scope: Scope) -> None:
        known = {name for keys in self.own.values() for name in keys} | set(self.common)
        unknown = [name for name in value if name not in known]
        for name in unknown[:1]:
            near = at_home(name) or did_you_mean(name, self.heads)
            scope.fail((*path, name), f"unknown {self.sort}{near}", key=True)
        if not unknown:
            scope.fail(path, f"expected one {self.sort} in a {self.container}, got none")

    def _check_keys(self, value: Json, head: str, path: Path, scope: Scope) -> None:
        keys = {head: self.heads[head], **self.common, **self.own[head]}
        for name, item in value.items():
            if name not in keys and any(name in own for own in self.own.values()):
                scope.fail((*path, name), f'"{name}" means nothing to "{head}"', key=True)
            else:
                check_key(keys, name, item, (*path, name), scope)

    def json(self) -> Json:
        """The type as JSON schema."""
        options: list[Json] = []
        for head, key in self.heads.items():
            keys = {head: Key(key.type, key.meaning, required=True), **self.common, **self.own[head]}
            options.append(table_json(keys))
        return {"anyOf": options}


REFERRED: dict[str, Type] = {}


@dataclass(frozen=True)
class Ref:
    """A type that stands in `REFERRED` under a name: for what is used often, or holds itself."""

    name: str

    def check(self, value: Any, path: Path, scope: Scope) -> None:
        """Reports what is wrong with the value."""
        REFERRED[self.name].check(value, path, scope)

    def json(self) -> Json:
        """The type as JSON schema."""
        return {"$ref": f"#/$defs/{self.name}"}


@dataclass(frozen=True)
class Anything:
    """Any value, looked at elsewhere."""

    def check(self, value: Any, path: Path, scope: Scope) -> None:
        """Reports nothing."""

    def json(self) -> Json:
        """The type as JSON schema."""
        return {}


TARGETS = ("self", "opponent", "player", "next", "previous", "others", "everyone")
EVENT_TARGETS = (*TARGETS, "actor", "affected")


@dataclass(frozen=True)
class TargetWord:
    """A target; `actor` and `affected` only where something happened to be answered (LANGUAGE section 2)."""

    def check(self, value: Any, path: Path, scope: Scope) -> None:
        """Reports what is wrong with the value."""
        happened = path[:1] in (("on",), ("reaction",)) or scope.kind in ("microaggression", "virtue_signal")
        OneOf(EVENT_TARGETS if happened and path[:1] != ("drawn",) else TARGETS).check(value, path, scope)

    def json(self) -> Json:
        """The type as JSON schema."""
        return {"enum": list(EVENT_TARGETS)}


@dataclass(frozen=True)
class Options:
    """The options of `either`: 2 to 4, each a step or a list of steps."""

    step: Type

    def check(self, value: Any, path: Path, scope: Scope) -> None:
        """Reports what is wrong with the value."""
        if not isinstance(value, list) or not 2 <= len(value) <= 4:
            got = len(value) if isinstance(value, list) else shown(value)
            scope.fail(path, f"expected a list of 2 to 4 options, got {got}")
            return
        for index, option in enumerate(value):
            ListOf(self.step, 1, 16, what="steps").check(option, (*path, index), scope)

    def json(self) -> Json:
        """The type as JSON schema."""
        option = ListOf(self.step, 1, 16).json()
        return {"type": "array", "minItems": 2, "maxItems": 4, "items": option}
