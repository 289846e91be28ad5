"""The first games of a run, kept in a few columns: for models that need games one by one."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from vs_sim.experiments.tallies import Keys, Names

SAMPLE_GAMES = 100_000


@dataclass
class Sample:
    """Whole blocks from the first one on, up to about `limit` games; rows in order of play."""

    limit: int = SAMPLE_GAMES
    parts: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    games: int = 0

    def add(self, keys: Keys, games: Any, seats: Any) -> None:
        """Take rows of whole blocks (dtypes GAME_ROW and SEAT_ROW), in order of play."""
        if self.games >= self.limit or not len(games):
            return
        n = len(games)
        self.take(
            block=np.array(games["block"]),
            winner=np.array(games["winner"]),
            character=keys.character_of[seats["character"]].reshape(n, -1),
            policy=keys.policy_of[seats["policy"]].reshape(n, -1),
        )

    def take(self, **columns: Any) -> None:
        """Take columns `block`, `winner` (games,), `character`, `policy` (games, players)."""
        self.parts.append(columns)
        self.games += len(columns["block"])

    def column(self, name: str) -> Any:
        """A column over all games."""
        return np.concatenate([part[name] for part in self.parts])


def sample_of_folder(folder: Path, keys: Names, limit: int = SAMPLE_GAMES) -> Sample:
    """The first games of a run folder, read lazily."""
    import polars as pl

    sample = Sample(limit)
    parts = sorted((folder / "games").glob("part-*.parquet"))
    for part in parts:
        if sample.games >= limit:
            break
        games = pl.scan_parquet(part).select("block", pl.col("winner").fill_null(-1)).collect()
        words = [pl.col("character").cast(pl.String), pl.col("policy").cast(pl.String)]
        seats = pl.scan_parquet(folder / "seats" / part.name).select(words).collect()
        n = games.height
        columns = {
            name: seats[name].replace_strict(list(names), list(range(len(names))), return_dtype=pl.Int16)
            for name, names in (("character", keys.characters), ("policy", keys.policies))
        }
        sample.take(
            block=games["block"].to_numpy(),
            winner=games["winner"].to_numpy(),
            **{name: column.to_numpy().reshape(n, -1) for name, column in columns.items()},
        )
    return sample
