"""T6, X5, W5: further turns (`take_turn` on self), their order and who decides in them."""

from __future__ import annotations

from tests.rules.play import Play, small
from vs_sim.vocabulary import MAX_FURTHER

CARDS = """
[special]
Gas = { count = 4, play = { target = "opponent", cancellable = false, do = [{ take_turn = true }] } }
Encore = { count = 9, play.do = [{ take_turn = true }] }
Kill = { count = 1, play = { target = "opponent", do = [{ eliminate = true }] } }
Nap = { count = 30, play.do = [{ look = 1 }] }
"""
TWICE = "while = [{ actions = 2 }]"
LISTENS = 'on = [{ event = "card_played", by = "others", card = "Nap", do = [{ take_turn = true }] }]'


def test_x5_t6_after_another_players_one_a_further_turn_of_the_taken_seat_has_the_same_controller() -> None:
    """In the turn of seat 1 that seat 0 takes both get one more: in that of seat 1 seat 0 decides again."""
    deck = small(CARDS, {"P0": LISTENS, "P1": TWICE})
    play = Play(deck, hands=[["Gas", "Encore", "Encore"], ["Nap", "Encore", "Kill"]])
    play.take("special Gas > 1", "special Nap", "special Encore")
    assert (play.asked, play.decider) == (("action", 0), 0)
    play.take("discard Encore")
    assert (play.asked, play.decider) == (("action", 1), 0)


def test_x5_a_further_turn_of_another_in_a_taken_one_is_that_players_own() -> None:
    """Seat 2 gets one more turn in that of seat 1 which seat 0 takes: seat 2 decides in it, and in a turn it takes."""
    deck = small(CARDS, {"P0": "", "P1": "", "P2": LISTENS})
    play = Play(deck, hands=[["Gas", "Encore"], ["Nap"] * 3, ["Gas", "Encore"]])
    play.take("special Gas > 1", "special Nap")
    assert (play.asked, play.decider) == (("action", 2), 2)
    play.take("special Gas > 0")
    assert (play.asked, play.decider) == (("action", 0), 2)


def test_x5_w6_a_further_turn_is_the_seats_own_once_the_controller_is_out() -> None:
    """Seat 0 took the turn of seat 1 in which that one got one more, and is out when it comes."""
    deck = small(CARDS, {"P0": "", "P1": TWICE, "P2": ""})
    play = Play(deck, hands=[["Gas", "Nap"], ["Encore", "Kill", "Nap"], ["Nap"]])
    play.take("special Gas > 1", "special Encore", "special Kill > 0")
    assert (play.asked, play.decider) == (("action", 1), 1)


def test_t6_a_further_turn_follows_at_once_before_others_that_were_owed_earlier() -> None:
    """Seats 0 and 1 get one more each; seat 0 gets another in its own: that comes before the one of seat 1."""
    deck = small(CARDS, {"P0": TWICE, "P1": LISTENS, "P2": ""})
    play = Play(deck, hands=[["Encore", "Encore", *["Nap"] * 5], ["Kill", "Encore", "Gas"], ["Nap"]])
    play.take("special Encore", "special Nap", "special Encore", "discard Nap")
    assert (play.asked, int(play.g.turns)) == (("action", 0), 3)
    play.take("discard Nap")
    assert (play.asked, int(play.g.turns)) == (("action", 1), 4)


def test_w5_more_than_64_further_turns_owed_at_once_are_a_runaway() -> None:
    """Eight cards of eight turns each; one turn more ends the game."""
    eight = ", ".join(["{ take_turn = true }"] * (MAX_FURTHER // 8))
    text = f"[special]\nMany = {{ count = 9, play.do = [{eight}] }}\n"
    text += "Encore = { count = 1, play.do = [{ take_turn = true }] }"
    play = Play(
        small(text, {"P0": "while = [{ actions = 9 }]", "P1": ""}),
        hands=[["Many"] * 8 + ["Encore"], ["Many"]],
    )
    play.take(*["special Many"] * 8)
    assert play.over is None
    play.take("special Encore")
    assert play.over == ("runaway", -1)
    assert play.deck.names[int(play.g.runaway) - 1] == "Encore"


def test_t6_before_the_first_turn_there_is_none_after_which_another_could_follow() -> None:
    """`take_turn` on self as the game starts does nothing."""
    text = f'{CARDS}\n[house_rule.Early]\non = [{{ event = "game_start", do = [{{ take_turn = true }}] }}]'
    play = Play(small(text, 2), hands=[["Nap"], ["Nap"]])
    play.take("discard Nap")
    assert (play.asked, int(play.g.turns)) == (("action", 1), 2)


def test_w5_x5_effects_are_counted_anew_in_a_turn_that_is_taken_before_the_first() -> None:
    """As the game starts seat 0 draws for everyone and takes the turn of the next player; so in the one that follows that."""
    steps = '{ draw = 1, target = "everyone" }, { take_turn = true, target = "next" }'
    text = f'{CARDS}\n[house_rule.Early]\non = [{{ event = "game_start", if = "seat = 0", do = [{steps}] }}]'
    play = Play(small(text, {"P0": "", "P1": TWICE}), hands=[["Nap"], ["Nap", "Encore"]])
    assert (play.asked, play.decider) == (("action", 1), 0)
    assert int(play.g.effects) == 0
    play.take("special Encore")
    assert int(play.g.effects) == 1
    play.take("discard Nap")
    assert (play.asked, play.decider, int(play.g.effects)) == (("action", 1), 0, 0)
