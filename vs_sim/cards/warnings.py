"""What `deck check` warns of in a deck without errors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vs_sim.cards.compile import dots_of
from vs_sim.cards.inherit import as_list, members
from vs_sim.cards.problems import Path, Problem
from vs_sim.cards.schema import Card, Deck, Values
from vs_sim.cards.words import EVENTS, VERB_NUMBERS

# What a verb makes happen to set off triggers; a taken turn may make anything happen.
_CAUSES: dict[str, tuple[str, ...]] = {
    "destroy": ("follower_destroyed",),
    "steal": ("follower_stolen", "follower_destroyed"),
    "move": ("follower_destroyed",),
    "microaggress": ("microaggression_landed",),
    "draw": ("card_drawn",),
    "discard": ("card_discarded",),
    "take": ("follower_destroyed",),
    "eliminate": ("player_eliminated",),
    "take_turn": EVENTS,
}
# The study of assumptions varies these by itself (LANGUAGE section 1).
_STUDIED = frozenset({"count", "play", "while", "on", "action", "reaction", "drawn"})
Trigger = tuple[Card, Path, Values]


def warnings_of(deck: Deck) -> list[Problem]:
    """Everything to warn of, in order of place."""
    found = [*_runaways(deck), *_never_played(deck), *_unreachable(deck), *_without_alternative(deck)]
    files = list(dict.fromkeys(problem.file for problem in found))
    return sorted(found, key=lambda p: (files.index(p.file), p.line, p.column))


def _warning(card: Card, path: Path, message: str) -> Problem:
    source, at = card.where(path)
    return source.problem(at, message, key=True)


def _live(deck: Deck) -> list[Card]:
    return [card for card in deck.cards if card.count]


# --- triggers that set themselves off (W5) ---
def _runaways(deck: Deck) -> Iterator[Problem]:
    triggers = [trigger for card in _live(deck) for trigger in _unlimited(card)]
    for trigger in triggers:
        if trigger[1] in _reached(trigger, triggers):
            card, path, _ = trigger
            message = 'this trigger can set itself off; "per_turn" or "per_game" would bound it'
            yield _warning(card, path, message)


def _unlimited(card: Card) -> Iterator[Trigger]:
    found = card.data.get("on", [])
    for index, trigger in enumerate(as_list(found)):
        if not trigger.keys() & {"per_turn", "per_game"}:
            yield card, ("on", index) if isinstance(found, list) else ("on",), trigger


def _reached(start: Trigger, triggers: list[Trigger]) -> set[Path]:
    """Paths of the start's own card among all triggers that it can set off, one after another."""
    waiting, seen = [start], list[Trigger]()
    while waiting:
        events = set(_events(as_list(waiting.pop()[2]["do"])))
        after = [t for t in triggers if t[2]["event"] in events and t not in seen]
        seen += after
        waiting += after
    return {path for card, path, _ in seen if card is start[0]}


def _events(steps: list[Values]) -> Iterator[str]:
    for step in steps:
        verb = next(name for name in step if name in VERB_NUMBERS)
        if verb == "clear":
            kind = step.get("kind", "microaggression")
            yield {"microaggression": "microaggression_removed", "plot": "plot_ended"}.get(kind, "")
        elif verb == "either":
            for option in step["either"]:
                yield from _events(as_list(option))
        yield from _CAUSES.get(verb, ())


# --- cards that can never be played ---
def _never_played(deck: Deck) -> Iterator[Problem]:
    live = _live(deck)
    for card in live:
        reason = _plot_reason(card, deck) or _forbidden_reason(card, live) or _match_reason(card, live, deck)
        if reason:
            yield _warning(card, (), f"this card can never be played: {reason}")


def _plot_reason(card: Card, deck: Deck) -> str:
    if card.kind == "plot" and card.data.get("stays", True) and deck.rules["max_plots"] == 0:
        raised = any("max_plots" in m for other in _live(deck) for m in as_list(other.data.get("while", [])))
        return "" if raised else "max_plots is 0"
    return ""


def _forbidden_reason(card: Card, live: list[Card]) -> str:
    """A house rule that forbids the whole kind, where nothing of higher rank may allow it."""
    for rule in live:
        if rule.kind != "house_rule" or _allowed(card.kind, live):
            continue
        for modifier in as_list(rule.data.get("while", [])):
            if modifier.get("forbid") == card.kind and len(modifier) == 1:
                return f'the house rule "{rule.name}" forbids it'
    return ""


def _allowed(kind: str, live: list[Card]) -> bool:
    return any(_grants(card.data, kind) for card in live)


def _grants(value: Any, kind: str) -> bool:
    if isinstance(value, dict):
        if value.get("allow") == kind or ("more" in value and kind in as_list(value.get("kind", []))):
            return True
        return any(_grants(item, kind) for item in value.values())
    return isinstance(value, list) and any(_grants(item, kind) for item in value)


def _match_reason(card: Card, live: list[Card], deck: Deck) -> str:
    """A microaggression that no follower matches, a signal that no microaggression does (M2, V1)."""
    other = {"microaggression": "follower", "virtue_signal": "microaggression"}.get(card.kind)
    if other is None or any(
        m.get("match_any") == card.kind for c in live for m in as_list(c.data.get("while", []))
    ):
        return ""
    wild = {name for name, is_wild in zip(deck.alignments, deck.wild, strict=True) if is_wild}
    own = set(as_list(card.data["alignments"]))
    others = {name for c in live if c.kind == other for name in _alignments(c)}
    if own & others or (wild & (own | others) and others):
        return ""
    return f"no {other} of this deck has a like alignment"


def _alignments(card: Card) -> set[str]:
    return set(dots_of(card).values()) | set(as_list(card.data.get("alignments", [])))


# --- alignments that cannot be reached ---
def _unreachable(deck: Deck) -> Iterator[Problem]:
    live = _live(deck)
    wild = {name for name, is_wild in zip(deck.alignments, deck.wild, strict=True) if is_wild}
    reached = {name for card in live if card.kind == "character" for name in _alignments(card)}
    followers = [_alignments(card) for card in live if card.kind == "follower"]
    grown = True
    while grown:
        joined = [dots for dots in followers if dots & reached or (wild & (dots | reached))]
        larger = reached.union(*joined) if joined else reached
        grown, reached = larger != reached, larger
    for name in deck.alignments:
        if name not in reached:
            yield _alignment_warning(deck, name)


def _alignment_warning(deck: Deck, name: str) -> Problem:
    message = "this alignment cannot be reached by any character's coalition"
    source = deck.cards[-1].layers[0].source
    for card in deck.cards:
        for layer in card.layers:
            if ("alignments", name) in layer.source.places.keys:
                source = layer.source
    return source.problem(("alignments", name), message, key=True)


# --- assumptions without alternative ---
def _without_alternative(deck: Deck) -> Iterator[Problem]:
    covered = _varied_together(deck)
    for card in deck.cards:
        other = card.data.get("alternatives", {})
        for key in sorted(card.assumed):
            if key not in _STUDIED and key not in other and (card.name, key) not in covered:
                message = f'"{key}" is assumed, but no alternatives.{key} says what else it may be'
                yield _warning(card, (), message)


def _varied_together(deck: Deck) -> set[tuple[str, str]]:
    """Cards and keys that an `[alternative]` of the deck changes."""
    cards = {card.name: card for card in deck.cards}
    found: set[tuple[str, str]] = set()
    for alternative in deck.groups:
        for name, new in alternative.change.items():
            found |= {(card.name, key) for card in members(cards, name) or () for key in new}
    return found
