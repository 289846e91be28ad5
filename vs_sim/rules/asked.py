"""What may be chosen within a step (N2): followers, cards, places, options, an alignment, yes or no."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Step
from vs_sim.jit import kernel, leaf
from vs_sim.rules.costs import leaves_cards, payable
from vs_sim.rules.effects import sets_to_steal
from vs_sim.rules.frames import COST
from vs_sim.rules.hands import is_from_hand, whose_hand
from vs_sim.rules.moves import list_moves
from vs_sim.rules.options import list_options
from vs_sim.rules.packing import lowest, pack, push
from vs_sim.rules.piles import list_pile
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.targets import claim_of, to_move, victims
from vs_sim.rules.things import list_things
from vs_sim.rules.words import card_fits, step_filter, this_card
from vs_sim.vocabulary import Ask, Do, Op, StepFlag

OP = int(Step.OP)
CARD = int(Step.CARD)
FLAGS = int(Step.FLAGS)
STEAL = int(Op.STEAL)
MOVE = int(Op.MOVE)
CLEAR = int(Op.CLEAR)
UP_TO = int(StepFlag.UP_TO)
ASK_VICTIM = int(Ask.VICTIM)
ASK_STEAL_SET = int(Ask.STEAL_SET)
ASK_MOVE_PLACE = int(Ask.MOVE_PLACE)
ASK_OPTION = int(Ask.OPTION)
ASK_MAY = int(Ask.MAY)
DO_CARD = int(Do.CARD)
DO_VICTIM = int(Do.VICTIM)
DO_STOP = int(Do.STOP)
DO_YES = int(Do.YES)
DO_NO = int(Do.NO)
DO_ALIGNMENT = int(Do.ALIGNMENT)
NONE = -1


@leaf
def _push_bare(g: Game, w: Work, do: int, aux: int) -> None:
    push(g, w, pack(do, int(NONE), int(NONE), int(0), aux))


@kernel
def _list_victims(g: Game, t: Tables, w: Work, f: int, row: int) -> None:
    """D1, D3, D4: the followers that can go next; for a cost those without which the rest of it can be paid."""
    s = np.int64(g.f_self[f])
    p = np.int64(g.f_now[f])
    if t.step[row, OP] == MOVE:
        mask = to_move(g, t, w, s, p, row, f, np.int64(g.moved))
    else:
        mask = victims(g, t, s, p, row, f)
    if g.f_flags[f] & COST != 0:
        mask = payable(g, t, w, f, mask)
    while mask != 0:
        push(g, w, pack(int(DO_VICTIM), int(NONE), p, lowest(mask), int(0)))
        mask &= mask - 1


@kernel
def _list_hand(g: Game, t: Tables, w: Work, f: int, row: int) -> None:
    """Cards of a hand that pass the filter, like ones once; for a cost those without which the rest of it can be paid."""
    p = whose_hand(g, t, f, row)
    filtered = step_filter(g, t, f, row)
    this = this_card(g, f)
    cost = g.f_flags[f] & COST != 0
    last = np.int64(-1)
    for k in range(g.n_hand[p]):
        ty = np.int64(t.card_type[g.hand[p, k]])
        if (
            ty != last
            and card_fits(t, np.int64(g.hand[p, k]), filtered, np.int64(t.step[row, CARD]), this)
            and (not cost or leaves_cards(g, t, f, np.int64(k)))
        ):
            push(g, w, pack(int(DO_CARD), np.int64(g.hand[p, k]), int(NONE), int(0), int(0)))
            last = ty


@kernel
def _list_cards(g: Game, t: Tables, w: Work, f: int, row: int) -> None:
    """Cards of a hand or pile; plots, Jobs or lying cards."""
    op = t.step[row, OP]
    if op == CLEAR or op == STEAL:
        list_things(g, t, w, row, np.int64(g.f_now[f]), this_card(g, f), True)
    elif is_from_hand(t, row):
        _list_hand(g, t, w, f, row)
    else:
        list_pile(g, t, w, row, step_filter(g, t, f, row), this_card(g, f))


@kernel
def list_step(g: Game, t: Tables, w: Work, what: int) -> None:
    """List the choices of a decision that the step at hand asks for; with `up_to` the chooser may stop."""
    f = g.depth - 1
    row = np.int64(g.f_row[f])
    p = np.int64(g.f_now[f])
    if what == ASK_MAY:
        _push_bare(g, w, int(DO_YES), int(0))
        _push_bare(g, w, int(DO_NO) if g.f_phase[f] == 0 else int(DO_STOP), int(0))
        return
    if what == ASK_MOVE_PLACE:
        list_moves(g, t, w, p, np.int64(g.f_slot[f]), claim_of(t, row))
        return
    if what == ASK_VICTIM:
        _list_victims(g, t, w, f, row)
    elif what == ASK_STEAL_SET:
        sets_to_steal(g, t, w, f)
    elif what == ASK_OPTION:
        list_options(g, t, w, f, row, p)
    else:
        _list_cards(g, t, w, f, row)
    if t.step[row, FLAGS] & UP_TO != 0:
        _push_bare(g, w, int(DO_STOP), int(0))


@kernel
def list_alignments(g: Game, t: Tables, w: Work) -> None:
    """`names`: every alignment of the deck."""
    for a in range(t.n_alignments):
        _push_bare(g, w, int(DO_ALIGNMENT), np.int64(a))
