"""Which way the branches of the kernels go in games, as recorded by scripts/branches.

The optimiser lays out code so that the usual way is straight and what hardly happens stands apart: the code of a whole
turn is larger than a processor's first cache. A kernel that was changed since the recording goes without; results
never hang on it.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "branches.json"
Edges = dict[tuple[int, int], int]


def source_digest(function: Callable[..., Any]) -> str:
    """8 hex digits over the source text of a function."""
    return hashlib.sha256(inspect.getsource(function).encode()).hexdigest()[:8]


@functools.cache
def _recorded() -> dict[str, dict[str, Any]]:
    return json.loads(FILE.read_text("utf-8"))


def edges_of(symbol: str, function: Callable[..., Any]) -> Edges | None:
    """Times that one line of a function followed another, by lines counted from its first; None if not recorded as it is.

    Empty for a kernel that no recorded game reached.
    """
    recorded = _recorded()
    if not recorded:
        return None
    entry = recorded.get(symbol)
    if entry is None:
        return {}
    if entry["source"] != source_digest(function):
        return None
    return {(a, b): n for a, b, n in entry["edges"]}


def weights(edges: Edges, line: int, true_line: int, false_line: int) -> tuple[int, int] | None:
    """How often a branch on a line went either way; None where lines do not tell.

    The rest of a condition that stands on the same line gets what went nowhere else.
    """
    if true_line == false_line:
        return None
    out = sum(n for (a, _), n in edges.items() if a == line)
    if out == 0:
        return None
    yes = edges.get((line, true_line), 0)
    no = edges.get((line, false_line), 0)
    if true_line == line:
        yes = max(out - no, 0)
    elif false_line == line:
        no = max(out - yes, 0)
    return yes, no
