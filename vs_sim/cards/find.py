"""Finding and reading deck files: shipped decks by name, others by path."""

from __future__ import annotations

import codecs
import re
import tomllib
from contextlib import suppress
from functools import lru_cache
from pathlib import Path as FilePath
from typing import Any

from vs_sim.cards.cursor import AGAIN, Places
from vs_sim.cards.locate import locate
from vs_sim.cards.problems import DeckError, Problem, did_you_mean, key_text, shown
from vs_sim.cards.report import Report
from vs_sim.cards.schema import Source, Values
from vs_sim.cards.words import KINDS

# The decks of the game itself, named in messages; the others that are shipped are worked examples.
GAME_DECKS = ("base", "book_only")
EXAMPLES = "examples"
EXPERIMENTS = "experiments"
HOUSE_RULES = "house_rules"
TUNING = "tuning"
MAX_BYTES = 1_000_000  # the largest deck that the engine takes is far smaller
_TABLES = frozenset((*KINDS, "rules", "alignments", "change", "alternative"))
_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def deck_folders() -> list[FilePath]:
    """Where shipped decks lie: in the installed package, else in the checkout beside it."""
    package = FilePath(__file__).resolve().parents[1]
    return [folder for folder in (package / "decks", package.parent / "decks") if folder.is_dir()]


def shipped_decks() -> dict[str, FilePath]:
    """The shipped decks by name: those of the game, the worked example, then `examples/NAME` by name."""
    found: dict[str, FilePath] = {}
    for folder in deck_folders():
        for file in sorted(folder.glob("*.toml")):
            found.setdefault(file.stem, file)
    for folder in deck_folders():
        for file in sorted(folder.glob(f"{EXAMPLES}/*.toml")):
            found.setdefault(f"{EXAMPLES}/{file.stem}", file)
    return found


def find_deck(name_or_path: str, folder: FilePath | None = None) -> tuple[FilePath, str]:
    """The file of a deck and the name that messages show; a path is relative to `folder`.

    Raises LookupError with what was expected.
    """
    known = shipped_decks()
    if name_or_path in known:
        file = known[name_or_path]
        return file, f"{name_or_path}.toml"
    path = FilePath(name_or_path) if folder is None else folder / name_or_path
    if is_file(path):
        return path, str(path)
    kind = ", a folder" if is_file(path, folder=True) else ""
    expected = f"expected a shipped deck ({', '.join(GAME_DECKS)}) or a file"
    near = "" if kind else did_you_mean(name_or_path, (*known, *_beside(path, name_or_path)))
    raise LookupError(f"{expected}, got {shown(name_or_path)}{kind}{near}")


def shipped(folder: str) -> dict[str, FilePath]:
    """The files of a folder beside the shipped decks, by name."""
    files = [file for place in deck_folders() for file in sorted(place.glob(f"{folder}/*.toml"))]
    found: dict[str, FilePath] = {}
    for file in files:
        found.setdefault(file.stem, file)
    return found


def find_experiment(name_or_path: str) -> tuple[FilePath, str]:
    """The file of an experiment and the name that messages show; LookupError with what was expected."""
    return _find_shipped(EXPERIMENTS, "experiment", name_or_path)


def find_rules(name_or_path: str) -> tuple[FilePath, str]:
    """The same for a file of house rules."""
    return _find_shipped(HOUSE_RULES, "set of house rules", name_or_path)


def find_tuning(name_or_path: str) -> tuple[FilePath, str]:
    """The same for a tuning file."""
    return _find_shipped(TUNING, "tuning file", name_or_path)


def _find_shipped(folder: str, what: str, name_or_path: str) -> tuple[FilePath, str]:
    known = shipped(folder)
    name = name_or_path.removeprefix(f"{folder}/")
    if name in known:
        return known[name], f"{folder}/{name}.toml"
    path = FilePath(name_or_path)
    if is_file(path):
        return path, name_or_path
    near = did_you_mean(name, known) or f" (shipped: {', '.join(known)})"
    raise LookupError(f"expected a file or a shipped {what}, got {shown(name_or_path)}{near}")


def is_file(path: FilePath, *, folder: bool = False) -> bool:
    """Whether a path leads to a file, or to a folder; a name that the system refuses to look up leads to neither."""
    try:
        return path.is_dir() if folder else path.is_file()
    except (OSError, ValueError):
        return False


def _beside(path: FilePath, written: str) -> list[str]:
    """The deck files in the folder of a path, as they would be written in its place."""
    with suppress(OSError):
        start = written[: len(written) - len(path.name)]
        return [start + file.name for file in sorted(path.parent.glob("*.toml"))]
    return []


def read_text(path: FilePath, name: str) -> str:
    """The text of a deck file; DeckError where it cannot be read."""
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            message = f"expected a file of at most {MAX_BYTES // 10**6} MB, got {size / 10**6:.1f} MB"
            raise DeckError([Problem(name, 1, 1, "toml", message)])
        data = path.read_bytes().removeprefix(codecs.BOM_UTF8)
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        message = f"expected text in UTF-8, got the byte 0x{error.object[error.start]:02x}"
        raise DeckError([Problem(name, line, column, "toml", message)]) from None
    except OSError as error:
        reason = error.strerror or "cannot be read"
        raise DeckError(
            [Problem(name, 1, 1, "toml", f"expected a readable file; {reason.lower()}")]
        ) from None


def parse(text: str, name: str, report: Report) -> Source | None:
    """The values and places of a TOML text; None, with its error reported, where nobody can tell what is meant.

    Slips of writing are reported, and the text is read as it was meant, so that the rest can be checked.
    """
    text = text.replace("\r\n", "\n")
    data, places, error = _read_toml(text)
    if error is not None and places.slips:
        for slip in places.slips:
            report.add_slip(Problem(name, *slip.place, key_text(slip.path) or "toml", slip.message))
        data = _as_meant(places.mended)
    elif error is not None:
        report.add(_toml_problem(name, text, places, error))
    return None if data is None else Source(name, data, places)


@lru_cache(maxsize=32)  # many decks extend the same few; what is read is never changed
def _read_toml(text: str) -> tuple[Values | None, Places, Exception | None]:
    places = locate(text, _TABLES)
    try:
        return tomllib.loads(text), places, None
    except (ValueError, RecursionError) as error:
        return None, places, error


def _as_meant(text: str | None) -> Values | None:
    try:
        return None if text is None else _joined(tomllib.loads(text))
    except (ValueError, RecursionError):
        return None


def _joined(data: Values) -> Values:
    """The values without what stands there a second time; the further cards of a kind with those before them."""
    joined: Values = {key: _once(value) for key, value in data.items() if not key.startswith(AGAIN)}
    for key, value in data.items():
        table = key.partition("-")[2] if key.startswith(AGAIN) else ""
        if table and isinstance(value, dict):
            joined[table] = _once(value) | joined.get(table, {})
    return joined


def _once(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _once(item) for key, item in value.items() if not key.startswith(AGAIN)}
    return [_once(item) for item in value] if isinstance(value, list) else value


def _toml_problem(name: str, text: str, places: Places, error: Exception) -> Problem:
    """What tomllib says of a text in which no slip was found, with its place."""
    message = str(error)
    if not isinstance(error, tomllib.TOMLDecodeError):
        if isinstance(error, RecursionError):
            return Problem(name, 1, 1, "toml", "expected valid TOML; too many brackets within each other")
        path = max(places.raw, key=lambda found: len(places.raw[found]), default=())
        line, column = places.values.get(path, (1, 1))
        return Problem(name, line, column, key_text(path) or "toml", "expected a number of fewer digits")
    found = _TOML_PLACE.search(message)
    line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
    if found is not None and found[1]:
        line, column = int(found[1]), int(found[2])
    what = _TOML_PLACE.sub("", message)
    return Problem(name, line, column, "toml", f"expected valid TOML; {what[:1].lower()}{what[1:]}")
