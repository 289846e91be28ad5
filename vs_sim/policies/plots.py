"""What cards in force are worth to the decider by their modifiers and triggers: plots, and what a play sets off."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Mod, Part, Step
from vs_sim.jit import kernel, leaf
from vs_sim.policies.features import (
    CARD_WORTH,
    FORBIDDEN_FOLLOWER,
    FORBIDDEN_HIT,
    FORBIDDEN_OTHER,
    HARMED_SHARE,
    MULTIPLIED,
    REQUIRED,
    SEEN,
    SPARED,
    TRIGGER_SHARE,
    TURN_WORTH,
)
from vs_sim.policies.view import PLAYED, PLAYED_CARD, is_meant, weight, worth_of
from vs_sim.policies.worth import CLEAR, CLEAR_PLOTS, SELF, weigh_rows
from vs_sim.rules.packing import bit
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.triggers import uses_left
from vs_sim.rules.words import type_fits
from vs_sim.vocabulary import Deed, Event, Form, Kind, Modifier, Target, Who

OP, A, STEP_TARGET = int(Step.OP), int(Step.A), int(Step.TARGET)
MODIFIER, VALUE, FORM = int(Mod.MODIFIER), int(Mod.VALUE), int(Mod.FORM)
FOR, FOR_OTHERS = int(Mod.FOR), int(Who.OTHERS)
M_ONLY, M_COMPARE = int(Mod.ONLY), int(Mod.COMPARE)
AGAINST, AGAINST_COMPARE = int(Mod.AGAINST), int(Mod.AGAINST_COMPARE)
DO_FIRST, DO_N, TARGET = int(Part.DO_FIRST), int(Part.DO_N), int(Part.TARGET)
COST_FIRST, COST_N, VERBS = int(Part.COST_FIRST), int(Part.COST_N), int(Part.VERBS)
EVENT, BY, TO, FILTER, CARD = int(Part.EVENT), int(Part.BY), int(Part.TO), int(Part.FILTER), int(Part.CARD)
FORBID, ALLOW, PROTECT = int(Modifier.FORBID), int(Modifier.ALLOW), int(Modifier.PROTECT)
REQUIRE, SILENCE, MATCH_ANY = int(Modifier.REQUIRE), int(Modifier.SILENCE), int(Modifier.MATCH_ANY)
HAND_SIZE, DRAW_LIMIT, ACTIONS = int(Modifier.HAND_SIZE), int(Modifier.DRAW_LIMIT), int(Modifier.ACTIONS)
VALUES, OPEN_HAND = int(Modifier.VALUE), int(Modifier.OPEN_HAND)
ADD, MULTIPLY = int(Form.ADD), int(Form.MULTIPLY)
ARTIFACT, SPECIAL = int(Kind.ARTIFACT), int(Kind.SPECIAL)
PLAY_FOLLOWER, PLAY_HIT = int(Deed.FOLLOWER), int(Deed.MICROAGGRESSION)
JOIN, DRAWING = int(Deed.JOIN), int(Deed.DRAW)
AFFECTED = int(Target.AFFECTED)
LANDED, CARD_PLAYED = int(Event.MICROAGGRESSION_LANDED), int(Event.CARD_PLAYED)
BY_SELF, BY_OTHERS = int(Who.SELF), int(Who.OTHERS)


@kernel
def modifier_worth(t: Tables, w: Work, row: int) -> int:
    """What a modifier row is worth to a player about whom it is, in hundredths of a point of that player."""
    what = np.int64(t.mod[row, MODIFIER])
    value = np.int64(t.mod[row, VALUE])
    if what <= ALLOW:
        worth = weight(w, FORBIDDEN_OTHER)
        if value == PLAY_FOLLOWER:
            worth = weight(w, FORBIDDEN_FOLLOWER)
        elif value == JOIN or value == DRAWING:
            worth = weight(w, FORBIDDEN_FOLLOWER) // 2
        elif value == PLAY_HIT:
            worth = weight(w, FORBIDDEN_HIT)
        return worth if what == FORBID else -worth // 2
    if what == PROTECT:
        return weight(w, SPARED)
    if what == REQUIRE or what == SILENCE:
        return weight(w, REQUIRED)
    if what == MATCH_ANY:
        return weight(w, CARD_WORTH)
    if what == OPEN_HAND:
        return weight(w, SEEN)
    if what == VALUES and t.mod[row, FORM] == MULTIPLY:
        return np.int64((value - 1) * weight(w, MULTIPLIED))
    if t.mod[row, FORM] != ADD:
        return np.int64(0)
    if what == ACTIONS:
        return np.int64(value * weight(w, TURN_WORTH))
    if what == HAND_SIZE or what == DRAW_LIMIT or what == VALUES:
        return np.int64(value * weight(w, CARD_WORTH))
    return np.int64(0)


@kernel
def thing_worth(t: Tables, w: Work, ty: int) -> int:
    """What an artifact or lasting special is worth to the player with whom it lies, in hundredths of a point."""
    total = weight(w, CARD_WORTH)
    for row in range(t.mod_first[ty], t.mod_first[ty] + t.mod_n[ty]):
        worth = modifier_worth(t, w, np.int64(row))
        total += worth if t.mod[row, FOR] != FOR_OTHERS else -worth
    return total


@kernel
def weigh_laid(g: Game, t: Tables, w: Work, ty: int, own: int, target: int) -> int:
    """Worth of an artifact or lasting special that comes to lie with a player; SUM has what it sets off there."""
    if t.kind[ty] != ARTIFACT and (t.kind[ty] != SPECIAL or t.lasts[ty] == 0):
        return np.int64(0)
    s = target if target >= 0 else own
    first = np.int64(t.trigger_first[ty])
    for part in range(first, first + np.int64(t.trigger_n[ty])):
        do_first = np.int64(t.part[part, DO_FIRST])
        kind = np.int64(t.part[part, TARGET])
        weigh_rows(g, t, w, do_first, np.int64(t.part[part, DO_N]), s, kind, np.int64(-1), int(100))
    return thing_worth(t, w, ty) * worth_of(w, s) // 100


@kernel
def mod_row_worth(g: Game, t: Tables, w: Work, row: int) -> int:
    """Worth to the decider of a modifier that nobody holds, over all whom it is about."""
    worth = modifier_worth(t, w, row)
    words = np.int64(t.mod[row, M_ONLY])
    compare = np.int64(t.mod[row, M_COMPARE])
    if t.mod[row, AGAINST] | t.mod[row, AGAINST_COMPARE] != 0:  # whoever may not be aimed at is spared
        worth = weight(w, SPARED)
        words = np.int64(t.mod[row, AGAINST])
        compare = np.int64(t.mod[row, AGAINST_COMPARE])
    total = np.int64(0)
    for s in range(g.n_players):
        if g.out[s] == 0 and is_meant(g, t, np.int64(s), np.int64(-1), words, compare):
            total += worth_of(w, np.int64(s)) * worth // 100
    return total


@kernel
def weigh_trigger(g: Game, t: Tables, w: Work, part: int, sign: int) -> int:
    """Worth of a trigger that nobody holds: at once if it harms whom an event befalls, otherwise its rows for all."""
    first = np.int64(t.part[part, DO_FIRST])
    kind = np.int64(t.part[part, TARGET])
    total = np.int64(0)
    for k in range(g.n_players):
        s = np.int64(k)
        if g.out[s] == 1:
            continue
        if kind == AFFECTED or t.step[first, STEP_TARGET] == AFFECTED:
            total -= worth_of(w, s) * np.int64(g.n_live[s]) * weight(w, HARMED_SHARE) // 100
        else:
            weigh_rows(
                g,
                t,
                w,
                first,
                np.int64(t.part[part, DO_N]),
                s,
                kind,
                np.int64(-1),
                sign * weight(w, TRIGGER_SHARE),
            )
    return sign * total


@kernel
def weigh_plots(g: Game, t: Tables, w: Work, added: int, sign: int, removed: int) -> int:
    """Worth of a plot type coming to lie in play (-1: none; sign -1: going) and of those at places in a mask going."""
    total = np.int64(0)
    for k in range(-1, g.n_plots):
        ty = added if k < 0 else np.int64(t.card_type[g.plot[k]])
        if ty < 0 or (k >= 0 and (removed >> k) & 1 == 0):
            continue
        factor = sign if k < 0 else np.int64(-1)
        first = np.int64(t.mod_first[ty])
        for row in range(first, first + np.int64(t.mod_n[ty])):
            total += factor * mod_row_worth(g, t, w, np.int64(row))
        first = np.int64(t.trigger_first[ty])
        for part in range(first, first + np.int64(t.trigger_n[ty])):
            total += weigh_trigger(g, t, w, np.int64(part), factor)
    return total


@leaf
def excluded(g: Game, t: Tables, ty: int) -> int:
    """P2: mask of the places of plots in play that go when a plot of this type comes."""
    mask = np.int64(0)
    for k in range(g.n_plots):
        if (np.int64(t.excludes[ty]) >> np.int64(t.plot[t.card_type[g.plot[k]]])) & 1 == 1:
            mask |= bit(np.int64(k))
    return mask


@kernel
def weigh_part(g: Game, t: Tables, w: Work, part: int, own: int, target: int, factor: int) -> bool:
    """Add what a part does and costs; True if it clears the plots in play too."""
    first = np.int64(t.part[part, DO_FIRST])
    n = np.int64(t.part[part, DO_N])
    weigh_rows(g, t, w, first, n, own, np.int64(t.part[part, TARGET]), target, factor)
    weigh_rows(
        g,
        t,
        w,
        np.int64(t.part[part, COST_FIRST]),
        np.int64(t.part[part, COST_N]),
        own,
        int(SELF),
        target,
        factor,
    )
    if (np.int64(t.part[part, VERBS]) >> CLEAR) & 1 == 1:
        for row in range(first, first + n):
            if t.step[row, OP] == CLEAR and t.step[row, A] == CLEAR_PLOTS:
                return True
    return False


@leaf
def is_for(who: int, holder: int, s: int) -> bool:
    """`by`, `to` of a trigger whose card lies with `holder` (-1: nobody, then anyone is meant)."""
    return holder < 0 or not ((who == BY_SELF and s != holder) or (who == BY_OTHERS and s == holder))


@kernel
def weigh_hits(g: Game, t: Tables, w: Work, own: int, s: int, factor: int) -> None:
    """Add all that a microaggression of `own` landing at seat s sets off."""
    for k in range(g.n_force):
        ty = np.int64(g.force_type[k])
        holder = np.int64(g.force_seat[k])
        if (t.hears[ty] >> LANDED) & 1 == 1:
            first = np.int64(t.trigger_first[ty])
            for part in range(first, first + np.int64(t.trigger_n[ty])):
                if (
                    t.part[part, EVENT] == LANDED
                    and is_for(np.int64(t.part[part, BY]), holder, own)
                    and is_for(np.int64(t.part[part, TO]), holder, s)
                ):
                    who = own if holder < 0 else holder
                    do_first = np.int64(t.part[part, DO_FIRST])
                    weigh_rows(
                        g,
                        t,
                        w,
                        do_first,
                        np.int64(t.part[part, DO_N]),
                        who,
                        np.int64(t.part[part, TARGET]),
                        s,
                        factor,
                    )


@kernel
def find_played(g: Game, t: Tables, w: Work, own: int) -> None:
    """Note in PLAYED the trigger that hears `own` play a card, if it may still go off."""
    only_characters = t.has_artifacts | t.has_lasting | t.has_live_followers == 0
    if only_characters and (t.hears[t.card_type[g.character[own]]] >> CARD_PLAYED) & 1 == 0:
        return
    for k in range(g.n_force):
        ty = np.int64(g.force_type[k])
        if g.force_seat[k] == own and (t.hears[ty] >> CARD_PLAYED) & 1 == 1:
            first = np.int64(t.trigger_first[ty])
            for p in range(first, first + np.int64(t.trigger_n[ty])):
                part = np.int64(p)
                if t.part[part, EVENT] == CARD_PLAYED and uses_left(g, t, np.int64(g.force[k]), part, own):
                    w.scratch[PLAYED] = part + 1
                    w.scratch[PLAYED_CARD] = g.force[k]


@kernel
def weigh_played(g: Game, t: Tables, w: Work, ty: int, own: int, target: int) -> None:
    """Add the trigger noted by find_played, if it hears `own` play a card of type ty at seat `target`."""
    part = w.scratch[PLAYED] - 1
    this = np.int64(t.card_type[w.scratch[PLAYED_CARD]])
    if (
        type_fits(t, ty, np.int64(t.part[part, FILTER]), np.int64(t.part[part, CARD]), this)
        and is_for(np.int64(t.part[part, BY]), own, own)
        and is_for(np.int64(t.part[part, TO]), own, target)
    ):
        first = np.int64(t.part[part, DO_FIRST])
        weigh_rows(
            g,
            t,
            w,
            first,
            np.int64(t.part[part, DO_N]),
            own,
            np.int64(t.part[part, TARGET]),
            target,
            int(100),
        )
