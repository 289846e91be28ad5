"""`vs-sim tournament`: policies against each other."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from vs_sim.cli import options
from vs_sim.cli.console import InputError, Voice, emit, progress_bar
from vs_sim.cli.decks import load
from vs_sim.cli.errors import clear_errors
from vs_sim.cli.run import Confidence, Force, Out, Workers
from vs_sim.cli.run_tables import interval
from vs_sim.cli.tables import Column, Format, Result, Table, count, percent, ratio, render

Policies = Annotated[
    str,
    typer.Option("--policies", metavar="a,b,c", help="Names or files of the policies that play."),
]
Players = Annotated[
    str,
    typer.Option(
        "--players", "-p", metavar="N|N-N|N,N", help="Players at the table; several are played in turn."
    ),
]
Games = Annotated[
    int,
    typer.Option(
        "--games",
        "-n",
        metavar="N",
        parser=options.whole_number,
        help="Games of the field and of each step of the ladder, rounded up so that every set plays as often.",
    ),
]
Ladder = Annotated[bool, typer.Option("--ladder/--no-ladder", help="Play the steps of the ladder too.")]


def tournament(
    deck: options.DeckName = "base",
    policies: Policies = "random,novice,balanced,expert",
    games: Games = 10_000,
    players: Players = "4",
    ladder: Ladder = True,
    characters: options.Characters = "random",
    rule: options.Rule = [],  # noqa: B006  # typer reads the default and hands on a new list
    rules: options.RulesFile = None,
    seed: options.Seed = 0,
    out: Out = None,
    force: Force = False,
    workers: Workers = None,
    confidence: Confidence = 0.95,
    form: options.Form = Format.TABLE,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Play policies against each other: who is how strong, by how much each beats the next, skill and luck."""
    voice = Voice(quiet, verbose)
    with clear_errors():
        from vs_sim import api
        from vs_sim.experiments.study import check_free, keep_result

        loaded = load(deck, rule, rules)
        counts = player_counts(players)
        settings = {"policies": policies, "players": counts, "games": games, "seed": seed}
        if out is not None:
            check_free(out, "tournament", force=force)
        with progress_bar(voice) as progress:
            played = api.tournament(
                loaded,
                policies=[part.strip() for part in policies.split(",")],
                players=counts,
                games=games,
                ladder=ladder,
                characters=characters,
                seed=seed,
                workers=workers,
                confidence=confidence,
                progress=progress,
                on_compile=lambda: voice.note(
                    "compiling the rules for this machine, once; about half a minute ..."
                ),
            )
        if out is not None:
            keep_result(out, "tournament", settings, played.json)
    emit(render(tournament_result(played.json), form))
    if played.json["interrupted"]:
        raise typer.Exit(130)


def player_counts(text: str) -> list[int]:
    """`4`, `2-6` or `2,4` as numbers."""
    found: list[int] = []
    for part in text.split(","):
        ends = part.strip().split("-")
        if len(ends) > 2 or not all(end.isdecimal() for end in ends):
            raise InputError(f'error: --players: expected a number, N-N or N,N, got "{text}"')
        found += range(int(ends[0]), int(ends[-1]) + 1)
    if not found:
        raise InputError(f'error: --players: expected a number, N-N or N,N, got "{text}"')
    return list(dict.fromkeys(found))


def _logit(value: float | None) -> str:
    return "–" if value is None else f"{value:+.2f}"


def _logits(low: float | None, high: float | None) -> str:
    return "–" if low is None or high is None else f"{low:+.2f} – {high:+.2f}"


def tournament_result(made: dict[str, Any]) -> Result:
    """Head and tables of a tournament, for each number of players one."""
    tables: list[Table] = []
    for skill in made["skill"]:
        n = skill["players"]
        rows = [row for row in made["policies"] if row["players"] == n]
        steps = [row for row in made["ladder"] if row["players"] == n]
        tables.append(Table("policy", _field_title(skill), _field_columns(), rows))
        if steps:
            title = f"The ladder with {n} players: one against {n - 1} of the next below"
            tables.append(Table("step", title, _ladder_columns(), steps))
    deck = made["deck"]
    head = [
        "Interrupted: these are the games that were complete." if made["interrupted"] else "",
        (
            f"Deck {deck['name']} ({deck['hash'][:12]}), seed {made['seed']}, {count(made['games'])} games, "
            f"{count(made['unfinished'])} unfinished, {made['seconds']:.1f} s"
        ),
    ]
    return Result([line for line in head if line], tables, made)


def _field_title(skill: dict[str, Any]) -> str:
    share = "" if skill["skill"] is None else f": {skill['skill']:.1%} skill, {skill['luck']:.1%} luck"
    return f"{skill['players']} players, {count(skill['games'])} games{share}"


def _field_columns() -> list[Column]:
    return [
        Column("Policy", ("name",)),
        Column("Strength", ("strength",), _logit, right=True),
        Column("Interval", ("strength_low", "strength_high"), _logits, right=True),
        Column("Win rate", ("rate",), percent, right=True),
        Column("Interval", ("low", "high"), interval, right=True),
        Column("Games", ("games",), count, right=True),
        Column("Unfinished", ("unfinished",), count, right=True),
    ]


def _ladder_columns() -> list[Column]:
    return [
        Column("Policy", ("name",)),
        Column("Against", ("below",)),
        Column("Win rate", ("rate",), percent, right=True),
        Column("Interval", ("low", "high"), interval, right=True),
        Column("Lift", ("lift",), ratio, right=True),
        Column("Games", ("games",), count, right=True),
        Column("Unfinished", ("unfinished",), count, right=True),
    ]
