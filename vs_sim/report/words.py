"""Sentences about verdicts, shared by the reports of all kinds of results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vs_sim.report.model import Finding, Lot

NAMED = 4  # items that a finding names before it points to the table


def listed(words: Sequence[str]) -> str:
    """Words with commas and "and"."""
    return ", ".join(words[:-1]) + " and " + words[-1] if len(words) > 1 else "".join(words)


def rate_said(row: Mapping[str, Any]) -> str:
    """A rate with its interval and lift."""
    return f"{row['rate']:.1%} ({row['low']:.1%} to {row['high']:.1%}, lift {row['lift']:.2f})"


def rate_findings(
    rows: Sequence[Mapping[str, Any]], *, prefix: str, noun: str, section: str
) -> list[Finding]:
    """Findings of a verdict frame: each item outside, all inside together, each undecided one."""
    found = [
        Finding(
            Lot.BREAKS,
            "too strong" if row["lift"] > 1 else "too weak",
            f"{prefix}{row['name']} wins {rate_said(row)}.",
            section,
        )
        for row in rows
        if row["verdict"] == "outside"
    ]
    inside = [row for row in rows if row["verdict"] == "inside"]
    if inside:
        most, least = inside[0], inside[-1]
        names = listed([f"{row['name']} ({row['rate']:.1%})" for row in inside])
        every = len(inside) == len(rows)
        who = f"Every {noun} lies in the band: " if every else f"{prefix or noun.capitalize() + ' '}"
        text = f"{who}{names}." if most is not least or every else f"{prefix}{names}."
        found.append(Finding(Lot.HOLDS, "inside the band", text, section))
    return found + _undecided([row for row in rows if row["verdict"] == "undecided"], prefix, noun, section)


def _undecided(rows: Sequence[Mapping[str, Any]], prefix: str, noun: str, section: str) -> list[Finding]:
    """All undecided items in one finding, each with its number and the games that would decide."""
    if not rows:
        return []
    said = [f"{prefix}{row['name']} {row['rate']:.1%} ({_needed(row['needed'])})" for row in rows[:NAMED]]
    if len(rows) > NAMED:
        said.append(f"{len(rows) - NAMED} more in the table")
    head = f"1 {noun} is" if len(rows) == 1 else f"{len(rows)} {plural(noun)} are"
    text = f"{head} undecided; in brackets the games of a run that would decide, if the rate stays: {listed(said)}."
    return [Finding(Lot.TEST, "undecided", text, section)]


def _needed(games: int | None) -> str:
    return f"{games:,}" if games else "on the edge"


def plural(noun: str) -> str:
    """More than one of a noun."""
    return noun[:-1] + "ies" if noun.endswith("y") else noun + "s"
