"""The folder of a study (comparison, knock-out, sweep, tournament, tuning): manifest, kept blocks, frames, summary."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from vs_sim import __version__
from vs_sim.experiments.errors import FolderError
from vs_sim.experiments.folder import MANIFEST, SUMMARY, write_json

BLOCKS = "blocks"
OURS = (
    MANIFEST, SUMMARY, BLOCKS, "report", "trials.log", "tuned.toml", "generations.jsonl", "search.csv", "policy.toml"
)  # fmt: skip
RESUMED = ("knockout", "sweep", "tune", "tune-policy")  # kinds that can be gone on with


class Study:
    """An output folder of a study. What was played stands in it as it goes, so that nothing is played twice."""

    def __init__(self, path: Path, kind: str, settings: dict[str, Any]) -> None:
        self.path = path
        self.kind = kind
        self._manifest: dict[str, Any] = {
            "schema": f"vs-sim/{kind}-manifest/1",
            "kind": kind,
            "state": "running",
            "version": __version__,
            "settings": settings,
        }

    @property
    def blocks(self) -> Path:
        """Where the sums of blocks lie."""
        return self.path / BLOCKS

    def begin(self) -> None:
        """Write the manifest."""
        write_json(self.path / MANIFEST, self._manifest)

    def finish(self, summary: dict[str, Any], *, complete: bool) -> None:
        """Write the summary and the final manifest."""
        write_json(self.path / SUMMARY, summary)
        self._manifest["state"] = "complete" if complete else "interrupted"
        write_json(self.path / MANIFEST, self._manifest)


def open_study(
    path: str | Path, kind: str, settings: dict[str, Any], *, force: bool = False, resume: bool = False
) -> Study:
    """Make the folder, or go on with the one that is there (`resume`), or replace it (`force`).

    FolderError where the folder holds something else, or a study with other settings; nothing is changed then.
    """
    path = Path(path)
    held = _held(path)
    if held:
        _check_ours(path, kind, settings, resume=resume, force=force)
    try:
        if held and force:
            _clear(path)
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FolderError(f"cannot make output folder {path}: {error.strerror or error}") from None
    study = Study(path, kind, settings)
    study.begin()
    return study


def check_free(path: str | Path, kind: str, *, force: bool) -> None:
    """FolderError where `keep_result` could not write: the folder holds other files, or (without `force`) a result."""
    if _held(Path(path)):
        _check_ours(Path(path), kind, {}, resume=False, force=force)


def keep_result(path: str | Path, kind: str, settings: dict[str, Any], summary: dict[str, Any]) -> None:
    """Write the folder of a result that is played in one go, in place of an earlier one; `check_free` comes before."""
    open_study(path, kind, settings, force=True).finish(summary, complete=not summary["interrupted"])


def _held(path: Path) -> set[str]:
    try:
        if not path.exists():
            return set()
        if not path.is_dir():
            raise FolderError(f"output folder {path} is not a folder")
        return {entry.name for entry in path.iterdir()}
    except OSError as error:
        raise FolderError(f"cannot use output folder {path}: {error.strerror}") from None


def _check_ours(path: Path, kind: str, settings: dict[str, Any], *, resume: bool, force: bool) -> None:
    manifest = _read_manifest(path)
    if manifest.get("kind") != kind:
        raise FolderError(f"output folder {path} holds other files and no {kind}; name another one")
    if force:
        return
    if not resume:
        goes_on = ", --resume to go on with it," if kind in RESUMED else ""
        raise FolderError(
            f"output folder {path} holds a {kind}; name another one{goes_on} or --force to replace it"
        )
    before = manifest.get("settings", {})
    other = [key for key in settings if before.get(key) != json.loads(json.dumps(settings[key]))]
    if other:
        raise FolderError(
            f"output folder {path} holds a {kind} that differs in its {other[0]}; --force replaces it"
        )


def _read_manifest(path: Path) -> dict[str, Any]:
    try:
        manifest = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return manifest if isinstance(manifest, dict) else {}


def _clear(path: Path) -> None:
    """Remove an earlier study, and nothing else."""
    for name in (*OURS, *(file.name for file in path.glob("*.parquet"))):
        old = path / name
        if old.is_dir() and not old.is_symlink():
            shutil.rmtree(old)
        else:
            old.unlink(missing_ok=True)
