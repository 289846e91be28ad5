"""The report on a deck: a long run joined with what its parts do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import vs_sim
from tests.report.stored import COMPARE, KNOCKOUT, write_result
from vs_sim.analysis.knockout_words import RULE_SET
from vs_sim.analysis.stored import Stored, read_result
from vs_sim.report.model import Lot, Report
from vs_sim.report.of_deck import deck_report


def largest(item: str) -> dict[str, Any]:
    return {
        "character": "Burnout",
        "difference": 0.05,
        "low": 0.03,
        "high": 0.07,
        "p_adjusted": 0.001,
        "of": item,
    }


def knockout(folder: Path, kind: str, items: list[str]) -> Stored:
    """A knock-out of these items, each of which moves the Burnout by 5 points and games by 4 turns."""
    effect, row = KNOCKOUT["effects"][4], KNOCKOUT["items"][0]
    summary = {
        **KNOCKOUT,
        "items": [{**row, "item": item, "kind": kind, "character": "Burnout"} for item in items],
        "effects": [{**effect, "item": item, "kind": kind, "largest": largest(item)} for item in items],
    }
    return read_result(write_result(folder / kind, summary))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Report:
    folder = tmp_path_factory.mktemp("deck")
    vs_sim.run("base", games=400, out=folder / "run")
    parts = {
        "plot": knockout(folder, "plot", ["Mansplaining"]),
        RULE_SET: knockout(folder, RULE_SET, ["big hands"]),
        "assumptions": read_result(write_result(folder / "assumptions", KNOCKOUT)),
        "experts": read_result(write_result(folder / "experts", COMPARE)),
    }
    return deck_report(read_result(folder / "run"), parts)


def test_it_says_in_short_what_does_most(made: Report) -> None:
    told = "\n".join(made.brief)
    assert (
        "Plots: without Mansplaining Burnout +5.0 points; in length, without Mansplaining +4.0 turns." in told
    )
    assert "House rules: with big hands Burnout +5.0 points; in length, with big hands +4.0 turns." in told
    assert "most hangs on “count of A” (Character 1 by 5.0 points)" in told
    assert "With better players: b makes games shorter." in told


def test_its_sections_follow_a_designers_questions(made: Report) -> None:
    names = [section.name for section in made.sections]
    wanted = ["characters", "seats", "plot", "set-of-house-rules", "cards", "assumptions", "experts", "games"]
    assert [name for name in names if name in wanted] == wanted
    cards = next(section for section in made.sections if section.name == "cards")
    assert cards.grid is not None
    assert [row["name"] for row in cards.grid.rows] == ["Mansplaining"]  # house rules are not drawn


def test_it_asks_no_more_who_plays_where_that_was_tried(made: Report) -> None:
    told = [one.text for one in made.findings if one.verdict == "hangs on who plays"]
    assert [text.startswith("With better players: ") for text in told] == [True]
    assert "Character 1 would be fair." in [one.text for one in made.findings if one.lot is Lot.TEST]
