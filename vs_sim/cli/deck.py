"""`vs-sim deck`: check, show, begin and compare deck files, and their JSON schema."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vs_sim.cli.console import InputError, complain, emit
from vs_sim.cli.errors import clear_errors
from vs_sim.cli.options import Form
from vs_sim.cli.tables import Column, Format, Result, Table, count, joined, render, width_of_terminal

if TYPE_CHECKING:
    from vs_sim.cards import Deck, Problem

app = typer.Typer(help="Work with deck files.", no_args_is_help=True, rich_markup_mode=None)

Name = Annotated[str, typer.Argument(metavar="DECK", help="A shipped deck's name or a deck file.")]
Other = Annotated[str, typer.Argument(metavar="DECK", help="The deck to compare with.")]
Cards = Annotated[
    list[str] | None, typer.Argument(metavar="[CARD]...", help="Names or kinds of cards; all if left out.")
]
File = Annotated[
    Path | None, typer.Argument(metavar="[FILE]", help="Where to write it; standard output if left out.")
]
Title = Annotated[
    str | None, typer.Option("--name", metavar="TEXT", help="Its name; the file's if left out.")
]
Extends = Annotated[str, typer.Option("--extends", metavar="DECK", help="The deck that it starts from.")]
Force = Annotated[bool, typer.Option("--force", help="Replace the file if it is there.")]


@app.command()
def check(deck: Name, form: Form = Format.TABLE) -> None:
    """Look for errors and for what may be unintended. Status 0 with warnings only, 2 with errors."""
    from vs_sim.cards import DeckError
    from vs_sim.cards.tools import check_deck

    with clear_errors("DECK"):
        try:
            loaded, warnings = check_deck(deck)
        except DeckError as error:
            if form is Format.TABLE:
                raise
            emit(render(_checked(None, error.problems), form))
            raise typer.Exit(2) from error
    if form is Format.TABLE:
        lines = [
            f"{problem.file}:{problem.line}:{problem.column}: warning: {_said(problem)}"
            for problem in warnings
        ]
        emit("\n".join([*lines, _fine(loaded, len(warnings))]))
    else:
        emit(render(_checked(loaded, warnings), form))


def _said(problem: Problem) -> str:
    return f"{problem.key}: {problem.message}" if problem.key else problem.message


def _fine(deck: Deck, warnings: int) -> str:
    told = {0: "no warnings", 1: "1 warning"}.get(warnings, f"{warnings} warnings")
    cards = f"{len(deck.characters)} characters, {deck.draw_cards} cards in the draw deck"
    return f"{deck.name}: fine, {told} ({cards}, hash {deck.hash[:12]})"


def _checked(deck: Deck | None, problems: Sequence[Problem]) -> Result:
    severity = "error" if deck is None else "warning"
    keys = ("file", "line", "column", "key", "message")
    rows = [{"severity": severity} | {key: getattr(problem, key) for key in keys} for problem in problems]
    columns = [Column(key.capitalize(), (key,)) for key in ("severity", *keys)]
    about = None if deck is None else {"name": deck.name, "hash": deck.hash}
    told = {"schema": "vs-sim/deck-check/1", "deck": about, "valid": deck is not None, "problems": rows}
    return Result([], [Table("problem", "", columns, rows)], told)


@app.command()
def show(deck: Name = "base", cards: Cards = None, form: Form = Format.TABLE) -> None:
    """Tell what is in a deck and what each card does. Made from what is written, after all that is inherited."""
    from vs_sim.cards import load_deck
    from vs_sim.cards.tools import show_deck

    with clear_errors("DECK"):
        shown = show_deck(load_deck(deck))
        if cards:
            shown["cards"] = _chosen(shown["cards"], cards)
    emit(render(_shown(shown, narrow=form is Format.TABLE and width_of_terminal() < WIDE), form))


def _chosen(rows: Sequence[dict[str, Any]], wanted: Sequence[str]) -> list[dict[str, Any]]:
    """The rows whose name or kind was asked for, capitals aside."""
    from vs_sim.cards.problems import did_you_mean

    known = list(dict.fromkeys([row["kind"] for row in rows] + [row["name"] for row in rows]))
    folded = {name.casefold() for name in known}
    asked = [word.casefold().replace("_", " ") for word in wanted]
    for word, plain in zip(wanted, asked, strict=True):
        if plain not in folded:
            raise InputError(
                f'error: expected a card or kind of this deck, got "{word}"{did_you_mean(word, known)}'
            )
    return [row for row in rows if row["name"].casefold() in asked or row["kind"] in asked]


WIDE = 120  # columns from which on the sentences stand beside all else
DOES = Column("Does", ("does",))
CARD_COLUMNS = (
    Column("Card", ("name",)),
    Column("Count", ("count",), count, right=True),
    Column("Level", ("level",), right=True),
    Column("Points", ("points",), right=True),
    Column("Gender", ("gender",)),
    Column("Dots", ("dots_told",)),
    Column("Alignments", ("alignments",), joined),
    DOES,
    Column("Assumed", ("assumed",), joined),
)


def _shown(shown: dict[str, Any], *, narrow: bool = False) -> Result:
    rules = ", ".join(f"{key}={str(value).lower()}" for key, value in shown["rules"].items())
    head = [
        f"{shown['name']} ({shown['hash'][:12]})"
        + (f": {shown['description']}" if shown["description"] else ""),
        f"Extends {joined(shown['extends'])}" if shown["extends"] else "",
        f"{shown['characters']} characters, {shown['draw_cards']} cards in the draw deck",
        f"Alignments: {_alignments(shown)}",
        f"House rules: {rules}" if rules else "",
    ]
    kinds = dict.fromkeys(row["kind"] for row in shown["cards"])
    of_kind = {kind: [row for row in shown["cards"] if row["kind"] == kind] for kind in kinds}
    tables = [table for kind, rows in of_kind.items() for table in _kind_tables(kind, rows, narrow=narrow)]
    return Result([line for line in head if line], tables, {"schema": "vs-sim/deck-show/1", **shown})


def _alignments(shown: dict[str, Any]) -> str:
    told = {name: [colour] if colour else [] for name, colour in shown["alignments"].items()}
    for name in shown["wild"]:
        told[name].append("wild")
    return ", ".join(f"{name} ({', '.join(about)})" if about else name for name, about in told.items())


def _kind_tables(kind: str, rows: list[dict[str, Any]], *, narrow: bool) -> list[Table]:
    """The cards of a kind, with the columns that say something of them; where it is narrow, what they do apart."""
    unsaid = (None, "", [])
    single = kind in ("character", "house rule")  # there once, always
    left_out = {"count"} if single else set[str]()
    left_out |= {"alignments"} if any(row["dots_told"] for row in rows) else set()
    told = [
        column
        for column in CARD_COLUMNS
        if column.keys[0] not in left_out and any(row[column.keys[0]] not in unsaid for row in rows)
    ]
    title = f"{kind.capitalize()}s"
    if not narrow or DOES not in told:
        return [Table(kind, title, told, rows)]
    doing = [row for row in rows if row["does"]]
    apart = Table(kind, "", [Column(title, ("name",)), Column("What they do", ("does",))], doing)
    return [Table(kind, title, [column for column in told if column is not DOES], rows), apart]


@app.command("list")
def list_shipped(form: Form = Format.TABLE) -> None:
    """List the shipped decks, examples among them."""
    from vs_sim.cards.tools import list_decks

    rows = list_decks()
    columns = [Column("Deck", ("deck",)), Column("Description", ("description",))]
    emit(
        render(
            Result([], [Table("deck", "", columns, rows)], {"schema": "vs-sim/deck-list/1", "decks": rows}),
            form,
        )
    )


@app.command()
def new(file: File = None, name: Title = None, extends: Extends = "base", force: Force = False) -> None:
    """Begin a deck. It is a commented file to fill in, on top of another deck."""
    from vs_sim.cards.tools import new_deck

    with clear_errors("--extends"):
        text = new_deck(name or (file.stem if file else "my deck"), extends, _beside(file, extends))
        if file is None:
            emit(text)
            return
        if file.exists() and not force:
            raise InputError(f"error: {file} is there already; --force replaces it")
        file.write_text(text, encoding="utf-8")
    complain(f"wrote {file}; check it with: vs-sim deck check {file}")


def _beside(file: Path | None, extends: str) -> str:
    """What the new file must say: a path of a deck is relative to the file that names it."""
    from vs_sim.cards.find import shipped_decks

    if extends in shipped_decks() or file is None or Path(extends).is_absolute():
        return extends
    return Path(os.path.relpath(extends, file.parent)).as_posix()


@app.command()
def diff(deck: Name, other: Other, form: Form = Format.TABLE) -> None:
    """Tell what is different in the second deck. Rules, cards, counts, and what cards do."""
    from vs_sim.cards import load_deck
    from vs_sim.cards.tools import diff_decks

    with clear_errors("DECK"):
        first, second = load_deck(deck), load_deck(other)
        rows = diff_decks(first, second)
    columns = [Column("Item", ("item",)), Column("Kind", ("kind",)), Column("Change", ("change",))]
    decks = [{"name": loaded.name, "hash": loaded.hash} for loaded in (first, second)]
    told = {"schema": "vs-sim/deck-diff/1", "a": decks[0], "b": decks[1], "changes": rows}
    if form is Format.TABLE and not rows:
        emit("No difference.")
    else:
        emit(render(Result([], [Table("change", "", columns, rows)], told), form))


@app.command()
def schema() -> None:
    """Print the JSON schema of deck files. Editors complete and check TOML by it."""
    import json

    from vs_sim.cards.json_schema import json_schema

    emit(json.dumps(json_schema(), indent=2, ensure_ascii=False))
