"""Playing a card or using a power: pay, let others react, do what its kind does, then its own steps (T1, T7, X1).

A play is one frame: f_self who plays, f_card, f_part (its play or action), f_target (seat aimed at, -1), f_slot (packed
choice of place), f_aux (what `spend` took).
"""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Part, Rule
from vs_sim.jit import kernel, leaf
from vs_sim.rules.coalition import lay
from vs_sim.rules.deeds import land, remove_lying, remove_plot, renew_and_check, unland
from vs_sim.rules.force import came
from vs_sim.rules.frames import (
    AT_ANOTHER,
    CANCELLED,
    COST,
    DID,
    DUTIES,
    JOB_LAID,
    NEEDS_TARGET,
    OVER,
    PLAY,
    POWER,
    STIRRED,
    ask,
    bound_actions,
    goes_on,
    pop_frame,
    push_frame,
    push_steps,
)
from vs_sim.rules.lapse import lapses
from vs_sim.rules.lasting import first_left
from vs_sim.rules.modifiers import PLOTS, claims, fold, number, of_card
from vs_sim.rules.packing import (
    bit,
    choice_aux,
    choice_card,
    choice_do,
    choice_edge,
    choice_own,
    choice_seat,
    choice_slot,
    lowest,
)
from vs_sim.rules.reactions import open_window
from vs_sim.rules.rights import has_extras, refund, spend
from vs_sim.rules.state import MAX_LYING, Game, Tables, Work
from vs_sim.rules.targets import admitted, further_targets, played_as
from vs_sim.rules.triggers import count_use, note
from vs_sim.rules.winning import check_win_of, recheck
from vs_sim.rules.zones import count_play, discard_card, hand_remove
from vs_sim.vocabulary import (
    Ask,
    Deed,
    Do,
    Error,
    Event,
    Kind,
    Op,
    Stat,
    Target,
)

FOLLOWER = int(Kind.FOLLOWER)
MICROAGGRESSION = int(Kind.MICROAGGRESSION)
VIRTUE_SIGNAL = int(Kind.VIRTUE_SIGNAL)
OPPONENT = int(Target.OPPONENT)
PLAYER = int(Target.PLAYER)
PREVIOUS = int(Target.PREVIOUS)
PLOT = int(Kind.PLOT)
SPECIAL = int(Kind.SPECIAL)
ARTIFACT = int(Kind.ARTIFACT)
DO_POWER = int(Do.POWER)
DO_DISCARD = int(Do.DISCARD)
DEED_POWER = int(Deed.POWER)
MICROAGGRESS = int(Op.MICROAGGRESS)
CARD_PLAYED = int(Event.CARD_PLAYED)
ASK_REPLACE = int(Ask.REPLACE)
ASK_TARGET = int(Ask.TARGET)
ASK_ALIGNMENT = int(Ask.ALIGNMENT)
LISTS_FULL = int(Error.LISTS_FULL)
CARD_DISCARDED = int(Event.CARD_DISCARDED)
FOLLOWERS = int(Stat.FOLLOWERS)
POWERS = int(Stat.POWERS)
ATTACKS_MADE = int(Stat.ATTACKS_MADE)
ATTACKS_SUFFERED = int(Stat.ATTACKS_SUFFERED)

TYPE = int(Part.TYPE)
TARGET = int(Part.TARGET)
COST_FIRST = int(Part.COST_FIRST)
COST_N = int(Part.COST_N)
DO_FIRST = int(Part.DO_FIRST)
DO_N = int(Part.DO_N)
USES_ACTION = int(Part.USES_ACTION)
USES_UP = int(Part.USES_UP)
NAMES = int(Part.NAMES)
REFUNDS = int(Rule.CANCEL_REFUNDS_ACTION)

# Phases of a play.
PAY = 0
ASK_OTHERS = 1
DO_KIND = 2
DO_STEPS = 3
FINISH = 4


@leaf
def is_duty(g: Game, s: int, kind: int, target: int) -> bool:
    """P6: whether a play of a kind, aimed so, is one of those that a duty asks for, as the choices were listed."""
    duties = np.int64(g.f_aux[g.turn_frame]) >> DUTIES
    if (duties >> kind) & 1 == 0:
        return False
    return (duties >> (kind + AT_ANOTHER)) & 1 == 0 or (target >= 0 and target != s)


@leaf
def is_free_duty(g: Game, s: int, kind: int, target: int) -> bool:
    """P6: a further card that `require_all` asks for uses no action."""
    return (
        is_duty(g, s, kind, target)
        and (g.f_tried[g.turn_frame] >> kind) & 1 == 1
        and (g.require_all[s] >> kind) & 1 == 1
    )


@kernel
def _spend_for(g: Game, t: Tables, s: int, ty: int, card: int, target: int) -> int:
    """Spend an action for a card that is played as one of type ty; -2 if it is free."""
    kind = np.int64(t.kind[t.card_type[card]])
    if is_free_duty(g, s, kind, target):
        return np.int64(-2)
    if not has_extras(g):
        return spend(g, t, ty, card, int(0), int(0))
    if g.slow_hand == 1:
        fold(g, t)
    both = claims(g, t, s, kind, ty, target)
    against = both & 7
    if not is_duty(g, s, kind, target):
        against = max(against, _standing_duty(g, s))
    return spend(g, t, ty, card, against, both >> 3)


@leaf
def _standing_duty(g: Game, s: int) -> int:
    """The duty stands if the choice list was cut by it: f_aux of the turn keeps its claim."""
    return np.int64(g.f_aux[g.turn_frame]) & (bit(int(DUTIES)) - 1)


@kernel
def begin_play(g: Game, t: Tables, w: Work, s: int, choice: int) -> None:
    """T1: the chosen card leaves the hand (a power stays where it is), the action is spent, and a play begins."""
    card = choice_card(choice)
    target = choice_seat(choice)
    ty = np.int64(t.card_type[card])
    turn = g.turn_frame
    g.f_flags[turn] |= DID
    power = choice_do(choice) == DO_POWER
    if power:
        part = choice_aux(choice)
        spent = np.int64(-2)
        if t.part[part, USES_ACTION] == 1:
            both = claims(g, t, s, int(DEED_POWER), of_card(card), target)
            against = max(both & 7, _standing_duty(g, s))
            spent = spend(g, t, int(-1), int(-1), against, both >> 3)
        count_use(g, t, card, part, s)
        g.stat[s, POWERS] += 1
    else:
        kind = np.int64(t.kind[ty])
        ty = played_as(g, t, ty)
        part = np.int64(t.play[ty])
        hand_remove(g, s, card)
        spent = _spend_for(g, t, s, ty, card, target)  # as it was listed: the card has left the hand
        g.f_tried[turn] |= bit(kind)
        recheck(g, t)
        g.stat[s, FOLLOWERS + kind] += 1
        count_play(g, t, s, card)
        g.named[card] = 0
    f = push_frame(g, t, int(PLAY), s)
    g.f_card[f] = card + 1
    g.f_part[f] = part + 1
    bound_actions(g, t)
    g.f_target[f] = target
    g.f_affected[f] = target if target >= 0 else s
    g.f_slot[f] = choice_slot(choice)
    g.f_captured[f] = choice_edge(choice) | (choice_own(choice) << 2)
    g.f_aux[f] = spent
    g.f_flags[f] = POWER if power else 0
    g.f_hit[f] = g.node_card[target if target >= 0 else s, choice_slot(choice)]
    if part >= 0 and not power and t.kind[ty] <= VIRTUE_SIGNAL:
        if OPPONENT <= t.part[part, TARGET] <= PREVIOUS:
            g.f_flags[f] = NEEDS_TARGET
    if target >= 0 and target != s and (power or t.kind[ty] != VIRTUE_SIGNAL):
        g.stat[s, ATTACKS_MADE] += 1
        g.stat[target, ATTACKS_SUFFERED] += 1


@kernel
def discard_action(g: Game, t: Tables, s: int, card: int) -> None:
    """T1: discard one card and do nothing else; it ends the actions of the turn."""
    g.f_flags[g.turn_frame] |= DID | OVER
    hand_remove(g, s, card)
    discard_card(g, card)
    g.stat[s, FOLLOWERS + DO_DISCARD] += 1
    note(g, t, int(CARD_DISCARDED), s, s, card)
    recheck(g, t)


@kernel
def _cancel(g: Game, t: Tables, f: int) -> None:
    """X1: it never happened; the reaction has moved its card, the action and an artifact used up stay spent."""
    card = np.int64(g.f_card[f]) - 1
    if t.rule[REFUNDS] == 1 and g.f_aux[f] > -2:
        refund(g, np.int64(g.f_aux[f]))
    pop_frame(g)
    if g.f_flags[f] & POWER != 0:
        _use_up(g, t, f, card)


@leaf
def _lapse(g: Game, f: int) -> None:
    """What was overtaken by costs or reactions is not done; its card is discarded (T7)."""
    pop_frame(g)
    if g.f_flags[f] & POWER == 0:
        discard_card(g, np.int64(g.f_card[f]) - 1)


@leaf
def _excluded(g: Game, t: Tables, ty: int) -> int:
    """P2: place of a plot in play that this one excludes, -1."""
    for k in range(g.n_plots):
        if (t.excludes[ty] >> t.plot[t.card_type[g.plot[k]]]) & 1 == 1:
            return np.int64(k)
    return np.int64(-1)


@kernel
def _lay_plot(g: Game, t: Tables, f: int) -> bool:
    """P1, P2: excluded plots go first, then room is made, then it lies there. False while a replacement is asked for."""
    s = np.int64(g.f_self[f])
    card = np.int64(g.f_card[f]) - 1
    ty = np.int64(t.card_type[card])
    if t.stays[ty] == 0:
        return True
    k = _excluded(g, t, ty)
    while k >= 0 and g.result == 0:
        remove_plot(g, t, k, s)
        k = _excluded(g, t, ty)
    if g.result != 0:
        return True
    if g.n_plots >= number(g, t, s, int(PLOTS)) and g.n_plots > 0:
        ask(g, int(ASK_REPLACE), s)
        return False
    n = g.n_plots
    g.plot[n] = card
    g.plot_by[n] = s
    g.plot_left[n] = first_left(g, t, ty)
    g.n_plots = n + 1
    came(g, card)
    g.plot_plays[t.plot[ty]] += 1
    renew_and_check(g, t)
    return True


@kernel
def _lay_down(g: Game, t: Tables, card: int, ty: int, seat: int, by: int) -> None:
    """C6: an artifact or lasting special, played as type ty, comes to lie with a player's character."""
    n = g.n_lying
    if n >= MAX_LYING:
        g.error = LISTS_FULL
        return
    g.lying[n] = card
    g.lying_type[n] = ty
    g.lying_seat[n] = seat
    g.lying_by[n] = by
    g.lying_left[n] = first_left(g, t, ty)
    g.n_lying = n + 1
    came(g, card)
    g.lying_played[n] = g.clock
    renew_and_check(g, t)


@leaf
def _seen_as(g: Game, t: Tables, f: int) -> int:
    """The type as which the card of a play is played: of a special that copies another, that one's."""
    part = np.int64(g.f_part[f]) - 1
    ty = np.int64(t.card_type[g.f_card[f] - 1])
    return np.int64(t.part[part, TYPE]) if t.has_copies == 1 and part >= 0 and t.kind[ty] == SPECIAL else ty


@kernel
def _do_kind(g: Game, t: Tables, w: Work, f: int) -> bool:
    """What RULES say of the card's kind; False while a decision is asked for."""
    s = np.int64(g.f_self[f])
    card = np.int64(g.f_card[f]) - 1
    kind = t.kind[t.card_type[card]]
    target = np.int64(g.f_target[f])
    slot = np.int64(g.f_slot[f])
    if kind == FOLLOWER:
        edges = np.int64(g.f_captured[f])
        lay(g, t, w, s, card, slot, edges & 3, edges >> 2)
        if t.has_live_followers == 1:
            came(g, card)
            renew_and_check(g, t)
        check_win_of(g, t, s)
    elif kind == MICROAGGRESSION:
        land(g, t, w, target, slot, card + 1, s)
    elif kind == VIRTUE_SIGNAL:
        discard_card(g, card)
        unland(g, t, w, target, slot, s)
    elif kind == PLOT:
        return _lay_plot(g, t, f)
    elif kind == ARTIFACT or kind == SPECIAL:
        ty = _seen_as(g, t, f)
        if kind == ARTIFACT or t.lasts[ty] != 0:
            _lay_down(g, t, card, ty, target if target >= 0 else s, s)
    return True


@kernel
def _push_part_steps(g: Game, t: Tables, f: int, first: int, n: int, flags: int) -> None:
    chosen = g.f_flags[f] & POWER == 0 and t.kind[t.card_type[g.f_card[f] - 1]] <= VIRTUE_SIGNAL
    steps = push_steps(
        g, t, np.int64(g.f_self[f]), np.int64(g.f_card[f]) - 1, np.int64(g.f_part[f]) - 1, first, n
    )
    g.f_flags[steps] = flags
    g.f_target[steps] = g.f_chosen[f] if chosen else g.f_target[f]
    g.f_affected[steps] = g.f_affected[f]
    g.f_seats[steps] = admitted(g, t, np.int64(g.f_part[f]) - 1, np.int64(g.f_self[f]))
    if g.f_flags[f] & POWER == 0 and t.kind[t.card_type[g.f_card[f] - 1]] == MICROAGGRESSION:
        g.f_hit[steps] = g.node_card[g.f_target[f], g.f_slot[f]]


@kernel
def _finish(g: Game, t: Tables, w: Work, f: int) -> None:
    """T7: the card goes to the discard pile unless it stays on the table; then it has been played.

    A special that copies another is seen as a card of that type.
    """
    s = np.int64(g.f_self[f])
    card = np.int64(g.f_card[f]) - 1
    ty = np.int64(t.card_type[card])
    seen = card
    if t.kind[ty] == SPECIAL and g.f_part[f] > 0:
        ty = np.int64(t.part[g.f_part[f] - 1, TYPE])
        seen = np.int64(t.first_card[ty]) if t.card_type[card] != ty else card
    affected = np.int64(g.f_chosen[f]) if g.f_target[f] < 0 <= g.f_chosen[f] else np.int64(g.f_affected[f])
    flags = g.f_flags[f]
    pop_frame(g)
    if flags & POWER != 0:
        _use_up(g, t, f, card)
        return
    lies = flags & JOB_LAID != 0 or t.lasts[ty] != 0
    if (t.kind[ty] == SPECIAL and not lies) or (t.kind[ty] == PLOT and t.stays[ty] == 0):
        discard_card(g, card)
    if t.kind[ty] == SPECIAL and g.f_part[f] > 0:
        g.last_special = ty + 1
    elif t.kind[ty] == PLOT and t.stays[ty] == 0:
        g.plot_plays[t.plot[ty]] += 1
    note(g, t, int(CARD_PLAYED), s, affected, seen)


@leaf
def _use_up(g: Game, t: Tables, f: int, card: int) -> None:
    """`uses_up`: the artifact whose power it was is discarded."""
    if t.part[g.f_part[f] - 1, USES_UP] == 1:
        for k in range(g.n_lying):
            if g.lying[k] == card:
                remove_lying(g, t, np.int64(k))
                break


@kernel
def _aim_further(g: Game, t: Tables, w: Work, f: int) -> None:
    """The target of the `play` of a follower, microaggression or virtue signal: named, or the next or previous player."""
    g.f_flags[f] &= ~NEEDS_TARGET
    found = further_targets(g, t, w, f)
    if found == 0:
        return
    word = t.part[g.f_part[f] - 1, TARGET]
    if word == OPPONENT or word == PLAYER:
        ask(g, int(ASK_TARGET), np.int64(g.f_self[f]))
    else:
        g.f_chosen[f] = lowest(found)


@kernel
def step_play(g: Game, t: Tables, w: Work) -> None:
    """The stages of the innermost play, until something lies on it or is asked, or it is over."""
    f = np.int64(g.depth) - 1
    part = np.int64(g.f_part[f]) - 1
    while goes_on(g, f):
        phase = g.f_phase[f]
        if phase == PAY:
            _pay(g, t, w, f, part)
        elif phase == ASK_OTHERS:
            g.f_phase[f] = DO_KIND
            card = np.int64(g.f_card[f]) - 1
            power = np.int64(g.f_flags[f]) & POWER
            aimed = np.int64(g.f_target[f]) if g.f_target[f] >= 0 else np.int64(g.f_chosen[f])
            open_window(g, t, np.int64(g.f_self[f]), aimed, card, part, power)
        elif phase == DO_KIND:
            if g.f_flags[f] & CANCELLED != 0:
                _cancel(g, t, f)
            elif g.f_flags[f] & STIRRED != 0 and lapses(g, t, w, f):
                _lapse(g, f)
            elif g.f_flags[f] & POWER != 0 or _do_kind(g, t, w, f):
                g.f_phase[f] = DO_STEPS
        elif phase == DO_STEPS:
            g.f_phase[f] = FINISH
            if part >= 0 and t.part[part, DO_N] > 0:
                n = np.int64(t.part[part, DO_N])
                _push_part_steps(g, t, f, np.int64(t.part[part, DO_FIRST]), n, int(0))
        else:
            _finish(g, t, w, f)


@leaf
def _pay(g: Game, t: Tables, w: Work, f: int, part: int) -> None:
    """Whom its steps are for and what it names are asked, then the cost is paid."""
    card = np.int64(g.f_card[f]) - 1
    if g.f_flags[f] & NEEDS_TARGET != 0:
        _aim_further(g, t, w, f)
        return
    if part >= 0 and t.part[part, NAMES] == 1 and g.f_flags[f] & POWER == 0 and g.named[card] == 0:
        ask(g, int(ASK_ALIGNMENT), np.int64(g.f_self[f]))
        return
    g.f_phase[f] = ASK_OTHERS
    if part >= 0 and t.part[part, COST_N] > 0:
        g.f_flags[f] |= STIRRED
        n = np.int64(t.part[part, COST_N])
        _push_part_steps(g, t, f, np.int64(t.part[part, COST_FIRST]), n, int(COST))
