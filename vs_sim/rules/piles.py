"""Cards of the discard pile and of the draw pile as a step may take them: by number, like a hand (C7)."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Step
from vs_sim.jit import kernel, leaf
from vs_sim.rules.packing import pack, push
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.words import card_fits
from vs_sim.rules.zones import set_has, undiscard_card
from vs_sim.vocabulary import Do, From

A = int(Step.A)
CARD = int(Step.CARD)
FROM_DISCARD_PILE = int(From.DISCARD_PILE)
DO_CARD = int(Do.CARD)


@kernel
def _mark_draw_pile(g: Game, t: Tables, w: Work) -> None:
    """Mark in w.score the cards of the draw pile."""
    for card in range(t.n_cards):
        w.score[card] = 0
    for k in range(g.n_draw):
        w.score[g.draw[k]] = 1


@leaf
def _fits(g: Game, t: Tables, w: Work, row: int, filtered: int, this: int, card: int) -> bool:
    """Whether a card lies in the pile of a `take` step of card `this` and passes its filter; a draw pile is marked before."""
    if t.step[row, A] == FROM_DISCARD_PILE:
        if not set_has(g.discard[card >> 6], card):
            return False
    elif w.score[card] == 0:
        return False
    return card_fits(t, card, filtered, np.int64(t.step[row, CARD]), this)


@kernel
def nth_of_pile(g: Game, t: Tables, w: Work, row: int, filtered: int, this: int, k: int) -> int:
    """The k-th card by number in the pile of a `take` step that passes its filter; -1 if there are fewer."""
    if t.step[row, A] != FROM_DISCARD_PILE:
        _mark_draw_pile(g, t, w)
    for card in range(t.n_cards):
        if _fits(g, t, w, row, filtered, this, np.int64(card)):
            if k == 0:
                return np.int64(card)
            k -= 1
    return np.int64(-1)


@kernel
def count_pile(g: Game, t: Tables, w: Work, row: int, filtered: int, this: int) -> int:
    """How many cards in the pile of a `take` step pass its filter."""
    if t.step[row, A] != FROM_DISCARD_PILE:
        _mark_draw_pile(g, t, w)
    n = np.int64(0)
    for card in range(t.n_cards):
        if _fits(g, t, w, row, filtered, this, np.int64(card)):
            n += 1
    return n


@kernel
def list_pile(g: Game, t: Tables, w: Work, row: int, filtered: int, this: int) -> None:
    """List the cards of the pile that pass the filter, like ones once (N2); by number, so no order of a pile shows."""
    if t.step[row, A] != FROM_DISCARD_PILE:
        _mark_draw_pile(g, t, w)
    last = np.int64(-1)
    for card in range(t.n_cards):
        if _fits(g, t, w, row, filtered, this, np.int64(card)) and t.card_type[card] != last:
            last = np.int64(t.card_type[card])
            push(g, w, pack(int(DO_CARD), np.int64(card), np.int64(-1), int(0), int(0)))


@kernel
def leave_pile(g: Game, row_from: int, card: int) -> None:
    """A card leaves the discard pile, or the draw pile, of which nobody knows the top any more (N1)."""
    if row_from == FROM_DISCARD_PILE:
        undiscard_card(g, card)
        return
    n = np.int64(0)
    for k in range(g.n_draw):
        if g.draw[k] != card:
            g.draw[n] = g.draw[k]
            n += 1
    g.n_draw = n
    for seat in range(g.n_players):
        g.known_top[seat] = 0
