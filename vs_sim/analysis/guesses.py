"""Which findings about a deck hang on what the deck only assumes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vs_sim.analysis.intervals import BlockSums, rate_interval
from vs_sim.analysis.knockout_words import is_shown

if TYPE_CHECKING:
    from vs_sim.analysis.knockout import Effect
    from vs_sim.experiments.blocks import Blocks


@dataclass(frozen=True)
class Finding:
    """A character whose interval leaves out the fair share."""

    character: str
    rate: float
    low: float
    high: float
    side: int  # 1 above the fair share, -1 below

    @property
    def told(self) -> str:
        """The finding in words."""
        word = "more" if self.side > 0 else "less"
        return f"{self.character} wins {word} than a fair share ({self.rate:.1%})"

    def row(self) -> dict[str, Any]:
        """As plain values."""
        side = "above" if self.side > 0 else "below"
        return {
            "character": self.character,
            "rate": self.rate,
            "low": self.low,
            "high": self.high,
            "side": side,
            "text": self.told,
        }


def character_rate(
    blocks: Blocks, name: str, *, confidence: float = 0.95
) -> tuple[float, float, float] | None:
    """Rate and interval of a character; None where no game was finished."""
    i = blocks.characters.index(name)
    sums = BlockSums.over(blocks.wins[:, i], blocks.appearances[:, i])
    ends = rate_interval(sums, confidence=confidence)
    return None if ends is None else (sums.wins / sums.finished, *ends)


def findings_of(blocks: Blocks, players: int, *, confidence: float = 0.95) -> list[Finding]:
    """The characters that are shown to win more or less than 1 / players, the farthest first."""
    found: list[Finding] = []
    for name in blocks.characters:
        rate = character_rate(blocks, name, confidence=confidence)
        if rate is not None and not rate[1] <= 1 / players <= rate[2]:
            found.append(Finding(name, *rate, 1 if rate[0] > 1 / players else -1))
    return sorted(found, key=lambda finding: -abs(finding.rate - 1 / players))


def hanging(
    findings: Sequence[Finding],
    effects: Sequence[Effect],
    rows: Sequence[dict[str, Any]],
    per_item: Sequence[dict[str, Any]],
    players: int,
) -> list[dict[str, Any]]:
    """One row an assumption, the weightiest first: how much its other values move, and which findings they undo.

    A finding is undone where the character's rate is shown to change (adjusted p) and comes so near to the fair share
    that it cannot be told from it by the interval of the change (`fades`), or beyond it (`turns`).
    """
    by_item: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_item.setdefault(row["item"], []).append(row)
    merged: dict[str, dict[str, Any]] = {}
    lengths = {row["item"]: row["turns"] for row in per_item}
    for effect in effects:
        of = effect.item.of or effect.item.item
        entry = merged.setdefault(
            of,
            {
                "assumption": of,
                "values": 0,
                "largest": None,
                "item": "",
                "character": "",
                "moved": 0,
                "turns": None,
                "undone": [],
            },
        )
        entry["values"] += 1
        _weigh(entry, by_item[effect.item.item])
        turns = lengths[effect.item.item]
        if is_shown(turns) and abs(turns["difference"]) > abs(entry["turns"] or 0.0):
            entry["turns"] = turns["difference"]
        entry["undone"] += _undone(findings, effect.item.item, by_item[effect.item.item], players)
    for entry in merged.values():
        entry["text"] = _told(entry)
    return sorted(merged.values(), key=_weight)


def _weight(entry: dict[str, Any]) -> tuple[float, ...]:
    """Sorts what undoes most first, then what moves a character most, then the length of games."""
    return -len(entry["undone"]), -(entry["largest"] or 0.0), -abs(entry["turns"] or 0.0)


def _weigh(entry: dict[str, Any], rows: Sequence[dict[str, Any]]) -> None:
    shown = [row for row in rows if is_shown(row)]
    entry["moved"] = max(entry["moved"], len(shown))
    for row in shown:
        if entry["largest"] is None or abs(row["difference"]) > entry["largest"]:
            entry["largest"] = abs(row["difference"])
            entry["character"], entry["item"] = row["character"], row["item"]


def _undone(
    findings: Sequence[Finding], item: str, rows: Sequence[dict[str, Any]], players: int
) -> list[dict[str, Any]]:
    fair = 1 / players
    by_name = {row["character"]: row for row in rows}
    undone: list[dict[str, Any]] = []
    for finding in findings:
        row = by_name.get(finding.character)
        if row is None or not is_shown(row):
            continue
        beyond = (row["rate_without"] - fair) * finding.side
        reach = (
            row["high"] - row["low"]
        ) / 2  # half an interval of the difference: as near to fair as can be told
        if beyond >= reach:
            continue
        undone.append(
            {
                "item": item,
                "character": finding.character,
                "rate": finding.rate,
                "rate_then": row["rate_without"],
                "how": "turns" if beyond < -reach else "fades",
            }
        )
    return undone


def _told(entry: dict[str, Any]) -> str:
    of = entry["assumption"]
    parts: list[str] = []
    if entry["largest"] is not None:
        parts.append(f"moves {entry['character']} by {entry['largest'] * 100:.1f} points ({entry['item']})")
    if entry["turns"] is not None:
        parts.append(f"moves the length of games by {abs(entry['turns']):.1f} turns")
    if not parts:
        return f"{of}: nothing is shown to hang on it."
    undone = list(dict.fromkeys(f"{row['character']} {row['how']}" for row in entry["undone"]))
    parts.append(f"undoes: {', '.join(undone)}" if undone else "undoes no finding")
    return f"{of}: {'; '.join(parts)}."
