"""Search files: where a search for the weights of a policy begins, whom it plays, and for how long."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from vs_sim.cards import DeckError
from vs_sim.cards.problems import Path as Place
from vs_sim.cards.problems import shown
from vs_sim.cards.report import Report
from vs_sim.cards.schema import Source
from vs_sim.experiments.errors import PlanError
from vs_sim.experiments.search import Search, plan_candidate, scales
from vs_sim.experiments.seating import find_policy
from vs_sim.experiments.tuning import check_head, deck_of, open_tuning, whole_number
from vs_sim.jit import SOURCES
from vs_sim.policies.features import Mode
from vs_sim.policies.names import POLICY_IDS
from vs_sim.policy_files.load import WEIGHT_NAMES, PolicyFile, lay_numbers

NUMBERS = (  # key, default, least
    ("players", 4, 2),
    ("games", 1000, 1),
    ("generations", 60, 1),
    ("population", 16, 4),
    ("seed", 0, 0),
    ("verify", 20_000, 1),
)
KEYS = (
    "schema",
    "name",
    "text",
    "deck",
    "start",
    "rivals",
    "sigma",
    "weights",
    *(key for key, *_ in NUMBERS),
)


@dataclass(frozen=True)
class SearchFile:
    """A search file as written."""

    source: Source
    name: str
    search: Search
    verify: int  # games on deals that the search has not seen

    @property
    def settings(self) -> dict[str, Any]:
        """All that the search hangs on."""
        search = self.search
        plan = plan_candidate(search, search.start, search.seed, search.games)
        return {
            "search": self.source.data,
            "deck": search.deck.hash,
            "engine": SOURCES,
            "policies": plan.weights_hash,
            "scales": scales().tolist(),
        }


def read_search(name_or_path: str) -> SearchFile:
    """The search of a file or a shipped name; DeckError with every problem of it."""
    source, path = open_tuning(name_or_path)
    if "knob" in source.data:
        raise DeckError([source.problem(("knob",), "this file tunes a deck: leave out --policy", key=True)])
    report = Report()
    numbers = {key: whole_number(source, key, default, low, report) for key, default, low in NUMBERS}
    check_head(source, KEYS, report)
    verify = numbers.pop("verify")
    search = Search(
        deck=deck_of(source, path),
        start=_start(source, path, report),
        rivals=_rivals(source, path, report),
        sigma=_sigma(source, report),
        **numbers,
    )
    report.raise_any()
    return SearchFile(source, str(source.data.get("name", path.stem)), search, verify)


def _sigma(source: Source, report: Report) -> float:
    sigma = source.data.get("sigma", 0.3)
    if isinstance(sigma, bool) or not isinstance(sigma, int | float) or not 0 < sigma <= 10:
        report.add(source.problem(("sigma",), f"expected a number above 0, up to 10, got {shown(sigma)}"))
        return 0.3
    return float(sigma)


def _policy(source: Source, at: Place, name: Any, path: Path, report: Report) -> PolicyFile:
    """A policy by name, or by a path relative to the file; problems of its file come with those of this one."""
    beside = path.parent / str(name)
    try:
        return find_policy(str(beside) if beside.is_file() else str(name))
    except PlanError as error:
        report.add(source.problem(at, str(error).removeprefix("policy: ")))
    except DeckError as error:
        for problem in error.problems:
            report.add(problem)
    return find_policy("balanced")


def _rivals(source: Source, path: Path, report: Report) -> tuple[str | PolicyFile, ...]:
    names: Any = source.data.get("rivals", ["balanced"])
    if not isinstance(names, list) or not names:
        report.add(source.problem(("rivals",), f"expected a list of policies, got {shown(names)}"))
        return ()
    return tuple(
        name if name in POLICY_IDS else _policy(source, ("rivals", i), name, path, report)
        for i, name in enumerate(names)
    )


def _start(source: Source, path: Path, report: Report) -> PolicyFile:
    """Where the search begins: a policy with the weights that the file sets by hand."""
    start = _policy(source, ("start",), source.data.get("start", "balanced"), path, report)
    if start.mode != Mode.SCRIPTED:
        report.add(source.problem(("start",), f'expected a policy that plays by weights, got "{start.name}"'))
    weights = dict(start.weights)
    lay_numbers(source, "weights", WEIGHT_NAMES, weights, report)
    meaning = " ".join(str(source.data.get("text", start.meaning)).split())
    return replace(start, weights=weights, meaning=meaning)
