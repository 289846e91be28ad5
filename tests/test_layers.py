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
    "code_cache": (),
    "branches": (),
    "jit": ("code_cache", "translate"),  # the compiler only where something is to be compiled
    "lowering": ("branches", "jit"),
    "translate": ("jit", "lowering"),
    "cards": ("vocabulary",),
    "rules": ("vocabulary", "jit", "cards.tables"),
    "policies": ("vocabulary", "jit", "cards.tables", "rules"),
    "policy_files": ("vocabulary", "cards", "policies"),
    "engine": ("vocabulary", "jit", "cards.tables", "rules", "policies", "policy_files.rows.builtin_rows"),
    "experiments": (
        "vocabulary",
        "code_cache",
        "jit",
        "cards",
        "rules",
        "policies",
        "policy_files",
        "engine",
    ),
    "analysis": ("vocabulary", "cards", "policies", "policy_files", "experiments"),
    "report": ("vocabulary", "cards", "policies", "policy_files", "experiments", "analysis"),
}
# These may import all of ours, and none of the layers imports them.
ABOVE_ALL = ("cli", "api", "__init__")
# ... and what it must not, of ours or of others.
MUST_NOT = {
    "vocabulary": ("numba", "polars"),
    "branches": ("numba", "polars"),
    "code_cache": ("numba", "polars"),
    "jit": ("numba", "polars"),
    "lowering": ("polars",),
    "translate": ("polars",),
    "cards": ("numba", "polars"),
    "rules": ("numba", "polars"),
    "policies": ("numba", "polars", "vs_sim.rules.turn", "vs_sim.rules.effects"),
    "policy_files": ("numba", "polars"),
    "engine": ("numba", "polars"),
    "analysis": ("numba",),
    "report": ("numba", "vs_sim.engine"),
}
# The kernels know numbers: nothing from outside that reads files or texts.
NUMBERS_ONLY = {
    "rules": {"__future__", "enum", "numpy", "typing", "vs_sim"},
    "policies": {"__future__", "collections", "enum", "numpy", "typing", "vs_sim"},
}
TEXTS = ("state.py", "bits.py")  # of rules: names of fields and of instructions


@cache
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


def test_every_module_is_in_a_layer() -> None:
    """Nothing of the package escapes these tests."""
    there = {
        path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()
    }
    assert there - set(ABOVE_ALL) == set(MAY)


@pytest.mark.parametrize("layer", NUMBERS_ONLY)
def test_kernels_import_nothing_that_reads_files(layer: str) -> None:
    """Rules and policies import numbers and nothing else, and open no file."""
    for path in _files(layer):
        outside = {name.split(".")[0] for name in _imported(path)} - NUMBERS_ONLY[layer]
        called = {node.id for node in ast.walk(_tree(path)) if isinstance(node, ast.Name)} & {"open", "print"}
        assert (path.name, outside, called) == (path.name, set(), set())


def test_rules_hold_no_strings() -> None:
    """Strings stop at the deck compiler: in the rules stand docstrings and the names of fields."""
    wrong = [
        (path.name, text)
        for path in _files("rules")
        if path.name not in TEXTS
        for text in _strings(_tree(path))
    ]
    assert wrong == []


def _strings(tree: ast.Module) -> list[str]:
    """The strings of a file that are no docstrings."""
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone
    ]


def _root(target: ast.expr) -> str:
    """The name to which `a.b[c].d` belongs."""
    while isinstance(target, (ast.Attribute, ast.Subscript)):
        target = target.value
    return target.id if isinstance(target, ast.Name) else ""


def _writes(function: ast.FunctionDef, record: str) -> bool:
    """Whether a function itself assigns to a field of a record."""
    for node in ast.walk(function):
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = [
                part for one in node.targets for part in (one.elts if isinstance(one, ast.Tuple) else [one])
            ]
        elif isinstance(node, (ast.AugAssign, ast.AnnAssign)):
            targets = [node.target]
        if any(not isinstance(one, ast.Name) and _root(one) == record for one in targets):
            return True
    return False


@cache
def _functions(layer: str) -> dict[str, ast.FunctionDef]:
    """The functions of a layer by `module.function`."""
    return {
        f"vs_sim.{layer}.{path.stem}.{node.name}": node
        for path in _files(layer)
        for node in _tree(path).body
        if isinstance(node, ast.FunctionDef)
    }


def _called(name: str, function: ast.FunctionDef, imported: dict[str, str]) -> set[str]:
    """What a function calls, as `module.function`: of its own file, or imported."""
    module = name.rpartition(".")[0]
    calls = {
        node.func.id
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    return {imported.get(call, f"{module}.{call}") for call in calls}


@cache
def _calls(layer: str) -> dict[str, set[str]]:
    """By function of a layer what it calls."""
    imported = {
        path.stem: {name.rpartition(".")[2]: name for name in _imported(path)} for path in _files(layer)
    }
    return {
        name: _called(name, function, imported[name.split(".")[2]])
        for name, function in _functions(layer).items()
    }


def _writers(layer: str, record: str) -> set[str]:
    """The functions of a layer that write a record, by themselves or through what they call."""
    writers = {name for name, function in _functions(layer).items() if _writes(function, record)}
    while True:
        more = {name for name, called in _calls(layer).items() if called & writers} - writers
        if not more:
            return writers
        writers |= more


def test_policies_write_nothing_of_the_game() -> None:
    """No policy assigns to a field of the game or of the tables, nor imports a function of the rules that does."""
    writers = _writers("rules", "g") | _writers("rules", "t")
    assert {
        "vs_sim.rules.turn.apply",
        "vs_sim.rules.coalition.lay",
        "vs_sim.rules.zones.discard_card",
    } <= writers
    imported = {name for path in _files("policies") for name in _imported(path)}
    assert sorted(imported & writers) == []
    assert sorted(_writers("policies", "g") | _writers("policies", "t")) == []


def test_rules_never_write_the_deck() -> None:
    """The tables are read only."""
    assert sorted(_writers("rules", "t")) == []


def test_numba_stands_in_one_module() -> None:
    """Only translate.py and lowering.py, which are loaded where something is to be compiled."""
    using = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if any(_lies_in(name, "numba") for name in _imported(path))
    }
    assert using == {"translate.py", "lowering.py"}


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
    assert sorted(names & _all_strings()) == []


@cache
def _all_strings() -> frozenset[str]:
    """Every string of the package."""
    return frozenset(
        node.value
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
