"""Whether rates lie inside or outside a band round the fair share, or are undecided (STATISTICS, verdicts)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from vs_sim.analysis.intervals import BlockSums, rate_interval
from vs_sim.analysis.multiple import adjusted
from vs_sim.analysis.verdicts import Verdict, of_rate, p_inside, p_outside, said
from vs_sim.experiments.bands import Band

if TYPE_CHECKING:
    import polars as pl

Q = 0.05  # share of false findings that is accepted (Benjamini-Hochberg)


def block_sums(frame: pl.LazyFrame, by: list[str], won: pl.Expr, counted: pl.Expr) -> pl.DataFrame:
    """Per item of the columns `by`: wins, finished, blocks, ww, wf, ff of BlockSums, sorted by item.

    `won`, `counted`: expressions over rows, true for a win and for a game that counts.
    """
    import polars as pl

    w, f = pl.col("w"), pl.col("f")
    return (
        frame.group_by([*by, "block"])
        .agg(
            (won & counted).cast(pl.Int64).sum().alias("w"),
            counted.cast(pl.Int64).sum().alias("f"),
        )
        .filter(f > 0)
        .group_by(by)
        .agg(
            w.sum().alias("wins"),
            f.sum().alias("games"),
            pl.len().cast(pl.Int64).alias("blocks"),
            (w * w).sum().alias("ww"),
            (w * f).sum().alias("wf"),
            (f * f).sum().alias("ff"),
        )
        .collect()
        .sort(by)
    )


def _sums(row: dict[str, Any]) -> BlockSums:
    return BlockSums(row["wins"], row["games"], row["blocks"], row["ww"], row["wf"], row["ff"])


def with_rates(frame: pl.DataFrame, *, confidence: float = 0.95) -> pl.DataFrame:
    """Block sums with `rate`, `low`, `high` beside them."""
    import polars as pl

    rows = [rate_interval(_sums(row), confidence=confidence) or (None, None) for row in frame.to_dicts()]
    return frame.with_columns(
        (pl.col("wins") / pl.col("games")).alias("rate"),
        pl.Series("low", [low for low, _ in rows], dtype=pl.Float64),
        pl.Series("high", [high for _, high in rows], dtype=pl.Float64),
    )


def judged(
    frame: pl.DataFrame, fair: float, band: float, run_games: int, *, confidence: float = 0.95
) -> pl.DataFrame:
    """Block sums with rate, interval, lift, verdict, p values and `needed`: games of a run that would decide.

    The band is fair × (1 ± band). Outside: beyond an edge; inside: two one-sided tests; both by score tests with the
    effective size, both adjusted over the items by Benjamini-Hochberg.
    """
    import polars as pl

    rated = with_rates(frame, confidence=confidence)
    if rated.is_empty():
        return rated
    low, high = fair * (1 - band), fair * (1 + band)
    wanted = Band("", None, "rate", low, high)
    measured = [of_rate(wanted, "", _sums(row), run_games) for row in rated.to_dicts()]
    outside = adjusted([p_outside(row) for row in measured])
    inside = adjusted([p_inside(row) for row in measured])
    verdicts = [str(said(p_out, p_in, Q)) for p_out, p_in in zip(outside, inside, strict=True)]
    needed = [
        None if verdict != Verdict.UNDECIDED else _needed(row, low, high, run_games)
        for row, verdict in zip(rated.to_dicts(), verdicts, strict=True)
    ]
    return rated.with_columns(
        (pl.col("rate") / fair).alias("lift"),
        pl.Series("verdict", verdicts, dtype=pl.String),
        pl.Series("p_outside", outside, dtype=pl.Float64),
        pl.Series("p_inside", inside, dtype=pl.Float64),
        pl.Series("needed", needed, dtype=pl.Int64),
    )


def _needed(row: dict[str, Any], low: float, high: float, run_games: int) -> int | None:
    """Games of a run in which the interval would no longer reach the nearest edge, if the rate stays; two digits."""
    distance = min(abs(row["rate"] - low), abs(row["rate"] - high))
    half = (row["high"] - row["low"]) / 2
    if distance <= half / 100:
        return None  # on the edge: no number of games that can be played decides it
    games = run_games * max(1.0, half / distance) ** 2
    unit = 10 ** max(0, math.floor(math.log10(games)) - 1)
    return math.ceil(games / unit + 1e-9) * unit
