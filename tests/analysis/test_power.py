"""Games that a question takes, against statsmodels; findings over sets of policies."""

import polars as pl
import pytest

from vs_sim.analysis.power import blocks_needed
from vs_sim.analysis.robust import Finding, judge, robustness


def test_blocks_are_those_of_a_z_test() -> None:
    """A difference of a tenth of a block's spread, found in 80% of cases at 5%: 785 blocks."""
    from statsmodels.stats.power import NormalIndPower

    expected = NormalIndPower(ddof=0).solve_power(0.1, alpha=0.05, power=0.8, ratio=0)
    assert blocks_needed(1.0, 0.1, confidence=0.95, power=0.8) == pytest.approx(expected, abs=1)


def test_an_interval_takes_fewer_than_finding_a_difference() -> None:
    """1.96 x 0.5 / 0.01 squared: 9,604; never fewer than two blocks."""
    assert blocks_needed(0.5, 0.01, confidence=0.95, power=None) == 9604
    assert blocks_needed(0.5, 0.9, confidence=0.95, power=None) == 2


def row(difference: float, p: float | None) -> dict[str, float | None]:
    """A row of a comparison."""
    return {"difference": difference, "low": difference - 1, "high": difference + 1, "p_adjusted": p}


@pytest.mark.parametrize(
    ("rows", "finding"),
    [
        ([row(1, 0.01), row(2, 0.02)], Finding.HOLDS),
        ([row(1, 0.01), row(-2, 0.5)], Finding.DIFFERS),
        ([row(1, 0.01), row(-2, 0.01)], Finding.TURNS),
        ([row(1, 0.1), row(-2, None)], Finding.NONE),
    ],
)
def test_findings_are_judged_by_what_is_shown(rows: list[dict[str, float | None]], finding: Finding) -> None:
    """Shown everywhere with one sign, somewhere, with both signs, nowhere."""
    assert judge(rows, 0.05) is finding


def test_robustness_has_a_row_an_item_and_policy() -> None:
    """Items of several tables, with the finding over all policies beside each."""
    frames = {
        by: {"turns": pl.DataFrame({"name": ["turns"], **{k: [v] for k, v in row(d, 0.01).items()}})}
        for by, d in (("balanced", 1.0), ("random", -1.0))
    }
    found = robustness(frames)
    assert found.select("table", "name", "policy", "finding").rows() == [
        ("turns", "turns", "balanced", "turns sign"),
        ("turns", "turns", "random", "turns sign"),
    ]
