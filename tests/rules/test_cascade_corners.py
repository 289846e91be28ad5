"""X6: cascades in which reactions take players or copies away."""

from __future__ import annotations

from tests.rules.play import Play, small

CARDS = """
[special]
Tri = { count = 6, play = { target = "opponent", do = [{ discard = "all", spreads = true }] } }
Nap = { count = 20, play.do = [{ look = 1 }] }
Oust = { count = 1, reaction = { cancels = "Tri", do = [{ eliminate = true, target = "actor" }] } }
"""


def test_x6_w6_who_is_out_spreads_nothing_more() -> None:
    """Seat 1 owes two spreads; at the first one it is put out, and the second lapses."""
    play = Play(
        small(CARDS, 4), hands=[["Tri", "Nap"], ["Tri", "Tri"], ["Oust", "Nap"], ["Nap"]], draw=["Nap"] * 9
    )
    play.take("special Tri > 1", "player > 2", "react Oust")
    assert int(play.g.out[1]) == 1
    assert (play.asked, play.hand(3)) == (("action", 2), ["Nap"])


def test_x6_w6_to_who_is_out_nothing_is_done() -> None:
    """Seat 1 was hit and is put out by the leg that it spreads: of the points for everyone hit none are its own."""
    text = CARDS.replace('{ discard = "all", spreads = true }', "{ points = 1, spreads = true }")
    play = Play(small(text, 4), hands=[["Tri", "Nap"], ["Tri"], ["Oust", "Nap"], ["Nap"]], draw=["Nap"] * 9)
    play.take("special Tri > 1", "player > 2", "react Oust")
    assert [play.points(s) for s in range(4)] == [0, 0, 0, 0]


def test_x6_a_copy_that_came_meanwhile_is_owed_though_a_used_one_is_gone() -> None:
    """Seat 1 spreads with two copies; for the first, which it loses, it is given a third, and then it is hit again."""
    gives = '{ discard = 1, target = "actor" }, { give = 1, target = "actor", card = "Tri" }'
    text = CARDS.replace('{ eliminate = true, target = "actor" }', gives)
    play = Play(
        small(text, 4),
        hands=[["Tri", "Nap"], ["Tri", "Tri"], ["Oust", "Tri"], ["Tri"]],
        draw=["Nap"] * 9,
    )
    play.take(
        "special Tri > 1", "player > 2", "react Oust", "card Tri", "card Tri", "player > 3", "player > 1"
    )
    assert play.asked == ("spread", 1)


def test_x6_who_may_play_no_special_spreads_one_all_the_same() -> None:
    """A leg is part of the one play: `forbid` says nothing of it."""
    characters = {"P0": "", "P1": 'while = [{ forbid = "special" }]', "P2": ""}
    play = Play(small(CARDS, characters), hands=[["Tri", "Nap"], ["Tri"], ["Nap"]], draw=["Nap"] * 9)
    play.take("special Tri > 1")
    assert play.asked == ("spread", 1)
