"""Methods that stay valid however often one looks: confidence sequences and sequential tests.

All take an estimate with its standard error over blocks; they hold asymptotically, so no rule stops before MIN_BLOCKS.
"""

from __future__ import annotations

import math
from enum import StrEnum
from typing import TYPE_CHECKING

from vs_sim.analysis.intervals import BlockSums, effective_size, wilson

if TYPE_CHECKING:
    from vs_sim.analysis.paired import Difference

MIN_BLOCKS = 100


class Decision(StrEnum):
    """What a sequential test says."""

    FIRST = "first"  # the first hypothesis
    SECOND = "second"
    GO_ON = "go on"


def tuned(blocks: float, alpha: float) -> float:
    """rho**2 by which a confidence sequence is narrowest at about so many blocks.

    Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas, Time-uniform central limit theory and asymptotic confidence
    sequences (Annals of Statistics 52, 2024), appendix on the choice of rho.
    """
    odds = -2 * math.log(alpha)
    return (odds + math.log(odds + 1)) / blocks


def sequence_reach(error: float, blocks: int, *, confidence: float = 0.95, best_at: float) -> float:
    """Half-width of the asymptotic confidence sequence (theorem 2.2 there), valid at all numbers of blocks at once.

    `error`: standard error of the estimate after `blocks` blocks; `best_at`: blocks at which it shall be narrowest,
    chosen beforehand.
    """
    if blocks < 1 or error == 0:
        return 0.0
    alpha = 1 - confidence
    spread = error * math.sqrt(blocks)
    scaled = blocks * tuned(best_at, alpha)
    return spread * math.sqrt(2 * (scaled + 1) / (blocks * scaled) * math.log(math.sqrt(scaled + 1) / alpha))


def mixture_p(difference: float, error: float, *, scale: float) -> float:
    """P value of no difference by the mixture SPRT with a normal mixture of standard deviation `scale`.

    Valid at any time of looking (the least one seen so far may be kept): Johari, Koomen, Pekelis, Walsh, Always valid
    inference (Operations Research 70, 2022).
    """
    variance, mixed = error * error, scale * scale
    if variance == 0:
        return float(difference == 0)
    log_odds = 0.5 * math.log(variance / (variance + mixed))
    log_odds += difference**2 * mixed / (2 * variance * (variance + mixed))
    return min(1.0, math.exp(-log_odds))


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


def blocks_for(width: float, spread: float, confidence: float = 0.95) -> float:
    """Blocks after which a fixed interval would have this half-width; `spread` is the standard deviation of a block."""
    from scipy.stats import norm

    return max(float(MIN_BLOCKS), (float(norm.isf((1 - confidence) / 2)) * spread / width) ** 2)


def rate_reach(sums: BlockSums, blocks: int, width: float, *, confidence: float = 0.95) -> float:
    """Half-width of the confidence sequence of a win rate, narrowest about where it comes to `width`.

    `blocks` in all; 1 where nothing can be said yet. The standard error is that of the Wilson interval's width, so
    that 0 wins or all wins are no certainty.
    """
    from scipy.stats import norm

    if sums.finished == 0 or blocks < MIN_BLOCKS:
        return 1.0
    size = effective_size(sums, confidence=confidence)
    if math.isinf(size):
        return 0.0
    low, high = wilson(sums.wins / sums.finished, size, confidence=confidence)
    error = (high - low) / 2 / float(norm.isf((1 - confidence) / 2))
    expected = blocks_for(width, 0.5, confidence)  # settled beforehand: the widest spread of a rate
    return sequence_reach(error, blocks, confidence=confidence, best_at=expected)


def difference_reach(found: Difference, blocks: int, width: float, *, confidence: float = 0.95) -> float:
    """Half-width of the confidence sequence of a paired difference; inf where nothing can be said yet."""
    if found.error is None or blocks < MIN_BLOCKS:
        return math.inf
    expected = blocks_for(width, 0.5, confidence)
    return sequence_reach(found.error, blocks, confidence=confidence, best_at=expected)
