"""How fast this machine plays; with a digest, so that a faster wrong engine cannot pass."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from typing import Any

from vs_sim.experiments.plan import plan_run

SCHEMA = "vs-sim/bench/1"
COLD = """
import time
begun = time.perf_counter()
from vs_sim.cards import load_deck
from vs_sim.experiments.execute import execute
from vs_sim.experiments.plan import plan_run
result = execute(plan_run(load_deck({deck!r}), games=4), workers=1)
print(result.compile_seconds, time.perf_counter() - begun)
"""


def measure(  # noqa: PLR0913  # its settings, all by keyword
    deck: Any,
    *,
    policy: str = "balanced",
    players: int = 4,
    games: int = 20_000,
    seed: int = 0,
    repeats: int = 3,
    workers: int | None = None,
) -> dict[str, Any]:
    """Play the same games `repeats` times, compiled before: the fastest run's speed, decisions and digest."""
    from vs_sim.experiments.execute import execute

    plan = plan_run(deck, players=players, games=games, policy=policy, seed=seed)
    runs = [execute(plan, workers=workers) for _ in range(repeats)]
    best = min(runs, key=lambda run: run.seconds)
    return {
        "schema": SCHEMA,
        "policy": policy,
        "players": players,
        "games": best.games,
        "workers": best.workers,
        "seconds": best.seconds,
        "games_per_second": best.games / best.seconds,
        "decisions_per_second": best.tallies.decisions / best.seconds,
        "decisions_per_game": best.tallies.decisions / best.games,
        "unfinished": best.games - best.tallies.finished,
        "digest": best.digest,
    }


def cold_compile(deck: str = "base") -> dict[str, float]:
    """Seconds of a first run with an empty cache, in a process of its own: compiling, and all told with imports."""
    with tempfile.TemporaryDirectory(prefix="vs-sim-bench-") as cache:
        begun = time.perf_counter()
        done = subprocess.run(  # noqa: S603 (our own interpreter and text)
            [sys.executable, "-c", COLD.format(deck=deck)],
            env={**os.environ, "VS_SIM_CACHE_DIR": cache},
            capture_output=True,
            text=True,
            check=True,
        )
        all_told = time.perf_counter() - begun
    return {"cold_compile_seconds": float(done.stdout.split()[0]), "cold_run_seconds": all_told}
