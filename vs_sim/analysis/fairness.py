"""Whether rates lie inside or outside a band round the fair share, or are undecided (STATISTICS, verdicts)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from vs_sim.analysis.intervals import BlockSums, effective_size, rate_interval
from vs_sim.analysis.multiple import adjusted

if TYPE_CHECKING:
    import polars as pl

INSIDE, OUTSIDE, UNDECIDED = "inside", "outside", "undecided"
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
    tests = [_tests(_sums(row), low, high) for row in rated.to_dicts()]
    outside, inside = (
        [1.0 if p is None else p for p in adjusted([pair[i] for pair in tests])] for i in (0, 1)
    )
    verdicts = [_verdict(o, i) for o, i in zip(outside, inside, strict=True)]
    needed = [
        None if verdict != UNDECIDED else _needed(row, low, high, run_games)
        for row, verdict in zip(rated.to_dicts(), verdicts, strict=True)
    ]
    return rated.with_columns(
        (pl.col("rate") / fair).alias("lift"),
        pl.Series("verdict", verdicts, dtype=pl.String),
        pl.Series("p_outside", outside, dtype=pl.Float64),
        pl.Series("p_inside", inside, dtype=pl.Float64),
        pl.Series("needed", needed, dtype=pl.Int64),
    )


def _tests(sums: BlockSums, low: float, high: float) -> tuple[float, float]:
    """The p values of "it lies outside the band" (two-sided) and "it lies inside" (the larger of two one-sided)."""
    from scipy.special import ndtr  # scipy.stats takes a second to load

    rate = sums.wins / sums.finished
    size = min(effective_size(sums), 1e12)
    under = (rate - low) / math.sqrt(low * (1 - low) / size)
    over = (rate - high) / math.sqrt(high * (1 - high) / size)
    outside = min(1.0, 2 * min(float(ndtr(under)), float(ndtr(-over))))
    return outside, max(float(ndtr(-under)), float(ndtr(over)))


def _verdict(outside: float, inside: float) -> str:
    return OUTSIDE if outside < Q else INSIDE if inside < Q else UNDECIDED


def _needed(row: dict[str, Any], low: float, high: float, run_games: int) -> int | None:
    """Games of a run in which the interval would no longer reach the nearest edge, if the rate stays; two digits."""
    distance = min(abs(row["rate"] - low), abs(row["rate"] - high))
    half = (row["high"] - row["low"]) / 2
    if distance <= half / 100:
        return None  # on the edge: no number of games that can be played decides it
    games = run_games * max(1.0, half / distance) ** 2
    unit = 10 ** max(0, math.floor(math.log10(games)) - 1)
    return math.ceil(games / unit + 1e-9) * unit
