"""`lasts`: how long plots, artifacts and lasting specials are in force, and with whom they lie (LANGUAGE section 1)."""

from __future__ import annotations

import pytest

from tests.rules.play import Play, small

CARDS = """
[special]
Nap = { count = 20, play.do = [{ draw = 1 }] }
Gag = { count = 1, lasts = "turn", play.target = "player", while = [{ forbid = "special" }] }
Hush = { count = 1, lasts = "round", while = [{ forbid = "special", for = "others" }] }
Fog = { count = 1, lasts = 1, play.target = "player", while = [{ forbid = "special" }] }
Long = { count = 1, lasts = 2, play.target = "player", while = [{ hand_size = "+1" }] }
Bell = { count = 1, lasts = 2, on = [{ event = "turn_start", do = [{ points = 1 }] }] }
Bare = { count = 1, lasts = 1, while = [{ actions = 3 }] }
Wipe = { count = 1, play = { target = "player", do = [{ clear = "all", kind = "special" }] } }
Job = { count = 4, play = { target = "player", do = [{ skip = 1 }] } }
Seize = { count = 1, play = { target = "opponent", do = [{ take_turn = true }] } }
Exile = { count = 1, play = { target = "player", do = [{ eliminate = true }] } }
[artifact]
Battery = { count = 1, lasts = 1, while = [{ hand_size = "+2" }] }
Curse = { count = 1, lasts = 2, play.target = "opponent", while = [{ hand_size = 0 }] }
[plot]
Fad = { count = 1, lasts = 1, while = [{ forbid = "special" }] }
Craze = { count = 1, lasts = 2, on = [{ event = "plot_ended", card = "this", do = [{ points = 1 }] }] }
Panic = { count = 1, lasts = "turn", while = [{ hand_size = 1 }] }
Spell = { count = 1, lasts = "round", on = [{ event = "plot_ended", card = "this", do = [{ points = 2 }] }] }
"""
NAPS = ["Nap", "Nap"]
RULES = {"hand_size": 2, "empty_draw_pile": "no_draw"}


def make(
    *hands: list[str], cards: str = CARDS, draw: list[str] | None = None, jobs: tuple[list[str], ...] = ()
) -> Play:
    """A game with these hands, nobody of whom draws more than two cards, naps unless said otherwise."""
    return Play(small(cards, **RULES), hands=hands, draw=["Nap"] * 9 if draw is None else draw, jobs=jobs)


def lying(play: Play) -> list[tuple[str, int]]:
    """What lies there, with whom."""
    return [(play.name(thing["card"]), thing["seat"]) for thing in play.position["lying"]]


def test_lasts_a_special_lies_with_the_character_of_its_target_and_is_not_discarded() -> None:
    """Fog on seat 1: it is in force there, and in no pile."""
    play = make(["Fog", "Nap"], NAPS).take("special Fog > 1")
    assert lying(play) == [("Fog", 1)]
    assert "Fog" not in play.discarded


def test_lasts_without_a_target_it_lies_with_who_played_it() -> None:
    """`play` may be left out: the special only lies there."""
    play = make(["Bare", "Nap", "Nap"], NAPS).take("special Bare")
    assert lying(play) == [("Bare", 0)]


def test_lasts_turn_is_over_with_the_turn_in_which_it_was_played() -> None:
    """Gagged in this turn only: with another action left no special may be played."""
    cards = CARDS + "[house_rule.Hurry]\nwhile = [{ actions = 2 }]\n"
    play = make(["Gag", "Nap", "Nap"], NAPS, cards=cards).take("special Gag > 0")
    assert play.choices == ["discard Nap", "stop"]
    play.take("stop")
    assert lying(play) == []
    assert play.discarded.count("Gag") == 1
    assert "special Nap" in play.choices


def test_lasts_turn_holds_through_the_drawing_at_the_end_of_the_turn() -> None:
    """Panic: nobody draws above one card in that turn (T3)."""
    play = make(["Panic", "Nap"], NAPS).take("plot Panic")
    assert len(play.hand(0)) == 1
    assert play.plots == []


def test_lasts_one_turn_is_the_next_turn_of_the_player_with_whom_it_lies() -> None:
    """Fog on seat 1 is over when that turn is, seat 0 is not bound."""
    play = make(["Fog", "Nap"], NAPS, NAPS).take("special Fog > 1")
    assert play.choices == ["discard Nap"]
    play.take("discard Nap")
    assert lying(play) == []
    assert play.discarded.count("Fog") == 1


def test_lasts_the_turn_in_which_it_was_played_is_not_counted() -> None:
    """Fog on oneself holds through the next turn of one's own."""
    play = make(["Fog", "Nap"], NAPS).take("special Fog > 0")
    assert lying(play) == [("Fog", 0)]
    play.take("special Nap")  # seat 1
    assert play.choices == ["discard Nap"]
    play.take("discard Nap")
    assert lying(play) == []


def test_lasts_a_skipped_turn_is_counted() -> None:
    """A turn spent on a Job is one of them (T5)."""
    play = make(["Fog", "Nap"], NAPS, jobs=([], ["Job"])).take("special Fog > 1")
    assert play.asked == ("action", 0)
    assert lying(play) == []


def test_lasts_a_taken_turn_is_counted_one_passed_over_is_none() -> None:
    """X5, T6: Long lasts through the taken turn and the one after the turn that is passed over."""
    play = make(["Long", "Nap"], NAPS, ["Seize", "Nap"], draw=["Nap"] * 15).take("special Long > 1")
    play.take("special Nap")  # seat 1: the first turn
    play.take("special Seize > 1")
    assert lying(play) == [("Long", 1)]
    play.take("special Nap")  # seat 1, taken: the second
    assert lying(play) == []


def test_lasts_in_a_taken_turn_self_is_whose_turn_it_is() -> None:
    """`round` lasts until the next turn of the seat whose turn was taken, in which the controller played it."""
    play = make(["Seize", "Nap"], ["Hush", "Nap"]).take("special Seize > 1", "special Hush")
    assert lying(play) == [("Hush", 1)]
    assert play.asked == ("action", 0)
    assert "special Nap" not in play.choices
    play.take("discard Nap")  # seat 1 was passed over before this
    assert lying(play) == []
    assert play.asked == ("action", 1)


def test_lasts_round_ends_when_the_next_turn_of_who_played_it_begins() -> None:
    """Others may play no special until seat 0 is to move again."""
    play = make(["Hush", "Nap"], NAPS, NAPS).take("special Hush")
    assert play.choices == ["discard Nap"]
    play.take("discard Nap", "discard Nap")
    assert lying(play) == []
    assert play.asked == ("action", 0)
    assert "special Nap" in play.choices


def test_lasts_its_triggers_are_done_for_whom_it_lies_with() -> None:
    """Bell: a point at the start of each of two turns."""
    play = make(["Bell", "Nap"], NAPS).take("special Bell", "special Nap")
    assert play.points(0) == 1
    play.take("special Nap", "special Nap")
    assert play.points(0) == 2
    play.take("special Nap", "special Nap", "special Nap", "special Nap")
    assert play.points(0) == 2


def test_lasts_an_artifact_runs_out_too() -> None:
    """Battery: two cards more at the end of the next turn, as now; none after that."""
    play = make(["Battery", "Nap"], NAPS, draw=["Nap"] * 15).take("artifact Battery")
    assert len(play.hand(0)) == 4
    play.take("special Nap", "special Nap")
    assert lying(play) == []
    assert play.discarded.count("Battery") == 1


def test_lasts_an_artifact_as_a_curse_counts_the_turns_of_its_bearer() -> None:
    """Two turns of seat 1 without drawing."""
    play = make(["Curse", "Nap"], ["Job"] * 3, draw=["Nap"] * 15).take("artifact Curse > 1")
    play.take("discard Job", "special Nap", "discard Job")
    assert play.hand(1) == ["Job"]
    assert lying(play) == []
    play.take("special Nap", "discard Job")
    assert len(play.hand(1)) == 2


def test_lasts_a_plot_counts_the_turns_of_who_played_it() -> None:
    """Fad binds seat 1 and then seat 0, whose turn is the last."""
    play = make(["Fad", "Nap"], NAPS, NAPS).take("plot Fad")
    play.take("discard Nap", "discard Nap")
    assert play.plots == ["Fad"]
    assert play.choices == ["discard Nap"]
    play.take("discard Nap")
    assert play.plots == []


def test_lasts_a_plot_that_runs_out_has_ended() -> None:
    """It hears its own end, which who played it has caused, after the second turn."""
    play = make(["Craze", "Nap"], NAPS, draw=["Nap"] * 15).take(
        "plot Craze", "special Nap", "special Nap", "special Nap"
    )
    assert (play.points(0), play.plots) == (0, ["Craze"])
    play.take("special Nap")
    assert (play.points(0), play.points(1), play.plots) == (1, 0, [])


def test_lasts_round_of_a_plot_ends_before_the_turn_starts() -> None:
    """What its end sets off is done first."""
    play = make(["Spell", "Nap"], NAPS).take("plot Spell", "special Nap")
    assert play.asked == ("action", 0)
    assert (play.points(0), play.plots) == (2, [])


def test_lasts_a_lasting_special_can_be_cleared() -> None:
    """`clear` of kind special takes it from the character of the target."""
    play = make(
        ["Fog", "Nap"],
        ["Wipe", "Nap"],
        cards=CARDS.replace("Fog = { count = 1, lasts = 1", "Fog = { count = 1, lasts = 3"),
    )
    play.take("special Fog > 0", "special Wipe > 0")
    assert lying(play) == []
    assert play.discarded.count("Fog") == 1


def test_w6_lasts_what_lies_with_a_player_who_is_out_is_discarded() -> None:
    """Seat 0 is eliminated, its bell with it; its plot stays on the table, there are no turns of seat 0 any more."""
    play = make(["Craze", "Bell", "Nap"], NAPS, ["Nap", "Exile", "Nap"], draw=["Nap"] * 12)
    play.take("plot Craze", "special Nap", "special Nap", "special Bell", "special Nap", "special Exile > 0")
    assert play.discarded.count("Bell") == 1
    play.take("special Nap", "special Nap", "special Nap", "special Nap")
    assert play.plots == ["Craze"]


@pytest.mark.both
def test_t7_lasts_the_game_goes_on_when_everything_runs_out() -> None:
    """A turn of each of the cards, one after another, leaves nothing behind."""
    play = make(["Fog", "Gag"], ["Hush", "Panic"], draw=["Nap"] * 18)
    play.take("special Fog > 0", "special Hush", "discard Gag")
    for _ in range(6):
        play.take(play.choices[0])
    assert lying(play) == []
    assert play.plots == []
