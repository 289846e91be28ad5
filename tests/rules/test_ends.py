"""W1, W2, W5, W6: a game ends with the change that ends it, neither before that is whole nor after it."""

from __future__ import annotations

from tests.rules.play import Play, small
from vs_sim.cards import Deck

CARDS = """
[follower]
One = { count = 12, dots = { ends = "p" } }
Two = { count = 4, dots = { top = "p", bottom = "e" } }
[special]
Nap = { count = 40, play.do = [{ look = 1 }] }
Job = { count = 4, play = { target = "player", do = [{ skip = 1 }] } }
Gift = { count = 4, play = { target = "opponent", do = [{ points = 3 }] } }
Out = { count = 2, play = { target = "opponent", do = [{ eliminate = true }] } }
"""


def deck(text: str, characters: int | dict[str, str] = 2, **rules: object) -> Deck:
    """These cards and some more."""
    return small(CARDS + text, characters, **rules)


def test_w5_what_sets_off_one_trigger_too_many_is_done() -> None:
    """65 triggers hear a discard: the card is on the discard pile, the one after it is still in the hand."""
    hears = ", ".join(['{ event = "card_discarded", do = [{ points = 1 }] }'] * 4)
    text = '[special.Strip]\nplay = { target = "opponent", do = [{ discard = "all" }] }\n'
    text += "".join(f"[house_rule.R{k}]\non = [{hears}]\n" for k in range(16))
    text += '[house_rule.R16]\non = [{ event = "card_discarded", do = [{ points = 1 }] }]\n'
    play = Play(deck(text), hands=[["Strip", "Nap"], ["Job", "Gift"]], draw=["Nap"] * 9)
    play.take("special Strip > 1")
    assert play.over == ("runaway", -1)
    assert (play.hand(1), play.discarded.count("Job")) == (["Gift"], 4)


def test_w5_swapped_hands_count_before_they_are_swapped() -> None:
    """97 effects were done in the turn; a swap among four players would make 101."""
    four = ", ".join(['{ points = -1, target = "everyone" }'] * 12)
    text = f"""
[special.Lots]
count = 2
play.do = [{four}]
[special.Ring]
play = {{ target = "everyone", do = [{{ look = 1, target = "self" }}, {{ swap = "hands" }}] }}
"""
    characters = {"P0": "while = [{ actions = 3 }]", "P1": "", "P2": "", "P3": ""}
    made = deck(text, characters, max_effects=100)
    play = Play(made, hands=[["Lots", "Lots", "Ring", "Nap"], ["Job"], ["Gift"], ["Out"]])
    play.take("special Lots", "special Lots", "special Ring")
    assert play.over == ("runaway", -1)
    assert play.hand(1) == ["Job"]


def test_w6_elimination_is_one_event_after_which_w1_is_looked_at() -> None:
    """Seat 1 has three points and an artifact without which they would win: both go at once."""
    text = '[artifact.Ballast]\nplay.target = "self"\nwhile = [{ points_to_win = 9 }]\n'
    play = Play(deck(text, 3, points_to_win=3), hands=[["Gift", "Out", "Nap"], ["Ballast", "Nap"], ["Nap"]])
    play.take("discard Nap", "artifact Ballast", "discard Nap", "special Gift > 1", "discard Nap", "discard")
    assert (play.points(1), play.over) == (3, None)
    play.take("special Out > 1")
    assert play.over is None


def test_w1_t5_a_job_that_is_removed_may_make_somebody_win() -> None:
    """What wins hangs on the Jobs: it is looked at as soon as one of the two is gone, before the next turn begins."""
    text = '[special.Strike]\nplay = { target = "opponent", do = [{ skip = 2 }] }\n'
    text += '[house_rule.Lazy]\nwhile = [{ points_to_win = 1, only = "jobs = 1" }]\n'
    play = Play(deck(text), hands=[["One", "Nap", "Nap"], ["Strike", "Nap", "Nap"]])
    play.take("follower One", "special Strike > 0")
    assert (play.over, int(play.g.turns)) == (("won", 0), 3)


def test_w2_a_searched_pile_is_not_shuffled_once_the_game_is_over() -> None:
    """The card taken wins, as what wins hangs on the hand."""
    text = '[special.Find]\nplay.do = [{ take = 2, from = "draw pile", card = "Job" }]\n'
    text += '[house_rule.Full]\nwhile = [{ points_to_win = 1, only = "hand > 2" }]\n'
    pile = ["Nap", "Job", "Nap", "Job", "Job"]
    play = Play(deck(text, hand_size=2), hands=[["One", "Find", "Nap"], ["Nap"]], draw=pile)
    play.take("follower One", "discard Nap", "special Find", "card Job", "card Job")
    assert (play.over, int(play.g.shuffles)) == (("won", 0), 0)


def test_p2_w2_no_more_plots_are_excluded_once_the_game_is_over() -> None:
    """A plot that excludes two others: with the first of them gone somebody wins, and the second lies there still."""
    text = """
[plot]
A = { count = 1, while = [{ points_to_win = 9 }] }
B = { count = 1, while = [{ hand_size = "+1" }] }
C = { count = 1, excludes = ["A", "B"] }
"""
    play = Play(deck(text, points_to_win=3), hands=[["Gift", "A", "C"], ["B", "Nap", "Nap"]])
    play.take("plot A", "plot B", "special Gift > 1", "discard Nap")
    assert (play.points(1), play.over) == (3, None)
    play.take("plot C")
    assert (play.over, play.plots) == (("won", 1), ["B"])


# --- several stolen one after another (D3) ---

HEIST = """
[special.Heist]
play = { target = "opponent", do = [{ steal = 2, where = "anywhere" }] }
"""


def test_d3_g6_of_two_in_a_chain_the_outer_one_is_stolen_first_whatever_their_numbers() -> None:
    """Else the inner one would make an orphan of it: what hears them is done in that order."""
    text = HEIST + (
        "[house_rule]\n"
        'Inner.on = [{ event = "follower_stolen", card = "One", do = [{ points = 9 }] }]\n'
        'Outer.on = [{ event = "follower_stolen", card = "Two", do = [{ points = 9, target = "affected" }] }]\n'
    )
    play = Play(deck(text, points_to_win=9), hands=[["Heist", "Nap", "Nap"], ["One", "Two", "Nap"]])
    play.take("discard Nap", "follower One", "discard Nap", "follower Two 1", "special Heist > 1")
    while play.over is None:
        play.take(play.choices[0])
    assert play.over == ("won", 1)


def test_d3_w1_is_looked_at_after_each_one_that_is_stolen() -> None:
    """Who has two points and two followers wins: of three followers two are stolen, one after the other."""
    text = '[special.Heist]\nplay = { target = "opponent", do = [{ steal = 2 }] }\nlasts = "turn"\n'
    text += 'while = [{ points_to_win = 2, only = "followers = 2", for = "everyone" }]\n'
    hands = [["Heist", *["Nap"] * 4], ["One", "One", "One", "Nap"]]
    play = Play(deck(text), hands=hands)
    play.take(*["discard Nap", "follower One"] * 3)
    assert play.over is None
    play.take("special Heist > 1")
    play.take(play.choices[0])
    assert play.over == ("won", 1)


def test_w4_w1_at_the_cap_followers_are_worth_what_they_are_in_the_round_that_begins() -> None:
    """One point less from the second round on, which has begun when the game is found to be over."""
    text = '[house_rule.Late]\nwhile = [{ value = "-1", only = "round > 1" }]\n'
    play = Play(deck(text, max_turns_per_player=1), hands=[["One"], ["Nap"]])
    play.take("follower One")
    assert play.points(0) == 1
    play.take("discard Nap")
    assert (play.over, play.points(0)) == (("capped", -1), 0)
