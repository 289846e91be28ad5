"""A planted imbalance on the real engine: a power whose effect a long run knows is found, and covered as often as promised."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from vs_sim.analysis.intervals import BlockSums, rate_intervals
from vs_sim.analysis.multiple import REPORTS, adjusted
from vs_sim.analysis.selftest.alarms import differences
from vs_sim.analysis.selftest.coverage import block_sums
from vs_sim.analysis.selftest.proof import ERRORS, Proof, share
from vs_sim.analysis.variants import Contrast, contrast
from vs_sim.analysis.verdicts import of_rate, p_outside
from vs_sim.cards import Deck, Variation, vary
from vs_sim.experiments.bands import Band

if TYPE_CHECKING:
    from vs_sim.experiments.blocks import Blocks

PART = "planted imbalance"
POWER: dict[str, Any] = {"points_to_win": "-1"}  # one point less wins
LEAST = 5.0  # standard errors of the long run, for its effect to count as known
BAND = 0.02  # of the fair share, either way


def most_even(blocks: Blocks) -> str:
    """The character whose win rate lies nearest to the fair share."""
    fair = 1 / blocks.seat_wins.shape[1]
    rates = blocks.wins.sum(axis=0) / blocks.appearances.sum(axis=0).clip(1)
    return blocks.characters[int(abs(rates - fair).argmin())]


def plant(deck: Deck, name: str) -> Deck:
    """The deck with POWER among what a character always has."""
    card = next(card for card in deck.cards if card.name == name)
    before = card.data.get("while", [])
    change: dict[str, Any] = {"while": [*before, POWER]}
    if before:
        change["drop"] = ["while"]
    return vary(deck, Variation(change={name: change}), f"{deck.name}, planted")


def planted(  # the run and the long run, each without and with it
    name: str, runs: tuple[Blocks, Blocks], long_runs: tuple[Blocks, Blocks], size: int
) -> Iterator[Proof]:
    """Without it and with it, in ranges of `size` blocks of a run; the truth is that of the long run, of another seed."""
    truth, whole = contrast(*long_runs), contrast(*runs)
    known, found = truth.characters[name], whole.characters[name]
    effect, error = known.difference or 0.0, known.error or math.inf
    said = f"long run of {long_runs[0].games:,} games with and without it"
    told = f"effect {effect:+.4f} of the long run, in its standard errors"
    yield Proof(PART, told, 2 * LEAST, effect / error, LEAST, 1000.0, said)
    source = f"run of {runs[0].games:,} games with and without it"
    reach = ERRORS * math.hypot(error, found.error or 0.0)
    difference = found.difference or 0.0
    yield Proof(
        PART, "effect found by a run of its own", effect, difference, effect - reach, effect + reach, source
    )
    p = _adjusted(whole)[name]
    yield Proof(PART, f"p value after {REPORTS}: found", 0.0, 1.0 if p is None else p, 0.0, 0.001, source)
    yield _verdict(name, runs[1], source)
    yield from _ranges(name, runs, truth, size)
    yield _rates(runs[1], long_runs[1], size)


def _adjusted(found: Contrast) -> dict[str, float | None]:
    names = list(found.characters)
    return dict(zip(names, adjusted([found.characters[name].p for name in names]), strict=True))


def _verdict(name: str, blocks: Blocks, source: str) -> Proof:
    """The character's rate alone, against a band about the fair share."""
    i = blocks.characters.index(name)
    fair = 1 / blocks.seat_wins.shape[1]
    sums = BlockSums.over(blocks.wins[:, i], blocks.appearances[:, i])
    band = Band("characters", None, "rate", fair - BAND, fair + BAND)
    p = p_outside(of_rate(band, name, sums, blocks.games))
    told = f"p value of its rate inside the fair share ± {BAND:.0%}: outside"
    return Proof(PART, told, 0.0, 1.0 if p is None else p, 0.0, 0.05, source)


def _ranges(name: str, runs: tuple[Blocks, Blocks], truth: Contrast, size: int) -> Iterator[Proof]:
    """How often the interval of a range covers the effect, and how often its test finds it."""
    a, b = runs
    by_block: list[float] = []
    of_all: list[float] = []
    from_sums: list[float] = []
    alarm: list[float] = []
    hoped: list[float] = []
    i = a.characters.index(name)
    known = truth.characters[name].difference or 0.0
    for first in range(0, a.blocks - size + 1, size):
        parts = a.part(first, first + size), b.part(first, first + size)
        found = contrast(*parts)
        inside = [
            row.low <= (truth.characters[other].difference or 0.0) <= row.high
            for other, row in found.characters.items()
            if row.low is not None and row.high is not None
        ]
        of_all.append(sum(inside) / max(len(inside), 1))
        row, summed = found.characters[name], differences(*parts)[i]
        if row.low is None or row.high is None or not row.error or row.p is None or summed is None:
            continue
        by_block.append(row.low <= known <= row.high)
        from_sums.append((summed.low or 0.0) <= known <= (summed.high or 0.0))
        alarm.append(row.p < 0.05)
        hoped.append(_power(known, row.error, (row.high - row.low) / 2 / row.error))
    source = f"{len(of_all):,} disjoint ranges of {size} blocks ({size * a.games_a_block} games)"
    yield share(PART, "interval by block covers the effect", 0.95, by_block, source)
    yield share(PART, "interval from sums covers the effect", 0.95, from_sums, source)
    others = share(PART, "the same, what the power does to all characters", 0.95, of_all, source)
    # Where no game of a range was changed there is only a bound: on the safe side as far as it likes.
    yield replace(others, high=1.0)
    hope = sum(hoped) / max(len(hoped), 1)
    yield share(PART, "found in a range, as often as the power of the test says", hope, alarm, source)


def _power(effect: float, error: float, reach: float) -> float:
    """The chance that an effect is found, by the normal law; `reach`: the test's limit in standard errors."""
    from scipy.special import ndtr

    away = abs(effect) / error
    return float(ndtr(away - reach) + ndtr(-away - reach))


def _rates(blocks: Blocks, long_run: Blocks, size: int) -> Proof:
    """Win rates of all characters in the ranges, against those of the long run."""
    truth = long_run.wins.sum(axis=0) / long_run.appearances.sum(axis=0).clip(1)
    hits: list[float] = []
    for first in range(0, blocks.blocks - size + 1, size):
        part = blocks.part(first, first + size)
        rate, low, high = rate_intervals(block_sums(part.wins.T, part.appearances.T))
        known = rate == rate  # noqa: PLR0124  # not nan
        hits.append(float(((low <= truth) & (truth <= high))[known].mean()))
    source = f"{len(hits):,} disjoint ranges of {size} blocks, {len(truth)} characters; truth: the long run"
    return share(PART, "win rates of the planted deck, all characters", 0.95, hits, source)
