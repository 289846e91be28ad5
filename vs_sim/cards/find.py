"""Finding and reading deck files: shipped decks by name, others by path."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path as FilePath

from vs_sim.cards.locate import Places, locate, spaced_names
from vs_sim.cards.problems import DeckError, Problem, did_you_mean, shown
from vs_sim.cards.report import Report
from vs_sim.cards.schema import Source, Values
from vs_sim.cards.words import KINDS

# The decks of the game itself, named in messages; the others that are shipped are worked examples.
GAME_DECKS = ("base", "book_only")
_TABLES = frozenset((*KINDS, "rules", "alignments", "change", "alternative"))
_SECOND_TABLE = "\0again"
_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def deck_folders() -> list[FilePath]:
    """Where shipped decks lie: in the installed package, else in the checkout beside it."""
    package = FilePath(__file__).resolve().parents[1]
    return [folder for folder in (package / "decks", package.parent / "decks") if folder.is_dir()]


def shipped_decks() -> dict[str, FilePath]:
    """The shipped decks by name, those of the package first."""
    found: dict[str, FilePath] = {}
    for folder in deck_folders():
        for file in sorted(folder.glob("*.toml")):
            found.setdefault(file.stem, file)
    return found


def find_deck(name_or_path: str, folder: FilePath | None = None) -> tuple[FilePath, str]:
    """The file of a deck and the name that messages show; a path is relative to `folder`.

    Raises LookupError with what was expected.
    """
    if re.fullmatch(r"[\w-]+", name_or_path):
        file = shipped_decks().get(name_or_path)
        if file is not None:
            return file, file.name
    path = FilePath(name_or_path) if folder is None else folder / name_or_path
    if path.is_file():
        return path, str(path)
    expected = f"expected a shipped deck ({', '.join(GAME_DECKS)}) or a file"
    raise LookupError(f"{expected}, got {shown(name_or_path)}{did_you_mean(name_or_path, shipped_decks())}")


def read_text(path: FilePath, name: str) -> str:
    """The text of a deck file; DeckError where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise DeckError([Problem(name, line, 1, "toml", "expected text in UTF-8")]) from None
    except OSError as error:
        reason = error.strerror or "cannot be read"
        raise DeckError(
            [Problem(name, 1, 1, "toml", f"expected a readable file; {reason.lower()}")]
        ) from None


def parse(text: str, name: str, report: Report) -> Source | None:
    """The values and places of a TOML text; None, with its error reported, where it is no TOML."""
    text = text.replace("\r\n", "\n")
    text = _with_quoted_names(text, name, report)
    places = locate(text, _TABLES)
    for table, (line, column) in places.repeated:
        message = f"expected [{table}] once in a file"
        more = f'; write further cards as [{table}."Name"]' if table in KINDS else ""
        report.add(Problem(name, line, column, table, message + more))
    try:
        data = tomllib.loads(_with_tables_apart(text, places))
    except tomllib.TOMLDecodeError as error:
        report.add(_toml_problem(name, text, str(error)))
        return None
    return Source(name, _joined(data), places)


def _with_quoted_names(text: str, name: str, report: Report) -> str:
    """Reports headers with spaces in a name, and puts these in quotes so that the rest can be read."""
    for start, end, line, kind, written in reversed(spaced_names(text)):
        column = start - (text.rfind("\n", 0, start) + 1) + 1
        message = f'expected quotes around a name with spaces, as in [{kind}."{written}"]'
        report.add(Problem(name, line, column, kind, message))
        text = f'{text[:start]}"{written}"{text[end:]}'
    return text


def _with_tables_apart(text: str, places: Places) -> str:
    """The text with second headers of a table renamed, so that tomllib takes them."""
    lines = text.split("\n")
    for index, (table, (line, column)) in enumerate(places.repeated):
        before, header = lines[line - 1][: column - 1], lines[line - 1][column - 1 :]
        end = header.index("]")
        again = f'["\\u0000again{index}-{table}"'
        lines[line - 1] = before + again + header[end:]
    return "\n".join(lines)


def _joined(data: Values) -> Values:
    joined: Values = {}
    for key, value in data.items():
        if key.startswith(_SECOND_TABLE):
            table = key.partition("-")[2]
            joined[table] = value | joined.get(table, {})
        else:
            joined[key] = value
    return joined


def _toml_problem(name: str, text: str, message: str) -> Problem:
    found = _TOML_PLACE.search(message)
    line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
    if found is not None and found[1]:
        line, column = int(found[1]), int(found[2])
    what = _TOML_PLACE.sub("", message)
    return Problem(name, line, column, "toml", f"expected valid TOML; {what[:1].lower()}{what[1:]}")
