"""`silence`, `gender`, `open_hand`: who is not heard, who counts as what, whose hand everyone sees (LANGUAGE section 3)."""

from __future__ import annotations

import pytest

from tests.rules.play import Play, small
from vs_sim.rules.state import OPEN

CARDS = """
[special]
Nap = { count = 20, play.do = [{ draw = 1 }] }
Poke = { count = 4, play = { target = "opponent", do = [{ points = 1 }] } }
Gag = { count = 1, lasts = 9, play.target = "player", while = [{ silence = "character" }] }
Mute = { count = 1, lasts = 9, while = [{ silence = "plot", for = "everyone" }] }
Mask = { count = 1, lasts = 1, play.target = "player", while = [{ gender = "other" }] }
Glass = { count = 1, lasts = 1, play.target = "player", while = [{ open_hand = true }] }
Clean = { count = 1, play.do = [{ clear = "all", kind = "plot" }] }
Hit = { count = 3, play = { target = "opponent", if = "female", do = [{ points = -1 }] } }
[follower]
Fan = { count = 2, dots = { ends = "p" } }
[plot]
Hush = { count = 1, while = [{ silence = "character" }, { silence = "artifact" }] }
Quiet = { count = 1, while = [{ silence = "character", only = "male" }] }
Ban = { count = 1, while = [{ forbid = "special" }] }
Bell = { count = 1, on = [{ event = "turn_start", do = [{ points = 1 }] }], action = { per_turn = 1, do = [{ points = 2 }] } }
Carnival = { count = 1, while = [{ gender = "male" }] }
Daylight = { count = 1, while = [{ open_hand = true, only = "leader" }] }
[artifact]
Horn = { count = 1, action = { do = [{ points = 3 }] } }
Wig = { count = 1, while = [{ gender = "female" }] }
Cap = { count = 1, while = [{ gender = "male" }] }
[house_rule]
Hurry.while = [{ actions = 2 }]
[character]
Ann.gender = "female"
Ann.core = ["p", "e"]
Ann.while = [{ hand_size = "+2" }]
Ann.on = [{ event = "turn_start", do = [{ points = 1 }] }]
Ann.action = { per_turn = 1, do = [{ points = 5 }] }
Abe.gender = "male"
Abe.core = ["p", "e"]
Abe.while = [{ hand_size = "+2" }, { hand_size = "-1", for = "others" }]
Abe.reaction = { cancels = "special", per_turn = 1 }
Bob = { gender = "male", core = ["p", "e"] }
Eve = { gender = "female", core = ["p", "e"] }
Kim = { gender = "chooses", core = ["p", "e"] }
"""
RULES = {"hand_size": 2, "points_to_win": 90}


def make(
    *hands: list[str], characters: tuple[str, ...], draw: tuple[str, ...] | None = ("Nap",) * 15
) -> Play:
    """A game of these characters."""
    return Play(small(CARDS, 0, **RULES), hands=hands, draw=draw, characters=characters)


def genders(play: Play) -> list[str]:
    """Who counts as what."""
    return [seat["gender"] for seat in play.position["seats"]]


# --- silence ---


def test_silence_by_a_plot_ends_powers_and_artifacts_of_lower_rank() -> None:
    """Under Hush nothing a character or artifact gives is there; the plot gone, all is back."""
    play = make(["Horn", "Hush", "Nap"], ["Nap"], characters=("Ann", "Bob"))
    assert play.points(0) == 1  # her turn has started
    play.take("artifact Horn")
    assert "power Ann" in play.choices
    assert "power Horn" in play.choices
    play.take("plot Hush")
    assert len(play.hand(0)) == 2  # not four
    play.take("special Nap", "special Nap")
    assert play.points(0) == 1  # nothing at the start of this turn
    assert not [choice for choice in play.choices if choice.startswith("power")]


def test_silence_of_some_players_only() -> None:
    """Quiet is about males: Abe has no power, Ann has hers; what his gives to others is gone too."""
    play = make(["Quiet", "Nap", "Nap"], ["Nap"], characters=("Ann", "Abe"))
    play.take("plot Quiet", "special Nap")
    assert len(play.hand(0)) == 2 + 2
    play.take("special Nap", "special Nap")
    assert len(play.hand(1)) == 2


def test_silence_takes_reactions_in_force_away() -> None:
    """Abe, gagged by a special, does not answer; before that he does."""
    play = make(["Gag", "Poke", "Nap"], ["Nap"], characters=("Bob", "Abe")).take("special Gag > 1")
    assert play.asked == ("reaction", 1)
    play.take("no", "special Poke > 1")
    assert play.points(1) == 1


def test_silence_comes_from_a_higher_rank_only_and_the_highest_is_first() -> None:
    """A special silences plots, so that a plot that silences characters is not heard itself."""
    play = make(["Hush", "Mute", "Nap"], ["Nap"], characters=("Ann", "Bob"))
    play.take("plot Hush")
    assert "power Ann" not in play.choices
    play.take("special Mute")
    assert len(play.hand(0)) == 4


def test_silence_of_plots_their_bans_triggers_and_actions() -> None:
    """For whom plots are silent they forbid nothing, start nothing and give nothing."""
    play = make(["Bell", "Mute", "Nap"], ["Ban", "Nap"], characters=("Bob", "Eve"))
    play.take("plot Bell")
    assert "power Bell" in play.choices
    play.take("special Mute")
    assert play.points(1) == 0  # her turn has started
    play.take("plot Ban")
    assert play.choices[-3:] == ["special Nap", "discard Nap", "stop"]


def test_silence_ends_with_what_silenced() -> None:
    """Hush cleared, her power is there again."""
    play = make(["Hush", "Nap"], ["Clean", "Nap"], characters=("Ann", "Bob")).take("plot Hush")
    assert [choice for choice in play.choices if choice.startswith("power")] == []
    play.take("special Nap", "special Clean", "special Nap")
    assert "power Ann" in play.choices


# --- gender ---


def test_gender_of_the_other_two_for_a_turn_of_the_target() -> None:
    """Masked, Bob is female until his next turn is over."""
    play = make(["Mask", "Nap"], ["Hit", "Nap", "Nap"], characters=("Eve", "Bob")).take(
        "special Mask > 1", "special Nap"
    )
    assert genders(play) == ["female", "female"]
    assert "special Hit > 0" in play.choices
    play.take("special Nap", "special Nap")
    assert genders(play) == ["female", "male"]


def test_gender_of_a_plot_is_everyones_and_outranks_an_artifact() -> None:
    """Carnival: all are male, the wig notwithstanding."""
    play = make(["Wig", "Carnival", "Nap"], ["Nap"], characters=("Bob", "Eve")).take("artifact Wig")
    assert genders(play) == ["female", "female"]
    play.take("plot Carnival")
    assert genders(play) == ["male", "male"]


def test_gender_at_equal_rank_the_latest_counts() -> None:
    """The cap is put on over the wig."""
    play = make(["Wig", "Cap", "Nap"], ["Nap"], characters=("Bob", "Eve")).take(
        "artifact Wig", "artifact Cap"
    )
    assert genders(play)[0] == "male"


def test_c5_gender_chosen_stands_behind_what_cards_say() -> None:
    """Kim chooses female; under the cap she is male."""
    play = make(["Nap", "Nap"], ["Nap"], characters=("Kim", "Eve"))
    play.take("gender female", "gender female")
    assert genders(play)[0] == "female"
    play = make(["Cap", "Nap"], ["Nap"], characters=("Kim", "Eve")).take(
        "gender female", "gender female", "artifact Cap"
    )
    assert genders(play)[0] == "male"


def test_gender_changes_whom_other_rows_are_about() -> None:
    """Quiet is about males: with the wig on, Abe is heard again."""
    play = make(["Wig", "Quiet", "Nap"], ["Poke"], characters=("Abe", "Eve"))
    play.take("plot Quiet", "artifact Wig", "special Poke > 0")
    assert play.asked == ("reaction", 0)


# --- open hands ---


def test_n1_open_hand_is_seen_and_remembered_when_it_closes() -> None:
    """While it lasts everyone knows the hand; afterwards the cards that still lie there, and none drawn later."""
    play = make(["Glass", "Nap", "Nap"], ["Ban", "Nap"], characters=("Bob", "Eve")).take("special Glass > 1")

    def known() -> list[str]:
        return [play.name(card) for card in play.position["seats"][0]["known"]]

    assert int(play.g.number[1, OPEN]) == 1
    assert known() == play.hand(1)
    play.take("special Nap")
    assert play.asked == ("action", 1)
    play.take("special Nap")  # draws one in the open
    assert known() == play.hand(1)
    play.take("discard Ban")
    assert int(play.g.number[1, OPEN]) == 0
    assert known() == play.hand(1)
    play.take("special Nap", "special Nap", "special Nap")
    assert len(known()) < len(play.hand(1))


@pytest.mark.both
def test_n1_open_hand_only_of_whom_the_row_is_about() -> None:
    """All lead with no follower, so all hands are open; with one of seat 0 only that one."""
    play = make(["Daylight", "Fan", "Nap"], ["Nap"], characters=("Bob", "Eve")).take("plot Daylight")
    assert [int(play.g.number[s, OPEN]) for s in range(2)] == [1, 1]
    play.take("follower Fan")
    assert [int(play.g.number[s, OPEN]) for s in range(2)] == [1, 0]


SWAPPED = """
[plot]
Show = { count = 1, while = [{ open_hand = true }] }
[special]
Trade = { count = 1, play = { target = "opponent", do = [{ swap = "hands" }] } }
A = { count = 3, play.do = [{ points = 1 }] }
"""


def test_n1_open_hands_that_are_swapped_are_seen_where_they_are() -> None:
    """Nobody knows swapped hands any more; but these lie open."""
    play = Play(
        small(SWAPPED, 3, empty_draw_pile="no_draw"), hands=[["Show", "A"], ["Trade", "A"], ["A"]], draw=[]
    )
    play.take("plot Show", "special Trade > 2")
    cards = [int(play.g.hand[s, 0]) for s in range(3)]
    assert [play.position["seats"][s]["known"] for s in range(3)] == [
        sorted(cards[:s] + cards[s + 1 :]) for s in range(3)
    ]
