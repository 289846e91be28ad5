"""The turn (T1 to T7)."""

import pytest

from tests.rules.play import Play, small
from vs_sim.cards import Deck
from vs_sim.vocabulary import Stat

CARDS = """
[follower]
One = { count = 12, dots = { ends = "p" } }
[microaggression]
Jibe = { count = 6, alignments = "p" }
[virtue_signal]
Sign = { count = 6, alignments = "p" }
[plot]
Quiet = { count = 4, while = [{ forbid = "artifact" }] }
Gag = { count = 4, while = [{ forbid = "discard" }, { forbid = "special" }, { forbid = "power" }] }
[artifact]
Sceptre = { count = 3, while = [{ hand_size = "+2" }] }
[special]
Safe = { count = 4, reaction = { cancels = "anything" } }
Nap = { count = 40, play = { do = [{ draw = 1 }] } }
Trim = { count = 4, play = { target = "others", do = [{ discard = 1 }] } }
Job = { count = 6, play = { target = "player", do = [{ skip = 1 }] } }
Viral = { count = 4, play = { do = [{ more = "any", kind = "follower" }] } }
[special.Gas]
count = 4
play = { target = "opponent", cancellable = false, do = [{ look = "hand" }, { take_turn = true }] }
"""
PEOPLE = {
    "Plain": "",
    "Prim": "",
    "Pure": "",
    "Boom": 'action = { target = "others", do = [{ discard = 1 }] }',
    "Busy": "while = [{ actions = 2 }, { draw_limit = 1 }]",
    "Plotter": 'on = [{ event = "turn_start", do = [{ more = 1, kind = "plot" }] }]',
}
TWO = ["Plain", "Prim"]
THREE = ["Plain", "Prim", "Pure"]


def deck(**rules: object) -> Deck:
    """All kinds of card, six characters of which three have powers."""
    return small(CARDS, PEOPLE, **rules)


def kinds(made: Play) -> set[str]:
    """First words of the choices."""
    return {choice.split()[0] for choice in made.choices}


def full_choice() -> Play:
    """Seat 3 (with a power) holds a card of every kind; a live and an inert follower lie on the table."""
    hands = [["One"] * 2, ["One"] * 2, ["Jibe"] * 2, ["One", "Jibe", "Sign", "Quiet", "Nap", "Sceptre"]]
    made = Play(deck(), hands=hands, characters=[*THREE, "Boom"])
    return made.take("follower One", "follower One", "microaggression Jibe > 0.1")


@pytest.mark.both
def test_t1_every_kind_of_action_is_offered() -> None:
    """Follower, microaggression, virtue signal, plot, special, artifact, a power and the discard of each card; no pass."""
    made = full_choice()
    assert made.asked == ("action", 3)
    told = [choice for choice in made.choices if not choice.startswith("follower One ")]
    assert len(told) < len(made.choices)
    assert told == [
        "microaggression Jibe > 1.1",
        "virtue signal Sign > 0.1",
        "plot Quiet",
        "artifact Sceptre",
        "special Nap",
        "power Boom",
        *(f"discard {name}" for name in ("One", "Jibe", "Sign", "Quiet", "Sceptre", "Nap")),
    ]


@pytest.mark.parametrize(
    "action",
    ["follower One", "microaggression", "virtue", "plot", "special", "artifact", "power", "discard Nap"],
)
def test_t1_one_action_ends_the_turn(action: str) -> None:
    """Whichever is taken, and what it asks for answered, the next action is that of the next seat."""
    made = full_choice().take(action)
    while made.asked[0] != "action":
        made.take(made.choices[0])
    assert made.asked == ("action", 0)


@pytest.mark.both
def test_t1_a_discard_ends_the_actions_that_a_power_would_still_give() -> None:
    """With two actions a turn, or a plot besides, the discard is the last thing done; another action is not."""
    made = Play(deck(), hands=[["Nap", "Nap", "One"], ["Nap"]], characters=["Busy", "Plain"])
    made.take("discard Nap")
    assert made.asked == ("action", 1)
    made = Play(deck(), hands=[["Nap", "Quiet"], ["Nap"]], characters=["Plotter", "Plain"])
    made.take("discard Nap")
    assert made.asked == ("action", 1)
    made = Play(deck(), hands=[["Nap", "Nap", "One"], ["Nap"]], characters=["Busy", "Plain"])
    made.take("special Nap")
    assert made.asked == ("action", 0)


def test_t1_a_card_that_only_reacts_is_never_the_action_but_can_be_discarded() -> None:
    """A hand of one Safe Space: its discard is the only choice."""
    made = Play(deck(), hands=[["Safe"], ["Nap"]], characters=TWO)
    assert made.choices == ["discard Safe"]


@pytest.mark.both
def test_t2_with_cards_in_hand_one_must_be_taken() -> None:
    """No pass with a card in hand, even if it can only be discarded; with an empty hand a pass is all there is."""
    made = Play(deck(), hands=[["Sign"], []], characters=TWO)
    assert made.choices == ["discard Sign"]
    made.take("discard Sign")
    assert made.choices == ["pass"]
    made.take("pass")
    assert made.stat(1, Stat.PASSES) == 1
    assert len(made.hand(1)) == 7


def test_t2_with_an_empty_hand_the_player_uses_a_power_or_passes() -> None:
    """Both are offered."""
    made = Play(deck(), hands=[[], ["Nap"]], characters=["Boom", "Plain"])
    assert made.choices == ["power Boom", "pass"]


@pytest.mark.both
def test_t2_only_the_first_thing_done_is_compulsory_also_if_it_is_an_extra_action() -> None:
    """The plot given by a power comes first: then the turn's own action may be taken, or stopped at."""
    made = Play(deck(), hands=[["Nap", "Quiet"], ["Nap"]], characters=["Plotter", "Plain"])
    assert "stop" not in made.choices
    assert "pass" not in made.choices
    made.take("plot Quiet")
    assert made.asked == ("action", 0)
    assert set(made.choices) == {"special Nap", "discard Nap", "stop"}
    made.take("stop")
    assert made.asked == ("action", 1)


def test_t2_no_stop_is_asked_where_nothing_optional_can_be_done() -> None:
    """An action is left but no card: the turn ends by itself (N2)."""
    made = Play(deck(), hands=[["Trim"], ["Nap"] * 2], characters=["Busy", "Plain"])
    made.take("special Trim", "card Nap")
    assert made.asked == ("action", 1)


@pytest.mark.both
def test_t2_where_every_action_is_forbidden_the_player_passes() -> None:
    """Under a plot that forbids specials, powers and discards a hand of specials leaves only the pass."""
    made = Play(deck(), hands=[["Gag"] * 2, ["Nap"] * 3], characters=["Plain", "Boom"])
    made.take("plot Gag")
    assert made.asked == ("action", 1)
    assert made.choices == ["pass"]
    made.take("pass")
    assert made.discarded == []
    assert len(made.hand(1)) == 7


@pytest.mark.both
def test_t3_at_the_end_of_the_turn_the_player_draws_up_to_the_hand_size() -> None:
    """Two cards, one discarded: six are drawn from the top, by nobody else; not before the end of the turn."""
    top = ["Safe", "Job", "One", "Jibe", "Viral", "Quiet", "Gas"]
    made = Play(deck(), hands=[["Nap", "Sign"], ["Nap"]], characters=TWO, draw=[*top, *["Nap"] * 20])
    assert len(made.hand(0)) == 2
    made.take("discard Nap")
    assert sorted(made.hand(0)) == sorted(["Sign", *top[:6]])
    assert made.hand(1) == ["Nap"]
    assert made.pile()[0] == "Gas"
    assert made.stat(0, Stat.DRAWN) == 6


def test_t3_a_hand_that_is_full_or_too_large_draws_nothing() -> None:
    """Nine cards less the one discarded are eight: none is drawn, none has to go."""
    made = Play(deck(), hands=[["Nap"] * 9, ["Nap"]], characters=TWO)
    made.take("discard Nap")
    assert len(made.hand(0)) == 8
    made.take("discard Nap", "discard Nap")
    assert len(made.hand(0)) == 7


def test_t3_a_draw_limit_is_the_exception() -> None:
    """Who draws at most one card at the end of a turn has two after discarding one of two."""
    made = Play(deck(), hands=[["Nap", "Nap"], ["Nap"]], characters=["Busy", "Plain"])
    made.take("discard Nap")
    assert len(made.hand(0)) == 2


@pytest.mark.both
def test_t4_an_empty_draw_pile_is_made_anew_of_the_discard_pile() -> None:
    """One card in the pile, six wanted: it is drawn, then all discarded ones, the latest too, are shuffled."""
    made = Play(deck(), hands=[["Nap", "Nap"], ["Nap"]], characters=TWO, draw=["Safe"])
    there = len(made.discarded)
    made.take("discard Nap")
    assert int(made.g.shuffles) == 1
    assert made.discarded == []
    assert len(made.hand(0)) == 7
    assert "Safe" in made.hand(0)
    pile = made.position["draw_pile"]
    assert len(pile) == there + 1 - 5
    assert pile != sorted(pile)


def test_t4_the_draw_pile_is_not_made_anew_before_a_card_is_wanted() -> None:
    """Exactly as many cards as are wanted: the pile is empty and the discard pile stays."""
    made = Play(deck(), hands=[["Nap", "Nap"], ["Nap"]], characters=TWO, draw=["Nap"] * 6)
    made.take("discard Nap")
    assert made.pile() == []
    assert int(made.g.shuffles) == 0
    assert len(made.discarded) > 0


def test_t4_c7_the_order_of_discarding_does_not_reach_the_shuffle() -> None:
    """The same cards discarded in two orders give the same new pile; another seed gives another."""
    orders = [["Nap", "Job"], ["Job", "Nap"]]
    piles = []
    for order, seed in [(orders[0], 0), (orders[1], 0), (orders[0], 1)]:
        hands = [["Nap", "Job", "Gas"], ["Safe"]]
        made = Play(deck(hand_size=1), hands=hands, characters=TWO, draw=["One"], seed=seed)
        made.take(f"discard {order[0]}", "discard Safe", f"discard {order[1]}", "discard")
        assert int(made.g.shuffles) >= 1
        piles.append(made.position["draw_pile"])
    assert piles[0] == piles[1] != piles[2]


def test_t4_with_nothing_left_anywhere_there_is_no_draw() -> None:
    """Four cards in all, a hand size of seven for who has the artifact: it gets what there is, no more."""
    deck_of_four = small("[artifact]\nCup = { count = 4, while = [{ hand_size = 7 }] }", 2, hand_size=1)
    made = Play(deck_of_four, hands=[["Cup"] * 2, ["Cup"] * 2])
    made.take("artifact Cup")
    assert made.hand(0) == ["Cup"]
    assert made.pile() == made.discarded == []
    made.take("discard Cup", "discard Cup")
    assert made.asked == ("action", 1)
    assert made.hand(0) == ["Cup", "Cup"]
    assert made.pile() == made.discarded == []


def test_t5_a_card_that_skips_twice_lies_there_once_and_a_token_beside_it() -> None:
    """Two steps of one Job card cost two turns, and the card is in one place only."""
    text = (
        CARDS + '[special.Twice]\ncount = 4\nplay = { target = "player", do = [{ skip = 1 }, { skip = 1 }] }'
    )
    made = Play(small(text, 2), hands=[["Twice", "Nap"], ["Nap", "Nap"]])
    made.take("special Twice > 1")
    assert int(made.g.n_jobs[1]) == 1
    assert made.stat(1, Stat.SKIPPED) == 1
    made.take("discard Nap")
    assert int(made.g.n_jobs[1]) == 0
    assert made.discarded == ["Nap", "Twice"]


@pytest.mark.both
def test_t5_a_turn_that_begins_with_jobs_is_spent_removing_exactly_one() -> None:
    """Two Jobs take two turns: each goes to the discard pile; no action, no draw; then the seat plays again."""
    made = Play(deck(), hands=[["Nap"] * 2, ["Nap"]], characters=TWO, jobs=[[], ["Job", "Job"]])
    for left in (1, 0):
        made.take("discard")
        assert made.asked == ("action", 0)
        assert int(made.g.n_jobs[1]) == left
        assert made.discarded.count("Job") == 2 - left
        assert made.hand(1) == ["Nap"]
    assert made.stat(1, Stat.SKIPPED) == made.stat(1, Stat.TURNS) == 2
    made.take("discard")
    assert made.asked == ("action", 1)


@pytest.mark.both
def test_t6_a_taken_turn_is_passed_over_once() -> None:
    """Seat 0 takes the turn of seat 1: seat 2 is next; in the round after, seat 1 plays again."""
    hands = [["Gas", *["Nap"] * 4], ["Nap"] * 4, ["Nap"] * 4]
    made = Play(deck(), hands=hands, characters=THREE)
    made.take("special Gas > 1")
    assert made.asked == ("action", 1)
    assert made.decider == 0
    made.take("discard Nap")
    assert len(made.hand(1)) == 7
    order = []
    for _ in range(4):
        order.append(made.asked[1])
        made.take("discard Nap")
    assert order == [2, 0, 1, 2]
    assert made.stat(1, Stat.PASSED_OVER) == 1
    assert made.stat(1, Stat.TAKEN) == 1
    assert made.stat(1, Stat.TURNS) == 2


def test_t6_two_taken_turns_are_passed_over_twice() -> None:
    """Seats 1 and 2 both take the turn of seat 0, which then comes up again in the fourth round only."""
    hands = [["Nap"] * 6, ["Gas", "Nap", "Nap"], ["Gas", "Nap", "Nap"]]
    made = Play(deck(), hands=hands, characters=THREE)
    made.take("discard Nap", "special Gas > 0", "discard Nap", "special Gas > 0", "discard Nap")
    order = []
    for _ in range(5):
        order.append((made.asked[1], int(made.g.rounds)))
        made.take("discard Nap")
    assert order == [(1, 2), (2, 2), (1, 3), (2, 3), (0, 4)]


def test_t6_passing_over_comes_before_the_job() -> None:
    """With two Jobs: the taken turn removes one (T5), the seat is passed over with the other, which goes in the turn after."""
    made = Play(
        deck(),
        hands=[["Gas", *["Nap"] * 4], ["Nap"], ["Nap"] * 4],
        characters=THREE,
        jobs=[[], ["Job", "Job"]],
    )
    made.take("special Gas > 1")
    assert made.asked == ("action", 2)
    assert int(made.g.n_jobs[1]) == 1
    made.take("discard Nap", "discard Nap")
    assert made.asked == ("action", 2)
    assert int(made.g.n_jobs[1]) == 0
    assert made.hand(1) == ["Nap"]
    made.take("discard Nap", "discard Nap")
    assert made.asked == ("action", 1)


def test_t6_a_round_is_once_through_the_seats_from_the_lowest() -> None:
    """Three discards a round."""
    made = Play(deck(), hands=[["Nap"] * 4] * 3, characters=THREE)
    rounds = []
    for _ in range(7):
        rounds.append(int(made.g.rounds))
        made.take("discard Nap")
    assert rounds == [1, 1, 1, 2, 2, 2, 3]


@pytest.mark.both
def test_t7_a_played_card_is_discarded_when_its_effect_is_over() -> None:
    """While the others choose what to discard it lies in no pile; then it is discarded too, once."""
    made = Play(deck(), hands=[["Trim", "Nap"], ["Nap", "Job"], ["Nap", "Job"]], characters=THREE)
    made.take("special Trim")
    assert made.asked == ("card", 1)
    made.take("card Nap")
    assert made.discarded == ["Nap"]
    assert made.hand(0) == ["Nap"]
    made.take("card Job")
    assert sorted(made.discarded) == ["Job", "Nap", "Trim"]


def test_t7_what_is_still_being_played_is_not_shuffled_in() -> None:
    """Both piles empty: the card that draws finds nothing (it is no discard yet); at T3 it is drawn again itself."""
    cards = "[special]\n" + "".join(
        f"{name} = {{ count = 2, play = {{ do = [{{ draw = 1 }}] }} }}\n" for name in ("Nap", "Other")
    )
    made = Play(small(cards, 2, hand_size=2), hands=[["Nap", "Nap"], ["Other", "Other"]])
    made.take("special Nap")
    assert made.hand(0) == ["Nap", "Nap"]
    assert made.stat(0, Stat.DRAWN) == 1
    assert int(made.g.shuffles) == 1


def test_t7_what_stays_on_the_table_is_not_discarded() -> None:
    """Follower, microaggression on it, plot, artifact and Job stay; a virtue signal goes with what it removes."""
    hands = [["One", "Sceptre", "Nap"], ["Jibe", "Quiet", "Nap"], ["Job", "Sign", "Nap"]]
    made = Play(deck(), hands=hands, characters=THREE)
    made.take("follower One", "microaggression Jibe > 0.1", "special Job > 1", "artifact Sceptre")
    assert made.discarded == ["Job"]
    made.take("virtue signal Sign > 0.1")
    assert sorted(made.discarded) == ["Jibe", "Job", "Sign"]
    made.take("discard Nap", "plot Quiet")
    assert made.plots == ["Quiet"]
    assert "Quiet" not in made.discarded


def test_t6_a_further_turn_given_in_a_taken_turn_has_a_decider() -> None:
    """In the turn that seat 0 takes, seat 1 gets one more turn after it: it is a seat at the table that decides in it."""
    text = CARDS + "[special.Encore]\ncount = 4\nplay = { do = [{ take_turn = true }] }"
    made = Play(small(text, 2), hands=[["Gas", "Nap", "Nap"], ["Encore", "Nap", "Nap"]])
    made.take("special Gas > 1", "special Encore")
    assert made.asked == ("action", 1)
    assert made.decider in (0, 1)
    made.take("discard Nap", "discard Nap")
    assert made.asked == ("action", 1)
    assert made.stat(0, Stat.DECISIONS) + made.stat(1, Stat.DECISIONS) == int(made.g.decisions)


def test_t6_a_further_turn_of_ones_own_passes_nobody_over() -> None:
    """Seat 0 plays twice on end, then seats 1 and 0 as always."""
    text = CARDS + "[special.Encore]\ncount = 4\nplay = { do = [{ take_turn = true }] }"
    made = Play(small(text, 2), hands=[["Encore", "Nap", "Nap"], ["Nap", "Nap"]])
    order = []
    for action in ("special Encore", "discard Nap", "discard Nap", "discard"):
        order.append(made.asked[1])
        made.take(action)
    assert order == [0, 0, 1, 0]
    assert int(made.g.turns) == 5
