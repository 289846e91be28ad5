"""What may be chosen at each decision (N2): every legal choice once, like ones by the lowest numbers."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Rule
from vs_sim.jit import kernel, leaf
from vs_sim.rules.actions import list_actions
from vs_sim.rules.asked import list_alignments, list_step
from vs_sim.rules.cascade import spread_targets
from vs_sim.rules.effects import candidates
from vs_sim.rules.packing import lowest, pack, push
from vs_sim.rules.reactions import list_reactions
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.steal import list_captured
from vs_sim.rules.targets import claim_of
from vs_sim.vocabulary import Ask, Do, Gender

DO_PLAYER = int(Do.PLAYER)
DO_CARD = int(Do.CARD)
DO_GENDER = int(Do.GENDER)

ASK_ACTION = int(Ask.ACTION)
ASK_REACTION = int(Ask.REACTION)
ASK_SPREAD = int(Ask.SPREAD)
ASK_REPLACE = int(Ask.REPLACE)
ASK_GENDER = int(Ask.GENDER)
ASK_CHARACTER = int(Ask.CHARACTER)
ASK_STEAL_PLACE = int(Ask.STEAL_PLACE)
ASK_TARGET = int(Ask.TARGET)
ASK_ALIGNMENT = int(Ask.ALIGNMENT)

DUPLICATES = int(Rule.DUPLICATE_CHARACTERS)
MALE = int(Gender.MALE)
FEMALE = int(Gender.FEMALE)
NONE = -1


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
    elif what == ASK_STEAL_PLACE:
        captured = np.int64(g.f_captured[f])
        list_captured(g, t, w, np.int64(g.f_self[f]), captured, claim_of(t, np.int64(g.f_row[f])))
    elif what == ASK_ALIGNMENT:
        list_alignments(g, t, w)
    else:
        list_step(g, t, w, what)
