"""Player words, counts, comparisons and filters of the card language, read off the state (LANGUAGE section 2)."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Step
from vs_sim.jit import kernel, leaf
from vs_sim.rules.packing import bit, count_bits, lowest
from vs_sim.rules.state import Game, Tables
from vs_sim.vocabulary import MOST_TIMES, Compare, Count, Filter, Gender, Inert, Kind, Op, Word

SELF = int(Word.SELF)
MALE = int(Word.MALE)
FEMALE = int(Word.FEMALE)
LEADER = int(Word.LEADER)
MOST_POINTS = int(Word.MOST_POINTS)
FEWEST_POINTS = int(Word.FEWEST_POINTS)
MOST_CARDS = int(Word.MOST_CARDS)
FEWEST_CARDS = int(Word.FEWEST_CARDS)
NEXT = int(Word.NEXT)
GENDER_MALE = int(Gender.MALE)
GENDER_FEMALE = int(Gender.FEMALE)
ARTIFACT = int(Kind.ARTIFACT)

C_POINTS = int(Count.POINTS)
C_FOLLOWERS = int(Count.FOLLOWERS)
C_INERT = int(Count.INERT)
C_HAND = int(Count.HAND)
C_ALIGNMENTS = int(Count.ALIGNMENTS)
C_JOBS = int(Count.JOBS)
C_ARTIFACTS = int(Count.ARTIFACTS)
C_SEAT = int(Count.SEAT)
C_PLOTS = int(Count.PLOTS)
C_PLAYERS = int(Count.PLAYERS)

EQ = int(Compare.EQ)
NE = int(Compare.NE)
LT = int(Compare.LT)
LE = int(Compare.LE)
GT = int(Compare.GT)

THIS_CARD = -2  # as the card of a filter
LEVELS = 7
F_ALIGNMENTS = int(Filter.ALIGNMENTS)
F_NAMED = int(Filter.NAMED)
F_ANYWHERE = int(Filter.ANYWHERE)
F_INERT = int(Filter.INERT)
F_KINDS = int(Filter.KINDS)
INERT_NO = int(Inert.NO)
INERT_YES = int(Inert.YES)
INERT_HIT = int(Inert.HIT)
POINTS = int(Op.POINTS)
STEP_ONLY = int(Step.ONLY)
STEP_COMPARE = int(Step.COMPARE)
STEP_OP = int(Step.OP)
STEP_N = int(Step.N)
STEP_FILTER = int(Step.FILTER)
STEP_FLAGS = int(Step.FLAGS)
PER = 8  # where `per` stands in the flags of a step


@leaf
def next_in(g: Game, s: int) -> int:
    """The next player still in after seat s, in turn order (s itself if alone)."""
    p = s + 1 if s + 1 < g.n_players else np.int64(0)
    while g.out[p] == 1 and p != s:
        p = p + 1 if p + 1 < g.n_players else np.int64(0)
    return p


@leaf
def previous_in(g: Game, s: int) -> int:
    """The player still in before seat s."""
    p = s - 1 if s > 0 else np.int64(g.n_players) - 1
    while g.out[p] == 1 and p != s:
        p = p - 1 if p > 0 else np.int64(g.n_players) - 1
    return p


@leaf
def _measure(g: Game, p: int, word: int) -> int:
    if word == LEADER:
        return np.int64(g.n_live[p])
    if word == MOST_POINTS or word == FEWEST_POINTS:
        return np.int64(g.points[p])
    return np.int64(g.n_hand[p])


@kernel
def _is_extreme(g: Game, p: int, word: int) -> bool:
    """P5 and its like: whether nobody still in has more (fewer) than p."""
    fewest = word == FEWEST_POINTS or word == FEWEST_CARDS
    mine = _measure(g, p, word)
    for q in range(g.n_players):
        if g.out[q] == 0:
            other = _measure(g, np.int64(q), word)
            if (other < mine) if fewest else (other > mine):
                return False
    return True


@leaf
def word_holds(g: Game, p: int, me: int, word: int) -> bool:
    """Whether a player word is true of p; `me` is self, -1 nobody."""
    if word == SELF:
        return p == me
    if word == MALE:
        return g.gender[p] == GENDER_MALE
    if word == FEMALE:
        return g.gender[p] == GENDER_FEMALE
    if word <= FEWEST_CARDS:
        return _is_extreme(g, p, word)
    if me < 0:
        return False
    if word == NEXT:
        return p == next_in(g, me)
    return p == previous_in(g, me)


@kernel
def count_of(g: Game, t: Tables, p: int, count: int) -> int:
    """A count of player p or of the table."""
    if count == C_POINTS:
        return np.int64(g.points[p])
    if count == C_FOLLOWERS:
        return np.int64(g.n_live[p])
    if count == C_INERT:
        return count_bits(g.inert[p])
    if count == C_HAND:
        return np.int64(g.n_hand[p])
    if count == C_ALIGNMENTS:
        n = np.int64(0)
        for a in range(t.n_alignments):
            if g.has[p, a] & ~g.inert[p] != 0:
                n += 1
        return n
    if count == C_JOBS:
        return np.int64(g.n_jobs[p])
    if count == C_ARTIFACTS:
        n = np.int64(0)
        for k in range(g.n_lying):
            if g.lying_seat[k] == p and t.kind[g.lying_type[k]] == ARTIFACT:
                n += 1
        return n
    if count == C_SEAT:
        return p
    if count == C_PLOTS:
        return np.int64(g.n_plots)
    if count == C_PLAYERS:
        return np.int64(g.n_in)
    return np.int64(g.rounds)


@kernel
def compare_holds(g: Game, t: Tables, p: int, packed: int) -> bool:
    """A packed comparison, of player p."""
    value = count_of(g, t, p, (packed >> 1) & 15)
    op = (packed >> 5) & 7
    n = packed >> 8
    if op == EQ:
        return value == n
    if op == NE:
        return value != n
    if op == LT:
        return value < n
    if op == LE:
        return value <= n
    if op == GT:
        return value > n
    return value >= n


@kernel
def _words_hold(g: Game, p: int, me: int, words: int) -> bool:
    asked = words & 0xFFFF
    while asked != 0:
        if not word_holds(g, p, me, lowest(asked)):
            return False
        asked &= asked - 1
    denied = (words >> 16) & 0xFFFF
    while denied != 0:
        if word_holds(g, p, me, lowest(denied)):
            return False
        denied &= denied - 1
    return True


@leaf
def fits(g: Game, t: Tables, p: int, me: int, words: int, packed: int) -> bool:
    """Whether player p meets player words and a comparison (0 asks nothing); `me` is self."""
    if words != 0 and not _words_hold(g, p, me, words):
        return False
    return packed == 0 or compare_holds(g, t, p, packed)


@kernel
def conditions_hold(g: Game, t: Tables, first: int, n: int, me: int) -> bool:
    """Whether a run of IF rows holds of self."""
    for row in range(first, first + n):
        if not fits(g, t, me, me, np.int64(t.step[row, STEP_ONLY]), np.int64(t.step[row, STEP_COMPARE])):
            return False
    return True


@leaf
def type_fits(t: Tables, ty: int, filtered: int, card: int, this: int) -> bool:
    """Whether a card of type ty passes a card filter; `card` -1 any type, -2 the type `this`, else a type."""
    if card >= 0 and card != ty:
        return False
    if card == -2 and ty != this:
        return False
    levels = filtered & LEVELS
    if levels != 0 and (t.level[ty] == 0 or (levels >> (t.level[ty] - 1)) & 1 == 0):
        return False
    alignments = (filtered >> F_ALIGNMENTS) & 255
    if alignments != 0 and t.alignments[ty] & alignments == 0:
        return False
    kinds = (filtered >> F_KINDS) & 255
    return kinds == 0 or (kinds >> t.kind[ty]) & 1 == 1


@kernel
def follower_mask(g: Game, t: Tables, p: int, filtered: int, hit: int) -> int:
    """D1, M4, P4 (`inert = "hit"`): p's slots that pass a follower filter; `hit`: slot of the event's follower, -1."""
    mask = g.occupied[p]
    levels = filtered & LEVELS
    if levels != 0:
        some = np.int64(0)
        for level in range(3):
            if (levels >> level) & 1 == 1:
                some |= g.level[p, level]
        mask &= some
    alignments = (filtered >> F_ALIGNMENTS) & 255
    if alignments != 0:
        some = np.int64(0)
        for a in range(t.n_alignments):
            if (alignments >> a) & 1 == 1:
                some |= g.has[p, a]
        mask &= some
    if (filtered >> F_ANYWHERE) & 1 == 0:
        mask &= g.leaf[p]
    inert = (filtered >> F_INERT) & 3
    if inert == INERT_NO:
        mask &= ~g.inert[p]
    elif inert == INERT_YES:
        mask &= g.inert[p]
    elif inert == INERT_HIT:
        mask &= ~g.inert[p] | (bit(hit) if hit >= 0 else np.int64(0))
    return mask


@leaf
def is_wanted(wanted: int, card: int, this: int) -> bool:
    """Whether a card is the one that a filter names with `card = "this"` (-2): the very card `this`, not one like it."""
    return wanted != THIS_CARD or card == this


@leaf
def card_fits(t: Tables, card: int, filtered: int, wanted: int, this: int) -> bool:
    """Whether a card passes a card filter; `wanted` -1 any card, -2 the very card `this`, else a type."""
    ty = np.int64(t.card_type[card])
    return is_wanted(wanted, card, this) and type_fits(t, ty, filtered, wanted, ty)


@leaf
def of_power(card: int) -> int:
    """In place of a frame: steps of a card in force that are not being done yet, see `this_card`."""
    return -2 - card


@leaf
def this_card(g: Game, f: int) -> int:
    """The card whose step frame f does; f below 0: a step not being done yet, of a card played (-1: none) or in force."""
    return np.int64(g.f_card[f]) - 1 if f >= 0 else max(-2 - f, np.int64(-1))


@leaf
def with_named(filtered: int, named: int) -> int:
    """A filter that asks for the alignment named in playing (number + 1): that one; not yet named (0) any."""
    if (filtered >> F_NAMED) & 1 == 0:
        return filtered
    return filtered | ((bit(named - 1) if named > 0 else np.int64(255)) << F_ALIGNMENTS)


@leaf
def step_filter(g: Game, t: Tables, f: int, row: int) -> int:
    """The filter of a step that frame f does; f below 0 as in `this_card`."""
    filtered = np.int64(t.step[row, STEP_FILTER])
    if (filtered >> F_NAMED) & 1 == 0:
        return filtered
    if f >= 0:
        return with_named(filtered, np.int64(g.f_named[f]))
    return with_named(filtered, np.int64(g.named[-2 - f]) if f < -1 else np.int64(0))


@leaf
def times(g: Game, t: Tables, s: int, row: int) -> int:
    """The number of a step of self = s, times its `per`, 0 to MOST_TIMES (but for `points`); -1 for all."""
    n = np.int64(t.step[row, STEP_N])
    per = (np.int64(t.step[row, STEP_FLAGS]) >> PER) & 15
    if per > 0 and t.step[row, STEP_OP] == POINTS:
        n *= count_of(g, t, s, per - 1)
    elif per > 0 and n != -1:
        n = min(n * max(count_of(g, t, s, per - 1), np.int64(0)), MOST_TIMES)
    return n
