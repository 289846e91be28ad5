"""What the sums of a card (engine/cards.py) hold, by name."""

from __future__ import annotations

from typing import Any

from vs_sim.engine.cards import GAMES_PLAYED, PAIRS, PLAYS, PRODUCT, PRODUCTS, ROUND, SUMS, Case

__all__ = ["PAIRS", "Case", "case_sums", "first_rounds", "games_played", "pair_products", "plays"]


def case_sums(sums: Any, case: Case) -> tuple[Any, ...]:
    """Appearances, finished, wins, blocks, ww, wf, ff of a case, int64 (cards,); `sums` is int64 (cards, WIDTH)."""
    return tuple(sums[:, case * SUMS + k] for k in range(SUMS))


def pair_products(sums: Any, pair: int) -> tuple[Any, ...]:
    """Products over blocks of the two cases of PAIRS[pair]: ww, wf, fw, ff."""
    return tuple(sums[:, PRODUCT + pair * PRODUCTS + k] for k in range(PRODUCTS))


def plays(sums: Any) -> Any:
    """Times played."""
    return sums[:, PLAYS]


def games_played(sums: Any) -> Any:
    """Games in which it was played."""
    return sums[:, GAMES_PLAYED]


def first_rounds(sums: Any) -> Any:
    """Copies by the round in which they were first played in a game, from round 1, int64 (cards, ROUNDS)."""
    return sums[:, ROUND:]
