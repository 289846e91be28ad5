"""Paired differences: exact where nothing differs, right by hand, covering at the nominal rate."""

# pyright: reportOptionalOperand=false, reportOperatorIssue=false
from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from vs_sim.analysis.block_pairs import paired_ratio
from vs_sim.analysis.multiple import GATES, REPORTS, adjusted


def test_the_same_games_differ_by_exactly_nothing() -> None:
    wins, games = np.array([1, 0, 2]), np.array([4, 4, 4])
    found = paired_ratio(wins, games, wins, games, same=True)
    assert (found.difference, found.low, found.high, found.p, found.error) == (0.0, 0.0, 0.0, 1.0, 0.0)
    assert found.variance_saved == 1.0


def test_equal_blocks_are_the_paired_t_test() -> None:
    """With as many games in every block the linearised ratio is the mean of block means."""
    draw = np.random.default_rng(1)
    a, b = draw.integers(0, 5, 40), draw.integers(0, 5, 40)
    games = np.full(40, 4)
    found = paired_ratio(a, games, b, games)
    known = stats.ttest_rel(b / 4, a / 4)
    ends = known.confidence_interval(0.95)
    assert found.p == pytest.approx(known.pvalue)
    assert (found.low, found.high) == pytest.approx((ends.low, ends.high))


def test_b_against_a_mirrors_a_against_b() -> None:
    draw = np.random.default_rng(2)
    a, b, n_a, n_b = (draw.integers(1, 5, 30) for _ in range(4))
    one, other = paired_ratio(a, n_a, b, n_b), paired_ratio(b, n_b, a, n_a)
    assert one.difference == -other.difference
    assert one.low == pytest.approx(-other.high)
    assert one.p == other.p


@pytest.mark.parametrize("blocks", [1, 2, 50])
def test_no_win_on_either_side_is_no_certainty(blocks: int) -> None:
    none, games = np.zeros(blocks), np.full(blocks, 4)
    found = paired_ratio(none, games, none, games)
    assert found.difference == 0
    assert found.high == pytest.approx(1 - 0.025 ** (1 / blocks))
    assert found.p == 1.0


def test_all_against_nothing_in_every_block_is_significant_and_within_bounds() -> None:
    games = np.full(12, 4)
    found = paired_ratio(np.zeros(12), games, games, games)
    assert found.difference == 1.0
    assert 0.5 < found.low < 1.0 == found.high
    assert found.p == pytest.approx(2 * 0.5**12)


def test_a_side_without_finished_games_has_no_difference() -> None:
    found = paired_ratio(np.zeros(3), np.zeros(3), np.ones(3), np.full(3, 4))
    assert (found.a, found.b, found.difference, found.low, found.p) == (None, 0.25, None, None, None)


def test_one_block_shows_nothing() -> None:
    found = paired_ratio([1], [4], [3], [4])
    assert found.p == 1.0
    assert found.low < 0 < found.high


def test_an_item_absent_in_half_the_blocks_counts_where_it_is() -> None:
    a, b = np.array([1, 0, 0, 0, 2, 0]), np.array([2, 0, 1, 0, 2, 0])
    n = np.array([4, 0, 4, 0, 4, 0])
    found = paired_ratio(a, n, b, n)
    there = paired_ratio(a[::2], n[::2], b[::2], n[::2])
    assert (found.difference, found.low) == pytest.approx((there.difference, there.low))


def test_intervals_cover_the_truth_at_the_nominal_rate() -> None:
    draw = np.random.default_rng(3)
    covered = 0
    for _ in range(400):
        luck = draw.random((60, 4))  # of each game, the same for both sides
        a, b = (luck < 0.25).sum(axis=1), (luck < 0.30).sum(axis=1)
        found = paired_ratio(a, np.full(60, 4), b, np.full(60, 4))
        covered += found.low <= 0.05 <= found.high
    assert 0.91 <= covered / 400 <= 0.985


def test_pairing_saves_variance_where_the_luck_is_shared() -> None:
    luck = np.random.default_rng(4).random((500, 4))
    found = paired_ratio(
        (luck < 0.25).sum(axis=1), np.full(500, 4), (luck < 0.27).sum(axis=1), np.full(500, 4)
    )
    assert found.variance_saved > 0.9


def test_adjusting_leaves_out_what_is_not_known() -> None:
    assert adjusted([0.01, None, 0.04], GATES) == pytest.approx([0.02, None, 0.04])
    assert adjusted([0.01, None, 0.04], REPORTS) == pytest.approx([0.02, None, 0.04])
    assert adjusted([None], GATES) == [None]
