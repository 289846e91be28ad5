"""`vs-sim power`: the games and the time that a question takes, before they are spent."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from vs_sim.cli import options
from vs_sim.cli.compare import Against, AgainstPolicy, AgainstRule, AgainstRules
from vs_sim.cli.console import Voice, emit, playing
from vs_sim.cli.decks import load
from vs_sim.cli.errors import clear_errors
from vs_sim.cli.run import Confidence, Workers
from vs_sim.cli.tables import NOTHING, Column, Format, Result, Table, count, counted, percent, render

Difference = Annotated[
    float,
    typer.Option(
        "--difference", metavar="D", parser=options.number, help="Difference of a win rate: 0.01 is a point."
    ),
]
Turns = Annotated[
    float,
    typer.Option("--turns", metavar="T", parser=options.number, help="Difference of the length in turns."),
]
Chance = Annotated[
    float, typer.Option("--power", metavar="P", parser=options.number, help="Chance to find the difference.")
]
Pilot = Annotated[
    int,
    typer.Option(
        "--pilot",
        metavar="N",
        parser=options.whole_number,
        help="Games of the pilot that shows the variance.",
    ),
]


def power(
    deck: options.DeckName = "base",
    against: Against = None,
    difference: Difference = 0.01,
    turns: Turns = 1.0,
    chance: Chance = 0.8,
    pilot: Pilot = 2_000,
    players: options.Players = 4,
    policy: options.Policy = "balanced",
    against_policy: AgainstPolicy = None,
    characters: options.Characters = "random",
    rule: options.Rule = [],  # noqa: B006  # typer reads the default and hands on a new list
    against_rule: AgainstRule = [],  # noqa: B006
    rules: options.RulesFile = None,
    against_rules: AgainstRules = None,
    seed: options.Seed = 0,
    workers: Workers = None,
    rotate: options.Rotate = True,
    confidence: Confidence = 0.95,
    form: options.Form = Format.TABLE,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Say how many games a question takes, and how long, from a short pilot.

    With --against, --against-rule or --against-policy the question is what that changes; without them it is how a run
    of its own tells win rates and length.
    """
    voice = Voice(quiet, verbose)
    with clear_errors():
        from vs_sim import api

        loaded = load(deck, rule, rules)
        own = bool(against_rule) or against_rules is not None
        other = None
        with clear_errors("--against"):
            if against is not None or own:
                b_rule, b_rules = (against_rule, against_rules) if own else (rule, rules)
                other = load(deck if against is None else against, b_rule, b_rules)
        with playing(voice) as telling:
            told = api.power(
                loaded,
                other,
                difference=difference,
                turns=turns,
                power=chance,
                pilot=pilot,
                players=players,
                policy=policy,
                against_policy=against_policy,
                characters=characters,
                seed=seed,
                rotate=rotate,
                workers=workers,
                confidence=confidence,
                **telling,
            ).json
    for note in told["notes"]:
        voice.note(note)
    emit(render(power_result(told), form))


def duration(seconds: float | None) -> str:
    """A time as people say it."""
    if seconds is None:
        return NOTHING
    for size, name in ((86_400, "days"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {name}"
    return f"{seconds:.1f} s"


def _difference(value: float, question: str) -> str:
    number, unit = (value, "turn") if "turns" in question else (round(100 * value, 6), "point")
    return f"{number:g} {unit}" if number == 1 else f"{number:g} {unit}s"


COLUMNS = [
    Column("Question", ("question",)),
    Column("Difference", ("difference", "question"), _difference, right=True),
    Column("Chance", ("chance",), percent, right=True),
    Column("Blocks", ("blocks",), count, right=True),
    Column("Games", ("games",), count, right=True),
    Column("Time here", ("seconds",), duration, right=True),
]


def power_result(told: dict[str, Any]) -> Result:
    """The questions as a table."""
    head = [
        f"From a pilot of {counted(told['pilot'], 'game')}, {told['players']} players, seed {told['seed']}",
        f"{told['games_per_second']:,.0f} games/s, confidence {told['confidence']:.0%}",
        "The character whose win rate varies most decides; p values of one question, not adjusted",
    ]
    return Result(head, [Table("questions", "", COLUMNS, told["questions"])], told)
