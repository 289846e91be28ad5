"""What a self-test proves: a number or a text, what was expected of it, and whether it is so."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

ERRORS = 4.0  # standard errors that a rate may lie off: by luck alone once in 16,000 checks
NORMAL = 0.005  # and what tests that rest on the normal limit may lie off in truth


@dataclass(frozen=True)
class Proof:
    """One check. Numbers hold within `low` to `high`; texts (digests) where they are equal."""

    part: str
    check: str
    expected: float | str
    found: float | str
    low: float | None = None
    high: float | None = None
    source: str = ""  # of the expected value, or what it was measured on

    @property
    def holds(self) -> bool:
        """Whether it is as expected; a nan never is."""
        if isinstance(self.found, str) or self.low is None or self.high is None:
            return self.found == self.expected
        return self.low <= self.found <= self.high

    def row(self) -> dict[str, Any]:
        """As JSON holds it."""
        row = asdict(self) | {"holds": self.holds}
        bad = isinstance(self.found, float) and not math.isfinite(self.found)
        return row | ({"found": None} if bad else {})


def equal(part: str, check: str, expected: float, found: float, digits: int, source: str) -> Proof:
    """A number that is published with so many digits behind the point."""
    half = 0.5000001 * 10.0**-digits
    return Proof(part, check, expected, float(found), expected - half, expected + half, source)


def share(  # a rate, how it was found, and what it should be
    part: str, check: str, expected: float, hits: Any, source: str, *, at_most: bool = False
) -> Proof:
    """A rate that should be nominal: `hits` are shares (0 to 1) of independent units, whose mean it is.

    It may lie ERRORS standard errors and NORMAL off. `at_most`: a bound that a method promises; any less is well.
    """
    units = np.asarray(hits, dtype=np.float64)
    n = max(len(units), 1)
    spread = float(units.std(ddof=1)) if n > 1 else 0.0
    most = math.sqrt(expected * (1 - expected))  # of units that are one trial each
    reach = ERRORS * min(spread or most, most) / math.sqrt(n) + NORMAL
    low = 0.0 if at_most else max(0.0, expected - reach)
    found = float(units.mean()) if len(units) else math.nan
    return Proof(part, check, expected, found, low, min(1.0, expected + reach), source)
