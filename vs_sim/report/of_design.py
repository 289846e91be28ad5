"""The report of a comparison, knock-out, sweep or tournament: sections made of the tables in its summary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from vs_sim.analysis.designs import CLEAR, SAME, difference_frame, largest, lists_of, name_key, threshold_of
from vs_sim.report import figures
from vs_sim.report.model import Column, Finding, Grid, Lot, Report, Section
from vs_sim.report.origin import assumptions, facts_of, origin_of
from vs_sim.report.words import NAMED, listed

if TYPE_CHECKING:
    import polars as pl

    from vs_sim.analysis.stored import Stored

MOST = 40  # rows of a figure; the table has all
TITLES = {
    "compare": "What changes",
    "knockout": "What each thing does",
    "sweep": "What each setting does",
    "tournament": "Who plays best",
}
MEANING = {
    "compare": "A difference is b − a.",
    "knockout": "A difference is without − with: below 0, the character owes wins to the item.",
    "sweep": "A difference is the changed setting less the other.",
    "tournament": "",
}
FORMS = {
    "rate": "percent", "rate_a": "percent", "rate_b": "percent", "low": "percent", "high": "percent",
    "share": "percent", "difference": "signed", "p": "p", "p_adjusted": "p", "lift": "ratio", "games": "count",
    "wins": "count", "unfinished": "count",
}  # fmt: skip


def design_report(stored: Stored, *, band: float = 0.1) -> Report:
    """All of a result that compares. `band`: the part of the fair share that a difference must exceed."""
    threshold = threshold_of(stored.summary, band)
    sections: list[Section] = []
    findings: list[Finding] = []
    for key, rows in lists_of(stored.summary).items():
        section, found = _section(stored, key, rows, threshold)
        sections.append(section)
        findings += found
    sections += _pairs(stored)
    told = stored.summary.get("sentences", stored.summary.get("sentence"))
    if told:
        sections.insert(
            0,
            Section(
                "words", "In words", told if isinstance(told, str) else " ".join(str(one) for one in told)
            ),
        )
    deck = stored.summary.get("deck")
    name = str(deck.get("name", "")) if isinstance(deck, dict) else ""
    return Report(
        title=f"{name}: {TITLES[stored.kind].lower()}" if name else TITLES[stored.kind],
        facts=[*facts_of(stored), *_sides(stored)],
        findings=findings,
        sections=[*sections, *([] if "assumptions" in stored.summary else assumptions(stored))],
        origin=origin_of(stored),
        method=f"{MEANING[stored.kind]} A difference counts if its adjusted p is below 0.05 and it is larger "
        f"than {threshold:.1%}; "
        f"it is shown to be none if its interval lies within ± {threshold:.1%}.".strip(),
    )


def _sides(stored: Stored) -> list[tuple[str, str]]:
    """What a and b are."""
    sides = {key: stored.summary.get(key) for key in ("a", "b")}
    return [
        (key, ", ".join(f"{k} {v}" for k, v in side.items()) if isinstance(side, dict) else str(side))
        for key, side in sides.items()
        if side is not None
    ]


def _section(
    stored: Stored, key: str, rows: Sequence[Mapping[str, Any]], threshold: float
) -> tuple[Section, list[Finding]]:
    """A table of the summary with the figure that suits it, and what it finds."""
    name, title = key.replace("_", "-"), key.replace("_", " ").capitalize()
    named = name_key(rows)
    if named and {"difference", "low", "high", "p_adjusted"} <= set(rows[0]):
        frame = difference_frame(rows, threshold)
        if not frame.is_empty():
            crossed = named != "character" and "character" in frame.columns
            figure, finding = (_crossed if crossed else _forest)(frame, named, stored)
            grid = _grid(frame.drop("clear").to_dicts())
            return Section(name, title, "", figure, finding, grid), _findings(frame, named, name)
    if key == "assumptions" and {"assumption", "largest"} <= set(rows[0]):
        return _guesses(name, rows), _hanging(stored.summary["assumptions"], name)
    if named and {"rate", "low", "high", "games"} <= set(rows[0]):
        return _ladder(name, title, named, rows), _best(rows, named, name, stored.kind)
    return Section(name, title, grid=_grid(rows)), []


def _below(stored: Stored) -> str:
    games = stored.summary.get("games")
    played = f" {games:,} games." if isinstance(games, int) else ""
    confidence = float(stored.summary.get("confidence", 0.95))
    return f"{MEANING[stored.kind]} {confidence:.0%} intervals, paired on the same deals.{played}"


def _forest(frame: pl.DataFrame, named: str, stored: Stored) -> tuple[Any, str]:
    top = frame.row(0, named=True)
    finding = f"{top[named]} changes most: {_points(top['difference'])}"
    if not frame["clear"].any():
        finding = "No change is clear"
    shown = frame.head(MOST).rename({named: "name"}) if named != "name" else frame.head(MOST)
    figure = figures.differences(
        shown, finding=finding, what="difference in win rate, percentage points", below=_below(stored)
    )
    return figure, finding


def _points(difference: float) -> str:
    return f"{difference:+.1%} points".replace("%", "").replace("-", "−")


def _crossed(frame: pl.DataFrame, named: str, stored: Stored) -> tuple[Any, str]:
    """Items by characters."""
    top = frame.row(0, named=True)
    finding = f"{top[named]} does most to {top['character']}: {_points(top['difference'])}"
    figure = figures.heat_map(
        largest(frame, named, MOST), rows=named, columns="character", value="difference", strong="clear", signed=True,
        finding=finding, unit="Difference in win rate, percentage points. Bold: adjusted p below 0.05.",
        below=_below(stored),
    )  # fmt: skip
    return figure, finding


def _findings(frame: pl.DataFrame, named: str, section: str) -> list[Finding]:
    """What changed, each in a line; what is shown to stay; what is undecided."""

    def said(row: Mapping[str, Any]) -> str:
        whom = f" for {row['character']}" if named != "character" and "character" in row else ""
        return f"{row[named]}{whom} {_points(row['difference'])} ({row['low']:+.1%} to {row['high']:+.1%})".replace(
            "%", ""
        ).replace("-", "−")

    def together(rows: list[dict[str, Any]]) -> str:
        more = [f"{len(rows) - NAMED} more in the table"] if len(rows) > NAMED else []
        return listed([said(row) for row in rows[:NAMED]] + more)

    rows = frame.to_dicts()
    lots = {verdict: [row for row in rows if row["verdict"] == verdict] for verdict in (CLEAR, SAME)}
    rest = [row for row in rows if row["verdict"] not in lots]
    found = [
        Finding(Lot.BREAKS, "more wins" if row["difference"] > 0 else "fewer wins", f"{said(row)}.", section)
        for row in lots[CLEAR][: 2 * NAMED]
    ]
    if len(lots[CLEAR]) > 2 * NAMED:
        found.append(
            Finding(
                Lot.BREAKS, "changed", f"{len(lots[CLEAR]) - 2 * NAMED} more changes in the table.", section
            )
        )
    if lots[SAME]:
        found.append(Finding(Lot.HOLDS, "no change that matters", f"{together(lots[SAME])}.", section))
    if rest:
        found.append(Finding(Lot.TEST, "undecided", f"{together(rest)}. Play more games.", section))
    return found


def _guesses(name: str, rows: Sequence[Mapping[str, Any]]) -> Section:
    """Assumptions by how much hangs on them."""
    import polars as pl

    moving = [row for row in rows if row["largest"]][:MOST]
    grid = _grid(rows)
    if not moving:
        return Section(
            name, "Assumptions that matter", "No assumption is shown to move a win rate.", grid=grid
        )
    top = moving[0]
    finding = f"Most hangs on {top['assumption']}: it moves {top['character']} by {top['largest']:.1%} points".replace(
        "%", ""
    )
    frame = pl.DataFrame(
        {
            "name": [row["assumption"] for row in moving],
            "share": [row["largest"] for row in moving],
            "says": [str(row["character"]) for row in moving],
        }
    )
    figure = figures.shares(
        frame,
        finding=finding,
        what="largest shown change of a character's win rate",
        below="Beside the bar: the character.",
    )
    return Section(name, "Assumptions that matter", "", figure, finding, grid)


def _hanging(rows: Sequence[Mapping[str, Any]], section: str) -> list[Finding]:
    """Assumptions on which a finding hangs."""
    return [
        Finding(Lot.TEST, "hangs on an assumption", str(row.get("text") or row["assumption"]), section)
        for row in rows
        if row.get("undone")
    ]


def _ladder(name: str, title: str, named: str, rows: Sequence[Mapping[str, Any]]) -> Section:
    import polars as pl

    frame = pl.DataFrame([dict(row) for row in rows], infer_schema_length=None).filter(
        pl.col("rate").is_not_null()
    )
    if frame.is_empty():
        return Section(name, title, grid=_grid(rows))
    frame = frame.sort("rate", descending=True, maintain_order=True)
    top = frame.row(0, named=True)
    finding = f"{top[named]} wins most often: {top['rate']:.1%}"
    shown = frame.head(MOST).rename({named: "name"}) if named != "name" else frame.head(MOST)
    figure = figures.rates(
        shown, finding=finding, what="win rate: share of finished games won", below="n: finished games.", line=None,
        line_says="",
    )  # fmt: skip
    return Section(name, title, "", figure, finding, _grid(rows))


def _best(rows: Sequence[Mapping[str, Any]], named: str, section: str, kind: str) -> list[Finding]:
    """Of a ladder: whether its first is shown to be ahead of the second."""
    order = sorted((row for row in rows if row["rate"] is not None), key=lambda row: -row["rate"])
    if kind != "tournament" or len(order) < 2:
        return []
    first, second = order[:2]
    ahead = first["low"] > second["high"]
    said = f"{first[named]} {first['rate']:.1%} ({first['low']:.1%} to {first['high']:.1%})"
    said += f", then {second[named]} {second['rate']:.1%}."
    lot = Lot.HOLDS if ahead else Lot.TEST
    return [Finding(lot, "ahead of all" if ahead else "who is best is undecided", said, section)]


def _pairs(stored: Stored) -> list[Section]:
    """Single differences of the summary (turns, unfinished): label and values."""
    rows = [
        {"what": key.replace("_", " "), **value}
        for key, value in stored.summary.items()
        if isinstance(value, dict) and "difference" in value
    ]
    keys = list(dict.fromkeys(key for row in rows for key in row))
    columns = [
        Column(key.replace("_", " ").capitalize(), key, "text" if key == "what" else "number") for key in keys
    ]
    filled = [{key: row.get(key) for key in keys} for row in rows]
    return [Section("others", "Length and ends", grid=Grid(columns, filled))] if rows else []


def _grid(rows: Sequence[Mapping[str, Any]]) -> Grid:
    keys = list(dict.fromkeys(key for row in rows for key in row))
    filled = [{key: row.get(key) for key in keys} for row in rows]
    columns = [Column(key.replace("_", " ").capitalize(), key, _form(key, filled)) for key in keys]
    return Grid(columns, filled)


def _form(key: str, rows: Sequence[Mapping[str, Any]]) -> str:
    numbers = all(isinstance(row[key], int | float) or row[key] is None for row in rows)
    return FORMS.get(key, "number") if numbers else "text"
