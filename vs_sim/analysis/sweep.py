"""Sweeps: the cells of an experiment, main effects and two-way interactions, as contrasts of block sums."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from vs_sim.analysis.knockout_words import SHOWN
from vs_sim.analysis.multiple import REPORTS, adjusted
from vs_sim.analysis.robust import counted, with_findings
from vs_sim.experiments.blocks import Blocks, InterruptedPlanError, Lab
from vs_sim.experiments.experiment import Cell, Experiment, plan_cells
from vs_sim.experiments.folder import parquet_bytes, write_whole
from vs_sim.experiments.interrupt import Interrupt
from vs_sim.experiments.study import open_study

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl

    from vs_sim.experiments.execute import Progress

SCHEMA = "vs-sim/sweep/1"
TINY = 1e-10
ROBUST_TABLES = {"character": "characters", "seat": "seats"}
Matrix = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Sweep:
    """A sweep that was played: the table of cells and the effects as frames, and the JSON object of `vs-sim sweep`."""

    json: dict[str, Any]
    interrupted: bool

    @property
    def cells(self) -> pl.DataFrame:
        """One row a cell and metric: cell, a column for each factor, metric, name, value, low, high."""
        import polars as pl

        return pl.DataFrame(
            [
                {"cell": row["cell"], **row["levels"], **measure}
                for row in self.json["cells"]
                for measure in row["measures"]
            ],
            infer_schema_length=None,
        )

    @property
    def effects(self) -> pl.DataFrame:
        """One row an effect and metric: effect, factors, levels, metric, name, difference, low, high, p, p_adjusted."""
        import polars as pl

        return pl.DataFrame(self.json["effects"], infer_schema_length=None)


@dataclass(frozen=True)
class Metric:
    """One number of a cell as a ratio of block totals, times `scale`."""

    metric: str  # character, seat, turns, unfinished
    name: str
    sums: Callable[[Blocks], tuple[Matrix, Matrix]]


def metrics_of(blocks: Sequence[Blocks], *, seats: bool) -> list[Metric]:
    """What every cell has: characters that are in all of them, the first seat (all seats if alike), length, unfinished."""
    names = [name for name in blocks[0].characters if all(name in other.characters for other in blocks)]
    n_seats = blocks[0].seat_wins.shape[1] if seats else 1
    return [
        *(Metric("character", name, _character(name)) for name in names),
        *(Metric("seat", str(seat), _seat(seat)) for seat in range(n_seats)),
        Metric("turns", "", lambda cell: (cell.turns, np.full(cell.blocks, cell.games_a_block))),
        Metric("unfinished", "", lambda cell: (cell.unfinished, np.full(cell.blocks, cell.games_a_block))),
    ]


def _character(name: str) -> Callable[[Blocks], tuple[Matrix, Matrix]]:
    def sums(cell: Blocks) -> tuple[Matrix, Matrix]:
        i = cell.characters.index(name)
        return cell.wins[:, i], cell.appearances[:, i]

    return sums


def _seat(seat: int) -> Callable[[Blocks], tuple[Matrix, Matrix]]:
    return lambda cell: (cell.seat_wins[:, seat], cell.finished)


# --- contrasts ---
@dataclass(frozen=True)
class Effect:
    """A contrast of cells: a level against the first one, over all levels of the other factors alike."""

    effect: str  # main, interaction
    factors: tuple[str, ...]
    levels: tuple[str, ...]
    against: tuple[str, ...]
    weights: Matrix  # (cells,)


def effects_of(experiment: Experiment, cells: Sequence[tuple[int, ...]]) -> tuple[list[Effect], list[str]]:
    """All main effects and two-way interactions that the cells can tell apart, and notes of those that they cannot."""
    factors = experiment.factors
    sizes = [len(factor.levels) for factor in factors]
    full, names = _model(cells, sizes, interactions=True)
    main, _ = _model(cells, sizes, interactions=False)
    found: list[Effect] = []
    notes: list[str] = []
    for f, factor in enumerate(factors):
        for i in range(1, sizes[f]):
            want = _wanted(names, sizes, {f: i})
            weights = _solve(full, want)
            if weights is None:
                weights = _solve(main, want[: main.shape[1]])
                notes.append(f"{factor.name}: its main effect holds if no two factors interact")
            if weights is not None:
                labels = (factor.levels[i].label,), (factor.levels[0].label,)
                found.append(Effect("main", (factor.name,), *labels, weights))
    for f, g in itertools.combinations(range(len(factors)), 2):
        for i, j in itertools.product(range(1, sizes[f]), range(1, sizes[g])):
            weights = _solve(full, _wanted(names, sizes, {f: i, g: j}))
            pair = (factors[f].name, factors[g].name)
            if weights is None:
                notes.append(f"{pair[0]} × {pair[1]}: this fraction cannot tell it from other effects")
                continue
            labels = factors[f].levels[i].label, factors[g].levels[j].label
            found.append(
                Effect(
                    "interaction",
                    pair,
                    labels,
                    (factors[f].levels[0].label, factors[g].levels[0].label),
                    weights,
                )
            )
    return found, list(dict.fromkeys(notes))


def _model(
    cells: Sequence[tuple[int, ...]], sizes: Sequence[int], *, interactions: bool
) -> tuple[Matrix, list[tuple[tuple[int, int], ...]]]:
    """Design matrix (cells, terms) with sum-to-zero coding, and each term as (factor, column) pairs."""
    terms: list[tuple[tuple[int, int], ...]] = [()]
    terms += [((f, i),) for f, size in enumerate(sizes) for i in range(1, size)]
    if interactions:
        for f, g in itertools.combinations(range(len(sizes)), 2):
            terms += [((f, i), (g, j)) for i in range(1, sizes[f]) for j in range(1, sizes[g])]
    rows = [[math.prod(_code(levels[f], i) for f, i in term) for term in terms] for levels in cells]
    return np.array(rows, dtype=np.float64), terms


def _code(level: int, column: int) -> float:
    return -1.0 if level == 0 else float(level == column)


def _wanted(terms: Sequence[tuple[tuple[int, int], ...]], sizes: Sequence[int], at: dict[int, int]) -> Matrix:
    """The contrast in terms of the model: level against level 0 of each factor in `at`, the others averaged."""
    del sizes

    def weight(term: tuple[tuple[int, int], ...]) -> float:
        if {f for f, _ in term} != set(at):
            return 0.0
        return math.prod(_code(at[f], i) - _code(0, i) for f, i in term)

    return np.array([weight(term) for term in terms])


def _solve(model: Matrix, want: Matrix) -> Matrix | None:
    """Weights of the cells that give the contrast by least squares; None if the cells cannot tell it."""
    inverse = np.linalg.pinv(model)
    if not np.allclose(want @ inverse @ model, want, atol=1e-8):
        return None
    return want @ inverse


def measure(
    metric: Metric,
    effect: Effect,
    cells: Sequence[tuple[Cell, Blocks]],
    scale: Sequence[float],
    confidence: float,
) -> dict[str, Any]:
    """The contrast of a metric with its interval. Cells of one player count share their deals; others do not."""
    from scipy.stats import t

    value, variance, used = 0.0, 0.0, 0
    by_table: dict[int, Matrix] = {}
    for (cell, blocks), weight, unit in zip(cells, effect.weights, scale, strict=True):
        of, per = metric.sums(blocks)
        if per.sum() == 0:
            return {"difference": None, "low": None, "high": None, "p": None}
        ratio = of.sum() / per.sum()
        value += weight * ratio * unit
        residuals = weight * unit * (of - ratio * per) / per.sum()
        players = cell.plan.players
        by_table[players] = by_table.get(players, 0.0) + residuals
    for residuals in by_table.values():
        n = len(residuals)
        used += n - 1
        variance += float((residuals**2).sum()) * n / (n - 1) if n > 1 else math.inf
    error = math.sqrt(variance)
    if not TINY < error < math.inf:  # what is left of rounding is no variance
        exact = error <= TINY and abs(value) <= TINY
        return {"difference": value, "low": None, "high": None, "p": 1.0 if exact else None}
    half = float(t.ppf((1 + confidence) / 2, used)) * error
    p = float(2 * t.sf(abs(value) / error, used))
    return {"difference": value, "low": value - half, "high": value + half, "p": p}


# --- playing ---
def play_sweep(  # noqa: PLR0913  # its settings, all by keyword
    experiment: Experiment,
    *,
    games: int | None = None,
    seed: int | None = None,
    confidence: float = 0.95,
    workers: int | None = None,
    out: str | Path | None = None,
    force: bool = False,
    resume: bool = False,
    progress: Callable[[Progress], None] | None = None,
    on_compile: Callable[[], None] | None = None,
    on_start: Callable[[int, int], None] | None = None,
) -> Sweep:
    """Play the cells of an experiment; `games` and `seed` beat those of its file. Errors of input come before any game."""
    cells = plan_cells(experiment, games=games, seed=seed)
    total = sum(cell.plan.games for cell in cells)
    settings = {
        "experiment": experiment.source.data,
        "cells": [cell.plan.deck.hash for cell in cells],
        "games": games or experiment.games,
        "seed": experiment.seed if seed is None else seed,
        "confidence": confidence,
    }
    study = None if out is None else open_study(out, "sweep", settings, force=force, resume=resume)
    if on_start is not None:
        on_start(len(cells), total)
    played: list[tuple[Cell, Blocks]] = []
    folder = None if study is None else study.blocks
    with (
        Interrupt() as interrupt,
        Lab(
            workers=workers,
            folder=folder,
            total=total,
            interrupt=interrupt,
            progress=progress,
            on_compile=on_compile,
        ) as lab,
    ):
        try:
            for cell in cells:
                blocks = lab.play(cell.plan)
                played += [(cell, blocks)]
        except InterruptedPlanError:
            if not played:
                raise KeyboardInterrupt from None
        seconds = lab.seconds
    json = to_json(experiment, cells, played, settings, seconds)
    found = Sweep(json, len(played) < len(cells))
    if study is not None:
        write_whole(study.path / "cells.parquet", parquet_bytes(found.cells))
        if json["effects"]:
            write_whole(study.path / "effects.parquet", parquet_bytes(found.effects))
        study.finish(json, complete=not found.interrupted)
    return found


def to_json(
    experiment: Experiment,
    cells: Sequence[Cell],
    played: Sequence[tuple[Cell, Blocks]],
    settings: dict[str, Any],
    seconds: float,
) -> dict[str, Any]:
    """The object that `sweep` prints (schema vs-sim/sweep/1). Effects are told where all cells were played."""
    from vs_sim import __version__

    confidence = settings["confidence"]
    tables = {cell.plan.players for cell in cells}
    metrics = metrics_of([blocks for _, blocks in played], seats=len(tables) == 1)
    unit = "rate" if len(tables) == 1 else "lift"
    complete = len(played) == len(cells)
    effects, notes = effects_of(experiment, [cell.levels for cell in cells]) if complete else ([], [])
    rows = [_effect_row(effect, metric, played, unit, confidence) for effect in effects for metric in metrics]
    for row, p in zip(rows, adjusted([row["p"] for row in rows], REPORTS), strict=True):
        row["p_adjusted"] = p
    told = {
        "schema": SCHEMA,
        "version": __version__,
        "experiment": experiment.name,
        "question": experiment.question,
        "factors": [
            {"name": factor.name, "kind": factor.kind, "levels": [level.label for level in factor.levels]}
            for factor in experiment.factors
        ],
        "fraction": experiment.fraction,
        "seed": settings["seed"],
        "games": settings["games"],
        "games_total": sum(blocks.games for _, blocks in played),
        "cells_planned": len(cells),
        "unit": unit,
        "confidence": confidence,
        "family": {
            "method": "Benjamini-Hochberg",
            "q": SHOWN,
            "tests": sum(row["p"] is not None for row in rows),
        },
        "cells": [_cell_row(experiment, cell, blocks, metrics, unit, confidence) for cell, blocks in played],
        "effects": rows,
        "sentences": sentences(rows, unit),
        "notes": notes,
        "seconds": seconds,
        "interrupted": not complete,
    }
    policies, by_policy = _by_policy(experiment, played, metrics, unit, confidence) if complete else (0, [])
    if by_policy:
        told |= {"robustness": by_policy, "robust": counted(by_policy, policies)}
    return told


def _by_policy(
    experiment: Experiment,
    played: Sequence[tuple[Cell, Blocks]],
    metrics: Sequence[Metric],
    unit: str,
    confidence: float,
) -> tuple[int, list[dict[str, Any]]]:
    """The main effects of all else under each level of the factor `policy`: how many levels, and rows of `analysis.robust`.

    p values are adjusted over the effects of a level. Nothing without such a factor, or where it is the only one.
    """
    at = next((f for f, factor in enumerate(experiment.factors) if factor.kind == "policy"), None)
    if at is None or len(experiment.factors) == 1:
        return 0, []
    levels = experiment.factors[at].levels
    others = replace(experiment, factors=(*experiment.factors[:at], *experiment.factors[at + 1 :]))
    found: list[dict[str, Any]] = []
    for number, level in enumerate(levels):
        there = [(cell, blocks) for cell, blocks in played if cell.levels[at] == number]
        effects, _ = effects_of(others, [(*cell.levels[:at], *cell.levels[at + 1 :]) for cell, _ in there])
        main = [effect for effect in effects if effect.effect == "main"]
        rows = [_effect_row(effect, metric, there, unit, confidence) for effect in main for metric in metrics]
        for row, p in zip(rows, adjusted([row["p"] for row in rows], REPORTS), strict=True):
            item = f"{row['factors']} {row['levels']} instead of {row['against']}"
            ends = {key: row[key] for key in ("difference", "low", "high")}
            about = {"item": item, "table": ROBUST_TABLES.get(row["metric"], row["metric"])}
            name = row["name"] or row["metric"]
            found.append({**about, "name": name, "policy": level.label, **ends, "p_adjusted": p})
    return len(levels), with_findings(found, SHOWN)


def _scale(metric: Metric, cell: Cell, unit: str) -> float:
    """Win rates over several player counts are told as lift: a rate times the number of players."""
    return float(cell.plan.players) if unit == "lift" and metric.metric in ("character", "seat") else 1.0


def _cell_row(  # what a row is made of
    experiment: Experiment,
    cell: Cell,
    blocks: Blocks,
    metrics: Sequence[Metric],
    unit: str,
    confidence: float,
) -> dict[str, Any]:
    one = Effect("", (), (), (), np.ones(1))
    measures: list[dict[str, Any]] = []
    for metric in metrics:
        found = measure(metric, one, [(cell, blocks)], [_scale(metric, cell, unit)], confidence)
        measures.append(
            {
                "metric": metric.metric,
                "name": metric.name,
                "value": found["difference"],
                "low": found["low"],
                "high": found["high"],
            }
        )
    return {
        "cell": cell.number,
        "levels": experiment.labels(cell.levels),
        "deck": {"name": cell.plan.deck.name, "hash": cell.plan.deck.hash},
        "players": cell.plan.players,
        "policy": cell.plan.policy_text,
        "games": blocks.games,
        "unfinished": int(blocks.unfinished.sum()),
        "digest": blocks.digest,
        "measures": measures,
    }


def _effect_row(
    effect: Effect, metric: Metric, played: Sequence[tuple[Cell, Blocks]], unit: str, confidence: float
) -> dict[str, Any]:
    scale = [_scale(metric, cell, unit) for cell, _ in played]
    return {
        "effect": effect.effect,
        "factors": " × ".join(effect.factors),
        "levels": ", ".join(effect.levels),
        "against": ", ".join(effect.against),
        "metric": metric.metric,
        "name": metric.name,
        **measure(metric, effect, played, scale, confidence),
    }


def sentences(rows: Sequence[dict[str, Any]], unit: str) -> list[str]:
    """What is shown, length first, then the largest changes of win rates; main effects before interactions."""
    shown = [row for row in rows if row["p_adjusted"] is not None and row["p_adjusted"] < SHOWN]
    order = {"turns": 0, "unfinished": 1, "seat": 2, "character": 3}
    shown.sort(key=lambda row: (row["effect"] != "main", order[row["metric"]], -abs(row["difference"])))
    return [f"{_subject(row)}: {_change(row, unit)}." for row in shown]


def _subject(row: dict[str, Any]) -> str:
    if row["effect"] == "main":
        return f"{row['factors']} {row['levels']} instead of {row['against']}"
    return f"{row['factors']} ({row['levels']}) beyond both by themselves"


def _change(row: dict[str, Any], unit: str) -> str:
    difference, low, high = row["difference"], row["low"], row["high"]
    if row["metric"] == "turns":
        return f"games {difference:+.1f} turns [{low:+.1f}, {high:+.1f}]"
    what = {"unfinished": "unfinished games", "seat": f"seat {row['name']}"}.get(row["metric"], row["name"])
    if unit == "lift" and row["metric"] != "unfinished":
        return f"{what} {difference:+.2f} in lift [{low:+.2f}, {high:+.2f}]"
    return f"{what} {difference * 100:+.1f} points [{low * 100:+.1f}, {high * 100:+.1f}]"
