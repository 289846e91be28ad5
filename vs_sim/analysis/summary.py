"""The summary of a run: its tallies as polars frames and as the JSON object of the command line."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vs_sim.analysis.intervals import BlockSums, rate_interval
from vs_sim.analysis.sequential import sequence_interval
from vs_sim.vocabulary import Result, word

if TYPE_CHECKING:
    import polars as pl

    from vs_sim.experiments.execute import RunResult
    from vs_sim.experiments.tallies import ItemTally

SCHEMA = "vs-sim/run/1"
UNFINISHED = (Result.CAPPED, Result.STALLED, Result.RUNAWAY)


@dataclass(frozen=True)
class Summary:
    """Frames of items: name, games (finished appearances), wins, rate, low, high, lift, unfinished (appearances)."""

    characters: pl.DataFrame
    seats: pl.DataFrame
    policies: pl.DataFrame
    cards: pl.DataFrame
    unfinished: pl.DataFrame  # reason, games, share
    turns: dict[str, float | int | None]  # mean, p05, p50, p95 over all games, unfinished ones too
    games: int
    finished: int
    confidence: float
    until_halfwidth: float | None = None  # intervals hold at every look


def summarise(
    result: RunResult, *, confidence: float = 0.95, until_halfwidth: float | None = None
) -> Summary:
    """Rates, intervals and lengths of a run. Rates are null where no game was finished.

    After a run that was to end by its own precision (`until_halfwidth`) the intervals are those that hold at every look.
    """
    from vs_sim.experiments.columns import cards_frame

    tallies = result.tallies
    players = result.plan.players

    def items(tally: ItemTally, *, played_only: bool = False) -> pl.DataFrame:
        return item_frame(
            tally, players, confidence=confidence, played_only=played_only, halfwidth=until_halfwidth
        )

    return Summary(
        characters=items(tallies.characters, played_only=True),
        seats=items(tallies.seats),
        policies=items(tallies.policies),
        cards=cards_frame(result.plan, result.keys, tallies),
        unfinished=_unfinished_frame(tallies.results, tallies.games),
        turns=lengths(tallies.turns),
        games=tallies.games,
        finished=tallies.finished,
        confidence=confidence,
        until_halfwidth=until_halfwidth,
    )


def item_frame(
    tally: ItemTally,
    players: int,
    *,
    confidence: float = 0.95,
    played_only: bool = False,
    halfwidth: float | None = None,
) -> pl.DataFrame:
    """One row an item, in the tally's order; `played_only` leaves out items that never sat at a table.

    With `halfwidth` (of a run that looks at its precision) low and high hold at every look.
    """
    import polars as pl

    rows = [
        _item_row(tally, i, players, confidence, halfwidth)
        for i in range(len(tally.names))
        if tally.appearances[i] or not played_only
    ]
    schema = {
        "name": pl.String,
        "games": pl.Int64,
        "wins": pl.Int64,
        "rate": pl.Float64,
        "low": pl.Float64,
        "high": pl.Float64,
        "lift": pl.Float64,
        "unfinished": pl.Int64,
    }
    return pl.DataFrame(rows, schema=schema, orient="row")


def _item_row(
    tally: ItemTally, i: int, players: int, confidence: float, halfwidth: float | None
) -> tuple[Any, ...]:
    wins, finished = int(tally.wins[i]), int(tally.finished[i])
    unfinished = int(tally.appearances[i]) - finished
    blocks, ww, wf, ff = (int(sums[i]) for sums in (tally.blocks, tally.ww, tally.wf, tally.ff))
    sums = BlockSums(wins, finished, blocks, ww, wf, ff)
    if halfwidth is None:
        interval = rate_interval(sums, confidence=confidence)
    else:
        interval = sequence_interval(sums, halfwidth=halfwidth, players=players, confidence=confidence)
        if interval is None and finished:
            interval = (0.0, 1.0)  # too few blocks to say more at every look
    if interval is None:
        return tally.names[i], finished, wins, None, None, None, None, unfinished
    rate = wins / finished
    return tally.names[i], finished, wins, rate, *interval, rate * players, unfinished


def lengths(histogram: Any) -> dict[str, float | int | None]:
    """Mean and percentiles of a histogram (games by number of turns); percentiles are the smallest that suffices."""
    import numpy as np

    games = int(histogram.sum())
    if games == 0:
        return {"mean": None, "p05": None, "p50": None, "p95": None}
    below = np.cumsum(histogram)
    mean = int((histogram * np.arange(len(histogram))).sum()) / games
    shares = {"p05": 0.05, "p50": 0.5, "p95": 0.95}
    return {"mean": mean, **{k: int(np.searchsorted(below, math.ceil(q * games))) for k, q in shares.items()}}


def _unfinished_frame(results: Any, games: int) -> pl.DataFrame:
    """Unfinished games by reason (W4, W5), reasons that occurred."""
    import polars as pl

    rows = [(word(reason), int(results[reason])) for reason in UNFINISHED if results[reason]]
    return pl.DataFrame(
        [(reason, n, n / games) for reason, n in rows],
        schema={"reason": pl.String, "games": pl.Int64, "share": pl.Float64},
        orient="row",
    )


def to_json(result: RunResult, summary: Summary) -> dict[str, Any]:
    """The object that `run` prints and `summary.json` holds (schema vs-sim/run/1)."""
    from vs_sim.experiments.provenance import plan_record

    record = plan_record(result.plan)
    played = result.seconds
    return {
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
        "characters": summary.characters.to_dicts(),
        "seats": summary.seats.to_dicts(),
        "policies": summary.policies.to_dicts(),
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


def _version() -> str:
    from vs_sim import __version__

    return __version__
