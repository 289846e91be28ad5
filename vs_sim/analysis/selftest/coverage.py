"""Whether intervals, tests and verdicts keep what they promise, on simulated games: no win, few, many, all of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from vs_sim.analysis.intervals import BlockSums, rate_intervals
from vs_sim.analysis.selftest.proof import Proof, share
from vs_sim.analysis.sequential import MIN_BLOCKS, Decision, gsprt, sequence_interval
from vs_sim.analysis.strengths import fit
from vs_sim.analysis.verdicts import of_rate, p_inside, p_outside
from vs_sim.experiments.bands import Band

PART = "coverage"
BLOCKS, GAMES = 200, 4  # of a simulated run, and of each of its blocks
NO_WIN = (1, 2, 4, 10, 100, 10_000)  # blocks
FEW = 4
AT_NONE = 0.05  # the chance of no win at all, at the upper end of the interval of no wins

Ints = npt.NDArray[np.int64]
Draw = np.random.Generator


def coverage(runs: int, seed: int) -> list[Proof]:
    """All of them; `runs` simulated runs for a rate, fewer where each takes longer."""
    draw = np.random.default_rng([seed, 1])
    few = max(100, runs // 25)
    return [
        *_none_and_all(),
        *_rates(draw, runs),
        *_at_every_look(draw, few),
        *_sequential_test(draw, few),
        *_verdicts(draw, runs // 4),
        *_strengths(draw, few),
    ]


def block_sums(wins: Ints, finished: Ints) -> BlockSums:
    """The sums of many runs, from arrays (runs, blocks)."""
    w, f = wins, finished
    return BlockSums(*(part.sum(axis=1) for part in (w, f, f > 0, w * w, w * f, f * f)))


def _none_and_all() -> Iterator[Proof]:
    """Without a win the interval begins at 0 and ends where no win is no longer likely; all wins are its mirror."""
    off = 0.0
    for n in NO_WIN:
        f = np.full((1, n), GAMES)
        _, low, high = (float(end[0]) for end in rate_intervals(block_sums(f * 0, f)))
        _, least, most = (float(end[0]) for end in rate_intervals(block_sums(f, f)))
        off = max(off, low, abs(least - (1 - high)), abs(most - 1))
        said = f"no win in {n:,} {'block' if n == 1 else 'blocks'}: its chance at the upper end"
        bound = (
            AT_NONE if n > FEW else 1.0
        )  # so few blocks say next to nothing: there only has to be an upper end
        yield Proof(
            PART,
            said,
            0.025,
            (1 - high) ** n,
            0.0,
            bound,
            "a block counts as one observation where none is won",
        )
    yield Proof(
        PART, "no win begins at 0, all wins are its mirror; farthest off", 0.0, off, 0.0, 1e-12, "exact"
    )


def _rates(draw: Draw, runs: int) -> Iterator[Proof]:
    """The rate lies in its interval in 95% of runs, wherever it lies and however much the games of a block are alike."""
    games = BLOCKS * GAMES
    expected = {
        "few wins (1 to 20 expected)": (1 / games, 20 / games),
        "a quarter won": (0.2, 0.3),
        "nearly all won (1 to 20 losses)": (1 - 20 / games, 1 - 1 / games),
    }
    for said, (low, high) in expected.items():
        for alike in (0.0, 0.2):
            rate = draw.uniform(low, high, runs)
            of_block = np.repeat(rate[:, None], BLOCKS, axis=1)
            if alike:  # a beta-binomial: games of a block have that correlation
                size = 1 / alike - 1
                of_block = draw.beta(of_block * size, (1 - of_block) * size)
            wins = draw.binomial(GAMES, of_block)
            _, bottom, top = rate_intervals(block_sums(wins, np.full_like(wins, GAMES)))
            told = f"{said}, games of a block {'alike' if alike else 'independent'}"
            yield _covers(told, (bottom <= rate) & (rate <= top), few=not said.startswith("a quarter"))


def _covers(said: str, hits: Any, *, few: bool) -> Proof:
    """With few wins no interval of a discrete number is exact: it may err on the safe side by as much as it likes."""
    source = f"{len(hits):,} runs of {BLOCKS} blocks of {GAMES} games"
    found = share(PART, f"win rate, {said}", 0.95, hits, source)
    if not few or found.low is None:
        return found
    return replace(found, low=found.low - 0.01, high=1.0)


def _at_every_look(draw: Draw, runs: int) -> Iterator[Proof]:
    """Looked at 30 times on the way, it is ever outside in at most 5% of runs; the plain interval far more often."""
    looks = np.unique(np.geomspace(MIN_BLOCKS, 6000, 30).astype(int))
    missed, missed_plain = np.zeros(runs), np.zeros(runs)
    for run in range(runs):
        w = draw.binomial(GAMES, draw.beta(2.5, 7.5, 6000))
        f = np.full(6000, GAMES)
        running = [np.cumsum(part)[looks - 1] for part in (w, f, f > 0, w * w, w * f, f * f)]
        for sums in zip(*(part.tolist() for part in running), strict=True):
            ends = sequence_interval(BlockSums(*sums), halfwidth=0.01, players=GAMES)
            missed[run] = missed[run] or not (ends is None or ends[0] <= 0.25 <= ends[1])
        _, low, high = rate_intervals(BlockSums(*running))
        missed_plain[run] = ((low > 0.25) | (high < 0.25)).any()
    source = f"{runs:,} runs of 6,000 blocks, each looked at {len(looks)} times"
    yield share(PART, "interval for every look, ever off the truth", 0.05, missed, source, at_most=True)
    plain = float(missed_plain.mean())
    yield Proof(PART, "plain interval at the same looks (why it is not used)", 0.3, plain, 0.1, 1.0, source)


def _sequential_test(draw: Draw, runs: int) -> Iterator[Proof]:
    """The test of one of two means: it takes the other one in at most 5% of runs."""
    x = draw.normal(size=(runs, 4000))
    n = np.arange(1, 4001)
    mean = x.cumsum(axis=1) / n
    error = np.sqrt(np.maximum(1e-12, (x * x).cumsum(axis=1) / n - mean**2) / n)
    for truth, wrong in ((0.0, Decision.SECOND), (0.1, Decision.FIRST)):
        mistaken = np.zeros(runs)
        for run in range(runs):
            for k in range(100, 4000, 25):
                said = gsprt(float(mean[run, k]) + truth, float(error[run, k]), 0.0, 0.1)[1]
                if said != Decision.GO_ON:
                    mistaken[run] = said == wrong
                    break
        source = f"{runs:,} runs of up to 4,000 blocks"
        told = f"sequential test of 0 against 0.1, mistaken where {truth:g} holds"
        yield share(PART, told, 0.05, mistaken, source, at_most=True)


def _verdicts(draw: Draw, runs: int) -> Iterator[Proof]:
    """At the edge of a band: "inside" and "outside" are each said of it at most as often as they may be."""
    band = Band("characters", None, "rate", 0.23, 0.27)
    blocks = 2000
    f = np.full(blocks, GAMES)
    inside, outside = np.zeros(runs), np.zeros(runs)
    for run in range(runs):
        w = draw.binomial(GAMES, 0.27, blocks)
        row = of_rate(
            band, "", BlockSums(w.sum(), f.sum(), blocks, (w * w).sum(), (w * f).sum(), (f * f).sum()), 1
        )
        inside[run], outside[run] = (p_inside(row) or 0) <= 0.05, (p_outside(row) or 0) <= 0.05
    source = f"{runs:,} runs of {blocks:,} blocks with the rate at the upper edge"
    yield share(PART, 'verdict "inside" at the edge of the band', 0.05, inside, source)
    yield share(PART, 'verdict "outside" at the edge of the band', 0.025, outside, source)


def _strengths(draw: Draw, runs: int) -> Iterator[Proof]:
    """Log odds of a list of strengths lie in their intervals, with games of a block that share their table."""
    truth = np.linspace(-0.6, 0.6, 6)
    blocks = 150
    hits = np.zeros((runs, 6))
    for run in range(runs):
        table = np.argsort(draw.random((blocks, 6)), axis=1)[:, :GAMES]
        luck = draw.gumbel(
            size=(blocks * GAMES, GAMES)
        )  # the highest of strength + luck wins in proportion to exp
        seats = np.concatenate([np.roll(table, k, axis=1)[:, None] for k in range(GAMES)], axis=1)
        seats = seats.reshape(-1, GAMES)
        winner = (truth[seats] + luck).argmax(axis=1)
        beta, covariance = fit(seats[:, :, None], winner, np.repeat(np.arange(blocks), GAMES), 6)
        against = np.eye(6) - 1 / 6
        error = np.sqrt(np.einsum("ij,jk,ik->i", against, covariance, against))
        hits[run] = np.abs(against @ (beta - truth)) <= 1.96 * error
    source = f"{runs:,} runs of {blocks * GAMES} games, six characters"
    yield share(PART, "strengths, log odds", 0.95, hits.mean(axis=1), source)
