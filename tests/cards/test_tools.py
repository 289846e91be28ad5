"""What the `deck` commands say."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from tests.cards.decks import HEAD, on_base
from vs_sim.cards import load_deck, load_deck_text
from vs_sim.cards.describe import sentences
from vs_sim.cards.find import shipped_decks
from vs_sim.cards.json_schema import json_schema
from vs_sim.cards.tools import check_deck, diff_decks, new_deck, show_deck
from vs_sim.cards.warnings import warnings_of


def warnings_on_base(text: str) -> list[str]:
    return [str(problem) for problem in warnings_of(on_base(text))]


@pytest.mark.parametrize("name", sorted(shipped_decks()))
def test_shipped_decks_give_no_warning(name: str) -> None:
    assert check_deck(name)[1] == []


def test_w5_a_trigger_that_can_set_itself_off_is_warned_of() -> None:
    text = "[plot.P]\non = [{ event = 'card_drawn', do = [{ draw = 1 }]LIMIT }]"
    message = (
        'my.toml:5:7: plot.P.on[1]: this trigger can set itself off; "per_turn" or "per_game" would bound it'
    )
    assert warnings_on_base(text.replace("LIMIT", "")) == [message]
    assert warnings_on_base(text.replace("LIMIT", ", per_turn = 2")) == []


def test_w5_triggers_that_set_each_other_off_are_warned_of_both() -> None:
    found = warnings_on_base(
        "[plot.P]\non = { event = 'card_drawn', do = { discard = 1 } }\n"
        "[plot.Q]\non = { event = 'card_discarded', do = { draw = 1 } }"
    )
    assert [line.split(": ")[1] for line in found] == ["plot.P.on", "plot.Q.on"]


def test_p1_plots_that_have_no_place_are_warned_of() -> None:
    found = warnings_on_base("rules.max_plots = 0")
    assert len(found) == 6
    assert found[0].endswith("this card can never be played: max_plots is 0")


def test_a_card_that_a_house_rule_forbids_for_good_is_warned_of() -> None:
    found = warnings_on_base('[house_rule.R]\nwhile = { forbid = "virtue_signal" }')
    assert len(found) == 4
    assert found[0].endswith('this card can never be played: the house rule "R" forbids it')


def test_m2_a_microaggression_that_no_follower_matches_is_warned_of() -> None:
    found = warnings_on_base(
        'remove = "Antifa Crusader"\nalignments.greed = "gold"\n[microaggression.M]\nalignments = "greed"'
    )
    assert found == [
        "my.toml:5:12: alignments.greed: this alignment cannot be reached by any character's coalition",
        "my.toml:6:1: microaggression.M: this card can never be played: no follower of this deck has a like alignment",
    ]


def test_an_assumption_that_nothing_varies_is_warned_of() -> None:
    text = '[follower.F]\ndots.ends = "politics"\nassumed = ["dots"]'
    message = 'my.toml:4:1: follower.F: "dots" is assumed, but no alternatives.dots says what else it may be'
    assert warnings_on_base(text) == [message]
    assert warnings_on_base(text + '\nalternatives.dots = { sides = "politics" }') == []
    assert warnings_on_base(text + '\n[alternative.A]\nof = "x"\nchange.F.dots.sides = "identity"') == []


def test_show_tells_each_card_in_sentences_made_of_its_parts() -> None:
    shown = show_deck(load_deck("base"))
    rows = {row["name"]: row for row in shown["cards"]}
    assert (shown["draw_cards"], shown["characters"], shown["rules"]) == (162, 12, {})
    assert rows["Job"]["does"] == "Played on any player: the target skips one turn."
    assert rows["Venerable Elder"]["does"] == (
        "As an action on each other player: pay (discard two cards), then destroy one follower of each other player."
    )
    assert rows["Public Broadcaster"]["dots"] == {
        "top": "economics",
        "right": "politics",
        "bottom": "diversity",
        "left": "politics",
    }
    assert rows["Public Broadcaster"]["level"] == rows["Public Broadcaster"]["points"] == 3


def test_every_part_of_a_shipped_card_is_told() -> None:
    for name in shipped_decks():
        for card in load_deck(name).cards:
            parts = sum(key in card.data for key in ("play", "while", "on", "action", "reaction"))
            assert len(sentences(card)) >= parts, card.name


def test_diff_tells_removed_changed_and_new_cards_and_rules() -> None:
    deck = on_base(
        'remove = "Gaslighting"\nrules.hand_size = 6\nchange.Job.count = 5\n[special.S]\nplay.do = { draw = 2 }\n'
        '[change."Marxist Academic"]\nwhile = { hand_size = "+2" }'
    )
    assert diff_decks(load_deck("base"), deck) == [
        {"item": "hand_size", "kind": "rule", "change": "7 → 6"},
        {"item": "Job", "kind": "special", "change": "count: 4 → 5"},
        {"item": "Gaslighting", "kind": "special", "change": "removed (2 copies)"},
        {
            "item": "Marxist Academic",
            "kind": "character",
            "change": "does: You: hand size +1. → You: hand size +2.",
        },
        {"item": "S", "kind": "special", "change": "new, 1 in the deck: Played: draw two cards."},
    ]


def test_diff_of_a_deck_with_itself_is_empty() -> None:
    assert diff_decks(load_deck("custom"), load_deck("custom")) == []


def test_a_new_deck_is_the_deck_it_starts_from_and_its_comments_are_legal() -> None:
    text = new_deck('My "own" deck')
    assert load_deck_text(text).hash == load_deck("base").hash
    assert load_deck_text(text).name == 'My "own" deck'
    used = re.sub(r"^# (?=\[|[a-z_]+ = )", "", text, flags=re.MULTILINE)
    assert load_deck_text(used).kinds.count("house_rule") == 1


# --- the JSON schema ---
SCHEMA = json_schema()


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """Whether a value is valid: as much of JSON schema as ours uses."""
    if "$ref" in schema:
        return fits(value, SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema and not any(fits(value, option) for option in schema["anyOf"]):
        return False
    if "enum" in schema and not any(value == word and type(value) is type(word) for word in schema["enum"]):
        return False
    of_type = {
        "object": isinstance(value, dict),
        "array": isinstance(value, list),
        "string": isinstance(value, str),
        "boolean": isinstance(value, bool),
        "integer": isinstance(value, int) and not isinstance(value, bool),
    }
    if not of_type.get(schema.get("type", ""), True):
        return False
    if isinstance(value, str) and "pattern" in schema and not re.search(schema["pattern"], value):
        return False
    if "minimum" in schema and not schema["minimum"] <= value <= schema["maximum"]:
        return False
    if isinstance(value, list) and schema.get("type") == "array":
        most = schema.get("maxItems", 999)
        return schema.get("minItems", 0) <= len(value) <= most and all(
            fits(v, schema["items"]) for v in value
        )
    return schema.get("type") != "object" or _table_fits(value, schema)


def _table_fits(value: dict[str, Any], schema: dict[str, Any]) -> bool:
    properties, other = schema.get("properties", {}), schema.get("additionalProperties", True)
    for key, item in value.items():
        own = properties.get(key, other)
        if own is False or (isinstance(own, dict) and not fits(item, own)):
            return False
    return all(key in value for key in schema.get("required", ()))


@pytest.mark.parametrize("name", sorted(shipped_decks()))
def test_the_json_schema_takes_every_shipped_deck(name: str) -> None:
    assert fits(tomllib.loads(shipped_decks()[name].read_text(encoding="utf-8")), SCHEMA)


@pytest.mark.parametrize(
    "text",
    [
        "[special.S]\ncuont = 4",
        "[special.S]\nplay.do = [{ destory = 1 }]",
        "[special.S]\nplay.do = [{ draw = 1, discard = 1 }]",
        'special.S.count = "four"',
        "[plot.P]\nwhile = [{ hand_size = 99 }]",
        "[rules]\nhand_size = 0",
        "[follower.F]\ncount = 1",
    ],
)
def test_the_json_schema_refuses_what_the_loader_refuses(text: str) -> None:
    assert not fits(tomllib.loads(HEAD + text), SCHEMA)
