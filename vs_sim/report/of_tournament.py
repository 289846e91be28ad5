"""A tournament as findings and sections: the field, the ladder, skill and luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from vs_sim.report import figures
from vs_sim.report.model import Finding, Lot, Section
from vs_sim.report.of_design import grid_of

if TYPE_CHECKING:
    from vs_sim.analysis.stored import Stored


def tournament_parts(stored: Stored, threshold: float) -> tuple[list[Section], list[Finding]]:
    """For each number of players: the field and the ladder."""
    del threshold
    sections: list[Section] = []
    findings: list[Finding] = []
    summary = stored.summary
    several = len(summary["players"]) > 1
    for players in summary["players"]:
        mark, says = (f"-{players}", f" ({players} players)") if several else ("", "")
        field = [row for row in summary["policies"] if row["players"] == players and row["rate"] is not None]
        steps = [row for row in summary["ladder"] if row["players"] == players and row["rate"] is not None]
        skill = next((row for row in summary.get("skill", []) if row["players"] == players), {})
        if field:
            sections.append(_field(field, players, f"field{mark}", f"The field{says}", skill))
            findings += _best(field, f"field{mark}", says)
        if steps:
            sections.append(_ladder(steps, players, f"ladder{mark}", f"The ladder{says}"))
            findings += _steps(steps, players, f"ladder{mark}")
    return sections, findings


def _frame(rows: Sequence[Mapping[str, Any]]) -> Any:
    import polars as pl

    return pl.DataFrame([dict(row) for row in rows], infer_schema_length=None)


def _field(
    rows: Sequence[Mapping[str, Any]], players: int, name: str, title: str, skill: Mapping[str, Any]
) -> Section:
    top = rows[0]
    finding = f"{top['name']} wins most often: {top['rate']:.1%} of its games"
    figure = figures.rates(
        _frame(rows), finding=finding, what="win rate: share of finished games won",
        below=f"Tables of {players} with all policies mixed. n: finished games. 95% intervals.",
        line=1 / players, line_says=f"fair share {1 / players:.1%}",
    )  # fmt: skip
    known = skill.get("skill")
    text = (
        ""
        if known is None
        else f"{known:.0%} of who wins is skill, {1 - known:.0%} luck of the deal, with these players."
    )
    keys = [("name", "Policy"), "rate", "low", "high", "lift", ("strength", "Strength"), "games"]
    return Section(name, title, text, figure, finding, grid_of(rows, keys))


def _ladder(steps: Sequence[Mapping[str, Any]], players: int, name: str, title: str) -> Section:
    rows = [{**row, "name": f"{row['name']} over {row['below']}"} for row in steps]
    most = max(rows, key=lambda row: row["rate"])
    finding = f"The highest step: {most['name']}, {most['rate']:.1%} where {1 / players:.0%} is even"
    figure = figures.rates(
        _frame(rows), finding=finding, what="win rate of the one above",
        below=f"One of the upper policy against {players - 1} of the next below; strong at the top. n: finished games. "
        "95% intervals.",
        line=1 / players, line_says=f"as strong as the rest {1 / players:.1%}",
    )  # fmt: skip
    return Section(
        name,
        title,
        "",
        figure,
        finding,
        grid_of(rows, [("name", "Step"), "rate", "low", "high", "lift", "games"]),
    )


def _best(rows: Sequence[Mapping[str, Any]], section: str, says: str) -> list[Finding]:
    """Whether the first is shown to be ahead of the second."""
    if len(rows) < 2:
        return []
    first, second = rows[:2]
    said = f"{first['name']} {first['rate']:.1%} ({first['low']:.1%} to {first['high']:.1%}), "
    said += f"then {second['name']} {second['rate']:.1%}{says}."
    ahead = first["low"] > second["high"]
    lot = Lot.HOLDS if ahead else Lot.TEST
    return [Finding(lot, "ahead of all" if ahead else "who is best is undecided", said, section)]


def _steps(rows: Sequence[Mapping[str, Any]], players: int, section: str) -> list[Finding]:
    """Each step: shown to be one, shown not to be one, or undecided."""
    found: list[Finding] = []
    for row in rows:
        said = f"{row['name']} against a table of {row['below']}: {row['rate']:.1%} ({row['low']:.1%} to {row['high']:.1%})."
        if row["low"] > 1 / players:
            found.append(Finding(Lot.HOLDS, "a step up", said, section))
        elif row["high"] < 1 / players:
            found.append(Finding(Lot.BREAKS, "no step up", said, section))
        else:
            found.append(Finding(Lot.TEST, "undecided", said, section))
    return found
