"""`vs-sim deck`: check, show, new, diff, schema."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine

BAD = 'schema = 1\nname = "bad"\nextends = "base"\n[special."A Card"]\ncuont = 4\nplay.do = [{ draw = 1 }]\n'


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """A deck file with one slip, in line 5."""
    path = tmp_path / "bad.toml"
    path.write_text(BAD, encoding="utf-8")
    return path


@pytest.mark.parametrize("deck", ["base", "book_only", "custom"])
def test_shipped_decks_are_fine(command: CommandLine, deck: str) -> None:
    """Each is found by its name and has no errors."""
    said = command("deck", "check", deck)
    assert (said.status, said.err) == (0, "")
    assert f"{deck}: fine" in said.out


def test_check_tells_the_place_and_the_nearest_word(command: CommandLine, bad: Path) -> None:
    """An error stands on standard error as file:line:column: key: what was expected."""
    said = command("deck", "check", str(bad))
    assert (said.status, said.out) == (2, "")
    assert said.err == f'{bad}:5:1: special."A Card".cuont: unknown key; did you mean "count"?\n'


def test_check_gives_errors_to_programs(command: CommandLine, bad: Path) -> None:
    """In JSON the problems are the result; the status stays 2."""
    said = command("deck", "check", str(bad), "--format", "json")
    told = json.loads(said.out)
    assert said.status == 2
    assert (told["schema"], told["valid"], told["deck"]) == ("vs-sim/deck-check/1", False, None)
    assert [(row["severity"], row["line"], row["column"]) for row in told["problems"]] == [("error", 5, 1)]


def test_show_chooses_cards_and_kinds(command: CommandLine) -> None:
    """Names and kinds choose what is shown, capitals aside."""
    told = json.loads(command("deck", "show", "base", "JOB", "character", "--format", "json").out)
    kinds = {row["kind"] for row in told["cards"] if row["name"] != "Job"}
    assert kinds == {"character"}
    assert "Job" in [row["name"] for row in told["cards"]]
    assert all(row["does"] for row in told["cards"] if row["name"] == "Job")


def test_show_suggests_the_nearest_card(command: CommandLine) -> None:
    """A slip in a card's name is told."""
    said = command("deck", "show", "base", "Jbo")
    assert (said.status, said.out) == (2, "")
    assert 'did you mean "Job"?' in said.err


def test_new_deck_is_a_deck_without_errors(command: CommandLine, tmp_path: Path) -> None:
    """What `new` writes can be checked and differs in nothing from what it extends."""
    path = tmp_path / "mine.toml"
    assert command("deck", "new", str(path)).status == 0
    assert command("deck", "check", str(path)).out.startswith("mine: fine")
    assert command("deck", "diff", "base", str(path)).out == "No difference.\n"


def test_new_overwrites_only_with_force(command: CommandLine, tmp_path: Path) -> None:
    """A file that is there stays as it is, unless told otherwise."""
    path = tmp_path / "mine.toml"
    path.write_text("precious", encoding="utf-8")
    said = command("deck", "new", str(path))
    assert said.status == 2
    assert "--force" in said.err
    assert path.read_text(encoding="utf-8") == "precious"
    assert command("deck", "new", str(path), "--force").status == 0
    assert path.read_text(encoding="utf-8") != "precious"


def test_new_without_a_file_goes_to_standard_output(command: CommandLine) -> None:
    """The text itself is the result."""
    said = command("deck", "new", "--name", "Ours", "--extends", "book_only")
    assert said.status == 0
    assert 'name = "Ours"' in said.out
    assert 'extends = "book_only"' in said.out


def test_new_in_a_missing_folder_is_one_line(command: CommandLine, tmp_path: Path) -> None:
    """What the system says of a path is told without a traceback."""
    said = command("deck", "new", str(tmp_path / "nowhere" / "mine.toml"))
    assert (said.status, said.out) == (2, "")
    assert said.err.count("\n") == 1


def test_diff_tells_rules_and_cards(command: CommandLine) -> None:
    """Every change of the worked example has its row."""
    told = json.loads(command("deck", "diff", "base", "custom", "--format", "json").out)
    assert told["schema"] == "vs-sim/deck-diff/1"
    assert (told["a"]["name"], told["b"]["name"]) == ("base", "custom")
    assert {"rule", "special", "plot", "character"} <= {row["kind"] for row in told["changes"]}


def test_schema_is_json_schema(command: CommandLine) -> None:
    """Editors get a schema that knows the keys of a deck."""
    told = json.loads(command("deck", "schema").out)
    assert told["$schema"].startswith("https://json-schema.org/")
    assert {"schema", "name", "extends", "rules", "special"} <= set(told["properties"])
