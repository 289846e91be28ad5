"""Knock-outs: what each item of a deck does, from the same blocks with and without it. Difference: without − with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vs_sim.analysis.block_pairs import Paired
from vs_sim.analysis.guesses import findings_of, hanging
from vs_sim.analysis.knockout_words import SHOWN, is_shown, sentences
from vs_sim.analysis.multiple import adjusted
from vs_sim.analysis.variants import Contrast, contrast
from vs_sim.cards import vary
from vs_sim.experiments.blocks import Blocks, InterruptedPlanError, Lab
from vs_sim.experiments.errors import PlanError
from vs_sim.experiments.folder import parquet_bytes, write_whole
from vs_sim.experiments.interrupt import Interrupt
from vs_sim.experiments.items import Item, Unstudied, find_items
from vs_sim.experiments.provenance import plan_record
from vs_sim.experiments.study import open_study

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl

    from vs_sim.cards import Deck
    from vs_sim.experiments.execute import Progress
    from vs_sim.experiments.plan import Plan

SCHEMA = "vs-sim/knockout/1"


@dataclass(frozen=True)
class Effect:
    """One item against the deck as it is."""

    item: Item
    hash: str
    digest: str
    contrast: Contrast


@dataclass(frozen=True)
class Knockout:
    """A knock-out that was played: frames, and the same as the JSON object of `vs-sim knockout`."""

    json: dict[str, Any]
    interrupted: bool

    @property
    def items(self) -> pl.DataFrame:
        """One row an item and character, columns of `item_schema`."""
        import polars as pl

        return pl.DataFrame(self.json["items"], schema=item_schema())

    @property
    def effects(self) -> pl.DataFrame:
        """One row an item and metric (turns, unfinished), columns of `effect_schema`."""
        import polars as pl

        rows = [
            {"item": row["item"], "kind": row["kind"], "metric": metric, **row[metric]}
            for row in self.json["effects"]
            for metric in ("turns", "unfinished")
        ]
        return pl.DataFrame(rows, schema=effect_schema())

    @property
    def sentences(self) -> list[str]:
        """The findings in words, the largest first."""
        return list(self.json["sentences"])


def item_schema() -> dict[str, Any]:
    """Columns of the items frame."""
    return _schema(
        ("item", "kind", "character"),
        ("rate_with", "rate_without", "difference", "low", "high", "p", "p_adjusted"),
    )


def effect_schema() -> dict[str, Any]:
    """Columns of the effects frame."""
    return _schema(
        ("item", "kind", "metric"), ("with", "without", "difference", "low", "high", "p", "p_adjusted")
    )


def _schema(texts: Sequence[str], numbers: Sequence[str]) -> dict[str, Any]:
    import polars as pl

    schema: dict[str, Any] = dict.fromkeys(texts, pl.String)
    return schema | dict.fromkeys(numbers, pl.Float64)


def play_knockout(  # noqa: PLR0913  # its settings, all by keyword
    plan_of: Callable[[Any], Plan],
    deck: Deck,
    asked: str,
    *,
    confidence: float = 0.95,
    workers: int | None = None,
    out: str | Path | None = None,
    force: bool = False,
    resume: bool = False,
    progress: Callable[[Progress], None] | None = None,
    on_compile: Callable[[], None] | None = None,
    on_start: Callable[[int, int], None] | None = None,
) -> Knockout:
    """Play a deck and the variant of each item asked for on the same blocks.

    `plan_of` makes the plan of a deck; `on_start` is told the number of items and the games in all. Every error of
    input comes before the first game. With `out` the study folder is written as it goes.
    """
    items, unstudied = find_items(deck, asked)
    variants = [(item, vary(deck, item.variation)) for item in items]
    return play_variants(
        plan_of,
        deck,
        variants,
        unstudied,
        asked=asked,
        confidence=confidence,
        workers=workers,
        out=out,
        force=force,
        resume=resume,
        progress=progress,
        on_compile=on_compile,
        on_start=on_start,
    )


def play_variants(  # noqa: PLR0913  # its settings, all by keyword
    plan_of: Callable[[Any], Plan],
    deck: Deck,
    variants: Sequence[tuple[Item, Deck]],
    unstudied: list[Unstudied],
    *,
    asked: str,
    confidence: float = 0.95,
    workers: int | None = None,
    out: str | Path | None = None,
    force: bool = False,
    resume: bool = False,
    progress: Callable[[Progress], None] | None = None,
    on_compile: Callable[[], None] | None = None,
    on_start: Callable[[int, int], None] | None = None,
) -> Knockout:
    """The same for variants that are made already; `asked` names them among the settings of the study folder."""
    base = plan_of(deck)
    plans = _plans(variants, unstudied, deck, plan_of)
    total = base.games * (1 + len(plans))
    settings = {"items": asked, "confidence": confidence, "plan": plan_record(base)}
    study = None if out is None else open_study(out, "knockout", settings, force=force, resume=resume)
    if on_start is not None:
        on_start(len(plans), total)
    with (
        Interrupt() as interrupt,
        Lab(
            workers=workers,
            folder=None if study is None else study.blocks,
            total=total,
            interrupt=interrupt,
            progress=progress,
            on_compile=on_compile,
        ) as lab,
    ):
        whole, effects, interrupted = _play(lab, base, plans, confidence)
        seconds = lab.seconds
    json = to_json(
        base, whole, effects, unstudied, confidence=confidence, interrupted=interrupted, seconds=seconds
    )
    found = Knockout(json, interrupted)
    if study is not None:
        write_whole(study.path / "items.parquet", parquet_bytes(found.items))
        write_whole(study.path / "effects.parquet", parquet_bytes(found.effects))
        study.finish(json, complete=not interrupted)
    return found


def _plans(
    variants: Sequence[tuple[Item, Deck]],
    unstudied: list[Unstudied],
    deck: Deck,
    plan_of: Callable[[Any], Plan],
) -> list[tuple[Item, Plan]]:
    """The plan of each variant; those that say the same as the deck or cannot be played are told in `unstudied`."""
    plans: list[tuple[Item, Plan]] = []
    for item, variant in variants:
        if variant.hash == deck.hash:
            unstudied.append(Unstudied(item.item, "it says the same as the deck"))
            continue
        try:
            plans.append((item, plan_of(variant)))
        except PlanError as error:
            unstudied.append(Unstudied(item.item, str(error)))
    if not plans:
        raise PlanError("items: " + "; ".join(f"{missed.item}: {missed.reason}" for missed in unstudied[:3]))
    return plans


def _play(
    lab: Lab, base: Plan, plans: Sequence[tuple[Item, Plan]], confidence: float
) -> tuple[Blocks, list[Effect], bool]:
    """The deck's blocks, the effects, and whether an interrupt came before the last. Ctrl-C before the first: none."""
    try:
        whole = lab.play(base)
    except InterruptedPlanError:
        raise KeyboardInterrupt from None
    effects: list[Effect] = []
    try:
        for item, plan in plans:
            without = lab.play(plan)
            found = contrast(whole, without, confidence=confidence)
            effects.append(Effect(item, plan.deck.hash, without.digest, found))
    except InterruptedPlanError:
        return whole, effects, True
    return whole, effects, False


def to_json(  # noqa: PLR0913  # what a knock-out is made of
    base: Plan,
    whole: Blocks,
    effects: Sequence[Effect],
    unstudied: Sequence[Unstudied],
    *,
    confidence: float,
    interrupted: bool,
    seconds: float,
) -> dict[str, Any]:
    """The object that `knockout` prints and `summary.json` holds (schema vs-sim/knockout/1)."""
    from vs_sim import __version__
    from vs_sim.experiments.provenance import plan_record

    record = plan_record(base)
    rows, per_item, tests = _rows(effects)
    findings = findings_of(whole, base.players, confidence=confidence)
    assumed = [effect for effect in effects if effect.item.kind == "assumption"]
    guesses = hanging(findings, assumed, rows, per_item, base.players) if assumed else []
    return {
        "schema": SCHEMA,
        "version": __version__,
        "deck": {"name": record["deck"]["name"], "hash": record["deck"]["hash"]},
        "rules": record["rules"],
        "seed": record["seed"],
        "players": record["players"],
        "policy": record["policy"],
        "characters_mode": record["characters"],
        "rotate": record["rotate"],
        "games": whole.games,
        "blocks": whole.blocks,
        "games_total": whole.games * (1 + len(effects)),
        "digest": whole.digest,
        "confidence": confidence,
        "family": {"method": "Benjamini-Hochberg", "q": SHOWN, "tests": tests},
        "items": rows,
        "effects": per_item,
        "findings": [finding.row() for finding in findings],
        "assumptions": guesses,
        "not_studied": [{"item": missed.item, "reason": missed.reason} for missed in unstudied],
        "sentences": sentences(per_item),
        "seconds": seconds,
        "interrupted": interrupted,
        "notes": list(base.notes),
    }


def _rows(effects: Sequence[Effect]) -> tuple[list[dict[str, Any]], list[dict[str, Any]], int]:
    """Rows by item and character, rows by item, and the number of tests in the family (all of both)."""
    measured: list[tuple[Effect, str, Paired]] = []
    for effect in effects:
        measured += [(effect, name, paired) for name, paired in effect.contrast.characters.items()]
        measured += [(effect, "", effect.contrast.turns), (effect, "", effect.contrast.unfinished)]
    p_values = adjusted([paired.p for *_, paired in measured])
    by_pair = {id(paired): p for (*_, paired), p in zip(measured, p_values, strict=True)}
    tests = sum(p is not None for p in p_values)
    rows: list[dict[str, Any]] = []
    per_item: list[dict[str, Any]] = []
    for effect in effects:
        item = effect.item
        of_item = [
            {
                "item": item.item,
                "kind": item.kind,
                "character": name,
                "rate_with": paired.a,
                "rate_without": paired.b,
                "difference": paired.difference,
                "low": paired.low,
                "high": paired.high,
                "p": paired.p,
                "p_adjusted": by_pair[id(paired)],
            }
            for name, paired in effect.contrast.characters.items()
        ]
        rows += of_item
        per_item.append(
            {
                "item": item.item,
                "kind": item.kind,
                "change": item.told,
                "hash": effect.hash,
                "digest": effect.digest,
                "turns": _number(effect.contrast.turns, by_pair),
                "unfinished": _number(effect.contrast.unfinished, by_pair),
                "largest": _largest(of_item),
                "characters_shown": sum(is_shown(row) for row in of_item),
            }
        )
    return rows, per_item, tests


def _number(paired: Paired, adjusted: dict[int, float | None]) -> dict[str, Any]:
    return {
        "with": paired.a,
        "without": paired.b,
        "difference": paired.difference,
        "low": paired.low,
        "high": paired.high,
        "p": paired.p,
        "p_adjusted": adjusted[id(paired)],
    }


def _largest(rows: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """The character that gains or loses most: of those that are shown, else of all."""
    known = [row for row in rows if row["difference"] is not None]
    found = [row for row in known if is_shown(row)] or known
    best = max(found, key=lambda row: abs(row["difference"]), default=None)
    if best is None:
        return None
    keys = ("character", "difference", "low", "high", "p_adjusted")
    return {key: best[key] for key in keys}
