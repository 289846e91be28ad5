"""Errors of whole files, and where in a file an error is placed (LANGUAGE section 8)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cards.decks import HEAD, problems_of, problems_on_base
from vs_sim.cards import DeckError, load_deck


# --- files ---
def write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(f'schema = 1\nname = "{file.stem}"\n{text}', encoding="utf-8")
    return file


def problems_in(file: Path) -> list[str]:
    with pytest.raises(DeckError) as caught:
        load_deck(file)
    return str(caught.value).split("\n")


@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_circle_of_decks_is_told_where_it_closes(tmp_path: Path, size: int) -> None:
    for i in range(size):
        write(tmp_path, f"d{i}.toml", f'extends = "./d{(i + 1) % size}.toml"')
    (problem,) = problems_in(tmp_path / "d0.toml")
    assert problem.startswith(
        f"{tmp_path}/d{size - 1}.toml:3:11: extends: expected a deck that does not extend this one"
    )


def test_a_circle_by_another_name_of_a_file_is_one_too(tmp_path: Path) -> None:
    write(tmp_path, "a.toml", 'extends = "b.toml"')
    (tmp_path / "b.toml").symlink_to(tmp_path / "a.toml")
    (problem,) = problems_in(tmp_path / "a.toml")
    assert "expected a deck that does not extend this one" in problem


@pytest.mark.parametrize("name", ["gone.toml", "no/such/folder/x.toml", "x" * 300, "a\\u0000b", "", " "])
def test_a_file_that_is_missing_is_told_where_it_is_named(tmp_path: Path, name: str) -> None:
    (problem,) = problems_in(write(tmp_path, "d.toml", f'extends = "{name}"'))
    assert problem.startswith(
        f"{tmp_path}/d.toml:3:11: extends: expected a shipped deck (base, book_only) or a file"
    )


def test_a_file_beside_the_one_that_is_missing_is_proposed(tmp_path: Path) -> None:
    write(tmp_path, "parent.toml", "")
    (problem,) = problems_in(write(tmp_path, "d.toml", 'extends = "./parnt.toml"'))
    assert problem.endswith('got "./parnt.toml"; did you mean "./parent.toml"?')


def test_a_folder_is_no_deck(tmp_path: Path) -> None:
    (problem,) = problems_in(write(tmp_path, "d.toml", 'extends = "."'))
    assert problem.endswith('expected a shipped deck (base, book_only) or a file, got ".", a folder')
    (problem,) = problems_in(tmp_path)
    assert problem.endswith(", a folder")


BYTES = [
    (b'schema = 1\nname = "caf\xe9"\n', "2:12", "0xe9"),
    (b"\xff\xfes\x00c\x00", "1:1", "0xff"),
    (b'schema = 1\nname = "\xc3\xa4\xc3"', "2:10", "0xc3"),
    (b"\x89PNG\r\n", "1:1", "0x89"),
]


@pytest.mark.parametrize(("data", "place", "byte"), BYTES)
def test_what_is_no_utf_8_is_told_where_it_ceases_to_be(
    tmp_path: Path, data: bytes, place: str, byte: str
) -> None:
    file = tmp_path / "d.toml"
    file.write_bytes(data)
    assert problems_in(file) == [f"{file}:{place}: toml: expected text in UTF-8, got the byte {byte}"]


def test_a_file_of_50_megabytes_is_refused_before_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "d.toml"
    with file.open("wb") as out:
        out.truncate(50_000_000)
    assert problems_in(file) == [f"{file}:1:1: toml: expected a file of at most 1 MB, got 50.0 MB"]
    child = write(tmp_path, "child.toml", 'extends = "d.toml"')
    assert problems_in(child) == [f"{file}:1:1: toml: expected a file of at most 1 MB, got 50.0 MB"]


def test_of_thousands_of_errors_the_first_are_told() -> None:
    problems = problems_on_base("[special.S]\n" + "".join(f"cuont{i} = 1\n" for i in range(3000)))
    assert len(problems) == 200
    assert problems[0] == 'my.toml:5:1: special.S.cuont0: unknown key; did you mean "count"?'
    assert problems[-1].endswith("(and more problems, not listed)")


def test_a_file_of_thousands_of_cards_is_refused_in_one_line() -> None:
    many = "[special]\n" + "".join(f"S{i} = {{ play.do = {{ drow = 1 }} }}\n" for i in range(2000))
    assert problems_on_base(many) == [
        "my.toml:255:1: special.S250: expected at most 250 types in a deck, got 2000 in this file"
    ]


@pytest.mark.parametrize("text", ["", "\n", "# nothing", "x"])
def test_a_text_without_a_deck_is_told_what_a_deck_needs(text: str) -> None:
    assert all(line.startswith("my.toml:1:1: ") for line in problems_of(text))


# --- places ---
PLACED = [
    ("a header", "[plot.P]\n\n[special.S]\n", "6:1: special.S:"),
    ("a header of a part", "[special.S.play]\ndo = [{ drow = 1 }]", "5:9: special.S.play.do[1].drow:"),
    ("dotted keys", "special.S.play.do = [{ drow = 1 }]", "4:24: special.S.play.do[1].drow:"),
    (
        "a quoted key",
        "special.\"a.b\" = { 'cuont' = 1, play.do = { draw = 1 } }",
        '4:19: special."a.b".cuont:',
    ),
    ("a quoted header", '[special."a ] b"]\nplay.do = { drow = 1 }', '5:13: special."a ] b".play.do.drow:'),
    ("spaces around dots", "[ special . S ]\nplay . do = { drow = 1 }", "5:15: special.S.play.do.drow:"),
    (
        "an inline table",
        "[special]\nS = { count = 1, play = { do = { drow = 1 } } }",
        "5:34: special.S.play.do.drow:",
    ),
    (
        "a list over lines",
        "[special.S]\nplay.do = [\n  { draw = 1 }, # one\n\n  { drow = 1 },\n]",
        "8:5: special.S.play.do[2].drow:",
    ),
    (
        "behind a text over lines",
        '[special.S]\ntext = """\n[plot.P]\n  x = 1\n"""\nnote = \'\'\'\n"""\n\'\'\'\nplay.do = { drow = 1 }',
        "12:13: special.S.play.do.drow:",
    ),
    (
        "behind a hash in a text",
        "[special.S]\ntext = 'a # b'\nplay.do = { drow = 1 }",
        "6:13: special.S.play.do.drow:",
    ),
    ("behind a tab", "[special.S]\n\tplay.do\t=\t{\tdrow = 1 }", "5:14: special.S.play.do.drow:"),
    (
        "behind other letters",
        "special.'Ünïcödé ☃ 🎲' = { play.do = { drow = 1 } }",
        '4:39: special."Ünïcödé ☃ 🎲".play.do.drow:',
    ),
    (
        "lists of tables",
        "[[plot.P.on]]\nevent = 'turn_end'\n[[plot.P.on.do]]\ndrow = 1",
        "7:1: plot.P.on[1].do[1].drow:",
    ),
    (
        "the second of a list of tables",
        "[[plot.P.on]]\nevent = 'turn_end'\ndo = { draw = 1 }\n[[plot.P.on]]\nevent = 'turn'\ndo = { draw = 1 }",
        "8:9: plot.P.on[2].event:",
    ),
    ("a key that is missing", "plot.P.on = [{ event = 'turn_end' }]", "4:14: plot.P.on[1].do:"),
]


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in PLACED], ids=[row[0] for row in PLACED])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_the_place_is_right(text: str, expected: str, newline: str) -> None:
    problems = problems_of((HEAD + text).replace("\n", newline))
    assert len(problems) == 1
    assert problems[0].startswith(f"my.toml:{expected}")
