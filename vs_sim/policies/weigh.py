"""What one choice is worth to the decider: what is plain comes back, what rows tell is added to SUM (worth.py).

`weigh_choice` knows every Do. Of a microaggression, signal or victim the points of the follower count, of a place the
dots opened and used, of a card thrown away what it was kept for, of all else what its rows say.
"""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Part
from vs_sim.jit import kernel, leaf
from vs_sim.policies.features import (
    CARD_WORTH,
    HIT_SHARE,
    LATE,
    LAY,
    NOT_END,
    REACT_AT,
    REACT_LATE,
    SHIELD,
    TURN_WORTH,
    USE_HIT,
    USE_PLOT,
    USE_POWER,
    USE_SIGNAL,
    USE_SPECIAL,
)
from vs_sim.policies.hands import alignment_worth, gender_worth, keep_worth
from vs_sim.policies.plots import (
    LANDED,
    excluded,
    thing_worth,
    weigh_hits,
    weigh_laid,
    weigh_part,
    weigh_played,
    weigh_plots,
)
from vs_sim.policies.view import (
    GAIN,
    HIT,
    HITS_KNOWN,
    LOSS,
    PLAYED,
    SHORT,
    SUM,
    points_gained,
    points_on,
    weight,
    worth_of,
)
from vs_sim.policies.worth import (
    AFFECTED,
    ANSWER,
    CLEAR,
    CLEAR_JOBS,
    DESTROY,
    DISCARD,
    EITHER,
    FORCED,
    FROM_HAND,
    GIVE,
    MOVE,
    OP,
    PLAYER,
    SELF,
    STEAL,
    TAKE,
    A,
    B,
    weigh_rows,
)
from vs_sim.rules.frames import DRAWN, FOR_ONE, NEEDS_TARGET, NEEDS_YES, PLAY, WINDOW
from vs_sim.rules.packing import (
    SLOT2,
    SLOT3,
    bit,
    choice_aux,
    choice_card,
    choice_own,
    choice_seat,
    choice_slot,
)
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.targets import played_as
from vs_sim.vocabulary import Ask, Do, Into, Kind

DO_FOLLOWER, DO_HIT, DO_SIGNAL = int(Do.FOLLOWER), int(Do.MICROAGGRESSION), int(Do.VIRTUE_SIGNAL)
DO_PLOT, DO_SPECIAL, DO_ARTIFACT, DO_POWER = int(Do.PLOT), int(Do.SPECIAL), int(Do.ARTIFACT), int(Do.POWER)
DO_DISCARD, DO_YES, DO_REACT, DO_VICTIM = int(Do.DISCARD), int(Do.YES), int(Do.REACT), int(Do.VICTIM)
DO_PLAYER, DO_CARD, DO_GENDER, DO_SET = int(Do.PLAYER), int(Do.CARD), int(Do.GENDER), int(Do.SET)
DO_PLACE, DO_OPTION, DO_ALIGNMENT = int(Do.PLACE), int(Do.OPTION), int(Do.ALIGNMENT)
COST, CHARACTER, MOVE_PLACE = int(Ask.COST), int(Ask.CHARACTER), int(Ask.MOVE_PLACE)
INTO_OWNERS_HAND = int(Into.OWNERS_HAND)
P_TARGET = int(Part.TARGET)
DO_FIRST, DO_N = int(Part.DO_FIRST), int(Part.DO_N)
COST_FIRST, COST_N = int(Part.COST_FIRST), int(Part.COST_N)
SPECIAL_CARD = int(Kind.SPECIAL)
HIT_CARD, SIGNAL_CARD, PLOT_CARD = int(Kind.MICROAGGRESSION), int(Kind.VIRTUE_SIGNAL), int(Kind.PLOT)


@leaf
def home_of(g: Game, own: int) -> int:
    """In whose coalition a follower is laid: the asked seat's, or where it lies already (`move`)."""
    return np.int64(g.f_now[g.depth - 1]) if g.ask == MOVE_PLACE else own


@kernel
def lay_worth(g: Game, t: Tables, w: Work, s: int, card: int, own: int) -> int:
    """Worth of the dots of a follower laid by its own edge: those opened, less the one used."""
    ty = np.int64(t.card_type[card])
    used = np.int64(t.dots[ty, own]) - 1
    dots = np.int64(0)
    paired = False
    for e in range(4):
        a = np.int64(t.dots[ty, e]) - 1
        if e != own and a >= 0:
            if a == used and not paired:
                paired = True
            else:
                dots += w.scratch[GAIN + a]
    if not paired and used >= 0:
        dots -= w.scratch[LOSS + used]
    return dots * worth_of(w, s) // 100


@leaf
def hit_share(w: Work, s: int) -> int:
    """Percent of a follower's points that making it inert takes from seat s; a friend's is shielded by it, too."""
    share = weight(w, HIT_SHARE)
    return share - weight(w, SHIELD) if worth_of(w, s) > 0 else share


@kernel
def weigh_landing(g: Game, t: Tables, w: Work, ty: int, own: int, s: int) -> None:
    """What a microaggression that lands at seat s costs, less what it sets off, and a point of the follower, into HIT."""
    w.scratch[HITS_KNOWN] |= bit(s)
    if (g.heard >> LANDED) & 1 == 1:
        weigh_hits(g, t, w, own, s, int(100))
    if w.scratch[PLAYED] != 0:
        weigh_played(g, t, w, ty, own, s)
    w.scratch[HIT + 2 * s] = weight(w, USE_HIT) * worth_of(w, own) - w.scratch[SUM] * 100
    w.scratch[HIT + 2 * s + 1] = hit_share(w, s) * worth_of(w, s)
    w.scratch[SUM] = 0


@leaf
def hit_worth(g: Game, t: Tables, w: Work, choice: int) -> int:
    """Worth of a microaggression: the follower's points, which may come back, and what it sets off; see weigh_landing."""
    s = choice_seat(choice)
    points = points_on(g, t, s, choice_slot(choice))
    return -((w.scratch[HIT + 2 * s] + points * w.scratch[HIT + 2 * s + 1]) // 100)


@leaf
def signal_worth(g: Game, t: Tables, w: Work, choice: int) -> int:
    """Worth of a virtue signal: the points that count again, for whomever."""
    s = choice_seat(choice)
    return points_gained(w, s, points_on(g, t, s, choice_slot(choice))) - weight(w, USE_SIGNAL)


@kernel
def weigh_victim(g: Game, t: Tables, w: Work, choice: int) -> int:
    """A follower as the next victim: its points, good or bad by whose it is and what is done to it."""
    s = choice_seat(choice)
    slot = choice_slot(choice)
    op = np.int64(t.step[g.f_row[g.depth - 1], OP])
    points = points_on(g, t, s, slot) * 100
    if op == CLEAR:
        return points * worth_of(w, s) // 100
    if op == MOVE:
        return np.int64(0)
    if op == TAKE:
        f = g.depth - 1
        to = s if t.step[g.f_row[f], B] == INTO_OWNERS_HAND else np.int64(g.f_self[f])
        return (2 * weight(w, CARD_WORTH) * worth_of(w, to) - points * worth_of(w, s)) // 100
    if (g.inert[s] >> slot) & 1 == 1:
        points = points // 4
    if (g.leaf[s] >> slot) & 1 == 0 and op == DESTROY:
        points += weight(w, NOT_END)
    return -points * worth_of(w, s) // 100


@kernel
def character_worth(t: Tables, w: Work, ty: int) -> int:
    """S3, draft: what a character says as long as it sits there, and a share of a turn for what it can do."""
    can = np.int64(t.trigger_n[ty]) + (t.action[ty] >= 0) + (t.reaction[ty] >= 0)
    return thing_worth(t, w, ty) + can * weight(w, TURN_WORTH) // 3


@kernel
def weigh_card(g: Game, t: Tables, w: Work, card: int, own: int) -> int:
    """A card picked for a cost, from a hand or pile, to be given; things that lie there by whose they are."""
    if g.ask == CHARACTER:
        return character_worth(t, w, np.int64(t.card_type[card]))
    f = g.depth - 1
    row = np.int64(g.f_row[f])
    op = np.int64(t.step[row, OP])
    s = np.int64(g.f_self[f])
    p = np.int64(g.f_now[f])
    if op == CLEAR and t.step[row, A] == CLEAR_JOBS:
        return weight(w, TURN_WORTH) * worth_of(w, p) // 100
    if op == CLEAR or op == STEAL:
        gain = worth_of(w, s) if op == STEAL else np.int64(0)
        return thing_worth(t, w, np.int64(t.card_type[card])) * (gain - worth_of(w, p)) // 100
    kept = keep_worth(g, t, w, own, card)
    if op == TAKE:
        gain = worth_of(w, s) - (worth_of(w, p) if t.step[row, A] == FROM_HAND else np.int64(0))
        return kept * gain // 100
    if op == GIVE:
        return kept * (worth_of(w, p) - worth_of(w, s)) // 100
    owner = own
    if g.ask != COST and p >= 0 and op == DISCARD:
        owner = p
    return -kept * worth_of(w, owner) // 100


@kernel
def weigh_react(g: Game, t: Tables, w: Work, card: int, own: int) -> int:
    """X1: a reaction: what is answered would cost, less what the card is kept for; and what it costs and does itself.

    The windows lie on the play, leg or drawn card; every second one answers a reaction that undid that.
    """
    window = g.depth - 1
    f = window
    while g.f_kind[f] == WINDOW:
        f -= 1
    sign = np.int64(1) if g.f_slot[window] & 1 == 1 else np.int64(-1)
    s = np.int64(g.f_target[f]) if g.f_kind[f] == PLAY else np.int64(g.f_aux[f])
    if g.f_kind[f] == DRAWN:
        s = np.int64(g.f_self[f])
    elif s < 0:
        s = np.int64(g.f_chosen[f])
    actor = np.int64(g.f_self[f])
    total = np.int64(0)
    kind = np.int64(t.kind[t.card_type[g.f_card[f] - 1]]) if g.f_kind[f] != DRAWN else np.int64(-1)
    if kind == HIT_CARD and s >= 0:
        total -= worth_of(w, s) * points_on(g, t, s, np.int64(g.f_slot[f])) * weight(w, HIT_SHARE) // 100
        weigh_hits(g, t, w, actor, s, sign * 100)
    elif kind == SIGNAL_CARD and s >= 0:
        total += points_gained(w, s, points_on(g, t, s, np.int64(g.f_slot[f])))
    if g.f_part[f] > 0:
        weigh_part(g, t, w, np.int64(g.f_part[f]) - 1, actor, s, sign * 100)
    ty = np.int64(t.card_type[card])
    part = np.int64(t.reaction[ty])
    first = np.int64(t.part[part, DO_FIRST])
    did = np.int64(g.f_actor[window])
    weigh_rows(g, t, w, first, np.int64(t.part[part, DO_N]), own, int(ANSWER), did, int(100))
    first = np.int64(t.part[part, COST_FIRST])
    weigh_rows(g, t, w, first, np.int64(t.part[part, COST_N]), own, int(SELF), own, int(100))
    if t.kind[ty] != SPECIAL_CARD:  # it stays, and may be used again
        return sign * total - weight(w, USE_POWER)
    kept = weight(w, REACT_AT)
    for p in range(g.n_players):
        if g.out[p] == 0 and w.scratch[SHORT + p] <= weight(w, LATE):
            kept = weight(w, REACT_LATE)
    return sign * total - kept


@leaf
def set_points(g: Game, t: Tables, choice: int) -> int:
    """Points of a set of followers to steal."""
    s = choice_seat(choice)
    points = points_on(g, t, s, choice_slot(choice))
    if (choice >> SLOT2) & 63 != 0:
        points += points_on(g, t, s, (choice >> SLOT2) & 63)
    if (choice >> SLOT3) & 63 != 0:
        points += points_on(g, t, s, (choice >> SLOT3) & 63)
    return points


@kernel
def weigh_step(g: Game, t: Tables, w: Work, choice: int, do: int) -> None:
    """Add doing the step or trigger at hand (yes), one of its options, or doing it to a player."""
    f = g.depth - 1
    row = np.int64(g.f_row[f])
    own = np.int64(g.f_self[f])
    if g.f_kind[f] == PLAY:  # whom the steps of a card that joined, landed or removed are for
        weigh_part(g, t, w, np.int64(g.f_part[f]) - 1, own, choice_seat(choice), int(100))
        return
    now = np.int64(g.f_now[f])
    if do == DO_OPTION:
        option = row + 1 + choice_aux(choice)
        row = np.int64(t.step[option, A])
        weigh_rows(g, t, w, row, np.int64(t.step[option, B]) - row, own, int(PLAYER), now, int(100))
    elif g.f_flags[f] & NEEDS_TARGET != 0:
        weigh_rows(g, t, w, row, np.int64(g.f_end[f]) - row, own, int(PLAYER), choice_seat(choice), int(100))
    else:
        n = np.int64(1)
        if g.f_flags[f] & NEEDS_YES != 0:
            n = np.int64(g.f_end[f]) - row
        elif t.step[row, OP] == EITHER:
            n = np.int64(t.step[row, A]) - row
        if do == DO_YES and g.f_phase[f] == 0:
            kind = np.int64(PLAYER)
            target = np.int64(g.f_target[f])
            if g.f_flags[f] & FOR_ONE == 0:
                kind = np.int64(t.part[g.f_part[f] - 1, P_TARGET])
                if kind == AFFECTED:
                    target = np.int64(g.f_affected[f])
            weigh_rows(g, t, w, row, n, own, kind, target, int(100))
        else:
            forced = now if do == DO_YES else choice_seat(choice)
            weigh_rows(g, t, w, row, n, own, int(FORCED), forced, int(100))


@kernel
def weigh_play(g: Game, t: Tables, w: Work, choice: int, do: int, own: int) -> int:
    """A plot, special, artifact, power; or a plot to be replaced or cleared: with all the plots that come and go."""
    ty = np.int64(-1)
    part = np.int64(-1)
    gone = np.int64(0)
    total = np.int64(0)
    card = choice_card(choice)
    if do == DO_CARD:
        for k in range(g.n_plots):
            if g.plot[k] == card:
                gone |= bit(np.int64(k))
    elif do == DO_POWER:
        part = choice_aux(choice)
    else:
        part = np.int64(t.play[played_as(g, t, np.int64(t.card_type[card]))])
        total = weigh_laid(g, t, w, played_as(g, t, np.int64(t.card_type[card])), own, choice_seat(choice))
    if do == DO_PLOT and t.stays[t.card_type[card]] == 1:
        ty = np.int64(t.card_type[card])
        gone = excluded(g, t, ty)
    if part >= 0 and weigh_part(g, t, w, part, own, choice_seat(choice), int(100)):
        gone = bit(np.int64(g.n_plots)) - 1
    if ty >= 0 or gone != 0:
        total += weigh_plots(g, t, w, ty, np.int64(1), gone)
    return total


@leaf
def use_of(w: Work, do: int) -> int:
    """What keeping a plot, special, artifact or power for later is worth."""
    if do == DO_SPECIAL or do == DO_ARTIFACT:
        return weight(w, USE_SPECIAL)
    return weight(w, USE_POWER) if do == DO_POWER else weight(w, USE_PLOT)


@kernel
def weigh_choice(g: Game, t: Tables, w: Work, choice: int, do: int, own: int) -> int:
    """What is plain of a choice's worth; SUM has the rest."""
    card = choice_card(choice)
    if do == DO_FOLLOWER or do == DO_PLACE:
        worth = lay_worth(g, t, w, home_of(g, own), card, choice_own(choice))
        if do == DO_PLACE:
            return worth
        if w.scratch[PLAYED] != 0:
            weigh_played(g, t, w, np.int64(t.card_type[card]), own, own)
        worth += weight(w, LAY) * worth_of(w, own) // 100
        return worth + points_gained(w, own, np.int64(t.points[t.card_type[card]]))
    if do == DO_HIT:
        weigh_landing(g, t, w, np.int64(t.card_type[card]), own, choice_seat(choice))
        return hit_worth(g, t, w, choice)
    if do == DO_SIGNAL:
        weigh_played(g, t, w, np.int64(t.card_type[card]), own, choice_seat(choice))
        return signal_worth(g, t, w, choice)
    if do == DO_DISCARD:
        return -keep_worth(g, t, w, own, card) * worth_of(w, own) // 100
    is_plot = do == DO_CARD and t.kind[t.card_type[card]] == PLOT_CARD and card_is_in_play(g, card)
    if DO_PLOT <= do <= DO_POWER or is_plot:
        return weigh_play(g, t, w, choice, do, own) - use_of(w, do) * worth_of(w, own) // 100
    if do == DO_VICTIM:
        return weigh_victim(g, t, w, choice)
    if do == DO_CARD:
        return weigh_card(g, t, w, card, own)
    if do == DO_REACT:
        return weigh_react(g, t, w, card, own)
    if do == DO_GENDER:
        return gender_worth(g, t, w, own, choice_aux(choice)) * worth_of(w, own)
    if do == DO_SET:
        return set_points(g, t, choice) * (
            worth_of(w, np.int64(g.f_self[g.depth - 1])) - worth_of(w, choice_seat(choice))
        )
    if do == DO_ALIGNMENT:
        return alignment_worth(g, w, choice_aux(choice))
    if do == DO_PLAYER or do == DO_YES or do == DO_OPTION:
        weigh_step(g, t, w, choice, do)
    return np.int64(0)  # pass, stop, no


@leaf
def card_is_in_play(g: Game, card: int) -> bool:
    """Whether a card is one of the plots in play."""
    for k in range(g.n_plots):
        if g.plot[k] == card:
            return True
    return False
