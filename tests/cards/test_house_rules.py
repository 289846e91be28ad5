"""House rules: one table of keys, meanings, defaults and ranges."""

from __future__ import annotations

import pytest

from vs_sim.cards import DeckError, load_deck, parse_rule, rules_table
from vs_sim.cards.house_rules import HOUSE_RULES, rule_numbers
from vs_sim.cards.tables import Rule


def test_every_column_of_the_tables_has_its_house_rule() -> None:
    assert [rule.key for rule in HOUSE_RULES] == [column.name.lower() for column in Rule]


def test_the_defaults_are_those_of_the_rules() -> None:
    assert load_deck("base").tables["rule"][0].tolist() == [7, 15, 2, 200, 5, 7, 0, 0, 0, 0, 0, 0, 0, 1000]


def test_words_and_flags_become_numbers() -> None:
    rules = dict(load_deck("base").rules) | {
        "geometry": "abstract",
        "allow_pass": True,
        "empty_draw_pile": "no_draw",
    }
    numbers = rule_numbers(rules)
    assert (numbers[Rule.GEOMETRY], numbers[Rule.ALLOW_PASS], numbers[Rule.EMPTY_DRAW_PILE]) == (1, 1, 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hand_size=6", ("hand_size", 6)),
        (" geometry = abstract ", ("geometry", "abstract")),
        ("allow_pass=true", ("allow_pass", True)),
        ('geometry="table"', ("geometry", "table")),
    ],
)
def test_a_rule_of_the_command_line_is_read(text: str, expected: tuple[str, object]) -> None:
    assert parse_rule(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("handsize=6", '--rule:1:1: handsize: unknown house rule; did you mean "hand_size"?'),
        ("hand_size=0", "--rule:1:11: hand_size: expected a whole number from 1 to 20, got 0"),
        ("hand_size=six", '--rule:1:11: hand_size: expected a whole number from 1 to 20, got "six"'),
        (
            "geometry=abstrct",
            '--rule:1:10: geometry: expected table or abstract, got "abstrct"; did you mean "abstract"?',
        ),
        ("allow_pass=1", "--rule:1:12: allow_pass: expected true or false, got 1"),
        ("hand_size", "--rule:1:1: hand_size: expected key=value, as in hand_size=6"),
    ],
)
def test_a_rule_that_is_not_legal_says_what_is(text: str, message: str) -> None:
    with pytest.raises(DeckError) as caught:
        parse_rule(text)
    assert str(caught.value) == message


def test_the_table_of_rules_tells_each_in_words() -> None:
    rows = rules_table()
    assert rows[0] == {
        "key": "hand_size",
        "default": "7",
        "values": "a whole number from 1 to 20",
        "meaning": "cards dealt to each player, and drawn up to at the end of a turn",
        "rule": "S2",
    }
    assert all(all(row.values()) for row in rows)
