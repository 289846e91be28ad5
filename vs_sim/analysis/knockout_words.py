"""The effects of a knock-out in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

RULE_SET = "set of house rules"  # kind of item that is brought in, not taken out
SHOWN = 0.05  # adjusted p below which an effect counts as shown


def is_shown(row: dict[str, Any]) -> bool:
    """Whether an effect is significant in its family."""
    return row["p_adjusted"] is not None and row["p_adjusted"] < SHOWN


def sentences(per_item: Sequence[dict[str, Any]]) -> list[str]:
    """One sentence an item, those with the largest effect first; items of which nothing is shown in one sentence."""
    told = [(row, _parts(row)) for row in per_item]
    shown = [(row, parts) for row, parts in told if parts]
    shown.sort(key=lambda pair: -_weight(pair[0]))
    said = [f"{_subject(row)}: {'; '.join(parts)}." for row, parts in shown]
    silent = [row["item"] for row, parts in told if not parts]
    if silent:
        some = "; ".join(silent[:6]) + (f" and {len(silent) - 6} more" if len(silent) > 6 else "")
        said.append(f"No effect shown: {some}.")
    return said


def _subject(row: dict[str, Any]) -> str:
    if row["kind"] == "assumption":
        return row["item"]
    if row["kind"] == "power":
        return f"{row['item']} without its power"
    if row["kind"] == RULE_SET:
        return f"With {row['item']}"
    if row["kind"] == "house rule":
        return f"Without the house rule {row['item']}"
    return f"Without {row['item']}"


def _weight(row: dict[str, Any]) -> float:
    largest = row["largest"]
    return abs(largest["difference"]) if largest and is_shown(largest) else 0.0


def _parts(row: dict[str, Any]) -> list[str]:
    parts: list[str] = []
    turns, unfinished, largest = row["turns"], row["unfinished"], row["largest"]
    if is_shown(turns):
        word = "longer" if turns["difference"] > 0 else "shorter"
        parts.append(f"games are {abs(turns['difference']):.1f} turns {word} {span(turns, 1)}")
    if is_shown(unfinished):
        word = "more" if unfinished["difference"] > 0 else "fewer"
        points = abs(unfinished["difference"]) * 100
        parts.append(f"{points:.1f} points {word} games end unfinished {span(unfinished, 100)}")
    if largest and is_shown(largest):
        word = "gains" if largest["difference"] > 0 else "loses"
        points = abs(largest["difference"]) * 100
        parts.append(f"{largest['character']} {word} {points:.1f} points {span(largest, 100)}")
        more = row["characters_shown"] - 1
        if more:
            parts.append(f"{more} other {'character' if more == 1 else 'characters'} shown to change")
    return parts


def span(row: dict[str, Any], unit: float) -> str:
    """The interval of a difference without its sign where both ends agree, as [2.9, 3.3]."""
    if row["low"] is None:
        return ""
    ends = [row["low"] * unit, row["high"] * unit]
    if ends[1] <= 0 or row["difference"] < 0:
        ends = [-ends[1], -ends[0]]
    return f"[{ends[0]:.1f}, {ends[1]:.1f}]"
