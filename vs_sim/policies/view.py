"""What the deciding player makes of the table before it looks at the choices: whom to hinder, which dots it needs.

It is kept in `w.scratch` for the length of one decision. Worth is counted in hundredths of a point, so that scores are
integers: `WORTH + s` says what one point (W1) of seat s is worth to the decider: above 0 for itself, below 0 for its
rivals and, in a taken turn (X5), for the seat whose turn was taken.

Read of the game (N1): coalitions, points, numbers in force, hand sizes, who is in, whose decision it is, and the
hand of the seat that is asked (`ask_seat`), which in a taken turn the controller has seen.
"""

from __future__ import annotations

import numpy as np

from vs_sim.jit import kernel, leaf
from vs_sim.policies.features import DOT, DOT_POINT, LEADER, OWN_POINT, PATIENCE, RIVALS, ROW, SHORTS, WINNING
from vs_sim.rules.modifiers import POINTS_TO_WIN
from vs_sim.rules.packing import count_bits, lowest
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.words import fits
from vs_sim.vocabulary import MAX_ALIGNMENTS, Gender, Kind, Word

# Places in w.scratch.
WORTH = 0  # by seat: what a point of it is worth to the decider
SHORT = 12  # by seat: points short of winning
GAIN = 24  # by alignment: worth of one more open dot
LOSS = 32  # by alignment: worth of the open dot that would be used
HITS_KNOWN = 40  # mask of seats whose HIT is made
OPEN = 41  # mask of alignments with an open dot in the coalition of the asked seat
PLAYED = 42  # trigger that hears the asked seat play a card: part + 1, 0 none
PLAYED_CARD = 43  # the card of that trigger
SUM = 44  # what rows are worth that the choice at hand sets off
DOTS_KNOWN = 45  # 1 once GAIN, LOSS and OPEN are made
HIT = 48  # by seat two: what a microaggression there costs, and each point of the follower more; 100 times as much
SHARE_OUT = np.array([2**32 // (1 + 2 * n) + 1 for n in range(64)], dtype=np.int64)
assert LOSS - GAIN == MAX_ALIGNMENTS

FOLLOWER = int(Kind.FOLLOWER)
MALE, FEMALE = int(Gender.MALE), int(Gender.FEMALE)
ONLY_MALE, ONLY_FEMALE = 1 << int(Word.MALE), 1 << int(Word.FEMALE)


@leaf
def weight(w: Work, feature: int) -> int:
    """A weight of the policy that decides (features.py)."""
    return np.int64(w.weight[feature])


@kernel
def load_policy(w: Work, policy: int) -> None:
    """Make a row of weights the one by which is decided."""
    for i in range(ROW):
        w.weight[i] = w.weights[policy, i]
    w.loaded = policy


@kernel
def look_at_leader(g: Game, w: Work, me: int) -> None:
    """Make the rival nearest to winning (of equals the first) weigh more."""
    found = np.int64(-1)
    for s in range(g.n_players):
        if s != me and g.out[s] == 0 and (found < 0 or w.scratch[SHORT + s] < w.scratch[SHORT + found]):
            found = np.int64(s)
    if found >= 0:
        w.scratch[WORTH + found] = w.scratch[WORTH + found] * (100 + weight(w, LEADER)) // 100


@kernel
def lose_patience(g: Game, w: Work) -> None:
    """Make rivals weigh less the longer the game has been going on, by the square of the rounds."""
    share = weight(w, PATIENCE) * 1000 // np.int64(g.rounds)
    for s in range(g.n_players):
        w.scratch[WORTH + s] = w.scratch[WORTH + s] * share * share // 1_000_000


@leaf
def look_at_seats(g: Game, w: Work, me: int) -> None:
    """Fill WORTH and SHORT for the decider `me`: threats in full for who plays next, others may see to the rest."""
    following = me + 1 if me + 1 < g.n_players else np.int64(0)
    for k in range(g.n_players):
        s = np.int64(k)
        short = np.int64(g.number[s, POINTS_TO_WIN]) - np.int64(g.points[s])
        place = RIVALS + (SHORTS * g.n_in + min(max(short, 0), SHORTS - 1)) * 2 + np.int64(s == following)
        w.scratch[SHORT + s] = short
        w.scratch[WORTH + s] = weight(w, place) if g.out[s] == 0 else np.int64(0)
    if weight(w, LEADER) != 0:
        look_at_leader(g, w, me)
    if g.rounds > weight(w, PATIENCE):
        lose_patience(g, w)
    w.scratch[WORTH + me] = weight(w, OWN_POINT)


@leaf
def open_dots(g: Game, s: int, a: int) -> int:
    """How many cards of the coalition of s have an open dot of the alignment beside which a card fits."""
    spots = np.int64(0)
    for d in range(4):
        spots |= g.spot[s, a, d, 0] | g.spot[s, a, d, 1]
    return count_bits(spots & ~g.inert[s])


@leaf
def shared(wish: int, n: int) -> int:
    """`wish // (1 + 2 n)`, n below 64: by a multiplication where that is exact; a division takes as long as twenty."""
    if 0 <= wish < 1 << 24:
        return wish * SHARE_OUT[n] >> 32
    return wish // (1 + 2 * n)


@kernel
def look_at_dots(g: Game, t: Tables, w: Work, s: int) -> None:
    """Fill GAIN, LOSS, OPEN for the asked seat s: an open dot is worth more the more points in hand fit it."""
    for a in range(t.n_alignments):
        w.scratch[GAIN + a] = 0
    for k in range(g.n_hand[s]):
        ty = np.int64(t.card_type[g.hand[s, k]])
        mask = np.int64(t.alignments[ty]) * np.int64(t.kind[ty] == FOLLOWER)
        while mask != 0:
            w.scratch[GAIN + lowest(mask)] += np.int64(t.points[ty])
            mask &= mask - 1
    w.scratch[DOTS_KNOWN] = 1
    w.scratch[OPEN] = 0
    for a in range(t.n_alignments):
        wish = weight(w, DOT) + weight(w, DOT_POINT) * w.scratch[GAIN + a]
        n = open_dots(g, s, a)
        w.scratch[GAIN + a] = shared(wish, n)
        w.scratch[LOSS + a] = shared(wish, max(n - 1, 0))
        w.scratch[OPEN] |= np.int64(n > 0) << np.int64(a)


@leaf
def worth_of(w: Work, s: int) -> int:
    """What a point of seat s is worth to the decider, in hundredths of a point."""
    return w.scratch[WORTH + s]


@leaf
def points_on(g: Game, t: Tables, s: int, slot: int) -> int:
    """What the follower in a slot of seat s is worth (W1); an inert one what is printed on it."""
    if g.values == 1 and (g.inert[s] >> slot) & 1 == 0:
        return np.int64(g.worth[s, slot])
    return np.int64(t.points[t.card_type[g.node_card[s, slot] - 1]])


@leaf
def extreme_points(g: Game, t: Tables, s: int, mask: int, most: bool) -> int:
    """Most (or fewest) points printed on one of the followers of seat s in a mask; 0 if it is empty."""
    found = np.int64(-1)
    while mask != 0:
        points = points_on(g, t, s, lowest(mask))
        mask &= mask - 1
        if found < 0 or (points > found) == most:
            found = points
    return max(found, 0)


@leaf
def is_meant(g: Game, t: Tables, s: int, own: int, words: int, compare: int) -> bool:
    """Whether seat s meets player words and a comparison; the common cases (nothing asked, a gender) are quick."""
    if compare == 0:
        if words == 0:
            return True
        if words == ONLY_MALE:
            return g.gender[s] == MALE
        if words == ONLY_FEMALE:
            return g.gender[s] == FEMALE
    return fits(g, t, s, own, words, compare)


@leaf
def points_gained(w: Work, s: int, points: int) -> int:
    """Worth of seat s gaining points (or losing, below 0), winning included."""
    worth = points * worth_of(w, s)
    if points > 0 and points >= w.scratch[SHORT + s]:
        worth += weight(w, WINNING) if worth_of(w, s) > 0 else -weight(w, WINNING)
    return worth
