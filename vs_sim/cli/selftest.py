"""`vs-sim selftest`: whether statistics and digest are right on this machine."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from vs_sim.cli import options
from vs_sim.cli.console import Voice, emit, playing
from vs_sim.cli.errors import clear_errors
from vs_sim.cli.run import Workers
from vs_sim.cli.tables import NOTHING, Column, Format, Result, Table, count, render

Quick = Annotated[
    bool, typer.Option("--quick", help="Fewer games: less than a minute in place of some minutes.")
]


def selftest(
    quick: Quick = False,
    seed: options.Seed = 0,
    workers: Workers = None,
    form: options.Form = Format.TABLE,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Prove the statistics on real games: false alarms, a planted imbalance, coverage, published values, digests.

    Status 0: all is as it must be; 1: something is not.
    """
    voice = Voice(quiet, verbose)
    with clear_errors():
        from vs_sim import api

        with playing(voice) as telling:
            found = api.selftest(
                quick=quick,
                seed=seed,
                workers=workers,
                **telling,
            ).json
    emit(render(selftest_result(found, brief=form == Format.TABLE and not verbose), form))
    if found["failed"]:
        raise typer.Exit(1)
    if found["interrupted"]:
        raise typer.Exit(130)


def _short(value: float | str | None) -> str:
    """A number to four digits that count, a text as it is."""
    if value is None:
        return NOTHING
    return value if isinstance(value, str) else f"{value:.4g}"


def _within(low: float | None, high: float | None) -> str:
    """What is allowed, from low to high."""
    if low is None or high is None:
        return "the same"
    return f"{_short(low)} to {_short(high)}"


def _held(value: bool) -> str:
    return "yes" if value else "NO"


CHECKS = (
    Column("Check", ("check",)),
    Column("Expected", ("expected",), _short, right=True),
    Column("Found", ("found",), _short, right=True),
    Column("Allowed", ("low", "high"), _within, right=True),
    Column("Holds", ("holds",), _held),
    Column("From", ("source",)),
)
PARTS = (
    Column("Part", ("part",)),
    Column("Checks", ("checks",), count, right=True),
    Column("Hold", ("held",), count, right=True),
)


def selftest_result(found: dict[str, Any], *, brief: bool) -> Result:
    """Head, a table of the parts and one of the checks of each; `brief` leaves out published values that hold."""
    parts: dict[str, list[dict[str, Any]]] = {}
    for row in found["checks"]:
        parts.setdefault(row["part"], []).append(row)
    summary = [
        {"part": part, "checks": len(rows), "held": sum(row["holds"] for row in rows)}
        for part, rows in parts.items()
    ]
    tables = [Table("part", "", PARTS, summary)]
    for part, rows in parts.items():
        told = [row for row in rows if not row["holds"] or not brief or part != "published values"]
        if told:
            tables.append(Table(part, part[0].upper() + part[1:], CHECKS, told))
    return Result(_head(found), tables, found)


def _head(found: dict[str, Any]) -> list[str]:
    said = {"pass": "All checks hold.", "fail": f"{found['failed']} of {len(found['checks'])} checks FAIL."}
    where = f"{found['machine']}, Python {found['python']}, {found['processors']} processors"
    played = f"{count(found['games'])} games, seed {found['seed']}, {found['seconds']:.0f} seconds"
    return [
        said.get(found["verdict"], "Interrupted: these checks were complete."),
        f"vs-sim {found['version']}, engine {found['engine']}, {where}",
        f"{'Quick: ' if found['quick'] else ''}{played}",
        "Rates may lie 4 standard errors and half a point off what they should be.",
    ]
