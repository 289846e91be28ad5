"""Cards in force: what they forbid, allow, protect, require and count (LANGUAGE section 3, X8).

`renew` folds the modifier rows of all cards in force into fields of each seat whenever such a card comes or goes or a gender
changes; `take_out` does so for a hand that a card is leaving. Rows that hang on the board or on the card at hand are not
folded: a bit says that they must be tested when asked. Claims are ranks + 1, 0 is no claim; the highest decides, at equal
rank the claim against (X8).
"""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Mod, Rule
from vs_sim.jit import kernel, leaf
from vs_sim.rules.force import asks_hands, concerns, is_for
from vs_sim.rules.packing import bit
from vs_sim.rules.settle import settle_force
from vs_sim.rules.state import NUMBERS, OPEN, Game, Tables
from vs_sim.rules.words import (
    F_ALIGNMENTS,
    THIS_CARD,
    card_fits,
    conditions_hold,
    fits,
    follower_mask,
    type_fits,
    with_named,
)
from vs_sim.rules.zones import hand_insert_at, hand_remove_at, show_hand
from vs_sim.vocabulary import (
    DEEDS,
    MAX_TYPES,
    PROTECT_TARGET,
    PROTECT_VIRTUE_SIGNAL,
    PROTECTIONS,
    Deed,
    Form,
    Modifier,
    Op,
)

MODIFIER = int(Mod.MODIFIER)
VALUE = int(Mod.VALUE)
FORM = int(Mod.FORM)
IF_FIRST = int(Mod.IF_FIRST)
IF_N = int(Mod.IF_N)
AGAINST = int(Mod.AGAINST)
AGAINST_COMPARE = int(Mod.AGAINST_COMPARE)
FILTER = int(Mod.FILTER)
CARD = int(Mod.CARD)
SLOW = int(Mod.SLOW)

FORBID = int(Modifier.FORBID)
ALLOW = int(Modifier.ALLOW)
PROTECT = int(Modifier.PROTECT)
REQUIRE = int(Modifier.REQUIRE)
REQUIRE_ALL = int(Modifier.REQUIRE_ALL)
MATCH_ANY = int(Modifier.MATCH_ANY)
FIRST_NUMBER = int(Modifier.HAND_SIZE)
LAST_NUMBER = int(Modifier.MAX_PLOTS)
MORE_DESTROYED = int(Modifier.MORE_DESTROYED)
OPEN_HAND = int(Modifier.OPEN_HAND)
VALUES = int(Modifier.VALUE)
SET = int(Form.SET)
ADD = int(Form.ADD)
JOIN = int(Deed.JOIN)
OF_CARD = MAX_TYPES  # above all types: card numbers, see of_card
# Protections against the plays that are aimed at a follower.
AIMED = (1 << int(Op.MICROAGGRESS)) | (1 << PROTECT_VIRTUE_SIGNAL) | (1 << PROTECT_TARGET)

# Numbers of a seat (`number`, `slow_number`), in the order of Modifier from HAND_SIZE on.
HAND_SIZE = 0
DRAW_LIMIT = 1
ACTIONS = 2
POINTS_TO_WIN = 3
PLOTS = 4
DESTROYED = 5

RULE_HAND_SIZE = int(Rule.HAND_SIZE)
RULE_POINTS_TO_WIN = int(Rule.POINTS_TO_WIN)
RULE_MAX_PLOTS = int(Rule.MAX_PLOTS)


@leaf
def _raise_to(old: int, new: int) -> int:
    return new if new > old else old


@kernel
def _clear_seat(g: Game, t: Tables, p: int) -> None:
    for d in range(DEEDS):
        g.forbid[p, d] = 0
        g.allow[p, d] = 0
    for d in range(PROTECTIONS):
        g.protect[p, d] = 0
    for d in range(8):
        g.require[p, d] = 0
    g.slow_forbid[p] = 0
    g.slow_protect[p] = 0
    g.duty[p] = 0
    g.require_all[p] = 0
    g.match_any[p] = 0
    g.slow_number[p] = 0
    for d in range(NUMBERS):
        g.number[p, d] = base_number(t, int(d))


@leaf
def base_number(t: Tables, which: int) -> int:
    """A number before any modifier: the rule's, or the game's default."""
    if which == HAND_SIZE:
        return np.int64(t.rule[RULE_HAND_SIZE])
    if which == DRAW_LIMIT:
        return np.int64(60)
    if which == ACTIONS:
        return np.int64(1)
    if which == POINTS_TO_WIN:
        return np.int64(t.rule[RULE_POINTS_TO_WIN])
    if which == PLOTS:
        return np.int64(t.rule[RULE_MAX_PLOTS])
    return np.int64(0)


@leaf
def _bounded(which: int, n: int) -> int:
    low = np.int64(0)
    high = np.int64(60)
    if which == ACTIONS:
        low = np.int64(1)
        high = np.int64(9)
    elif which == POINTS_TO_WIN:
        low = np.int64(1)
        high = np.int64(99)
    elif which == PLOTS:
        high = np.int64(8)
    return min(max(n, low), high)


@leaf
def _counts_for(g: Game, t: Tables, row: int, holder: int, p: int) -> bool:
    """Whether a row of a number counts for p; P1: `max_plots` is everyone's, whoever the row is about."""
    if t.mod[row, MODIFIER] != LAST_NUMBER:
        return concerns(g, t, row, holder, p)
    n = np.int64(t.mod[row, IF_N])
    return n == 0 or holder < 0 or conditions_hold(g, t, np.int64(t.mod[row, IF_FIRST]), n, holder)


@kernel
def sum_number(g: Game, t: Tables, p: int, which: int) -> int:
    """Number form: the plain number of the highest rank (the latest at equal rank), additions, multiplications."""
    base = base_number(t, which)
    best = np.int64(-1)
    since = np.int64(-1)
    added = np.int64(0)
    times = np.int64(1)
    for k in range(g.n_force):
        ty = g.force_type[k]
        for row in range(t.mod_first[ty], t.mod_first[ty] + t.mod_n[ty]):
            if t.mod[row, MODIFIER] == which + FIRST_NUMBER and _counts_for(
                g, t, np.int64(row), np.int64(g.force_seat[k]), p
            ):
                value = np.int64(t.mod[row, VALUE])
                if t.mod[row, FORM] == SET:
                    rank = np.int64(t.rank[ty])
                    if rank > best or (rank == best and g.since[g.force[k]] >= since):
                        best = rank
                        since = np.int64(g.since[g.force[k]])
                        base = value
                elif t.mod[row, FORM] == ADD:
                    added += value
                else:
                    times *= value
    return _bounded(which, (base + added) * times)


@kernel
def _fold_row(g: Game, t: Tables, row: int, holder: int, claim: int, p: int) -> None:
    """Fold one row into seat p; a slow one only leaves its bit."""
    modifier = np.int64(t.mod[row, MODIFIER])
    if modifier != LAST_NUMBER and not is_for(t, row, holder, p):
        return
    value = np.int64(t.mod[row, VALUE])
    slow = t.mod[row, SLOW] == 1
    if modifier <= ALLOW and slow:
        g.slow_forbid[p] |= bit(value)
    elif modifier == PROTECT and slow:
        g.slow_protect[p] |= bit(value)
        g.slow_aim |= int(bit(value) & AIMED != 0)
    elif FIRST_NUMBER <= modifier <= LAST_NUMBER:
        which = modifier - FIRST_NUMBER
        if slow:
            g.slow_number[p] |= bit(which)
            if which == POINTS_TO_WIN:
                g.slow_win = 1
        elif _counts_for(g, t, row, holder, p):
            g.number[p, which] = sum_number(g, t, p, np.int64(which))
    elif modifier == VALUES:
        g.values = 1
    elif concerns(g, t, row, holder, p):
        if slow:
            g.slow_fold = 1
        if modifier == FORBID:
            g.forbid[p, value] = _raise_to(np.int64(g.forbid[p, value]), claim)
        elif modifier == ALLOW:
            g.allow[p, value] = _raise_to(np.int64(g.allow[p, value]), claim)
        elif modifier == PROTECT:
            g.protect[p, value] = _raise_to(np.int64(g.protect[p, value]), claim)
        elif modifier == REQUIRE:
            g.require[p, value] = _raise_to(np.int64(g.require[p, value]), claim)
            g.duty[p] = _raise_to(np.int64(g.duty[p]), claim)
        elif modifier == REQUIRE_ALL:
            g.require_all[p] |= bit(value)
        elif modifier == MATCH_ANY:
            g.match_any[p] |= bit(value)
        elif modifier == MORE_DESTROYED:
            g.number[p, DESTROYED] += value
        elif modifier == OPEN_HAND:
            g.number[p, OPEN] = 1
            g.any_open = 1
    elif slow:
        g.slow_fold = 1


@leaf
def _forget_board(g: Game) -> None:
    """Nothing hangs on the board until a row says so."""
    g.slow_fold = 0
    g.slow_win = 0
    g.slow_aim = 0
    g.values = 0
    g.any_open = 0


@kernel
def fold(g: Game, t: Tables) -> None:
    """List the cards in force and fold their rows (section 7), as the table is now; no hand is shown."""
    settle_force(g, t)
    _forget_board(g)
    for p in range(g.n_players):
        _clear_seat(g, t, np.int64(p))
    for k in range(g.n_force):
        ty = g.force_type[k]
        holder = np.int64(g.force_seat[k])
        claim = np.int64(t.rank[ty]) + 1
        for row in range(t.mod_first[ty], t.mod_first[ty] + t.mod_n[ty]):
            for p in range(g.n_players):
                _fold_row(g, t, np.int64(row), holder, claim, np.int64(p))
    if g.slow_fold == 1 or g.values == 1:
        g.slow_win = 1


@kernel
def renew(g: Game, t: Tables) -> None:
    """A card in force came or went, or a gender or the board changed: fold anew and show the hands that are open."""
    fold(g, t)
    g.slow_hand = int(g.slow_win == 1 and asks_hands(g, t))
    if g.any_open == 1:
        show_open_hands(g)


@kernel
def take_out(g: Game, t: Tables, s: int, k: int) -> int:
    """The card at place k leaves the hand of s, to see what may be done with it: what hangs on hands is folded so."""
    card = hand_remove_at(g, s, k)
    if g.slow_hand == 1:
        fold(g, t)
    return card


@kernel
def put_in(g: Game, t: Tables, s: int, k: int, card: int) -> None:
    """Undo `take_out`."""
    hand_insert_at(g, s, k, card)
    if g.slow_hand == 1:
        fold(g, t)


@kernel
def show_open_hands(g: Game) -> None:
    """N1: what lies in an open hand is known to everyone, as long as it lies there."""
    for p in range(g.n_players):
        if g.number[p, OPEN] == 1:
            for viewer in range(g.n_players):
                if viewer != p and g.out[viewer] == 0:
                    show_hand(g, np.int64(p), np.int64(viewer))


@leaf
def number(g: Game, t: Tables, p: int, which: int) -> int:
    """A number of player p as it stands now."""
    if (g.slow_number[p] >> which) & 1 == 1:
        return sum_number(g, t, p, which)
    return np.int64(g.number[p, which])


@leaf
def matches_any(g: Game, t: Tables, s: int, kind: int) -> bool:
    """M2, V1: whether a card of a kind, as s plays it now, asks for no like alignment."""
    return (g.match_any[s] >> kind) & 1 == 1 if g.slow_fold == 0 else _matches_now(g, t, s, kind)


@kernel
def _matches_now(g: Game, t: Tables, s: int, kind: int) -> bool:
    for k in range(g.n_force):
        ty = np.int64(g.force_type[k])
        for row in range(t.mod_first[ty], t.mod_first[ty] + t.mod_n[ty]):
            if (
                t.mod[row, MODIFIER] == MATCH_ANY
                and t.mod[row, VALUE] == kind
                and concerns(g, t, np.int64(row), np.int64(g.force_seat[k]), s)
            ):
                return True
    return False


@leaf
def may(against: int, claimed: int) -> bool:
    """X8: whether it may be done, with the highest claims against and for it."""
    return against == 0 or claimed > against


@kernel
def _slow_claims(g: Game, t: Tables, s: int, deed: int, ty: int, target: int) -> int:
    """Highest claims of unfolded rows on s doing `deed` with a card (ty as in `claims`) at target: against + 8 * for."""
    against = np.int64(0)
    claimed = np.int64(0)
    for k in range(g.n_force):
        source = np.int64(g.force_type[k])
        claim = np.int64(t.rank[source]) + 1
        for row in range(t.mod_first[source], t.mod_first[source] + t.mod_n[source]):
            if (
                t.mod[row, VALUE] == deed
                and t.mod[row, MODIFIER] <= ALLOW
                and t.mod[row, SLOW] == 1
                and concerns(g, t, np.int64(row), np.int64(g.force_seat[k]), s)
                and _aims(g, t, np.int64(row), np.int64(k), ty, target)
            ):
                if t.mod[row, MODIFIER] == FORBID:
                    against = max(against, claim)
                else:
                    claimed = max(claimed, claim)
    return against + 8 * claimed


@leaf
def _aims(g: Game, t: Tables, row: int, k: int, ty: int, target: int) -> bool:
    """Whether the card filter and `against` of a row of card k in force fit the deed."""
    holder = np.int64(g.force_seat[k])
    against = np.int64(t.mod[row, AGAINST])
    compare = np.int64(t.mod[row, AGAINST_COMPARE])
    if against != 0 or compare != 0:
        if target < 0 or not fits(g, t, target, holder, against, compare):
            return False
    filtered = mod_filter(g, t, row, k)
    wanted = np.int64(t.mod[row, CARD])
    if filtered == 0 and wanted == -1:
        return True
    if ty >= OF_CARD:
        return card_fits(t, ty - OF_CARD, filtered, wanted, np.int64(g.force[k]))
    return ty >= 0 and wanted != THIS_CARD and type_fits(t, ty, filtered, wanted, ty)


@leaf
def of_card(card: int) -> int:
    """In place of a type in `claims`: this very card, which may be in force (`card = "this"`)."""
    return OF_CARD + card


@leaf
def mod_filter(g: Game, t: Tables, row: int, k: int) -> int:
    """The filter of a row of card k in force; "named" is the alignment named when it was played."""
    return with_named(np.int64(t.mod[row, FILTER]), np.int64(g.named[g.force[k]]))


@leaf
def claims(g: Game, t: Tables, s: int, deed: int, ty: int, target: int) -> int:
    """Claims on seat s doing a Deed with a card, aimed at `target` (-1 nobody): against + 8 * for.

    ty: as which type it is played, -1 no card, or `of_card`.
    """
    against = np.int64(g.forbid[s, deed])
    claimed = np.int64(g.allow[s, deed])
    if (g.slow_forbid[s] >> deed) & 1 == 1:
        slow = _slow_claims(g, t, s, deed, ty, target)
        against = max(against, slow & 7)
        claimed = max(claimed, slow >> 3)
    return against + 8 * claimed


@leaf
def forbidden(g: Game, t: Tables, s: int, deed: int, ty: int, target: int) -> int:
    """The claim against it, see `claims`."""
    return claims(g, t, s, deed, ty, target) & 7


@leaf
def allowed(g: Game, t: Tables, s: int, deed: int, ty: int, target: int) -> int:
    """The claim for it by `allow`, see `claims`."""
    return claims(g, t, s, deed, ty, target) >> 3


@leaf
def is_contested(g: Game, s: int, deed: int, floor: int) -> bool:
    """Whether any claim at all bears on a deed of seat s; `floor` is that of a duty. If none does, it may be done."""
    return floor | np.int64(g.forbid[s, deed]) | ((np.int64(g.slow_forbid[s]) >> deed) & 1) != 0


@leaf
def may_do(g: Game, t: Tables, s: int, deed: int, ty: int, target: int, right: int, floor: int) -> bool:
    """X8, P7 to P9: whether s may do a deed under a right, with the claim of a standing duty against everything else."""
    return not is_contested(g, s, deed, floor) or _wins(g, t, s, deed, ty, target, right, floor)


@kernel
def _wins(g: Game, t: Tables, s: int, deed: int, ty: int, target: int, right: int, floor: int) -> bool:
    both = claims(g, t, s, deed, ty, target)
    return may(max(both & 7, floor), max(both >> 3, right))


@kernel
def _joins(g: Game, t: Tables, row: int, k: int, a: int, laid: int) -> bool:
    """Whether a row of `join` of card k in force bears on laying card `laid` on a dot of alignment a; it is aimed at nobody."""
    if t.mod[row, AGAINST] != 0 or t.mod[row, AGAINST_COMPARE] != 0:
        return False
    filtered = mod_filter(g, t, row, k)
    asked = (filtered >> F_ALIGNMENTS) & 255
    if asked != 0 and (asked >> a) & 1 == 0:
        return False
    return card_fits(
        t, laid, filtered & ~(255 << F_ALIGNMENTS), np.int64(t.mod[row, CARD]), np.int64(g.force[k])
    )


@leaf
def forbidden_joins(g: Game, t: Tables, s: int, right: int, laid: int) -> int:
    """Mask of alignments on whose dots s may not lay a card (`forbid = "join"`); `right` is the claim for laying it."""
    if g.forbid[s, JOIN] == 0 and (g.slow_forbid[s] >> JOIN) & 1 == 0:
        return np.int64(0)
    return _sum_joins(g, t, s, right, laid)


@kernel
def _sum_joins(g: Game, t: Tables, s: int, right: int, laid: int) -> int:
    mask = np.int64(0)
    for a in range(t.n_alignments):
        against = np.int64(g.forbid[s, JOIN])
        claimed = max(np.int64(g.allow[s, JOIN]), right)
        for k in range(g.n_force):
            source = g.force_type[k]
            for row in range(t.mod_first[source], t.mod_first[source] + t.mod_n[source]):
                if (
                    t.mod[row, MODIFIER] <= ALLOW
                    and t.mod[row, VALUE] == JOIN
                    and t.mod[row, SLOW] == 1
                    and _joins(g, t, np.int64(row), np.int64(k), np.int64(a), laid)
                    and concerns(g, t, np.int64(row), np.int64(g.force_seat[k]), s)
                ):
                    if t.mod[row, MODIFIER] == FORBID:
                        against = max(against, np.int64(t.rank[source]) + 1)
                    else:
                        claimed = max(claimed, np.int64(t.rank[source]) + 1)
        if not may(against, claimed):
            mask |= bit(a)
    return mask


@kernel
def _slow_protected(g: Game, t: Tables, p: int, what: int, claimed: int) -> int:
    """Mask of followers of p that unfolded `protect` rows cover; bit 0 set: the player is covered as a whole."""
    mask = np.int64(0)
    for k in range(g.n_force):
        source = g.force_type[k]
        for row in range(t.mod_first[source], t.mod_first[source] + t.mod_n[source]):
            if (
                t.mod[row, MODIFIER] == PROTECT
                and t.mod[row, VALUE] == what
                and t.mod[row, SLOW] == 1
                and not may(np.int64(t.rank[source]) + 1, claimed)
                and concerns(g, t, np.int64(row), np.int64(g.force_seat[k]), p)
            ):
                if t.mod[row, FILTER] == 0 and t.mod[row, CARD] == -1:
                    mask |= np.int64(1)
                else:
                    mask |= follower_mask(g, t, p, mod_filter(g, t, np.int64(row), np.int64(k)), np.int64(-1))
    return mask


@leaf
def is_protected(g: Game, t: Tables, s: int, p: int, what: int, claimed: int) -> bool:
    """Whether a claim keeps s from doing `what` (a verb's number, a PROTECT_ number) to player p as a whole."""
    if s == p:
        return False
    if not may(np.int64(g.protect[p, what]), claimed):
        return True
    return (g.slow_protect[p] >> what) & 1 == 1 and _slow_protected(g, t, p, what, claimed) & 1 == 1


@leaf
def open_to(g: Game, t: Tables, s: int, p: int, what: int, claimed: int) -> int:
    """Mask of the slots of p's followers to which s may do `what`; 0 if the player is covered as a whole."""
    if s == p:
        return np.int64(-1)
    if not may(np.int64(g.protect[p, what]), claimed):
        return np.int64(0)
    if (g.slow_protect[p] >> what) & 1 == 0:
        return np.int64(-1)
    covered = _slow_protected(g, t, p, what, claimed)
    return np.int64(0) if covered & 1 == 1 else ~covered
