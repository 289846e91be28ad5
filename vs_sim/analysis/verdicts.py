"""Three-way verdicts of a run against bands: outside, inside (shown by two one-sided tests), undecided (STATISTICS)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from vs_sim.analysis.intervals import BlockSums, effective_size
from vs_sim.analysis.multiple import REPORTS, adjusted
from vs_sim.experiments.bands import Band, Bands
from vs_sim.experiments.columns import Column, column_type
from vs_sim.experiments.tallies import FEEL

if TYPE_CHECKING:
    import polars as pl

    from vs_sim.experiments.tallies import Tallies

POWER = 0.8  # chance to decide, for the games still needed
COLUMNS = (
    Column("table", "String", "characters, seats, policies, turns or unfinished"),
    Column("item", "String", "name of the item"),
    Column("metric", "String", "what the band is about"),
    Column("value", "Float64", "as measured, null without games"),
    Column("low", "Float64", "lower end of the band"),
    Column("high", "Float64", "upper end"),
    Column("verdict", "String", "inside, outside or undecided"),
    Column("p_inside", "Float64", "adjusted p value of two one-sided tests that the item is not inside"),
    Column("p_outside", "Float64", "adjusted p value of the item being inside"),
    Column(
        "games_needed", "Int64", "undecided: games still to be played until a verdict is likely; null: no end"
    ),
)


class Verdict(StrEnum):
    """What is said of an item."""

    INSIDE = "inside"
    OUTSIDE = "outside"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Measured:
    """A value with its standard error if it truly were at the lower or upper end of its band, and the games behind it."""

    band: Band
    item: str
    value: float | None
    errors: tuple[float, float]
    freedom: int
    games: int  # of the run
    scale: float = 1.0  # value in units of the metric

    @property
    def low(self) -> float:
        """Lower end of the band, in units of the value."""
        return self.band.low / self.scale

    @property
    def high(self) -> float:
        """Upper end."""
        return self.band.high / self.scale

    @property
    def is_rate(self) -> bool:
        """Whether the value lies between 0 and 1."""
        return self.band.metric != "mean"


def verdicts(
    tallies: Tallies, bands: Bands, players: int, *, confidence: float = 0.95, method: str = REPORTS
) -> pl.DataFrame:
    """One row an item that has a band. Each of the two kinds of p value is a family, adjusted by `method`.

    Nothing measured (no finished game): undecided.
    """
    import polars as pl

    measured = list(_measure(tallies, bands, players))
    inside = adjusted([p_inside(row) for row in measured], method)
    outside = adjusted([p_outside(row) for row in measured], method)
    limit = 1 - confidence
    rows: list[tuple[Any, ...]] = []
    for row, p_in, p_out in zip(measured, inside, outside, strict=True):
        verdict = said(p_out, p_in, limit)
        more = games_needed(row, confidence) if verdict is Verdict.UNDECIDED else None
        value = None if row.value is None else row.value * row.scale
        band = row.band
        rows.append(
            (band.table, row.item, band.metric, value, band.low, band.high, str(verdict), p_in, p_out, more)
        )
    schema = {column.name: column_type(column) for column in COLUMNS}
    return pl.DataFrame(rows, schema=schema, orient="row")


def said(p_out: float | None, p_in: float | None, limit: float) -> Verdict:
    """The verdict by the adjusted p values of lying inside (small: outside) and of not lying inside (small: inside)."""
    if p_out is not None and p_out <= limit:
        return Verdict.OUTSIDE
    return Verdict.INSIDE if p_in is not None and p_in <= limit else Verdict.UNDECIDED


def overall(verdicts: Iterable[str]) -> Verdict:
    """Of many verdicts: outside if one is, else undecided if one is, else inside."""
    known = set(verdicts)
    return next((v for v in (Verdict.OUTSIDE, Verdict.UNDECIDED) if v in known), Verdict.INSIDE)


def _measure(tallies: Tallies, bands: Bands, players: int) -> Iterator[Measured]:
    for table in ("characters", "seats", "policies"):
        tally = getattr(tallies, table)
        for i in np.flatnonzero(tally.appearances):
            band = bands.of(table, tally.names[i])
            if band is not None:
                scale = float(players) if band.metric == "lift" else 1.0
                yield of_rate(band, tally.names[i], BlockSums.of_tally(tally, i).plain, tallies.games, scale)
    turns, left = (FEEL.index(name) for name in ("length", "unfinished"))
    for table, item in (("turns", turns), ("unfinished", left)):
        band = bands.of(table, table)
        if band is not None:
            sums = BlockSums.of_tally(tallies.feel, item).plain
            yield (
                of_mean(band, table, sums) if table == "turns" else of_rate(band, table, sums, tallies.games)
            )


def of_rate(band: Band, item: str, sums: BlockSums, games: int, scale: float = 1.0) -> Measured:
    """A rate: errors as of the score test, with the effective size; consistent with Wilson's interval."""
    ends = [min(1.0, max(0.0, end / scale)) for end in (band.low, band.high)]
    if sums.finished == 0:
        return Measured(band, item, None, (0.0, 0.0), 0, games, scale)
    size = effective_size(sums)
    low, high = (math.sqrt(end * (1 - end) / size) for end in ends)
    return Measured(band, item, sums.wins / sums.finished, (low, high), 10**9, games, scale)


def of_mean(band: Band, item: str, sums: BlockSums) -> Measured:
    """A mean a game, over blocks."""
    if sums.finished == 0 or sums.blocks < 2:
        return Measured(band, item, None, (0.0, 0.0), 0, sums.finished)
    mean = sums.wins / sums.finished
    error = math.sqrt(sums.squares * sums.blocks / (sums.blocks - 1)) / sums.finished
    return Measured(band, item, mean, (error, error), sums.blocks - 1, sums.finished)


def _tail(distance: float, error: float, freedom: int) -> float:
    """One-sided p value of an estimate `distance` beyond what is doubted."""
    from scipy.special import stdtr

    if error == 0:
        return 0.0 if distance > 0 else 1.0
    return float(stdtr(freedom, -distance / error))


def p_inside(row: Measured) -> float | None:
    """Two one-sided tests: the larger of the p values of lying below the band and above it."""
    if row.value is None:
        return None
    below = above = 0.0
    if not (row.is_rate and row.low <= 0):
        below = _tail(row.value - row.low, row.errors[0], row.freedom)
    if not (row.is_rate and row.high >= 1):
        above = _tail(row.high - row.value, row.errors[1], row.freedom)
    return max(below, above)


def p_outside(row: Measured) -> float | None:
    """Two-sided p value of lying inside the band."""
    if row.value is None:
        return None
    if row.value < row.low:
        return min(1.0, 2 * _tail(row.low - row.value, row.errors[0], row.freedom))
    if row.value > row.high:
        return min(1.0, 2 * _tail(row.value - row.high, row.errors[1], row.freedom))
    return 1.0


def games_needed(row: Measured, confidence: float = 0.95, power: float = POWER) -> int | None:
    """Games still needed until the verdict is likely (`power`) if the item is as measured; None: it lies on the edge."""
    from scipy.special import ndtri  # scipy.stats takes a second to load

    if row.value is None:
        return None
    distances = [(abs(row.value - row.low), row.errors[0]), (abs(row.high - row.value), row.errors[1])]
    is_inside = row.low <= row.value <= row.high
    distance, error = min(distances)
    if distance == 0:
        return None
    alpha = 1 - confidence
    reach = -float(ndtri(alpha if is_inside else alpha / 2)) - float(ndtri(1 - power))
    wanted = row.games * (reach * error / distance) ** 2
    return max(1, math.ceil(wanted - row.games)) if math.isfinite(wanted) and wanted < 1e15 else None
