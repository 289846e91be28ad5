"""What runs of step rows would be worth to the decider, read off the rows: no card is known by name.

In hundredths of a point, weighted by seat (view.WORTH): good for the decider above 0, bad for it below. Guesses, not
outcomes: what an effect sets off is not followed.
"""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Step
from vs_sim.jit import kernel, leaf
from vs_sim.policies.features import CARD_WORTH, HIT_SHARE, SMALL, TAKEN_TURN, TURN_WORTH, WINNING
from vs_sim.policies.view import SUM, extreme_points, is_meant, points_gained, weight, worth_of
from vs_sim.rules.packing import bit, count_bits, lowest
from vs_sim.rules.state import OPEN, Game, Tables, Work
from vs_sim.rules.words import follower_mask, next_in, previous_in
from vs_sim.vocabulary import Choose, Clear, Filter, From, Kind, Op, StepFlag, Target

OP, N, A, B = int(Step.OP), int(Step.N), int(Step.A), int(Step.B)
TARGET, CHOOSE, ONLY, COMPARE = int(Step.TARGET), int(Step.CHOOSE), int(Step.ONLY), int(Step.COMPARE)
FILTER, FLAGS = int(Step.FILTER), int(Step.FLAGS)
DESTROY, STEAL, MOVE, MICROAGGRESS = int(Op.DESTROY), int(Op.STEAL), int(Op.MOVE), int(Op.MICROAGGRESS)
CLEAR, DRAW, DISCARD, TAKE = int(Op.CLEAR), int(Op.DRAW), int(Op.DISCARD), int(Op.TAKE)
GIVE, SWAP, MORE, SKIP = int(Op.GIVE), int(Op.SWAP), int(Op.MORE), int(Op.SKIP)
TAKE_TURN, POINTS, ELIMINATE, WIN = int(Op.TAKE_TURN), int(Op.POINTS), int(Op.ELIMINATE), int(Op.WIN)
EITHER, IF, CHANCE = int(Op.EITHER), int(Op.IF), int(Op.CHANCE)
OF_PART, SELF, OPPONENT, PLAYER = int(Target.PART), int(Target.SELF), int(Target.OPPONENT), int(Target.PLAYER)
NEXT, PREVIOUS = int(Target.NEXT), int(Target.PREVIOUS)
OTHERS, EVERYONE = int(Target.OTHERS), int(Target.EVERYONE)
ACTOR, AFFECTED = int(Target.ACTOR), int(Target.AFFECTED)
FORCED = 100  # as the kind of a target: every row is done to the seat given
ANSWER = 101  # a reaction: `actor` is the seat given, all else is about self
BY_OWNER = int(Choose.OWNER)
CLEAR_HITS, CLEAR_JOBS, CLEAR_PLOTS = int(Clear.MICROAGGRESSION), int(Clear.JOB), int(Clear.PLOT)
FROM_HAND, FROM_COALITION = int(From.HAND), int(From.COALITION)
KINDS = int(Filter.KINDS)
FOLLOWER = int(Kind.FOLLOWER)
SPREADS = int(StepFlag.SPREADS)
LEAST = -1_000_000  # what is worse is as bad to do to all as to one


@kernel
def lost_worth(g: Game, t: Tables, w: Work, row: int, own: int, s: int) -> int:
    """Worth of `destroy`, `steal`, `microaggress` or `take` done by `own` to followers of seat s."""
    op = np.int64(t.step[row, OP])
    n = np.int64(t.step[row, N])
    if s != own and g.protect[s, op] > 0:
        return np.int64(0)
    mask = follower_mask(g, t, s, np.int64(t.step[row, FILTER]), np.int64(-1))
    each = extreme_points(g, t, s, mask, t.step[row, CHOOSE] != BY_OWNER)
    points = each
    if n != 1:
        points = (
            max(np.int64(g.points[s]), each) if n < 0 else min(each * n, max(np.int64(g.points[s]), each))
        )
    if op == MICROAGGRESS:
        points = points * weight(w, HIT_SHARE) // 100
    worth = -points * worth_of(w, s)
    return worth + points_gained(w, own, points) if op == STEAL and points > 0 else worth


@kernel
def more_worth(g: Game, t: Tables, w: Work, row: int, s: int) -> int:
    """Worth of further actions (`more`) to seat s; the hand is read only if it is the asked seat's."""
    n = np.int64(t.step[row, N])
    kinds = (np.int64(t.step[row, FILTER]) >> KINDS) & 0xFF
    if kinds == 0:
        return n * weight(w, TURN_WORTH) * worth_of(w, s) // 100
    if kinds != 1 << FOLLOWER:
        return weight(w, CARD_WORTH) * worth_of(w, s) // 100
    points = 2 * n
    if s == g.ask_seat or g.number[s, OPEN] == 1:
        held = np.int64(0)
        for k in range(g.n_hand[s]):
            ty = np.int64(t.card_type[g.hand[s, k]])
            if t.kind[ty] == FOLLOWER:
                held += np.int64(t.points[ty])
        points = held * 3 // 4 if n < 0 else min(n, held)
    return points_gained(w, s, points)


@kernel
def clear_worth(g: Game, t: Tables, w: Work, row: int, s: int) -> int:
    """Worth of `clear` at seat s; plots are weighed elsewhere (plots.py)."""
    n = np.int64(t.step[row, N])
    what = np.int64(t.step[row, A])
    if what == CLEAR_HITS:
        best = extreme_points(g, t, s, np.int64(g.inert[s]), n != 0)
        return points_gained(w, s, best if n == 1 else best + max(count_bits(g.inert[s]) - 1, 0))
    if what == CLEAR_JOBS:
        jobs = np.int64(g.n_jobs[s])
        return worth_of(w, s) * weight(w, TURN_WORTH) // 100 * (jobs if n < 0 else min(n, jobs))
    return -worth_of(w, s) // 2 if what != CLEAR_PLOTS else np.int64(0)


@kernel
def cards_worth(g: Game, t: Tables, w: Work, row: int, own: int, s: int) -> int:
    """Worth of the rows that move cards of hands, in cards of seat s."""
    op = np.int64(t.step[row, OP])
    n = np.int64(t.step[row, N])
    u = worth_of(w, s)
    hand = np.int64(g.n_hand[s])
    cards = hand if n < 0 else min(n, hand)
    if op == DRAW:
        return u * weight(w, CARD_WORTH) * (n if n >= 0 else 3) // 100
    if op == DISCARD:  # who is hit may hit others: who holds the card is not known
        return -u * weight(w, CARD_WORTH) * cards // (130 if t.step[row, FLAGS] & SPREADS != 0 else 100)
    difference = worth_of(w, own) - u
    if op == TAKE:
        if t.step[row, A] == FROM_HAND:
            return difference * weight(w, CARD_WORTH) * cards // 100
        return worth_of(w, own) * weight(w, CARD_WORTH) * max(n, 1) // 50
    if op == GIVE:
        return -difference * weight(w, CARD_WORTH) * max(n, 1) // 200
    return difference * weight(w, CARD_WORTH) * (hand - np.int64(g.n_hand[own])) // 100  # SWAP


@leaf
def row_worth(g: Game, t: Tables, w: Work, row: int, own: int, s: int) -> int:
    """Worth of one verb row done by `own` to seat s."""
    op = np.int64(t.step[row, OP])
    n = np.int64(t.step[row, N])
    u = worth_of(w, s)
    if (
        op == DESTROY
        or op == STEAL
        or op == MICROAGGRESS
        or (op == TAKE and t.step[row, A] == FROM_COALITION)
    ):
        return lost_worth(g, t, w, row, own, s)
    if op == CLEAR:
        return clear_worth(g, t, w, row, s)
    if op == MORE:
        return more_worth(g, t, w, row, s)
    if op == SKIP:
        return -u * weight(w, TURN_WORTH) * n // 100
    if op == TAKE_TURN:
        return (
            u * weight(w, TURN_WORTH) // 100
            if s == own
            else weight(w, TAKEN_TURN) - u * weight(w, TURN_WORTH) // 100
        )
    if op == POINTS:
        return points_gained(w, s, n)
    if op == WIN:
        return weight(w, WINNING) if u > 0 else -weight(w, WINNING)
    if op == ELIMINATE:
        return -weight(w, WINNING) if u > 0 else -u * (5 + np.int64(g.points[s]))
    if op < MOVE or DRAW <= op <= SWAP:
        return cards_worth(g, t, w, row, own, s)
    return weight(w, SMALL)


@leaf
def row_seats(g: Game, t: Tables, row: int, own: int, kind: int, target: int) -> int:
    """Mask of the seats to which a row would be done; of a target still to be chosen all that could be chosen."""
    word = np.int64(t.step[row, TARGET])
    aimed = word == AFFECTED
    if kind == ANSWER and (word == OF_PART or word == AFFECTED or word == ACTOR):
        aimed = word == ACTOR
        word = SELF if word != ACTOR else AFFECTED
    elif word == OF_PART or kind == FORCED:
        word = kind
        aimed = kind >= OPPONENT and kind != OTHERS and kind != EVERYONE
    words = np.int64(t.step[row, ONLY])
    compare = np.int64(t.step[row, COMPARE])
    one = np.int64(-1)
    if word == SELF or word == ACTOR:
        one = np.int64(own)
    elif aimed and target >= 0:
        one = np.int64(target)
    elif word == NEXT:
        one = next_in(g, own)
    elif word == PREVIOUS:
        one = previous_in(g, own)
    found = np.int64(0)
    for k in range(g.n_players if one < 0 else 1):
        s = np.int64(k) if one < 0 else one
        if g.out[s] == 1 or (one < 0 and s == own and word != PLAYER and word != EVERYONE):
            continue
        if is_meant(g, t, s, own, words, compare):
            found |= bit(s)
    return found


@leaf
def is_chosen(t: Tables, row: int, kind: int, target: int) -> bool:
    """Whether a row's target is still to be chosen."""
    word = np.int64(t.step[row, TARGET])
    if word == OF_PART:
        return target < 0 and (kind == OPPONENT or kind == PLAYER)
    return kind != FORCED and (word == OPPONENT or word == PLAYER)


@kernel
def rows_worth(g: Game, t: Tables, w: Work, first: int, n: int, own: int, kind: int, target: int) -> int:
    """Worth of a run of rows; conditions on self are looked at as the table stands, of options the first is taken."""
    total = np.int64(0)
    row = np.int64(first)
    stop = np.int64(-1)
    resume = np.int64(0)
    while row < first + n:
        op = np.int64(t.step[row, OP])
        here = row
        row += 1
        if op == IF:
            if not is_meant(g, t, own, own, np.int64(t.step[here, ONLY]), np.int64(t.step[here, COMPARE])):
                row = np.int64(t.step[here, A])
        elif op == CHANCE:
            if t.step[here, N] < 50:
                row = np.int64(t.step[here, A])
        elif op == EITHER:
            resume = np.int64(t.step[here, A])
            row = np.int64(t.step[here + 1, A])
            stop = np.int64(t.step[here + 1, B])
        else:
            seats = row_seats(g, t, here, own, kind, target)
            best = np.int64(LEAST)
            added = np.int64(0)
            while seats != 0:
                worth = row_worth(g, t, w, here, own, lowest(seats))
                seats &= seats - 1
                added += worth
                best = max(best, worth)
            total += best if is_chosen(t, here, kind, target) and best > LEAST else added
        if row == stop:
            row = resume
            stop = np.int64(-1)
    return total


@leaf
def weigh_rows(
    g: Game, t: Tables, w: Work, first: int, n: int, own: int, kind: int, target: int, factor: int
) -> None:
    """Add to SUM a run of rows done by `own`, `factor` in percent; `kind` and `target` (-1: none, or the best) of its part."""
    if n > 0:
        w.scratch[SUM] += rows_worth(g, t, w, first, n, own, kind, target) * factor // 100
