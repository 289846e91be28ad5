"""Where each key and value of a TOML text stands, and which slips of writing it holds.

tomllib gives values, this gives their places. Of a text that is no TOML it tells the usual slips in words (a name
without quotes, a list that is not closed, a table written twice) and how the text was meant, so that the rest of
the file can be checked all the same. On anything else the scanner gives up quietly: the error is then tomllib's.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import NoReturn

from vs_sim.cards.cursor import (
    AGAIN,
    BARE,
    CURLY,
    SPACES,
    Cursor,
    GiveUpError,
    Places,
    in_one_place,
    quoted,
    quotes_around,
    value_fault,
    without_quotes,
)
from vs_sim.cards.problems import Path, key_text, one_line

MAX_DEPTH = 40  # brackets within each other: far more than any card asks for

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_REST_OF_LINE = re.compile(r"[^\n#]*")
_REST_OF_ITEM = re.compile(r"[^\n#,\]}]*")
_ODD_KEY = re.compile(r"([^\n#=,{}\[\]]+)=")
_HEADER_LIKE = re.compile(r"\[\[?[ \t]*[\"'A-Za-z0-9_-]")
_PAIR_LIKE = re.compile(r"[\"'A-Za-z0-9_. -]+=")
_NAME_AND_KEYS = re.compile(r"(.+?)((?:\.[a-z_]+)*)")
_TIME = r"\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?"
_SCALAR = re.compile(
    r"(?:true|false|[+-]?(?:inf|nan)|0x[0-9A-Fa-f_]+|0o[0-7_]+|0b[01_]+"
    rf"|\d{{4}}-\d\d-\d\d(?:[Tt ]{_TIME})?|{_TIME}"
    r"|[+-]?(?:0|[1-9][0-9_]*)(?:\.[0-9_]+)?(?:[eE][+-]?[0-9_]+)?)(?=[\s,\]}#]|\Z)"
)
_CURLY_STRING = re.compile(rf'[{CURLY}]([^{CURLY}"\n]*)[{CURLY}"]')


def locate(text: str, tables: frozenset[str]) -> Places:
    """The places in a TOML text with Unix line ends; second headers of the `tables` are read apart."""
    scanner = _Scanner(text, tables)
    with suppress(GiveUpError, IndexError):
        scanner.document()
        scanner.places.mended = scanner.mended()
    return scanner.places


class _Scanner(Cursor):
    def __init__(self, text: str, tables: frozenset[str]) -> None:
        super().__init__(text)
        self.depth = 0
        self.tables = tables
        self.edits: list[tuple[int, int, str]] = []
        self.headers: dict[Path, int] = {}  # tables by their headers, and the line of each
        self.dotted: dict[Path, int] = {}  # tables made by dotted keys
        self.given: dict[Path, int] = {}  # keys that have a value
        self.arrays: dict[Path, int] = {}

    def document(self) -> None:
        here: Path = ()
        while True:
            self.skip(_BLANK)
            if self.at >= len(self.text):
                return
            if self.text[self.at] == "[":
                here = self.header()
            else:
                self.pair(here)
            self.end_of_line()

    def mended(self) -> str:
        """The text with all edits made."""
        text, end = "", 0
        for start, stop, new in sorted(self.edits):
            if start >= end:  # edits within a part that is left out are left out too
                text += self.text[end:start] + new
                end = stop
        return text + self.text[end:]

    # --- headers ---
    def header(self) -> Path:
        start, place = self.at, self.place(self.at)
        double = self.text.startswith("[[", self.at)
        self.at += 2 if double else 1
        names = self.header_names("]]" if double else "]")
        inside = (start + (2 if double else 1), self.at - (2 if double else 1))
        path: Path = ()
        for name in names[:-1]:
            path = self.into((*path, name), place)
        path = (*path, names[-1])
        again = self.header_fault(path, place, double=double)
        if again is not None:
            self.edits.append((*inside, quoted(again)))
            return (names[-1],) if again.endswith(f"-{names[-1]}") else (again,)
        self.note(path, place)
        if double:
            self.arrays[path] = self.arrays.get(path, -1) + 1
            path = (*path, self.arrays[path])
            self.note(path, place)
        self.headers.setdefault(path, place[0])
        return path

    def into(self, path: Path, place: tuple[int, int]) -> Path:
        self.note(path, place)
        return (*path, self.arrays[path]) if path in self.arrays else path

    def header_names(self, close: str) -> list[str]:
        start = self.at
        with suppress(GiveUpError, IndexError):
            names = [name for name, _ in self.names()]
            self.skip(SPACES)
            if self.text.startswith(close, self.at):
                self.at += len(close)
                return names
        self.at = start
        return self.odd_header(close)

    def odd_header(self, close: str) -> list[str]:
        """A header with a name that asks for quotes: `[special.Mob Rule]`."""
        start = self.at
        end = self.text.find(close, start, self.line_end(start))
        if end < 0:
            self.fail((), self.place(start - 1), f'expected "{close}" at the end of this line')
        self.at = end + len(close)
        kind, dot, rest = self.text[start:end].partition(".")
        found = _NAME_AND_KEYS.fullmatch(rest)
        if not dot or not BARE.fullmatch(kind.strip()) or found is None:
            self.fail((), self.place(start - 1), 'expected a header as [KIND."Name"]')
        kind, name = kind.strip(), without_quotes(found[1])
        after = start + len(self.text[start:end]) - len(rest)
        example = f'[{kind}."{name}"]'
        self.slip((kind,), self.place(after), f"{quotes_around(found[1])}, as in {example}")
        self.edits.append((start, end, f"{kind}.{quoted(name)}{found[2]}"))
        return [kind, name, *found[2].split(".")[1:]]

    def header_fault(self, path: Path, place: tuple[int, int], *, double: bool) -> str | None:
        """Reports a table that was begun before; returns the name under which it is read instead."""
        name, known = path[-1], path in self.headers and not double
        apart = f"{AGAIN}{len(self.edits)}"
        joined = f"{apart}-{name}" if len(path) == 1 and name in self.tables else apart
        inside = self.given_above(path)
        if inside is not None:
            self.slip(inside, place, in_one_place(inside, self.given[inside]))
            return apart
        if known and joined != apart:
            more = f'; write further cards as [{name}."Name"]' if name not in ("rules", "alignments") else ""
            self.slip(path, place, f"expected [{name}] once in a file{more}")
        elif known:
            self.slip(path, place, f"expected this header once, it stands in line {self.headers[path]} too")
        elif path in self.dotted:
            self.slip(path, place, in_one_place(path, self.dotted[path]))
        else:
            return None
        return joined

    def given_above(self, path: Path) -> Path | None:
        """The key on the way to a path, or the path, that has a value already."""
        return next((path[:n] for n in range(1, len(path) + 1) if path[:n] in self.given), None)

    # --- pairs ---
    def pair(self, here: Path) -> None:
        start = self.at
        names = self.key_names(here)
        path: Path = (*here, *(name for name, _ in names))
        again = self.pair_fault(here, path, self.place(start))
        if again is not None:
            self.edits.append((start, self.at, quoted(again)))
            path = (*here, again)
        else:
            for n, (_, offset) in enumerate(names):
                self.note(path[: len(here) + n + 1], self.place(offset))
            for n in range(len(here) + 1, len(path)):
                self.dotted.setdefault(path[:n], self.place(start)[0])
        self.equals(path)
        self.skip(SPACES)
        self.value(path)
        self.given[path] = self.place(start)[0]

    def pair_fault(self, here: Path, path: Path, place: tuple[int, int]) -> str | None:
        """Reports a key that has its value already; returns the name under which it is read instead."""
        given = self.given_above(path)
        tables = [path[:n] for n in range(len(here) + 1, len(path) + 1)]
        begun = [table for table in tables if table in self.headers] + [path] * (path in self.dotted)
        if given == path:
            self.slip(path, place, f"expected this key once, it stands in line {self.given[path]} too")
        elif given is not None:
            self.slip(given, place, in_one_place(given, self.given[given]))
        elif begun:
            line = self.headers.get(begun[0], self.dotted.get(begun[0], 0))
            self.slip(begun[0], place, in_one_place(begun[0], line))
        else:
            return None
        return f"{AGAIN}{len(self.edits)}"

    def key_names(self, here: Path) -> list[tuple[str, int]]:
        start = self.at
        with suppress(GiveUpError, IndexError):
            names = self.names()
            if self.text[self.at] in "=:":
                return names
        found = _ODD_KEY.match(self.text, start)
        if found is None:
            got = one_line(self.text[start : self.line_end(start)].strip())
            self.fail(here, self.place(start), f"expected KEY = VALUE, got {got}")
        written = found[1].rstrip()
        name = without_quotes(written)
        self.at = start + len(written)
        self.slip(here, self.place(start), f'{quotes_around(written)}, as in "{name}" = …')
        self.edits.append((start, self.at, quoted(name)))
        return [(name, start)]

    def equals(self, path: Path) -> None:
        self.skip(SPACES)
        if self.text[self.at] == ":":
            self.slip(path, self.place(self.at), 'expected "=" after a key, got ":"')
            self.edits.append((self.at, self.at + 1, "="))
        elif self.text[self.at] != "=":
            raise GiveUpError
        self.at += 1

    def end_of_line(self) -> None:
        self.skip(SPACES)
        match = _REST_OF_LINE.match(self.text, self.at)
        rest = match[0].rstrip() if match else ""
        if rest:
            self.slip((), self.place(self.at), f"expected nothing more on this line, got {one_line(rest)}")
            self.edits.append((self.at, self.at + len(rest), ""))
            self.at += len(rest)

    # --- values ---
    def value(self, path: Path) -> None:
        self.places.values[path] = self.place(self.at)
        opening = self.text[self.at : self.at + 1] or "\n"
        if opening in "\"'":
            self.quoted(path)
        elif opening in CURLY:
            self.curly_quoted(path)
        elif opening in "[{":
            self.depth += 1
            if self.depth > MAX_DEPTH:
                self.fail(
                    path[:3], self.place(self.at), f"expected at most {MAX_DEPTH} brackets in each other"
                )
            (self.array if opening == "[" else self.inline)(path)
            self.depth -= 1
        else:
            self.scalar(path)

    def quoted(self, path: Path) -> None:
        start = self.at
        try:
            self.string()
        except GiveUpError:
            quote = self.text[start]
            quote = quote * 3 if self.text.startswith(quote * 3, start) else quote
            where = "" if len(quote) == 3 else " in this line"
            self.fail(
                path, self.place(start), f"expected a closing {quote}{where}, for the text that begins here"
            )

    def curly_quoted(self, path: Path) -> None:
        match = _CURLY_STRING.match(self.text, self.at)
        if match is None:
            raise GiveUpError
        self.slip(path, self.place(self.at), f'expected straight quotes, as in "{match[1]}"')
        self.edits.append((self.at, match.end(), quoted(match[1])))
        self.at = match.end()

    def scalar(self, path: Path) -> None:
        match = _SCALAR.match(self.text, self.at)
        if match is not None:
            self.places.raw[path] = match[0]
            self.at = match.end()
            return
        rest = (_REST_OF_ITEM if self.depth else _REST_OF_LINE).match(self.text, self.at)
        written = rest[0].rstrip() if rest else ""
        self.slip(path, self.place(self.at), value_fault(written))
        meant = written.casefold() if written.casefold() in ("true", "false") else '""'
        self.edits.append((self.at, self.at + len(written), meant))
        self.at += len(written)

    def array(self, path: Path) -> None:
        opened = self.at
        self.at += 1
        index = 0
        while True:
            self.skip(_BLANK)
            if self.at >= len(self.text):
                self.unclosed(path, opened, "]")
            if self.text[self.at] == "]":
                self.at += 1
                return
            element = (*path, index)
            self.places.keys[element] = self.place(self.at)
            self.value(element)
            index += 1
            self.separator(path, opened, "]")

    def inline(self, path: Path) -> None:
        opened = self.at
        self.at += 1
        while True:
            comma = self.text.rfind(",", opened, self.at)
            self.skip_in_one_line(path, opened)
            if self.at >= len(self.text):
                self.unclosed(path, opened, "}")
            if self.text[self.at] == "}":
                if comma >= 0 and not self.text[comma + 1 : self.at].strip():
                    self.slip(path, self.place(comma), 'expected no "," before "}"')
                    self.edits.append((comma, comma + 1, " "))
                self.at += 1
                return
            self.pair(path)
            self.separator(path, opened, "}")

    def separator(self, path: Path, opened: int, close: str) -> None:
        """The comma behind an item, or the bracket that closes all."""
        end = self.at
        self.skip(_BLANK)
        if self.at >= len(self.text):
            self.unclosed(path, opened, close)
        found, new_line = self.text[self.at], "\n" in self.text[end : self.at]
        if found == ",":
            self.at += 1
            return
        if found == close:
            self.at = end
            self.skip(_BLANK) if close == "]" else self.skip_in_one_line(path, opened)
            return
        if found in "]})" or (new_line and self.begins_another(close)):
            self.unclosed(path, opened, close)
        what = "the items of a list" if close == "]" else "the keys of a table"
        self.slip(path, self.place(end), f'expected "," between {what}')
        self.edits.append((end, end, ","))

    def begins_another(self, close: str) -> bool:
        """Whether a new line begins with a header or, behind a table without comma or in a list, with a key."""
        header = _HEADER_LIKE.match(self.text, self.at)
        pair = (
            _PAIR_LIKE.match(self.text, self.at) if close == "}" or self.text[self.at] not in "\"'" else None
        )
        return header is not None or pair is not None

    def skip_in_one_line(self, path: Path, opened: int) -> None:
        start = self.at
        self.skip(_BLANK)
        blank = self.text[start : self.at]
        if "\n" in blank and self.at < len(self.text):
            more = (
                ""
                if any(isinstance(part, int) for part in path)
                else f"; for more lines write [{key_text(path)}]"
            )
            self.slip(path, self.place(opened), f"expected the whole of {{ … }} on one line{more}")
            self.edits.append((start, self.at, " "))

    def unclosed(self, path: Path, opened: int, close: str) -> NoReturn:
        what = "list" if close == "]" else "table"
        self.fail(path, self.place(opened), f'expected "{close}" to close the {what} that begins here')
