"""What the steps of a part know while they are done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.reference.model import Part, Step


def _no_spread(*_: Any) -> Any:
    raise AssertionError("only the play of a special spreads")


@dataclass
class Context:
    """Self, the card and part, the targets of the part; of triggers also actor, affected and the follower hit."""

    self_: int
    card: int
    part: Part
    targets: list[int] = field(default_factory=list)
    target: int | None = None  # the one player aimed at
    actor: int | None = None
    affected: int | None = None
    hit: int | None = None
    leaves_enough: Callable[[Step, int], bool] | None = (
        None  # of a cost: can the rest be paid, so many of a step left
    )
    card_lies: bool = False  # the card itself came to lie on a character (X2)
    spread: Callable[..., Any] = _no_spread
