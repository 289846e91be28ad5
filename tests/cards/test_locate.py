"""Places of keys and values in TOML texts."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from vs_sim.cards.find import shipped_decks
from vs_sim.cards.locate import locate

NONE = frozenset[str]()

TEXT = """\
a = 1 # comment = 2
"b c".d = 'x # y'
[t.u]
  e = [ 1, # one
        "]", { f = +2, g.h = true } ]
i = \"\"\"
j = 3
\"\"\"
[[t.list]]
k = 1
[[t.list]]
k = 2
m = '''
]'''
n = -1.5
"""


def paths_of(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        found += paths_of(item, (*path, key))
    return found


def test_every_key_and_value_has_its_place() -> None:
    places = locate(TEXT, NONE)
    expected = {
        ("a",): ((1, 1), (1, 5)),
        ("b c",): ((2, 1), (2, 1)),
        ("b c", "d"): ((2, 7), (2, 11)),
        ("t", "u"): ((3, 1), (3, 1)),
        ("t", "u", "e"): ((4, 3), (4, 7)),
        ("t", "u", "e", 1): ((5, 9), (5, 9)),
        ("t", "u", "e", 2, "f"): ((5, 16), (5, 20)),
        ("t", "u", "e", 2, "g", "h"): ((5, 26), (5, 30)),
        ("t", "u", "i"): ((6, 1), (6, 5)),
        ("t", "list", 0, "k"): ((10, 1), (10, 5)),
        ("t", "list", 1): ((11, 1), (11, 1)),
        ("t", "list", 1, "n"): ((15, 1), (15, 5)),
    }
    assert {path: (places.keys[path], places.values[path]) for path in expected} == expected


def test_numbers_keep_their_sign_as_written() -> None:
    places = locate(TEXT, NONE)
    assert places.raw["t", "u", "e", 2, "f"] == "+2"
    assert places.raw["t", "list", 1, "n"] == "-1.5"


@pytest.mark.parametrize("name", sorted(shipped_decks()))
def test_no_key_of_a_shipped_deck_is_without_place(name: str) -> None:
    text = shipped_decks()[name].read_text(encoding="utf-8")
    places = locate(text, NONE)
    paths = paths_of(tomllib.loads(text))
    assert [path for path in paths if path not in places.keys or path not in places.values] == []


def test_second_headers_of_a_table_are_told() -> None:
    places = locate("[plot]\na = 1\n[plot.b]\n[rules]\n [plot]\n", frozenset({"plot"}))
    assert [(slip.path, slip.place) for slip in places.slips] == [(("plot",), (5, 2))]


def test_what_is_toml_holds_no_slip() -> None:
    for file in shipped_decks().values():
        places = locate(file.read_text(encoding="utf-8"), frozenset({"plot"}))
        assert places.slips == []
        assert places.mended == file.read_text(encoding="utf-8")
    assert locate(TEXT, NONE).mended == TEXT


@pytest.mark.parametrize("text", ["[", "a = [1,", "a = {", '"', "a = '''", "= 1", "[a]]", "[[a]"])
def test_what_is_no_toml_ends_the_search_quietly(text: str) -> None:
    locate(text, NONE)
