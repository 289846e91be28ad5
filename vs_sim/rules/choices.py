"""What may be chosen at each decision (N2): every legal choice once, like ones by the lowest numbers."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Part, Rule, Step
from vs_sim.jit import kernel, leaf
from vs_sim.rules.cascade import spread_targets
from vs_sim.rules.effects import candidates
from vs_sim.rules.frames import DID
from vs_sim.rules.geometry import list_places
from vs_sim.rules.modifiers import (
    PLOTS,
    claims,
    forbidden_joins,
    is_contested,
    is_protected,
    may,
    may_do,
    number,
    open_to,
)
from vs_sim.rules.packing import SLOT, bit, lowest, pack, push
from vs_sim.rules.plays import aim_claim, duty_claim
from vs_sim.rules.reactions import list_reactions
from vs_sim.rules.rights import best_right
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.steal import list_captured, list_sets
from vs_sim.rules.targets import claim_of, lying_fits, part_targets, plot_fits, victims
from vs_sim.rules.triggers import uses_left
from vs_sim.rules.words import type_fits
from vs_sim.vocabulary import (
    PROTECT_TARGET,
    PROTECT_VIRTUE_SIGNAL,
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

# Whom a listed play may be aimed at (P6).
ANYBODY = 0
ANOTHER = 1
ONESELF = 2


@leaf
def _push_bare(g: Game, w: Work, do: int) -> None:
    push(g, w, pack(do, int(NONE), int(NONE), int(0), int(0)))


@leaf
def _is_aimed(p: int, s: int, aim: int) -> bool:
    return aim == ANYBODY or (aim == ANOTHER) == (p != s)


@leaf
def _likes(g: Game, t: Tables, s: int, ty: int, kind: int) -> int:
    """C3, M2, V1: mask of the alignments that a card of type ty matches when s plays it; with `match_any` all."""
    if (g.match_any[s] >> kind) & 1 == 1:
        return np.int64(255)
    like = np.int64(0)
    for a in range(t.n_alignments):
        if (t.alignments[ty] >> a) & 1 == 1:
            like |= np.int64(t.like[a])
    return like


@leaf
def _matching(g: Game, t: Tables, p: int, like: int, kind: int) -> int:
    """M1, V1: slots of p's followers on which a microaggression or virtue signal that matches `like` may be played."""
    found = np.int64(0)
    if kind == MICROAGGRESSION:
        if like & (like - 1) == 0:
            return g.has[p, lowest(like)] & ~g.inert[p]
        for b in range(t.n_alignments):
            if (like >> b) & 1 == 1:
                found |= g.has[p, b]
        return found & ~g.inert[p]
    if g.inert[p] == 0:
        return found
    for b in range(t.n_alignments):
        if (like >> b) & 1 == 1:
            found |= g.over_has[p, b]
    return found


@leaf
def _is_covered(g: Game, p: int, verb: int) -> bool:
    """Whether any protection of player p could bear on a microaggression or virtue signal."""
    return (
        g.protect[p, verb] != 0
        or g.protect[p, PROTECT_TARGET] != 0
        or (g.slow_protect[p] >> verb) & 1 == 1
        or (g.slow_protect[p] >> PROTECT_TARGET) & 1 == 1
    )


@kernel
def _allowed_slots(
    g: Game, t: Tables, s: int, p: int, ty: int, kind: int, verb: int, right: int, floor: int
) -> int:
    """X8: the slots of p's followers on which the claims let s play a card of type ty."""
    both = claims(g, t, s, kind, ty, p)
    against = max(both & 7, aim_claim(g, s, p, kind), floor)
    claimed = max(both >> 3, right)
    if not may(against, claimed) or is_protected(g, t, s, p, int(PROTECT_TARGET), claimed):
        return np.int64(0)
    return open_to(g, t, s, p, verb, claimed)


@kernel
def _list_on_followers(
    g: Game, t: Tables, w: Work, s: int, card: int, right: int, floor: int, aim: int
) -> None:
    """Microaggressions and virtue signals of one type: on each follower where it may be played."""
    ty = np.int64(t.card_type[card])
    kind = np.int64(t.kind[ty])
    verb = np.int64(MICROAGGRESS) if kind == MICROAGGRESSION else np.int64(PROTECT_VIRTUE_SIGNAL)
    like = _likes(g, t, s, ty, kind)
    contested = is_contested(g, s, kind, floor)
    for p in range(g.n_players):
        if g.out[p] == 0 and _is_aimed(np.int64(p), s, aim):
            mask = _matching(g, t, np.int64(p), like, kind)
            if mask != 0 and (contested or _is_covered(g, np.int64(p), verb)):
                mask &= _allowed_slots(g, t, s, np.int64(p), ty, kind, verb, right, floor)
            base = pack(kind, card, np.int64(p), int(0), int(0))
            while mask != 0:
                push(g, w, base | (lowest(mask) << SLOT))
                mask &= mask - 1


@kernel
def _list_plot(g: Game, t: Tables, w: Work, s: int, card: int, right: int, floor: int) -> None:
    """P1, P3: no second copy of a plot in play; none at all with no place; one that does not stay must do something."""
    ty = np.int64(t.card_type[card])
    if not may_do(g, t, s, int(PLOT), ty, int(NONE), right, floor):
        return
    if t.stays[ty] == 1:
        if number(g, t, s, int(PLOTS)) == 0:
            return
        for k in range(g.n_plots):
            if t.card_type[g.plot[k]] == ty:
                return
    if t.play[ty] >= 0:
        _list_part(
            g, t, w, s, card, np.int64(t.play[ty]), int(DO_PLOT), int(PLOT), right, floor, int(ANYBODY)
        )
    else:
        push(g, w, pack(int(DO_PLOT), card, int(NONE), int(0), int(0)))


@kernel
def _list_part(
    g: Game,
    t: Tables,
    w: Work,
    s: int,
    card: int,
    part: int,
    do: int,
    deed: int,
    right: int,
    floor: int,
    aim: int,
) -> None:
    """A play or action by its targets: one choice a target player, or one that names nobody."""
    ty = np.int64(t.card_type[card]) if do != DO_POWER else np.int64(-1)
    aux = part if do == DO_POWER else np.int64(0)
    target = t.part[part, P_TARGET]
    seats = part_targets(g, t, w, s, part)
    if target == SELF or target == OTHERS or target == EVERYONE:
        if seats != 0 and aim != ANOTHER and may_do(g, t, s, deed, ty, int(NONE), right, floor):
            push(g, w, pack(do, card, int(NONE), int(0), aux))
        return
    while seats != 0:
        p = lowest(seats)
        seats &= seats - 1
        if _is_aimed(p, s, aim) and may_do(g, t, s, deed, ty, p, right, floor):
            push(g, w, pack(do, card, p, int(0), aux))


@kernel
def _list_special(g: Game, t: Tables, w: Work, s: int, k: int, right: int, floor: int, aim: int) -> None:
    """A special or artifact at place k of the hand, looked at as if it had left the hand."""
    card = np.int64(g.hand[s, k])
    ty = np.int64(t.card_type[card])
    kind = np.int64(t.kind[ty])
    part = np.int64(t.play[ty])
    if part < 0:
        if kind == ARTIFACT and may_do(g, t, s, kind, ty, int(NONE), right, floor):
            push(g, w, pack(kind, card, int(NONE), int(0), int(0)))
        return
    n = np.int64(g.n_hand[s]) - 1
    for i in range(k, n):
        g.hand[s, i] = g.hand[s, i + 1]
    g.n_hand[s] = n
    _list_part(g, t, w, s, card, part, kind, kind, right, floor, aim)
    for i in range(n, k, -1):
        g.hand[s, i] = g.hand[s, i - 1]
    g.hand[s, k] = card
    g.n_hand[s] = n + 1


@kernel
def _list_card(g: Game, t: Tables, w: Work, s: int, k: int, right: int, floor: int, aim: int) -> None:
    """Every way to play the card at place k of the hand of s."""
    card = np.int64(g.hand[s, k])
    ty = np.int64(t.card_type[card])
    kind = np.int64(t.kind[ty])
    if kind == FOLLOWER:
        if aim != ANOTHER and may_do(g, t, s, kind, ty, int(NONE), right, floor):
            list_places(g, t, w, s, card, int(DO_FOLLOWER), forbidden_joins(g, t, s, right))
    elif kind <= VIRTUE_SIGNAL:
        _list_on_followers(g, t, w, s, card, right, floor, aim)
    elif kind == PLOT:
        if aim != ANOTHER:
            _list_plot(g, t, w, s, card, right, floor)
    elif kind == SPECIAL or kind == ARTIFACT:
        _list_special(g, t, w, s, k, right, floor, aim)


@kernel
def _list_hand(g: Game, t: Tables, w: Work, s: int, kinds: int, floor: int, aim: int, free: int) -> None:
    """The cards of the hand whose kind is in a mask and for which there is a right (or which are free)."""
    last = np.int64(-1)
    k = np.int64(0)
    while k < g.n_hand[s]:
        ty = np.int64(t.card_type[g.hand[s, k]])
        if ty != last and (kinds >> t.kind[ty]) & 1 == 1:
            right = best_right(g, t, ty)
            if free == 1 and right < 0:
                right = np.int64(0)
            if right >= 0:
                _list_card(g, t, w, s, k, right, floor, aim)
        last = ty
        k += 1


@kernel
def _list_duty(g: Game, t: Tables, w: Work, s: int) -> int:
    """P6: what a `require` asks for: plays aimed at another come first, then those at oneself. The kinds that stand."""
    standing = np.int64(0)
    for kind in range(6):
        if g.require[s, kind] > 0:
            tried = (np.int64(g.f_tried[g.turn_frame]) >> kind) & 1
            if tried == 1 and (g.require_all[s] >> kind) & 1 == 0:
                continue
            start = w.n
            _list_hand(g, t, w, s, bit(np.int64(kind)), int(0), int(ANOTHER), tried)
            if w.n == start:
                _list_hand(g, t, w, s, bit(np.int64(kind)), int(0), int(ONESELF), tried)
            if w.n > start:
                standing |= bit(np.int64(kind))
    return standing


@kernel
def _list_powers(g: Game, t: Tables, w: Work, s: int, floor: int) -> None:
    """T1: powers of the own character and artifacts, and those that plots and house rules give to anyone."""
    right = best_right(g, t, np.int64(-1))
    for k in range(g.n_force):
        card = np.int64(g.force[k])
        part = np.int64(t.action[t.card_type[card]])
        if part >= 0 and (g.force_seat[k] == s or g.force_seat[k] == -1):
            claim = right if t.part[part, USES_ACTION] == 1 else max(right, np.int64(0))
            if claim >= 0 and uses_left(g, t, card, part):
                _list_part(g, t, w, s, card, part, int(DO_POWER), int(DEED_POWER), claim, floor, int(ANYBODY))


@kernel
def _list_discards(g: Game, t: Tables, w: Work, s: int, floor: int) -> None:
    """T1: discard one card and do nothing else."""
    right = best_right(g, t, np.int64(-1))
    if right < 0:
        return
    last = np.int64(-1)
    for k in range(g.n_hand[s]):
        card = np.int64(g.hand[s, k])
        ty = np.int64(t.card_type[card])
        if ty != last and may_do(g, t, s, int(DEED_DISCARD), ty, int(NONE), right, floor):
            push(g, w, pack(int(DO_DISCARD), card, int(NONE), int(0), int(0)))
        last = ty


@kernel
def list_actions(g: Game, t: Tables, w: Work, s: int) -> None:
    """T1, T2: the actions of seat s now. `f_aux` of the turn keeps the claim of a duty that stands (P6), 0 none."""
    f = g.turn_frame
    w.n = 0
    duties = np.int64(0)
    floor = duty_claim(g, s)
    if floor > 0:
        duties = _list_duty(g, t, w, s)
        if duties == 0:
            floor = np.int64(0)
    g.f_aux[f] = floor
    _list_hand(g, t, w, s, np.int64(63) & ~duties, floor, int(ANYBODY), int(0))
    if t.has_powers == 1:
        _list_powers(g, t, w, s, floor)
    _list_discards(g, t, w, s, floor)
    if floor > 0:
        return
    if g.f_flags[f] & DID != 0:
        if w.n > 0:
            _push_bare(g, w, int(DO_STOP))
    elif w.n == 0 or g.n_hand[s] == 0 or t.rule[ALLOW_PASS] == 1:
        _push_bare(g, w, int(DO_PASS))


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
