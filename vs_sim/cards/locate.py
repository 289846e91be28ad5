"""Where each key and value of a TOML text stands: tomllib gives values, this gives their places.

The scanner reads what valid TOML may hold and gives up quietly on anything else: the error is then tomllib's. Two
slips that TOML's own message would not explain are found here (`[plot]` written twice, a name with spaces).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from contextlib import suppress
from dataclasses import dataclass, field

from vs_sim.cards.problems import Path

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACES = re.compile(r"[ \t]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^\s,\]}#]+")
_STRINGS = (
    re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}', re.DOTALL),
    re.compile(r"'''.*?'{3,5}", re.DOTALL),
    re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    re.compile(r"'[^'\n]*'"),
)
_SPACED_NAME = re.compile(
    r"\[\s*([a-z_]+)\s*\.\s*([A-Za-z0-9_-]+(?:[ \t]+[^\s\].\"']+)+)[ \t]*((?:\.[^\]\n]*)?)\]"
)


@dataclass
class Places:
    """Places by path, (line, column) from 1; `raw` is the text of values that are no table, list or string."""

    keys: dict[Path, tuple[int, int]] = field(default_factory=dict[Path, tuple[int, int]])
    values: dict[Path, tuple[int, int]] = field(default_factory=dict[Path, tuple[int, int]])
    raw: dict[Path, str] = field(default_factory=dict[Path, str])
    repeated: list[tuple[str, tuple[int, int]]] = field(default_factory=list[tuple[str, tuple[int, int]]])


class _GiveUpError(Exception):
    """The text is not what this scanner understands."""


def locate(text: str, kinds: frozenset[str]) -> Places:
    """The places in a TOML text with Unix line ends; `repeated` lists second `[KIND]` headers for the kinds given."""
    scanner = _Scanner(text, kinds)
    with suppress(_GiveUpError, IndexError):
        scanner.document()
    return scanner.places


def spaced_names(text: str) -> list[tuple[int, int, int, str, str]]:
    """Headers such as `[special.Mob Rule]`: (offset of the name, its end, line, kind, name) of each."""
    found: list[tuple[int, int, int, str, str]] = []
    for match in _SPACED_NAME.finditer(text):
        start_of_line = text.rfind("\n", 0, match.start()) + 1
        if not text[start_of_line : match.start()].strip():
            line = text.count("\n", 0, match.start()) + 1
            found.append((match.start(2), match.end(2), line, match[1], match[2]))
    return found


class _Scanner:
    def __init__(self, text: str, kinds: frozenset[str]) -> None:
        self.text = text
        self.at = 0
        self.kinds = kinds
        self.places = Places()
        self.headers: set[Path] = set()
        self.arrays: dict[Path, int] = {}
        self.starts = [0] + [match.end() for match in re.finditer("\n", text)]

    def document(self) -> None:
        here: Path = ()
        while True:
            self.skip(_BLANK)
            if self.at >= len(self.text):
                return
            here = self.header() if self.text[self.at] == "[" else self.pair(here)

    def header(self) -> Path:
        place = self.place(self.at)
        double = self.text.startswith("[[", self.at)
        self.at += 2 if double else 1
        names = [name for name, _ in self.dotted()]
        self.expect("]]" if double else "]")
        path: Path = ()
        for name in names[:-1]:
            path = self.into((*path, name), place)
        path = (*path, names[-1])
        self.note(path, place)
        if double:
            self.arrays[path] = self.arrays.get(path, -1) + 1
            path = (*path, self.arrays[path])
            self.note(path, place)
        elif path in self.headers and names[0] in self.kinds and len(names) == 1:
            self.places.repeated.append((names[0], place))
        self.headers.add(path)
        return path

    def into(self, path: Path, place: tuple[int, int]) -> Path:
        self.note(path, place)
        return (*path, self.arrays[path]) if path in self.arrays else path

    def pair(self, here: Path) -> Path:
        path = here
        for name, start in self.dotted():
            path = (*path, name)
            self.note(path, self.place(start))
        self.expect("=")
        self.skip(_SPACES)
        self.value(path)
        return here

    def dotted(self) -> list[tuple[str, int]]:
        names: list[tuple[str, int]] = []
        while True:
            self.skip(_SPACES)
            start = self.at
            names.append((self.name(), start))
            self.skip(_SPACES)
            if self.text[self.at] != ".":
                return names
            self.at += 1

    def name(self) -> str:
        if self.text[self.at] in "\"'":
            written = self.string()
            return _unescaped(written[1:-1]) if written[0] == '"' else written[1:-1]
        match = _BARE.match(self.text, self.at)
        if match is None:
            raise _GiveUpError
        self.at = match.end()
        return match[0]

    def value(self, path: Path) -> None:
        self.places.values[path] = self.place(self.at)
        opening = self.text[self.at]
        if opening in "\"'":
            self.string()
        elif opening == "[":
            self.array(path)
        elif opening == "{":
            self.inline(path)
        else:
            match = _SCALAR.match(self.text, self.at)
            if match is None:
                raise _GiveUpError
            self.places.raw[path] = match[0]
            self.at = match.end()

    def array(self, path: Path) -> None:
        self.at += 1
        index = 0
        while True:
            self.skip(_BLANK)
            if self.text[self.at] == "]":
                self.at += 1
                return
            element = (*path, index)
            self.places.keys[element] = self.place(self.at)
            self.value(element)
            index += 1
            self.skip(_BLANK)
            if self.text[self.at] == ",":
                self.at += 1

    def inline(self, path: Path) -> None:
        self.at += 1
        while True:
            self.skip(_BLANK)
            if self.text[self.at] == "}":
                self.at += 1
                return
            self.pair(path)
            self.skip(_BLANK)
            if self.text[self.at] == ",":
                self.at += 1

    def string(self) -> str:
        for pattern in _STRINGS:
            match = pattern.match(self.text, self.at)
            if match is not None:
                self.at = match.end()
                return match[0]
        raise _GiveUpError

    def skip(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def expect(self, token: str) -> None:
        self.skip(_SPACES)
        if not self.text.startswith(token, self.at):
            raise _GiveUpError
        self.at += len(token)

    def note(self, path: Path, place: tuple[int, int]) -> None:
        self.places.keys.setdefault(path, place)
        self.places.values.setdefault(path, place)

    def place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1


_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "b": "\b", "f": "\f", "r": "\r"}


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return re.sub(
        r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)",
        lambda m: chr(int(m[1][1:], 16)) if m[1][0] in "uU" else _ESCAPES.get(m[1], m[1]),
        text,
    )
