"""Bands files: where numbers are intended to lie, how far they may change, what is waived. TOML that stands beside the deck."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vs_sim.cards.find import parse, read_text
from vs_sim.cards.problems import DeckError, Problem, did_you_mean, one_of, shown
from vs_sim.cards.problems import Path as Place
from vs_sim.cards.report import Report
from vs_sim.cards.schema import Source

# What may be asked of each table, and in which numbers. A table of items may have tables of its own for single items.
METRICS: dict[str, tuple[str, ...]] = {
    "characters": ("lift", "rate"),
    "seats": ("lift", "rate"),
    "policies": ("lift", "rate"),
    "turns": ("mean",),
    "unfinished": ("share",),
}
SINGLE = ("turns", "unfinished")
# The metrics of the gate: how `[threshold]` and `[band]` name them, which band that is, and how large a change may be.
GATE: dict[str, tuple[str, str]] = {
    "character": ("characters", "rate"),
    "seat": ("seats", "rate"),
    "turns": ("turns", "mean"),
    "unfinished": ("unfinished", "share"),
}
THRESHOLDS = {"character": 0.03, "seat": 0.02, "turns": 4.0, "unfinished": 0.01}
KEYS = (*METRICS, "threshold", "band", "waiver")
PLAIN = ("schema", "text")


@dataclass(frozen=True)
class Band:
    """What is intended of an item: `metric` from `low` to `high`, both included."""

    table: str
    item: str | None  # None: all items of the table that have no band of their own
    metric: str
    low: float
    high: float


@dataclass(frozen=True)
class Waiver:
    """A failure that is accepted for a time."""

    item: str
    reason: str
    until: dt.date


@dataclass
class Bands:
    """What a file says. Thresholds by (metric of the gate, item); item "" is every item of the metric."""

    bands: tuple[Band, ...] = ()
    thresholds: dict[tuple[str, str], float] = field(default_factory=dict[tuple[str, str], float])
    waivers: list[Waiver] = field(default_factory=list[Waiver])

    def of(self, table: str, item: str) -> Band | None:
        """The band of an item: its own, else that of its table."""
        found = [band for band in self.bands if band.table == table and band.item in (item, None)]
        return min(found, key=lambda band: band.item is None, default=None)

    def limits(self, metric: str, item: str, players: int) -> tuple[float, float] | None:
        """Where a number of the gate must lie; a lift as the rate that it is at a table of so many."""
        table, _ = GATE[metric]
        band = self.of(table, table if table in SINGLE else item)
        if band is None:
            return None
        scale = players if band.metric == "lift" else 1
        return band.low / scale, band.high / scale

    @property
    def named(self) -> list[tuple[str, str]]:
        """Metric and item of every single item of the gate that has a threshold or a band."""
        metrics = {table: metric for metric, (table, _) in GATE.items()}
        own = [(metrics[band.table], band.item) for band in self.bands if band.item and band.table in metrics]
        return list(dict.fromkeys((*(key for key in self.thresholds if key[1]), *own)))

    def threshold(self, metric: str, item: str) -> float:
        """How large a change of a number of the gate may be."""
        default = self.thresholds.get((metric, ""), THRESHOLDS[metric])
        return self.thresholds.get((metric, item), default)


def load_bands(path: str | Path, names: Mapping[str, tuple[str, ...]] | None = None) -> Bands:
    """The bands of a file; `names`: the items of a table that there are. DeckError has all that is wrong with it."""
    report = Report()
    source = parse(read_text(Path(path), str(path)), str(path), report)
    report.raise_any()
    if source is None:
        raise DeckError([Problem(str(path), 1, 1, "toml", "expected valid TOML")])
    found = _Reader(source, report).read(names or {})
    report.raise_any()
    return found


class _Reader:
    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report
        self.bands: list[Band] = []
        self.found = Bands()

    def wrong(self, path: Place, message: str, *, key: bool = False) -> None:
        self.report.add(self.source.problem(path, message, key=key))

    def read(self, names: Mapping[str, tuple[str, ...]]) -> Bands:
        values = self.source.data
        if values.get("schema", 1) != 1:
            self.wrong(("schema",), f"expected 1, got {shown(values.get('schema'))}")
        for table, value in values.items():
            if table in PLAIN:
                continue
            if table == "waiver":
                self.waivers(value)
            elif table not in KEYS:
                self.wrong((table,), f"expected {one_of(KEYS)}{did_you_mean(table, KEYS)}", key=True)
            elif not isinstance(value, dict):
                self.wrong((table,), f"expected a table, got {shown(value)}")
            elif table in METRICS:
                self.table(table, value, names.get(table))
            else:
                self.gate(table, value, self.threshold if table == "threshold" else self.gate_band)
        self.found.bands = tuple(self.bands)
        return self.found

    def table(self, table: str, values: Mapping[str, Any], names: tuple[str, ...] | None) -> None:
        for key, value in values.items():
            if key in METRICS[table]:
                self.band(table, None, key, value, (table, key))
            elif isinstance(value, dict) and table not in SINGLE:
                if names is not None and key not in names:
                    expected = f"expected the name of an item{did_you_mean(key, names)}"
                    self.wrong((table, key), expected, key=True)
                for metric, band in value.items():
                    if metric in METRICS[table]:
                        self.band(table, key, metric, band, (table, key, metric))
                    else:
                        self.unknown((table, key, metric), METRICS[table])
            else:
                self.unknown((table, key), METRICS[table])

    def unknown(self, path: Place, words: tuple[str, ...]) -> None:
        self.wrong(path, f"expected {one_of(words)}{did_you_mean(str(path[-1]), words)}", key=True)

    def band(self, table: str, item: str | None, metric: str, value: Any, path: Place) -> None:
        numbers = [x for x in value if _is_number(x)] if isinstance(value, list) else []
        if not isinstance(value, list) or len(numbers) != 2 or len(value) != 2:
            self.wrong(path, f"expected two numbers, [low, high], got {shown(value)}")
        elif numbers[0] > numbers[1]:
            self.wrong(path, f"expected the lower number first, got {numbers[0]:g} before {numbers[1]:g}")
        elif any(band.table == table and band.item == item for band in self.bands):
            self.wrong(path, "expected one band of an item")
        else:
            self.bands.append(Band(table, item, metric, float(numbers[0]), float(numbers[1])))

    def gate(self, name: str, table: Mapping[str, Any], take: Callable[[str, str, Any, Place], None]) -> None:
        """`name.metric = value`, or `name.metric.ITEM = value` with "all" for the others."""
        for metric, value in table.items():
            if metric not in GATE:
                self.unknown((name, metric), tuple(GATE))
                continue
            for item, one in (value if isinstance(value, dict) else {"": value}).items():
                path = (name, metric, item) if isinstance(value, dict) else (name, metric)
                take(metric, "" if item == "all" else item, one, path)

    def threshold(self, metric: str, item: str, value: Any, path: Place) -> None:
        if _is_number(value) and value >= 0:
            self.found.thresholds[metric, item] = float(value)
        else:
            self.wrong(path, f"expected a number of 0 or more, got {shown(value)}")

    def gate_band(self, metric: str, item: str, value: Any, path: Place) -> None:
        table, number = GATE[metric]
        self.band(table, item if item and table not in SINGLE else None, number, value, path)

    def waivers(self, written: Any) -> None:
        for index, spec in enumerate(written if isinstance(written, list) else [written]):
            at = ("waiver", index)
            if not isinstance(spec, dict):
                self.wrong(at, "expected [[waiver]] with item, reason and until")
                continue
            item, reason, until = (spec.get(key) for key in ("item", "reason", "until"))
            if not isinstance(item, str) or not isinstance(reason, str) or not reason.strip():
                self.wrong(at, "expected an item and a reason, both in quotes")
            elif not isinstance(until, dt.date) or isinstance(until, dt.datetime):
                self.wrong((*at, "until"), "expected a date, as in until = 2027-01-31")
            else:
                self.found.waivers.append(Waiver(item, reason, until))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
