"""Options that several commands share: one spelling, one help text, one default."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from vs_sim.cli.tables import Format


def whole_number(text: str | int) -> int:
    """The number that an option says (typer hands its default here too); `10_000` and `10,000` are read."""
    try:
        return int(str(text).replace(",", ""))
    except ValueError:
        raise typer.BadParameter(f'expected a whole number, got "{text}"') from None


def number(text: str | float) -> float:
    """The number that an option says."""
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f'expected a number, got "{text}"') from None


UNITS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}


def duration(text: str | float) -> float:
    """Seconds of "90", "90s", "1.5h" or "1h30m"."""
    text = str(text).replace(" ", "")
    if not re.fullmatch(r"(\d+(\.\d+)?[smhd])+|\d+(\.\d+)?", text):
        raise typer.BadParameter(f'expected a time as 90s, 10m or 1h30m, got "{text}"')
    words = re.findall(r"([0-9.]+)([smhd]?)", text)
    return sum(float(number) * UNITS[unit] for number, unit in words)


DeckName = Annotated[
    str, typer.Option("--deck", "-d", metavar="NAME|PATH", help="A shipped deck's name or a deck file.")
]
Players = Annotated[
    int,
    typer.Option("--players", "-p", metavar="N", parser=whole_number, help="Players at the table, 2 to 12."),
]
Policy = Annotated[
    str,
    typer.Option(
        "--policy",
        metavar="NAME|FILE|mixed|a,b,c",
        help="Who plays: one policy or policy file on every seat, all mixed, or one for each seat (they rotate).",
    ),
]
Characters = Annotated[
    str,
    typer.Option(
        "--characters", metavar="random|draft|a,b,c", help="How the characters are found, or who they are."
    ),
]
Rule = Annotated[
    list[str],
    typer.Option("--rule", "-r", metavar="KEY=VALUE", help="A house rule (repeatable; see `vs-sim rules`)."),
]
RulesFile = Annotated[
    Path | None, typer.Option("--rules", metavar="FILE", help="A TOML file of house rules; --rule beats it.")
]
Seed = Annotated[
    int,
    typer.Option("--seed", "-s", metavar="N", parser=whole_number, help="Every random thing hangs on it."),
]
Rotate = Annotated[
    bool,
    typer.Option(
        "--rotate/--no-rotate", help="Rotate characters and policies through the seats of each deal."
    ),
]
Form = Annotated[Format, typer.Option("--format", "-f", help="The form of the result on standard output.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but results and errors.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Say more on standard error.")]
