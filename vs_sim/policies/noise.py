"""Mistakes: what a score is off by chance, in whole numbers from the policy's own stream."""

from __future__ import annotations

import numpy as np

from vs_sim.jit import leaf
from vs_sim.rules.rng import GOLDEN, mix

LEVELS = 1024
# Quantiles of the Gumbel distribution in thousandths: of choices whose scores are off by it times a temperature T, each is
# taken with a chance in proportion to exp(score / T) (Luce). No quantile lies near a half: rounding is the same everywhere.
GUMBEL = np.rint(-1000 * np.log(-np.log((np.arange(LEVELS) + 0.5) / LEVELS))).astype(np.int64)
LEVEL = np.uint64(LEVELS - 1)


@leaf
def noise(key: np.uint64, choice: int) -> int:
    """A Gumbel number of thousandths for a choice in the decision of this key: the same for the same choice."""
    return np.int64(GUMBEL[np.int64(mix(key ^ (np.uint64(choice) * GOLDEN)) & LEVEL)])
