"""Whatever ends a run: it goes on as if nothing had happened, and nothing is mixed into it that is not its own."""

from __future__ import annotations

import contextlib
import errno
import itertools
import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.experiments.fake_engine import FakeEngine
from vs_sim.cards import load_deck
from vs_sim.engine.rows import digest_lanes, digest_text
from vs_sim.experiments import execute as execution
from vs_sim.experiments import folder as folders
from vs_sim.experiments.errors import FolderError, PlanError
from vs_sim.experiments.execute import RunResult, execute
from vs_sim.experiments.merge import merge_folders
from vs_sim.experiments.plan import Plan, plan_run
from vs_sim.experiments.shares import parse_share, take_share
from vs_sim.experiments.stopping import Verdict, next_look

ROOT = Path(__file__).parents[2]
BASE = load_deck("base")
KILLS = 50


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Plays a plan on the stand-in, in shards of ten blocks."""
    monkeypatch.setattr(folders, "PART_GAMES", 40)

    def run(plan: Plan, out: Path | None = None, **settings: Any) -> RunResult:
        monkeypatch.setattr(execution, "play_chunk", FakeEngine(plan))
        return execute(plan, out=out, chunk_blocks=3, **{"workers": 2, "resume": out is not None, **settings})

    return run


def rows(path: Path) -> tuple[int, int, str]:
    """Games, seats and digest as counted from the shards themselves."""
    games = pl.read_parquet(path / "games" / "*.parquet")
    seats = pl.scan_parquet(path / "seats" / "*.parquet").select(pl.len()).collect(engine="streaming").item()
    lanes = digest_lanes(games["game"].to_numpy(), games["hash"].to_numpy())
    return games.height, seats, digest_text(lanes)


def tallies(result: RunResult) -> str:
    """All that a run counted."""
    return json.dumps(folders.to_plain(result.tallies))


def stop_after(games: int) -> Callable[[Any], None]:
    """A progress hook that breaks the run off after so many games."""

    def hear(progress: Any) -> None:
        if progress.games_done >= games:
            raise RuntimeError("broken off")

    return hear


def broken_off(play: Any, plan: Plan, out: Path, games: int = 100) -> None:
    """Leave a run in the folder that is not complete."""
    with pytest.raises(RuntimeError, match="broken off"):
        play(plan, out, progress=stop_after(games))


def test_a_run_killed_at_50_moments_equals_one_that_was_not(tmp_path: Path) -> None:
    """Killed (-9) at random moments, --resume each time: same digest, sums and games as in one go."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.experiments.killed", str(tmp_path), str(KILLS), "7"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    said = done.stdout.splitlines()
    assert len(said) == 1, done.stdout
    assert said[0].startswith(f"killed {KILLS}, complete ")
    whole = rows(tmp_path / "whole")
    assert rows(tmp_path / "run-0") == whole
    assert whole[:2] == (1600, 6400)
    assert list(tmp_path.rglob(".*")) == []


def test_a_disk_that_is_full_at_any_write_costs_no_game(
    play: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each single write fails once; then the run is completed and is the same."""
    plan = plan_run(BASE, games=48)
    expected = tallies(play(plan))
    sync = os.fsync
    number = 0
    while True:
        number += 1
        left = [number]

        def fail(handle: int, left: list[int] = left) -> None:
            left[0] -= 1
            if left[0] == 0:
                raise OSError(errno.ENOSPC, "No space left on device")
            sync(handle)

        out = tmp_path / str(number)
        monkeypatch.setattr(os, "fsync", fail)
        with contextlib.suppress(FolderError):
            play(plan, out)
            break
        assert left[0] <= 0
        monkeypatch.setattr(os, "fsync", sync)
        assert tallies(play(plan, out)) == expected
        assert rows(out)[:2] == (48, 192)
    assert number > 10


def test_a_real_limit_of_the_system_is_told_and_survived(
    play: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files may not grow beyond 42 kB, a manifest has 36: the shard does not appear, the run is completed without the limit."""
    plan = plan_run(BASE, games=4000)
    monkeypatch.setattr(folders, "PART_GAMES", 4000)
    expected = play(plan).digest
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (42_000, before[1]))
    try:
        with pytest.raises(
            FolderError, match=r"File too large; 0 games are kept\. To go on: vs-sim run .* --resume"
        ):
            play(plan, tmp_path / "run")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert [path.name for path in (tmp_path / "run").rglob("*.parquet")] == []
    result = play(plan, tmp_path / "run")
    assert (result.digest, rows(tmp_path / "run")[2]) == (expected, expected)


def test_a_run_goes_on_where_it_was_broken_off(play: Any, tmp_path: Path) -> None:
    """Only what is missing is played; what comes out equals a run in one go."""
    plan = plan_run(BASE, games=400)
    broken_off(play, plan, tmp_path / "run")
    result = play(plan, tmp_path / "run")
    assert result.resumed_games >= 100
    assert tallies(result) == tallies(play(plan))
    assert rows(tmp_path / "run") == (400, 1600, result.digest)
    assert any("resumed after" in note for note in result.notes)


def test_a_complete_run_that_is_resumed_plays_nothing(play: Any, tmp_path: Path) -> None:
    """It prints the same again; with more games asked for it plays those."""
    first = play(plan_run(BASE, games=80), tmp_path / "run")
    again = play(plan_run(BASE, games=80), tmp_path / "run")
    assert (again.resumed_games, tallies(again)) == (80, tallies(first))
    longer = play(plan_run(BASE, games=200), tmp_path / "run")
    assert (longer.resumed_games, tallies(longer)) == (80, tallies(play(plan_run(BASE, games=200))))
    with pytest.raises(FolderError, match="holds 200 games already, 80 are asked for"):
        play(plan_run(BASE, games=80), tmp_path / "run")


OTHERS: list[tuple[dict[str, Any], str]] = [
    ({"seed": 1}, "seed 0, not 1"),
    ({"policy": "random"}, "policy"),
    ({"players": 3}, "players 4, not 3"),
    ({"characters": "draft"}, "characters"),
    ({"rotate": False}, "rotate true, not false"),
    ({"deck": load_deck("book_only")}, "deck.name"),
    ({"deck": load_deck("base", {"hand_size": 6})}, "hand_size 7, not 6"),
]


@pytest.mark.parametrize(("settings", "said"), OTHERS)
def test_another_run_is_named_and_refused(
    play: Any, tmp_path: Path, settings: dict[str, Any], said: str
) -> None:
    """Another deck, rule, policy, seed or number of players is never mixed in; nothing changes."""
    out = tmp_path / "run"
    play(plan_run(BASE, games=80), out)
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    settings = {"deck": BASE, "games": 120, **settings}
    with pytest.raises(FolderError, match="holds another run: ") as caught:
        play(plan_run(settings.pop("deck"), **settings), out)
    assert said in str(caught.value) or "deck.hash" in str(caught.value)
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("key", ["version", "engine"])
def test_a_run_of_another_version_is_refused(play: Any, tmp_path: Path, key: str) -> None:
    """Games of two versions, or of changed sources, never stand in one folder."""
    play(plan_run(BASE, games=80), tmp_path)
    file = tmp_path / "manifest.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), key: "0.0.9"}))
    with pytest.raises(FolderError, match=rf"holds another run: {key} 0\.0\.9"):
        play(plan_run(BASE, games=120), tmp_path)


def test_a_run_by_edited_weights_is_refused(
    play: Any, tmp_path: Path, edit_weights: Callable[[str], None]
) -> None:
    """A policy of the program whose file was edited is another one; one that does not play changes nothing."""
    play(plan_run(BASE, games=80), tmp_path)
    edit_weights("novice")
    play(plan_run(BASE, games=120), tmp_path)
    edit_weights("balanced")
    with pytest.raises(FolderError, match="holds another run: policy_weights "):
        play(plan_run(BASE, games=160), tmp_path)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


DAMAGES: list[tuple[str, Callable[[Path], Any], str]] = [
    ("games/part-00001.parquet", _cut, "bytes"),
    ("seats/part-00000.parquet", _flip, "its content is not what was written"),
    ("games/part-00000.parquet", Path.unlink, "is missing"),
    ("games/more.parquet", Path.touch, "is no shard of this run"),
    ("manifest.json", _cut, "is damaged"),
    ("manifest.json", lambda path: path.write_text("{}"), "no manifest of schema"),
    (
        "manifest.json",
        lambda path: path.write_text(path.read_text().replace('"games": 40,', '"games": 36,', 1)),
        "a gap before block 0",
    ),
]


@pytest.mark.parametrize(("name", "damage", "said"), DAMAGES)
def test_damage_is_named_and_refused(
    play: Any, tmp_path: Path, name: str, damage: Callable[[Path], Any], said: str
) -> None:
    """A shard that is cut, changed or gone, a strange file, a broken manifest: named, and nothing is played."""
    play(plan_run(BASE, games=120), tmp_path)
    damage(tmp_path / name)
    with pytest.raises(FolderError) as caught:
        play(plan_run(BASE, games=200), tmp_path)
    assert said in str(caught.value)
    assert Path(name).name in str(caught.value)
    assert not (tmp_path / ".lock").exists()


def test_resume_without_a_run_starts_one(play: Any, tmp_path: Path) -> None:
    """No folder, an empty one, one in which a run was killed before its manifest: it begins."""
    plan = plan_run(BASE, games=80)
    (tmp_path / "empty").mkdir()
    (tmp_path / "early" / "games").mkdir(parents=True)
    (tmp_path / "early" / ".manifest.json.tmp").write_text("{")
    (tmp_path / "early" / ".lock").write_text("1")
    for name in ("none", "empty", "early"):
        assert play(plan, tmp_path / name).games == 80
        assert rows(tmp_path / name)[0] == 80
    (tmp_path / "diary").mkdir()
    (tmp_path / "diary" / "today.txt").write_text("dear diary")
    with pytest.raises(FolderError, match="holds other files"):
        play(plan, tmp_path / "diary")


def test_a_stopping_rule_ends_at_the_same_game_however_a_run_is_cut(
    play: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Workers, chunks and interruptions do not change at which block the rule is asked."""

    def rule(tallies: Any) -> Verdict:
        enough = tallies.characters.wins.sum() > 1200
        return Verdict("enough" if enough else "", 1300)

    monkeypatch.setattr(folders, "PART_GAMES", 800)
    plan = plan_run(BASE, games=8000)
    ends = {play(plan, workers=workers, until=rule).digest for workers in (1, 3)}
    broken_off(lambda *a, **k: play(*a, **k, until=rule), plan, tmp_path / "run", 600)
    resumed = play(plan, tmp_path / "run", until=rule)
    again = play(plan, tmp_path / "run", until=rule)
    assert ends == {resumed.digest, again.digest}
    assert (resumed.games, resumed.stopped, resumed.interrupted) == (2048, "enough", False)
    assert (again.games, again.stopped, again.resumed_games) == (2048, "enough", 2048)


def test_looks_are_the_same_from_wherever_one_counts() -> None:
    """The looks from block 0 on are those that one meets from any block between; ever further apart."""
    looks = [0]
    while looks[-1] < 200_000:
        looks.append(next_look(looks[-1]))
    steps = [b - a for a, b in itertools.pairwise(looks)]
    assert steps == sorted(steps)
    assert all(step <= look / 8 + 256 for look, step in zip(looks[1:], steps, strict=True))
    for block in (1, 255, 257, 5000, 12_345, 65_535, 131_071):
        assert next_look(block) in looks


def test_a_time_limit_ends_a_run_that_can_go_on(play: Any, tmp_path: Path) -> None:
    """What was complete is kept; the next session goes on; together they are the run in one go."""
    plan = plan_run(BASE, games=1200)
    first = play(plan, tmp_path / "run", max_seconds=0.1)
    assert 0 < first.games < 1200
    assert "time limit" in first.stopped
    assert json.loads((tmp_path / "run" / "manifest.json").read_text())["state"] == "stopped"
    assert play(plan, tmp_path / "run").digest == play(plan).digest


@pytest.mark.parametrize("of", [1, 3, 7])
def test_shards_joined_are_the_run(play: Any, tmp_path: Path, of: int) -> None:
    """All shards of a run give its sums, rows and digest, in whatever order they are named."""
    plan = plan_run(BASE, games=400)
    for index in range(1, of + 1):
        play(take_share(plan, index, of), tmp_path / f"s{index}")
    whole = merge_folders([tmp_path / f"s{index}" for index in range(of, 0, -1)], tmp_path / "all")
    assert tallies(whole) == tallies(play(plan))
    assert rows(tmp_path / "all") == (400, 1600, whole.digest)
    games = pl.read_parquet(tmp_path / "all" / "games" / "*.parquet")["game"].to_list()
    assert games == list(range(400))
    assert play(plan, tmp_path / "all").resumed_games == 400


def test_shards_that_are_not_all_of_one_run_are_refused(play: Any, tmp_path: Path) -> None:
    """A missing, doubled, incomplete or strange shard is named; nothing is written."""
    plan, other = plan_run(BASE, games=400), plan_run(BASE, games=400, seed=9)
    for name, one, index in [("a", plan, 1), ("b", plan, 2), ("b2", plan, 2), ("x", other, 2)]:
        play(take_share(one, index, 2), tmp_path / name)
    broken_off(play, take_share(plan, 2, 2), tmp_path / "half")
    for names, said in [
        ("a", "shard 2/2 is missing"),
        ("a b b2", "are the same shard 2/2"),
        ("a x", "is of another run"),
        ("a half", "is not complete"),
        ("a nowhere", "holds no run"),
    ]:
        with pytest.raises(FolderError, match=said):
            merge_folders([tmp_path / name for name in names.split()], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_shards_are_whole_blocks_and_leave_none_out() -> None:
    """The shares of a run follow each other without a gap."""
    plan = plan_run(BASE, games=1000)
    shares = [take_share(plan, index, 7) for index in range(1, 8)]
    ends = [share.first_block + share.blocks for share in shares]
    assert [share.first_block for share in shares] == [0, *ends[:-1]]
    assert ends[-1] == plan.blocks


@pytest.mark.parametrize("text", ["0/3", "4/3", "1", "a/b", "1/0", "-1/3", "1/3/5"])
def test_a_bad_share_is_refused(text: str) -> None:
    """One line that says what is expected."""
    with pytest.raises(PlanError, match="shard: expected"):
        parse_share(text)
    with pytest.raises(PlanError, match="would leave some without a game"):
        take_share(plan_run(BASE, games=4), 1, 2)
