"""`vs-sim run`: play games, print who wins."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vs_sim.cli import options, run_tables
from vs_sim.cli.console import Voice, emit, playing
from vs_sim.cli.decks import load
from vs_sim.cli.errors import clear_errors
from vs_sim.cli.tables import Column, Format, Result, Table, count, counted, render

if TYPE_CHECKING:
    from vs_sim.api import Run

DEFAULT_GAMES = 10_000
NO_END = 1_000_000_000  # games, where another end was named and no number of games

Games = Annotated[
    int | None,
    typer.Option(
        "--games",
        "-n",
        metavar="N",
        parser=options.whole_number,
        help="Games to play at most, rounded up to whole blocks; 10,000 if no other end is named either.",
    ),
]
Out = Annotated[
    Path | None, typer.Option("--out", "-o", metavar="DIR", help="Write the run folder here; new or empty.")
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Go on with the run in the folder of --out, or begin it.")
]
UntilHalfwidth = Annotated[
    float | None,
    typer.Option(
        "--until-halfwidth",
        metavar="W",
        parser=options.number,
        help="End when every character's interval is ±W or less (0.005: half a point). The intervals hold at every look.",
    ),
]
MaxTime = Annotated[
    float | None,
    typer.Option(
        "--max-time", metavar="TIME", parser=options.duration, help="End after so long: 90s, 10m, 1h30m."
    ),
]
Shard = Annotated[
    str | None,
    typer.Option(
        "--shard", metavar="I/N", help="Play the I-th of N shares of the blocks; `merge` joins them."
    ),
]
Backend = Annotated[
    str, typer.Option("--backend", metavar="local|dask", help="Play on threads here, or on a dask cluster.")
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        help="The cluster's scheduler, as tcp://host:8786; else one is started here.",
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace what is in the run folder.")]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        "-w",
        metavar="N",
        parser=options.whole_number,
        help="Threads; as many as processors if left out.",
    ),
]
Confidence = Annotated[
    float,
    typer.Option("--confidence", metavar="P", parser=options.number, help="Confidence of the intervals."),
]

Powers = Annotated[
    bool,
    typer.Option(
        "--powers",
        help="Tell how often each character's power was to be had and used, in the first 400 games.",
    ),
]
POWER_GAMES = 400


Tables = Annotated[
    str,
    typer.Option(
        "--tables",
        metavar="all|a,b,c",
        help="Tables to print: "
        + ", ".join(run_tables.NAMES)
        + ". JSON holds all of them whatever is asked for.",
    ),
]
BandsFile = Annotated[
    Path | None,
    typer.Option(
        "--bands", metavar="FILE", help="A TOML file of intended balance: say what lies in and out."
    ),
]
SHORT = ("characters", "seats", "policies")
DEFAULT_TABLES = ",".join(SHORT)


def named_tables(text: str) -> list[str]:
    """The tables that `--tables` asks for; a wrong name is bad usage."""
    names = [name.strip() for name in text.split(",")]
    if names == ["all"]:
        return list(run_tables.NAMES)
    for name in names:
        if name not in run_tables.NAMES:
            from vs_sim.experiments.plan import nearest

            known = [*run_tables.NAMES, "all"]
            raise typer.BadParameter(f'unknown table "{name}"; {nearest(name, known)}', param_hint="--tables")
    return names


def run(
    deck: options.DeckName = "base",
    games: Games = None,
    players: options.Players = 4,
    policy: options.Policy = "balanced",
    characters: options.Characters = "random",
    rule: options.Rule = [],  # noqa: B006  # typer reads the default and hands on a new list
    rules: options.RulesFile = None,
    seed: options.Seed = 0,
    out: Out = None,
    force: Force = False,
    resume: Resume = False,
    until_halfwidth: UntilHalfwidth = None,
    max_time: MaxTime = None,
    shard: Shard = None,
    backend: Backend = "local",
    scheduler: Scheduler = None,
    workers: Workers = None,
    rotate: options.Rotate = True,
    confidence: Confidence = 0.95,
    powers: Powers = False,
    tables: Tables = DEFAULT_TABLES,
    bands: BandsFile = None,
    form: options.Form = Format.TABLE,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Play games and print win rates per character, seat and policy."""
    voice = Voice(quiet, verbose)
    shown = named_tables(tables)
    if games is None:
        games = DEFAULT_GAMES if until_halfwidth is None and max_time is None else NO_END
    with clear_errors():
        from vs_sim import api

        loaded = load(deck, rule, rules)
        with playing(voice) as telling:
            played = api.run(
                loaded,
                games=games,
                resume=resume,
                until_halfwidth=until_halfwidth,
                max_seconds=max_time,
                shard=shard,
                backend=backend,
                scheduler=scheduler,
                players=players,
                policy=policy,
                characters=characters,
                seed=seed,
                rotate=rotate,
                workers=workers,
                out=out,
                force=force,
                confidence=confidence,
                bands=bands,
                **telling,
            )
    _tell_details(voice, played.json)
    for note in played.notes:
        voice.note(note)
    if powers:
        from vs_sim.experiments.powers import power_rows

        played.json["powers"] = power_rows(played.result.plan, min(POWER_GAMES, played.result.games))
    emit(render(run_result(played.json, shown), form))
    if played.interrupted:
        voice.note(_how_to_go_on(played))
        raise typer.Exit(130)


def _how_to_go_on(played: Run) -> str:
    from vs_sim.experiments.provenance import run_command

    if played.result.folder is None:
        return "these games were not kept; a run with --out DIR can go on where it was interrupted"
    return f"to go on: {run_command(played.result.plan, '--out', str(played.result.folder), '--resume')}"


def _tell_details(voice: Voice, summary: dict[str, Any]) -> None:
    """What `-v` adds: how the games were played."""
    import platform

    from vs_sim.jit import CACHE_DIR

    voice.detail(f"vs-sim {summary['version']}, Python {platform.python_version()}, {platform.machine()}")
    voice.detail(f"{summary['workers']} threads; compiled code in {CACHE_DIR}")


def run_result(summary: dict[str, Any], shown: Sequence[str] = SHORT) -> Result:
    """The summary of a run as head and tables."""
    names = [*shown, *(["verdicts"] if "verdicts" in summary else [])]
    tables = [run_tables.table(name, summary) for name in names]
    if "powers" in summary:
        tables.append(Table("power", _POWERS_TITLE, _power_columns(), summary["powers"]))
    return Result(_head(summary), tables, summary)


_POWERS_TITLE = (
    f"Powers: in how many decisions they were to be had and used, in the first {POWER_GAMES} games"
)


def _power_columns() -> list[Column]:
    return [
        Column("Character", ("character",)),
        Column("Way", ("way",)),
        Column("Available", ("available",), count, right=True),
        Column("Used", ("used",), count, right=True),
        Column("Games in which used", ("games",), count, right=True),
    ]


def _head(summary: dict[str, Any]) -> list[str]:
    deck = summary["deck"]
    policies = ", ".join(row["name"] for row in summary["policies"])
    rules = ", ".join(_changed_rules(summary.get("rules", {})))
    finished, unfinished = count(summary["finished"]), count(summary["unfinished"])
    lines = [
        "Interrupted: these are the games that were complete." if summary.get("interrupted") else "",
        f"Deck {deck['name']} ({deck['hash'][:12]}), {summary['players']} players, {policies}, seed {summary['seed']}",
        f"House rules: {rules}" if rules else "",
        f"{counted(summary['games'], 'game')}: {finished} finished, {unfinished} unfinished. Digest {summary['digest']}",
        _length(summary["turns"]),
        _effort(summary),
    ]
    return [line for line in lines if line]


def _effort(summary: dict[str, Any]) -> str:
    text = f"{summary['seconds']:.1f} s, {_speed(summary['games_per_second'])} games/s"
    size = summary.get("bytes_per_game")
    return text if size is None else f"{text}; {size:.0f} bytes a game on the disk"


def _changed_rules(rules: dict[str, Any]) -> list[str]:
    from vs_sim.cards.house_rules import DEFAULTS

    return [f"{key}={str(value).lower()}" for key, value in rules.items() if value != DEFAULTS.get(key)]


def _length(turns: dict[str, Any]) -> str:
    if turns["p50"] is None:
        return ""
    return f"Turns in a game: {turns['p50']:g} (median); nine in ten games have {turns['p05']:g} to {turns['p95']:g}"


def _speed(games_per_second: float) -> str:
    return f"{games_per_second:,.0f}" if games_per_second >= 10 else f"{games_per_second:.2g}"
