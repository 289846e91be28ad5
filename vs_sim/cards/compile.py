"""A deck after inheritance to the read-only table record, and the deck object around it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from vs_sim.cards.house_rules import rule_numbers
from vs_sim.cards.inherit import as_list, level_of
from vs_sim.cards.language import Rows, add_part, member, mods_run, triggers_run
from vs_sim.cards.schema import Card, Deck, Values, Written
from vs_sim.cards.tables import Mod, Part, new_tables, tables_bytes
from vs_sim.cards.words import KINDS
from vs_sim.vocabulary import (
    LASTS_ROUND,
    LASTS_TURN,
    RANKS,
    Deal,
    Edge,
    Gender,
    Kind,
    Modifier,
    PartKind,
    Who,
)

Tables = np.recarray[Any, Any]
_EDGES = {
    "top": (Edge.TOP,),
    "bottom": (Edge.BOTTOM,),
    "left": (Edge.LEFT,),
    "right": (Edge.RIGHT,),
    "ends": (Edge.TOP, Edge.BOTTOM),
    "sides": (Edge.LEFT, Edge.RIGHT),
}


def compile_deck(written: Written) -> Deck:
    """The deck of checked values; nothing in it can fail any more."""
    cards = list(written.cards.values())
    tables = new_tables()
    alignments = list(written.alignments)
    rows = Rows(
        {card.name: i for i, card in enumerate(cards)}, {name: i for i, name in enumerate(alignments)}
    )
    one = tables[0]
    one["rule"][:] = rule_numbers(written.rules)
    one["n_types"], one["n_alignments"] = len(cards), len(alignments)
    one["like"][: len(alignments)] = _likes(written)
    for number, card in enumerate(cards):
        _fill_type(one, number, card, rows)
        _fill_parts(one, number, card, rows)
    _fill_plots(one, cards, rows)
    _fill_cards(one, cards)
    _fill_rows(one, rows)
    _fill_flags(one, cards, rows)
    for number in range(len(cards)):
        for a, like in enumerate(_likes(written)):
            if int(one["alignments"][number]) >> a & 1:
                one["matches"][number] |= like
    tables.flags.writeable = False
    return _deck(written, cards, tables)


def _likes(written: Written) -> list[int]:
    """Of each alignment the mask of those it matches: itself and wild ones; a wild one all."""
    wild = [bool(spec.get("wild")) for spec in written.alignments.values()]
    every = (1 << len(wild)) - 1
    wilds = sum(1 << i for i, is_wild in enumerate(wild) if is_wild)
    return [every if is_wild else (1 << i | wilds) for i, is_wild in enumerate(wild)]


# --- types ---
def _fill_type(one: Any, number: int, card: Card, rows: Rows) -> None:
    data, kind = card.data, Kind(KINDS.index(card.kind))
    dots = dots_of(card)
    one["kind"][number], one["rank"][number] = kind, RANKS[kind]
    one["count"][number] = card.count
    if kind == Kind.FOLLOWER:
        one["level"][number] = level_of(data)
        one["points"][number] = data.get("points", level_of(data))
    named = set(dots.values()) | set(as_list(data.get("alignments", [])))
    one["alignments"][number] = sum(1 << rows.alignments[name] for name in named)
    for edge, name in dots.items():
        one["dots"][number, edge] = rows.alignments[name] + 1
    top, right, bottom, left = (dots.get(edge) for edge in Edge)
    one["symmetric"][number] = int(top == bottom and left == right)
    one["gender"][number] = member(Gender, data["gender"]) if kind == Kind.CHARACTER else Gender.NONE
    one["deal"][number] = member(Deal, data.get("deal", "shuffled"))
    one["lasts"][number] = lasts_of(data)
    one["stays"][number] = int(kind == Kind.PLOT and data.get("stays", True))


def dots_of(card: Card) -> dict[Edge, str]:
    """The alignment on each edge; a character's default is the first core alignment on the ends, the next beside."""
    dots = card.data.get("dots")
    if dots is None and card.kind == "character":
        core = as_list(card.data["core"])
        dots = dict(zip(("ends", "sides"), core, strict=False))
    return {edge: name for key, name in (dots or {}).items() for edge in _EDGES[key]}


def lasts_of(data: Values) -> int:
    """The column `lasts`."""
    lasts = data.get("lasts", 0)
    if isinstance(lasts, str):
        return LASTS_TURN if lasts == "turn" else LASTS_ROUND
    return int(lasts)


def _fill_parts(one: Any, number: int, card: Card, rows: Rows) -> None:
    for kind in (PartKind.PLAY, PartKind.ACTION, PartKind.REACTION, PartKind.DRAWN):
        name = kind.name.lower()
        one[name][number] = add_part(card.data.get(name), card, number, kind, rows)
    one["mod_first"][number], one["mod_n"][number] = mods_run(card, number, rows)
    first, count = triggers_run(card, number, rows)
    one["trigger_first"][number], one["trigger_n"][number] = first, count
    for row in rows.parts[first:]:
        one["hears"][number] |= 1 << row[Part.EVENT]


def _fill_plots(one: Any, cards: list[Card], rows: Rows) -> None:
    plots = [number for number, card in enumerate(cards) if card.kind == "plot"]
    one["n_plot_types"] = len(plots)
    for index, number in enumerate(plots):
        one["plot"][number] = index
    for number in plots:
        for name in as_list(cards[number].data.get("excludes", [])):
            other = rows.ids.get(name)
            if other is not None and other != number:
                one["excludes"][number] |= 1 << int(one["plot"][other])
                one["excludes"][other] |= 1 << int(one["plot"][number])


# --- cards ---
def card_key(name: str, copy: int) -> int:
    """The key of a card in shuffles: of its name and copy only, so that it is the same in every deck (C7)."""
    digest = hashlib.blake2b(f"{name}\0{copy}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")


def _fill_cards(one: Any, cards: list[Card]) -> None:
    at, characters = 0, 0
    for number, card in enumerate(cards):
        one["first_card"][number] = at
        for copy in range(card.count):
            one["card_type"][at], one["card_copy"][at] = number, copy
            one["card_key"][at] = card_key(card.name, copy)
            at += 1
        if card.kind == "character":
            one["character_card"][characters] = at - 1
            characters += 1
    one["n_cards"], one["n_characters"] = at, characters


def _fill_rows(one: Any, rows: Rows) -> None:
    for column, found in (("part", rows.parts), ("step", rows.steps), ("mod", rows.mods)):
        if found:
            one[column][: len(found)] = found
    one["cancels"][: len(rows.cancels)] = rows.cancels
    one["n_parts"], one["n_steps"], one["n_mods"] = len(rows.parts), len(rows.steps), len(rows.mods)


def _fill_flags(one: Any, cards: list[Card], rows: Rows) -> None:
    """What the deck has of things that cost time; types without a copy do not count."""
    live = [number for number, card in enumerate(cards) if card.count]
    reactions = [rows.parts[part] for part in (int(one["reaction"][n]) for n in live) if part >= 0]
    one["has_reactions"] = int(bool(reactions))
    one["has_wide_reactions"] = int(any(_is_wide(one, row, rows) for row in reactions))
    one["has_powers"] = int(any(one["action"][n] >= 0 for n in live))
    one["has_live_followers"] = int(any(_is_live_follower(cards[n]) for n in live))
    one["has_drawn"] = int(any(one["drawn"][n] >= 0 for n in live))
    in_deck = set(live)
    modifiers = {row[Mod.MODIFIER] for row in rows.mods if row[Mod.SOURCE] in in_deck}
    for flag, modifier in _MODIFIER_FLAGS.items():
        one[flag] = int(modifier in modifiers)
    claims = (row for row in rows.mods if row[Mod.MODIFIER] in (Modifier.FORBID, Modifier.ALLOW))
    filtered = (row for row in claims if row[Mod.FILTER] or row[Mod.CARD] != -1)
    one["has_filtered_claims"] = int(any(row[Mod.SOURCE] in in_deck for row in filtered))
    one["has_artifacts"] = int(any(cards[n].kind == "artifact" for n in live))
    plays = [rows.parts[part] for part in (int(one["play"][n]) for n in live) if part >= 0]
    one["has_copies"] = int(any(row[Part.COPIES] for row in plays))
    one["has_lasting"] = int(any("lasts" in cards[n].data for n in live))
    one["has_standing"] = int(any("reaction" in cards[n].data and cards[n].kind != "special" for n in live))
    one["has_one_each"] = int(any(one["deal"][n] == Deal.ONE_EACH for n in live))
    one["has_kept_out"] = int(any(one["deal"][n] == Deal.KEPT_OUT for n in live))


def _is_wide(one: Any, row: list[int], rows: Rows) -> bool:
    """Whether a reaction can answer what is not aimed at its player, or a reaction."""
    first = row[Part.CANCELS_FIRST]
    named = rows.cancels[first : first + row[Part.CANCELS_N]]
    answers_reactions = row[Part.CANCELS_REACTION] or any(one["reaction"][ty] >= 0 for ty in named)
    return bool(row[Part.FOR] == Who.EVERYONE or answers_reactions)


_MODIFIER_FLAGS = {
    "has_values": Modifier.VALUE,
    "has_silence": Modifier.SILENCE,
    "has_genders": Modifier.GENDER,
}


def _is_live_follower(card: Card) -> bool:
    return card.kind == "follower" and any(key in card.data for key in ("while", "on", "action"))


# --- the deck object ---
def deck_hash(tables: Tables, names: Sequence[str]) -> str:
    """Hex sha256 over the tables and the names of types and alignments."""
    digest = hashlib.sha256(tables_bytes(tables))
    for name in names:
        digest.update(name.encode() + b"\0")
    return digest.hexdigest()


def _deck(written: Written, cards: list[Card], tables: Tables) -> Deck:
    alignments = tuple(written.alignments)
    names = tuple(card.name for card in cards)
    return Deck(
        name=written.name,
        description=written.description,
        path=written.path,
        chain=written.chain,
        hash=deck_hash(tables, (*names, *alignments)),
        tables=tables,
        names=names,
        kinds=tuple(card.kind for card in cards),
        counts=tuple(card.count for card in cards),
        texts=tuple(str(card.data.get("text", "")) for card in cards),
        notes=tuple(str(card.data.get("note", "")) for card in cards),
        genders=tuple(str(card.data.get("gender", "")) for card in cards),
        assumed=tuple(card.assumed for card in cards),
        alternatives=tuple(_alternatives(card) for card in cards),
        groups=tuple(written.alternatives.values()),
        alignments=alignments,
        colours=tuple(str(spec.get("colour", "")) for spec in written.alignments.values()),
        wild=tuple(bool(spec.get("wild")) for spec in written.alignments.values()),
        rules=dict(written.rules),
        source=written.asked,
        overrides=dict(written.overrides),
        rules_files=written.rules_files,
        cards=tuple(cards),
    )


def _alternatives(card: Card) -> dict[str, tuple[Any, ...]]:
    return {key: tuple(as_list(values)) for key, values in card.data.get("alternatives", {}).items()}


__all__ = ["compile_deck", "deck_hash", "dots_of"]
