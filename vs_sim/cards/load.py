"""Deck file to deck: read, inherit, check, compile. All errors of a deck come at once (LANGUAGE section 8)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path as FilePath
from typing import Any

from vs_sim.cards.checks import CardScope, check_card
from vs_sim.cards.circles import check_circles
from vs_sim.cards.compile import compile_deck
from vs_sim.cards.find import find_deck, find_rules, parse, read_text
from vs_sim.cards.house_rules import BY_KEY, RuleValue, rule_fault
from vs_sim.cards.inherit import as_list, change_cards, new_cards, remove_cards
from vs_sim.cards.limits import check_limits
from vs_sim.cards.problems import DeckError, Path, Problem, breaks_lines, did_you_mean, shown
from vs_sim.cards.report import Report
from vs_sim.cards.schema import Alternative, Deck, Source, Values, Written
from vs_sim.cards.types import HOMES, Key, OneOf, Table, Text, Title, Words, at_home
from vs_sim.cards.words import KIND_KEYS, KINDS

MAX_EXTENDS = 8
C1_ALIGNMENTS: Mapping[str, Values] = {
    "politics": {"colour": "blue"},
    "economics": {"colour": "red"},
    "diversity": {"colour": "green"},
    "identity": {"colour": "orange"},
}
DECK_KEYS = ("schema", "name", "description", "extends", "remove", "assumed")
DECK_TABLES = ("rules", "alignments", "change", *KINDS, "alternative")
# The slip that TOML makes easiest: what stands below a [table] belongs to it.
HOMES.update(
    {key: "a key of the deck, move it above the first [table]" for key in DECK_KEYS if key not in HOMES}
)
RULES_FILE_KEYS = ("text", "rules", "house_rule")
_ALTERNATIVE_KEYS = ("of", "remove", "change", "rules")


def load_deck(
    name_or_path: str | os.PathLike[str],
    rules_overrides: Mapping[str, RuleValue] | None = None,
    rules_files: Iterable[str | os.PathLike[str]] = (),
) -> Deck:
    """The deck of a shipped name or a file, with rules files and then single rules laid over its own.

    Raises DeckError with every problem found.
    """
    asked = os.fspath(name_or_path)
    try:
        path, shown_name = find_deck(asked)
    except LookupError as error:
        raise DeckError([Problem("--deck", 1, 1, "deck", str(error))]) from None
    written, report = _read(read_text(path, shown_name), shown_name, path)
    written.asked = asked
    return _finish(written, report, rules_overrides, rules_files)


def load_deck_text(
    text: str,
    name: str = "test.toml",
    rules_overrides: Mapping[str, RuleValue] | None = None,
    rules_files: Iterable[str | os.PathLike[str]] = (),
) -> Deck:
    """The deck of a text; `name` stands for its file in messages. Raises DeckError with every problem found."""
    return _finish(*_read(text, name, FilePath(name)), rules_overrides, rules_files)


def _read(text: str, shown_name: str, path: FilePath) -> tuple[Written, Report]:
    report = Report()
    written = Written()
    _read_file(text, shown_name, path, written, report, ())
    written.path = str(path)
    return written, report


def _finish(
    written: Written,
    report: Report,
    overrides: Mapping[str, RuleValue] | None,
    rules_files: Iterable[str | os.PathLike[str]],
) -> Deck:
    written.rules_files = tuple(os.fspath(file) for file in rules_files)
    for file in written.rules_files:
        _read_rules_file(file, written, report)
    for key, value in (overrides or {}).items():
        fault = rule_fault(key, value)
        if fault is not None:
            report.add(Problem("--rule", 1, 1, key, fault))
        written.rules[key] = written.overrides[key] = value
    if not report.problems:
        check_limits(written, report)
        check_circles(written, report)
    report.raise_any()
    return compile_deck(written)


# --- one file ---
def _read_file(
    text: str, shown_name: str, path: FilePath, written: Written, report: Report, chain: tuple[FilePath, ...]
) -> None:
    """Lays a file over what it extends; `chain`: the files that extend it."""
    source = parse(text, shown_name, report)
    if source is None:
        report.broken = True
        return
    written.source = source
    _check_top(source, report)
    if "extends" in source.data:
        _extend(source, path, written, report, chain)
    _lay_over(source, written, report)
    written.name = str(source.data.get("name", ""))
    written.description = str(source.data.get("description", ""))
    written.source = source


def _extend(
    source: Source, path: FilePath, written: Written, report: Report, chain: tuple[FilePath, ...]
) -> None:
    name = source.data["extends"]
    if not isinstance(name, str):
        report.add(source.problem(("extends",), f"expected the name or path of a deck, got {shown(name)}"))
        report.broken = True
        return
    try:
        parent, shown_name = find_deck(name, path.parent)
        fault = _chain_fault(parent, (*chain, path))
    except LookupError as error:
        fault, parent, shown_name = str(error), path, ""
    if fault:
        report.add(source.problem(("extends",), fault))
        report.broken = True
        return
    try:
        text = read_text(parent, shown_name)
    except DeckError as error:
        report.found |= dict.fromkeys(error.problems)
        report.broken = True
        return
    _read_file(text, shown_name, parent, written, report, (*chain, path))
    written.chain = (written.name, *written.chain)


def _chain_fault(parent: FilePath, chain: tuple[FilePath, ...]) -> str:
    if parent.resolve() in [file.resolve() for file in chain]:
        return f"expected a deck that does not extend this one, got {shown(str(parent))}"
    if len(chain) > MAX_EXTENDS:
        return f"expected decks that extend each other at most {MAX_EXTENDS} deep"
    return ""


def _lay_over(source: Source, written: Written, report: Report) -> None:
    """Alignments and rules, then removed, changed and new cards, alternatives; then all that was written is checked."""
    data = source.data
    _lay_alignments(source, written, report)
    lay_rules(source, ("rules",), data.get("rules", {}), written.rules, report)
    if "remove" in data:
        remove_cards(written, data["remove"], source, ("remove",), report)
    changed = change_cards(written, data.get("change", {}), source, ("change",), report)
    assumed = [key for key in as_list(data.get("assumed", [])) if isinstance(key, str)]
    added = new_cards(written, source, assumed, report)
    for card in changed:
        check_card(card, CardScope(card, written, report, inherited=True))
    for card in added:
        check_card(card, CardScope(card, written, report))
    _lay_alternatives(source, written, report)


def _lay_alignments(source: Source, written: Written, report: Report) -> None:
    table = source.data.get("alignments", {})
    if not isinstance(table, dict):
        report.add(source.problem(("alignments",), f"expected [alignments], got {shown(table)}"))
        table = {}
    for name, spec in table.items():
        path: Path = ("alignments", name)
        if not isinstance(spec, str | dict):
            message = f'expected a colour or {{ colour = "…" }}, got {shown(spec)}{at_home(name)}'
            report.add(source.problem(path, message))
            continue
        said: Values = {"colour": spec} if isinstance(spec, str) else spec
        for key, value in said.items():
            _check_alignment_key(source, (*path, key), key, value, report)
        if name == "named":
            message = 'expected another name, "named" is a word of the card language'
            report.add(source.problem(path, message, key=True))
        elif not name.strip() or breaks_lines(name):
            report.add(source.problem(path, "expected a name on one line", key=True))
        written.alignments[name] = {**written.alignments.get(name, {}), **said}
    if not written.alignments:
        written.alignments = {name: dict(spec) for name, spec in C1_ALIGNMENTS.items()}


def _check_alignment_key(source: Source, path: Path, key: str, value: Any, report: Report) -> None:
    expected = {"colour": str, "wild": bool}
    if key not in expected:
        report.add(source.problem(path, f"unknown key{did_you_mean(key, expected)}", key=True))
    elif not isinstance(value, expected[key]):
        what = "the name of a colour" if key == "colour" else "true or false"
        report.add(source.problem(path, f"expected {what}, got {shown(value)}"))


def lay_rules(source: Source, path: Path, table: Any, rules: dict[str, RuleValue], report: Report) -> None:
    """Lays a table of house rules over `rules`; what is wrong with it is reported."""
    if not isinstance(table, dict):
        report.add(source.problem(path, f"expected [rules], got {shown(table)}"))
        return
    for key, value in table.items():
        fault = rule_fault(key, value)
        if key not in BY_KEY:
            near = at_home(key) or did_you_mean(key, BY_KEY)
            report.add(source.problem((*path, key), f"unknown house rule{near}", key=True))
        elif fault is not None:
            report.add(source.problem((*path, key), fault))
        else:
            rules[key] = value


# --- the keys of the file itself ---
class _FileScope:
    """The scope of the file's own keys."""

    kind = ""
    names_an_alignment = False

    def __init__(self, source: Source, report: Report) -> None:
        self.source, self.report = source, report
        self.alignments: list[str] = []

    def fail(self, path: Path, message: str, *, key: bool = False, named: Path | None = None) -> None:
        """Reports a problem of the file."""
        self.report.add(self.source.problem(path, message, key=key, named=named))

    def raw(self, path: Path) -> str:
        """The text of a number as written."""
        return self.source.places.raw.get(path, "")

    def names_of(self, kind: str | None) -> list[str]:
        """No names: the file's own keys ask for none."""
        none: dict[str | None, list[str]] = {}
        return none.get(kind, [])


FILE_KEYS: Mapping[str, Key] = {
    "schema": Key(OneOf((1,)), "the version of the deck file, 1", required=True),
    "name": Key(Title(), "the name of the deck", required=True),
    "description": Key(Text(), "what the deck is for"),
    "extends": Key(Text("the name or path of a deck"), "the deck that this one starts from"),
    "remove": Key(Words(), "inherited cards and groups to leave out"),
    "assumed": Key(Words(), "keys that are assumed in every card written in this file"),
}


def _check_top(source: Source, report: Report) -> None:
    scope = _FileScope(source, report)
    own = {key: value for key, value in source.data.items() if key in FILE_KEYS}
    Table(FILE_KEYS).check(own, (), scope)
    for key in source.data:
        if key not in FILE_KEYS and key not in DECK_TABLES:
            near = f"; it is a house rule, write rules.{key}" if key in BY_KEY else at_home(key)
            near = near or did_you_mean(key, (*DECK_TABLES, *FILE_KEYS))
            report.add(source.problem((key,), f"unknown key{near}", key=True))
    every = sorted({key for keys in KIND_KEYS.values() for key in keys})
    names = source.data.get("assumed", [])
    for index, name in enumerate(as_list(names)):
        if isinstance(name, str) and name not in every:
            path: Path = ("assumed", index) if isinstance(names, list) else ("assumed",)
            message = f"expected a key of a card, got {shown(name)}{did_you_mean(name, every)}"
            report.add(source.problem(path, message))
    changes = source.data.get("change", {})
    if not isinstance(changes, dict):
        report.add(source.problem(("change",), f'expected [change."Name"], got {shown(changes)}'))


# --- alternatives ---
def _lay_alternatives(source: Source, written: Written, report: Report) -> None:
    table = source.data.get("alternative", {})
    if not isinstance(table, dict):
        report.add(source.problem(("alternative",), f'expected [alternative."Name"], got {shown(table)}'))
        return
    for name, spec in table.items():
        path: Path = ("alternative", name)
        if not isinstance(spec, dict):
            report.add(source.problem(path, f"expected a table, got {shown(spec)}"))
            continue
        for key in spec:
            if key not in _ALTERNATIVE_KEYS:
                near = did_you_mean(key, _ALTERNATIVE_KEYS)
                report.add(source.problem((*path, key), f"unknown key{near}", key=True))
        if not isinstance(spec.get("of"), str):
            message = 'expected what is assumed, as in of = "jobs in the deck"'
            report.add(source.problem((*path, "of"), message, key="of" not in spec))
        _check_alternative_types(spec, source, path, report)
        written.alternatives[name] = _alternative(name, spec, source, path)
        try_alternative(written, written.alternatives[name], report)


def _check_alternative_types(spec: Values, source: Source, path: Path, report: Report) -> None:
    for key in ("change", "rules"):
        if not isinstance(spec.get(key, {}), dict):
            report.add(source.problem((*path, key), f"expected a table, got {shown(spec[key])}"))


def _alternative(name: str, spec: Values, source: Source, path: Path) -> Alternative:
    changes, rules = spec.get("change", {}), spec.get("rules", {})
    return Alternative(
        name=name,
        of=str(spec.get("of", "")),
        remove=tuple(item for item in as_list(spec.get("remove", [])) if isinstance(item, str)),
        change=changes if isinstance(changes, dict) else {},
        rules=rules if isinstance(rules, dict) else {},
        at=(source, path),
    )


def try_alternative(written: Written, alternative: Alternative, report: Report) -> Written:
    """The deck with an alternative in force, on a copy; what is wrong with it is reported."""
    copy = Written(
        name=written.name,
        description=written.description,
        path=written.path,
        chain=written.chain,
        cards=dict(written.cards),
        removed=dict(written.removed),
        rules=dict(written.rules),
        alignments=written.alignments,
        source=written.source,
    )
    if alternative.at is None:
        return copy
    source, path = alternative.at
    as_written = source.data["alternative"][alternative.name].get("remove", [])
    remove_cards(copy, as_written, source, (*path, "remove"), report)
    changed = change_cards(copy, alternative.change, source, (*path, "change"), report, passing=True)
    for card in changed:
        check_card(card, CardScope(card, copy, report, inherited=True))
    lay_rules(source, (*path, "rules"), dict(alternative.rules), copy.rules, report)
    return copy


# --- rules files ---
def _read_rules_file(name: str, written: Written, report: Report) -> None:
    """Lays a rules file over the deck: `text`, `[rules]` and `[house_rule]` only."""
    try:
        path, shown_name = find_rules(name)
    except LookupError as error:
        report.add(Problem("--rules", 1, 1, "rules", str(error)))
        return
    source = parse(read_text(path, shown_name), shown_name, report)
    if source is None:
        return
    for key, value in source.data.items():
        if key not in RULES_FILE_KEYS:
            near = did_you_mean(key, RULES_FILE_KEYS)
            report.add(source.problem((key,), f"expected text, [rules] or [house_rule] only{near}", key=True))
        if key == "text" and not isinstance(value, str):
            report.add(source.problem((key,), f"expected text in quotes, got {shown(value)}"))
    lay_rules(source, ("rules",), source.data.get("rules", {}), written.rules, report)
    kept = Source(
        shown_name, {key: source.data[key] for key in ("house_rule",) if key in source.data}, source.places
    )
    for card in new_cards(written, kept, (), report):
        check_card(card, CardScope(card, written, report))
