"""What a step changed, as events: cards that lie there, that run out, that are set off by being drawn."""

from __future__ import annotations

from typing import Any

from tests.rules.play import Play, small
from vs_sim.experiments.events import Names, changes

CARDS = """
[special]
Nap = { count = 12, play.do = [{ points = 1 }] }
Fog = { count = 1, lasts = 1, play.target = "player", while = [{ forbid = "discard" }] }
Sting = { count = 1, drawn.do = [{ points = -1 }] }
Toll = { count = 1, drawn.do = [{ discard = 1 }] }
[artifact]
Horn = { count = 1, while = [{ hand_size = "+1" }] }
"""


def make(*hands: list[str], draw: tuple[str, ...] = ("Nap",) * 6) -> Play:
    """A game with these hands of two."""
    return Play(small(CARDS, hand_size=2), hands=hands, draw=draw)


def after(play: Play, *choices: str) -> list[tuple[Any, ...]]:
    """Events of some choices, with names for numbers: (event, seat, card)."""
    names = Names(play.deck)
    before = play.position
    play.take(*choices)
    events = changes(before, play.position, names.set_off)
    return [(e["event"], e.get("seat"), names.card(e.get("card", -1))) for e in events]


def test_a_card_comes_to_lie_with_somebody_and_runs_out() -> None:
    """The fog lies with seat 1 until its next turn is over; the horn stays."""
    play = make(["Fog", "Horn"], ["Nap", "Nap"])
    assert ("lies", 1, "Fog") in after(play, "special Fog > 1")
    events = after(play, "special Nap")
    assert ("lies no more", 1, "Fog") in events
    assert ("lies", 0, "Horn") in after(play, "artifact Horn")


def test_a_drawn_card_is_set_off() -> None:
    """Whether it is over at once or something is decided meanwhile, it is told once."""
    play = make(["Nap", "Nap"], ["Nap", "Nap"], draw=("Sting", "Nap", "Toll", "Nap", "Nap"))
    assert ("set off", None, "Sting") in after(play, "special Nap")
    events = after(play, "special Nap")
    assert ("set off", 1, "Toll") in events
    assert not [event for event in after(play, "card Nap") if event[0] == "set off"]
