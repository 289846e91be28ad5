"""Intervals that hold at every look, and the rule that ends a run by them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vs_sim.analysis.intervals import BlockSums, rate_interval
from vs_sim.analysis.paired import Difference
from vs_sim.analysis.sequential import (
    MIN_BLOCKS,
    Decision,
    gsprt,
    halfwidth_rule,
    sequence_difference,
    sequence_interval,
    sequence_p,
    tuning,
)
from vs_sim.cards import load_deck
from vs_sim.experiments.plan import plan_run
from vs_sim.experiments.stopping import next_look
from vs_sim.experiments.tallies import Keys, Tallies


def looks_of(wins: np.ndarray, games: np.ndarray, last: int) -> list[BlockSums]:
    """The sums over blocks at every look of a run; wins and games by block."""
    found: list[BlockSums] = []
    look = next_look(0)
    while look <= last:
        w, f = wins[:look], games[:look]
        found.append(BlockSums(int(w.sum()), int(f.sum()), look, int(w @ w), int(w @ f), int(f @ f)))
        look = next_look(look)
    return found


def test_coverage_holds_over_all_looks_together() -> None:
    """Of 400 runs at most one in twenty is ever outside, in blocks that hang together; the fixed interval far more often."""
    draw = np.random.default_rng(3)
    outside, outside_fixed, last = 0, 0, 16_384
    for _ in range(400):
        games = np.full(last, 4)
        rates = draw.beta(2.5, 7.5, last)  # mean 1/4, differing from deal to deal
        sums = looks_of(draw.binomial(4, rates), games, last)
        ends = [sequence_interval(one, halfwidth=0.01, players=4) for one in sums]
        outside += any(pair is not None and not pair[0] <= 0.25 <= pair[1] for pair in ends)
        fixed = [rate_interval(one) for one in sums]
        outside_fixed += any(pair is not None and not pair[0] <= 0.25 <= pair[1] for pair in fixed)
    assert outside <= 0.05 * 400 + 3 * (400 * 0.05 * 0.95) ** 0.5
    assert outside_fixed > 2 * 0.05 * 400


def test_it_is_wider_than_the_fixed_interval_but_not_by_much() -> None:
    """At the size for which it is made the half-width is less than twice that of a fixed number of games."""
    draw = np.random.default_rng(4)
    one = looks_of(draw.binomial(4, 0.25, 8192), np.full(8192, 4), 8192)[-1]
    low, high = sequence_interval(one, halfwidth=0.0075, players=4) or (0.0, 1.0)
    fixed = rate_interval(one) or (0.0, 0.0)
    assert 1 < (high - low) / (fixed[1] - fixed[0]) < 2


def test_too_few_blocks_say_nothing() -> None:
    """Before its normal limit can be trusted there is no interval, and no run ends."""
    few = BlockSums(200, 4 * (MIN_BLOCKS - 1), MIN_BLOCKS - 1, 260, 800, 16 * (MIN_BLOCKS - 1))
    assert sequence_interval(few, halfwidth=0.1, players=4) is None
    rare = BlockSums(3, 40_000, 10_000, 3, 12, 160_000)
    assert sequence_interval(rare, halfwidth=0.1, players=4) is None


@pytest.mark.parametrize(("blocks", "ends"), [(100, False), (1000, False), (30_000, True)])
def test_the_rule_ends_a_run_when_all_characters_are_known_well_enough(blocks: int, ends: bool) -> None:
    """It waits for the least known one, guesses the games needed, and says why it ends."""
    plan = plan_run(load_deck("base"), games=1_000_000)
    tallies = Tallies.empty(Keys(plan))
    tallies.games = 4 * blocks
    item = tallies.characters
    for array, each in ((item.wins, 1), (item.ww, 1.6), (item.wf, 4), (item.ff, 16), (item.finished, 4)):
        array[:] = int(each * blocks)
    item.appearances[:] = item.finished
    item.blocks[:] = blocks
    reason, needed = halfwidth_rule(plan, 0.01)(tallies)
    assert (reason != "") is ends
    assert blocks < MIN_BLOCKS or (needed is not None and (needed > tallies.games) is not ends)


RUNS, BLOCKS = 400, 2000


def paths() -> tuple[np.ndarray, np.ndarray]:
    """Running means and standard errors of blocks of mean 0, (runs, blocks)."""
    x = np.random.default_rng(2).normal(size=(RUNS, BLOCKS))
    n = np.arange(1, BLOCKS + 1)
    mean = x.cumsum(axis=1) / n
    spread = np.sqrt(np.maximum(0, (x * x).cumsum(axis=1) / n - mean**2))
    return mean, spread / np.sqrt(n)


def test_the_sequential_p_value_holds_at_all_looks_at_once() -> None:
    """It falls below 5% at any look in no more than 5% of runs without a difference, the fixed one in far more."""
    mean, error = paths()
    looks = range(MIN_BLOCKS, BLOCKS, 20)
    rho = tuning(1000, 0.05)
    alarms = sum(
        min(sequence_p(float(m[k]), float(e[k]), k + 1, rho) for k in looks) < 0.05
        for m, e in zip(mean, error, strict=True)
    )
    fixed = (np.abs(mean) > 1.96 * error)[:, list(looks)].any(axis=1).sum()
    assert alarms <= 0.05 * RUNS + 3 * math.sqrt(RUNS * 0.05 * 0.95)
    assert fixed > 0.1 * RUNS


def test_a_difference_that_holds_at_every_look_is_wider_and_agrees_with_its_p_value() -> None:
    """0 lies outside the interval exactly where the p value is below 5%; before MIN_BLOCKS nothing is said."""
    for difference in (0.01, 0.03, 0.05):
        found = Difference(0.2, 0.2 + difference, difference, 0.01, 0.0, 0.0, 0.5, 999, None)
        held = sequence_difference(found, 1000, halfwidth=0.02)
        assert held is not None
        assert (held.high or 0) - (held.low or 0) > 2 * 1.96 * 0.01
        assert ((held.low or 0) > 0) == ((held.p or 0) < 0.05)
        assert sequence_difference(found, MIN_BLOCKS - 1, halfwidth=0.02) is None


def test_gsprt_errs_as_seldom_as_asked() -> None:
    """Between 0 and 0.1: where 0 holds it says 0.1 in about 5% of runs, and the other way round."""
    mean, error = paths()
    for truth, wrong in ((0.0, Decision.SECOND), (0.1, Decision.FIRST)):
        mistaken = 0
        for k in range(RUNS):
            for m, e in zip(mean[k, 100::20], error[k, 100::20], strict=True):
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
