"""The one door to the policies: an int id and an if, since kernels cannot be passed about."""

from __future__ import annotations

import numpy as np

from vs_sim.jit import kernel
from vs_sim.policies.balanced import choose_balanced
from vs_sim.policies.names import Policy
from vs_sim.rules.draws import policy_draw
from vs_sim.rules.state import Game, Tables, Work

BALANCED = int(Policy.BALANCED)


@kernel
def choose(g: Game, t: Tables, w: Work, policy: int) -> int:
    """Index into w.choice of what the seat `g.decider` decides; called only when w.n > 1. Writes nothing of g."""
    if policy == BALANCED:
        return choose_balanced(g, t, w)
    return policy_draw(g, t, w, np.int64(g.decider), np.int64(w.n))
