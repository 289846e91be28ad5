"""Taken turns (X5, T6)."""

from __future__ import annotations

from functools import partial

import pytest

from tests.position import PEOPLE, Position
from tests.rules.names import (
    BROADCASTER,
    COFFEE,
    CYCLE,
    FROM,
    GASLIGHTING,
    JOB,
    POST,
    SAFE_SPACE,
    SCUM,
    STRIKER,
    STUDENT,
    TRIGGERED,
    VIRAL,
    VOLUNTEER,
    YARD_SIGN,
)
from tests.rules.play import Play, small

play = partial(Position, more=PEOPLE)
QUIET = {"empty_draw_pile": "no_draw"}


def seats(p: Position, do: str = "special", **wanted: str) -> set[int]:
    return {c["seat"] for c in p.offers(do, **wanted)}


@pytest.mark.both
@pytest.mark.bounds
def test_x5_the_controller_takes_the_targets_turn_with_the_targets_cards() -> None:
    p = play(
        ["Ann", "Carl", "Bea"],
        hands={0: [GASLIGHTING, POST], 1: [STRIKER, COFFEE]},
        coalitions={0: [VOLUNTEER]},
    )
    assert seats(p) == {1, 2}
    p.take("special", card=GASLIGHTING, seat=1)
    assert (p.asks, p.decider, p.turn) == (("action", 1), 0, 1)
    p.take("follower", card=STRIKER)
    assert p.followers(1) == {1: STRIKER}
    # The T3 draw of the taken turn, then the controller's own; the seat that was played is passed over.
    assert len(p.hand(1)) == 7
    assert (p.asks, p.decider) == (("action", 2), 2)
    assert len(p.hand(0)) == 7


def test_x5_the_targets_powers_and_gender_count() -> None:
    p = play(
        ["Ann", "Antifa Crusader"],
        hands={0: [GASLIGHTING], 1: [POST, STRIKER]},
        coalitions={0: [STUDENT]},
        plots=[SCUM],
    )
    p.take("special", card=GASLIGHTING)
    assert p.offers("microaggression", card=POST, seat=0)
    assert p.offers("follower") == []


@pytest.mark.both
def test_x5_t5_the_targets_jobs_come_first() -> None:
    p = play(["Ann", "Carl", "Bea"], hands={0: [GASLIGHTING], 1: [STRIKER]}, jobs={1: 2}, rules=QUIET)
    p.take("special", card=GASLIGHTING, seat=1)
    assert (p.turn, p.jobs(1), p.hand(1)) == (2, 1, [STRIKER])  # passed over in sequence, Jobs untouched
    p.end_turn().end_turn()
    assert p.jobs(1) == 0  # round 2: the second Job took that turn


def test_t6_a_taken_turn_is_passed_over_once() -> None:
    p = play(["Ann", "Carl", "Bea"], hands={0: [GASLIGHTING], 1: [STRIKER]}, rules=QUIET)
    p.take("special", card=GASLIGHTING, seat=1).take("follower")
    assert p.turn == 2
    p.end_turn()
    assert p.turn == 0
    p.end_turn()
    assert p.turn == 1


def test_t6_two_taken_turns_are_passed_over_twice() -> None:
    p = play(
        ["Ann", "Carl", "Bea"],
        hands={0: [GASLIGHTING], 1: [STRIKER] * 3, 2: [GASLIGHTING]},
        rest="discard",
        rules=QUIET,
        turn=2,
    )
    order = []
    p.take("special", card=GASLIGHTING, seat=1).take("follower")
    assert p.turn == 0
    p.take("special", card=GASLIGHTING, seat=1).take("follower")
    for _ in range(5):
        order.append(p.turn)
        p.end_turn()
    assert order == [2, 0, 2, 0, 1]


def test_x5_the_controllers_own_turn_goes_on_as_after_any_special() -> None:
    p = play(["Burnout", "Carl"], hands={0: [GASLIGHTING, STRIKER], 1: [VOLUNTEER]})
    p.take("special", card=GASLIGHTING).take("follower", card=VOLUNTEER)
    assert (p.asks, p.decider) == (("action", 0), 0)
    assert p.offers("follower", card=STRIKER)


@pytest.mark.both
def test_x5_one_found_in_that_hand_may_be_played_and_the_first_controller_decides() -> None:
    p = play(
        ["Ann", "Carl", "Bea"],
        hands={0: [GASLIGHTING], 1: [GASLIGHTING, STRIKER], 2: [VOLUNTEER, JOB]},
        rules=QUIET,
    )
    p.take("special", card=GASLIGHTING, seat=1)
    assert seats(p, card=GASLIGHTING) == {0, 2}  # any seat but that one
    p.take("special", card=GASLIGHTING, seat=2)
    assert (p.asks, p.decider) == (("action", 2), 0)
    p.take("special", card=JOB, seat=2)
    # Both turns are over, and so is the controller's; 1 and 2 are passed over.
    assert (p.asks, p.decider) == (("action", 0), 0)
    assert sorted(p.discard()) == sorted([GASLIGHTING, GASLIGHTING])
    assert p.jobs(2) == 1


def test_x5_nested_on_the_controller_it_is_played_by_the_controller_itself() -> None:
    p = play(["Ann", "Carl"], hands={0: [GASLIGHTING, VOLUNTEER, STRIKER], 1: [GASLIGHTING]}, rules=QUIET)
    p.take("special", card=GASLIGHTING, seat=1).take("special", card=GASLIGHTING, seat=0)
    assert (p.asks, p.decider) == (("action", 0), 0)
    p.take("follower", card=VOLUNTEER)
    # Inner turn, taken turn and own turn are over; 1 is passed over, then 0 for the turn taken from it, then 1 plays.
    assert p.turn == 1


def test_x5_when_a_taken_turn_is_over_so_is_the_controllers_rule() -> None:
    """The next Gaslighting is decided by the player who plays it, whoever controlled one before."""
    p = play(
        ["Ann", "Carl", "Bea"],
        hands={0: [GASLIGHTING], 1: [JOB], 2: [GASLIGHTING]},
        rules=QUIET,
    )
    p.take("special", card=GASLIGHTING, seat=1).take("special", card=JOB, seat=1)
    p.take("special", card=GASLIGHTING, seat=0)
    assert (p.asks, p.decider) == (("action", 0), 2)


def test_x5_all_choices_of_that_seat_are_the_controllers() -> None:
    p = play(
        ["Ann", "Venerable Elder", "Bea"],
        hands={0: [GASLIGHTING], 1: [STRIKER, JOB]},
        coalitions={0: [VOLUNTEER], 2: [VOLUNTEER]},
    )
    p.take("special", card=GASLIGHTING, seat=1).take("power")
    assert (p.asks, p.decider) == (("cost", 1), 0)
    p.take("card", card=STRIKER).take("card", card=JOB)
    assert (p.asks, p.decider) == (("victim", 2), 2)  # the others' choices stay theirs
    p.take("victim")
    assert (p.asks, p.decider) == (("victim", 0), 0)


def test_x1_x5_the_controllers_seat_may_react_but_not_a_seat_whose_turn_is_taken() -> None:
    p = play(["Ann", "Carl"], hands={0: [GASLIGHTING, SAFE_SPACE], 1: [JOB]})
    p.take("special", card=GASLIGHTING).take("special", card=JOB, seat=0)
    assert (p.asks, p.decider) == (("reaction", 0), 0)
    p.take("react")
    assert p.jobs(0) == 0
    p = play(
        ["Ann", "Carl", "Bea"], hands={0: [GASLIGHTING], 1: [GASLIGHTING, SAFE_SPACE], 2: [JOB]}, rules=QUIET
    )
    p.take("special", card=GASLIGHTING, seat=1).take("special", card=GASLIGHTING, seat=2)
    p.take("special", card=JOB, seat=1)
    assert p.jobs(1) == 1
    assert SAFE_SPACE in p.hand(1)


def test_x5_a_third_player_may_react_in_a_taken_turn() -> None:
    p = play(["Ann", "Carl", "Bea"], hands={0: [GASLIGHTING], 1: [JOB], 2: [SAFE_SPACE]})
    p.take("special", card=GASLIGHTING, seat=1).take("special", card=JOB, seat=2)
    assert (p.asks, p.decider) == (("reaction", 2), 2)


def test_x5_n1_the_controller_has_seen_the_hand() -> None:
    p = play(["Ann", "Carl", "Bea"], hands={0: [GASLIGHTING], 1: [STRIKER, JOB]})
    p.take("special", card=GASLIGHTING, seat=1)
    known = {p.name(card) for card in p._pile(p.g.known[0])}
    assert known == {STRIKER, JOB}
    assert p._pile(p.g.known[2]) == []


def test_x5_p6_the_targets_duty_stands_in_the_taken_turn_the_own_one_being_done() -> None:
    p = play(
        ["Burnout", "Carl"],
        hands={0: [GASLIGHTING, COFFEE], 1: [FROM, VOLUNTEER]},
        coalitions={0: [STUDENT], 1: [STRIKER]},
        plots=[CYCLE],
    )
    p.take("microaggression", card=COFFEE, seat=1)
    p.take("special", card=GASLIGHTING)
    assert p.asks == ("action", 1)
    assert [(c["do"], c["card"]) for c in p.choices] == [("microaggression", FROM)]


def test_x5_w2_the_target_can_win_in_the_taken_turn() -> None:
    p = play(
        ["Ann", "Carl"],
        rules={"points_to_win": 3},
        hands={0: [GASLIGHTING], 1: [BROADCASTER]},
    )
    p.take("special", card=GASLIGHTING).take("follower")
    assert (p.result, p.winner) == ("won", 1)


def test_x5_x6_the_taken_turns_t3_draws_for_a_triggered_target() -> None:
    p = play(
        ["Burnout", "Carl"],
        hands={0: [TRIGGERED, GASLIGHTING, STRIKER], 1: [JOB, JOB]},
    )
    p.take("special", card=TRIGGERED, seat=1)
    assert p.hand(1) == []
    p.take("special", card=GASLIGHTING, seat=1).take("pass")
    assert len(p.hand(1)) == 7


def test_x5_x6_the_controller_spreads_for_the_target() -> None:
    p = play(
        ["Ann", "Carl", "Bea"],
        hands={0: [GASLIGHTING], 1: [TRIGGERED, TRIGGERED], 2: [JOB]},
    )
    p.take("special", card=GASLIGHTING, seat=1).take("special", card=TRIGGERED, seat=1)
    assert (p.asks, p.decider) == (("spread", 1), 0)
    assert seats(p, "player") == {2}


@pytest.mark.both
def test_x5_rights_of_the_taken_turn_end_with_it() -> None:
    p = play(["Burnout", "Carl"], hands={0: [GASLIGHTING, STUDENT, STUDENT], 1: [VIRAL, JOB]})
    p.take("special", card=GASLIGHTING).take("special", card=VIRAL)
    assert p.turn == 0  # nothing to play with that right
    p.take("follower", card=STUDENT)
    assert p.turn == 0  # 1 was passed over
    assert p.offers("stop") == []  # so this is the next turn


def test_x5_the_controllers_rights_stand_still_meanwhile() -> None:
    p = play(["Burnout", "Carl"], hands={0: [VIRAL, GASLIGHTING, STUDENT, STRIKER], 1: [VOLUNTEER, STUDENT]})
    p.take("special", card=VIRAL).take("special", card=GASLIGHTING)
    p.take("follower", card=VOLUNTEER)
    assert p.turn == 0  # one action was all that the target had
    assert p.dos() == {"follower", "stop"}


def test_x5_x8_the_controllers_rights_are_not_the_targets() -> None:
    p = play(["Burnout", "Carl"], hands={0: [VIRAL, GASLIGHTING, STUDENT], 1: [STUDENT]}, plots=[SCUM])
    p.take("special", card=VIRAL).take("special", card=GASLIGHTING)
    assert p.asks == ("action", 1)
    assert p.offers("follower") == []


def test_x5_k3_uses_in_a_turn_within_the_turn_are_not_those_of_the_turn() -> None:
    p = play(
        ["Captain Fedora", "Carl"],
        more=f"{PEOPLE}[house_rule.Haste]\nwhile = [{{ actions = 2 }}]\n",
        rules={"hand_size": 1},
        hands={0: [GASLIGHTING, YARD_SIGN, YARD_SIGN, STRIKER], 1: [GASLIGHTING, JOB]},
        coalitions={1: [VOLUNTEER, f"{VOLUNTEER} @ 1", f"{POST} > 1", f"{POST} > 2"]},
    )
    p.take("special", card=GASLIGHTING, seat=1).take("special", card=GASLIGHTING, seat=0)
    p.take("virtue signal", slot=1).take("stop")
    assert p.turn == 1  # the second action of the taken turn
    p.take("discard")
    assert p.turn == 0
    p.take("virtue signal", slot=2)
    assert p.asks == ("action", 0)
    assert p.offers("stop")  # the power is there once more: its action follows the two of the turn


def test_x5_k3_uses_per_turn_start_anew_in_a_turn_within_the_turn() -> None:
    p = play(
        ["Captain Fedora", "Carl"],
        hands={0: [YARD_SIGN, YARD_SIGN, GASLIGHTING, STRIKER], 1: [GASLIGHTING]},
        coalitions={1: [VOLUNTEER, f"{VOLUNTEER} @ 1", f"{POST} > 1", f"{POST} > 2"]},
        draw=[STUDENT, STRIKER, BROADCASTER],
    )
    p.take("virtue signal", slot=1)
    assert p.hand(0).count(STUDENT) == 1
    p.take("special", card=GASLIGHTING, seat=1).take("special", card=GASLIGHTING, seat=0)
    p.take("virtue signal", slot=2)
    assert p.hand(0).count(STRIKER) == 2
    assert p.asks == ("action", 0)
    assert p.offers("stop")


TAKERS = """
[special]
Gas = { count = 2, play = { target = "opponent", do = [{ take_turn = true }] } }
Kill = { count = 1, play = { target = "opponent", do = [{ eliminate = true }, { more = 1, target = "self" }] } }
A = { count = 9, play.do = [{ points = 1 }] }
"""


def test_x5_w6_a_controller_who_is_out_decides_no_more() -> None:
    """The rest of the taken turn is the player's own."""
    play = Play(
        small(TAKERS, 3, empty_draw_pile="no_draw"), hands=[["Gas"], ["Kill", "A", "A"], ["A"]], draw=[]
    )
    play.take("special Gas > 1")
    assert (play.asked, int(play.g.decider)) == (("action", 1), 0)
    play.take("special Kill > 0")
    assert (play.asked, int(play.g.decider)) == (("action", 1), 1)


def test_x5_the_first_controller_decides_in_a_turn_that_another_players_power_takes_inside() -> None:
    """In the turn that P0 takes a power of P2 takes that of P3: P0 decides there, too."""
    taker = 'on = [{ event = "card_discarded", by = "others", target = "next", do = [{ take_turn = true }] }]'
    deck = small(TAKERS, {"P0": "", "P1": "", "P2": taker, "P3": ""}, empty_draw_pile="no_draw")
    play = Play(deck, hands=[["Gas"], ["A", "A"], ["A"], ["A"]], draw=[])
    play.take("special Gas > 1", "discard A")
    assert (play.asked, int(play.g.decider)) == (("action", 3), 0)
