"""Small results in folders, as other commands write them: for tests of reports."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

EVIL = "<script>alert(1)</script> & $x$ | *b*"  # a name that must never be taken for anything but text


def item(name: str, kind: str, character: str, difference: float, p: float) -> dict[str, Any]:
    return {
        "item": name, "kind": kind, "character": character, "rate_with": 0.25, "rate_without": 0.25 + difference,
        "difference": difference, "low": difference - 0.01, "high": difference + 0.01, "p": p, "p_adjusted": p,
    }  # fmt: skip


COMPARE: dict[str, Any] = {
    "schema": "vs-sim/compare/1", "version": "0.1.0", "a": {"label": "base", "hash": "aa"}, "b": {"label": EVIL, "hash": "bb"},
    "seed": 0, "players": 4, "games": 4000, "digest_a": "11", "digest_b": "22", "confidence": 0.95,
    "characters": [
        {"name": EVIL, "rate_a": 0.2, "rate_b": 0.3, "difference": 0.1, "low": 0.08, "high": 0.12, "p_adjusted": 0.0001},
        {"name": "Second", "rate_a": 0.25, "rate_b": 0.25, "difference": 0.0, "low": -0.01, "high": 0.01, "p_adjusted": 1.0},
        {"name": "Third", "rate_a": 0.25, "rate_b": 0.27, "difference": 0.02, "low": -0.02, "high": 0.06, "p_adjusted": 0.4},
    ],
    "turns": {"a": 80.0, "b": 70.0, "difference": -10.0, "low": -12.0, "high": -8.0},
    "unfinished": {"a": 0.0, "b": 0.0, "difference": 0.0, "low": 0.0, "high": 0.0},
    "variance_saved": 0.4, "sentence": "b makes games shorter.",
}  # fmt: skip
KNOCKOUT: dict[str, Any] = {
    "schema": "vs-sim/knockout/1", "version": "0.1.0", "deck": {"name": "base", "hash": "aa"}, "seed": 0, "players": 4,
    "policy": "balanced", "games": 4000, "digest": "33", "confidence": 0.95,
    "items": [
        item(f"{kind} {i}", kind, f"Character {c}", (i - c) / 400, 0.01 if i > c + 8 else 0.6)
        for kind, n in (("plot", 8), ("house_rule", 12))
        for i in range(n)
        for c in range(12)
    ],
    "assumptions": [
        {"assumption": "count of A", "values": 2, "largest": 0.05, "item": "A 3", "character": "Character 1", "moved": 2,
         "turns": 3.0, "undone": [{"character": "Character 1", "how": "fades"}], "text": "Character 1 would be fair."},
        {"assumption": "dots of B", "values": 1, "largest": None, "item": "", "character": "", "moved": 0, "turns": None,
         "undone": [], "text": "Nothing is shown."},
    ],
    "sentences": ["Plot 1 helps Character 2."],
}  # fmt: skip
TOURNAMENT: dict[str, Any] = {
    "schema": "vs-sim/tournament/1", "version": "0.1.0", "deck": {"name": "base", "hash": "aa"}, "seed": 0, "players": [4],
    "games": 3000, "digests": ["44"], "confidence": 0.95,
    "policies": [
        {"players": 4, "name": name, "games": 3000, "wins": 900, "rate": rate, "low": rate - 0.02, "high": rate + 0.02,
         "lift": rate * 4, "unfinished": 0}
        for name, rate in (("strong", 0.4), ("balanced", 0.3), ("random", 0.05))
    ],
    "ladder": [
        {"players": 4, "name": "strong", "below": "balanced", "games": 1000, "wins": 400, "rate": 0.4, "low": 0.37,
         "high": 0.43, "lift": 1.6, "unfinished": 0}
    ],
}  # fmt: skip
SWEEP: dict[str, Any] = {
    "schema": "vs-sim/sweep/1", "version": "0.1.0", "games": 4000, "seed": 0, "players": 4,
    "effects": [
        {"factor": "hand_size 5", "character": "First", "difference": 0.05, "low": 0.03, "high": 0.07, "p_adjusted": 0.001},
        {"factor": "hand_size 9", "character": "First", "difference": 0.0, "low": -0.01, "high": 0.01, "p_adjusted": 1.0},
    ],
    "cells": [{"hand_size": 5, "games": 2000, "turns": 70.5}, {"hand_size": 9, "games": 2000, "turns": 90.0}],
}  # fmt: skip
DESIGNS = {"compare": COMPARE, "knockout": KNOCKOUT, "tournament": TOURNAMENT, "sweep": SWEEP}


def write_result(folder: Path, summary: dict[str, Any]) -> Path:
    """A folder that holds the summary."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "summary.json").write_text(json.dumps(summary), encoding="utf-8")
    return folder
