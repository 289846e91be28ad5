"""`vs-sim baseline` and `vs-sim check`: every output and the exit status say the same."""

from __future__ import annotations

import datetime as dt
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

import vs_sim
from vs_sim.jit import JIT_OFF
from vs_sim.report.gate import MOST_BYTES, github_annotations, junit_xml, markdown

if TYPE_CHECKING:
    from tests.cli.conftest import CommandLine

ROOT = Path(__file__).parents[2]
STATUS = {"pass": 0, "fail": 1, "undecided": 3}


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A baseline of the base deck, 240 games."""
    path = tmp_path_factory.mktemp("baseline") / "new" / "base.json"
    vs_sim.baseline("base", file=path, games=240)
    return path


def test_nothing_changed_is_exact(recorded: Path, command: CommandLine) -> None:
    said = command("check", "--baseline", str(recorded), "--format", "json", "-q")
    told = json.loads(said.out)
    assert (said.status, told["verdict"], told["games"]) == (0, "pass", 160)


LOADED = """
import sys
from vs_sim.cli.app import execute
assert execute(["check", "--baseline", sys.argv[1], "--bands", sys.argv[2], "--quiet", "--format", "json"]) == 0
heavy = ["scipy.stats", "scipy.linalg", "statsmodels", "polars", "matplotlib", "pandas", "dask", "distributed"]
print(*[name for name in heavy if name in sys.modules])
"""


@pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")
def test_a_check_of_what_is_unchanged_loads_little(recorded: Path, tmp_path: Path) -> None:
    """It starts faster than the smallest run, even with bands to be tested."""
    bands = tmp_path / "bands.toml"
    bands.write_text("[band]\nturns = [10, 200]\ncharacter = [0, 1]\n")
    words = [sys.executable, "-c", LOADED, str(recorded), str(bands)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == ""


def test_full_replays_all(recorded: Path) -> None:
    found = vs_sim.check("base", baseline=recorded, full=True)
    assert (found.verdict, found.json["games"]) == ("pass", 240)


def test_other_games_under_the_same_hashes_fail(recorded: Path, tmp_path: Path) -> None:
    value = json.loads(recorded.read_text())
    value["probe"]["digest"] = "0" * 32
    other = tmp_path / "b.json"
    other.write_text(json.dumps(value))
    found = vs_sim.check("base", baseline=other)
    assert (found.status, found.json["items"][0]["metric"]) == (1, "digest")


def test_another_engine_with_the_same_games_passes(recorded: Path, tmp_path: Path) -> None:
    """Its sources differ, no sum of any block does: every difference is exactly none, at the first look."""
    value = json.loads(recorded.read_text())
    value["sources"] = "0" * 16
    other = tmp_path / "b.json"
    other.write_text(json.dumps(value))
    found = vs_sim.check("base", baseline=other)
    assert (found.verdict, found.json["changes"], found.json["games"]) == ("pass", ["engine or policies"], 60)
    assert {(row["low"], row["high"]) for row in found.json["items"]} == {(0.0, 0.0)}


def test_edited_weights_are_named(recorded: Path, edit_weights: Callable[[str], None]) -> None:
    """Other games then are no fault of the engine."""
    edit_weights("balanced")
    found = vs_sim.check("base", baseline=recorded)
    assert found.json["changes"] == ["weights of the policies"]
    assert found.json["items"][0]["metric"] != "digest"


def test_a_large_change_fails_and_all_outputs_agree(
    recorded: Path, command: CommandLine, tmp_path: Path
) -> None:
    junit, summary = tmp_path / "new" / "folder" / "j.xml", tmp_path / "s.md"
    said = command(
        *("check", "--baseline", str(recorded), "--rule", "points_to_win=5", "--format", "json"),
        *("--junit", str(junit), "--summary", str(summary), "--github", "-q"),
    )
    told = json.loads(said.out)
    failed = [row["item"] for row in told["items"] if row["verdict"] == "fail"]
    assert (said.status, told["verdict"]) == (1, "fail")
    assert "turns" in failed
    suite = ET.parse(junit).getroot()  # noqa: S314  # our own file
    assert [case.get("name") for case in suite.iter("testcase") if case.find("failure") is not None] == failed
    assert int(suite.get("failures", "")) == len(failed)
    assert "## Balance check failed" in summary.read_text()
    assert said.err.count("::error") == len(failed)
    assert len(said.err.splitlines()) <= 10


def test_the_difference_is_now_less_baseline(recorded: Path) -> None:
    found = vs_sim.check("base", baseline=recorded, rules={"points_to_win": 5})
    (turns,) = (row for row in found.json["items"] if row["metric"] == "turns")
    assert turns["difference"] == pytest.approx(turns["now"] - turns["baseline"])
    assert turns["high"] < 0


def test_few_games_leave_it_undecided(recorded: Path, command: CommandLine) -> None:
    said = command("check", "--baseline", str(recorded), "--rule", "hand_size=8", "--games", "24", "-q")
    assert said.status == 3
    assert "games would tell" in said.out


def test_wide_thresholds_pass_what_changed(recorded: Path, tmp_path: Path) -> None:
    bands = tmp_path / "bands.toml"
    bands.write_text("[threshold]\ncharacter = 1\nseat = 1\nturns = 50\nunfinished = 1\n")
    found = vs_sim.check("base", baseline=recorded, bands=bands, rules={"hand_size": 8})
    assert found.verdict == "pass"
    assert found.json["games"] < 240  # an earlier look sufficed


def test_bands_and_waivers(recorded: Path, tmp_path: Path) -> None:
    bands = tmp_path / "bands.toml"
    bands.write_text(
        "[band]\nturns = [10, 20]\nunfinished = [0, 0.5]\n"
        '[[waiver]]\nitem = "turns"\nreason = "a long game is meant"\nuntil = 2026-06-30\n'
    )
    before = vs_sim.check("base", baseline=recorded, bands=bands, today=dt.date(2026, 6, 30))
    after = vs_sim.check("base", baseline=recorded, bands=bands, today=dt.date(2026, 7, 1))
    assert [row["verdict"] for row in before.json["items"]] == ["pass", "waived", "pass"]
    assert (before.verdict, after.verdict) == ("pass", "fail")
    assert after.json["notes"] == ["the waiver of turns ran out on 2026-06-30"]


def test_one_file_of_bands_serves_a_run_and_the_gate(recorded: Path, tmp_path: Path) -> None:
    """Intent is said once: lift is a rate at that table, and `[band]` is another way to say the same."""
    bands = tmp_path / "bands.toml"
    bands.write_text(
        "schema = 1\n[characters]\nlift = [0, 4]\n[turns]\nmean = [10, 20]\n[threshold]\ncharacter = 1\n"
    )
    found = vs_sim.check("base", baseline=recorded, bands=bands)
    rows = {row["metric"]: row for row in found.json["items"]}
    assert (rows["turns band"]["verdict"], rows["character band"]["reason"]) == ("fail", "band 0% to 100%")
    bands.write_text("[band]\nturns = [10, 20]\n[threshold]\nturns = 3\n")
    (verdict,) = vs_sim.run("base", games=80, bands=bands).json["verdicts"]
    assert (verdict["table"], verdict["verdict"]) == ("turns", "outside")


def test_new_and_gone_items_are_told(recorded: Path, tmp_path: Path) -> None:
    deck = tmp_path / "d.toml"
    deck.write_text(
        'schema = 1\nname = "d"\nextends = "base"\nremove = ["Burnout"]\n'
        '[character."=Burn,\\"out\\" 🔥"]\ngender = "male"\ncore = ["economics", "diversity"]\n'
    )
    found = vs_sim.check(str(deck), baseline=recorded, games=24)
    verdicts = {row["item"]: row["verdict"] for row in found.json["items"]}
    assert (verdicts["Burnout"], verdicts['=Burn,"out" 🔥']) == ("gone", "new")
    reasons = {row["item"]: row["reason"] for row in found.json["items"]}
    assert reasons["Burnout"].endswith('perhaps it is "=Burn,"out" 🔥" now')
    ET.fromstring(junit_xml(found.json))  # noqa: S314


def test_bands_for_items_that_there_are_not_are_told(recorded: Path, tmp_path: Path) -> None:
    bands = tmp_path / "bands.toml"
    bands.write_text("[band.character]\nall = [0, 1]\nBornout = [0.1, 0.3]\n")
    found = vs_sim.check("base", baseline=recorded, bands=bands)
    (note,) = found.json["notes"]
    assert note.endswith('did you mean "Burnout"?')


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "there is no baseline yet; record one with: vs-sim baseline"),
        ("{", "expected a baseline"),
        ('{"schema": "vs-sim/baseline/0"}', "expected schema vs-sim/baseline/1, got vs-sim/baseline/0"),
        ('{"schema": "vs-sim/baseline/1"}', "the baseline is damaged"),
    ],
)
def test_no_baseline_or_another_is_one_line(
    text: str | None, says: str, tmp_path: Path, command: CommandLine
) -> None:
    path = tmp_path / "b.json"
    if text is not None:
        path.write_text(text)
    said = command("check", "--baseline", str(path))
    assert said.status == 2
    assert says in said.err
    assert len(said.err.splitlines()) == 1


def test_a_baseline_is_not_overwritten(recorded: Path, command: CommandLine) -> None:
    said = command("baseline", "--baseline", str(recorded), "--games", "8")
    assert said.status == 2
    assert "--force replaces it" in said.err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[threshold]\ncharakter = 1\n", 'bands.toml:2:1: threshold.charakter: .*did you mean "character"'),
        ("[band]\nturns = [9, 3]\n", "bands.toml:2:9: band.turns: expected the lower number first"),
        ('[[waiver]]\nitem = "x"\nuntil = 2027-01-31\n', "expected an item and a reason"),
    ],
)
def test_a_wrong_bands_file_is_told_with_its_place(
    text: str, says: str, recorded: Path, tmp_path: Path
) -> None:
    bands = tmp_path / "bands.toml"
    bands.write_text(text)
    with pytest.raises(ValueError, match=says):
        vs_sim.check("base", baseline=recorded, bands=bands)


def _many(n: int) -> dict[str, Any]:
    row = dict.fromkeys(("baseline", "now", "difference", "low", "high", "threshold"))
    items = [
        row | {"item": f"<b>|{i}\n🔥", "metric": "turns", "verdict": "fail", "reason": "x" * 200}
        for i in range(n)
    ]
    deck = {"name": "a|b", "hash": "0" * 32}
    return {"verdict": "fail", "deck": deck, "method": "m", "changes": [], "items": items, "notes": []}


def test_outputs_stay_within_their_limits() -> None:
    found = _many(6000)
    assert len(github_annotations(found)) == 10
    assert len(markdown(found).encode()) < MOST_BYTES + 1000
    assert "<b>" not in markdown(_many(3))
    assert all("\n" not in line for line in github_annotations(_many(3)))
