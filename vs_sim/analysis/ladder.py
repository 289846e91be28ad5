"""The result of a tournament: policies from strong to weak, the steps between them, skill and luck."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vs_sim.analysis.strengths import Strengths
from vs_sim.analysis.tables import item_frame

if TYPE_CHECKING:
    from vs_sim.experiments.execute import RunResult

SCHEMA = "vs-sim/tournament/1"


@dataclass(frozen=True)
class Table:
    """A tournament with one number of players: the field, how strong each is, and a run for each step."""

    players: int
    field: RunResult
    strengths: Strengths
    steps: Sequence[tuple[str, str, RunResult]]  # upper, lower, one against a table of the lower

    @property
    def interrupted(self) -> bool:
        """Whether a part of it is missing."""
        return self.field.interrupted or any(result.interrupted for _, _, result in self.steps)


def strong_to_weak(strengths: Strengths) -> list[str]:
    """The names in order of strength."""
    return [
        strengths.names[i] for i in sorted(range(len(strengths.names)), key=lambda i: -strengths.logits[i])
    ]


def policy_rows(table: Table, *, confidence: float) -> list[dict[str, Any]]:
    """One row a policy, the strongest first."""
    frame = item_frame("policies", table.field.tallies.policies, table.players, confidence=confidence)
    rows = {row["name"]: row for row in frame.to_dicts()}
    found: list[dict[str, Any]] = []
    for name in strong_to_weak(table.strengths):
        i = table.strengths.names.index(name)
        numbers = (table.strengths.logits[i], table.strengths.low[i], table.strengths.high[i])
        strength, low, high = (None if math.isnan(number) else float(number) for number in numbers)
        more = {"strength": strength, "strength_low": low, "strength_high": high}
        found.append({"players": table.players, **rows[name], **more})
    return found


def ladder_rows(table: Table, *, confidence: float) -> list[dict[str, Any]]:
    """One row a step: the rate of the upper policy against a table of the one below."""
    found: list[dict[str, Any]] = []
    for upper, lower, result in table.steps:
        frame = item_frame("policies", result.tallies.policies, table.players, confidence=confidence)
        row = next(row for row in frame.to_dicts() if row["name"] == upper)
        found.append({"players": table.players, "name": upper, "below": lower, **_without_name(row)})
    return found


def _without_name(row: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key != "name"}


def to_json(tables: Sequence[Table], *, confidence: float) -> dict[str, Any]:
    """The object that `tournament` prints (schema vs-sim/tournament/1)."""
    from vs_sim import __version__
    from vs_sim.experiments.provenance import plan_record

    first = plan_record(tables[0].field.plan)
    runs = [table.field for table in tables] + [step[2] for table in tables for step in table.steps]
    return {
        "schema": SCHEMA,
        "version": __version__,
        "deck": {"name": first["deck"]["name"], "hash": first["deck"]["hash"]},
        "rules": first["rules"],
        "seed": first["seed"],
        "characters_mode": first["characters"],
        "policy_files": first["policy_files"],
        "players": [table.players for table in tables],
        "games": sum(run.games for run in runs),
        "unfinished": sum(run.games - run.tallies.finished for run in runs),
        "digests": [run.digest for run in runs],
        "confidence": confidence,
        "policies": [row for table in tables for row in policy_rows(table, confidence=confidence)],
        "ladder": [row for table in tables for row in ladder_rows(table, confidence=confidence)],
        "skill": [_skill_row(table) for table in tables],
        "seconds": sum(run.seconds for run in runs),
        "interrupted": any(table.interrupted for table in tables),
    }


def _skill_row(table: Table) -> dict[str, Any]:
    """How much of who wins hangs on who plays."""
    skill = table.strengths.skill
    known = not math.isnan(skill)
    return {
        "players": table.players,
        "games": table.field.games,
        "unfinished": table.field.games - table.field.tallies.finished,
        "skill": skill if known else None,
        "luck": 1 - skill if known else None,
    }
