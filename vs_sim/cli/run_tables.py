"""The tables of a run as they are printed: which columns, in which words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from vs_sim.cli.tables import NOTHING, Column, Table, count, percent, ratio, text

Row = Mapping[str, Any]


def interval(low: float | None, high: float | None) -> str:
    """Both ends of an interval as percentages."""
    return NOTHING if low is None or high is None else f"{low:.1%} – {high:.1%}"


def points(value: float | None) -> str:
    """0.0213 as +2.1: a difference in points of per cent."""
    return NOTHING if value is None else f"{100 * value:+.1f}"


def point_interval(low: float | None, high: float | None) -> str:
    """Both ends of a difference in points."""
    return NOTHING if low is None or high is None else f"{points(low)} to {points(high)}"


def ratio_interval(low: float | None, high: float | None) -> str:
    """Both ends of a ratio."""
    return NOTHING if low is None or high is None else f"{low:.2f} – {high:.2f}"


def _rates(*first: Column) -> list[Column]:
    return [
        *first,
        Column("Win rate", ("rate",), percent, right=True),
        Column("Interval", ("low", "high"), interval, right=True),
        Column("Expected", ("expected",), percent, right=True),
        Column("Lift", ("lift",), ratio, right=True),
        Column("Wins", ("wins",), count, right=True),
        Column("Games", ("games",), count, right=True),
        Column("Unfinished", ("unfinished",), count, right=True),
    ]


def _case(title: str, prefix: str) -> list[Column]:
    return [
        Column(title, (f"{prefix}_rate",), percent, right=True),
        Column("Interval", (f"{prefix}_low", f"{prefix}_high"), interval, right=True),
    ]


def _mean(mean: float | None, unit: str) -> str:
    return percent(mean) if unit.startswith("share") else ratio(mean)


DIFFERENCE = [
    Column("Difference", ("difference",), points, right=True),
    Column("Interval", ("difference_low", "difference_high"), point_interval, right=True),
]

TITLES = {
    "characters": "Characters",
    "seats": "Seats",
    "policies": "Policies",
    "genders": "Genders at the end",
    "player_counts": "Players",
    "plots_in_play": "Plots while in play: win rates by the share of turns that the plot lay on the table (association)",
    "plot_players": "Player of the plot: seats that played it against those that did not, in points (association)",
    "cards": "Cards: win rates of who was dealt, drew, never had, played a copy; drawn less never had, in points "
    "(association; long games draw and play more cards of all kinds)",
    "matchups": "Match-ups: win rate of a character when the other one is at the table",
    "strengths": "Strengths: odds to win against the average of the kind, all else equal (multinomial logit)",
    "feel": "Feel of the game",
    "unfinished_by_reason": "Unfinished games",
}

COLUMNS: dict[str, list[Column]] = {
    "characters": _rates(Column("Character", ("name",))),
    "seats": _rates(Column("Seat", ("name",))),
    "policies": _rates(Column("Policy", ("name",))),
    "genders": _rates(Column("Gender", ("name",))),
    "player_counts": _rates(Column("Players", ("name",))),
    "plots_in_play": _rates(
        Column("Plot", ("plot",)), Column("On the table", ("share",)), Column("Character", ("character",))
    ),
    "plot_players": [
        Column("Plot", ("plot",)),
        Column("Plays", ("plays",), count, right=True),
        Column("Turns in play", ("turns_in_play",), count, right=True),
        *_case("Played it", "player"),
        *_case("Did not", "others"),
        *DIFFERENCE,
    ],
    "cards": [
        Column("Card", ("card",)),
        Column("Copies", ("copies",), count, right=True),
        Column("Plays", ("played",), count, right=True),
        Column("Opening", ("opening_rate",), percent, right=True),
        Column("Drawn", ("drawn_rate",), percent, right=True),
        Column("Never had", ("absent_rate",), percent, right=True),
        Column("Played", ("copies_rate",), percent, right=True),
        *DIFFERENCE,
        Column("Round", ("round_p50",), text, right=True),
    ],
    "matchups": _rates(Column("Character", ("character",)), Column("Other", ("other",))),
    "strengths": [
        Column("Kind", ("kind",)),
        Column("Name", ("name",)),
        Column("Strength", ("strength",), ratio, right=True),
        Column("Interval", ("low", "high"), ratio_interval, right=True),
        Column("Games", ("games",), count, right=True),
    ],
    "feel": [
        Column("Measure", ("measure",)),
        Column("Mean", ("mean", "unit"), _mean, right=True),
        Column("Interval", ("low", "high"), interval, right=True),
        Column("5%", ("p05",), count, right=True),
        Column("Median", ("p50",), count, right=True),
        Column("95%", ("p95",), count, right=True),
        Column("Of", ("unit",)),
    ],
    "unfinished_by_reason": [
        Column("Reason", ("reason",)),
        Column("Games", ("games",), count, right=True),
    ],
}
NAMES = tuple(COLUMNS)


def _measured(value: float | None, metric: str) -> str:
    if value is None:
        return NOTHING
    return percent(value) if metric in ("rate", "share") else ratio(value)


def _band(low: float, high: float, metric: str) -> str:
    return f"{_measured(low, metric)} to {_measured(high, metric)}"


# Not asked for by name: it stands where bands were given.
TITLES["verdicts"] = "Against the bands (p values adjusted by Benjamini-Hochberg over these rows)"
COLUMNS["verdicts"] = [
    Column("Of", ("table",)),
    Column("Item", ("item",)),
    Column("Metric", ("metric",)),
    Column("Value", ("value", "metric"), _measured, right=True),
    Column("Band", ("low", "high", "metric"), _band, right=True),
    Column("Verdict", ("verdict",)),
    Column("Games needed", ("games_needed",), count, right=True),
]


def _by_rate(rows: Sequence[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: (-(row["rate"] or 0), row["name"]))


SORTED: dict[str, Callable[[Sequence[Row]], list[Row]]] = {"characters": _by_rate}


def table(name: str, summary: Mapping[str, Any]) -> Table:
    """A table of a run's JSON object; characters stand from most to least successful."""
    rows: Any = summary[name]
    if name == "unfinished_by_reason":
        rows = [{"reason": reason, "games": games} for reason, games in rows.items()]
    rows = SORTED[name](rows) if name in SORTED else rows
    single = {"characters": "character", "seats": "seat", "policies": "policy"}
    return Table(single.get(name, name), TITLES[name], COLUMNS[name], rows)
