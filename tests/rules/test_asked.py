"""The step keys may, chance, choose = "random", up_to and per; names and copies; costs (LANGUAGE sections 1 and 2)."""

from __future__ import annotations

from functools import partial

import pytest

from tests.position import PEOPLE, Position
from vs_sim.cards import DeckError, load_deck_text

MORE = """
[follower]
Pol = { count = 12, dots = { ends = "politics" } }
Eco = { count = 9, dots = { ends = "economics" } }
Mix = { count = 6, dots = { top = "politics", bottom = "economics" } }
Dear = { dots = { ends = "politics" }, play = { cost = [{ discard = 1 }], do = [{ points = 2 }] } }
Sly = { dots = { ends = "politics" }, play = { target = "opponent", if = "hand > 0", do = [{ discard = 1 }] } }
[microaggression]
Slur = { count = 3, alignments = "politics" }
[plot]
Gate = { count = 2, play.names = "alignment", while = [{ forbid = "join", alignment = "named" }] }
Ban = { play.names = "alignment", while = [{ forbid = "microaggression", alignment = "named" }] }
Ear = { play.names = "alignment", on = [{ event = "card_played", alignment = "named", do = [{ points = 1 }] }] }
[artifact]
Horn = { count = 2 }
Shield = { play.names = "alignment", while = [{ protect = "destroy", alignment = "named" }] }
[house_rule]
"No drawing at the end of a turn" = { while = [{ draw_limit = 0 }] }
[special]
Offer = { play = { target = "opponent", do = [{ draw = 1, target = "self", may = true }, { destroy = 1, may = true }] } }
Guest = { play.do = [{ draw = 1, target = "opponent", may = true }] }
Coin = { count = 2, play.do = [{ points = 1, chance = 50 }, { points = 1, chance = 50 }, { points = 1, chance = 50 }] }
Sure = { play = { target = "opponent", do = [{ destroy = 1, chance = 99 }, { destroy = 1, chance = 1 }] } }
Rob = { play = { target = "opponent", do = [{ steal = 1, choose = "random" }] } }
Yield = { play = { target = "opponent", do = [{ steal = 1, choose = "owner", up_to = true }] } }
Jolt = { play = { target = "opponent", do = [{ move = 1, choose = "random" }] } }
Pinch = { play = { target = "opponent", do = [{ clear = 1, kind = "artifact", choose = "random" }] } }
Drink = { play.do = [{ draw = 3, up_to = true }] }
Spare = { play = { target = "opponent", do = [{ take = 2, choose = "self", up_to = true }, { give = 2, up_to = true }] } }
Grab = { play = { target = "opponent", do = [{ take = 1, choose = "self", per = "followers" }] } }
Fine = { play = { target = "opponent", do = [{ points = -1, per = "hand" }] } }
Feud = { play = { cost = [{ destroy = 2 }], target = "opponent", do = [{ destroy = 2 }] } }
Root = { play = { cost = [{ destroy = 2, where = "anywhere" }], do = [{ points = 3 }] } }
Debt = { play = { cost = [{ points = -2 }, { skip = 1 }], do = [{ draw = 2 }] } }
Both = { play = { cost = [{ discard = 1 }, { discard = 1, kind = "plot" }], do = [{ points = 1 }] } }
Guard = { reaction.cancels = ["Feud", "Purge"] }
Purge = { count = 2, play = { names = "alignment", target = "player", do = [{ destroy = 2, alignment = "named" }] } }
Raid = { play = { target = "opponent", do = [{ destroy = 1 }] } }
Echo = { count = 3, play.copies = "special" }
"""
play = partial(Position, more=PEOPLE + MORE, rest="discard")


# --- may, chance ---


@pytest.mark.both
def test_may_asks_self_first_and_only_for_what_can_be_done() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Offer"]}, draw=["Pol"])
    p.take("special", card="Offer", seat=1)
    assert (p.asks, p.dos()) == (("may", 0), {"yes", "no"})
    p.take("yes")
    assert p.hand(0) == ["Pol"]
    assert p.turn == 1  # there was nothing to destroy


def test_may_is_refused_with_no() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Offer"]}, coalitions={1: ["Pol 0 top top"]}, draw=["Pol"])
    p.take("special", card="Offer", seat=1).take("no").take("no")
    assert (p.hand(0), p.followers(1)) == ([], {1: "Pol"})


def test_may_comes_before_the_target_of_the_step() -> None:
    p = play(["Ann", "Carl", "Bea"], hands={0: ["Guest"]}, draw=["Pol"])
    p.take("special", card="Guest")
    assert p.asks == ("may", 0)
    p.take("yes")
    assert p.asks == ("target", 0)
    p.take("player", seat=2)
    assert p.hand(2) == ["Pol"]


def test_chance_is_thrown_for_each_step() -> None:
    """With even chances every number of points comes up."""
    points = set()
    for seed in range(20):
        p = play(["Ann", "Carl"], hands={0: ["Coin"]}, seed=seed)
        p.take("special", card="Coin")
        assert p.stepper.work.n_effects == 3
        points.add(p.points(0))
    assert points == {0, 1, 2, 3}


@pytest.mark.both
def test_chance_of_99_is_done_and_of_1_is_not() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Sure"]}, coalitions={1: ["Pol 0 top top", "Pol @ 1"]})
    p.take("special", card="Sure", seat=1).take("victim")
    assert p.followers(1) == {1: "Pol"}


# --- choose = "random" ---


@pytest.mark.both
def test_random_steal_asks_for_the_place_only() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Rob"]}, coalitions={1: ["Pol 0 top top", "Eco 0 right top"]})
    p.take("special", card="Rob", seat=1)
    assert p.asks == ("steal place", 0)
    p.take("place")
    assert len(p.followers(0)) == len(p.followers(1)) == 1


def test_random_move_asks_nothing() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Jolt"]}, coalitions={1: ["Mix 0 top top", "Eco 0 right top"]})
    p.take("special", card="Jolt", seat=1)
    assert p.turn == 1
    assert p.stepper.work.n_effects == 2  # the follower and the place
    assert 0 not in {
        int(k) - 1 for s in (1, 2) for k in p.g.node_next[1, s] if k and int(p.g.node_far[1, s]) == 2
    }


def test_random_clear_asks_nothing() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Pinch"]}, lying={1: ["Horn", "Shield", "Horn"]}, rest="draw")
    p.take("special", card="Pinch", seat=1)
    assert len(p.lying(1)) == 2
    assert p.turn == 1


# --- up_to, per ---


def test_up_to_lets_the_owner_keep_what_would_be_stolen() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Yield"]}, coalitions={1: ["Pol 0 top top"]})
    p.take("special", card="Yield", seat=1)
    assert (p.asks, p.dos()) == (("steal set", 1), {"set", "stop"})
    p.take("stop")
    assert (p.followers(1), p.turn) == ({1: "Pol"}, 1)


def test_up_to_asks_before_each_card_that_is_drawn() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Drink"]}, draw=["Pol", "Eco", "Mix"])
    p.take("special", card="Drink").take("yes")
    assert p.hand(0) == ["Pol"]
    p.take("stop")
    assert p.turn == 1


def test_up_to_ends_take_and_give_early() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Spare", "Mix"], 1: ["Pol", "Eco"]})
    p.take("special", card="Spare", seat=1).take("card", card="Pol").take("stop")
    assert p.hand(0) == ["Pol", "Mix"]
    p.take("card", card="Mix").take("stop")
    assert (p.hand(0), p.hand(1)) == (["Pol"], ["Eco", "Mix"])


def test_per_multiplies_what_is_taken() -> None:
    p = play(
        ["Ann", "Carl"],
        hands={0: ["Grab"], 1: ["Pol", "Eco", "Mix"]},
        coalitions={0: ["Pol 0 top top", "Pol @ 1"]},
    )
    p.take("special", card="Grab", seat=1).take("card", card="Pol").take("card", card="Mix")
    assert (p.turn, p.hand(1)) == (1, ["Eco"])


def test_per_multiplies_points_below_nothing() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Fine", "Pol", "Eco"]})
    p.take("special", card="Fine", seat=1)
    assert p.points(1) == -2


# --- costs ---


@pytest.mark.both
def test_cost_destroy_takes_own_followers_each_exposing_the_next() -> None:
    p = play(
        ["Ann", "Carl"],
        hands={0: ["Feud"]},
        coalitions={0: ["Pol 0 top top", "Pol @ 1"], 1: ["Pol 0 top top"]},
    )
    p.take("special", card="Feud", seat=1)
    assert p.asks == ("victim", 0)
    p.take("victim", seat=0, slot=2).take("victim", seat=0, slot=1).take("victim", seat=1)
    assert (p.followers(0), p.followers(1)) == ({}, {})


def test_cost_destroy_must_be_paid_in_full() -> None:
    """One follower is too few; so are two of which the inner one is covered by an inert one."""
    for own in (["Pol 0 top top"], ["Pol 0 top top", "Pol @ 1", "> 2"]):
        p = play(["Ann", "Carl"], hands={0: ["Feud"]}, coalitions={0: own, 1: ["Pol 0 top top"]})
        assert p.cards("special") == set()


def test_cost_is_paid_so_that_the_rest_of_it_can_be() -> None:
    """Who destroyed the inner follower first would lose the outer one unpaid; so it is not offered."""
    p = play(["Ann", "Carl"], hands={0: ["Root"]}, coalitions={0: ["Pol 0 top top", "Pol @ 1"]})
    p.take("special", card="Root")
    assert [c["slot"] for c in p.offers("victim")] == [2]
    p.take("victim").take("victim")
    assert p.points(0) == 3


def test_costs_of_several_discards_need_as_many_cards() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Both", "Gate"]})
    assert "Both" not in p.cards("special")
    p = play(["Ann", "Carl"], hands={0: ["Both", "Gate", "Pol"]})
    p.take("special", card="Both")
    assert [c["card"] for c in p.offers("card")] == ["Pol"]  # the plot must be left for the second
    p.take("card").take("card", card="Gate")
    assert p.points(0) == 1


def test_cost_points_and_skip_can_always_be_paid() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Debt"]}, draw=["Pol", "Eco"])
    p.take("special", card="Debt")
    assert (p.points(0), p.jobs(0), p.hand(0)) == (-2, 1, ["Pol", "Eco"])


def test_cost_of_a_cancelled_action_stays_paid() -> None:
    p = play(
        ["Ann", "Carl"],
        hands={0: ["Feud"], 1: ["Guard"]},
        coalitions={0: ["Pol 0 top top", "Pol @ 1"], 1: ["Pol 0 top top"]},
    )
    p.take("special", card="Feud", seat=1).take("victim").take("victim").take("react", card="Guard")
    assert (p.followers(0), p.followers(1)) == ({}, {1: "Pol"})


def test_cost_of_a_follower_is_paid_as_it_is_played() -> None:
    """It cannot be played if it cannot be paid; the card itself has left the hand."""
    assert "Dear" not in play(["Ann", "Carl"], hands={0: ["Dear"]}).cards("follower")
    p = play(["Ann", "Carl"], hands={0: ["Dear", "Eco"]})
    p.take("follower", card="Dear").take("card", card="Eco")
    assert (p.followers(0), p.points(0)) == ({1: "Dear"}, 3)


@pytest.mark.parametrize("key", ["may", "up_to"])
def test_cost_is_no_offer(key: str) -> None:
    text = f'schema = 1\nname = "x"\nextends = "base"\n[special.S]\nplay = {{ cost = [{{ discard = 1, {key} = true }}] }}'
    with pytest.raises(DeckError, match="it is paid in full"):
        load_deck_text(text)


def test_the_target_of_a_followers_play_is_chosen_as_it_is_played() -> None:
    """Its steps come after it joined; its `if` is asked before."""
    assert "Sly" not in play(["Ann", "Carl"], hands={0: ["Sly"], 1: ["Pol"]}).cards("follower")
    p = play(["Ann", "Carl", "Bea"], hands={0: ["Sly", "Pol"], 1: ["Eco"], 2: ["Eco"]})
    p.take("follower", card="Sly")
    assert p.asks == ("target", 0)
    p.take("player", seat=2)
    assert p.followers(0) == {1: "Sly"}
    assert p.asks == ("card", 2)


# --- names ---


@pytest.mark.both
def test_names_an_alignment_for_the_filters_of_the_card() -> None:
    p = play(
        ["Ann", "Carl"],
        hands={0: ["Purge"]},
        coalitions={1: ["Pol 0 top top", "Mix @ 1", "Eco 0 right top"]},
    )
    p.take("special", card="Purge", seat=1)
    assert (p.asks, len(p.offers("alignment"))) == (("alignment", 0), 4)
    p.take("alignment", aux=1)  # economics
    assert {c["follower"] for c in p.offers("victim")} == {"Mix", "Eco"}
    p.take("victim", slot=2)
    assert {c["follower"] for c in p.offers("victim")} == {"Eco"}


def test_names_come_before_the_reaction_and_each_time_anew() -> None:
    p = play(
        ["Ann", "Carl"],
        hands={0: ["Purge", "Purge"], 1: ["Guard", "Pol"]},
        coalitions={1: ["Pol 0 top top", "Eco 0 right top"]},
    )
    p.take("special", card="Purge", seat=1)
    assert p.asks == ("alignment", 0)
    p.take("alignment", aux=0)
    assert p.asks == ("reaction", 1)
    p.take("react", card="Guard").take("discard", card="Pol")
    p.take("special", card="Purge", seat=1).take("alignment", aux=1)
    assert {c["follower"] for c in p.offers("victim")} == {"Eco"}


def test_forbid_join_holds_for_the_named_alignment() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Gate"], 1: ["Pol", "Eco"]})
    p.take("plot", card="Gate").take("alignment", aux=0)
    assert p.cards("follower") == {"Eco"}


def test_forbid_of_a_kind_holds_for_cards_of_the_named_alignment() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Ban"], 1: ["Slur"]}, coalitions={0: ["Pol 0 top top"]})
    p.take("plot", card="Ban").take("alignment", aux=0)
    assert p.cards("microaggression") == set()
    p = play(["Ann", "Carl"], hands={0: ["Ban"], 1: ["Slur"]}, coalitions={0: ["Pol 0 top top"]})
    p.take("plot", card="Ban").take("alignment", aux=1)
    assert p.cards("microaggression") == {"Slur"}


def test_protect_covers_followers_of_the_named_alignment() -> None:
    p = play(
        ["Ann", "Carl"],
        hands={0: ["Shield"], 1: ["Raid"]},
        coalitions={0: ["Pol 0 top top", "Eco 0 right top"]},
    )
    p.take("artifact", card="Shield").take("alignment", aux=1)
    p.take("special", card="Raid", seat=0)
    assert {c["follower"] for c in p.offers("victim")} == {"Pol"}


def test_triggers_hear_cards_of_the_named_alignment() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Ear"], 1: ["Pol", "Eco"]})
    p.take("plot", card="Ear").take("alignment", aux=1)
    p.take("follower", card="Eco")
    assert p.points(1) == 2


# --- copies ---


def test_copies_need_a_special_that_was_done() -> None:
    p = play(["Ann", "Carl"], hands={0: ["Echo"], 1: ["Pol"]})
    assert p.cards("special") == set()


@pytest.mark.both
def test_copies_are_played_as_the_last_special() -> None:
    """Its target, its cost; the copying card is discarded and is that card from then on, so copies of it are too."""
    p = play(
        ["Ann", "Carl"],
        hands={0: ["Feud", "Echo"], 1: ["Echo", "Pol"]},
        coalitions={0: ["Pol 0 top top", "Pol @ 1"], 1: ["Pol 0 top top"]},
    )
    p.take("special", card="Feud", seat=1)
    p.take("victim").take("victim").take("victim")
    assert "Echo" not in p.cards("special")  # nothing to pay with
    p = play(
        ["Ann", "Carl"],
        hands={0: ["Raid"], 1: ["Echo"]},
        coalitions={0: ["Pol 0 top top"], 1: ["Pol 0 top top", "Pol @ 1"]},
        rest="draw",
    )
    p.take("special", card="Raid", seat=1).take("victim")
    assert [c["seat"] for c in p.offers("special", card="Echo")] == [0]
    p.take("special", card="Echo", seat=0).take("victim")
    assert p.followers(0) == {}
    assert p.discard() == ["Pol", "Pol", "Raid", "Echo"]


def test_copies_may_be_answered_by_who_answers_the_card() -> None:
    p = play(
        ["Ann", "Carl"],
        hands={0: ["Purge", "Echo"], 1: ["Guard", "Eco"]},
        coalitions={1: ["Pol 0 top top", "Pol @ 1", "Pol @ 2"]},
    )
    p.take("special", card="Purge", seat=1).take("alignment", aux=0).take("no")
    p.take("victim").take("victim").take("discard", card="Eco")
    p.take("special", card="Echo", seat=1).take("alignment", aux=0)
    assert p.asks == ("reaction", 1)
    p.take("react", card="Guard")
    assert p.followers(1) == {1: "Pol"}
    assert int(p.g.last_special) - 1 == p._type("Purge")


def test_copies_are_seen_as_that_card() -> None:
    """A trigger that hears the card hears its copy."""
    more = '[house_rule.Bell]\non = [{ event = "card_played", card = "Raid", do = [{ points = 1 }] }]\n'
    p = Position(
        ["Ann", "Carl"],
        more=PEOPLE + MORE + more,
        hands={0: ["Raid"], 1: ["Echo"]},
        coalitions={0: ["Pol 0 top top"], 1: ["Pol 0 top top"]},
    )
    p.take("special", card="Raid", seat=1).take("victim")
    p.take("special", card="Echo", seat=0).take("victim")
    assert (p.points(0), p.points(1)) == (1, 1)
