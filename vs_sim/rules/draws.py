"""Every random event of the game, each a named draw (the README beside it has the table).

Deal and characters are keyed by block, all else by game. A shuffle gives each card a key made of (seed, block or game,
number of the shuffle, the card's name and copy) and sorts by it (C7): the cards that two decks share keep their order.
"""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Rule
from vs_sim.jit import Numbers, kernel, leaf
from vs_sim.rules.rng import below, mix, number, stream_key
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.vocabulary import Deal, Kind, Stream

DEAL = int(Stream.DEAL)
CHARACTERS = int(Stream.CHARACTERS)
RESHUFFLE = int(Stream.RESHUFFLE)
EFFECTS = int(Stream.EFFECTS)
POLICY = int(Stream.POLICY)
SHUFFLED = int(Deal.SHUFFLED)
KEPT_OUT = int(Deal.KEPT_OUT)
ONE_EACH = int(Deal.ONE_EACH)
CHARACTER = int(Kind.CHARACTER)
HOUSE_RULE = int(Kind.HOUSE_RULE)
HAND_SIZE = int(Rule.HAND_SIZE)
DUPLICATES = int(Rule.DUPLICATE_CHARACTERS)

RANDOM_CHARACTERS = 0
FIXED_CHARACTERS = 1
DRAFT_CHARACTERS = 2

BUCKETS = 256
S56 = np.uint64(56)


@kernel
def sort_by_key(w: Work, n: int) -> None:
    """Sort sort_card[:n] by sort_key, rising: one pass into 256 buckets by the top byte, then insertion."""
    for b in range(BUCKETS + 1):
        w.score[b] = 0
    for i in range(n):
        w.score[np.int64(w.sort_key[i] >> S56) + 1] += 1
    for b in range(BUCKETS):
        w.score[b + 1] += w.score[b]
    for i in range(n):
        b = np.int64(w.sort_key[i] >> S56)
        w.choice[w.score[b]] = i
        w.score[b] += 1
    for i in range(n):
        source = w.choice[i]
        w.sorted_key[i] = w.sort_key[source]
        w.sorted_card[i] = w.sort_card[source]
    for i in range(1, n):
        key = w.sorted_key[i]
        card = w.sorted_card[i]
        k = i - 1
        while k >= 0 and w.sorted_key[k] > key:
            w.sorted_key[k + 1] = w.sorted_key[k]
            w.sorted_card[k + 1] = w.sorted_card[k]
            k -= 1
        w.sorted_key[k + 1] = key
        w.sorted_card[k + 1] = card


@kernel
def shuffle(t: Tables, w: Work, key: np.uint64, n: int) -> None:
    """C7: shuffle the n cards in sort_card into sorted_card. `key` stands for seed, block or game, and which shuffle."""
    for i in range(n):
        w.sort_key[i] = mix(key ^ t.card_key[w.sort_card[i]])
    sort_by_key(w, n)


@leaf
def reshuffle_key(w: Work, shuffles: int) -> np.uint64:
    """Key of the game's shuffle number `shuffles` (T4; from 1)."""
    return mix(stream_key(w.seed, w.game, int(RESHUFFLE)) + np.uint64(shuffles))


@kernel
def deal_characters(t: Tables, w: Work, n_players: int, mode: int, fixed: Numbers) -> None:
    """S3: the block's characters into w.deal_character, card numbers; -1 where they are drafted."""
    key = stream_key(w.seed, w.block, int(CHARACTERS))
    if mode == FIXED_CHARACTERS:
        for i in range(n_players):
            w.deal_character[i] = fixed[i]
    elif mode == DRAFT_CHARACTERS:
        for i in range(n_players):
            w.deal_character[i] = -1
    elif t.rule[DUPLICATES] == 1:
        for i in range(n_players):
            w.deal_character[i] = t.character_card[below(number(key, np.uint64(i)), np.int64(t.n_characters))]
    else:
        for i in range(t.n_characters):
            w.sort_card[i] = t.character_card[i]
        shuffle(t, w, key, np.int64(t.n_characters))
        for i in range(n_players):
            w.deal_character[i] = w.sorted_card[i]


@leaf
def _is_shuffled(t: Tables, card: int, n_players: int) -> bool:
    """S1 and `deal`: whether a card is among those shuffled before the deal; of one for each player only what is left."""
    ty = t.card_type[card]
    if t.kind[ty] == CHARACTER or t.kind[ty] == HOUSE_RULE:
        return False
    return t.deal[ty] == SHUFFLED or (t.deal[ty] == ONE_EACH and t.card_copy[card] >= n_players)


@kernel
def _deal_one_each(t: Tables, w: Work, n_players: int) -> None:
    """`deal = "one each"`: a copy to each player besides the hand, the lowest numbers in the order of seats."""
    n = np.int64(w.deal_size)
    for ty in range(t.n_types):
        if t.deal[ty] == ONE_EACH and t.count[ty] > 0:
            for p in range(n_players):
                w.deal_hand[p, n] = t.first_card[ty] + p
            n += 1
    w.deal_size = n


@kernel
def _add_kept_out(t: Tables, w: Work, key: np.uint64) -> None:
    """`deal = "kept out"`: each of these cards goes to a random place of the draw pile; the others keep their order (C7)."""
    n = np.int64(w.deal_n)
    for card in range(t.n_cards):
        if t.deal[t.card_type[card]] == KEPT_OUT:
            at = below(mix(key ^ t.card_key[card]), n + 1)
            for i in range(n, at, -1):
                w.deal_draw[i] = w.deal_draw[i - 1]
            w.deal_draw[at] = card
            n += 1
    w.deal_n = n


@kernel
def deal_block(
    t: Tables, w: Work, seed: np.uint64, block: int, n_players: int, mode: int, fixed: Numbers
) -> None:
    """S1, S2, S3: characters, shuffle and deal of a block, into w.deal_*.

    `mode` is RANDOM_CHARACTERS, FIXED_CHARACTERS (then `fixed` holds a card number a seat, int64) or DRAFT_CHARACTERS.
    Cards are dealt one at a time round the table from seat 0, off the top of the pile.
    """
    w.seed = seed
    w.block = block
    deal_characters(t, w, n_players, mode, fixed)
    n = np.int64(0)
    for card in range(t.n_cards):
        if _is_shuffled(t, np.int64(card), n_players):
            w.sort_card[n] = card
            n += 1
    shuffle(t, w, stream_key(seed, block, int(DEAL)), n)
    for k in range(t.rule[HAND_SIZE]):
        for seat in range(n_players):
            n -= 1
            w.deal_hand[seat, k] = w.sorted_card[n]
    for i in range(n):
        w.deal_draw[i] = w.sorted_card[i]
    w.deal_n = n
    w.deal_size = t.rule[HAND_SIZE]
    if t.has_one_each == 1:
        _deal_one_each(t, w, n_players)
    if t.has_kept_out == 1:
        _add_kept_out(t, w, mix(stream_key(seed, block, int(DEAL)) + np.uint64(1)))


@kernel
def open_streams(w: Work, game: int, n_players: int) -> None:
    """Set the keys of a game's streams and their counters to 0."""
    w.game = game
    w.key_effects = stream_key(w.seed, game, int(EFFECTS))
    w.n_effects = np.uint64(0)
    for seat in range(n_players):
        w.key_policy[seat] = stream_key(w.seed, game, POLICY + seat)
        w.n_policy[seat] = np.uint64(0)


@leaf
def policy_draw(g: Game, t: Tables, w: Work, seat: int, n: int) -> int:
    """A number from 0 to n-1 of a seat's policy stream."""
    z = number(w.key_policy[seat], w.n_policy[seat])
    w.n_policy[seat] += np.uint64(1)
    return below(z, n)


@leaf
def policy_number(w: Work, seat: int) -> np.uint64:
    """64 random bits of a seat's policy stream."""
    z = number(w.key_policy[seat], w.n_policy[seat])
    w.n_policy[seat] += np.uint64(1)
    return z


@leaf
def _effect_draw(w: Work, n: int) -> int:
    z = number(w.key_effects, w.n_effects)
    w.n_effects += np.uint64(1)
    return below(z, n)


@leaf
def random_card(w: Work, n: int) -> int:
    """Index of a card among n listed ones (`choose = "random"` from a hand)."""
    return _effect_draw(w, n)


@leaf
def random_follower(w: Work, n: int) -> int:
    """Index of a follower among n listed ones (`choose = "random"`)."""
    return _effect_draw(w, n)


@leaf
def random_choice(w: Work, n: int) -> int:
    """Index of an option or player among n listed ones (`choose = "random"`)."""
    return _effect_draw(w, n)


@leaf
def chance(w: Work, percent: int) -> bool:
    """True in `percent` of 100 cases (`chance`)."""
    return _effect_draw(w, int(100)) < percent
