"""Chunks played on a dask cluster: one that is there, or worker processes started here.

A chunk hangs on the plan and its block numbers alone. So a worker that dies loses nothing: dask has its chunks played
again elsewhere, and they come out the same.
"""

# distributed has no complete types.
# pyright: reportMissingImports=false, reportPrivateImportUsage=false
from __future__ import annotations

import pickle
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from vs_sim import __version__
from vs_sim.experiments.errors import EngineError, PlanError

if TYPE_CHECKING:
    from vs_sim.experiments.execute import Chunk, Player
    from vs_sim.experiments.plan import Plan

START_SECONDS = 60.0  # to wait for a scheduler and its first worker
DEATHS = 10  # workers that may die over one chunk before it is given up
SECONDS_A_CHUNK = 0.5

_players: dict[str, Player] = {}  # of a worker process, by plan
_guard = threading.Lock()


class Build(NamedTuple):
    """What a worker must have in common with us."""

    version: str
    engine: str
    policies: str


class Parcel(NamedTuple):
    """A plan as it is sent to workers."""

    name: str
    pickled: bytes
    rows: bool  # whether the rows are wanted, or their sums alone


def own_build() -> Build:
    """Version, engine and weights of the policies of this process."""
    from vs_sim.code_cache import sources_digest
    from vs_sim.policy_files.rows import builtin_rows, digest_of

    return Build(__version__, sources_digest(""), digest_of(builtin_rows()))


def _player(parcel: Parcel) -> Player:
    """The player of a plan in this worker process, made once."""
    from vs_sim.experiments.execute import Player, compile_engine
    from vs_sim.experiments.tallies import Keys

    with _guard:
        if parcel.name not in _players:
            plan = pickle.loads(parcel.pickled)  # noqa: S301  # dask's own way; its network has to be trusted anyway
            _players.clear()
            player = Player(plan, Keys(plan), 1)
            compile_engine(None)  # before the clock of a chunk runs
            _players[parcel.name] = player
        return _players[parcel.name]


def play_here(parcel: Parcel, first_block: int, blocks: int) -> Chunk:
    """Play blocks in this worker process; rows come back only where they are wanted or an error stands in them."""
    chunk = _player(parcel).play(first_block, blocks)
    if not parcel.rows and chunk.tallies is not None:
        chunk.games, chunk.seats = chunk.games[:0], chunk.seats[:0]
    return chunk


class DaskTeam:
    """See execute.Team; `scheduler` is an address, or None for processes of this machine."""

    seconds_a_chunk = SECONDS_A_CHUNK

    def __init__(self, plan: Plan, workers: int, scheduler: str | None, *, rows: bool) -> None:
        distributed = _distributed()
        self._errors = distributed
        self._cluster: Any = None
        self._client: Any = None
        try:
            if scheduler is None:
                self._cluster = _local_cluster(distributed, workers)
            self._client = _client(distributed, self._cluster or scheduler)
            builds = self._client.run(own_build)
            _check_builds(builds)
        except BaseException:
            self.close()
            raise
        self.workers = len(builds) if scheduler is not None else workers
        threads = sum(self._client.nthreads().values())
        self.window = 2 * max(threads, self.workers) + 2
        pickled = pickle.dumps(plan)
        self._parcel = Parcel(f"{plan.deck.hash} {hash(pickled)}", pickled, rows)

    def submit(self, first_block: int, blocks: int) -> Any:
        """See Team."""
        return self._client.submit(
            play_here, self._parcel, first_block, blocks, pure=False, key=f"blocks-{first_block}-{blocks}"
        )

    def is_done(self, future: Any, timeout: float) -> bool:
        """See Team."""
        if future.cancelled():
            return False
        try:
            error = future.exception(timeout=max(timeout, 0.01))
        except (TimeoutError, self._errors.CancelledError):
            return False
        if isinstance(error, self._errors.KilledWorker):
            raise EngineError(
                f"the cluster lost {DEATHS} workers over one chunk of games; what was complete is kept"
            )
        return True

    def call_off(self, futures: Sequence[Any]) -> None:
        """See Team; what runs elsewhere is not waited for."""
        running = [future for future in futures if not future.done()]
        self._client.cancel(running)

    def close(self) -> None:
        """See Team."""
        for one in (self._client, self._cluster):
            if one is not None:
                one.close()


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise PlanError(
            'backend: dask is not installed; install it with pip install "vs-sim[dask]"'
        ) from None
    return distributed


def _local_cluster(distributed: Any, workers: int) -> Any:
    """Worker processes with one thread each."""
    from dask import config

    with config.set({"distributed.scheduler.allowed-failures": DEATHS}):
        return distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            silence_logs="CRITICAL",
        )


def _client(distributed: Any, where: Any) -> Any:
    address = where if isinstance(where, str) else "of this machine"
    try:
        client = distributed.Client(where, timeout=START_SECONDS, set_as_default=False)
        client.wait_for_workers(1, timeout=START_SECONDS)
    except (OSError, ValueError, TimeoutError) as error:
        raise PlanError(f"scheduler: cannot work with the cluster {address}: {error}") from None
    return client


def _check_builds(builds: dict[str, Build]) -> None:
    ours = own_build()
    for worker, build in builds.items():
        if tuple(build) != tuple(ours):
            raise PlanError(
                f"scheduler: worker {worker} has vs-sim {build[0]}, engine {build[1]}, policies {build[2]}; "
                f"here it is {ours.version}, engine {ours.engine}, policies {ours.policies}"
            )
