"""Every word of the card language is told: leaving it out, or another word in its place, tells something else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from vs_sim.cards import load_deck_text
from vs_sim.cards.describe import Around, around, sentences
from vs_sim.cards.schema import Card
from vs_sim.cards.types import COUNT_WORDS, EVENT_TARGETS, PLAYER_WORDS, Key, ListOf, Number, OneOf, Whole
from vs_sim.cards.words import (
    ACTION_KEYS,
    CANCELS,
    CARD_KINDS,
    EVENT_FILTERS,
    EVENTS,
    KIND_KEYS,
    MODIFIER_COMMON,
    MODIFIER_KEYS,
    MODIFIER_VALUES,
    PLAY_KEYS,
    REACTION_KEYS,
    STEP_KEYS,
    TRIGGER_KEYS,
    VERB_KEYS,
    VERB_NUMBERS,
)
from vs_sim.vocabulary import COMPARE_TEXT

STEP = {"draw": 1}
EITHER = [{"draw": 1}, {"discard": 1}]


def told(kind: str = "special", **parts: Any) -> str:
    return " ".join(sentences(Card("X", kind, parts, []), Around()))


def values_of(key: Key) -> list[Any]:
    """Legal values of a key, all of its words among them."""
    kind = key.type.item if isinstance(key.type, ListOf) else key.type
    if isinstance(kind, OneOf):
        return list(kind.words)
    if isinstance(kind, Whole):
        return [kind.low, min(kind.low + 1, kind.high), *kind.words]
    if isinstance(kind, Number):
        return [kind.low, kind.low + 1, "+1", "-1", "x2", "x3"]
    return []


SAMPLES: Mapping[str, list[Any]] = {
    "alignment": ["politics", ["politics", "identity"], "named"],
    "card": ["this", "Y"],
    "level": [1, 2, [1, 2]],
    "only": ["male", "not male", ["female", "hand > 2"]],
    "if": ["male", "not male", ["female", "hand > 2"]],
    "against": ["male", "not male"],
    "target": list(EVENT_TARGETS),
    "cost": [{"discard": 1}, {"skip": 1}],
    "do": [{"draw": 2}, {"draw": 3}],
    "cancels": list(CANCELS[:8]),
}


def samples(name: str, key: Key) -> list[Any]:
    return SAMPLES.get(name) or values_of(key)


def number_of(verb: str) -> Any:
    return EITHER if verb == "either" else samples(verb, VERB_NUMBERS[verb])[0]


def step_told(step: dict[str, Any], target: str = "opponent") -> str:
    return told(play={"target": target, "do": [step]})


def assert_apart(texts: dict[str, str]) -> None:
    """All texts are different, and none is empty."""
    assert all(texts.values())
    same = {a: b for a in texts for b in texts if a < b and texts[a] == texts[b]}
    assert same == {}


@pytest.mark.parametrize("target", ["opponent", "self", "others"])
def test_every_verb_with_every_number(target: str) -> None:
    apart: dict[str, str] = {}
    for verb, key in VERB_NUMBERS.items():
        for value in [EITHER] if verb == "either" else samples(verb, key):
            apart[f"{verb} = {value}"] = step_told({verb: value}, target)
    assert_apart(apart)


OWN_KEYS = [(verb, name) for verb, keys in VERB_KEYS.items() for name in keys]


@pytest.mark.parametrize(("verb", "name"), OWN_KEYS, ids=[f"{verb}-{name}" for verb, name in OWN_KEYS])
def test_every_own_key_of_a_verb(verb: str, name: str) -> None:
    step: dict[str, Any] = {verb: number_of(verb)}
    if verb == "take" and name in ("where", "inert"):
        step["from"] = "coalition"
    key = VERB_KEYS[verb][name]
    values = [value for value in samples(name, key) if value not in (key.default, False)]
    texts = {str(value): step_told({**step, name: value}) for value in values}
    if name != "where":  # one of their words says what holds if nothing is said
        texts["nothing"] = step_told(step)
    assert_apart(texts)


PICKING = ("destroy", "steal", "move", "microaggress", "clear", "discard", "take", "give")
SAID_BY = {
    "choose": (*PICKING, "either"),
    "up_to": (*PICKING, "draw"),
}  # others have nothing to pick or to stop


@pytest.mark.parametrize("name", [name for name in STEP_KEYS if name != "target"])
def test_every_key_of_all_steps(name: str) -> None:
    for verb in SAID_BY.get(name, tuple(VERB_NUMBERS)):
        if name == "per" and not isinstance(number_of(verb), int | str):
            continue
        step = {verb: number_of(verb)}
        values = [value for value in samples(name, STEP_KEYS[name]) if value is not False]
        texts = {str(value): step_told({**step, name: value}) for value in values}
        if name != "choose":  # one of its words says what holds if nothing is said
            texts["nothing"] = step_told(step)
        assert_apart(texts)


def test_every_target_of_a_part_and_of_a_step() -> None:
    for verb in ("destroy", "draw", "skip", "take", "swap"):
        step = {verb: number_of(verb)}
        words = [word for word in EVENT_TARGETS if not (verb == "swap" and word in ("others", "everyone"))]
        assert_apart({word: step_told(step, word) for word in words})
        assert_apart({word: step_told({**step, "target": word}) for word in words})


def test_every_player_word_and_comparison() -> None:
    words = [*PLAYER_WORDS, *(f"not {word}" for word in PLAYER_WORDS)]
    words += [f"{count} {operator} 3" for count in COUNT_WORDS for operator in COMPARE_TEXT]
    assert_apart({word: step_told({"draw": 1, "if": word}) for word in words})
    assert_apart({word: told(play={"target": "opponent", "only": word, "do": [STEP]}) for word in words})
    assert_apart({word: step_told({"draw": 1, "only": word}, "everyone") for word in words})


@pytest.mark.parametrize("kind", ["plot", "character"])
def test_every_modifier_with_every_value(kind: str) -> None:
    texts: dict[str, str] = {}
    for name, key in MODIFIER_VALUES.items():
        for value in samples(name, key):
            if (name, value) != ("protect", "microaggression"):
                texts[f"{name} = {value}"] = told(kind, **{"while": [{name: value}]})
    assert_apart(texts)


CLAIMED = [(name, key) for name, keys in MODIFIER_KEYS.items() for key in keys]


@pytest.mark.parametrize(("name", "key"), CLAIMED, ids=[f"{name}-{key}" for name, key in CLAIMED])
def test_every_own_key_of_a_modifier(name: str, key: str) -> None:
    modifier = {name: {"forbid": "special", "allow": "special", "protect": "destroy", "value": 3}[name]}
    if key == "kind":
        modifier = {name: "discard"}
    default = {"where": "anywhere"}.get(key)
    values = [v for v in samples(key, MODIFIER_KEYS[name][key]) if v not in (False, default)]
    texts = {str(value): told("character", **{"while": [{**modifier, key: value}]}) for value in values}
    assert_apart(texts | {"nothing": told("character", **{"while": [modifier]})})


@pytest.mark.parametrize("key", MODIFIER_COMMON)
def test_every_common_key_of_a_modifier(key: str) -> None:
    values = [value for value in samples(key, MODIFIER_COMMON[key]) if value != "self"]
    for name, spec in MODIFIER_VALUES.items():
        if name == "max_plots" and key in ("for", "only"):
            continue  # the table's, not a player's
        modifier = {name: samples(name, spec)[0]}
        texts = {str(value): told("character", **{"while": [{**modifier, key: value}]}) for value in values}
        assert_apart(texts | {"nothing": told("character", **{"while": [modifier]})})


@pytest.mark.parametrize("kind", ["plot", "character"])
def test_every_event(kind: str) -> None:
    assert_apart({event: told(kind, on=[{"event": event, "do": [STEP]}]) for event in EVENTS})


@pytest.mark.parametrize("event", EVENTS)
def test_every_filter_of_an_event_and_who_it_is_about(event: str) -> None:
    trigger: dict[str, Any] = {"event": event, "do": [STEP]}
    whose = {by: told("character", on=[{**trigger, "by": by}]) for by in ("self", "others", "everyone")}
    assert_apart(whose)
    if event not in ("game_start", "turn_start", "turn_end", "turn_skipped", "card_drawn", "plot_ended"):
        assert_apart({to: told("character", on=[{**trigger, "by": "everyone", "to": to}]) for to in whose})
    for key, spec in EVENT_FILTERS[event].items():
        unsaid = [False, "anywhere"]  # of an event's follower nothing is asked that is not written
        unsaid += ["plot"] if event == "plot_ended" else []
        values = [value for value in samples(key, spec) if value not in unsaid]
        texts = {str(value): told("character", on=[{**trigger, key: value}]) for value in values}
        assert_apart(texts | {"nothing": told("character", on=[trigger])})


TRIGGER_OTHERS = ("if", "per_turn", "per_game", "may", "target", "do")


@pytest.mark.parametrize("key", TRIGGER_OTHERS)
def test_every_other_key_of_a_trigger(key: str) -> None:
    trigger = {"event": "card_played", "do": [STEP]}
    values = [value for value in samples(key, TRIGGER_KEYS[key]) if value not in (False, "self")]
    texts = {str(value): told("character", on=[{**trigger, key: value}]) for value in values}
    assert_apart(texts | {"nothing": told("character", on=[trigger])})


PARTS = {"play": PLAY_KEYS, "action": ACTION_KEYS, "reaction": REACTION_KEYS}
PART_KEYS = [(part, key) for part, keys in PARTS.items() for key in keys]


@pytest.mark.parametrize(("part", "key"), PART_KEYS, ids=[f"{part}-{key}" for part, key in PART_KEYS])
def test_every_key_of_a_part(part: str, key: str) -> None:
    keys = PARTS[part]
    plain: dict[str, Any] = (
        {"cancels": "plot"} if part == "reaction" else {"do": [STEP], "target": "opponent"}
    )
    kind = "special" if part != "action" else "artifact"
    left_out = (keys[key].default, "self", "actor", "affected") if key != "cancels" else ("plot",)
    values = [value for value in samples(key, keys[key]) if value not in left_out]
    if key == "target":
        values = ["player", "next", "previous", "others", "everyone"]
    texts = {str(value): told(kind, **{part: {**plain, key: value}}) for value in values}
    assert_apart(texts | {"nothing": told(kind, **{part: plain})})


def test_everything_that_a_reaction_can_cancel() -> None:
    apart = {what: told(reaction={"cancels": what}) for what in (*CANCELS, "Y")}
    assert_apart(apart)


def test_what_is_done_as_a_card_is_drawn() -> None:
    assert_apart(
        {
            "gone": told(drawn={"do": [STEP]}),
            "kept": told(drawn={"do": [STEP], "keep": True}),
            "other": told(drawn={"do": [{"draw": 2}]}),
        }
    )


@pytest.mark.parametrize("key", ["lasts", "deal", "stays"])
def test_every_key_of_a_card_that_says_how_it_lies_and_comes(key: str) -> None:
    spec = KIND_KEYS["plot"][key]
    texts = {str(value): told("plot", **{key: value}) for value in values_of(spec) if value != spec.default}
    assert_apart(texts)


@pytest.mark.parametrize("kind", CARD_KINDS)
def test_every_kind_of_card_says_when_its_play_is_done(kind: str) -> None:
    text = told(kind, play={"do": [STEP]})
    assert ": you draw one card." in text
    assert text.startswith("Played" if kind == "special" else "After it has ")


def test_a_reaction_to_a_card_as_it_is_drawn_says_so() -> None:
    deck = load_deck_text(
        'schema = 1\nname = "x"\nextends = "base"\n[special.Bomb]\ndrawn.do = { eliminate = true }\n'
        "[special.Fuse]\nreaction.cancels = 'Bomb'\n"
    )
    card = deck.cards[deck.type_of("Fuse")]
    assert sentences(card, around(deck.cards)) == ['Reaction: cancels "Bomb" as you draw it.']
