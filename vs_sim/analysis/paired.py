"""Paired differences: two rates or means seen in the same blocks, with the variance that the pairing saved."""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Self

import numpy as np

from vs_sim.analysis.intervals import BlockSums


class PairSums(NamedTuple):
    """Sums over blocks of two variants a and b, and of the products between them.

    Within a block a variant has w wins in f games (or turns in games). `blocks`: those in which either has a game.
    """

    a: BlockSums
    b: BlockSums
    blocks: int
    ww: int  # of w_a * w_b
    wf: int  # of w_a * f_b
    fw: int  # of f_a * w_b
    ff: int  # of f_a * f_b

    @classmethod
    def over(cls, wins_a: Any, games_a: Any, wins_b: Any, games_b: Any) -> Self:
        """From the wins and games of each block."""
        wa, fa, wb, fb = (np.asarray(part) for part in (wins_a, games_a, wins_b, games_b))
        products = (part.sum().item() for part in (wa * wb, wa * fb, fa * wb, fa * fb))
        either = ((fa > 0) | (fb > 0)).sum().item()
        return cls(BlockSums.over(wa, fa), BlockSums.over(wb, fb), either, *products)

    @property
    def mirrored(self) -> PairSums:
        """The same with a and b exchanged."""
        return PairSums(self.b, self.a, self.blocks, self.ww, self.fw, self.wf, self.ff)


class Difference(NamedTuple):
    """b less a."""

    a: float
    b: float
    difference: float
    error: float | None  # standard error, None where it cannot be known (one block)
    low: float | None
    high: float | None
    p: float | None  # two-sided, of no difference
    freedom: int  # degrees of freedom
    saved: float | None  # share of the variance of two runs on blocks of their own that the pairing saved


def ratio_difference(
    sums: PairSums, *, confidence: float = 0.95, is_rate: bool = True, same: bool = False
) -> Difference | None:
    """The difference of two ratios of block totals, linearised as in `effective_size`, with a t interval over blocks.

    None where either has no game. A rate's variance is kept from 0 as Agresti and Min (Statistics in Medicine 24,
    2005) do: as if one game more had turned. `same`: both are known to be the very same games, so nothing is in doubt.
    """
    a, b, blocks = sums.a, sums.b, sums.blocks
    if a.finished == 0 or b.finished == 0:
        return None
    rate_a, rate_b = a.wins / a.finished, b.wins / b.finished
    difference = rate_b - rate_a
    if same:
        return Difference(rate_a, rate_b, 0.0, 0.0, 0.0, 0.0, 1.0, max(1, blocks - 1), 1.0)
    if blocks < 2:
        return Difference(rate_a, rate_b, difference, None, None, None, None, 0, None)
    factor = blocks / (blocks - 1)
    own = factor * (_square(a) + _square(b))
    # Added so that a and b exchanged give the very same number.
    shared = (sums.ww - (rate_b * sums.wf + rate_a * sums.fw) + rate_a * rate_b * sums.ff) / (
        a.finished * b.finished
    )
    variance = max(0.0, own - 2 * factor * shared)
    if variance < 1e-12 * own:
        variance = 0.0  # what is left of the rounding
    saved = 1 - variance / own if own > 0 else None
    if is_rate:
        variance += 1 / (a.finished * b.finished)
    return _interval(rate_a, rate_b, math.sqrt(variance), blocks - 1, saved, confidence)


def _square(sums: BlockSums) -> float:
    """Sum over blocks of the squares of w less its expectation, in units of the rate."""
    return sums.squares / sums.finished**2


def _interval(
    a: float, b: float, error: float, freedom: int, saved: float | None, confidence: float
) -> Difference:
    from scipy.special import stdtr, stdtrit

    difference = b - a
    reach = -float(stdtrit(freedom, (1 - confidence) / 2)) * error
    p = 2 * float(stdtr(freedom, -abs(difference) / error)) if error > 0 else float(difference == 0)
    return Difference(a, b, difference, error, difference - reach, difference + reach, p, freedom, saved)
