"""Baseline files: what a deck was like, with the sums of every block, so that no old engine is needed to compare."""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vs_sim import __version__
from vs_sim.experiments.blocks import ARRAYS, Blocks
from vs_sim.experiments.errors import PlanError
from vs_sim.experiments.folder import write_json
from vs_sim.experiments.plan import Plan, plan_run
from vs_sim.experiments.provenance import plan_record
from vs_sim.jit import SOURCES

if TYPE_CHECKING:
    from vs_sim.cards import Deck

SCHEMA = "vs-sim/baseline/1"
PROBE_GAMES = 160  # played again where nothing changed; their digest is recorded apart


@dataclass(frozen=True)
class Baseline:
    """A recorded baseline."""

    path: Path
    record: dict[str, Any]
    blocks: Blocks

    def plan(self, deck: Deck) -> Plan:
        """Today's deck with the settings of the baseline; PlanError where it cannot be played so."""
        plan = self.record["plan"]
        return plan_run(
            deck,
            players=plan["players"],
            games=plan["games"],
            policy=plan["policy"],
            characters=plan["characters"],
            seed=plan["seed"],
            rotate=plan["rotate"],
        )

    def changes(self, plan: Plan) -> list[str]:
        """What is other today than when it was recorded, in words; nothing: the games must be the same."""
        record = self.record
        told: list[str] = []
        if record["deck"]["hash"] != plan.deck.hash:
            told.append(f"deck {record['deck']['hash'][:12]} → {plan.deck.hash[:12]}")
        rules = record["rules"]
        now = dict(plan.deck.rules)
        told += [f"rule {key}: {rules.get(key)} → {now[key]}" for key in now if rules.get(key) != now[key]]
        if record["sources"] != SOURCES:
            told.append("engine or policies")
        elif record.get("policy_weights") != plan.weights_hash:
            told.append("weights of the policies")
        return told


def probe_blocks(plan: Plan) -> int:
    """Blocks of the probe."""
    return min(plan.blocks, max(1, PROBE_GAMES // plan.rotations))


def write_baseline(
    path: Path, plan: Plan, blocks: Blocks, probe: str, summary: dict[str, Any]
) -> dict[str, Any]:
    """Write a baseline file, whole or not at all; `summary` has the rates that people read in it."""
    record = plan_record(plan)
    packed = {
        name: {
            "shape": list(getattr(blocks, name).shape),
            "data": base64.b85encode(
                zlib.compress(getattr(blocks, name).astype("<i4").tobytes(), 9)
            ).decode(),
        }
        for name in ARRAYS
    }
    value = {
        "schema": SCHEMA,
        "version": __version__,
        "deck": {"name": plan.deck.name, "hash": plan.deck.hash},
        "rules": dict(plan.deck.rules),
        "sources": SOURCES,
        "policy_weights": plan.weights_hash,
        "plan": {
            key: record[key]
            for key in ("players", "games", "policy", "characters", "seed", "rotate", "blocks")
        },
        "digest": blocks.digest,
        "probe": {"blocks": probe_blocks(plan), "digest": probe},
        **summary,
        "blocks": {"characters": list(blocks.characters), "games_a_block": blocks.games_a_block, **packed},
    }
    write_json(path, value)
    return value


def read_baseline(path: Path) -> Baseline:
    """A baseline file; PlanError says in one line what is wrong with it."""
    if not path.exists():
        raise PlanError(
            f"{path}: there is no baseline yet; record one with: vs-sim baseline --deck DECK --baseline {path}"
        )
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
        schema = value["schema"] if isinstance(value, dict) else None
    except (ValueError, KeyError) as error:
        raise PlanError(f"{path}: expected a baseline of `vs-sim baseline` ({error})") from None
    if schema != SCHEMA:
        raise PlanError(f"{path}: expected schema {SCHEMA}, got {schema}; record the baseline anew")
    try:
        return Baseline(path, value, _unpack(value))
    except (KeyError, TypeError, ValueError, zlib.error) as error:
        raise PlanError(f"{path}: the baseline is damaged ({error}); record it anew") from None


def _unpack(value: dict[str, Any]) -> Blocks:
    held = value["blocks"]
    arrays = {
        name: np.frombuffer(zlib.decompress(base64.b85decode(held[name]["data"])), dtype="<i4")
        .reshape(held[name]["shape"])
        .astype(np.int64)
        for name in ARRAYS
    }
    digest = str(value["digest"])
    lanes = (int(digest[:16], 16), int(digest[16:], 16))
    return Blocks(tuple(held["characters"]), int(held["games_a_block"]), **arrays, lanes=lanes)
