"""Reactions: what a player may answer, and who is asked (X1)."""

from __future__ import annotations

from functools import partial

import pytest

from tests.position import PEOPLE, Position
from tests.rules.names import (
    BROADCASTER,
    BUILD,
    GASLIGHTING,
    JOB,
    MONDAY,
    POST,
    RACE,
    SAFE_SPACE,
    STRIKER,
    TOXIC,
    TRIGGERED,
    VOLUNTEER,
    YARD_SIGN,
)

MORE = """
[special]
Strike = { play = { target = "opponent", do = [{ destroy = 1 }] } }
Heist = { play = { target = "opponent", do = [{ steal = 1 }] } }
Veto = { reaction = { cancels = "reaction", for = "self" } }
"Wide veto" = { reaction = { cancels = "Job", for = "everyone" } }
"""
POWERS = """
[character.Eve]
gender = "female"
core = ["politics", "identity"]
action = { target = "opponent", cost = [{ discard = 1 }], do = [{ destroy = 1 }] }
"""

play = partial(Position, more=PEOPLE + MORE + POWERS)
QUIET = {"empty_draw_pile": "no_draw"}

AIMED = {
    "microaggression": ([POST], {"do": "microaggression", "seat": 1, "slot": 1}),
    "signal": ([YARD_SIGN], {"do": "virtue signal", "seat": 1, "slot": 2}),
    "steal": (["Heist"], {"do": "special", "seat": 1}),
    "destruction": (["Strike"], {"do": "special", "seat": 1}),
    "Build": ([BUILD], {"do": "special", "seat": 1}),
    "Job": ([JOB], {"do": "special", "seat": 1}),
    "Triggered": ([TRIGGERED], {"do": "special", "seat": 1}),
}
LAID = [VOLUNTEER, f"{VOLUNTEER} @ 1", f"{POST} > 2", f"{BROADCASTER} @ 0"]


@pytest.mark.both
@pytest.mark.parametrize("name", AIMED)
def test_x1_it_cancels_what_is_aimed_at_its_holder(name: str) -> None:
    cards, choice = AIMED[name]
    p = play(["Ann", "Carl"], hands={0: cards, 1: [SAFE_SPACE]}, coalitions={1: LAID}, rules=QUIET)
    before = (p.followers(1), p.inert(1), p.points(1))
    p.take(**choice)
    assert p.asks == ("reaction", 1)  # before any victim is chosen
    assert p.dos() == {"no", "react"}
    p.take("react", card=SAFE_SPACE)
    assert (p.followers(1), p.inert(1), p.points(1)) == before
    assert p.jobs(1) == 0
    assert sorted(p.discard()) == sorted([*cards, SAFE_SPACE])
    assert p.asks == ("action", 1)  # the action is spent


def test_x1_saying_no_keeps_the_card_and_the_action_goes_on() -> None:
    p = play(["Ann", "Carl"], hands={0: [JOB], 1: [SAFE_SPACE]})
    p.take("special", card=JOB, seat=1).take("no")
    assert p.hand(1) == [SAFE_SPACE]
    assert p.turn == 0  # seat 1 lost its turn to the Job
    assert p.discard() == [JOB]


def test_x1_a_targeted_power_is_cancelled_and_its_cost_stays_paid() -> None:
    p = play(["Eve", "Carl"], hands={0: [MONDAY, RACE], 1: [SAFE_SPACE]}, coalitions={1: [VOLUNTEER]})
    p.take("power", seat=1)
    assert p.asks == ("cost", 0)
    p.take("card", card=MONDAY)
    assert p.asks == ("reaction", 1)
    p.take("react")
    assert p.followers(1) == {1: VOLUNTEER}
    assert sorted(p.discard()) == sorted([MONDAY, SAFE_SPACE])
    assert p.turn == 1


@pytest.mark.both
def test_x1_not_plots_global_effects_or_gaslighting() -> None:
    laid = {1: [VOLUNTEER, STRIKER]}
    for card, do in ((RACE, "plot"), (TOXIC, "special"), (GASLIGHTING, "special")):
        p = play(["Ann", "Carl"], hands={0: [card], 1: [SAFE_SPACE]}, coalitions=laid)
        p.take(do, card=card)
        assert p.asks[0] != "reaction"


def test_x1_the_sonic_boom_is_global() -> None:
    p = play(["Venerable Elder", "Carl"], hands={0: [JOB, JOB], 1: [SAFE_SPACE]}, coalitions={1: [VOLUNTEER]})
    p.take("power").take("card", card=JOB).take("card", card=JOB)
    assert p.asks == ("victim", 1)


def test_x1_not_another_safe_space() -> None:
    p = play(["Ann", "Carl"], hands={0: [JOB, SAFE_SPACE], 1: [SAFE_SPACE]})
    p.take("special", card=JOB, seat=1).take("react")
    assert p.asks == ("action", 1)
    assert p.jobs(1) == 0


def test_x1_it_is_no_answer_for_others_or_to_oneself() -> None:
    p = play(["Ann", "Carl", "Bea"], hands={0: [JOB, SAFE_SPACE], 2: [SAFE_SPACE]}, rules=QUIET)
    p.take("special", card=JOB, seat=1)
    assert p.asks == ("action", 2)  # nobody was asked
    p = play(["Ann", "Carl"], hands={0: [JOB, SAFE_SPACE], 1: [SAFE_SPACE]})
    p.take("special", card=JOB, seat=0)
    assert p.asks == ("action", 1)


def test_x1_at_no_cost_of_a_turn() -> None:
    p = play(["Ann", "Carl"], hands={0: [JOB], 1: [SAFE_SPACE, STRIKER]})
    p.take("special", card=JOB, seat=1).take("react")
    assert p.asks == ("action", 1)
    assert {"follower", "discard"} <= p.dos()


def test_t1_x1_it_is_never_the_turns_action_but_can_be_discarded() -> None:
    p = play(["Ann", "Carl"], hands={0: [SAFE_SPACE]})
    assert [(c["do"], c["card"]) for c in p.choices] == [("discard", SAFE_SPACE)]


@pytest.mark.parametrize("refunds", [False, True])
def test_x1_the_cancelled_players_action_is_spent_unless_the_house_says_otherwise(refunds: bool) -> None:
    p = play(
        ["Ann", "Carl"],
        rules={"cancel_refunds_action": refunds},
        hands={0: [JOB, STRIKER], 1: [SAFE_SPACE]},
    )
    p.take("special", card=JOB, seat=1).take("react")
    assert p.turn == (0 if refunds else 1)


def test_x1_what_powers_would_add_falls_with_it() -> None:
    p = play(
        ["Captain Fedora", "Carl"],
        hands={0: [YARD_SIGN, STRIKER], 1: [SAFE_SPACE]},
        coalitions={1: [VOLUNTEER, f"{POST} > 1"]},
        rules=QUIET,
    )
    p.take("virtue signal", seat=1).take("react")
    assert p.turn == 1
    assert p.inert(1) == {1}


def test_x1_seats_are_asked_from_the_actors_left_and_the_first_who_reacts_ends_it() -> None:
    hands = {1: [JOB], 3: ["Wide veto"], 0: [SAFE_SPACE], 2: [SAFE_SPACE]}
    p = play(["Ann", "Carl", "Bea", "Dan"], hands=hands, turn=1)
    p.take("special", card=JOB, seat=0)
    assert p.asks == ("reaction", 3)
    p.take("no")
    assert p.asks == ("reaction", 0)
    p = play(["Ann", "Carl", "Bea", "Dan"], hands=hands, turn=1)
    p.take("special", card=JOB, seat=0).take("react")
    assert p.asks == ("action", 2)
    assert p.hand(0) == [SAFE_SPACE]


def test_x1_a_reaction_can_be_undone_by_a_card_that_cancels_reactions() -> None:
    p = play(["Ann", "Carl"], hands={0: [JOB, "Veto"], 1: [SAFE_SPACE]}, rules=QUIET)
    p.take("special", card=JOB, seat=1).take("react", card=SAFE_SPACE)
    assert p.asks == ("reaction", 0)
    p.take("react", card="Veto")
    assert sorted(p.discard()) == sorted([JOB, SAFE_SPACE, "Veto"])
    assert p.turn == 0  # the Job lay there, and was removed in place of seat 1's turn
