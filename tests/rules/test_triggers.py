"""Triggers of cards in force: `may`, limits for each card, what lies with whom (LANGUAGE section 4)."""

from __future__ import annotations

from tests.rules.play import Play, small

CARDS = """
[special]
Nap = { count = 20, play.do = [{ points = 1 }] }
[follower]
Scout.count = 3
Scout.dots = { ends = "p" }
Scout.on = [{ event = "card_played", kind = "special", per_turn = 1, do = [{ points = 1 }] }]
Mayor = { count = 1, dots = { ends = "p" }, while = [{ hand_size = "+1" }] }
[microaggression]
Bite = { count = 2, alignments = "p" }
[artifact]
Bell = { count = 2, on = [{ event = "card_played", kind = "special", per_turn = 1, may = true, do = [{ points = 2 }] }] }
Once = { count = 1, on = [{ event = "turn_start", per_game = 1, may = true, do = [{ points = 2 }] }] }
Dart.on = [{ event = "card_played", kind = "special", may = true, target = "opponent", do = [{ discard = 1 }] }]
Idle = { count = 1, on = [{ event = "card_played", kind = "special", may = true, do = [{ clear = 1, kind = "job" }] }] }
[plot]
Fair.on = [{ event = "turn_start", per_game = 1, do = [{ points = 1 }] }]
Fair.action = { per_turn = 1, uses_action = false, do = [{ points = 1 }] }
[house_rule]
Hurry.while = [{ actions = 3 }]
Box.action = { per_game = 1, uses_action = false, do = [{ points = 4 }] }
"""
RULES = {"hand_size": 1, "points_to_win": 90, "empty_draw_pile": "no_draw"}


def make(*hands: list[str]) -> Play:
    """A game in which nothing is drawn."""
    return Play(small(CARDS, **RULES), hands=hands, draw=())


def test_may_asks_self_and_a_no_is_no_use() -> None:
    """Declined, the bell may still ring at the next special of the turn; rung, not at a third."""
    play = make(["Bell", "Nap", "Nap", "Nap"], ["Nap"]).take("artifact Bell", "special Nap")
    assert play.asked == ("may", 0)
    assert play.choices == ["yes", "no"]
    play.take("no")
    assert play.points(0) == 1
    play.take("special Nap", "yes")
    assert play.points(0) == 4
    play = make(["Nap"], ["Bell", "Nap", "Nap"]).take(
        "special Nap", "stop", "artifact Bell", "special Nap", "yes", "special Nap"
    )
    assert play.points(1) == 2 + 2


def test_may_is_not_asked_where_nothing_can_be_done() -> None:
    """No Job lies there (N2)."""
    play = make(["Idle", "Nap", "Nap"], ["Nap"]).take("artifact Idle", "special Nap")
    assert play.asked == ("action", 0)


def test_may_comes_before_the_target() -> None:
    """First whether, then whom, of those who have a card."""
    play = make(["Dart", "Nap", "Nap"], ["Nap"], []).take("artifact Dart", "special Nap")
    assert play.asked == ("may", 0)
    play.take("yes")
    assert play.choices == ["player > 1"]


def test_per_turn_is_counted_for_each_card_in_force() -> None:
    """Two bells ring once each."""
    play = make(["Bell", "Bell", "Nap"], ["Nap"]).take(
        "artifact Bell", "artifact Bell", "special Nap", "yes", "yes"
    )
    assert play.points(0) == 1 + 2 + 2


def test_per_game_of_a_trigger_is_once_in_the_game() -> None:
    """Declined in the first turn, taken in the second, not asked in the third."""
    play = make(["Once", "Nap", "Nap", "Nap"], ["Nap"] * 4).take(
        "artifact Once", "discard Nap", "discard Nap"
    )
    assert play.asked == ("may", 0)
    play.take("no", "discard Nap", "discard Nap")
    assert play.asked == ("may", 0)
    play.take("yes", "discard Nap", "discard Nap")
    assert play.asked == ("action", 0)
    assert play.points(0) == 2


def test_per_game_of_a_plot_is_everyones_together() -> None:
    """One point in all, for who starts a turn first."""
    play = make(["Fair", "Nap"], ["Nap"] * 2).take("plot Fair", "stop")
    assert (play.points(0), play.points(1)) == (0, 1)
    play.take("discard Nap")
    assert play.points(0) == 0


def test_action_of_plots_and_house_rules_is_anybodys() -> None:
    """Each may use the plot's once in a turn; the house rule's once in the game, whoever does."""
    play = make(["Fair", "Nap"], ["Nap"] * 2).take("plot Fair", "power Fair")
    assert "power Fair" not in play.choices
    play.take("power Box")
    assert play.points(0) == 5
    play.take("stop")
    assert "power Box" not in play.choices
    play.take("power Fair")
    assert play.points(1) == 1 + 1  # the start of the turn, the action


def test_followers_say_what_they_say_while_they_lie_there_and_are_not_inert() -> None:
    """A scout's trigger, once for each scout; hit, it is silent."""
    play = make(["Scout", "Scout", "Nap"], ["Bite", "Bite"], ["Nap"]).take(
        "follower Scout", "follower Scout", "special Nap"
    )
    assert play.points(0) == 2 + 1 + 2
    play.take("stop", "microaggression Bite > 0.1", "microaggression Bite > 0.2")
    assert play.points(0) == 3
    assert not any(play.name(int(card)) == "Scout" for card in play.g.force[: int(play.g.n_force)])


def test_followers_modifiers_come_and_go_with_them() -> None:
    """The hand size is one more while the mayor counts."""
    play = Play(small(CARDS, hand_size=1), hands=[["Mayor", "Nap"], ["Bite", "Nap"]], draw=["Nap"] * 8)
    play.take("follower Mayor", "stop")
    assert len(play.hand(0)) == 2
    play.take("microaggression Bite > 0.1", "stop", "discard Nap")
    assert len(play.hand(0)) == 1
