"""Corners of every command that plays: no finished game, one game, one block, odd names, the fewest and the most players."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import CommandLine
from vs_sim.jit import JIT_OFF

pytestmark = pytest.mark.skipif(JIT_OFF, reason="too slow uncompiled")

ENDLESS = ("--rule", "max_turns_per_player=1", "--rule", "points_to_win=99")
LINES = {
    "run": ("run", "--tables", "all"),
    "compare": ("compare", "--against-policy", "random"),
    "knockout": ("knockout", "--items", "Job"),
    "tournament": ("tournament", "--policies", "random,novice"),
}
RATES = (
    "rate",
    "low",
    "high",
    "lift",
    "rate_a",
    "rate_b",
    "difference",
    "strength",
    "rate_with",
    "p_adjusted",
)
ODD = r"""
schema = 1
name = "=odd, \"deck\" 🎭"
extends = "base"
remove = ["all characters"]
[character."=1+1"]
gender = "male"
core = ["economics", "identity"]
[character."Smith, \"Jo\""]
gender = "female"
core = ["politics", "identity"]
[character."emoji 🎭 | bar"]
gender = "male"
core = ["diversity", "identity"]
[character."-last"]
gender = "male"
core = ["economics", "politics"]
"""
NAMES = ["-last", "=1+1", 'Smith, "Jo"', "emoji 🎭 | bar"]


def made(command: CommandLine, *words: str) -> dict[str, Any]:
    """The JSON of a command line that must go well; nan would be no JSON."""
    said = command(*words, "-q", "--format", "json")
    assert said.status == 0, said.err
    return json.loads(said.out, parse_constant=pytest.fail)


def values_of(told: Any, keys: tuple[str, ...]) -> list[Any]:
    """All values under some keys, however deep."""
    if isinstance(told, list):
        return [value for one in told for value in values_of(one, keys)]
    if not isinstance(told, dict):
        return []
    here = [value for key, value in told.items() if key in keys and not isinstance(value, dict | list)]
    return here + [value for one in told.values() for value in values_of(one, keys)]


@pytest.mark.parametrize("name", LINES)
def test_without_a_finished_game_there_is_no_rate(name: str, command: CommandLine) -> None:
    """Never 0: every win rate and strength is null, and tables for people show a dash."""
    told = made(command, *LINES[name], *ENDLESS, "--games", "8")
    rates = ("lift", "rate_a", "rate_b", "strength", "rate_with", "rate_without")
    lists = {
        key: told[key] for key in ("characters", "items", "policies", "ladder", "strengths") if key in told
    }
    assert set(values_of(lists, rates)) <= {None}
    if name == "run":
        assert told["unfinished"] == 8
    assert command(*LINES[name], *ENDLESS, "--games", "8", "-q").status == 0


@pytest.mark.parametrize(
    "one", [("--games", "4"), ("--games", "1", "--no-rotate")], ids=["one block", "one game"]
)
@pytest.mark.parametrize("name", ["run", "compare", "knockout"])
def test_one_block_is_no_certainty(name: str, one: tuple[str, ...], command: CommandLine) -> None:
    """Of a single block no interval is a point, and nothing is shown (adjusted p below 5%)."""
    told = made(command, *LINES[name], *one)
    rows = [*told.get("characters", ()), *told.get("items", ())]
    assert rows
    assert all(row["low"] is None for row in told.get("strengths", ()))
    for row in rows:
        assert row["low"] is None or row["high"] - row["low"] > 0.2
        assert row.get("p_adjusted") is None or row["p_adjusted"] > 0.05


@pytest.mark.parametrize(
    "more", [("--no-rotate", "--pilot", "1"), ("--pilot", "4", "--against-rule", "hand_size=5")]
)
def test_power_says_when_a_pilot_is_too_small(more: tuple[str, ...], command: CommandLine) -> None:
    said = command("power", *more)
    assert said.status == 0
    assert "a pilot of one block" in said.err


@pytest.mark.parametrize("players", ["2", "12"])
@pytest.mark.parametrize("name", LINES)
def test_the_fewest_and_the_most_players(name: str, players: str, command: CommandLine) -> None:
    """Every command takes them, and JSON has no nan."""
    assert made(command, *LINES[name], "--players", players, "--games", players)


@pytest.mark.parametrize("name", ["run", "compare", "knockout"])
def test_odd_names_come_out_as_they_are(name: str, command: CommandLine, tmp_path: Path) -> None:
    """Comma, quote, emoji, a bar, a leading = or -: the same in JSON, told apart from formulas in CSV, one line in Markdown."""
    deck = tmp_path / "odd.toml"
    deck.write_text(ODD, encoding="utf-8")
    line = (*LINES[name], "--deck", str(deck), "--games", "16")
    told = made(command, *line)
    key = "character" if name == "knockout" else "name"
    assert sorted(row[key] for row in told["items" if name == "knockout" else "characters"]) == NAMES
    rows = list(csv.DictReader(io.StringIO(command(*line, "-q", "--format", "csv").out)))
    cells = {row[key] for row in rows}
    assert {name.removeprefix("'") for name in cells} >= set(NAMES)
    assert not any(cell.startswith(("=", "-")) for cell in cells)
    markdown = command(*line, "-q", "--format", "markdown").out
    assert "emoji 🎭 \\| bar" in markdown or name == "knockout"  # which tells people only what is shown


def test_a_name_of_two_lines_is_refused_with_its_place(command: CommandLine, tmp_path: Path) -> None:
    deck = tmp_path / "odd.toml"
    deck.write_text(ODD.replace('"-last"', '"two\\nlines"'), encoding="utf-8")
    said = command("run", "--deck", str(deck), "--games", "4")
    assert (said.status, said.out) == (2, "")
    assert "odd.toml:15:1" in said.err
    assert "expected a name on one line" in said.err
