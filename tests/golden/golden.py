"""Golden games: short games told as `vs-sim replay` tells them, kept as text beside this file.

games.toml names them. They cover every special, plot and power of the base deck and every verb of the language:
what is done in a game is seen by the reference engine, which takes the same choices.
"""

from __future__ import annotations

import difflib
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.reference import steps, verbs
from tests.reference.lockstep import Lockstep
from tests.reference.model import Step
from tests.reference.picks import unpack
from vs_sim.cards import load_deck
from vs_sim.cards.schema import Deck
from vs_sim.experiments.plan import Plan, plan_run
from vs_sim.experiments.replay import decisions, open_game, tell
from vs_sim.vocabulary import Do, Op, PartKind

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
Done = tuple[str, str]  # ("verb", verb), or ("played", "action", "reaction", "on" or "in play", card)
DONE_BY = {Do.SPECIAL: "played", Do.PLOT: "played", Do.POWER: "action", Do.REACT: "reaction"}


@dataclass(frozen=True)
class Golden:
    """One game, as the command line names it; `deck` is a shipped name or a path in the project."""

    name: str
    deck: str
    players: int
    seed: int
    game: int = 0
    policy: str = "random"
    rules: dict[str, Any] = field(default_factory=dict[str, Any])

    @cached_property
    def loaded(self) -> Deck:
        """Its deck."""
        return load_deck(ROOT / self.deck if "/" in self.deck else self.deck, self.rules)

    @cached_property
    def plan(self) -> Plan:
        """The run of which it is a game."""
        return plan_run(
            self.loaded, players=self.players, policy=self.policy, seed=self.seed, games=self.game + 1
        )

    @property
    def command(self) -> str:
        """The command that tells it."""
        rules = " ".join(f"--rule {key}={str(value).lower()}" for key, value in self.rules.items())
        return (
            f"vs-sim replay --deck {self.deck} --players {self.players} --policy {self.policy} "
            f"--seed {self.seed} --game {self.game} {rules}".rstrip()
        )

    @property
    def file(self) -> Path:
        """Where its text is kept."""
        return HERE / f"{self.name}.txt"

    def lines(self) -> list[str]:
        """The command and the told game."""
        return [f"$ {self.command}", *"\n".join(tell(self.plan, self.game)).splitlines()]


def golden_games() -> list[Golden]:
    """The games of games.toml."""
    told = tomllib.loads((HERE / "games.toml").read_text(encoding="utf-8"))
    return [Golden(name, **values) for name, values in told.items()]


def difference(golden: Golden) -> list[str]:
    """Lines of a diff from the kept text to the game as it is told now; empty if they are alike."""
    kept = golden.file.read_text(encoding="utf-8").splitlines() if golden.file.exists() else []
    return list(difflib.unified_diff(kept, golden.lines(), "kept", "now", n=2, lineterm=""))


# --- what is done in them ---


def to_cover() -> set[Done]:
    """Every verb; every special and plot of the base deck is played or used; every character plays, every power is used."""
    deck = load_deck("base")
    wanted = {("verb", op.name) for op in Op if op != Op.OPTION}
    for card in deck.cards:
        if card.kind in ("special", "plot"):
            wanted.add(
                ("reaction" if "reaction" in card.data and "play" not in card.data else "played", card.name)
            )
        if card.kind == "character":
            wanted.add(("in play", card.name))
            wanted |= {(part, card.name) for part in ("action", "on") if part in card.data}
    return wanted


def covered(golden: Golden) -> set[Done]:
    """What is done in a game; the reference engine plays it, and agrees on every state."""
    found: set[Done] = set()
    stepper = open_game(golden.plan, golden.game)
    choices = [one.choices[one.taken] for one in decisions(golden.plan, golden.game, stepper)]
    side_by_side = Lockstep(golden.loaded, golden.players, golden.seed)
    names, types = golden.loaded.names, side_by_side.plain.card_types
    with ExitStack() as watched:
        for watcher in _watchers(names, found):
            watched.enter_context(watcher)
        reference = side_by_side.replay(golden.game, choices)
    picks = [pick for pick in map(unpack, choices) if pick.do in DONE_BY and pick.card is not None]
    found |= {(DONE_BY[pick.do], names[types[pick.card]]) for pick in picks if pick.card is not None}
    seated = [player.character for player in reference.game.players]
    return found | {("in play", names[types[card]]) for card in seated if card is not None}


def _watchers(names: Any, found: set[Done]) -> Iterator[Any]:
    """Patches of the reference engine that note verbs and triggers as they are done."""
    do_part, do_row = steps.do_part, steps._do_row

    def note_verb(op: Op, verb: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*arguments: Any) -> Any:
            found.add(("verb", op.name))
            return verb(*arguments)

        return noted

    def note_row(game: Any, context: Any, step: Step) -> Any:
        if step.op in (Op.IF, Op.CHANCE, Op.EITHER):
            found.add(("verb", step.op.name))
        return do_row(game, context, step)

    def note_part(game: Any, context: Any, rows: range) -> Any:
        if context.part.kind == PartKind.TRIGGER:
            found.add(("on", names[context.part.type]))
        return do_part(game, context, rows)

    for table in (verbs.VERBS, steps.DONE_TO_ALL_AT_ONCE):
        yield patch.dict(table, {op: note_verb(op, verb) for op, verb in table.items()})
    yield patch.object(steps, "_do_row", note_row)
    yield patch.object(steps, "do_part", note_part)


# --- renewing them ---


def main() -> int:
    """Tell every game anew and say what changed."""
    for golden in golden_games():
        changed = difference(golden)
        golden.file.write_text("\n".join([*golden.lines(), ""]), encoding="utf-8")
        sys.stdout.write("".join(f"{line}\n" for line in changed) or f"{golden.file.name}: as it was\n")
    kept = {golden.file for golden in golden_games()}
    for stale in set(HERE.glob("*.txt")) - kept:
        stale.unlink()
        sys.stdout.write(f"{stale.name}: gone, it is not in games.toml\n")
    return 0
