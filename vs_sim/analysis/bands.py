"""Bands of intended balance: read from a TOML file that stands beside the deck (STATISTICS, verdicts)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vs_sim.cards.find import parse, read_text
from vs_sim.cards.problems import DeckError, Problem, did_you_mean, one_of, shown
from vs_sim.cards.report import Report

Names = tuple[str | int, ...]

# What may be asked of each table, and in which numbers. A table of items may have tables of its own for single items.
METRICS: dict[str, tuple[str, ...]] = {
    "characters": ("lift", "rate"),
    "seats": ("lift", "rate"),
    "policies": ("lift", "rate"),
    "turns": ("mean",),
    "unfinished": ("share",),
}
SINGLE = ("turns", "unfinished")


@dataclass(frozen=True)
class Band:
    """What is intended of an item: `metric` from `low` to `high`, both included."""

    table: str
    item: str | None  # None: all items of the table that have no band of their own
    metric: str
    low: float
    high: float


@dataclass(frozen=True)
class Bands:
    """All bands of a file, those of single items before those of all."""

    bands: tuple[Band, ...]

    def of(self, table: str, item: str) -> Band | None:
        """The band of an item: its own, else that of its table."""
        found = [band for band in self.bands if band.table == table and band.item in (item, None)]
        return min(found, key=lambda band: band.item is None, default=None)


class _Reader:
    def __init__(self, source: Any, report: Report) -> None:
        self.source = source
        self.report = report
        self.bands: list[Band] = []

    def wrong(self, path: Names, message: str, *, key: bool = False) -> None:
        self.report.add(self.source.problem(path, message, key=key))

    def read(self, names: Mapping[str, tuple[str, ...]]) -> None:
        values = self.source.data
        if values.get("schema") != 1:
            self.wrong(("schema",), f"expected 1, got {shown(values.get('schema'))}")
        for table, value in values.items():
            if table == "schema":
                continue
            if table not in METRICS:
                self.wrong((table,), f"expected {one_of(METRICS)}{did_you_mean(table, METRICS)}", key=True)
            elif not isinstance(value, dict):
                self.wrong((table,), f"expected a table, got {shown(value)}")
            else:
                self.table(table, value, names.get(table))

    def table(self, table: str, values: Mapping[str, Any], names: tuple[str, ...] | None) -> None:
        for key, value in values.items():
            if key in METRICS[table]:
                self.band(table, None, key, value, (table, key))
            elif isinstance(value, dict) and table not in SINGLE:
                if names is not None and key not in names:
                    self.wrong(
                        (table, key), f"expected the name of an item{did_you_mean(key, names)}", key=True
                    )
                for metric, band in value.items():
                    if metric in METRICS[table]:
                        self.band(table, key, metric, band, (table, key, metric))
                    else:
                        self.unknown((table, key, metric), table)
            else:
                self.unknown((table, key), table)

    def unknown(self, path: Names, table: str) -> None:
        words = METRICS[table]
        self.wrong(path, f"expected {one_of(words)}{did_you_mean(path[-1], words)}", key=True)

    def band(self, table: str, item: str | None, metric: str, value: Any, path: Names) -> None:
        numbers = (
            [x for x in value if isinstance(x, int | float) and not isinstance(x, bool)]
            if isinstance(value, list)
            else []
        )
        if not isinstance(value, list) or len(numbers) != 2 or len(value) != 2:
            self.wrong(path, f"expected two numbers, [low, high], got {shown(value)}")
        elif numbers[0] > numbers[1]:
            self.wrong(path, f"expected the lower number first, got {numbers[0]:g} before {numbers[1]:g}")
        elif any(band.table == table and band.item == item for band in self.bands):
            self.wrong(path, "expected one band of an item")
        else:
            self.bands.append(Band(table, item, metric, float(numbers[0]), float(numbers[1])))


def load_bands(path: str | Path, names: Mapping[str, tuple[str, ...]] | None = None) -> Bands:
    """The bands of a file; `names`: the items of a table that there are. DeckError has all that is wrong with it."""
    path = Path(path)
    report = Report()
    source = parse(read_text(path, str(path)), str(path), report)
    if source is not None:
        reader = _Reader(source, report)
        reader.read(names or {})
        report.raise_any()
        return Bands(tuple(reader.bands))
    report.raise_any()
    raise DeckError([Problem(str(path), 1, 1, "toml", "expected valid TOML")])
