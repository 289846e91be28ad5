"""Slips of writing in a deck file: what is no TOML is told in words, with its key and place."""

from __future__ import annotations

import pytest

from tests.cards.decks import problems_on_base

SLIPS = [
    (
        "[special.S]\ncount =\nplay.do = { draw = 1 }",
        'my.toml:5:8: special.S.count: expected a value after "="',
    ),
    (
        "[special.S]\ncount = 04\nplay.do = { draw = 1 }",
        "my.toml:5:9: special.S.count: expected a number, or text in quotes, got 04",
    ),
    (
        '[character.C]\ngender = male\ncore = "politics"',
        'my.toml:5:10: character.C.gender: expected quotes around text, as in "male"',
    ),
    (
        "[rules]\nallow_pass = True",
        "my.toml:5:14: rules.allow_pass: expected true in small letters, got True",
    ),
    (
        "[special.S]\ncount: 4\nplay.do = { draw = 1 }",
        'my.toml:5:6: special.S.count: expected "=" after a key, got ":"',
    ),
    (
        "[special.S]\ncount = 4 copies\nplay.do = { draw = 1 }",
        "my.toml:5:11: toml: expected nothing more on this line, got copies",
    ),
    (
        "[special.S]\nplay.do = { draw = 1 }\ncount 4",
        "my.toml:6:1: special.S: expected KEY = VALUE, got count 4",
    ),
    (
        '[special.S]\nplay = {\n  target = "opponent", do = [{ draw = 1 }]\n}',
        "my.toml:5:8: special.S.play: expected the whole of { … } on one line; for more lines write [special.S.play]",
    ),
    (
        "[special.S]\nplay.do = [{ draw = 1, }]",
        'my.toml:5:22: special.S.play.do[1]: expected no "," before "}"',
    ),
    (
        "[special.S]\nplay.do = [\n  { draw = 1 }\n  { discard = 1 }\n]",
        'my.toml:6:15: special.S.play.do: expected "," between the items of a list',
    ),
    (
        '[special.S]\nplay = { target = "opponent" do = [{ draw = 1 }] }',
        'my.toml:5:29: special.S.play: expected "," between the keys of a table',
    ),
    (
        "[special.S]\nplay.do = [{ draw = 1 }\ncount = 3",
        'my.toml:5:11: special.S.play.do: expected "]" to close the list that begins here',
    ),
    (
        "[special.S]\nplay = { do = [{ draw = 1 }]\n[special.T]\ncount = 3",
        'my.toml:5:8: special.S.play: expected "}" to close the table that begins here',
    ),
    (
        '[special.S]\ntext = "abc\nplay.do = { draw = 1 }',
        'my.toml:5:8: special.S.text: expected a closing " in this line, for the text that begins here',
    ),
    (
        'description = """abc\n',
        'my.toml:4:15: description: expected a closing """, for the text that begins here',
    ),
    (
        "[special.S]\nplay.do = { draw = 1 }\ncount = 2\ncount = 3",
        "my.toml:7:1: special.S.count: expected this key once, it stands in line 6 too",
    ),
    (
        "[special.S]\nplay.do = { draw = 1 }\n[special.S]\ncount = 3",
        "my.toml:6:1: special.S: expected this header once, it stands in line 4 too",
    ),
    (
        '[special.S]\nplay = { do = { draw = 1 } }\nplay.target = "player"',
        'my.toml:6:1: special.S.play: expected all of "play" in one place, it begins in line 5',
    ),
    (
        '[special.S]\nplay.do = { draw = 1 }\n[special.S.play]\ntarget = "player"',
        'my.toml:6:1: special.S.play: expected all of "play" in one place, it begins in line 5',
    ),
    (
        "rules.hand_size = 6\n[rules]\nmax_plots = 1",
        'my.toml:5:1: rules: expected all of "rules" in one place, it begins in line 4',
    ),
    (
        "[special.You Didn't]\nplay.do = { draw = 1 }",
        'my.toml:4:10: special: expected quotes around a name with spaces, as in [special."You Didn\'t"]',
    ),
    (
        "[plot.C.U.R.E.]\ncount = 1",
        'my.toml:4:7: plot: expected quotes around a name with dots, as in [plot."C.U.R.E."]',
    ),
    (
        "[plot]\nÜbung = { count = 1 }",
        'my.toml:5:1: plot: expected quotes around a name with Ü, as in "Übung" = …',
    ),
    (
        "[plot.“Mob Rule”]\ncount = 1",
        'my.toml:4:7: plot: expected straight quotes around a name, as in [plot."Mob Rule"]',
    ),
    ("[plot.P]\ntext = “four”", 'my.toml:5:8: plot.P.text: expected straight quotes, as in "four"'),
    ("[plot.P\ncount = 1", 'my.toml:4:1: toml: expected "]" at the end of this line'),
    ("[Mob Rule]\ncount = 1", 'my.toml:4:1: toml: expected a header as [KIND."Name"]'),
    ("x = [1,", 'my.toml:4:5: x: expected "]" to close the list that begins here'),
    ('[plot.P]\ntext = "a\x07b"', "my.toml:5:10: toml: expected valid TOML; illegal character '\\x07'"),
    ("[plot.P]\ncount = " + "9" * 5000, "my.toml:5:9: plot.P.count: expected a number of fewer digits"),
    (
        "[plot.P]\ntext = " + "[" * 3000,
        "my.toml:5:48: plot.P.text: expected at most 40 brackets in each other",
    ),
]


@pytest.mark.parametrize(("text", "expected"), SLIPS, ids=[slip[1].split(": ")[2] for slip in SLIPS])
def test_a_slip_is_told_in_words_where_it_stands(text: str, expected: str) -> None:
    assert problems_on_base(text) == [expected]


def test_behind_a_slip_the_rest_of_the_file_is_checked_all_the_same() -> None:
    assert problems_on_base(
        "[special.Mob Rule]\nplay.do = [{ drow = 1 }]\ncount = four\n[plot]\n'A' = { count = 1, }\n[rules]\nhand_size = 0\n"
        "[plot]\n'B' = { cuont = 1 }\n"
    ) == [
        'my.toml:4:10: special: expected quotes around a name with spaces, as in [special."Mob Rule"]',
        'my.toml:5:14: special."Mob Rule".play.do[1].drow: unknown verb; did you mean "draw"?',
        'my.toml:6:9: special."Mob Rule".count: expected quotes around text, as in "four"',
        'my.toml:8:18: plot.A: expected no "," before "}"',
        "my.toml:10:13: rules.hand_size: expected a whole number from 1 to 20, got 0",
        'my.toml:11:1: plot: expected [plot] once in a file; write further cards as [plot."Name"]',
        'my.toml:12:9: plot.B.cuont: unknown key; did you mean "count"?',
    ]


def test_what_looks_like_a_slip_within_a_text_is_none() -> None:
    assert problems_on_base('description = """\n[special.Mob Rule]\ncount: 4\n"""\n[plot.P]\ncuont = 3') == [
        'my.toml:9:1: plot.P.cuont: unknown key; did you mean "count"?'
    ]
