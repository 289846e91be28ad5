"""Hands, draw pile and discard pile (S2, T4, C7): where cards lie and how they get there."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Rule
from vs_sim.jit import kernel, leaf
from vs_sim.rules.draws import reshuffle_key, shuffle
from vs_sim.rules.state import OPEN, Game, Tables, Work
from vs_sim.vocabulary import MAX_CARDS, MAX_HAND, Into

EMPTY_DRAW_PILE = int(Rule.EMPTY_DRAW_PILE)
INTO_DISCARD_PILE = int(Into.DISCARD_PILE)
INTO_TOP = int(Into.TOP)
INTO_BOTTOM = int(Into.BOTTOM)
INTO_HAND = int(Into.HAND)
INTO_OWNERS_HAND = int(Into.OWNERS_HAND)
U0 = np.uint64(0)
U1 = np.uint64(1)
WORDS = MAX_CARDS // 64  # of a bit set over card numbers
SHORT = 8  # in hands up to here cards move up without a branch: nobody foresees how many


@leaf
def set_has(word: np.uint64, card: int) -> bool:
    """Whether a 64-card word of a bit set holds the card."""
    return (word >> np.uint64(card & 63)) & U1 != U0


@leaf
def mark_card(w: Work, first: int, card: int) -> None:
    """Add a card to the bit set of WORDS words that begins at a place of w.sort_key."""
    w.sort_key[first + (card >> 6)] |= U1 << np.uint64(card & 63)


@leaf
def discard_card(g: Game, card: int) -> None:
    """Lay a card on the discard pile."""
    g.discard[card >> 6] |= U1 << np.uint64(card & 63)
    g.n_discard += 1


@leaf
def undiscard_card(g: Game, card: int) -> None:
    """Take a card out of the discard pile."""
    g.discard[card >> 6] &= ~(U1 << np.uint64(card & 63))
    g.n_discard -= 1


@leaf
def forget_card(g: Game, card: int) -> None:
    """N1: the card leaves the hand in which it was seen."""
    keep = ~(U1 << np.uint64(card & 63))
    for seat in range(g.n_players):
        g.known[seat, card >> 6] &= keep


@leaf
def count_play(g: Game, t: Tables, s: int, card: int) -> None:
    """Seat s plays a card of its hand, as an action or a reaction: counted for the rows."""
    g.plays[t.card_type[card]] += 1
    g.played[s, card >> 6] |= U1 << np.uint64(card & 63)
    if g.play_round[card] == 0:
        g.play_round[card] = g.rounds


@kernel
def show_hand(g: Game, s: int, viewer: int) -> None:
    """N1: `viewer` sees the hand of s and remembers its cards as long as they lie there."""
    for k in range(g.n_hand[s]):
        card = np.int64(g.hand[s, k])
        g.known[viewer, card >> 6] |= U1 << np.uint64(card & 63)


@leaf
def hand_place(g: Game, s: int, card: int) -> int:
    """How many cards of a hand are lower: the place of the card if it lies there, or where it would lie."""
    n = np.int64(g.n_hand[s])
    lower = np.int64(0)
    for i in range(SHORT):
        lower += np.int64((i < n) & (g.hand[s, i] < card))
    for i in range(SHORT, n):
        lower += np.int64(g.hand[s, i] < card)
    return lower


@leaf
def hand_remove_at(g: Game, s: int, k: int) -> int:
    """Take the card at place k out of a hand; its number."""
    card = np.int64(g.hand[s, k])
    n = np.int64(g.n_hand[s]) - 1
    if n < SHORT:
        for i in range(SHORT):
            moves = np.int16(-np.int16(i >= k))
            g.hand[s, i] ^= np.int16(np.int16(g.hand[s, i] ^ g.hand[s, i + 1]) & moves)
    else:
        for i in range(k, n):
            g.hand[s, i] = g.hand[s, i + 1]
    g.n_hand[s] = n
    return card


@kernel
def hand_insert_at(g: Game, s: int, k: int, card: int) -> None:
    """Put a card back to place k of the hand from which `hand_remove_at` took it."""
    n = np.int64(g.n_hand[s])
    if n < SHORT:
        for i in range(SHORT, 0, -1):
            moves = np.int16(-np.int16(i > k))
            g.hand[s, i] ^= np.int16(np.int16(g.hand[s, i] ^ g.hand[s, i - 1]) & moves)
    else:
        for i in range(n, k, -1):
            g.hand[s, i] = g.hand[s, i - 1]
    g.hand[s, k] = card
    g.n_hand[s] += 1


@kernel
def hand_remove(g: Game, s: int, card: int) -> None:
    """Take a card that is there out of a hand."""
    hand_remove_at(g, s, hand_place(g, s, card))
    forget_card(g, card)


@kernel
def hand_add(g: Game, s: int, card: int) -> bool:
    """Put a card into a hand, kept sorted by number. The 61st is discarded instead: False."""
    n = np.int64(g.n_hand[s])
    if n >= MAX_HAND:
        discard_card(g, card)
        return False
    hand_insert_at(g, s, hand_place(g, s, card), card)
    g.held[s, card >> 6] |= U1 << np.uint64(card & 63)
    g.named[card] = 0
    if g.any_open == 1 and g.slow_fold == 0 and g.number[s, OPEN] == 1:  # else after the change, anew
        for viewer in range(g.n_players):
            if viewer != s and g.out[viewer] == 0:
                g.known[viewer, card >> 6] |= U1 << np.uint64(card & 63)
    return True


@kernel
def list_discard(g: Game, w: Work) -> int:
    """The discard pile by number into w.sort_card; how many."""
    n = np.int64(0)
    for word in range(8):
        bits = g.discard[word]
        k = np.int64(0)
        while bits != U0:
            if bits & U1 != U0:
                w.sort_card[n] = word * 64 + k
                n += 1
            bits >>= U1
            k += 1
    return n


@kernel
def reshuffle(g: Game, t: Tables, w: Work) -> None:
    """T4: the discard pile, sorted, is shuffled to make a new draw pile."""
    n = list_discard(g, w)
    g.shuffles += 1
    shuffle(t, w, reshuffle_key(w, np.int64(g.shuffles)), n)
    for i in range(n):
        g.draw[i] = w.sorted_card[i]
    g.n_draw = n
    for word in range(8):
        g.discard[word] = U0
    g.n_discard = 0
    for seat in range(g.n_players):
        g.known_top[seat] = 0


@leaf
def can_draw(g: Game, t: Tables) -> bool:
    """T4: whether a card could be had."""
    return g.n_draw > 0 or (g.n_discard > 0 and t.rule[EMPTY_DRAW_PILE] == 0)


@kernel
def take_top(g: Game, t: Tables, w: Work) -> int:
    """T4: the top card of the draw pile, renewed if empty; -1 if nothing is left anywhere."""
    if g.n_draw == 0:
        if not can_draw(g, t):
            return np.int64(-1)
        reshuffle(g, t, w)
    g.n_draw -= 1
    for seat in range(g.n_players):
        if g.known_top[seat] > 0:
            g.known_top[seat] -= 1
    return np.int64(g.draw[g.n_draw])


@kernel
def put_cancelled(g: Game, t: Tables, w: Work, card: int, into: int, reactor: int, owner: int) -> None:
    """A cancelled card goes `into` where the reaction says: a pile, the reactor's hand or its owner's."""
    if into == INTO_HAND:
        hand_add(g, reactor, card)
    elif into == INTO_OWNERS_HAND:
        hand_add(g, owner, card)
    else:
        put_into(g, t, w, card, into)


@kernel
def put_into(g: Game, t: Tables, w: Work, card: int, into: int) -> None:
    """Lay a card onto the discard pile, the top or the bottom of the draw pile, or shuffle it in there."""
    if into == INTO_DISCARD_PILE:
        discard_card(g, card)
    elif into == INTO_TOP:
        put_on_top(g, card)
    elif into == INTO_BOTTOM:
        put_at_bottom(g, card)
    else:
        shuffle_in(g, t, w, card)


@leaf
def put_on_top(g: Game, card: int) -> None:
    """Lay a card on the draw pile."""
    g.draw[g.n_draw] = card
    g.n_draw += 1
    for seat in range(g.n_players):
        g.known_top[seat] = 0


@leaf
def put_at_bottom(g: Game, card: int) -> None:
    """Lay a card under the draw pile."""
    for i in range(g.n_draw, 0, -1):
        g.draw[i] = g.draw[i - 1]
    g.draw[0] = card
    g.n_draw += 1


@kernel
def shuffle_in(g: Game, t: Tables, w: Work, card: int) -> None:
    """Shuffle a card into the draw pile: the pile, sorted by number (C7), is shuffled as a whole."""
    put_on_top(g, card)
    shuffle_draw_pile(g, t, w)


@kernel
def shuffle_draw_pile(g: Game, t: Tables, w: Work) -> None:
    """Shuffle the draw pile; keys do not depend on the order before."""
    n = np.int64(g.n_draw)
    for i in range(n):
        w.sort_card[i] = g.draw[i]
    g.shuffles += 1
    shuffle(t, w, reshuffle_key(w, np.int64(g.shuffles)), n)
    for i in range(n):
        g.draw[i] = w.sorted_card[i]
    for seat in range(g.n_players):
        g.known_top[seat] = 0
