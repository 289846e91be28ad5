"""What a deck makes of the deck that it extends: removed, changed and new cards, in this order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from vs_sim.cards.problems import Path, breaks_lines, did_you_mean, quoted_name, shown
from vs_sim.cards.report import Report
from vs_sim.cards.schema import Card, Layer, Source, Values, Written
from vs_sim.cards.types import NUMBER_FORM, at_home
from vs_sim.cards.words import FORBIDDEN_NAMES, GROUPS, KINDS
from vs_sim.vocabulary import MAX_TYPES


def as_list(value: Any) -> list[Any]:
    """A list, or the list of a single value."""
    return value if isinstance(value, list) else [value]


def members(cards: dict[str, Card], name: str) -> list[Card] | None:
    """The cards of a name or group; None where it is neither."""
    if name in cards:
        return [cards[name]]
    if name not in GROUPS:
        return None
    kind, level = GROUPS[name]
    return [card for card in cards.values() if card.kind == kind and level in (0, level_of(card.data))]


def level_of(data: Values) -> int:
    """The level that a follower's dots give it (C2)."""
    dots = data.get("dots")
    return len({str(a) for a in dots.values()}) if isinstance(dots, dict) else 0


def remove_cards(written: Written, names: Any, source: Source, path: Path, report: Report) -> None:
    """Leaves out inherited cards and groups."""
    for index, name in enumerate(as_list(names)):
        here = (*path, index) if isinstance(names, list) else path
        if not isinstance(name, str):
            report.add(source.problem(here, f"expected text, got {shown(name)}"))
            continue
        gone = members(written.cards, name)
        if gone is None:
            if not report.broken and name not in written.removed:
                expected_inherited(written, name, source, here, report, key=False)
            continue
        for card in gone:
            written.removed[card.name] = card.kind
            del written.cards[card.name]


def expected_inherited(
    written: Written, name: Any, source: Source, path: Path, report: Report, *, key: bool
) -> None:
    """Reports a name that is neither inherited nor a group."""
    near = did_you_mean(name, (*written.cards, *GROUPS))
    if any(isinstance(cards := source.data.get(kind), dict) and name in cards for kind in KINDS):
        near = f"; {shown(name)} is written in this file, alter it there"
    got = "" if key else f", got {shown(name)}"
    report.add(source.problem(path, f"expected a card or group that is inherited{got}{near}", key=key))


def change_cards(
    written: Written, changes: Any, source: Source, path: Path, report: Report, *, passing: bool = False
) -> list[Card]:
    """Gives inherited cards new values; returns those changed. `passing`: names that were removed are passed over."""
    changed: dict[str, Card] = {}
    for name, new in changes.items() if isinstance(changes, dict) else ():
        here = (*path, name)
        found = members(written.cards, name)
        if found is None:
            if not report.broken and not (passing and name in written.removed):
                expected_inherited(written, name, source, here, report, key=True)
        elif not isinstance(new, dict):
            report.add(source.problem(here, f"expected a table of new values, got {shown(new)}"))
        else:
            _check_drops(found, new, source, here, report)
            for card in found:
                written.cards[card.name] = changed[card.name] = changed_card(card, new, source, here)
    return list(changed.values())


def _check_drops(found: list[Card], new: Values, source: Source, path: Path, report: Report) -> None:
    for index, name in enumerate(as_list(new.get("drop", []))):
        if found and not any(name in card.data for card in found):
            here = (*path, "drop", index) if isinstance(new["drop"], list) else (*path, "drop")
            near = did_you_mean(name, sorted({key for card in found for key in card.data}))
            report.add(source.problem(here, f"expected a key of the inherited card, got {shown(name)}{near}"))


def changed_card(card: Card, new: Values, source: Source, path: Path) -> Card:
    """The card with new values merged in; what is changed is no longer assumed."""
    dropped = {name for name in as_list(new.get("drop", [])) if isinstance(name, str)}
    layers = [*card.layers]
    data = {key: value for key, value in card.data.items() if key not in dropped}
    rest = {key: value for key, value in new.items() if key != "drop"}
    _fill_defaults(card, data, rest)
    merged = _merged(data, rest, (), source, path, layers)
    touched = dropped | set(rest)
    assumed = card.assumed - touched
    if "assumed" in rest:
        assumed = frozenset(str(key) for key in as_list(rest["assumed"]))
    other = merged.get("alternatives")
    if isinstance(other, dict) and "alternatives" not in rest:
        merged["alternatives"] = {key: value for key, value in other.items() if key in assumed}
    if "assumed" in card.data and "assumed" not in rest:
        merged["assumed"] = [key for key in as_list(card.data["assumed"]) if key in assumed]
    layers += [Layer((name,), source, (*path, "drop")) for name in dropped]
    return Card(card.name, card.kind, merged, layers, assumed, Layer((), source, path))


def _fill_defaults(card: Card, data: Values, new: Values) -> None:
    """Writes out the default of a number that is to be changed by "+2" and the like."""
    defaults = {"count": 1, "points": level_of(card.data)}
    for key, value in defaults.items():
        if key in new and isinstance(new[key], str) and key not in data:
            data[key] = value


def _merged(old: Values, new: Values, prefix: Path, source: Source, at: Path, layers: list[Layer]) -> Values:
    merged = dict(old)
    if prefix == ("dots",):
        merged = _without_edges(old, new)
    for key, value in new.items():
        before = old.get(key)
        if isinstance(value, dict) and isinstance(before, dict):
            merged[key] = _merged(before, value, (*prefix, key), source, (*at, key), layers)
            continue
        merged[key] = _number(before, value)
        layers.append(Layer((*prefix, key), source, (*at, key)))
    return merged


def _without_edges(old: Values, new: Values) -> Values:
    """Inherited dots, without the edges that the new ones say."""
    pairs = {"ends": ("top", "bottom"), "sides": ("left", "right")}
    spread: Values = {}
    for key, value in old.items():
        spread |= dict.fromkeys(pairs[key], value) if key in pairs else {key: value}
    said = {edge for key in new for edge in pairs.get(key, (key,))}
    return {key: value for key, value in spread.items() if key not in said} if said else dict(old)


def _number(before: Any, value: Any) -> Any:
    """An inherited number changed by "+2", "-1" or "x2"; else the new value."""
    form = NUMBER_FORM.fullmatch(value) if isinstance(value, str) else None
    if form is None or not isinstance(before, int) or isinstance(before, bool):
        return value
    number = int(form[2])
    return {"+": before + number, "-": before - number, "x": before * number}[form[1]]


def new_cards(written: Written, source: Source, assumed: Iterable[str], report: Report) -> list[Card]:
    """Adds the cards that a file writes, in order of line, and returns them."""
    named = [(kind, name) for kind in KINDS for name in _tables(source, kind, report)]
    if len(named) > MAX_TYPES:
        message = f"expected at most {MAX_TYPES} types in a deck, got {len(named)} in this file"
        report.add(source.problem(named[MAX_TYPES], message, key=True))
        return []
    named.sort(key=lambda at: source.place(at, key=True))
    inherited = {name.casefold(): name for name in written.cards}
    seen: dict[str, str] = {}
    added: list[Card] = []
    for kind, name in named:
        fault = _name_fault(name, inherited, seen)
        if fault is not None:
            report.add(source.problem((kind, name), fault, key=True))
            continue
        seen[name.casefold()] = kind
        data = source.data[kind][name]
        if not isinstance(data, dict):
            report.add(
                source.problem((kind, name), f"expected a table of keys, got {shown(data)}{at_home(name)}")
            )
            continue
        card = Card(name, kind, data, [Layer((), source, (kind, name))])
        card.assumed = _assumed(card, assumed)
        written.cards[name] = card
        added.append(card)
    return added


def _tables(source: Source, kind: str, report: Report) -> list[str]:
    table = source.data.get(kind, {})
    if isinstance(table, dict):
        return list(table)
    report.add(source.problem((kind,), f'expected [{kind}."Name"], got {shown(table)}', key=True))
    return []


def _name_fault(name: str, inherited: dict[str, str], seen: dict[str, str]) -> str | None:
    folded = name.casefold()
    if folded in inherited:
        return (
            "expected a new name, this card is inherited; "
            f"to alter it write [change.{quoted_name(inherited[folded])}]"
        )
    if folded in seen:
        return f"expected a new name, this file has a {seen[folded].replace('_', ' ')} of the same name"
    if folded in FORBIDDEN_NAMES:
        return f"expected another name, {shown(name)} is a word of the card language"
    if not name.strip():
        return "expected a name, got an empty text"
    if breaks_lines(name):
        return "expected a name on one line"
    return None


def _assumed(card: Card, deck_assumed: Iterable[str]) -> frozenset[str]:
    """The keys assumed in a card: its own list, and those of the deck that it has."""
    has = set(card.data) | ({"count"} if card.kind not in ("character", "house_rule") else set())
    has |= {"dots"} if card.kind == "character" else set()
    own = {key for key in as_list(card.data.get("assumed", [])) if isinstance(key, str)}
    return frozenset(own | (set(deck_assumed) & has))
