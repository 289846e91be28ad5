"""The README of the rules tells the truth: every rule has its code and its tests, every field and draw its line."""

from __future__ import annotations

import ast
from fnmatch import fnmatchcase

import pytest

from tests.rules.ledger import (
    IDENTIFIERS,
    README,
    ROOT,
    code_exists,
    functions,
    has_test,
    quoted,
    read,
    rewritten,
    section,
    table,
)

TEXT = README.read_text(encoding="utf-8")
ROWS = {row.rule: row for row in read(TEXT)}


def test_every_rule_stands_in_the_ledger_once_in_the_order_of_the_rules() -> None:
    """No rule is missing, doubled or unknown."""
    assert tuple(row.rule for row in read(TEXT)) == IDENTIFIERS


@pytest.mark.parametrize("rule", IDENTIFIERS)
def test_every_rule_has_code_and_tests_that_exist(rule: str) -> None:
    """A statement, at least one function or deck, at least one test, all of them there."""
    row = ROWS[rule]
    assert len(row.statement.split()) >= 3
    assert row.code
    assert [name for name in row.code if not code_exists(name)] == []
    assert row.tests, f"no test carries {rule} in its name"
    assert [name for name in row.tests if not has_test(name)] == []


def test_the_column_of_tests_is_that_of_the_tests() -> None:
    """`scripts/ledger` would change nothing."""
    assert rewritten(TEXT) == TEXT, "run scripts/ledger"


def test_a_stale_column_is_found() -> None:
    """A test that is left out, or is no more, is written anew."""
    proof = ROWS["G3"].tests[0]
    assert rewritten(TEXT.replace(f"`{proof}`", "`rules/test_geometry.py::test_g3_gone`")) == rewritten(TEXT)
    assert not has_test("rules/test_geometry.py::test_g3_gone")
    assert not code_exists("geometry.gone")


def test_every_random_draw_has_its_row() -> None:
    """The table of draws names each function of draws.py that others call, and no other."""
    named = [name for row in table(section(TEXT, "## Random draws")) for name in quoted(row[0])]
    public = {name for name in functions(README.parent / "draws.py") if not name.startswith("_")}
    assert sorted(named) == sorted(public)


def _fields() -> list[str]:
    """The fields of GAME as state.py writes them."""
    tree = ast.parse((ROOT / "vs_sim" / "rules" / "state.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and node.targets[0].id == "GAME"
        ):
            rows = [row for row in ast.walk(node.value) if isinstance(row, ast.Tuple)]
            return [
                row.elts[0].value
                for row in rows
                if isinstance(row.elts[0], ast.Constant) and isinstance(row.elts[0].value, str)
            ]
    raise AssertionError("GAME is not in state.py")


def test_every_field_of_the_game_stands_in_a_group() -> None:
    """The table of the state names each field of GAME (`f_*` stands for all that begin so), and none that is not."""
    groups = [name for row in table(section(TEXT, "## The state")) for name in quoted(row[1])]
    fields = _fields()
    assert [field for field in fields if not any(fnmatchcase(field, group) for group in groups)] == []
    assert [group for group in groups if not any(fnmatchcase(field, group) for field in fields)] == []
