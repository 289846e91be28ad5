"""The report on a deck, for its designer: one page made of a long run and of what its parts do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from vs_sim.analysis import deck_pictures
from vs_sim.analysis.designs import threshold_of
from vs_sim.analysis.knockout_words import RULE_SET
from vs_sim.report import design_figures
from vs_sim.report.design_figures import TURNS
from vs_sim.report.model import Column, Finding, Grid, Lot, Report, Section
from vs_sim.report.of_compare import compare_parts
from vs_sim.report.of_design import points
from vs_sim.report.of_knockout import guess_findings, guesses_section, kind_parts
from vs_sim.report.of_run import run_report
from vs_sim.report.of_sweep import players_sections
from vs_sim.report.of_tournament import tournament_parts
from vs_sim.report.words import listed

if TYPE_CHECKING:
    from vs_sim.analysis.stored import Stored

# What a knock-out of the report is called, what it asks, and how an item of it is named in a sentence.
PARTS = (
    ("plot", "Plots", "each plot", "without "),
    ("special", "Specials", "each special", "without "),
    ("power", "Powers", "each character's power", "without the power of "),
    (RULE_SET, "House rules", "popular house rules", "with "),
)
LATER = ("games", "assumptions")  # sections of the run that come last


def deck_report(run: Stored, parts: Mapping[str, Stored], *, band: float = 0.1) -> Report:
    """A run joined with what there is of other results, by name.

    Knock-outs `plot`, `special`, `power`, `set of house rules`, `assumptions` and others; `players`, a sweep; `experts`, a
    comparison; `ladder`, a tournament.
    """
    base = run_report(run, band=band)
    threshold = threshold_of(run.summary, band)
    sections = [section for section in base.sections if section.name not in (*LATER, "plots", "cards")]
    findings = [one for one in base.findings if one.verdict != "hangs on who plays" or "experts" not in parts]
    if "players" in parts:
        sections += players_sections(parts["players"])
    for kind, title, what, word in PARTS:
        if kind in parts:
            sections += _told(parts[kind], kind, title, what, threshold)
            findings += _finding(parts[kind], kind, title, word)
    sections += _cards(run, [part for part in parts.values() if part.kind == "knockout"])
    for name in ("assumptions", "experts", "ladder"):
        if name in parts:
            more, found = _others(name, parts[name], threshold)
            sections += more
            findings += found
    sections += [section for section in base.sections if section.name == "games"]
    if "assumptions" not in parts:
        sections += [section for section in base.sections if section.name == "assumptions"]
    return replace(
        base,
        title=f"{run.summary['deck']['name']}: a report for its designer",
        findings=findings,
        sections=sections,
        brief=in_short(run, parts),
        method=f"{base.method} What a card, power or house rule does is shown on the same deals with and without it: the "
        "difference is that of the changed deck less the deck as it is, with intervals over blocks and p values adjusted by "
        "Benjamini–Hochberg within each part.",
    )


def in_short(run: Stored, parts: Mapping[str, Stored]) -> list[str]:
    """The report in a few sentences."""
    key = deck_pictures.key_figures(run)
    said = [
        f"Strongest: {key['Strongest']}. Weakest: {key['Weakest']}. A fair share is {key['Fair share']}.",
        f"The first seat wins {key['First seat']}, the last {key['Last seat']}.",
        f"Turns in a game: {key['Turns in a game']}. Unfinished: {key['Unfinished games']} of {key['Games']} games.",
    ]
    for kind, title, _, word in PARTS:
        if kind in parts:
            said.append(_most(parts[kind].summary["effects"], title, word))
    if "assumptions" in parts:
        moving = [row for row in parts["assumptions"].summary["assumptions"] if row["largest"]]
        top = sorted(moving, key=lambda row: -row["largest"])[:3]
        told = [
            f"“{row['assumption']}” ({row['character']} by {row['largest'] * 100:.1f} points)" for row in top
        ]
        if told:
            said.append(f"Of what the deck only assumes, most hangs on {listed(told)}.")
    if "experts" in parts:
        said.append(f"With better players: {parts['experts'].summary['sentence']}")
    return said


def _most(effects: Sequence[Mapping[str, Any]], title: str, word: str) -> str:
    """What of a kind moves a character most, and what the length."""
    strong, long = deck_pictures.strongest_by(effects)[:2], deck_pictures.longest_by(effects)[:2]
    told: list[str] = []
    if strong:
        moved = [
            f"{word}{row['item']} {row['largest']['character']} {points(row['largest']['difference'])}"
            for row in strong
        ]
        told.append(listed(moved))
    if long:
        told.append(
            "in length, " + listed([f"{word}{row['item']} {TURNS.said(row['turns']['difference'])} turns" for row in long])
        )  # fmt: skip
    return f"{title}: {'; '.join(told)}." if told else f"{title}: no effect is shown."


def _told(part: Stored, kind: str, title: str, what: str, threshold: float) -> list[Section]:
    """Sections of a knock-out, with its sentences."""
    sections, _ = kind_parts(part, kind, threshold)
    games = part.summary["games"]
    text = f"What {what} {'do' if what.endswith('s') else 'does'}: {games:,} games each, on the same deals."
    told = [
        replace(
            section,
            title=f"{title}: {'length of games' if section.name.endswith('-length') else 'characters'}",
        )
        for section in sections
    ]
    if told:
        told[0] = replace(told[0], text=text, points=tuple(part.summary["sentences"]))
    return told


def _finding(part: Stored, kind: str, title: str, word: str) -> list[Finding]:
    """What of a kind does most, in one line."""
    said = _most(part.summary["effects"], title, word)
    shown = not said.endswith("no effect is shown.")
    lot, verdict = (Lot.BREAKS, f"{title.lower()} that do most") if shown else (Lot.TEST, "undecided")
    return [
        Finding(
            lot,
            verdict,
            _first_up(said.removeprefix(f"{title}: ")) if shown else said,
            kind.replace(" ", "-"),
        )
    ]


def _first_up(text: str) -> str:
    return text[:1].upper() + text[1:]


def _cards(run: Stored, knockouts: Sequence[Stored]) -> list[Section]:
    frame = deck_pictures.drawn_and_without(run, [part.summary for part in knockouts])
    if frame.is_empty():
        return []
    top, shown = frame.row(0, named=True), frame.filter("without_clear")
    finding = f"Drawing {top['name']} goes with most wins"
    if len(shown):
        most = shown.sort(shown["without"].abs(), descending=True).row(0, named=True)
        finding += f"; taking out {most['name']} moves most ({most['who']} {points(most['without'])})"
    figure = design_figures.cards(
        frame,
        finding=finding,
        below="Left: win rate of seats that drew a copy less that of seats that never had it; an association: in long games "
        "more of all cards is drawn. Right: what taking all copies out does, on the same deals: the character whose rate "
        f"changes most. 95% intervals; shown: adjusted p < 0.05. {run.summary['games']:,} games on the left.",
    )
    columns = (
        Column("Card", "name"), Column("Kind", "kind"), Column("Copies", "copies", "count"),
        Column("Drawn: points", "drawn", "points"), Column("Without: points", "without", "points"),
        Column("of", "who"), Column("Without: turns", "turns", "number"),
    )  # fmt: skip
    text = "A card that is drawn by winners need not make them: compare what drawing goes with and what the card does."
    return [
        Section(
            "cards", "Cards: drawn, and taken out", text, figure, finding, Grid(columns, frame.to_dicts())
        )
    ]


def _others(name: str, part: Stored, threshold: float) -> tuple[list[Section], list[Finding]]:
    """Assumptions, other players, the ladder."""
    if name == "assumptions":
        rows = part.summary["assumptions"]
        section = guesses_section(rows)
        text = str(part.summary.get("screened", "")) or section.text
        return [replace(section, text=text)], guess_findings(rows, part.summary["findings"])
    if name == "experts":
        sections, found = compare_parts(part, threshold)
        kept = [section for section in sections if section.name == "characters"]
        text = f"The same deals, all seats played by {part.summary['b']['label']} instead of {part.summary['a']['label']}."
        told = [replace(one, name="experts", title="Better players", text=text) for one in kept]
        moved = [one for one in found if one.section == "characters" and one.lot is Lot.BREAKS]
        said = listed([one.text.partition(" (")[0] for one in moved[:3]])
        lines = (
            [Finding(Lot.TEST, "hangs on who plays", f"With better players: {said}.", "experts")]
            if said
            else []
        )
        return told, lines
    sections, _ = tournament_parts(part, threshold)
    return [one for one in sections if one.name.startswith("ladder")], []
