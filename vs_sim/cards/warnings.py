"""What `deck check` warns of in a deck without errors."""

from __future__ import annotations

from collections.abc import Iterator

from vs_sim.cards.inherit import as_list, members
from vs_sim.cards.never import (
    alignments_of,
    live_cards,
    never_in_force,
    never_played,
    reached_alignments,
    warning,
)
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
    found = [
        *_runaways(deck),
        *never_played(deck),
        *never_in_force(deck),
        *_unreachable(deck),
        *_without_alternative(deck),
    ]
    files = list(dict.fromkeys(problem.file for problem in found))
    return sorted(found, key=lambda p: (files.index(p.file), p.line, p.column))


# --- triggers that set themselves off (W5) ---
def _runaways(deck: Deck) -> Iterator[Problem]:
    live = live_cards(deck)
    triggers = [trigger for card in live for trigger in _unlimited(card)]
    sudden = {event for card in live for event in _events(as_list(card.data.get("drawn", {}).get("do", [])))}
    for trigger in triggers:
        if trigger[1] in _reached(trigger, triggers, sudden, alone=_is_alone(trigger[0], deck)):
            card, path, _ = trigger
            message = 'this trigger can set itself off; "per_turn" or "per_game" would bound it'
            yield warning(card, path, message)


def _is_alone(card: Card, deck: Deck) -> bool:
    """Whether no two players can have the card in force at once."""
    if card.kind == "character":
        return not deck.rules["duplicate_characters"]
    return card.kind not in ("plot", "house_rule") and card.count == 1


def _unlimited(card: Card) -> Iterator[Trigger]:
    found = card.data.get("on", [])
    for index, trigger in enumerate(as_list(found)):
        if not trigger.keys() & {"per_turn", "per_game"}:
            yield card, ("on", index) if isinstance(found, list) else ("on",), trigger


def _reached(start: Trigger, triggers: list[Trigger], sudden: set[str], *, alone: bool) -> set[Path]:
    """Paths of the start's own card among all triggers that it can set off, one after another.

    `sudden`: events that drawn cards make happen; `alone`: one player has the card, whose own doing is not by others.
    """
    waiting, seen = [start], list[Trigger]()
    while waiting:
        now = waiting.pop()
        events = set(_events(as_list(now[2]["do"])))
        events |= sudden if "card_drawn" in events else set()
        after = [t for t in triggers if t[2]["event"] in events and t not in seen]
        if alone and now[0] is start[0] and events != set(EVENTS):
            after = [t for t in after if t[0] is not start[0] or t[2].get("by") != "others"]
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


# --- alignments that cannot be reached ---
def _unreachable(deck: Deck) -> Iterator[Problem]:
    """Of alignments that a card has; one that is declared and that no card has does no harm."""
    reached = reached_alignments(deck)
    carried = {name for card in live_cards(deck) for name in alignments_of(card)}
    for name in deck.alignments:
        if name in carried - reached:
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
                yield warning(card, (), message)


def _varied_together(deck: Deck) -> set[tuple[str, str]]:
    """Cards and keys that an `[alternative]` of the deck changes."""
    cards = {card.name: card for card in deck.cards}
    found: set[tuple[str, str]] = set()
    for alternative in deck.groups:
        for name, new in alternative.change.items():
            found |= {(card.name, key) for card in members(cards, name) or () for key in new}
    return found
