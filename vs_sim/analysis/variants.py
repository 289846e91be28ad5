"""All that two variants differ in, on the same blocks: characters, seats, length, unfinished share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vs_sim.analysis.block_pairs import NOTHING, Paired, paired_ratio

if TYPE_CHECKING:
    from vs_sim.experiments.blocks import Blocks


@dataclass(frozen=True)
class Contrast:
    """Paired differences b − a. Characters that are in one of the variants only have no difference."""

    characters: dict[str, Paired]
    seats: tuple[Paired, ...]
    turns: Paired  # mean turns of a game, unfinished ones too
    unfinished: Paired  # share of games


def contrast(a: Blocks, b: Blocks, *, confidence: float = 0.95) -> Contrast:
    """Every difference of two variants that were played on the same blocks; same digests: exactly none."""
    same = a.lanes == b.lanes and a.lanes != (0, 0)
    names = dict.fromkeys((*a.characters, *b.characters))
    games = np.full(a.blocks, a.games_a_block)
    return Contrast(
        characters={name: character(a, b, name, confidence=confidence, same=same) for name in names},
        seats=tuple(
            paired_ratio(
                a.seat_wins[:, seat],
                a.finished,
                b.seat_wins[:, seat],
                b.finished,
                confidence=confidence,
                same=same,
            )
            for seat in range(a.seat_wins.shape[1])
        ),
        turns=paired_ratio(a.turns, games, b.turns, games, confidence=confidence, share=False, same=same),
        unfinished=paired_ratio(a.unfinished, games, b.unfinished, games, confidence=confidence, same=same),
    )


def character(a: Blocks, b: Blocks, name: str, *, confidence: float = 0.95, same: bool = False) -> Paired:
    """The difference in a character's win rate."""
    if name not in a.characters or name not in b.characters:
        held = a if name in a.characters else b
        rate = _rate(held, held.characters.index(name))
        sides = (rate, None) if held is a else (None, rate)
        return Paired(*sides, None, None, None, None, None, None) if rate is not None else NOTHING
    i, j = a.characters.index(name), b.characters.index(name)
    return paired_ratio(
        a.wins[:, i], a.appearances[:, i], b.wins[:, j], b.appearances[:, j], confidence=confidence, same=same
    )


def _rate(blocks: Blocks, i: int) -> float | None:
    appearances = int(blocks.appearances[:, i].sum())
    return int(blocks.wins[:, i].sum()) / appearances if appearances else None
