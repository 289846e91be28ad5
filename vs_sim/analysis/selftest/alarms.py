"""False alarms on the real engine: a deck against itself, with shuffles that fall otherwise. Nothing is there to find."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from vs_sim.analysis.intervals import BlockSums
from vs_sim.analysis.multiple import GATES, REPORTS, adjusted
from vs_sim.analysis.paired import Difference, PairSums, ratio_difference
from vs_sim.analysis.selftest.proof import Proof, share
from vs_sim.analysis.sequential import MIN_BLOCKS, expected_blocks, sequence_difference, sequence_p, tuning
from vs_sim.analysis.variants import Contrast, contrast

if TYPE_CHECKING:
    from vs_sim.analysis.block_pairs import Paired
    from vs_sim.experiments.blocks import Blocks

PART = "false alarms"
LEVEL = 0.05
LOOK = 50  # blocks from look to look of the sequential test
HALFWIDTH = 0.02  # it is tuned for


def alarms(base: Blocks, others: Sequence[Blocks], size: int, path: int) -> Iterator[Proof]:
    """A deck and variants of the same law on the same blocks, cut into comparisons of `size` blocks each.

    `path`: blocks of a sequential test.
    """
    itself = contrast(base, base)
    rows = [*itself.characters.values(), *itself.seats, itself.turns, itself.unfinished]
    most = max(abs(row.difference or 0.0) for row in rows)
    yield Proof(PART, "the same games: largest difference", 0.0, most, 0.0, 0.0, f"{base.games:,} games")
    parts = [(k, k + size) for k in range(0, base.blocks - size + 1, size)]
    found = [[contrast(base.part(*at), other.part(*at)) for other in others] for at in parts]
    source = (
        f"{len(parts):,} disjoint ranges of {size} blocks ({size * base.games_a_block} games), "
        f"each against {len(others)} {'variant' if len(others) == 1 else 'variants'} of the same law"
    )
    yield from _tests(found, source)
    yield from _sums(base, others[0], parts, source)
    yield from _families(found, source)
    yield from _looks(base, others, path)


def _tests(found: list[list[Contrast]], source: str) -> Iterator[Proof]:
    """Paired tests by block, as knock-outs, sweeps and the gate take them."""
    for said, rows_of in (
        ("win rate of a character", _characters),
        ("win rate of a seat", _seats),
        ("length in turns", _turns),
    ):
        hits = [_share_below([row.p for one in ones for row in rows_of(one)]) for ones in found]
        yield share(PART, f"paired test by block, {said}", LEVEL, hits, source)


def _characters(one: Contrast) -> Sequence[Paired]:
    return list(one.characters.values())


def _seats(one: Contrast) -> Sequence[Paired]:
    return one.seats


def _turns(one: Contrast) -> Sequence[Paired]:
    return (one.turns,)


def _share_below(p_values: Sequence[float | None]) -> float:
    known = [p < LEVEL for p in p_values if p is not None]
    return sum(known) / max(len(known), 1)


def _sums(base: Blocks, other: Blocks, parts: list[tuple[int, int]], source: str) -> Iterator[Proof]:
    """The paired test from sums, as `compare` takes it."""
    hits: list[float] = []
    for at in parts:
        rows = differences(base.part(*at), other.part(*at))
        hits.append(_share_below([None if row is None else row.p for row in rows]))
    yield share(PART, "paired test from sums, win rate of a character", LEVEL, hits, source)


def differences(a: Blocks, b: Blocks) -> list[Difference | None]:
    """The paired difference of each character, from sums."""
    found: list[Difference | None] = []
    for i in range(len(a.characters)):
        columns = (part[:, i] for part in (a.wins, a.appearances, b.wins, b.appearances))
        found.append(ratio_difference(PairSums.over(*columns)))
    return found


def _terms(wa: np.ndarray, fa: np.ndarray, wb: np.ndarray, fb: np.ndarray) -> tuple[np.ndarray, ...]:
    """By block what PairSums sums up, in its order."""
    own = ((w, f, f > 0, w * w, w * f, f * f) for w, f in ((wa, fa), (wb, fb)))
    return (*(part for side in own for part in side), (fa > 0) | (fb > 0), wa * wb, wa * fb, fa * wb, fa * fb)


def _difference(*sums: np.ndarray) -> Difference | None:
    numbers = [int(part[0]) for part in sums]
    return ratio_difference(PairSums(BlockSums(*numbers[:6]), BlockSums(*numbers[6:12]), *numbers[12:]))


def _families(found: list[list[Contrast]], source: str) -> Iterator[Proof]:
    """A family of a knock-out or a gate, in which nothing is true: how often anything at all is shown."""
    families = [
        [row.p for one in ones for row in (*one.characters.values(), one.turns, one.unfinished)]
        for ones in found
    ]
    for method in (REPORTS, GATES):
        gc.freeze()  # statsmodels collects garbage after every family
        hits = [any(p is not None and p < LEVEL for p in adjusted(family, method)) for family in families]
        gc.unfreeze()
        told = f"family of all tests of a range after {method}: anything shown"
        yield share(PART, told, LEVEL, hits, source, at_most=True)


def _looks(base: Blocks, others: Sequence[Blocks], path: int) -> Iterator[Proof]:
    """The sequential test of every character, looked at again and again; beside it the plain test, which may not be."""
    looks = list(range(MIN_BLOCKS, path + 1, LOOK))
    rho = tuning(expected_blocks(HALFWIDTH, 0.5, LEVEL), LEVEL)
    held: list[float] = []
    plain: list[float] = []
    for first in range(0, base.blocks - path + 1, path):
        for other in others:
            a, b = base.part(first, first + path), other.part(first, first + path)
            alarms = [_ever(a, b, i, looks, rho) for i in range(len(a.characters))]
            held.append(sum(one for one, _ in alarms) / len(alarms))
            plain.append(sum(one for _, one in alarms) / len(alarms))
    source = f"{len(held):,} runs of {path:,} blocks, every character looked at {len(looks)} times"
    yield share(PART, "sequential test of a difference, ever", LEVEL, held, source, at_most=True)
    found = float(np.mean(plain)) if plain else float("nan")
    yield Proof(PART, "plain test at the same looks (why it is not used)", 0.15, found, LEVEL, 1.0, source)


def _ever(a: Blocks, b: Blocks, i: int, looks: list[int], rho: float) -> tuple[bool, bool]:
    """Whether the sequential and the plain test of a character ever alarm."""
    columns = [part[:, i] for part in (a.wins, a.appearances, b.wins, b.appearances)]
    running = [part.cumsum()[[look - 1 for look in looks]] for part in _terms(*columns)]
    held = plain = False
    for k, look in enumerate(looks):
        found = _difference(*(part[[k]] for part in running))
        if found is None or not found.error:
            continue
        known = sequence_difference(found, look, halfwidth=HALFWIDTH)
        held = held or (known is not None and sequence_p(found.difference, found.error, look, rho) < LEVEL)
        plain = plain or (found.p or 0.0) < LEVEL
    return held, plain
