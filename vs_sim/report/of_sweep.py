"""A sweep as findings and sections: main effects, interactions, player counts, cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vs_sim.analysis import design_pictures as pictures
from vs_sim.report import design_figures, figures
from vs_sim.report.design_figures import POINTS, TURNS, Unit
from vs_sim.report.model import Column, Finding, Grid, Lot, Section
from vs_sim.report.of_design import crossed_section, difference_findings, forest_section, judged, who_plays

if TYPE_CHECKING:
    from vs_sim.analysis.stored import Stored

LIFT = Unit("difference in lift (win rate × players)", 1, 2)


def sweep_parts(stored: Stored, threshold: float) -> tuple[list[Section], list[Finding]]:
    """Length: main effects, together, all effects; then the first seat, characters, player counts, cells."""
    summary = stored.summary
    told = [str(one) for one in summary.get("sentences", [])]
    text = str(summary.get("question", ""))
    sections = [Section("words", "In words", text, points=told)] if text or told else []
    sections += _lengths(stored)
    sections += _seats(stored, threshold)
    more, findings = _characters(stored, threshold)
    lift = summary.get("unit") == "lift"
    sections += [
        *more,
        *who_plays(summary, LIFT if lift else POINTS),
        *players_sections(stored),
        _cells(stored),
    ]
    return sections, [*_length_findings(stored), *findings]


def _lengths(stored: Stored) -> list[Section]:
    frame = pictures.sweep_effects(stored.summary, "turns")
    if frame.is_empty():
        return []
    top = frame.row(0, named=True)
    finding = f"{top['name']}: {TURNS.said(top['difference'])} turns"
    foot = f"Means over all cells with this level, with their intervals. {_n(stored)}"
    sections = [
        Section("levels", "Length by setting", "", design_figures.levels(
            pictures.levels(stored.summary, "turns"), finding=finding, what="turns in a game (mean)", below=foot
        ), finding)
    ]  # fmt: skip
    both = pictures.pairs(stored.summary, "turns")
    if not both.is_empty():
        shown = frame.filter((frame["kind"] != "main") & frame["clear"])
        says = "Settings add up: no interaction is shown"
        if len(shown):
            says = f"Not all add up: {shown['name'][0]} is {TURNS.said(shown['difference'][0])} turns beyond both"
        figure = design_figures.interactions(both, finding=says, what="turns in a game (mean)",
                                             below=f"Parallel lines: the two settings add up. {foot}")  # fmt: skip
        sections.append(Section("together", "Settings together", "", figure, says))
    sections.append(
        forest_section(
            stored, "length", "Length: all effects", frame, threshold=None, unit=TURNS,
            grid=_grid(frame.to_dicts(), TURNS),
        )
    )  # fmt: skip
    return sections


def _n(stored: Stored) -> str:
    summary = stored.summary
    return f"{summary['games']:,} games in each of {len(summary['cells'])} cells."


def _grid(rows: list[dict[str, Any]], unit: Unit) -> Grid:
    """Effects with their intervals, in the unit."""
    columns = (Column("Effect", "name"), Column("Difference", "said"), Column("Interval", "ends"),
               Column("p adjusted", "p_adjusted", "p"))  # fmt: skip
    told = [
        {
            "name": row["name"],
            "said": unit.said(row["difference"]),
            "ends": "–" if row["low"] is None else f"{unit.said(row['low'])} to {unit.said(row['high'])}",
            "p_adjusted": row["p_adjusted"],
        }
        for row in rows
    ]
    return Grid(columns, told)


def _unit(stored: Stored) -> Unit:
    return LIFT if stored.summary["unit"] == "lift" else POINTS


def _seats(stored: Stored, threshold: float) -> list[Section]:
    frame = pictures.sweep_effects(stored.summary, "seat")
    frame = frame.filter(frame["character"] == "0") if not frame.is_empty() else frame
    if frame.is_empty():
        return []
    unit = _unit(stored)
    return [
        forest_section(
            stored, "seat", "The first seat", frame, threshold=threshold if unit is POINTS else None, unit=unit,
            grid=_grid(frame.to_dicts(), unit),
        )
    ]  # fmt: skip


def _characters(stored: Stored, threshold: float) -> tuple[list[Section], list[Finding]]:
    rows = pictures.sweep_effects(stored.summary, "character")
    if rows.is_empty():
        return [], []
    if _unit(stored) is LIFT:  # lift of a table of n is n times the rate
        threshold *= 4
    frame = judged(rows.to_dicts(), threshold)
    grid = Grid(
        (
            Column("Effect", "name"), Column("Character", "character"), Column("Points", "difference", "points"),
            Column("Low", "low", "points"), Column("High", "high", "points"), Column("p adjusted", "p_adjusted", "p"),
            Column("Verdict", "verdict"),
        ),
        frame.to_dicts(),
    )  # fmt: skip
    unit = (
        "Points of lift: 100 × win rate × players."
        if _unit(stored) is LIFT
        else "Percentage points of win rate."
    )
    section = crossed_section(stored, "characters", "Characters", frame, by="name", grid=grid, unit=unit)
    return [section], difference_findings(frame, "name", "characters")


def players_sections(stored: Stored) -> list[Section]:
    """Lift by the number of players, where that is a factor."""
    frame = pictures.by_players(stored.summary)
    if frame is None or frame.is_empty():
        return []
    name, first, last = pictures.most_changed(frame)
    finding = f"{name} changes most from the smallest table to the largest: lift {first:.2f} → {last:.2f}"
    figure = figures.lines(
        frame, finding=finding, what="players", y_says="lift (1 is fair)", fair=1.0,
        below=f"Lift: win rate × players. Grey: 95% intervals. {_n(stored)}",
    )  # fmt: skip
    return [Section("players", "Characters by number of players", "", figure, finding)]


def _cells(stored: Stored) -> Section:
    rows = pictures.cells(stored.summary)
    names = [factor["name"] for factor in stored.summary["factors"]]
    lift = stored.summary["unit"] == "lift"
    columns = [
        *(Column(name, name) for name in names),
        Column("Games", "games", "count"),
        Column("Turns", "turns", "number"),
        Column("First seat" + (" (lift)" if lift else ""), "first seat", "ratio" if lift else "percent"),
        Column("Unfinished", "unfinished", "percent"),
    ]
    return Section("cells", "All cells", grid=Grid(columns, rows))


def _length_findings(stored: Stored) -> list[Finding]:
    frame = pictures.sweep_effects(stored.summary, "turns")
    if frame.is_empty():
        return []
    found = [
        Finding(
            Lot.BREAKS,
            "longer games" if row["difference"] > 0 else "shorter games",
            f"{row['name']}: {TURNS.said(row['difference'])} turns.",
            "length",
        )
        for row in frame.to_dicts()
        if row["clear"] and row["kind"] == "main"
    ]
    together = frame.filter(frame["kind"] != "main")
    if len(together) and not together["clear"].any():
        found.append(
            Finding(
                Lot.HOLDS, "settings add up", "No interaction is shown in the length of games.", "together"
            )
        )
    return found
