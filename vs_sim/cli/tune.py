"""`vs-sim tune`: search deck and rule values for a balance target with the least change."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from vs_sim.cli import options
from vs_sim.cli.console import Voice, emit, playing
from vs_sim.cli.errors import clear_errors
from vs_sim.cli.knockout import Resume, difference
from vs_sim.cli.run import Force, Out, Workers
from vs_sim.cli.run_tables import interval
from vs_sim.cli.tables import Column, Format, Result, Table, percent, render

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


def tune(
    tuning: File,
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
    """Search for a balanced deck with the least change. With --out it is written as tuned.toml."""
    voice = Voice(quiet, verbose)
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
