from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from tests.report.stored import COMPARE, write_result


@pytest.fixture(scope="module")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from vs_sim import api

    folder = tmp_path_factory.mktemp("played") / "run"
    api.run("base", games=400, out=folder)
    return folder


def test_a_run_is_reported_into_its_folder(run_folder: Path, command: CommandLine) -> None:
    said = command("report", str(run_folder), "--to", "html,md", "--format", "json")
    assert said.status == 0
    told = json.loads(said.out)
    assert told["schema"] == "vs-sim/report/1"
    page = (run_folder / "report" / "report.html").read_text(encoding="utf-8")
    digest = json.loads((run_folder / "summary.json").read_text())["digest"]
    assert digest in page
    assert "vs-sim replay --deck base --seed 0 --game" in page
    assert all(Path(file).is_file() for file in told["files"])
    assert {finding["list"] for finding in told["findings"]} <= {
        "What breaks",
        "What holds",
        "What to test next",
    }


def test_a_report_says_what_is_wrong_in_one_line(tmp_path: Path, command: CommandLine) -> None:
    folder = str(write_result(tmp_path / "r", COMPARE))
    for arguments, says in (
        (
            (folder, "--to", "htm"),
            'error: --to: expected any of html, png, svg, pdf, md, got "htm"; nearest: html',
        ),
        ((folder, "--band", "2"), "error: --band: expected a number between 0 and 1, got 2"),
        (
            (str(tmp_path / "no"),),
            f"error: {tmp_path / 'no'}: expected the folder of a run or another result",
        ),
    ):
        said = command("report", *arguments)
        assert (said.status, said.err.strip(), said.out) == (2, says, "")
    assert not (tmp_path / "r" / "report").exists()


def test_a_game_is_drawn_and_told_as_a_page(tmp_path: Path, command: CommandLine) -> None:
    png, html = tmp_path / "table.png", tmp_path / "game.html"
    assert command("replay", "--png", str(png), "--turn", "5").status == 0
    assert png.read_bytes().startswith(b"\x89PNG")
    assert command("replay", "--html", str(html)).status == 0
    page = html.read_text(encoding="utf-8")
    assert page.count("<figure") == page.count("<section") > 5
    assert " wins with " in page
    said = command("replay", "--png", str(png))
    assert (said.status, "--force" in said.err) == (2, True)
    said = command("replay", "--html", str(tmp_path / "b.html"), "--turn", "3")
    assert (said.status, said.err) == (2, "error: --html tells the whole game; --turn goes with --png\n")


def test_a_sweep_by_who_plays_is_reported_with_its_units(command: CommandLine, tmp_path: Path) -> None:
    """Turns are turns, win rates are points, lifts are lifts; findings by who plays have their table."""
    file = tmp_path / "who.toml"
    text = 'schema = 1\nname = "who"\ngames = 24\n[factor]\npoints_to_win = [6, 4]\n'
    for more, units in (('policy = ["random", "balanced"]', "points"), ("players = [3, 4]", "lift")):
        file.write_text(text + more + "\n")
        folder = tmp_path / units
        assert command("sweep", str(file), "--out", str(folder), "-q").status == 0
        assert command("report", str(folder), "--to", "md").status == 0
        page = next((folder / "report").glob("*.md")).read_text(encoding="utf-8")
        assert ("Findings by who plays" in page) is (units == "points")


def test_a_knockout_by_who_plays_is_reported(command: CommandLine, tmp_path: Path) -> None:
    words = ("--items", "Job", "--games", "16", "--also-policy", "random", "--out", str(tmp_path / "k"), "-q")
    assert command("knockout", *words).status == 0
    said = command("report", str(tmp_path / "k"), "--to", "md")
    assert said.status == 0
    assert "Findings by who plays" in next((tmp_path / "k" / "report").glob("*.md")).read_text(
        encoding="utf-8"
    )
