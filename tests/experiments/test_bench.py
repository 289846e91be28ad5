"""The bench: keys that other programs rely on, phases that play the same games, comparing with a revision."""

from __future__ import annotations

import json
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Said
from vs_sim.cli.app import execute as command_line
from vs_sim.cli.bench import bench_result
from vs_sim.cli.tables import Format, render
from vs_sim.experiments import bench
from vs_sim.experiments.errors import EngineError, PlanError
from vs_sim.experiments.execute import execute
from vs_sim.jit import JIT_OFF

WORDS = ["bench", "--quick", "--games", "200", "--policy", "random", "--workers", "1"]


@pytest.mark.skipif(JIT_OFF, reason="times of uncompiled code tell nothing")
def test_bench_has_the_fixed_keys_and_the_digest_of_a_run(capsys: pytest.CaptureFixture[str]) -> None:
    """Speeds, phases and floor; the digest is that of the same games played by `run`."""
    said = Said(command_line([*WORDS, "--format", "json"]), *capsys.readouterr())
    told = json.loads(said.out)
    assert said.status == 0
    assert told["schema"] == "vs-sim/bench/1"
    assert {"games_per_second", "decisions_per_second", "decisions_per_game", "cold_compile_seconds"} <= set(
        told
    )
    assert set(told["ns_by_phase"]) == {"list", "choose", "play", "rows", "tally", "floor"}
    command_line(["run", "--games", "200", "--policy", "random", "--format", "json", "-q"])
    assert told["digest"] == json.loads(capsys.readouterr().out)["digest"]
    assert "Phases" in render(bench_result(told), Format.TABLE)


def test_runs_that_differ_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that plays the same games otherwise each time has no speed."""
    from vs_sim.cards import load_deck
    from vs_sim.experiments import execute as execution

    deck = load_deck("base")
    seeds = iter((1, 2))

    def other(_: Any, **settings: Any) -> Any:
        plan = bench.plan_run(deck, games=4, policy="random", seed=next(seeds))
        return execute(plan, **settings)

    monkeypatch.setattr(execution, "execute", other)
    with pytest.raises(EngineError, match="other digests"):
        bench.measure(bench.plan_run(deck, games=4), rounds=2)


def test_against_takes_turns_and_gives_a_ratio(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A B A B after both were compiled; twice as fast is a ratio of 2; other games are told."""
    order: list[str] = []

    @contextmanager
    def worktree(revision: str) -> Any:
        assert revision == "v1"
        yield tmp_path

    def run(source: Path, asked: str) -> dict[str, Any]:
        order.append("then" if source == tmp_path else "now")
        old = source == tmp_path
        return {
            "seconds": 4.0 if old else 2.0,
            "games": json.loads(asked)["games"],
            "digest": "b" if old else "a",
        }

    monkeypatch.setattr(bench, "_worktree", worktree)
    monkeypatch.setattr(bench, "_in_process", run)
    found = bench.compare(
        "v1", deck="base", players=4, policy="random", games=40, workers=1, say=lambda _: None
    )
    assert order == ["now", "then"] * 3
    assert (found["ratio"], found["same_digest"]) == (2.0, False)
    assert found["games_per_second"] == [20.0, 20.0]


def test_a_revision_that_is_not_there_is_one_line() -> None:
    """Neither a name that git does not know nor a place without a repository is a traceback."""
    with (
        pytest.raises(PlanError, match='against: no revision "no-such-revision"'),
        bench._worktree("no-such-revision"),
    ):
        pass
