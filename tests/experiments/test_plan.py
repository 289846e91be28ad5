"""Plans: whole blocks, and one clear line for what cannot be played."""

from typing import Any

import pytest

from vs_sim.cards import load_deck, load_deck_text
from vs_sim.experiments.errors import PlanError
from vs_sim.experiments.plan import plan_run, workers_or_default
from vs_sim.experiments.seating import MIXABLE, MIXED_ROWS

BASE = load_deck("base")


def refusal(**settings: Any) -> str:
    """The line with which a plan is refused."""
    with pytest.raises(PlanError) as caught:
        plan_run(settings.pop("deck", BASE), **settings)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("players", [0, 1, 13, -2])
def test_s5_refuses_player_counts_out_of_range(players: int) -> None:
    """2 to 12 players, and the number that was given."""
    assert refusal(players=players) == f"players: expected a number from 2 to 12, got {players}"


def test_s5_refuses_more_cards_than_the_deck_has() -> None:
    """12 players with 20 cards each need more than the draw deck: both numbers are said."""
    said = refusal(deck=load_deck("base", {"hand_size": 20}), players=12)
    assert "240 cards" in said
    assert f"has {BASE.draw_cards}" in said


def test_s5_refuses_more_players_than_characters() -> None:
    """With eleven characters twelve players cannot sit down, unless duplicates are allowed."""
    text = 'schema = 1\nname = "eleven"\nextends = "base"\nremove = ["Soy Boy"]\n'
    assert "12 characters, but the deck has 11" in refusal(deck=load_deck_text(text), players=12)
    assert (
        plan_run(load_deck_text(text, rules_overrides={"duplicate_characters": True}), players=12).players
        == 12
    )


@pytest.mark.parametrize("games", [0, -5])
def test_refuses_no_games(games: int) -> None:
    """At least one game."""
    assert refusal(games=games).startswith("games: expected at least 1")


def test_refuses_no_workers() -> None:
    """At least one worker; left out, one for each processor."""
    with pytest.raises(PlanError, match="workers: expected at least 1, got 0"):
        workers_or_default(0)
    assert workers_or_default(None) >= 1


def test_refuses_unknown_policies_with_the_nearest() -> None:
    """A misspelt policy names the one that was meant."""
    assert refusal(policy="ballanced") == 'policy: unknown policy "ballanced"; did you mean "balanced"?'
    assert "one for each player, got 3" in refusal(policy="random,random,balanced")


def test_s3_refuses_unknown_and_double_characters() -> None:
    """Characters are names of the deck, one for each player, none twice."""
    assert 'did you mean "Soy Boy"?' in refusal(players=2, characters="Soy Boi,Burnout")
    assert "occurs more than once" in refusal(players=2, characters="Burnout,burnout")
    assert "one for each player, got 1" in refusal(players=2, characters=["Burnout"])


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_refuses_seeds_out_of_range(seed: int) -> None:
    """Seeds fit in 63 bits."""
    assert refusal(seed=seed).startswith("seed:")


def test_games_are_rounded_up_to_whole_blocks_and_said() -> None:
    """10,001 games of four are 2,501 blocks; exact ones say nothing."""
    plan = plan_run(BASE, games=10_001)
    assert (plan.games, plan.blocks, plan.asked) == (10_004, 2_501, 10_001)
    assert "10,001 games rounded up to 10,004" in plan.notes[0]
    assert plan_run(BASE, games=10_000).notes == ()


def test_without_rotation_every_game_is_a_block() -> None:
    """`rotate = false`: nothing is rounded."""
    plan = plan_run(BASE, games=10_001, rotate=False)
    assert (plan.games, plan.blocks, plan.rotations) == (10_001, 10_001, 1)


def test_a_deck_that_cannot_end_is_said() -> None:
    """Followers worth less than the points to win: played all the same, with a note."""
    plan = plan_run(load_deck("base", {"points_to_win": 99}), games=4)
    assert plan.notes == ()  # 116 points are enough for 99
    text = 'schema = 1\nname = "poor"\nextends = "base"\nremove = ["all level 1 followers", "all level 2 followers"]\n'
    poor = plan_run(load_deck_text(text, rules_overrides={"points_to_win": 40, "hand_size": 4}), games=4)
    assert poor.notes == (
        "no game can end: the deck's followers are worth 36 points in all, 40 are needed to win",
    )


def test_mixed_policies_sit_everywhere_alike() -> None:
    """Over the blocks of a mixed run each policy sits on each seat about as often."""
    plan = plan_run(BASE, policy="mixed")
    assert len(plan.policy_rows) == MIXED_ROWS
    assert plan.policies == MIXABLE
    assert {"random", "lookahead"}.isdisjoint(MIXABLE)
    share = 1 / len(plan.policies)
    for seat in zip(*plan.policy_rows, strict=True):
        for policy in set(seat):
            assert seat.count(policy) / MIXED_ROWS == pytest.approx(share, abs=0.06)


def test_fixed_characters_are_card_numbers_by_player() -> None:
    """Names in any case become the deck's characters, in the order given."""
    plan = plan_run(BASE, players=2, characters="burnout, Soy Boy")
    assert plan.characters == ("Burnout", "Soy Boy")
    types = [int(BASE.tables[0].card_type[card]) for card in plan.fixed_cards]
    assert [BASE.names[kind] for kind in types] == ["Burnout", "Soy Boy"]
