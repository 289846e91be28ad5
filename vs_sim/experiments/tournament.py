"""Policies against each other: at each table another set of them, every set equally often, each block all seatings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from vs_sim.experiments.errors import PlanError
from vs_sim.experiments.plan import Plan, plan_run
from vs_sim.experiments.seating import Numbers
from vs_sim.policy_files.load import PolicyFile

if TYPE_CHECKING:
    from vs_sim.experiments.execute import Progress, RunResult

ORDERS = 24  # orders in which a set sits round the table, at most

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Blocks:
    """By block: seats of each policy and its wins, int64 (blocks, policies); games finished, int64 (blocks,)."""

    names: tuple[str, ...]
    seats: Ints
    wins: Ints
    finished: Ints


def plan_field(  # its settings, all by keyword
    deck: Any,
    policies: Sequence[str | PolicyFile],
    *,
    players: int,
    games: int,
    characters: str | Sequence[str] = "random",
    seed: int = 0,
) -> Plan:
    """All sets of that many policies (with repeats where there are fewer policies), each in as many blocks.

    Games are rounded up to whole rounds of all sets.
    """
    numbers = Numbers()
    ids = [numbers.of(policy) for policy in policies]
    if len(set(ids)) != len(ids):
        raise PlanError("policies: each policy at most once")
    if len(ids) < 2:
        raise PlanError(f"policies: expected at least two policies, got {len(ids)}")
    sets = _sets(ids, players)
    base = plan_run(deck, players=players, games=games, characters=characters, seed=seed)
    rounds = max(1, -(-games // (players * len(sets))))
    orders = min(ORDERS, rounds)
    rng = np.random.default_rng(len(sets) * 1000 + players)  # the same orders for everyone
    rows = tuple(
        tuple(int(number) for number in (rng.permutation(one) if order else one))
        for order in range(orders)
        for one in sets
    )
    return replace(
        base,
        blocks=rounds * len(sets),
        policies=tuple(numbers.name(number) for number in ids),
        policy_rows=rows,
        own_policies=tuple(numbers.own),
        mixed=True,
        notes=(),
    )


def _sets(ids: Sequence[int], players: int) -> list[tuple[int, ...]]:
    if len(ids) >= players:
        return list(combinations(ids, players))
    return [one for one in combinations_with_replacement(ids, players) if len(set(one)) > 1]


def plan_step(  # noqa: PLR0913  # its settings, all by keyword
    deck: Any,
    upper: str | PolicyFile,
    lower: str | PolicyFile,
    *,
    players: int,
    games: int,
    characters: str | Sequence[str] = "random",
    seed: int = 0,
) -> Plan:
    """One policy against a table of another."""
    return plan_run(
        deck,
        players=players,
        games=games,
        policy=[upper, *[lower] * (players - 1)],
        characters=characters,
        seed=seed,
    )


def play_field(
    plan: Plan,
    *,
    workers: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> tuple[RunResult, Blocks]:
    """Play a field: the result of the run, and what came of each block."""
    from vs_sim.experiments.execute import execute

    ids = sorted({number for row in plan.policy_rows for number in row})
    place = np.zeros(max(ids) + 1, dtype=np.int64)
    place[ids] = np.arange(len(ids))
    parts: list[tuple[Ints, Ints]] = []

    def keep(games: Any, seats: Any) -> None:
        parts.append(_by_block(place, len(ids), games, seats))

    result = execute(plan, workers=workers, progress=progress, on_compile=on_compile, on_rows=keep)
    wins = np.vstack([part[0] for part in parts]) if parts else np.zeros((0, len(ids)), dtype=np.int64)
    finished = np.concatenate([part[1] for part in parts]) if parts else np.zeros(0, dtype=np.int64)
    sets = np.array([np.bincount(place[list(row)], minlength=len(ids)) for row in plan.policy_rows])
    seats = sets[np.arange(len(wins)) % len(sets)]
    names = tuple(plan.policy_names[number] for number in ids)
    return result, Blocks(names, seats, wins, finished)


def _by_block(place: Ints, n: int, games: Any, seats: Any) -> tuple[Ints, Ints]:
    """Wins by block and policy, and finished games by block, of some whole blocks."""
    first = int(games.block[0])
    block = seats.block - first
    blocks = int(games.block[-1]) - first + 1
    won = seats.won == 1
    cell = block[won] * n + place[seats.policy[won].astype(np.int64)]
    wins = np.bincount(cell, minlength=blocks * n).reshape(blocks, n)
    return wins, wins.sum(axis=1)
