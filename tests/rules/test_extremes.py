"""Numbers that come to nothing or grow past all use (LANGUAGE section 2), and plays that others overtake."""

from __future__ import annotations

from tests.rules.play import Play, small
from vs_sim.cards import Deck
from vs_sim.vocabulary import MOST_BONUS, MOST_TIMES

CARDS = """
[special]
Nap = { count = 40, play.do = [{ look = 1 }] }
Strike = { count = 4, play.do = [{ skip = 9, per = "jobs" }] }
Pardon = { count = 4, play.do = [{ clear = "all", kind = "job" }] }
Debt = { count = 4, play = { target = "opponent", do = [{ points = -9, per = "jobs" }] } }
"""
TWICE = {"P0": "while = [{ actions = 2 }]", "P1": ""}


def deck(text: str = "", characters: int | dict[str, str] = 2, **rules: object) -> Deck:
    """These cards and some more."""
    return small(CARDS + text, characters, **rules)


def with_tokens(play: Play, s: int, n: int) -> Play:
    """So many Job tokens lie with a player."""
    play.g.job_tokens[s] = play.g.n_jobs[s] = n
    return play


def test_w5_a_step_whose_number_comes_to_0_is_no_effect() -> None:
    """Nothing is done to anybody."""
    text = 'Idle = { count = 2, play.do = [{ draw = 3, per = "jobs", target = "everyone" }, { look = 1 }] }'
    play = Play(deck(text, TWICE), hands=[["Idle", "Nap"], ["Nap"]])
    play.take("special Idle")
    assert int(play.g.effects) == 1


def test_x6_a_step_that_spreads_and_whose_number_comes_to_0_does_not_spread() -> None:
    """The player hit holds a copy, and is not asked to spread it."""
    text = 'Rumour = { count = 2, play = { target = "opponent", do = [{ discard = 1, per = "jobs", spreads = true }] } }'
    play = Play(deck(text, 3), hands=[["Rumour", "Nap"], ["Rumour", "Nap"], ["Nap"]])
    play.take("special Rumour > 1")
    assert play.asked == ("action", 1)


def test_job_tokens_are_so_many_as_no_game_uses_up_at_most() -> None:
    """Nine for each that lies there already; all of them can be cleared."""
    play = with_tokens(
        Play(deck(), hands=[["Strike", "Pardon", "Nap"], ["Nap"] * 2], characters=["P0", "P1"]), 0, 1200
    )
    play.take("special Strike")
    assert (int(play.g.job_tokens[0]), int(play.g.n_jobs[0])) == (MOST_TIMES, MOST_TIMES)
    play = with_tokens(Play(deck("", TWICE), hands=[["Pardon", "Nap"], ["Nap"]]), 0, 1050)
    play.take("special Nap", "special Pardon")
    assert int(play.g.n_jobs[0]) == 0


def test_w1_points_below_0_end_somewhere_and_never_win() -> None:
    """Nine for each of very many Jobs, again and again."""
    play = Play(deck("", {"P0": "while = [{ actions = 3 }]", "P1": ""}), hands=[["Debt"] * 3, ["Nap"]])
    with_tokens(play, 0, MOST_TIMES).take(*["special Debt > 1"] * 3)
    assert (play.points(1), play.over) == (-MOST_BONUS, None)


REACTIONS = """
No = { count = 4, reaction = { cancels = ["anything", "plot"], for = "everyone" } }
Purge = { count = 2, reaction = { cancels = "reaction", for = "everyone", do = [{ eliminate = true, target = "actor" }] } }
Seize = { count = 2, reaction = { cancels = "reaction", for = "everyone", do = [{ take_turn = true, target = "actor" }] } }
Curse = { count = 1, lasts = 3, play = { target = "opponent", do = [{ look = 1 }] }, while = [{ hand_size = 3 }] }
Mirror = { count = 1, play.copies = "special" }
[artifact]
Ball = { count = 1, play.target = "opponent", while = [{ hand_size = 3 }] }
[plot]
Fad = { count = 2, while = [{ hand_size = "+1" }] }
"""


def test_w6_what_was_to_lie_with_a_player_who_is_out_is_discarded() -> None:
    """Seat 1 reacts and is put out by who undoes that."""
    for card in ("special Curse", "artifact Ball"):
        play = Play(deck(REACTIONS, 3), hands=[["Curse", "Ball", "Nap"], ["No"], ["Purge", "Nap"]])
        play.take(f"{card} > 1", "react No", "react Purge")
        assert (int(play.g.out[1]), int(play.g.n_lying)) == (1, 0)
        assert card.split()[1] in play.discarded


def test_p1_a_plot_of_which_one_came_into_play_meanwhile_is_discarded() -> None:
    """Seat 1 reacts to it; who undoes that takes the turn of seat 1, in which the other copy is played."""
    play = Play(deck(REACTIONS, 3), hands=[["Fad", "Nap"], ["No", "Fad"], ["Seize", "Nap"]])
    play.take("plot Fad", "react No", "react Seize")
    assert (play.asked, play.decider) == (("action", 1), 2)
    play.take("plot Fad")
    assert (play.plots, play.discarded.count("Fad")) == (["Fad"], 1)


def test_n1_a_hand_that_is_open_no_more_once_it_was_swapped_was_not_seen() -> None:
    """Seat 0 has fewest cards, so its hand is open; after the swap it has most."""
    text = 'Ring = { count = 1, play = { target = "opponent", do = [{ swap = "hands" }] } }'
    glass = {"P0": 'while = [{ open_hand = true, if = "fewest cards" }]', "P1": "", "P2": ""}
    play = Play(deck(text, glass), hands=[["Ring", "Debt"], ["Nap"] * 3, ["Nap"] * 2], draw=[])
    play.take("special Ring > 1")
    assert [int(word) for word in play.g.known[2]] == [0] * 8
