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
