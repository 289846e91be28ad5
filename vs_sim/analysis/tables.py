"""Tallies as the tables of a run (analysis/frames.py)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from vs_sim.analysis.frames import frame
from vs_sim.analysis.intervals import BlockSums, rate_intervals
from vs_sim.analysis.paired import PairSums, ratio_difference
from vs_sim.analysis.sequential import sequence_interval
from vs_sim.experiments.card_sums import (
    PAIRS,
    Case,
    case_sums,
    first_rounds,
    games_played,
    pair_products,
    plays,
)
from vs_sim.experiments.tallies import FEEL, PLOT_SHARES, ItemTally
from vs_sim.vocabulary import Kind, Result, word

if TYPE_CHECKING:
    import polars as pl

    from vs_sim.experiments.tallies import Names, Tallies

UNFINISHED = (Result.CAPPED, Result.STALLED, Result.RUNAWAY)
QUANTILES = {"p05": 0.05, "p50": 0.5, "p95": 0.95}
UNITS = {
    "runaway": "share of finished games with a leader at half of the points",
    "comeback": "share of finished games with a leader at half of the points",
    "other turn": "share of finished games",
    "idle": "share of turns",
    "skipped": "share of turns",
    "unfinished": "share of games",
}
CARD_CASES = {"opening": Case.OPENING, "drawn": Case.DRAWN, "absent": Case.ABSENT, "copies": Case.PLAYED}


def item_frame(
    table: str,
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
    items = np.flatnonzero(tally.appearances > 0) if played_only else np.arange(len(tally.names))
    names = {"name": [tally.names[i] for i in items]}
    columns = {**names, **rates(tally, items, players, confidence)}
    if halfwidth is not None:
        columns |= _at_every_look(tally, items, halfwidth, players, confidence)
    return frame(table, columns)


def _at_every_look(
    tally: ItemTally, items: Any, halfwidth: float, players: int, confidence: float
) -> dict[str, list[float | None]]:
    """The columns low and high of a confidence sequence; 0 to 1 where too few blocks were seen to say more."""
    ends: list[tuple[float | None, float | None]] = []
    for i in items:
        sums = BlockSums.of_tally(tally, i).plain
        found = sequence_interval(sums, halfwidth=halfwidth, players=players, confidence=confidence)
        ends.append(found or ((0.0, 1.0) if sums.finished else (None, None)))
    return {"low": [low for low, _ in ends], "high": [high for _, high in ends]}


def rates(tally: ItemTally, items: Any, players: int, confidence: float) -> dict[str, Any]:
    """The columns RATES of some items."""
    sums = BlockSums.of_tally(tally, items)
    appearances = tally.appearances[items]
    rate, low, high = rate_intervals(sums, confidence=confidence)
    left = appearances - sums.finished
    share = np.where(appearances > 0, left / np.maximum(1, appearances), np.nan)
    return {
        "games": sums.finished,
        "wins": sums.wins,
        "rate": rate,
        "low": low,
        "high": high,
        "expected": np.full(len(rate), 1 / players),
        "lift": rate * players,
        "unfinished": left,
        "unfinished_share": share,
    }


def player_counts(tallies: Tallies, players: int, confidence: float) -> pl.DataFrame:
    """The one number of players of a run: all appearances. Each finished game has one winner among them."""
    one = ItemTally.empty((str(players),))
    one.appearances += tallies.games * players
    one.finished += tallies.finished * players
    one.wins += tallies.finished
    one.blocks += blocks_of(tallies)
    squares = int(tallies.seats.ff[0])  # each seat is in every game: in a block it has as many as there are
    one.ww += squares
    one.wf += squares * players
    one.ff += squares * players * players
    return item_frame("player_counts", one, players, confidence=confidence)


def blocks_of(tallies: Tallies) -> int:
    """Blocks with a finished game."""
    return int(tallies.seats.blocks[0])


def plots_in_play(tallies: Tallies, keys: Names, players: int, confidence: float) -> pl.DataFrame:
    """Each character by the share of turns that each plot lay on the table; combinations that occurred."""
    items = np.flatnonzero(tallies.plot_shares.appearances)
    cells, n = items // len(keys.characters), len(PLOT_SHARES)
    names = {
        "plot": [keys.plots[i] for i in cells // n],
        "share": [PLOT_SHARES[i] for i in cells % n],
        "character": [keys.characters[i] for i in items % len(keys.characters)],
    }
    return frame("plots_in_play", {**names, **rates(tallies.plot_shares, items, players, confidence)})


def matchups(tallies: Tallies, keys: Names, players: int, confidence: float) -> pl.DataFrame:
    """Each character when each other one is at the table; pairs that met."""
    items = np.flatnonzero(tallies.pairs.appearances)
    first, second = np.divmod(items, len(keys.characters))
    names = {
        "character": [keys.characters[i] for i in first],
        "other": [keys.characters[i] for i in second],
    }
    return frame("matchups", {**names, **rates(tallies.pairs, items, players, confidence)})


def _case(sums: Any, case: Case) -> BlockSums:
    """The sums of a case of some cards; `sums` (cards, WIDTH)."""
    _, finished, wins, blocks, ww, wf, ff = case_sums(sums, case)
    return BlockSums(wins, finished, blocks, ww, wf, ff)


def _case_columns(sums: Any, prefix: str, case: Case, confidence: float) -> dict[str, Any]:
    counted = _case(sums, case)
    rate, low, high = rate_intervals(counted, confidence=confidence)
    names = ("games", "wins", "rate", "low", "high")
    values = (counted.finished, counted.wins, rate, low, high)
    return {f"{prefix}_{name}": column for name, column in zip(names, values, strict=True)}


def _differences(sums: Any, pair: int, blocks: int, confidence: float) -> dict[str, list[Any]]:
    """Rate of the first case of a pair less that of the second, on the same blocks, with its interval."""
    second, first = (np.stack(_case(sums, case), axis=1).tolist() for case in reversed(PAIRS[pair]))
    products = np.stack(pair_products(sums, pair), axis=1).tolist()
    columns: dict[str, list[Any]] = {"difference": [], "difference_low": [], "difference_high": []}
    for a, b, (ww, wf, fw, ff) in zip(second, first, products, strict=True):
        pairs = PairSums(BlockSums(*a), BlockSums(*b), blocks, ww, fw, wf, ff)
        found = ratio_difference(pairs, confidence=confidence)
        values = (None,) * 3 if found is None else (found.difference, found.low, found.high)
        for column, value in zip(columns.values(), values, strict=True):
            column.append(value)
    return columns


def plot_players(tallies: Tallies, keys: Names, confidence: float) -> pl.DataFrame:
    """Seats that played a plot against those of the same blocks that did not."""
    sums = tallies.cards[list(keys.plot_types)]
    counts = {
        "plot": list(keys.plots),
        "plays": tallies.plot_plays,
        "games_played": tallies.plot_games,
        "turns_in_play": tallies.plot_turns,
    }
    return frame(
        "plot_players",
        {
            **counts,
            **_case_columns(sums, "player", Case.PLAYER, confidence),
            **_case_columns(sums, "others", Case.OTHERS, confidence),
            **_differences(sums, 1, blocks_of(tallies), confidence),
        },
    )


def cards(tallies: Tallies, keys: Names, confidence: float) -> pl.DataFrame:
    """One row a card that is shuffled or dealt, in the deck's order."""
    types = [i for i in range(len(keys.types)) if keys.kinds[i] < Kind.CHARACTER and keys.copies[i] > 0]
    sums = tallies.cards[types]
    rounds = [lengths(np.concatenate([[0], row])) for row in first_rounds(sums)]
    columns: dict[str, Any] = {
        "card": [keys.types[i] for i in types],
        "kind": [word(Kind(keys.kinds[i])) for i in types],
        "copies": [keys.copies[i] for i in types],
        "played": plays(sums),
        "games_played": games_played(sums),
    }
    for prefix, case in CARD_CASES.items():
        columns |= _case_columns(sums, prefix, case, confidence)
    columns |= _differences(sums, 0, blocks_of(tallies), confidence)
    columns |= {f"round_{name}": [told[name] for told in rounds] for name in QUANTILES}
    return frame("cards", columns)


def lengths(histogram: Any) -> dict[str, float | int | None]:
    """Mean and percentiles of a histogram (games by number of turns); percentiles are the smallest that suffices."""
    games = int(histogram.sum())
    if games == 0:
        return {"mean": None, **dict.fromkeys(QUANTILES)}
    below = np.cumsum(histogram)
    mean = int((histogram * np.arange(len(histogram))).sum()) / games
    return {
        "mean": mean,
        **{k: int(np.searchsorted(below, math.ceil(q * games))) for k, q in QUANTILES.items()},
    }


def mean_interval(sums: BlockSums, confidence: float) -> tuple[float | None, float | None]:
    """Interval of a mean a game over blocks (t); None with less than two blocks."""
    from scipy.special import stdtrit

    if sums.blocks < 2:
        return None, None
    blocks, finished = float(sums.blocks), float(sums.finished)
    mean = sums.wins / finished
    reach = (
        -float(stdtrit(blocks - 1, (1 - confidence) / 2))
        * math.sqrt(sums.squares * blocks / (blocks - 1))
        / finished
    )
    return mean - reach, mean + reach


def feel(tallies: Tallies, confidence: float) -> pl.DataFrame:
    """The feel of the game: lengths, lead changes, margins by percentiles; shares with their intervals."""
    counted = {
        ("length in turns", "turns"): tallies.turns,
        ("length in rounds", "rounds"): tallies.rounds,
        ("lead changes", "times a game"): tallies.lead_changes,
        ("margin at the end", "points, finished games"): tallies.margins,
    }
    told = [lengths(histogram) for histogram in counted.values()]
    length = mean_interval(BlockSums.of_tally(tallies.feel, FEEL.index("length")), confidence)
    ends = [length, *[(None, None)] * (len(counted) - 1)]
    shares = [i for i, name in enumerate(FEEL) if name != "length"]
    sums = BlockSums.of_tally(tallies.feel, shares)
    rate, low, high = rate_intervals(sums, confidence=confidence)
    names = [FEEL[i] for i in shares]
    return frame(
        "feel",
        {
            "measure": [*(measure for measure, _ in counted), *names],
            "unit": [
                *(unit for _, unit in counted),
                *(UNITS.get(name, "share of actions") for name in names),
            ],
            "games": [*(int(histogram.sum()) for histogram in counted.values()), *sums.finished.tolist()],
            "mean": [*(row["mean"] for row in told), *rate.tolist()],
            "low": [*(low for low, _ in ends), *low.tolist()],
            "high": [*(high for _, high in ends), *high.tolist()],
            **{name: [*(row[name] for row in told), *[None] * len(names)] for name in QUANTILES},
        },
    )


def unfinished(tallies: Tallies) -> pl.DataFrame:
    """Unfinished games by reason (W4, W5), reasons that occurred."""
    reasons = [reason for reason in UNFINISHED if tallies.results[reason]]
    games = [int(tallies.results[reason]) for reason in reasons]
    return frame(
        "unfinished",
        {
            "reason": [word(reason) for reason in reasons],
            "games": games,
            "share": [n / tallies.games for n in games],
        },
    )
