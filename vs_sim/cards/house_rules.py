"""The house rules: key, meaning, default and range of each, by the keys of RULES. The one table of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vs_sim.cards.problems import DeckError, Problem, did_you_mean, one_of, shown
from vs_sim.cards.tables import Rule

RuleValue = int | bool | str


@dataclass(frozen=True)
class HouseRule:
    """One house rule. `words`: the values it may have; else `low` to `high`, or true and false."""

    key: str
    rule: str  # identifier in RULES
    default: RuleValue
    meaning: str
    low: int = 0
    high: int = 0
    words: tuple[str, ...] = ()

    @property
    def values(self) -> str:
        """The legal values, told."""
        if isinstance(self.default, bool):
            return "true or false"
        if self.words:
            return one_of(self.words)
        return f"a whole number from {self.low} to {self.high}"

    def allows(self, value: Any) -> bool:
        """Whether the value is legal."""
        if isinstance(self.default, bool):
            return isinstance(value, bool)
        if self.words:
            return isinstance(value, str) and value in self.words
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high

    def number(self, value: RuleValue) -> int:
        """The value as the tables hold it."""
        return self.words.index(value) if isinstance(value, str) else int(value)


HOUSE_RULES = (
    HouseRule(
        "hand_size", "S2", 7, "cards dealt to each player, and drawn up to at the end of a turn", 1, 20
    ),
    HouseRule("points_to_win", "W1", 15, "what a coalition must be worth to win", 1, 99),
    HouseRule("max_plots", "P1", 2, "plots that can be in play at once", 0, 8),
    HouseRule(
        "max_turns_per_player", "W4", 200, "turns per player after which a game ends unfinished", 1, 1000
    ),
    HouseRule("card_width", "G1", 5, "width of a card", 1, 20),
    HouseRule("card_length", "G1", 7, "length of a card", 1, 20),
    HouseRule(
        "geometry",
        "G8",
        "table",
        "whether cards keep positions and must not overlap, or any open like dot can be laid on",
        words=("table", "abstract"),
    ),
    HouseRule("duplicate_characters", "S3", False, "whether two players may hold the same character"),
    HouseRule(
        "gender_choice",
        "C5",
        "each_turn",
        "when a character whose gender is chosen chooses it",
        words=("each_turn", "once"),
    ),
    HouseRule("allow_pass", "T2", False, "whether a player with cards in hand may pass"),
    HouseRule("draw_on_skipped_turn", "T5", False, "whether a player draws at the end of a skipped turn"),
    HouseRule(
        "empty_draw_pile",
        "T4",
        "reshuffle",
        "what becomes of the discard pile when the draw pile is empty",
        words=("reshuffle", "no_draw"),
    ),
    HouseRule("cancel_refunds_action", "X1", False, "whether a cancelled player may act again"),
    HouseRule(
        "max_effects", "W5", 1000, "effects in one turn after which a game ends as a runaway", 100, 100_000
    ),
)
BY_KEY: Mapping[str, HouseRule] = {rule.key: rule for rule in HOUSE_RULES}
DEFAULTS: Mapping[str, RuleValue] = {rule.key: rule.default for rule in HOUSE_RULES}


def rule_numbers(rules: Mapping[str, RuleValue]) -> list[int]:
    """The row `rule` of the tables, in the order of `Rule`."""
    return [BY_KEY[column.name.lower()].number(rules[column.name.lower()]) for column in Rule]


def rules_table() -> list[dict[str, str]]:
    """Every house rule as `key`, `default`, `values`, `meaning`, `rule`, in order of their importance."""
    return [
        {
            "key": rule.key,
            "default": shown(rule.default).strip('"'),
            "values": rule.values,
            "meaning": rule.meaning,
            "rule": rule.rule,
        }
        for rule in HOUSE_RULES
    ]


def rule_fault(key: str, value: Any) -> str | None:
    """What is wrong with a house rule and its value, None if nothing is."""
    rule = BY_KEY.get(key)
    if rule is None:
        return f"unknown house rule{did_you_mean(key, BY_KEY)}"
    if not rule.allows(value):
        return f"expected {rule.values}, got {shown(value)}{did_you_mean(value, rule.words)}"
    return None


def parse_rule(text: str) -> tuple[str, RuleValue]:
    """`key=value` of the command line as key and checked value.

    Raises DeckError with one problem, at the place in the text (file `--rule`, line 1).
    """
    key, equals, written = (part.strip() for part in text.partition("="))
    column = text.find("=") + 2
    if not equals:
        raise _rule_error(1, key, "expected key=value, as in hand_size=6")
    value = _value_of(written)
    fault = rule_fault(key, value)
    if fault is not None:
        raise _rule_error(column if key in BY_KEY else 1, key, fault)
    return key, value


def _rule_error(column: int, key: str, message: str) -> DeckError:
    return DeckError([Problem("--rule", 1, column, key, message)])


def _value_of(written: str) -> RuleValue:
    if written in ("true", "false"):
        return written == "true"
    try:
        return int(written)
    except ValueError:
        return written.strip("\"'")
