"""The run folder: documented columns, whole shards, and no overwriting."""

import json
import os
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.experiments.fake_engine import FakeEngine
from vs_sim.cards import load_deck
from vs_sim.experiments import execute as execution
from vs_sim.experiments import folder as folders
from vs_sim.experiments.columns import CARD_COLUMNS, all_game_columns, all_seat_columns
from vs_sim.experiments.errors import FolderError
from vs_sim.experiments.execute import execute
from vs_sim.experiments.lock import FolderLock
from vs_sim.experiments.plan import plan_run

BASE = load_deck("base")
DOCUMENT = Path(__file__).parents[2] / "docs" / "run-folder.md"


@pytest.fixture
def write(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Plays 40 games on the stand-in into tmp_path / "run", or where told."""

    def run(out: Path | None = None, games: int = 40, **settings: Any) -> Path:
        plan = plan_run(BASE, games=games)
        monkeypatch.setattr(execution, "play_chunk", FakeEngine(plan, unfinished=0.2))
        path = out or tmp_path / "run"
        execute(plan, workers=1, out=path, chunk_blocks=3, **settings)
        return path

    return run


def files(path: Path) -> list[str]:
    """All files below a folder."""
    return sorted(str(file.relative_to(path)) for file in path.rglob("*") if file.is_file())


def test_a_run_leaves_its_files_and_nothing_else(write: Any) -> None:
    """Manifest, shards and cards; no lock, no temporary file."""
    expected = ["cards.parquet", "games/part-00000.parquet", "manifest.json", "seats/part-00000.parquet"]
    assert files(write()) == expected


def test_columns_are_as_documented(write: Any) -> None:
    """Names, order and types of all columns equal the table of columns, and each is in the document."""
    path = write()
    plots = json.loads((path / "manifest.json").read_text())["plots"]
    expected = {"games": all_game_columns(plots), "seats": all_seat_columns(), "cards": CARD_COLUMNS}
    read = {name: pl.read_parquet(path / name / "*.parquet") for name in ("games", "seats")}
    read["cards"] = pl.read_parquet(path / "cards.parquet")
    text = DOCUMENT.read_text(encoding="utf-8")
    for name, columns in expected.items():
        types = [(column, str(kind).split("(")[0]) for column, kind in read[name].schema.items()]
        assert types == [(column.name, column.type) for column in columns]
        assert all(f"| `{column.name.split('[')[0]}" in text for column in columns)


def test_one_row_a_game_and_one_a_seat(write: Any) -> None:
    """40 games of four: 40 and 160 rows; the winner's seat row says so."""
    path = write()
    games = pl.read_parquet(path / "games" / "*.parquet")
    seats = pl.read_parquet(path / "seats" / "*.parquet")
    assert (games.height, seats.height) == (40, 160)
    won = seats.filter("won").select("game", pl.col("seat").alias("winner"))
    assert won.equals(games.drop_nulls("winner").select("game", "winner"))


def test_shards_hold_whole_blocks_in_order(write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shards of 6 games are one block each, whatever the chunks; together they hold every game once."""
    monkeypatch.setattr(folders, "PART_GAMES", 6)
    path = write()
    parts = [pl.read_parquet(file)["game"].to_list() for file in sorted((path / "games").iterdir())]
    assert parts == [list(range(4 * k, 4 * k + 4)) for k in range(10)]
    manifest = json.loads((path / "manifest.json").read_text())
    assert [part["first_block"] for part in manifest["parts"]] == list(range(10))


def test_manifest_holds_the_provenance(write: Any) -> None:
    """Version, deck and hash, rules, policy, seed, games, digest, the command that makes it again."""
    manifest = json.loads((write() / "manifest.json").read_text())
    assert manifest["schema"] == "vs-sim/manifest/1"
    assert manifest["state"] == "complete"
    assert manifest["plan"]["deck"]["hash"] == BASE.hash
    assert manifest["command"] == "vs-sim run --deck base --seed 0 --games 40"
    assert len(manifest["digest"]) == 32


def test_a_folder_in_use_is_refused(write: Any) -> None:
    """A second run into the same folder is refused and changes nothing; --force replaces the run."""
    path = write()
    before = (path / "manifest.json").read_bytes()
    with pytest.raises(FolderError, match="holds a run"):
        write()
    assert (path / "manifest.json").read_bytes() == before
    write(games=44, force=True)
    assert json.loads((path / "manifest.json").read_text())["games_done"] == 44


def test_a_folder_with_other_files_is_never_touched(write: Any, tmp_path: Path) -> None:
    """Files that are not ours are refused, with --force too."""
    (tmp_path / "diary.txt").write_text("dear diary")
    for force in (False, True):
        with pytest.raises(FolderError, match="holds other files"):
            write(tmp_path, force=force)
    assert files(tmp_path) == ["diary.txt"]


def test_a_locked_folder_is_refused(write: Any, tmp_path: Path) -> None:
    """While another run writes there, the folder is in use, whatever is asked."""
    path = tmp_path / "run"
    path.mkdir()
    lock = FolderLock(path)
    for settings in ({}, {"force": True}, {"resume": True}):
        with pytest.raises(FolderError, match="in use by another run"):
            write(path, **settings)
    lock.release()
    assert files(write(path))


def test_the_lock_of_a_process_that_was_killed_holds_nobody_up(write: Any, tmp_path: Path) -> None:
    """A lock file that nobody holds is taken over."""
    path = tmp_path / "run"
    path.mkdir()
    (path / ".lock").write_text("1")
    assert ".lock" not in files(write(path))


def test_a_folder_that_cannot_be_made_is_refused(write: Any, tmp_path: Path) -> None:
    """A path below a file, and a file itself: one line, nothing written."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(FolderError, match="cannot"):
        write(tmp_path / "file" / "run")
    with pytest.raises(FolderError, match="is not a folder"):
        write(tmp_path / "file")
    assert files(tmp_path) == ["file"]


def test_an_error_before_the_first_game_leaves_nothing(
    write: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """If the engine cannot be compiled (Ctrl-C then, too), the folder is taken back."""

    def stop(*_: Any) -> float:
        raise KeyboardInterrupt

    monkeypatch.setattr(execution, "compile_engine", stop)
    with pytest.raises(KeyboardInterrupt):
        write(tmp_path / "a" / "b")
    assert list(tmp_path.iterdir()) == []


def test_a_shard_that_cannot_be_written_leaves_no_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A write that fails half way leaves the old file and no temporary one."""
    target = tmp_path / "shard"
    target.write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FolderError, match="No space left on device"):
        folders.write_whole(target, b"half")
    assert files(tmp_path) == ["shard"]
    assert target.read_text() == "old"
