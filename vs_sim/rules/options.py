"""The verb `either`: which options can be offered to a player, and doing one of them (LANGUAGE section 2)."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Step
from vs_sim.jit import kernel
from vs_sim.rules.frames import FOR_ONE, push_steps
from vs_sim.rules.packing import bit, pack, push
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.targets import can_run
from vs_sim.vocabulary import Do

N = int(Step.N)
A = int(Step.A)
B = int(Step.B)
OPTION = int(Do.OPTION)


@kernel
def list_options(g: Game, t: Tables, w: Work, f: int, row: int, p: int) -> None:
    """List the options of the `either` at a row that could do something to player p."""
    s = np.int64(g.f_self[f])
    for k in range(t.step[row, N]):
        option = row + 1 + k
        first, end = np.int64(t.step[option, A]), np.int64(t.step[option, B])
        if can_run(g, t, w, s, bit(p), first, end, f):
            push(g, w, pack(int(OPTION), np.int64(-1), np.int64(-1), int(0), np.int64(k)))


@kernel
def open_option(g: Game, t: Tables, f: int, k: int) -> None:
    """Open the steps of option k of the `either` at hand; what is aimed at the target of the part is for the player at hand."""
    option = np.int64(g.f_row[f]) + 1 + k
    first = np.int64(t.step[option, A])
    card, part = np.int64(g.f_card[f]) - 1, np.int64(g.f_part[f]) - 1
    n = np.int64(t.step[option, B]) - first
    inner = push_steps(g, t, np.int64(g.f_self[f]), card, part, first, n)
    if g.result == 0:
        g.f_flags[inner] = FOR_ONE
        g.f_target[inner] = g.f_now[f]
        g.f_actor[inner] = g.f_actor[f]
        g.f_affected[inner] = g.f_affected[f]
        g.f_hit[inner] = g.f_hit[f]
