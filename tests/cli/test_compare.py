"""`vs-sim compare`, `vs-sim power`, and the further tables of `vs-sim run`, as a person meets them."""

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from vs_sim.cli.run_tables import NAMES
from vs_sim.cli.tables import Column, Format, Result, Table, render
from vs_sim.jit import JIT_OFF

pytestmark = pytest.mark.skipif(JIT_OFF, reason="too slow uncompiled")
SHORT = ("--games", "40", "--policy", "random", "-q")
FIXED = ("a", "b", "digest_a", "digest_b", "characters", "turns", "unfinished", "variance_saved")
OF_A_ROW = ("name", "rate_a", "rate_b", "difference", "low", "high", "p_adjusted")


def test_a_comparison_says_what_changes_and_shows_it(command: CommandLine) -> None:
    """The sentence first, then both variants, then the tables."""
    said = command("compare", *SHORT, "--against-rule", "points_to_win=8")
    assert said.status == 0
    lines = said.out.splitlines()
    assert lines[0].startswith("points_to_win = 8 instead of points_to_win = 15 shortens games by ")
    assert "a: points_to_win = 15 (deck base" in said.out
    assert all(title in said.out for title in ("Characters", "Seats", "Turns in a game", "Unfinished games"))


def test_the_json_of_a_comparison_has_its_fixed_keys(command: CommandLine) -> None:
    """CLI: the keys of the object and of its rows; differences are b less a."""
    told = json.loads(command("compare", *SHORT, "--against-rule", "hand_size=5", "--format", "json").out)
    assert told["schema"] == "vs-sim/compare/1"
    assert all(key in told for key in FIXED)
    for row in (*told["characters"], told["turns"], told["unfinished"]):
        assert all(key in row for key in OF_A_ROW)
        assert row["difference"] == pytest.approx(row["rate_b"] - row["rate_a"])


def test_a_against_itself_is_zero(command: CommandLine) -> None:
    """Nothing said of b: it is a, and nothing changes."""
    told = json.loads(command("compare", *SHORT, "--format", "json").out)
    assert told["digest_a"] == told["digest_b"]
    assert {row["difference"] for row in told["characters"]} == {0.0}
    assert told["sentence"] == "a and b are the same: nothing changes."


def test_policies_of_b_and_further_sets(command: CommandLine) -> None:
    """--against-policy compares who plays; --also-policy repeats a comparison, and both at once make no sense."""
    told = json.loads(command("compare", *SHORT, "--against-policy", "balanced", "--format", "json").out)
    assert (told["a"]["label"], told["b"]["label"]) == ("policy random", "policy balanced")
    said = command("compare", *SHORT, "--against-rule", "points_to_win=8", "--also-policy", "balanced")
    assert "Findings by who plays" in said.out
    assert "holds" in said.out
    both = command("compare", *SHORT, "--against-policy", "balanced", "--also-policy", "balanced")
    assert (both.status, both.out) == (2, "")


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--against", "bse", 'did you mean "base"?'),
        ("--against-rule", "hand_sise=6", 'did you mean "hand_size"?'),
        ("--against-policy", "blanced", 'did you mean "balanced"?'),
        ("--until-halfwidth", "2", "until halfwidth: expected a number between 0 and 1, got 2"),
        ("--confidence", "1", "confidence"),
    ],
)
def test_bad_variants_are_told_in_one_line(command: CommandLine, option: str, value: str, said: str) -> None:
    """Status 2, the nearest name, nothing on standard output."""
    told = command("compare", *SHORT, option, value)
    assert (told.status, told.out) == (2, "")
    assert said in told.err
    assert len(told.err.splitlines()) == 1


def test_power_says_games_and_time(command: CommandLine) -> None:
    """For a run of its own and for a comparison; half the difference takes four times the games."""
    whole, half = (
        json.loads(command("power", "--pilot", "400", "--difference", d, "-q", "--format", "json").out)
        for d in ("0.02", "0.01")
    )
    games = [told["questions"][0]["games"] for told in (whole, half)]
    assert games[1] == pytest.approx(4 * games[0], rel=0.01)
    said = command("power", "--pilot", "40", "--against-rule", "hand_size=5", "-q")
    assert said.status == 0
    assert "on the same blocks" in said.out
    assert command("power", "--pilot", "40", "--power", "1", "-q").status == 2


def test_run_prints_the_tables_that_are_asked_for(command: CommandLine) -> None:
    """Three by default, any by name, all with `all`; JSON has all of them anyway."""
    assert "Strengths" not in command("run", *SHORT).out
    one = command("run", *SHORT, "--tables", "feel").out
    assert "length in turns" in one
    assert "Win rate" not in one
    every = command("run", *SHORT, "--tables", "all").out
    assert all(word in every for word in ("Match-ups", "Strengths", "Feel", "Plots while in play", "Cards"))
    told = json.loads(command("run", *SHORT, "--format", "json").out)
    assert all(name in told for name in NAMES)
    wrong = command("run", *SHORT, "--tables", "crds")
    assert wrong.status == 2
    assert 'did you mean "cards"?' in wrong.err


def test_run_judges_against_bands(command: CommandLine, tmp_path: Path) -> None:
    """A verdict an item; a wrong file is told with its place before any game."""
    file = tmp_path / "bands.toml"
    file.write_text("schema = 1\n[turns]\nmean = [1, 2]\n[seats]\nrate = [0, 1]\n")
    told = json.loads(command("run", *SHORT, "--bands", str(file), "--format", "json").out)
    said = {row["item"]: row["verdict"] for row in told["verdicts"]}
    assert said == {"0": "inside", "1": "inside", "2": "inside", "3": "inside", "turns": "outside"}
    file.write_text("schema = 1\n[seats]\nrat = [0, 1]\n")
    wrong = command("run", *SHORT, "--bands", str(file))
    assert wrong.status == 2
    assert "bands.toml:3:1: seats.rat: expected lift or rate" in wrong.err


def test_csv_keeps_odd_names_and_makes_no_formulas() -> None:
    """Comma, quote, line break and emoji come back; a text that begins like a formula is kept a text."""
    names = ['a, "b"', "two\nlines", "🎈", "=1+1", "-x", "plain"]
    rows = [{"name": name, "n": -1} for name in names]
    table = Table("t", "T", [Column("Name", ("name",)), Column("N", ("n",))], rows)
    read = list(csv.reader(io.StringIO(render(Result([], [table], {}), Format.CSV))))
    expected = [[f"'{name}" if name[0] in "=-" else name, "-1"] for name in names]
    assert read == [["name", "n"], *expected]
