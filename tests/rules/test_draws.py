"""The random draws: shuffles by keys (C7, S1), blocks, characters, and that all of them are even (chi-squared, fixed seeds)."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

from tests.reference.draws import mix, stream_key
from tests.rules.play import Play, small
from vs_sim.cards import Deck, load_deck
from vs_sim.engine.trace import Stepper
from vs_sim.jit import JIT_OFF
from vs_sim.vocabulary import Stream

BASE = load_deck("base")
CUSTOM = load_deck("custom")
jit_only = pytest.mark.skipif(JIT_OFF, reason="too slow uncompiled")
TINY = """
[special]
A = { count = 1, play = { do = [{ draw = 1 }] } }
B = { count = 1, play = { do = [{ draw = 1 }] } }
C = { count = 1, play = { do = [{ draw = 1 }] } }
D = { count = 1, play = { do = [{ draw = 1 }] } }
"""


def card_names(deck: Deck, cards: list[int]) -> list[tuple[str, int]]:
    """Name and copy of each card."""
    t = deck.tables[0]
    return [(deck.names[int(t.card_type[card])], int(t.card_copy[card])) for card in cards]


def shuffled(deck: Deck, block: int, seed: int = 0) -> list[tuple[str, int]]:
    """The shuffled deck of a block from the top: cards are dealt one at a time round the table."""
    made = Stepper(deck.tables, players=2, seed=seed)
    made.begin(2 * block)
    w, size = made.work, int(deck.tables[0].rule[0])
    dealt = [int(w.deal_hand[s, k]) for k in range(size) for s in range(2)]
    return card_names(deck, dealt + [int(card) for card in w.deal_draw[: int(w.deal_n)][::-1]])


def is_even(counts: Any, level: float = 0.999) -> bool:
    """Pearson's test that all cells are equally likely."""
    observed = np.asarray(counts, dtype=float)
    expected = observed.sum() / observed.size
    return bool(((observed - expected) ** 2 / expected).sum() < chi2.ppf(level, observed.size - 1))


@pytest.mark.both
def test_c7_the_common_cards_of_two_decks_have_the_same_order() -> None:
    """Base and custom (other hand size, counts, new cards, other numbers): the cards both have lie in the same order."""
    for block in range(3):
        one, other = shuffled(BASE, block), shuffled(CUSTOM, block)
        common = set(one) & set(other)
        assert len(common) > 120
        assert len(set(one) - common) > 5
        assert len(set(other) - common) > 5
        assert [card for card in one if card in common] == [card for card in other if card in common]


@pytest.mark.both
def test_c7_a_shuffle_sorts_by_keys_of_name_and_copy() -> None:
    """The deal is the order of mix(key of the block's deal ^ key of the card), written here a second time."""
    t = BASE.tables[0]
    cards = [card for card in range(int(t.n_cards)) if t.kind[t.card_type[card]] < 6]
    for block, seed in [(0, 0), (5, 3)]:
        key = stream_key(seed, block, int(Stream.DEAL))
        ordered = sorted(cards, key=lambda card: mix(key ^ int(t.card_key[card])), reverse=True)
        assert shuffled(BASE, block, seed) == card_names(BASE, ordered)


def test_c7_a_reshuffle_is_keyed_by_game_and_number() -> None:
    """T4: the first two reshuffles of two games of a block order the same cards in four ways."""
    text = "[special]\n" + "".join(
        f"N{k} = {{ count = 1, play = {{ do = [{{ draw = 1 }}] }} }}\n" for k in range(40)
    )
    orders = []
    for seed in (0, 1):
        made = Play(small(text, 2, hand_size=1), hands=[["N0", "N1"], ["N2", "N3"]], draw=[], seed=seed)
        for _ in range(90):
            before = int(made.g.shuffles)
            made.take("discard")
            if int(made.g.shuffles) > before:
                orders.append(made.pile())
    assert len(orders) >= 4
    common = set.intersection(*map(set, orders))
    assert len(common) > 5
    assert len({tuple(name for name in order if name in common) for order in orders}) == len(orders)


@pytest.mark.both
def test_s1_games_of_a_block_share_a_deal_and_two_blocks_do_not() -> None:
    """The three games of block 0 have the same hands and pile by seat; block 1 has others, and so has another seed."""
    deals = []
    for seed, game in [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)]:
        made = Stepper(BASE.tables, players=3, seed=seed)
        made.begin(game)
        g = made.game
        deals.append([[int(c) for c in g.hand[s, :7]] for s in range(3)] + [[int(c) for c in g.draw[:141]]])
    assert deals[0] == deals[1] == deals[2]
    assert deals[3] != deals[0] != deals[4]
    assert deals[3] != deals[4]


@pytest.mark.both
def test_s3_characters_rotate_through_the_seats_of_a_block() -> None:
    """In game r of a block seat i has the character number (i + r) mod n: over the block each sits everywhere once."""
    seated = []
    for game in range(4):
        made = Stepper(BASE.tables, players=4)
        made.begin(game)
        seated.append([int(c) for c in made.game.character[:4]])
    assert seated == [seated[0][r:] + seated[0][:r] for r in range(4)]


@jit_only
def test_s1_every_order_of_a_small_deck_is_equally_likely() -> None:
    """4,800 blocks of four cards: 24 orders, chi-squared at 0.001."""
    deck = small(TINY, 2, hand_size=1)
    made = Stepper(deck.tables, players=2, seed=11)
    counts: Counter[tuple[int, ...]] = Counter()
    for block in range(4800):
        made.begin(2 * block)
        g = made.game
        counts[(int(g.hand[0, 0]), int(g.hand[1, 0]), int(g.draw[0]), int(g.draw[1]))] += 1
    assert len(counts) == 24
    assert is_even(list(counts.values()))


@jit_only
def test_s2_every_card_is_dealt_equally_often() -> None:
    """3,000 deals of 14 of 162 cards: how often each is held by seat 0, and lies on top of the pile."""
    made = Stepper(BASE.tables, players=2, seed=5)
    held = np.zeros(162)
    top = np.zeros(162)
    for block in range(3000):
        made.begin(2 * block)
        held[made.game.hand[0, :7]] += 1
        top[int(made.game.draw[int(made.game.n_draw) - 1])] += 1
    assert is_even(held)
    assert is_even(top)


@jit_only
def test_s3_every_character_is_dealt_to_every_seat_equally_often() -> None:
    """3,000 blocks of three players: 12 characters in each seat, and every ordered pair in two of them."""
    made = Stepper(BASE.tables, players=3, seed=2)
    seats = np.zeros((3, 12))
    pairs = np.zeros((12, 12))
    first = int(BASE.tables[0].character_card[0])
    for block in range(3000):
        made.begin(3 * block)
        held = made.game.character[:3].astype(int) - first
        seats[np.arange(3), held] += 1
        pairs[held[0], held[1]] += 1
    assert all(is_even(row) for row in seats)
    assert is_even(pairs[~np.eye(12, dtype=bool)])
    assert pairs[np.eye(12, dtype=bool)].sum() == 0


@jit_only
def test_s1_s3_deal_and_characters_are_independent_draws() -> None:
    """Who has which character says nothing of the top card: its kind by character, chi-squared at 0.001."""
    made = Stepper(BASE.tables, players=2, seed=8)
    t = BASE.tables[0]
    counts = np.zeros((12, 5))
    first = int(t.character_card[0])
    for block in range(3000):
        made.begin(2 * block)
        kind = int(t.kind[t.card_type[made.game.draw[int(made.game.n_draw) - 1]]])
        counts[int(made.game.character[0]) - first, kind] += 1
    counts = counts[:, counts.sum(axis=0) > 60]
    expected = counts.sum(axis=1, keepdims=True) * counts.sum(axis=0) / counts.sum()
    freedom = (counts.shape[0] - 1) * (counts.shape[1] - 1)
    assert ((counts - expected) ** 2 / expected).sum() < chi2.ppf(0.999, freedom)
