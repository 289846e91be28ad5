"""Specials: Jobs, destruction, followers without number, genders, ranks (X2, X3, X4, X7, X8)."""

from __future__ import annotations

from functools import partial

import pytest

from tests.position import PEOPLE, Position
from tests.rules.names import (
    BLOGGER,
    BROADCASTER,
    BUILD,
    CAUCUS,
    JOB,
    MANSPLAINING,
    POST,
    RACE,
    SCUM,
    STRIKER,
    STUDENT,
    TOXIC,
    VIRAL,
    VOLUNTEER,
)

MORE = """
[special]
Strike = { play = { target = "opponent", do = [{ destroy = 1 }] } }
Agenda = { play.do = [{ more = 1 }, { more = 1, kind = "plot" }] }
Spree = { play.do = [{ more = 2, kind = "follower" }] }
"Blind strike" = { play = { target = "opponent", do = [{ destroy = 1, regardless = true }] } }
"""
POWERS = """
[character.Guard]
gender = "male"
core = ["politics", "identity"]
while = [{ protect = "destroy" }, { allow = "follower" }]
"""

play = partial(Position, more=PEOPLE + MORE + POWERS)
QUIET = {"empty_draw_pile": "no_draw"}


def seats(p: Position, do: str = "special", **wanted: str) -> set[int]:
    return {c["seat"] for c in p.offers(do, **wanted)}


# --- X2: Job ---


def test_x2_it_lies_on_the_character_and_several_may_oneself_too() -> None:
    p = play(["Ann", "Carl", "Bea"], hands={0: [JOB]}, jobs={2: [JOB]})
    assert seats(p) == {0, 1, 2}
    p.take("special", card=JOB, seat=2)
    assert p.jobs(2) == 2
    assert p.discard() == []


@pytest.mark.both
def test_x2_t5_the_turn_is_spent_removing_exactly_one() -> None:
    p = play(["Ann", "Carl"], hands={0: [JOB, STRIKER], 1: [STRIKER]}, jobs={1: [JOB]}, rules=QUIET)
    p.take("special", card=JOB, seat=1)
    assert (p.turn, p.jobs(1), p.discard()) == (0, 1, [JOB])
    assert p.hand(1) == [STRIKER]  # no draw either
    p.end_turn()
    assert (p.turn, p.jobs(1)) == (0, 0)
    p.end_turn()
    assert p.turn == 1


# --- X3: You Didn't Build That ---


def test_x3_one_level_3_follower_that_is_not_inert_anywhere() -> None:
    p = play(
        ["Ann", "Carl"],
        hands={0: [BUILD]},
        coalitions={1: [BROADCASTER, f"{VOLUNTEER} @ 1", "Film Academy", "Social Network", "> 4", CAUCUS]},
    )
    p.take("special", card=BUILD, seat=1)
    assert p.asks == ("victim", 0)
    assert {c["slot"] for c in p.choices} == {1, 3}


@pytest.mark.both
def test_x3_its_orphans_go_too_those_under_and_behind_inert_cards_as_well() -> None:
    p = play(
        ["Ann", "Carl"],
        hands={0: [BUILD]},
        coalitions={
            1: [BROADCASTER, f"{VOLUNTEER} @ 1", f"{VOLUNTEER} @ 2", f"{POST} > 2", f"{BLOGGER} @ 0"]
        },
    )
    p.take("special", card=BUILD, seat=1).take("victim", slot=1)
    assert p.followers(1) == {4: BLOGGER}
    assert sorted(p.discard()) == sorted([BROADCASTER, VOLUNTEER, VOLUNTEER, POST, BUILD])


def test_x3_who_has_none_is_no_target_oneself_may_be() -> None:
    p = play(
        ["Ann", "Carl", "Bea"],
        hands={0: [BUILD]},
        coalitions={0: [BROADCASTER], 1: [VOLUNTEER], 2: ["Film Academy", "> 1"]},
    )
    assert seats(p) == {0}


def test_x3_a_protected_one_is_safe() -> None:
    p = play(["Ann", "Guard"], hands={0: [BUILD]}, coalitions={1: [BROADCASTER]})
    assert p.dos() == {"discard"}


# --- X4: Go Viral ---


@pytest.mark.both
def test_x4_any_number_of_followers_in_this_turn_and_none_too() -> None:
    hand = [VIRAL, VOLUNTEER, STRIKER, STUDENT, JOB]
    p = play(["Ann", "Carl"], hands={0: hand})
    p.take("special", card=VIRAL)
    assert p.discard() == [VIRAL]  # over once it has given the right
    for card in (VOLUNTEER, STRIKER, STUDENT):
        assert p.dos() == {"follower", "stop"}
        p.take("follower", card=card)
    assert sorted(p.followers(0).values()) == sorted([VOLUNTEER, STRIKER, STUDENT])
    assert p.turn == 1
    p = play(["Ann", "Carl"], hands={0: hand})
    p.take("special", card=VIRAL).take("stop")
    assert p.turn == 1


def test_x4_it_needs_no_follower_in_hand_and_ends_with_the_turn() -> None:
    p = play(["Ann", "Carl"], hands={0: [VIRAL]}, draw=[STRIKER] * 7)
    p.take("special", card=VIRAL)
    assert p.turn == 1
    p.end_turn()
    p.take("follower", card=STRIKER)
    assert p.turn == 1


def test_x4_w2_the_last_follower_can_win_in_the_middle_of_it() -> None:
    p = play(["Ann", "Carl"], rules={"points_to_win": 2}, hands={0: [VIRAL, VOLUNTEER, STRIKER, STUDENT]})
    p.take("special", card=VIRAL).take("follower", card=VOLUNTEER).take("follower", card=STRIKER)
    assert (p.result, p.winner, p.hand(0)) == ("won", 0, [STUDENT])  # no draw either


def test_x4_x8_it_lets_a_male_play_followers_under_scum() -> None:
    p = play(["Carl", "Ann"], hands={0: [VIRAL, STRIKER]}, plots=[SCUM])
    assert p.offers("follower") == []
    p.take("special", card=VIRAL)
    assert p.dos() == {"follower", "stop"}


# --- X7: Toxic Masculinity ---


@pytest.mark.both
@pytest.mark.parametrize(("name", "hit"), [("Ann", [1, 2, 3]), ("Carl", [2])])
def test_x7_of_a_female_each_other_player_of_a_male_each_other_female(name: str, hit: list[int]) -> None:
    other = "Dan" if name == "Carl" else "Carl"
    p = play(
        [name, other, "Bea", "Guard"],
        hands={0: [TOXIC]},
        coalitions={s: [VOLUNTEER] for s in range(4)},
        more=PEOPLE + POWERS.replace('{ protect = "destroy" }, ', ""),
    )
    p.take("special", card=TOXIC)
    for s in hit:
        assert p.asks == ("victim", s)
        p.take("victim")
    assert p.turn == 1
    assert [s for s in range(4) if not p.followers(s)] == hit


# --- X8: ranks ---


@pytest.mark.both
def test_x8_plots_outrank_powers() -> None:
    p = play(["Guard", "Ann"], hands={0: [VOLUNTEER]}, plots=[SCUM])
    assert p.offers("follower") == []  # his power allows what the plot forbids


def test_x8_a_plots_right_beats_a_powers_ban() -> None:
    more = (
        '[character.Shy]\ngender = "male"\ncore = "politics"\nwhile = [{ forbid = "follower" }]\n'
        '[plot.Fair]\nwhile = [{ allow = "follower" }]\n'
    )
    for plots, offered in ([], False), (["Fair"], True):
        p = play(["Shy", "Ann"], more=PEOPLE + more, hands={0: [VOLUNTEER]}, plots=plots)
        assert bool(p.offers("follower")) is offered


def test_x8_house_rules_rank_lowest() -> None:
    rule = '[house_rule.Ban]\nwhile = [{ forbid = "follower" }]\n'
    for name, offered in (("Guard", True), ("Ann", False)):
        p = play([name, "Carl"], more=PEOPLE + POWERS + rule, hands={0: [VOLUNTEER]})
        assert bool(p.offers("follower")) is offered


def test_x8_at_equal_rank_may_not_decides() -> None:
    more = (
        '[character.Torn]\ngender = "male"\ncore = "politics"\n'
        'while = [{ allow = "follower" }, { forbid = "follower" }]\n'
    )
    p = play(["Torn", "Ann"], more=PEOPLE + more, hands={0: [VOLUNTEER]})
    assert p.offers("follower") == []


def test_x8_a_plots_right_does_not_beat_a_plots_ban() -> None:
    more = '[plot.Wave]\nplay.do = [{ more = "any", kind = "follower" }]\n'
    p = play(["Carl", "Ann"], more=PEOPLE + more, hands={0: ["Wave", VOLUNTEER]}, plots=[SCUM])
    p.take("plot", card="Wave")
    assert p.turn == 1


def test_x8_the_right_under_which_it_may_be_done_is_spent_and_the_own_action_is_left() -> None:
    p = play(["Burnout", "Ann"], hands={0: [VIRAL, STRIKER, STUDENT, JOB]}, plots=[SCUM])
    p.take("special", card=VIRAL).take("follower", card=STRIKER)
    assert p.dos() == {"follower", "special", "discard", "stop"}
    p.take("special", card=JOB, seat=0)
    assert p.dos() == {"follower", "stop"}


def test_t2_of_several_rights_the_narrowest_is_spent_first() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Agenda", RACE, STRIKER]})
    p.take("special", card="Agenda").take("plot", card=RACE)
    assert p.dos() == {"follower", "discard", "stop"}


def test_x8_t2_a_right_under_which_it_may_not_be_done_is_not_spent_on_it() -> None:
    """Her own right, though narrower, gives nothing under the plot: both followers use up those of the special."""
    p = play(
        ["Brood Matriarch", "Carl"],
        hands={0: ["Spree", BLOGGER, BLOGGER, BLOGGER]},
        plots=[MANSPLAINING],
        genders={0: "female"},
    )
    p.take("special", card="Spree").take("follower").take("follower")
    assert p.turn == 1


def test_x8_k12_a_powers_right_does_not_beat_a_plots_ban() -> None:
    p = play(
        ["Brood Matriarch", "Ann"],
        hands={0: [VIRAL, BLOGGER, VOLUNTEER]},
        plots=[MANSPLAINING],
        genders={0: "female"},
    )
    assert p.offers("follower") == []
    p.take("special", card=VIRAL)
    assert p.cards("follower") == {BLOGGER, VOLUNTEER}


def test_x8_a_protection_narrows_targets_whatever_the_rank_of_the_attack() -> None:
    p = play(
        ["Ann", "Soy Boy"],
        hands={0: ["Strike", "Blind strike"]},
        coalitions={1: [STUDENT, BLOGGER]},
    )
    assert p.cards("special") == {"Blind strike"}  # regardless: the attacking card says otherwise
    p.take("special", card="Blind strike", seat=1).take("victim", slot=1)
    assert p.followers(1) == {2: BLOGGER}
