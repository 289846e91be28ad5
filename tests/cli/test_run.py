"""`vs-sim run`: what it refuses, and what it prints."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import CommandLine

PROGRAM = Path(sys.executable).parent / "vs-sim"
SMALL = ["run", "--deck", "base", "--games", "40", "--policy", "random"]

REFUSED = [
    (["--players", "0"], "2 to 12"),
    (["--players", "1"], "2 to 12"),
    (["--players", "13"], "2 to 12"),
    (["--games", "0"], "at least 1"),
    (["--games", "-4"], "at least 1"),
    (["--workers", "0"], "at least 1"),
    (["--workers", "-1"], "at least 1"),
    (["--seed", "-1"], "seed"),
    (["--confidence", "1"], "between 0 and 1"),
    (["--policy", "blanced"], 'did you mean "balanced"?'),
    (["--policy", "random,random"], "got 2"),
    (["--rule", "hand_siz=3"], 'did you mean "hand_size"?'),
    (["--rule", "hand_size"], "key=value"),
    (["--rule", "hand_size=99"], "from 1 to 20"),
    (["--rule", "geometry=tabel"], 'did you mean "table"?'),
    (["--rules", "nowhere.toml"], "nowhere.toml"),
    (["--max-time", "soon"], "expected a time as 90s, 10m or 1h30m"),
    (["--max-time", "0"], "above 0"),
    (["--until-halfwidth", "0"], "between 0 and 0.5"),
    (["--until-halfwidth", "0.01", "--shard", "1/2"], "a shard cannot know"),
    (["--shard", "3/2"], "from 1 to 2"),
    (["--shard", "1/99999"], "without a game"),
    (["--backend", "dusk"], 'did you mean "dask"?'),
    (["--scheduler", "tcp://here:1"], "with backend dask only"),
    (["--resume", "--force"], "force would replace"),
    (["--deck", "bsae"], 'did you mean "base"?'),
    (["--deck", "nowhere.toml"], "nowhere.toml"),
]


@pytest.mark.parametrize(("options", "expected"), REFUSED)
def test_bad_input_is_one_line_and_writes_nothing(
    command: CommandLine, tmp_path: Path, options: list[str], expected: str
) -> None:
    """Status 2, one clear line, no result, no folder."""
    out = tmp_path / "out"
    said = command("run", "--out", str(out), *options)
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith("error: ")
    assert said.err.count("\n") == 1
    assert expected in said.err
    assert not out.exists()


def test_s5_more_cards_than_the_deck_has_names_both_numbers(command: CommandLine) -> None:
    """S5: the message has the cards needed and the cards there."""
    said = command("run", "--players", "12", "--rule", "hand_size=20")
    assert said.status == 2
    assert len(re.findall(r"\b(240|162)\b", said.err)) == 2


def test_s5_more_players_than_characters_names_both_numbers(command: CommandLine, tmp_path: Path) -> None:
    """S5: twelve players need twelve characters."""
    deck = tmp_path / "few.toml"
    deck.write_text('schema = 1\nname = "few"\nextends = "base"\nremove = ["Burnout"]\n', encoding="utf-8")
    said = command("run", "--deck", str(deck), "--players", "12")
    assert said.status == 2
    assert "12" in said.err
    assert "11" in said.err


def test_all_faults_of_a_deck_come_at_once_with_their_places(command: CommandLine, tmp_path: Path) -> None:
    """Each fault is `file:line:column: key: message`, in order of place."""
    deck = tmp_path / "bad.toml"
    deck.write_text(
        'schema = 1\nname = "bad"\n[special.Job]\ncuont = 4\n[rules]\nhand_sise = 4\n', encoding="utf-8"
    )
    said = command("run", "--deck", str(deck))
    assert said.status == 2
    places = re.findall(r"^.*bad\.toml:(\d+):1: (\S+): ", said.err, re.MULTILINE)
    assert places[:1] + places[-1:] == [("4", "special.Job.cuont"), ("6", "rules.hand_sise")]


def test_folder_in_use_is_refused_and_kept(command: CommandLine, tmp_path: Path) -> None:
    """What is in the folder stays as it was."""
    (tmp_path / "mine.txt").write_text("precious", encoding="utf-8")
    said = command(*SMALL, "--out", str(tmp_path))
    assert (said.status, said.out) == (2, "")
    assert said.err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_folder_that_cannot_be_made_is_refused(command: CommandLine, tmp_path: Path) -> None:
    """A file where a folder should be is told in one line."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    said = command(*SMALL, "--out", str(tmp_path / "file" / "out"))
    assert (said.status, said.out) == (2, "")
    assert said.err.count("\n") == 1


def test_json_has_the_fixed_keys(command: CommandLine) -> None:
    """The keys that other programs rely on, and appearances that add up."""
    said = command(*SMALL, "--format", "json")
    told = json.loads(said.out)
    assert said.status == 0
    assert told["schema"] == "vs-sim/run/1"
    assert set(told["deck"]) >= {"name", "hash"}
    assert told["games"] == told["finished"] + told["unfinished"] == 40
    assert set(told["turns"]) >= {"mean", "p05", "p50", "p95"}
    assert {"version", "seed", "players", "digest", "seconds", "games_per_second"} <= set(told)
    for group in ("characters", "seats", "policies"):
        assert all(
            {"name", "games", "wins", "rate", "low", "high", "lift"} <= set(row) for row in told[group]
        )
        assert sum(row["games"] for row in told[group]) == 4 * told["finished"]
        assert sum(row["wins"] for row in told[group]) == told["finished"]
    assert [row["name"] for row in told["seats"]] == ["0", "1", "2", "3"]


def test_table_tells_deck_seed_and_digest(command: CommandLine) -> None:
    """A person sees from what the numbers come."""
    digest = json.loads(command(*SMALL, "--format", "json").out)["digest"]
    said = command(*SMALL)
    assert f"Digest {digest}" in said.out
    assert "Deck base (" in said.out
    assert "seed 0" in said.out
    for title in ("Characters", "Seats", "Policies"):
        assert f"\n{title}\n" in said.out


def test_csv_has_every_item(command: CommandLine) -> None:
    """One row for each character that played, seat and policy."""
    rows = list(csv.DictReader(io.StringIO(command(*SMALL, "--format", "csv").out)))
    assert [row["name"] for row in rows if row["table"] == "seat"] == ["0", "1", "2", "3"]
    assert [row["name"] for row in rows if row["table"] == "policy"] == ["random"]
    assert sum(int(row["wins"]) for row in rows if row["table"] == "character") <= 40


def test_rounding_up_to_whole_blocks_is_said(command: CommandLine) -> None:
    """41 games of four players are 44; a note says so, and `-q` keeps it."""
    asked = ["run", "--games", "41", "--policy", "random", "--format", "json"]
    said = command(*asked)
    assert json.loads(said.out)["games"] == 44
    assert said.err.startswith("note: ")
    assert "44" in said.err
    assert command(*asked, "--quiet").err == ""


def test_rule_beats_rules_file_beats_deck(command: CommandLine, tmp_path: Path) -> None:
    """The nearest word counts."""
    rules = tmp_path / "rules.toml"
    rules.write_text("[rules]\nhand_size = 5\npoints_to_win = 9\n", encoding="utf-8")
    said = command(*SMALL, "--rules", str(rules), "--rule", "hand_size=4", "--format", "json")
    told = json.loads(said.out)["rules"]
    assert (told["hand_size"], told["points_to_win"], told["max_plots"]) == (4, 9, 2)


def test_folder_gets_the_same_object(command: CommandLine, tmp_path: Path) -> None:
    """summary.json is what standard output showed."""
    said = command(*SMALL, "--format", "json", "--out", str(tmp_path / "run"))
    kept = json.loads((tmp_path / "run" / "summary.json").read_text(encoding="utf-8"))
    assert kept == json.loads(said.out)
    assert {path.name for path in (tmp_path / "run").iterdir()} >= {"manifest.json", "games", "seats"}


@pytest.mark.parametrize("which", [signal.SIGINT, signal.SIGTERM])
def test_interrupt_prints_what_is_complete(tmp_path: Path, which: signal.Signals) -> None:
    """Ctrl-C or SIGTERM in a long run: status 130, whole blocks printed and saved, no traceback."""
    warm = [PROGRAM, *SMALL, "--quiet"]
    begun = time.monotonic()
    subprocess.run(warm, check=True, capture_output=True)
    start = time.monotonic() - begun
    out = tmp_path / "run"
    long = [
        PROGRAM,
        "run",
        "--games",
        "50000000",
        "--policy",
        "random",
        "--format",
        "json",
        "--out",
        str(out),
    ]
    with subprocess.Popen(long, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        _wait_for_games(out, 2 * start + 1)
        running.send_signal(which)
        told, said = running.communicate(timeout=60)
    assert running.returncode == 130, said
    assert "Traceback" not in said
    summary: dict[str, Any] = json.loads(told)
    assert 0 < summary["games"] < 50_000_000
    assert summary["games"] % 4 == 0
    assert summary["interrupted"]
    assert json.loads((out / "summary.json").read_text(encoding="utf-8")) == summary


def _wait_for_games(out: Path, seconds: float) -> None:
    """Until the run has had `seconds` to load and play some; the folder is there from the start."""
    deadline = time.monotonic() + 60
    while not out.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(seconds)


def test_progress_is_for_terminals_only() -> None:
    """Standard error that is no terminal carries no bar."""
    ended = subprocess.run([PROGRAM, *SMALL], capture_output=True, text=True, check=True, env={**os.environ})
    assert "games/s" not in ended.stderr
    assert "\x1b" not in ended.stdout + ended.stderr
