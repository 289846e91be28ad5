"""A knock-out as findings and sections: what each thing does to characters and to the length of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from vs_sim.analysis import design_pictures
from vs_sim.analysis.knockout_words import RULE_SET
from vs_sim.report import figures
from vs_sim.report.design_figures import TURNS
from vs_sim.report.model import Finding, Grid, Lot, Section
from vs_sim.report.of_design import (
    crossed_section,
    difference_findings,
    forest_section,
    grid_of,
    judged,
    who_plays,
)
from vs_sim.report.words import plural

if TYPE_CHECKING:
    from vs_sim.analysis.stored import Stored

KEYS = ("rate_with", "rate_without", "difference", "least", "most", "p_adjusted")
MOST = 40


def knockout_parts(stored: Stored, threshold: float) -> tuple[list[Section], list[Finding]]:
    """In words, then by kind of item: characters, length; assumptions by how much hangs on them."""
    summary = stored.summary
    told = [str(one) for one in summary.get("sentences", [])]
    kinds = list(dict.fromkeys(row["kind"] for row in summary["items"]))
    sections = [Section("words", "In words", points=told)] if told and kinds != ["assumption"] else []
    findings: list[Finding] = []
    for kind in kinds:
        if kind == "assumption" and summary.get("assumptions"):
            continue
        more, found = kind_parts(stored, kind, threshold)
        sections += more
        findings += found
    guesses = summary.get("assumptions") or []
    if guesses:
        sections += [guesses_section(guesses)]
        findings += guess_findings(guesses, summary.get("findings", []))
    return [*sections, *who_plays(summary), *_missed(summary)], findings


def kind_parts(stored: Stored, kind: str, threshold: float) -> tuple[list[Section], list[Finding]]:
    """The items of a kind against characters, and against the length of games."""
    name, title = kind.replace(" ", "-"), plural(kind).capitalize()
    rows = [row for row in stored.summary["items"] if row["kind"] == kind]
    effects = [row for row in stored.summary.get("effects", []) if row["kind"] == kind]
    changes = {row["item"]: row["change"] for row in effects}
    frame = judged(rows, threshold)
    brought_in = kind == RULE_SET
    meaning = "A difference is with the house rules − without." if brought_in else ""
    longer = meaning or "A difference is without − with: above 0, the item makes games shorter."
    sections: list[Section] = []
    findings: list[Finding] = []
    if not frame.is_empty():
        keys = [("item", kind.capitalize()), ("character", "Character"), *KEYS, ("verdict", "Verdict")]
        grid = grid_of(frame.to_dicts(), keys)
        if brought_in:  # what stands for "without" is the deck with the rules
            named = {"rate_with": "As it is", "rate_without": "With them"}
            grid = Grid(
                [replace(one, title=named.get(one.key, one.title)) for one in grid.columns], grid.rows
            )
        told = crossed_section(
            stored, name, f"{title}: who owes what", frame, by="item", grid=grid, meaning=meaning
        )
        sections.append(told)
        findings += difference_findings(frame, "item", name, "with " if brought_in else "without ")
    lengths = design_pictures.lengths(effects)
    if not lengths.is_empty():
        rows = [{**row, "change": changes[row["name"]]} for row in lengths.to_dicts()]
        told = grid_of(rows, [("name", kind.capitalize()), ("change", "What is other"), ("turns", "Turns"),
                              ("ends", "Interval")])  # fmt: skip
        told = Grid(told.columns, [_in_turns(row) for row in rows])
        section = f"{name}-length"
        sections.append(
            forest_section(
                stored, section, f"{title}: length of games", lengths, threshold=None, unit=TURNS,
                noun="With " if brought_in else "Without ", meaning=longer, grid=told,
            )
        )  # fmt: skip
        findings += _length_findings(lengths.to_dicts(), section, "with" if brought_in else "without")
    return sections, findings


def _in_turns(row: Mapping[str, Any]) -> dict[str, Any]:
    ends = "–" if row["low"] is None else f"{TURNS.said(row['low'])} to {TURNS.said(row['high'])}"
    return {
        "name": row["name"],
        "change": row["change"],
        "turns": TURNS.said(row["difference"]),
        "ends": ends,
    }


def _length_findings(rows: Sequence[Mapping[str, Any]], section: str, word: str) -> list[Finding]:
    """What moves the length of games, in one line."""
    shown = [row for row in rows if row["clear"]][:4]
    if not shown:
        return []
    said = "; ".join(f"{word} {row['name']} {TURNS.said(row['difference'])}" for row in shown)
    return [Finding(Lot.BREAKS, "moves the length of games", f"In turns: {said}.", section)]


def guesses_section(rows: Sequence[Mapping[str, Any]]) -> Section:
    """Assumptions by how much hangs on them."""
    import polars as pl

    keys = [
        ("assumption", "Assumption"), ("item", "The value that moves most"), ("character", "Character"),
        ("share", "Points"), ("turns", "Turns"), ("undoes", "Undoes"),
    ]  # fmt: skip
    told = [
        {
            **row,
            "share": row["largest"],
            "undoes": ", ".join(
                dict.fromkeys(f"{one['character']} {one['how']}" for one in row.get("undone") or [])
            ),
        }
        for row in rows
    ]
    grid = grid_of(told, keys)
    grid = Grid(
        [replace(one, form="points" if one.key == "share" else one.form) for one in grid.columns], grid.rows
    )
    moving = [row for row in rows if row["largest"]][:MOST]
    title = "Assumptions that matter"
    if not moving:
        return Section("assumptions", title, "No assumption is shown to move a win rate.", grid=grid)
    top = max(moving, key=lambda row: row["largest"])
    finding = (
        f"Most hangs on {top['assumption']}: it moves {top['character']} by {top['largest'] * 100:.1f} points"
    )
    frame = pl.DataFrame(
        {
            "name": [row["assumption"] for row in moving],
            "share": [row["largest"] for row in moving],
            "says": [str(row["character"]) + (" *" if row.get("undone") else "") for row in moving],
        }
    ).sort("share", descending=True, maintain_order=True)
    undo = any(row.get("undone") for row in moving)
    figure = figures.shares(
        frame,
        finding=finding,
        what="largest shown change of a character's win rate by another value, in points",
        below="Beside the bar: the character." + (" *: undoes a finding about the deck." if undo else ""),
        scale=100,
    )
    text = f"{len(moving)} of {len(rows)} assumptions are shown to move a win rate."
    return Section("assumptions", title, text, figure, finding, grid)


def guess_findings(rows: Sequence[Mapping[str, Any]], found: Sequence[Mapping[str, Any]]) -> list[Finding]:
    """Assumptions on which a finding hangs, and the findings that hang on none."""
    undone = {
        (one["character"] if isinstance(one, dict) else str(one))
        for row in rows
        for one in row.get("undone") or []
    }
    held = [str(one["text"]) for one in found if one["character"] not in undone]
    told = [
        Finding(Lot.TEST, "hangs on an assumption", str(row.get("text") or row["assumption"]), "assumptions")
        for row in rows
        if row.get("undone")
    ]
    if held:
        told.append(
            Finding(Lot.HOLDS, "hangs on no assumption that was varied", "; ".join(held) + ".", "assumptions")
        )
    return told


def _missed(summary: Mapping[str, Any]) -> list[Section]:
    rows = summary.get("not_studied") or []
    if not rows:
        return []
    return [
        Section(
            "not-studied",
            "Not studied",
            "Nothing else can be put in their place.",
            grid=grid_of(rows, [("item", "Item"), ("reason", "Reason")]),
        )
    ]
