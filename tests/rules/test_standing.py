"""Reactions of cards in force, what they cost and do, reactions to reactions, limits, `may` (LANGUAGE section 4)."""

from __future__ import annotations

import pytest

from tests.rules.play import Play, small

CARDS = """
[special]
Poke = { count = 6, play = { target = "opponent", do = [{ points = -1 }] } }
Nap = { count = 20, play.do = [{ more = 1 }] }
Gift = { count = 4, play = { target = "opponent", do = [{ draw = 1 }] } }
No = { count = 4, reaction = { cancels = ["anything", "reaction"], for = "everyone" } }
"Dear No".count = 2
"Dear No".reaction = { cancels = "anything", cost = [{ discard = 1 }], do = [{ points = -2, target = "actor" }] }
"Top No" = { count = 1, reaction = { cancels = "anything", into = "top", do = [{ draw = 1 }] } }
"Rich No" = { count = 1, reaction = { cancels = "anything", if = "hand >= 1" } }
"Back No" = { count = 1, reaction = { cancels = "reaction", into = "owner's hand" } }
Seize = { count = 1, play = { target = "opponent", cancellable = false, do = [{ take_turn = true }] } }
[microaggression]
Bite = { count = 2, alignments = "p" }
[follower]
Fan = { count = 8, dots = { ends = "p" } }
[artifact]
Umbrella = { count = 2, reaction = { cancels = "anything", per_game = 1 } }
Shield = { count = 1, reaction = { cancels = "special", per_turn = 1, cost = [{ discard = 1 }], do = [{ draw = 2 }] } }
Bomb.reaction.cancels = "microaggression"
Bomb.reaction.for = "everyone"
Bomb.reaction.per_game = 2
Bomb.reaction.do = [{ destroy = 1, target = "actor" }]
[character]
Calm = { gender = "female", core = ["p", "e"], reaction = { cancels = "special", per_turn = 1, do = [{ points = 1 }] } }
Plain = { gender = "female", core = ["p", "e"] }
Other = { gender = "male", core = ["p", "e"] }
"""
HURRY = "[house_rule.Hurry]\nwhile = [{ actions = 2 }]\n"
RULES = {"hand_size": 1, "empty_draw_pile": "no_draw"}


def make(
    *hands: list[str],
    characters: tuple[str, ...] = ("Plain", "Other"),
    draw: tuple[str, ...] = (),
    more: str = "",
) -> Play:
    """A game with these hands in which nothing is drawn unless there is something."""
    return Play(small(CARDS + more, 0, **RULES), hands=hands, draw=draw, characters=characters)


# --- cards in force ---


def test_reaction_of_a_character_so_often_in_a_turn() -> None:
    """Once in each turn; the card stays, its `do` is done."""
    play = make(["Poke", "Poke"], [], characters=("Plain", "Calm"), more=HURRY).take("special Poke > 1")
    assert play.asked == ("reaction", 1)
    assert play.choices == ["no", "react Calm"]
    play.take("react Calm")
    assert play.points(1) == 1
    assert "Poke" in play.discarded
    play.take("special Poke > 1")
    assert play.points(1) == 0
    assert play.asked == ("action", 1)


def test_reaction_of_a_character_anew_in_the_next_turn() -> None:
    """`per_turn` starts anew with every turn, whoever's."""
    play = make(["Poke"], ["Nap"], ["Poke"], characters=("Plain", "Calm", "Other"))
    play.take("special Poke > 1", "react Calm", "special Nap", "special Poke > 1")
    assert play.choices == ["no", "react Calm"]


def test_reaction_of_an_artifact_so_often_in_a_game() -> None:
    """Used once it is no choice any more; an equal artifact has its own use; equal ones are listed once (C7)."""
    play = make(["Poke", "Poke", "Poke"], ["Umbrella", "Umbrella", "Nap"])
    play.take("special Poke > 1", "artifact Umbrella", "special Poke > 1")
    assert play.choices == ["no", "react Umbrella"]
    play.take("no", "artifact Umbrella", "special Poke > 1")
    assert play.choices == ["no", "react Umbrella"]
    play.take("react Umbrella")
    lying = play.position["lying"]
    assert len(lying) == 2  # it stays
    assert play.points(1) == -2


def test_reaction_of_an_artifact_in_hand_is_none() -> None:
    """It must lie with the character first."""
    play = make(["Poke"], ["Umbrella"]).take("special Poke > 1")
    assert play.asked == ("action", 1)


def test_reaction_cost_must_be_possible_and_is_paid_before_it_counts() -> None:
    """A card of the hand for the shield, then two drawn by its `do`; with an empty hand it is no choice."""
    play = make(["Poke", "Poke", "Nap"], ["Shield", "Nap"], draw=("Fan",) * 2)
    play.take("special Nap", "stop", "artifact Shield", "special Poke > 1")
    assert play.choices == ["no", "react Shield"]
    play.take("react Shield")
    play.take("card Nap")
    assert (play.hand(1), play.points(1)) == (["Fan", "Fan"], 0)
    play = make(["Poke", "Nap"], ["Shield"]).take(
        "special Nap", "stop", "artifact Shield", "special Poke > 1"
    )
    assert play.points(1) == -1


def test_reaction_for_everyone_may_hit_the_actor() -> None:
    """Bomb: whoever tries a microaggression loses a follower; the microaggression never lands."""
    play = make(["Fan", "Fan", "Bite"], ["Fan", "Nap"], ["Bomb"], characters=("Plain", "Other", "Calm"))
    play.take("follower Fan", "follower Fan", "artifact Bomb", "follower Fan", "special Nap", "pass")
    play.take("microaggression Bite > 1.1")
    assert play.asked == ("reaction", 2)
    play.take("react Bomb", "victim > 0.2")
    assert play.followers(0) == ["Fan"]
    assert play.position["seats"][1]["live"] == 1
    assert "Bite" in play.discarded


def test_x1_reaction_in_force_none_while_the_own_turn_is_taken() -> None:
    """The seat whose turn is taken does not react, with a card in force neither."""
    play = make(["Seize"], ["Nap"], ["Poke"], characters=("Plain", "Calm", "Other"))
    play.take("special Seize > 1", "special Nap")
    assert play.asked == ("action", 2)
    play.take("special Poke > 1")
    assert play.asked == ("reaction", 1)  # its turn is over


# --- cost and do of reaction cards ---


def test_reaction_card_has_a_cost_and_does_something_to_the_actor() -> None:
    """One more card for it; who played loses two points."""
    play = make(["Poke"], ["Dear No", "Nap", "Fan"]).take("special Poke > 1", "react Dear No")
    assert play.asked == ("cost", 1)
    play.take("card Nap")
    assert (play.points(0), play.points(1)) == (-2, 0)
    assert play.hand(1) == ["Fan"]


def test_reaction_card_does_not_pay_for_itself() -> None:
    """It has left the hand when its cost and condition are looked at."""
    play = make(["Poke"], ["Dear No"]).take("special Poke > 1")
    assert play.asked == ("action", 1)
    play = make(["Poke"], ["Rich No"]).take("special Poke > 1")
    assert play.asked == ("action", 1)
    play = make(["Poke"], ["Rich No", "Nap"]).take("special Poke > 1")
    assert play.choices == ["no", "react Rich No"]


def test_reaction_do_comes_after_the_cancelled_card_has_moved() -> None:
    """Into the top of the draw pile, and drawn from there."""
    play = make(["Poke"], ["Top No"]).take("special Poke > 1", "react Top No")
    assert play.hand(1) == ["Poke"]


def test_reaction_that_is_undone_does_nothing_and_its_cost_stays_paid() -> None:
    """No to Dear No: the poke stands, the discarded card is gone."""
    play = make(["Poke", "No"], ["Dear No", "Nap"]).take(
        "special Poke > 1", "react Dear No", "card Nap", "react No"
    )
    assert (play.points(0), play.points(1)) == (0, -1)
    assert play.hand(1) == []


def test_reaction_to_a_reaction_to_a_reaction() -> None:
    """Each undoes the one before; the third lets the first stand again."""
    play = make(["Poke", "No"], ["Dear No", "Nap", "No"]).take(
        "special Poke > 1", "react Dear No", "card Nap"
    )
    play.take("react No", "react No")
    assert (play.points(0), play.points(1)) == (-2, 0)
    assert play.discarded.count("No") == 4  # two of them lay there before


def test_reaction_undone_goes_where_the_other_says_only_if_that_one_stands() -> None:
    """Into its owner's hand; if this is undone too it stays on the discard pile."""
    play = make(["Poke", "Back No"], ["No"], ["Nap"], characters=("Plain", "Other", "Calm"))
    play.take("special Poke > 1", "react No", "react Back No")
    assert play.hand(1) == ["No"]
    assert play.points(1) == -1
    play = make(["Poke", "Back No"], ["No", "No"], ["Nap"], characters=("Plain", "Other", "Calm"))
    play.take("special Poke > 1", "react No", "react Back No", "react No")
    assert play.hand(1) == []
    assert play.points(1) == 0


@pytest.mark.both
def test_reaction_that_overtakes_a_play_which_then_stands() -> None:
    """Bomb is undone: its follower stays and the microaggression lands."""
    play = make(["Fan", "Bite", "No"], ["Fan", "Nap"], ["Bomb"], characters=("Plain", "Other", "Calm"))
    play.take(
        "follower Fan",
        "follower Fan",
        "artifact Bomb",
        "no",
        "microaggression Bite > 1.1",
        "react Bomb",
        "react No",
    )
    assert play.followers(0) == ["Fan"]
    assert play.position["seats"][1]["live"] == 0
