"""The engine for `bench`: the same games with a phase carried out more than once, and the floor below any engine."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from vs_sim.engine.batch import BLOCK, BLOCKS, CHARACTERS, PLAYERS, ROTATIONS, SEED, is_running
from vs_sim.engine.memory import Workspace
from vs_sim.engine.rows import note_lead, row_hash
from vs_sim.jit import Numbers, NumberTable, Words, entry
from vs_sim.policies.choose import choose
from vs_sim.rules.choices import list_choices
from vs_sim.rules.draws import deal_block
from vs_sim.rules.setup import begin_game
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.turn import advance, apply
from vs_sim.rules.zones import discard_card, take_top


@entry
def probe_engine(
    g: Game,
    t: Tables,
    w: Work,
    order: Numbers,
    policies: NumberTable,
    fixed: Numbers,
    repeats: Numbers,
    sums: Words,
) -> int:
    """Play blocks as `run_engine` does, without rows. `order`, `policies`, `fixed`: as there.

    `repeats`: int64 (3,): how often each list of choices is made, how often each decision is taken, and cards drawn a
    game in place of playing (0: play). `sums`: uint64 (1,) gets the sum of the games' hashes. Gives the decisions.
    """
    n = order[PLAYERS]
    rotations = order[ROTATIONS]
    seed = np.uint64(order[SEED])
    decisions = np.int64(0)
    for k in range(order[BLOCKS] * rotations):
        block = order[BLOCK] + k // rotations
        rotation = k % rotations
        if rotation == 0:
            deal_block(t, w, seed, block, n, order[CHARACTERS], fixed)
        for i in range(n):
            w.policy[i] = policies[block % policies.shape[0], (i + rotation) % n]
        begin_game(g, t, w, seed, block, block * rotations + rotation, n, rotation)
        for _ in range(repeats[2]):
            card = take_top(g, t, w)
            if card >= 0:
                discard_card(g, card)
        is_new = True
        while repeats[2] == 0:
            if not is_new:
                drawn = np.uint64(w.n_policy[g.decider])
                for _ in range(repeats[1]):
                    w.n_policy[g.decider] = drawn
                    w.picked = (
                        np.int64(0) if w.n == 1 else np.int64(choose(g, t, w, np.int64(w.policy[g.decider])))
                    )
                apply(g, t, w, np.int64(w.choice[w.picked]))
            is_new = False
            w.n = 0
            advance(g, t, w)
            note_lead(g, t)
            if not is_running(g):
                break
            for _ in range(repeats[0]):
                w.n = 0
                list_choices(g, t, w)
        decisions += np.int64(g.decisions)
        sums[0] += row_hash(g)
    return decisions


def probe(
    space: Workspace,
    order: npt.NDArray[np.int64],
    policies: npt.NDArray[np.int64],
    fixed: npt.NDArray[np.int64],
    *,
    listings: int = 1,
    choosings: int = 1,
    draws: int = 0,
) -> tuple[int, int]:
    """Decisions and sum of hashes (mod 2**64) of the order's blocks; see `probe_engine`."""
    repeats = np.array([listings, choosings, draws], dtype=np.int64)
    sums: Any = np.zeros(1, dtype=np.uint64)
    with np.errstate(over="ignore"):
        decisions = probe_engine(
            space.games, space.tables, space.works, order, policies, fixed, repeats, sums
        )
    return int(decisions), int(sums[0])
