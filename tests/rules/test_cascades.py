"""Cascades (X6)."""

from __future__ import annotations

from functools import partial

import pytest

from tests.position import PEOPLE, Position
from tests.rules.names import (
    BLOGGER,
    COFFEE,
    FROM,
    JOB,
    POST,
    SAFE_SPACE,
    STRIKER,
    STUDENT,
    TRIGGERED,
    VOLUNTEER,
)

play = partial(Position, more=PEOPLE)
QUIET = {"empty_draw_pile": "no_draw"}


def seats(p: Position, do: str = "special", **wanted: str) -> set[int]:
    return {c["seat"] for c in p.offers(do, **wanted)}


@pytest.mark.both
def test_x6_the_target_discards_the_hand_and_draws_only_at_the_end_of_its_next_turn() -> None:
    p = play(["Ann", "Carl"], hands={0: [TRIGGERED, STRIKER], 1: [POST, COFFEE, FROM]})
    p.take("special", card=TRIGGERED, seat=1)
    assert sorted(p.discard()) == sorted([TRIGGERED, POST, COFFEE, FROM])
    assert (p.asks, p.hand(1)) == (("action", 1), [])
    p.take("pass")
    assert len(p.hand(1)) == 7


def test_x6_a_player_with_an_empty_hand_cannot_be_chosen() -> None:
    p = play(["Ann", "Carl", "Bea"], hands={0: [TRIGGERED], 1: [POST]})
    assert seats(p) == {1}  # the card being played is no card in hand
    p = play(["Ann", "Carl", "Bea"], hands={0: [TRIGGERED, JOB], 1: [POST]})
    assert seats(p, card=TRIGGERED) == {0, 1}


def test_x6_on_oneself_draws_again_at_once() -> None:
    p = play(
        ["Burnout", "Carl"],
        hands={0: [TRIGGERED, JOB, POST]},
        draw=[STRIKER, STUDENT, VOLUNTEER, *[BLOGGER] * 4],
    )
    p.take("special", card=TRIGGERED, seat=0)
    assert p.asks == ("action", 0)  # before the turn is over; the draw limit of the Burnout is for T3
    assert sorted(p.hand(0)) == sorted([STRIKER, STUDENT, VOLUNTEER, *[BLOGGER] * 4])
    assert sorted(p.discard()) == sorted([TRIGGERED, JOB, POST])


@pytest.mark.both
@pytest.mark.bounds
def test_x6_a_target_holding_one_must_spread_it_and_cards_go_only_when_all_is_over() -> None:
    p = play(
        ["Ann", "Carl", "Bea", "Dan"],
        hands={0: [TRIGGERED, STRIKER], 1: [TRIGGERED, POST], 2: [COFFEE], 3: []},
    )
    p.take("special", card=TRIGGERED, seat=1)
    assert p.asks == ("spread", 1)
    assert seats(p, "player") == {0, 2}  # of its own choosing, another, not one with an empty hand
    assert p.hand(1) == [POST, TRIGGERED]
    p.take("player", seat=2)
    assert p.asks == ("action", 1)
    assert (p.hand(1), p.hand(2)) == ([], [])
    assert sorted(p.discard()) == sorted([TRIGGERED, TRIGGERED, POST, COFFEE])


def test_x6_a_holder_of_two_spreads_twice() -> None:
    p = play(["Ann", "Carl", "Bea"], hands={0: [TRIGGERED, STRIKER], 1: [TRIGGERED, TRIGGERED], 2: [COFFEE]})
    p.take("special", card=TRIGGERED, seat=1).take("player", seat=2)
    assert p.asks == ("spread", 1)
    assert seats(p, "player") == {0, 2}
    p.take("player", seat=0)
    # The player of the card, hit too, lost the hand and drew up at the end of the own turn, which was this one.
    assert p.turn == 1
    assert (p.hand(1), p.hand(2)) == ([], [])
    assert sorted(p.discard()) == sorted([TRIGGERED] * 3 + [STRIKER, COFFEE])
    assert len(p.hand(0)) == 7


def test_x6_it_may_come_back_to_a_player_who_then_owes_nothing_more_for_used_ones() -> None:
    p = play(["Ann", "Carl", "Bea"], hands={0: [TRIGGERED], 1: [TRIGGERED, POST], 2: [TRIGGERED, COFFEE]})
    p.take("special", card=TRIGGERED, seat=1)
    assert (p.asks, seats(p, "player")) == (("spread", 1), {2})
    p.take("player", seat=2)
    assert (p.asks, seats(p, "player")) == (("spread", 2), {1})
    p.take("player", seat=1)
    assert p.asks == ("action", 1)
    assert (p.hand(1), p.hand(2)) == ([], [])
    assert sorted(p.discard()) == sorted([TRIGGERED] * 3 + [POST, COFFEE])


def test_x6_spreads_are_carried_out_in_the_order_in_which_they_became_due() -> None:
    five = '[change."Triggered!"]\ncount = 5\n'
    p = play(
        ["Ann", "Carl", "Bea", "Dan"],
        more=PEOPLE + five,
        hands={0: [TRIGGERED, JOB], 1: [TRIGGERED, TRIGGERED], 2: [TRIGGERED], 3: [TRIGGERED]},
    )
    p.take("special", card=TRIGGERED, seat=1)
    asked = []
    for seat in (2, 3, 0, 0):
        asked.append(p.asks)
        p.take("player", seat=seat)
    assert asked == [("spread", 1), ("spread", 1), ("spread", 2), ("spread", 3)]
    assert p.turn == 1


@pytest.mark.both
def test_x6_each_leg_has_its_own_reaction_and_a_cancelled_one_uses_up_its_card() -> None:
    p = play(
        ["Ann", "Carl", "Bea"],
        hands={0: [TRIGGERED, STRIKER], 1: [TRIGGERED, POST], 2: [SAFE_SPACE, COFFEE]},
        rules=QUIET,
    )
    p.take("special", card=TRIGGERED, seat=1).take("player", seat=2)
    assert p.asks == ("reaction", 2)
    p.take("react")
    assert p.asks == ("action", 1)  # no second spread for the card of the cancelled leg
    assert p.hand(2) == [COFFEE]
    assert p.hand(1) == []
    assert sorted(p.discard()) == sorted([TRIGGERED, TRIGGERED, POST, SAFE_SPACE])


def test_x6_after_a_cancelled_leg_only_the_safe_space_lies_there_until_the_cascade_is_over() -> None:
    p = play(
        ["Ann", "Carl", "Bea"],
        hands={0: [TRIGGERED, STRIKER], 1: [TRIGGERED, TRIGGERED, POST], 2: [SAFE_SPACE, COFFEE]},
    )
    p.take("special", card=TRIGGERED, seat=1).take("player", seat=2).take("react")
    assert p.asks == ("spread", 1)
    assert p.discard() == [SAFE_SPACE]
    assert p.hand(1) == [POST, TRIGGERED, TRIGGERED]


def test_x6_x1_a_cancelled_first_leg_is_the_whole_action() -> None:
    p = play(["Ann", "Carl", "Bea"], hands={0: [TRIGGERED], 1: [TRIGGERED, SAFE_SPACE], 2: [COFFEE]})
    p.take("special", card=TRIGGERED, seat=1).take("react")
    assert p.asks == ("action", 1)
    assert p.hand(1) == [TRIGGERED]
    assert sorted(p.discard()) == sorted([TRIGGERED, SAFE_SPACE])


def test_x6_with_nobody_to_choose_the_spread_lapses() -> None:
    p = play(["Ann", "Carl", "Bea"], hands={0: [TRIGGERED], 1: [TRIGGERED]})
    p.take("special", card=TRIGGERED, seat=1)
    assert p.asks == ("action", 1)
    assert p.discard() == [TRIGGERED, TRIGGERED]


def test_x6_on_oneself_with_another_in_hand_spreads_before_the_drawing() -> None:
    p = play(["Ann", "Carl"], hands={0: [TRIGGERED, TRIGGERED, JOB], 1: [POST]}, draw=[STRIKER] * 7)
    p.take("special", card=TRIGGERED, seat=0)
    assert (p.asks, seats(p, "player")) == (("spread", 0), {1})
    p.take("player", seat=1)
    assert (p.hand(0), p.hand(1)) == ([STRIKER] * 7, [])
