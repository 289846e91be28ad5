"""Games for the tests of policies: played through the engine's own entry."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from vs_sim.cards import load_deck
from vs_sim.engine.batch import new_order, play_chunk
from vs_sim.engine.memory import Workspace
from vs_sim.engine.trace import Stepper
from vs_sim.policies import POLICY_IDS

BASE = load_deck("base")
RANDOM, BALANCED, LOOKAHEAD = POLICY_IDS["random"], POLICY_IDS["balanced"], POLICY_IDS["lookahead"]


def played(policies: Sequence[int], blocks: int, seed: int = 1) -> tuple[Any, Any]:
    """Game and seat rows of whole blocks of the base deck, random characters; no game may stop with an error."""
    n = len(policies)
    order = new_order(seed, n, n, 0)
    ids = np.array([policies], dtype=np.int64)
    games, seats, bad = play_chunk(Workspace(BASE.tables), order, ids, np.zeros(n, dtype=np.int64), 0, blocks)
    assert bad == -1
    return games, seats


def stepper(policies: Sequence[int], game: int, seed: int = 1) -> Stepper:
    """A game of the base deck at its first decision."""
    made = Stepper(BASE.tables, players=len(policies), seed=seed, policy_rows=[list(policies)])
    made.begin(game)
    return made


def decisions(policies: Sequence[int], games: Sequence[int], seed: int = 1) -> Iterator[tuple[Stepper, int]]:
    """Every decision with more than one choice of some games, with the index picked; the record is still unchanged."""
    for game in games:
        made = stepper(policies, game, seed)
        while made.running:
            choices = made.choices
            index = made.pick()
            if len(choices) > 1:
                yield made, index
            made.take(choices[index])
