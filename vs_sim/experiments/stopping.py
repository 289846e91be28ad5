"""Rules that end a run before its last game: what they are, and when they are asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from vs_sim.experiments.tallies import Tallies

FIRST_LOOK = 256  # blocks before a rule is asked for the first time


class Verdict(NamedTuple):
    """What a stopping rule says of the games so far."""

    reason: str  # why the run may end; "" to go on
    games_needed: int | None = None  # its guess of the games in all


StoppingRule = Callable[[Tallies], Verdict]


def next_look(blocks: int) -> int:
    """The next number of blocks after which a stopping rule is asked, a sixteenth to an eighth more than the last.

    They are always the same ones, so that the end of a run hangs neither on its speed nor on its workers.
    """
    step = FIRST_LOOK
    while blocks >= 16 * step:
        step *= 2
    return (blocks // step + 1) * step
