"""`vs-sim deck`: check, show, new, diff, schema."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from vs_sim.cli import deck

BAD = 'schema = 1\nname = "bad"\nextends = "base"\n[special."A Card"]\ncuont = 4\nplay.do = [{ draw = 1 }]\n'


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """A deck file with one slip, in line 5."""
    path = tmp_path / "bad.toml"
    path.write_text(BAD, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["base", "book_only", "custom"])
def test_shipped_decks_are_fine(command: CommandLine, name: str) -> None:
    """Each is found by its name and has no errors."""
    said = command("deck", "check", name)
    assert (said.status, said.err) == (0, "")
    assert f"{name}: fine" in said.out


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


def test_show_tells_what_cards_do_apart_where_the_terminal_is_narrow(
    command: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On 80 columns the sentences get the width of a table of their own."""
    wide = command("deck", "show", "base", "character").out
    monkeypatch.setattr(deck, "width_of_terminal", lambda: 80)
    narrow = command("deck", "show", "base", "character").out
    assert ("What they do" in wide, "What they do" in narrow) == (False, True)
    assert narrow.count("Burnout") == 2


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


def test_new_names_the_deck_it_extends_by_a_path_from_its_own_folder(
    command: CommandLine, tmp_path: Path
) -> None:
    """A path is relative to the file that says it, wherever the command was given."""
    parent, child = tmp_path / "parent.toml", tmp_path / "sub" / "child.toml"
    child.parent.mkdir()
    assert command("deck", "new", str(parent)).status == 0
    assert command("deck", "new", str(child), "--extends", str(parent)).status == 0
    assert command("deck", "check", str(child)).status == 0


def test_new_suggests_the_nearest_deck_to_extend(command: CommandLine) -> None:
    """A deck that is not there is told by the option that names it."""
    said = command("deck", "new", "--extends", "bsae")
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith("error: --extends: expected a shipped deck")
    assert said.err.endswith('did you mean "base"?\n')


def test_list_names_decks_that_can_be_shown_by_their_names(command: CommandLine) -> None:
    """Every name of the list is one that the other commands take."""
    told = json.loads(command("deck", "list", "--format", "json").out)
    assert told["schema"] == "vs-sim/deck-list/1"
    names = [row["deck"] for row in told["decks"]]
    assert "examples/exploding_card" in names
    assert command("deck", "check", names[-1]).status == 0
    assert command("deck", "list").out.startswith("Deck")


MISSING = 'error: DECK: expected a shipped deck (base, book_only) or a file, got "poaching"; did you mean "examples/poaching"?'


@pytest.mark.parametrize("arguments", [("check",), ("show",), ("diff", "base")])
def test_a_deck_that_is_not_there_is_told_with_the_nearest_name(
    command: CommandLine, arguments: tuple[str, ...]
) -> None:
    """The message speaks of the argument, not of an option that these commands do not have."""
    said = command("deck", *arguments, "poaching")
    assert (said.status, said.out, said.err) == (2, "", MISSING + "\n")


def test_files_that_are_no_decks_give_one_line_and_status_2(command: CommandLine, tmp_path: Path) -> None:
    """A folder, a picture, a file of 50 MB, a text that is no TOML: no traceback, nothing on standard output."""
    (tmp_path / "picture.toml").write_bytes(b"\x89PNG\r\n\x1a\n")
    with (tmp_path / "large.toml").open("wb") as out:
        out.truncate(50_000_000)
    (tmp_path / "text.toml").write_text("dear diary\n", encoding="utf-8")
    for name in (".", "picture.toml", "large.toml", "text.toml", "gone.toml"):
        said = command("deck", "check", str(tmp_path / name))
        assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)


def test_warnings_stand_with_their_places_and_leave_status_0(command: CommandLine, tmp_path: Path) -> None:
    """Warnings are the result of the check."""
    path = tmp_path / "w.toml"
    path.write_text('schema = 1\nname = "w"\nextends = "base"\n[special.S]\nplay = {}\n', encoding="utf-8")
    said = command("deck", "check", str(path))
    assert (said.status, said.err) == (0, "")
    assert said.out.startswith(
        f"{path}:4:1: warning: special.S: this card does nothing\nw: fine, 1 warning ("
    )
    rows = json.loads(command("deck", "check", str(path), "--format", "json").out)["problems"]
    assert [(row["severity"], row["key"]) for row in rows] == [("warning", "special.S")]


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
