"""Many questions at once: p values adjusted over a named family (STATISTICS, verdicts)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

REPORTS = "Benjamini-Hochberg"  # false discovery rate, in reports
GATES = "Holm"  # any false alarm at all, in gates


def adjusted(p_values: Sequence[float | None], method: str = REPORTS) -> list[float | None]:
    """Adjusted p values in the same order; None stays None and is no member of the family."""
    known = [i for i, p in enumerate(p_values) if p is not None]
    found: list[float | None] = [None] * len(p_values)
    p: Any = np.array([p_values[i] for i in known], dtype=np.float64)
    step = {REPORTS: _benjamini_hochberg, GATES: _holm}[method]
    order = np.argsort(p, kind="stable")
    for place, value in zip(order, step(p[order]), strict=True):
        found[known[place]] = min(1.0, float(value))
    return found


# In numpy, not by statsmodels, whose import takes longer than a whole check: tests hold the two together.
def _benjamini_hochberg(p: Any) -> Any:
    """Of p values in rising order: the k-th of m times m / k, none larger than the next."""
    m = len(p)
    return np.minimum.accumulate((p * m / np.arange(1, m + 1))[::-1])[::-1]


def _holm(p: Any) -> Any:
    """Of p values in rising order: the k-th of m times m - k + 1, none smaller than the one before."""
    return np.maximum.accumulate(p * np.arange(len(p), 0, -1))
