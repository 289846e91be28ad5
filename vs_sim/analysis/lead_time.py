"""The lead over time, from games of a run that are played again step by step."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from vs_sim.analysis.intervals import BlockSums, rate_interval

if TYPE_CHECKING:
    import polars as pl

    from vs_sim.analysis.stored import Stored
    from vs_sim.experiments.plan import Plan

SAMPLE = 160  # games
TIMES = tuple(i / 10 for i in range(1, 10))  # shares of the turns of a game


def lead_over_time(run: Stored, games: int = SAMPLE) -> pl.DataFrame | None:
    """How often the lone leader of a moment wins: at (share of a game's turns), games, wins, rate, low, high.

    None where the run cannot be played again: its deck or policies are not at hand, or the program is another one.
    """
    from vs_sim.experiments.provenance import plan_again

    plan = plan_again(run.manifest)
    return None if plan is None else _rates(plan, games)


def _rates(plan: Plan, games: int) -> pl.DataFrame:
    import polars as pl

    blocks = min(plan.blocks, max(1, games // plan.rotations))
    counted = np.zeros((blocks, len(TIMES)), dtype=np.int64)
    won = np.zeros_like(counted)
    for game, block in _games(plan, blocks):
        points, winner = _points(plan, game)
        if winner is None or not points:
            continue
        for i, at in enumerate(TIMES):
            leader = _leader(points[min(len(points), math.ceil(at * len(points))) - 1])
            counted[block, i] += leader is not None
            won[block, i] += leader == winner
    rows: list[dict[str, Any]] = []
    for i, at in enumerate(TIMES):
        w, f = won[:, i], counted[:, i]
        sums = BlockSums.over(w, f)
        ends = rate_interval(sums) if f.sum() else None
        if ends is not None:
            rate = sums.wins / sums.finished
            rows.append(
                {
                    "at": at,
                    "games": sums.finished,
                    "wins": sums.wins,
                    "rate": rate,
                    "low": ends[0],
                    "high": ends[1],
                }
            )
    return pl.DataFrame(rows, infer_schema_length=None)


def _games(plan: Plan, blocks: int) -> Iterator[tuple[int, int]]:
    """Games of blocks that are spread over the plan, each with the number of its block in the sample."""
    for i in range(blocks):
        first = i * plan.blocks // blocks * plan.rotations
        for game in range(first, first + plan.rotations):
            yield game, i


def _points(plan: Plan, game: int) -> tuple[list[tuple[int, ...]], int | None]:
    """Points of all seats as each turn ends, and the winner."""
    from vs_sim.experiments.replay import open_game

    stepper = open_game(plan, game)
    g = stepper.game
    points: list[tuple[int, ...]] = []
    while stepper.running:
        stepper.take(int(stepper.work.choice[stepper.pick()]))
        now = tuple(int(g.points[s]) for s in range(plan.players))
        points += [now] * max(0, int(g.turns) - 1 - len(points))
    winner = int(g.winner)
    return points, winner if winner >= 0 else None


def _leader(points: tuple[int, ...]) -> int | None:
    """The seat that has more points than every other one."""
    top = max(points)
    return points.index(top) if points.count(top) == 1 else None
