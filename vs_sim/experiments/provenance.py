"""Where a result comes from: enough to make it again."""

from __future__ import annotations

import datetime as dt
import os
import platform
import shlex
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vs_sim import __version__

if TYPE_CHECKING:
    from vs_sim.experiments.plan import Plan

LIBRARIES = ("numba", "numpy", "polars")


def deck_rules(deck: Any) -> dict[str, Any]:
    """The house rules of a deck by key, in words where they have words."""
    return dict(deck.rules)


def deck_source(deck: Any) -> str:
    """The deck as the command line takes it: the name of a shipped one, else its path."""
    from vs_sim.cards.find import shipped_decks

    path = str(getattr(deck, "path", "") or deck.name)
    for name, shipped in shipped_decks().items():
        if Path(path).exists() and shipped.samefile(path):
            return name
    return path


def _changed_rules(deck: Any) -> dict[str, Any]:
    """House rules that are not as the deck's file has them."""
    from vs_sim.cards import DeckError, load_deck
    from vs_sim.cards.house_rules import DEFAULTS

    try:
        written = load_deck(deck_source(deck)).rules
    except DeckError:
        written = DEFAULTS
    return {key: value for key, value in deck_rules(deck).items() if written.get(key) != value}


def command(plan: Plan, name: str, *more: str) -> str:
    """A command line of the program for the plan's deck and settings."""
    words = ["vs-sim", name, "--deck", deck_source(plan.deck)]
    for file in plan.deck.rules_files:
        words += ["--rules", file]
    for key, value in _changed_rules(plan.deck).items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        words += ["--rule", f"{key}={text}"]
    if plan.players != 4:
        words += ["--players", str(plan.players)]
    if plan.policy_text != "balanced":
        words += ["--policy", plan.policy_text]
    if plan.characters_text != "random":
        words += ["--characters", plan.characters_text]
    if not plan.rotate:
        words.append("--no-rotate")
    words += ["--seed", str(plan.seed), *more]
    return shlex.join(words)


def run_command(plan: Plan, *more: str) -> str:
    """The command line that plays the plan."""
    index, of = plan.shard
    shard = () if of == 1 else ("--shard", f"{index}/{of}")
    games = plan.games if of == 1 else plan.asked
    return command(plan, "run", "--games", str(games), *shard, *more)


def replay_command(plan: Plan, game: int) -> str:
    """The command line that tells a game of the plan."""
    return command(plan, "replay", "--game", str(game))


def plan_record(plan: Plan) -> dict[str, Any]:
    """The plan as plain values."""
    return {
        "deck": {"name": plan.deck.name, "hash": plan.deck.hash, "source": deck_source(plan.deck)},
        "rules": deck_rules(plan.deck),
        "players": plan.players,
        "games": plan.games,
        "games_asked": plan.asked,
        "blocks": plan.blocks,
        "games_per_block": plan.rotations,
        "rotate": plan.rotate,
        "policy": plan.policy_text,
        "policies": list(plan.policies),
        "policy_files": [
            {"name": policy.name, "path": policy.path, "weights": dict(policy.weights)}
            for policy in plan.own_policies
        ],
        "policy_weights": plan.weights_hash,
        "characters": plan.characters_text,
        "seed": plan.seed,
        "first_block": plan.first_block,
        "shard": list(plan.shard),
    }


def program_record() -> dict[str, Any]:
    """The program and the machine that it runs on."""
    from vs_sim.code_cache import sources_digest

    return {
        "version": __version__,
        "engine": sources_digest(""),
        "machine": platform.machine(),
        "processors": os.cpu_count(),
        "python": platform.python_version(),
    }


def provenance(plan: Plan) -> dict[str, Any]:
    """Version, plan, command and environment, as plain values."""
    from vs_sim.code_cache import sources_digest
    from vs_sim.jit import SOURCES

    return {
        "version": __version__,
        "engine": sources_digest(""),
        "plan": plan_record(plan),
        "deck_from": {
            "source": deck_source(plan.deck),
            "overrides": dict(plan.deck.overrides),
            "rules_files": list(plan.deck.rules_files),
        },
        "command": run_command(plan),
        "environment": {
            "python": platform.python_version(),
            "system": platform.system(),
            "machine": platform.machine(),
            **{name: version(name) for name in LIBRARIES},
            "sources": SOURCES,
        },
        "started": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
    }


def plan_again(manifest: dict[str, Any]) -> Plan | None:
    """The plan of a run by its manifest, so that its games can be played again.

    None where they cannot: the deck or a policy is not at hand or has changed, or the program is another one.
    """
    from vs_sim.cards import DeckError, load_deck
    from vs_sim.code_cache import sources_digest
    from vs_sim.experiments.errors import PlanError
    from vs_sim.experiments.plan import plan_run

    held, origin = manifest.get("plan"), manifest.get("deck_from")
    if not held or not origin or manifest.get("engine") != sources_digest(""):
        return None
    keys = ("players", "games", "policy", "characters", "seed", "rotate")
    try:
        deck = load_deck(origin["source"], origin["overrides"], origin["rules_files"])
        plan = plan_run(deck, **{key: held[key] for key in keys})
    except (DeckError, PlanError):
        return None
    same = deck.hash == held["deck"]["hash"] and plan.weights_hash == held.get("policy_weights")
    return plan if same else None
