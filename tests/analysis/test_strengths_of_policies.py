"""Strengths from who won."""

import numpy as np
import pytest

from vs_sim.analysis.strengths import fit_strengths
from vs_sim.experiments.tournament import Blocks

NAMES = ("a", "b", "c", "d", "e")
TRUE = np.array([-1.0, -0.3, 0.0, 0.4, 0.9])


def drawn(seed: int, blocks: int = 3000, players: int = 4) -> Blocks:
    """Blocks of four games, won by chances in proportion to exp(TRUE)."""
    rng = np.random.default_rng(seed)
    seats = np.zeros((blocks, 5), dtype=np.int64)
    wins = np.zeros((blocks, 5), dtype=np.int64)
    for block in range(blocks):
        there = rng.choice(5, players, replace=False)
        powers = np.exp(TRUE[there])
        seats[block, there] = 1
        wins[block, there] = rng.multinomial(players, powers / powers.sum())
    return Blocks(NAMES, seats, wins, wins.sum(axis=1))


def test_strengths_are_found_again() -> None:
    """Within five standard errors, mean 0, the truth inside nearly all intervals."""
    found = fit_strengths(drawn(1))
    assert found.logits.sum() == pytest.approx(0, abs=1e-9)
    truth = TRUE - TRUE.mean()
    assert np.abs(found.logits - truth).max() < 0.12
    assert ((found.low < truth) & (truth < found.high)).sum() >= 4
    assert (found.high - found.low < 0.15).all()


def test_intervals_take_blocks_as_units() -> None:
    """If all games of a block go alike, intervals are as wide as with one game a block."""
    one = drawn(2, 1500, 4)
    rng = np.random.default_rng(3)
    wins = np.zeros_like(one.wins)
    for block in range(len(wins)):
        powers = one.seats[block] * np.exp(TRUE)
        wins[block, rng.choice(5, p=powers / powers.sum())] = 4
    alike = fit_strengths(Blocks(NAMES, one.seats, wins, one.finished))
    free = fit_strengths(one)
    ratio = (alike.high - alike.low) / (free.high - free.low)
    assert np.allclose(ratio, 2, rtol=0.15)


def test_skill_is_a_share_of_what_is_to_be_known() -> None:
    """None where all are alike, all where the better one always wins."""
    seats = np.ones((400, 2), dtype=np.int64)
    even = np.tile([[1, 1]], (400, 1))
    assert fit_strengths(Blocks(("a", "b"), seats, even, even.sum(axis=1))).skill == pytest.approx(
        0, abs=1e-9
    )
    sure = np.tile([[2, 0]], (400, 1))
    found = fit_strengths(Blocks(("a", "b"), seats, sure, sure.sum(axis=1)))
    assert found.skill > 0.99
    assert np.isfinite(found.logits).all()


def test_nothing_is_known_without_games() -> None:
    """No finished game, no number."""
    nothing = np.zeros((0, 2), dtype=np.int64)
    assert np.isnan(fit_strengths(Blocks(("a", "b"), nothing, nothing, nothing[:, 0])).skill)
