"""A comparison as findings and sections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from vs_sim.report import figures
from vs_sim.report.design_figures import POINTS, TURNS
from vs_sim.report.model import Finding, Grid, Lot, Section
from vs_sim.report.of_design import difference_findings, forest_section, grid_of, judged
from vs_sim.report.words import listed

if TYPE_CHECKING:
    from vs_sim.analysis.stored import Stored

KEYS = ("rate_a", "rate_b", "difference", "least", "most", "p_adjusted", "variance_saved", "games_a")


def compare_parts(stored: Stored, threshold: float) -> tuple[list[Section], list[Finding]]:
    """Length first, then characters and seats, then what becomes of it with other players."""
    summary = stored.summary
    sections = [*_words(summary)]
    findings = [*_length(summary)]
    for key, title, noun in (("characters", "Characters", ""), ("seats", "Seats", "Seat ")):
        rows = [{**row, "name": f"{noun}{row['name']}"} for row in summary.get(key, [])]
        frame = judged(rows, threshold)
        if frame.is_empty():
            continue
        grid = grid_of(frame.to_dicts(), [("name", title[:-1]), *KEYS, ("verdict", "Verdict")])
        sections.append(forest_section(stored, key, title, frame, threshold=threshold, grid=grid))
        findings += difference_findings(frame, "name", key)
    sections.append(Section("length", "Length and ends", grid=_ends(summary)))
    robust, turned = _robust(summary)
    return [*sections, *robust], [*findings, *turned]


def _words(summary: Mapping[str, Any]) -> list[Section]:
    by_policy: Mapping[str, str] = summary.get("sentences") or {}
    told = [f"With {policy}: {sentence}" for policy, sentence in by_policy.items()]
    text = "" if told else str(summary.get("sentence", ""))
    return [Section("words", "In words", text, points=told)] if told or text else []


def _length(summary: Mapping[str, Any]) -> list[Finding]:
    """Whether games get longer, and whether they end."""
    found: list[Finding] = []
    for key, unit, noun in (("turns", TURNS, "turns"), ("unfinished", POINTS, "points of them unfinished")):
        row = summary.get(key) or {}
        if row.get("difference") is None or row.get("low") is None:
            continue
        said = f"Games: {unit.said(row['difference'])} {noun} ({unit.said(row['low'])} to {unit.said(row['high'])})"
        if not row["low"] <= 0 <= row["high"]:
            more, less = (
                ("longer games", "shorter games") if key == "turns" else ("fewer games end", "more games end")
            )
            found.append(Finding(Lot.BREAKS, more if row["difference"] > 0 else less, f"{said}.", "length"))
        else:
            same = "length as before" if key == "turns" else "games end as before"
            found.append(Finding(Lot.HOLDS, same, f"{said}.", "length"))
    return found  # fmt: skip


def _ends(summary: Mapping[str, Any]) -> Grid:
    rows = [
        {
            "what": what,
            "a": _side(row, "a", unit),
            "b": _side(row, "b", unit),
            "change": "–" if row.get("difference") is None else unit.said(row["difference"]),
            "ends": "–" if row.get("low") is None else f"{unit.said(row['low'])} to {unit.said(row['high'])}",
        }
        for key, what, unit in (
            ("turns", "Turns in a game (mean)", TURNS),
            ("unfinished", "Unfinished games, %", POINTS),
        )
        for row in [summary.get(key) or {}]
    ]
    return grid_of(rows, [("what", ""), ("a", "a"), ("b", "b"), ("change", "b − a"), ("ends", "Interval")])


def _side(row: Mapping[str, Any], side: str, unit: Any) -> str:
    value = row.get(f"rate_{side}", row.get(side))
    return "–" if value is None else f"{value * unit.scale:.{unit.decimals}f}"


def _robust(summary: Mapping[str, Any]) -> tuple[list[Section], list[Finding]]:
    """The same findings with other policies, side by side."""
    import polars as pl

    rows = [row for row in summary.get("robustness", []) if row["table"] in ("characters", "seats")]
    if not rows:
        text = "Both were played by the same kind of player. Repeat it with --also-policy to see what stays."
        return [], [Finding(Lot.TEST, "hangs on who plays", text)]
    frame = pl.DataFrame(rows, infer_schema_length=None).with_columns(
        pl.when(pl.col("table") == "seats").then(pl.format("Seat {}", "name")).otherwise("name").alias("name"),
        (pl.col("p_adjusted") < 0.05).fill_null(value=False).alias("clear"),
    )  # fmt: skip
    by = {
        what: frame.filter(pl.col("finding") == what)["name"].unique(maintain_order=True).to_list()
        for what in ("holds", "differs", "turns sign")
    }
    finding = (
        "No finding turns its sign with other players"
        if not by["turns sign"]
        else f"{listed(by['turns sign'])}: the sign hangs on who plays"
    )
    figure = figures.heat_map(
        frame, rows="name", columns="policy", value="difference", strong="clear", signed=True, finding=finding,
        unit="Percentage points of win rate, b − a, by who plays. Bold: adjusted p below 0.05.", below="",
    )  # fmt: skip
    keys = (
        ("name", "Item"), ("policy", "Who plays"), "difference", "least", "most", "p_adjusted", ("finding", "Finding"),
    )  # fmt: skip
    section = Section("who-plays", "Whoever plays", "", figure, finding, grid_of(frame.to_dicts(), keys))
    found = [
        Finding(lot, verdict, f"{listed(by[what])}.", "who-plays")
        for what, lot, verdict in (
            ("holds", Lot.HOLDS, "shown whoever plays"),
            ("differs", Lot.TEST, "shown with some players only"),
            ("turns sign", Lot.TEST, "turns its sign with who plays"),
        )
        if by[what]
    ]
    return [section], found
