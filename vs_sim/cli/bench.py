"""`vs-sim bench`: how fast this machine plays."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from vs_sim.cli import options
from vs_sim.cli.console import Voice, emit
from vs_sim.cli.decks import load
from vs_sim.cli.errors import clear_errors
from vs_sim.cli.run import Workers
from vs_sim.cli.tables import Column, Format, Result, Table, render

Against = Annotated[
    str | None,
    typer.Option(
        "--against", metavar="REV", help="Compare with a git revision of the program, in turn, as a ratio."
    ),
]


def bench(
    deck: options.DeckName = "base",
    games: Annotated[
        int,
        typer.Option(
            "--games", "-n", metavar="N", parser=options.whole_number, help="Games of a measurement."
        ),
    ] = 20_000,
    players: options.Players = 4,
    policy: Annotated[
        list[str], typer.Option("--policy", metavar="NAME", help="A policy to measure (repeatable).")
    ] = ["balanced", "random"],  # noqa: B006  # typer reads the default and hands on a new list
    workers: Workers = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Leave out the compile with an empty cache, and the scaling.")
    ] = False,
    against: Against = None,
    form: options.Form = Format.TABLE,
    quiet: options.Quiet = False,
) -> None:
    """Measure games and decisions a second, each phase, compiling, start-up and scaling on this machine."""
    voice = Voice(quiet)
    with clear_errors():
        from vs_sim.experiments.bench import bench as measure
        from vs_sim.experiments.plan import workers_or_default

        loaded = load(deck, (), None)
        found = measure(
            loaded,
            deck,
            policies=policy,
            players=players,
            games=games,
            workers=workers_or_default(workers),
            quick=quick,
            against=against,
            say=voice.note,
        )
    emit(render(bench_result(found), form))
    if found.get("against") and not found["against"]["same_digest"]:
        voice.note("the two revisions play other games: their digests differ")


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}"


def _rows(title: str, key: str, rows: list[dict[str, Any]]) -> Table:
    columns = [
        Column("Policy", ("policy",)),
        Column("Players", ("players",), _number, right=True),
        Column("Workers", ("workers",), _number, right=True),
        Column("Games/s", ("games_per_second",), _number, right=True),
        Column("Decisions/s", ("decisions_per_second",), _number, right=True),
        Column("ns a decision", ("ns_per_decision",), _number, right=True),
    ]
    return Table(key, title, columns, rows)


def bench_result(found: dict[str, Any]) -> Result:
    """The measurements as head and tables."""
    deck = found["deck"]
    head = [
        f"Deck {deck['name']} ({deck['hash'][:12]}), engine {found['engine']}, {found['processors']} processors",
        f"Digest {found['digest']}",
    ]
    if found["cold_compile_seconds"] is not None:
        cold, warm = found["cold_compile_seconds"], found["warm_load_seconds"]
        head.append(f"Compiling with an empty cache {cold:.1f} s, loading from a full one {warm:.2f} s")
        cold, warm = found["cold_run_seconds"], found["warm_run_seconds"]
        head.append(f"A run of 1,000 games, all told: {cold:.1f} s the first time, {warm:.2f} s afterwards")
    if "against" in found:
        other = found["against"]
        each = ", ".join(f"{ratio:.3f}" for ratio in other["ratios"])
        head.append(f"Speed against {other['revision']}: {other['ratio']:.3f} times (pairs: {each})")
    phase_rows = [
        {"phase": name, **{row["policy"]: row["ns_by_phase"][name] for row in found["measured"]}}
        for name in found["measured"][0]["ns_by_phase"]
    ]
    columns = [Column("ns a decision, one thread", ("phase",))]
    columns += [Column(row["policy"], (row["policy"],), _number, right=True) for row in found["measured"]]
    tables = [_rows("Speed", "speed", found["measured"]), Table("phase", "Phases", columns, phase_rows)]
    if "by_workers" in found:
        tables.append(_rows("By workers", "by_workers", found["by_workers"]))
        tables.append(_rows("By players", "by_players", found["by_players"]))
    return Result(head, tables, found)
