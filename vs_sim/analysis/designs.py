"""Stored comparisons, knock-outs, sweeps and tournaments as frames for reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl

CLEAR, SAME, UNDECIDED = "changed", "the same", "undecided"
ALPHA = 0.05
INNER = ("hash", "digest")  # columns that tables of a report leave out
NAMES = ("item", "factor", "rule", "assumption", "name", "policy", "character")


def difference_frame(rows: Sequence[Mapping[str, Any]], threshold: float) -> pl.DataFrame:
    """The rows as they are, with `clear` (p_adjusted below 0.05) and `verdict`: the larger changes first.

    Changed: clear and larger than the threshold; the same: the interval lies within ± threshold; else undecided.
    """
    import polars as pl

    frame = pl.DataFrame([dict(row) for row in rows], infer_schema_length=None)
    if frame.is_empty():
        return frame
    size = pl.col("difference").abs()
    within = (pl.col("low") >= -threshold) & (pl.col("high") <= threshold)
    clear = pl.col("p_adjusted") < ALPHA
    return (
        frame.filter(pl.col("difference").is_not_null())
        .with_columns(clear.fill_null(value=False).alias("clear"))
        .with_columns(
            pl.when(pl.col("clear") & (size > threshold))
            .then(pl.lit(CLEAR))
            .when(within)
            .then(pl.lit(SAME))
            .otherwise(pl.lit(UNDECIDED))
            .alias("verdict")
        )
        .sort(size, descending=True, maintain_order=True)
    )


def largest(frame: pl.DataFrame, by: str, most: int) -> pl.DataFrame:
    """The rows of those `most` items of a column that have the largest differences, largest first."""
    import polars as pl

    order = (
        frame.group_by(by, maintain_order=True)
        .agg(pl.col("difference").abs().max().alias("top"))
        .sort("top", descending=True, maintain_order=True)
        .head(most)
        .with_row_index("place")
    )
    return frame.join(order, on=by).sort("place", maintain_order=True).drop("place", "top")


def lists_of(summary: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The tables in a summary: every key that holds a list of objects, nested values as text."""
    tables = {
        key: [{k: _flat(v) for k, v in row.items() if k not in INNER} for row in value]
        for key, value in summary.items()
        if isinstance(value, list) and value and all(isinstance(row, dict) for row in value)
    }
    return {
        name: _named(rows) for key, table in tables.items() for name, rows in _by_kind(key, table).items()
    }


def _by_kind(key: str, rows: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Items apart by what they are: plots, specials, house rules."""
    kinds = list(dict.fromkeys(row.get("kind") for row in rows))
    if key != "items" or len(kinds) < 2:
        return {key: rows}
    return {f"{kind}_items": [row for row in rows if row.get("kind") == kind] for kind in kinds}


def _named(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Names that tell rows apart: those of a ladder with what is below, those of several tables with the players."""
    tables = {row.get("players") for row in rows}
    for row in rows:
        if "name" in row and "below" in row:
            row["name"] = f"{row['name']} over {row['below']}"
        if "name" in row and len(tables) > 1:
            row["name"] = f"{row['name']} ({row['players']} players)"
    return rows


def _flat(value: Any) -> Any:
    if isinstance(value, dict):
        if "difference" in value:
            return value["difference"]
        if "text" in value:
            return value["text"]
        return ", ".join(f"{k}={_flat(v)}" for k, v in value.items())
    if isinstance(value, list):
        return ", ".join(str(_flat(one)) for one in value)
    return value


def name_key(rows: Sequence[Mapping[str, Any]]) -> str | None:
    """The column that names the rows, None where there is none."""
    return next((key for key in NAMES if key in rows[0]), None)


def threshold_of(summary: Mapping[str, Any], band: float) -> float:
    """What a difference must exceed: `band` of the fair share; for four players where the summary does not say."""
    players = summary.get("players")
    return band / (players if isinstance(players, int) and players > 0 else 4)
