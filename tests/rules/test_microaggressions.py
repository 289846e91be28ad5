"""Microaggressions (M1 to M4)."""

from __future__ import annotations

from functools import partial

import pytest

from tests.position import PEOPLE, Position
from tests.rules.names import (
    BLOGGER,
    BROADCASTER,
    BUILD,
    CAUCUS,
    COFFEE,
    FROM,
    POST,
    STRIKER,
    STUDENT,
    TOXIC,
    VOLUNTEER,
    YARD_SIGN,
)

play = partial(Position, more=PEOPLE)

HATS = """
[microaggression.Smirk]
count = 2
alignments = ["politics", "diversity"]
[special.Heist]
play = { target = "opponent", do = [{ steal = 1, where = "anywhere" }] }
[special.Raid]
play = { target = "opponent", do = [{ destroy = "all", where = "anywhere" }] }
[special.Purge]
play = { target = "opponent", do = [{ destroy = 1, inert = "any" }] }
"""


def slots(p: Position, do: str, card: str) -> set[tuple[int, int]]:
    return {(c["seat"], c["slot"]) for c in p.offers(do, card=card)}


@pytest.mark.both
@pytest.mark.bounds
def test_m1_any_coalition_may_be_hit_the_own_too_and_a_follower_only_once() -> None:
    p = play(
        ["Ann", "Carl", "Bea"],
        hands={0: [POST]},
        coalitions={0: [VOLUNTEER], 1: [VOLUNTEER, f"{VOLUNTEER} @ 1", "> 1"], 2: [VOLUNTEER, f"{POST} > 1"]},
    )
    assert slots(p, "microaggression", POST) == {(0, 1), (1, 2)}


def test_m1_it_lies_on_the_follower_and_not_in_the_discard_pile() -> None:
    p = play(["Ann", "Carl"], hands={0: [POST]}, coalitions={1: [VOLUNTEER]})
    p.take("microaggression", card=POST, seat=1, slot=1)
    assert p.inert(1) == {1}
    assert p.discard() == []
    assert p.hand(0).count(POST) <= 1  # it left the hand; what was drawn up since is another card
    assert p.name(int(p.g.node_over[1, 1]) - 1) == POST


def test_m1_against_oneself_is_allowed() -> None:
    p = play(["Ann", "Carl"], hands={0: [POST]}, coalitions={0: [VOLUNTEER]})
    p.take("microaggression", card=POST, seat=0, slot=1)
    assert p.inert(0) == {1}
    assert p.points(0) == 0


def test_m2_the_alignment_must_be_one_of_the_followers() -> None:
    p = play(
        ["Ann", "Carl"],
        hands={0: [POST, COFFEE, FROM]},
        coalitions={1: [VOLUNTEER, STRIKER, BLOGGER, CAUCUS, BROADCASTER]},
    )
    assert slots(p, "microaggression", POST) == {(1, 1), (1, 4), (1, 5)}
    assert slots(p, "microaggression", COFFEE) == {(1, 2), (1, 4), (1, 5)}
    assert slots(p, "microaggression", FROM) == {(1, 5)}


def test_m2_c3_of_several_alignments_any_one_matches() -> None:
    p = play(
        ["Ann", "Carl"],
        more=PEOPLE + HATS,
        hands={0: ["Smirk"]},
        coalitions={1: [VOLUNTEER, STRIKER, STUDENT, f"{VOLUNTEER} @ 1", "> 4"]},
    )
    assert slots(p, "microaggression", "Smirk") == {(1, 1), (1, 3)}


def test_m2_the_crusader_needs_no_like_alignment() -> None:
    laid = [STRIKER, STUDENT, f"{STRIKER} @ 1", "> 3"]
    p = play(["Antifa Crusader", "Carl"], hands={0: [POST]}, coalitions={1: laid})
    assert slots(p, "microaggression", POST) == {(1, 1), (1, 2)}


def test_m2_the_crusaders_freedom_is_his_own_only() -> None:
    p = play(["Ann", "Antifa Crusader"], hands={0: [POST]}, coalitions={1: [STRIKER]})
    assert p.dos() == {"discard"}


@pytest.mark.both
def test_m3_an_inert_follower_is_worth_nothing_and_what_is_joined_to_it_still_counts() -> None:
    p = play(["Ann", "Carl"], hands={0: [POST]}, coalitions={1: [BROADCASTER, f"{VOLUNTEER} @ 1"]})
    assert p.points(1) == 4
    p.take("microaggression", card=POST, seat=1, slot=1)
    assert p.points(1) == 1
    assert p.followers(1) == {1: BROADCASTER, 2: VOLUNTEER}


def test_m3_nothing_is_joined_to_an_inert_follower() -> None:
    chain = [VOLUNTEER, f"{VOLUNTEER} @ 1"]
    free = play(["Ann", "Carl"], hands={0: [VOLUNTEER]}, coalitions={0: chain})
    assert {c["slot"] for c in free.offers("follower")} == {2}
    hit = play(["Ann", "Carl"], hands={0: [VOLUNTEER]}, coalitions={0: [*chain, "> 2"]})
    assert hit.offers("follower") == []


def test_m3_a_signal_makes_it_count_and_joinable_again() -> None:
    p = play(
        ["Ann", "Carl"],
        hands={0: [YARD_SIGN], 1: [VOLUNTEER]},
        coalitions={1: [VOLUNTEER, f"{POST} > 1"]},
    )
    assert p.points(1) == 0
    p.take("virtue signal", seat=1, slot=1)
    assert p.points(1) == 1
    assert {c["slot"] for c in p.offers("follower")} == {1}


def test_m4_an_inert_follower_is_neither_destroyed_nor_stolen() -> None:
    p = play(
        ["Ann", "Carl"],
        more=PEOPLE + HATS,
        hands={0: ["Heist", "Raid", BUILD]},
        coalitions={1: [BROADCASTER, "> 1"]},
    )
    assert p.dos() == {"discard"}


def test_m4_the_inert_one_is_left_standing_when_all_others_go() -> None:
    p = play(
        ["Ann", "Carl"], more=PEOPLE + HATS, hands={0: ["Raid"]}, coalitions={1: [VOLUNTEER, STRIKER, "> 1"]}
    )
    p.take("special", card="Raid", seat=1)
    while p.asks == ("victim", 0):
        p.take(**p.choices[0])
    assert p.followers(1) == {1: VOLUNTEER}
    assert p.inert(1) == {1}


def test_m4_a_defender_cannot_give_up_an_inert_follower() -> None:
    p = play(["Ann", "Carl"], hands={0: [TOXIC]}, coalitions={1: [VOLUNTEER, STRIKER, "> 1"]})
    p.take("special", card=TOXIC)
    assert {c["slot"] for c in p.choices} == {2}


def test_m4_a_card_may_say_otherwise() -> None:
    p = play(["Ann", "Carl"], more=PEOPLE + HATS, hands={0: ["Purge"]}, coalitions={1: [VOLUNTEER, "> 1"]})
    p.take("special", card="Purge", seat=1).take("victim", slot=1)
    assert p.followers(1) == {}


def test_m4_a_card_may_ask_for_inert_ones_alone() -> None:
    clean = '[special.Cleanse]\nplay = { target = "opponent", do = [{ destroy = 1, inert = true }] }\n'
    p = play(
        ["Ann", "Carl", "Bea"],
        more=PEOPLE + clean,
        hands={0: ["Cleanse"]},
        coalitions={1: [VOLUNTEER, STRIKER, "> 2"], 2: [VOLUNTEER]},
    )
    assert {c["seat"] for c in p.offers("special")} == {1}
    p.take("special", card="Cleanse", seat=1).take("victim", slot=2)
    assert p.followers(1) == {1: VOLUNTEER}


def test_m4_g6_an_orphan_goes_though_inert_with_what_lies_on_it() -> None:
    p = play(
        ["Ann", "Carl"],
        hands={0: [BUILD]},
        coalitions={1: [BROADCASTER, f"{VOLUNTEER} @ 1", f"{POST} > 2"]},
    )
    p.take("special", card=BUILD, seat=1).take("victim", slot=1)
    assert p.followers(1) == {}
    assert sorted(p.discard()) == sorted([BROADCASTER, VOLUNTEER, POST, BUILD])
