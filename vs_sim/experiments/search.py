"""Better weights by self-play: CMA-ES over the weights of a policy, against a population.

The method is Hansen's ("The CMA Evolution Strategy: A Tutorial", 2016), from the library `cma`. The worth of weights is
the win rate of one seat that has them among rivals drawn from the population. All candidates of a generation play the
same deals against the same rivals; each generation has deals of its own, so that weights are not fitted to a few of
them. Everything hangs on the seed: a search is repeatable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt

from vs_sim.experiments.errors import PlanError
from vs_sim.experiments.plan import Plan, plan_run
from vs_sim.experiments.seating import Numbers, find_policy
from vs_sim.policies.features import BY_NAME, LOOKAHEAD_NAMES, NAMES
from vs_sim.policy_files.load import PolicyFile, builtin

# Left as they are: the measure of all else, mistakes, what wins, and what is about looking ahead.
FIXED = ("temperature", "win", "own_point", "patience", *LOOKAHEAD_NAMES)
SEARCHED = tuple(name for name in NAMES if name not in FIXED)
LEAST_SCALE = 12  # of a weight that is small or 0

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Search:
    """What a search is given."""

    deck: Any
    start: str | PolicyFile = "balanced"
    rivals: Sequence[str | PolicyFile] = ("balanced",)
    players: int = 4
    games: int = 1000  # a candidate and generation, rounded up to whole blocks
    generations: int = 60
    population: int = 16
    sigma: float = 0.3
    seed: int = 0
    workers: int | None = None


@dataclass(frozen=True)
class Generation:
    """What came of one generation: win rates of the candidates, the rate of the mean of the search, its weights."""

    number: int
    best: float
    mean: float
    sigma: float
    policy: PolicyFile  # the mean of the search


def scales() -> Floats:
    """By searched weight: what a step of 1 is, half of what `balanced` has."""
    base = builtin("balanced").weights
    return np.array([max(abs(base[name]) / 2, LEAST_SCALE) for name in SEARCHED], dtype=np.float64)


def with_weights(start: PolicyFile, point: Floats) -> PolicyFile:
    """The policy at a point of the search, its weights whole and within their bounds."""
    weights = dict(start.weights)
    for name, step, scale in zip(SEARCHED, point, scales(), strict=True):
        feature = BY_NAME[name]
        weights[name] = int(np.clip(round(start.weights[name] + step * scale), feature.low, feature.high))
    return replace(start, name="candidate", weights=weights)


def rate_of(search: Search, candidate: PolicyFile, seed: int, games: int) -> float:
    """Win rate of a candidate on one seat, among all sets of rivals."""
    from vs_sim.experiments.execute import execute

    result = execute(_plan(search, candidate, seed, games), workers=search.workers)
    tally = result.tallies.policies
    at = tally.names.index(candidate.name)
    return float(tally.wins[at] / max(tally.finished[at], 1))


def _plan(search: Search, candidate: PolicyFile, seed: int, games: int) -> Plan:
    numbers = Numbers()
    me = numbers.of(candidate)
    ids = [numbers.of(rival) for rival in search.rivals]
    rows = [(me, *rivals) for rivals in combinations_with_replacement(ids, search.players - 1)]
    base = plan_run(search.deck, players=search.players, games=games, seed=seed)
    return replace(
        base,
        policies=tuple(numbers.name(number) for number in (me, *ids)),
        policy_rows=tuple(rows),
        own_policies=tuple(numbers.own),
        mixed=True,
    )


def search_weights(search: Search, tell: Callable[[str], None] | None = None) -> Iterator[Generation]:
    """The generations of a search, one after another. PlanError where the library `cma` is missing."""
    try:
        import cma  # pyright: ignore[reportMissingImports]
    except ModuleNotFoundError:
        raise PlanError('a search needs the library "cma": pip install "vs-sim[search]"') from None
    start = find_policy(search.start) if isinstance(search.start, str) else search.start
    options = {
        "popsize": search.population,
        "seed": search.seed + 1,
        "verbose": -9,
        "maxiter": search.generations,
    }
    strategy: Any = cma.CMAEvolutionStrategy(np.zeros(len(SEARCHED)), search.sigma, options)
    for number in range(search.generations):
        points = strategy.ask()
        seed = search.seed * 1_000_003 + number
        rates = [rate_of(search, with_weights(start, point), seed, search.games) for point in points]
        strategy.tell(points, [-rate for rate in rates])
        mean = with_weights(start, np.asarray(strategy.result.xfavorite))
        if tell is not None:
            tell(f"generation {number}: best {max(rates):.3f}, mean {np.mean(rates):.3f}")
        yield Generation(number, max(rates), float(np.mean(rates)), float(strategy.sigma), mean)
