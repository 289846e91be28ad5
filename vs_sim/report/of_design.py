"""The report of a comparison, knock-out, sweep or tournament: findings and sections made of its summary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from vs_sim.analysis.designs import CLEAR, SAME, difference_frame, largest, threshold_of
from vs_sim.report import design_figures, figures
from vs_sim.report.design_figures import POINTS, Unit
from vs_sim.report.model import Column, Finding, Grid, Lot, Report, Section
from vs_sim.report.origin import assumptions, facts_of, origin_of
from vs_sim.report.words import NAMED, listed

if TYPE_CHECKING:
    import polars as pl

    from vs_sim.analysis.stored import Stored

MOST = 40  # rows of a figure; the table has all
TITLES = {
    "compare": "what changes",
    "knockout": "what each thing does",
    "sweep": "what each setting does",
    "tournament": "who plays best",
}
MEANING = {
    "compare": "A difference is b − a.",
    "knockout": "A difference is without − with: below 0, the character owes wins to the item.",
    "sweep": "A difference is the setting less the one it stands against, over all levels of the other factors alike.",
    "tournament": "",
}
# How columns of the summaries are told: title and form of a cell.
TOLD: dict[str, tuple[str, str]] = {
    "rate": ("Win rate", "percent"), "rate_a": ("a", "percent"), "rate_b": ("b", "percent"),
    "rate_with": ("With", "percent"), "rate_without": ("Without", "percent"), "low": ("Low", "percent"),
    "high": ("High", "percent"), "least": ("Low", "points"), "most": ("High", "points"),
    "difference": ("Points", "points"), "p_adjusted": ("p adjusted", "p"), "lift": ("Lift", "ratio"),
    "games": ("Games", "count"), "games_a": ("Games", "count"), "wins": ("Wins", "count"),
    "variance_saved": ("Variance saved", "share"),
}  # fmt: skip

ENDS = {"least": "low", "most": "high"}  # ends of a difference, whose form is another than that of a rate's


def design_report(stored: Stored, *, band: float = 0.1) -> Report:
    """All of a result that compares. `band`: the part of the fair share that a difference must exceed."""
    from vs_sim.report.of_compare import compare_parts
    from vs_sim.report.of_knockout import knockout_parts
    from vs_sim.report.of_sweep import sweep_parts
    from vs_sim.report.of_tournament import tournament_parts

    parts = {
        "compare": compare_parts,
        "knockout": knockout_parts,
        "sweep": sweep_parts,
        "tournament": tournament_parts,
    }
    threshold = threshold_of(stored.summary, band)
    sections, findings = parts[stored.kind](stored, threshold)
    name = _name(stored.summary)
    title = f"{name}: {TITLES[stored.kind]}"
    if not any(section.name == "assumptions" for section in sections):
        sections += assumptions(stored)
    return Report(
        title=title,
        facts=[*facts_of(stored), *_sides(stored)],
        findings=findings,
        sections=sections,
        origin=origin_of(stored),
        method=_method(stored, threshold),
    )


def _name(summary: Mapping[str, Any]) -> str:
    """What it is about: a deck, two variants, or the name of an experiment."""
    deck, a, b = (summary.get(key) for key in ("deck", "a", "b"))
    if isinstance(a, dict) and isinstance(b, dict):
        return f"{b.get('label')} instead of {a.get('label')}"
    return str(deck.get("name", "")) if isinstance(deck, dict) else str(summary.get("experiment", ""))


def _method(stored: Stored, threshold: float) -> str:
    if stored.kind == "tournament":
        return (
            "In the field, policies sit at one table as often as can be; on the ladder one of them plays against a whole table "
            "of the next below. Strength is in logits, against the mean of the field."
        )
    return (
        f"{MEANING[stored.kind]} Both are played on the same deals, and intervals are of the difference block by block. A "
        f"difference counts if its adjusted p (Benjamini–Hochberg) is below 0.05 and it is larger than {threshold:.1%}; it is "
        f"shown to be none if its interval lies within ± {threshold:.1%}."
    )


def _sides(stored: Stored) -> list[tuple[str, str]]:
    """What a and b are."""
    sides = {key: stored.summary.get(key) for key in ("a", "b")}
    return [
        (key, str(side.get("label", "")) if isinstance(side, dict) else str(side))
        for key, side in sides.items()
        if side is not None
    ]


# --- parts that several kinds have ---
def below(stored: Stored, meaning: str = "") -> str:
    """Meaning of the differences, confidence and n, for the foot of a figure."""
    games, cells = stored.summary.get("games"), stored.summary.get("cells")
    each = f"in each of {len(cells)} cells" if cells else "of each variant"
    played = f" {games:,} games {each}." if isinstance(games, int) else ""
    confidence = float(stored.summary.get("confidence", 0.95))
    return f"{meaning or MEANING[stored.kind]} {confidence:.0%} intervals, paired on the same deals.{played}"


def forest_section(  # noqa: PLR0913  # what it shows and how it is told
    stored: Stored,
    name: str,
    title: str,
    frame: pl.DataFrame,
    *,
    threshold: float | None,
    unit: Unit = POINTS,
    noun: str = "",
    meaning: str = "",
    grid: Grid | None = None,
) -> Section:
    """Differences of a frame (name, difference, low, high, clear), the largest first."""
    top = frame.row(0, named=True)
    finding = f"{noun}{top['name']} changes most: {unit.said(top['difference'])} {_of(unit)}"
    if not frame["clear"].any():
        finding = f"{title}: no change is shown"
    figure = design_figures.differences(
        frame.head(MOST), finding=finding, below=below(stored, meaning), unit=unit, band=threshold
    )
    return Section(name, title, "", figure, finding, grid)


def _of(unit: Unit) -> str:
    return "points" if unit is POINTS else "turns" if unit is design_figures.TURNS else ""


def points(difference: float) -> str:
    """A difference of win rates with its unit."""
    return f"{POINTS.said(difference)} points"


def crossed_section(  # noqa: PLR0913  # what it shows and how it is told
    stored: Stored,
    name: str,
    title: str,
    frame: pl.DataFrame,
    *,
    by: str,
    grid: Grid | None = None,
    text: str = "",
    unit: str = "Percentage points of win rate.",
    meaning: str = "",
) -> Section:
    """Items of the column `by` against characters."""
    top = frame.row(0, named=True)
    finding = f"{top[by]} does most to {top['character']}: {points(top['difference'])}"
    if not frame["clear"].any():
        finding = "No change is shown for any character"
    figure = figures.heat_map(
        largest(frame, by, MOST), rows=by, columns="character", value="difference", strong="clear", signed=True,
        finding=finding, unit=f"{unit} Bold: adjusted p below 0.05; italics: not shown.",
        below=below(stored, meaning),
    )  # fmt: skip
    return Section(name, title, text, figure, finding, grid)


def who_plays(summary: Mapping[str, Any], unit: Unit = POINTS) -> list[Section]:
    """What becomes of each finding with other players, where several sets of policies played; `unit` of win rates."""
    order = {"turns sign": 0, "differs": 1, "holds": 2}
    rows = [row for row in summary.get("robustness", []) if row["finding"] in order]
    if "robust" not in summary:
        return []
    said: list[dict[str, Any]] = []
    for row in sorted(rows, key=lambda row: order[row["finding"]]):
        of = {"turns": design_figures.TURNS, "unfinished": POINTS}.get(row["table"], unit)
        known = row["low"] is not None and row["high"] is not None
        ends = f"{of.said(row['low'])} to {of.said(row['high'])}" if known else ""
        name = f"seat {row['name']}" if row["table"] == "seats" else row["name"]
        change = "" if row["difference"] is None else of.said(row["difference"])
        said.append({**row, "name": name, "said": change, "ends": ends})
    columns = [
        Column("Item", "item"), Column("Of", "name"), Column("Who plays", "policy"), Column("Difference", "said"),
        Column("Interval", "ends"), Column("p adjusted", "p_adjusted", "p"), Column("Finding", "finding"),
    ]  # fmt: skip
    keys = [column.key for column in columns]
    grid = Grid(columns, [{key: row[key] for key in keys} for row in said]) if said else None
    return [Section("who-plays", "Whoever plays", str(summary["robust"]), grid=grid)]


def difference_findings(frame: pl.DataFrame, named: str, section: str, word: str = "") -> list[Finding]:
    """What changed, each in a line; what is shown to stay; what is undecided. `word` stands before an item."""

    def said(row: Mapping[str, Any]) -> str:
        whom = f": {row['character']}" if named != "character" and "character" in row else ""
        ends = "" if row["low"] is None else f" ({POINTS.said(row['low'])} to {POINTS.said(row['high'])})"
        return f"{word}{row[named]}{whom} {points(row['difference'])}{ends}"

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
        more = f"{len(lots[CLEAR]) - 2 * NAMED} more changes in the table."
        found.append(Finding(Lot.BREAKS, "changed", more, section))
    if lots[SAME]:
        found.append(Finding(Lot.HOLDS, "no change that matters", f"{together(lots[SAME])}.", section))
    if rest:
        found.append(Finding(Lot.TEST, "undecided", f"{together(rest)}. Play more games.", section))
    return found


def judged(rows: Sequence[Mapping[str, Any]], threshold: float) -> pl.DataFrame:
    """Rows with a difference as a frame with `clear` and `verdict`, the largest first."""
    return difference_frame(rows, threshold)


def grid_of(rows: Sequence[Mapping[str, Any]], keys: Sequence[tuple[str, str] | str]) -> Grid:
    """A table of some keys of the rows: a key of TOLD, or a key with its title."""
    columns = [
        Column(*_told(key)) if isinstance(key, str) else Column(key[1], key[0], _form(key[0], rows))
        for key in keys
    ]
    return Grid(
        columns,
        [{column.key: row.get(ENDS.get(column.key, column.key)) for column in columns} for row in rows],
    )


def _told(key: str) -> tuple[str, str, str]:
    title, form = TOLD[key]
    return title, key, form


def _form(key: str, rows: Sequence[Mapping[str, Any]]) -> str:
    if key in TOLD:
        return TOLD[key][1]
    numbers = [row.get(key) for row in rows]
    plain = all(isinstance(one, int | float) or one is None for one in numbers)
    return "number" if plain and any(one is not None for one in numbers) else "text"
