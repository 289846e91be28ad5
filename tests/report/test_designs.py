from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.report.stored import COMPARE, DESIGNS, EVIL, KNOCKOUT, write_result
from vs_sim.analysis.stored import read_result
from vs_sim.experiments.errors import FolderError
from vs_sim.report.model import Lot, Report
from vs_sim.report.of_any import report_of
from vs_sim.report.write import html_page, markdown, rendered, write_report


def report(folder: Path, kind: str) -> Report:
    return report_of(read_result(write_result(folder, DESIGNS[kind])))


@pytest.mark.parametrize("kind", DESIGNS)
def test_a_page_of_every_kind_needs_nothing_but_itself(kind: str, tmp_path: Path) -> None:
    page = html_page(report(tmp_path, kind))
    assert re.findall(r'(?:src|href)="(?!#|data:)[^"]*"|url\((?!#)|@import', page) == []
    assert "default-src 'none'" in page
    for lot in Lot:
        assert f"<h2>{lot.value}</h2>" in page


def test_names_are_escaped_on_the_page_and_in_markdown(tmp_path: Path) -> None:
    made = report(tmp_path, "compare")
    assert "<script>alert" not in html_page(made)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html_page(made)
    assert EVIL not in markdown(made)
    assert "\\<script\\>" in markdown(made)


def test_the_same_result_gives_the_same_bytes(tmp_path: Path) -> None:
    forms = ("html", "md", "svg")
    assert rendered(report(tmp_path, "compare"), forms) == rendered(report(tmp_path, "compare"), forms)


def test_differences_are_told_in_three_lists(tmp_path: Path) -> None:
    lots = {title: [one.text for one in found] for title, found in report(tmp_path, "compare").lots()}
    begins = {
        "What breaks": ["Games: −10.0 turns", EVIL],
        "What holds": ["Games: 0.0 points of them unfinished", "Second"],
        "What to test next": ["Third", "Both were played"],
    }
    for title, words in begins.items():
        assert [text[: len(word)] for text, word in zip(lots[title], words, strict=True)] == words


def test_a_knockout_has_a_section_for_each_kind_and_names_the_assumptions_that_matter(tmp_path: Path) -> None:
    made = report(tmp_path, "knockout")
    assert [section.name for section in made.sections] == [
        "words",
        "plot",
        "plot-length",
        "house_rule",
        "house_rule-length",
        "assumptions",
    ]
    assert "Character 1 would be fair." in [one.text for one in made.findings if one.lot is Lot.TEST]
    rows = [len(section.grid.rows) for section in made.sections if section.grid]
    assert rows == [96, 8, 144, 12, len(KNOCKOUT["assumptions"])]


def test_a_report_replaces_itself_and_nothing_else(tmp_path: Path) -> None:
    made, folder = report(tmp_path / "in", "sweep"), tmp_path / "out"
    write_report(made, folder, ("md",))
    (folder / "figures" / "old.png").write_bytes(b"")
    write_report(made, folder, ("md",))
    assert not (folder / "figures" / "old.png").exists()
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.txt").write_text("mine")
    with pytest.raises(FolderError, match="holds other files"):
        write_report(made, other, ("md",))
    assert [path.name for path in other.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    ("summary", "says"),
    [({**COMPARE, "schema": "vs-sim/compare/2"}, "schema: expected one of"), ({}, "schema: expected one of")],
)
def test_results_of_another_schema_are_refused(summary: dict[str, object], says: str, tmp_path: Path) -> None:
    with pytest.raises(FolderError, match=says):
        read_result(write_result(tmp_path, summary))


def test_a_folder_without_a_result_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="no such file"):
        read_result(tmp_path)
    with pytest.raises(FolderError, match="expected the folder"):
        read_result(tmp_path / "nowhere")
