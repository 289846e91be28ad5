"""What is played side by side at random: a deck, house rules, players, who decides. (seed, index) names a case for ever."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from tests.reference.lockstep import DRAFT, WAYS, Lockstep
from tests.reference.random_decks import FewWords, Maker, random_text_and_deck
from vs_sim.cards import load_deck_text
from vs_sim.cards.schema import Deck
from vs_sim.experiments.errors import PlanError
from vs_sim.experiments.plan import plan_run

HERE = Path(__file__).parent
WRITTEN = (HERE / "language.toml", HERE / "everything.toml")  # decks of every word
SHIPPED = ("base", "book_only", "custom")
# By index, in turn; most tables are small, for the reference is slow at large ones.
PLAYERS = (2, 3, 4, 2, 3, 4, 5, 6, 2, 3, 4, 7, 2, 3, 4, 8, 2, 3, 5, 9, 2, 3, 4, 10, 2, 3, 6, 11, 2, 3, 4, 12)
DECKS = ("random", "few words", "written", "random", "shipped", "few words", "random")  # by index, in turn
GAMES = 8  # of a case
# Values of house rules worth trying; each rule is changed in one case of seven.
RULES: dict[str, tuple[Any, ...]] = {
    "hand_size": (1, 3, 8),
    "max_plots": (0, 1, 3, 8),
    "card_width": (1, 7),
    "card_length": (5, 20),
    "duplicate_characters": (True,),
    "gender_choice": ("once",),
    "allow_pass": (True,),
    "draw_on_skipped_turn": (True,),
    "empty_draw_pile": ("no_draw",),
    "cancel_refunds_action": (True,),
    "max_effects": (100,),
    "geometry": ("abstract",),
}
POINTS_TO_WIN = (4, 6, 9, 14, 25)
SEATS_OF_A_POLICY = ("random", "lively", "balanced", "each", "each")
WHOLE = 1 / 40  # so many of the cases are played without a cap
TURNS = (6, 22)  # in the game, about: the cap of the others


@dataclass(frozen=True)
class Case:
    """What is played: `text` is the deck, whole; `rules` beat it; `policies` by seat, of lockstep.WAYS."""

    name: str
    text: str
    players: int
    rules: dict[str, Any] = field(default_factory=dict[str, Any])
    policies: tuple[str, ...] = ()
    drafted: bool = False
    seed: int = 0

    @cached_property
    def deck(self) -> Deck:
        """The deck, loaded."""
        return load_deck_text(self.text, self.name, self.rules)

    @property
    def is_playable(self) -> bool:
        """Whether there are enough cards and characters for the players (S5)."""
        try:
            plan_run(self.deck, players=self.players, games=1)
        except PlanError:
            return False
        return True

    def side_by_side(self) -> Lockstep:
        """Engine and reference, ready to play its games."""
        mode = DRAFT if self.drafted else 0
        return Lockstep(self.deck, self.players, self.seed, mode, self.policies)


@dataclass(frozen=True)
class Failure:
    """The first difference of a case: in which game, after which choices (packed), in words."""

    case: Case
    game: int
    choices: tuple[int, ...]
    message: str

    @property
    def kind(self) -> frozenset[str]:
        """What differs, without seats, cards and numbers: to tell the same fault in another game."""
        lines = self.message.splitlines()[1:] or [self.message]
        return frozenset(line.split(":")[0].split("[")[0] for line in lines)


def random_case(seed: int, index: int) -> Case:
    """Case number `index` of a seed."""
    rng = np.random.default_rng([seed, index])
    name, text = _random_text(rng, DECKS[index % len(DECKS)])
    players = PLAYERS[index % len(PLAYERS)]
    rules = {
        key: values[int(rng.integers(len(values)))] for key, values in RULES.items() if rng.random() < 1 / 7
    }
    rules["points_to_win"] = int(rng.choice(POINTS_TO_WIN))
    if rng.random() >= WHOLE:
        rules["max_turns_per_player"] = max(1, round(int(rng.integers(*TURNS)) / players))
    way = str(rng.choice(SEATS_OF_A_POLICY))
    policies = [str(rng.choice(WAYS)) if way == "each" else way for _ in range(players)]
    drafted = bool(rng.random() < 0.1)
    case = Case(name, text, players, rules, tuple(policies), drafted=drafted, seed=int(rng.integers(2**31)))
    return _with_fewer_players(case)


def _random_text(rng: np.random.Generator, kind: str) -> tuple[str, str]:
    """Name and text of a deck: a random one, of all words or of few, one of every word, or a shipped one as it is."""
    if kind in ("random", "few words"):
        seed, size = int(rng.integers(2**31)), int(rng.integers(15, 60))
        maker = FewWords if kind == "few words" else Maker
        return f"random deck {seed}", random_text_and_deck(seed, size, maker)[0]
    if kind == "written":
        path = WRITTEN[int(rng.integers(len(WRITTEN)))]
        return path.stem, path.read_text(encoding="utf-8")
    name = str(rng.choice(SHIPPED))
    return name, f'schema = 1\nname = "{name}"\nextends = "{name}"\n'


def _with_fewer_players(case: Case) -> Case:
    """The case with as many players as there are cards and characters for."""
    while not case.is_playable and case.players > 2:
        n = case.players - 1
        case = Case(
            case.name, case.text, n, case.rules, case.policies[:n], drafted=case.drafted, seed=case.seed
        )
    return case


def play(case: Case, games: Iterable[int] = range(GAMES)) -> tuple[Failure | None, int]:
    """Play games of a case side by side: the first difference if there is one, and how many decisions were compared."""
    side_by_side = case.side_by_side()
    for game in games:
        failure = _failure_of(case, game, side_by_side)
        if failure is not None:
            return failure, side_by_side.decisions
    return None, side_by_side.decisions


def replay(failure: Failure) -> Failure | None:
    """Take the choices of a failure again: the difference, if it is still there."""
    return _failure_of(failure.case, failure.game, failure.case.side_by_side(), failure.choices)


def _failure_of(
    case: Case, game: int, side_by_side: Lockstep, choices: tuple[int, ...] | None = None
) -> Failure | None:
    try:
        if choices is None:
            side_by_side.play(game)
        else:
            side_by_side.replay(game, choices)
    except Exception as error:  # noqa: BLE001  # where one of the two breaks down they differ, too
        where = side_by_side.where(game)
        plain = isinstance(error, AssertionError) and str(error).startswith(where)
        message = str(error) if plain else f"{where}\n{type(error).__name__}: {error}"
        return Failure(case, game, tuple(side_by_side.choices), message)
    return None
