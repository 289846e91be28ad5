"""Results as text: a table for people, JSON, CSV and Markdown. No arithmetic, only presentation."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from shutil import get_terminal_size
from typing import Any

NOTHING = "–"
WIDTH_OFF_TERMINAL = 160

Row = Mapping[str, Any]


class Format(StrEnum):
    """The forms of a result."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    MARKDOWN = "markdown"


def text(value: Any) -> str:
    """A value as it is; nothing as a dash."""
    return NOTHING if value is None or value == "" else str(value)


def count(value: int | None) -> str:
    """1234567 as 1,234,567."""
    return NOTHING if value is None else f"{value:,}"


def counted(n: int, what: str) -> str:
    """With its noun, as in 1 game or 1,200 games."""
    return f"{n:,} {what}" if n == 1 else f"{n:,} {what}s"


def percent(value: float | None) -> str:
    """0.2634 as 26.3%."""
    return NOTHING if value is None else f"{value:.1%}"


def ratio(value: float | None) -> str:
    """1.0536 as 1.05."""
    return NOTHING if value is None else f"{value:.2f}"


def p_value(value: float | None) -> str:
    """A p value, as short as it may be."""
    if value is None:
        return NOTHING
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def joined(values: Sequence[str] | None) -> str:
    """A list as `a, b`."""
    return ", ".join(values) if values else NOTHING


@dataclass(frozen=True)
class Column:
    """One column: its title and how a row's value becomes text. CSV writes the keys as they are."""

    title: str
    keys: tuple[str, ...]
    show: Callable[..., str] = text
    right: bool = False

    def cell(self, row: Row) -> str:
        """The text of this column in a row."""
        return self.show(*(row.get(key) for key in self.keys))


@dataclass(frozen=True)
class Table:
    """Rows under a title. `name` stands in the first column of a CSV that holds several tables."""

    name: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Row]


@dataclass(frozen=True)
class Result:
    """What a command found: a head of lines, tables, and the whole as a JSON object."""

    head: Sequence[str]
    tables: Sequence[Table]
    json: Mapping[str, Any]


def render(result: Result, form: Format) -> str:
    """The result in the form that was asked for."""
    return {Format.TABLE: _table, Format.JSON: _json, Format.CSV: _csv, Format.MARKDOWN: _markdown}[form](
        result
    )


def _json(result: Result) -> str:
    return json.dumps(result.json, indent=2, ensure_ascii=False, allow_nan=False)


def _csv(result: Result) -> str:
    several = len(result.tables) > 1
    keys = list(
        dict.fromkeys(key for table in result.tables for column in table.columns for key in column.keys)
    )
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow((["table"] if several else []) + keys)
    for table in result.tables:
        for row in table.rows:
            writer.writerow(([table.name] if several else []) + [_plain(row.get(key)) for key in keys])
    return out.getvalue()


def _plain(value: Any) -> Any:
    """A cell of CSV. Spreadsheets take a text that begins like a formula for one: an apostrophe keeps it a text."""
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")):
        return "'" + value
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value


def _markdown(result: Result) -> str:
    lines: list[str] = []
    if result.head:
        lines += [*(f"- {line}" for line in result.head), ""]
    for table in result.tables:
        lines += [f"### {table.title}", ""] if table.title else []
        lines.append(_bar(column.title for column in table.columns))
        lines.append(_bar("--:" if column.right else "---" for column in table.columns))
        lines += [_bar(column.cell(row) for column in table.columns) for row in table.rows]
        lines.append("")
    return "\n".join(lines).rstrip("\n")


def _bar(cells: Any) -> str:
    return "| " + " | ".join(str(cell).replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def width_of_terminal() -> int:
    """Columns of the terminal that results go to; where they go elsewhere, those of our tables there."""
    return get_terminal_size().columns if sys.stdout.isatty() else WIDTH_OFF_TERMINAL


def _table(result: Result) -> str:
    from rich.console import Console, Group
    from rich.text import Text

    terminal = sys.stdout.isatty()
    console = Console(
        file=io.StringIO(),
        force_terminal=terminal,
        highlight=False,
        width=None if terminal else WIDTH_OFF_TERMINAL,
    )
    parts: list[Any] = [Text(line) for line in result.head]
    for table in result.tables:
        parts += [Text(""), *_rich_table(table)]
    console.print(Group(*parts))
    printed = console.file.getvalue() if isinstance(console.file, io.StringIO) else ""
    return "\n".join(line.rstrip() for line in printed.strip("\n").split("\n"))


def _rich_table(table: Table) -> list[Any]:
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    grid = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    for column in table.columns:
        grid.add_column(column.title, justify="right" if column.right else "left", overflow="fold")
    for row in table.rows:
        grid.add_row(*(Text(column.cell(row)) for column in table.columns))
    return ([Text(table.title, style="bold")] if table.title else []) + [grid]
