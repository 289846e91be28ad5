"""`vs-sim replay`: one game, told move by move or as a complete trace."""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import StrEnum
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
        emit("\n".join(_told(plan, game, form, state=state, turn=turn)))


def _told(plan: Plan, game: int, form: TraceFormat, *, state: bool, turn: int | None) -> Iterator[str]:
    from vs_sim.experiments.replay import tell, trace

    if form is TraceFormat.TEXT:
        if state:
            raise InputError("error: --state: needs --format jsonl")
        return tell(plan, game, turn=turn)
    return (json.dumps(line, ensure_ascii=False) for line in trace(plan, game, state=state, turn=turn))
