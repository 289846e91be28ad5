"""What must hold after every change, recounted from scratch: each card in exactly one place, and every coalition sound.

`check_records` is an entry of its own, for tests and checked runs; play never calls it.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from vs_sim.jit import entry, kernel, leaf
from vs_sim.rules.check_coalition import check_coalition
from vs_sim.rules.check_force import lying_holds, silence_holds
from vs_sim.rules.frames import DRAWN, PLAY, POWER, STEPS
from vs_sim.rules.state import TOKEN, Game, Tables, Work
from vs_sim.rules.zones import set_has
from vs_sim.vocabulary import DEEDS, MAX_HAND, Kind

CHARACTER = int(Kind.CHARACTER)
HOUSE_RULE = int(Kind.HOUSE_RULE)


class Broken(IntEnum):
    """What `check_game` finds wrong; from COALITION on a fault of check_coalition of seat (code - COALITION) // 100."""

    NOTHING = 0
    CARD_TWICE = 1
    CARD_LOST = 2
    HAND_ORDER = 3
    DISCARD_COUNT = 4
    JOB_COUNT = 5
    PLAYERS_IN = 6
    STACK = 7
    CLAIM = 8
    LYING = 9  # of a wrong kind, with a player who is out, or longer than it lasts
    SILENCED = 10
    GENDER = 11
    COALITION = 100


CARD_TWICE = int(Broken.CARD_TWICE)
CARD_LOST = int(Broken.CARD_LOST)
HAND_ORDER = int(Broken.HAND_ORDER)
DISCARD_COUNT = int(Broken.DISCARD_COUNT)
JOB_COUNT = int(Broken.JOB_COUNT)
PLAYERS_IN = int(Broken.PLAYERS_IN)
STACK = int(Broken.STACK)
CLAIM = int(Broken.CLAIM)
LYING = int(Broken.LYING)
SILENCED = int(Broken.SILENCED)
GENDER = int(Broken.GENDER)
COALITION = int(Broken.COALITION)


@kernel
def _count_piles(g: Game, t: Tables, w: Work) -> None:
    """Count each card of the piles, hands, plots and cards that lie with a character, into w.score."""
    for card in range(t.n_cards):
        w.score[card] = 0
        if set_has(g.discard[card >> 6], card):
            w.score[card] += 1
    for k in range(g.n_draw):
        w.score[g.draw[k]] += 1
    for k in range(g.n_plots):
        w.score[g.plot[k]] += 1
    for k in range(g.n_lying):
        w.score[g.lying[k]] += 1
    for p in range(g.n_players):
        for k in range(g.n_hand[p]):
            w.score[g.hand[p, k]] += 1
        for card in range(t.n_cards):
            if set_has(g.jobs[p, card >> 6], card):
                w.score[card] += 1


@kernel
def _count_tables(g: Game, w: Work) -> None:
    """Add the cards of the coalitions and those that are being played or moved right now."""
    for p in range(g.n_players):
        for slot in range(1, 61):
            if g.node_card[p, slot] > 0:
                w.score[g.node_card[p, slot] - 1] += 1
                if 0 < g.node_over[p, slot] != TOKEN:
                    w.score[g.node_over[p, slot] - 1] += 1
    for f in range(g.depth):
        held = (g.f_kind[f] == PLAY and g.f_flags[f] & POWER == 0) or g.f_kind[f] == DRAWN
        if held and w.score[g.f_card[f] - 1] == 0:
            w.score[g.f_card[f] - 1] = 1
        if g.f_kind[f] == STEPS:
            for k in range(3):
                card = ((g.f_captured[f] >> (10 * k)) & 1023) - 1
                if card >= 0:
                    w.score[card] += 1


@kernel
def _check_cards(g: Game, t: Tables, w: Work) -> int:
    """Each card of the deck is in exactly one place; characters and house rules are in none of these."""
    _count_piles(g, t, w)
    _count_tables(g, w)
    for card in range(t.n_cards):
        kind = t.kind[t.card_type[card]]
        expected = 0 if kind == CHARACTER or kind == HOUSE_RULE else 1
        if w.score[card] > expected:
            return CARD_TWICE
        if w.score[card] < expected:
            return CARD_LOST
    return 0


@leaf
def _count_set(word: np.uint64) -> int:
    n = np.int64(0)
    for k in range(64):
        if set_has(word, np.int64(k)):
            n += 1
    return n


@kernel
def _check_counts(g: Game) -> int:
    """Counters agree with what they count; hands are sorted (C7)."""
    n_discard = np.int64(0)
    for word in range(8):
        n_discard += _count_set(g.discard[word])
    if n_discard != g.n_discard:
        return DISCARD_COUNT
    n_in = 0
    for p in range(g.n_players):
        if g.out[p] == 0:
            n_in += 1
        if g.n_hand[p] < 0 or g.n_hand[p] > MAX_HAND:
            return HAND_ORDER
        for k in range(1, g.n_hand[p]):
            if g.hand[p, k - 1] >= g.hand[p, k]:
                return HAND_ORDER
        jobs = np.int64(g.job_tokens[p])
        for word in range(8):
            jobs += _count_set(g.jobs[p, word])
        if g.job_tokens[p] < 0 or jobs != g.n_jobs[p]:
            return JOB_COUNT
    if n_in != g.n_in:
        return PLAYERS_IN
    if g.depth < 0 or g.n_extra < 0 or g.n_used[0] < 0 or g.n_queue < 0 or g.n_further < 0:
        return STACK
    for p in range(g.n_players):
        for deed in range(DEEDS):
            if g.forbid[p, deed] < 0 or g.forbid[p, deed] > 4 or g.allow[p, deed] < 0 or g.allow[p, deed] > 4:
                return CLAIM
    return 0


@kernel
def _check_force(g: Game, t: Tables) -> int:
    """What lies there, who is silenced, and genders where no card changes them."""
    if not lying_holds(g, t):
        return LYING
    if not silence_holds(g, t):
        return SILENCED
    for p in range(g.n_players):
        if t.has_genders == 0 and g.gender[p] != g.own_gender[p]:
            return GENDER
    return 0


@kernel
def check_game(g: Game, t: Tables, w: Work) -> int:
    """0 if the state is sound, else a Broken code. Uses w.score; call it before choices are listed or list them again."""
    code = _check_cards(g, t, w)
    if code == 0:
        code = _check_counts(g)
    if code == 0:
        code = _check_force(g, t)
    if code != 0:
        return np.int64(code)
    for p in range(g.n_players):
        if g.node_card[p, 0] > 0:
            fault = check_coalition(g, t, w, np.int64(p))
            if fault != 0:
                return np.int64(COALITION + 100 * p + fault)
    return np.int64(0)


@entry
def check_records(g: Game, t: Tables, w: Work) -> int:
    """`check_game` from Python, with `w` as scratch."""
    return check_game(g, t, w)
