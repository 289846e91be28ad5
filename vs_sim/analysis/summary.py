"""The summary of a run: its tallies as polars frames (analysis/frames.py) and as the JSON object of the command line."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vs_sim.analysis import tables

if TYPE_CHECKING:
    import polars as pl

    from vs_sim.experiments.execute import RunResult
    from vs_sim.experiments.tallies import Names, Tallies

SCHEMA = "vs-sim/run/1"


@dataclass(frozen=True)
class Summary:
    """The frames of a run by the names of `analysis.frames.TABLES`, and what is no table."""

    frames: dict[str, pl.DataFrame]
    turns: dict[str, float | int | None]  # mean, p05, p50, p95 over all games, unfinished ones too
    games: int
    finished: int
    confidence: float
    until_halfwidth: float | None = None  # intervals hold at every look

    @property
    def characters(self) -> pl.DataFrame:
        """One row a character."""
        return self.frames["characters"]

    @property
    def seats(self) -> pl.DataFrame:
        """One row a seat."""
        return self.frames["seats"]

    @property
    def policies(self) -> pl.DataFrame:
        """One row a policy."""
        return self.frames["policies"]

    @property
    def cards(self) -> pl.DataFrame:
        """One row a card."""
        return self.frames["cards"]

    @property
    def unfinished(self) -> pl.DataFrame:
        """One row a reason that occurred."""
        return self.frames["unfinished"]


def summarise(
    result: RunResult, *, confidence: float = 0.95, until_halfwidth: float | None = None
) -> Summary:
    """Rates, intervals and lengths of a run. Rates are null where no game was finished.

    After a run that was to end by its own precision (`until_halfwidth`) the intervals of characters, seats, policies and
    genders are those that hold at every look.
    """
    from vs_sim.experiments.sample import sample_of_folder

    sample = result.sample
    if sample is None and result.folder is not None:
        sample = sample_of_folder(result.folder, result.keys)
    return summary_of(result.tallies, result.keys, result.plan.players, confidence, sample, until_halfwidth)


def summary_of(
    tallies: Tallies,
    keys: Names,
    players: int,
    confidence: float = 0.95,
    sample: Any = None,
    until_halfwidth: float | None = None,
) -> Summary:
    """The same from tallies; `sample` are the games for the list of strengths (analysis.strengths), None: no list."""
    from vs_sim.analysis.strengths import strengths

    frames = {
        name: tables.item_frame(
            name,
            tally,
            players,
            confidence=confidence,
            played_only=name != "seats",
            halfwidth=until_halfwidth,
        )
        for name, tally in (
            ("characters", tallies.characters),
            ("seats", tallies.seats),
            ("policies", tallies.policies),
            ("genders", tallies.genders),
        )
    }
    frames["player_counts"] = tables.player_counts(tallies, players, confidence)
    frames["plots_in_play"] = tables.plots_in_play(tallies, keys, players, confidence)
    frames["plot_players"] = tables.plot_players(tallies, keys, confidence)
    frames["cards"] = tables.cards(tallies, keys, confidence)
    frames["matchups"] = tables.matchups(tallies, keys, players, confidence)
    frames["strengths"] = strengths(sample, keys, confidence)
    frames["feel"] = tables.feel(tallies, confidence)
    frames["unfinished"] = tables.unfinished(tallies)
    turns = tables.lengths(tallies.turns)
    return Summary(frames, turns, tallies.games, tallies.finished, confidence, until_halfwidth)


def to_json(result: RunResult, summary: Summary) -> dict[str, Any]:
    """The object that `run` prints and `summary.json` holds (schema vs-sim/run/1)."""
    from vs_sim.experiments.provenance import plan_record

    record = plan_record(result.plan)
    played = result.seconds
    told = {
        "schema": SCHEMA,
        "version": _version(),
        "deck": {"name": record["deck"]["name"], "hash": record["deck"]["hash"]},
        "rules": record["rules"],
        "seed": record["seed"],
        "players": record["players"],
        "policy": record["policy"],
        "characters_mode": record["characters"],
        "rotate": record["rotate"],
        "shard": record["shard"],
        "games_planned": record["games"],
        "games": summary.games,
        "finished": summary.finished,
        "unfinished": summary.games - summary.finished,
        "unfinished_by_reason": dict(summary.unfinished.select("reason", "games").rows()),
        "digest": result.digest,
        "confidence": summary.confidence,
        "until_halfwidth": summary.until_halfwidth,
        "stopped": result.stopped or None,
        "turns": summary.turns,
        "decisions": result.tallies.decisions,
        "seconds": played,
        "games_per_second": summary.games / played if played > 0 else 0.0,
        "compile_seconds": result.compile_seconds,
        "workers": result.workers,
        "interrupted": result.interrupted,
        "resumed_games": result.resumed_games,
        "bytes_per_game": result.bytes_written / summary.games if result.bytes_written else None,
        "notes": list(result.notes),
    }
    for name, frame in summary.frames.items():
        if name != "unfinished":
            told[name] = frame.to_dicts()
    return told


def number(value: float) -> float | None:
    """A number as JSON can hold it."""
    return value if math.isfinite(value) else None


def _version() -> str:
    from vs_sim import __version__

    return __version__
