"""Results that stand in a folder: what they are, their summary, and the frames of a run."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vs_sim.experiments.columns import GAMES_SCHEMA, SEATS_SCHEMA
from vs_sim.experiments.errors import FolderError
from vs_sim.experiments.folder import CARDS, MANIFEST, SUMMARY

if TYPE_CHECKING:
    import polars as pl

KINDS = ("run", "compare", "sweep", "knockout", "tournament")
RUN_ONLY = ("--games", "--out", "--workers", "--confidence", "--until-halfwidth", "--max-time", "--shard")


@dataclass(frozen=True)
class Stored:
    """A result: `kind` is one of KINDS; `manifest` is empty where the folder has none."""

    path: Path
    kind: str
    summary: dict[str, Any]
    manifest: dict[str, Any]


def read_result(path: str | Path) -> Stored:
    """The result in a folder; FolderError with the file that is missing or unreadable."""
    path = Path(path)
    if not path.is_dir():
        raise FolderError(f"{path}: expected the folder of a run or another result")
    summary = _json(path / SUMMARY)
    kind = _kind(path, summary)
    manifest = _json(path / MANIFEST) if (path / MANIFEST).exists() or kind == "run" else {}
    return Stored(path, kind, summary, manifest)


def _json(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise FolderError(f"{path}: no such file; expected a folder that --out has written") from None
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise FolderError(f"{path}: no JSON ({error})") from None
    if not isinstance(value, dict):
        raise FolderError(f"{path}: expected a JSON object")
    return value


def _kind(path: Path, summary: dict[str, Any]) -> str:
    schema = str(summary.get("schema", ""))
    kind = schema.removeprefix("vs-sim/").partition("/")[0]
    if kind not in KINDS or schema != f"vs-sim/{kind}/1":
        known = ", ".join(f"vs-sim/{one}/1" for one in KINDS)
        raise FolderError(f'{path / SUMMARY}: schema: expected one of {known}, got "{schema}"')
    return kind


def games_of(run: Stored) -> pl.LazyFrame:
    """The documented `games` table of a run."""
    return _table(run, "games", GAMES_SCHEMA)


def seats_of(run: Stored) -> pl.LazyFrame:
    """The documented `seats` table of a run."""
    return _table(run, "seats", SEATS_SCHEMA)


def cards_of(run: Stored) -> pl.DataFrame:
    """The documented `cards` table of a run."""
    import polars as pl

    try:
        return pl.read_parquet(run.path / CARDS)
    except (FileNotFoundError, pl.exceptions.PolarsError) as error:
        raise FolderError(f"{run.path / CARDS}: cannot be read ({_first_line(error)})") from None


def _table(run: Stored, name: str, schema: str) -> pl.LazyFrame:
    import polars as pl

    written = run.manifest.get("columns", {}).get(name)
    if written != schema:
        raise FolderError(f'{run.path / MANIFEST}: columns.{name}: expected {schema}, got "{written}"')
    parts = sorted((run.path / name).glob("part-*.parquet"))
    if not parts:
        raise FolderError(f"{run.path / name}: no part-*.parquet: this run holds no games")
    try:
        frame = pl.scan_parquet(parts)
        frame.collect_schema()
    except pl.exceptions.PolarsError as error:
        raise FolderError(f"{run.path / name}: cannot be read ({_first_line(error)})") from None
    return frame


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


def replay_line(run: Stored, game: int) -> str:
    """The command that tells a game of the run, made of the command of the run itself."""
    words = shlex.split(str(run.manifest.get("command", "vs-sim run")))
    kept: list[str] = []
    skip = False
    for one in words[2:]:
        if skip:
            skip = False
        elif one in RUN_ONLY:
            skip = True
        else:
            kept.append(one)
    return shlex.join([words[0], "replay", *kept, "--game", str(game)])
