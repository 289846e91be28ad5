"""The Python API: the jobs of the command line as functions that return polars frames."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vs_sim.experiments.errors import PlanError
from vs_sim.experiments.plan import plan_run

if TYPE_CHECKING:
    import polars as pl

    from vs_sim.analysis.summary import Summary
    from vs_sim.experiments.execute import Progress, RunResult


def load_deck(deck: str | Path, rules: Mapping[str, Any] | None = None) -> Any:
    """A compiled deck: a shipped one by name or a file; `rules` are house rules that beat the deck's."""
    from vs_sim import cards

    return cards.load_deck(deck, rules)


@dataclass(frozen=True)
class Run:
    """A run that was played, its summary, and the same as the JSON object of `vs-sim run`."""

    result: RunResult
    summary: Summary
    json: dict[str, Any]

    @property
    def characters(self) -> pl.DataFrame:
        """One row a character: name, games, wins, rate, low, high, lift, unfinished."""
        return self.summary.characters

    @property
    def seats(self) -> pl.DataFrame:
        """The same for seats."""
        return self.summary.seats

    @property
    def policies(self) -> pl.DataFrame:
        """The same for policies."""
        return self.summary.policies

    def table(self, name: str) -> pl.DataFrame:
        """A table by its name in `analysis.frames.TABLES`, as "matchups"."""
        return self.summary.frames[name]

    @property
    def turns(self) -> dict[str, float | int | None]:
        """Mean, p05, p50, p95 of the turns of a game."""
        return self.summary.turns

    @property
    def digest(self) -> str:
        """Hash over all game rows, 32 hex digits."""
        return self.result.digest

    @property
    def interrupted(self) -> bool:
        """Whether the run ended before its last game."""
        return self.result.interrupted

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be said beside the numbers."""
        return self.result.notes


def run(  # noqa: PLR0913  # its settings, all by keyword
    deck: Any = "base",
    *,
    rules: Mapping[str, Any] | None = None,
    players: int = 4,
    games: int = 10_000,
    policy: str | Sequence[str] = "balanced",
    characters: str | Sequence[str] = "random",
    seed: int = 0,
    rotate: bool = True,
    workers: int | None = None,
    out: str | Path | None = None,
    force: bool = False,
    confidence: float = 0.95,
    progress: Callable[[Progress], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Run:
    """Play games of a deck (a name, a path or a loaded deck) and sum them up; `out` names a run folder to write.

    Errors are those of `experiments.errors` and of the deck. Ctrl-C gives the summary of what is complete.
    """
    _check_confidence(confidence)
    plan = plan_run(
        _as_deck(deck, rules),
        players=players,
        games=games,
        policy=policy,
        characters=characters,
        seed=seed,
        rotate=rotate,
    )
    from vs_sim.analysis.summary import summarise, to_json
    from vs_sim.experiments.execute import execute
    from vs_sim.experiments.folder import SUMMARY, write_json

    result = execute(plan, workers=workers, out=out, force=force, progress=progress, on_compile=on_compile)
    summary = summarise(result, confidence=confidence)
    json = to_json(result, summary)
    if result.folder is not None:
        write_json(result.folder / SUMMARY, json)
    return Run(result, summary, json)


def replay(  # noqa: PLR0913  # its settings, all by keyword
    deck: Any = "base",
    *,
    game: int,
    rules: Mapping[str, Any] | None = None,
    players: int = 4,
    policy: str | Sequence[str] = "balanced",
    characters: str | Sequence[str] = "random",
    seed: int = 0,
    rotate: bool = True,
    turn: int | None = None,
) -> Iterator[str]:
    """The lines of a told game: the game of that index in the run with these settings."""
    from vs_sim.experiments.replay import tell

    plan = plan_run(
        _as_deck(deck, rules),
        players=players,
        policy=policy,
        characters=characters,
        seed=seed,
        rotate=rotate,
    )
    return tell(plan, game, turn=turn)


def _as_deck(deck: Any, rules: Mapping[str, Any] | None) -> Any:
    if isinstance(deck, str | Path):
        return load_deck(deck, rules)
    if rules:
        raise PlanError("rules: house rules are put in when a deck is loaded; give its name or path")
    return deck


def _check_confidence(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise PlanError(f"confidence: expected a number between 0 and 1, got {confidence:g}")
