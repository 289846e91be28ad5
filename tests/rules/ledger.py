"""The ledger of vs_sim/rules/README.md: each rule with its functions and tests. `scripts/ledger` writes the tests.

A test proves a rule if its name carries the rule's identifier, as in test_g3_cards_never_overlap; it may carry several.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "vs_sim" / "rules" / "README.md"
TESTS = ROOT / "tests"
HEADING = "## The ledger"
# What holds the reference engine says nothing of this one; the lock-step tests beside them run both.
OF_THE_REFERENCE = ("reference/test_reference_rules.py", "reference/test_selfplay.py")

IDENTIFIERS = (
    *("S1", "S2", "S3", "S4", "S5"),
    *("C1", "C2", "C3", "C4", "C5", "C6", "C7"),
    *("G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G9"),
    *("W1", "W2", "W3", "W4", "W5", "W6"),
    *("T1", "T2", "T3", "T4", "T5", "T6", "T7"),
    *("M1", "M2", "M3", "M4"),
    "V1",
    *("D1", "D2", "D3", "D4", "D5", "D6"),
    *("P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9"),
    *("X1", "X2", "X3", "X4", "X5", "X6", "X7", "X8"),
    *("K1", "K2", "K3", "K4", "K5", "K6", "K7", "K8", "K9", "K10", "K11", "K12"),
    *("N1", "N2"),
)


@dataclass(frozen=True)
class Row:
    """One rule: identifier, what it says, `file.function` or deck files, `file::test`."""

    rule: str
    statement: str
    code: tuple[str, ...]
    tests: tuple[str, ...]


def section(text: str, heading: str) -> str:
    """What stands between a heading and the next one of its rank."""
    _, found, rest = text.partition(heading + "\n")
    if not found:
        raise ValueError(f'expected a heading "{heading}"')
    return re.split(r"^## ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def table(text: str) -> list[list[str]]:
    """The cells of the rows of a section's tables, heads left out."""
    rows = [
        [cell.strip() for cell in line.strip("|\n").split("|")]
        for line in text.splitlines()
        if line[:1] == "|"
    ]
    return [
        row
        for i, row in enumerate(rows)
        if not _is_rule(row) and not _is_rule(rows[min(i + 1, len(rows) - 1)])
    ]


def _is_rule(cells: Sequence[str]) -> bool:
    return all(set(cell) <= {"-", ":"} for cell in cells)


def quoted(cell: str) -> tuple[str, ...]:
    """What stands in backquotes."""
    return tuple(re.findall(r"`([^`]+)`", cell))


def read(text: str) -> list[Row]:
    """The rows of the ledger."""
    return [
        Row(rule.strip("*"), statement, quoted(code), quoted(tests))
        for rule, statement, code, tests in table(section(text, HEADING))
    ]


@cache
def functions(path: Path) -> frozenset[str]:
    """Names of the functions of a file, read without importing it."""
    return frozenset(node.name for node in ast.walk(_tree(path)) if isinstance(node, ast.FunctionDef))


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def code_exists(name: str) -> bool:
    """Whether `file.function` is there (a file of rules/, or `package/file`), or a file of the project."""
    if name.endswith(".toml"):
        return (ROOT / name).is_file()
    file, _, function = name.rpartition(".")
    path = ROOT / "vs_sim" / (f"{file}.py" if "/" in file else f"rules/{file}.py")
    return path.is_file() and function in functions(path)


def has_test(name: str) -> bool:
    """Whether `file::test` is there, `file` seen from tests/."""
    file, _, function = name.partition("::")
    return (TESTS / file).is_file() and function in functions(TESTS / file)


def _proofs() -> Iterator[tuple[str, str]]:
    for path in sorted(TESTS.rglob("test_*.py")):
        file = path.relative_to(TESTS).as_posix()
        if file not in OF_THE_REFERENCE:
            for node in ast.walk(_tree(path)):
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    for part in dict.fromkeys(node.name.upper().split("_")):
                        yield part, f"{file}::{node.name}"


def proofs() -> dict[str, list[str]]:
    """By rule the tests whose names carry its identifier, in order of files and lines."""
    found: dict[str, list[str]] = {rule: [] for rule in IDENTIFIERS}
    for part, test in _proofs():
        if part in found:
            found[part].append(test)
    return found


def rewritten(text: str) -> str:
    """The README with the column of tests as it should be."""
    found = proofs()
    ledger = section(text, HEADING)
    lines = ledger.splitlines(keepends=True)
    for i, line in enumerate(lines):
        cells = line.rstrip("\n").split("|")
        rule = cells[1].strip(" *") if len(cells) == 6 else ""
        if rule in found:
            cells[4] = " " + "<br>".join(f"`{test}`" for test in found[rule]) + " "
            lines[i] = "|".join(cells) + "\n"
    return text.replace(ledger, "".join(lines))


def main(arguments: Sequence[str]) -> int:
    """Write the column of tests; with --check only look: 1 if it would change."""
    text = README.read_text(encoding="utf-8")
    wanted = rewritten(text)
    if wanted == text:
        return 0
    if "--check" in arguments:
        print("the ledger of vs_sim/rules/README.md is stale: run scripts/ledger", file=sys.stderr)  # noqa: T201
        return 1
    README.write_text(wanted, encoding="utf-8")
    return 0
