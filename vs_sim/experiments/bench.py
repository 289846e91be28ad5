"""How fast this machine plays; with digests, so that a faster wrong engine cannot pass."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from vs_sim.experiments.errors import EngineError, PlanError
from vs_sim.experiments.plan import Plan, plan_run
from vs_sim.experiments.provenance import program_record

SCHEMA = "vs-sim/bench/1"
ROUNDS = 3  # repeats of which the fastest counts
SHORT_ROUNDS = 15  # of the phases
ONE_RUN = """
import json, sys, time
begun = time.perf_counter()
from vs_sim.cards import load_deck
from vs_sim.experiments.execute import execute
from vs_sim.experiments.plan import plan_run
asked = json.loads(sys.argv[1])
plan = plan_run(load_deck(asked["deck"]), players=asked["players"], games=asked["games"], policy=asked["policy"])
ready = time.perf_counter() - begun
runs = [execute(plan, workers=asked["workers"]) for _ in range(asked["rounds"])]
best = min(runs, key=lambda run: run.seconds)
print(json.dumps({
    "seconds": best.seconds, "games": best.games, "digest": best.digest, "compile_seconds": runs[0].compile_seconds,
    "import_seconds": ready, "all_seconds": time.perf_counter() - begun,
}))
"""
Say = Callable[[str], None]


def measure(plan: Plan, *, workers: int | None = None, rounds: int = ROUNDS) -> dict[str, Any]:
    """Play the plan `rounds` times, compiled before: the fastest run's speed, and the digest of all of them."""
    from vs_sim.experiments.execute import execute

    runs = [execute(plan, workers=workers) for _ in range(rounds)]
    best = min(runs, key=lambda run: run.seconds)
    if len({run.digest for run in runs}) > 1:
        raise EngineError(
            f"the same games had other digests: {', '.join(sorted({run.digest for run in runs}))}"
        )
    return {
        "policy": plan.policy_text,
        "players": plan.players,
        "games": best.games,
        "workers": best.workers,
        "seconds": best.seconds,
        "games_per_second": best.games / best.seconds,
        "decisions_per_second": best.tallies.decisions / best.seconds,
        "decisions_per_game": best.tallies.decisions / best.games,
        "ns_per_decision": best.seconds * best.workers / best.tallies.decisions * 1e9,
        "unfinished": best.games - best.tallies.finished,
        "digest": best.digest,
    }


def phases(plan: Plan, rounds: int = SHORT_ROUNDS) -> dict[str, float]:
    """Nanoseconds a decision of each phase, on one thread; `floor` is deal, shuffle and draws alone.

    A phase's time is what the same games take longer when it is carried out twice; the hashes must stay the same. All are
    timed in turn, and the median of the rounds counts: other programs on the machine come and go.
    """
    import numpy as np

    from vs_sim.engine.batch import Order, new_order, play_chunk
    from vs_sim.engine.memory import Workspace
    from vs_sim.engine.probe import probe
    from vs_sim.experiments.plan import CHARACTER_MODES
    from vs_sim.experiments.tallies import Keys, tally_rows
    from vs_sim.vocabulary import Stat

    space = Workspace(plan.deck.tables)
    order = new_order(plan.seed, plan.players, plan.rotations, CHARACTER_MODES[plan.characters_mode])
    order[Order.BLOCKS] = plan.blocks
    policies = np.array(plan.policy_rows, dtype=np.int64)
    fixed = np.array(plan.fixed_cards, dtype=np.int64)
    keys = Keys(plan)
    games, seats, _ = play_chunk(space, order, policies, fixed, 0, plan.blocks)
    drawn = int(seats["stat"][:, Stat.DRAWN].sum(dtype=np.int64)) // len(games)
    wanted = int(games["hash"].sum(dtype=np.uint64))
    n = int(games["decisions"].sum(dtype=np.int64))

    def timed(**settings: int) -> float:
        begun = time.perf_counter()
        _, found = probe(space, order, policies, fixed, **settings)
        seconds = time.perf_counter() - begun
        if "draws" not in settings and found != wanted:
            raise EngineError("games played with a phase repeated came out otherwise")
        return seconds

    def tallied() -> float:
        begun = time.perf_counter()
        tally_rows(keys, games, seats)
        return time.perf_counter() - begun

    def with_rows() -> float:
        begun = time.perf_counter()
        play_chunk(space, order, policies, fixed, 0, plan.blocks)
        return time.perf_counter() - begun

    jobs: dict[str, Callable[[], float]] = {
        "game": timed,
        "listed": lambda: timed(listings=2),
        "chosen": lambda: timed(choosings=2),
        "floor": lambda: timed(draws=max(1, drawn)),
        "rows": with_rows,
        "tally": tallied,
    }
    probe(Workspace(plan.deck.tables), order[:] * 0, policies, fixed)  # compiled before
    taken = [{name: job() for name, job in jobs.items()} for _ in range(rounds)]

    def median(name: str, less: str | None = None) -> float:
        return max(0.0, statistics.median(one[name] - (one[less] if less else 0.0) for one in taken))

    listing, choosing = median("listed", "game"), median("chosen", "game")
    spent = {
        "list": listing,
        "choose": choosing,
        "play": max(0.0, median("game") - listing - choosing),
        "rows": median("rows", "game"),
        "tally": median("tally"),
        "floor": median("floor"),
    }
    return {name: seconds / n * 1e9 for name, seconds in spent.items()}


def _asked(deck: str, *, players: int, policy: str, games: int, workers: int, rounds: int) -> str:
    return json.dumps(
        {
            "deck": deck,
            "players": players,
            "policy": policy,
            "games": games,
            "workers": workers,
            "rounds": rounds,
        }
    )


def _in_process(source: Path | None, asked: str, cache: str | None = None) -> dict[str, Any]:
    """A run in a process of its own: of the program as it is, or of its sources at `source`."""
    ours = {"VS_SIM_CACHE_DIR": cache} if cache is not None else {}
    if source is not None:
        ours["PYTHONPATH"] = str(source)
    begun = time.perf_counter()
    done = subprocess.run(  # noqa: S603 (our own interpreter and text)
        [sys.executable, "-c", ONE_RUN, asked],
        env={**os.environ, **ours},
        cwd=source,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no word of why"])[-1]
        raise EngineError(f"the run to be measured failed: {last}")
    return {**json.loads(done.stdout.splitlines()[-1]), "process_seconds": time.perf_counter() - begun}


def start_up(deck: str, players: int, policy: str) -> dict[str, float]:
    """Seconds of a first run with an empty cache and of the next one (1,000 games), each in a process of its own."""
    asked = _asked(deck, players=players, policy=policy, games=1000, workers=os.cpu_count() or 1, rounds=1)
    with tempfile.TemporaryDirectory(prefix="vs-sim-bench-") as cache:
        cold = _in_process(None, asked, cache)
        warm = [_in_process(None, asked, cache) for _ in range(2)]
    best = min(warm, key=lambda run: run["process_seconds"])
    return {
        "cold_compile_seconds": cold["compile_seconds"],
        "cold_run_seconds": cold["process_seconds"],
        "warm_load_seconds": best["compile_seconds"],
        "warm_run_seconds": best["process_seconds"],
    }


def scaling(deck: Any, policy: str, games: int, workers: int) -> dict[str, list[dict[str, Any]]]:
    """Speed by workers (four players) and by players (all workers)."""
    counts = sorted({1, *(2**k for k in range(1, 8) if 2**k <= workers), workers})
    plan = plan_run(deck, games=games, policy=policy)
    return {
        "by_workers": [measure(plan, workers=n, rounds=2) for n in counts],
        "by_players": [
            measure(
                plan_run(deck, players=n, games=max(n, games // 4), policy=policy), workers=workers, rounds=1
            )
            for n in range(2, 13)
        ],
    }


@contextmanager
def _worktree(revision: str) -> Generator[Path]:
    """The sources of a revision, for as long as they are needed; PlanError where there is none."""
    root = Path(__file__).resolve().parents[2]
    with tempfile.TemporaryDirectory(prefix="vs-sim-bench-") as folder:
        target = Path(folder) / "sources"
        made = _git(root, "worktree", "add", "--detach", str(target), revision)
        if made.returncode:
            said = (made.stderr.strip().splitlines() or ["no repository"])[-1]
            raise PlanError(f'against: no revision "{revision}" of the sources at {root}: {said}')
        try:
            yield target
        finally:
            _git(root, "worktree", "remove", "--force", str(target))


def _git(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(  # noqa: S603
            ["git", "-C", str(root), *words],  # noqa: S607  # where git stands is the system's business
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        raise PlanError("against: git is not installed") from None


def compare(  # noqa: PLR0913  # its settings, all by keyword
    revision: str, *, deck: str, players: int, policy: str, games: int, workers: int, pairs: int = 2, say: Say
) -> dict[str, Any]:
    """This program and a revision in turn, A B A B: `ratio` above 1 says that this one is faster."""
    root = Path(__file__).resolve().parents[2]
    asked = _asked(deck, players=players, policy=policy, games=games, workers=workers, rounds=2)
    few = _asked(deck, players=players, policy=policy, games=players, workers=1, rounds=1)
    with _worktree(revision) as other:
        for source in (root, other):
            say("compiling " + ("this program" if source == root else revision) + " ...")
            _in_process(source, few)
        runs: dict[str, list[dict[str, Any]]] = {"now": [], "then": []}
        for pair in range(pairs):
            say(f"pair {pair + 1} of {pairs} ...")
            runs["now"].append(_in_process(root, asked))
            runs["then"].append(_in_process(other, asked))
    ratios = [then["seconds"] / now["seconds"] for now, then in zip(runs["now"], runs["then"], strict=True)]
    return {
        "revision": revision,
        "ratio": statistics.median(ratios),
        "ratios": ratios,
        "games_per_second": [run["games"] / run["seconds"] for run in runs["now"]],
        "games_per_second_then": [run["games"] / run["seconds"] for run in runs["then"]],
        "digest_then": runs["then"][0]["digest"],
        "same_digest": len({run["digest"] for both in runs.values() for run in both}) == 1,
    }


def bench(  # noqa: PLR0913  # its settings, all by keyword
    deck: Any,
    source: str,
    *,
    policies: Sequence[str] = ("balanced", "random"),
    players: int = 4,
    games: int = 20_000,
    workers: int,
    quick: bool = False,
    against: str | None = None,
    say: Say = lambda _: None,
) -> dict[str, Any]:
    """All of it as the JSON object of `vs-sim bench`; the first policy's figures stand on top.

    `source`: the deck as the command line names it. `quick` leaves out the cold compile and the scaling.
    """
    plans = [plan_run(deck, players=players, games=games, policy=policy) for policy in policies]
    measured: list[dict[str, Any]] = []
    for plan in plans:
        say(f"{plan.policy_text}: {plan.games:,} games ...")
        found = measure(plan, workers=workers)
        few = plan_run(deck, players=players, games=max(players, games // 40), policy=plan.policy_text)
        found["ns_by_phase"] = phases(few)
        found["floor_games_per_second"] = 1e9 / (found["ns_by_phase"]["floor"] * found["decisions_per_game"])
        measured.append(found)
    result: dict[str, Any] = {
        "schema": SCHEMA,
        **program_record(),
        "deck": {"name": deck.name, "hash": deck.hash},
        **measured[0],
        "measured": measured,
    }
    result["cold_compile_seconds"] = None
    if not quick:
        say("start-up, with an empty cache and with a full one ...")
        result |= start_up(source, players, policies[0])
        say("scaling over workers and players ...")
        result |= scaling(deck, policies[0], games, workers)
    if against is not None:
        result["against"] = compare(
            against, deck=source, players=players, policy=policies[0], games=games, workers=workers, say=say
        )
    return result
