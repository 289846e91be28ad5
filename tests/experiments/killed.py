"""Kills a run at random moments and goes on with it: `python -m tests.experiments.killed FOLDER KILLS SEED`.

This process loads the program and plays nothing, so that each session is a fork away. Prints what went wrong.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from pathlib import Path
from typing import Any

from tests.experiments.fake_engine import FakeEngine
from vs_sim.cards import load_deck
from vs_sim.experiments import execute as execution
from vs_sim.experiments import folder as folders
from vs_sim.experiments.plan import Plan, plan_run

GAMES = 1600
PART_GAMES = 120
SESSION_SECONDS = 0.25  # a kill comes within


def say(text: str) -> None:
    """Print a line at once: the process may be killed."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def play(plan: Plan, out: Path) -> None:
    """One session, in a process of its own."""
    execution.execute(plan, workers=2, out=out, resume=True, chunk_blocks=7)


def session(plan: Plan, out: Path, seconds: float | None) -> bool:
    """Fork a session and kill it after so long; whether it came to its end before."""
    child = os.fork()
    if child == 0:
        try:
            play(plan, out)
            os._exit(0)
        except BaseException as error:  # noqa: BLE001  # all is told
            say(f"{type(error).__name__}: {error}")
            os._exit(1)
    if seconds is not None:
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) != 0:
        say("a session failed")
    return os.WIFEXITED(status)


def state(out: Path) -> dict[str, Any]:
    """The final manifest without what may differ: times, and how the rows are spread over shards."""
    manifest = json.loads((out / "manifest.json").read_text())
    return {key: manifest[key] for key in ("state", "digest", "tallies", "games_done", "plan")}


def main(folder: Path, kills: int, seed: int) -> None:
    """Kill so many sessions; each run that comes to its end must equal the one that nobody killed."""
    folders.PART_GAMES = PART_GAMES
    plan = plan_run(load_deck("base"), games=GAMES, policy="random")
    execution.play_chunk = FakeEngine(plan, delay=0.002)
    session(plan, folder / "whole", None)
    expected = state(folder / "whole")
    draw = random.Random(seed)  # noqa: S311  # no secret
    done, number, killed = 0, 0, 0
    while killed < kills or not done:
        out = folder / f"run-{number}"
        limit = draw.uniform(0.0, SESSION_SECONDS) if killed < kills else None
        if session(plan, out, limit):
            if state(out) != expected:
                say(f"{out.name} differs after {killed} kills in all")
            done, number = done + 1, number + 1
        else:
            killed += 1
    say(f"killed {killed}, complete {done}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
