"""Points and the end of a game (W1 to W6)."""

import pytest

from tests.rules.play import Play, small
from vs_sim.cards import Deck
from vs_sim.vocabulary import Stat

CARDS = """
[follower]
One = { count = 12, dots = { ends = "p" } }
Five = { count = 6, points = 5, dots = { ends = "p" } }
Four = { count = 2, points = 4, dots = { ends = "p" } }
[microaggression]
Jibe = { count = 6, alignments = "p" }
[virtue_signal]
Sign = { count = 6, alignments = "p" }
[plot]
Sale = { count = 3, while = [{ points_to_win = "-10" }] }
[special]
Nap = { count = 60, play = { do = [{ draw = 1 }] } }
Gift = { count = 4, play = { target = "opponent", do = [{ points = 3 }, { discard = "all", target = "self" }] } }
Raffle = { count = 4, play = { target = "everyone", do = [{ points = 3 }] } }
Job = { count = 6, play = { target = "player", do = [{ skip = 1 }] } }
Out = { count = 6, play = { target = "player", do = [{ eliminate = true }] } }
Quit = { count = 6, play = { do = [{ eliminate = true }] } }
Ace = { count = 2, play = { target = "opponent", do = [{ win = true }] } }
[special.Gas]
count = 4
play = { target = "opponent", cancellable = false, do = [{ look = "hand" }, { take_turn = true }] }
"""


def deck(**rules: object) -> Deck:
    """Three women without powers, all of these cards."""
    return small(CARDS, 3, **rules)


@pytest.mark.both
@pytest.mark.parametrize(("last", "won"), [("Five", True), ("Four", False)])
def test_w1_fifteen_points_win_and_fourteen_do_not(last: str, won: bool) -> None:
    """5 + 5 + 5 end the game, 5 + 5 + 4 do not. The character counts nothing."""
    made = Play(deck(), hands=[["Five", "Five", last], ["Nap"] * 3])
    assert made.points(0) == 0
    made.take("follower Five", "discard Nap", "follower Five", "discard Nap")
    assert made.points(0) == 10
    assert made.over is None
    made.take(f"follower {last}")
    assert made.over == (("won", 0) if won else None)


@pytest.mark.both
def test_w1_inert_followers_do_not_count() -> None:
    """Two followers of which one is inert and a third are worth two of the three points that win; removed, three."""
    made = Play(deck(points_to_win=3), hands=[["One"] * 3, ["Jibe", "Nap", "Sign"]])
    made.take("follower One", "microaggression Jibe > 0.1")
    assert made.points(0) == 0
    made.take("follower One", "discard Nap", "follower One")
    assert made.points(0) == 2
    assert made.over is None
    made.take("virtue signal Sign > 0.1")
    assert made.over == ("won", 0)


@pytest.mark.both
def test_w2_the_game_ends_at_once_with_no_draw() -> None:
    """The follower that wins is laid; nobody draws, the turn does not pass on."""
    made = Play(deck(points_to_win=5), hands=[["Five", "Nap"], ["Nap"]])
    made.take("follower Five")
    assert made.over == ("won", 0)
    assert made.hand(0) == ["Nap"]
    assert made.stat(0, Stat.DRAWN) == 0
    assert int(made.g.turns) == 1
    assert made.choices == []


@pytest.mark.both
def test_w2_the_game_ends_in_the_middle_of_an_action_and_in_anothers_turn() -> None:
    """A gift of three points to another makes that player win: the gift's second step is not done, the card not discarded."""
    made = Play(deck(points_to_win=3), hands=[["Gift", "Nap", "Nap"], ["Nap"]])
    made.take("special Gift > 1")
    assert made.over == ("won", 1)
    assert made.hand(0) == ["Nap", "Nap"]
    assert made.discarded == []
    assert int(made.g.seat) == 0


def test_w2_a_step_for_everyone_stops_at_the_first_who_has_enough() -> None:
    """Points to everyone go round from the acting player's left: that one wins, the others get none."""
    made = Play(deck(points_to_win=3), hands=[["Nap"] * 2, ["Raffle", "Nap"], ["Nap"] * 2])
    made.take("discard Nap", "special Raffle")
    assert made.over == ("won", 2)
    assert [made.points(s) for s in range(3)] == [0, 0, 3]


def sale(followers: set[int], seat: int) -> Play:
    """Three points each for some seats (twelve win); then that seat plays a plot after which two do."""
    hands = [
        ["Four", "Sale", "Nap", "Gas"] if s in followers else ["Nap", "Sale", "Nap", "Gas"] for s in range(3)
    ]
    made = Play(deck(points_to_win=12), hands=hands)
    for s in range(3):
        made.take("follower Four" if s in followers else "discard Nap")
    for _ in range(seat):
        made.take("discard Nap")
    return made


@pytest.mark.both
@pytest.mark.parametrize(
    ("ready", "seat", "winner"),
    [
        ({0, 1}, 0, 0),
        ({0, 1}, 1, 1),
        ({0, 1}, 2, 0),
        ({1, 2}, 0, 1),
        ({0, 2}, 1, 2),
        ({0, 2}, 2, 2),
    ],
)
def test_w3_of_several_the_one_whose_turn_it_is_wins_or_the_next(
    ready: set[int], seat: int, winner: int
) -> None:
    """The plot makes two players reach what wins at once: the acting player first, else the next in turn order."""
    made = sale(ready, seat)
    assert made.over is None
    made.take("plot Sale")
    assert made.over == ("won", winner)


def test_w3_in_a_taken_turn_it_is_the_turn_of_its_owner() -> None:
    """Seat 0 plays the plot in the turn of seat 1 that it has taken: of 0 and 1 the latter wins."""
    made = sale({0, 1}, 0)
    made.take("special Gas > 1")
    assert made.asked == ("action", 1)
    made.take("plot Sale")
    assert made.over == ("won", 1)


@pytest.mark.both
def test_w4_a_game_of_too_many_turns_ends_unfinished() -> None:
    """Two turns a player, three players: after six turns no seventh begins, nobody wins."""
    made = Play(deck(max_turns_per_player=2), hands=[["Nap"] * 4] * 3)
    made.take(*["discard Nap"] * 5)
    assert made.over is None
    made.take("discard Nap")
    assert made.over == ("capped", -1)
    assert int(made.g.turns) == 6


def test_w4_taken_turns_and_job_turns_count_passed_over_ones_do_not() -> None:
    """Cap of four: a turn, the turn taken in it, [seat 1 passed over], a Job turn of seat 0, a turn of seat 1."""
    made = Play(deck(max_turns_per_player=2), hands=[["Gas", "Nap", "Nap"], ["Nap", "Nap", "Nap"]])
    made.take("special Gas > 1")
    assert int(made.g.turns) == 2
    made.g.job_tokens[0] = made.g.n_jobs[0] = 1
    made.take("discard Nap")
    assert made.asked == ("action", 1)
    assert made.stat(1, Stat.PASSED_OVER) == 1
    assert made.stat(0, Stat.SKIPPED) == 1
    assert int(made.g.turns) == 4
    made.take("discard Nap")
    assert made.over == ("capped", -1)


def test_w4_the_cap_is_looked_at_before_a_turn_in_sequence_only() -> None:
    """In the last turn under the cap another's turn can still be taken; it is played to its end."""
    made = Play(deck(max_turns_per_player=1), hands=[["Nap", "Nap"], ["Gas", "Nap"]])
    made.take("discard Nap", "special Gas > 0")
    assert made.asked == ("action", 0)
    assert int(made.g.turns) == 3
    made.take("discard Nap")
    assert made.over == ("capped", -1)


@pytest.mark.both
def test_w4_a_table_that_can_only_pass_is_stalled() -> None:
    """Empty hands, no draw pile: two passes each, then the game ends unfinished before the fifth turn."""
    made = Play(deck(empty_draw_pile="no_draw"), hands=[[], []], draw=[])
    made.take(*["pass"] * 3)
    assert made.over is None
    made.take("pass")
    assert made.over == ("stalled", -1)
    assert int(made.g.turns) == 4


def test_w4_an_action_between_two_passes_begins_the_count_anew() -> None:
    """Seat 1 passes never twice on end before its last card is gone."""
    made = Play(deck(empty_draw_pile="no_draw", allow_pass=True), hands=[[], ["Nap", "Nap"]], draw=[])
    made.take("pass", "pass", "pass", "discard Nap", "pass", "pass")
    assert made.over is None
    made.take("pass", "pass")
    assert made.over == ("stalled", -1)


def test_w4_job_turns_are_none_of_the_two_passes() -> None:
    """A Job turn between two passes neither counts nor breaks the row."""
    made = Play(deck(empty_draw_pile="no_draw"), hands=[[], ["Job"]], draw=[])
    made.take("pass", "special Job > 0", "pass", "pass")
    assert made.stat(0, Stat.SKIPPED) == 1
    assert made.over is None
    made.take("pass")
    assert made.over == ("stalled", -1)
    assert made.stat(0, Stat.PASSES) == 2


def test_w4_passes_while_there_are_cards_to_draw_do_not_stall() -> None:
    """With full hands and a draw pile all may pass on and on: the cap ends it."""
    made = Play(deck(allow_pass=True, hand_size=2, max_turns_per_player=4), hands=[["Nap"] * 2, ["Nap"] * 2])
    made.take(*["pass"] * 8)
    assert made.over == ("capped", -1)


DRAWER = {"Anna": 'on = [{ event = "card_drawn", do = [{ discard = "all" }, { draw = 1 }] }]', "Bea": ""}
NAPS = "[special]\n" + "".join(
    f"{name} = {{ count = 99, play = {{ do = [{{ draw = 1 }}] }} }}\n" for name in ("Nap", "Nod", "Doze")
)
FEAST = (
    NAPS
    + f"""
[special.Feast]
count = 4
play = {{ target = "everyone", do = [{", ".join(["{ draw = 1 }"] * 10)}] }}
[special.Glut]
count = 4
play = {{ target = "everyone", do = [{", ".join(["{ draw = 1 }"] * 10)}, {{ draw = 1, target = "self" }}] }}
"""
)


@pytest.mark.both
def test_w5_a_trigger_that_sets_itself_off_ends_the_game_and_is_named() -> None:
    """Who draws discards all and draws again, for ever: unfinished, reason runaway, the character's type is told."""
    made = Play(small(NAPS, DRAWER, max_effects=100), hands=[["Nap"] * 2, ["Nap"]])
    made.take("discard Nap")
    assert made.over == ("runaway", -1)
    assert made.deck.names[int(made.g.runaway) - 1] == "Anna"
    assert int(made.g.effects) == 101


@pytest.mark.parametrize("card", ["Feast", "Glut"])
def test_w5_the_bound_may_be_reached_but_not_passed(card: str) -> None:
    """Ten steps done to ten players are 100 effects, as many as may be, in each turn anew; one more is a runaway."""
    made = Play(small(FEAST, 10, max_effects=100), hands=[[card, "Nap"]] + [["Nap", "Feast"]] + [["Nap"]] * 8)
    made.take(f"special {card}")
    if card == "Feast":
        assert made.over is None
        made.take("special Feast")
        assert made.over is None
    else:
        assert made.over == ("runaway", -1)
        assert made.deck.names[int(made.g.runaway) - 1] == "Glut"


def test_w5_more_than_64_triggers_waiting_is_a_runaway() -> None:
    """40 cards drawn by one step, heard by two characters: 80 triggers. Heard by one, the game goes on."""
    text = NAPS + "[special.Forty]\ncount = 2\nplay = { do = [{ draw = 40 }] }"
    hears = 'on = [{ event = "card_drawn", by = "everyone", if = "points > 90", do = [{ draw = 1 }] }]'
    for people, over in [({"A": hears, "B": ""}, None), ({"A": hears, "B": hears}, ("runaway", -1))]:
        made = Play(small(text, people), hands=[["Forty", "Nap"], ["Nap"]])
        made.take("special Forty")
        assert made.over == over


def test_w5_actions_within_each_other_without_end_are_a_runaway() -> None:
    """Two players who hold nothing but Gaslighting take each other's turns: the game ends unfinished, without an error."""
    text = """[special.Gas]
count = 90
play = { target = "opponent", cancellable = false, do = [{ take_turn = true }] }"""
    made = Play(small(text, 2, hand_size=20), hands=[["Gas"] * 20] * 2)
    for _ in range(40):
        if not made.stepper.running:
            break
        made.take("special Gas")
    assert made.over == ("runaway", -1)
    assert made.deck.names[int(made.g.runaway) - 1] == "Gas"


@pytest.mark.both
def test_w6_an_eliminated_players_cards_go_to_the_discard_pile_and_the_seat_is_passed_over() -> None:
    """Hand, coalition with what lies on it, and Jobs are discarded; seat 1 has no turn and is no target any more."""
    hands = [["Out", *["Nap"] * 4], ["One", "Nap", "Nap"], ["Jibe", "Job", "Job", "Nap"]]
    made = Play(deck(hand_size=2), hands=hands)
    made.take("discard Nap", "follower One", "microaggression Jibe > 1.1")
    made.take("discard Nap", "discard", "special Job > 1")
    assert int(made.g.n_jobs[1]) == 1
    made.take("special Out > 1")
    assert made.position["seats"][1]["out"]
    assert made.hand(1) == []
    assert made.followers(1) == []
    assert int(made.g.n_jobs[1]) == 0
    assert {"One", "Jibe", "Job", "Out"} <= set(made.discarded)
    assert made.asked == ("action", 2)
    assert "special Job > 1" not in made.choices
    assert "special Job > 0" in made.choices
    made.take("discard")
    assert made.asked == ("action", 0)
    made.take("discard")
    assert made.asked == ("action", 2)
    assert made.stat(1, Stat.TURNS) == 2


@pytest.mark.both
def test_w6_a_last_player_left_wins() -> None:
    """Two of three are eliminated, one after the other."""
    made = Play(deck(), hands=[["Out", "Nap"], ["Nap"], ["Out", "Nap"]])
    made.take("special Out > 1")
    assert made.over is None
    made.take("special Out > 0")
    assert made.over == ("last left", 2)


def test_w6_who_eliminates_itself_has_no_further_turn_or_draw() -> None:
    """The turn is over at once; with two players the other wins."""
    made = Play(deck(), hands=[["Quit", "Nap"], ["Nap"], ["Quit", "Nap"]])
    made.take("special Quit")
    assert made.asked == ("action", 1)
    assert made.hand(0) == []
    assert made.stat(0, Stat.DRAWN) == 0
    made.take("discard Nap", "special Quit")
    assert made.over == ("last left", 1)


def test_w6_a_card_can_make_another_win() -> None:
    """The verb `win`: its target wins at once (W2)."""
    made = Play(deck(), hands=[["Ace", "Nap"], ["Nap"], ["Nap"]])
    made.take("special Ace > 2")
    assert made.over == ("won", 2)
    assert made.hand(0) == ["Nap"]
