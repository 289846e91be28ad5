"""`balanced` and what cards in force, reactions and drawn cards ask of it: it weighs their steps, and knows no card by name."""

from __future__ import annotations

from tests.rules.play import Play, small
from vs_sim.policies import POLICY_IDS

CARDS = """
[special]
Nap = { count = 20, play.do = [{ draw = 1 }] }
Ruin = { count = 2, play = { target = "opponent", do = [{ points = -9 }] } }
Gift = { count = 2, play = { target = "opponent", do = [{ points = 3 }] } }
Boom = { count = 1, drawn.do = [{ eliminate = true }] }
Cake = { count = 1, drawn.do = [{ points = 5 }] }
Antidote = { count = 1, reaction.cancels = ["Boom", "Cake"] }
Lock = { count = 1, lasts = "round", while = [{ forbid = "follower", for = "others" }] }
Chain = { count = 1, lasts = 2, while = [{ forbid = "follower" }, { forbid = "special" }, { actions = "-1" }] }
[artifact]
Engine = { count = 1, while = [{ actions = "+1" }] }
Good = { count = 1, on = [{ event = "card_played", kind = "special", may = true, do = [{ points = 2 }] }] }
Bad = { count = 1, on = [{ event = "card_played", kind = "special", may = true, do = [{ points = -2 }] }] }
[character]
Calm = { gender = "female", core = ["p", "e"], reaction = { cancels = "special", per_turn = 1 } }
Plain = { gender = "female", core = ["p", "e"] }
"""


def picked(play: Play) -> str:
    """What `balanced` takes now."""
    play.w.policy[:] = POLICY_IDS["balanced"]
    return play.choices[play.stepper.pick()]


def make(*hands: list[str], draw: tuple[str, ...] = ("Nap",) * 4, more: str = "") -> Play:
    """A game of Plain against Calm."""
    deck = small(CARDS + more, 0, hand_size=2, empty_draw_pile="no_draw")
    return Play(deck, hands=hands, draw=draw, characters=["Plain", "Calm"])


def test_it_reacts_with_a_card_in_force_to_what_harms_and_not_to_what_helps() -> None:
    """The card stays, so it is used where there is something to gain by it."""
    assert picked(make(["Ruin"], ["Nap"]).take("special Ruin > 1")) == "react Calm"
    assert picked(make(["Gift"], ["Nap"]).take("special Gift > 1")) == "no"


def test_it_stops_a_drawn_card_that_harms_and_takes_one_that_helps() -> None:
    """The exploding card is stopped, the cake is not."""
    assert (
        picked(make(["Nap", "Antidote"], ["Nap"], draw=("Boom", "Nap")).take("special Nap"))
        == "react Antidote"
    )
    assert picked(make(["Nap", "Antidote"], ["Nap"], draw=("Cake", "Nap")).take("special Nap")) == "no"


def test_it_says_yes_to_a_trigger_that_helps_and_no_to_one_that_harms() -> None:
    """`may` by what the steps are worth."""
    hurry = "[house_rule.Hurry]\nwhile = [{ actions = 2 }]\n"
    assert picked(make(["Good", "Nap"], ["Nap"], more=hurry).take("artifact Good", "special Nap")) == "yes"
    assert picked(make(["Bad", "Nap"], ["Nap"], more=hurry).take("artifact Bad", "special Nap")) == "no"


def test_it_lays_down_what_is_good_for_itself() -> None:
    """A machine for another action a turn is played; a chain round its own neck is not."""
    assert picked(make(["Engine", "Nap"], ["Nap"])) == "artifact Engine"
    assert picked(make(["Chain", "Nap"], ["Nap"])) != "special Chain"
