"""Paired differences: two variants on the same blocks. The one place where they are worked out; the block is the unit."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from vs_sim.analysis.intervals import wilson

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Paired:
    """The difference b − a of one number. None where it cannot be known (no finished game on one side)."""

    a: float | None
    b: float | None
    difference: float | None
    low: float | None
    high: float | None
    p: float | None  # two-sided, that there is no difference
    error: float | None  # standard error of the difference
    error_apart: float | None  # what it would be without pairing

    @property
    def variance_saved(self) -> float | None:
        """Share of the variance that pairing saved; None where nothing varies."""
        if self.error is None or not self.error_apart:
            return None
        return 1 - (self.error / self.error_apart) ** 2


NOTHING = Paired(None, None, None, None, None, None, None, None)


def paired_ratio(  # noqa: PLR0913  # two ratios and how to test them
    of_a: Any,
    per_a: Any,
    of_b: Any,
    per_b: Any,
    *,
    confidence: float = 0.95,
    share: bool = True,
    same: bool = False,
) -> Paired:
    """The difference of two ratios of block totals, sum(of) / sum(per), measured on the same blocks.

    Arguments are numbers (blocks,); `same` says that the very same games were played, whose difference is exactly 0.
    The variance is that of linearised ratios (Cochran, Sampling Techniques, section 6), taken of the difference block
    by block; the interval is Student's, blocks less one. Where blocks show no variance or there is but one, a `share`
    (0 to 1) has the exact bound of blocks of which none differs, or, where all differ alike, the interval of Newcombe
    (1998, method 10) of two Wilson intervals with the block as unit; any other number has none.
    """
    x_a, n_a, x_b, n_b = (np.asarray(values, dtype=np.float64) for values in (of_a, per_a, of_b, per_b))
    if n_a.sum() == 0 or n_b.sum() == 0:
        return _one_sided(x_a, n_a, x_b, n_b)
    a, b = float(x_a.sum() / n_a.sum()), float(x_b.sum() / n_b.sum())
    if same:
        error = _error(_residuals(x_a, n_a, a), _used(n_a, n_b))
        return Paired(a, b, 0.0, 0.0, 0.0, 1.0, 0.0, math.sqrt(2) * error)
    res_a, res_b = _residuals(x_a, n_a, a), _residuals(x_b, n_b, b)
    used = _used(n_a, n_b)
    error = _error(res_b - res_a, used)
    apart = math.hypot(_error(res_a, used), _error(res_b, used))
    if used < 2 or error < 1e-12:
        low, high = _bounds(a, b, used, confidence) if share else (None, None)
        return Paired(a, b, b - a, low, high, _sign_p(a, b, used), error or None, apart or None)
    return _student(a, b, error, apart, used, confidence)


def _student(a: float, b: float, error: float, apart: float, used: int, confidence: float) -> Paired:
    from scipy.special import stdtr, stdtrit  # scipy.stats takes a second to load

    half = -float(stdtrit(used - 1, (1 - confidence) / 2)) * error
    p = float(2 * stdtr(used - 1, -abs(b - a) / error))
    return Paired(a, b, b - a, b - a - half, b - a + half, p, error, apart)


def _one_sided(x_a: Floats, n_a: Floats, x_b: Floats, n_b: Floats) -> Paired:
    a = float(x_a.sum() / n_a.sum()) if n_a.sum() else None
    b = float(x_b.sum() / n_b.sum()) if n_b.sum() else None
    return Paired(a, b, None, None, None, None, None, None)


def _residuals(x: Floats, n: Floats, ratio: float) -> Floats:
    """What each block adds to the ratio beyond its share; their sum is 0."""
    return (x - ratio * n) / n.sum()


def _used(n_a: Floats, n_b: Floats) -> int:
    """Blocks that say something."""
    return int(((n_a > 0) | (n_b > 0)).sum())


def _error(residuals: Floats, used: int) -> float:
    """Standard error of a sum of residuals over blocks."""
    if used < 2:
        return 0.0
    return math.sqrt(float((residuals**2).sum()) * used / (used - 1))


def _bounds(a: float, b: float, size: int, confidence: float) -> tuple[float, float]:
    if a == b:
        half = 1 - ((1 - confidence) / 2) ** (1 / size)
        return -half, half
    low_a, high_a = wilson(a, size, confidence=confidence)
    low_b, high_b = wilson(b, size, confidence=confidence)
    low = b - a - math.hypot(b - low_b, high_a - a)
    high = b - a + math.hypot(high_b - b, a - low_a)
    return max(-1.0, low), min(1.0, high)


def _sign_p(a: float, b: float, used: int) -> float:
    """All blocks say the same: the sign test."""
    return 1.0 if a == b else min(1.0, 2.0 * 0.5**used)
