"""What the functions of the API have in common."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vs_sim.experiments.errors import PlanError

if TYPE_CHECKING:
    from vs_sim.experiments.blocks import Lab
    from vs_sim.experiments.execute import Progress


def load_deck(deck: str | Path, rules: Mapping[str, Any] | None = None) -> Any:
    """A compiled deck: a shipped one by name or a file; `rules` are house rules that beat the deck's."""
    from vs_sim import cards

    return cards.load_deck(deck, rules)


def as_deck(deck: Any, rules: Mapping[str, Any] | None) -> Any:
    """The compiled deck of a name, a path or a deck; PlanError for `rules` beside a deck that is loaded already."""
    if isinstance(deck, str | Path):
        return load_deck(deck, rules)
    if rules:
        raise PlanError("rules: house rules are put in when a deck is loaded; give its name or path")
    return deck


def check_confidence(confidence: float) -> None:
    """PlanError unless it lies between 0 and 1."""
    if not 0 < confidence < 1:
        raise PlanError(f"confidence: expected a number between 0 and 1, got {confidence:g}")


@contextmanager
def open_lab(
    total: int,
    workers: int | None,
    progress: Callable[[Progress], None] | None,
    on_compile: Callable[[], None] | None,
) -> Generator[Lab]:
    """A lab without a folder; Ctrl-C ends it as ever."""
    from vs_sim.experiments.blocks import InterruptedPlanError, Lab
    from vs_sim.experiments.interrupt import Interrupt

    with (
        Interrupt() as interrupt,
        Lab(
            workers=workers, total=total, interrupt=interrupt, progress=progress, on_compile=on_compile
        ) as lab,
    ):
        try:
            yield lab
        except InterruptedPlanError:
            raise KeyboardInterrupt from None
