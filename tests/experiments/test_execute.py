"""Execution over threads, with a stand-in for the engine: order, digest, interrupts, errors, memory."""

import gc
import os
import signal
import threading
import tracemalloc
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.experiments.fake_engine import FakeEngine
from vs_sim.cards import load_deck
from vs_sim.engine.rows import GAME_ROW, SEAT_ROW
from vs_sim.experiments import execute as execution
from vs_sim.experiments.errors import EngineError, PlanError
from vs_sim.experiments.execute import Progress, RunResult, execute
from vs_sim.experiments.plan import Plan, plan_run

BASE = load_deck("base")


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Executes a plan on the stand-in; settings of it by keyword `engine`."""

    def run(plan: Plan, engine: dict[str, Any] | None = None, **settings: Any) -> RunResult:
        monkeypatch.setattr(execution, "play_chunk", FakeEngine(plan, **(engine or {})))
        return execute(plan, **settings)

    return run


def sums(result: RunResult) -> list[Any]:
    """Everything that a run counted, as plain values."""
    tallies = result.tallies
    items = [tallies.characters, tallies.seats, tallies.policies]
    return [
        [vars(item)[key].tolist() for key in ("wins", "finished", "ww", "wf", "ff", "blocks")]
        for item in items
    ]


def test_workers_and_chunks_change_nothing(play: Any) -> None:
    """1, 2, 3 and 7 workers with chunks of any size: the same digest and the same sums."""
    plan = plan_run(BASE, games=400)
    runs = [
        play(plan, workers=workers, chunk_blocks=blocks)
        for workers, blocks in [(1, 100), (2, 7), (3, 1), (7, 13), (2, None)]
    ]
    assert len({run.digest for run in runs}) == 1
    assert all(sums(run) == sums(runs[0]) for run in runs)
    assert len(runs[0].digest) == 32


def test_digest_changes_with_the_games(play: Any) -> None:
    """Another seed or one block less: another digest."""
    digests = {
        play(plan_run(BASE, games=games, seed=seed)).digest for games, seed in [(40, 0), (40, 1), (36, 0)]
    }
    assert len(digests) == 3


def test_progress_is_told_in_this_thread_and_ends_full(play: Any) -> None:
    """Progress comes in the caller's thread, never backwards, and ends with all games."""
    seen: list[Progress] = []
    threads: set[int] = set()

    def hear(progress: Progress) -> None:
        seen.append(progress)
        threads.add(threading.get_ident())

    play(plan_run(BASE, games=400), progress=hear, workers=2, chunk_blocks=9)
    done = [progress.games_done for progress in seen]
    assert done == sorted(done)
    assert (done[-1], seen[-1].games_total, threads) == (400, 400, {threading.get_ident()})


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_keeps_what_is_complete(play: Any, tmp_path: Path, number: signal.Signals) -> None:
    """Ctrl-C or SIGTERM: a gap-free beginning is kept, written, and equal to a shorter run."""
    plan = plan_run(BASE, games=4000)

    def hear(progress: Progress) -> None:
        if progress.games_done >= 100:
            os.kill(os.getpid(), number)

    before = signal.getsignal(number)
    out = tmp_path / "run"
    result = play(plan, {"delay": 0.005}, progress=hear, workers=3, chunk_blocks=5, out=out)
    assert result.interrupted
    assert 100 <= result.games < 4000
    assert result.digest == play(plan_run(BASE, games=result.games)).digest
    games = pl.read_parquet(out / "games" / "*.parquet")["game"].to_list()
    assert games == list(range(result.games))
    assert signal.getsignal(number) == before


def test_an_engine_error_names_seed_game_and_replay(play: Any) -> None:
    """A game that stopped with an error code ends the run with a line that says how to see it."""
    with pytest.raises(EngineError) as caught:
        play(plan_run(BASE, games=400, seed=5, players=3), {"bad": 77}, workers=2, chunk_blocks=3)
    said = str(caught.value)
    assert "game 77 of seed 5: bad choice" in said
    assert said.endswith("vs-sim replay --deck base --players 3 --seed 5 --game 77")


def test_no_workers_are_refused_before_anything_is_made(play: Any, tmp_path: Path) -> None:
    """A bad number of workers leaves no folder behind."""
    with pytest.raises(PlanError):
        play(plan_run(BASE, games=4), workers=0, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_unfinished_games_are_counted_and_said(play: Any) -> None:
    """A run without a winner has no rate, and says so."""
    result = play(plan_run(BASE, games=40), {"unfinished": 1.0})
    assert result.tallies.finished == 0
    assert result.notes == ("all 40 games are unfinished: there is no win rate",)


def test_memory_does_not_grow_with_the_games(play: Any) -> None:
    """What is held after 3,600 more games is less than a tenth of what their rows would take."""
    held: list[int] = []
    for games in (40, 400, 4000):  # the first warms up
        plan = plan_run(BASE, games=games)
        tracemalloc.start()
        result = play(plan, chunk_blocks=20, workers=1)
        gc.collect()
        held.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
        assert result.games == games
    rows = 3600 * (GAME_ROW.itemsize + 4 * SEAT_ROW.itemsize)
    assert held[2] - held[1] < rows / 10
