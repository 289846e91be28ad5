"""`vs-sim replay`: one game, told move by move or as a complete trace."""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vs_sim.cli import options
from vs_sim.cli.console import InputError, emit
from vs_sim.cli.decks import load
from vs_sim.cli.errors import clear_errors

if TYPE_CHECKING:
    from vs_sim.experiments.plan import Plan


class TraceFormat(StrEnum):
    """How a game is told."""

    TEXT = "text"
    JSONL = "jsonl"


Game = Annotated[
    int,
    typer.Option(
        "--game",
        "-g",
        metavar="N",
        parser=options.whole_number,
        help="Number of the game in its run, from 0.",
    ),
]
Form = Annotated[
    TraceFormat, typer.Option("--format", "-f", help="A story, or every event as a line of JSON.")
]
State = Annotated[bool, typer.Option("--state", help="Add the state of the table after each event.")]
Turn = Annotated[
    int | None,
    typer.Option("--turn", metavar="N", parser=options.whole_number, help="Only this turn, from 1."),
]

Png = Annotated[
    Path | None,
    typer.Option(
        "--png", metavar="FILE", help="Draw the table: at the end, or as it stands before --turn N."
    ),
]
Html = Annotated[
    Path | None,
    typer.Option("--html", metavar="FILE", help="The told game as a page, with a picture of each turn."),
]
Force = Annotated[bool, typer.Option("--force", help="Replace the file of --png or --html.")]


def replay(
    deck: options.DeckName = "base",
    game: Game = 0,
    players: options.Players = 4,
    policy: options.Policy = "balanced",
    characters: options.Characters = "random",
    rule: options.Rule = [],  # noqa: B006  # typer reads the default and hands on a new list
    rules: options.RulesFile = None,
    seed: options.Seed = 0,
    rotate: options.Rotate = True,
    form: Form = TraceFormat.TEXT,
    state: State = False,
    turn: Turn = None,
    png: Png = None,
    html: Html = None,
    force: Force = False,
) -> None:
    """Play one game of a run again and tell it. Give the options of the run and the number of the game."""
    with clear_errors():
        from vs_sim.experiments.plan import plan_run

        plan = plan_run(
            load(deck, rule, rules),
            players=players,
            policy=policy,
            characters=characters,
            seed=seed,
            rotate=rotate,
        )
        if png is None and html is None:
            emit("\n".join(_told(plan, game, form, state=state, turn=turn)))
        else:
            _check_pictures(png, html, form, turn, force=force, state=state)
            for file in _drawn(plan, game, turn, png, html):
                emit(str(file))


def _check_pictures(
    png: Path | None, html: Path | None, form: TraceFormat, turn: int | None, *, force: bool, state: bool
) -> None:
    """Say what does not go together, before any game is played."""
    if form is not TraceFormat.TEXT or state:
        raise InputError("error: --png and --html draw a game; leave out --format and --state")
    if html is not None and turn is not None:
        raise InputError("error: --html tells the whole game; --turn goes with --png")
    for option, file in (("--png", png), ("--html", html)):
        if file is None:
            continue
        if file.is_dir():
            raise InputError(f"error: {option}: {file} is a folder; expected a file")
        if file.exists() and not force:
            raise InputError(f"error: {option}: {file} exists; name another file, or --force to replace it")


def _drawn(plan: Plan, game: int, turn: int | None, png: Path | None, html: Path | None) -> Iterator[Path]:
    """Write the pictures that were asked for."""
    from vs_sim.experiments.folder import write_whole
    from vs_sim.experiments.scene import pages, scene_of

    if png is not None:
        from vs_sim.report.board import draw_table
        from vs_sim.report.style import as_bytes

        picture = as_bytes(draw_table(scene_of(plan, game, turn)), "png")
        write_whole(png, picture)
        yield png
    if html is not None:
        from vs_sim.report.told import told_page

        page = told_page(plan, game, list(pages(plan, game)))
        write_whole(html, page.encode())
        yield html


def _told(plan: Plan, game: int, form: TraceFormat, *, state: bool, turn: int | None) -> Iterator[str]:
    from vs_sim.experiments.replay import tell, trace

    if form is TraceFormat.TEXT:
        if state:
            raise InputError("error: --state: needs --format jsonl")
        return tell(plan, game, turn=turn)
    return (json.dumps(line, ensure_ascii=False) for line in trace(plan, game, state=state, turn=turn))
