"""A run that is found in a folder: whether it is the one that is to go on, and whether it is undamaged."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vs_sim.experiments.errors import FolderError
from vs_sim.experiments.saved import from_plain

if TYPE_CHECKING:
    from vs_sim.experiments.tallies import Tallies

MANIFEST = "manifest.json"
MANIFEST_SCHEMA = "vs-sim/manifest/1"
TABLES = ("games", "seats")  # folders of shards
EXTENT = ("games", "games_asked", "blocks")  # of a plan: how much is played, not what
FOLLOWS = ("deck.source", "games_per_block")  # from the rest
READ_AT_ONCE = 1 << 20  # bytes


def read_manifest(path: Path) -> dict[str, Any]:
    """The manifest of a run folder; FolderError if it is none or damaged."""
    file = path / MANIFEST
    try:
        manifest = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise FolderError(f"{path} holds no run (no {MANIFEST})") from None
    except (ValueError, OSError) as error:
        raise FolderError(f"{file} is damaged: {error}") from None
    if not isinstance(manifest, dict) or manifest.get("schema") != MANIFEST_SCHEMA:
        raise FolderError(f"{file} is no manifest of schema {MANIFEST_SCHEMA}")
    wanted = ("version", "engine", "plan", "parts", "tallies", "blocks_done", "games_done", "digest")
    missing = [key for key in wanted if key not in manifest]
    if missing:
        raise FolderError(f'{file} is damaged: it has no "{missing[0]}"')
    return manifest


def _flat(record: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in record.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def differences(old: dict[str, Any], new: dict[str, Any], *ignored: str) -> list[str]:
    """What differs between two manifests' versions, engines and plans, but for the extent; the weightiest first."""
    found: list[str] = []
    if old["version"] != new["version"]:
        found.append(f"version {old['version']}, not {new['version']}")
    olds, news = dict(_flat(old["plan"])), dict(_flat(new["plan"]))
    skipped = {*EXTENT, *FOLLOWS, *ignored}
    keys = [*news, *(key for key in olds if key not in news)]
    keys.sort(key=lambda key: key == "deck.hash")  # a changed rule changes it too: tell the rule
    found += [
        f"{key} {_said(olds.get(key))}, not {_said(news.get(key))}"
        for key in keys
        if key not in skipped and olds.get(key) != news.get(key)
    ]
    if not found and old["engine"] != new["engine"]:
        found.append(f"engine {old['engine']}, not {new['engine']} (its sources have changed)")
    return found


def _said(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."


def check_same_run(path: Path, old: dict[str, Any], new: dict[str, Any]) -> None:
    """FolderError unless the found run plays the games of the plan: deck, rules, policies, seed, version and all."""
    found = differences(old, new)
    if found:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise FolderError(f"output folder {path} holds another run: {found[0]}{more}; name another folder")
    if old["blocks_done"] > new["plan"]["blocks"]:
        raise FolderError(
            f"output folder {path} holds {old['games_done']:,} games already, {new['plan']['games']:,} are asked for"
        )
    if old["plan"]["shard"] != [1, 1] and old["plan"]["blocks"] != new["plan"]["blocks"]:
        raise FolderError(
            f"output folder {path} holds a shard of {old['plan']['games_asked']:,} games, "
            f"{new['plan']['games_asked']:,} are asked for; name another folder"
        )


def check_sums(path: Path, manifest: dict[str, Any], empty: Tallies) -> Tallies:
    """The sums that are kept in a manifest; FolderError if they are not those of its parts."""
    where = path / MANIFEST
    try:
        tallies: Tallies = from_plain(empty, manifest["tallies"])
        parts = [
            (int(part["first_block"]), int(part["blocks"]), int(part["games"])) for part in manifest["parts"]
        ]
        each = int(manifest["plan"]["games_per_block"])
        block = int(manifest["plan"]["first_block"])
    except (ValueError, TypeError, KeyError) as error:
        raise FolderError(f"{where} is damaged: {error}") from None
    for first, blocks, games in parts:
        if first != block or games != blocks * each:
            raise FolderError(f"{where} is damaged: a gap before block {first:,}")
        block += blocks
    games = sum(games for _, _, games in parts)
    if not games == tallies.games == manifest["games_done"] or tallies.digest != manifest["digest"]:
        raise FolderError(f"{where} is damaged: its sums are not those of its {games:,} games")
    return tallies


def check_parts(path: Path, manifest: dict[str, Any]) -> None:
    """FolderError if a shard is missing or damaged, or a file lies among them that is none of ours."""
    for table in TABLES:
        known: set[str] = set()
        for part in manifest["parts"]:
            known.add(part["name"])
            _check_part(path / table / part["name"], part["files"][table])
        for file in (path / table).glob("*"):
            ours = file.name.startswith(("part-", ".part-"))
            if file.name not in known and not ours:
                raise FolderError(f"{file} is no shard of this run; take it away first")


def _check_part(file: Path, said: dict[str, Any]) -> None:
    try:
        size = file.stat().st_size
        if size != said["bytes"]:
            raise FolderError(
                f"shard {file} is damaged: it has {size:,} bytes, {said['bytes']:,} were written"
            )
        if file_digest(file) != said["sha256"]:
            raise FolderError(f"shard {file} is damaged: its content is not what was written")
    except FileNotFoundError:
        raise FolderError(f"shard {file} is missing") from None
    except OSError as error:
        raise FolderError(f"shard {file} cannot be read: {error.strerror}") from None


def file_digest(file: Path) -> str:
    """SHA-256 of a file, hex digits."""
    digest = hashlib.sha256()
    with file.open("rb") as stream:
        while data := stream.read(READ_AT_ONCE):
            digest.update(data)
    return digest.hexdigest()
