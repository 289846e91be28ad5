"""Intervals of rates that were measured in blocks."""

from __future__ import annotations

import math
from typing import NamedTuple

FEW_BLOCKS = 30  # below, the variance between blocks may look too small by luck


class BlockSums(NamedTuple):
    """Sums over blocks, each with w wins in f finished games: of w, of f, of blocks with a game, of ww, wf and ff."""

    wins: int
    finished: int
    blocks: int
    ww: int
    wf: int
    ff: int


def effective_size(sums: BlockSums, *, confidence: float = 0.95) -> float:
    """Effective number of independent games behind a win rate; inf if the blocks show no variance at all.

    The variance is that of a ratio of block totals (Cochran, Sampling Techniques, section 6); the size is adjusted for
    the degrees of freedom as by Korn and Graubard (Survey Methodology 24, 1998). Games of a block count as one where
    nothing shows how they hang together: one block, no wins, or all wins. Below FEW_BLOCKS blocks it is at most the
    number of games.
    """
    from scipy.special import (
        stdtrit,
    )  # of a fraction of scipy.stats' weight: this is on the way of every `run`

    wins, finished, blocks, ww, wf, ff = sums
    if blocks <= 1 or wins in (0, finished):
        return float(blocks)
    rate = wins / finished
    squares = max(0.0, ww - 2 * rate * wf + rate * rate * ff)
    variance = squares * blocks / (blocks - 1) / finished**2
    size = rate * (1 - rate) / variance if variance > 1e-15 else math.inf
    tail = (1 - confidence) / 2
    size *= float(stdtrit(max(1, finished - 1), 1 - tail) / stdtrit(blocks - 1, 1 - tail)) ** 2
    return min(size, float(finished)) if blocks < FEW_BLOCKS else size


def wilson(rate: float, size: float, *, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's interval of a rate seen in `size` games (any real number above 0; inf gives the rate itself)."""
    from scipy.special import ndtri

    if math.isinf(size):
        return rate, rate
    z = float(ndtri(1 - (1 - confidence) / 2))
    middle = (rate + z * z / (2 * size)) / (1 + z * z / size)
    half = z / (1 + z * z / size) * math.sqrt(rate * (1 - rate) / size + z * z / (4 * size * size))
    return max(0.0, min(middle - half, rate)), min(1.0, max(middle + half, rate))


def rate_interval(sums: BlockSums, *, confidence: float = 0.95) -> tuple[float, float] | None:
    """Interval of a win rate measured in blocks (see `effective_size`); None where no game was finished."""
    if sums.finished == 0:
        return None
    size = effective_size(sums, confidence=confidence)
    return wilson(sums.wins / sums.finished, size, confidence=confidence)
