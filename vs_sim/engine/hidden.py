"""Dealing anew what a seat cannot see, so that it fits what the seat knows (N1).

It knows its own hand, that of the seat for which it decides, hands that lie open, cards that it was shown and that lie
there still, the cards on top of the draw pile that it was shown, the cards among which it is to choose, and that who owes
a spread holds the card for it. All else of other hands and of the draw pile is shuffled; every hand keeps its size.
"""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Step
from vs_sim.jit import kernel, leaf
from vs_sim.rules.frames import STEPS
from vs_sim.rules.packing import choice_card
from vs_sim.rules.rng import GOLDEN, below, mix
from vs_sim.rules.state import OPEN, Game, Tables, Work
from vs_sim.rules.zones import WORDS, hand_add, mark_card, set_has
from vs_sim.vocabulary import StepFlag

FLAGS = int(Step.FLAGS)
SPREADS = int(StepFlag.SPREADS)
FIXED = WORDS  # in w2.sort_key: the bit set of cards that stay, behind that of the cards to be dealt


@leaf
def _is_marked(w2: Work, first: int, card: int) -> bool:
    return set_has(w2.sort_key[first + (card >> 6)], card)


@kernel
def is_spreading(g: Game, t: Tables) -> bool:
    """Whether a cascade is under way."""
    if g.n_due == 0:
        return False
    for f in range(g.depth - 1, -1, -1):
        if g.f_kind[f] == STEPS and t.step[g.f_row[f], FLAGS] & SPREADS != 0:
            return True
    return False


@kernel
def mark_known(g: Game, t: Tables, w: Work, w2: Work, me: int) -> None:
    """Mark the cards of other hands that stay where they are."""
    for word in range(2 * WORDS):
        w2.sort_key[word] = np.uint64(0)
    for word in range(WORDS):
        w2.sort_key[FIXED + word] = g.known[me, word]
    for i in range(w.n):
        card = choice_card(w.choice[i])
        if card >= 0:
            mark_card(w2, int(FIXED), card)
    if is_spreading(g, t):
        for s in range(g.n_players):
            for k in range(g.n_hand[s]):
                card = np.int64(g.hand[s, k])
                if set_has(g.spread[card >> 6], card):
                    mark_card(w2, int(FIXED), card)


@leaf
def _is_seen(g: Game, s: int, me: int) -> bool:
    return s == me or s == g.ask_seat or (g.any_open == 1 and g.number[s, OPEN] == 1)


@kernel
def _take_up(g: Game, w2: Work, me: int, n_draw: int) -> None:
    """Mark the cards to be dealt: of the draw pile, and of hidden hands what is not known."""
    for i in range(n_draw):
        mark_card(w2, int(0), np.int64(g.draw[i]))
    for s in range(g.n_players):
        if not _is_seen(g, np.int64(s), me):
            for k in range(g.n_hand[s]):
                if not _is_marked(w2, int(FIXED), np.int64(g.hand[s, k])):
                    mark_card(w2, int(0), np.int64(g.hand[s, k]))


@kernel
def _shuffle_pool(t: Tables, w2: Work, key: np.uint64) -> int:
    """List the cards to be dealt in w2.sorted_card, in an order that hangs on the set of them and the key; how many."""
    n = np.int64(0)
    for card in range(t.n_cards):
        if _is_marked(w2, int(0), np.int64(card)):
            w2.sorted_card[n] = card
            n += 1
    for i in range(n - 1, 0, -1):
        k = below(mix(key + np.uint64(i) * GOLDEN), np.int64(i) + 1)
        card = w2.sorted_card[i]
        w2.sorted_card[i] = w2.sorted_card[k]
        w2.sorted_card[k] = card
    return n


@kernel
def deal_hidden(g: Game, t: Tables, w: Work, w2: Work, me: int, key: np.uint64) -> None:
    """Deal anew in g, a copy of the game, what seat `me` cannot see at the decision that is listed in w."""
    mark_known(g, t, w, w2, me)
    n_draw = np.int64(g.n_draw) - np.int64(g.known_top[me])
    _take_up(g, w2, me, n_draw)
    n = _shuffle_pool(t, w2, key)
    for s in range(g.n_players):
        if not _is_seen(g, np.int64(s), me):
            size = np.int64(g.n_hand[s])
            kept = np.int64(0)
            for k in range(size):
                if _is_marked(w2, int(FIXED), np.int64(g.hand[s, k])):
                    g.hand[s, kept] = g.hand[s, k]
                    kept += 1
            g.n_hand[s] = kept
            for _ in range(size - kept):
                n -= 1
                hand_add(g, np.int64(s), np.int64(w2.sorted_card[n]))
    for i in range(n_draw):
        g.draw[i] = w2.sorted_card[i]
