"""Every random event is fair: chi-squared tests with fixed seeds, one for each row of the table of draws; streams; blocks.

test_draws.py has those of the deal and of random characters.
"""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2_contingency, chisquare

from tests.reference.draws import GOLDEN, MASK, mix, stream_key
from tests.rules import test_draws
from tests.rules.play import Play, small
from vs_sim.cards import load_deck
from vs_sim.engine.trace import Stepper
from vs_sim.jit import JIT_OFF
from vs_sim.policies import Policy
from vs_sim.rules import draws
from vs_sim.rules.state import new_work
from vs_sim.vocabulary import Stream

pytestmark = pytest.mark.skipif(JIT_OFF, reason="too slow uncompiled")
LEVEL = 0.001
GAMES = 2000
LEDGER = Path(draws.__file__).parent / "README.md"
BASE = load_deck("base")


def check_even(seen: Sequence[Any], cells: int, shares: Sequence[float] | None = None) -> None:
    """What was seen falls evenly (or by these shares) into so many cells."""
    counts = list(Counter(seen).values())
    assert len(counts) == cells
    if shares is not None:
        counts = [count for _, count in sorted(Counter(seen).items())]
    expected = None if shares is None else np.array(shares) * len(seen)
    assert chisquare(counts, expected).pvalue > LEVEL


def after(play: Play, choice: str, look: Callable[[Play], Any]) -> list[Any]:
    """What is seen when the same choice is taken from the same position in many games."""
    begun, packed = play.g.copy(), play.stepper.choices[play.choices.index(choice)]
    seen: list[Any] = []
    for game in range(GAMES):
        play.stepper.begin(game)
        play.stepper._space.games[0] = begun
        play.stepper.take(packed)
        seen.append(look(play))
    return seen


def with_specials(text: str, hands: Sequence[Sequence[str]], **rules: object) -> Play:
    """A game of blank cards and a special "X"."""
    blank = "".join(f'[special."{name}"]\ncount = 4\nplay.do = [{{ points = 1 }}]\n' for name in "ABCDE")
    follower = (
        "[follower]\nFan = { count = 2, dots = { ends = 'p' } }\nGal = { count = 2, dots = { ends = 'e' } }\n"
    )
    deck = small(f"{follower}{blank}[special.X]\n{text}", 2, empty_draw_pile="no_draw", **rules)
    return Play(deck, hands=hands, draw=[])


def four_followers(text: str) -> Play:
    """Player 1 has a follower on each side of the character; player 0 is to act with "X" in the hand."""
    play = with_specials(text, [["X", "A", "A", "A", "A"], ["Fan", "Fan", "Gal", "Gal", "B"]])
    for place in ("Fan 0 top", "Fan 0 bottom", "Gal 0 left", "Gal 0 right"):
        play.take("discard A", f"follower {place}")
    return play


# --- one for each draw ---


def test_random_card_takes_each_card_of_a_hand_equally_often() -> None:
    """`choose = "random"`: five different cards, one discarded."""
    play = with_specials(
        'play = { target = "opponent", do = [{ discard = 1, choose = "random" }] }', [["X"], list("ABCDE")]
    )
    check_even(after(play, "special X > 1", lambda p: p.g.hand[1, :4].tobytes()), 5)


def test_random_follower_takes_each_follower_equally_often() -> None:
    """`choose = "random"`: four followers, one destroyed."""
    play = four_followers('play = { target = "opponent", do = [{ destroy = 1, choose = "random" }] }')
    check_even(after(play, "special X > 1", slots_of(1)), 4)


def slots_of(seat: int) -> Callable[[Play], int]:
    """Looks at the slots of a coalition that hold a follower."""
    return lambda play: int(play.g.occupied[seat])


def test_random_choice_takes_each_option_equally_often() -> None:
    """`either` with `choose = "random"`: three options."""
    play = with_specials(
        'play.do = [{ either = [{ points = 1 }, { points = 2 }, { points = 3 }], choose = "random" }]',
        [["X", "A"], ["B"]],
    )
    check_even(after(play, "special X", lambda p: int(p.g.bonus[0])), 3)


def test_random_choice_takes_each_set_equally_often() -> None:
    """`steal` of two with `choose = "random"`: every pair of four followers for which there is room."""
    play = four_followers('play = { target = "opponent", do = [{ steal = 2, choose = "random" }] }')
    check_even(after(play, "special X > 1", slots_of(1)), 6)


@pytest.mark.parametrize("percent", [10, 30, 75])
def test_chance_is_as_frequent_as_it_says(percent: int) -> None:
    """`chance`: so many of 100."""
    play = with_specials(f"play.do = [{{ points = 1, chance = {percent} }}]", [["X", "A"], ["B"]])
    seen = after(play, "special X", lambda p: int(p.g.bonus[0]))
    check_even(seen, 2, [1 - percent / 100, percent / 100])


def test_policy_draw_takes_each_choice_equally_often() -> None:
    """The policy that plays at random, at a decision with six choices; one seat's choice says nothing of the next one's."""
    deck = small(
        "".join(f"[special.{name}]\ncount = 1\nplay.do = [{{ skip = 1 }}]\n" for name in "ABCDEF"),
        2,
        hand_size=3,
    )
    made = Stepper(deck.tables, players=2, seed=3, policy_rows=[[int(Policy.RANDOM)] * 2])
    first, second = list[int](), list[int]()
    n = 6  # three cards to discard or to play
    for game in range(GAMES):
        made.begin(game)
        assert len(made.choices) == n
        first.append(made.pick())
        second.append(made.pick())
    check_even(first, n)
    check_even(list(zip(first, second, strict=True)), n * n)


def test_policy_number_is_even_in_its_high_and_low_bits() -> None:
    """64 bits of a seat's own stream: the first and last three, and one after the other."""
    work = new_work()[0]
    work.key_policy[0] = np.uint64(12345)
    with np.errstate(over="ignore"):
        drawn = [int(draws.policy_number(work, 0)) for _ in range(GAMES)]
    check_even([z >> 61 for z in drawn], 8)
    check_even([z & 7 for z in drawn], 8)
    check_even([(a & 3, b & 3) for a, b in zip(drawn[::2], drawn[1::2], strict=True)], 16)


def test_reshuffle_key_makes_every_order_equally_likely() -> None:
    """T4: four cards of the discard pile; by game and by the number of the shuffle."""
    deck = small(
        "".join(f"[special.{n}]\ncount = 1\nplay.do = [{{ points = 1 }}]\n" for n in "ABCDEF"), 2, hand_size=1
    )
    play = Play(deck, hands=[["A"], ["B"]], draw=[])
    seen = after(play, "special A", lambda p: (*p.hand(0), *p.pile()))
    check_even(seen, 120)  # the card played lies among them


def test_deal_block_puts_what_is_kept_out_anywhere() -> None:
    """`deal = "kept out"`: every place of the draw pile, top and bottom too."""
    deck = small(
        "[special.A]\ncount = 9\nplay.do = [{ points = 1 }]\n"
        '[special.Out]\ncount = 1\ndeal = "kept out"\nplay.do = [{ points = 1 }]',
        2,
        hand_size=1,
    )
    made = Stepper(deck.tables, players=2, seed=5)
    out = int(deck.tables[0].first_card[list(deck.names).index("Out")])
    seen = [[int(card) for card in pile].index(out) for pile in piles(made, GAMES)]
    check_even(seen, 8)


def piles(made: Stepper, blocks: int) -> Iterator[Any]:
    """The draw pile of many deals, the top last."""
    for block in range(blocks):
        made.begin(block * made.players)
        yield made.game.draw[: int(made.game.n_draw)]


def test_deal_characters_with_duplicates_is_even_and_by_seat() -> None:
    """S3 with `duplicate_characters`: every pair of twelve, alike or not."""
    deck = load_deck("base", {"duplicate_characters": True})
    made = Stepper(deck.tables, players=2, seed=4)
    seen: list[tuple[int, ...]] = []
    for block in range(GAMES):
        made.begin(2 * block)
        seen.append(tuple(int(card) for card in made.game.character[:2]))
    check_even(seen, 144)


FAIR: dict[str, list[Callable[..., None]]] = {
    "deal_block": [
        test_draws.test_s1_every_order_of_a_small_deck_is_equally_likely,
        test_draws.test_s2_every_card_is_dealt_equally_often,
        test_deal_block_puts_what_is_kept_out_anywhere,
    ],
    "deal_characters": [
        test_draws.test_s3_every_character_is_dealt_to_every_seat_equally_often,
        test_deal_characters_with_duplicates_is_even_and_by_seat,
    ],
    "reshuffle_key": [test_reshuffle_key_makes_every_order_equally_likely],
    "random_card": [test_random_card_takes_each_card_of_a_hand_equally_often],
    "random_follower": [test_random_follower_takes_each_follower_equally_often],
    "random_choice": [
        test_random_choice_takes_each_option_equally_often,
        test_random_choice_takes_each_set_equally_often,
    ],
    "chance": [test_chance_is_as_frequent_as_it_says],
    "policy_number": [test_policy_number_is_even_in_its_high_and_low_bits],
    "policy_draw": [test_policy_draw_takes_each_choice_equally_often],
}


def test_every_draw_has_a_test_of_its_fairness() -> None:
    """The table of draws, the functions of draws.py and the tests here are the same; what has no stream draws nothing."""
    section = LEDGER.read_text(encoding="utf-8").split("## Random draws")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (`[^|]+) \| ([^|]+) \|", section, re.MULTILINE)
    named = {name: stream for names, stream in rows for name in re.findall(r"`(\w+)`", names)}
    written = {
        name
        for name, function in vars(draws).items()
        if not name.startswith("_") and inspect.getmodule(getattr(function, "py_func", function)) is draws
        if callable(function)
    }
    assert written == set(named)
    assert {name for name, stream in named.items() if stream != "–"} == set(FAIR)


# --- streams, blocks, seats ---


@cache
def first_of(stream: int, seed: int = 9) -> list[int]:
    """The first number of a stream in 4,001 games, its top three bits: one of eight cells."""
    return [mix(stream_key(seed, game, stream) + GOLDEN & MASK) >> 61 for game in range(4001)]


STREAMS = [*(int(stream) for stream in Stream), int(Stream.POLICY) + 1, int(Stream.POLICY) + 11]


def check_independent(one: Sequence[int], other: Sequence[int]) -> None:
    """What falls into eight cells here says nothing of what falls there."""
    table = np.zeros((8, 8))
    np.add.at(table, (np.array(one), np.array(other)), 1)
    result: Any = chi2_contingency(table)
    assert result.pvalue > LEVEL / 10  # some dozens of pairs are looked at


@pytest.mark.parametrize("pair", list(combinations(STREAMS, 2)), ids=str)
def test_streams_of_a_game_are_independent(pair: tuple[int, int]) -> None:
    """The first number of one stream says nothing of the first one of another."""
    check_independent(*map(first_of, pair))


@pytest.mark.parametrize("stream", STREAMS)
def test_neighbouring_games_and_seeds_are_independent(stream: int) -> None:
    """Nor does one game of the next, nor one seed of the next."""
    check_independent(first_of(stream)[:-1], first_of(stream)[1:])
    check_independent(first_of(stream), first_of(stream, 10))


def test_no_two_blocks_of_a_run_share_a_deal() -> None:
    """2,000 blocks: as many deals."""
    made = Stepper(BASE.tables, players=4, seed=1)
    deals: set[bytes] = set()
    for block in range(GAMES):
        made.begin(4 * block)
        deals.add(made.game.hand[:4].tobytes() + made.game.draw.tobytes())
    assert len(deals) == GAMES


def test_all_games_of_a_block_share_its_deal() -> None:
    """300 blocks of four: the same hands by seat, the same pile, the same four characters."""
    made = Stepper(BASE.tables, players=4, seed=1)
    for block in range(300):
        seen = set[tuple[bytes, bytes, tuple[int, ...]]]()
        for game in range(4 * block, 4 * block + 4):
            made.begin(game)
            g = made.game
            seen.add((g.hand[:4].tobytes(), g.draw.tobytes(), tuple(sorted(g.character[:4].tolist()))))
        assert len(seen) == 1


def test_each_character_sits_in_each_seat_equally_often() -> None:
    """S3 over 300 blocks: in the seats of a character there is no chance at all; so seat 0, which begins, favours nobody."""
    made = Stepper(BASE.tables, players=4, seed=1)
    seats = np.zeros((4, int(BASE.tables[0].n_cards)))
    for game in range(1200):
        made.begin(game)
        seats[np.arange(4), made.game.character[:4].astype(int)] += 1
    assert (seats == seats[0]).all()
