"""Reactions (X1; LANGUAGE section 4): an action aimed at somebody may be cancelled before anything of it happens.

A window is one frame: what is answered (f_card, f_part, f_actor, f_target), whom to ask yet (f_todo), who is asked (f_now),
whether the action stands cancelled (f_left 1; each reaction flips it), and how many reactions deep it is (f_slot).
"""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Part
from vs_sim.jit import kernel, leaf
from vs_sim.rules.frames import PLAY, POWER, WINDOW, ask, pop_frame, push_frame
from vs_sim.rules.modifiers import may_do
from vs_sim.rules.packing import bit, pack, push
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.triggers import note
from vs_sim.rules.winning import recheck
from vs_sim.rules.words import conditions_hold
from vs_sim.rules.zones import discard_card, hand_remove, put_cancelled, undiscard_card
from vs_sim.vocabulary import Ask, Deed, Do, Event, Into, Kind, Op, Stat, Who

CANCELLABLE = int(Part.CANCELLABLE)
CANCELS_KINDS = int(Part.CANCELS_KINDS)
CANCELS_POWER = int(Part.CANCELS_POWER)
CANCELS_VERBS = int(Part.CANCELS_VERBS)
CANCELS_FIRST = int(Part.CANCELS_FIRST)
CANCELS_N = int(Part.CANCELS_N)
CANCELS_REACTION = int(Part.CANCELS_REACTION)
FOR = int(Part.FOR)
INTO = int(Part.INTO)
DISCARD_PILE = int(Into.DISCARD_PILE)
VERBS = int(Part.VERBS)
IF_FIRST = int(Part.IF_FIRST)
IF_N = int(Part.IF_N)
FOR_SELF = int(Who.SELF)
MICROAGGRESSION = int(Kind.MICROAGGRESSION)
MICROAGGRESS = int(Op.MICROAGGRESS)
ASK_REACTION = int(Ask.REACTION)
NO = int(Do.NO)
REACT = int(Do.REACT)
DEED_REACTION = int(Deed.REACTION)
REACTION_PLAYED = int(Event.REACTION_PLAYED)
REACTIONS = int(Stat.REACTIONS)
CANCELLED_STAT = int(Stat.CANCELLED)


@leaf
def _names_it(t: Tables, part: int, ty: int) -> bool:
    """Whether `cancels` names the card."""
    first = t.part[part, CANCELS_FIRST]
    for k in range(first, first + t.part[part, CANCELS_N]):
        if t.cancels[k] == ty:
            return True
    return False


@leaf
def _verbs_of(t: Tables, answered: int, kind: int) -> int:
    """Verbs of the action; a microaggression is the verb `microaggress` too."""
    verbs = np.int64(t.part[answered, VERBS]) if answered >= 0 else np.int64(0)
    return verbs | bit(int(MICROAGGRESS)) if kind == MICROAGGRESSION else verbs


@leaf
def _answers(g: Game, t: Tables, f: int, part: int) -> bool:
    """Whether a reaction part cancels what the window is about, its kind taken alone."""
    ty = np.int64(t.card_type[g.f_card[f] - 1])
    if _names_it(t, part, ty):
        return True
    if g.f_slot[f] > 0:
        return t.part[part, CANCELS_REACTION] == 1
    kind = np.int64(t.kind[ty])
    if g.f_flags[f] & POWER != 0:
        if t.part[part, CANCELS_POWER] == 1:
            return True
    elif (t.part[part, CANCELS_KINDS] >> kind) & 1 == 1:
        return True
    return t.part[part, CANCELS_VERBS] & _verbs_of(t, np.int64(g.f_part[f]) - 1, kind) != 0


@leaf
def can_react(g: Game, t: Tables, f: int, p: int, ty: int) -> bool:
    """Whether player p may answer with a card of type ty."""
    part = np.int64(t.reaction[ty])
    if part < 0 or (t.part[part, FOR] == FOR_SELF and g.f_target[f] != p):
        return False
    if not _answers(g, t, f, part):
        return False
    n = np.int64(t.part[part, IF_N])
    if n > 0 and not conditions_hold(g, t, np.int64(t.part[part, IF_FIRST]), n, p):
        return False
    return may_do(g, t, p, int(DEED_REACTION), ty, np.int64(g.f_actor[f]), int(0), int(0))


@kernel
def _has_reaction(g: Game, t: Tables, f: int, p: int) -> bool:
    for k in range(g.n_hand[p]):
        ty = np.int64(t.card_type[g.hand[p, k]])
        if t.reaction[ty] >= 0 and can_react(g, t, f, p, ty):
            return True
    return False


@kernel
def _find_reactors(g: Game, t: Tables, f: int) -> None:
    """X1: mask of those to ask: not the actor, nobody whose own turn is being taken, only who can."""
    todo = np.int64(0)
    for p in range(g.n_players):
        if p != g.f_actor[f] and g.out[p] == 0 and (g.taken >> p) & 1 == 0:
            if (t.has_wide_reactions == 1 or p == g.f_target[f]) and _has_reaction(g, t, f, np.int64(p)):
                todo |= bit(np.int64(p))
    g.f_todo[f] = todo


@kernel
def open_window(g: Game, t: Tables, actor: int, target: int, card: int, part: int, power: int) -> None:
    """Ask for reactions to a card (or power of a card) that `actor` aims at seat `target` (-1: at nobody in person).

    Where nobody can answer no window opens. The result goes into the frame below, as `close_window` says.
    """
    if t.has_reactions == 0 or (target < 0 and t.has_wide_reactions == 0):
        return
    if part >= 0 and t.part[part, CANCELLABLE] == 0:
        return
    f = push_frame(g, t, int(WINDOW), actor)
    if g.result != 0:
        return
    g.f_target[f] = target
    g.f_card[f] = card + 1
    g.f_part[f] = part + 1
    if power != 0:
        g.f_flags[f] = POWER
    _find_reactors(g, t, f)
    if g.f_todo[f] == 0:
        pop_frame(g)


@kernel
def step_window(g: Game, t: Tables, cancelled: int) -> None:
    """Ask the next seat from the acting player's left; when all were asked close, leaving the flag `cancelled` below."""
    f = g.depth - 1
    if g.f_todo[f] == 0:
        pop_frame(g)
        if g.f_left[f] == 1:
            g.f_flags[f - 1] |= cancelled
            if g.f_kind[f - 1] == PLAY:
                g.f_row[f - 1] = t.part[g.f_part[f] - 1, INTO]
                g.f_end[f - 1] = g.f_actor[f]
        return
    p = np.int64(g.f_actor[f])
    for _ in range(g.n_players):
        p = p + 1 if p + 1 < g.n_players else np.int64(0)
        if (g.f_todo[f] >> p) & 1 == 1:
            break
    g.f_todo[f] &= ~(1 << p)
    g.f_now[f] = p
    ask(g, int(ASK_REACTION), p)


@kernel
def list_reactions(g: Game, t: Tables, w: Work) -> None:
    """N2: no, or one of the cards that can answer."""
    f = g.depth - 1
    p = np.int64(g.f_now[f])
    push(g, w, pack(int(NO), np.int64(-1), np.int64(-1), int(0), int(0)))
    last = np.int64(-1)
    for k in range(g.n_hand[p]):
        card = np.int64(g.hand[p, k])
        ty = np.int64(t.card_type[card])
        if ty != last and t.reaction[ty] >= 0 and can_react(g, t, f, p, ty):
            push(g, w, pack(int(REACT), card, np.int64(-1), int(0), int(0)))
        last = ty


@kernel
def react(g: Game, t: Tables, w: Work, card: int) -> None:
    """The seat asked answers with a card, which is discarded at once; it may itself be answered in the same way."""
    f = g.depth - 1
    p = np.int64(g.f_now[f])
    actor = np.int64(g.f_actor[f])
    hand_remove(g, p, card)
    into = np.int64(t.part[t.reaction[t.card_type[card]], INTO])
    if g.f_slot[f] > 0 and into != DISCARD_PILE:
        answered = np.int64(g.f_card[f]) - 1
        undiscard_card(g, answered)
        put_cancelled(g, t, w, answered, into, p, actor)
    discard_card(g, card)
    g.stat[p, REACTIONS] += 1
    g.stat[actor, CANCELLED_STAT] += 1
    g.f_left[f] = 1 - g.f_left[f]
    g.f_slot[f] += 1
    g.f_target[f] = actor
    g.f_actor[f] = p
    g.f_card[f] = card + 1
    g.f_part[f] = t.reaction[t.card_type[card]] + 1
    g.f_todo[f] = 0
    note(g, t, int(REACTION_PLAYED), p, actor, card)
    recheck(g, t)
    if t.has_wide_reactions == 1:
        _find_reactors(g, t, f)
