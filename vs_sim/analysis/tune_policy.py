"""Searching the weights of a policy, and what the found policy is worth on deals that the search has not seen."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vs_sim.analysis.intervals import BlockSums, rate_intervals
from vs_sim.experiments.execute import Progress, RunResult, execute
from vs_sim.experiments.folder import write_whole
from vs_sim.experiments.search import CANDIDATE, SEARCHED, Generation, Search, plan_candidate, search_weights
from vs_sim.experiments.study import Study, open_study
from vs_sim.policy_files.load import PolicyFile, policy_text

if TYPE_CHECKING:
    import polars as pl

    from vs_sim.experiments.search_file import SearchFile

SCHEMA = "vs-sim/tune/1"
FRESH = 2**40  # seeds from here on are never searched on
JOURNAL, LOG, FOUND = "generations.jsonl", "search.csv", "policy.toml"


class _EarlyEndError(Exception):
    """Ctrl-C came within a generation; what was played of it is lost."""


@dataclass(frozen=True)
class TunedPolicy:
    """A search that was done: `json` is what `vs-sim tune --policy` prints."""

    json: dict[str, Any]
    policy: PolicyFile | None  # None: it was interrupted

    @property
    def interrupted(self) -> bool:
        """Whether it ended before its last generation."""
        return self.policy is None

    @property
    def generations(self) -> pl.DataFrame:
        """One row a generation: generation, best, mean, sigma, and a column for each weight searched."""
        import polars as pl

        return pl.DataFrame(self.json["generations"], infer_schema_length=None)


class _Table:
    """Plays the candidates, and tells how far the whole search is."""

    def __init__(
        self,
        search: Search,
        total: int,
        workers: int | None,
        progress: Callable[[Progress], None] | None,
        on_compile: Callable[[], None] | None,
    ) -> None:
        self.search, self.total, self.workers = search, total, workers
        self.games = 0
        self.seconds = 0.0
        self._progress, self._on_compile = progress, on_compile

    def play(self, policy: PolicyFile, seed: int, games: int) -> RunResult:
        result = execute(
            plan_candidate(self.search, policy, seed, games),
            workers=self.workers,
            progress=self._tell,
            on_compile=self._on_compile,
        )
        if result.interrupted:
            raise _EarlyEndError
        self._on_compile = None
        self.games += result.tallies.games
        self.seconds += result.seconds
        return result

    def _tell(self, done: Progress) -> None:
        if self._progress is not None:
            games = self.games + done.games_done
            self._progress(Progress(games, max(self.total, games), self.seconds + done.seconds))

    def rate_of(self, candidate: PolicyFile, seed: int) -> float:
        """Win rate of a candidate on one seat, among all sets of rivals."""
        tally = self.play(candidate, seed, self.search.games).tallies.policies
        at = tally.names.index(CANDIDATE)
        return float(tally.wins[at] / max(tally.finished[at], 1))


def run_tune_policy(  # noqa: PLR0913  # its settings, all by keyword
    given: SearchFile,
    *,
    workers: int | None = None,
    out: str | Path | None = None,
    force: bool = False,
    resume: bool = False,
    progress: Callable[[Progress], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> TunedPolicy:
    """Search, verify on fresh deals, and with `out` write policy.toml, search.csv and summary.json into the folder.

    The same file gives the same policy, whatever the workers, and when it was interrupted and resumed.
    """
    search = given.search
    study = (
        None if out is None else open_study(out, "tune-policy", given.settings, force=force, resume=resume)
    )
    known = [] if study is None else _read_journal(study.path / JOURNAL)
    total = search.games * search.population * (search.generations - len(known)) + 2 * given.verify
    table = _Table(search, total, workers, progress, on_compile)
    told: list[dict[str, Any]] = []
    last: Generation | None = None
    json_: dict[str, Any] = {"schema": SCHEMA, "kind": "policy", "name": given.name, "generations": told}
    policy = None
    try:
        for last in search_weights(search, table.rate_of, known):
            told.append(_told(last))
            if study is not None:
                _keep(study, last, told, old=last.number < len(known))
        assert last is not None  # noqa: S101  # a search has a generation at least
        policy = replace(last.policy, name=given.name)
        json_ |= _verified(given, policy, table)
    except _EarlyEndError:
        if study is None:
            raise KeyboardInterrupt from None
        policy = None
    json_ |= {"interrupted": policy is None, "seconds": table.seconds}
    if study is not None:
        if policy is not None:
            file = study.path / FOUND
            write_whole(file, policy_text(policy, "\n".join(json_["comments"])).encode())
            json_["written"] = str(file)
        study.finish(json_, complete=policy is not None)
    return TunedPolicy(json_, policy)


def _told(generation: Generation) -> dict[str, Any]:
    rates = generation.rates
    return {
        "generation": generation.number,
        "best": round(max(rates), 4),
        "mean": round(sum(rates) / len(rates), 4),
        "sigma": round(generation.sigma, 4),
    } | {name: generation.policy.weights[name] for name in SEARCHED}


def _read_journal(path: Path) -> list[list[float]]:
    """The rates of the generations that were played; a line that was cut off counts for nothing."""
    if not path.exists():
        return []
    found: list[list[float]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            found.append(json.loads(line)["rates"])
        except (ValueError, KeyError):
            break
    return found


def _keep(study: Study, generation: Generation, told: list[dict[str, Any]], *, old: bool) -> None:
    """Write a generation to the journal, and the log anew."""
    if not old:
        journal = study.path / JOURNAL
        before = journal.read_bytes() if journal.exists() else b""
        whole = before[: before.rfind(b"\n") + 1]
        write_whole(journal, whole + json.dumps({"rates": generation.rates}).encode() + b"\n")
    text = io.StringIO()
    writer = csv.DictWriter(text, told[0].keys(), lineterminator="\n")
    writer.writeheader()
    writer.writerows(told)
    write_whole(study.path / LOG, text.getvalue().encode())


def _verified(given: SearchFile, policy: PolicyFile, table: _Table) -> dict[str, Any]:
    """What the found policy and the one that it came from win on fresh deals, against the rivals of the search."""
    from vs_sim import __version__

    search = given.search
    seed = FRESH + search.seed
    rates = [
        {"name": name, **_worth(search, table.play(one, seed, given.verify))}
        for name, one in ((policy.name, policy), (f"{search.start.name} (start)", search.start))
    ]
    weights = [
        {"name": name, "start": search.start.weights[name], "found": policy.weights[name]}
        for name in SEARCHED
        if policy.weights[name] != search.start.weights[name]
    ]
    found, start = rates
    text = (
        f"On {found['games']:,} fresh deals {policy.name} wins {found['rate']:.1%} [{found['low']:.1%}, "
        f"{found['high']:.1%}], {found['lift']:.2f} times its share; {search.start.name}, from which the search started, "
        f"wins {start['rate']:.1%} [{start['low']:.1%}, {start['high']:.1%}]"
    )
    return {
        "version": __version__,
        "deck": {"name": search.deck.name, "hash": search.deck.hash},
        "players": search.players,
        "rivals": [one if isinstance(one, str) else one.name for one in search.rivals],
        "seed": search.seed,
        "verified_seed": seed,
        "verified_games": found["games"],
        "policies": rates,
        "weights": weights,
        "text": text + ".",
        "comments": [
            f"{given.name}: found by vs-sim tune --policy {given.source.name} in {search.generations} generations.",
            text + ".",
        ],
    }


def _worth(search: Search, result: RunResult) -> dict[str, Any]:
    tally = result.tallies.policies
    at = tally.names.index(CANDIDATE)
    sums = BlockSums(*(getattr(tally, name)[at : at + 1] for name in BlockSums._fields))
    rate, low, high = (float(end[0]) for end in rate_intervals(sums))
    return {
        "games": int(sums.finished[0]),
        "rate": rate,
        "low": low,
        "high": high,
        "lift": rate * search.players,
    }
