"""Intervals of rates that were measured in blocks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from vs_sim.experiments.tallies import ItemTally

Floats = npt.NDArray[np.float64]

FEW_BLOCKS = 30  # below, the variance between blocks may look too small by luck


class BlockSums(NamedTuple):
    """Sums over blocks, each with w wins in f finished games: of w, of f, of blocks with a game, of ww, wf and ff.

    Numbers of one item, or int64 arrays over items.
    """

    wins: Any
    finished: Any
    blocks: Any
    ww: Any
    wf: Any
    ff: Any

    @classmethod
    def over(cls, wins: Any, finished: Any) -> Self:
        """Of one item, from its wins and finished games in each block."""
        w, f = np.asarray(wins), np.asarray(finished)
        return cls(*(part.sum().item() for part in (w, f, f > 0, w * w, w * f, f * f)))

    @classmethod
    def of_tally(cls, tally: ItemTally, items: Any) -> Self:
        """Of some items (a number, or an array of numbers) of a tally."""
        names = ("wins", "finished", "blocks", "ww", "wf", "ff")
        return cls(*(getattr(tally, name)[items] for name in names))

    @property
    def plain(self) -> Self:
        """Those of one item as plain whole numbers."""
        return type(self)(*(int(part) for part in self))

    @property
    def squares(self) -> float:
        """Of one item: the sum over blocks of the squares of w less its expectation, rate times f."""
        rate = self.wins / self.finished
        return max(0.0, self.ww - 2 * rate * self.wf + rate * rate * self.ff)


def effective_sizes(sums: BlockSums, *, confidence: float = 0.95) -> Floats:
    """Effective numbers of independent games behind win rates; inf where the blocks show no variance at all.

    The variance is that of a ratio of block totals (Cochran, Sampling Techniques, section 6); the size is adjusted for
    the degrees of freedom as by Korn and Graubard (Survey Methodology 24, 1998). Games of a block count as one where
    nothing shows how they hang together: one block, no wins, or all wins. Below FEW_BLOCKS blocks it is at most the
    number of games.
    """
    from scipy.special import stdtrit

    wins, finished, blocks, ww, wf, ff = (np.atleast_1d(np.asarray(part, dtype=np.float64)) for part in sums)
    unclear = (blocks <= 1) | (wins == 0) | (wins == finished)
    with np.errstate(divide="ignore", invalid="ignore"):
        rate = wins / finished
        squares = np.maximum(0.0, ww - 2 * rate * wf + rate * rate * ff)
        variance = squares * blocks / (blocks - 1) / finished**2
        size = np.where(variance > 1e-15, rate * (1 - rate) / variance, math.inf)
        tail = (1 - confidence) / 2
        t = stdtrit(np.maximum(1, finished - 1), tail) / stdtrit(np.maximum(1, blocks - 1), tail)
        size = size * t**2
    size = np.where(blocks < FEW_BLOCKS, np.minimum(size, finished), size)
    return np.where(unclear, blocks, size)


def effective_size(sums: BlockSums, *, confidence: float = 0.95) -> float:
    """The same of one item."""
    return float(effective_sizes(sums, confidence=confidence)[0])


def wilsons(rate: Floats, size: Floats, *, confidence: float = 0.95) -> tuple[Floats, Floats]:
    """Wilson's intervals of rates seen in `size` games (real numbers above 0; inf gives the rate itself)."""
    from scipy.special import ndtri  # of a fraction of scipy.stats' weight: this is on the way of every `run`

    z = float(ndtri(1 - (1 - confidence) / 2))
    exact = np.isinf(size)
    n = np.where(exact, 1.0, size)
    middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * np.sqrt(np.maximum(0.0, rate * (1 - rate) / n + z * z / (4 * n * n)))
    low, high = (np.where(exact, rate, end) for end in (middle - half, middle + half))
    return np.maximum(0.0, np.minimum(low, rate)), np.minimum(1.0, np.maximum(high, rate))


def wilson(rate: float, size: float, *, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's interval of one rate."""
    low, high = wilsons(np.array([rate]), np.array([size]), confidence=confidence)
    return float(low[0]), float(high[0])


def rate_intervals(sums: BlockSums, *, confidence: float = 0.95) -> tuple[Floats, Floats, Floats]:
    """Rates measured in blocks with both ends of their intervals; nan where no game was finished."""
    wins, finished = (np.atleast_1d(np.asarray(part, dtype=np.float64)) for part in sums[:2])
    none = finished == 0
    rate = np.where(none, np.nan, wins / np.where(none, 1.0, finished))
    size = np.where(none, 1.0, effective_sizes(sums, confidence=confidence))
    low, high = wilsons(np.where(none, 0.0, rate), size, confidence=confidence)
    return rate, np.where(none, np.nan, low), np.where(none, np.nan, high)


def rate_interval(sums: BlockSums, *, confidence: float = 0.95) -> tuple[float, float] | None:
    """Interval of one win rate; None where no game was finished."""
    if sums.finished == 0:
        return None
    _, low, high = rate_intervals(sums, confidence=confidence)
    return float(low[0]), float(high[0])
