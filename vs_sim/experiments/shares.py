"""A run in shares: each plays a run of its blocks, and all of them together are the whole run."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from vs_sim.experiments.errors import PlanError

if TYPE_CHECKING:
    from vs_sim.experiments.plan import Plan


def parse_share(text: str) -> tuple[int, int]:
    """The two numbers of "2/8": which share, from 1, and of how many."""
    found = re.fullmatch(r"\s*(\d+)\s*/\s*(\d+)\s*", text)
    if found is None:
        raise PlanError(f'shard: expected i/n, as 1/8, got "{text}"')
    index, of = int(found[1]), int(found[2])
    if not 1 <= index <= of:
        raise PlanError(f"shard: expected a number from 1 to {of} before the stroke, got {index}")
    return index, of


def take_share(plan: Plan, index: int, of: int) -> Plan:
    """The plan's blocks from (index - 1) / of to index / of of all."""
    if of > plan.blocks:
        blocks = "1 block" if plan.blocks == 1 else f"{plan.blocks:,} blocks"
        raise PlanError(f"shard: {of:,} shards of {blocks} would leave some without a game")
    first, end = plan.blocks * (index - 1) // of, plan.blocks * index // of
    return replace(plan, first_block=first, blocks=end - first, shard=(index, of))
