"""What the `deck` commands do, as plain data and text: check, show, new, diff; the schema is `json_schema`."""

from __future__ import annotations

import os
from typing import Any

from vs_sim.cards.compile import dots_of
from vs_sim.cards.describe import sentences
from vs_sim.cards.find import GAME_DECKS
from vs_sim.cards.house_rules import DEFAULTS
from vs_sim.cards.inherit import as_list
from vs_sim.cards.load import load_deck
from vs_sim.cards.problems import Problem, quoted_name, shown
from vs_sim.cards.schema import Card, Deck
from vs_sim.cards.warnings import warnings_of

Row = dict[str, Any]
_UNTOLD = ("text", "note", "assumed", "alternatives")
_PARTS = ("play", "while", "on", "action", "reaction", "drawn")


def check_deck(name_or_path: str | os.PathLike[str]) -> tuple[Deck, list[Problem]]:
    """The deck and its warnings, in order of place; raises DeckError with every error."""
    deck = load_deck(name_or_path)
    return deck, warnings_of(deck)


# --- show ---
def show_deck(deck: Deck) -> Row:
    """The deck as data: `name`, `description`, `hash`, `extends`, `rules` that differ from the book, `cards` (rows)."""
    apart = {key: value for key, value in deck.rules.items() if value != DEFAULTS[key]}
    return {
        "name": deck.name,
        "description": deck.description,
        "hash": deck.hash,
        "extends": list(deck.chain),
        "draw_cards": deck.draw_cards,
        "characters": len(deck.characters),
        "alignments": dict(zip(deck.alignments, deck.colours, strict=True)),
        "rules": apart,
        "cards": [_card_row(card) for card in deck.cards],
    }


def _card_row(card: Card) -> Row:
    """A card as a row; `does`: what it does, told in sentences made from its parts."""
    dots = {edge.name.lower(): name for edge, name in sorted(dots_of(card).items())}
    alignments = list(dict.fromkeys(dots.values())) or as_list(card.data.get("alignments", []))
    return {
        "name": card.name,
        "kind": card.kind.replace("_", " "),
        "count": card.count,
        "level": len(alignments) if card.kind == "follower" else None,
        "points": card.data.get("points", len(alignments)) if card.kind == "follower" else None,
        "gender": card.data.get("gender"),
        "alignments": alignments,
        "dots": dots,
        "does": " ".join(sentences(card)),
        "text": card.data.get("text", ""),
        "note": card.data.get("note", ""),
        "assumed": sorted(card.assumed),
    }


# --- diff ---
def diff_decks(a: Deck, b: Deck) -> list[Row]:
    """What is different in b, card by card: rows of `item`, `kind`, `change` (in words)."""
    rows = [
        _row(key, "rule", f"{shown(a.rules[key])} → {shown(b.rules[key])}")
        for key in _different(a.rules, b.rules)
    ]
    rows += _alignment_rows(a, b)
    before, after = {card.name: card for card in a.cards}, {card.name: card for card in b.cards}
    for name, card in before.items():
        if name not in after:
            rows.append(
                _row(name, card.kind, "removed" if card.count == 1 else f"removed ({card.count} copies)")
            )
        else:
            rows += [_row(name, after[name].kind, change) for change in _card_changes(card, after[name])]
    rows += [
        _row(card.name, card.kind, _new_text(card)) for name, card in after.items() if name not in before
    ]
    return rows


def _row(item: str, kind: str, change: str) -> Row:
    return {"item": item, "kind": kind.replace("_", " "), "change": change}


def _different(a: Any, b: Any) -> list[str]:
    return [key for key in dict.fromkeys([*a, *b]) if a.get(key) != b.get(key)]


def _alignment_rows(a: Deck, b: Deck) -> list[Row]:
    before, after = (
        dict(zip(a.alignments, a.colours, strict=True)),
        dict(zip(b.alignments, b.colours, strict=True)),
    )
    gone, new = "not in this deck", "no colour"
    return [
        _row(name, "alignment", f"{before.get(name, gone) or new} → {after.get(name, gone) or new}")
        for name in _different(before, after)
    ]


def _new_text(card: Card) -> str:
    copies = "" if card.kind in ("character", "house_rule") else f", {card.count} in the deck"
    told = " ".join(sentences(card))
    return f"new{copies}{': ' if told else ''}{told}"


def _card_changes(a: Card, b: Card) -> list[str]:
    changes = [f"kind: {a.kind} → {b.kind}"] if a.kind != b.kind else []
    if a.count != b.count:
        changes.append(f"count: {a.count} → {b.count}")
    before, after = dots_of(a), dots_of(b)
    if before != after:
        changes.append(f"dots: {_dots_text(before)} → {_dots_text(after)}")
    told_before, told_after = sentences(a), sentences(b)
    if told_before != told_after or any(a.data.get(p) != b.data.get(p) for p in _PARTS):
        changes.append(f"does: {' '.join(told_before) or 'nothing'} → {' '.join(told_after) or 'nothing'}")
    handled = {*_UNTOLD, *_PARTS, "count", "dots", "excludes", "stays", "lasts", "deal"}
    other = [key for key in _different(a.data, b.data) if key not in handled]
    return changes + [
        f"{key}: {_value_text(a.data.get(key))} → {_value_text(b.data.get(key))}" for key in other
    ]


def _dots_text(dots: dict[Any, str]) -> str:
    return ", ".join(f"{edge.name.lower()} {name}" for edge, name in sorted(dots.items())) or "none"


def _value_text(value: Any) -> str:
    if value is None:
        return "default"
    return ", ".join(str(item) for item in value) if isinstance(value, list) else str(value)


# --- new ---
_START = """\
# {name}: a deck for vs-sim. What stands behind a # is a comment; take it away to use the line.
# Check it with `vs-sim deck check FILE`, see what it changes with `vs-sim deck diff {base} FILE`,
# play it with `vs-sim run --deck FILE`.

schema = 1
name = {quoted}
description = ""
extends = "{base}" # a shipped deck ({shipped}) or the path of another file

# Cards and groups to leave out. Groups are "all plots", "all specials", "all level 2 followers" and so on.
# remove = ["{plot}"]

# House rules; `vs-sim rules` lists them.
[rules]
# hand_size = 6
# points_to_win = 12

# New values for inherited cards or groups; "+2", "-1" and "x2" change a number, drop = ["on"] takes a key away.
# [change."all microaggressions"]
# count = "-2"
# [change.{special}]
# count = 2

# New cards, as [KIND."Name"] with follower, microaggression, virtue_signal, plot, special, artifact or character.
# [special."A Card of Mine"]
# count = 2
# play = {{ target = "opponent", do = [{{ steal = 1 }}] }} # steals a follower of another player

# [plot."A Plot of Mine"]
# while = [{{ hand_size = "-1" }}] # every hand is one smaller

# [character."A Character of Mine"]
# gender = "chooses" # or "male", "female"
# core = ["{first}", "{second}"] # on the ends and on the sides
# on = [{{ event = "turn_start", if = "fewest points", do = [{{ draw = 1 }}] }}]

# House rules in words of the card language, in force from start to end.
# [house_rule."A Rule of Mine"]
# on = [{{ event = "turn_start", if = "leader", do = [{{ discard = 1 }}] }}]
"""


def new_deck(name: str, base: str = "base") -> str:
    """A commented deck file to start from, on top of another deck; raises DeckError if there is no such deck."""
    deck = load_deck(base)
    return _START.format(
        name=name.replace("\n", " "),
        quoted=f'"{_escaped(name)}"',
        base=base.replace("\\", "/"),
        shipped=", ".join(GAME_DECKS),
        plot=_first(deck, "plot").replace('"', '\\"'),
        special=quoted_name(_first(deck, "special")),
        first=deck.alignments[0],
        second=deck.alignments[-1],
    )


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


def _first(deck: Deck, kind: str) -> str:
    return next((card.name for card in deck.cards if card.kind == kind), "Name")
