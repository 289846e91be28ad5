"""Character powers of the base deck (K1 to K12)."""

from __future__ import annotations

from functools import partial

import pytest

from tests.position import PEOPLE, Position
from tests.rules.names import (
    BLOGGER,
    BROADCASTER,
    BUILD,
    COFFEE,
    FROM,
    JOB,
    MONDAY,
    POST,
    PRONOUN,
    RACE,
    SAFE_SPACE,
    STRIKER,
    STUDENT,
    THERMIDOR,
    TOXIC,
    TRIGGERED,
    VOLUNTEER,
    YARD_SIGN,
)

MORE = """
[special]
Strike = { play = { target = "opponent", do = [{ destroy = 1 }] } }
Heist = { play = { target = "opponent", do = [{ steal = 1 }] } }
Backfire = { play = { target = "player", do = [{ destroy = 1, level = 1, where = "anywhere" }] } }
"""
QUIET = {"empty_draw_pile": "no_draw"}
THREE = [VOLUNTEER, STRIKER, STUDENT]

play = partial(Position, more=PEOPLE + MORE)


# --- K1: Antifa Crusader ---


@pytest.mark.both
def test_k1_after_a_microaggression_a_second_may_be_played_and_no_third() -> None:
    p = play(
        ["Antifa Crusader", "Carl"], hands={0: [POST, COFFEE, FROM, STRIKER, JOB]}, coalitions={1: THREE}
    )
    assert {c["slot"] for c in p.offers("microaggression", card=POST)} == {1, 2, 3}  # any follower
    p.take("microaggression", card=POST, slot=2)
    assert p.dos() == {"microaggression", "stop"}
    p.take("microaggression", card=COFFEE, slot=1)
    assert p.turn == 1


def test_k1_after_one_that_was_cancelled_there_is_no_second() -> None:
    p = play(["Antifa Crusader", "Carl"], hands={0: [POST, COFFEE], 1: [SAFE_SPACE]}, coalitions={1: THREE})
    p.take("microaggression", card=POST, slot=2).take("react")
    assert p.turn == 1


# --- K2: Marxist Academic ---


@pytest.mark.parametrize(("name", "size"), [("Marxist Academic", 8), ("Trustafarian", 8), ("Carl", 7)])
def test_k2_k10_the_hand_size_is_one_more(name: str, size: int) -> None:
    p = play([name, "Ann"], hands={0: [MONDAY]})
    p.take("discard")
    assert len(p.hand(0)) == size


# --- K3: Captain Fedora ---


@pytest.mark.both
def test_k3_after_signalling_for_another_he_draws_a_card_and_acts_again_once_a_turn() -> None:
    p = play(
        ["Captain Fedora", "Carl"],
        hands={0: [YARD_SIGN, YARD_SIGN, STRIKER]},
        coalitions={1: [VOLUNTEER, f"{VOLUNTEER} @ 1", f"{POST} > 1", f"{POST} > 2"]},
        draw=[JOB, MONDAY],
    )
    p.take("virtue signal", slot=1)
    assert sorted(p.hand(0)) == sorted([YARD_SIGN, STRIKER, JOB])
    assert p.dos() == {"virtue signal", "follower", "special", "discard", "stop"}  # any action
    p.take("virtue signal", slot=2)
    assert p.turn == 1


def test_k3_signalling_for_himself_gives_nothing() -> None:
    p = play(
        ["Captain Fedora", "Carl"],
        hands={0: [YARD_SIGN, STRIKER]},
        coalitions={0: [VOLUNTEER, f"{POST} > 1"]},
    )
    p.take("virtue signal", seat=0)
    assert p.turn == 1


def test_k3_the_further_action_need_not_be_taken() -> None:
    p = play(
        ["Captain Fedora", "Carl"],
        hands={0: [YARD_SIGN, STRIKER]},
        coalitions={1: [VOLUNTEER, f"{POST} > 1"]},
    )
    p.take("virtue signal", seat=1).take("stop")
    assert p.turn == 1


# --- K4: Soy Boy ---


@pytest.mark.both
def test_k4_his_level_1_followers_cannot_be_destroyed_or_stolen_by_others() -> None:
    hand = ["Strike", "Heist", TOXIC]
    p = play(["Ann", "Soy Boy"], hands={0: hand}, coalitions={1: [STUDENT, BLOGGER]})
    assert p.cards("special") == {TOXIC}
    p.take("special", card=TOXIC)
    assert p.turn == 1  # in global attacks neither
    assert p.followers(1) == {1: STUDENT, 2: BLOGGER}
    p = play(["Ann", "Soy Boy"], hands={0: hand}, coalitions={1: [STUDENT, BLOGGER, "Social Network"]})
    p.take("special", card=TOXIC)
    assert {c["follower"] for c in p.choices} == {"Social Network"}


def test_k4_he_himself_can_destroy_them() -> None:
    p = play(["Soy Boy", "Ann"], hands={0: ["Backfire"]}, coalitions={0: [STUDENT]})
    p.take("special", card="Backfire", seat=0).take("victim")
    assert p.followers(0) == {}


def test_k4_g6_spares_nobody() -> None:
    p = play(
        ["Ann", "Soy Boy"], hands={0: [BUILD]}, coalitions={1: ["Social Network", f"{STUDENT} @ 1", BLOGGER]}
    )
    p.take("special", card=BUILD, seat=1).take("victim", slot=1)
    assert STUDENT not in p.followers(1).values()


def test_k4_a_race_leaves_them_be() -> None:
    p = play(["Ann", "Soy Boy"], hands={0: [FROM]}, coalitions={1: [STUDENT, BLOGGER]}, plots=[RACE])
    p.take("microaggression", seat=1, slot=1)
    assert p.turn == 1
    assert p.followers(1) == {1: STUDENT, 2: BLOGGER}


# --- K5: Venerable Elder ---


@pytest.mark.both
def test_k5_for_two_cards_every_other_player_destroys_one_of_the_own_choice() -> None:
    p = play(
        ["Ann", "Venerable Elder", "Bea"],
        hands={1: [JOB, MONDAY, RACE]},
        coalitions={0: THREE, 1: [VOLUNTEER], 2: [VOLUNTEER, f"{VOLUNTEER} @ 1"]},
        turn=1,
    )
    p.take("power")
    assert p.asks == ("cost", 1)
    assert p.cards("card") == {JOB, MONDAY, RACE}
    p.take("card", card=JOB)
    assert p.asks == ("cost", 1)
    p.take("card", card=RACE)
    assert sorted(p.discard()) == sorted([JOB, RACE])
    assert (p.asks, {c["slot"] for c in p.choices}) == (("victim", 2), {2})  # end of chain
    p.take("victim")
    assert p.asks == ("victim", 0)
    p.take("victim", slot=2)
    assert p.followers(0) == {1: VOLUNTEER, 3: STUDENT}
    assert p.followers(1) == {1: VOLUNTEER}
    assert p.turn == 2  # it was the turn's action


def test_k5_the_cost_must_be_paid_in_full() -> None:
    p = play(["Venerable Elder", "Ann"], hands={0: [JOB]}, coalitions={1: [VOLUNTEER]})
    assert p.offers("power") == []
    p = play(["Venerable Elder", "Ann"], hands={0: [JOB, JOB]})
    assert len(p.offers("power")) == 1  # global: always (D5)


def test_k5_it_is_his_alone() -> None:
    p = play(["Ann", "Venerable Elder"], hands={0: [JOB, JOB]}, coalitions={1: [VOLUNTEER]})
    assert p.offers("power") == []


# --- K6: Burnout ---


@pytest.mark.both
def test_k6_two_actions_a_turn_and_at_most_one_card_drawn() -> None:
    p = play(["Burnout", "Carl"], hands={0: [STRIKER, STUDENT, VOLUNTEER, JOB]})
    p.take("follower", card=STRIKER)
    assert p.asks == ("action", 0)
    assert {"follower", "special", "discard", "stop"} == p.dos()
    p.take("special", card=JOB, seat=1)
    assert (p.asks, len(p.hand(0))) == (("action", 0), 3)  # seat 1 lost its turn; he drew one card


def test_k6_t1_a_discard_ends_the_actions() -> None:
    p = play(["Burnout", "Carl"], hands={0: [STRIKER, STUDENT]})
    p.take("discard", card=STRIKER)
    assert p.turn == 1
    assert len(p.hand(0)) == 2


def test_k6_no_card_is_drawn_past_the_hand_size() -> None:
    p = play(["Burnout", "Carl"], hands={0: [STRIKER] * 8})
    p.take("discard")
    assert len(p.hand(0)) == 7


# --- K7: Miss Problem Glasses ---


@pytest.mark.both
def test_k7_a_microaggression_of_hers_that_lands_draws_one_card() -> None:
    p = play(
        ["Miss Problem Glasses", "Carl"],
        rules=QUIET,
        rest="discard",
        hands={0: [POST], 1: [COFFEE]},
        coalitions={1: [VOLUNTEER, STRIKER]},
        draw=[JOB],
    )
    p.take("microaggression", seat=1, slot=1)
    assert (p.turn, p.hand(0)) == (1, [JOB])
    p = play(
        ["Miss Problem Glasses", "Carl"],
        rules={"hand_size": 1},
        hands={0: [POST]},
        coalitions={1: [VOLUNTEER]},
        draw=[JOB, MONDAY],
    )
    p.take("microaggression", seat=1)
    assert p.hand(0) == [JOB]  # one, and none more at T3


def test_k7_not_one_that_was_cancelled() -> None:
    p = play(
        ["Miss Problem Glasses", "Carl"],
        rules={"hand_size": 1},
        hands={0: [POST, MONDAY], 1: [SAFE_SPACE]},
        coalitions={1: [VOLUNTEER]},
        draw=[JOB],
    )
    p.take("microaggression", seat=1, slot=1).take("react")
    assert p.turn == 1
    assert p.hand(0) == [MONDAY]


def test_k7_being_hit_draws_nothing() -> None:
    p = play(
        ["Carl", "Miss Problem Glasses"],
        rules={"hand_size": 1},
        hands={0: [PRONOUN, POST]},
        coalitions={1: [BLOGGER]},
        draw=[JOB],
    )
    p.take("microaggression", card=PRONOUN, seat=1)
    assert p.hand(1) == []
    assert p.draw_pile()[0] == JOB


# --- K8: Lipstick Lesbian ---


def test_k8_her_signals_remove_any_alignment_nobody_elses_do() -> None:
    laid = {1: [STRIKER, VOLUNTEER, f"{COFFEE} > 1", f"{POST} > 2"]}
    p = play(["Lipstick Lesbian", "Carl"], hands={0: [YARD_SIGN]}, coalitions=laid)
    assert {c["slot"] for c in p.offers("virtue signal")} == {1, 2}
    p.take("virtue signal", slot=1)
    assert sorted(p.discard()) == sorted([YARD_SIGN, COFFEE])
    p = play(["Ann", "Carl", "Lipstick Lesbian"], hands={0: [YARD_SIGN]}, coalitions=laid)
    assert {c["slot"] for c in p.offers("virtue signal")} == {2}


# --- K9: Twiggy Wiccan ---


@pytest.mark.both
def test_k9_a_plot_before_the_action() -> None:
    p = play(["Twiggy Wiccan", "Carl"], hands={0: [RACE, STUDENT, JOB]})
    p.take("plot", card=RACE)
    assert p.dos() == {"follower", "special", "discard", "stop"}
    p.take("follower", card=STUDENT)
    assert p.turn == 1


def test_k9_a_plot_after_the_action() -> None:
    p = play(["Twiggy Wiccan", "Carl"], hands={0: [RACE, STUDENT, JOB]})
    p.take("follower", card=STUDENT)
    assert p.dos() == {"plot", "stop"}
    p.take("plot", card=RACE)
    assert p.turn == 1


def test_k9_one_besides_the_action_which_may_be_a_plot_too() -> None:
    p = play(["Twiggy Wiccan", "Carl"], hands={0: [RACE, THERMIDOR, MONDAY]})
    p.take("plot", card=RACE).take("plot", card=THERMIDOR)
    assert p.turn == 1


def test_k9_t2_only_the_first_thing_is_compulsory() -> None:
    p = play(["Twiggy Wiccan", "Carl"], hands={0: [RACE, STUDENT]})
    assert p.offers("stop") == []
    p.take("plot", card=RACE).take("stop")
    assert p.turn == 1


# --- K10: Trustafarian ---


def test_k10_jobs_cannot_be_played_on_her() -> None:
    p = play(["Ann", "Trustafarian", "Carl"], hands={0: [JOB, TRIGGERED], 1: [MONDAY]})
    assert {c["seat"] for c in p.offers("special", card=JOB)} == {0, 2}
    assert {c["seat"] for c in p.offers("special", card=TRIGGERED)} == {0, 1}  # nothing else is kept off


# --- K11: Azn Riot Grrrl ---


@pytest.mark.both
def test_k11_a_personal_destruction_of_hers_takes_one_more_by_the_same_conditions() -> None:
    p = play(
        ["Azn Riot Grrrl", "Carl"],
        hands={0: [BUILD]},
        coalitions={1: [STRIKER, f"{BROADCASTER} @ 0", "Film Academy @ 0", "Social Network", "> 4"]},
    )
    p.take("special", card=BUILD, seat=1)
    assert {c["slot"] for c in p.choices} == {2, 3}
    p.take("victim", slot=2)
    assert {c["slot"] for c in p.choices} == {3}
    p.take("victim", slot=3)
    assert p.turn == 1


def test_k11_one_more_and_no_third() -> None:
    p = play(["Azn Riot Grrrl", "Carl"], hands={0: ["Strike"]}, coalitions={1: THREE})
    p.take("special", card="Strike", seat=1).take("victim", slot=1).take("victim", slot=2)
    assert p.turn == 1
    assert set(p.followers(1)) == {3}


def test_k11_where_it_can_in_her_own_coalition_too() -> None:
    p = play(["Azn Riot Grrrl", "Carl"], hands={0: ["Backfire"]}, coalitions={0: [STUDENT, STRIKER]})
    p.take("special", card="Backfire", seat=0).take("victim", slot=1).take("victim", slot=2)
    assert p.turn == 1
    p = play(["Azn Riot Grrrl", "Carl"], hands={0: ["Backfire"]}, coalitions={1: [STUDENT]})
    p.take("special", card="Backfire", seat=1).take("victim")
    assert p.turn == 1


def test_k11_not_a_global_one_and_not_that_of_another() -> None:
    p = play(["Azn Riot Grrrl", "Carl"], hands={0: [TOXIC]}, coalitions={1: THREE})
    p.take("special", card=TOXIC).take("victim", slot=1)
    assert p.turn == 1
    p = play(["Carl", "Azn Riot Grrrl"], hands={0: ["Strike"]}, coalitions={1: [STUDENT, STRIKER]})
    p.take("special", card="Strike", seat=1).take("victim", slot=1)
    assert p.turn == 1


# --- K12: Brood Matriarch ---


@pytest.mark.both
def test_k12_after_a_level_1_follower_a_second_one_once_a_turn() -> None:
    p = play(
        ["Brood Matriarch", "Carl"],
        hands={0: [BLOGGER, BLOGGER, VOLUNTEER, "Language Reform Lobby", JOB]},
        genders={0: "female"},
    )
    p.take("follower", card=BLOGGER)
    assert p.dos() == {"follower", "stop"}
    assert p.cards("follower") == {BLOGGER, VOLUNTEER}
    p.take("follower", card=VOLUNTEER)
    assert p.turn == 1


def test_k12_not_after_one_of_a_higher_level() -> None:
    p = play(
        ["Brood Matriarch", "Carl"],
        hands={0: [BLOGGER, "Language Reform Lobby"]},
        genders={0: "female"},
    )
    p.take("follower", card="Language Reform Lobby")
    assert p.turn == 1


@pytest.mark.both
def test_k12_c5_she_chooses_first_thing_in_each_turn_jobs_included() -> None:
    p = play(["Brood Matriarch", "Carl"], hands={0: [PRONOUN], 1: [JOB]})
    assert p.asks == ("gender", 0)
    assert {c["gender"] for c in p.choices} == {"male", "female"}
    p.take("gender", gender="male").take("discard").take("special", card=JOB, seat=0)
    assert (p.asks, p.jobs(0)) == (("gender", 0), 1)
    p.take("gender", gender="female")
    assert (p.turn, p.jobs(0)) == (1, 0)
