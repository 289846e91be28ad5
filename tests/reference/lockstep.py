"""Engine and reference side by side, decision by decision; the first difference is told in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.reference.compare import differences, readable, state_of, with_open_hands
from tests.reference.deal import check_deal, one_each
from tests.reference.engine import Reference
from tests.reference.model import Deck
from tests.reference.picks import unpack
from tests.reference.snapshot import State
from vs_sim.engine.trace import Stepper
from vs_sim.policies import Policy
from vs_sim.vocabulary import Ask, Do

DULL = (Do.DISCARD, Do.PASS, Do.STOP, Do.NO)
DRAFT = 2  # characters_mode of the stepper
WAYS = ("random", "lively", "balanced")  # how a seat decides


@dataclass
class Lockstep:
    """Plays games of one deck with a number of players; raises AssertionError at the first difference."""

    deck: Any  # as load_deck gives it
    players: int
    seed: int = 0
    characters_mode: int = 0
    policies: Sequence[
        str
    ] = ()  # by who decides: of WAYS; empty: "random" in even games, "lively" in odd ones
    decisions: int = 0
    choices: list[int] = field(default_factory=list[int])  # taken in this game, packed
    last: Callable[[], str] = str  # the choice before, in words

    def __post_init__(self) -> None:
        self.plain = Deck(self.deck.tables)
        self.stepper = Stepper(
            self.deck.tables,
            players=self.players,
            seed=self.seed,
            characters_mode=self.characters_mode,
            policy_rows=[[int(Policy.BALANCED)] * self.players],
        )

    def play(self, game: int) -> Reference:
        """Play one game to its end, comparing before every choice and at the end."""
        rng = np.random.default_rng([self.seed, game])
        by_turns = ("lively" if game % 2 else "random",) * self.players
        ways = self.policies or by_turns
        return self.follow(game, lambda decider: self.choose(rng, ways[decider]))

    def replay(self, game: int, choices: Sequence[int]) -> Reference:
        """Play some choices (packed) of a game, comparing before each and after the last."""
        ahead = iter(choices)
        return self.follow(game, lambda _: next(ahead, None))

    def follow(self, game: int, choose: Callable[[int], int | None]) -> Reference:
        """Play a game by choices that the deciding seat gets from somewhere, to its end or until there is none."""
        self.last = lambda: "the deal"
        self.choices = []
        self.stepper.begin(game)
        reference = self.reference(game)
        state = self.compare(reference, game)
        while self.stepper.running and reference.decision is not None:
            choice = choose(reference.decider)
            if choice is None:
                break
            self.last = self.in_words(choice, reference, state)
            self.choices.append(choice)
            self.stepper.take(choice)
            reference.apply(choice)
            self.decisions += 1
            state = self.compare(reference, game)
        return reference

    def choose(self, rng: np.random.Generator, way: str) -> int:
        """A choice: that of the policy, a random one, or a lively one, mostly one of those that do something."""
        choices = self.stepper.choices
        if way == "balanced":
            return choices[self.stepper.pick()]
        choices.sort()
        if way == "lively" and rng.random() < 0.8:
            choices = [c for c in choices if unpack(c).do not in DULL] or choices
        return choices[int(rng.integers(len(choices)))]

    def reference(self, game: int) -> Reference:
        """A reference game from the engine's deal."""
        g, w = self.stepper.game, self.stepper.work
        size = self.deck.rules["hand_size"] + len(one_each(self.plain, self.players)[0])
        drafted = self.characters_mode == DRAFT
        hands = [[int(card) for card in w.deal_hand[s, :size]] for s in range(self.players)]
        pile = [int(card) for card in w.deal_draw[: int(w.deal_n)]]
        check_deal(self.plain, hands, pile)
        return Reference(
            self.plain,
            hands=hands,
            draw_pile=pile,
            characters=None if drafted else [int(g.character[s]) for s in range(self.players)],
            seed=self.seed,
            game=game,
        )

    def compare(self, reference: Reference, game: int) -> State:
        """Compare what is asked, of whom, the choices as a set, and the state; returns the state."""
        g = self.stepper.game
        assert g.error == 0, f"{self.where(game)}: error {int(g.error)}"
        state = reference.state()
        seats = state["open"]
        engine = with_open_hands(state_of(g), seats)
        # Genders are still being chosen; or what cards in force say of them is not settled any more (W2).
        if not reference.game.started or not self.stepper.running:
            engine["genders"] = state["genders"]
        lines = differences(engine, with_open_hands(state, seats))
        asked = (Ask(int(g.ask)).name, int(g.ask_seat), int(g.decider)) if self.stepper.running else None
        wanted = (reference.ask.name, reference.ask_seat, reference.decider) if reference.decision else None
        if asked != wanted:
            lines.append(f"asked: engine {asked}, reference {wanted}")
        listed = self.stepper.choices if self.stepper.running else []
        ours, theirs = set(listed), reference.legal()
        lines += self.only_in("engine", ours - theirs, state)
        lines += self.only_in("reference", theirs - ours, state)
        if len(listed) != len(ours):
            lines.append("the engine lists a choice twice")
        assert not lines, "\n".join([self.where(game), *lines])
        return state

    def where(self, game: int) -> str:
        """Which decision of which game."""
        game_of = f"seed {self.seed}, game {game}, {self.players} players, {self.deck.name}"
        return f"{game_of}, decision {len(self.choices)} after {self.last()}"

    def in_words(self, choice: int, reference: Reference, state: State) -> Callable[[], str]:
        """Who takes a choice, and which: put in words when they are asked for."""
        whose = f"seat {reference.ask_seat} (decided by {reference.decider})"
        return lambda: f"{whose}: {readable(choice, self.deck.names, self.plain.card_types, state)}"

    def only_in(self, whose: str, choices: set[int], state: State) -> list[str]:
        """Choices that only one of the two lists."""
        types = self.plain.card_types
        return [f"only {whose}: {readable(c, self.deck.names, types, state)}" for c in sorted(choices)]
