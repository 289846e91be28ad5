"""Errors of deck files: where, which key, what was expected, the nearest valid name (LANGUAGE section 8)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

Path = tuple[str | int, ...]

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_NEAR_ENOUGH = 0.6
_HUGE = 10**18  # Python refuses to write numbers of thousands of digits
_LONGEST = 80  # characters of a name or text that a message shows
# What people write who do not know the word; looked up before the spelling is compared.
_MEANT = {
    "all": ("everyone", "anything"),
    "me": ("self",),
    "other": ("others", "opponent"),
    "enemy": ("opponent",),
    "kill": ("destroy",),
    "cards": ("hand",),
}


@dataclass(frozen=True)
class Problem:
    """One error or warning at a place; `line` and `column` count from 1."""

    file: str
    line: int
    column: int
    key: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.key}: {self.message}"


class DeckError(ValueError):
    """A deck, rules file or rule that cannot be used; `problems` has them all in order of place."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def key_text(path: Path) -> str:
    """The path as written in messages: names in quotes where TOML needs them, places in lists from 1."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part + 1}]"
        else:
            text += ("." if text else "") + quoted_name(part)
    return text


def quoted_name(name: str) -> str:
    """A name as a TOML key: bare if it may be, else in double quotes; cut short where it is very long."""
    if _BARE.fullmatch(name) and len(name) <= _LONGEST:
        return name
    return '"' + one_line(name, '"\\') + '"'


def one_line(text: str, escaped: str = "") -> str:
    """A text on one line, cut short where it is very long; `escaped`: what gets a backslash besides."""
    shown_text = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    return "".join(_printable(c, escaped) for c in shown_text)


def _printable(c: str, escaped: str) -> str:
    if c in escaped:
        return "\\" + c
    return _ESCAPES.get(c, f"\\u{ord(c):04x}") if breaks_lines(c) else c


def breaks_lines(text: str) -> bool:
    """Whether a text holds line breaks or other signs that steer a terminal."""
    return any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in text)


_ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}


def one_of(words: Iterable[str]) -> str:
    """`a, b or c`."""
    listed = list(words)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} or {listed[-1]}"


def nearest(word: str, names: Iterable[str]) -> str | None:
    """The name most like `word` by spelling (capitals and punctuation aside), None if none is like it."""
    names = list(names)
    for meant in _MEANT.get(word.casefold(), ()):
        if meant in names:
            return meant
    plain = _plain(word)
    scored = [(SequenceMatcher(None, plain, _plain(name)).ratio(), -i, name) for i, name in enumerate(names)]
    best = max(scored, default=(0.0, 0, ""))
    return best[2] if best[0] >= _NEAR_ENOUGH else None


def did_you_mean(word: Any, names: Iterable[str]) -> str:
    """`; did you mean "x"?`, or nothing where no name is like the word."""
    found = nearest(word, names) if isinstance(word, str) else None
    return "" if found is None else f'; did you mean "{found}"?'


def _plain(word: str) -> str:
    folded = word.casefold()
    return "".join(c for c in folded if c.isalnum()) or folded


def shown(value: Any) -> str:
    """A value of a deck file as a message shows it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{one_line(value)}"'
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, int) and abs(value) >= _HUGE:
        return "a number of more than 18 digits"
    return str(value)
