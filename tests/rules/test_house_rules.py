"""Each house rule changes what it says, from its default to another value. A test for each key, named by it."""

import sys

import pytest

from tests.rules.play import Play, small
from vs_sim.cards import HOUSE_RULES, Deck, load_deck
from vs_sim.engine.trace import Stepper

CARDS = """
[follower]
One = { count = 12, dots = { ends = "p" } }
Side = { count = 12, dots = { sides = "e" } }
[plot]
Hush = { count = 2, while = [{ forbid = "artifact" }] }
Mute = { count = 2, while = [{ forbid = "artifact" }] }
Calm = { count = 2, while = [{ forbid = "artifact" }] }
[special]
Safe = { count = 4, reaction = { cancels = "anything" } }
Nap = { count = 60, play = { do = [{ draw = 1 }] } }
Job = { count = 6, play = { target = "player", do = [{ skip = 1 }] } }
"""
BROOD = {"Brood": 'gender = "chooses"', "Anna": "", "Bea": ""}


def deck(**rules: object) -> Deck:
    """Three women without powers, under some house rules."""
    return small(CARDS, 3, **rules)


def starting(made: Play, word: str) -> list[str]:
    """The choices that begin with a word."""
    return [choice for choice in made.choices if choice.startswith(word)]


def test_every_house_rule_has_its_test_here() -> None:
    """For each key there is a test whose name begins with it."""
    tests = [name for name in vars(sys.modules[__name__]) if name.startswith("test_")]
    missing = [
        rule.key for rule in HOUSE_RULES if not any(name.startswith(f"test_{rule.key}_") for name in tests)
    ]
    assert missing == []


@pytest.mark.parametrize("size", [7, 3, 20])
def test_hand_size_is_dealt_and_drawn_up_to(size: int) -> None:
    """S2, T3."""
    made = Play(deck() if size == 7 else deck(hand_size=size), players=3)
    assert [len(made.hand(s)) for s in range(3)] == [size] * 3
    made.take("discard")
    assert len(made.hand(0)) == size


def test_points_to_win_is_what_wins() -> None:
    """W1: with 2 the second follower ends the game, by default it does not."""
    for rules, over in [({}, None), ({"points_to_win": 2}, ("won", 0))]:
        made = Play(deck(**rules), hands=[["One"] * 2, ["Nap"] * 2])
        made.take("follower One", "discard Nap", "follower One")
        assert made.over == over


@pytest.mark.parametrize(("rules", "expected"), [({}, 2), ({"max_plots": 1}, 1), ({"max_plots": 3}, 3)])
def test_max_plots_is_how_many_can_lie(rules: dict[str, int], expected: int) -> None:
    """P1: the next one asks which to replace, or takes its place where there is but one; with 0 none can be played."""
    made = Play(deck(**rules), hands=[["Hush", "Nap"], ["Mute", "Nap"], ["Calm", "Nap"]])
    for plot in ("Hush", "Mute", "Calm"):
        made.take(f"plot {plot}")
        if made.asked[0] == "replace":
            made.take(made.choices[0])
    assert len(made.plots) == expected


def test_max_plots_of_none_lets_no_plot_be_played() -> None:
    """P1."""
    made = Play(deck(max_plots=0), hands=[["Hush", "Nap"], ["Nap"]])
    assert starting(made, "plot") == []
    assert "discard Hush" in made.choices


@pytest.mark.parametrize("cap", [1, 3])
def test_max_turns_per_player_ends_the_game(cap: int) -> None:
    """W4: two players have 2 × cap turns."""
    made = Play(deck(max_turns_per_player=cap), hands=[["Nap"] * 2] * 2)
    turns = 0
    while made.over is None:
        made.take("discard")
        turns += 1
    assert turns == 2 * cap
    assert made.over == ("capped", -1)


def test_card_width_and_length_place_the_cards() -> None:
    """G1: end to end the centres are a length apart (14 half units, or 18); at a side a card turned is half of each away."""
    for rules, ends in [({}, 14), ({"card_length": 9}, 18)]:
        made = Play(deck(**rules), hands=[["One"], ["Nap"]])
        made.take("follower One 0 top")
        assert made.position["seats"][0]["coalition"][0]["y"] == ends


SIDE_DECK = """
[follower]
Bar = { count = 12, dots = { ends = "e" } }
[special]
Nap = { count = 60, play = { do = [{ draw = 1 }] } }
"""


def test_card_width_is_the_reach_of_a_side() -> None:
    """G1: a follower whose end is laid on a side has its centre (width + length) / 2 away: 12 half units, or 10."""
    for rules, reach in [({}, 12), ({"card_width": 3}, 10)]:
        made = Play(small(SIDE_DECK, 2, **rules), hands=[["Bar"], ["Nap"]])
        made.take("follower Bar 0 right")
        assert made.position["seats"][0]["coalition"][0]["x"] == reach


def test_card_length_is_the_reach_of_an_end() -> None:
    """G1: as above with a longer card: (5 + 9) / 2 are 14 half units."""
    made = Play(small(SIDE_DECK, 2, card_length=9), hands=[["Bar"], ["Nap"]])
    made.take("follower Bar 0 right")
    assert made.position["seats"][0]["coalition"][0]["x"] == 14


GEOMETRY_DECK = """
[follower]
Bar = { count = 12, dots = { ends = "e" } }
Tee = { count = 12, dots = { top = "e", sides = "e" } }
[special]
Nap = { count = 60, play = { do = [{ draw = 1 }] } }
"""


def test_geometry_abstract_asks_for_no_room() -> None:
    """G8: a place that would overlap (G3) is forbidden on the table, legal in `abstract`.

    Cards on the character's top and right side each have a dot in the corner between them; of two cards laid on these
    the second would overlap the first.
    """
    people = {"Anna": 'dots = { top = "e", right = "e" }\ncore = ["e"]', "Bea": ""}
    found = {}
    for geometry in ("table", "abstract"):
        made = Play(
            small(GEOMETRY_DECK, people, geometry=geometry), hands=[["Tee", "Tee", "Bar", "Bar"], ["Nap"] * 4]
        )
        made.take("follower Tee 0 top top", "discard Nap", "follower Tee 0 right top", "discard Nap")
        made.take("follower Bar 1 left", "discard Nap")
        found[geometry] = sorted(starting(made, "follower Bar"))
        coalition = made.position["seats"][0]["coalition"]
        assert any(follower["x"] for follower in coalition) == (geometry == "table")
    assert len(found["abstract"]) == 4
    assert len(found["table"]) == 3
    assert len(set(found["abstract"]) - set(found["table"])) == 1


def test_duplicate_characters_may_sit_side_by_side() -> None:
    """S3: with two characters three can play, each pick of the draft has both; the random deal gives doubles."""
    two = {"Anna": "", "Bea": ""}
    made = Play(small(CARDS, two, duplicate_characters=True), players=3, characters=["Bea", "Bea"])
    assert made.choices == ["card Anna", "card Bea"]
    made.take("card Bea")
    assert made.asked == ("action", 0)
    doubles = 0
    for game in range(0, 60, 2):
        dealt = Stepper(small(CARDS, two, duplicate_characters=True).tables, players=2)
        dealt.begin(game)
        doubles += int(dealt.game.character[0] == dealt.game.character[1])
    assert 5 <= doubles <= 25
    plain = Play(small(CARDS, two), players=2, characters=["Bea"])
    assert plain.choices == ["card Anna"]


def test_gender_choice_once_is_at_the_start_only() -> None:
    """C5: `each_turn` asks again as the turn begins, `once` does not."""
    for choice, asked in [("each_turn", ("gender", 0)), ("once", ("action", 0))]:
        made = Play(small(CARDS, BROOD, gender_choice=choice), hands=[["Nap"] * 3, ["Nap"] * 3])
        assert made.asked == ("gender", 0)
        made.take("gender male")
        assert made.asked == asked


def test_allow_pass_lets_a_player_with_cards_pass() -> None:
    """T2: the pass is one more choice; the turn ends with T3."""
    assert "pass" not in Play(deck(), hands=[["Nap"], ["Nap"]]).choices
    made = Play(deck(allow_pass=True), hands=[["Nap"], ["Nap"]])
    assert made.choices == ["special Nap", "discard Nap", "pass"]
    made.take("pass")
    assert made.asked == ("action", 1)
    assert len(made.hand(0)) == 7
    assert made.discarded == []


def test_draw_on_skipped_turn_draws_at_the_end_of_a_job_turn() -> None:
    """T5: up to the hand size; by default nothing."""
    for rules, cards in [({}, 1), ({"draw_on_skipped_turn": True}, 7)]:
        made = Play(deck(**rules), hands=[["Nap"], ["Nap"]], jobs=[[], ["Job"]])
        made.take("discard Nap")
        assert made.asked == ("action", 0)
        assert len(made.hand(1)) == cards


def test_empty_draw_pile_no_draw_leaves_the_discard_pile() -> None:
    """T4: the one card there is is drawn, and no more."""
    made = Play(deck(empty_draw_pile="no_draw"), hands=[["Nap", "Nap"], ["Nap"]], draw=["Safe"])
    there = len(made.discarded)
    made.take("discard Nap")
    assert made.hand(0) == ["Safe", "Nap"]
    assert len(made.discarded) == there + 1
    assert int(made.g.shuffles) == 0
    reshuffled = Play(deck(), hands=[["Nap", "Nap"], ["Nap"]], draw=["Safe"]).take("discard Nap")
    assert len(reshuffled.hand(0)) == 7


def test_cancel_refunds_action_lets_the_cancelled_player_act_again() -> None:
    """X1: a Job answered by a Safe Space spends the turn's action, or does not."""
    for rules, asked in [({}, ("action", 1)), ({"cancel_refunds_action": True}, ("action", 0))]:
        made = Play(deck(**rules), hands=[["Job", "Nap"], ["Safe", "Nap"]])
        made.take("special Job > 1", "react Safe")
        assert made.asked == asked
        assert sorted(made.discarded) == ["Job", "Safe"]


@pytest.mark.parametrize(("bound", "over"), [(100, ("runaway", -1)), (200, None)])
def test_max_effects_bounds_a_turn(bound: int, over: tuple[str, int] | None) -> None:
    """W5: 16 steps done to each of seven players are 112 effects."""
    steps = ", ".join(["{ points = 1 }, { points = -1 }"] * 8)
    text = f'{CARDS}\n[special.Rain]\ncount = 2\nplay = {{ target = "everyone", do = [{steps}] }}'
    made = Play(small(text, 7, max_effects=bound), hands=[["Rain", "Nap"]] + [["Nap"]] * 6)
    made.take("special Rain")
    assert made.over == over


def test_house_rules_of_the_base_deck_are_the_defaults() -> None:
    """The deck file writes none; each key stands at its default."""
    rules = load_deck("base").rules
    assert dict(rules) == {rule.key: rule.default for rule in HOUSE_RULES}
