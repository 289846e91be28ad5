"""The cases of the lock-step comparison that every test run plays, shared out over four test files."""

from __future__ import annotations

from tests.reference.cases import GAMES, play, random_case
from vs_sim.jit import JIT_OFF

SEED = 4
SHARES = 4
CASES = 256
PLAYED = GAMES * CASES  # games in all


def share(number: int) -> list[int]:
    """The cases of one of the four files; a few of them where nothing is compiled."""
    return list(range(number, CASES, SHARES * 16 if JIT_OFF else SHARES))


def agree(index: int) -> None:
    """Engine and reference play the games of a case alike."""
    failure, decisions = play(random_case(SEED, index))
    assert failure is None, failure.message
    assert decisions > 0
