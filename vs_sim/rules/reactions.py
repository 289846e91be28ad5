"""Reactions (X1; LANGUAGE section 4): an action aimed at somebody may be cancelled before anything of it happens.

A window is one frame: what is answered (f_card, f_part, f_actor, f_target), whom to ask yet (f_todo), who is asked (f_now),
how many reactions deep it is (f_slot), and, once somebody reacts, who (f_self) with which card (f_hit). That reaction may
be answered in a window of its own, which lies on this one. A drawn card that says what happens (`drawn`) has a window too.
"""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Part
from vs_sim.jit import kernel, leaf
from vs_sim.rules.costs import can_pay
from vs_sim.rules.frames import (
    CANCELLED,
    COST,
    LEG_CANCELLED,
    PLAY,
    POWER,
    STEPS,
    STIRRED,
    WINDOW,
    ask,
    pop_frame,
    push_frame,
    push_steps,
)
from vs_sim.rules.modifiers import may_do, of_card
from vs_sim.rules.packing import bit, pack, push
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.targets import can_open
from vs_sim.rules.triggers import count_use, note, uses_left
from vs_sim.rules.winning import recheck
from vs_sim.rules.words import conditions_hold, of_power
from vs_sim.rules.zones import (
    count_play,
    discard_card,
    hand_remove,
    put_cancelled,
    set_has,
    undiscard_card,
)
from vs_sim.vocabulary import Ask, Deed, Do, Event, Into, Kind, Op, Stat, Who

TYPE = int(Part.TYPE)
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
COST_FIRST = int(Part.COST_FIRST)
COST_N = int(Part.COST_N)
DO_FIRST = int(Part.DO_FIRST)
DO_N = int(Part.DO_N)
KEEP = int(Part.KEEP)
FOR_SELF = int(Who.SELF)
SPECIAL = int(Kind.SPECIAL)
MICROAGGRESSION = int(Kind.MICROAGGRESSION)
MICROAGGRESS = int(Op.MICROAGGRESS)
ASK_REACTION = int(Ask.REACTION)
NO = int(Do.NO)
REACT = int(Do.REACT)
DEED_REACTION = int(Deed.REACTION)
REACTION_PLAYED = int(Event.REACTION_PLAYED)
REACTIONS = int(Stat.REACTIONS)
CANCELLED_STAT = int(Stat.CANCELLED)

DRAWN_CARD = 8  # in f_flags of a window: it is about a card just drawn

# Phases of a window.
ASKING = 0
MADE = 1  # a reaction was made and is paid
ANSWERED = 2  # others were asked whether they undo it
DONE = 3  # it stands


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
    played = np.int64(g.f_part[f]) - 1  # of a special that copies another, that one's
    ty = np.int64(t.part[played, TYPE]) if played >= 0 else np.int64(t.card_type[g.f_card[f] - 1])
    if _names_it(t, part, ty):
        return True
    if g.f_flags[f] & DRAWN_CARD != 0:
        return False
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
def _is_aimed_at(g: Game, f: int, p: int) -> bool:
    """Whether what the window is about has player p as a target, or as that of the card's further steps."""
    return g.f_target[f] == p or g.f_chosen[f] == p


@leaf
def _is_meant(g: Game, t: Tables, f: int, p: int, card: int) -> bool:
    """Whether the reaction of a card answers this, for player p, and p may react; conditions and cost apart."""
    part = np.int64(t.reaction[t.card_type[card]])
    if part < 0 or (t.part[part, FOR] == FOR_SELF and not _is_aimed_at(g, f, p)):
        return False
    if not _answers(g, t, f, part):
        return False
    return may_do(g, t, p, int(DEED_REACTION), of_card(card), np.int64(g.f_actor[f]), int(0), int(0))


@kernel
def _is_able(g: Game, t: Tables, p: int, card: int, part: int) -> bool:
    """Whether p meets the condition of a reaction of a card in force and can pay for it."""
    n = np.int64(t.part[part, IF_N])
    if n > 0 and not conditions_hold(g, t, np.int64(t.part[part, IF_FIRST]), n, p):
        return False
    return t.part[part, COST_N] == 0 or can_pay(g, t, p, part, of_power(card))


@kernel
def _can_play(g: Game, t: Tables, f: int, p: int, k: int) -> bool:
    """Whether p may answer with the card at place k of the hand, which is looked at as if it had left the hand."""
    card = np.int64(g.hand[p, k])
    ty = np.int64(t.card_type[card])
    if t.kind[ty] != SPECIAL or not _is_meant(g, t, f, p, card):
        return False
    return can_open(g, t, p, k, np.int64(t.reaction[ty]))


@kernel
def _can_use(g: Game, t: Tables, f: int, p: int, k: int) -> bool:
    """Whether p may answer with card k of those in force: the own character or artifact, so often in a turn or game."""
    if g.force_seat[k] != p:
        return False
    card = np.int64(g.force[k])
    ty = np.int64(g.force_type[k])
    part = np.int64(t.reaction[ty])
    if part < 0 or t.kind[ty] == SPECIAL or not _is_meant(g, t, f, p, card):
        return False
    return uses_left(g, t, card, part, p) and _is_able(g, t, p, card, part)


@kernel
def _has_reaction(g: Game, t: Tables, f: int, p: int) -> bool:
    for k in range(g.n_hand[p]):
        if t.reaction[t.card_type[g.hand[p, k]]] >= 0 and _can_play(g, t, f, p, np.int64(k)):
            return True
    if t.has_standing == 1:
        for k in range(g.n_force):
            if _can_use(g, t, f, p, np.int64(k)):
                return True
    return False


@leaf
def _may_be_asked(g: Game, f: int, p: int) -> bool:
    """X1: nobody reacts to himself or while the own turn is being taken; but who drew a card, and nobody else, may stop it."""
    if g.out[p] == 1:
        return False
    if g.f_flags[f] & DRAWN_CARD != 0:
        return p == g.f_actor[f]
    return p != g.f_actor[f] and ((g.taken >> p) & 1 == 0 or p == g.controller)


@kernel
def _find_reactors(g: Game, t: Tables, f: int) -> None:
    """X1: mask of those to ask: who may, and can."""
    todo = np.int64(0)
    for p in range(g.n_players):
        if (t.has_wide_reactions == 1 or _is_aimed_at(g, f, np.int64(p))) and _may_be_asked(
            g, f, np.int64(p)
        ):
            if _has_reaction(g, t, f, np.int64(p)):
                todo |= bit(np.int64(p))
    g.f_todo[f] = todo


@kernel
def _push_window(
    g: Game, t: Tables, actor: int, target: int, card: int, part: int, flags: int, deep: int
) -> None:
    """Open a window; where nobody can answer none is."""
    f = push_frame(g, t, int(WINDOW), actor)
    if g.result != 0:
        return
    g.f_target[f] = target
    if g.f_kind[f - 1] == PLAY:
        g.f_chosen[f] = g.f_chosen[f - 1]
    g.f_card[f] = card + 1
    g.f_part[f] = part + 1
    g.f_flags[f] = flags
    g.f_slot[f] = deep
    _find_reactors(g, t, f)
    if g.f_todo[f] == 0:
        pop_frame(g)


@kernel
def open_window(g: Game, t: Tables, actor: int, target: int, card: int, part: int, power: int) -> None:
    """Ask for reactions to a card (or power of a card) that `actor` aims at seat `target` (-1: at nobody in person).

    The result goes into the frame below, as `step_window` says.
    """
    if t.has_reactions == 0 or (target < 0 and t.has_wide_reactions == 0):
        return
    if part >= 0 and t.part[part, CANCELLABLE] == 0:
        return
    _push_window(g, t, actor, target, card, part, int(POWER) if power != 0 else int(0), int(0))


@kernel
def open_drawn_window(g: Game, t: Tables, p: int, card: int) -> None:
    """Ask whether what a card that p has drawn says is stopped, by a card that names it."""
    if t.has_reactions == 1:
        part = np.int64(t.drawn[t.card_type[card]])
        _push_window(g, t, p, p, card, part, int(DRAWN_CARD), int(0))


@kernel
def _ask_next(g: Game, f: int) -> None:
    """Ask the next seat from the acting player's left; when all were asked close."""
    if g.f_todo[f] == 0:
        pop_frame(g)
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
def _let_others_undo(g: Game, t: Tables, f: int) -> None:
    """A reaction was made: it is heard, and may itself be answered in the same way."""
    p = np.int64(g.f_self[f])
    actor = np.int64(g.f_actor[f])
    card = np.int64(g.f_hit[f]) - 1
    g.f_phase[f] = ANSWERED
    note(g, t, int(REACTION_PLAYED), p, actor, card)
    recheck(g, t)
    if t.has_wide_reactions == 1 and g.result == 0:
        part = np.int64(t.reaction[t.card_type[card]])
        _push_window(g, t, p, actor, card, part, int(0), np.int64(g.f_slot[f]) + 1)


@kernel
def _take_drawn(g: Game, t: Tables, p: int, card: int, part: int) -> bool:
    """Take the card that p drew from where it lies: held by its frame, or kept in p's hand, or discarded since."""
    if t.part[part, KEEP] == 0:
        return True
    if set_has(g.discard[card >> 6], card):
        undiscard_card(g, card)
        return True
    n = g.n_hand[p]
    hand_remove(g, p, card)
    return g.n_hand[p] < n


@kernel
def _move_cancelled(g: Game, t: Tables, w: Work, f: int, into: int) -> None:
    """X1: the card of what was cancelled goes `into` where the reaction says; a power's or a later leg's stays."""
    card = np.int64(g.f_card[f]) - 1
    p = np.int64(g.f_self[f])
    owner = np.int64(g.f_actor[f])
    if g.f_slot[f] > 0:
        there = into != DISCARD_PILE and t.kind[t.card_type[card]] == SPECIAL
        there = there and set_has(g.discard[card >> 6], card)
        if there:
            undiscard_card(g, card)
    elif g.f_flags[f] & DRAWN_CARD != 0:
        there = _take_drawn(g, t, owner, card, np.int64(g.f_part[f]) - 1)
    else:
        there = g.f_flags[f] & POWER == 0 and g.f_kind[f - 1] != STEPS
    if there:
        put_cancelled(g, t, w, card, into, p, owner)
        recheck(g, t)


@leaf
def _push_reaction_steps(g: Game, t: Tables, f: int, first: int, n: int) -> int:
    """Open a run of steps of the reaction made in window f; the play below must be looked at again after it."""
    below = f
    while g.f_kind[below] == WINDOW:
        below -= 1
    if g.f_kind[below] == PLAY:
        g.f_flags[below] |= STIRRED
    card = np.int64(g.f_hit[f]) - 1
    steps = push_steps(g, t, np.int64(g.f_self[f]), card, np.int64(t.reaction[t.card_type[card]]), first, n)
    g.f_actor[steps] = g.f_actor[f]
    g.f_affected[steps] = g.f_target[f] if g.f_target[f] >= 0 else g.f_actor[f]
    return steps


@kernel
def _stand(g: Game, t: Tables, w: Work, f: int) -> None:
    """The reaction stands: what it answers is undone, then its own steps are done."""
    part = np.int64(t.reaction[t.card_type[g.f_hit[f] - 1]])
    g.f_phase[f] = DONE
    _move_cancelled(g, t, w, f, np.int64(t.part[part, INTO]))
    n = np.int64(t.part[part, DO_N])
    if n > 0 and g.result == 0:
        _push_reaction_steps(g, t, f, np.int64(t.part[part, DO_FIRST]), n)


@kernel
def step_window(g: Game, t: Tables, w: Work) -> None:
    """Go on with the innermost window. When it closes and a reaction stands, the frame below is marked as cancelled."""
    f = g.depth - 1
    phase = g.f_phase[f]
    if phase == ASKING:
        _ask_next(g, f)
    elif phase == MADE:
        _let_others_undo(g, t, f)
    elif phase == ANSWERED and g.f_flags[f] & CANCELLED != 0:
        pop_frame(g)
    elif phase == ANSWERED:
        _stand(g, t, w, f)
    else:
        pop_frame(g)
        g.f_flags[f - 1] |= LEG_CANCELLED if g.f_kind[f - 1] == STEPS else CANCELLED


@leaf
def _is_equal_lower(g: Game, t: Tables, f: int, p: int, k: int) -> bool:
    """C7: whether an equal card in force with a lower number could be used as well."""
    for i in range(g.n_force):
        if (
            g.force[i] < g.force[k]
            and g.force_type[i] == g.force_type[k]
            and _can_use(g, t, f, p, np.int64(i))
        ):
            return True
    return False


@kernel
def list_reactions(g: Game, t: Tables, w: Work) -> None:
    """N2: no, or one of the cards that can answer, in hand or in force."""
    f = g.depth - 1
    p = np.int64(g.f_now[f])
    push(g, w, pack(int(NO), np.int64(-1), np.int64(-1), int(0), int(0)))
    last = np.int64(-1)
    for k in range(g.n_hand[p]):
        card = np.int64(g.hand[p, k])
        ty = np.int64(t.card_type[card])
        if ty != last and t.reaction[ty] >= 0 and _can_play(g, t, f, p, np.int64(k)):
            push(g, w, pack(int(REACT), card, np.int64(-1), int(0), int(0)))
        last = ty
    if t.has_standing == 1:
        for k in range(g.n_force):
            if _can_use(g, t, f, p, np.int64(k)) and not _is_equal_lower(g, t, f, p, np.int64(k)):
                push(g, w, pack(int(REACT), np.int64(g.force[k]), np.int64(-1), int(0), int(0)))


@kernel
def react(g: Game, t: Tables, card: int) -> None:
    """The seat asked answers with a card, which is discarded at once unless it is in force; then its cost is paid."""
    f = g.depth - 1
    p = np.int64(g.f_now[f])
    ty = np.int64(t.card_type[card])
    part = np.int64(t.reaction[ty])
    g.f_todo[f] = 0
    g.f_phase[f] = MADE
    g.f_self[f] = p
    g.f_hit[f] = card + 1
    g.stat[p, REACTIONS] += 1
    g.stat[g.f_actor[f], CANCELLED_STAT] += 1
    if t.kind[ty] == SPECIAL:
        count_play(g, t, p, card)
        hand_remove(g, p, card)
        discard_card(g, card)
    else:
        count_use(g, t, card, part, p)
    recheck(g, t)
    n = np.int64(t.part[part, COST_N])
    if n > 0 and g.result == 0:
        steps = _push_reaction_steps(g, t, f, np.int64(t.part[part, COST_FIRST]), n)
        g.f_flags[steps] = COST
