"""Carrying out the answers to decisions within an action: victims, cards, players, places (N2)."""

from __future__ import annotations

import numpy as np

from vs_sim.jit import kernel, leaf
from vs_sim.rules.cascade import spread_to
from vs_sim.rules.coalition import lay, lift
from vs_sim.rules.deeds import (
    after_change,
    discard_over,
    drop_orphans,
    lowest_card,
    remove_plot,
    renew_and_check,
)
from vs_sim.rules.effects import FILTER, OP, clear_at, hit_card, hit_follower
from vs_sim.rules.frames import ASKED, NEEDS_TARGET
from vs_sim.rules.packing import (
    SLOT2,
    SLOT3,
    bit,
    choice_card,
    choice_do,
    choice_edge,
    choice_own,
    choice_seat,
    choice_slot,
)
from vs_sim.rules.reactions import react
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.triggers import note
from vs_sim.rules.winning import check_win_of
from vs_sim.rules.words import F_ANYWHERE
from vs_sim.vocabulary import Ask, Do, Event, Op, Stat

ASK_REACTION = int(Ask.REACTION)
ASK_VICTIM = int(Ask.VICTIM)
ASK_SPREAD = int(Ask.SPREAD)
ASK_REPLACE = int(Ask.REPLACE)
ASK_STEAL_SET = int(Ask.STEAL_SET)
ASK_STEAL_PLACE = int(Ask.STEAL_PLACE)
ASK_TARGET = int(Ask.TARGET)
DO_STOP = int(Do.STOP)
DO_REACT = int(Do.REACT)
CLEAR = int(Op.CLEAR)
STOLEN_EVENT = int(Event.FOLLOWER_STOLEN)
STOLEN = int(Stat.FOLLOWERS_STOLEN)
ROBBED = int(Stat.FOLLOWERS_ROBBED)


@kernel
def set_gender(g: Game, t: Tables, s: int, gender: int) -> None:
    """C5: who may choose is of this gender from now on."""
    if g.gender[s] != gender:
        g.gender[s] = gender
        renew_and_check(g, t)


@leaf
def _next_to_go(g: Game, p: int, left: int, anywhere: bool) -> int:
    """D1, D3: of the followers of a mask that can go now, the slot of the one with the lowest card number."""
    ready = left & g.leaf[p]
    return lowest_card(g, p, left if anywhere or ready == 0 else ready)


@kernel
def _capture(g: Game, t: Tables, w: Work, f: int, choice: int) -> None:
    """D3: the chosen followers are taken off one after another, each exposing the next; each then gets a place."""
    p = choice_seat(choice)
    s = np.int64(g.f_self[f])
    anywhere = (t.step[g.f_row[f], FILTER] >> F_ANYWHERE) & 1 == 1
    left = bit(choice_slot(choice)) | bit((choice >> SLOT2) & 63) | bit((choice >> SLOT3) & 63)
    left &= ~np.int64(1)
    captured = np.int64(0)
    n = np.int64(0)
    while left != 0:
        slot = _next_to_go(g, p, left, anywhere)
        left &= ~bit(slot)
        card = np.int64(g.node_card[p, slot]) - 1
        over = np.int64(g.node_over[p, slot])
        orphans = lift(g, t, w, p, slot)
        discard_over(g, over)
        captured |= (card + 1) << (10 * n)
        n += 1
        g.stat[p, ROBBED] += 1
        g.stat[s, STOLEN] += 1
        note(g, t, int(STOLEN_EVENT), s, p, card)
        if orphans & ~left != 0:
            drop_orphans(g, t, w, p, orphans & ~left, s)
    g.f_captured[f] = captured
    g.f_slot[f] = 1
    after_change(g, t)


@kernel
def _settle(g: Game, t: Tables, w: Work, f: int, choice: int) -> None:
    """D2, D3: a captured card is laid in the thief's coalition."""
    s = np.int64(g.f_self[f])
    card = choice_card(choice)
    captured = np.int64(g.f_captured[f])
    for k in range(3):
        if (captured >> (10 * k)) & 1023 == card + 1:
            captured &= ~(np.int64(1023) << (10 * k))
    g.f_captured[f] = captured
    lay(g, t, w, s, card, choice_slot(choice), choice_edge(choice), choice_own(choice))
    after_change(g, t)
    check_win_of(g, t, s)


@kernel
def _answer_card(g: Game, t: Tables, w: Work, f: int, card: int) -> None:
    """A card named for a cost, a discard, or to be cleared."""
    if t.step[g.f_row[f], OP] != CLEAR:
        hit_card(g, t, w, f, np.int64(g.f_now[f]), card)
        return
    for k in range(g.n_plots):
        if g.plot[k] == card:
            clear_at(g, t, f, np.int64(k))
            return
    for k in range(g.n_lying):
        if g.lying[k] == card:
            clear_at(g, t, f, np.int64(k))
            return


@kernel
def _replace(g: Game, t: Tables, card: int, actor: int) -> None:
    """P1: the plot that is named makes room."""
    for k in range(g.n_plots):
        if g.plot[k] == card:
            remove_plot(g, t, np.int64(k), actor)
            return


@kernel
def apply_answer(g: Game, t: Tables, w: Work, what: int, choice: int) -> None:
    """Carry out the answer to a decision other than the turn's action, gender or character."""
    f = g.depth - 1
    do = choice_do(choice)
    if do == DO_STOP:
        g.f_left[f] = 0
    elif what == ASK_REACTION:
        if do == DO_REACT:
            react(g, t, w, choice_card(choice))
    elif what == ASK_VICTIM:
        hit_follower(g, t, w, f, np.int64(g.f_now[f]), choice_slot(choice))
    elif what == ASK_SPREAD:
        spread_to(g, t, choice_seat(choice))
    elif what == ASK_REPLACE:
        _replace(g, t, choice_card(choice), np.int64(g.f_self[f]))
    elif what == ASK_TARGET:
        if g.f_flags[f] & NEEDS_TARGET != 0:
            g.f_target[f] = choice_seat(choice)
            g.f_flags[f] &= ~NEEDS_TARGET
        else:
            g.f_chosen[f] = choice_seat(choice)
            g.f_flags[f] |= ASKED
    elif what == ASK_STEAL_SET:
        _capture(g, t, w, f, choice)
    elif what == ASK_STEAL_PLACE:
        _settle(g, t, w, f, choice)
    else:
        _answer_card(g, t, w, f, choice_card(choice))
