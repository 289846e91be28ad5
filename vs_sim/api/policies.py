"""Policies against each other, and better ones."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vs_sim.api.common import as_deck, check_confidence

if TYPE_CHECKING:
    import polars as pl

    from vs_sim.analysis.tune_policy import TunedPolicy
    from vs_sim.experiments.execute import Progress, RunResult
    from vs_sim.policy_files.load import PolicyFile


@dataclass(frozen=True)
class Tournament:
    """A tournament that was played, as the JSON object of `vs-sim tournament` and as frames."""

    json: dict[str, Any]

    @property
    def policies(self) -> pl.DataFrame:
        """One row a number of players and policy, the strongest first: rates, and `strength` (a logit) with interval."""
        return _frame(self.json["policies"])

    @property
    def ladder(self) -> pl.DataFrame:
        """One row a step: the rate of a policy against a table of the one `below`."""
        return _frame(self.json["ladder"])

    @property
    def skill(self) -> pl.DataFrame:
        """One row a number of players: the shares of skill and luck in who wins."""
        return _frame(self.json["skill"])


def tournament(  # noqa: PLR0913  # its settings, all by keyword
    deck: Any = "base",
    *,
    policies: Sequence[str | PolicyFile] = ("random", "novice", "balanced", "expert"),
    players: int | Sequence[int] = 4,
    games: int = 10_000,
    ladder: bool = True,
    rules: Mapping[str, Any] | None = None,
    characters: str | Sequence[str] = "random",
    seed: int = 0,
    workers: int | None = None,
    confidence: float = 0.95,
    progress: Callable[[Progress], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Tournament:
    """Play policies (names, paths, policies) against each other; `games` for the field and for each step of the ladder."""
    check_confidence(confidence)
    loaded = as_deck(deck, rules)
    counts = [players] if isinstance(players, int) else list(players)
    settings: dict[str, Any] = {"games": games, "characters": characters, "seed": seed}
    from vs_sim.experiments.tournament import plan_field, plan_step

    fields = [plan_field(loaded, policies, players=n, **settings) for n in counts]
    from vs_sim.analysis.ladder import Table, strong_to_weak, to_json
    from vs_sim.analysis.strengths import fit_strengths
    from vs_sim.experiments.execute import execute
    from vs_sim.experiments.tournament import play_field

    playing: dict[str, Any] = {"workers": workers, "progress": progress, "on_compile": on_compile}
    tables: list[Table] = []
    for plan in fields:
        result, blocks = play_field(plan, **playing)
        strengths = fit_strengths(blocks, confidence=confidence)
        by_name = dict(zip(plan.policies, policies, strict=True))
        order = strong_to_weak(strengths)
        steps: list[tuple[str, str, RunResult]] = []
        for upper, lower in itertools.pairwise(order):
            if not ladder or result.interrupted or (steps and steps[-1][2].interrupted):
                break
            step = plan_step(loaded, by_name[upper], by_name[lower], players=plan.players, **settings)
            steps.append((upper, lower, execute(step, **playing)))
        tables.append(Table(plan.players, result, strengths, steps))
        if tables[-1].interrupted:
            break
    return Tournament(to_json(tables, confidence=confidence))


def _frame(rows: list[dict[str, Any]]) -> pl.DataFrame:
    import polars as pl

    return pl.DataFrame(rows)


def tune_policy(  # noqa: PLR0913  # its settings, all by keyword
    search: str | Path,
    *,
    workers: int | None = None,
    out: str | Path | None = None,
    force: bool = False,
    resume: bool = False,
    progress: Callable[[Progress], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> TunedPolicy:
    """Search the weights of a policy as a search file (or a shipped one by name) says; `out` gets the policy."""
    from vs_sim.analysis.tune_policy import run_tune_policy
    from vs_sim.experiments.search_file import read_search

    return run_tune_policy(
        read_search(str(search)),
        workers=workers,
        out=out,
        force=force,
        resume=resume,
        progress=progress,
        on_compile=on_compile,
    )
