"""The house: data flows one way, numba is configured in one place, cards are data."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from pathlib import Path

import pytest

import vs_sim

PACKAGE = Path(vs_sim.__file__).parent
ROOT = PACKAGE.parent

# What each layer may import of ours (a module with its package, or one module of it) ...
MAY = {
    "vocabulary": (),
    "jit": (),
    "cards": ("vocabulary",),
    "rules": ("vocabulary", "jit", "cards.tables"),
    "policies": ("vocabulary", "jit", "cards.tables", "rules"),
    "engine": ("vocabulary", "jit", "cards.tables", "rules", "policies"),
    "experiments": ("vocabulary", "jit", "cards", "rules", "policies", "engine"),
    "analysis": ("vocabulary", "cards", "policies", "experiments"),
    "report": ("vocabulary", "cards", "experiments", "analysis"),
}
# ... and what it must not, of ours or of others.
MUST_NOT = {
    "cards": ("numba", "polars"),
    "rules": ("polars",),
    "policies": ("polars", "vs_sim.rules.turn", "vs_sim.rules.effects"),
    "engine": ("polars",),
    "analysis": ("numba",),
}


def _imported(path: Path) -> list[str]:
    """Full names of all that a file imports, `from a import b` as a.b, imports in functions too."""
    found: list[str] = []
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _files(layer: str) -> list[Path]:
    folder = PACKAGE / layer
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [PACKAGE / f"{layer}.py"]


def _lies_in(name: str, place: str) -> bool:
    return name == place or name.startswith(place + ".")


@pytest.mark.parametrize("layer", MAY)
def test_layers_import_only_those_before_them(layer: str) -> None:
    """No file imports of ours what its layer may not."""
    allowed = ["vs_sim.__version__", f"vs_sim.{layer}", *(f"vs_sim.{place}" for place in MAY[layer])]
    wrong = [
        (path.name, name)
        for path in _files(layer)
        for name in _imported(path)
        if _lies_in(name, "vs_sim") and not any(_lies_in(name, place) for place in allowed)
    ]
    assert wrong == []


@pytest.mark.parametrize("layer", MUST_NOT)
def test_layers_leave_out_what_is_not_theirs(layer: str) -> None:
    """No file imports a library or module that its layer must not."""
    wrong = [
        (path.name, name)
        for path in _files(layer)
        for name in _imported(path)
        if any(_lies_in(name, place) for place in MUST_NOT[layer])
    ]
    assert wrong == []


def test_numba_stands_in_one_module() -> None:
    """Only jit.py makes kernels; bits.py adds two machine instructions that numba does not offer."""
    using = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if any(_lies_in(name, "numba") for name in _imported(path))
    }
    assert using <= {"jit.py", "rules/bits.py"}
    bits = PACKAGE / "rules" / "bits.py"
    assert not bits.exists() or not [name for name in _imported(bits) if name.endswith("jit")]


@pytest.mark.parametrize("deck", sorted((ROOT / "decks").rglob("*.toml")), ids=lambda path: path.name)
def test_no_card_name_stands_in_the_package(deck: Path) -> None:
    """Cards are data: no string in the package is the name of a card of a shipped deck."""
    written = tomllib.loads(deck.read_text(encoding="utf-8"))
    kinds = (
        "follower",
        "microaggression",
        "virtue_signal",
        "plot",
        "special",
        "artifact",
        "character",
        "house_rule",
    )
    names = {name for kind in kinds for name in written.get(kind, {})}
    strings = {
        node.value
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert sorted(names & strings) == []
