"""Verdicts and bands: three ways, error rates, games still needed, and what a bands file may say."""

from pathlib import Path

import numpy as np
import pytest

from vs_sim.analysis.intervals import BlockSums
from vs_sim.analysis.verdicts import Verdict, games_needed, of_mean, of_rate, overall, p_inside, p_outside
from vs_sim.cards import DeckError
from vs_sim.experiments.bands import Band, Bands, load_bands

BAND = Band("characters", None, "rate", 0.2, 0.3)

EXAMPLE = """schema = 1
[characters]
lift = [0.92, 1.08]  # every character: 1 is the fair share
[characters."Burnout"]
rate = [0.20, 0.30]
[turns]
mean = [60, 90]
[unfinished]
share = [0, 0.01]
"""


def sums(wins: int, games: int) -> BlockSums:
    """Blocks of one game."""
    return BlockSums(wins, games, games, wins, wins, games)


def test_a_rate_deep_in_its_band_is_shown_to_be_inside() -> None:
    """25% of 10,000 games between 20 and 30%: both one-sided tests hold."""
    row = of_rate(BAND, "x", sums(2500, 10_000), 10_000)
    assert (p_inside(row) or 1) < 1e-6
    assert p_outside(row) == 1


def test_two_one_sided_tests_are_those_of_statsmodels() -> None:
    """The larger p value of both, as proportions_ztost gives it with the variance at the bounds."""
    from statsmodels.stats.proportion import proportions_ztost

    row = of_rate(BAND, "x", sums(280, 1000), 1000)
    expected = proportions_ztost(280, 1000, 0.2, 0.3, prop_var="limits")[0]
    assert p_inside(row) == pytest.approx(expected, rel=0.02)


def test_a_rate_far_from_its_band_is_outside() -> None:
    """40% of 1,000 games."""
    row = of_rate(BAND, "x", sums(400, 1000), 1000)
    assert (p_outside(row) or 1) < 1e-6
    assert p_inside(row) == pytest.approx(1, abs=1e-3)


def test_what_is_not_shown_is_undecided_and_says_how_much_is_missing() -> None:
    """29% of 200 games: neither; with the games that it names the verdict is there."""
    row = of_rate(BAND, "x", sums(58, 200), 200)
    assert min(p_inside(row) or 0, p_outside(row) or 0) > 0.05
    more = games_needed(row)
    assert more is not None
    n = 200 + more
    assert (p_inside(of_rate(BAND, "x", sums(round(0.29 * n), n), n)) or 1) < 0.05


def test_a_value_on_the_edge_has_no_end() -> None:
    """Exactly on the bound no number of games decides."""
    assert games_needed(of_rate(BAND, "x", sums(60, 200), 200)) is None


@pytest.mark.parametrize("wins", [0, 40])
def test_no_wins_and_all_wins_are_outside(wins: int) -> None:
    """0 or 40 of 40 wins lie outside 20 to 30%."""
    assert (p_outside(of_rate(BAND, "x", sums(wins, 40), 40)) or 1) < 0.05


def test_a_bound_of_nothing_is_no_bound() -> None:
    """From 0 to 1% unfinished: 0 of 1,000 games are inside, although 0 is the bound."""
    row = of_rate(Band("unfinished", None, "share", 0, 0.01), "x", sums(0, 1000), 1000)
    assert (p_inside(row) or 1) < 0.05


def test_without_a_game_nothing_is_said() -> None:
    """No finished game: no p value at all."""
    row = of_rate(BAND, "x", BlockSums(0, 0, 0, 0, 0, 0), 10)
    assert p_inside(row) is p_outside(row) is games_needed(row) is None


def test_a_mean_is_tested_over_blocks() -> None:
    """80 turns on average, one standard error 0.5: inside 70 to 90, outside 60 to 70."""
    draw = np.random.default_rng(1)
    turns = draw.normal(320, 40, 1600).round().astype(int)
    f = np.full(1600, 4)
    found = BlockSums(*(int(x.sum()) for x in (turns, f, f > 0, turns**2, turns * f, f * f)))
    assert (p_inside(of_mean(Band("turns", None, "mean", 70, 90), "turns", found)) or 1) < 1e-6
    assert (p_outside(of_mean(Band("turns", None, "mean", 60, 70), "turns", found)) or 1) < 1e-6


@pytest.mark.parametrize(
    ("rate", "asked"), [(0.25, "outside"), (0.3, "outside"), (0.2, "inside"), (0.31, "inside")]
)
def test_wrong_verdicts_are_as_rare_as_said(rate: float, asked: str) -> None:
    """In a band or on its edge `outside` comes in at most 5% of runs, on the edge or beyond `inside` does."""
    draw = np.random.default_rng(3)
    test = p_outside if asked == "outside" else p_inside
    wrong = 0
    for _ in range(500):
        p = test(of_rate(BAND, "x", sums(int(draw.binomial(800, rate)), 800), 800))
        wrong += p is not None and p <= 0.05
    assert wrong / 500 <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 500)


def test_one_outside_is_the_verdict_of_all() -> None:
    """Outside before undecided before inside."""
    assert overall(["inside", "undecided", "outside"]) is Verdict.OUTSIDE
    assert overall(["inside", "undecided"]) is Verdict.UNDECIDED
    assert overall([]) is Verdict.INSIDE


def test_a_bands_file_is_read(tmp_path: Path) -> None:
    """The example: a band for all characters, one of a single one, length and unfinished share."""
    file = tmp_path / "bands.toml"
    file.write_text(EXAMPLE)
    bands = load_bands(file, {"characters": ("Burnout", "Elder")})
    assert bands.of("characters", "Burnout") == Band("characters", "Burnout", "rate", 0.2, 0.3)
    assert bands.of("characters", "Elder") == Band("characters", None, "lift", 0.92, 1.08)
    assert bands.of("turns", "turns") == Band("turns", None, "mean", 60, 90)
    assert bands.of("seats", "0") is None
    assert Bands(()).of("turns", "turns") is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("schema = 2", "bands.toml:1:10: schema: expected 1, got 2"),
        ("schema = 1\n[charcters]", "bands.toml:2:1: charcters: expected characters"),
        (
            "schema = 1\n[characters]\nlift = [2, 1]",
            "bands.toml:3:8: characters.lift: expected the lower number first",
        ),
        ("schema = 1\n[characters]\nlift = [1]", "bands.toml:3:8: characters.lift: expected two numbers"),
        ("schema = 1\n[characters]\nlfit = [1, 2]", 'did you mean "lift"?'),
        ("schema = 1\n[characters.Burnuot]\nlift = [1, 2]", 'did you mean "Burnout"?'),
        ("schema = 1\nturns = 3", "bands.toml:2:9: turns: expected a table"),
        ("schema = 1\n[turns]\nmean = [1, 2", "bands.toml"),
    ],
)
def test_a_wrong_bands_file_is_told_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    """File, line, column, key, what was expected, the nearest name."""
    file = tmp_path / "bands.toml"
    file.write_text(text)
    with pytest.raises(DeckError) as caught:
        load_bands(file, {"characters": ("Burnout",)})
    assert said in str(caught.value)
