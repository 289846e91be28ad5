"""Paired differences: against the direct computation, by simulation, and at their corners."""

import numpy as np
import pytest

from vs_sim.analysis.intervals import BlockSums
from vs_sim.analysis.paired import PairSums, ratio_difference


def sums(w: np.ndarray, f: np.ndarray) -> BlockSums:
    """Sums of one variant from its blocks."""
    return BlockSums(*(int(x.sum()) for x in (w, f, f > 0, w * w, w * f, f * f)))


def pairs(wa: np.ndarray, fa: np.ndarray, wb: np.ndarray, fb: np.ndarray) -> PairSums:
    """Sums of two variants from their blocks."""
    products = (int(x.sum()) for x in (wa * wb, wa * fb, fa * wb, fa * fb))
    return PairSums(sums(wa, fa), sums(wb, fb), int(((fa > 0) | (fb > 0)).sum()), *products)


def some(seed: int = 1, blocks: int = 200, change: float = 0.2) -> PairSums:
    """Four games a block; b is a, but for some games that are drawn anew."""
    draw = np.random.default_rng(seed)
    a = draw.random((blocks, 4)) < 0.25
    b = np.where(draw.random((blocks, 4)) < change, draw.random((blocks, 4)) < 0.25, a)
    f = np.full(blocks, 4)
    return pairs(a.sum(axis=1), f, b.sum(axis=1), f)


def test_with_equal_blocks_it_is_the_paired_t_test() -> None:
    """Difference and p value equal scipy's paired t test of the blocks' rates, but for the one game added."""
    from scipy.stats import ttest_rel

    draw = np.random.default_rng(5)
    a, b = draw.binomial(4, 0.25, 4000), draw.binomial(4, 0.27, 4000)
    f = np.full(4000, 4)
    found = ratio_difference(pairs(a, f, b, f))
    expected = ttest_rel(b / 4, a / 4)
    assert found is not None
    assert found.difference == pytest.approx((b / 4 - a / 4).mean())
    assert found.p == pytest.approx(expected.pvalue, rel=0.02)
    low, high = expected.confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((low, high), rel=0.01)


def test_a_mean_needs_no_added_game() -> None:
    """Turns: the paired t interval, exactly."""
    from scipy.stats import ttest_rel

    draw = np.random.default_rng(6)
    a = draw.integers(200, 400, 50)
    b = a + draw.integers(-30, 40, 50)
    f = np.full(50, 4)
    found = ratio_difference(pairs(a, f, b, f), is_rate=False)
    assert found is not None
    expected = ttest_rel(b / 4, a / 4)
    assert (found.low, found.high) == pytest.approx(tuple(expected.confidence_interval(0.95)))
    assert found.p == pytest.approx(expected.pvalue)


def test_a_against_b_mirrors_b_against_a() -> None:
    """Exactly: the difference and both ends change sign and place, the p value stays."""
    one, other = ratio_difference(some()), ratio_difference(some().mirrored)
    assert one is not None
    assert other is not None
    assert (other.difference, other.low, other.high) == (-one.difference, -(one.high or 0), -(one.low or 0))
    assert (other.p, other.saved, other.error) == (one.p, one.saved, one.error)


def test_the_same_games_leave_no_doubt() -> None:
    """A against A is exactly zero, with an interval of no width."""
    found = ratio_difference(some(change=0), same=True)
    assert found is not None
    assert found[2:7] == (0.0, 0.0, 0.0, 0.0, 1.0)


def test_without_a_changed_game_the_interval_is_no_point() -> None:
    """That no game turned in 50 blocks does not show that none ever does."""
    found = ratio_difference(some(blocks=50, change=0))
    assert found is not None
    assert found.difference == 0
    assert (found.high or 0) > 0.005


def test_one_block_has_a_difference_and_no_interval() -> None:
    """One observation tells nothing of its variance."""
    found = ratio_difference(some(blocks=1, change=1))
    assert found is not None
    assert found.low is found.high is found.p is None


def test_no_finished_game_has_no_difference() -> None:
    """Where one side has no game there is nothing to compare."""
    w, f = np.array([1, 2]), np.array([4, 4])
    assert ratio_difference(pairs(w, f, w * 0, f * 0)) is None


def test_pairing_saves_what_the_games_have_in_common() -> None:
    """A fifth of the games drawn anew: most of the variance of two separate runs is saved."""
    found = ratio_difference(some(blocks=5000))
    assert found is not None
    assert found.saved == pytest.approx(0.8, abs=0.05)


@pytest.mark.parametrize("absent", [0.0, 0.5])
def test_intervals_cover_at_the_nominal_rate(absent: float) -> None:
    """Of 1,000 simulated comparisons 95% hold the true difference, with an item in all or half the blocks."""
    draw = np.random.default_rng(11)
    covered = 0
    for _ in range(1000):
        f = np.where(draw.random(150) < absent, 0, 4)
        rate = draw.beta(2, 6, 150)
        a, b = draw.binomial(f, rate), draw.binomial(f, np.minimum(1, rate + 0.05))
        found = ratio_difference(pairs(a, f, b, f))
        assert found is not None
        covered += (found.low or 0) <= 0.05 <= (found.high or 0)
    assert covered == pytest.approx(950, abs=28)
