"""Slips on the command line: one clear line on standard error, exit status 2, nothing on standard output."""

from __future__ import annotations

import pytest

from tests.cli.conftest import CommandLine

SLIPS = [
    (["rn"], "Did you mean 'run'?"),
    (["run", "--gmes", "8"], "--games"),
    (["run", "--games", "many"], 'expected a whole number, got "many"'),
    (["run", "--confidence", "high"], 'expected a number, got "high"'),
    (["run", "--format", "yaml"], "'table', 'json', 'csv', 'markdown'"),
    (["run", "extra"], "extra"),
    (["run", "--out"], "requires an argument"),
    (["replay", "--format", "table"], "'text', 'jsonl'"),
    (["rules", "--format", "txt"], "'table', 'json', 'csv', 'markdown'"),
]


@pytest.mark.parametrize(("arguments", "expected"), SLIPS)
def test_slip_is_one_clear_line(command: CommandLine, arguments: list[str], expected: str) -> None:
    """The line says what is wrong and what would be right."""
    said = command(*arguments)
    assert said.status == 2
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith("error: ")
    assert expected in said.err
