"""The actions of a turn (T1, T2, N2): every legal play, power and discard once, like ones by the lowest numbers.

The hottest listing of the game. What holds for all cards of a kind is found once a listing: the right under which they are
played, and on whose followers the claims allow it (`w.aim_open`).
"""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Part, Rule
from vs_sim.jit import kernel, leaf
from vs_sim.rules.force import is_plot_silenced
from vs_sim.rules.frames import AT_ANOTHER, DID, DUTIES
from vs_sim.rules.geometry import list_places
from vs_sim.rules.modifiers import (
    PLOTS,
    claims,
    forbidden_joins,
    is_contested,
    is_protected,
    matches_any,
    may,
    may_do,
    number,
    of_card,
    open_to,
    put_in,
    take_out,
)
from vs_sim.rules.packing import SLOT, bit, count_bits, lowest, pack, push
from vs_sim.rules.rights import best_right, has_extras
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.targets import NOWHERE, can_open, part_targets, played_as
from vs_sim.rules.triggers import uses_left
from vs_sim.rules.words import of_power
from vs_sim.vocabulary import (
    MAX_CHOICES,
    PROTECT_TARGET,
    PROTECT_VIRTUE_SIGNAL,
    Deed,
    Do,
    Error,
    Kind,
    Op,
    Target,
)

FOLLOWER = int(Kind.FOLLOWER)
MICROAGGRESSION = int(Kind.MICROAGGRESSION)
VIRTUE_SIGNAL = int(Kind.VIRTUE_SIGNAL)
PLOT = int(Kind.PLOT)
SPECIAL = int(Kind.SPECIAL)
ARTIFACT = int(Kind.ARTIFACT)
MICROAGGRESS = int(Op.MICROAGGRESS)

DO_FOLLOWER = int(Do.FOLLOWER)
DO_PLOT = int(Do.PLOT)
DO_POWER = int(Do.POWER)
DO_DISCARD = int(Do.DISCARD)
DO_PASS = int(Do.PASS)
DO_STOP = int(Do.STOP)
DEED_DISCARD = int(Deed.DISCARD)
DEED_POWER = int(Deed.POWER)
CHOICES_FULL = int(Error.CHOICES_FULL)

P_TARGET = int(Part.TARGET)
USES_ACTION = int(Part.USES_ACTION)
SELF = int(Target.SELF)
OTHERS = int(Target.OTHERS)
EVERYONE = int(Target.EVERYONE)
ALLOW_PASS = int(Rule.ALLOW_PASS)
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
    every = bit(np.int64(t.n_alignments)) - 1
    return every if matches_any(g, t, s, kind) else np.int64(t.matches[ty])


@leaf
def _matching(g: Game, p: int, like: int, kind: int) -> int:
    """M1, V1: slots of p's followers on which a microaggression or virtue signal that matches `like` may be played."""
    found = np.int64(0)
    if kind == MICROAGGRESSION:
        while like != 0:
            found |= g.has[p, lowest(like)]
            like &= like - 1
        return found & ~g.inert[p]
    while like != 0:
        found |= g.over_has[p, lowest(like)]
        like &= like - 1
    return found


@leaf
def _is_covered(g: Game, p: int, verb: int) -> bool:
    """Whether any protection of player p could bear on a microaggression or virtue signal."""
    slow = np.int64(g.slow_protect[p])
    folded = np.int64(g.protect[p, verb]) | np.int64(g.protect[p, PROTECT_TARGET])
    return folded | ((slow >> verb | slow >> PROTECT_TARGET) & 1) != 0


@kernel
def _allowed_slots(
    g: Game, t: Tables, s: int, p: int, ty: int, kind: int, verb: int, right: int, floor: int
) -> int:
    """X8: the slots of p's followers on which the claims let s play a card of type ty; no right outranks a protection."""
    both = claims(g, t, s, kind, ty, p)
    if not may(max(both & 7, floor), max(both >> 3, right)):
        return np.int64(0)
    if is_protected(g, t, s, p, int(PROTECT_TARGET), int(0)):
        return np.int64(0)
    return open_to(g, t, s, p, verb, int(0))


@kernel
def _open_seats(
    g: Game, t: Tables, w: Work, s: int, ty: int, kind: int, right: int, floor: int, aim: int
) -> None:
    """Fill `w.aim_open`: by seat the slots on which the claims let s play cards of this kind (or type) so aimed."""
    verb = np.int64(MICROAGGRESS) if kind == MICROAGGRESSION else np.int64(PROTECT_VIRTUE_SIGNAL)
    contested = is_contested(g, s, kind, floor)
    for k in range(g.n_players):
        p = np.int64(k)
        slots = np.int64(0)
        if g.out[p] == 0 and _is_aimed(p, s, aim):
            slots = np.int64(-1)
            if contested or _is_covered(g, p, verb):
                slots = _allowed_slots(g, t, s, p, ty, kind, verb, right, floor)
        w.aim_open[p] = slots


@kernel
def _list_on_followers(
    g: Game, t: Tables, w: Work, s: int, card: int, right: int, floor: int, aim: int
) -> None:
    """Microaggressions and virtue signals of one type: on each follower where it may be played."""
    ty = np.int64(t.card_type[card])
    kind = np.int64(t.kind[ty])
    key = kind | (right << 3) | (floor << 6) | (aim << 9)
    if t.has_filtered_claims == 1:
        key |= ty << 12
    if w.aim_key != key:
        w.aim_key = key
        _open_seats(g, t, w, s, ty, kind, right, floor, aim)
    like = _likes(g, t, s, ty, kind)
    n = w.n
    for p in range(g.n_players):
        mask = _matching(g, np.int64(p), like, kind) & w.aim_open[p]
        if mask != 0:
            if n + count_bits(mask) > MAX_CHOICES:
                g.error = CHOICES_FULL
                return
            base = pack(kind, card, np.int64(p), int(0), int(0))
            while mask != 0:
                w.choice[n] = base | (lowest(mask) << SLOT)
                mask &= mask - 1
                n += 1
    w.n = n


@kernel
def _list_plot(g: Game, t: Tables, w: Work, s: int, card: int, right: int, floor: int, aim: int) -> None:
    """P1, P3: no second copy of a plot in play; none at all with no place; one with a `play` must do something."""
    ty = np.int64(t.card_type[card])
    if number(g, t, s, int(PLOTS)) == 0:
        return
    if t.stays[ty] == 1:
        for k in range(g.n_plots):
            if t.card_type[g.plot[k]] == ty:
                return
    if t.play[ty] >= 0:
        _list_part(g, t, w, s, card, np.int64(t.play[ty]), int(DO_PLOT), int(PLOT), right, floor, aim)
    elif aim != ANOTHER and may_do(g, t, s, int(PLOT), ty, int(NONE), right, floor):
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
    power = do == DO_POWER
    ty = of_card(card) if power else played_as(g, t, np.int64(t.card_type[card]))
    aux = part if power else np.int64(0)
    target = t.part[part, P_TARGET]
    seats = part_targets(g, t, w, s, part, of_power(card) if power else int(NOWHERE))
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
def _list_special(g: Game, t: Tables, w: Work, s: int, card: int, right: int, floor: int, aim: int) -> None:
    """A special or artifact."""
    ty = np.int64(t.card_type[card])
    kind = np.int64(t.kind[ty])
    ty = played_as(g, t, ty)
    if ty < 0:
        return
    part = np.int64(t.play[ty])
    if part < 0:
        lies = kind == ARTIFACT or t.lasts[ty] != 0
        if lies and aim != ANOTHER and may_do(g, t, s, kind, ty, int(NONE), right, floor):
            push(g, w, pack(kind, card, int(NONE), int(0), int(0)))
        return
    _list_part(g, t, w, s, card, part, kind, kind, right, floor, aim)


@leaf
def _list_card(
    g: Game, t: Tables, w: Work, s: int, k: int, right: int, floor: int, aim: int, slow: bool
) -> None:
    """Every way to play the card at place k of the hand of s; `slow`: what bears on it may hang on that hand."""
    card = np.int64(g.hand[s, k])
    ty = np.int64(t.card_type[card])
    kind = np.int64(t.kind[ty])
    if kind <= VIRTUE_SIGNAL and t.play[ty] >= 0 and not can_open(g, t, s, k, np.int64(t.play[ty])):
        return
    # The card has left the hand, which what it does may count, or what bears on it.
    gone = slow or t.play[ty] >= 0
    if gone:
        take_out(g, t, s, k)
    if kind == FOLLOWER:
        if aim != ANOTHER and may_do(g, t, s, kind, ty, int(NONE), right, floor):
            list_places(g, t, w, s, card, int(DO_FOLLOWER), forbidden_joins(g, t, s, right, card))
    elif kind <= VIRTUE_SIGNAL:
        _list_on_followers(g, t, w, s, card, right, floor, aim)
    elif kind == PLOT:
        _list_plot(g, t, w, s, card, right, floor, aim)
    else:
        _list_special(g, t, w, s, card, right, floor, aim)
    if gone:
        put_in(g, t, s, k, card)


@kernel
def _list_hand(
    g: Game, t: Tables, w: Work, s: int, kinds: int, floor: int, aim: int, free: int, bare: int
) -> None:
    """The cards of the hand whose kind is in a mask and for which there is a right (or which are free).

    `bare`: the right to do what is no card.
    """
    last = np.int64(-1)
    k = np.int64(0)
    extras = has_extras(g)
    slow = g.slow_forbid[s] | g.slow_number[s] | g.slow_aim | g.slow_fold | g.slow_hand != 0
    while k < g.n_hand[s]:
        ty = np.int64(t.card_type[g.hand[s, k]])
        if ty != last and (kinds >> t.kind[ty]) & 1 == 1:
            right = best_right(g, t, played_as(g, t, ty), np.int64(g.hand[s, k])) if extras else bare
            if free == 1 and right < 0:
                right = np.int64(0)
            if right >= 0:
                _list_card(g, t, w, s, k, right, floor, aim, slow)
        last = ty
        k += 1


@kernel
def _list_duty(g: Game, t: Tables, w: Work, s: int, bare: int) -> int:
    """P6: what a `require` asks for: plays aimed at another come first, then those at oneself.

    Mask of the kinds that stand, and AT_ANOTHER places higher of those that stand as plays aimed at another.
    """
    standing = np.int64(0)
    for kind in range(6):
        if g.require[s, kind] > 0:
            tried = (np.int64(g.f_tried[g.turn_frame]) >> kind) & 1
            if tried == 1 and (g.require_all[s] >> kind) & 1 == 0:
                continue
            start = w.n
            _list_hand(g, t, w, s, bit(np.int64(kind)), int(0), int(ANOTHER), tried, bare)
            if w.n > start:
                standing |= bit(np.int64(kind) + AT_ANOTHER)
            else:
                _list_hand(g, t, w, s, bit(np.int64(kind)), int(0), int(ONESELF), tried, bare)
            if w.n > start:
                standing |= bit(np.int64(kind))
    return standing


@leaf
def _claim_of_duties(g: Game, s: int, duties: int) -> int:
    """The highest claim of the duties that stand."""
    floor = np.int64(0)
    for kind in range(6):
        if (duties >> kind) & 1 == 1:
            floor = max(floor, np.int64(g.require[s, kind]))
    return floor


@leaf
def _may_outrank(g: Game, s: int, kinds: int) -> bool:
    """Whether anything could outrank a duty for plays of some kinds: a further action, or an `allow`."""
    if has_extras(g):
        return True
    for kind in range(6):
        if (kinds >> kind) & 1 == 1 and (g.allow[s, kind] != 0 or (g.slow_forbid[s] >> kind) & 1 == 1):
            return True
    return False


@kernel
def _list_powers(g: Game, t: Tables, w: Work, s: int, floor: int, right: int) -> None:
    """T1: powers of the own character and artifacts, and those that plots and house rules give to anyone."""
    for k in range(g.n_force):
        card = np.int64(g.force[k])
        part = np.int64(t.action[g.force_type[k]])
        holder = g.force_seat[k]
        if part >= 0 and (holder == s or (holder == -1 and not is_plot_silenced(g, t, card, s))):
            claim = right if t.part[part, USES_ACTION] == 1 else max(right, np.int64(0))
            if claim >= 0 and uses_left(g, t, card, part, s):
                _list_part(g, t, w, s, card, part, int(DO_POWER), int(DEED_POWER), claim, floor, int(ANYBODY))


@kernel
def _list_discards(g: Game, t: Tables, w: Work, s: int, floor: int, right: int) -> None:
    """T1: discard one card and do nothing else."""
    if right < 0:
        return
    last = np.int64(-1)
    contested = is_contested(g, s, int(DEED_DISCARD), floor)
    for k in range(g.n_hand[s]):
        card = np.int64(g.hand[s, k])
        ty = np.int64(t.card_type[card])
        if ty != last and (not contested or may_do(g, t, s, int(DEED_DISCARD), ty, int(NONE), right, floor)):
            push(g, w, pack(int(DO_DISCARD), card, int(NONE), int(0), int(0)))
        last = ty


@kernel
def list_actions(g: Game, t: Tables, w: Work, s: int) -> None:
    """T1, T2: the actions of seat s now. `f_aux` of the turn keeps the claim of the duties that stand (P6) and their kinds."""
    f = g.turn_frame
    w.n = 0
    duties = np.int64(0)
    w.aim_key = -1
    bare = best_right(g, t, int(NONE), int(NONE))
    floor = np.int64(0)
    if g.duty[s] > 0:
        duties = _list_duty(g, t, w, s, bare)
        floor = _claim_of_duties(g, s, duties)
    g.f_aux[f] = floor | (duties << DUTIES)
    if duties >> AT_ANOTHER != 0 and _may_outrank(g, s, duties >> AT_ANOTHER):
        _list_hand(g, t, w, s, duties >> AT_ANOTHER, floor, int(ONESELF), int(0), bare)
    _list_hand(g, t, w, s, np.int64(63) & ~duties, floor, int(ANYBODY), int(0), bare)
    if t.has_powers == 1:
        _list_powers(g, t, w, s, floor, bare)
    _list_discards(g, t, w, s, floor, bare)
    if floor > 0:
        return
    if g.f_flags[f] & DID != 0:
        if w.n > 0:
            _push_bare(g, w, int(DO_STOP))
    elif w.n == 0 or g.n_hand[s] == 0 or t.rule[ALLOW_PASS] == 1:
        _push_bare(g, w, int(DO_PASS))
