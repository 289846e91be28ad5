"""`vs-sim sweep`: an experiment file that crosses decks, rules, player counts and policies."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from vs_sim.cli import options
from vs_sim.cli.compare import robustness_table
from vs_sim.cli.console import Voice, emit, playing
from vs_sim.cli.errors import clear_errors
from vs_sim.cli.knockout import Resume
from vs_sim.cli.run import Confidence, Force, Out, Workers
from vs_sim.cli.tables import Column, Format, Result, Table, count, p_value, render, text

File = Annotated[
    str, typer.Argument(metavar="EXPERIMENT.toml", help="An experiment file, or the name of a shipped one.")
]
Games = Annotated[
    int | None,
    typer.Option(
        "--games", "-n", metavar="N", parser=options.whole_number, help="Games a cell; beats the file's."
    ),
]
Seed = Annotated[
    int | None,
    typer.Option("--seed", "-s", metavar="N", parser=options.whole_number, help="Beats the file's seed."),
]
MOST_SENTENCES = 15


def sweep(
    experiment: File,
    games: Games = None,
    seed: Seed = None,
    out: Out = None,
    force: Force = False,
    resume: Resume = False,
    workers: Workers = None,
    confidence: Confidence = 0.95,
    form: options.Form = Format.TABLE,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Cross decks, rules, player counts and policies. Tells main effects and interactions."""
    voice = Voice(quiet, verbose)
    with clear_errors("EXPERIMENT"):
        from vs_sim import api

        with playing(voice) as telling:
            found = api.sweep(
                experiment,
                games=games,
                seed=seed,
                out=out,
                force=force,
                resume=resume,
                workers=workers,
                confidence=confidence,
                on_start=lambda n, total: voice.note(f"{n} cells, {total:,} games in all"),
                **telling,
            )
    for note in found.json["notes"]:
        voice.note(note)
    emit(render(sweep_result(found.json, form), form))
    if found.interrupted:
        if out is not None:
            voice.note("interrupted; the same command with --resume goes on")
        raise typer.Exit(130)


def sweep_result(found: dict[str, Any], form: Format) -> Result:
    """Head, the table of cells, and the effects: those that are shown, for people; all of them for other programs."""
    factors = [factor["name"] for factor in found["factors"]]
    unit = "lift" if found["unit"] == "lift" else "win rate"
    cells = Table(
        "cell",
        f"Cells (characters by {unit})",
        [
            *(Column(name, (name,)) for name in factors),
            Column("Games", ("games",), count, right=True),
            Column("Turns", ("turns",), right=True),
            Column("Unfinished", ("unfinished",), count, right=True),
            Column("First seat", ("seat",), right=True),
            Column("Most successful", ("best",)),
            Column("Least successful", ("worst",)),
        ],
        [_cell_row(row, found["unit"]) for row in found["cells"]],
    )
    robust = [robustness_table(found["robustness"], form)] if "robustness" in found else []
    if form is Format.CSV:
        return Result([], [_cells_csv(found, factors), _effects_csv(found), *robust], found)
    return Result(_head(found), [cells, *robust], found)


def _cell_row(row: dict[str, Any], unit: str) -> dict[str, Any]:
    values = {(m["metric"], m["name"]): m["value"] for m in row["measures"]}
    known = sorted(
        (
            (name, value)
            for (metric, name), value in values.items()
            if metric == "character" and value is not None
        ),
        key=lambda pair: pair[1],
    )
    turns = values["turns", ""]
    return {
        **row["levels"],
        "games": row["games"],
        "turns": text(None) if turns is None else f"{turns:.1f}",
        "unfinished": row["unfinished"],
        "seat": _value(values["seat", "0"], unit),
        "best": f"{known[-1][0]} {_value(known[-1][1], unit)}" if known else text(None),
        "worst": f"{known[0][0]} {_value(known[0][1], unit)}" if known else text(None),
    }


def _value(value: float | None, unit: str) -> str:
    if value is None:
        return text(None)
    return f"{value:.2f}" if unit == "lift" else f"{value:.1%}"


def _cells_csv(found: dict[str, Any], factors: list[str]) -> Table:
    rows = [
        {"cell": row["cell"], "games": row["games"], "digest": row["digest"], **row["levels"], **measure}
        for row in found["cells"]
        for measure in row["measures"]
    ]
    keys = ("cell", *factors, "games", "digest", "metric", "name", "value", "low", "high")
    return Table("cell", "Cells", [Column(key, (key,)) for key in keys], rows)


def _effects_csv(found: dict[str, Any]) -> Table:
    keys = (
        "effect",
        "factors",
        "levels",
        "against",
        "metric",
        "name",
        "difference",
        "low",
        "high",
        "p",
        "p_adjusted",
    )
    shows: dict[str, Any] = {"p_adjusted": p_value}
    return Table(
        "effect", "Effects", [Column(key, (key,), shows.get(key, text)) for key in keys], found["effects"]
    )


def _head(found: dict[str, Any]) -> list[str]:
    family, said = found["family"], found["sentences"]
    lines = [
        "Interrupted: these are the cells that were complete; effects need all of them."
        if found["interrupted"]
        else "",
        f"Experiment {found['experiment']}: {len(found['cells'])} cells, {count(found['games_total'])} games, "
        f"seed {found['seed']}" + (f", one cell in {found['fraction']}" if found["fraction"] > 1 else ""),
        found["question"],
        f"Shown: p < {family['q']:g} after {family['method']} over {family['tests']:,} effects (--format csv has all).",
    ]
    told = [f"- {sentence}" for sentence in said[:MOST_SENTENCES]] or ["- No effect shown."]
    if len(said) > MOST_SENTENCES:
        told.append(f"- and {len(said) - MOST_SENTENCES} more")
    told += ["", found["robust"]] if "robust" in found else []
    return [*(line for line in lines if line), "", *(told if not found["interrupted"] else [])]
