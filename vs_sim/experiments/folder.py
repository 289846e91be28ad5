"""The run folder: manifest, Parquet shards of whole blocks, summary. Every file is written whole or not at all."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vs_sim.experiments import columns
from vs_sim.experiments.errors import FolderError
from vs_sim.experiments.provenance import provenance

if TYPE_CHECKING:
    from vs_sim.experiments.plan import Plan
    from vs_sim.experiments.tallies import Keys, Tallies

MANIFEST = "manifest.json"
MANIFEST_SCHEMA = "vs-sim/manifest/1"
SUMMARY = "summary.json"
CARDS = "cards.parquet"
LOCK = ".lock"
OURS = (MANIFEST, SUMMARY, CARDS, "games", "seats", "report")
PART_GAMES = 50_000  # games a shard, rounded down to whole blocks


def write_whole(path: Path, write: Callable[[Path], Any]) -> None:
    """Let `write` fill a temporary file beside `path` and put it in place once it is on the disk."""
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        write(temporary)
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise FolderError(f"cannot write {path}: {error.strerror or error}") from error


def _sync_folder(folder: Path) -> None:
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def write_json(path: Path, value: Any) -> None:
    """Write a JSON file, whole or not at all."""
    text = json.dumps(value, indent=2, ensure_ascii=False) + "\n"
    write_whole(path, lambda temporary: temporary.write_text(text, encoding="utf-8"))


class RunFolder:
    """The folder of a run that is being played; `open_folder` makes one."""

    def __init__(self, path: Path, plan: Plan, keys: Keys, made: Sequence[Path] = ()) -> None:
        self.path = path
        self._made = made  # folders that were not there before, innermost first
        self._plan = plan
        self._keys = keys
        self._part_blocks = max(1, PART_GAMES // plan.rotations)
        self._waiting: list[tuple[Any, Any]] = []
        self._waiting_blocks = 0
        self._blocks = 0  # written
        self._manifest: dict[str, Any] = {
            "schema": MANIFEST_SCHEMA,
            "state": "running",
            **provenance(plan),
            "columns": {
                "games": columns.GAMES_SCHEMA,
                "seats": columns.SEATS_SCHEMA,
                "cards": columns.CARDS_SCHEMA,
            },
            "plots": list(keys.plots),
            "blocks_done": 0,
            "parts": [],
        }

    def begin(self) -> None:
        """Write the manifest and the empty folders of shards."""
        for name in ("games", "seats"):
            (self.path / name).mkdir(exist_ok=True)
        write_json(self.path / MANIFEST, self._manifest)

    def add(self, games: Any, seats: Any) -> None:
        """Take the rows of the next whole blocks; full shards are written."""
        while len(games):
            room = self._part_blocks - self._waiting_blocks
            take = min(room * self._plan.rotations, len(games))
            self._waiting.append((games[:take], seats[: take * self._plan.players]))
            self._waiting_blocks += take // self._plan.rotations
            games, seats = games[take:], seats[take * self._plan.players :]
            if self._waiting_blocks == self._part_blocks:
                self._write_part()

    def _write_part(self) -> None:
        if not self._waiting:
            return
        games = np.concatenate([rows for rows, _ in self._waiting])
        seats = np.concatenate([rows for _, rows in self._waiting])
        number = len(self._manifest["parts"])
        name = f"part-{number:05d}.parquet"
        seats_frame = columns.seats_frame(self._keys, seats)
        games_frame = columns.games_frame(self._plan, self._keys, games)
        write_whole(self.path / "seats" / name, seats_frame.write_parquet)
        write_whole(self.path / "games" / name, games_frame.write_parquet)
        part = {
            "name": name,
            "first_block": self._blocks,
            "blocks": self._waiting_blocks,
            "games": len(games),
        }
        self._manifest["parts"].append(part)
        self._blocks += self._waiting_blocks
        self._manifest["blocks_done"] = self._blocks
        self._waiting, self._waiting_blocks = [], 0
        write_json(self.path / MANIFEST, self._manifest)

    def finish(self, tallies: Tallies, *, complete: bool) -> None:
        """Write what is waiting, the tallies of cards and the final manifest."""
        self._write_part()
        cards = columns.cards_frame(self._keys, tallies)
        write_whole(self.path / CARDS, cards.write_parquet)
        self._manifest["state"] = "complete" if complete else "interrupted"
        self._manifest["games_done"] = tallies.games
        self._manifest["digest"] = tallies.digest
        write_json(self.path / MANIFEST, self._manifest)
        self.close()

    def close(self) -> None:
        """Give the folder free for others."""
        (self.path / LOCK).unlink(missing_ok=True)

    def abandon(self) -> None:
        """Take back what was made, where a run ended before its first game."""
        _clear(self.path)
        self.close()
        for folder in self._made:
            folder.rmdir()


def open_folder(path: str | Path, plan: Plan, keys: Keys, *, force: bool = False) -> RunFolder:
    """Make and lock an output folder; FolderError if it is in use or cannot be written, with nothing changed."""
    path = Path(path)
    _check_free(path, force=force)
    made = _make(path)
    try:
        with (path / LOCK).open("x") as lock:
            lock.write(str(os.getpid()))
    except FileExistsError:
        raise FolderError(f"output folder {path} is in use by another run") from None
    except OSError as error:
        for folder in made:
            folder.rmdir()
        raise FolderError(f"cannot write into output folder {path}: {error.strerror}") from None
    folder = RunFolder(path, plan, keys, made)
    try:
        if force:
            _clear(path)
        folder.begin()
    except (OSError, FolderError) as error:
        folder.abandon()
        raise FolderError(f"cannot write into output folder {path}: {error}") from None
    return folder


def _check_free(path: Path, *, force: bool) -> None:
    """FolderError if the folder holds anything; with `force` if it holds anything but a run."""
    try:
        if not path.exists() and not path.is_symlink():
            return
        if not path.is_dir():
            raise FolderError(f"output folder {path} is not a folder")
        held = {entry.name for entry in path.iterdir()}
    except OSError as error:
        raise FolderError(f"cannot use output folder {path}: {error.strerror}") from None
    if not held:
        return
    if LOCK in held:
        if not force:
            raise FolderError(f"output folder {path} is in use by another run (or one that was killed)")
        _break_lock(path)
        held.discard(LOCK)
    if not force:
        what = "a run" if MANIFEST in held else "other files"
        raise FolderError(
            f"output folder {path} holds {what}; name another one"
            + (", or --force to replace it" if MANIFEST in held else "")
        )
    if held and MANIFEST not in held:
        raise FolderError(f"output folder {path} holds other files and no run; name another one")


def _break_lock(path: Path) -> None:
    """Remove the lock of a run that lives no longer."""
    lock = path / LOCK
    try:
        owner = int(lock.read_text() or "0")
        if owner > 0:
            os.kill(owner, 0)
            raise FolderError(f"output folder {path} is in use by another run (process {owner})")
    except (ValueError, ProcessLookupError, FileNotFoundError):
        pass
    except PermissionError:
        raise FolderError(f"output folder {path} is in use by another run") from None
    lock.unlink(missing_ok=True)


def _make(path: Path) -> list[Path]:
    """Make the folder and its parents; those that were made come back, innermost first."""
    made: list[Path] = []
    missing = [path, *path.parents]
    try:
        for folder in reversed([p for p in missing if not p.exists()]):
            folder.mkdir()
            made.insert(0, folder)
    except OSError as error:
        for folder in made:
            folder.rmdir()
        raise FolderError(f"cannot make output folder {path}: {error.strerror}") from None
    return made


def _clear(path: Path) -> None:
    """Remove an earlier run, and nothing else."""
    for name in OURS:
        old = path / name
        if old.is_dir() and not old.is_symlink():
            shutil.rmtree(old)
        else:
            old.unlink(missing_ok=True)
