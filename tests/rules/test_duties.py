"""The duty to play a microaggression (P6)."""

from __future__ import annotations

from functools import partial

import pytest

from tests.position import PEOPLE, Position
from tests.rules.names import (
    COFFEE,
    CYCLE,
    FROM,
    JOB,
    POST,
    PRONOUN,
    RACE,
    SAFE_SPACE,
    STRIKER,
    STUDENT,
    THERMIDOR,
    VIRAL,
    VOLUNTEER,
)

EXTRAS = """
[special]
Rush = { play.do = [{ more = 1 }] }
Rage = { play.do = [{ more = 1, kind = "microaggression" }] }
"""

play = partial(Position, more=PEOPLE)


@pytest.mark.both
@pytest.mark.bounds
def test_p6_who_holds_a_microaggression_must_play_one_on_another() -> None:
    p = play(
        ["Ann", "Carl"],
        hands={0: [POST, COFFEE, STRIKER, JOB, RACE]},
        plots=[CYCLE],
        coalitions={0: [STRIKER, VOLUNTEER], 1: [VOLUNTEER]},
    )
    assert p.dos() == {"microaggression"}  # no special, plot, follower, discard
    assert [(c["card"], c["seat"]) for c in p.choices] == [(POST, 1)]


def test_p6_otherwise_on_oneself() -> None:
    p = play(
        ["Ann", "Carl"],
        hands={0: [POST, COFFEE, STRIKER]},
        plots=[CYCLE],
        coalitions={0: [STRIKER], 1: [STUDENT]},
    )
    assert [(c["do"], c["card"], c["seat"]) for c in p.choices] == [("microaggression", COFFEE, 0)]


def test_p6_otherwise_the_player_plays_normally() -> None:
    p = play(["Ann", "Carl"], hands={0: [POST, STRIKER]}, plots=[CYCLE], coalitions={1: [STUDENT]})
    assert p.dos() == {"follower", "discard"}


def test_p6_powers_are_no_way_out() -> None:
    p = play(
        ["Venerable Elder", "Carl"],
        hands={0: [POST, JOB, JOB]},
        plots=[CYCLE],
        coalitions={1: [VOLUNTEER]},
    )
    assert p.dos() == {"microaggression"}


def test_p6_once_a_turn() -> None:
    p = play(
        ["Burnout", "Carl"],
        hands={0: [POST, COFFEE, STRIKER]},
        plots=[CYCLE],
        coalitions={1: [VOLUNTEER, STRIKER]},
    )
    p.take("microaggression", card=POST, seat=1)
    assert p.dos() == {"microaggression", "follower", "discard", "stop"}


def test_p6_one_that_was_cancelled_counts_as_played() -> None:
    p = play(
        ["Burnout", "Carl"],
        hands={0: [POST, COFFEE, STRIKER], 1: [SAFE_SPACE]},
        plots=[CYCLE],
        coalitions={1: [VOLUNTEER, STRIKER]},
    )
    p.take("microaggression", card=POST, seat=1).take("react")
    assert p.asks == ("action", 0)
    assert p.dos() == {"microaggression", "follower", "discard", "stop"}


def test_p6_thermidor_narrows_whom_the_duty_can_hit() -> None:
    p = play(
        ["Ann", "Carl", "Bea"],
        hands={0: [POST, STRIKER]},
        plots=[CYCLE, THERMIDOR],
        coalitions={0: [VOLUNTEER, STUDENT], 1: [VOLUNTEER]},
    )
    assert [(c["do"], c["seat"]) for c in p.choices] == [("microaggression", 0)]


def test_p6_as_the_turns_only_action_it_binds_from_the_next_turn_on() -> None:
    p = play(["Ann", "Carl"], hands={0: [CYCLE, POST], 1: [POST, STUDENT]}, coalitions={0: [VOLUNTEER]})
    p.take("plot", card=CYCLE)
    assert p.turn == 1
    assert p.dos() == {"microaggression"}


def test_p6_it_binds_at_once_whom_an_action_is_left() -> None:
    p = play(["Burnout", "Carl"], hands={0: [CYCLE, POST, STRIKER]}, coalitions={1: [VOLUNTEER]})
    p.take("plot", card=CYCLE)
    assert p.turn == 0
    assert p.dos() == {"microaggression"}


def test_p6_an_extra_action_of_any_kind_calls_it_up() -> None:
    p = play(
        ["Ann", "Carl"],
        more=PEOPLE + EXTRAS,
        hands={0: ["Rush", CYCLE, POST, STRIKER]},
        coalitions={1: [VOLUNTEER]},
    )
    p.take("special", card="Rush").take("plot", card=CYCLE)
    assert p.turn == 1  # the extra action went on the plot
    p = play(
        ["Twiggy Wiccan", "Carl"],
        more=PEOPLE + EXTRAS,
        hands={0: ["Rush", CYCLE, POST, STRIKER]},
        coalitions={1: [VOLUNTEER]},
    )
    p.take("special", card="Rush").take("plot", card=CYCLE)
    assert p.dos() == {"microaggression"}


def test_p6_a_right_to_a_microaggression_calls_it_up() -> None:
    p = play(
        ["Twiggy Wiccan", "Carl"],
        more=PEOPLE + EXTRAS,
        hands={0: ["Rage", CYCLE, POST, STUDENT]},
        coalitions={1: [VOLUNTEER]},
    )
    p.take("special", card="Rage")
    assert p.dos() == {"microaggression", "plot", "stop"}
    p.take("plot", card=CYCLE)
    assert p.dos() == {"microaggression"}


def test_p6_rights_for_other_kinds_do_not_call_it_up() -> None:
    p = play(
        ["Twiggy Wiccan", "Carl"],
        hands={0: [VIRAL, CYCLE, POST, STUDENT]},
        coalitions={1: [VOLUNTEER]},
    )
    p.take("special", card=VIRAL).take("plot", card=CYCLE)
    assert p.turn == 0
    assert p.dos() == {"follower", "stop"}


def test_p6_who_may_not_play_microaggressions_has_no_duty() -> None:
    hush = '[house_rule.Hush]\nwhile = [{ forbid = "microaggression", only = "female" }]\n'
    laid = {1: [VOLUNTEER]}
    p = play(["Ann", "Carl"], more=PEOPLE + hush, hands={0: [POST, STRIKER]}, plots=[CYCLE], coalitions=laid)
    assert p.dos() == {"follower", "discard"}


@pytest.mark.both
def test_p6_the_crusader_plays_all_that_can_be_played_without_a_stop() -> None:
    p = play(
        ["Antifa Crusader", "Carl"],
        hands={0: [POST, COFFEE, FROM, PRONOUN, STRIKER]},
        plots=[CYCLE],
        coalitions={0: [STRIKER], 1: [VOLUNTEER, STRIKER, STUDENT]},
    )
    for seat in (1, 1, 1, 0):  # others first, then himself, for each of them
        assert p.asks == ("action", 0)
        assert p.dos() == {"microaggression"}
        assert {c["seat"] for c in p.choices} == {seat}
        p.take(**p.choices[0])
    assert p.turn == 1
    assert (p.inert(0), p.inert(1)) == ({1}, {1, 2, 3})


def test_p6_the_crusader_plays_normally_once_none_can_be_played() -> None:
    p = play(
        ["Antifa Crusader", "Carl"],
        hands={0: [POST, COFFEE, FROM, STRIKER]},
        plots=[CYCLE],
        coalitions={1: [VOLUNTEER]},
    )
    p.take("microaggression", card=POST, seat=1)
    assert p.turn == 1  # two are left in hand, with no follower to hit; the action is spent


def test_p6_x1_the_crusader_goes_on_after_one_that_was_cancelled() -> None:
    p = play(
        ["Antifa Crusader", "Carl"],
        hands={0: [POST, COFFEE, STRIKER], 1: [SAFE_SPACE]},
        plots=[CYCLE],
        coalitions={1: [VOLUNTEER, STRIKER]},
    )
    p.take("microaggression", card=POST, slot=1).take("react")
    assert p.asks == ("action", 0)
    assert [(c["do"], c["card"]) for c in p.choices] == [("microaggression", COFFEE)] * 2
    p.take("microaggression", slot=1)
    assert p.turn == 1


def test_p6_the_crusaders_further_ones_use_no_action() -> None:
    p = play(
        ["Antifa Crusader", "Carl"],
        more=f"{PEOPLE}[house_rule.Haste]\nwhile = [{{ actions = 2 }}]\n",
        hands={0: [POST, COFFEE, FROM, STRIKER]},
        plots=[CYCLE],
        coalitions={1: [VOLUNTEER, STRIKER, STUDENT]},
    )
    for _ in range(3):
        assert p.dos() == {"microaggression"}
        p.take(**p.choices[0])
    assert p.asks == ("action", 0)  # of two actions one was used
    assert p.dos() == {"follower", "discard", "stop"}


def test_p6_others_than_the_crusader_owe_one_only() -> None:
    p = play(["Ann", "Carl"], hands={0: [POST, COFFEE]}, plots=[CYCLE], coalitions={1: [VOLUNTEER, STRIKER]})
    p.take("microaggression", card=POST, seat=1)
    assert p.turn == 1


TWO = """
[plot]
Cult.while = [{ require = "special" }]
[house_rule]
Fashion.while = [{ require = "artifact" }]
[artifact]
Hat.while = [{ hand_size = "+1" }]
"""
BRAWL = """
[house_rule.Brawl]
while = [{ require = "microaggression" }]
[character.Eve]
gender = "female"
core = ["politics", "economics", "diversity", "identity"]
dots = { top = "politics", right = "economics", bottom = "diversity", left = "identity" }
on = [{ event = "turn_start", do = [{ more = 1, kind = "microaggression" }] }]
"""


def test_p6_a_duty_of_which_nothing_can_be_played_binds_nobody() -> None:
    """A plot asks for a special, of which there is none, a house rule for an artifact: rights of powers outrank that."""
    hands = {0: ["Hat", RACE, STRIKER]}
    p = play(["Twiggy Wiccan", "Carl"], more=PEOPLE + TWO, hands=hands, plots=["Cult"])
    assert p.dos() == {"artifact", "plot"}
    p.take("plot", card=RACE)
    assert p.dos() == {"artifact"}  # the action of the turn is left, and the duty


def test_p6_a_right_that_outranks_the_duty_lifts_it_for_those_aimed_at_oneself_too() -> None:
    """By the right that a power gives a microaggression may be played on oneself; that right is spent, not the action."""
    p = play(
        ["Eve", "Carl"],
        more=PEOPLE + BRAWL,
        hands={0: [COFFEE, COFFEE, POST, VOLUNTEER]},
        coalitions={0: [STRIKER], 1: [STRIKER, VOLUNTEER]},
    )
    assert {(c["card"], c["seat"]) for c in p.choices} == {(COFFEE, 0), (COFFEE, 1), (POST, 1)}
    p.take("microaggression", card=COFFEE, seat=0)
    assert (int(p.g.extra_n[0]), int(p.g.f_left[0])) == (0, 0)
    assert "follower" in p.dos()


def test_p6_a_right_that_does_not_outrank_the_duty_lifts_nothing() -> None:
    """A plot asks for it."""
    p = play(
        ["Eve", "Carl"],
        more=PEOPLE + BRAWL,
        hands={0: [COFFEE, POST, STRIKER]},
        plots=[CYCLE],
        coalitions={0: [STRIKER], 1: [STRIKER, VOLUNTEER]},
    )
    assert {(c["card"], c["seat"]) for c in p.choices} == {(COFFEE, 1), (POST, 1)}


def test_p6_x8_of_two_rights_that_one_is_spent_which_outranks_the_duty() -> None:
    """That of a house rule is the narrower one, but only that of the power admits one on oneself."""
    right = '{ more = 1, kind = "microaggression", alignment = "economics" }'
    heat = f'[house_rule.Heat]\non = [{{ event = "turn_start", do = [{right}] }}]'
    p = play(
        ["Eve", "Carl"],
        more=f"{PEOPLE}{heat}{BRAWL}",
        hands={0: [COFFEE, COFFEE]},
        coalitions={0: [STRIKER], 1: [STRIKER]},
    )
    p.take("microaggression", card=COFFEE, seat=0)
    left = {int(p.g.extra_rank[k]) - 1: int(p.g.extra_n[k]) for k in range(int(p.g.n_extra))}
    assert left == {0: 1, 1: 0}  # by rank
