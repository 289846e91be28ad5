"""Words of the card language in play, one after another: a built position, and the state that must follow.

Most words stand in the names of the tests of their rules; here are those of which no rule speaks. The last test sees that
every word of the language that does anything in a game stands in the name of a test.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.cards.language_words import all_words
from tests.position import PEOPLE, Position
from tests.rules.names import COFFEE, JOB, MONDAY, POST, RACE, SAFE_SPACE, STRIKER, VOLUNTEER, YARD_SIGN

MORE = """
[special]
Axe = { count = 2, play = { target = "opponent", do = [{ destroy = 1 }] } }
Each = { count = 2, play = { target = "opponent", do = [{ destroy = 1, per = "jobs" }] } }
Grab = { count = 2, play = { target = "opponent", do = [{ steal = 1 }] } }
Out = { count = 2, play = { target = "opponent", do = [{ eliminate = true }] } }
Dart = { count = 2, play = { target = "opponent", do = [{ microaggress = 1 }] } }
Puppet = { count = 2, play = { target = "opponent", do = [{ take_turn = true }] } }
Spy = { count = 2, play = { target = "opponent", do = [{ look = "hand" }] } }
Sure = { count = 2, play = { target = "opponent", cancellable = false, do = [{ points = -1 }] } }
Bury = { count = 2, play.do = [{ discard = 1, into = "bottom" }] }
Breach = { count = 2, play = { target = "opponent", do = [{ destroy = 1, regardless = true }] } }
Nope = { count = 2, reaction = { cancels = "anything", for = "everyone" } }
Return = { count = 2, reaction = { cancels = "special", into = "owner's hand" } }
[plot]
Any = { while = [{ match_any = "microaggression" }] }
Must = { while = [{ require = "special" }] }
[artifact]
Zeal = { while = [{ more_destroyed = 1 }] }
Shield = { while = [{ protect = "destroy" }] }
Fervour = { while = [{ require_all = "special" }] }
Bell = { action = { uses_action = false, per_turn = 1, do = [{ points = 1 }] } }
"""
THREE = ("Ann", "Carl", "Bea")
QUIET = partial(Position, THREE, rules={"empty_draw_pile": "no_draw"}, rest="discard")  # nobody draws
play = partial(QUIET, more=PEOPLE + MORE)
Moves = Callable[[Position], object]


def _steal(p: Position) -> None:
    p.take("special", card="Grab", seat=1)
    p.take("set")
    p.take("place")


EVENTS: dict[str, tuple[dict[str, object], Moves, list[int]]] = {
    "game_start": ({}, lambda _: None, [1, 1, 1]),
    "turn_skipped": ({"jobs": {1: 1}}, lambda p: p.take("discard"), [0, 1, 0]),
    "card_played": ({}, lambda p: p.take("special", seat=1), [1, 0, 0]),
    "card_discarded": ({}, lambda p: p.take("discard"), [1, 0, 0]),
    "microaggression_landed": (
        {"hands": {0: [POST]}, "coalitions": {1: [VOLUNTEER]}},
        lambda p: p.take("microaggression", seat=1),
        [1, 0, 0],
    ),
    "microaggression_removed": (
        {"hands": {0: [YARD_SIGN]}, "coalitions": {1: [VOLUNTEER, f"{POST} > 1"]}},
        lambda p: p.take("virtue signal", seat=1),
        [1, 1, 0],
    ),
    "follower_destroyed": (
        {"hands": {0: ["Axe"]}, "coalitions": {1: [VOLUNTEER]}},
        lambda p: p.take("special", seat=1).take("victim"),
        [1, 0, 0],
    ),
    "follower_stolen": ({"hands": {0: ["Grab"]}, "coalitions": {1: [VOLUNTEER]}}, _steal, [2, 0, 0]),
    "plot_ended": ({"hands": {0: [MONDAY]}, "plots": [RACE]}, lambda p: p.take("plot"), [1, 0, 0]),
    "reaction_played": (
        {"hands": {0: [JOB], 1: [SAFE_SPACE]}},
        lambda p: p.take("special", seat=1).take("react"),
        [0, 1, 0],
    ),
    "player_eliminated": ({"hands": {0: ["Out"]}}, lambda p: p.take("special", seat=2), [1, 0, 0]),
}


@pytest.mark.parametrize("event", EVENTS)
def test_event_in_play(event: str) -> None:
    """A house rule gives a point to whoever causes it."""
    fields, moves, points = EVENTS[event]
    ear = f'[house_rule.Ear]\non = [{{ event = "{event}", do = [{{ points = 1 }}] }}]\n'
    p = QUIET(more=PEOPLE + MORE + ear, **{"hands": {0: [JOB]}} | fields)
    moves(p)
    assert [p.points(s) for s in range(3)] == points


WHOM = {
    "self": {0},
    "male": {1},
    "female": {0, 2},
    "leader": {2},
    "most points": {1},
    "fewest points": {2},
    "most cards": {1},
    "fewest cards": {0},
    "next": {1},
    "previous": {2},
    "not previous": {0, 1},
    "points = 2": {0},
    "points != 2": {1, 2},
    "points < 2": {2},
    "points <= 2": {0, 2},
    "points > 2": {1},
    "points >= 2": {0, 1},
}


@pytest.mark.parametrize("word", WHOM)
def test_player_word_in_play(word: str) -> None:
    """A card gives a point to everyone of whom it is true."""
    gift = f'[special.Gift]\nplay = {{ target = "everyone", only = "{word}", do = [{{ points = 1 }}] }}\n'
    p = QUIET(
        more=PEOPLE + MORE + gift,
        hands={0: ["Gift"], 1: [JOB, JOB, JOB], 2: [JOB]},
        coalitions={2: [VOLUNTEER]},
        bonus={0: 2, 1: 5},
    )
    p.take("special")
    assert {s for s, before in enumerate((2, 5, 1)) if p.points(s) > before} == WHOM[word]


@pytest.mark.parametrize(
    ("target", "seats"), [("opponent", {1, 2}), ("player", {0, 1, 2}), ("next", {1}), ("previous", {2})]
)
def test_target_in_play(target: str, seats: set[int]) -> None:
    """At whom a card can be aimed."""
    p = QUIET(
        more=f'{PEOPLE}[special.Gift]\nplay = {{ target = "{target}", do = [{{ points = 1 }}] }}\n',
        hands={0: ["Gift"]},
    )
    assert {c["seat"] for c in p.offers("special")} == seats


def test_affected_is_whom_the_event_happened_to() -> None:
    ear = '[house_rule.Ear]\non = [{ event = "microaggression_landed", target = "affected", do = [{ points = 2 }] }]\n'
    p = QUIET(more=PEOPLE + ear, hands={0: [POST]}, coalitions={1: [VOLUNTEER]})
    p.take("microaggression", seat=1)
    assert [p.points(s) for s in range(3)] == [0, 2, 0]


def test_microaggress_makes_a_follower_inert() -> None:
    p = play(hands={0: ["Dart"]}, coalitions={1: [VOLUNTEER, VOLUNTEER]})
    p.take("special", seat=1)
    p.take("victim", slot=2)
    assert (p.inert(1), p.points(1)) == ({2}, 1)


def test_take_turn_is_played_for_the_target() -> None:
    p = play(hands={0: ["Puppet"], 1: [JOB]})
    p.take("special", seat=1)
    assert (p.asks, p.decider) == (("action", 1), 0)


def test_look_lets_self_know_the_hand() -> None:
    p = play(hands={0: ["Spy"], 1: [JOB]})
    p.take("special", seat=1)
    assert [p.name(card) for card in p._pile(p.g.known[0])] == [JOB]
    assert p._pile(p.g.known[2]) == []


def test_eliminate_puts_a_player_out() -> None:
    p = play(hands={0: ["Out"], 1: [JOB]}, coalitions={1: [VOLUNTEER]})
    p.take("special", seat=1)
    assert (p.hand(1), p.followers(1), p.turn) == ([], {}, 2)


@pytest.mark.parametrize("plots", [[], ["Any"]], ids=["without", "with"])
def test_match_any_asks_for_no_like_alignment(plots: list[str]) -> None:
    p = play(hands={0: [COFFEE]}, coalitions={1: [VOLUNTEER]}, plots=plots)
    assert bool(p.offers("microaggression", seat=1)) == bool(plots)


def test_more_destroyed_takes_one_more() -> None:
    p = play(hands={0: ["Axe"]}, coalitions={1: [VOLUNTEER, VOLUNTEER, VOLUNTEER]}, lying={0: ["Zeal"]})
    p.take("special", seat=1)
    p.take("victim", slot=3).take("victim", slot=2)
    assert set(p.followers(1)) == {1}


def test_more_destroyed_takes_none_where_none_is_to_be_destroyed() -> None:
    """K11: a number that comes to 0 destroys nothing, so there is nothing to take one more of."""
    p = play(hands={0: ["Each"]}, coalitions={1: [VOLUNTEER]}, lying={0: ["Zeal"]})
    p.take("special", seat=1)
    assert set(p.followers(1)) == {1}
    assert p.turn == 1


def test_per_points_below_0_is_no_number_at_all() -> None:
    """One card a point, with one point less than none: none, and not all."""
    tip = "[special.Tip]\nplay.do = [{ draw = 1, per = 'points' }]\n"
    p = Position(THREE, more=PEOPLE + tip, hands={0: ["Tip"]}, bonus={0: -1}, rules={"hand_size": 1})
    p.take("special")
    assert len(p.hand(0)) == 1


def test_require_leaves_nothing_else_to_do() -> None:
    p = play(hands={0: [JOB, STRIKER]}, plots=["Must"])
    assert p.dos() == {"special"}
    assert p.take("special", seat=1).turn == 2


def test_require_all_asks_for_the_next_one_too() -> None:
    p = play(hands={0: [JOB, JOB, STRIKER]}, plots=["Must"], lying={0: ["Fervour"]})
    p.take("special", seat=1)
    assert (p.turn, p.dos()) == (0, {"special"})


@pytest.mark.parametrize(("card", "asked"), [("Sure", False), (JOB, True)], ids=["false", "true"])
def test_cancellable_says_whether_it_can_be_answered(card: str, asked: bool) -> None:
    p = play(hands={0: [card], 1: [SAFE_SPACE]})
    p.take("special", seat=1)
    assert (p.asks[0] == "reaction") == asked


def test_uses_action_false_leaves_the_action() -> None:
    p = play(hands={0: [JOB]}, lying={0: ["Bell"]})
    p.take("power")
    assert (p.points(0), p.turn) == (1, 0)
    assert p.offers("special")
    assert not p.offers("power")  # once in a turn


def test_bottom_is_that_of_the_draw_pile() -> None:
    p = Position(THREE, more=PEOPLE + MORE, hands={0: ["Bury", STRIKER]})
    p.take("special").take("card")
    assert p.draw_pile()[-1] == STRIKER


def test_owners_hand_gets_the_cancelled_card_back() -> None:
    p = play(hands={0: [JOB], 1: ["Return"]})
    p.take("special", seat=1).take("react")
    assert p.hand(0) == [JOB]


@pytest.mark.parametrize(("card", "open_"), [("Axe", False), ("Breach", True)])
def test_regardless_outranks_a_protection(card: str, open_: bool) -> None:
    p = play(hands={0: [card]}, coalitions={1: [VOLUNTEER]}, lying={1: ["Shield"]})
    assert bool(p.offers("special", seat=1)) == open_


@pytest.mark.parametrize(("card", "asked"), [(JOB, True), (RACE, False)], ids=["special", "plot"])
def test_anything_is_everything_but_plots_followers_and_reactions(card: str, asked: bool) -> None:
    p = play(hands={0: [card], 1: ["Nope"]})
    p.take("special", seat=1) if card == JOB else p.take("plot")
    assert (p.asks[0] == "reaction") == asked


# Words that say what a card or deck is, and nothing of a game; the tests of the loader have them.
OF_THE_FILE = {
    *("schema", "name", "description", "extends", "remove", "change", "drop", "rules", "alternative", "of"),
    *("assumed", "alternatives", "text", "note", "colour", "core"),
}


def test_every_word_stands_in_the_name_of_a_test_in_play() -> None:
    here = Path(__file__).parent
    names = " ".join(
        re.findall(r"def (test_\w+)", "".join(f.read_text("utf-8") for f in here.glob("test_*.py")))
    )
    names += " " + " ".join([*EVENTS, *WHOM, "opponent", "player", "next", "previous"])
    signs = {"=", "!=", "<", "<=", ">", ">="}
    asked = {word: re.sub(r"\W+", ".", word.replace("'", "")) for word in all_words() - OF_THE_FILE - signs}
    missing = {w for w, k in asked.items() if not re.search(rf"(?<![a-z]){k}(s|es)?(?![a-z])", names)}
    assert missing == set()
    assert signs == {text.split()[1] for text in WHOM if text.startswith("points")}
