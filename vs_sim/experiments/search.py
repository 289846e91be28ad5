"""Better weights by self-play: CMA-ES over the weights of a policy, against a population.

The method is Hansen's ("The CMA Evolution Strategy: A Tutorial", 2016), from the library `cma`. The worth of weights is
the win rate of one seat that has them among rivals drawn from the population. All candidates of a generation play the
same deals against the same rivals; each generation has deals of its own, so that weights are not fitted to a few of
them. Everything hangs on the seed: a search is repeatable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt

from vs_sim.experiments.errors import PlanError
from vs_sim.experiments.plan import Plan, plan_run
from vs_sim.experiments.seating import Numbers
from vs_sim.policies.features import BY_NAME, LOOKAHEAD_NAMES, NAMES
from vs_sim.policy_files.load import PolicyFile, builtin

# Left as they are: the measure of all else, mistakes, what wins, and what is about looking ahead.
FIXED = ("temperature", "win", "own_point", "patience", *LOOKAHEAD_NAMES)
SEARCHED = tuple(name for name in NAMES if name not in FIXED)
CANDIDATE = "candidate"  # what a policy is called while it is tried
LEAST_SCALE = 12  # of a weight that is small or 0

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Search:
    """What a search is given."""

    deck: Any
    start: PolicyFile = field(default_factory=lambda: builtin("balanced"))
    rivals: Sequence[str | PolicyFile] = ("balanced",)
    players: int = 4
    games: int = 1000  # a candidate and generation, rounded up to whole blocks
    generations: int = 60
    population: int = 16
    sigma: float = 0.3
    seed: int = 0


@dataclass(frozen=True)
class Generation:
    """What came of one generation: win rates of its candidates, the width of the search, the mean of the search."""

    number: int
    rates: tuple[float, ...]
    sigma: float
    policy: PolicyFile


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
    return replace(start, weights=weights)


def plan_candidate(search: Search, candidate: PolicyFile, seed: int, games: int) -> Plan:
    """A candidate on one seat, among all sets of rivals."""
    numbers = Numbers()
    me = numbers.of(replace(candidate, name=CANDIDATE))
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


def search_weights(
    search: Search,
    rate_of: Callable[[PolicyFile, int], float],
    known: Sequence[Sequence[float]] = (),
) -> Iterator[Generation]:
    """The generations of a search, one after another. PlanError where the library `cma` is missing.

    `rate_of` gives the win rate of a candidate on the deals of a seed; `known` holds the rates of generations that were
    played before, which are not asked for again.
    """
    try:
        import cma  # pyright: ignore[reportMissingImports]
    except ModuleNotFoundError:
        raise PlanError('a search needs the library "cma": pip install "vs-sim[search]"') from None
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
        if number < len(known):
            rates = list(known[number])
        else:
            rates = [rate_of(with_weights(search.start, point), seed) for point in points]
        strategy.tell(points, [-rate for rate in rates])
        mean = with_weights(search.start, np.asarray(strategy.result.xfavorite))
        yield Generation(number, tuple(rates), float(strategy.sigma), mean)
