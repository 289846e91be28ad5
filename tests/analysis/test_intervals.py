"""Intervals: the textbook part against published values, the block part against simulation and at its corners."""

import math

import numpy as np
import pytest

from vs_sim.analysis.intervals import BlockSums, effective_size, rate_interval, wilson


def block_sums(wins: np.ndarray, finished: np.ndarray) -> BlockSums:
    """Sums over blocks with these wins and finished games."""
    w, f = wins.astype(int), finished.astype(int)
    return BlockSums(
        *(int(x) for x in (w.sum(), f.sum(), (f > 0).sum(), (w * w).sum(), (w * f).sum(), (f * f).sum()))
    )


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_equals_published_values(wins: int, games: int, low: float, high: float) -> None:
    """Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    assert wilson(wins / games, games) == pytest.approx((low, high), abs=6e-5)


def test_blocks_of_one_game_are_the_plain_wilson_interval() -> None:
    """Independent games in blocks of one: the effective size is the number of games, less one for the mean."""
    wins = np.array([1] * 250 + [0] * 750)
    sums = block_sums(wins, np.ones(1000))
    assert effective_size(sums) == pytest.approx(999)
    assert rate_interval(sums) == pytest.approx(wilson(0.25, 999))


def test_blocks_that_always_agree_count_once() -> None:
    """Four games a block that all end alike hold no more than one game."""
    wins = np.array([4] * 100 + [0] * 300)
    assert effective_size(block_sums(wins, np.full(400, 4))) == pytest.approx(399, rel=0.02)


def test_blocks_without_any_variance_leave_no_doubt() -> None:
    """A policy on every seat wins exactly one of four in every game: its rate is exact."""
    sums = block_sums(np.full(500, 4), np.full(500, 16))
    assert effective_size(sums) == math.inf
    assert rate_interval(sums) == (0.25, 0.25)


def test_few_blocks_are_never_taken_for_more_than_their_games() -> None:
    """Two blocks that happen to agree do not make an exact rate."""
    low, high = rate_interval(block_sums(np.array([1, 1]), np.array([4, 4]))) or (0, 0)
    assert (low, high) == pytest.approx(wilson(0.25, 8))


@pytest.mark.parametrize("blocks", [1, 2, 1000])
def test_no_wins_and_all_wins_have_a_proper_interval(blocks: int) -> None:
    """At 0 wins the interval begins at 0 and is open above, at all wins the mirror of it."""
    finished = np.full(blocks, 4)
    none = rate_interval(block_sums(np.zeros(blocks), finished)) or (0, 0)
    every = rate_interval(block_sums(finished, finished)) or (0, 0)
    assert none[0] == 0
    assert 0 < none[1] < 1
    assert every == pytest.approx((1 - none[1], 1))


def test_one_block_tells_almost_nothing() -> None:
    """One block is one observation, whatever the number of its games."""
    low, high = rate_interval(block_sums(np.array([2]), np.array([4]))) or (0, 0)
    assert low < 0.1
    assert high > 0.9


def test_no_finished_game_has_no_interval() -> None:
    """Nothing was seen: no interval, never 0."""
    assert rate_interval(BlockSums(0, 0, 0, 0, 0, 0)) is None


def test_confidence_widens_the_interval() -> None:
    """More confidence, wider interval, around the same rate."""
    sums = block_sums(np.array([1, 0, 2, 1] * 50), np.full(200, 4))
    (low, high), (lower, higher) = (rate_interval(sums, confidence=c) or (0, 0) for c in (0.9, 0.99))
    assert lower < low < 0.25 < high < higher


@pytest.mark.parametrize("alike", [0.0, 0.5])
def test_coverage_is_nominal_with_games_that_hang_together(alike: float) -> None:
    """Of 1,000 simulated runs of 200 blocks about 95% have the true rate in their interval (4 standard errors)."""
    draw = np.random.default_rng(7)
    covered = 0
    for _ in range(1000):
        rate = draw.beta(0.25 / alike, 0.75 / alike, 200) if alike else np.full(200, 0.25)
        low, high = rate_interval(block_sums(draw.binomial(4, rate), np.full(200, 4))) or (0, 0)
        covered += low <= 0.25 <= high
    assert covered == pytest.approx(950, abs=28)
