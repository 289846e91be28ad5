"""The one door to the policies: the number of a row of weights, since kernels cannot be passed about.

N1: a policy sees what a person at the table sees. Fields of the game record that policies may read, held by
tests/policies/test_n1.py: `ask` `ask_seat` `decider` `depth` `f_actor` `f_affected` `f_aux` `f_card` `f_chosen` `f_end`
`f_flags` `f_kind` `f_now` `f_part` `f_phase` `f_row` `f_self` `f_slot` `f_target` `character` `gender` `force`
`force_type` `force_seat` `n_force` `heard` `n_players` `n_in` `rounds` `out` `plot` `n_plots` `n_jobs` `number` `protect`
`points` `worth` `values` `n_live` `inert` `leaf` `level` `has` `over_has` `spot` `node_card` `n_hand`, and `hand`, but
only of the seat that is asked and of those that lie open. Readers of the rules that they call (words, claims, uses) read what
lies open too.
"""

from __future__ import annotations

import numpy as np

from vs_sim.jit import kernel
from vs_sim.policies.features import MODE, Mode
from vs_sim.policies.scripted import choose_scripted
from vs_sim.policies.view import load_policy, weight
from vs_sim.rules.draws import policy_draw
from vs_sim.rules.state import Game, Tables, Work

RANDOM = int(Mode.RANDOM)


@kernel
def choose(g: Game, t: Tables, w: Work, policy: int) -> int:
    """Index into w.choice of what the seat `g.decider` decides; called only when w.n > 1. Writes nothing of g."""
    if w.loaded != policy:
        load_policy(w, policy)
    if weight(w, MODE) == RANDOM:
        return policy_draw(g, t, w, np.int64(g.decider), np.int64(w.n))
    return choose_scripted(g, t, w)
