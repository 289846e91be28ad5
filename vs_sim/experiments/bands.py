"""Bands files: how far an item may change, where it must lie, and what is waived. TOML beside the deck."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vs_sim.cards.find import parse, read_text
from vs_sim.cards.problems import DeckError, Problem, did_you_mean, shown
from vs_sim.cards.report import Report
from vs_sim.cards.schema import Source

METRICS = ("character", "seat", "turns", "unfinished")
KEYS = ("text", "threshold", "band", "waiver")
THRESHOLDS = {"character": 0.03, "seat": 0.02, "turns": 4.0, "unfinished": 0.01}


@dataclass(frozen=True)
class Waiver:
    """A failure that is accepted for a time."""

    item: str
    reason: str
    until: dt.date


@dataclass
class Bands:
    """Thresholds and bands by (metric, item); item "" is every item of the metric."""

    thresholds: dict[tuple[str, str], float] = field(default_factory=dict[tuple[str, str], float])
    bands: dict[tuple[str, str], tuple[float, float]] = field(
        default_factory=dict[tuple[str, str], tuple[float, float]]
    )
    waivers: list[Waiver] = field(default_factory=list[Waiver])

    def threshold(self, metric: str, item: str) -> float:
        """How large a change may be."""
        default = self.thresholds.get((metric, ""), THRESHOLDS[metric])
        return self.thresholds.get((metric, item), default)

    def band(self, metric: str, item: str) -> tuple[float, float] | None:
        """Where the number must lie."""
        return self.bands.get((metric, item), self.bands.get((metric, "")))


def read_bands(path: Path) -> Bands:
    """The bands of a file; DeckError with every problem and its place."""
    report = Report()
    source = parse(read_text(path, str(path)), str(path), report)
    report.raise_any()
    if source is None:
        raise DeckError([Problem(str(path), 1, 1, "toml", "expected valid TOML")])
    bands = Bands()
    for key in source.data:
        if key not in KEYS:
            report.add(source.problem((key,), f"unknown key{did_you_mean(key, KEYS)}", key=True))
    _read_table(source, "threshold", bands.thresholds, _threshold, "a number of 0 or more", report)
    _read_table(source, "band", bands.bands, _band, "two numbers, as in [0.22, 0.28]", report)
    _read_waivers(source, bands, report)
    report.raise_any()
    return bands


def _threshold(value: Any) -> float | None:
    return float(value) if _is_number(value) and value >= 0 else None


def _band(value: Any) -> tuple[float, float] | None:
    if (
        isinstance(value, list)
        and len(value) == 2
        and all(_is_number(v) for v in value)
        and value[0] <= value[1]
    ):
        return float(value[0]), float(value[1])
    return None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _read_table(  # one table of the file
    source: Source, name: str, found: dict[tuple[str, str], Any], read: Any, expected: str, report: Report
) -> None:
    """`name.metric = value`, or `name.metric.ITEM = value` with "all" for the others."""
    table = source.data.get(name, {})
    if not isinstance(table, dict):
        report.add(source.problem((name,), f"expected [{name}], got {shown(table)}"))
        return
    for metric, value in table.items():
        if metric not in METRICS:
            near = did_you_mean(metric, METRICS)
            report.add(source.problem((name, metric), f"expected {', '.join(METRICS)}{near}", key=True))
            continue
        of_items = value if isinstance(value, dict) else {"all": value}
        for item, one in of_items.items():
            known = read(one)
            if known is None:
                at = (name, metric, item) if isinstance(value, dict) else (name, metric)
                report.add(source.problem(at, f"expected {expected}, got {shown(one)}"))
            else:
                found[metric, "" if item == "all" else item] = known


def _read_waivers(source: Source, bands: Bands, report: Report) -> None:
    waivers = source.data.get("waiver", [])
    for index, spec in enumerate(waivers if isinstance(waivers, list) else [waivers]):
        at = ("waiver", index)
        if not isinstance(spec, dict):
            report.add(source.problem(at, "expected [[waiver]] with item, reason and until"))
            continue
        item, reason, until = (spec.get(key) for key in ("item", "reason", "until"))
        if not isinstance(item, str) or not isinstance(reason, str) or not reason.strip():
            report.add(source.problem(at, "expected an item and a reason, both in quotes"))
        elif not isinstance(until, dt.date) or isinstance(until, dt.datetime):
            report.add(source.problem((*at, "until"), "expected a date, as in until = 2027-01-31"))
        else:
            bands.waivers.append(Waiver(item, reason, until))
