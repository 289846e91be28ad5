"""`vs-sim tune`: search deck and rule values for a balance target with the least change."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from vs_sim.cli import options
from vs_sim.cli.console import InputError, Voice, emit, playing
from vs_sim.cli.errors import clear_errors
from vs_sim.cli.knockout import Resume, difference
from vs_sim.cli.run import Force, Out, Workers
from vs_sim.cli.run_tables import interval
from vs_sim.cli.tables import Column, Format, Result, Table, count, percent, ratio, render

File = Annotated[
    str, typer.Argument(metavar="TUNE.toml", help="A tuning file, or the name of a shipped one.")
]
Trials = Annotated[
    int | None,
    typer.Option(
        "--trials", metavar="N", parser=options.whole_number, help="Settings to try; beats the file's."
    ),
]
Games = Annotated[
    int | None,
    typer.Option(
        "--games", "-n", metavar="N", parser=options.whole_number, help="Games a trial; beats the file's."
    ),
]


PolicyFlag = Annotated[
    bool, typer.Option("--policy", help="Search the weights of a policy, as a search file says.")
]


def tune(
    tuning: File,
    policy: PolicyFlag = False,
    trials: Trials = None,
    games: Games = None,
    out: Out = None,
    force: Force = False,
    resume: Resume = False,
    workers: Workers = None,
    form: options.Form = Format.TABLE,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Search for a balanced deck with the least change; with --policy, for the weights of a policy.

    With --out it is written as tuned.toml, a policy as policy.toml.
    """
    voice = Voice(quiet, verbose)
    if policy:
        if trials is not None or games is not None:
            raise InputError(
                "--policy: --trials and --games are of decks; write games and generations into the file"
            )
        _tune_policy(voice, tuning, out, form, force=force, resume=resume, workers=workers)
        return
    with clear_errors("TUNE"):
        from vs_sim import api

        with playing(voice) as telling:
            found = api.tune(
                tuning,
                trials=trials,
                games=games,
                out=out,
                force=force,
                resume=resume,
                workers=workers,
                **telling,
            )
    if found.interrupted:
        voice.note(f"interrupted after {found.json['trials']} trials; the same command with --resume goes on")
        raise typer.Exit(130)
    emit(render(tune_result(found.json), form))


def _tune_policy(
    voice: Voice,
    search: str,
    out: Path | None,
    form: Format,
    *,
    force: bool,
    resume: bool,
    workers: int | None,
) -> None:
    with clear_errors("TUNE"):
        from vs_sim import api

        with playing(voice) as telling:
            found = api.tune_policy(
                search,
                out=out,
                force=force,
                resume=resume,
                workers=workers,
                **telling,
            )
    if found.interrupted:
        done = len(found.json["generations"])
        voice.note(f"interrupted after {done} generations; the same command with --resume goes on")
        raise typer.Exit(130)
    emit(render(policy_result(found.json), form))


def policy_result(found: dict[str, Any]) -> Result:
    """What the policy is worth beside the one that the search began with, and the weights that it changed."""
    head = [
        f"{found['name']}: found in {len(found['generations'])} generations against {', '.join(found['rivals'])}",
        found["text"],
        f"Written: {found['written']}" if "written" in found else "With --out DIR the policy is written.",
    ]
    worth = [
        Column("Policy", ("name",)),
        Column("Win rate", ("rate",), percent, right=True),
        Column("Interval", ("low", "high"), interval, right=True),
        Column("Lift", ("lift",), ratio, right=True),
        Column("Games", ("games",), count, right=True),
    ]
    weights = [
        Column("Weight", ("name",)),
        Column("At the start", ("start",), right=True),
        Column("Found", ("found",), right=True),
    ]
    tables = [
        Table("policy", "On fresh deals", worth, found["policies"]),
        Table("weight", "Weights that changed", weights, found["weights"]),
    ]
    return Result(head, tables, found)


def _yes_or_no(value: bool) -> str:
    return "yes" if value else "no"


def tune_result(found: dict[str, Any]) -> Result:
    """What was changed, in words, and every character before and after."""
    met = "met" if found["met"] else "not met"
    turns, unfinished = found["turns"], found["unfinished"]
    head = [
        f"{found['name']}: the target is {met} after {found['trials']} trials",
        f"On {found['verified_games']:,} fresh games {found['text']}",
        f"Turns {turns['before']:.1f} → {turns['after']:.1f}",
        f"Unfinished {unfinished['before']:.1%} → {unfinished['after']:.1%}",
        f"Written: {found['written']}" if "written" in found else "With --out DIR the deck is written.",
        "",
    ]
    told = [f"- {change}" for change in found["changes"]] or ["- nothing is changed"]
    columns = [
        Column("Character", ("name",)),
        Column("Before", ("before",), percent, right=True),
        Column("After", ("after",), percent, right=True),
        Column("Interval", ("low", "high"), interval, right=True),
        Column("Difference, points", ("difference",), difference, right=True),
        Column("Inside", ("inside",), _yes_or_no),
    ]
    rows = sorted(found["characters"], key=lambda row: -(row["after"] or 0))
    return Result([*head, *told], [Table("character", "Characters on fresh deals", columns, rows)], found)
