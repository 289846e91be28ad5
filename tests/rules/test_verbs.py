"""The verbs move, take, give, swap, either, and what lies with characters (LANGUAGE section 2): one test for a word."""

from __future__ import annotations

from functools import partial

import pytest

from tests.position import PEOPLE, Position

MORE = """
[follower]
Pol = { count = 12, dots = { ends = "politics" } }
Eco = { count = 9, dots = { ends = "economics" } }
Mix = { count = 6, dots = { top = "politics", bottom = "economics" } }
[microaggression]
Slur = { count = 3, alignments = "politics" }
[artifact]
Horn = { count = 3, action = { per_turn = 1, uses_action = false, do = [{ points = 1 }] } }
Bell = { count = 3, while = [{ hand_size = "+1" }] }
[special.Poll]
play.target = "others"
play.do = [{ either = [{ discard = 1 }, [{ draw = 1 }, { destroy = 1 }]], choose = "owner" }]
[house_rule]
"No drawing at the end of a turn" = { while = [{ draw_limit = 0 }] }
[special]
Tidy = { play.do = [{ move = 1 }] }
Shake = { play = { target = "player", do = [{ move = 2, where = "anywhere", inert = "any" }] } }
Stir = { play = { target = "others", do = [{ move = 1, choose = "owner" }] } }
Filch = { count = 2, play = { target = "opponent", do = [{ take = 1 }] } }
Frisk = { play = { target = "opponent", do = [{ take = 1, choose = "self", kind = "follower" }] } }
Beg = { play = { target = "opponent", do = [{ take = 1, choose = "owner" }] } }
Loot = { play = { target = "opponent", do = [{ take = "all", kind = "follower" }] } }
Dig = { play.do = [{ take = 1, from = "discard pile", kind = "special" }] }
Seek = { play.do = [{ take = 1, from = "draw pile", card = "Horn", up_to = true }] }
Lure = { play = { target = "player", do = [{ take = 1, from = "coalition", where = "anywhere", inert = "any" }] } }
Recall = { play = { target = "others", do = [{ take = 1, from = "coalition", into = "owner's hand" }] } }
Alms = { play = { target = "opponent", do = [{ give = 2 }] } }
Gifts = { play = { target = "others", do = [{ give = 1, kind = "follower" }] } }
Dump = { play = { target = "opponent", do = [{ give = "all", kind = "special" }] } }
Trade = { play = { target = "opponent", do = [{ look = "hand" }, { swap = "hands" }] } }
Round = { play = { target = "others", do = [{ swap = "hands" }] } }
Circle = { play = { target = "everyone", do = [{ swap = "hands", only = "hand > 0" }] } }
Burgle = { play = { target = "opponent", do = [{ steal = 2, kind = "artifact" }] } }
Smash = { play = { target = "opponent", do = [{ clear = 1, kind = "artifact" }] } }
Lift = { play = { target = "player", do = [{ clear = "all", kind = "special" }] } }
Hush = { play = { target = "opponent", do = [{ either = [{ discard = 2 }, { destroy = 1 }], choose = "owner" }] } }
Whim = { play.do = [{ either = [{ draw = 1 }, { points = 1 }, { points = 2 }], choose = "random" }] }
Deal = { play.do = [{ either = [{ destroy = 1 }, { either = [{ steal = 1 }, { skip = 1 }] }], target = "opponent" }] }
Sack = { play = { target = "opponent", do = [{ either = [{ skip = 1 }, { discard = 1 }], choose = "owner" }] } }
"""
play = partial(Position, more=PEOPLE + MORE, rest="discard")


def on(p: Position, s: int, slot: int) -> set[int]:
    """Slots of the cards to which a follower is joined."""
    return {int(k) - 1 for k in p.g.node_next[s, slot] if k}


# --- move ---


@pytest.mark.both
def test_move_lays_a_follower_elsewhere_in_the_same_coalition() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Tidy"]}, coalitions={0: ["Mix 0 top top", "Eco 0 right top"]})
    p.take("special", card="Tidy")
    assert p.asks == ("victim", 0)
    p.take("victim", slot=2)
    assert p.asks == ("move place", 0)
    assert {(c["slot"], c["edge"]) for c in p.offers("place")} == {(1, "bottom")}  # not where it lies
    p.take("place", slot=1)
    assert on(p, 0, 2) == {1}
    assert p.followers(0) == {1: "Mix", 2: "Eco"}
    assert p.points(0) == 3


def test_move_is_not_possible_with_no_other_place() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Tidy"]}, coalitions={0: ["Pol 0 top top", "Eco 0 right top"]})
    assert p.cards("special") == set()


def test_move_makes_orphans_fall_and_takes_along_what_lies_on_it() -> None:
    """G6: what hung on it falls once it lies elsewhere; it stays inert under its card."""
    coalition = ["Mix 0 top top", "Eco 1 bottom top", "Eco 0 right top", "Slur > 1"]
    p = play(["Ann", "Carl"], hands={0: ["Shake"]}, coalitions={0: coalition})
    p.take("special", card="Shake", seat=0)
    p.take("victim", slot=1)
    assert {c["slot"] for c in p.offers("place")} == {3}  # never on what it orphans
    p.take("place", slot=3)
    assert p.followers(0) == {1: "Mix", 3: "Eco"}
    assert (p.inert(0), on(p, 0, 1)) == ({1}, {3})
    assert p.discard().count("Eco") == 7 + 1


def test_move_moves_each_follower_once() -> None:
    coalition = ["Mix 0 top top", "Eco 0 right top", "Eco @ 2"]
    p = play(["Ann", "Carl"], hands={0: ["Shake"]}, coalitions={1: coalition})
    p.take("special", card="Shake", seat=1)
    p.take("victim", slot=3).take("place", slot=1)
    assert {c["slot"] for c in p.offers("victim")} == {1, 2}
    p.take("victim", slot=2)
    assert p.asks == ("move place", 0)


def test_move_by_the_owner_is_chosen_by_each_owner_in_turn() -> None:
    """D4: global, each from the acting player's left; who cannot is passed over."""
    both = ["Mix 0 top top", "Eco 0 right top"]
    p = play(
        ["Ann", "Carl", "Bea", "Dan"],
        hands={0: ["Stir"]},
        coalitions={1: both, 2: ["Pol 0 top top"], 3: both},
    )
    p.take("special", card="Stir")
    assert p.asks == ("victim", 1)
    p.take("victim", slot=1)
    assert p.asks == ("move place", 1)
    p.take("place")
    assert p.asks == ("victim", 3)


# --- take ---


@pytest.mark.both
def test_take_from_a_hand_is_by_chance() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Filch"], 1: ["Pol", "Eco"]})
    p.take("special", card="Filch", seat=1)
    assert p.turn == 1
    assert sorted(p.hand(0) + p.hand(1)) == ["Eco", "Pol"]
    assert len(p.hand(0)) == 1
    assert p.stepper.work.n_effects == 1  # one number was drawn


def test_take_can_do_nothing_to_an_empty_hand() -> None:
    p = play(["Ann", "Carl", "Bea"], hands={0: ["Filch"], 1: ["Pol"]})
    assert [c["seat"] for c in p.offers("special")] == [1]


def test_take_chosen_by_self_shows_the_hand() -> None:
    """N1: self sees the whole hand, and remembers what is left in it."""
    p = play(["Ann", "Carl"], hands={0: ["Frisk"], 1: ["Pol", "Pol", "Eco", "Filch"]})
    p.take("special", card="Frisk", seat=1)
    assert p.asks == ("card", 0)
    assert [c["card"] for c in p.offers("card")] == ["Pol", "Eco"]
    p.take("card", card="Eco")
    assert p.hand(0) == ["Eco"]
    assert sorted(p.name(c) for c in p._pile(p.g.known[0])) == ["Filch", "Pol", "Pol"]


def test_take_chosen_by_the_owner() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Beg"], 1: ["Pol", "Eco"]})
    p.take("special", card="Beg", seat=1)
    assert p.asks == ("card", 1)
    p.take("card", card="Pol")
    assert (p.hand(0), p.hand(1)) == (["Pol"], ["Eco"])


def test_take_all_asks_nobody() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Loot"], 1: ["Pol", "Eco", "Filch"]})
    p.take("special", card="Loot", seat=1)
    assert (p.hand(0), p.hand(1)) == (["Pol", "Eco"], ["Filch"])


def test_take_from_the_discard_pile() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Dig"]}, discard=["Filch", "Alms", "Pol"], rest="draw")
    p.take("special", card="Dig")
    assert [c["card"] for c in p.offers("card")] == ["Filch", "Alms"]
    p.take("card", card="Alms")
    assert "Alms" in p.hand(0)
    assert p.discard() == ["Pol", "Filch", "Dig"]


@pytest.mark.both
@pytest.mark.parametrize("choice", ["card", "stop"])
def test_take_from_the_draw_pile_shuffles_it(choice: str) -> None:
    """Searched in vain it is shuffled too."""
    p = play(["Ann", "Carl"], hands={0: ["Seek"]}, draw=["Pol", "Horn", "Eco"])
    p.g.known_top[1] = 2
    p.take("special", card="Seek")
    assert [c["card"] for c in p.offers("card")] == ["Horn"]
    p.take(choice)
    assert p.g.shuffles == 1
    assert p.g.known_top[1] == 0
    assert ("Horn" in p.hand(0)) == (choice == "card")
    assert sorted(p.draw_pile()) == (["Eco", "Pol"] if choice == "card" else ["Eco", "Horn", "Pol"])


def test_take_from_the_draw_pile_lists_by_number_whatever_the_order() -> None:
    """N1: like cards once, so no order shows."""
    kinds = []
    for draw in (["Horn", "Pol", "Horn"], ["Pol", "Horn", "Horn"]):
        p = play(["Ann", "Carl"], hands={0: ["Seek"]}, draw=draw)
        p.take("special", card="Seek")
        kinds.append(p.stepper.choices)
    assert kinds[0] == kinds[1]


def test_take_from_a_coalition_frees_what_lay_on_it() -> None:
    """What lay on the follower is discarded, orphans fall (G6); it may be one's own."""
    coalition = ["Mix 0 top top", "Eco 1 bottom top", "Slur > 1"]
    p = play(["Ann", "Carl"], hands={0: ["Lure"]}, coalitions={1: coalition}, rest="draw")
    p.take("special", card="Lure", seat=1)
    p.take("victim", slot=1)
    assert (p.hand(0), p.followers(1)) == (["Mix"], {})
    assert p.discard() == ["Eco", "Slur", "Lure"]


def test_take_into_the_owners_hand() -> None:
    """Global: each owner gets one back, named by self; of end-of-chain ones only."""
    p = play(
        ["Ann", "Carl", "Bea"],
        hands={0: ["Recall"]},
        coalitions={1: ["Pol 0 top top", "Pol @ 1"], 2: ["Eco 0 right top"]},
    )
    p.take("special", card="Recall")
    assert p.asks == ("victim", 0)
    p.take("victim", seat=1, slot=2)
    p.take("victim", seat=2, slot=1)
    assert [p.hand(s) for s in range(3)] == [[], ["Pol"], ["Eco"]]
    assert p.points(1) == 1


# --- give ---


def test_give_is_chosen_by_self() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Alms", "Pol", "Eco", "Filch"]})
    p.take("special", card="Alms", seat=1)
    assert p.asks == ("card", 0)
    p.take("card", card="Eco").take("card", card="Filch")
    assert (p.hand(0), p.hand(1)) == (["Pol"], ["Eco", "Filch"])


def test_give_to_each_in_turn_as_many_as_there_are() -> None:
    p = play(["Ann", "Carl", "Bea", "Dan"], hands={0: ["Gifts", "Pol", "Eco"]})
    p.take("special", card="Gifts")
    p.take("card", card="Eco").take("card", card="Pol")
    assert [p.hand(s) for s in (1, 2, 3)] == [["Eco"], ["Pol"], []]


def test_give_all_asks_nobody() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Dump", "Pol", "Filch", "Alms"]})
    p.take("special", card="Dump", seat=1)
    assert (p.hand(0), p.hand(1)) == (["Pol"], ["Filch", "Alms"])


def test_give_needs_a_card_to_give() -> None:
    """A card being played has left the hand."""
    p = play(["Ann", "Carl"], hands={0: ["Alms"]})
    assert p.cards("special") == set()


# --- swap ---


def test_more_of_one_kind_any_number_of_times_in_a_turn() -> None:
    """A power that gives two for the one that it costs, used forty times: forty more are left than at first."""
    busy = "[character.Busy]\ngender = 'male'\ncore = ['politics']\naction.do = [{ more = 2 }]\n"
    p = Position(["Busy", "Ann"], more=PEOPLE + busy, hands={0: ["Campaign Volunteer"]})
    for _ in range(40):
        p.take("power")
    assert int(p.g.error) == 0
    assert int(p.g.extra_n[: int(p.g.n_extra)].sum()) - int(p.g.f_left[0]) == 80 - 40
    assert p.offers("power")


def test_swap_exchanges_hands_and_nobody_knows_them_any_more() -> None:
    """N1: what was seen is no longer where it was seen."""
    p = play(["Ann", "Carl"], hands={0: ["Trade", "Eco"], 1: ["Pol", "Mix"]})
    p.take("special", card="Trade", seat=1)
    assert (p.hand(0), p.hand(1)) == (["Pol", "Mix"], ["Eco"])
    assert p._pile(p.g.known[0]) == []


@pytest.mark.both
def test_swap_of_others_goes_round_with_self() -> None:
    """Each hand goes to the next of them in turn order."""
    p = play(["Ann", "Carl", "Bea"], hands={0: ["Pol"], 1: ["Round", "Eco"], 2: ["Mix"]}, turn=1)
    p.take("special", card="Round")
    assert [p.hand(s) for s in range(3)] == [["Mix"], ["Pol"], ["Eco"]]


def test_swap_of_everyone_goes_round_those_whom_only_admits() -> None:
    p = play(["Ann", "Carl", "Bea"], hands={0: ["Circle", "Pol"], 2: ["Mix"]})
    p.take("special", card="Circle")
    assert [p.hand(s) for s in range(3)] == [["Mix"], [], ["Pol"]]


# --- what lies with characters ---


def test_steal_of_artifacts_brings_them_to_selfs_character() -> None:
    """Fewer than two: all those; its power is the thief's from now on."""
    p = play(["Ann", "Carl"], hands={0: ["Burgle", "Pol"]}, lying={1: ["Horn"]})
    p.take("special", card="Burgle", seat=1)
    p.take("card", card="Horn")
    assert (p.lying(0), p.lying(1)) == (["Horn"], [])
    assert p.cards("power") == {"Horn"}


def test_steal_of_artifacts_needs_one_and_lists_like_ones_once() -> None:
    p = play(["Ann", "Carl", "Bea"], hands={0: ["Burgle"]}, lying={0: ["Bell"], 1: ["Bell", "Horn", "Bell"]})
    assert [c["seat"] for c in p.offers("special")] == [1]
    p.take("special", card="Burgle", seat=1)
    assert sorted(c["card"] for c in p.offers("card")) == ["Bell", "Horn"]


def test_clear_of_artifacts_discards_one() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Smash"]}, lying={1: ["Bell", "Horn"]}, rest="draw")
    p.take("special", card="Smash", seat=1)
    p.take("card", card="Bell")
    assert p.lying(1) == ["Horn"]
    assert p.discard() == ["Bell", "Smash"]


def test_clear_of_specials_discards_those_that_lie_there() -> None:
    fog = '[special.Fog]\ncount = 2\nlasts = 3\nwhile = [{ hand_size = "-1" }]\n'
    p = Position(
        ["Ann", "Carl"], more=PEOPLE + MORE + fog, hands={0: ["Lift"]}, lying={1: ["Fog", "Bell", "Fog"]}
    )
    assert [c["seat"] for c in p.offers("special")] == [1]
    p.take("special", card="Lift", seat=1)
    assert p.lying(1) == ["Bell"]
    assert p.discard().count("Fog") == 2


# --- either ---


@pytest.mark.both
def test_either_offers_the_owner_what_can_be_done() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Hush"], 1: ["Pol", "Eco"]}, coalitions={1: ["Pol 0 top top"]})
    p.take("special", card="Hush", seat=1)
    assert p.asks == ("option", 1)
    assert [c["aux"] for c in p.offers("option")] == [0, 1]
    p.take("option", aux=1)
    assert p.asks == ("victim", 0)  # a personal destruction: self picks
    p.take("victim")
    assert (p.hand(1), p.followers(1)) == (["Pol", "Eco"], {})


def test_either_offers_no_option_that_can_do_nothing() -> None:
    p = play(["Ann", "Carl", "Bea"], hands={0: ["Hush"], 1: ["Pol"]})
    assert [c["seat"] for c in p.offers("special")] == [1]  # with neither it cannot be played
    p.take("special", card="Hush", seat=1)
    assert [c["aux"] for c in p.offers("option")] == [0]


def test_either_is_done_to_each_target_in_turn() -> None:
    """Each owner chooses; a list of steps is done one after another, to the one who chose."""
    p = play(
        ["Ann", "Carl", "Bea"],
        hands={0: ["Poll"], 1: ["Pol"], 2: ["Eco"]},
        coalitions={2: ["Pol 0 top top"]},
        draw=["Mix"],
    )
    p.take("special", card="Poll")
    assert p.asks == ("option", 1)
    p.take("option", aux=0).take("card", card="Pol")
    assert p.asks == ("option", 2)
    p.take("option", aux=1)
    assert (p.asks, p.hand(2)) == (("victim", 2), ["Eco", "Mix"])  # global: the owner picks (D4)
    p.take("victim")
    assert p.followers(2) == {}


def test_either_by_chance_asks_nobody() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Whim"]}, draw=["Pol"])
    p.take("special", card="Whim")
    assert p.turn == 1
    assert (p.hand(0), p.points(0)) in ((["Pol"], 0), ([], 1), ([], 2))
    assert p.stepper.work.n_effects == 1


def test_either_has_a_target_of_its_own_and_options_within_options() -> None:
    """Whom an inner step is done to is the target of the `either` around it."""
    p = play(["Ann", "Carl", "Bea"], hands={0: ["Deal"]}, coalitions={2: ["Pol 0 top top"]})
    p.take("special", card="Deal")
    assert {c["seat"] for c in p.offers("player")} == {1, 2}
    p.take("player", seat=2).take("option", aux=1)
    assert [c["aux"] for c in p.offers("option")] == [0, 1]
    p.take("option", aux=0).take("set", seat=2)
    p.take("place")
    assert (p.followers(0), p.followers(2)) == ({1: "Pol"}, {})


def test_either_within_a_job_is_the_job() -> None:
    """X2: the special of a personal target that makes skip one turn lies there itself, in an option too."""
    p = play(["Ann", "Carl"], hands={0: ["Sack"], 1: ["Pol"]}, rest="draw")
    p.take("special", card="Sack", seat=1)
    p.take("option", aux=0)
    assert p.jobs(1) == 0  # already worked off: it was that player's turn
    assert p.discard() == ["Sack"]
