"""Hard corners, where several rules meet. Random play hardly ever comes there: the positions are built.

Others stand with their rules: orphans under inert cards (X3), taking turns within turns (X5), followers without number under a
plot that forbids them (X4, X8), winning in another's turn and two at once (W2, W3), a steal with one place too few (D3).
"""

from __future__ import annotations

from functools import partial

import pytest

from tests.position import PEOPLE, Position
from tests.rules.names import (
    COFFEE,
    CYCLE,
    FROM,
    GASLIGHTING,
    JOB,
    MONDAY,
    POST,
    PRONOUN,
    RACE,
    SAFE_SPACE,
    SCUM,
    STRIKER,
    STUDENT,
    THERMIDOR,
    TRIGGERED,
    VOLUNTEER,
)
from tests.rules.play import Play, small

RING = """
[character.Corner]
gender = "female"
core = "politics"
dots = { top = "politics", right = "politics" }
[follower]
Bend = { count = 4, dots = { top = "politics", right = "politics" } }
[special]
Pull = { count = 2, play = { target = "player", do = [{ destroy = 1, where = "anywhere" }] } }
"""
EAR = """
[character.Ear]
gender = "female"
core = "politics"
on = [{ event = "card_discarded", by = "others", do = [{ draw = 1 }] }]
"""
THREE_PLOTS = {"max_plots": 3}
EMPTY = {"empty_draw_pile": "no_draw"}
PAUSE = "[special]\nPause = { count = 12, play = { do = [{ draw = 1 }] } }"

play = partial(Position, more=PEOPLE)


@pytest.mark.both
def test_a_follower_that_closes_a_ring_leaves_both_ways_g4_g6_g7() -> None:
    """Bend 3, laid on 1, meets 2: with 1 gone it hangs on 2, is the end of the chain, and falls with 2."""
    p = play(
        ["Corner", "Ann"],
        more=PEOPLE + RING,
        hands={0: ["Bend", "Pull", "Pull"], 1: [JOB, JOB]},
        coalitions={0: ["Bend 0 top right", "Bend 0 right top"]},
    )
    p.take("follower", slot=1, own="right").end_turn()
    p.take("special", card="Pull", seat=0).take("victim", slot=1)
    assert set(p.followers(0)) == {2, 3}
    p.end_turn()
    p.take("special", card="Pull", seat=0).take("victim", slot=2)
    assert (p.followers(0), p.points(0)) == ({}, 0)


@pytest.mark.both
def test_race_thermidor_and_vicious_cycle_in_one_turn_p4_p5_p6() -> None:
    """The duty can hit leaders only; each hit destroys one more, and the leaders of the next are counted anew."""
    p = play(
        ["Antifa Crusader", "Carl", "Bea"],
        rules=THREE_PLOTS,
        hands={0: [POST, COFFEE, FROM, STRIKER]},
        coalitions={1: [VOLUNTEER, STRIKER], 2: [STUDENT]},
        plots=[RACE, THERMIDOR, CYCLE],
    )
    assert {(c["do"], c["seat"]) for c in p.choices} == {("microaggression", 1)}
    p.take("microaggression", card=POST, seat=1, slot=1)
    assert p.asks == ("victim", 0)
    assert {c["slot"] for c in p.choices} == {1, 2}  # the one just hit or the other
    p.take("victim", slot=2)
    assert {(c["do"], c["seat"]) for c in p.choices} == {("microaggression", 2)}
    p.take("microaggression", card=COFFEE, seat=2).take("victim")
    # Nobody has a follower that counts, so all lead; but there is nothing left to hit, and the action is spent.
    assert (p.followers(1), p.followers(2)) == ({1: VOLUNTEER}, {})
    assert p.turn == 1
    assert FROM in p.hand(0)


@pytest.mark.both
def test_gaslighting_into_gaslighting_onto_a_player_with_jobs_x5_t5_t6() -> None:
    """The innermost turn is spent on a Job, the two around it are over with it; both players are passed over."""
    p = play(
        ["Ann", "Carl", "Bea"],
        hands={0: [GASLIGHTING, STRIKER], 1: [GASLIGHTING], 2: [VOLUNTEER]},
        jobs={2: [JOB, JOB]},
        rules=EMPTY,
    )
    p.take("special", card=GASLIGHTING, seat=1).take("special", card=GASLIGHTING, seat=2)
    assert (p.jobs(2), p.hand(2)) == (1, [VOLUNTEER])  # one Job, no action, no draw
    assert (p.asks, p.decider, p.turn) == (("action", 0), 0, 0)
    p.end_turn()
    assert p.turn == 1
    p.end_turn()
    assert (p.turn, p.jobs(2)) == (0, 0)  # her own turn in the new round went on the other Job


@pytest.mark.both
def test_a_cascade_that_returns_to_its_player_meets_a_safe_space_x6_x1() -> None:
    """Who began it is aimed at by another's leg, and so may answer; the leg's card is used up with the hand."""
    p = play(
        ["Ann", "Carl"],
        hands={0: [TRIGGERED, SAFE_SPACE, STRIKER], 1: [TRIGGERED, POST]},
        rest="discard",
        rules=EMPTY,
    )
    before = len(p.discard())
    p.take("special", card=TRIGGERED, seat=1).take("player", seat=0)
    assert p.asks == ("reaction", 0)
    p.take("react")
    assert (p.hand(0), p.hand(1)) == ([STRIKER], [])
    assert len(p.discard()) == before + 4
    assert p.turn == 1


@pytest.mark.both
def test_a_cascade_that_returns_to_its_player_takes_that_hand_too_x6_t3() -> None:
    """Not answered, the leg hits; the turn is that player's own, so its T3 draws again."""
    p = play(
        ["Ann", "Carl"],
        hands={0: [TRIGGERED, SAFE_SPACE, STRIKER], 1: [TRIGGERED, POST]},
        draw=[STUDENT] * 7,
    )
    p.take("special", card=TRIGGERED, seat=1).take("player", seat=0).take("no")
    assert (p.hand(0), p.hand(1)) == ([STUDENT] * 7, [])
    assert {SAFE_SPACE, STRIKER, POST} < set(p.discard())


@pytest.mark.both
def test_the_draw_pile_ends_in_the_middle_of_a_draw_in_an_action_t4_x6_t7() -> None:
    """Two cards lie there, seven are wanted: all discarded are shuffled in, this hand too, the card being played is not."""
    p = play(
        ["Burnout", "Carl"],
        hands={0: [TRIGGERED, JOB, POST]},
        draw=[STRIKER, STUDENT],
        rest="discard",
    )
    there = len(p.discard())
    p.take("special", card=TRIGGERED, seat=0)
    assert p.asks == ("action", 0)
    assert len(p.hand(0)) == 7
    assert {STRIKER, STUDENT} <= set(p.hand(0))
    assert p.discard() == [TRIGGERED]
    assert len(p.draw_pile()) == there + 2 - 5
    assert int(p.g.shuffles) == 1


@pytest.mark.both
@pytest.mark.bounds
def test_twelve_players_with_the_smallest_deck_stall_s5_t2_w4() -> None:
    """Twelve cards, a hand of one: everyone discards it, then has nothing to do twice."""
    made = Play(small(PAUSE, 12, hand_size=1, empty_draw_pile="no_draw"), players=12)
    assert made.pile() == []
    for word in ("discard", "pass", "pass"):
        for s in range(12):
            assert (made.over, made.asked) == (None, ("action", s))
            made.take(word)
    assert made.over == ("stalled", -1)
    assert int(made.g.turns) == 36


@pytest.mark.both
def test_twelve_players_with_the_smallest_deck_go_round_with_one_card_s5_t4_w4() -> None:
    """What is discarded is the whole pile, and is drawn again by the same player, until the cap."""
    made = Play(small(PAUSE, 12, hand_size=1, max_turns_per_player=2), players=12)
    held = [made.position["seats"][s]["hand"] for s in range(12)]
    made.take(*["discard"] * 23)
    assert [made.position["seats"][s]["hand"] for s in range(11)] == held[:11]
    assert made.over is None
    made.take("discard")
    assert made.over == ("capped", -1)


@pytest.mark.both
@pytest.mark.parametrize("plots", [[], [CYCLE]])
def test_a_hand_of_microaggressions_without_a_target_must_be_discarded_t2_m1_p6(plots: list[str]) -> None:
    """The only follower at the table is inert: one card goes, each kind is offered once, nobody may pass."""
    p = play(
        ["Ann", "Antifa Crusader"],
        hands={0: [POST, POST, COFFEE, FROM, PRONOUN], 1: [POST, COFFEE]},
        coalitions={1: [STRIKER, "> 1"]},
        plots=plots,
    )
    assert [(c["do"], c["card"]) for c in p.choices] == [
        ("discard", card) for card in (POST, COFFEE, FROM, PRONOUN)
    ]
    p.take("discard", card=POST)
    assert p.dos() == {"discard"}  # who matches anything has no target either


@pytest.mark.both
def test_an_event_is_heard_once_where_all_who_hear_it_sit_before_the_acting_player() -> None:
    """A plot went before, so that the list of cards in force is shorter than it was: what lies behind its end is nothing."""
    p = play(
        ["Ann", "Ear", "Bea"],
        more=PEOPLE + EAR,
        hands={0: [MONDAY], 1: [JOB], 2: [JOB]},
        plots=[SCUM],
    )
    p.take("plot", card=MONDAY).take("discard", card=JOB)
    assert (p.turn, len(p.hand(1))) == (2, 7)
    p.take("discard", card=JOB)
    assert len(p.hand(1)) == 8
