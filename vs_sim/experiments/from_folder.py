"""The sums of a run made anew from its folder: shard by shard, read lazily, in a few columns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vs_sim.engine.sums import Columns
from vs_sim.experiments import columns as documented
from vs_sim.experiments.columns import STAT_COLUMNS
from vs_sim.experiments.errors import FolderError
from vs_sim.experiments.folder import CARDS, MANIFEST
from vs_sim.experiments.tallies import FolderKeys, Tallies, tally_columns
from vs_sim.vocabulary import Gender, Kind, Result, Stat, word

if TYPE_CHECKING:
    import polars as pl

AT_A_TIME = 2  # shards in memory
GAMES = (
    "game",
    "block",
    "turns",
    "rounds",
    "lead_changes",
    "margin",
    "decisions",
    "hash",
)


@dataclass(frozen=True)
class FolderSums:
    """What a folder holds: its manifest, names and sums."""

    manifest: dict[str, Any]
    keys: FolderKeys
    tallies: Tallies
    players: int


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a run folder; FolderError if there is none or it is of another version."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise FolderError(f"{folder} holds no run: {MANIFEST}: {error}") from None
    wanted = {
        "games": documented.GAMES_SCHEMA,
        "seats": documented.SEATS_SCHEMA,
        "cards": documented.CARDS_SCHEMA,
    }
    found = manifest.get("columns")
    if found != wanted:
        raise FolderError(
            f"{folder} was written by another version: its columns are {found}, expected {wanted}"
        )
    return manifest


def tally_folder(folder: str | Path, *, workers: int = 2) -> FolderSums:
    """The sums over all games of a run folder. Cards come from `cards.parquet`: no row holds them."""
    folder = Path(folder)
    manifest = read_manifest(folder)
    parts = [str(part["name"]) for part in manifest["parts"]]
    if not parts:
        raise FolderError(f"{folder} holds no games yet")
    players = int(manifest["plan"]["players"])
    keys = _keys(folder, parts[0], manifest, players)
    total = Tallies.empty(keys)
    with ThreadPoolExecutor(max_workers=workers) as pool:
        for tallies in _in_turn(pool, folder, parts, keys, players):
            total.merge(tallies)
    total.cards += _cards(folder, keys)
    return FolderSums(manifest, keys, total, players)


def _in_turn(
    pool: ThreadPoolExecutor, folder: Path, parts: list[str], keys: FolderKeys, players: int
) -> Iterator[Tallies]:
    """The sums of each shard in order; only a few are at work at a time."""
    waiting = [pool.submit(_tally_part, folder, name, keys, players) for name in parts[:AT_A_TIME]]
    for k in range(len(parts)):
        yield waiting.pop(0).result()
        if k + AT_A_TIME < len(parts):
            waiting.append(pool.submit(_tally_part, folder, parts[k + AT_A_TIME], keys, players))


def _keys(folder: Path, part: str, manifest: dict[str, Any], players: int) -> FolderKeys:
    import polars as pl

    schema = pl.read_parquet_schema(folder / "seats" / part)
    cards = pl.read_parquet(folder / CARDS, columns=["card", "kind", "copies"])
    kinds = {word(kind): int(kind) for kind in Kind}
    return FolderKeys(
        characters=tuple(_categories(schema["character"])),
        policies=tuple(_categories(schema["policy"])),
        seats=tuple(str(seat) for seat in range(players)),
        plots=tuple(manifest["plots"]),
        types=tuple(cards["card"].to_list()),
        kinds=tuple(kinds[kind] for kind in cards["kind"].to_list()),
        copies=tuple(cards["copies"].to_list()),
    )


def _categories(kind: Any) -> list[str]:
    return kind.categories.to_list()


def _cards(folder: Path, keys: FolderKeys) -> Any:
    """The sums of cards as Tallies holds them."""
    import polars as pl

    names = [column.name for column in documented.CARD_COLUMNS[6:-1]]
    cards = pl.read_parquet(folder / CARDS)
    rounds = np.array(cards["rounds"].to_list(), dtype=np.int64).reshape(len(keys.types), -1)
    return np.concatenate([cards.select(names).to_numpy().astype(np.int64), rounds], axis=1)


def _tally_part(folder: Path, part: str, keys: FolderKeys, players: int) -> Tallies:
    import polars as pl

    laid = [f"plot_turns[{plot}]" for plot in keys.plots]
    played = [f"plot_plays[{plot}]" for plot in keys.plots]
    seat_numbers = ("winner", "half_leader")
    results = {word(result): int(result) for result in Result}
    games = (
        pl.scan_parquet(folder / "games" / part)
        .select(
            *GAMES,
            *laid,
            *played,
            "turn_of",
            *(pl.col(name).fill_null(-1) for name in seat_numbers),
            pl.col("result").replace_strict(results, return_dtype=pl.Int8),
        )
        .collect()
    )
    stats = [STAT_COLUMNS[stat].name for stat in Stat]
    genders = {word(gender): int(gender) for gender in Gender}
    seats = (
        pl.scan_parquet(folder / "seats" / part)
        .select(
            *stats,
            pl.col("character").to_physical().cast(pl.Int16),
            pl.col("policy").to_physical().cast(pl.Int16),
            pl.col("gender").replace_strict(genders, return_dtype=pl.Int8),
        )
        .collect()
    )
    columns = Columns(
        **{name: games[name].to_numpy() for name in Columns._fields[:6]},
        plot_turns=np.ascontiguousarray(games.select(laid).to_numpy())
        .astype(np.int16)
        .reshape(len(games), len(laid)),
        character=seats["character"].to_numpy(),
        policy=seats["policy"].to_numpy(),
        gender=seats["gender"].to_numpy(),
        stat=np.ascontiguousarray(seats.select(stats).to_numpy()),
    )
    return tally_columns(keys, columns, _others(games, played), players)


def _others(games: pl.DataFrame, played: list[str]) -> dict[str, Any]:
    names = ("game", "hash", "rounds", "lead_changes", "margin", "decisions")
    plays = games.select(played).to_numpy().reshape(len(games), len(played))
    return {**{name: games[name].to_numpy() for name in names}, "plot_plays": plays}
