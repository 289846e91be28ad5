"""The reference engine held to further turns (X5, T6, W5)."""

from __future__ import annotations

from collections.abc import Sequence

from tests.reference.boards import Table, asked, choose, play_card
from tests.reference.engine import Reference
from vs_sim.vocabulary import MAX_FURTHER, Ask, Do, Result

TAKES = 'count = 5\nplay = { target = "opponent", cancellable = false, do = [{ take_turn = true }] }\n'
CARDS = """
[special]
Encore = { count = 9, play.do = [{ take_turn = true }] }
Coup = { count = 1, play = { target = "opponent", cancellable = false, do = [{ eliminate = true }] } }
Nap = { count = 9, play.do = [{ look = 1 }] }
"""
WOMAN, FEDORA, MARXIST = "Lipstick Lesbian", "Captain Fedora", "Marxist Academic"
TWICE = "while = [{ actions = 2 }]"
LISTENS = 'on = [{ event = "card_played", by = "others", card = "Nap", do = [{ take_turn = true }] }]'


def takes_turns(
    hands: Sequence[Sequence[str]], characters: dict[str, str]
) -> tuple[Reference, dict[str, int]]:
    """Seat 0 takes the turn of seat 1; the hands besides X, and what characters do. Also a card number of each name."""
    changes = "".join(f'[change."{name}"]\n{keys}\n' for name, keys in characters.items())
    table = Table(TAKES, text=CARDS + changes, players=len(hands))
    found: dict[str, int] = {}
    for seat, names in enumerate(hands):
        found |= dict(zip(names, table.holds(seat, *names), strict=True))
    return table.play(seat=1), found


def test_after_another_players_one_a_further_turn_of_the_taken_seat_has_the_same_controller() -> None:
    """In the turn of seat 1 that seat 0 takes both get one more."""
    reference, cards = takes_turns([["Nap"] * 4, ["Nap", "Encore", "Coup"]], {WOMAN: LISTENS, FEDORA: TWICE})
    play_card(reference, cards["Nap"])
    play_card(reference, cards["Encore"])
    assert (asked(reference), reference.decider) == ((Ask.ACTION, 0), 0)
    choose(reference, Do.DISCARD)
    assert (asked(reference), reference.decider) == ((Ask.ACTION, 1), 0)


def test_a_further_turn_is_the_seats_own_once_its_controller_is_out() -> None:
    """Seat 1 takes the turn of seat 2, decided by seat 0, which is out when seat 2 has one more."""
    reference, cards = takes_turns([["Nap"], ["X"], ["Encore", "Coup", "Nap"]], {MARXIST: TWICE})
    play_card(reference, cards["X"], seat=2)
    assert (asked(reference), reference.decider) == ((Ask.ACTION, 2), 0)
    play_card(reference, cards["Encore"])
    play_card(reference, cards["Coup"], seat=0)
    assert (asked(reference), reference.decider) == ((Ask.ACTION, 2), 2)


def test_more_than_64_further_turns_owed_at_once_are_a_runaway() -> None:
    """Eight cards of eight turns each, and one turn more."""
    eight = ", ".join(["{ take_turn = true }"] * (MAX_FURTHER // 8))
    text = f'[special.Encore]\nplay.do = [{{ take_turn = true }}]\n[change."{WOMAN}"]\nwhile = [{{ actions = 9 }}]\n'
    table = Table(f"count = 9\nplay.do = [{eight}]", text=text)
    many = [table.x, *table.holds(0, *["X"] * 7)]
    (encore,) = table.holds(0, "Encore")
    reference = table.start()
    for card in many:
        play_card(reference, card)
    assert reference.result == Result.RUNNING
    play_card(reference, encore)
    assert reference.result == Result.RUNAWAY


