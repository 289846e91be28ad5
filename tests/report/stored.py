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
    "effects": [
        {"item": f"{kind} {i}", "kind": kind, "change": "taken out", "largest": None,
         "turns": {"with": 80.0, "without": 80.0 + i, "difference": float(i), "low": i - 1.0, "high": i + 1.0, "p": 0.01,
                   "p_adjusted": 0.01 if i > 3 else 0.8}}
        for kind, n in (("plot", 8), ("house_rule", 12)) for i in range(n)
    ],
    "findings": [{"character": "Character 9", "text": "Character 9 wins more."}],
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
SIZES, LIMITS = ("5", "9"), ("2", EVIL)  # levels


def effect(
    factors: str, levels: str, against: str, metric: str, name: str, difference: float
) -> dict[str, Any]:
    return {
        "effect": "interaction" if "×" in factors else "main", "factors": factors, "levels": levels, "against": against,
        "metric": metric, "name": name, "difference": difference, "low": difference - 0.01, "high": difference + 0.01,
        "p": 0.001, "p_adjusted": 0.001 if abs(difference) > 0.01 else 0.9,
    }  # fmt: skip


MEASURED = [("character", "First"), ("character", EVIL), ("seat", "0"), ("turns", ""), ("unfinished", "")]
SWEEP: dict[str, Any] = {
    "schema": "vs-sim/sweep/1", "version": "0.1.0", "experiment": EVIL, "question": "Which is better?", "games": 4000,
    "seed": 0, "unit": "rate", "confidence": 0.95, "interrupted": False,
    "factors": [
        {"name": name, "kind": "rule", "levels": list(levels)}
        for name, levels in (("hand_size", SIZES), ("max_plots", LIMITS))
    ],
    "cells": [
        {"cell": 2 * i + j, "levels": {"hand_size": size, "max_plots": limit}, "deck": {"name": "base", "hash": "aa"},
         "players": 4, "policy": "balanced", "games": 4000, "unfinished": 0, "digest": "55",
         "measures": [{"metric": metric, "name": name, "value": 80.0 + 10 * i + j, "low": 79.0, "high": 91.0}
                      for metric, name in MEASURED]}
        for i, size in enumerate(SIZES) for j, limit in enumerate(LIMITS)
    ],
    "effects": [
        effect(*which, metric, name, difference)
        for which, difference in (
            (("hand_size", "9", "5"), 0.05), (("max_plots", EVIL, "2"), 0.0),
            (("hand_size × max_plots", f"9, {EVIL}", "5, 2"), 0.0),
        )
        for metric, name in MEASURED
    ],
    "sentences": ["hand_size 9 instead of 5: games +10 turns."],
}  # fmt: skip
DESIGNS = {"compare": COMPARE, "knockout": KNOCKOUT, "tournament": TOURNAMENT, "sweep": SWEEP}


def write_result(folder: Path, summary: dict[str, Any]) -> Path:
    """A folder that holds the summary."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "summary.json").write_text(json.dumps(summary), encoding="utf-8")
    return folder
