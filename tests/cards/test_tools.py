"""What the `deck` commands say."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.cards.decks import HEAD, on_base
from tests.cards.language_words import all_words, words_in
from vs_sim.cards import load_deck, load_deck_text
from vs_sim.cards.describe import around, sentences
from vs_sim.cards.find import shipped_decks
from vs_sim.cards.json_schema import json_schema
from vs_sim.cards.tools import check_deck, diff_decks, list_decks, new_deck, show_deck
from vs_sim.cards.types import COUNT_WORDS
from vs_sim.cards.warnings import warnings_of
from vs_sim.vocabulary import COMPARE_TEXT


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
    assert rows["Job"]["does"] == (
        "Played on any player: the target skips one turn (this card lies on the character until then)."
    )
    assert rows["Venerable Elder"]["does"] == (
        "Action: one end-of-chain follower of every other player is destroyed, chosen by the owner. "
        "It has a price, paid first: you discard two cards."
    )
    assert "never in play beside" in rows["Vicious Cycle"]["does"]
    assert "never in play beside" in rows["Patriarchal Oppression"]["does"]
    assert rows["Public Broadcaster"]["dots"] == {
        "top": "economics",
        "right": "politics",
        "bottom": "diversity",
        "left": "politics",
    }
    assert rows["Public Broadcaster"]["level"] == rows["Public Broadcaster"]["points"] == 3


def test_every_part_of_a_shipped_card_is_told() -> None:
    for name in shipped_decks():
        cards = load_deck(name).cards
        others = around(cards)
        for card in cards:
            parts = sum(key in card.data for key in ("play", "while", "on", "action", "reaction", "drawn"))
            assert len(sentences(card, others)) >= parts, card.name


def test_diff_tells_removed_changed_and_new_cards_and_rules() -> None:
    deck = on_base(
        'remove = "Gaslighting"\nrules.hand_size = 6\nchange.Job.count = 5\n[special.S]\nplay.do = { draw = 2 }\n'
        '[change."Marxist Academic"]\nwhile = { hand_size = "+2" }'
    )
    assert diff_decks(load_deck("base"), deck) == [
        {"item": "hand_size", "kind": "rule", "change": "from 7 to 6"},
        {"item": "Job", "kind": "special", "change": "count from 4 to 5"},
        {"item": "Gaslighting", "kind": "special", "change": "removed (2 copies)"},
        {
            "item": "Marxist Academic",
            "kind": "character",
            "change": "no longer: Your hand size is 1 larger.; now: Your hand size is 2 larger.",
        },
        {"item": "S", "kind": "special", "change": "new, 1 in the deck: Played: you draw two cards."},
    ]


def test_diff_tells_levels_dots_alignments_and_what_is_told_otherwise() -> None:
    deck = on_base(
        "alignments.joker = { colour = 'white', wild = true }\nchange.'Comet Ping Pong'.dots = { sides = 'identity' }\n"
        "change.'Yard Sign'.alignments = ['politics', 'identity']\nchange.Mansplaining.lasts = 2\n"
        "change.'Go Viral'.play.do = [{ more = 'any', kind = ['follower'] }]\nchange.'Soy Boy'.gender = 'female'\n"
        "[follower.F]\ndots = { ends = 'joker' }\npoints = 2\n[virtue_signal.V]\nalignments = 'joker'"
    )
    assert {(row["item"], row["change"]) for row in diff_decks(load_deck("base"), deck)} == {
        ("joker", "new (white, wild)"),
        ("Comet Ping Pong", "level from level 2 to level 3"),
        (
            "Comet Ping Pong",
            "dots from top politics, bottom diversity to top politics, bottom diversity, sides identity",
        ),
        ("Yard Sign", "alignments from politics to politics, identity"),
        ("Mansplaining", "now: It stays for two turns of the player who played it."),
        ("Go Viral", "written in another way, but says the same"),
        ("Soy Boy", "gender from male to female"),
        ("F", "new, 1 in the deck (level 1, worth 2, ends joker)"),
        ("V", "new, 1 in the deck (joker)"),
    }


def test_diff_of_a_deck_with_itself_is_empty() -> None:
    assert diff_decks(load_deck("custom"), load_deck("custom")) == []


def test_a_new_deck_is_the_deck_it_starts_from_and_its_comments_are_legal() -> None:
    text = new_deck('My "own" deck')
    assert load_deck_text(text).hash == load_deck("base").hash
    assert load_deck_text(text).name == 'My "own" deck'
    used = re.sub(r"^# (?=\[|[a-z_]+ = )", "", text, flags=re.MULTILINE)
    assert load_deck_text(used).kinds.count("house_rule") == 1


@pytest.mark.parametrize("base", sorted(shipped_decks()))
def test_a_new_deck_may_start_from_any_shipped_deck(base: str) -> None:
    text = new_deck("x", base)
    assert load_deck_text(text).hash == load_deck(base).hash


def test_a_new_deck_may_start_from_a_deck_without_plots_and_have_any_name() -> None:
    own = (
        'schema = 1\nname = "x"\n[character.C]\ngender = "male"\ncore = "a b"\n[alignments]\n"a b" = "red"\n'
    )
    name = "tab\tand 'quotes' \\ \"\nand lines"
    text = new_deck(name, "base").replace(
        'extends = "base"', 'extends = "base"\nremove = ["all plots", "all specials"]'
    )
    assert load_deck_text(text).name == name
    assert load_deck_text(own).alignments == ("a b",)


def test_the_list_has_every_shipped_deck_with_what_it_is_for() -> None:
    rows = list_decks()
    assert [row["deck"] for row in rows] == list(shipped_decks())
    assert [row["deck"] for row in rows][:4] == ["base", "book_only", "custom", "even_characters"]
    assert all(row["description"] for row in rows)


# --- the JSON schema ---
EVERY_WORD = Path(__file__).parent / "every_word.toml"
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


@pytest.mark.parametrize("file", [*shipped_decks().values(), EVERY_WORD], ids=lambda file: file.stem)
def test_the_json_schema_takes_every_shipped_deck_and_every_word(file: Path) -> None:
    assert fits(tomllib.loads(file.read_text(encoding="utf-8")), SCHEMA)


def test_the_json_schema_knows_every_key_that_the_loader_knows() -> None:
    assert all_words() - words_in(SCHEMA) == {"not", *COUNT_WORDS, *COMPARE_TEXT} - words_in(SCHEMA)


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
        '[special.S]\nplay.do = [{ draw = 1, choose = "me" }]',
        "[special.S]\nplay.do = [{ either = [{ draw = 1 }] }]",
        '[special.S]\nplay.do = [{ draw = 1, if = "rich" }]',
        '[special.S]\ndeal = "late"',
        "[plot.P]\nwhile = [{ draw = 1 }]",
        '[plot.P]\non = [{ event = "turn_start" }]',
        "[plot.P]\ngender = 1",
        "[change.Job]\nkount = 1",
        "[alternative.A]\nremove = 'Job'",
    ],
)
def test_the_json_schema_refuses_what_the_loader_refuses(text: str) -> None:
    assert not fits(tomllib.loads(HEAD + text), SCHEMA)
