"""Methods that are valid under peeking: error rates of looks after every step, by simulation; published numbers."""

import math

import numpy as np
import pytest

from vs_sim.analysis.intervals import BlockSums
from vs_sim.analysis.sequential import (
    MIN_BLOCKS,
    Decision,
    blocks_for,
    gsprt,
    mixture_p,
    rate_reach,
    sequence_reach,
    tuned,
)

RUNS, BLOCKS = 400, 2000


def paths() -> tuple[np.ndarray, np.ndarray]:
    """Running means and standard errors of blocks of mean 0, (runs, blocks)."""
    x = np.random.default_rng(2).normal(size=(RUNS, BLOCKS))
    n = np.arange(1, BLOCKS + 1)
    mean = x.cumsum(axis=1) / n
    spread = np.sqrt(np.maximum(0, (x * x).cumsum(axis=1) / n - mean**2))
    return mean, spread / np.sqrt(n)


def test_a_confidence_sequence_holds_at_all_looks_at_once() -> None:
    """Looked at after each of 2,000 blocks it misses the truth in no more than 5% of runs; a fixed interval in most."""
    mean, error = paths()
    n = np.arange(1, BLOCKS + 1)
    reach = np.array([sequence_reach(1.0, int(k), best_at=1000) for k in n])
    seen = n >= MIN_BLOCKS
    missed = (np.abs(mean) > error * reach)[:, seen].any(axis=1).mean()
    fixed = (np.abs(mean) > 1.96 * error)[:, seen].any(axis=1).mean()
    assert missed <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / RUNS)
    assert fixed > 0.25


def test_the_mixture_test_holds_at_all_looks_at_once() -> None:
    """Its p value falls below 5% at any look in no more than 5% of runs without a difference."""
    mean, error = paths()
    alarms = 0
    for m, e in zip(mean[:100, MIN_BLOCKS::10], error[:100, MIN_BLOCKS::10], strict=True):
        alarms += min(mixture_p(float(a), float(b), scale=0.05) for a, b in zip(m, e, strict=True)) < 0.05
    assert alarms <= 5 + 3 * math.sqrt(100 * 0.05 * 0.95)


def test_the_mixture_test_finds_what_is_there() -> None:
    """A difference of five standard errors is shown, and more so the smaller the error."""
    assert mixture_p(0.05, 0.01, scale=0.05) < 0.001
    assert mixture_p(0.05, 0.005, scale=0.05) < mixture_p(0.05, 0.01, scale=0.05)
    assert mixture_p(0.0, 0.01, scale=0.05) == 1


def test_gsprt_errs_as_seldom_as_asked() -> None:
    """Between 0 and 0.1: where 0 holds it says 0.1 in about 5% of runs, and the other way round."""
    mean, error = paths()
    for truth, wrong in ((0.0, Decision.SECOND), (0.1, Decision.FIRST)):
        mistaken = 0
        for k in range(RUNS):
            for m, e in zip(mean[k, MIN_BLOCKS::20], error[k, MIN_BLOCKS::20], strict=True):
                said = gsprt(float(m) + truth, float(e), 0.0, 0.1)[1]
                if said != Decision.GO_ON:
                    mistaken += said == wrong
                    break
        assert mistaken / RUNS <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / RUNS)


def test_gsprt_bounds_are_walds() -> None:
    """log(19) either way at 5% and 5% (Wald, Sequential Analysis, 1947)."""
    ratio, said = gsprt(0.1, 0.0412, 0.0, 0.1)
    assert ratio == pytest.approx(0.1 * 0.1 / (2 * 0.0412**2))
    assert (ratio > math.log(19)) == (said == Decision.SECOND)
    assert gsprt(0.0, 0.04, 0.0, 0.1)[1] == Decision.FIRST
    assert gsprt(0.05, 0.04, 0.0, 0.1)[1] == Decision.GO_ON


def test_a_sequence_is_narrowest_where_it_was_tuned() -> None:
    """Relative to a fixed interval no other tuning is narrower there, but for a per cent."""
    at = {best: sequence_reach(1 / math.sqrt(1000), 1000, best_at=best) for best in (100, 1000, 10_000)}
    assert at[1000] < 1.01 * min(at.values())
    assert tuned(1000, 0.05) == pytest.approx((5.9915 + math.log(6.9915)) / 1000, rel=1e-4)


def test_a_rate_says_nothing_before_enough_blocks() -> None:
    """Half-width 1 with few blocks or no game, above the asked width at first, below it in the end; 0 wins are no certainty."""

    def sums(blocks: int, wins: int = 1) -> BlockSums:
        return BlockSums(wins * blocks, 4 * blocks, blocks, 2 * wins * blocks, 4 * wins * blocks, 16 * blocks)

    assert rate_reach(sums(MIN_BLOCKS - 1), MIN_BLOCKS - 1, 0.01) == 1
    assert rate_reach(BlockSums(0, 0, 0, 0, 0, 0), 10_000, 0.01) == 1
    assert rate_reach(sums(200), 200, 0.01) > 0.01 > rate_reach(sums(200_000), 200_000, 0.01)
    assert rate_reach(sums(200, 0), 200, 0.01) > 0


def test_blocks_for_a_width_follow_the_fixed_interval() -> None:
    """1.96 x 0.5 / 0.01 squared: 9,604; never fewer than the least."""
    assert blocks_for(0.01, 0.5) == pytest.approx(9604, abs=1)
    assert blocks_for(0.5, 0.5) == MIN_BLOCKS
