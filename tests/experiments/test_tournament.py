"""Tournaments: who sits with whom, and what comes of it."""

from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import vs_sim
from vs_sim.cards import load_deck
from vs_sim.experiments.errors import PlanError
from vs_sim.experiments.search import SEARCHED, Search, scales, with_weights
from vs_sim.experiments.seating import MIXABLE, seat_policies
from vs_sim.experiments.tournament import plan_field
from vs_sim.policy_files.load import builtin

BASE = load_deck("base")
FIVE = ("random", "novice", "balanced", "builder", "attacker")


def test_every_set_plays_as_often() -> None:
    """Of five policies at a table of three every set has as many blocks, and every policy every seat as often."""
    plan = plan_field(BASE, FIVE, players=3, games=500)
    rows = [plan.policy_rows[block % len(plan.policy_rows)] for block in range(plan.blocks)]
    counts = Counter(tuple(sorted(row)) for row in rows)
    assert len(counts) == len(list(combinations(FIVE, 3)))
    assert len(set(counts.values())) == 1
    assert plan.games >= 500


def test_few_policies_sit_several_times() -> None:
    """With fewer policies than seats all mixes of them play, none alone."""
    plan = plan_field(BASE, ["novice", "balanced"], players=4, games=100)
    assert {tuple(sorted(row)) for row in plan.policy_rows} == {(1, 1, 1, 2), (1, 1, 2, 2), (1, 2, 2, 2)}


@pytest.mark.parametrize("policies", [["balanced"], ["balanced", "balanced"], ["balanced", "nobody"]])
def test_refuses_what_is_no_field(policies: list[str]) -> None:
    """One policy, one twice, an unknown one."""
    with pytest.raises(PlanError):
        plan_field(BASE, policies, players=3, games=10)


def test_a_file_takes_the_next_number(tmp_path: Path) -> None:
    """After the program's policies; called as its file, or by its path where the name is taken."""
    for name in ("mine", "balanced"):
        (tmp_path / f"{name}.toml").write_text("[weights]\nlay = 1\n", encoding="utf-8")
    mine, other = str(tmp_path / "mine.toml"), str(tmp_path / "balanced.toml")
    seating = seat_policies([mine, "balanced", other], 3)
    assert seating.names == ("mine", "balanced", other)
    assert seating.rows == ((10, 1, 11),)


def test_a_file_without_change_plays_as_what_it_extends(tmp_path: Path) -> None:
    """The same digest: a policy is its weights and nothing else."""
    path = tmp_path / "mine.toml"
    path.write_text('extends = "attacker"\n', encoding="utf-8")
    mine = vs_sim.run(games=40, policy=str(path), workers=1)
    assert mine.digest == vs_sim.run(games=40, policy="attacker", workers=1).digest
    assert mine.policies["name"].to_list() == ["mine"]
    assert mine.digest != vs_sim.run(games=40, policy="balanced", workers=1).digest


def test_a_tournament_ranks_and_steps() -> None:
    """Random below novice below balanced, with every key of the JSON object."""
    made = vs_sim.tournament(policies=["balanced", "random", "novice"], players=[3], games=300, workers=1)
    assert made.policies["name"].to_list() == ["balanced", "novice", "random"]
    assert made.ladder.select("name", "below").rows() == [("balanced", "novice"), ("novice", "random")]
    assert min(made.ladder["low"].to_list()) > 1 / 3
    assert made.json["schema"] == "vs-sim/tournament/1"
    (skill,) = made.json["skill"]
    assert 0.1 < skill["skill"] < 0.9
    assert skill["skill"] + skill["luck"] == 1


def test_mixes_hold_who_stands_for_people() -> None:
    """All but random choices and looking ahead."""
    assert len(MIXABLE) == 8


def test_a_search_starts_at_its_policy_and_keeps_to_bounds() -> None:
    """The origin is the policy itself; far away weights stop at their bounds."""
    start = builtin("balanced")
    assert dict(with_weights(start, np.zeros(len(SEARCHED))).weights) == dict(start.weights)
    far = with_weights(start, np.full(len(SEARCHED), 1e6)).weights
    assert far["forbidden_other"] == 0
    assert far["lay"] == 1000
    assert (scales() > 0).all()
    assert Search(BASE).population > 1
