"""Which way branches go: read from what was recorded, and never needed for the result."""

from __future__ import annotations

import json

import pytest

from vs_sim.branches import FILE, edges_of, weights


def test_a_branch_weighs_what_followed_its_line() -> None:
    edges = {(3, 4): 90, (3, 6): 10, (4, 6): 90}
    assert weights(edges, 3, 4, 6) == (90, 10)


def test_the_rest_of_a_condition_on_the_same_line_gets_what_went_nowhere_else() -> None:
    edges = {(3, 4): 90, (3, 6): 10}
    assert weights(edges, 3, 3, 6) == (90, 10)
    assert weights(edges, 3, 4, 3) == (90, 10)


@pytest.mark.parametrize(("line", "yes", "no"), [(3, 5, 5), (8, 9, 10)])
def test_lines_that_tell_nothing_have_no_weights(line: int, yes: int, no: int) -> None:
    assert weights({(3, 4): 1}, line, yes, no) is None


def test_a_function_that_was_changed_goes_without() -> None:
    symbol = next(iter(json.loads(FILE.read_text("utf-8"))))
    assert edges_of(symbol, test_a_function_that_was_changed_goes_without) is None


def test_a_kernel_that_no_game_reached_is_known_as_rare() -> None:
    assert edges_of("vs_sim.rules.no.such", test_a_kernel_that_no_game_reached_is_known_as_rare) == {}
