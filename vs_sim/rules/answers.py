"""Carrying out the answers to decisions within an action: victims, cards, players, places (N2)."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Step
from vs_sim.jit import kernel, leaf
from vs_sim.rules.cascade import spread_to
from vs_sim.rules.deeds import remove_plot, renew_and_check
from vs_sim.rules.effects import hit_follower, pass_step
from vs_sim.rules.frames import AGREED, ASKED, NEEDS_TARGET, NEEDS_YES, STEPS, pop_frame
from vs_sim.rules.hands import draw_one, end_search, hit_card
from vs_sim.rules.moves import move_follower
from vs_sim.rules.options import open_option
from vs_sim.rules.packing import choice_aux, choice_card, choice_do, choice_seat, choice_slot
from vs_sim.rules.reactions import react
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.steal import capture, settle
from vs_sim.rules.things import hit_thing
from vs_sim.rules.triggers import count_use
from vs_sim.vocabulary import Ask, Do, Op

OP = int(Step.OP)
ASK_REACTION = int(Ask.REACTION)
ASK_VICTIM = int(Ask.VICTIM)
ASK_SPREAD = int(Ask.SPREAD)
ASK_REPLACE = int(Ask.REPLACE)
ASK_COST = int(Ask.COST)
ASK_CARD = int(Ask.CARD)
ASK_STEAL_SET = int(Ask.STEAL_SET)
ASK_STEAL_PLACE = int(Ask.STEAL_PLACE)
ASK_TARGET = int(Ask.TARGET)
ASK_OPTION = int(Ask.OPTION)
ASK_MAY = int(Ask.MAY)
ASK_ALIGNMENT = int(Ask.ALIGNMENT)
DO_STOP = int(Do.STOP)
DO_YES = int(Do.YES)
DO_REACT = int(Do.REACT)
STEAL = int(Op.STEAL)
CLEAR = int(Op.CLEAR)


@kernel
def set_gender(g: Game, t: Tables, s: int, gender: int) -> None:
    """C5: who may choose is of this gender from now on."""
    if g.own_gender[s] == gender:
        return
    g.own_gender[s] = gender
    if t.has_genders == 0:
        g.gender[s] = gender
    renew_and_check(g, t)


@kernel
def _answer_card(g: Game, t: Tables, w: Work, f: int, card: int) -> None:
    """A card named for a cost, a discard, to be taken or given, or to be cleared."""
    op = t.step[g.f_row[f], OP]
    if op == CLEAR or op == STEAL:
        hit_thing(g, t, f, np.int64(g.f_now[f]), card)
    else:
        hit_card(g, t, w, f, np.int64(g.f_now[f]), card)


@kernel
def _replace(g: Game, t: Tables, card: int, actor: int) -> None:
    """P1: the plot that is named makes room."""
    for k in range(g.n_plots):
        if g.plot[k] == card:
            remove_plot(g, t, np.int64(k), actor)
            return


@leaf
def _answer_target(g: Game, f: int, p: int) -> None:
    """A trigger's target was named, or that of the step or play at hand."""
    if g.f_flags[f] & NEEDS_TARGET != 0:
        g.f_target[f] = p
        g.f_flags[f] &= ~NEEDS_TARGET
    else:
        g.f_chosen[f] = p
        if g.f_kind[f] == STEPS:
            g.f_flags[f] |= ASKED


@leaf
def _agree(g: Game, t: Tables, f: int, do: int) -> None:
    """`may` of a trigger: self wants it done, which is a use of the card; or it is not done."""
    if do == DO_YES:
        g.f_flags[f] &= ~NEEDS_YES
        count_use(g, t, np.int64(g.f_card[f]) - 1, np.int64(g.f_part[f]) - 1, np.int64(g.f_self[f]))
    else:
        pop_frame(g)


@kernel
def _answer_asked(g: Game, t: Tables, w: Work, f: int, what: int, choice: int) -> None:
    """Yes or no to a step, an option, an alignment named in playing, the place of a follower that is moved."""
    if what == ASK_MAY:
        if g.f_flags[f] & NEEDS_YES != 0:
            _agree(g, t, f, choice_do(choice))
        elif g.f_phase[f] != 0:
            draw_one(g, t, w, f)
        elif choice_do(choice) == DO_YES:
            g.f_flags[f] |= AGREED
        else:
            pass_step(g, t, f)
    elif what == ASK_OPTION:
        g.f_left[f] = 0
        open_option(g, t, f, choice_aux(choice))
    elif what == ASK_ALIGNMENT:
        g.f_named[f] = choice_aux(choice) + 1
        g.named[np.int64(g.f_card[f]) - 1] = choice_aux(choice) + 1
    else:
        slot = np.int64(g.f_slot[f])
        g.f_slot[f] = 0
        g.f_left[f] -= 1
        move_follower(g, t, w, np.int64(g.f_now[f]), slot, choice, np.int64(g.f_self[f]))


@kernel
def apply_answer(g: Game, t: Tables, w: Work, what: int, choice: int) -> None:
    """Carry out the answer to a decision other than the turn's action, gender or character."""
    f = g.depth - 1
    do = choice_do(choice)
    if do == DO_STOP:
        end_search(g, t, w, f)
    elif what == ASK_REACTION:
        if do == DO_REACT:
            react(g, t, choice_card(choice))
    elif what == ASK_VICTIM:
        hit_follower(g, t, w, f, np.int64(g.f_now[f]), choice_slot(choice))
    elif what == ASK_SPREAD:
        spread_to(g, t, choice_seat(choice))
    elif what == ASK_REPLACE:
        _replace(g, t, choice_card(choice), np.int64(g.f_self[f]))
    elif what == ASK_TARGET:
        _answer_target(g, f, choice_seat(choice))
    elif what == ASK_STEAL_SET:
        capture(g, t, w, f, choice)
    elif what == ASK_STEAL_PLACE:
        settle(g, t, w, f, choice)
    elif what == ASK_CARD or what == ASK_COST:
        _answer_card(g, t, w, f, choice_card(choice))
    else:
        _answer_asked(g, t, w, f, what, choice)
