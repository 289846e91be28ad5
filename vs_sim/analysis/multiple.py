"""Many questions at once: p values adjusted over a named family (STATISTICS, verdicts)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

REPORTS = "Benjamini-Hochberg"  # false discovery rate, in reports
GATES = "Holm"  # any false alarm at all, in gates
_METHODS = {REPORTS: "fdr_bh", GATES: "holm"}


def adjusted(p_values: Sequence[float | None], method: str = REPORTS) -> list[float | None]:
    """Adjusted p values in the same order; None stays None and is no member of the family."""
    from statsmodels.stats.multitest import multipletests

    known = [i for i, p in enumerate(p_values) if p is not None]
    found: list[float | None] = [None] * len(p_values)
    if known:
        values: Any = multipletests([p_values[i] for i in known], method=_METHODS[method])[1]
        for i, value in zip(known, values, strict=True):
            found[i] = float(value)
    return found
