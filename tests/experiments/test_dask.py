"""A cluster plays the same blocks; workers that die lose nothing."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import distributed
import pytest

from vs_sim.cards import load_deck
from vs_sim.experiments import dask_team
from vs_sim.experiments.errors import PlanError
from vs_sim.experiments.execute import execute
from vs_sim.experiments.plan import plan_run
from vs_sim.jit import JIT_OFF

pytestmark = [
    pytest.mark.skipif(JIT_OFF, reason="as slow in three processes as in one"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
PLAN = plan_run(load_deck("base"), games=2400, policy="random")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two worker processes of one thread."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs="CRITICAL"
    ) as made:
        yield made


def test_a_worker_that_is_killed_loses_nothing(cluster: Any, tmp_path: Path) -> None:
    """One of two workers is killed in mid-run: the digest and the sums are those of threads of this process."""
    killed: list[int] = []

    def kill(progress: Any) -> None:
        if progress.games_done and not killed:
            killed.append(cluster.workers[0].pid)
            os.kill(killed[0], signal.SIGKILL)

    out = tmp_path / "run"
    result = execute(
        PLAN,
        backend="dask",
        scheduler=cluster.scheduler_address,
        out=out,
        chunk_blocks=20,
        progress=kill,
    )
    alone = execute(PLAN, workers=1)
    assert killed
    assert (result.games, result.digest) == (2400, alone.digest)
    assert result.tallies.characters.wins.tolist() == alone.tallies.characters.wins.tolist()
    resumed = execute(PLAN, out=out, resume=True)
    assert (resumed.resumed_games, resumed.digest) == (2400, alone.digest)


def test_workers_of_another_version_are_refused(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker whose rules may differ plays no game."""
    monkeypatch.setattr(dask_team, "__version__", "9.9")
    with pytest.raises(PlanError, match=r"has vs-sim .*; here it is 9\.9"):
        execute(PLAN, backend="dask", scheduler=cluster.scheduler_address)


def test_workers_of_edited_policies_are_refused(cluster: Any, edit_weights: Callable[[str], None]) -> None:
    """A worker whose `balanced` plays by other weights plays no game."""
    edit_weights("balanced")
    with pytest.raises(PlanError, match=r"has vs-sim .*, policies \w+; here it is .*, policies \w+"):
        execute(PLAN, backend="dask", scheduler=cluster.scheduler_address)


def test_no_scheduler_there_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An address at which nobody answers; and dask that is not installed."""
    monkeypatch.setattr(dask_team, "START_SECONDS", 0.5)
    out = tmp_path / "run"
    with pytest.raises(PlanError, match="cannot work with the cluster tcp://127"):
        execute(PLAN, backend="dask", scheduler="tcp://127.0.0.1:9", out=out)
    with pytest.raises(PlanError, match="cannot work with the cluster nonsense"):
        execute(PLAN, backend="dask", scheduler="nonsense://", out=out)
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(PlanError, match="dask is not installed"):
        execute(PLAN, backend="dask", out=out)
    assert not out.exists()
