"""The gate: today's deck against its baseline, block by block, and against bands. Pass, fail or undecided."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from vs_sim.analysis.block_pairs import Paired
from vs_sim.analysis.guesses import character_rate
from vs_sim.analysis.intervals import BlockSums, rate_interval
from vs_sim.analysis.multiple import GATES, adjusted
from vs_sim.analysis.tables import mean_interval
from vs_sim.analysis.variants import Contrast, contrast
from vs_sim.analysis.verdicts import of_mean, of_rate, p_inside, p_outside
from vs_sim.cards.problems import did_you_mean
from vs_sim.experiments.bands import Band, Bands
from vs_sim.experiments.baseline import Baseline, probe_blocks
from vs_sim.experiments.blocks import ARRAYS, Blocks, Lab
from vs_sim.experiments.errors import PlanError

if TYPE_CHECKING:
    from vs_sim.experiments.plan import Plan

SCHEMA = "vs-sim/check/1"
ALPHA = 0.05
LOOKS = (0.25, 0.5, 1.0)  # shares of the budget at which it is looked; alpha is split evenly among them
STATUS = {"pass": 0, "fail": 1, "undecided": 3}


@dataclass(frozen=True)
class Row:
    """One verdict. `metric`: win rate, turns, unfinished, digest, or the band of one of them."""

    item: str
    metric: str
    baseline: float | None
    now: float | None
    difference: float | None
    low: float | None
    high: float | None
    threshold: float | None
    verdict: str  # pass, fail, undecided; waived; new, gone: not judged
    reason: str = ""


@dataclass(frozen=True)
class Check:
    """A check that was made: `json` is what `vs-sim check` prints, `status` its exit status."""

    json: dict[str, Any]

    @property
    def verdict(self) -> str:
        """Pass, fail or undecided."""
        return self.json["verdict"]

    @property
    def status(self) -> int:
        """0, 1 or 3."""
        return STATUS[self.verdict]


def run_check(  # noqa: PLR0913  # its settings
    lab: Lab, baseline: Baseline, plan: Plan, bands: Bands, *, full: bool, budget: int | None, today: dt.date
) -> Check:
    """Hold a plan (today's deck, the baseline's settings) against the baseline; `budget`: games at most."""
    changes = baseline.changes(plan)
    if not changes:
        rows, games, method = _exact(lab, baseline, plan, full=full)
        rows += _band_rows(baseline.blocks, plan, bands)
    else:
        rows, games, method = _paired(lab, baseline, plan, bands, budget)
    rows, notes = _waive(rows, bands, today)
    notes += _strangers(bands, baseline.blocks, plan)
    if changes and overall([row.verdict for row in rows]) == "pass":
        notes.append(
            f"what is other than recorded is accepted by recording it anew: vs-sim baseline --deck DECK "
            f"--baseline {baseline.path} --force"
        )
    return Check(_json(baseline, plan, rows, changes, games, method, notes))


# --- nothing changed ---
def _exact(lab: Lab, baseline: Baseline, plan: Plan, *, full: bool) -> tuple[list[Row], int, str]:
    """The same games again: their digest must be the recorded one."""
    blocks = plan.blocks if full else probe_blocks(plan)
    played = lab.play(replace(plan, blocks=blocks))
    recorded = baseline.record["digest"] if full else baseline.record["probe"]["digest"]
    same = played.digest == recorded
    reason = "" if same else f"digest {played.digest} of the first {blocks} blocks, recorded {recorded}"
    row = Row("games", "digest", None, None, None, None, None, None, "pass" if same else "fail", reason)
    return [row], played.games, "exact, all games" if full else f"exact, the first {played.games} games"


# --- something changed ---
def _paired(
    lab: Lab, baseline: Baseline, plan: Plan, bands: Bands, budget: int | None
) -> tuple[list[Row], int, str]:
    """Paired comparison on the blocks of the baseline, looked at LOOKS times, until every item has a verdict."""
    before = baseline.blocks
    if plan.rotations != before.games_a_block:
        raise PlanError("the baseline was recorded with other seatings; record it anew")
    most = min(before.blocks, plan.blocks)
    if budget is not None:
        most = min(most, max(1, -(-budget // plan.rotations)))
    now: Blocks | None = None
    rows: list[Row] = []
    for share in LOOKS:
        blocks = max(1, math.ceil(most * share))
        done = 0 if now is None else now.blocks
        if blocks > done:
            more = lab.play(replace(plan, blocks=blocks), done)
            now = more if now is None else now.then(more)
        assert now is not None  # noqa: S101  # the first look plays
        rows = _judge(_then_as_now(before.first(now.blocks), now), now, bands) + _band_rows(now, plan, bands)
        if not any(row.verdict == "undecided" for row in rows):
            break
    games = 0 if now is None else now.games
    return rows, games, f"paired on the same {games:,} games"


def _then_as_now(before: Blocks, now: Blocks) -> Blocks:
    """The blocks of the baseline; with the lanes of today's where all sums agree: then no item has changed at all."""
    alike = before.characters == now.characters and all(
        np.array_equal(getattr(before, name), getattr(now, name)) for name in ARRAYS
    )
    return replace(before, lanes=now.lanes) if alike else before


def _judge(before: Blocks, now: Blocks, bands: Bands) -> list[Row]:
    """Each item against its threshold; Holm over the items, alpha split over the looks."""
    alpha = ALPHA / len(LOOKS)
    found = contrast(before, now, confidence=1 - 2 * alpha)  # two one-sided tests at alpha
    items = _items(found)
    p_values = adjusted([paired.p for *_, paired in items], GATES)
    rows = [
        _verdict(item, metric, paired, p, bands.threshold(metric, item), now.games)
        for (item, metric, paired), p in zip(items, p_values, strict=True)
    ]
    return _renamed(rows)


def _renamed(rows: list[Row]) -> list[Row]:
    """Where one item is gone and one is new, that it may be the same one is said."""
    gone, new = ([row for row in rows if row.verdict == verdict] for verdict in ("gone", "new"))
    if len(gone) != 1 or len(new) != 1:
        return rows
    hints = {
        gone[0].item: f'perhaps it is "{new[0].item}" now',
        new[0].item: f'perhaps it was "{gone[0].item}"',
    }
    return [
        replace(row, reason=f"{row.reason}; {hints[row.item]}") if row in (*gone, *new) else row
        for row in rows
    ]


def _items(found: Contrast) -> list[tuple[str, str, Paired]]:
    return [
        *((name, "character", paired) for name, paired in found.characters.items()),
        *((str(seat), "seat", paired) for seat, paired in enumerate(found.seats)),
        ("turns", "turns", found.turns),
        ("unfinished", "unfinished", found.unfinished),
    ]


def _verdict(item: str, metric: str, paired: Paired, p: float | None, threshold: float, games: int) -> Row:
    alpha = ALPHA / len(LOOKS)
    verdict, reason = "undecided", ""
    difference, low, high = paired.difference, paired.low, paired.high
    if difference is None:
        verdict, reason = _unpaired(paired)
    elif p is not None and p < alpha and abs(difference) > threshold:
        verdict, reason = "fail", f"changed by more than {threshold:g} (Holm p {p:.2g})"
    elif low is not None and high is not None and -threshold <= low and high <= threshold:
        verdict = "pass"  # also where the very same games were played: both ends are 0
    else:
        reason = _more_games(paired, threshold, games)
    return Row(item, metric, paired.a, paired.b, difference, low, high, threshold, verdict, reason)


def _more_games(paired: Paired, threshold: float, games: int) -> str:
    """How many games would bring the interval within the threshold, or beyond it."""
    if paired.low is None or paired.high is None or paired.difference is None:
        return "more games are needed"
    room = abs(threshold - abs(paired.difference))
    half = (paired.high - paired.low) / 2
    if room * 50 < half:
        return "too near the threshold to tell"
    return f"about {math.ceil(games * (half / room) ** 2 / 1000) * 1000:,} games would tell"


def _unpaired(paired: Paired) -> tuple[str, str]:
    if paired.a is None and paired.b is None:
        return "undecided", "no finished game"
    if paired.a is None:
        return "new", "not in the baseline; record it anew to have it judged"
    return "gone", "in the baseline only; removed or renamed"


# --- bands ---
def _band_rows(now: Blocks, plan: Plan, bands: Bands) -> list[Row]:
    """Each number that has a band against it: shown to lie outside (Holm), inside (two one-sided tests), or neither."""
    judged: list[tuple[str, str, tuple[float, float], Any]] = []
    for item, metric, sums in _ratios(now, plan):
        band = bands.limits(metric, item, plan.players)
        if band is not None:
            judged.append((item, metric, band, _place(sums, band, share=metric != "turns")))
    outside = adjusted([place[3] for *_, place in judged], GATES)
    rows: list[Row] = []
    for (item, metric, band, (value, low, high, _, inside)), p in zip(judged, outside, strict=True):
        alpha = ALPHA / len(LOOKS)
        verdict = "undecided"
        if p is not None and p < alpha:
            verdict = "fail"
        elif inside is not None and inside < alpha:
            verdict = "pass"
        unit, sign = (1, "") if metric == "turns" else (100, "%")
        reason = f"band {band[0] * unit:g}{sign} to {band[1] * unit:g}{sign}"
        rows.append(Row(item, f"{metric} band", None, value, None, low, high, None, verdict, reason))
    return rows


def _ratios(now: Blocks, plan: Plan) -> list[tuple[str, str, tuple[Any, Any]]]:
    games = now.finished * 0 + now.games_a_block
    return [
        *(
            (name, "character", (now.wins[:, i], now.appearances[:, i]))
            for i, name in enumerate(now.characters)
        ),
        *((str(seat), "seat", (now.seat_wins[:, seat], now.finished)) for seat in range(plan.players)),
        ("turns", "turns", (now.turns, games)),
        ("unfinished", "unfinished", (now.unfinished, games)),
    ]


def _place(sums: tuple[Any, Any], band: tuple[float, float], *, share: bool) -> tuple[float | None, ...]:
    """Value, interval, p that it lies inside (small: outside), p that it lies outside (small: inside)."""
    block = BlockSums.over(*sums)
    if block.finished == 0:
        return None, None, None, None, None
    if share:
        row = of_rate(Band("", None, "rate", *band), "", block, 0)
        low, high = rate_interval(block) or (None, None)
    else:
        row = of_mean(Band("", None, "mean", *band), "", block)
        low, high = mean_interval(block, 0.95)
    return block.wins / block.finished, low, high, p_outside(row), p_inside(row)


# --- waivers, result ---
def _waive(rows: Sequence[Row], bands: Bands, today: dt.date) -> tuple[list[Row], list[str]]:
    """Failures that are waived today, and what is to be said of waivers that ran out or waive nothing."""
    by_item = {waiver.item: waiver for waiver in bands.waivers}
    told: list[str] = []
    found: list[Row] = []
    for row in rows:
        waiver = by_item.get(row.item)
        if row.verdict != "fail" or waiver is None or row.metric == "digest":
            found.append(row)
        elif waiver.until < today:
            told.append(f"the waiver of {row.item} ran out on {waiver.until}")
            found.append(row)
        else:
            reason = f"{row.reason}; waived until {waiver.until}: {waiver.reason}"
            found.append(replace(row, verdict="waived", reason=reason))
    failed = {row.item for row in rows if row.verdict == "fail"}
    told += [f"the waiver of {item} is not needed" for item in by_item if item not in failed]
    return found, list(dict.fromkeys(told))


def _strangers(bands: Bands, before: Blocks, plan: Plan) -> list[str]:
    """What is to be said of thresholds and bands for items that there are neither now nor in the baseline."""
    known = {
        "character": [*dict.fromkeys((*before.characters, *plan.deck.characters))],
        "seat": [str(seat) for seat in range(plan.players)],
    }
    return [
        f'the bands file names {metric} "{item}", which is neither in the deck nor in the baseline'
        + did_you_mean(item, known.get(metric, [metric]))
        for metric, item in bands.named
        if item and item not in known.get(metric, [metric])
    ]


def overall(verdicts: Sequence[str]) -> str:
    """Fail if any item failed, else undecided if any is, else pass."""
    if "fail" in verdicts:
        return "fail"
    return "undecided" if "undecided" in verdicts else "pass"


def _json(  # noqa: PLR0913, PLR0917  # what a check is made of
    baseline: Baseline,
    plan: Plan,
    rows: Sequence[Row],
    changes: Sequence[str],
    games: int,
    method: str,
    notes: Sequence[str],
) -> dict[str, Any]:
    from vs_sim import __version__

    return {
        "schema": SCHEMA,
        "version": __version__,
        "verdict": overall([row.verdict for row in rows]),
        "deck": {"name": plan.deck.name, "hash": plan.deck.hash},
        "baseline": {
            "file": str(baseline.path),
            "deck": baseline.record["deck"],
            "digest": baseline.record["digest"],
            "version": baseline.record["version"],
        },
        "changes": list(changes),
        "method": method,
        "games": games,
        "players": plan.players,
        "policy": plan.policy_text,
        "seed": plan.seed,
        "family": {"method": "Holm", "alpha": ALPHA, "looks": len(LOOKS)},
        "items": [vars(row) for row in rows],
        "notes": list(notes),
    }


def baseline_summary(blocks: Blocks, *, confidence: float = 0.95) -> dict[str, Any]:
    """The rates that a baseline file shows to people."""
    rates: list[dict[str, Any]] = []
    for name in blocks.characters:
        known = character_rate(blocks, name, confidence=confidence)
        rate, low, high = known or (None, None, None)
        rates.append({"name": name, "rate": rate, "low": low, "high": high})
    finished = int(blocks.finished.sum())
    return {
        "characters": rates,
        "seats": [
            {"name": str(seat), "rate": int(wins) / finished if finished else None}
            for seat, wins in enumerate(blocks.seat_wins.sum(axis=0))
        ],
        "turns": int(blocks.turns.sum()) / blocks.games,
        "unfinished": int(blocks.unfinished.sum()) / blocks.games,
    }
