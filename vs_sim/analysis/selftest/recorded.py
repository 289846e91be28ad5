"""Digests of fixed runs, recorded: the same games on every machine, with any number of workers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from vs_sim.analysis.selftest.proof import Proof
from vs_sim.experiments.plan import plan_run

if TYPE_CHECKING:
    from vs_sim.experiments.blocks import Lab

PART = "recorded digests"
FILE = "recorded.json"  # beside this module; `scripts/selftest --record` writes it anew


def recorded() -> list[dict[str, Any]]:
    """What is on record: deck, deck_hash, players, policy, games, seed, digest."""
    text = files("vs_sim.analysis.selftest").joinpath(FILE).read_text(encoding="utf-8")
    return json.loads(text)["runs"]


def measure(run: dict[str, Any], lab: Lab, load: Callable[[str], Any]) -> dict[str, Any]:
    """The same run as it is today."""
    deck = load(run["deck"])
    settings = {name: run[name] for name in ("players", "policy", "games", "seed")}
    return {**run, "deck_hash": deck.hash, "digest": lab.play(plan_run(deck, **settings)).digest}


def digests(lab: Lab, load: Callable[[str], Any]) -> Iterator[Proof]:
    """Each recorded run played again."""
    for run in recorded():
        now = measure(run, lab, load)
        said = f"{run['games']} games of {run['deck']}, {run['players']} players, {run['policy']}"
        if now["deck_hash"] != run["deck_hash"]:
            yield Proof(
                PART, f"{said}: the deck's hash", run["deck_hash"][:32], now["deck_hash"][:32], source=FILE
            )
        yield Proof(PART, said, run["digest"], now["digest"], source=f"seed {run['seed']}")
