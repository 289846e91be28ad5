"""How many games a question takes, and how long: from the variance between the blocks of a pilot."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from vs_sim.analysis.compare import pair_sums
from vs_sim.analysis.intervals import BlockSums, effective_sizes
from vs_sim.analysis.paired import ratio_difference
from vs_sim.experiments.columns import Column, column_type
from vs_sim.experiments.tallies import FEEL

if TYPE_CHECKING:
    import polars as pl

    from vs_sim.experiments.paired import PairedResult
    from vs_sim.experiments.tallies import Tallies

SCHEMA = "vs-sim/power/1"
COLUMNS = (
    Column("question", "String", "what is asked"),
    Column("difference", "Float64", "the difference, as a rate or in turns"),
    Column(
        "chance", "Float64", "chance to find it; null where an interval of +- that difference is asked for"
    ),
    Column("blocks", "Int64", "whole blocks needed"),
    Column("games", "Int64", "games needed, of each variant"),
    Column("seconds", "Float64", "time that they take here, both variants"),
)


def blocks_needed(spread: float, difference: float, *, confidence: float, power: float | None) -> int:
    """Blocks for an interval of +- `difference` (power None), or for finding it with that chance; at least 2.

    `spread`: standard deviation of a block's contribution, so that the standard error after n blocks is spread / sqrt(n).
    """
    from scipy.stats import norm

    reach = float(norm.isf((1 - confidence) / 2)) + (0.0 if power is None else float(norm.isf(1 - power)))
    return max(2, math.ceil((reach * spread / difference) ** 2))


def rate_spread(tallies: Tallies, blocks: int) -> float:
    """The largest spread among the characters' win rates, at the fair rate's variance."""
    tally = tallies.characters
    played = np.flatnonzero(tally.finished)
    if not len(played):
        return math.nan
    sums = BlockSums.of_tally(tally, played)
    sizes = np.minimum(effective_sizes(sums), sums.finished)
    rate = float(sums.wins.sum() / sums.finished.sum())
    return float(np.sqrt(rate * (1 - rate) * blocks / sizes).max())


def length_spread(tallies: Tallies, blocks: int) -> float:
    """The spread of the mean number of turns; nan with one block, which tells nothing of it."""
    if blocks < 2:
        return math.nan
    sums = BlockSums.of_tally(tallies.feel, FEEL.index("length")).plain
    return math.sqrt(sums.squares * blocks * blocks / (blocks - 1)) / sums.finished


def paired_spreads(result: PairedResult) -> dict[str, tuple[float, float]]:
    """Spread of paired differences and of unpaired ones: the largest among the characters, and of the turns."""
    tally, n = result.pairs[0], len(result.items.characters)
    found = {"rate": [ratio_difference(pair_sums(tally, i)) for i in range(n)]}
    found["turns"] = [ratio_difference(pair_sums(tally, result.items.size - 2), is_rate=False)]
    spreads: dict[str, tuple[float, float]] = {}
    for name, rows in found.items():
        known = [row for row in rows if row is not None and row.error]
        if known:
            worst = max(known, key=lambda row: row.error or 0.0)
            spread = (worst.error or 0.0) * math.sqrt(result.blocks)
            own = (
                spread / math.sqrt(1 - worst.saved) if worst.saved is not None and worst.saved < 1 else spread
            )
            spreads[name] = (spread, own)
    return spreads


def table(
    rows: list[tuple[str, float, float | None, int]], rotations: int, speed: float, variants: int
) -> pl.DataFrame:
    """Rows (question, difference, chance, blocks) with games and seconds at `speed` games a second."""
    import polars as pl

    cells: list[tuple[Any, ...]] = [
        (*row, row[3] * rotations, row[3] * rotations * variants / speed) for row in rows
    ]
    schema = {column.name: column_type(column) for column in COLUMNS}
    return pl.DataFrame(cells, schema=schema, orient="row")


def of_run(
    tallies: Tallies, blocks: int, *, rate: float, turns: float, confidence: float, power: float
) -> list[tuple[str, float, float | None, int]]:
    """What a single run takes."""
    spread, length = rate_spread(tallies, blocks), length_spread(tallies, blocks)
    rows: list[tuple[str, float, float | None, int]] = []
    if math.isfinite(spread):
        for question, chance in (
            ("every character's win rate is known to that", None),
            ("a character that is so far from the fair share is found", power),
        ):
            needed = blocks_needed(spread, rate, confidence=confidence, power=chance)
            rows.append((question, rate, chance, needed))
    if math.isfinite(length):
        needed = blocks_needed(length, turns, confidence=confidence, power=None)
        rows.append(("the mean length in turns is known to that", turns, None, needed))
    return rows


def of_comparison(
    result: PairedResult, *, rate: float, turns: float, confidence: float, power: float
) -> list[tuple[str, float, float | None, int]]:
    """What a comparison of two variants takes, paired and unpaired."""
    rows: list[tuple[str, float, float | None, int]] = []
    words = {
        "rate": ("a change of a character's win rate is found", rate),
        "turns": ("a change of the length in turns is found", turns),
    }
    for name, spreads in paired_spreads(result).items():
        question, difference = words[name]
        for how, spread in zip(("on the same blocks", "on blocks of their own"), spreads, strict=True):
            needed = blocks_needed(spread, difference, confidence=confidence, power=power)
            rows.append((f"{question}, {how}", difference, power, needed))
    return rows
