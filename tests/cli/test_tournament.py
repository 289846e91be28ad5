"""`vs-sim tournament`, `vs-sim policies` and policy files, as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from vs_sim.cli.console import InputError
from vs_sim.cli.tournament import player_counts


def test_numbers_of_players_are_read() -> None:
    """One, a range, a list."""
    assert player_counts("4") == [4]
    assert player_counts("2-4") == [2, 3, 4]
    assert player_counts("2, 4,2") == [2, 4]
    for text in ("", "four", "2-3-4", "4-2"):
        with pytest.raises(InputError):
            player_counts(text)


def test_a_tournament_is_told_and_given_as_json(command: CommandLine) -> None:
    """Every key that is promised, and a table that a person can read."""
    line = (
        "tournament",
        "--policies",
        "random,balanced",
        "--players",
        "2",
        "--games",
        "40",
        "--workers",
        "1",
        "-q",
    )
    made = json.loads(command(*line, "--format", "json").out)
    assert made["schema"] == "vs-sim/tournament/1"
    assert [row["name"] for row in made["policies"]] == ["balanced", "random"]
    assert [(row["name"], row["below"]) for row in made["ladder"]] == [("balanced", "random")]
    assert {"rate", "low", "high", "lift", "games"} < set(made["ladder"][0])
    told = command(*line).out
    assert "The ladder with 2 players" in told
    assert "skill" in told


def test_a_policy_file_with_a_fault_is_one_line(command: CommandLine, tmp_path: Path) -> None:
    """Place, key, the nearest name; status 2; nothing on standard output."""
    path = tmp_path / "my.toml"
    path.write_text("[weights]\nleadr = 3\n", encoding="utf-8")
    said = command("run", "--policy", str(path), "--games", "8")
    assert (said.status, said.out) == (2, "")
    assert said.err == f'{path}:2:1: weights.leadr: no such weight; did you mean "leader"?\n'
    assert "no file" in command("run", "--policy", str(tmp_path / "gone.toml")).err


def test_policies_are_shown_with_their_weights(command: CommandLine) -> None:
    """As a list, as weights, as a file."""
    weights = json.loads(command("policies", "--weights", "--format", "json").out)
    assert weights["schema"] == "vs-sim/weights/1"
    assert 'extends = "balanced"' in command("policies", "--show", "expert").out
    assert command("policies", "--show", "expret").status == 2


def test_powers_are_counted(command: CommandLine) -> None:
    """Each power of a character with how often it was to be had and used."""
    made = json.loads(command("run", "--games", "8", "--powers", "--format", "json", "-q").out)
    assert {"character", "way", "available", "used", "games"} == set(made["powers"][0])
    assert all(row["used"] <= row["available"] for row in made["powers"])
