"""Each formula against values that others have published."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from vs_sim.analysis.block_pairs import newcombe, paired_ratio
from vs_sim.analysis.intervals import BlockSums, rate_interval, wilson
from vs_sim.analysis.multiple import GATES, REPORTS, adjusted
from vs_sim.analysis.paired import PairSums, ratio_difference
from vs_sim.analysis.power import blocks_needed
from vs_sim.analysis.selftest.proof import Proof, equal
from vs_sim.analysis.sequential import gsprt, radius, sequence_p
from vs_sim.analysis.strengths import fit, fit_strengths
from vs_sim.analysis.tables import mean_interval
from vs_sim.analysis.verdicts import of_mean, p_inside
from vs_sim.experiments.bands import Band

PART = "published values"

WILSON = "Newcombe, Statistics in Medicine 17 (1998) 857, table I, method 3"
WILSONS = (
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0, 0.1611),
    (1, 29, 0.0061, 0.1718),
)
NEWCOMBE = "Newcombe, Statistics in Medicine 17 (1998) 873, table II, method 10"
NEWCOMBES = ((3, 9, 10, 0.1705, 0.8090), (2, 6, 7, 0.0582, 0.8062), (0, 10, 10, 0.6075, 1.0))

# 25 of 415 blocks of a city: residents, their income (in 1,000 dollars), and how many of them are renters.
CLUSTERS = "Scheaffer, Mendenhall and Ott, Elementary Survey Sampling, chapter 8, 25 of 415 city blocks"
RESIDENTS = (8, 12, 4, 5, 6, 6, 7, 5, 8, 3, 2, 6, 5, 10, 9, 3, 6, 5, 5, 4, 6, 8, 7, 3, 8)
INCOME = (
    *(96, 121, 42, 65, 52, 40, 75, 65, 45, 50, 85, 43, 54, 49, 53, 50, 32, 22, 45, 37, 51, 30, 39, 47, 41),
)
CITY_BLOCKS = 415
INCOME_VARIANCE = 653_785

BENJAMINI = "Benjamini and Hochberg, Journal of the Royal Statistical Society B 57 (1995) 289, section 3.2"
ENDPOINTS = (
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528),
    *(0.7590, 1.0),
)
PADJUST = "stdlib.io, documentation of padjust"
BH_GIVEN, BH_TOLD = (0.008, 0.03, 0.123, 0.6, 0.2), (0.04, 0.075, 0.205, 0.6, 0.25)
HOLM_GIVEN, HOLM_TOLD = (0.319, 0.201, 0.4, 0.374, 0.113), (0.957, 0.804, 0.957, 0.957, 0.565)

# Hours of sleep gained by the same ten patients with either drug.
SLEEP = "Student, Biometrika 6 (1908) 1; R documentation of t.test (data sleep, paired)"
FIRST = (0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0)
SECOND = (1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4)

MIXTURE = "Howard and others, library confseq, TwoSidedNormalMixture(100, 0.05)"
BEST_RHO, BOUND = 12.60056, 30.35209
CHESS = "jw1912/SPRT, sample of --gsprt: 4307 wins, 4063 losses, 8620 draws, Elo 0 against 3"
WALD = "Wald, Sequential Analysis (1947), section 3.2: log((1 - beta) / alpha)"

# Games that the row won against the column, American League 1987.
BASEBALL = "Agresti, Categorical Data Analysis, table of the American League 1987; R package BradleyTerry2"
TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
WON = (
    (0, 7, 9, 7, 7, 9, 11),
    (6, 0, 7, 5, 11, 9, 9),
    (4, 6, 0, 7, 7, 8, 12),
    (6, 8, 6, 0, 6, 7, 10),
    (6, 2, 6, 7, 0, 7, 12),
    (4, 4, 5, 6, 6, 0, 6),
    (2, 4, 1, 3, 1, 7, 0),
)
ABILITIES = (1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839)  # against Baltimore

TOST = (
    "Lakens, Social Psychological and Personality Science 8 (2017) 355; R package TOSTER, example of TOSTone"
)
LEHR = "Lehr, Statistics in Medicine 11 (1992) 1099, paired: 8 / 0.5^2 subjects for 80% power"


def published() -> list[Proof]:
    """All of them."""
    return [*_rates(), *_differences(), *_families(), *_looks(), *_strengths(), *_decisions()]


def _ends(
    check: str, told: tuple[float, float], found: tuple[float, float], digits: int, source: str
) -> Iterator[Proof]:
    for end, expected, value in zip(("low", "high"), told, found, strict=True):
        yield equal(PART, f"{check}, {end}", expected, value, digits, source)


def _rates() -> Iterator[Proof]:
    for wins, games, low, high in WILSONS:
        yield from _ends(f"Wilson, {wins} of {games}", (low, high), wilson(wins / games, games), 4, WILSON)
    # With every city block in the sample, the error would be nothing: the finite population's factor.
    left = 1 - len(RESIDENTS) / CITY_BLOCKS
    income = BlockSums.over(np.array(INCOME) * 1000, RESIDENTS)
    variance = _error(income) ** 2
    yield equal(PART, "mean a resident, by city blocks", 8801, income.wins / income.finished, 0, CLUSTERS)
    yield equal(PART, "its variance", INCOME_VARIANCE, left * variance, 0, CLUSTERS)
    # Korn and Graubard: p (1 - p) / variance, times the squares of t's quantiles of games and of blocks.
    from scipy.stats import t

    half = tuple(n // 2 for n in RESIDENTS)
    sums = BlockSums.over(half, RESIDENTS)
    rate, error = sums.wins / sums.finished, _error(sums)
    ratio = t.ppf(0.975, sums.finished - 1) / t.ppf(0.975, len(half) - 1)
    by_hand = wilson(rate, min(rate * (1 - rate) / error**2 * ratio**2, sums.finished))
    source = "Korn and Graubard, Survey Methodology 24 (1998) 193, n* of section 2 put into Wilson's interval"
    yield from _ends("effective size of blocks", by_hand, rate_interval(sums) or (0, 0), 9, source)


def _error(sums: BlockSums) -> float:
    """Standard error of a ratio, out of the interval of a mean."""
    from scipy.stats import t

    low, high = mean_interval(sums, 0.95)
    return ((high or 0.0) - (low or 0.0)) / 2 / float(t.ppf(0.975, sums.blocks - 1))


def _differences() -> Iterator[Proof]:
    ones = np.ones(len(FIRST))
    block = paired_ratio(FIRST, ones, SECOND, ones, share=False)
    first, second = (np.array([round(10 * hours) for hours in drug]) for drug in (FIRST, SECOND))
    n = ones.astype(int)
    summed = ratio_difference(PairSums.over(first, n, second, n), is_rate=False)
    for name, found, scale in (("by block", block, 1), ("from sums", summed, 10)):
        if found is None:
            continue
        yield equal(
            PART, f"paired t test {name}, difference", 1.58, (found.difference or 0) / scale, 2, SLEEP
        )
        yield equal(PART, f"paired t test {name}, p", 0.002833, found.p or 0, 6, SLEEP)
        ends = ((found.low or 0) / scale, (found.high or 0) / scale)
        yield from _ends(f"paired t test {name}", (0.7001142, 2.4598858), ends, 7, SLEEP)
    for a, b, n_each, low, high in NEWCOMBES:
        found = newcombe(a / n_each, b / n_each, n_each, 0.95)
        yield from _ends(f"difference {b}/{n_each} − {a}/{n_each}", (low, high), found, 4, NEWCOMBE)


def _families() -> Iterator[Proof]:
    for method, known in ((REPORTS, 4), (GATES, 3)):
        found = sum(p <= 0.05 for p in adjusted(ENDPOINTS, method) if p is not None)
        yield equal(PART, f"{method}, rejected of 15", known, found, 0, BENJAMINI)
    for method, given, told in ((REPORTS, BH_GIVEN, BH_TOLD), (GATES, HOLM_GIVEN, HOLM_TOLD)):
        for before, after, p in zip(given, told, adjusted(given, method), strict=True):
            yield equal(PART, f"{method}, {before:g} adjusted", after, p or 0, 3, PADJUST)


def _looks() -> Iterator[Proof]:
    rho = 1 / math.sqrt(BEST_RHO)
    yield equal(PART, "sequence of 100, half-width × 100", BOUND, 100 * radius(100, 1, rho, 0.05), 5, MIXTURE)
    yield equal(PART, "p value at its edge", 0.05, sequence_p(BOUND / 100, 0.1, 100, rho), 6, MIXTURE)
    wins, losses, draws = 4307, 4063, 8620
    games = wins + losses + draws
    score = (wins + draws / 2) / games
    error = math.sqrt(((wins + draws / 4) / games - score**2) / games)
    levels = [1 / (1 + 10 ** (-elo / 400)) for elo in (0, 3)]
    yield equal(PART, "GSPRT, log likelihood ratio", 2.99, gsprt(score, error, *levels)[0], 2, CHESS)
    yield equal(PART, "its bound", 2.94, math.log(0.95 / 0.05), 2, WALD)


def _strengths() -> Iterator[Proof]:
    from vs_sim.experiments.tournament import Blocks

    games = [(i, j, WON[i][j]) for i in range(len(TEAMS)) for j in range(len(TEAMS)) if WON[i][j]]
    pairs = np.array([(i, j) for i, j, n in games for _ in range(n)])
    beta, _ = fit(
        pairs[:, :, None], np.zeros(len(pairs), dtype=np.int64), np.arange(len(pairs)), 7, pull=1e-9
    )
    seats = np.zeros((len(games), len(TEAMS)), dtype=np.int64)
    wins = np.zeros_like(seats)
    for row, (i, j, n) in enumerate(games):
        seats[row, [i, j]] = 1
        wins[row, i] = n
    logits = fit_strengths(Blocks(TEAMS, seats, wins, wins.sum(axis=1))).logits
    for name, found in (("list of strengths", beta), ("ladder", logits)):
        for team, told, value in zip(TEAMS, ABILITIES, found - found[-1], strict=False):
            yield equal(PART, f"Plackett–Luce, {name}, {team}", told, value, 4, BASEBALL)


def _decisions() -> Iterator[Proof]:
    # Mean 0.54 and standard deviation 1.2 of 100; the band is 0.5 and 0.3 standard deviations either way.
    low, high = 0.5 - 0.36, 0.5 + 0.36
    values = _with(0.54, 1.2, 100)
    measured = of_mean(Band("turns", None, "mean", low, high), "turns", BlockSums.over(values, np.ones(100)))
    yield equal(PART, "two one-sided tests, p", 0.004, p_inside(measured) or 0, 3, TOST)
    yield Proof(
        PART, "blocks for a difference of half a spread", 32,
        float(blocks_needed(1.0, 0.5, confidence=0.95, power=0.8)), 31, 33, LEHR,
    )  # fmt: skip


def _with(mean: float, spread: float, n: int) -> Sequence[float]:
    """Numbers of exactly that mean and standard deviation."""
    half = spread * math.sqrt((n - 1) / n)
    return [mean - half, mean + half] * (n // 2)
