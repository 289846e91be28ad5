"""Plots (P1 to P9)."""

from __future__ import annotations

from functools import partial

import pytest

from tests.position import PEOPLE, Position
from tests.rules.names import (
    BLOGGER,
    BROADCASTER,
    COFFEE,
    CYCLE,
    JOB,
    MANSPLAINING,
    MONDAY,
    PATRIARCHY,
    POST,
    RACE,
    SAFE_SPACE,
    SCUM,
    STRIKER,
    STUDENT,
    THERMIDOR,
    VOLUNTEER,
    YARD_SIGN,
)

play = partial(Position, more=PEOPLE)


def targets(p: Position) -> set[tuple[int, int]]:
    return {(c["seat"], c["slot"]) for c in p.offers("microaggression")}


def victims(p: Position) -> set[int]:
    assert p.asks == ("victim", 0)
    return {c["slot"] for c in p.offers("victim")}


# --- P1 ---


@pytest.mark.both
@pytest.mark.bounds
def test_p1_with_the_table_full_the_player_chooses_which_to_replace() -> None:
    p = play(["Ann", "Carl"], hands={0: [THERMIDOR]}, plots=[RACE, MANSPLAINING])
    p.take("plot", card=THERMIDOR)
    assert p.asks == ("replace", 0)
    assert p.cards("card") == {RACE, MANSPLAINING}
    p.take("card", card=RACE)
    assert p.plots() == [MANSPLAINING, THERMIDOR]
    assert p.discard() == [RACE]


def test_p1_with_room_nothing_is_replaced_and_the_plot_stays() -> None:
    p = play(["Ann", "Carl"], hands={0: [THERMIDOR]}, plots=[RACE])
    p.take("plot", card=THERMIDOR)
    assert p.plots() == [RACE, THERMIDOR]
    assert p.discard() == []
    assert p.turn == 1


def test_p1_a_second_copy_of_a_plot_in_play_may_not_be_played() -> None:
    p = play(["Ann", "Carl"], hands={0: [RACE, THERMIDOR]}, plots=[RACE])
    assert p.cards("plot") == {THERMIDOR}
    assert p.cards("discard") == {RACE, THERMIDOR}


@pytest.mark.parametrize("number", [0, 1, 3])
def test_p1_max_plots_is_a_house_rule(number: int) -> None:
    p = play(
        ["Ann", "Carl"],
        rules={"max_plots": number},
        hands={0: [SCUM]},
        plots=[RACE, THERMIDOR][: min(number, 2)],
    )
    assert bool(p.offers("plot")) is (number > 0)
    if number > 0:
        p.take("plot", card=SCUM)
        assert (p.asks[0] == "replace") is (number == 1)


def test_p1_plots_act_on_everyone_until_they_are_gone() -> None:
    p = play(["Ann", "Carl"], hands={0: [SCUM], 1: [STRIKER]})
    p.take("plot", card=SCUM)
    assert p.turn == 1
    assert p.offers("follower") == []
    p = play(["Ann", "Carl"], hands={0: [RACE], 1: [STRIKER]}, plots=[SCUM, THERMIDOR])
    p.take("plot", card=RACE).take("card", card=SCUM)
    assert p.offers("follower")


# --- P2 ---


@pytest.mark.both
@pytest.mark.parametrize(
    ("old", "new"),
    [(SCUM, MANSPLAINING), (MANSPLAINING, SCUM), (CYCLE, PATRIARCHY), (PATRIARCHY, CYCLE)],
)
def test_p2_what_it_excludes_goes_first_which_leaves_room(old: str, new: str) -> None:
    p = play(["Ann", "Carl"], hands={0: [new]}, plots=[old, RACE])
    p.take("plot", card=new)
    assert p.asks[0] != "replace"
    assert p.plots() == [RACE, new]
    assert p.discard() == [old]


def test_p2_others_do_not_exclude_each_other() -> None:
    p = play(["Ann", "Carl"], hands={0: [CYCLE]}, plots=[SCUM])
    p.take("plot", card=CYCLE)
    assert p.plots() == [SCUM, CYCLE]


# --- P3 ---


def test_p3_monday_cancels_all_plots_takes_no_place_and_replaces_none() -> None:
    p = play(["Ann", "Carl"], hands={0: [MONDAY]}, plots=[SCUM, RACE])
    p.take("plot", card=MONDAY)
    assert p.asks == ("action", 1)
    assert p.plots() == []
    assert sorted(p.discard()) == sorted([SCUM, RACE, MONDAY])


def test_p3_monday_is_playable_only_while_a_plot_is_in_play() -> None:
    p = play(["Ann", "Carl"], hands={0: [MONDAY]})
    assert p.dos() == {"discard"}


def test_p3_a_cancelled_plot_acts_no_more() -> None:
    p = play(["Ann", "Carl"], hands={0: [MONDAY], 1: [STRIKER]}, plots=[SCUM])
    p.take("plot", card=MONDAY)
    assert p.offers("follower")


# --- P4 ---


@pytest.mark.both
def test_p4_the_attacker_destroys_an_end_of_chain_follower_the_one_hit_included() -> None:
    p = play(
        ["Ann", "Carl"],
        hands={0: [POST]},
        plots=[RACE],
        coalitions={1: [VOLUNTEER, STRIKER, f"{STRIKER} @ 2", BLOGGER, "> 4"]},
    )
    p.take("microaggression", seat=1, slot=1)
    assert victims(p) == {1, 3}  # 2 is no end, 4 was inert before
    p.take("victim", slot=1)
    assert p.followers(1) == {2: STRIKER, 3: STRIKER, 4: BLOGGER}
    assert sorted(p.discard()) == sorted([VOLUNTEER, POST])


def test_p4_another_may_be_chosen_than_the_one_hit() -> None:
    p = play(["Ann", "Carl"], hands={0: [POST]}, plots=[RACE], coalitions={1: [VOLUNTEER, STRIKER]})
    p.take("microaggression", seat=1, slot=1).take("victim", slot=2)
    assert p.followers(1) == {1: VOLUNTEER}
    assert p.inert(1) == {1}
    assert p.points(1) == 0


def test_p4_only_the_same_coalition_suffers() -> None:
    p = play(
        ["Ann", "Carl", "Bea"],
        hands={0: [POST]},
        plots=[RACE],
        coalitions={0: [STRIKER], 1: [VOLUNTEER], 2: [STRIKER]},
    )
    p.take("microaggression", seat=1, slot=1)
    assert {(c["seat"], c["slot"]) for c in p.choices} == {(1, 1)}


def test_p4_self_inflicted_ones_count_too() -> None:
    p = play(["Ann", "Carl"], hands={0: [POST]}, plots=[RACE], coalitions={0: [VOLUNTEER, STRIKER]})
    p.take("microaggression", seat=0, slot=1)
    assert victims(p) == {1, 2}


def test_p4_with_none_nothing_happens() -> None:
    chain = [VOLUNTEER, f"{VOLUNTEER} @ 1", "> 2"]
    p = play(["Ann", "Carl"], hands={0: [POST]}, plots=[RACE], coalitions={1: chain})
    p.take("microaggression", seat=1, slot=1)
    assert p.turn == 1
    assert p.inert(1) == {1, 2}


@pytest.mark.both
def test_p4_x1_it_cannot_be_answered_but_falls_with_the_microaggression() -> None:
    laid = {1: [VOLUNTEER, STRIKER]}
    p = play(["Ann", "Carl"], hands={0: [POST], 1: [SAFE_SPACE]}, plots=[RACE], coalitions=laid)
    p.take("microaggression", seat=1, slot=1)
    assert p.asks == ("reaction", 1)
    p.take("no")
    assert p.asks == ("victim", 0)
    p.take("victim", slot=2)
    assert p.asks == ("action", 1)
    p = play(["Ann", "Carl"], hands={0: [POST], 1: [SAFE_SPACE]}, plots=[RACE], coalitions=laid)
    p.take("microaggression", seat=1, slot=1).take("react")
    assert p.turn == 1
    assert p.followers(1) == {1: VOLUNTEER, 2: STRIKER}
    assert p.inert(1) == set()


def test_p4_k11_her_race_takes_one_more() -> None:
    p = play(
        ["Azn Riot Grrrl", "Carl"], hands={0: [POST]}, plots=[RACE], coalitions={1: [VOLUNTEER, STRIKER]}
    )
    p.take("microaggression", seat=1, slot=1).take("victim", slot=2)
    assert victims(p) == {1}
    p.take("victim", slot=1)
    assert p.followers(1) == {}


def test_p4_plots_come_before_powers() -> None:
    """The card drawn for the microaggression comes after the destruction is chosen."""
    p = play(
        ["Miss Problem Glasses", "Carl"],
        hands={0: [POST]},
        plots=[RACE],
        coalitions={1: [VOLUNTEER, STRIKER]},
        draw=[JOB],
    )
    p.take("microaggression", seat=1, slot=1)
    assert p.asks == ("victim", 0)
    assert p.hand(0) == []


# --- P5 ---


@pytest.mark.both
def test_p5_all_who_tie_for_most_followers_are_leaders_inert_ones_not_counted() -> None:
    p = play(
        ["Ann", "Carl", "Bea", "Dan"],
        hands={0: [POST]},
        plots=[THERMIDOR],
        coalitions={
            0: [VOLUNTEER],
            1: [VOLUNTEER, STRIKER],
            2: [VOLUNTEER, STRIKER, STUDENT, "> 3"],
            3: [VOLUNTEER, STRIKER, f"{BROADCASTER} @ 0", "> 2", "> 3"],
        },
    )
    assert targets(p) == {(1, 1), (2, 1)}


def test_p5_who_leads_alone_can_only_hit_the_own_coalition() -> None:
    p = play(
        ["Ann", "Carl"],
        hands={0: [POST]},
        plots=[THERMIDOR],
        coalitions={0: [VOLUNTEER, STRIKER], 1: [VOLUNTEER]},
    )
    assert targets(p) == {(0, 1)}


def test_p5_the_acting_player_may_tie_with_others() -> None:
    p = play(
        ["Ann", "Carl", "Bea"],
        hands={0: [POST]},
        plots=[THERMIDOR],
        coalitions={0: [VOLUNTEER], 1: [VOLUNTEER], 2: [VOLUNTEER, "> 1"]},
    )
    assert targets(p) == {(0, 1), (1, 1)}


def test_p5_followers_lead_not_points() -> None:
    p = play(
        ["Ann", "Carl", "Bea"],
        hands={0: [POST]},
        plots=[THERMIDOR],
        coalitions={1: [BROADCASTER], 2: [VOLUNTEER, STRIKER]},
    )
    assert targets(p) == {(2, 1)}


def test_p5_the_leader_is_computed_when_a_card_is_played() -> None:
    p = play(
        ["Burnout", "Carl", "Bea"],
        hands={0: [POST, COFFEE]},
        plots=[THERMIDOR],
        coalitions={1: [VOLUNTEER, STRIKER], 2: [STRIKER]},
    )
    p.take("microaggression", card=POST, seat=1, slot=1)
    assert targets(p) == {(1, 2), (2, 1)}


def test_p5_signals_are_free() -> None:
    p = play(
        ["Ann", "Carl", "Bea"],
        hands={0: [YARD_SIGN]},
        plots=[THERMIDOR],
        coalitions={1: [VOLUNTEER, f"{POST} > 1"], 2: [STRIKER]},
    )
    assert {c["seat"] for c in p.offers("virtue signal")} == {1}


# --- P7, P8, P9 ---


@pytest.mark.both
@pytest.mark.parametrize(
    ("plot", "barred", "card", "do"),
    [
        (SCUM, "Carl", STRIKER, "follower"),
        (MANSPLAINING, "Ann", STRIKER, "follower"),
        (PATRIARCHY, "Ann", POST, "microaggression"),
    ],
    ids=["p7", "p8", "p9"],
)
def test_p7_p8_p9_one_gender_may_not_play_that_kind(plot: str, barred: str, card: str, do: str) -> None:
    for name in ("Ann", "Carl"):
        p = play([name, "Bea"], hands={0: [card]}, plots=[plot], coalitions={1: [VOLUNTEER]})
        assert bool(p.offers(do)) is (name != barred)


@pytest.mark.parametrize("gender", ["male", "female"])
def test_p7_c5_the_gender_that_was_chosen_counts(gender: str) -> None:
    p = play(["Brood Matriarch", "Carl"], hands={0: [BLOGGER]}, plots=[SCUM], genders={0: gender})
    assert bool(p.offers("follower")) is (gender == "female")


def test_p9_being_hit_is_no_play() -> None:
    p = play(["Carl", "Ann"], hands={0: [POST]}, plots=[PATRIARCHY], coalitions={1: [VOLUNTEER]})
    assert targets(p) == {(1, 1)}
