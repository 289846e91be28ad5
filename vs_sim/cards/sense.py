"""What the parts of a card ask of each other, once each has its type (LANGUAGE sections 1 to 4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vs_sim.cards.inherit import as_list, level_of
from vs_sim.cards.problems import Path, one_of, shown
from vs_sim.cards.schema import Card, Values
from vs_sim.cards.types import COMPARISON, Scope
from vs_sim.cards.words import CARD_FILTER, EVENT_FILTERS, FOLLOWER_FILTER, GLOBAL, PERSONAL, VERB_NUMBERS

_FILTERS = frozenset({*CARD_FILTER, *FOLLOWER_FILTER})
_COST_VERBS = ("discard", "destroy", "points", "skip")
# What a modifier may not depend on: its own effect.
CIRCULAR = {"value": ("points", "most points", "fewest points"), "gender": ("male", "female")}
# What is done to followers: of these a `protect` may say which followers it is about.
_ABOUT_FOLLOWERS = frozenset(
    {"destroy", "steal", "move", "microaggress", "clear", "take", "microaggression", "virtue_signal"}
)
_NOT_IN_COSTS = ("may", "up_to")
MOST_OPTIONS_WITHIN = 4  # one `either` within another


def check_sense(card: Card, scope: Scope) -> None:
    """Reports what does not go together in a card whose keys are all of their types."""
    _KIND_CHECKS.get(card.kind, _nothing)(card, scope)
    if card.kind in ("plot", "house_rule"):
        _check_of_everyone(card, scope)
    for path, trigger in listed(card.data, "on", ()):
        _check_event_filter(path, trigger, scope)
        _check_part(trigger, path, card, scope)
    for name in ("play", "action", "reaction", "drawn"):
        if name in card.data:
            _check_part(card.data[name], (name,), card, scope)
    for path, modifier in listed(card.data, "while", ()):
        _check_modifier(path, modifier, scope)


def _nothing(card: Card, scope: Scope) -> None:
    """Nothing more is asked of this kind."""


def listed(values: Values, key: str, path: Path) -> list[tuple[Path, Any]]:
    """The items of a list with their paths; a single value is at the key itself."""
    found = values.get(key, [])
    if isinstance(found, list):
        return [((*path, key, index), item) for index, item in enumerate(found)]
    return [((*path, key), found)]


# --- by kind ---
def _check_follower(card: Card, scope: Scope) -> None:
    _check_dots(card.data["dots"], scope)
    level = level_of(card.data)
    if not 1 <= level <= 3:
        scope.fail(("dots",), f"expected dots of 1 to 3 different alignments, got {level}")
    elif card.data.get("level", level) != level:
        got = card.data["level"]
        scope.fail(("level",), f"expected {level}, the number of different alignments on its dots, got {got}")


def _check_dots(dots: Values, scope: Scope) -> None:
    pairs = {"ends": ("top", "bottom"), "sides": ("left", "right")}
    for both, edges in pairs.items():
        for edge in edges:
            if both in dots and edge in dots:
                scope.fail(("dots", edge), f'expected each edge once, "{both}" says this one too', key=True)


def _check_character(card: Card, scope: Scope) -> None:
    core = as_list(card.data["core"])
    if "dots" in card.data:
        _check_dots(card.data["dots"], scope)
    elif len(core) > 2:
        scope.fail((), 'expected the key "dots", there are more than two core alignments', key=True)
    _check_reaction_limit(card, scope)
    _check_no_using_up(card, scope)


def _check_artifact(card: Card, scope: Scope) -> None:
    _check_reaction_limit(card, scope)


def _check_reaction_limit(card: Card, scope: Scope) -> None:
    if "reaction" in card.data and not card.data["reaction"].keys() & {"per_turn", "per_game"}:
        scope.fail(("reaction",), 'expected "per_turn" or "per_game" beside it, the card stays', key=True)


def _check_no_using_up(card: Card, scope: Scope) -> None:
    if "uses_up" in card.data.get("action", {}):
        scope.fail(("action", "uses_up"), "expected it in an artifact only", key=True)


def _check_special(card: Card, scope: Scope) -> None:
    if not card.data.keys() & {"play", "reaction", "drawn", "lasts"}:
        scope.fail((), 'expected "play", "reaction", "drawn" or "lasts" in a special', key=True)
    for key in ("while", "on"):
        if key in card.data and "lasts" not in card.data:
            scope.fail((key,), 'expected "lasts" beside it, a special is gone once it is played', key=True)


_KIND_CHECKS = {
    "follower": _check_follower,
    "character": _check_character,
    "artifact": _check_artifact,
    "special": _check_special,
    "plot": _check_no_using_up,
    "house_rule": _check_no_using_up,
}


def _check_of_everyone(card: Card, scope: Scope) -> None:
    """Plots and house rules are about everyone: `for`, `if` of modifiers, `by`, `to` of triggers are not written."""
    for part, keys in (("while", ("for", "if")), ("on", ("by", "to"))):
        for path, values in listed(card.data, part, ()):
            for key in keys:
                if key in values:
                    what = card.kind.replace("_", " ")
                    scope.fail((*path, key), f"expected no such key, a {what} is about everyone", key=True)


# --- modifiers ---
def _check_modifier(path: Path, modifier: Values, scope: Scope) -> None:
    protected = modifier.get("protect")
    if protected is not None and protected not in _ABOUT_FOLLOWERS:
        for key in modifier.keys() & set(FOLLOWER_FILTER):
            scope.fail((*path, key), f"{shown(key)} means nothing to {shown(protected)}", key=True)
    for head, words in CIRCULAR.items():
        if head in modifier:
            for at, text in asked_of(modifier, path, words):
                scope.fail(at, f"expected nothing that depends on {words[0]}, got {shown(text)}")


def asked_of(modifier: Values, path: Path, words: tuple[str, ...]) -> Iterator[tuple[Path, str]]:
    """Where `only` and `if` of a modifier ask for one of these words or counts."""
    for key in ("only", "if"):
        for at, text in listed(modifier, key, path):
            if _subject(text) in words:
                yield at, text


def _subject(text: str) -> str:
    found = COMPARISON.fullmatch(text)
    return found[1] if found else text.removeprefix("not ")


# --- parts and steps ---
def _check_event_filter(path: Path, trigger: Values, scope: Scope) -> None:
    """The filters of a trigger must be of what its event is about."""
    event = trigger["event"]
    for key in trigger:
        if key in _FILTERS and key not in EVENT_FILTERS[event]:
            scope.fail((*path, key), f"{shown(key)} means nothing to {shown(event)}", key=True)


def _check_part(part: Values, path: Path, card: Card, scope: Scope) -> None:
    target = part.get("target", "self")
    if "copies" in part and card.kind != "special":
        scope.fail((*path, "copies"), "expected it in a special only", key=True)
    elif "copies" in part and len(part) > 1:
        scope.fail((*path, "copies"), 'expected it alone in "play"', key=True)
    if part.get("uses_action") is False and not part.keys() & {"per_turn", "per_game"}:
        scope.fail((*path, "uses_action"), 'expected "per_turn" or "per_game" beside it', key=True)
    for at, step in listed(part, "cost", path):
        _check_cost(step, at, scope)
    for at, step in listed(part, "do", path):
        _check_step(step, at, target, path, card, scope)


def _check_cost(step: Values, path: Path, scope: Scope) -> None:
    verb = verb_of(step)
    if verb not in _COST_VERBS:
        scope.fail((*path, verb), f"expected {one_of(_COST_VERBS)} in a cost", key=True)
    elif verb == "points" and step[verb] >= 0:
        scope.fail((*path, verb), f"expected a whole number from -9 to -1 in a cost, got {step[verb]}")
    elif step.get("target", "self") != "self":
        got = shown(step["target"])
        scope.fail((*path, "target"), f"expected no other target than self in a cost, got {got}")
    for key in _NOT_IN_COSTS:
        if step.get(key):
            scope.fail((*path, key), "expected no such key in a cost, it is paid in full", key=True)


def verb_of(step: Values) -> str:
    """The verb of a step."""
    return next(name for name in step if name in VERB_NUMBERS)


def _check_step(step: Values, path: Path, part_target: str, part: Path, card: Card, scope: Scope) -> None:
    verb = verb_of(step)
    target = step.get("target", part_target)
    if verb == "steal" and target in ("self", *GLOBAL):
        scope.fail(
            (*path, verb),
            f"expected a personal target ({', '.join(PERSONAL)}), got {shown(target)}",
            key=True,
        )
    if verb == "take_turn" and target in GLOBAL:
        scope.fail((*path, verb), f"expected self or a personal target, got {shown(target)}", key=True)
    if "per" in step and (isinstance(step[verb], bool) or not isinstance(step[verb], int)):
        scope.fail(
            (*path, "per"), f"expected a number to multiply, got {verb} = {shown(step[verb])}", key=True
        )
    keys, what = _meaningless(step, verb)
    for key in step.keys() & set(keys):
        scope.fail((*path, key), f"{shown(key)} means nothing to {what}", key=True)
    if step.get("spreads"):
        _check_spreads(path, part_target, part, card, scope, has_target="target" in step)
    if verb == "either" and path.count(verb) >= MOST_OPTIONS_WITHIN:
        message = f'expected "either" at most {MOST_OPTIONS_WITHIN} deep within each other'
        scope.fail((*path, verb), message, key=True)
        return
    for at, option in listed(step, "either", path):
        inside = enumerate(option) if isinstance(option, list) else [(None, option)]
        for index, further in inside:
            here = at if index is None else (*at, index)
            _check_step(further, here, target, part, card, scope)


def _meaningless(step: Values, verb: str) -> tuple[tuple[str, ...], str]:
    """Keys that mean nothing where the cards of the verb come from, or to what it is done; and to what."""
    if verb == "take" and step.get("from") == "coalition":
        return ("kind", "card"), "a follower of a coalition"
    if verb == "take":
        return ("where", "inert"), f"a card of the {step.get('from', 'hand')}"
    if verb == "steal" and step.get("kind") == "artifact":
        return tuple(FOLLOWER_FILTER), "an artifact"
    if verb == "clear" and step.get("kind", "microaggression") != "microaggression":
        return ("alignment",), f"{'an' if step['kind'] == 'artifact' else 'a'} {step['kind']}"
    return (), ""


def _check_spreads(
    path: Path, part_target: str, part: Path, card: Card, scope: Scope, *, has_target: bool
) -> None:
    if card.kind != "special" or part != ("play",) or part_target not in ("opponent", "player"):
        where = "in play of a special with target opponent or player"
        scope.fail((*path, "spreads"), f"expected it {where}", key=True)
    elif has_target:
        scope.fail(
            (*path, "target"), "expected no such key, what spreads begins with the target of play", key=True
        )
