"""What a player knows and is asked (N1, N2); that hidden cards change no decision is shown with the policies."""

import pytest

from tests.rules.play import Play, small
from vs_sim.cards import Deck
from vs_sim.vocabulary import Stat

CARDS = """
[follower]
One = { count = 8, dots = { ends = "p" } }
Uno = { count = 8, dots = { ends = "p" } }
Tip = { count = 8, dots = { top = "p" } }
Two = { count = 8, dots = { top = "p", bottom = "e" } }
Odd = { count = 8, dots = { ends = "p", left = "d" } }
[microaggression]
Jibe = { count = 6, alignments = "p" }
[plot]
Hush = { count = 2, while = [{ forbid = "artifact" }] }
Mute = { count = 2, while = [{ forbid = "artifact" }] }
Calm = { count = 2, while = [{ forbid = "artifact" }] }
[special]
Safe = { count = 4, reaction = { cancels = "anything" } }
Nap = { count = 40, play = { do = [{ draw = 1 }] } }
Peek = { count = 4, play = { target = "opponent", do = [{ look = "hand" }] } }
Scry = { count = 4, play = { do = [{ look = 3 }] } }
Raid = { count = 4, play = { target = "opponent", do = [{ destroy = 2 }] } }
Grab = { count = 4, play = { target = "opponent", do = [{ steal = 2 }] } }
Trim = { count = 4, play = { target = "others", do = [{ discard = 1 }] } }
"""
PEOPLE = {"Anna": "", "Bea": "", "Cost": "action = { cost = [{ discard = 2 }], do = [{ draw = 1 }] }"}


def deck(**rules: object) -> Deck:
    """All of these cards; Cost pays two cards for a power."""
    return small(CARDS, PEOPLE, **rules)


def starting(made: Play, *words: str) -> list[str]:
    """The choices that begin with one of the words."""
    return [choice for choice in made.choices if choice.startswith(words)]


def known(made: Play, s: int) -> list[str]:
    """Cards in other hands that a seat may remember."""
    return [made.name(card) for card in made.position["seats"][s]["known"]]


@pytest.mark.both
def test_n1_a_hand_that_was_shown_is_known_as_long_as_its_cards_lie_there() -> None:
    """Seat 0 looks at the hand of seat 1: it knows those three cards, less the one then discarded, and none drawn later."""
    made = Play(deck(), hands=[["Peek", "Nap"], ["Nap", "One", "Jibe"], ["Nap"] * 2])
    assert known(made, 0) == []
    made.take("special Peek > 1")
    assert known(made, 0) == ["One", "Jibe", "Nap"]
    assert known(made, 1) == known(made, 2) == []
    made.take("discard Jibe")
    assert len(made.hand(1)) == 7
    assert known(made, 0) == ["One", "Nap"]


@pytest.mark.both
def test_n1_the_top_of_the_draw_pile_is_known_until_it_is_drawn_or_shuffled() -> None:
    """Three cards were seen; the player draws one at T3, another player the rest."""
    made = Play(deck(hand_size=2), hands=[["Scry", "Nap"], ["Nap"], ["Nap"]])
    made.take("special Scry")
    assert made.position["seats"][0]["known_top"] == 2
    assert made.position["seats"][1]["known_top"] == 0
    made.take("discard Nap")
    assert made.position["seats"][0]["known_top"] == 0


def test_n1_a_shuffle_ends_what_is_known_of_the_draw_pile() -> None:
    """Two cards are left, both seen and both drawn; the new pile is unknown."""
    made = Play(deck(hand_size=3), hands=[["Scry", "Nap"], ["Nap"]], draw=["Safe", "Safe"])
    made.take("special Scry")
    assert made.position["seats"][0]["known_top"] == 0
    assert made.pile() == []
    made.take("discard Nap")
    assert int(made.g.shuffles) == 1
    assert made.position["seats"][0]["known_top"] == 0


@pytest.mark.both
def test_n2_equal_cards_are_listed_once_by_the_lowest_number() -> None:
    """Of two equal followers, and two equal specials, the lower; cards of another name are others, be their dots the same."""
    made = Play(deck(), hands=[["One", "One", "Uno", "Nap", "Nap"], ["Nap"]])
    hand = made.position["seats"][0]["hand"]
    cards = {(choice >> 6 & 1023) - 1 for choice in made.stepper.choices}
    assert cards == {hand[0], hand[2], hand[3]}
    assert starting(made, "special", "discard") == [
        "special Nap",
        "discard One",
        "discard Uno",
        "discard Nap",
    ]
    assert len(set(made.stepper.choices)) == len(made.stepper.choices)


@pytest.mark.both
def test_n2_places_alike_are_listed_once_by_the_lowest_numbers() -> None:
    """A follower with like dots on both ends lies alike either way round; with a dot on one side it does not."""
    made = Play(deck(), hands=[["One", "Tip", "Two", "Odd"], ["Nap"]])
    assert starting(made, "follower One") == ["follower One 0 top top", "follower One 0 bottom top"]
    assert starting(made, "follower Tip") == ["follower Tip 0 top top", "follower Tip 0 bottom top"]
    assert sorted(starting(made, "follower Two")) == [
        "follower Two 0 bottom top",
        "follower Two 0 left bottom",
        "follower Two 0 right bottom",
        "follower Two 0 top top",
    ]
    assert sorted(starting(made, "follower Odd")) == [
        "follower Odd 0 bottom bottom",
        "follower Odd 0 bottom top",
        "follower Odd 0 top bottom",
        "follower Odd 0 top top",
    ]


def test_n2_in_abstract_geometry_own_edges_are_alike_if_a_half_turn_changes_nothing() -> None:
    """One on the character's top: own top alone; Odd (a dot on one side) own top and own bottom."""
    made = Play(deck(geometry="abstract"), hands=[["One", "Odd"], ["Nap"]])
    assert starting(made, "follower One") == ["follower One 0 top top", "follower One 0 bottom top"]
    assert sorted(starting(made, "follower Odd")) == [
        "follower Odd 0 bottom bottom",
        "follower Odd 0 bottom top",
        "follower Odd 0 top bottom",
        "follower Odd 0 top top",
    ]


@pytest.mark.both
def test_n2_a_single_choice_is_recorded_and_no_random_number_is_drawn() -> None:
    """A card that can only be discarded is picked without a draw; it counts as a decision and enters the hash."""
    made = Play(deck(), hands=[["Safe"], ["Nap", "Nap"]])
    before = (int(made.g.decisions), int(made.g.hash), made.stat(0, Stat.DECISIONS))
    assert len(made.choices) == 1
    assert made.stepper.pick() == 0
    assert int(made.w.n_policy[0]) == 0
    made.take("discard Safe")
    assert int(made.g.decisions) == before[0] + 1
    assert made.stat(0, Stat.DECISIONS) == before[2] + 1
    assert int(made.g.hash) != before[1]
    assert len(made.choices) > 1
    made.stepper.pick()
    assert int(made.w.n_policy[1]) == 1


@pytest.mark.both
def test_n2_reaction_comes_before_the_victims_which_go_one_at_a_time() -> None:
    """A raid on two followers: yes or no of the target first, then the attacker picks one, then another."""
    made = Play(deck(), hands=[["Raid", *["Nap"] * 4], ["One", "One", "One", "Safe"]])
    made.take("discard Nap", "follower One 0 top", "discard Nap", "follower One 0 bottom", "special Raid > 1")
    assert made.asked == ("reaction", 1)
    assert len(made.choices) == 2
    made.take("no")
    assert made.asked == ("victim", 0)
    assert made.choices == ["victim > 1.1", "victim > 1.2"]
    made.take("victim > 1.1")
    assert made.asked == ("victim", 0)
    assert made.choices == ["victim > 1.2"]
    made.take("victim > 1.2")
    assert made.followers(1) == []


def test_n2_who_cannot_react_is_not_asked() -> None:
    """Without a Safe Space in hand the raid goes on to its victims."""
    made = Play(deck(), hands=[["Raid", "Nap", "Nap"], ["One", "Nap"]])
    made.take("discard Nap", "follower One", "special Raid > 1")
    assert made.asked == ("victim", 0)


@pytest.mark.both
def test_n2_a_cost_is_paid_one_card_at_a_time() -> None:
    """The power asks its own player for two cards, each a decision; equal ones are listed once."""
    made = Play(deck(), hands=[["Nap", "Nap", "One"], ["Nap"]], characters=["Cost", "Anna"])
    made.take("power Cost")
    assert made.asked == ("cost", 0)
    assert made.choices == ["card One", "card Nap"]
    made.take("card Nap")
    assert made.asked == ("cost", 0)
    made.take("card One")
    assert sorted(made.discarded) == ["Nap", "One"]
    assert made.asked == ("action", 1)


def test_n2_the_plot_to_replace_is_a_decision() -> None:
    """With two in play a third asks which of them goes."""
    made = Play(deck(), hands=[["Hush", "Calm", "Nap"], ["Mute", "Nap"]])
    made.take("plot Hush", "plot Mute", "plot Calm")
    assert made.asked == ("replace", 0)
    assert made.choices == ["card Hush", "card Mute"]
    made.take("card Hush")
    assert made.plots == ["Mute", "Calm"]
    assert made.discarded == ["Hush"]


@pytest.mark.both
def test_n2_a_steal_asks_for_its_followers_and_then_card_by_card_for_the_place() -> None:
    """Two of three followers: the set, then which card where, then the other card where."""
    made = Play(deck(), hands=[["Grab", *["Nap"] * 4], ["One", "Uno", "Tip", "Nap"]])
    made.take("discard Nap", "follower One 0 top", "discard Nap", "follower Uno 0 bottom", "special Grab > 1")
    assert made.asked == ("steal set", 0)
    made.take("set")
    assert made.asked == ("steal place", 0)
    told = starting(made, "place One"), starting(made, "place Uno")
    assert all(told)
    assert sum(map(len, told)) == len(made.choices)
    made.take("place Uno")
    assert made.asked == ("steal place", 0)
    assert starting(made, "place One") == made.choices
    made.take("place One")
    assert sorted(made.followers(0)) == ["One", "Uno"]
    assert made.followers(1) == []


def test_n2_in_a_global_discard_each_player_is_asked_in_turn_order() -> None:
    """From the acting player's left; the hand of each is that player's own to choose from."""
    made = Play(deck(), hands=[["Nap"] * 2, ["Trim", "Nap"], ["One", "Nap"]])
    made.take("discard Nap", "special Trim")
    order = []
    while made.asked[0] == "card":
        order.append(made.asked[1])
        made.take("card Nap")
    assert order == [2, 0]
