"""Whatever stands in a deck file, the answer is a deck or a list of problems with their places."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from vs_sim.cards import DeckError, Problem, load_deck_text
from vs_sim.cards.find import shipped_decks

TEXT = shipped_decks()["custom"].read_text(encoding="utf-8")
VALUES = [match.span(1) for match in re.finditer(r"= *(\"[^\"\n]*\"|\d+|[\[{][^\n]*[\]}])", TEXT)]
WORDS = [match.span() for match in re.finditer(r"[a-z_]{3,}", TEXT)]
OTHER = [
    "[]",
    "{}",
    '""',
    "-3",
    "+2",
    "true",
    "1.5",
    "[[]]",
    "{ a = 1 }",
    '"x2"',
    '["a", ["b"]]',
    "nan",
    "1979-05-27",
    "=",
    "]",
]

SPOTS = st.one_of(
    st.tuples(st.sampled_from(VALUES), st.sampled_from(OTHER)),
    st.tuples(st.sampled_from(WORDS), st.sampled_from(WORDS).map(lambda span: TEXT[slice(*span)])),
)


@settings(max_examples=60)
@given(st.lists(SPOTS, min_size=1, max_size=3))
def test_a_spoiled_deck_gives_problems_with_places_and_nothing_worse(
    spots: list[tuple[tuple[int, int], str]],
) -> None:
    text = TEXT
    for (start, end), new in sorted(spots, reverse=True):
        text = text[:start] + new + text[end:]
    problems = problems_in(text)
    assert all(problem.line >= 1 and problem.column >= 1 and problem.key for problem in problems)


SIGNS = "[]{}=.,:#\"'\\\n\t “-+\x00\ue000é"
EDITS = st.tuples(st.integers(0, len(TEXT)), st.integers(0, 3), st.text(SIGNS, max_size=3))


@settings(max_examples=60)
@given(st.lists(EDITS, min_size=1, max_size=4))
def test_a_text_with_signs_put_in_and_left_out_gives_problems_with_places_and_nothing_worse(
    edits: list[tuple[int, int, str]],
) -> None:
    text = TEXT
    for at, out, new in edits:
        text = text[:at] + new + text[at + out :]
    problems = problems_in(text)
    lines = text.count("\n") + 1
    assert all(1 <= problem.line <= lines and problem.column >= 1 and problem.key for problem in problems)
    assert all("\n" not in str(problem) for problem in problems)


def problems_in(text: str) -> tuple[Problem, ...]:
    try:
        load_deck_text(text)
    except DeckError as error:
        return error.problems
    return ()
