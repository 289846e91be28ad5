"""Intervals that stay valid however often a run is looked at, and the rule that ends a run by them.

The confidence sequence is the asymptotic one of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (Annals of Statistics
52, 2024, theorem 2.2): a Gaussian mixture over the mean of independent blocks. With probability `confidence` it covers
the true rate at all looks together, for each item by itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from vs_sim.analysis.intervals import BlockSums
from vs_sim.experiments.stopping import Verdict

if TYPE_CHECKING:
    from vs_sim.experiments.plan import Plan
    from vs_sim.experiments.tallies import ItemTally, Tallies

MIN_BLOCKS = 200  # of an item, before its normal limit is trusted
MIN_WINS = 30  # and losses


def tuning(blocks: float, alpha: float) -> float:
    """The rho of the mixture that makes the interval tightest after so many blocks."""
    log = -2 * math.log(alpha)
    return math.sqrt((log + math.log(log) + 1) / blocks)


def radius(blocks: float, variance: float, rho: float, alpha: float) -> float:
    """Half-width for the mean of `blocks` independent blocks of that variance, at any look."""
    m = blocks * rho * rho
    return math.sqrt(2 * variance * (m + 1) / (blocks * m) * math.log(math.sqrt(m + 1) / alpha))


def expected_blocks(halfwidth: float, rate: float, alpha: float) -> float:
    """Blocks after which independent games of a rate would reach the half-width, about; made of the plan alone."""
    log = -2 * math.log(alpha)
    return max(float(MIN_BLOCKS), rate * (1 - rate) * (log + math.log(log) + 1) / halfwidth**2)


def sequence_interval(
    sums: BlockSums, *, halfwidth: float, players: int, confidence: float = 0.95
) -> tuple[float, float] | None:
    """Interval of a win rate that holds at every look; None before MIN_BLOCKS blocks and MIN_WINS wins and losses.

    `halfwidth` and `players` choose at which size it is tightest; they must not hang on the games.
    """
    wins, finished, blocks, ww, wf, ff = sums
    if blocks < MIN_BLOCKS or min(wins, finished - wins) < MIN_WINS:
        return None
    rate = wins / finished
    squares = max(0.0, ww - 2 * rate * wf + rate * rate * ff)
    per_block = finished / blocks
    variance = squares / (blocks - 1) / per_block**2
    alpha = 1 - confidence
    rho = tuning(expected_blocks(halfwidth, 1 / players, alpha), alpha)
    half = radius(blocks, variance, rho, alpha)
    return max(0.0, rate - half), min(1.0, rate + half)


def block_sums(tally: ItemTally, i: int) -> BlockSums:
    """The sums of an item."""
    return BlockSums(
        *(int(getattr(tally, name)[i]) for name in ("wins", "finished", "blocks", "ww", "wf", "ff"))
    )


def halfwidth_rule(plan: Plan, halfwidth: float, *, confidence: float = 0.95) -> Callable[[Tallies], Verdict]:
    """A stopping rule: the run may end once every character's interval that holds at every look is so narrow."""

    def rule(tallies: Tallies) -> Verdict:
        widest = 0.0
        for i in range(len(tallies.characters.names)):
            if not tallies.characters.appearances[i]:
                continue
            ends = sequence_interval(
                block_sums(tallies.characters, i),
                halfwidth=halfwidth,
                players=plan.players,
                confidence=confidence,
            )
            if ends is None:
                return Verdict("")
            widest = max(widest, (ends[1] - ends[0]) / 2)
        if widest <= halfwidth:
            return Verdict(f"every character's interval is ±{widest:.2%} or less, as asked", tallies.games)
        return Verdict("", math.ceil(tallies.games * (widest / halfwidth) ** 2))

    return rule
