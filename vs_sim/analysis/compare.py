"""The comparison of two variants on the same blocks: frames, the JSON object, and what it says in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vs_sim.analysis.intervals import BlockSums
from vs_sim.analysis.multiple import REPORTS, adjusted
from vs_sim.analysis.paired import Difference, PairSums, ratio_difference
from vs_sim.analysis.sequential import sequence_difference
from vs_sim.experiments.columns import Column, column_type

if TYPE_CHECKING:
    import polars as pl

    from vs_sim.experiments.paired import PairedResult, PairTally, StoppingRule

SCHEMA = "vs-sim/compare/1"
COLUMNS = (
    Column("name", "String", "name"),
    Column("games_a", "Int64", "appearances in finished games of a"),
    Column("games_b", "Int64", "of b"),
    Column("rate_a", "Float64", "win rate in a (turns a game, share of unfinished games)"),
    Column("rate_b", "Float64", "in b"),
    Column("difference", "Float64", "b less a; null where either has no game"),
    Column("low", "Float64", "lower end of its interval over blocks; null with one block"),
    Column("high", "Float64", "upper end"),
    Column("p", "Float64", "p value of no difference"),
    Column("p_adjusted", "Float64", "the same adjusted over its family: the rows of its table"),
    Column(
        "variance_saved", "Float64", "share of the variance of runs on other blocks that the pairing saved"
    ),
)
TABLES = ("characters", "seats", "turns", "unfinished")


@dataclass(frozen=True)
class Comparison:
    """Differences of a variant b from a, which is the first."""

    characters: pl.DataFrame
    seats: pl.DataFrame
    turns: pl.DataFrame  # one row
    unfinished: pl.DataFrame  # one row
    blocks: int
    confidence: float
    variance_saved: float | None  # over all characters

    def table(self, name: str) -> pl.DataFrame:
        """A table by its name in TABLES."""
        return getattr(self, name)


def pair_sums(tally: PairTally, item: int) -> PairSums:
    """The sums of an item."""
    a, b = (BlockSums(*part[:, item].tolist()) for part in (tally.a, tally.b))
    return PairSums(a, b, int(tally.blocks[item]), *tally.products[:, item].tolist())


def compare(
    result: PairedResult,
    variant: int = 1,
    *,
    confidence: float = 0.95,
    until_halfwidth: float | None = None,
) -> Comparison:
    """Variant number `variant` less the first one. p values are adjusted by Benjamini and Hochberg within a table.

    After a comparison that was to end by its own precision (`until_halfwidth`) intervals and p values hold at every look.
    """
    tally, items = result.pairs[variant - 1], result.items
    same = result.digests[0] == result.digests[variant]
    n, m = len(items.characters), len(items.seats)
    found = [
        ratio_difference(pair_sums(tally, i), confidence=confidence, is_rate=i != items.size - 2, same=same)
        for i in range(items.size)
    ]
    if until_halfwidth is not None and not same:
        found = [_at_every_look(row, result.blocks, until_halfwidth, confidence) for row in found]
    names = [*items.characters, *items.seats, "turns", "unfinished"]

    def table(first: int, end: int) -> pl.DataFrame:
        played = [i for i in range(first, end) if tally.a[1, i] or tally.b[1, i] or i >= n]
        return _frame(names, found, tally, played)

    return Comparison(
        characters=table(0, n),
        seats=table(n, n + m),
        turns=table(n + m, n + m + 1),
        unfinished=table(n + m + 1, n + m + 2),
        blocks=result.blocks,
        confidence=confidence,
        variance_saved=_saved([row for row in found[:n] if row is not None]),
    )


def _at_every_look(
    row: Difference | None, blocks: int, halfwidth: float, confidence: float
) -> Difference | None:
    """The same with an interval that holds at every look; with none where too few blocks were seen."""
    if row is None:
        return None
    held = sequence_difference(row, blocks, halfwidth=halfwidth, confidence=confidence)
    return held or row._replace(low=None, high=None, p=None)


def _frame(
    names: list[str], found: list[Difference | None], tally: PairTally, rows: list[int]
) -> pl.DataFrame:
    import polars as pl

    p = adjusted([None if (row := found[i]) is None else row.p for i in rows])
    cells: list[tuple[Any, ...]] = []
    for i, p_adjusted in zip(rows, p, strict=True):
        games = (int(tally.a[1, i]), int(tally.b[1, i]))
        rates = tuple(
            int(part[0, i]) / n if n else None for part, n in zip((tally.a, tally.b), games, strict=True)
        )
        d = found[i]
        rest = (None,) * 6 if d is None else (d.difference, d.low, d.high, d.p, p_adjusted, d.saved)
        cells.append((names[i], *games, *rates, *rest))
    schema = {column.name: column_type(column) for column in COLUMNS}
    return pl.DataFrame(cells, schema=schema, orient="row")


def _saved(found: list[Difference]) -> float | None:
    """The share of variance that pairing saved, over several differences: of the sum of their variances."""
    known = [(row.error, row.saved) for row in found if row.error is not None and row.saved is not None]
    if not known:
        return None
    own = sum(error**2 / (1 - saved) for error, saved in known if saved < 1)
    if own == 0:
        return 1.0
    return 1 - sum(error**2 for error, _ in known) / own


def to_json(result: PairedResult, comparison: Comparison, labels: tuple[str, str]) -> dict[str, Any]:
    """The object that `compare` prints (schema vs-sim/compare/1)."""
    from vs_sim import __version__
    from vs_sim.experiments.provenance import plan_record

    a, b = (
        {"label": label, **plan_record(plan)} for label, plan in zip(labels, result.plans[:2], strict=True)
    )
    return {
        "schema": SCHEMA,
        "version": __version__,
        "a": a,
        "b": b,
        "seed": result.plans[0].seed,
        "players": result.plans[0].players,
        "games": result.games,
        "blocks": result.blocks,
        "digest_a": result.digests[0],
        "digest_b": result.digests[1],
        "confidence": comparison.confidence,
        "characters": comparison.characters.to_dicts(),
        "seats": comparison.seats.to_dicts(),
        "turns": comparison.turns.to_dicts()[0],
        "unfinished": comparison.unfinished.to_dicts()[0],
        "variance_saved": comparison.variance_saved,
        "adjustment": {"method": REPORTS, "families": ["characters", "seats"]},
        "sentence": sentence(comparison, labels),
        "seconds": result.seconds,
        "games_per_second": 2 * result.games / result.seconds if result.seconds > 0 else 0.0,
        "interrupted": result.interrupted,
        "stopped": result.stopped,
        "notes": list(result.notes),
    }


# --- in words -------------------------------------------------------------------------------------------------------------

NAMED = 3  # characters named in a sentence


def sentence(comparison: Comparison, labels: tuple[str, str]) -> str:
    """What the comparison says, in one sentence; only what is shown (adjusted p below 1 - confidence)."""
    limit = 1 - comparison.confidence
    subject = f"{labels[1]} instead of {labels[0]}"
    if labels[0] == labels[1]:
        return "a and b are the same: nothing changes."
    if comparison.characters["difference"].eq(0).all() and comparison.turns["difference"].eq(0).all():
        return f"{subject} changes nothing in these games."
    parts = [*_length(comparison, limit), *_unfinished(comparison, limit), *_characters(comparison, limit)]
    if not parts:
        blocks = (
            "this one block shows" if comparison.blocks == 1 else f"these {comparison.blocks:,} blocks show"
        )
        return f"{subject}: {blocks} no difference."
    listed = parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]
    return f"{subject} {listed}."


def _ends(row: dict[str, Any], scale: float) -> str:
    """The interval of the size of a difference, the smaller end first where both have one sign."""
    low, high = sorted((scale * row["low"], scale * row["high"]), key=abs)
    if row["difference"] < 0:
        low, high = -low, -high
    return f"[{low:.1f}, {high:.1f}]"


def _is_shown(row: dict[str, Any], limit: float) -> bool:
    return row["p_adjusted"] is not None and row["p_adjusted"] < limit


def _length(comparison: Comparison, limit: float) -> list[str]:
    row = comparison.turns.to_dicts()[0]
    if not _is_shown(row, limit):
        return []
    verb = "shortens" if row["difference"] < 0 else "lengthens"
    return [f"{verb} games by {abs(row['difference']):.1f} turns {_ends(row, 1)}"]


def _unfinished(comparison: Comparison, limit: float) -> list[str]:
    row = comparison.unfinished.to_dicts()[0]
    if not _is_shown(row, limit):
        return []
    which = "fewer" if row["difference"] < 0 else "more"
    return [f"leaves {abs(100 * row['difference']):.1f} points {_ends(row, 100)} {which} of them unfinished"]


def _characters(comparison: Comparison, limit: float) -> list[str]:
    rows = [row for row in comparison.characters.to_dicts() if _is_shown(row, limit)]
    rows.sort(key=lambda row: -abs(row["difference"]))
    said = [
        f"{'takes' if row['difference'] < 0 else 'gives'} {abs(100 * row['difference']):.1f} points "
        f"{_ends(row, 100)} {'from' if row['difference'] < 0 else 'to'} {row['name']}"
        for row in rows[:NAMED]
    ]
    more = len(rows) - NAMED
    if more > 0:
        said.append(f"changes the win rates of {more} more character{'s' if more > 1 else ''}")
    return said


# --- stopping -------------------------------------------------------------------------------------------------------------


def until_halfwidth(width: float, *, confidence: float = 0.95) -> StoppingRule:
    """Stop once every character's difference is known to +- `width`, by confidence sequences: valid under peeking."""

    def stop(result: PairedResult) -> bool:
        for tally in result.pairs:
            for i in range(len(result.items.characters)):
                found = ratio_difference(pair_sums(tally, i), confidence=confidence)
                if found is None:
                    continue
                held = sequence_difference(found, result.blocks, halfwidth=width, confidence=confidence)
                if held is None or (held.high or 0.0) - (held.low or 0.0) > 2 * width:
                    return False
        return True

    return stop
