"""The tables of a run by name: their columns, types and meanings in one place, and empty frames of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from vs_sim.experiments.columns import Column, column_type

if TYPE_CHECKING:
    import polars as pl

NAME = Column("name", "String", "name")
RATES = (
    Column("games", "Int64", "appearances in finished games"),
    Column("wins", "Int64", "of these, won"),
    Column("rate", "Float64", "wins / games, null without games"),
    Column("low", "Float64", "lower end of its interval"),
    Column("high", "Float64", "upper end"),
    Column("expected", "Float64", "fair rate, 1 / players"),
    Column("lift", "Float64", "rate * players: 1 is fair"),
    Column("unfinished", "Int64", "appearances in unfinished games"),
    Column("unfinished_share", "Float64", "of all appearances, null without any"),
)
DIFFERENCE = (
    Column("difference", "Float64", "rate less the other rate, on the same blocks"),
    Column("difference_low", "Float64", "lower end of its interval"),
    Column("difference_high", "Float64", "upper end"),
)
INTERVAL = (
    Column("low", "Float64", "lower end of the interval"),
    Column("high", "Float64", "upper end"),
)


def _prefixed(prefix: str, what: str) -> tuple[Column, ...]:
    """Columns of one of a card's rates."""
    return (
        Column(f"{prefix}_games", "Int64", f"{what}, in finished games"),
        Column(f"{prefix}_wins", "Int64", "of these, won by that seat"),
        Column(f"{prefix}_rate", "Float64", "wins / games"),
        Column(f"{prefix}_low", "Float64", "lower end of its interval"),
        Column(f"{prefix}_high", "Float64", "upper end"),
    )


TABLES: dict[str, tuple[Column, ...]] = {
    "characters": (NAME, *RATES),
    "seats": (NAME, *RATES),
    "policies": (NAME, *RATES),
    "genders": (NAME, *RATES),
    "player_counts": (NAME, *RATES),
    "plots_in_play": (
        Column("plot", "String", "plot"),
        Column("share", "String", "share of the game's turns that began while it lay on the table"),
        Column("character", "String", "character"),
        *RATES,
    ),
    "plot_players": (
        Column("plot", "String", "plot"),
        Column("plays", "Int64", "times it came into play"),
        Column("games_played", "Int64", "games in which it did"),
        Column("turns_in_play", "Int64", "turns begun while it lay on the table, over all games"),
        *_prefixed("player", "seats that played it"),
        *_prefixed("others", "seats that did not"),
        *DIFFERENCE,
    ),
    "cards": (
        Column("card", "String", "card"),
        Column("kind", "String", "kind of card"),
        Column("copies", "Int64", "copies in the deck"),
        Column(
            "played", "Int64", "times played as an action or a reaction, cancelled ones too, over all games"
        ),
        Column("games_played", "Int64", "games in which it was"),
        *_prefixed("opening", "copies dealt to a seat"),
        *_prefixed("drawn", "copies that came to a seat's hand later"),
        *_prefixed("absent", "copies that were never in a seat's hand, by copy and seat"),
        *_prefixed("copies", "copies that a seat played"),
        *DIFFERENCE,
        Column("round_p05", "Int64", "round in which a copy was first played: one in twenty were by then"),
        Column("round_p50", "Int64", "half of them"),
        Column("round_p95", "Int64", "nineteen in twenty"),
    ),
    "matchups": (
        Column("character", "String", "character"),
        Column("other", "String", "another character at the table"),
        *RATES,
    ),
    "strengths": (
        Column("kind", "String", "character, seat or policy"),
        NAME,
        Column("games", "Int64", "appearances in the games of the model"),
        Column("strength", "Float64", "odds to win against the average of its kind, all else equal"),
        *INTERVAL,
    ),
    "feel": (
        Column("measure", "String", "what is measured"),
        Column("unit", "String", "turns, rounds, points, times, or share of what"),
        Column("games", "Int64", "how many of these there were"),
        Column("mean", "Float64", "mean, or the share"),
        *INTERVAL,
        Column("p05", "Int64", "5th percentile, null for shares"),
        Column("p50", "Int64", "median"),
        Column("p95", "Int64", "95th percentile"),
    ),
    "unfinished": (
        Column("reason", "String", "why the game has no winner (W4, W5)"),
        Column("games", "Int64", "such games"),
        Column("share", "Float64", "of all games"),
    ),
}


def frame(table: str, columns: Mapping[str, Any]) -> pl.DataFrame:
    """A frame of a table from its columns, by name; a nan becomes null."""
    import polars as pl

    made = [pl.Series(c.name, columns[c.name], column_type(c), strict=False) for c in TABLES[table]]
    return pl.DataFrame(made).with_columns(pl.selectors.float().fill_nan(None))
