"""The forms of a result."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

import pytest

from vs_sim.cli.tables import Column, Format, Result, Table, count, percent, ratio, render

COLUMNS = [Column("Name", ("name",)), Column("Rate", ("rate",), percent, right=True)]
ROWS = [{"name": "Mob | Rule", "rate": 0.5}, {"name": "Nobody", "rate": None}]
ONE = Result(["A head"], [Table("cards", "Cards", COLUMNS, ROWS)], {"schema": "x/1", "rows": ROWS})
TWO = Result([], [Table("a", "A", COLUMNS, ROWS), Table("b", "B", COLUMNS, ROWS[:1])], {})


def test_table_has_head_title_and_cells() -> None:
    """A person sees the head, the titles and one line a row, without trailing blanks."""
    lines = render(ONE, Format.TABLE).split("\n")
    assert lines[0] == "A head"
    assert "Cards" in lines
    assert any(line.startswith("Mob | Rule") and line.endswith("50.0%") for line in lines)
    assert all(line == line.rstrip() for line in lines)


def test_json_is_the_object() -> None:
    """JSON is the object itself; nothing is null."""
    assert json.loads(render(ONE, Format.JSON)) == ONE.json


def test_json_refuses_what_is_not_json() -> None:
    """A number that JSON does not have is an error of ours, not of the reader."""
    with pytest.raises(ValueError, match="JSON compliant"):
        render(Result([], [], {"rate": float("nan")}), Format.JSON)


def test_csv_of_one_table_has_raw_values() -> None:
    """CSV carries keys and numbers as they are, nothing as an empty field."""
    rows = list(csv.DictReader(io.StringIO(render(ONE, Format.CSV))))
    assert rows == [{"name": "Mob | Rule", "rate": "0.5"}, {"name": "Nobody", "rate": ""}]


def test_csv_of_several_tables_names_them() -> None:
    """With several tables the first column says which."""
    rows = list(csv.DictReader(io.StringIO(render(TWO, Format.CSV))))
    assert [row["table"] for row in rows] == ["a", "a", "b"]


def test_markdown_escapes_bars() -> None:
    """A bar in a cell does not start a new cell."""
    lines = render(ONE, Format.MARKDOWN).split("\n")
    assert "| Mob \\| Rule | 50.0% |" in lines
    assert "| --- | --: |" in lines


@pytest.mark.parametrize(
    ("show", "value", "expected"),
    [
        (count, 1234567, "1,234,567"),
        (percent, 0.26341, "26.3%"),
        (ratio, 1.0536, "1.05"),
        (count, None, "–"),
        (percent, None, "–"),
        (ratio, None, "–"),
    ],
)
def test_numbers_are_told(show: Callable[..., str], value: float | None, expected: str) -> None:
    """Numbers are grouped and rounded for people; nothing is a dash, never 0."""
    assert show(value) == expected
