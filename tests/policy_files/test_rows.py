"""Policies as rows of numbers."""

from dataclasses import replace

import numpy as np

from vs_sim.policies import features as f
from vs_sim.policies.noise import GUMBEL
from vs_sim.policy_files.load import builtin
from vs_sim.policy_files.rows import all_rows, builtin_rows, policy_row


def rival(row: np.ndarray, players: int, short: int, *, follows: bool) -> int:
    """What a point of a rival is worth."""
    return int(row[f.RIVALS + (players * f.SHORTS + short) * 2 + follows])


def test_weights_stand_at_their_places() -> None:
    """By the names of the file."""
    row = policy_row(builtin("balanced"))
    assert row.dtype == np.int32
    assert row[f.HIT_SHARE] == 80
    assert row[f.FORBIDDEN_FOLLOWER] == -260
    assert row[f.MODE] == 1


def test_rivals_weigh_more_the_nearer_they_are_to_winning() -> None:
    """In full who plays next, and less the more players there are."""
    row = policy_row(builtin("balanced"))
    assert [rival(row, 4, short, follows=True) for short in (0, 2, 3, 4, 7, 15)] == [
        -120,
        -120,
        -100,
        -30,
        -10,
        -10,
    ]
    assert rival(row, 4, 2, follows=False) == -30
    assert rival(row, 2, 2, follows=True) == -360
    assert rival(row, 6, 15, follows=False) == -6


def test_rows_of_ones_own_come_after_those_of_the_program() -> None:
    """In the order given."""
    mine = replace(builtin("expert"), name="mine")
    rows = all_rows([mine])
    assert len(rows) == len(builtin_rows()) + 1
    assert (rows[-1] == policy_row(mine)).all()


def test_mistakes_are_a_gumbel_distribution() -> None:
    """Mean 0.577, variance pi squared over 6, in thousandths; no machine rounds a quantile otherwise."""
    assert abs(GUMBEL.mean() / 1000 - 0.5772) < 0.01
    assert abs(GUMBEL.var() / 1e6 - np.pi**2 / 6) < 0.03
    exact = -1000 * np.log(-np.log((np.arange(1024) + 0.5) / 1024))
    assert np.abs(exact - np.floor(exact) - 0.5).min() > 1e-6
