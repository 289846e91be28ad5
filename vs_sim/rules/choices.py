"""What may be chosen at each decision (N2): every legal choice once, like ones by the lowest numbers."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Part, Rule, Step
from vs_sim.jit import kernel, leaf
from vs_sim.rules.actions import list_actions
from vs_sim.rules.cascade import spread_targets
from vs_sim.rules.effects import candidates
from vs_sim.rules.packing import lowest, pack, push
from vs_sim.rules.reactions import list_reactions
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.steal import list_captured, list_sets
from vs_sim.rules.targets import claim_of, lying_fits, plot_fits, victims
from vs_sim.rules.words import type_fits
from vs_sim.vocabulary import (
    Ask,
    Clear,
    Deed,
    Do,
    Gender,
    Kind,
    Op,
    StepFlag,
    Target,
)

FOLLOWER = int(Kind.FOLLOWER)
MICROAGGRESSION = int(Kind.MICROAGGRESSION)
VIRTUE_SIGNAL = int(Kind.VIRTUE_SIGNAL)
PLOT = int(Kind.PLOT)
SPECIAL = int(Kind.SPECIAL)
ARTIFACT = int(Kind.ARTIFACT)
MICROAGGRESS = int(Op.MICROAGGRESS)
OP_CLEAR = int(Op.CLEAR)
CLEAR_MICROAGGRESSION = int(Clear.MICROAGGRESSION)
CLEAR_PLOT = int(Clear.PLOT)

DO_FOLLOWER = int(Do.FOLLOWER)
DO_PLOT = int(Do.PLOT)
DO_POWER = int(Do.POWER)
DO_DISCARD = int(Do.DISCARD)
DO_PASS = int(Do.PASS)
DO_STOP = int(Do.STOP)
DO_VICTIM = int(Do.VICTIM)
DO_PLAYER = int(Do.PLAYER)
DO_CARD = int(Do.CARD)
DO_GENDER = int(Do.GENDER)
DEED_DISCARD = int(Deed.DISCARD)
DEED_POWER = int(Deed.POWER)

ASK_ACTION = int(Ask.ACTION)
ASK_REACTION = int(Ask.REACTION)
ASK_VICTIM = int(Ask.VICTIM)
ASK_SPREAD = int(Ask.SPREAD)
ASK_REPLACE = int(Ask.REPLACE)
ASK_GENDER = int(Ask.GENDER)
ASK_COST = int(Ask.COST)
ASK_CHARACTER = int(Ask.CHARACTER)
ASK_STEAL_SET = int(Ask.STEAL_SET)
ASK_STEAL_PLACE = int(Ask.STEAL_PLACE)
ASK_CARD = int(Ask.CARD)
ASK_TARGET = int(Ask.TARGET)

OP = int(Step.OP)
A = int(Step.A)
FILTER = int(Step.FILTER)
CARD = int(Step.CARD)
FLAGS = int(Step.FLAGS)
SOURCE = int(Step.SOURCE)
UP_TO = int(StepFlag.UP_TO)
P_TARGET = int(Part.TARGET)
USES_ACTION = int(Part.USES_ACTION)
SELF = int(Target.SELF)
OTHERS = int(Target.OTHERS)
EVERYONE = int(Target.EVERYONE)
ALLOW_PASS = int(Rule.ALLOW_PASS)
DUPLICATES = int(Rule.DUPLICATE_CHARACTERS)
MALE = int(Gender.MALE)
FEMALE = int(Gender.FEMALE)
NONE = -1


@leaf
def _push_bare(g: Game, w: Work, do: int) -> None:
    push(g, w, pack(do, int(NONE), int(NONE), int(0), int(0)))


@kernel
def _list_victims(g: Game, t: Tables, w: Work) -> None:
    """D1, D3, D4: the followers that can go next."""
    f = g.depth - 1
    row = np.int64(g.f_row[f])
    p = np.int64(g.f_now[f])
    mask = victims(g, t, np.int64(g.f_self[f]), p, row, np.int64(g.f_hit[f]))
    while mask != 0:
        push(g, w, pack(int(DO_VICTIM), int(NONE), p, lowest(mask), int(0)))
        mask &= mask - 1
    if t.step[row, FLAGS] & UP_TO != 0:
        _push_bare(g, w, int(DO_STOP))


@kernel
def _list_cards(g: Game, t: Tables, w: Work) -> None:
    """Cards of a hand for a cost or discard; plots or lying cards for `clear`."""
    f = g.depth - 1
    row = np.int64(g.f_row[f])
    p = np.int64(g.f_now[f])
    if t.step[row, OP] == OP_CLEAR:
        if t.step[row, A] == CLEAR_PLOT:
            for k in range(g.n_plots):
                if plot_fits(g, t, row, np.int64(k)):
                    _push_card(g, w, np.int64(g.plot[k]))
        else:
            for k in range(g.n_lying):
                if lying_fits(g, t, p, row, np.int64(k)):
                    _push_card(g, w, np.int64(g.lying[k]))
    else:
        last = np.int64(-1)
        for k in range(g.n_hand[p]):
            ty = np.int64(t.card_type[g.hand[p, k]])
            if ty != last and type_fits(
                t,
                ty,
                np.int64(t.step[row, FILTER]),
                np.int64(t.step[row, CARD]),
                np.int64(t.step[row, SOURCE]),
            ):
                _push_card(g, w, np.int64(g.hand[p, k]))
            last = ty
    if t.step[row, FLAGS] & UP_TO != 0:
        _push_bare(g, w, int(DO_STOP))


@leaf
def _push_card(g: Game, w: Work, card: int) -> None:
    push(g, w, pack(int(DO_CARD), card, int(NONE), int(0), int(0)))


@kernel
def _list_players(g: Game, w: Work, seats: int) -> None:
    while seats != 0:
        push(g, w, pack(int(DO_PLAYER), int(NONE), lowest(seats), int(0), int(0)))
        seats &= seats - 1


@kernel
def _list_characters(g: Game, t: Tables, w: Work) -> None:
    """S3: the characters left to pick."""
    for k in range(t.n_characters):
        card = np.int64(t.character_card[k])
        free = True
        for p in range(g.n_players):
            if g.character[p] == card and t.rule[DUPLICATES] == 0:
                free = False
        if free:
            _push_card(g, w, card)


@kernel
def list_choices(g: Game, t: Tables, w: Work) -> None:
    """Fill w.choice[:w.n] with the legal choices of the decision that is asked (g.ask)."""
    what = g.ask
    f = g.depth - 1
    if what == ASK_ACTION:
        list_actions(g, t, w, np.int64(g.ask_seat))
        return
    w.n = 0
    if what == ASK_REACTION:
        list_reactions(g, t, w)
    elif what == ASK_VICTIM:
        _list_victims(g, t, w)
    elif what == ASK_CARD or what == ASK_COST:
        _list_cards(g, t, w)
    elif what == ASK_REPLACE:
        for k in range(g.n_plots):
            _push_card(g, w, np.int64(g.plot[k]))
    elif what == ASK_SPREAD:
        _list_players(g, w, spread_targets(g, t, f))
    elif what == ASK_TARGET:
        _list_players(g, w, candidates(g, t, w, f))
    elif what == ASK_GENDER:
        push(g, w, pack(int(DO_GENDER), int(NONE), int(NONE), int(0), int(MALE)))
        push(g, w, pack(int(DO_GENDER), int(NONE), int(NONE), int(0), int(FEMALE)))
    elif what == ASK_CHARACTER:
        _list_characters(g, t, w)
    elif what == ASK_STEAL_SET:
        row = np.int64(g.f_row[f])
        s = np.int64(g.f_self[f])
        list_sets(g, t, w, s, np.int64(g.f_now[f]), np.int64(g.f_left[f]), row, claim_of(t, row))
    elif what == ASK_STEAL_PLACE:
        captured = np.int64(g.f_captured[f])
        list_captured(g, t, w, np.int64(g.f_self[f]), captured, claim_of(t, np.int64(g.f_row[f])))
