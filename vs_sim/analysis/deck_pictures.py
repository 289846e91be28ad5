"""What a report on a deck joins from several results: cards drawn and taken out, key figures, sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from vs_sim.analysis import run_pictures
from vs_sim.analysis.knockout_words import is_shown

if TYPE_CHECKING:
    import polars as pl

    from vs_sim.analysis.stored import Stored

Summary = Mapping[str, Any]


def drawn_and_without(run: Stored, knockouts: Sequence[Summary]) -> pl.DataFrame:
    """Columns of the figure `cards`, with kind, copies and turns: the cards that were taken out in one of the knock-outs.

    Without: the largest change of a character's win rate, of those that are shown where any is.
    """
    import polars as pl

    draws = run_pictures.card_draws(run)
    by_card = {} if draws.is_empty() else {row["card"]: row for row in draws.to_dicts()}
    rows: list[dict[str, Any]] = []
    for effect in (effect for knockout in knockouts for effect in knockout["effects"]):
        largest, drawn = effect["largest"], by_card.get(effect["item"])
        if largest is None or drawn is None:
            continue
        rows.append(
            {
                "name": effect["item"],
                "kind": effect["kind"],
                "copies": drawn["copies"],
                "drawn": drawn["difference"],
                "drawn_low": drawn["low"],
                "drawn_high": drawn["high"],
                "drawn_clear": drawn["clear"],
                "without": largest["difference"],
                "without_low": largest["low"],
                "without_high": largest["high"],
                "without_clear": is_shown(largest),
                "who": largest["character"],
                "turns": effect["turns"]["difference"],
            }
        )
    frame = pl.DataFrame(rows, infer_schema_length=None)
    return frame if frame.is_empty() else frame.sort("drawn", descending=True, maintain_order=True)


def key_figures(run: Stored) -> dict[str, str]:
    """The figures of a deck that everybody asks for, in words, by label."""
    summary = run.summary
    by_rate = sorted(summary["characters"], key=lambda row: -(row["rate"] or 0))
    seats = summary["seats"]
    turns = summary["turns"]
    numbers = run_pictures.numbers(run)
    return {
        "Games": f"{summary['games']:,}",
        "Fair share": f"{1 / summary['players']:.1%}",
        "Strongest": _rates(by_rate[:3]),
        "Weakest": _rates(by_rate[:-4:-1]),
        "First seat": _rate(seats[0]),
        "Last seat": _rate(seats[-1]),
        "Turns in a game": f"{turns['p50']:g} (nine in ten: {turns['p05']:g} to {turns['p95']:g})",
        "Unfinished games": f"{summary['unfinished']:,}",
        "Who first has half the points wins": f"{numbers['runaway_share']:.0%}",
        "Lead changes in a game": f"{numbers['lead_changes_mean']:.1f}",
    }


def _rates(rows: Sequence[Mapping[str, Any]]) -> str:
    return ", ".join(f"{row['name']} {_rate(row)}" for row in rows)


def _rate(row: Mapping[str, Any]) -> str:
    return f"{row['rate']:.1%} ± {(row['high'] - row['low']) / 2 * 100:.1f}"


def longest_by(effects: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Effects whose change of length is shown, the largest first."""
    shown = [row for row in effects if is_shown(dict(row["turns"]))]
    return sorted(shown, key=lambda row: -abs(row["turns"]["difference"]))


def strongest_by(effects: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Effects that are shown to move a character, those that move one most first."""
    shown = [row for row in effects if row["largest"] and is_shown(row["largest"])]
    return sorted(shown, key=lambda row: -abs(row["largest"]["difference"]))
