"""Tuning: search deck and rule values for a balance target with the least change, verify the best on fresh deals."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vs_sim.analysis.guesses import character_rate
from vs_sim.analysis.variants import contrast
from vs_sim.cards import DeckError
from vs_sim.cards.tools import diff_decks
from vs_sim.experiments.blocks import Blocks, InterruptedPlanError, Lab
from vs_sim.experiments.errors import PlanError
from vs_sim.experiments.folder import write_whole
from vs_sim.experiments.interrupt import Interrupt
from vs_sim.experiments.plan import Plan, plan_run
from vs_sim.experiments.provenance import deck_source, program_record
from vs_sim.experiments.study import open_study
from vs_sim.experiments.tuning import Tuning, deck_text

if TYPE_CHECKING:
    import polars as pl

    from vs_sim.experiments.execute import Progress

SCHEMA = "vs-sim/tune/1"
FINALISTS = 3  # settings that are verified on fresh deals
FRESH = 1_000_003  # added to the seed for deals that the search has not seen


@dataclass(frozen=True)
class Tuned:
    """A tuning that was done: `json` is what `vs-sim tune` prints."""

    json: dict[str, Any]
    interrupted: bool

    @property
    def characters(self) -> pl.DataFrame:
        """One row a character, on fresh deals: name, before, after, difference, low, high, inside."""
        import polars as pl

        return pl.DataFrame(self.json["characters"], infer_schema_length=None)


def loss(tuning: Tuning, blocks: Blocks) -> float:
    """0 where the target is met: the sum of squares of how far characters and length lie beyond it, in bands."""
    fair = 1 / tuning.players
    total = 0.0
    for name in blocks.characters:
        known = character_rate(blocks, name)
        if known is not None:
            total += max(0.0, abs(known[0] - fair) / tuning.band - 1) ** 2
    if tuning.turns is not None:
        low, high = tuning.turns
        mean = int(blocks.turns.sum()) / blocks.games
        total += (max(0.0, low - mean, mean - high) / max(1.0, (high - low) / 2)) ** 2
    unfinished = int(blocks.unfinished.sum()) / blocks.games
    return total + (unfinished / 0.01) ** 2


def run_tune(  # noqa: PLR0913  # its settings, all by keyword
    tuning: Tuning,
    *,
    trials: int | None = None,
    games: int | None = None,
    workers: int | None = None,
    out: str | Path | None = None,
    force: bool = False,
    resume: bool = False,
    progress: Callable[[Progress], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Tuned:
    """Search, verify, and with `out` write the study folder with the deck `tuned.toml` in it."""
    wanted = trials or tuning.trials
    per_trial = games or tuning.games
    base = _plan(tuning, tuning.deck, per_trial, tuning.seed)
    settings = {
        "tuning": tuning.source.data,
        "deck": tuning.deck.hash,
        "games": per_trial,
        "engine": program_record()["engine"],
        "policies": base.weights_hash,
    }
    optuna = _optuna()
    study_folder = None if out is None else open_study(out, "tune", settings, force=force, resume=resume)
    search = _study(optuna, tuning, None if study_folder is None else study_folder.path / "trials.log")
    total = base.games * wanted + tuning.verify * (FINALISTS + 1)
    with (
        Interrupt() as interrupt,
        Lab(
            workers=workers,
            folder=None if study_folder is None else study_folder.blocks,
            total=total,
            interrupt=interrupt,
            progress=progress,
            on_compile=on_compile,
        ) as lab,
    ):
        json: dict[str, Any]
        try:
            _search(optuna, search, tuning, lab, per_trial, wanted)
            json = _verified(search, tuning, lab)
            json["interrupted"] = False
        except InterruptedPlanError:
            if study_folder is None:
                raise KeyboardInterrupt from None
            json = {
                "schema": SCHEMA,
                "interrupted": True,
                "trials": _done(search),
                "characters": [],
            }
        json["seconds"] = lab.seconds
    if study_folder is not None:
        if not json["interrupted"]:
            source = deck_source(tuning.deck)
            extends = Path(source).resolve().as_posix() if source.endswith(".toml") else source
            text = deck_text(tuning, json["setting"], extends, json["comments"])
            deck_file = study_folder.path / "tuned.toml"
            write_whole(deck_file, text.encode())
            json["written"] = str(deck_file)
        study_folder.finish(json, complete=not json["interrupted"])
    return Tuned(json, bool(json["interrupted"]))


def _optuna() -> Any:
    try:
        import optuna
    except ImportError:
        raise PlanError(
            "tune: needs the package optuna; install it with: pip install 'vs-sim[tune]'"
        ) from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna


def _study(optuna: Any, tuning: Tuning, log: Path | None) -> Any:
    storage = None
    if log is not None:
        from optuna.storages import JournalStorage
        from optuna.storages.journal import JournalFileBackend

        storage = JournalStorage(JournalFileBackend(os.fspath(log)))
    study = optuna.create_study(
        direction="minimize",
        sampler=optuna.samplers.TPESampler(seed=tuning.seed, multivariate=True),
        storage=storage,
        study_name="tune",
        load_if_exists=True,
    )
    if not study.trials:  # the deck as it is comes first
        study.enqueue_trial({knob.name: tuning.now(knob) for knob in tuning.knobs})
    return study


def _done(study: Any) -> int:
    return sum(trial.state.name in ("COMPLETE", "PRUNED") for trial in study.trials)


def _search(optuna: Any, study: Any, tuning: Tuning, lab: Lab, games: int, wanted: int) -> None:
    """Trials until there are as many as wanted; a setting that makes no playable deck is pruned."""

    def objective(trial: Any) -> float:
        setting = {
            knob.name: trial.suggest_int(knob.name, 0, len(knob.values))
            if knob.values
            else trial.suggest_int(knob.name, knob.low, knob.high)
            for knob in tuning.knobs
        }
        try:
            plan = _plan(tuning, tuning.made(setting), games, tuning.seed)
        except (DeckError, PlanError):
            raise optuna.TrialPruned from None
        return loss(tuning, lab.play(plan)) + tuning.price * tuning.change(setting)

    while _done(study) < wanted:
        study.optimize(objective, n_trials=1)


def _plan(tuning: Tuning, deck: Any, games: int, seed: int) -> Plan:
    return plan_run(deck, players=tuning.players, games=games, policy=tuning.policy, seed=seed)


def _setting(tuning: Tuning, params: Mapping[str, Any]) -> dict[str, Any]:
    return {knob.name: params[knob.name] for knob in tuning.knobs}


def _verified(study: Any, tuning: Tuning, lab: Lab) -> dict[str, Any]:
    """The best of the finalists on fresh deals, against the deck as it is on the same deals."""
    done = [trial for trial in study.trials if trial.state.name == "COMPLETE"]
    ranked = sorted(done, key=lambda trial: (trial.value, trial.number))
    settings = list({str(trial.params): _setting(tuning, trial.params) for trial in ranked}.values())[
        :FINALISTS
    ]
    seed = tuning.seed + FRESH
    before = lab.play(_plan(tuning, tuning.deck, tuning.verify, seed))
    found = [(s, lab.play(_plan(tuning, tuning.made(s), tuning.verify, seed))) for s in settings]
    setting, after = min(
        found, key=lambda pair: loss(tuning, pair[1]) + tuning.price * tuning.change(pair[0])
    )
    return _json(tuning, setting, before, after, len(study.trials))


def _json(
    tuning: Tuning, setting: dict[str, Any], before: Blocks, after: Blocks, trials: int
) -> dict[str, Any]:
    from vs_sim import __version__

    fair = 1 / tuning.players
    effects = contrast(before, after)
    rows: list[dict[str, Any]] = []
    for name, paired in effects.characters.items():
        known = character_rate(after, name)
        low, high = (None, None) if known is None else known[1:]
        inside = paired.b is not None and abs(paired.b - fair) <= tuning.band
        rows.append(
            {
                "name": name,
                "before": paired.a,
                "after": paired.b,
                "low": low,
                "high": high,
                "difference": paired.difference,
                "inside": inside,
            }
        )
    worst_before = max((abs(row["before"] - fair) for row in rows if row["before"] is not None), default=0.0)
    worst = max((abs(row["after"] - fair) for row in rows if row["after"] is not None), default=0.0)
    made = tuning.made(setting)
    changes = [f"{row['item']}: {row['change']}" for row in diff_decks(tuning.deck, made)]
    met = loss(tuning, after) == 0
    said = (
        f"{sum(row['inside'] for row in rows)} of {len(rows)} characters lie within {tuning.band * 100:g} points of "
        f"the fair share; the farthest lies {worst * 100:.1f} points from it (before: {worst_before * 100:.1f})"
    )
    return {
        "schema": SCHEMA,
        "version": __version__,
        "name": tuning.name,
        "deck": {"name": tuning.deck.name, "hash": tuning.deck.hash},
        "tuned": {"hash": made.hash},
        "trials": trials,
        "seed": tuning.seed,
        "verified_seed": tuning.seed + FRESH,
        "verified_games": after.games,
        "met": met,
        "setting": setting,
        "changes": changes,
        "characters": rows,
        "turns": {
            "before": effects.turns.a,
            "after": effects.turns.b,
            "difference": effects.turns.difference,
        },
        "unfinished": {"before": effects.unfinished.a, "after": effects.unfinished.b},
        "loss": {"before": loss(tuning, before), "after": loss(tuning, after)},
        "text": said + ".",
        "comments": [
            f"{tuning.name}: found by vs-sim tune in {trials} trials, verified on {after.games:,} fresh games.",
            f"{said}.",
            *(f"{change}" for change in changes),
        ],
    }
