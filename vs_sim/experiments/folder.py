"""The run folder: manifest, Parquet shards of whole blocks, summary. Every file is written whole or not at all.

A shard counts once the manifest names it; the manifest holds the sums over exactly the games of its shards. So a run
that ends at any moment goes on from its manifest as if nothing had happened.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vs_sim.experiments import columns
from vs_sim.experiments.errors import FolderError
from vs_sim.experiments.found import (
    MANIFEST,
    MANIFEST_SCHEMA,
    TABLES,
    check_parts,
    check_same_run,
    check_sums,
    read_manifest,
)
from vs_sim.experiments.lock import LOCK, FolderLock
from vs_sim.experiments.provenance import provenance
from vs_sim.experiments.saved import to_plain
from vs_sim.experiments.tallies import Tallies

if TYPE_CHECKING:
    from vs_sim.experiments.plan import Plan
    from vs_sim.experiments.tallies import Keys

SUMMARY = "summary.json"
CARDS = "cards.parquet"
OURS = (MANIFEST, SUMMARY, CARDS, "games", "seats", "report")
PART_GAMES = 50_000  # games a shard at most, rounded down to whole blocks
PART_SECONDS = 60.0  # after which a shard is written though it is not full: what a kill can cost


def write_whole(path: Path, data: bytes) -> None:
    """Write a temporary file beside `path` and put it in place once it is on the disk."""
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise FolderError(f"cannot write {path}: {error.strerror or error}") from error


def copy_whole(source: Path, target: Path) -> None:
    """Copy a file, whole or not at all."""
    temporary = target.with_name(f".{target.name}.tmp")
    try:
        shutil.copyfile(source, temporary)
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(target)
        _sync_folder(target.parent)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise FolderError(f"cannot write {target}: {error.strerror or error}") from error


def _sync_folder(folder: Path) -> None:
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def write_json(path: Path, value: Any) -> None:
    """Write a JSON file, whole or not at all."""
    write_whole(path, (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode())


def parquet_bytes(frame: Any) -> bytes:
    """A frame as a Parquet file; made in memory, so that the system's own words come of a disk that is full."""
    buffer = io.BytesIO()
    frame.write_parquet(buffer, compression="zstd", statistics=True)
    return buffer.getvalue()


def manifest_text(manifest: dict[str, Any]) -> str:
    """The manifest as JSON for people: a line for each shard and for each sum."""
    lines: list[str] = []
    for key, value in manifest.items():
        if key == "parts" and value:
            inner = ",\n".join(f"    {json.dumps(part)}" for part in value)
            lines.append(f'  "parts": [\n{inner}\n  ]')
        elif key == "tallies":
            inner = ",\n".join(f"    {json.dumps(k)}: {json.dumps(v)}" for k, v in value.items())
            lines.append(f'  "tallies": {{\n{inner}\n  }}')
        else:
            text = json.dumps(value, indent=2, ensure_ascii=False).replace("\n", "\n  ")
            lines.append(f"  {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


class RunFolder:
    """The folder of a run that is being played; `open_folder` makes one."""

    def __init__(
        self, path: Path, plan: Plan, keys: Keys, lock: FolderLock, made: Sequence[Path] = ()
    ) -> None:
        self.path = path
        self.lock = lock
        self.tallies = Tallies.empty(keys)  # of what was found there
        self.seconds = 0.0  # for which that was played
        self._made = made  # folders that were not there before, innermost first
        self._plan = plan
        self._keys = keys
        self._part_blocks = max(1, PART_GAMES // plan.rotations)
        self._waiting: list[tuple[Any, Any]] = []
        self._waiting_since = 0.0
        self._block = plan.first_block  # first one that is not in a shard
        self._found = False
        self.failed = False  # whether a write has failed, so that no other must be tried
        self.games_kept = 0  # in shards that the manifest on the disk names
        self.manifest: dict[str, Any] = {
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
            "games_done": 0,
            "seconds": 0.0,
            "digest": self.tallies.digest,
            "parts": [],
            "tallies": to_plain(self.tallies),
        }

    def begin(self) -> None:
        """Write the manifest and the empty folders of shards."""
        for name in TABLES:
            (self.path / name).mkdir(exist_ok=True)
        self._write_manifest()

    def go_on(self) -> None:
        """Take up the run that is found there; FolderError if it is another one or damaged, with nothing changed."""
        old = read_manifest(self.path)
        check_same_run(self.path, old, self.manifest)
        self.tallies = check_sums(self.path, old, self.tallies)
        check_parts(self.path, old)
        for key in ("started", "blocks_done", "games_done", "seconds", "digest", "parts", "tallies"):
            self.manifest[key] = old[key]
        self.seconds = float(old["seconds"])
        self._block += int(old["blocks_done"])
        self._found = True
        self.games_kept = self.tallies.games
        _remove_unfinished(self.path, {part["name"] for part in old["parts"]})
        self._write_manifest()

    @property
    def bytes_written(self) -> int:
        """Size of all shards."""
        return sum(part["files"][table]["bytes"] for part in self.manifest["parts"] for table in TABLES)

    def room(self, block: int) -> int:
        """Blocks from `block` to the end of its shard: shards begin at the same blocks however a run is cut."""
        return self._part_blocks - block % self._part_blocks

    def add(self, games: Any, seats: Any) -> None:
        """Take the rows of the next whole blocks, of one shard (see `room`)."""
        if not self._waiting:
            self._waiting_since = time.monotonic()
        if len(games):
            self._waiting.append((games, seats))

    def write_due(self, tallies: Tallies, seconds: float) -> None:
        """Write a shard if it is full or late. `tallies`: over all rows so far; `seconds`: of playing."""
        blocks = sum(len(games) for games, _ in self._waiting) // self._plan.rotations
        full = blocks and (self._block + blocks) % self._part_blocks == 0
        if full or (blocks and time.monotonic() - self._waiting_since > PART_SECONDS):
            self._write_part(tallies, seconds)

    def _write_part(self, tallies: Tallies, seconds: float) -> None:
        if not self._waiting:
            return
        self.failed = True  # until all is written
        games = np.concatenate([rows for rows, _ in self._waiting])
        seats = np.concatenate([rows for _, rows in self._waiting])
        name = f"part-{len(self.manifest['parts']):05d}.parquet"
        blocks = len(games) // self._plan.rotations
        part: dict[str, Any] = {
            "name": name,
            "first_block": self._block,
            "blocks": blocks,
            "games": len(games),
        }
        part["files"] = {
            "seats": self._write_shard("seats", name, columns.seats_frame(self._keys, seats)),
            "games": self._write_shard("games", name, columns.games_frame(self._plan, self._keys, games)),
        }
        self._block += blocks
        self._waiting = []
        self.manifest["parts"].append(part)
        self._note(tallies, seconds)
        self._write_manifest()
        self.games_kept = tallies.games
        self.failed = False

    def _write_shard(self, table: str, name: str, frame: Any) -> dict[str, Any]:
        data = parquet_bytes(frame)
        write_whole(self.path / table / name, data)
        return {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}

    def take_part(self, source: Path, part: dict[str, Any]) -> None:
        """Copy a shard of another folder, the next one; it counts when `finish` writes the manifest."""
        name = f"part-{len(self.manifest['parts']):05d}.parquet"
        for table in TABLES:
            copy_whole(source / table / part["name"], self.path / table / name)
        self.manifest["parts"].append({**part, "name": name})
        self._block += int(part["blocks"])

    def _note(self, tallies: Tallies, seconds: float) -> None:
        self.manifest["blocks_done"] = self._block - self._plan.first_block
        self.manifest["games_done"] = tallies.games
        self.manifest["seconds"] = seconds
        self.manifest["digest"] = tallies.digest
        self.manifest["tallies"] = to_plain(tallies)

    def _write_manifest(self) -> None:
        write_whole(self.path / MANIFEST, manifest_text(self.manifest).encode())

    def finish(self, tallies: Tallies, seconds: float, state: str) -> None:
        """Write what is waiting, the tallies of cards and the final manifest; give the folder free."""
        self._write_part(tallies, seconds)
        cards = columns.cards_frame(self._keys, tallies)
        write_whole(self.path / CARDS, parquet_bytes(cards))
        self._note(tallies, seconds)
        self.manifest["state"] = state
        self._write_manifest()
        self.close()

    def close(self) -> None:
        """Give the folder free for others."""
        self.lock.release()

    def abandon(self) -> None:
        """Take back what was made, where a run ended before its first game; a run that was found stays."""
        if not self._found:
            _clear(self.path)
        self.close()
        for folder in self._made:
            folder.rmdir()


def open_folder(
    path: str | Path, plan: Plan, keys: Keys, *, force: bool = False, resume: bool = False
) -> RunFolder:
    """Make and lock an output folder, or (`resume`) go on with the run in it.

    FolderError, with nothing changed, if it is in use, cannot be written, or holds what is not to be touched.
    """
    path = Path(path)
    held = _held(path)
    found = resume and MANIFEST in held
    if not found:
        _check_free(path, held, force=force)
    made = _make(path)
    try:
        lock = FolderLock(path)
    except FolderError:
        for folder in made:
            folder.rmdir()
        raise
    folder = RunFolder(path, plan, keys, lock, made)
    if found:
        try:
            folder.go_on()
        except BaseException:
            folder.close()
            raise
        return folder
    try:
        _clear(path)
        folder.begin()
    except (OSError, FolderError) as error:
        folder.abandon()
        raise FolderError(f"cannot write into output folder {path}: {error}") from None
    return folder


def _held(path: Path) -> set[str]:
    """The names in a folder, but for what a run leaves that was killed before it had begun."""
    try:
        if not path.exists() and not path.is_symlink():
            return set()
        if not path.is_dir():
            raise FolderError(f"output folder {path} is not a folder")
        held = {entry.name for entry in path.iterdir()}
        if MANIFEST not in held:
            held -= {LOCK, f".{MANIFEST}.tmp"}
            held -= {name for name in TABLES if name in held and not any((path / name).iterdir())}
    except OSError as error:
        raise FolderError(f"cannot use output folder {path}: {error.strerror}") from None
    return held - {LOCK}


def _check_free(path: Path, held: set[str], *, force: bool) -> None:
    """FolderError if the folder holds anything; with `force` if it holds anything but a run."""
    if held and MANIFEST not in held:
        raise FolderError(f"output folder {path} holds other files and no run; name another one")
    if held and not force:
        raise FolderError(
            f"output folder {path} holds a run; name another one, --resume to go on with it, or --force to replace it"
        )


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
    """Remove an earlier run, and nothing else. The manifest goes first: without it there is no run."""
    for name in OURS:
        old = path / name
        if old.is_dir() and not old.is_symlink():
            shutil.rmtree(old)
        else:
            old.unlink(missing_ok=True)


def _remove_unfinished(path: Path, parts: set[str]) -> None:
    """Remove what a run that was killed had begun to write, and sums that will be out of date."""
    for file in [
        *path.glob(".*.tmp"),
        *(file for table in TABLES for file in (path / table).glob("*part-*")),
    ]:
        if file.name not in parts:
            file.unlink()
    for name in (CARDS, SUMMARY):
        (path / name).unlink(missing_ok=True)
