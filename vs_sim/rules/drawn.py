"""Drawing up (T3), and cards that say what happens when they are drawn (LANGUAGE section 1, `drawn`).

Such a card has a frame: it may be stopped by a card that names it, else its steps are done; if it is not kept the frame
holds it meanwhile and it is discarded then. Drawing waits and goes on afterwards.
"""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Part, Rule
from vs_sim.jit import kernel, leaf
from vs_sim.rules.deeds import draw_card
from vs_sim.rules.frames import CANCELLED, NO_DRAW, pop_frame, push_steps
from vs_sim.rules.modifiers import DRAW_LIMIT, HAND_SIZE, may_do, number
from vs_sim.rules.reactions import open_drawn_window
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.triggers import run_away
from vs_sim.rules.winning import recheck
from vs_sim.rules.zones import can_draw, discard_card
from vs_sim.vocabulary import Deed

DO_FIRST = int(Part.DO_FIRST)
DO_N = int(Part.DO_N)
KEEP = int(Part.KEEP)
MAX_EFFECTS = int(Rule.MAX_EFFECTS)
DEED_DRAW = int(Deed.DRAW)

# Phases of a drawn card.
ASK_FIRST = 0
DO_STEPS = 1
FINISH = 2


@kernel
def step_drawn(g: Game, t: Tables) -> None:
    """Go on with the innermost drawn card: it counts (W5), may be stopped, does what it says, and is discarded."""
    f = g.depth - 1
    p = np.int64(g.f_self[f])
    card = np.int64(g.f_card[f]) - 1
    part = np.int64(g.f_part[f]) - 1
    phase = g.f_phase[f]
    g.f_phase[f] = phase + 1
    if phase == ASK_FIRST:
        g.effects += 1
        if g.effects > t.rule[MAX_EFFECTS]:
            run_away(g, np.int64(t.card_type[card]))
        else:
            open_drawn_window(g, t, p, card)
    elif phase == DO_STEPS and g.f_flags[f] & CANCELLED != 0:
        pop_frame(g)
    elif phase == DO_STEPS:
        push_steps(g, t, p, card, part, np.int64(t.part[part, DO_FIRST]), np.int64(t.part[part, DO_N]))
    else:
        pop_frame(g)
        if t.part[part, KEEP] == 0:
            discard_card(g, card)
            recheck(g, t)


@leaf
def is_drawing(g: Game, f: int, s: int) -> bool:
    """Whether the drawing of s at the end of the turn of frame f (T3) waits for a drawn card."""
    return g.f_hit[f] != 0 and g.out[s] == 0


@leaf
def _note_kept(g: Game, f: int, s: int) -> None:
    """A drawn card is over: one that is not in the hand is replaced, so it does not count for the draw limit."""
    for k in range(g.n_hand[s]):
        if g.hand[s, k] == g.f_hit[f] - 1:
            g.f_todo[f] += 1
    g.f_hit[f] = 0


@kernel
def draw_up(g: Game, t: Tables, w: Work, f: int, s: int) -> bool:
    """T3: draw up to the hand size, as many as the draw limit allows. True if a drawn card comes first.

    f_todo counts the cards for the limit, f_slot is 1 once one was drawn; W4 asks whether none could be.
    """
    if g.f_hit[f] != 0:
        _note_kept(g, f, s)
    while (
        g.result == 0
        and g.out[s] == 0
        and g.n_hand[s] < number(g, t, s, int(HAND_SIZE))
        and g.f_todo[f] < number(g, t, s, int(DRAW_LIMIT))
        and may_do(g, t, s, int(DEED_DRAW), np.int64(-1), np.int64(-1), int(0), int(0))
        and draw_card(g, t, w, s)
    ):
        g.f_slot[f] = 1
        if g.depth - 1 != f:
            g.f_hit[f] = g.f_card[g.depth - 1]
            return True
        g.f_todo[f] += 1
    if g.f_slot[f] == 0 and not can_draw(g, t):
        g.f_flags[f] |= NO_DRAW
    return False
