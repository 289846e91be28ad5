"""Summaries: rates, lifts and lengths of tallies."""

import numpy as np
import pytest

from vs_sim.analysis.tables import item_frame, lengths
from vs_sim.experiments.tallies import ItemTally


def tally() -> ItemTally:
    """Two items in blocks of four; the second one's games are all unfinished."""
    made = ItemTally.empty(("first", "second", "never"))
    four_a_block = [200, 200, 50, 50, 50, 50 * 4, 50 * 16]  # in the order of SUM_NAMES
    made.add_sums(np.array([four_a_block, [200, 0, 0, 0, 0, 0, 0], [0] * 7]))
    return made


def test_rate_is_wins_over_finished_games() -> None:
    """Fifty wins in two hundred finished games of four players: a quarter, lift 1."""
    row = item_frame("characters", tally(), 4).row(0, named=True)
    assert (row["games"], row["wins"], row["unfinished"]) == (200, 50, 0)
    assert (row["rate"], row["lift"]) == (0.25, 1.0)


def test_no_finished_games_no_rate() -> None:
    """Two hundred unfinished games: rate, interval and lift are null, never 0."""
    row = item_frame("characters", tally(), 4).row(1, named=True)
    assert (row["games"], row["wins"], row["unfinished"]) == (0, 0, 200)
    assert [row[key] for key in ("rate", "low", "high", "lift")] == [None] * 4


def test_characters_that_never_played_are_left_out() -> None:
    """An item without any appearance has no row where only those that played are asked for."""
    assert item_frame("characters", tally(), 4, played_only=True)["name"].to_list() == ["first", "second"]


def test_lengths_are_the_percentiles_of_the_games() -> None:
    """Mean and percentiles of a histogram equal those of the games themselves."""
    turns = np.random.default_rng(1).integers(20, 400, 5001)
    told = lengths(np.bincount(turns))
    assert told["mean"] == pytest.approx(turns.mean())
    expected = np.percentile(turns, [5, 50, 95], method="inverted_cdf")
    assert [told["p05"], told["p50"], told["p95"]] == expected.tolist()


def test_no_games_have_no_length() -> None:
    """Without games every length is null."""
    assert set(lengths(np.zeros(1, dtype=np.int64)).values()) == {None}
