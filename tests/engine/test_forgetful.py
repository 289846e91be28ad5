"""A game hangs on its seed and index alone, never on what was played before in the same memory."""

from __future__ import annotations

import numpy as np
import pytest

from vs_sim.cards import load_deck
from vs_sim.engine.batch import new_order, play_chunk
from vs_sim.engine.memory import Workspace
from vs_sim.experiments.plan import plan_run
from vs_sim.jit import JIT_OFF

BASE = load_deck("base")


@pytest.mark.parametrize("policy", ["random", "balanced"])
def test_what_was_played_before_changes_nothing(policy: str) -> None:
    """Blocks in order, in another order, and each in memory that is new: the same rows."""
    plan = plan_run(BASE, policy=policy)
    order = new_order(0, 4, 4, 0)
    policies = np.array(plan.policy_rows, dtype=np.int64)
    fixed = np.array(plan.fixed_cards, dtype=np.int64)
    blocks = 3 if JIT_OFF else 300
    rows, _, _ = play_chunk(Workspace(BASE.tables), order, policies, fixed, 0, blocks)
    space = Workspace(BASE.tables)
    wrong: list[int] = []
    for block in np.random.default_rng(0).permutation(blocks).tolist():
        for memory in (space, Workspace(BASE.tables)):
            again, _, _ = play_chunk(memory, order, policies, fixed, block, 1)
            wrong += [int(game) for game in again.game[again.hash != rows.hash[4 * block : 4 * block + 4]]]
    assert wrong == []
