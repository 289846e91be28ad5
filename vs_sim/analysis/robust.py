"""Whether findings hold whoever plays: the same comparison for several sets of policies, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from vs_sim.experiments.columns import Column, column_type

if TYPE_CHECKING:
    import polars as pl

COLUMNS = (
    Column("table", "String", "characters, seats, turns or unfinished"),
    Column("name", "String", "name of the item"),
    Column("policy", "String", "set of policies"),
    Column("difference", "Float64", "b less a under it"),
    Column("low", "Float64", "lower end of its interval"),
    Column("high", "Float64", "upper end"),
    Column("p_adjusted", "Float64", "adjusted p value of no difference"),
    Column("finding", "String", "over all sets: holds, differs, turns sign, or none"),
)


class Finding(StrEnum):
    """What becomes of a finding over all sets of policies."""

    HOLDS = "holds"  # shown for every set, with one sign
    DIFFERS = "differs"  # shown for some, never with the other sign
    TURNS = "turns sign"  # shown with both signs
    NONE = "none"  # shown for none


def judge(rows: Sequence[Mapping[str, Any]], limit: float) -> Finding:
    """The finding of one item from its rows by set of policies; shown: p_adjusted below `limit`."""
    shown = [
        row["difference"] > 0 for row in rows if row["p_adjusted"] is not None and row["p_adjusted"] < limit
    ]
    if not shown:
        return Finding.NONE
    if len(set(shown)) > 1:
        return Finding.TURNS
    return Finding.HOLDS if len(shown) == len(rows) else Finding.DIFFERS


def with_findings(rows: Sequence[Mapping[str, Any]], limit: float) -> list[dict[str, Any]]:
    """The rows, those of one item together, each with its `finding`.

    A row has `table`, `name` and, where several things are studied, `item`: who or what it is about; `policy`: its set;
    and difference, low, high, p_adjusted.
    """
    found: dict[tuple[str, str, str], list[Mapping[str, Any]]] = {}
    for row in rows:
        found.setdefault((row.get("item", ""), row["table"], row["name"]), []).append(row)
    return [{**row, "finding": str(judge(held, limit))} for held in found.values() for row in held]


def counted(rows: Sequence[Mapping[str, Any]], policies: int) -> str:
    """How many findings hold, differ and turn their sign, in a sentence; `rows` have their finding."""
    first = {(row.get("item", ""), row["table"], row["name"]): row["finding"] for row in rows}
    n = {finding: list(first.values()).count(str(finding)) for finding in Finding}
    return (
        f"Findings by who plays: {n[Finding.HOLDS]:,} hold for all {policies} sets of policies, "
        f"{n[Finding.DIFFERS]:,} not shown for some, {n[Finding.TURNS]:,} turn their sign."
    )


def robustness(
    by_policy: Mapping[str, Mapping[str, pl.DataFrame]], *, confidence: float = 0.95
) -> pl.DataFrame:
    """One row an item and set of policies, from tables (name → frame with name, difference, low, high, p_adjusted)."""
    import polars as pl

    rows = [
        {**row, "table": table, "policy": policy}
        for policy, tables in by_policy.items()
        for table, frame in tables.items()
        for row in frame.to_dicts()
    ]
    names = [column.name for column in COLUMNS]
    cells = [tuple(row[name] for name in names) for row in with_findings(rows, 1 - confidence)]
    schema = {column.name: column_type(column) for column in COLUMNS}
    return pl.DataFrame(cells, schema=schema, orient="row")
