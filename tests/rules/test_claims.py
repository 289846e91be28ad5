"""Claims (X8) in positions that the lock-step comparison found."""

import pytest

from tests.rules.play import Play, small

DECK = """
[special]
A = { count = 9, play.do = [{ points = 1 }] }
[plot]
Full = { count = 1, while = [{ forbid = "special", only = "hand >= 2" }] }
"""


@pytest.mark.both
@pytest.mark.parametrize(("held", "allowed"), [(2, True), (3, False)])
def test_x8_claims_are_looked_at_with_the_played_card_out_of_the_hand(held: int, allowed: bool) -> None:
    """A card that is being played is in no hand: of two cards one is left, and `hand >= 2` does not hold."""
    play = Play(small(DECK, 2, empty_draw_pile="no_draw"), hands=[["Full", "A"], ["A"] * held], draw=[])
    play.take("plot Full")
    assert play.asked == ("action", 1)
    assert ("special A" in play.choices) == allowed


SHIFTY = """
[house_rule]
Shifty.while = [{ gender = "other", only = "most cards" }]
[special]
A = { count = 9, play.do = [{ points = 1 }] }
[plot]
Club = { count = 1, while = [{ forbid = "special", only = "male" }] }
"""


@pytest.mark.both
@pytest.mark.parametrize(("held", "allowed"), [(2, True), (4, False)])
def test_x8_a_gender_that_hangs_on_hands_is_that_with_the_played_card_out_of_the_hand(
    held: int, allowed: bool
) -> None:
    """With two cards each both have most and count as males; who plays one of two has not, who plays one of four has."""
    hands = [["Club", "A", "A"], ["A"] * held]
    play = Play(small(SHIFTY, 2, empty_draw_pile="no_draw"), hands=hands, draw=[])
    play.take("plot Club")
    assert play.asked == ("action", 1)
    assert ("special A" in play.choices) == allowed


WORTHLESS = """
[house_rule]
Low.while = [{ value = 0 }]
Show.while = [{ open_hand = true, only = "not most points" }]
[special]
A = { count = 9, play.do = [{ points = 1 }] }
[follower]
F = { count = 1, dots = { ends = "p" }, while = [{ draw_limit = 0 }] }
"""


@pytest.mark.both
def test_w1_what_hangs_on_points_sees_what_a_follower_is_worth_at_once() -> None:
    """A follower worth nothing leaves all with most points: no hand is seen, not for a moment."""
    play = Play(small(WORTHLESS, 2, empty_draw_pile="no_draw"), hands=[["F", "A"], ["A", "A"]], draw=[])
    play.take("follower F")
    assert play.points(0) == 0
    assert play.position["seats"][0]["known"] == []
