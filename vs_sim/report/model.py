"""A report before it takes a form: findings, sections with figure and table, where it all comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Lot(StrEnum):
    """The three lists of findings, by their titles."""

    BREAKS = "What breaks"
    HOLDS = "What holds"
    TEST = "What to test next"


@dataclass(frozen=True)
class Finding:
    """A verdict in a word, what it is about in a sentence with its number, and the section that shows it."""

    lot: Lot
    verdict: str
    text: str
    section: str = ""


@dataclass(frozen=True)
class Column:
    """A column of a table: title, key in the rows.

    `form`: text, count, percent, share (whole percent), signed (percent), points, ratio, number, p or code.
    """

    title: str
    key: str
    form: str = "text"


@dataclass(frozen=True)
class Grid:
    """Rows under columns."""

    columns: Sequence[Column]
    rows: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Section:
    """A part of the page. `name` is its anchor and the name of its picture: letters, digits, hyphens."""

    name: str
    title: str
    text: str = ""
    figure: Figure | None = None
    described: str = ""  # the figure in words, for those who do not see it
    grid: Grid | None = None
    points: Sequence[str] = ()  # sentences below the text, each by itself


@dataclass(frozen=True)
class Report:
    """All that is told. `facts`: what was played, label and value; `origin`: how to make it again."""

    title: str
    facts: Sequence[tuple[str, str]]
    findings: Sequence[Finding]
    sections: Sequence[Section]
    origin: Sequence[tuple[str, str]]
    method: str = ""
    brief: Sequence[str] = ()  # all of it in a few sentences

    def lots(self) -> list[tuple[str, list[Finding]]]:
        """The three lists in their order."""
        return [(lot.value, [one for one in self.findings if one.lot is lot]) for lot in Lot]


NOTHING = "–"


def cell(value: Any, form: str) -> str:
    """A value as text in a table."""
    if value is None:
        return NOTHING
    if form == "count":
        return f"{value:,}"
    if form == "percent":
        return f"{value:.1%}"
    if form == "share":
        return f"{round(value, 2) + 0.0:.0%}"  # no "-0%"
    if form == "points":
        return f"{value * 100:+.1f}".replace("-", "−")
    if form == "signed":
        return f"{value:+.1%}".replace("-", "−")
    if form == "ratio":
        return f"{value:.2f}"
    if form == "p":
        return "< 0.001" if value < 0.001 else f"{value:.3f}"
    if form == "number":
        return f"{value:,}" if isinstance(value, int) else f"{value:,.3g}"
    return str(value)


def sort_key(value: Any) -> str:
    """What a table sorts by: a number as it is, text as it is, nothing last."""
    return "" if value is None else repr(value) if isinstance(value, float) else str(value)
