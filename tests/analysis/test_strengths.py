"""The list of strengths: against statsmodels, against a known truth, and at its corners."""

import numpy as np
import pytest

from vs_sim.analysis.strengths import fit, strengths
from vs_sim.experiments.sample import Sample
from vs_sim.experiments.tallies import FolderKeys

KEYS = FolderKeys(("weak", "fair", "strong"), ("one",), ("0", "1"), (), (), (), ())
TRUTH = np.log([0.5, 1.0, 2.0])


def games(n: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Characters (games, 2) and winners drawn by the model."""
    draw = np.random.default_rng(seed)
    characters = np.array([draw.permutation(3)[:2] for _ in range(n)])
    odds = np.exp(TRUTH[characters])
    return characters, (draw.random(n) < odds[:, 1] / odds.sum(axis=1)).astype(int)


def sample_of(characters: np.ndarray, winner: np.ndarray, per_block: int = 1) -> Sample:
    """As a run keeps them."""
    sample = Sample()
    sample.take(
        block=np.arange(len(winner)) // per_block,
        winner=winner,
        character=characters.astype(np.int16),
        policy=np.zeros(characters.shape, dtype=np.int16),
    )
    return sample


def test_it_is_the_conditional_logit_of_statsmodels() -> None:
    """Without the pull, log odds against a base character equal those of ConditionalLogit."""
    from statsmodels.discrete.conditional_models import ConditionalLogit

    characters, winner = games(400)
    beta, _ = fit(characters[:, :, None], winner, np.arange(400), 3, pull=1e-9)
    won = np.zeros((400, 2))
    won[np.arange(400), winner] = 1
    dummies = (characters[:, :, None] == np.arange(1, 3)).reshape(-1, 2).astype(float)
    expected = ConditionalLogit(won.ravel(), dummies, groups=np.repeat(np.arange(400), 2)).fit(disp=False)
    assert beta[1:] - beta[0] == pytest.approx(expected.params, abs=1e-3)


def test_the_truth_lies_in_the_intervals() -> None:
    """Odds 1/2, 1, 2 are found, strongest first; the seats are alike."""
    found = strengths(sample_of(*games(4000)), KEYS, 0.99)
    rows = {row["name"]: row for row in found.to_dicts()}
    assert found.filter(found["kind"] == "character")["name"].to_list() == ["strong", "fair", "weak"]
    for name, odds in (("weak", 0.5), ("fair", 1), ("strong", 2), ("0", 1), ("1", 1)):
        assert rows[name]["low"] < odds < rows[name]["high"]
    assert "one" not in rows


def test_games_of_a_block_that_repeat_each_other_count_once() -> None:
    """The same game four times in a block: intervals as wide as with one."""
    characters, winner = games(500)
    once = strengths(sample_of(characters, winner), KEYS, 0.95)
    four = strengths(sample_of(characters.repeat(4, axis=0), winner.repeat(4), 4), KEYS, 0.95)
    width = [np.log((frame["high"] / frame["low"]).to_numpy()) for frame in (once, four)]
    assert width[1] == pytest.approx(width[0], rel=0.05)


def test_whoever_never_won_has_a_finite_strength() -> None:
    """No win, or all wins: the odds are small or large, with an interval."""
    characters = np.tile([[0, 1], [1, 0]], (50, 1))
    winner = np.tile([1, 0], 50)
    found = strengths(sample_of(characters, winner), KEYS, 0.95)
    names = {row["name"]: row for row in found.to_dicts()}
    assert 0 < names["weak"]["strength"] < 0.2
    assert names["fair"]["strength"] > 5
    assert all(np.isfinite([row["low"], row["high"]]).all() for row in names.values())


def test_without_a_finished_game_there_is_no_list() -> None:
    """No sample, no game, no winner: an empty table."""
    nobody = sample_of(np.array([[0, 1]]), np.array([-1]))
    for sample in (None, Sample(), nobody):
        assert strengths(sample, KEYS, 0.95).is_empty()
