"""What a card is worth in hand, and what else hangs on cards alone: genders and alignments to name."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Mod
from vs_sim.jit import kernel, leaf
from vs_sim.policies.features import (
    KEEP_CURE,
    KEEP_FITS,
    KEEP_HIT,
    KEEP_PLOT,
    KEEP_POINT,
    KEEP_REACTION,
    KEEP_SIGNAL,
    KEEP_SPECIAL,
)
from vs_sim.policies.plots import modifier_worth
from vs_sim.policies.view import OPEN, weight, worth_of
from vs_sim.rules.packing import count_bits
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.vocabulary import Gender, Kind, Word

FOLLOWER, MICROAGGRESSION, SIGNAL = int(Kind.FOLLOWER), int(Kind.MICROAGGRESSION), int(Kind.VIRTUE_SIGNAL)
PLOT = int(Kind.PLOT)
M_ONLY = int(Mod.ONLY)
IS_MALE, IS_FEMALE = int(Word.MALE), int(Word.FEMALE)
MALE = int(Gender.MALE)


@leaf
def can_cure(g: Game, t: Tables, s: int, ty: int) -> bool:
    """Whether something of a like alignment lies on a follower of seat s (V1)."""
    mask = np.int64(t.alignments[ty])
    for a in range(t.n_alignments):
        if (mask >> a) & 1 == 1 and g.over_has[s, a] != 0:
            return True
    return False


@kernel
def keep_worth(g: Game, t: Tables, w: Work, s: int, card: int) -> int:
    """What a card is worth in the hand of seat s, in hundredths of a point of that seat."""
    ty = np.int64(t.card_type[card])
    kind = t.kind[ty]
    if kind == FOLLOWER:
        fits = np.int64(t.alignments[ty]) & w.scratch[OPEN] != 0
        return weight(w, KEEP_POINT) * np.int64(t.points[ty]) + (weight(w, KEEP_FITS) if fits else 0)
    if kind == MICROAGGRESSION:
        return weight(w, KEEP_HIT)
    if kind == SIGNAL:
        return weight(w, KEEP_CURE) if can_cure(g, t, s, ty) else weight(w, KEEP_SIGNAL)
    if kind == PLOT:
        return weight(w, KEEP_PLOT)
    return weight(w, KEEP_REACTION) if t.reaction[ty] >= 0 else weight(w, KEEP_SPECIAL)


@kernel
def gender_in_plot(t: Tables, w: Work, ty: int, gender: int) -> int:
    """What a plot of this type is worth to a player because of the gender, in hundredths of a point."""
    mine = IS_MALE if gender == MALE else IS_FEMALE
    other = IS_FEMALE if gender == MALE else IS_MALE
    first = np.int64(t.mod_first[ty])
    total = np.int64(0)
    for row in range(first, first + np.int64(t.mod_n[ty])):
        words = np.int64(t.mod[row, M_ONLY])
        if (words >> mine) & 1 == 1 or (words >> (other + 16)) & 1 == 1:
            total += modifier_worth(t, w, np.int64(row))
    return total


@kernel
def gender_worth(g: Game, t: Tables, w: Work, s: int, gender: int) -> int:
    """C5: what a gender is worth to seat s: plots in play, and those in hand that would then hit only others."""
    total = np.int64(gender == g.gender[s])  # with nothing to gain it stays as it is
    for k in range(g.n_plots):
        total += gender_in_plot(t, w, np.int64(t.card_type[g.plot[k]]), gender)
    for k in range(g.n_hand[s]):
        ty = np.int64(t.card_type[g.hand[s, k]])
        if t.kind[ty] == PLOT:
            total += gender_in_plot(t, w, ty, gender) // 4
    return total


@kernel
def alignment_worth(g: Game, w: Work, a: int) -> int:
    """What naming an alignment is worth: it is meant to hurt, so the one of which rivals have more followers."""
    total = np.int64(0)
    for s in range(g.n_players):
        if g.out[s] == 0:
            total -= worth_of(w, np.int64(s)) * count_bits(g.has[s, a] & ~g.inert[s])
    return total
