"""Who and what a part or step can be done to (LANGUAGE section 2: targets, can; D5)."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Part, Step
from vs_sim.jit import kernel, leaf
from vs_sim.rules.coalition import slot_of
from vs_sim.rules.modifiers import is_protected, may_do, open_to
from vs_sim.rules.packing import bit
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.steal import can_steal
from vs_sim.rules.words import conditions_hold, fits, follower_mask, next_in, previous_in, type_fits
from vs_sim.vocabulary import PROTECT_TARGET, Clear, Deed, Op, StepFlag, Target

OP = int(Step.OP)
N = int(Step.N)
A = int(Step.A)
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
P_COST_FIRST = int(Part.COST_FIRST)
P_COST_N = int(Part.COST_N)
P_DO_FIRST = int(Part.DO_FIRST)
P_DO_N = int(Part.DO_N)

DESTROY = int(Op.DESTROY)
STEAL = int(Op.STEAL)
MICROAGGRESS = int(Op.MICROAGGRESS)
CLEAR = int(Op.CLEAR)
DRAW = int(Op.DRAW)
DISCARD = int(Op.DISCARD)
LOOK = int(Op.LOOK)
IF = int(Op.IF)
CHANCE = int(Op.CHANCE)
REGARDLESS = int(StepFlag.REGARDLESS)
JOB = int(Clear.JOB)
PLOT = int(Clear.PLOT)
CLEAR_MICROAGGRESSION = int(Clear.MICROAGGRESSION)
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
def matching_cards(g: Game, t: Tables, p: int, row: int) -> int:
    """How many cards in p's hand pass the card filter of a step."""
    if t.step[row, FILTER] == 0 and t.step[row, CARD] == -1:
        return np.int64(g.n_hand[p])
    n = np.int64(0)
    for k in range(g.n_hand[p]):
        if type_fits(
            t,
            np.int64(t.card_type[g.hand[p, k]]),
            np.int64(t.step[row, FILTER]),
            np.int64(t.step[row, CARD]),
            np.int64(t.step[row, SOURCE]),
        ):
            n += 1
    return n


@kernel
def victims(g: Game, t: Tables, s: int, p: int, row: int, hit: int) -> int:
    """Slots of p's followers that the step can take next (D1, M4, X3, protections); `hit`: card + 1 of the event's follower."""
    op = np.int64(t.step[row, OP])
    filtered = np.int64(t.step[row, FILTER])
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
def can_clear(g: Game, t: Tables, s: int, p: int, row: int) -> bool:
    """Whether `clear` finds something with player p, or plots on the table."""
    what = t.step[row, A]
    if what == CLEAR_MICROAGGRESSION:
        return victims(g, t, s, p, row, np.int64(0)) != 0
    if what == JOB:
        return g.n_jobs[p] > 0
    if what == PLOT:
        for k in range(g.n_plots):
            if plot_fits(g, t, row, np.int64(k)):
                return True
        return False
    for k in range(g.n_lying):
        if lying_fits(g, t, p, row, np.int64(k)):
            return True
    return False


@leaf
def plot_fits(g: Game, t: Tables, row: int, k: int) -> bool:
    """Whether the plot at place k passes the step's `card`."""
    return type_fits(
        t,
        np.int64(t.card_type[g.plot[k]]),
        np.int64(0),
        np.int64(t.step[row, CARD]),
        np.int64(t.step[row, SOURCE]),
    )


@leaf
def lying_fits(g: Game, t: Tables, p: int, row: int, k: int) -> bool:
    """Whether the artifact or lasting special at place k lies with p and passes the step's kind and `card`."""
    ty = np.int64(t.card_type[g.lying[k]])
    wanted = t.step[row, A] + 3  # Clear.ARTIFACT, SPECIAL against Kind.ARTIFACT, SPECIAL
    kind = t.kind[ty]
    if g.lying_seat[k] != p or (kind == 5) != (wanted == 5):
        return False
    return type_fits(t, ty, np.int64(0), np.int64(t.step[row, CARD]), np.int64(t.step[row, SOURCE]))


@kernel
def can_do(g: Game, t: Tables, w: Work, s: int, p: int, row: int, hit: int) -> bool:
    """D5: whether a verb's step could do something to player p (its `only` is asked elsewhere)."""
    op = np.int64(t.step[row, OP])
    if is_protected(g, t, s, p, op, claim_of(t, row)):
        return False
    if op == DESTROY or op == MICROAGGRESS:
        return victims(g, t, s, p, row, hit) != 0
    if op == STEAL:
        return s != p and can_steal(
            g, t, w, s, p, np.int64(t.step[row, N]), victims(g, t, s, p, row, hit), row, claim_of(t, row)
        )
    if op == CLEAR:
        return can_clear(g, t, s, p, row)
    if op == DISCARD:
        return matching_cards(g, t, p, row) > 0
    if op == DRAW:
        return may_do(g, t, p, int(DEED_DRAW), np.int64(-1), np.int64(-1), claim_of(t, row), int(0))
    if op == LOOK and t.step[row, N] == -1:
        return g.n_hand[p] > 0
    return True


@kernel
def can_step(g: Game, t: Tables, w: Work, s: int, p: int, row: int) -> bool:
    """Whether a step could do something, to p or to targets of its own."""
    if t.step[row, TARGET] == PART:
        return fits(g, t, p, s, np.int64(t.step[row, ONLY]), np.int64(t.step[row, COMPARE])) and can_do(
            g, t, w, s, p, row, np.int64(0)
        )
    seats = target_seats(g, s, np.int64(t.step[row, TARGET]))
    for q in range(g.n_players):
        if (
            (seats >> q) & 1 == 1
            and fits(g, t, np.int64(q), s, np.int64(t.step[row, ONLY]), np.int64(t.step[row, COMPARE]))
            and can_do(g, t, w, s, np.int64(q), row, np.int64(0))
        ):
            return True
    return False


@kernel
def can_part(g: Game, t: Tables, w: Work, s: int, p: int, part: int) -> bool:
    """D5: whether one step of a part could do something to player p; a part without steps always can."""
    n = np.int64(t.part[part, P_DO_N])
    row = np.int64(t.part[part, P_DO_FIRST])
    end = row + n
    if n == 0:
        return True
    while row < end:
        op = t.step[row, OP]
        if op == IF:
            holds = fits(g, t, s, s, np.int64(t.step[row, ONLY]), np.int64(t.step[row, COMPARE]))
            row = row + 1 if holds else np.int64(t.step[row, A])
        elif op == CHANCE:
            row += 1
        elif can_step(g, t, w, s, p, row):
            return True
        else:
            row += 1
    return False


@kernel
def can_pay(g: Game, t: Tables, s: int, part: int) -> bool:
    """K5: whether the cost of a part can be paid in full."""
    first = np.int64(t.part[part, P_COST_FIRST])
    for row in range(first, first + t.part[part, P_COST_N]):
        if t.step[row, OP] == DISCARD and matching_cards(g, t, s, np.int64(row)) < t.step[row, N]:
            return False
    return True


@kernel
def part_targets(g: Game, t: Tables, w: Work, s: int, part: int) -> int:
    """D5: mask of seats at which s may aim a play or action with a personal target; otherwise bit 0 says that it can be."""
    n = np.int64(t.part[part, P_IF_N])
    if n > 0 and not conditions_hold(g, t, np.int64(t.part[part, P_IF_FIRST]), n, s):
        return np.int64(0)
    if t.part[part, P_COST_N] > 0 and not can_pay(g, t, s, part):
        return np.int64(0)
    target = np.int64(t.part[part, P_TARGET])
    if target == OTHERS or target == EVERYONE:
        return np.int64(1)
    if target == SELF:
        return np.int64(1) if can_part(g, t, w, s, s, part) else np.int64(0)
    seats = target_seats(g, s, target)
    found = np.int64(0)
    for p in range(g.n_players):
        if (
            (seats >> p) & 1 == 1
            and fits(g, t, np.int64(p), s, np.int64(t.part[part, P_ONLY]), np.int64(t.part[part, P_COMPARE]))
            and not is_protected(g, t, s, np.int64(p), int(PROTECT_TARGET), np.int64(0))
            and can_part(g, t, w, s, np.int64(p), part)
        ):
            found |= bit(np.int64(p))
    return found
