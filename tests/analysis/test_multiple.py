"""Adjusted p values against published ones."""

from typing import Any

import numpy as np
import pytest

from vs_sim.analysis.multiple import GATES, REPORTS, adjusted

# Benjamini and Hochberg, Journal of the Royal Statistical Society B 57 (1995), section 3.2: fifteen endpoints.
PUBLISHED = [
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528),
    *(0.7590, 1.0),
]


def test_benjamini_and_hochberg_reject_four_of_their_example() -> None:
    """At 5% their procedure rejects the four smallest, Bonferroni-like Holm three."""
    assert [p <= 0.05 for p in adjusted(PUBLISHED, REPORTS) if p is not None].count(True) == 4
    assert [p <= 0.05 for p in adjusted(PUBLISHED, GATES) if p is not None].count(True) == 3


def test_holm_multiplies_by_what_is_left() -> None:
    """Holm, Scandinavian Journal of Statistics 6 (1979): the k-th smallest of m by m - k + 1, never falling."""
    assert adjusted([0.01, 0.04, 0.03, 0.005], GATES) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_what_has_no_p_value_is_no_member() -> None:
    """None stays where it is and makes the family no larger."""
    assert adjusted([None, 0.02, None], GATES) == [None, 0.02, None]
    assert adjusted([], REPORTS) == []


@pytest.mark.parametrize(("method", "theirs"), [(REPORTS, "fdr_bh"), (GATES, "holm")])
def test_both_are_those_of_statsmodels(method: str, theirs: str) -> None:
    """On p values with ties, 0 and 1 among them."""
    from statsmodels.stats.multitest import multipletests

    p = [0.0, 1.0, 0.02, 0.02, *np.random.default_rng(1).beta(0.3, 1, 40).tolist()]
    found: Any = multipletests(p, method=theirs)[1]
    assert adjusted(p, method) == pytest.approx(found.tolist())
