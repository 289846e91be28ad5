"""Warnings of cards and parts that can never do anything in their deck: for `deck check`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vs_sim.cards.compile import dots_of
from vs_sim.cards.inherit import as_list, level_of
from vs_sim.cards.problems import Path, Problem, shown
from vs_sim.cards.schema import Card, Deck, Values
from vs_sim.cards.sense import listed
from vs_sim.cards.types import COMPARISON
from vs_sim.cards.words import CARD_KINDS, GLOBAL, VERB_NUMBERS

_STANDING = ("while", "on", "action")
# The values that a count of a player or of the table can have; all else has no bound that one would meet.
_RANGES = {
    "seat": (0, 11),
    "players": (1, 12),
    "hand": (0, 60),
    "alignments": (0, 8),
    "plots": (0, 8),
    "round": (1, 999),
}
_PLAYED_AT_ALL = ("microaggression", "virtue_signal", "artifact")


def warning(card: Card, path: Path, message: str) -> Problem:
    """A warning at a key of a card."""
    source, at = card.where(path)
    return source.problem(at, message, key=True)


def live_cards(deck: Deck) -> list[Card]:
    """The cards of which there is a copy in the deck."""
    return [card for card in deck.cards if card.count]


def alignments_of(card: Card) -> set[str]:
    """The alignments on its dots, or as written."""
    return set(dots_of(card).values()) | set(as_list(card.data.get("alignments", [])))


def reached_alignments(deck: Deck) -> set[str]:
    """The alignments to which a coalition of some character can grow."""
    live, wild = live_cards(deck), wild_alignments(deck)
    reached = {name for card in live if card.kind == "character" for name in alignments_of(card)}
    followers = [alignments_of(card) for card in live if card.kind == "follower"]
    while True:
        joined = [dots for dots in followers if like(dots, reached, wild)]
        larger = reached.union(*joined)
        if larger == reached:
            return reached
        reached = larger


def wild_alignments(deck: Deck) -> set[str]:
    """The alignments that are like every other."""
    return {name for name, is_wild in zip(deck.alignments, deck.wild, strict=True) if is_wild}


def like(some: set[str], others: set[str], wild: set[str]) -> bool:
    """Whether one of some alignments is like one of the others."""
    return bool(some & others) or bool(some and others and wild & (some | others))


# --- cards that can never be played ---
def never_played(deck: Deck) -> Iterator[Problem]:
    """Cards that can never be played, and why."""
    live = live_cards(deck)
    for card in live:
        reason = (
            _plot_reason(card, deck)
            or _forbidden_reason(card, live)
            or _match_reason(card, live, deck)
            or _condition_reason(card.data.get("play", {}))
            or _reaction_reason(card, live)
            or _step_reason(card, live)
        )
        if reason:
            yield warning(card, (), f"this card can never be played: {reason}")


def _plot_reason(card: Card, deck: Deck) -> str:
    if card.kind == "plot" and card.data.get("stays", True) and deck.rules["max_plots"] == 0:
        raised = any(
            "max_plots" in m for other in live_cards(deck) for m in as_list(other.data.get("while", []))
        )
        return "" if raised else "max_plots is 0"
    return ""


def _forbidden_reason(card: Card, live: list[Card]) -> str:
    """A house rule that forbids the whole kind, where nothing of higher rank may allow it."""
    for rule in live:
        if rule.kind != "house_rule" or any(_grants(other.data, card.kind) for other in live):
            continue
        for modifier in as_list(rule.data.get("while", [])):
            if modifier.get("forbid") == card.kind and len(modifier) == 1:
                return f'the house rule "{rule.name}" forbids it'
    return ""


def _grants(value: Any, kind: str) -> bool:
    if isinstance(value, dict):
        if value.get("allow") == kind or ("more" in value and kind in as_list(value.get("kind", []))):
            return True
        return any(_grants(item, kind) for item in value.values())
    return isinstance(value, list) and any(_grants(item, kind) for item in value)


def _match_reason(card: Card, live: list[Card], deck: Deck) -> str:
    """A follower that joins no coalition (G2), a microaggression or signal that matches nothing (M2, V1)."""
    wild = wild_alignments(deck)
    if card.kind == "follower":
        joins = like(alignments_of(card), reached_alignments(deck), wild)
        return "" if joins else "no character's coalition can reach its dots"
    other = {"microaggression": "follower", "virtue_signal": "microaggression"}.get(card.kind)
    if other is None or any(
        m.get("match_any") == card.kind for c in live for m in as_list(c.data.get("while", []))
    ):
        return ""
    others = {name for c in live if c.kind == other for name in alignments_of(c)}
    return "" if like(alignments_of(card), others, wild) else f"no {other} of this deck has a like alignment"


def _condition_reason(part: Values) -> str:
    """What a part asks for and no player can ever be."""
    for key in ("if", "only"):
        words = as_list(part.get(key, []))
        if _contradict(words):
            return f'its "{key}" can never hold ({", ".join(words)})'
    return ""


def _contradict(words: list[str]) -> bool:
    if {"male", "female"} <= set(words) or any(f"not {word}" in words for word in words):
        return True
    compared = [found for word in words if (found := COMPARISON.fullmatch(word))]
    return any(not _possible(count, compared) for count in {found[1] for found in compared})


def _possible(count: str, compared: list[Any]) -> bool:
    low, high = _RANGES.get(count, (-999, 999) if count == "points" else (0, 999))
    tests = [(found[2], int(found[3])) for found in compared if found[1] == count]
    return any(all(_holds(value, operator, n) for operator, n in tests) for value in range(low, high + 1))


def _holds(value: int, operator: str, number: int) -> bool:
    return {
        "=": value == number,
        "!=": value != number,
        "<": value < number,
        "<=": value <= number,
        ">": value > number,
        ">=": value >= number,
    }[operator]


def _reaction_reason(card: Card, live: list[Card]) -> str:
    """A card that only reacts, to what this deck has not."""
    if "reaction" not in card.data or card.kind != "special" or card.data.keys() & {"play", "drawn", "lasts"}:
        return ""
    found = any(_answers(what, card, live) for what in as_list(card.data["reaction"]["cancels"]))
    return "" if found else "there is nothing in this deck that it could cancel"


def _answers(what: str, card: Card, live: list[Card]) -> bool:
    if what == "anything":
        return any(_is_action(other) for other in live) or _answers("power", card, live)
    if what == "power":
        return any("action" in other.data for other in live)
    if what == "reaction":
        return any("reaction" in other.data and (other is not card or card.count > 1) for other in live)
    if what in CARD_KINDS:
        return any(other.kind == what and (what != "special" or _is_action(other)) for other in live)
    if what in VERB_NUMBERS:
        hits = what == "microaggress" and any(other.kind == "microaggression" for other in live)
        return hits or any(
            _has_verb(other.data.get(part, {}), what) for other in live for part in ("play", "action")
        )
    return any(other.name == what for other in live)


def _is_action(card: Card) -> bool:
    return card.kind in _PLAYED_AT_ALL or (
        card.kind == "special" and bool(card.data.keys() & {"play", "lasts"})
    )


def _has_verb(value: Any, verb: str) -> bool:
    if isinstance(value, dict):
        return verb in value or any(_has_verb(item, verb) for item in value.values())
    return isinstance(value, list) and any(_has_verb(item, verb) for item in value)


def _step_reason(card: Card, live: list[Card]) -> str:
    """A special, or a plot that does not stay, of which no step can ever do anything (D5)."""
    part = card.data.get("play")
    stays = card.kind == "plot" and card.data.get("stays", True)
    if part is None or stays or card.kind not in ("special", "plot"):
        return ""
    if "copies" in part:
        others = [
            c for c in live if c.kind == "special" and "copies" not in c.data.get("play", {"copies": 1})
        ]
        return "" if others else "there is no special in this deck that it could copy"
    steps = as_list(part.get("do", []))
    if not steps or part.get("target") in GLOBAL or any(_can_ever(step, live) for step in steps):
        return ""
    return "there is nothing in this deck to which it could do something"


def _can_ever(step: Values, live: list[Card]) -> bool:
    if "either" in step:
        return any(_can_ever(one, live) for option in step["either"] for one in as_list(option))
    if "clear" in step:
        return _can_lie(step, live)
    if step.keys() & {"destroy", "move", "microaggress"} or (
        "steal" in step and step.get("kind") != "artifact"
    ):
        return any(card.kind == "follower" and _passes(step, card) for card in live)
    if "steal" in step:
        return any(card.kind == "artifact" for card in live)
    if step.keys() & {"take", "discard", "give"}:
        only = ("follower",) if step.get("from") == "coalition" else CARD_KINDS
        return any(card.kind in only and _passes(step, card) for card in live)
    return True


def _can_lie(step: Values, live: list[Card]) -> bool:
    """Whether what a `clear` takes away can ever lie on the table."""
    kind = step.get("kind", "microaggression")
    if kind == "job":
        return any(_has_verb(card.data, "skip") for card in live)
    plain = {key: value for key, value in step.items() if key in ("alignment", "card")}
    lying = [card for card in live if card.kind == kind and (kind != "special" or "lasts" in card.data)]
    lying = [card for card in lying if kind != "plot" or card.data.get("stays", True)]
    tokens = kind == "microaggression" and any(_has_verb(card.data, "microaggress") for card in live)
    return tokens or any(_passes(plain, card) for card in lying)


def _passes(values: Values, card: Card) -> bool:
    """Whether a card is one of those that a filter names."""
    kinds = as_list(values["kind"]) if "kind" in values else [card.kind]
    levels = as_list(values["level"]) if "level" in values else [level_of(card.data)]
    names = as_list(values["alignment"]) if "alignment" in values else ["named"]
    named = values.get("card", "this")
    return (
        card.kind in kinds
        and level_of(card.data) in levels
        and ("named" in names or bool(alignments_of(card) & set(names)))
        and named in ("this", card.name)
    )


# --- parts that are never in force, cards that do nothing ---
def never_in_force(deck: Deck) -> Iterator[Problem]:
    """Parts of cards that never come to bear, and cards without any part that does something."""
    for card in live_cards(deck):
        gone = card.kind == "plot" and not card.data.get("stays", True)
        for part in (*_STANDING, "lasts") if gone else ():
            if part in card.data:
                yield warning(card, (part,), f"{shown(part)} never counts, this plot does not stay")
        if "action" in card.data and (reason := _condition_reason(card.data["action"])):
            yield warning(card, ("action",), f"this action can never be used: {reason}")
        triggers = card.data.get("on", [])
        for index, trigger in enumerate(as_list(triggers)):
            if reason := _condition_reason(trigger):
                path: Path = ("on", index) if isinstance(triggers, list) else ("on",)
                yield warning(card, path, f"this trigger can never be set off: {reason}")
        yield from _idle_steps(card)
        if card.kind in ("plot", "special", "artifact", "house_rule") and not _does_something(
            card, gone=gone
        ):
            yield warning(card, (), "this card does nothing")


def _idle_steps(card: Card) -> Iterator[Problem]:
    """Steps that would pass something from self to self."""
    parts = [(("on", i), trigger) for i, trigger in enumerate(as_list(card.data.get("on", [])))]
    parts = [(path if isinstance(card.data["on"], list) else path[:1], trigger) for path, trigger in parts]
    parts += [
        ((name,), card.data[name]) for name in ("play", "action", "reaction", "drawn") if name in card.data
    ]
    for path, part in parts:
        for at, step in listed(part, "do", path):
            yield from _idle(step, at, part.get("target", "self"), card)


def _idle(step: Values, path: Path, target: str, card: Card) -> Iterator[Problem]:
    target = step.get("target", target)
    verb = next(name for name in step if name in VERB_NUMBERS)
    own_hand = verb == "take" and step.get("from", "hand") == "hand" and step.get("into", "hand") == "hand"
    if target == "self" and (verb in ("swap", "give") or own_hand):
        yield warning(card, path, f"this step does nothing, {shown(verb)} asks for another target than self")
    for at, option in listed(step, "either", path):
        for index, inner in enumerate(as_list(option)):
            yield from _idle(inner, (*at, index) if isinstance(option, list) else at, target, card)


def _does_something(card: Card, *, gone: bool) -> bool:
    play = card.data.get("play", {})
    standing = not gone and any(part in card.data for part in _STANDING)
    return standing or "reaction" in card.data or "drawn" in card.data or bool(play.keys() & {"do", "copies"})
