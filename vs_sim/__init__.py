"""Balance simulator for the card game Virtue Signal.

`load_deck` reads a deck, `run` plays games and gives back polars frames, `compare` plays two
variants on the same blocks, `replay` tells one game. They are imported
when first used: `import vs_sim` itself loads nothing heavy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vs_sim.api import (
        Compared,
        Power,
        Run,
        Tournament,
        baseline,
        check,
        compare,
        knockout,
        load_deck,
        merge,
        power,
        replay,
        run,
        selftest,
        sweep,
        tournament,
        tune,
        tune_policy,
    )
    from vs_sim.experiments.errors import EngineError, FolderError, PlanError, VsSimError

__version__ = "0.1.0"

__all__ = [
    "Compared",
    "EngineError",
    "FolderError",
    "PlanError",
    "Power",
    "Run",
    "Tournament",
    "VsSimError",
    "__version__",
    "baseline",
    "check",
    "compare",
    "knockout",
    "load_deck",
    "merge",
    "power",
    "replay",
    "run",
    "selftest",
    "sweep",
    "tournament",
    "tune",
    "tune_policy",
]

_ERRORS = ("EngineError", "FolderError", "PlanError", "VsSimError")


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _ERRORS:
        return getattr(import_module("vs_sim.experiments.errors"), name)
    if name in __all__:
        return getattr(import_module("vs_sim.api"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
