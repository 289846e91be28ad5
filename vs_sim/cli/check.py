"""`vs-sim baseline` and `vs-sim check`: record what a deck is like, and hold it against that later."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from vs_sim.cli import options
from vs_sim.cli.console import Voice, complain, emit, playing
from vs_sim.cli.decks import load
from vs_sim.cli.errors import clear_errors
from vs_sim.cli.run import Workers
from vs_sim.cli.tables import Column, Format, Result, Table, count, percent, render, text

File = Annotated[Path, typer.Option("--baseline", "-b", metavar="FILE", help="The baseline file.")]
Games = Annotated[
    int,
    typer.Option("--games", "-n", metavar="N", parser=options.whole_number, help="Games to record."),
]
Budget = Annotated[
    int | None,
    typer.Option(
        "--games",
        "-n",
        metavar="N",
        parser=options.whole_number,
        help="Games at most; those of the baseline if left out.",
    ),
]
ForceFile = Annotated[bool, typer.Option("--force", help="Replace the baseline if it is there.")]
BandsFile = Annotated[
    Path | None, typer.Option("--bands", metavar="FILE", help="Thresholds, bands and waivers (TOML).")
]
JUnit = Annotated[Path | None, typer.Option("--junit", metavar="FILE", help="Write JUnit XML here.")]
Summary = Annotated[
    Path | None, typer.Option("--summary", metavar="FILE", help="Append Markdown for a CI summary here.")
]
GitHub = Annotated[bool, typer.Option("--github", help="Annotate the run on GitHub, at most 10 lines.")]
Full = Annotated[bool, typer.Option("--full", help="Where nothing changed, replay all games.")]


def baseline(
    baseline: File,
    deck: options.DeckName = "base",
    games: Games = 10_000,
    players: options.Players = 4,
    policy: options.Policy = "balanced",
    characters: options.Characters = "random",
    rule: options.Rule = [],  # noqa: B006  # typer reads the default and hands on a new list
    rules: options.RulesFile = None,
    seed: options.Seed = 0,
    force: ForceFile = False,
    workers: Workers = None,
    form: options.Form = Format.TABLE,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Record what a deck is like. `check` holds it against that later."""
    voice = Voice(quiet, verbose)
    with clear_errors():
        from vs_sim import api

        loaded = load(deck, rule, rules)
        with playing(voice) as telling:
            recorded = api.baseline(
                loaded,
                file=baseline,
                games=games,
                players=players,
                policy=policy,
                characters=characters,
                seed=seed,
                force=force,
                workers=workers,
                **telling,
            )
    told = {key: value for key, value in recorded.items() if key != "blocks"}
    head = [
        f"Recorded {baseline}: deck {told['deck']['name']} ({told['deck']['hash'][:12]})",
        f"{count(told['plan']['games'])} games, digest {told['digest']}",
        f"Turns {told['turns']:.1f}, unfinished {told['unfinished']:.1%}",
    ]
    columns = [Column("Character", ("name",)), Column("Win rate", ("rate",), percent, right=True)]
    emit(render(Result(head, [Table("character", "", columns, told["characters"])], told), form))


def check(
    baseline: File,
    deck: options.DeckName = "base",
    games: Budget = None,
    bands: BandsFile = None,
    rule: options.Rule = [],  # noqa: B006  # typer reads the default and hands on a new list
    rules: options.RulesFile = None,
    full: Full = False,
    junit: JUnit = None,
    summary: Summary = None,
    github: GitHub = False,
    workers: Workers = None,
    form: options.Form = Format.TABLE,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Hold a deck against its baseline and bands. Status 0 pass, 1 fail, 3 undecided, 2 wrong input."""
    voice = Voice(quiet, verbose)
    with clear_errors():
        from vs_sim import api

        loaded = load(deck, rule, rules)
        for file in (junit, summary):
            if file is not None:
                file.parent.mkdir(parents=True, exist_ok=True)
        with playing(voice) as telling:
            found = api.check(
                loaded,
                baseline=baseline,
                bands=bands,
                games=games,
                full=full,
                workers=workers,
                **telling,
            )
        _write(found.json, junit, summary)
    if github:
        from vs_sim.report.gate import github_annotations

        for line in github_annotations(found.json):
            complain(line)
    for note in found.json["notes"]:
        voice.note(note)
    emit(render(check_result(found.json), form))
    if found.status:
        raise typer.Exit(found.status)


def _write(found: dict[str, Any], junit: Path | None, summary: Path | None) -> None:
    from vs_sim.report.gate import junit_xml, markdown

    if junit is not None:
        junit.write_text(junit_xml(found), encoding="utf-8")
    if summary is not None:
        with summary.open("a", encoding="utf-8") as file:
            file.write(markdown(found))


def _value(metric: str, value: float | None) -> str:
    if value is None:
        return text(None)
    return f"{value:.1f}" if metric.startswith("turns") else f"{value:.1%}"


def _difference(metric: str, value: float | None, low: float | None, high: float | None) -> str:
    if value is None:
        return text(None)
    unit = 1 if metric.startswith("turns") else 100
    ends = "" if low is None else f" [{low * unit:+.1f}, {(high or 0) * unit:+.1f}]"
    return f"{value * unit:+.1f}{ends}"


def _threshold(metric: str, value: float | None) -> str:
    if value is None:
        return text(None)
    return f"{value:g}" if metric.startswith("turns") else f"{value * 100:g}"


def _item(metric: str, item: str) -> str:
    from vs_sim.report.gate import item_name

    return item_name(metric, item)


COLUMNS = (
    Column("Verdict", ("verdict",)),
    Column("Item", ("metric", "item"), _item),
    Column("Metric", ("metric",)),
    Column("Baseline", ("metric", "baseline"), _value, right=True),
    Column("Now", ("metric", "now"), _value, right=True),
    Column("Difference", ("metric", "difference", "low", "high"), _difference, right=True),
    Column("Threshold", ("metric", "threshold"), _threshold, right=True),
    Column("Reason", ("reason",)),
)


def check_result(found: dict[str, Any]) -> Result:
    """The verdict, what changed, and every item; what failed stands first."""
    order = {"fail": 0, "undecided": 1, "waived": 2, "gone": 3, "new": 4, "pass": 5}
    rows = sorted(found["items"], key=lambda row: order[row["verdict"]])
    changes = "; ".join(found["changes"]) or "nothing"
    family = found["family"]
    head = [
        f"{found['verdict'].upper()}: deck {found['deck']['name']} against {found['baseline']['file']}",
        f"Changed: {changes}. Compared: {found['method']}.",
    ]
    if found["changes"]:
        head.append(
            f"Difference: now − baseline, rates in points. {family['method']} over the items, alpha "
            f"{family['alpha']:g} over {family['looks']} looks."
        )
    return Result(head, [Table("item", "", COLUMNS, rows)], found)
