"""The columns of a run folder's Parquet files: the one place of their names, types and meanings.

Raise a version whenever a column is renamed, goes, or changes its meaning.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from vs_sim.engine.cards import PAIRS, ROUND, ROUNDS, Case
from vs_sim.vocabulary import Gender, Kind, Result, Stat, word

if TYPE_CHECKING:
    import polars as pl

    from vs_sim.experiments.plan import Plan
    from vs_sim.experiments.tallies import Keys, Tallies

GAMES_SCHEMA = "vs-sim/games/1"
SEATS_SCHEMA = "vs-sim/seats/1"
CARDS_SCHEMA = "vs-sim/cards/2"


@dataclass(frozen=True)
class Column:
    """A column: its name, polars type by name, meaning, and the field of the engine's row that it is made of."""

    name: str
    type: str
    meaning: str
    field: str = ""


GAME_COLUMNS = (
    Column("seed", "UInt64", "seed of the run"),
    Column("game", "Int64", "index of the game in the run: block * games a block + rotation", "game"),
    Column("block", "Int64", "deal to which the game belongs", "block"),
    Column("rotation", "Int8", "how far characters and policies are turned round the table", "rotation"),
    Column("players", "Int8", "players", "players"),
    Column("winner", "Int8", "seat that won, null if unfinished", "winner"),
    Column(
        "result", "Enum", "how it ended: won, last left (W6), capped, stalled (W4), runaway (W5)", "result"
    ),
    Column("turns", "Int32", "turns begun, taken ones and Job turns too (W4)", "turns"),
    Column("rounds", "Int16", "round in which it ended, from 1 (T6)", "rounds"),
    Column("turn_of", "Int8", "seat in whose turn it ended (W2)", "turn_of"),
    Column("decisions", "Int32", "decisions, those with a single choice too (N2)", "decisions"),
    Column("runaway", "Enum", "card that ran away (W5), null if none", "runaway"),
    Column("lead_changes", "Int16", "times that another seat came to lead alone in points", "lead_changes"),
    Column(
        "half_leader",
        "Int8",
        "seat that first led alone with half of the points to win, null if none",
        "half_leader",
    ),
    Column("margin", "Int16", "points of the best coalition less those of the second", "margin"),
    Column("reshuffles", "Int16", "times that the discard pile became the draw pile (T4)", "shuffles"),
    Column("plots_played", "Int16", "plots played, of all kinds"),
    Column("hash", "UInt64", "hash of the course of the game; the digest is made of these", "hash"),
)

# Two more for each plot of the deck, its name in the brackets.
PLOT_COLUMNS = (
    Column("plot_plays[NAME]", "Int16", "times that the plot was played", "plot_plays"),
    Column("plot_turns[NAME]", "Int16", "turns begun while the plot lay on the table", "plot_turns"),
)

SEAT_COLUMNS = (
    Column("game", "Int64", "index of the game, as in games", "game"),
    Column("block", "Int64", "deal to which the game belongs", "block"),
    Column("seat", "Int8", "seat, 0 has the first turn (S4)", "seat"),
    Column(
        "player", "Int8", "number in the block of who sits there: the same one in all its games", "player"
    ),
    Column("character", "Enum", "character", "character"),
    Column("gender", "Enum", "gender at the end (C5)", "gender"),
    Column("policy", "Enum", "policy", "policy"),
    Column("won", "Boolean", "whether the seat won", "won"),
    Column("finished", "Boolean", "whether the game has a winner", "finished"),
    Column("points", "Int16", "what the coalition was worth at the end (W1)", "points"),
    Column("bonus", "Int16", "of these, points that cards gave", "bonus"),
    Column("level_1", "Int8", "followers of level 1 at the end, inert ones too", "level.0"),
    Column("level_2", "Int8", "followers of level 2", "level.1"),
    Column("level_3", "Int8", "followers of level 3", "level.2"),
    Column("inert", "Int8", "inert followers (M3)", "inert"),
    Column("hand", "Int8", "cards left in the hand", "hand"),
    Column("jobs", "Int16", "Jobs on the character (X2)", "jobs"),
    Column("eliminated", "Boolean", "whether the seat was eliminated (W6)", "out"),
)

STAT_COLUMNS = {
    Stat.TURNS: Column("turns", "Int16", "turns of the seat that began"),
    Stat.SKIPPED: Column("turns_skipped", "Int16", "turns spent on a Job or skipped (T5)"),
    Stat.TAKEN: Column("turns_taken", "Int16", "turns of the seat that another took (X5)"),
    Stat.PASSED_OVER: Column("turns_passed_over", "Int16", "turns passed over for those taken (T6)"),
    Stat.FOLLOWERS: Column("followers_played", "Int16", "followers played"),
    Stat.MICROAGGRESSIONS: Column("microaggressions_played", "Int16", "microaggressions played"),
    Stat.VIRTUE_SIGNALS: Column("virtue_signals_played", "Int16", "virtue signals played"),
    Stat.PLOTS: Column("plots_played", "Int16", "plots played"),
    Stat.SPECIALS: Column("specials_played", "Int16", "specials played"),
    Stat.ARTIFACTS: Column("artifacts_played", "Int16", "artifacts played"),
    Stat.POWERS: Column("powers_used", "Int16", "powers used as an action"),
    Stat.DISCARDS: Column("discards", "Int16", "turns' actions that were a discard (T1)"),
    Stat.PASSES: Column("passes", "Int16", "passes (T2)"),
    Stat.ATTACKS_MADE: Column("attacks_made", "Int16", "actions and legs aimed at another player"),
    Stat.ATTACKS_SUFFERED: Column(
        "attacks_suffered", "Int16", "actions and legs of others aimed at this seat"
    ),
    Stat.FOLLOWERS_LOST: Column("followers_lost", "Int16", "own followers destroyed, orphans too"),
    Stat.FOLLOWERS_STOLEN: Column("followers_stolen", "Int16", "followers stolen from others"),
    Stat.FOLLOWERS_ROBBED: Column("followers_robbed", "Int16", "own followers stolen by others"),
    Stat.REACTIONS: Column("reactions", "Int16", "reactions used"),
    Stat.CANCELLED: Column("cancelled", "Int16", "own actions that another cancelled (X1)"),
    Stat.DRAWN: Column("cards_drawn", "Int16", "cards drawn after the deal"),
    Stat.CARDS_LOST: Column("cards_lost", "Int16", "cards of the hand discarded by effects"),
    Stat.MADE_INERT: Column("made_inert", "Int16", "own followers made inert"),
    Stat.DECISIONS: Column("decisions", "Int16", "decisions taken"),
}

# What a case of a card is (engine/cards.py), and the sums of it that are kept.
CASE_MEANINGS = {
    Case.OPENING: "copies dealt to a seat",
    Case.DRAWN: "copies that came to a seat's hand later",
    Case.ABSENT: "copies that were never in a seat's hand, by copy and seat",
    Case.PLAYED: "copies that a seat played",
    Case.PLAYER: "seats that played one at least",
    Case.OTHERS: "seats that played none",
}
SUM_MEANINGS = {
    "appearances": "over all games",
    "finished": "in finished games",
    "wins": "in games that the seat won",
    "blocks": "blocks with one in a finished game",
    "ww": "sum over blocks of wins * wins",
    "wf": "sum over blocks of wins * finished",
    "ff": "sum over blocks of finished * finished",
}
PRODUCT_MEANINGS = {
    "ww": "wins of the first * wins of the second",
    "wf": "wins of the first * finished of the second",
    "fw": "finished of the first * wins of the second",
    "ff": "finished of the first * finished of the second",
}
CARD_COLUMNS = (
    Column("card", "String", "card"),
    Column("kind", "String", "kind of card"),
    Column("copies", "Int64", "copies in the deck"),
    Column("plot_plays", "Int64", "plots: times it came into play; else null"),
    Column("plot_games", "Int64", "plots: games in which it did; else null"),
    Column("plot_turns", "Int64", "plots: turns begun while it lay on the table; else null"),
    *(
        Column(f"{word(case)}_{name}", "Int64", f"{meaning}: {sum_meaning}")
        for case, meaning in CASE_MEANINGS.items()
        for name, sum_meaning in SUM_MEANINGS.items()
    ),
    *(
        Column(f"{word(a)}_{word(b)}_{name}", "Int64", f"sum over blocks of {meaning}")
        for a, b in PAIRS
        for name, meaning in PRODUCT_MEANINGS.items()
    ),
    Column("plays", "Int64", "times played as an action or a reaction, cancelled ones too, over all games"),
    Column("games_played", "Int64", "games in which it was"),
    Column(
        "rounds",
        "List",
        f"copies by the round of a game in which they were first played: 1 to {ROUNDS} (or later)",
    ),
)


def column_type(column: Column) -> Any:
    """The polars type of a column; Enum columns get their words when they are made."""
    import polars as pl

    return pl.List(pl.Int64) if column.type == "List" else getattr(pl, column.type)


def all_seat_columns() -> tuple[Column, ...]:
    """The columns of `seats` in order."""
    return SEAT_COLUMNS + tuple(STAT_COLUMNS[stat] for stat in Stat)


def all_game_columns(plots: Sequence[str]) -> tuple[Column, ...]:
    """The columns of `games` in order, for a deck with these plots."""
    more = [
        Column(column.name.replace("NAME", plot), column.type, column.meaning, column.field)
        for column in PLOT_COLUMNS
        for plot in plots
    ]
    return GAME_COLUMNS + tuple(more)


def _field(rows: Any, name: str) -> Any:
    """A field of rows as a plain array; "level.2" is column 2 of a nested one."""
    name, _, index = name.partition(".")
    values = rows[name]
    return np.ascontiguousarray(values[:, int(index)] if index else values)


def _enum(name: str, numbers: Any, words: Sequence[str]) -> pl.Series:
    """A series of words from their numbers, null where negative."""
    import polars as pl

    kind = pl.Enum(list(words))
    codes = pl.Series(name, numbers.astype(np.int16))
    return codes.set(codes < 0, None).cast(pl.UInt16).cat.to(kind)


def games_frame(plan: Plan, keys: Keys, rows: Any) -> pl.DataFrame:
    """Rows of dtype GAME_ROW as the documented `games` table."""
    import polars as pl

    columns: list[pl.Series] = []
    for column in GAME_COLUMNS:
        if column.name == "seed":
            columns.append(pl.Series("seed", np.full(len(rows), plan.seed, dtype=np.uint64)))
        elif column.name == "plots_played":
            played = rows["plot_plays"].sum(axis=1, dtype=np.int64)
            columns.append(pl.Series(column.name, played).cast(pl.Int16))
        elif column.name == "result":
            columns.append(_enum(column.name, _field(rows, "result"), [word(result) for result in Result]))
        elif column.name == "runaway":
            columns.append(_enum(column.name, _field(rows, "runaway"), list(plan.deck.names)))
        else:
            columns.append(pl.Series(column.name, _field(rows, column.field)).cast(column_type(column)))
    for column in PLOT_COLUMNS:
        for number, plot in enumerate(keys.plots):
            name = column.name.replace("NAME", plot)
            columns.append(pl.Series(name, _field(rows, f"{column.field}.{number}")))
    frame = pl.DataFrame(columns)
    seat = [pl.when(pl.col(c) >= 0).then(pl.col(c)).alias(c) for c in ("winner", "half_leader")]
    return frame.with_columns(seat)


def seats_frame(keys: Keys, rows: Any) -> pl.DataFrame:
    """Rows of dtype SEAT_ROW as the documented `seats` table."""
    import polars as pl

    words = {
        "character": (keys.characters, keys.character_of[rows["character"]]),
        "policy": (keys.policies, keys.policy_of[rows["policy"]]),
        "gender": ([word(gender) for gender in Gender], rows["gender"]),
    }
    columns: list[pl.Series] = []
    for column in SEAT_COLUMNS:
        if column.name in words:
            names, numbers = words[column.name]
            columns.append(_enum(column.name, np.asarray(numbers), names))
        elif column.type == "Boolean":
            columns.append(pl.Series(column.name, _field(rows, column.field) != 0))
        else:
            columns.append(pl.Series(column.name, _field(rows, column.field)).cast(column_type(column)))
    columns += [pl.Series(STAT_COLUMNS[stat].name, _field(rows, f"stat.{int(stat)}")) for stat in Stat]
    return pl.DataFrame(columns)


def cards_frame(keys: Keys, tallies: Tallies) -> pl.DataFrame:
    """Tallies of each card but characters and house rules, as the documented `cards` table."""
    import polars as pl

    plots = dict(zip(keys.plot_types, range(len(keys.plots)), strict=True))
    rows: list[tuple[Any, ...]] = []
    for i, name in enumerate(keys.types):
        if keys.kinds[i] >= Kind.CHARACTER:
            continue
        plot = plots.get(i)
        arrays = (tallies.plot_plays, tallies.plot_games, tallies.plot_turns)
        of_plot = (None if plot is None else int(array[plot]) for array in arrays)
        sums = tallies.cards[i].tolist()
        rows.append((name, word(Kind(keys.kinds[i])), keys.copies[i], *of_plot, *sums[:ROUND], sums[ROUND:]))
    schema = {column.name: column_type(column) for column in CARD_COLUMNS}
    return pl.DataFrame(rows, schema=schema, orient="row")
