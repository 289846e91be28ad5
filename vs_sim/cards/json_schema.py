"""The JSON schema of deck files, made from the same tables as the loader's checks."""

from __future__ import annotations

from typing import Any

from vs_sim.cards.house_rules import HOUSE_RULES, HouseRule
from vs_sim.cards.load import FILE_KEYS
from vs_sim.cards.problems import shown
from vs_sim.cards.types import REFERRED, Json, Table, table_json
from vs_sim.cards.words import KIND_KEYS


def json_schema() -> Json:
    """The schema, for editors that complete and check TOML."""
    properties: Json = table_json(FILE_KEYS)["properties"]
    properties |= {
        "rules": _rules(),
        "alignments": {"type": "object", "additionalProperties": _alignment(), "maxProperties": 8},
        "change": {"type": "object", "additionalProperties": _change()},
        "alternative": {"type": "object", "additionalProperties": _alternative()},
    }
    for kind, keys in KIND_KEYS.items():
        properties[kind] = {"type": "object", "additionalProperties": Table(keys).json()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "vs-sim/deck/1",
        "title": "vs-sim deck file",
        "type": "object",
        "required": ["schema", "name"],
        "properties": properties,
        "additionalProperties": False,
        "$defs": {name: referred.json() for name, referred in REFERRED.items()},
    }


def _rules() -> Json:
    return {
        "type": "object",
        "properties": {rule.key: _rule(rule) for rule in HOUSE_RULES},
        "additionalProperties": False,
    }


def _rule(rule: HouseRule) -> Json:
    about: Json = {"description": f"{rule.meaning} ({rule.rule})", "default": rule.default}
    if isinstance(rule.default, bool):
        return about | {"type": "boolean"}
    if rule.words:
        return about | {"enum": list(rule.words)}
    return about | {"type": "integer", "minimum": rule.low, "maximum": rule.high}


def _alignment() -> Json:
    table = {
        "type": "object",
        "properties": {"colour": {"type": "string"}, "wild": {"type": "boolean"}},
        "additionalProperties": False,
    }
    return {"anyOf": [{"type": "string"}, table]}


def _change() -> Json:
    """New values of any key; which are legal hangs on the kind of the card, that the loader knows."""
    every: dict[str, Any] = {key: spec for keys in KIND_KEYS.values() for key, spec in keys.items()}
    properties: Json = {key: {"description": spec.meaning} for key, spec in every.items()}
    properties["drop"] = {
        "description": f"keys to take away, as {shown('on')}",
        "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
    }
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _alternative() -> Json:
    names = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
    properties = {
        "of": {"type": "string", "description": "what is assumed"},
        "remove": names,
        "change": {"type": "object", "additionalProperties": _change()},
        "rules": _rules(),
    }
    return {"type": "object", "properties": properties, "required": ["of"], "additionalProperties": False}
