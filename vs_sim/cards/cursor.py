"""A place in a TOML text that moves on: names, strings, blanks; and the slips of writing noted on the way."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import NoReturn

from vs_sim.cards.problems import Path, one_line

# Begins the name under which a second table or value is read: with `-` and its name, to be joined to the first one.
AGAIN = "\ue000"
CURLY = "“”„‟«»‘’‚"  # noqa: RUF001  # quotes of word processors

SPACES = re.compile(r"[ \t]*")
BARE = re.compile(r"[A-Za-z0-9_-]+")
_STRINGS = (
    re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}', re.DOTALL),
    re.compile(r"'''.*?'{3,5}", re.DOTALL),
    re.compile(r'"(?!"")(?:[^"\\\n]|\\.)*"'),
    re.compile(r"'(?!'')[^'\n]*'"),
)


@dataclass(frozen=True)
class Slip:
    """A slip of writing: the key it is named by, its place, what was expected."""

    path: Path
    place: tuple[int, int]
    message: str


@dataclass
class Places:
    """Places by path, (line, column) from 1; `raw` is the text of values that are no table, list or string.

    `slips` and `mended` (the text as it was meant, None if nobody can tell) count where the text is no TOML.
    """

    keys: dict[Path, tuple[int, int]] = field(default_factory=dict[Path, tuple[int, int]])
    values: dict[Path, tuple[int, int]] = field(default_factory=dict[Path, tuple[int, int]])
    raw: dict[Path, str] = field(default_factory=dict[Path, str])
    slips: list[Slip] = field(default_factory=list[Slip])
    mended: str | None = None


class GiveUpError(Exception):
    """The text is not what the scanner understands."""


class Cursor:
    """The text, the offset reached, and what was noted."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.places = Places()
        self.starts = [0] + [match.end() for match in re.finditer("\n", text)]

    def names(self) -> list[tuple[str, int]]:
        """The parts of a dotted key, each with its offset."""
        names: list[tuple[str, int]] = []
        while True:
            self.skip(SPACES)
            start = self.at
            names.append((self.name(), start))
            self.skip(SPACES)
            if self.text[self.at] != ".":
                return names
            self.at += 1

    def name(self) -> str:
        """One part of a key, bare or in quotes."""
        if self.text[self.at] in "\"'":
            written = self.string()
            return _unescaped(written[1:-1]) if written[0] == '"' else written[1:-1]
        match = BARE.match(self.text, self.at)
        if match is None:
            raise GiveUpError
        self.at = match.end()
        return match[0]

    def string(self) -> str:
        """A string as written, with its quotes."""
        for pattern in _STRINGS:
            match = pattern.match(self.text, self.at)
            if match is not None:
                self.at = match.end()
                return match[0]
        raise GiveUpError

    # --- slips and places ---
    def slip(self, path: Path, place: tuple[int, int], message: str) -> None:
        """Notes a slip of writing, once."""
        found = Slip(tuple(p for p in path if not str(p).startswith(AGAIN)), place, message)
        if found not in self.places.slips[-1:]:
            self.places.slips.append(found)

    def fail(self, path: Path, place: tuple[int, int], message: str) -> NoReturn:
        """A slip behind which nobody can tell what was meant."""
        self.slip(path, place, message)
        raise GiveUpError

    def skip(self, pattern: re.Pattern[str]) -> None:
        """Moves on behind what the pattern matches here."""
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def note(self, path: Path, place: tuple[int, int]) -> None:
        """Notes the place of a table or key, the first time that it is met."""
        self.places.keys.setdefault(path, place)
        self.places.values.setdefault(path, place)

    def line_end(self, offset: int) -> int:
        """The offset of the end of the line."""
        end = self.text.find("\n", offset)
        return len(self.text) if end < 0 else end

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, from 1."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1


def in_one_place(path: Path, line: int) -> str:
    """What is said of a table or key that is begun a second time."""
    return f'expected all of "{path[-1]}" in one place, it begins in line {line}'


def value_fault(written: str) -> str:
    """What is said of a value that is none."""
    if not written:
        return 'expected a value after "="'
    if written.casefold() in ("true", "false"):
        return f"expected {written.casefold()} in small letters, got {written}"
    if written[0].isalpha() and '"' not in written:
        return f'expected quotes around text, as in "{one_line(written)}"'
    return f"expected a number, or text in quotes, got {one_line(written)}"


def quotes_around(name: str) -> str:
    """What is said of a name that asks for quotes."""
    odd = next((c for c in name if not BARE.fullmatch(c)), '"')
    if any(c in CURLY for c in name):
        return "expected straight quotes around a name"
    return f"expected quotes around a name with {_ODD.get(odd, odd)}"


_ODD = {" ": "spaces", "\t": "spaces", ".": "dots"}


def without_quotes(name: str) -> str:
    """A name as it was meant, without quotes of whatever kind."""
    return name.strip().strip(CURLY + "\"'")


def quoted(text: str) -> str:
    """A text as a TOML string."""
    return '"' + "".join(_escaped(c) for c in text) + '"'


def _escaped(c: str) -> str:
    if c in '"\\':
        return "\\" + c
    return f"\\u{ord(c):04x}" if ord(c) < 32 or ord(c) == 127 else c


_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "b": "\b", "f": "\f", "r": "\r"}


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return re.sub(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)", _unescaped_sign, text)


def _unescaped_sign(match: re.Match[str]) -> str:
    written = match[1]
    if len(written) == 1:
        return _ESCAPES.get(written, written)
    number = int(written[1:], 16)
    return chr(number) if number <= sys.maxunicode else written
