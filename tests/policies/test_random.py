"""The policy `random`."""

import numpy as np
import pytest
from scipy.stats import chi2

from tests.policies.games import RANDOM, decisions, stepper


@pytest.mark.parametrize("game", [0, 1, 2, 3])
def test_random_takes_each_choice_equally_often(game: int) -> None:
    """Asked 4,000 times, it takes every listed choice about equally often (chi-squared, fixed seed, level 0.001)."""
    made = stepper([RANDOM] * 4, game)
    while len(made.choices) < 5:
        made.take(made.choices[0])
    n = len(made.choices)
    counts = np.bincount([made.pick() for _ in range(4000)], minlength=n)
    expected = 4000 / n
    assert len(counts) == n
    assert ((counts - expected) ** 2 / expected).sum() < chi2.ppf(0.999, n - 1)


def test_random_is_uniform_over_whole_games() -> None:
    """Over all decisions of some games the index taken, as a share of the list, has mean 1/2 (five standard errors)."""
    shares = [(index + 0.5) / len(made.choices) for made, index in decisions([RANDOM] * 4, range(8))]
    variance = 1 / 12  # a bit less for short lists
    assert abs(np.mean(shares) - 0.5) < 5 * np.sqrt(variance / len(shares))


def test_random_streams_belong_to_seats() -> None:
    """The same game is played alike twice; two seats do not draw the same numbers."""
    first = [index for _, index in decisions([RANDOM] * 3, [5])]
    assert first == [index for _, index in decisions([RANDOM] * 3, [5])]
    made = stepper([RANDOM] * 3, 5)
    assert len({int(key) for key in made.work.key_policy[:3]}) == 3
