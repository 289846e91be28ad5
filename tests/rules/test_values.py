"""`value`: what followers are worth (W1), summed again after each change (LANGUAGE section 3)."""

from __future__ import annotations

from functools import partial

import numpy as np

from tests.position import PEOPLE, Position
from tests.rules.names import CAUCUS, MONDAY, POST, STRIKER, STUDENT, VOLUNTEER, YARD_SIGN
from vs_sim.rules.invariants import check_records

RALLY = "Joint Rally"  # level 3
MORE = """
[follower."Joint Rally"]
count = 5
dots = { top = "politics", bottom = "economics", sides = "diversity" }
[character.Consultant]
gender = "female"
core = ["politics", "economics", "diversity", "identity"]
dots = { top = "politics", right = "economics", bottom = "diversity", left = "identity" }
while = [{ value = "x2", alignment = "diversity" }]
[character.Martyr]
gender = "male"
core = ["politics", "economics", "diversity", "identity"]
dots = { top = "politics", right = "economics", bottom = "diversity", left = "identity" }
while = [{ value = "+1", inert = true, alignment = "politics" }, { value = 5, level = 3 }]
[plot]
"Long Tail" = { count = 1, while = [{ value = "+2", where = "end-of-chain" }] }
"Austerity" = { count = 1, while = [{ value = "-2" }] }
"Level Field" = { count = 1, while = [{ value = 3 }] }
"Gold Rush" = { count = 1, while = [{ value = "x9" }] }
"Second Rush" = { count = 1, while = [{ value = "x9" }] }
"Head Start" = { count = 1, while = [{ value = 7, only = "male" }] }
"Late Entry" = { count = 1, while = [{ value = 8 }] }
"Sour Grapes" = { count = 1, while = [{ value = "+1", only = "most cards" }] }
[artifact.Spotlight]
count = 1
while = [{ value = "+1", for = "others" }]
"""
play = partial(Position, more=PEOPLE + MORE, rules={"points_to_win": 60})


def test_value_multiplies_only_what_the_filter_names() -> None:
    """Twice for diversity, once for politics; nothing for another player's."""
    p = play(["Consultant", "Ann"], coalitions={0: [STUDENT, VOLUNTEER], 1: [STUDENT]})
    assert (p.points(0), p.points(1)) == (3, 1)


def test_value_a_plain_number_sets_and_an_addition_adds() -> None:
    """A level 3 follower of his is worth 5; the level 1 one of politics one more."""
    p = play(["Martyr", "Ann"], coalitions={0: [VOLUNTEER, RALLY], 1: [RALLY]})
    assert (p.points(0), p.points(1)) == (5 + 1, 3)


def test_value_of_inert_followers_counts_only_where_a_row_names_them() -> None:
    """Under a microaggression: 1 + 1 for the row with `inert = true`, nothing for the others."""
    p = play(["Martyr", "Ann"], coalitions={0: [VOLUNTEER, "> 1", STRIKER, "> 2"], 1: [VOLUNTEER, "> 1"]})
    assert (p.points(0), p.points(1)) == (2, 0)


def test_value_of_an_inert_follower_changes_as_it_is_hit_and_freed() -> None:
    """The row of inert ones is about inert ones only."""
    p = play(["Martyr", "Ann"], hands={0: [POST, YARD_SIGN]}, coalitions={0: [VOLUNTEER]})
    assert p.points(0) == 1
    p.take("microaggression", seat=0, slot=1)
    assert p.points(0) == 2
    p.end_turn().take("virtue signal", seat=0, slot=1)
    assert p.points(0) == 1


def test_value_is_summed_again_when_the_plot_comes_and_goes() -> None:
    """Austerity takes two points of each, none falls below 0; cleared, all is as before."""
    p = play(["Ann", "Bea"], hands={0: ["Austerity"], 1: [MONDAY]}, coalitions={0: [VOLUNTEER, RALLY]})
    assert p.points(0) == 4
    p.take("plot")
    assert p.points(0) == 1
    p.take("plot", card=MONDAY)
    assert p.points(0) == 4


def test_value_looks_at_the_end_of_the_chain_as_it_stands() -> None:
    """Where a follower is laid on another, the lower one is worth less again."""
    p = play(["Ann", "Bea"], hands={0: [VOLUNTEER]}, coalitions={0: [VOLUNTEER]}, plots=["Long Tail"])
    assert p.points(0) == 3
    p.take("follower", slot=1)
    assert p.points(0) == 1 + 3


def test_value_of_plain_numbers_the_highest_rank_counts_then_additions_then_multiplication() -> None:
    """The plot's 3 beats the power's 5; then + 2 at the end of the chain, then nothing multiplies."""
    p = play(["Martyr", "Ann"], coalitions={0: [RALLY]}, plots=["Level Field", "Long Tail"])
    assert p.points(0) == 3 + 2


def test_value_at_equal_rank_the_latest_plot_counts() -> None:
    """Late Entry is played after Head Start."""
    p = play(["Carl", "Ann"], hands={0: ["Late Entry"]}, coalitions={0: [VOLUNTEER]}, plots=["Head Start"])
    assert p.points(0) == 7
    p.take("plot")
    assert p.points(0) == 8


def test_value_is_kept_within_99() -> None:
    """2 x 9 x 9 is more than 99."""
    p = play(
        ["Ann", "Bea"],
        coalitions={0: [CAUCUS]},
        plots=["Gold Rush", "Second Rush"],
        rules={"points_to_win": 99},
    )
    assert p.points(0) == 99
    assert p.result == "won"


def test_w2_value_a_win_comes_as_soon_as_it_counts() -> None:
    """The plot that makes 60 of four followers ends the game at once, for whoever has them."""
    p = play(["Ann", "Bea"], hands={0: ["Gold Rush"]}, coalitions={1: [VOLUNTEER, RALLY, RALLY]})
    assert p.points(1) == 7
    p.take("plot")
    assert (p.result, p.winner) == ("won", 1)


def test_value_of_a_power_or_artifact_is_for_whom_it_says() -> None:
    """An artifact for the others."""
    p = play(["Ann", "Bea"], coalitions={0: [VOLUNTEER], 1: [VOLUNTEER]}, lying={0: ["Spotlight"]})
    assert (p.points(0), p.points(1)) == (1, 2)


def test_value_hangs_on_the_board_and_follows_it() -> None:
    """Who has most cards has more of them; with the card played it is the other."""
    p = play(
        ["Ann", "Bea"],
        hands={0: [POST, POST], 1: [POST]},
        coalitions={0: [VOLUNTEER], 1: [VOLUNTEER]},
        plots=["Sour Grapes"],
        rest="discard",
        rules={"points_to_win": 60, "empty_draw_pile": "no_draw"},
    )
    assert (p.points(0), p.points(1)) == (2, 1)
    p.take("microaggression", seat=1, slot=1)
    assert (p.points(0), p.points(1)) == (2, 0)  # one card each
    p.take("microaggression", seat=0, slot=1)
    assert (p.points(0), p.points(1)) == (0, 0)


def test_value_leaves_the_bonus_alone() -> None:
    """Points by the verb `points` are no follower's."""
    p = play(["Consultant", "Ann"], coalitions={0: [STUDENT]}, bonus={0: 3})
    assert p.points(0) == 2 + 3


def test_value_is_recounted_by_the_invariants() -> None:
    """A false sum is found."""
    p = play(["Consultant", "Ann"], coalitions={0: [STUDENT, VOLUNTEER]})
    p.g.points[0] += np.int16(1)
    space = p.stepper._space
    assert int(check_records(space.games, space.tables, space.works)) != 0
