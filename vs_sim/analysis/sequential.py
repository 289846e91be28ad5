"""Intervals and tests that stay valid however often a run is looked at, and the rule that ends a run by them.

The confidence sequence is the asymptotic one of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (Annals of Statistics
52, 2024, theorem 2.2): a Gaussian mixture over the mean of independent blocks. With probability `confidence` it covers
the true rate at all looks together, for each item by itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING

from vs_sim.analysis.intervals import BlockSums
from vs_sim.experiments.stopping import Verdict

if TYPE_CHECKING:
    from vs_sim.analysis.paired import Difference
    from vs_sim.experiments.plan import Plan
    from vs_sim.experiments.tallies import Tallies

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
    wins, finished, blocks = sums[:3]
    if blocks < MIN_BLOCKS or min(wins, finished - wins) < MIN_WINS:
        return None
    rate = wins / finished
    per_block = finished / blocks
    variance = sums.squares / (blocks - 1) / per_block**2
    alpha = 1 - confidence
    rho = tuning(expected_blocks(halfwidth, 1 / players, alpha), alpha)
    half = radius(blocks, variance, rho, alpha)
    return max(0.0, rate - half), min(1.0, rate + half)


def halfwidth_rule(plan: Plan, halfwidth: float, *, confidence: float = 0.95) -> Callable[[Tallies], Verdict]:
    """A stopping rule: the run may end once every character's interval that holds at every look is so narrow."""

    def rule(tallies: Tallies) -> Verdict:
        widest = 0.0
        for i in range(len(tallies.characters.names)):
            if not tallies.characters.appearances[i]:
                continue
            ends = sequence_interval(
                BlockSums.of_tally(tallies.characters, i).plain,
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


# --- differences and tests ------------------------------------------------------------------------------------------------


def sequence_difference(
    found: Difference, blocks: int, *, halfwidth: float, confidence: float = 0.95
) -> Difference | None:
    """A paired difference with an interval and a p value that hold at every look; None before MIN_BLOCKS blocks."""
    if found.error is None or blocks < MIN_BLOCKS:
        return None
    alpha = 1 - confidence
    rho = tuning(expected_blocks(halfwidth, 0.5, alpha), alpha)
    half = radius(blocks, found.error**2 * blocks, rho, alpha)
    p = sequence_p(found.difference, found.error, blocks, rho)
    return found._replace(low=found.difference - half, high=found.difference + half, p=p)


def sequence_p(difference: float, error: float, blocks: int, rho: float) -> float:
    """The least alpha at which the confidence sequence leaves 0 out: a p value for any time of looking (mixture SPRT)."""
    if error == 0:
        return float(difference == 0)
    m = blocks * rho * rho
    return min(1.0, math.sqrt(m + 1) * math.exp(-((difference / error) ** 2) * m / (2 * (m + 1))))


class Decision(StrEnum):
    """What a sequential test says."""

    FIRST = "first"  # the first hypothesis
    SECOND = "second"
    GO_ON = "go on"


def gsprt(
    estimate: float, error: float, first: float, second: float, *, alpha: float = 0.05, beta: float = 0.05
) -> tuple[float, Decision]:
    """Generalised SPRT of a mean being `first` or `second`: log likelihood ratio of second over first, and decision.

    `alpha`: chance to take the second where the first holds, `beta`: the other way round (Wald's bounds).
    """
    if error == 0:
        return 0.0, Decision.GO_ON
    ratio = (second - first) * (2 * estimate - first - second) / (2 * error * error)
    if ratio >= math.log((1 - beta) / alpha):
        return ratio, Decision.SECOND
    if ratio <= math.log(beta / (1 - alpha)):
        return ratio, Decision.FIRST
    return ratio, Decision.GO_ON
