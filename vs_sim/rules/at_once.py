"""The verbs that ask nothing: more, skip, take_turn, look, swap, eliminate, win, and draw (LANGUAGE section 2)."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Step
from vs_sim.jit import kernel
from vs_sim.rules.deeds import eliminate
from vs_sim.rules.frames import FOR_ONE, JOB_LAID, TAKEN, owe_turn, play_under, push_turn
from vs_sim.rules.hands import GOES_ON, SUSPENDED, go_on_draw, go_on_look, go_on_swap
from vs_sim.rules.packing import bit
from vs_sim.rules.rights import add_extra
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.winning import recheck
from vs_sim.rules.words import step_filter
from vs_sim.vocabulary import MOST_TIMES, Op, StepFlag, Target

A = int(Step.A)
TARGET = int(Step.TARGET)
CARD = int(Step.CARD)
FLAGS = int(Step.FLAGS)
SOURCE = int(Step.SOURCE)
DRAW = int(Op.DRAW)
SWAP = int(Op.SWAP)
LOOK = int(Op.LOOK)
MORE = int(Op.MORE)
SKIP = int(Op.SKIP)
TAKE_TURN = int(Op.TAKE_TURN)
ELIMINATE = int(Op.ELIMINATE)
WIN = int(Op.WIN)
GLOBAL = int(StepFlag.GLOBAL)
PART = int(Target.PART)
ALL = 20000  # more than there ever is of anything


@kernel
def _go_on_skip(g: Game, t: Tables, f: int, row: int, p: int) -> None:
    """X2: the card itself lies on the character as a Job, if it does not lie on one already; or tokens do."""
    play = play_under(g, f)
    if t.step[row, A] == 1 and g.f_flags[play] & JOB_LAID == 0:
        card = np.int64(g.f_card[f]) - 1
        g.jobs[p, card >> 6] |= np.uint64(1) << np.uint64(card & 63)
        g.n_jobs[p] += 1
        g.f_flags[play] |= JOB_LAID
    else:
        more = min(np.int64(g.f_left[f]), MOST_TIMES - np.int64(g.job_tokens[p]))
        g.n_jobs[p] += more
        g.job_tokens[p] += more
    g.f_left[f] = 0
    recheck(g, t)


@kernel
def _take_turn(g: Game, t: Tables, f: int, row: int, p: int) -> None:
    """X5, T6: p's turn is taken at once; the first controller decides at every depth. On self: one more turn."""
    s = np.int64(g.f_self[f])
    g.f_left[f] = 0
    if p == s:
        owe_turn(g, p, np.int64(t.step[row, SOURCE]))
        return
    if g.turn_frame < 0:
        g.effects = 0  # it lies in no other turn (W5)
    if g.controller < 0:
        g.controller = s
    g.passed_over[p] += 1
    push_turn(g, t, p, int(TAKEN))
    g.taken |= bit(p)


@kernel
def _go_on_more(g: Game, t: Tables, f: int, row: int, p: int) -> None:
    """X4: extra actions for p in this turn; outside p's turn nothing."""
    left = np.int64(g.f_left[f])
    g.f_left[f] = 0
    if g.turn_frame >= 0 and g.f_self[g.turn_frame] == p:
        add_extra(
            g,
            t,
            np.int64(-1) if left >= ALL else left,
            step_filter(g, t, f, row),
            np.int64(t.step[row, CARD]),
            np.int64(g.f_card[f]) - 1,
            np.int64(t.step[row, SOURCE]),
        )


@kernel
def go_on_at_once(g: Game, t: Tables, w: Work, f: int, row: int, p: int, op: int) -> int:
    """The verbs that ask nothing."""
    if op == DRAW:
        return go_on_draw(g, t, w, f, row, p)
    if op == MORE:
        _go_on_more(g, t, f, row, p)
    elif op == SKIP:
        _go_on_skip(g, t, f, row, p)
    elif op == LOOK:
        go_on_look(g, t, f, row, p)
    elif op == SWAP:
        everyone = t.step[row, FLAGS] & GLOBAL != 0 and (
            t.step[row, TARGET] != PART or g.f_flags[f] & FOR_ONE == 0
        )
        go_on_swap(g, t, w, f, row, p, everyone)
    elif op == TAKE_TURN:
        _take_turn(g, t, f, row, p)
        return SUSPENDED if g.depth - 1 != f else GOES_ON
    elif op == ELIMINATE:
        g.f_left[f] = 0
        eliminate(g, t, w, p, np.int64(g.f_self[f]))
    elif op == WIN:
        g.f_left[f] = 0
        g.f_tried[f] |= 1 << p
    return GOES_ON
