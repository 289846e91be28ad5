"""What the figures of sweeps and knock-outs show: lengths by item, means by level, pairs of factors, player counts."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from vs_sim.analysis.knockout_words import is_shown

if TYPE_CHECKING:
    import polars as pl

Summary = Mapping[str, Any]


def lengths(effects: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    """Knock-out: name, difference (turns), low, high, clear; the largest first."""
    return _frame(
        [
            {"name": row["item"], **_ends(row["turns"])}
            for row in effects
            if row["turns"]["difference"] is not None
        ]
    )


def _ends(row: Mapping[str, Any]) -> dict[str, Any]:
    return {**{key: row[key] for key in ("difference", "low", "high")}, "clear": is_shown(dict(row))}


def _frame(rows: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    import polars as pl

    schema = {"name": pl.String, "difference": pl.Float64, "low": pl.Float64, "high": pl.Float64}
    frame = pl.DataFrame(
        [dict(row) for row in rows],
        schema_overrides=schema,
        schema=None if rows else {**schema, "clear": pl.Boolean},
        infer_schema_length=None,
    )
    return frame.sort(pl.col("difference").abs(), descending=True, maintain_order=True)


# --- sweeps ---
def effect_name(row: Mapping[str, Any]) -> str:
    """An effect of a sweep in words."""
    if row["effect"] == "main":
        return f"{row['factors']} {row['levels']}, not {row['against']}"
    pairs = zip(row["factors"].split(" × "), row["levels"].split(", "), strict=False)
    return " × ".join(f"{factor} {level}" for factor, level in pairs)


def sweep_effects(summary: Summary, metric: str) -> pl.DataFrame:
    """Effects on a metric: name (of the effect), character, kind, difference, low, high, p_adjusted, clear; largest first."""
    return _frame(
        [
            {
                "name": effect_name(row),
                "character": row["name"],
                "kind": row["effect"],
                **_ends(row),
                "p_adjusted": row["p_adjusted"],
            }
            for row in summary["effects"]
            if row["metric"] == metric and row["difference"] is not None
        ]
    )


def levels(summary: Summary, metric: str, name: str = "") -> pl.DataFrame:
    """The mean over all cells at each level of each factor: factor, level, value, low, high.

    Cells share their deals: an end is the mean of the ends of the cells, which is never too narrow.
    """
    import polars as pl

    rows = [
        {
            "factor": factor["name"],
            "level": level,
            **_mean(summary, metric, name, {factor["name"]: level}),
        }
        for factor in summary["factors"]
        for level in factor["levels"]
    ]
    return pl.DataFrame(rows, infer_schema_length=None).drop_nulls("value")


def pairs(summary: Summary, metric: str, name: str = "") -> pl.DataFrame:
    """The mean over all cells at each pair of levels: pair, first, second, value, low, high."""
    import polars as pl

    rows = [
        {
            "pair": f"{a['name']} × {b['name']}",
            "first": i,
            "second": j,
            **_mean(summary, metric, name, {a["name"]: i, b["name"]: j}),
        }
        for a, b in itertools.combinations(summary["factors"], 2)
        for i in a["levels"]
        for j in b["levels"]
    ]
    frame = pl.DataFrame(rows, infer_schema_length=None)
    return frame if frame.is_empty() else frame.drop_nulls("value")


def _mean(summary: Summary, metric: str, name: str, at: Mapping[str, str]) -> dict[str, float | None]:
    """Value and ends of a metric, over the cells that have these levels."""
    found = [
        one
        for cell in summary["cells"]
        if all(cell["levels"][factor] == level for factor, level in at.items())
        for one in cell["measures"]
        if one["metric"] == metric and one["name"] == name and one["value"] is not None
    ]
    if not found:
        return {"value": None, "low": None, "high": None}
    value = sum(one["value"] for one in found) / len(found)
    ends = [
        sum(one["value"] if one[end] is None else one[end] for one in found) / len(found)
        for end in ("low", "high")
    ]
    return {"value": value, "low": ends[0], "high": ends[1]}


def by_players(summary: Summary) -> pl.DataFrame | None:
    """Where the number of players is a factor: name, at (players), value (lift), low, high by character."""
    import polars as pl

    factor = next((one for one in summary["factors"] if one["kind"] == "players"), None)
    if factor is None or summary["unit"] != "lift":
        return None
    names = list(
        dict.fromkeys(
            one["name"]
            for cell in summary["cells"]
            for one in cell["measures"]
            if one["metric"] == "character"
        )
    )
    rows = [
        {
            "name": name,
            "at": int(level),
            **_mean(summary, "character", name, {factor["name"]: level}),
        }
        for name in names
        for level in factor["levels"]
    ]
    return pl.DataFrame(rows, infer_schema_length=None).drop_nulls("value")


def most_changed(frame: pl.DataFrame) -> tuple[str, float, float]:
    """Of `by_players`: whose lift differs most between the smallest and the largest table, and both lifts."""
    import polars as pl

    value = pl.col("value")
    ends = (
        frame.sort("at")
        .group_by("name", maintain_order=True)
        .agg(value.first().alias("first"), value.last().alias("last"))
        .sort((pl.col("last") - pl.col("first")).abs(), descending=True, maintain_order=True)
    )
    return ends.row(0)


def cells(summary: Summary) -> list[dict[str, Any]]:
    """The table of cells: levels, games, turns, first seat, unfinished share."""
    return [
        {
            **cell["levels"],
            "games": cell["games"],
            "turns": _one(cell, "turns", ""),
            "first seat": _one(cell, "seat", "0"),
            "unfinished": _one(cell, "unfinished", ""),
        }
        for cell in summary["cells"]
    ]


def _one(cell: Mapping[str, Any], metric: str, name: str) -> float | None:
    return next(
        (one["value"] for one in cell["measures"] if (one["metric"], one["name"]) == (metric, name)), None
    )
