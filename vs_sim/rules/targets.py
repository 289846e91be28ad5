"""Who and what a part or step can be done to (LANGUAGE section 2: targets, can; D5)."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Part, Step
from vs_sim.jit import kernel, leaf
from vs_sim.rules.coalition import slot_of
from vs_sim.rules.costs import can_pay
from vs_sim.rules.modifiers import is_protected, may_do, open_to, put_in, take_out
from vs_sim.rules.moves import movable
from vs_sim.rules.packing import bit, lowest
from vs_sim.rules.piles import count_pile
from vs_sim.rules.state import TOKEN, Game, Tables, Work
from vs_sim.rules.steal import can_steal
from vs_sim.rules.words import (
    card_fits,
    conditions_hold,
    fits,
    follower_mask,
    is_wanted,
    next_in,
    previous_in,
    step_filter,
    this_card,
    times,
    type_fits,
)
from vs_sim.rules.zones import set_has
from vs_sim.vocabulary import PROTECT_TARGET, Clear, Deed, From, Into, Kind, Op, StepFlag, Target

OP = int(Step.OP)
N = int(Step.N)
A = int(Step.A)
B = int(Step.B)
TARGET = int(Step.TARGET)
ONLY = int(Step.ONLY)
COMPARE = int(Step.COMPARE)
FILTER = int(Step.FILTER)
CARD = int(Step.CARD)
FLAGS = int(Step.FLAGS)
SOURCE = int(Step.SOURCE)
P_TARGET = int(Part.TARGET)
P_ONLY = int(Part.ONLY)
P_COMPARE = int(Part.COMPARE)
P_IF_FIRST = int(Part.IF_FIRST)
P_IF_N = int(Part.IF_N)
P_COST_N = int(Part.COST_N)
P_COPIES = int(Part.COPIES)
P_DO_FIRST = int(Part.DO_FIRST)
P_DO_N = int(Part.DO_N)

DESTROY = int(Op.DESTROY)
STEAL = int(Op.STEAL)
MOVE = int(Op.MOVE)
MICROAGGRESS = int(Op.MICROAGGRESS)
CLEAR = int(Op.CLEAR)
DRAW = int(Op.DRAW)
DISCARD = int(Op.DISCARD)
TAKE = int(Op.TAKE)
GIVE = int(Op.GIVE)
LOOK = int(Op.LOOK)
WIN = int(Op.WIN)
EITHER = int(Op.EITHER)
IF = int(Op.IF)
REGARDLESS = int(StepFlag.REGARDLESS)
UP_TO = int(StepFlag.UP_TO)
JOB = int(Clear.JOB)
PLOT = int(Clear.PLOT)
CLEAR_MICROAGGRESSION = int(Clear.MICROAGGRESSION)
CLEAR_ARTIFACT = int(Clear.ARTIFACT)
ARTIFACT = int(Kind.ARTIFACT)
FROM_HAND = int(From.HAND)
FROM_COALITION = int(From.COALITION)
INTO_OWNERS_HAND = int(Into.OWNERS_HAND)
DEED_MICROAGGRESSION = int(Deed.MICROAGGRESSION)
DEED_DRAW = int(Deed.DRAW)

PART = int(Target.PART)
SELF = int(Target.SELF)
OPPONENT = int(Target.OPPONENT)
PLAYER = int(Target.PLAYER)
NEXT = int(Target.NEXT)
PREVIOUS = int(Target.PREVIOUS)
OTHERS = int(Target.OTHERS)
EVERYONE = int(Target.EVERYONE)
ACTOR = int(Target.ACTOR)
AFFECTED = int(Target.AFFECTED)
NOWHERE = -1  # as the frame of steps that are not being done yet


@leaf
def players_in(g: Game) -> int:
    """Mask of the seats still in."""
    mask = np.int64(0)
    for p in range(g.n_players):
        if g.out[p] == 0:
            mask |= bit(np.int64(p))
    return mask


@leaf
def target_seats(g: Game, s: int, target: int) -> int:
    """Mask of the seats that a target word (not ACTOR, AFFECTED, PART) can mean for self = s."""
    if target == SELF:
        return bit(s)
    if target == NEXT:
        return bit(next_in(g, s))
    if target == PREVIOUS:
        return bit(previous_in(g, s))
    mask = players_in(g)
    if target == OPPONENT or target == OTHERS:
        mask &= ~bit(s)
    return mask


@leaf
def claim_of(t: Tables, row: int) -> int:
    """X8: a step claims its rank for itself only if `regardless`."""
    if t.step[row, FLAGS] & REGARDLESS != 0:
        return np.int64(t.rank[t.step[row, SOURCE]]) + 1
    return np.int64(0)


@kernel
def matching_cards(g: Game, t: Tables, p: int, row: int, f: int) -> int:
    """How many cards in p's hand pass the card filter of a step."""
    if t.step[row, FILTER] == 0 and t.step[row, CARD] == -1:
        return np.int64(g.n_hand[p])
    n = np.int64(0)
    filtered = step_filter(g, t, f, row)
    this = this_card(g, f)
    for k in range(g.n_hand[p]):
        if card_fits(t, np.int64(g.hand[p, k]), filtered, np.int64(t.step[row, CARD]), this):
            n += 1
    return n


@kernel
def _under_card(g: Game, t: Tables, p: int, mask: int, wanted: int, this: int) -> int:
    """Those of a mask of inert followers on which the card lies that a step of `this` wants; a token is no card."""
    found = np.int64(0)
    while mask != 0:
        slot = lowest(mask)
        mask &= mask - 1
        over = np.int64(g.node_over[p, slot])
        if over != TOKEN and card_fits(t, over - 1, int(0), wanted, this):
            found |= bit(slot)
    return found


@kernel
def victims(g: Game, t: Tables, s: int, p: int, row: int, f: int) -> int:
    """Slots of p's followers that the step can take next (D1, M4, X3, protections); f: the frame that does it, or NOWHERE."""
    op = np.int64(t.step[row, OP])
    filtered = step_filter(g, t, f, row)
    hit = np.int64(g.f_hit[f]) if f >= 0 else np.int64(0)
    slot = slot_of(g, p, hit) if hit > 0 else np.int64(-1)
    if op == CLEAR:
        mask = g.inert[p]
        alignments = (filtered >> 3) & 255
        if alignments != 0:
            some = np.int64(0)
            for a in range(t.n_alignments):
                if (alignments >> a) & 1 == 1:
                    some |= g.over_has[p, a]
            mask &= some
        if t.step[row, CARD] != -1:
            mask = _under_card(g, t, p, mask, np.int64(t.step[row, CARD]), this_card(g, f))
        return mask & open_to(g, t, s, p, op, claim_of(t, row))
    mask = follower_mask(g, t, p, filtered, slot)
    if op == MICROAGGRESS:
        mask &= ~g.inert[p]
        if not may_do(g, t, s, int(DEED_MICROAGGRESSION), np.int64(-1), p, claim_of(t, row), int(0)):
            return np.int64(0)
    if mask == 0:
        return mask
    return mask & open_to(g, t, s, p, op, claim_of(t, row))


@kernel
def to_move(g: Game, t: Tables, w: Work, s: int, p: int, row: int, f: int, moved: int) -> int:
    """Slots of p's followers that `move` can take next: those not yet moved by it that have another place to lie."""
    mask = victims(g, t, s, p, row, f) & ~moved
    if mask == 0:
        return mask
    return movable(g, t, w, p, mask, claim_of(t, row))


@kernel
def can_clear(g: Game, t: Tables, s: int, p: int, row: int, f: int) -> bool:
    """Whether `clear` finds something with player p, or plots on the table."""
    what = t.step[row, A]
    if what == CLEAR_MICROAGGRESSION:
        return victims(g, t, s, p, row, f) != 0
    if what == JOB:
        return first_job(g, t, p, row, this_card(g, f)) >= 0 or (
            g.job_tokens[p] > 0 and t.step[row, CARD] == -1
        )
    if what == PLOT:
        for k in range(g.n_plots):
            if plot_fits(g, t, row, np.int64(k), this_card(g, f)):
                return True
        return False
    return has_lying(g, t, p, row, f)


@leaf
def job_fits(t: Tables, row: int, card: int, this: int) -> bool:
    """Whether a Job card passes the `card` of a step of card `this`."""
    return card_fits(t, card, int(0), np.int64(t.step[row, CARD]), this)


@kernel
def first_job(g: Game, t: Tables, p: int, row: int, this: int) -> int:
    """The lowest Job card on p's character that `clear` can take away, -1 none."""
    for card in range(t.n_cards):
        if set_has(g.jobs[p, card >> 6], np.int64(card)) and job_fits(t, row, np.int64(card), this):
            return np.int64(card)
    return np.int64(-1)


@leaf
def plot_fits(g: Game, t: Tables, row: int, k: int, this: int) -> bool:
    """Whether the plot at place k passes the `card` of a step of card `this`."""
    return card_fits(t, np.int64(g.plot[k]), int(0), np.int64(t.step[row, CARD]), this)


@leaf
def lying_fits(g: Game, t: Tables, p: int, row: int, k: int, this: int) -> bool:
    """Whether the thing at place k lies with p and is what `clear` (artifact or special) or `steal` asks for."""
    ty = np.int64(g.lying_type[k])
    artifact = t.step[row, A] == CLEAR_ARTIFACT or t.step[row, OP] == STEAL
    if g.lying_seat[k] != p or (t.kind[ty] == ARTIFACT) != artifact:
        return False
    wanted = np.int64(t.step[row, CARD])
    return type_fits(t, ty, int(0), wanted, ty) and is_wanted(wanted, np.int64(g.lying[k]), this)


@kernel
def has_lying(g: Game, t: Tables, p: int, row: int, f: int) -> bool:
    """Whether anything lies with p that the step asks for."""
    for k in range(g.n_lying):
        if lying_fits(g, t, p, row, np.int64(k), this_card(g, f)):
            return True
    return False


@kernel
def can_do(g: Game, t: Tables, w: Work, s: int, p: int, row: int, f: int) -> bool:
    """D5: whether a verb's step could do something to player p (its `only` is asked elsewhere)."""
    op = np.int64(t.step[row, OP])
    if is_protected(g, t, s, p, op, claim_of(t, row)):
        return False
    if op == DESTROY or op == MICROAGGRESS:
        return victims(g, t, s, p, row, f) != 0
    if op == STEAL:
        if s == p or t.step[row, A] == 1:
            return s != p and has_lying(g, t, p, row, f)
        mask = victims(g, t, s, p, row, f)
        if mask == 0:
            return False
        fewer = np.int64(t.step[row, FLAGS]) & UP_TO != 0
        n = times(g, t, s, row)
        return can_steal(g, t, w, s, p, n, step_filter(g, t, f, row), claim_of(t, row), fewer)
    if op == CLEAR:
        return can_clear(g, t, s, p, row, f)
    if op == DISCARD:
        return matching_cards(g, t, p, row, f) > 0
    if op == DRAW:
        return may_do(g, t, p, int(DEED_DRAW), np.int64(-1), np.int64(-1), claim_of(t, row), int(0))
    if op == LOOK:
        return g.n_hand[p] > 0 if t.step[row, N] == -1 else g.n_draw > 0
    if MOVE <= op <= GIVE:
        return _can_carry(g, t, w, s, p, op, row, f)
    return True


@kernel
def _can_carry(g: Game, t: Tables, w: Work, s: int, p: int, op: int, row: int, f: int) -> bool:
    """D5 for move, take and give; nobody takes from the own hand, or gives to himself."""
    if op == MOVE:
        return to_move(g, t, w, s, p, row, f, int(0)) != 0
    if op == GIVE:
        return s != p and matching_cards(g, t, s, row, f) > 0
    source = t.step[row, A]
    if source == FROM_HAND:
        return s != p and t.step[row, B] != INTO_OWNERS_HAND and matching_cards(g, t, p, row, f) > 0
    if source == FROM_COALITION:
        return victims(g, t, s, p, row, f) != 0
    return count_pile(g, t, w, row, step_filter(g, t, f, row), this_card(g, f)) > 0


@kernel
def aimed_seats(g: Game, t: Tables, s: int, seats: int, row: int, f: int) -> int:
    """Mask of the seats to which a step could be done, its `only` asked; `seats`: what its part's target stands for."""
    word = np.int64(t.step[row, TARGET])
    found = seats
    if word == ACTOR and f >= 0:
        found = bit(np.int64(g.f_actor[f]))
    elif word == AFFECTED and f >= 0:
        found = bit(np.int64(g.f_affected[f]))
    elif word != PART:
        found = target_seats(g, s, word)
    rest = found
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        if g.out[p] == 1 or not fits(g, t, p, s, np.int64(t.step[row, ONLY]), np.int64(t.step[row, COMPARE])):
            found &= ~bit(p)
    return found


@kernel
def can_step(g: Game, t: Tables, w: Work, s: int, seats: int, row: int, f: int) -> bool:
    """Whether a verb's step could do something to one of its targets."""
    rest = aimed_seats(g, t, s, seats, row, f)
    while rest != 0:
        if can_do(g, t, w, s, lowest(rest), row, f):
            return True
        rest &= rest - 1
    return False


@kernel
def can_run(g: Game, t: Tables, w: Work, s: int, seats: int, first: int, end: int, f: int) -> bool:
    """D5: whether a step of a run of rows, options too, could do something; `seats`: what the part's target stands for.

    What the target stands for outside each open `either` is kept in 12 bits, where that one ends in 11.
    """
    outside = np.int64(0)
    ends = np.int64(0)
    row = first
    while row < end:
        while ends != 0 and ends & 2047 == row:
            seats = outside & 4095
            outside >>= 12
            ends >>= 11
        op = t.step[row, OP]
        if op <= WIN:
            if can_step(g, t, w, s, seats, row, f):
                return True
            row += 1
        elif op == IF:
            holds = fits(g, t, s, s, np.int64(t.step[row, ONLY]), np.int64(t.step[row, COMPARE]))
            row = row + 1 if holds else np.int64(t.step[row, A])
        else:
            if op == EITHER:
                aimed = aimed_seats(g, t, s, seats, row, f)
                if aimed == 0:
                    row = np.int64(t.step[row, A])  # done to nobody
                    continue
                outside = (outside << 12) | seats
                ends = (ends << 11) | np.int64(t.step[row, A])
                seats = aimed
            row += 1
    return False


@kernel
def can_affect(g: Game, t: Tables, w: Work, s: int, p: int, row: int, f: int) -> bool:
    """D5: whether a step, be it a verb's or an `either`, could do something to player p (its `only` is asked elsewhere)."""
    if t.step[row, OP] == EITHER:
        return can_run(g, t, w, s, bit(p), row + 1, np.int64(t.step[row, A]), f)
    return can_do(g, t, w, s, p, row, f)


@kernel
def can_part(g: Game, t: Tables, w: Work, s: int, seats: int, part: int, f: int) -> bool:
    """D5: whether one step of a part could do something, its target being these seats; a part without steps always can."""
    n = np.int64(t.part[part, P_DO_N])
    first = np.int64(t.part[part, P_DO_FIRST])
    return n == 0 or can_run(g, t, w, s, seats, first, first + n, f)


@kernel
def further_targets(g: Game, t: Tables, w: Work, f: int) -> int:
    """Mask of the seats at which the `play` of a follower, microaggression or virtue signal, frame f, may be aimed."""
    s = np.int64(g.f_self[f])
    ty = np.int64(t.card_type[g.f_card[f] - 1])
    rest = part_targets(g, t, w, s, np.int64(g.f_part[f]) - 1, f)
    found = np.int64(0)
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        if may_do(g, t, s, np.int64(t.kind[ty]), ty, p, int(0), int(0)):
            found |= bit(p)
    return found


@leaf
def played_as(g: Game, t: Tables, ty: int) -> int:
    """The type as which a card is played: its own; of one that copies, that of the last special, -1 if there is none yet."""
    if t.has_copies == 1:
        part = np.int64(t.play[ty])
        if part >= 0 and t.part[part, P_COPIES] == 1:
            return np.int64(g.last_special) - 1
    return ty


@kernel
def can_open(g: Game, t: Tables, s: int, k: int, part: int) -> bool:
    """Whether the `if` of a part of the card at place k of the hand holds and its cost can be paid without that card."""
    n = np.int64(t.part[part, P_IF_N])
    costs = t.part[part, P_COST_N] > 0
    if n == 0 and not costs:
        return True
    card = take_out(g, t, s, k)
    opens = n == 0 or conditions_hold(g, t, np.int64(t.part[part, P_IF_FIRST]), n, s)
    opens = opens and (not costs or can_pay(g, t, s, part, int(NOWHERE)))
    put_in(g, t, s, k, card)
    return opens


@leaf
def admits(g: Game, t: Tables, part: int, s: int, p: int) -> bool:
    """`only` of a part: whether p may be its target."""
    return fits(g, t, p, s, np.int64(t.part[part, P_ONLY]), np.int64(t.part[part, P_COMPARE]))


@kernel
def admitted(g: Game, t: Tables, part: int, s: int) -> int:
    """`only` of a part: mask of the players who may be its target; -1 where it asks for nothing."""
    if t.part[part, P_ONLY] == 0 and t.part[part, P_COMPARE] == 0:
        return np.int64(-1)
    found = np.int64(0)
    for p in range(g.n_players):
        if admits(g, t, part, s, np.int64(p)):
            found |= bit(np.int64(p))
    return found


@kernel
def part_targets(g: Game, t: Tables, w: Work, s: int, part: int, f: int) -> int:
    """D5: mask of seats at which s may aim a play or action with a personal target; otherwise bit 0 says that it can be.

    f: the frame that does it; of a card to be played NOWHERE, of one in force `of_power`.
    """
    n = np.int64(t.part[part, P_IF_N])
    if n > 0 and not conditions_hold(g, t, np.int64(t.part[part, P_IF_FIRST]), n, s):
        return np.int64(0)
    if t.part[part, P_COST_N] > 0 and not can_pay(g, t, s, part, f):
        return np.int64(0)
    target = np.int64(t.part[part, P_TARGET])
    if target == OTHERS or target == EVERYONE:
        return np.int64(1)
    if target == SELF:
        return np.int64(1) if can_part(g, t, w, s, bit(s) & admitted(g, t, part, s), part, f) else np.int64(0)
    seats = target_seats(g, s, target)
    found = np.int64(0)
    for p in range(g.n_players):
        if (
            (seats >> p) & 1 == 1
            and admits(g, t, part, s, np.int64(p))
            and not is_protected(g, t, s, np.int64(p), int(PROTECT_TARGET), np.int64(0))
            and can_part(g, t, w, s, bit(np.int64(p)), part, f)
        ):
            found |= bit(np.int64(p))
    return found
