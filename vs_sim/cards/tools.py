"""What the `deck` commands do, as plain data and text: check, show, new, diff; the schema is `json_schema`."""

from __future__ import annotations

import os
import tomllib
from typing import Any

from vs_sim.cards.compile import dots_of
from vs_sim.cards.cursor import quoted
from vs_sim.cards.describe import Around, around, sentences
from vs_sim.cards.find import GAME_DECKS, shipped_decks
from vs_sim.cards.house_rules import DEFAULTS
from vs_sim.cards.inherit import as_list, level_of
from vs_sim.cards.load import load_deck
from vs_sim.cards.problems import Problem, one_line, one_of, quoted_name, shown
from vs_sim.cards.schema import Card, Deck
from vs_sim.cards.warnings import warnings_of

Row = dict[str, Any]
_UNTOLD = ("text", "note", "assumed", "alternatives")
_PARTS = ("play", "while", "on", "action", "reaction", "drawn")


def check_deck(name_or_path: str | os.PathLike[str]) -> tuple[Deck, list[Problem]]:
    """The deck and its warnings, in order of place; raises DeckError with every error."""
    deck = load_deck(name_or_path)
    return deck, warnings_of(deck)


def list_decks() -> list[Row]:
    """The shipped decks: `deck` (the name under which it is found) and `description`."""
    rows: list[Row] = []
    for name, file in shipped_decks().items():
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        rows.append({"deck": name, "description": data.get("description", "")})
    return rows


# --- show ---
def show_deck(deck: Deck) -> Row:
    """The deck as data: `name`, `description`, `hash`, `extends`, `rules` that differ from the book, `cards` (rows)."""
    apart = {key: value for key, value in deck.rules.items() if value != DEFAULTS[key]}
    others = around(deck.cards)
    return {
        "name": deck.name,
        "description": deck.description,
        "hash": deck.hash,
        "extends": list(deck.chain),
        "draw_cards": deck.draw_cards,
        "characters": len(deck.characters),
        "alignments": dict(zip(deck.alignments, deck.colours, strict=True)),
        "wild": [name for name, wild in zip(deck.alignments, deck.wild, strict=True) if wild],
        "rules": apart,
        "cards": [_card_row(card, others) for card in deck.cards],
    }


def _card_row(card: Card, others: Around) -> Row:
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
        "dots_told": _dots_text(card),
        "does": " ".join(sentences(card, others)),
        "text": card.data.get("text", ""),
        "note": card.data.get("note", ""),
        "assumed": sorted(card.assumed),
    }


# --- diff ---
def diff_decks(a: Deck, b: Deck) -> list[Row]:
    """What is different in b, card by card: rows of `item`, `kind`, `change` (in words)."""
    rows = [
        _row(key, "rule", _from_to(shown(a.rules[key]), shown(b.rules[key])))
        for key in _different(a.rules, b.rules)
    ]
    rows += _alignment_rows(a, b)
    before, after = {card.name: card for card in a.cards}, {card.name: card for card in b.cards}
    around_a, around_b = around(a.cards), around(b.cards)
    for name, card in before.items():
        if name not in after:
            copies = f" ({card.count} copies)" if card.count > 1 else ""
            rows.append(_row(name, card.kind, f"removed{copies}"))
        else:
            told = sentences(card, around_a), sentences(after[name], around_b)
            changes = _card_changes(card, after[name], *told)
            rows += [_row(name, after[name].kind, change) for change in changes]
    new = [card for name, card in after.items() if name not in before]
    return rows + [_row(card.name, card.kind, _new_text(card, around_b)) for card in new]


def _row(item: str, kind: str, change: str) -> Row:
    return {"item": item, "kind": kind.replace("_", " "), "change": change}


def _from_to(before: str, after: str) -> str:
    return f"from {before} to {after}"


def _different(a: Any, b: Any) -> list[str]:
    return [key for key in dict.fromkeys([*a, *b]) if a.get(key) != b.get(key)]


def _alignment_rows(a: Deck, b: Deck) -> list[Row]:
    before, after = _alignments(a), _alignments(b)
    return [
        _row(name, "alignment", _alignment_change(before, after, name)) for name in _different(before, after)
    ]


def _alignments(deck: Deck) -> dict[str, str]:
    """Alignments with their colours, told."""
    named = zip(deck.alignments, deck.colours, deck.wild, strict=True)
    return {name: (colour or "no colour") + (", wild" if wild else "") for name, colour, wild in named}


def _alignment_change(before: dict[str, str], after: dict[str, str], name: str) -> str:
    if name not in before:
        return f"new ({after[name]})"
    return _from_to(before[name], after[name]) if name in after else "not in this deck"


def _new_text(card: Card, others: Around) -> str:
    copies = "" if card.kind in ("character", "house_rule") else f", {card.count} in the deck"
    alignments = one_of(as_list(card.data.get("alignments", [])))
    what = ", ".join(
        t for t in (card.data.get("gender"), _level_text(card), alignments, _dots_text(card)) if t
    )
    told = " ".join(sentences(card, others))
    return f"new{copies}{f' ({what})' if what else ''}{': ' if told else ''}{told}"


def _card_changes(a: Card, b: Card, told_a: list[str], told_b: list[str]) -> list[str]:
    pairs = {
        "kind": (a.kind.replace("_", " "), b.kind.replace("_", " ")),
        "count": (str(a.count), str(b.count)),
        "level": (_level_text(a), _level_text(b)),
        "dots": (_dots_text(a), _dots_text(b)),
    }
    handled = {*_UNTOLD, *_PARTS, *pairs, "points", "excludes", "stays", "lasts", "deal"}
    other = [key for key in dict.fromkeys([*a.data, *b.data]) if key not in handled]
    pairs |= {key: (_value_text(a.data.get(key)), _value_text(b.data.get(key))) for key in other}
    told = [f"{key} {_from_to(*pair)}" for key, pair in pairs.items() if pair[0] != pair[1]]
    return told + _told_otherwise(a, b, told_a, told_b)


def _told_otherwise(a: Card, b: Card, before: list[str], after: list[str]) -> list[str]:
    """The sentences that are no longer true, and those that are now."""
    gone = " ".join(text for text in before if text not in after)
    new = " ".join(text for text in after if text not in before)
    if gone or new:
        return ["; ".join(text for text in (gone and f"no longer: {gone}", new and f"now: {new}") if text)]
    if any(a.data.get(part) != b.data.get(part) for part in _PARTS):
        return ["written in another way, but says the same"]
    return []


def _level_text(card: Card) -> str:
    if card.kind != "follower":
        return ""
    level = level_of(card.data)
    points = card.data.get("points", level)
    return f"level {level}" + ("" if points == level else f", worth {points}")


def _dots_text(card: Card) -> str:
    dots = {edge.name.lower(): name for edge, name in sorted(dots_of(card).items())}
    for both, (one, other) in {"ends": ("top", "bottom"), "sides": ("left", "right")}.items():
        if one in dots and dots[one] == dots.get(other):
            dots[both] = dots.pop(one)
            del dots[other]
    return ", ".join(f"{edge} {name}" for edge, name in dots.items())


def _value_text(value: Any) -> str:
    if value is None:
        return "nothing"
    return ", ".join(str(item) for item in as_list(value))


# --- new ---
_START = """\
# {name}: a deck for vs-sim. What stands behind a # is a comment; take the # away to use the line.
# Check it with `vs-sim deck check FILE`, see what it changes with `vs-sim deck diff {base} FILE`,
# play it with `vs-sim run --deck FILE`. Further examples: `vs-sim deck list`.

schema = 1
name = {quoted}
description = ""
extends = {extends} # a shipped deck ({shipped} …) or the path of another file

# Cards and groups to leave out. Groups are "all plots", "all specials", "all level 2 followers" and so on.
# remove = [{plot}]

# House rules; `vs-sim rules` lists them.
[rules]
# hand_size = 6
# points_to_win = 12

# New values for inherited cards or groups; "+2", "-1" and "x2" change a number, drop = ["on"] takes a key away.
# [change."all microaggressions"]
# count = "-2"
# [change.{special}]
# count = 2

# New cards, as [KIND."Name"]. First the plain kinds, which need nothing but their alignments.
# [follower."A Follower of Mine"]
# count = 4
# dots = {{ ends = {first}, sides = {second} }} # or top, bottom, left, right; its level follows from them

# [microaggression."A Microaggression of Mine"]
# count = 4
# alignments = [{first}, {second}] # any one of them matches

# [virtue_signal."A Virtue Signal of Mine"]
# count = 4
# alignments = {first}

# What a special does stands in `play`: at whom it is aimed, and the steps that are done.
# [special."A Special of Mine"]
# count = 2
# play = {{ target = "opponent", do = [{{ steal = 1 }}] }} # steals a follower of another player

# [special."A Reaction of Mine"]
# count = 2
# reaction = {{ cancels = ["microaggression", "steal"] }} # when aimed at who holds it

# A plot holds for everyone: `while` it is in play, `on` an event.
# [plot."A Plot of Mine"]
# while = [{{ hand_size = "-1" }}] # every hand is one smaller

# An artifact lies with a character and gives it a power.
# [artifact."An Artifact of Mine"]
# action = {{ cost = [{{ discard = 1 }}], target = "opponent", do = [{{ microaggress = 1 }}] }}

# [character."A Character of Mine"]
# gender = "chooses" # or "male", "female"
# core = [{first}, {second}] # on the ends and on the sides
# on = [{{ event = "turn_start", if = "fewest points", do = [{{ draw = 1 }}] }}]

# House rules in words of the card language, in force from start to end.
# [house_rule."A Rule of Mine"]
# on = [{{ event = "turn_start", if = "leader", do = [{{ discard = 1 }}] }}]
"""


def new_deck(name: str, base: str = "base", written: str | None = None) -> str:
    """A commented deck file to start from, on top of another deck; raises DeckError if there is no such deck.

    `written`: the base as the file is to name it, where that is another path than from here.
    """
    deck = load_deck(base)
    special = next((card.name for card in deck.cards if card.kind == "special"), "all specials")
    return _START.format(
        name=one_line(name),
        quoted=quoted(name),
        base=one_line(written or base),
        extends=quoted(written or base),
        shipped=", ".join(GAME_DECKS),
        plot=quoted(next((card.name for card in deck.cards if card.kind == "plot"), "all plots")),
        special=quoted_name(special),
        first=quoted(deck.alignments[0]),
        second=quoted(deck.alignments[-1]),
    )
