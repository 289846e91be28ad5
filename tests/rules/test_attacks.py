"""Destroying and stealing (D1 to D6)."""

from __future__ import annotations

from functools import partial

import pytest

from tests.position import PEOPLE, Position
from tests.rules.names import (
    BROADCASTER,
    BUILD,
    POST,
    SAFE_SPACE,
    SCUM,
    STRIKER,
    STUDENT,
    TOXIC,
    VOLUNTEER,
)

ATTACKS = """
[special]
Strike = { count = 2, play = { target = "opponent", do = [{ destroy = 1 }] } }
"Strike 3" = { play = { target = "opponent", do = [{ destroy = 3 }] } }
Rumour = { play = { target = "opponent", do = [{ destroy = 2, level = 1, where = "anywhere" }] } }
Storm = { play = { target = "everyone", do = [{ destroy = 1 }] } }
Uproot = { play = { target = "opponent", do = [{ destroy = 1, where = "anywhere" }] } }
Heist = { play = { target = "opponent", do = [{ steal = 1 }] } }
"Heist 2" = { play = { target = "opponent", do = [{ steal = 2 }] } }
"Heist 3" = { play = { target = "opponent", do = [{ steal = 3 }] } }
Scoop = { play = { target = "opponent", do = [{ steal = 2, level = 1 }] } }
Lift = { play = { target = "opponent", do = [{ steal = 1, where = "anywhere" }] } }
"Own goal" = { play = { target = "player", do = [{ steal = 1 }] } }
"""

# A narrow character has one dot, a stub closes the place on which it is laid, a link leaves one.
NARROW = """
schema = 1
name = "narrow"
[follower]
Link = { count = 6, dots = { ends = "politics" } }
Stub = { count = 6, dots = { top = "politics" } }
Fork = { count = 1, dots = { ends = "politics", sides = "politics" } }
Other = { count = 6, dots = { ends = "identity" } }
[microaggression]
Slight = { count = 4, alignments = "politics" }
[character]
Thief = { gender = "male", core = "politics", dots = { top = "politics" } }
Owner = { gender = "female", core = ["politics", "identity"], dots = { ends = "politics", sides = "identity" } }
Host = { gender = "female", core = "politics", dots = { ends = "politics", sides = "politics" } }
"""

play = partial(Position, more=PEOPLE + ATTACKS)
steal = partial(Position, deck=NARROW + ATTACKS)


def sets(p: Position) -> set[tuple[int, ...]]:
    assert p.asks[0] == "steal set"
    return {tuple(c["slots"]) for c in p.offers("set")}


def victims(p: Position) -> set[int]:
    assert p.asks[0] == "victim"
    return {c["slot"] for c in p.offers("victim")}


@pytest.mark.both
def test_d1_only_the_end_of_a_chain_can_go() -> None:
    chain = [VOLUNTEER, f"{VOLUNTEER} @ 1", STRIKER]
    p = play(["Ann", "Carl"], hands={0: ["Strike"]}, coalitions={1: chain})
    p.take("special", card="Strike", seat=1)
    assert victims(p) == {2, 3}
    p.take("victim", slot=2)
    assert p.followers(1) == {1: VOLUNTEER, 3: STRIKER}


def test_d1_a_card_may_say_anywhere_and_orphans_fall() -> None:
    chain = [VOLUNTEER, f"{VOLUNTEER} @ 1", STRIKER]
    p = play(["Ann", "Carl"], hands={0: ["Uproot"]}, coalitions={1: chain})
    p.take("special", card="Uproot", seat=1)
    assert victims(p) == {1, 2, 3}
    p.take("victim", slot=1)
    assert p.followers(1) == {3: STRIKER}


def test_d1_an_inert_follower_downstream_still_holds_the_one_before() -> None:
    chain = [VOLUNTEER, f"{VOLUNTEER} @ 1", "> 2"]
    p = play(["Ann", "Carl"], hands={0: ["Strike"]}, coalitions={1: chain})
    assert p.offers("special") == []


def test_d2_with_no_place_for_it_the_steal_is_not_allowed() -> None:
    laid = ["Link 0 top top", "Stub @ 1"]
    p = steal(["Thief", "Owner"], hands={0: ["Heist"]}, coalitions={0: laid, 1: ["Link"]})
    assert p.offers("special") == []
    p = steal(["Thief", "Owner"], hands={0: ["Heist"]}, coalitions={0: laid[:1], 1: ["Link"]})
    assert len(p.offers("special", card="Heist", seat=1)) == 1


def test_d2_the_place_must_suit_the_alignment() -> None:
    p = steal(["Thief", "Owner"], hands={0: ["Heist"]}, coalitions={1: ["Other", "Link"]})
    p.take("special", card="Heist", seat=1)
    assert sets(p) == {(2,)}


def test_d2_an_inert_follower_gives_no_place() -> None:
    p = steal(["Thief", "Owner"], hands={0: ["Heist"]}, coalitions={0: ["Link", "> 1"], 1: ["Link"]})
    assert p.offers("special") == []


def test_d2_nobody_steals_from_himself() -> None:
    p = steal(["Thief", "Owner"], hands={0: ["Own goal"]}, coalitions={0: ["Link"], 1: ["Link"]})
    assert {c["seat"] for c in p.offers("special")} == {1}


@pytest.mark.both
@pytest.mark.bounds
def test_d2_the_stolen_follower_changes_coalition_and_its_points() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Heist"]}, coalitions={1: [BROADCASTER]})
    p.take("special", card="Heist", seat=1).take("set", slots=[1])
    assert p.asks == ("steal place", 0)
    p.take("place", card=BROADCASTER)
    assert (p.points(0), p.points(1)) == (3, 0)
    assert p.followers(0) == {1: BROADCASTER}
    assert p.discard() == ["Heist"]


def test_d3_destroying_several_exposes_the_next() -> None:
    chain = [VOLUNTEER, f"{VOLUNTEER} @ 1", f"{VOLUNTEER} @ 2", f"{VOLUNTEER} @ 3"]
    p = play(["Ann", "Carl"], hands={0: ["Strike 3"]}, coalitions={1: chain})
    p.take("special", card="Strike 3", seat=1)
    for slot in (4, 3, 2):
        assert victims(p) == {slot}
        p.take("victim", slot=slot)
    assert p.followers(1) == {1: VOLUNTEER}


def test_d3_stealing_several_exposes_the_next() -> None:
    p = steal(
        ["Thief", "Owner"],
        hands={0: ["Heist 2"]},
        coalitions={1: ["Link 0 top top", "Link @ 1", "Link 0 bottom top"]},
    )
    p.take("special", card="Heist 2", seat=1)
    assert sets(p) == {(1, 2), (2, 3)}  # 1 and 3 would leave 2 an orphan


@pytest.mark.parametrize("geometry", ["table", "abstract"])
def test_d3_several_with_one_place_too_few_are_not_offered(geometry: str) -> None:
    p = steal(
        ["Thief", "Owner"],
        rules={"geometry": geometry},
        hands={0: ["Heist 2", "Heist"]},
        coalitions={1: ["Stub", "Stub"]},
    )
    assert p.cards("special") == {"Heist"}


def test_d3_only_sets_that_can_all_be_laid_are_offered() -> None:
    p = steal(["Thief", "Owner"], hands={0: ["Heist 2"]}, coalitions={1: ["Stub 0 top top", "Stub", "Other"]})
    assert p.offers("special") == []
    p = steal(
        ["Thief", "Owner"],
        hands={0: ["Heist 2"]},
        coalitions={1: ["Stub 0 top top", "Other", "Link 0 bottom top"]},
    )
    p.take("special", card="Heist 2", seat=1)
    assert sets(p) == {(1, 3)}


@pytest.mark.both
@pytest.mark.parametrize("geometry", ["table", "abstract"])
def test_d3_the_captured_cards_are_arranged_freely_so_that_all_find_a_place(geometry: str) -> None:
    p = steal(
        ["Thief", "Owner"],
        rules={"geometry": geometry},
        hands={0: ["Heist 2"]},
        coalitions={1: ["Stub 0 top top", "Link 0 bottom top"]},
    )
    p.take("special", card="Heist 2", seat=1).take("set", slots=[1, 2])
    assert p.cards("place") == {"Link"}  # the stub first would leave no place for the link
    p.take("place", card="Link")
    assert {(c["card"], c["slot"]) for c in p.offers("place")} == {("Stub", 1)}
    p.take("place", card="Stub")
    assert p.followers(0) == {1: "Link", 2: "Stub"}
    assert p.points(0) == 2


def test_d3_three_are_laid_in_any_order_that_leaves_room() -> None:
    p = steal(
        ["Thief", "Owner"],
        hands={0: ["Heist 3"]},
        coalitions={1: ["Link 0 top top", "Stub @ 1", "Link 0 bottom top"]},
    )
    p.take("special", card="Heist 3", seat=1)
    assert sets(p) == {(1, 2, 3)}
    p.take("set", slots=[1, 2, 3])
    assert p.cards("place") == {"Link"}
    p.take("place").take("place", card="Link").take("place", card="Stub")
    assert sorted(p.followers(0).values()) == ["Link", "Link", "Stub"]
    assert p.followers(1) == {}


def test_d3_three_with_a_place_for_the_last_one_first_alone_are_offered() -> None:
    """Two stubs and a fork, on which both stubs find a place: whichever is named last must be tried first too."""
    for laid in (["Fork", "Stub", "Stub"], ["Stub", "Fork", "Stub"], ["Stub", "Stub", "Fork"]):
        p = steal(["Thief", "Host"], hands={0: ["Heist 3"]}, coalitions={1: _around(laid)})
        p.take("special", card="Heist 3", seat=1)
        assert sets(p) == {(1, 2, 3)}


def _around(names: list[str]) -> list[str]:
    """Three followers around the character, each an end of its chain."""
    return [f"{name} 0 {edge} top" for name, edge in zip(names, ("top", "bottom", "left"), strict=True)]


@pytest.mark.both
def test_d4_global_each_owner_chooses_from_the_actors_left_one_after_another() -> None:
    pair = [VOLUNTEER, STRIKER]
    p = play(
        ["Ann", "Carl", "Bea", "Dan"],
        hands={1: ["Storm"]},
        coalitions=dict.fromkeys(range(4), pair),
        turn=1,
    )
    p.take("special", card="Storm")
    for k, s in enumerate((2, 3, 0, 1)):
        assert p.asks == ("victim", s)
        assert {c["seat"] for c in p.choices} == {s}
        assert sum(p.points(q) for q in range(4)) == 8 - k  # what was chosen before is done
        p.take("victim", follower=STRIKER)
    assert all(p.followers(s) == {1: VOLUNTEER} for s in range(4))


def test_d4_global_is_what_the_card_says_with_two_players_too() -> None:
    p = play(["Ann", "Carl"], hands={0: [TOXIC]}, coalitions={1: [VOLUNTEER, STRIKER]})
    p.take("special", card=TOXIC)
    assert p.asks == ("victim", 1)


def test_d4_personal_the_attacker_chooses() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Strike"]}, coalitions={1: [VOLUNTEER, STRIKER]})
    p.take("special", card="Strike", seat=1)
    assert p.asks == ("victim", 0)


def test_d5_as_many_as_can_go() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Strike 3"]}, coalitions={1: [VOLUNTEER, STUDENT, STRIKER, "> 3"]})
    p.take("special", card="Strike 3", seat=1).take("victim", slot=1).take("victim", slot=2)
    assert p.followers(1) == {3: STRIKER}
    assert p.turn == 1  # and the turn went on


def test_d5_a_personal_one_needs_something_that_can_go() -> None:
    p = play(
        ["Ann", "Carl", "Bea"],
        hands={0: ["Strike", BUILD]},
        coalitions={1: [VOLUNTEER, "> 1"], 2: [VOLUNTEER]},
    )
    assert {(c["card"], c["seat"]) for c in p.offers("special")} == {("Strike", 2)}


def test_d5_a_global_one_can_always_be_played() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Storm", TOXIC]}, coalitions={})
    assert p.cards("special") == {"Storm", TOXIC}
    p.take("special", card="Storm")
    assert p.turn == 1


def test_d5_a_steal_of_more_than_can_go_takes_those_that_can() -> None:
    p = steal(
        ["Thief", "Owner"],
        hands={0: ["Heist 3"]},
        coalitions={1: ["Link 0 top top", "Link 0 bottom top", "> 2"]},
    )
    p.take("special", card="Heist 3", seat=1)
    assert sets(p) == {(1,)}


def test_d5_room_is_no_reason_to_steal_fewer() -> None:
    """Two could go but only one has a place: nothing is offered, though a steal of one would be."""
    p = steal(["Thief", "Owner"], hands={0: ["Heist 3", "Heist"]}, coalitions={1: ["Stub", "Stub"]})
    assert p.cards("special") == {"Heist"}


def test_d5_what_is_protected_cannot_go() -> None:
    p = play(
        ["Ann", "Soy Boy"], hands={0: ["Heist 2"]}, coalitions={1: [STUDENT, "Public Broadcaster", STUDENT]}
    )
    p.take("special", card="Heist 2", seat=1)
    assert sets(p) == {(2,)}


def test_d5_a_filter_on_the_followers_holds_for_each_that_is_stolen() -> None:
    p = play(
        ["Ann", "Carl"], hands={0: ["Scoop"]}, coalitions={1: [VOLUNTEER, STRIKER, f"{BROADCASTER} @ 0"]}
    )
    p.take("special", card="Scoop", seat=1)
    assert sets(p) == {(1, 2)}


def test_d6_destroyed_followers_and_what_lay_on_them_are_discarded() -> None:
    p = play(
        ["Ann", "Carl"],
        hands={0: ["Rumour"]},
        coalitions={1: [VOLUNTEER, f"{VOLUNTEER} @ 1", f"{POST} > 2", STRIKER]},
    )
    p.take("special", card="Rumour", seat=1).take("victim", slot=1)
    assert p.followers(1) == {3: STRIKER}
    p.take("victim", slot=3)
    assert sorted(p.discard()) == sorted([VOLUNTEER, VOLUNTEER, POST, STRIKER, "Rumour"])


def test_d6_a_stolen_follower_is_never_inert_and_what_it_orphans_is_destroyed() -> None:
    p = play(
        ["Ann", "Carl"],
        hands={0: ["Lift"]},
        coalitions={1: [VOLUNTEER, f"{VOLUNTEER} @ 1", f"{POST} > 2", STRIKER, "> 3"]},
    )
    p.take("special", card="Lift", seat=1)
    assert sets(p) == {(1,)}
    p.take("set", slots=[1]).take("place")
    assert p.inert(0) == set()
    assert p.followers(1) == {3: STRIKER}
    assert sorted(p.discard()) == sorted([VOLUNTEER, POST, "Lift"])


def test_d6_w2_a_steal_can_win() -> None:
    p = play(
        ["Ann", "Carl"],
        rules={"points_to_win": 3},
        hands={0: ["Heist"]},
        coalitions={1: [BROADCASTER, "> 1"]},
    )
    assert p.offers("special") == []
    p = play(
        ["Ann", "Carl"], hands={0: ["Heist"]}, coalitions={0: [STRIKER], 1: [BROADCASTER]}, bonus={0: 11}
    )
    p.take("special", card="Heist", seat=1).take("set", slots=[1]).take("place")
    assert (p.result, p.winner) == ("won", 0)


def test_d2_p7_a_steal_is_no_play_of_a_follower() -> None:
    p = play(["Carl", "Ann"], hands={0: ["Heist", STRIKER]}, coalitions={1: [VOLUNTEER]}, plots=[SCUM])
    assert p.offers("follower") == []
    p.take("special", card="Heist", seat=1).take("set", slots=[1]).take("place")
    assert p.followers(0) == {1: VOLUNTEER}


def test_d4_x1_the_victim_of_a_personal_one_is_chosen_after_the_reaction() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Heist 2"], 1: [SAFE_SPACE]}, coalitions={1: [VOLUNTEER, STRIKER]})
    p.take("special", card="Heist 2", seat=1)
    assert p.asks == ("reaction", 1)
    p.take("no")
    assert p.asks == ("steal set", 0)
