"""The reference engine: the rules again in plain Python, to hold the compiled kernels to (RULES, LANGUAGE).

It starts from a given deal and is then stepped decision by decision, in packed choices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tests.reference import turns
from tests.reference.draws import Draws
from tests.reference.game import Decision, Game, GameOver
from tests.reference.model import Deck
from tests.reference.picks import Pick, unpack
from tests.reference.snapshot import State, snapshot
from tests.reference.table import Player
from vs_sim.vocabulary import Ask, Result


class Reference:
    """One game. `deck` is a loaded deck or anything with its `tables` (shape (1,)); cards are numbers.

    `draw_pile`: the top is the last. `characters`: None for a draft (S3), each None where it is drafted. `prepare`
    may alter the position before the first thing happens.
    """

    def __init__(
        self,
        deck: Any,
        *,
        hands: Sequence[Sequence[int]],
        draw_pile: Sequence[int],
        characters: Sequence[int | None] | None = None,
        seed: int = 0,
        game: int = 0,
        prepare: Callable[[Game], None] | None = None,
    ) -> None:
        plain = deck if isinstance(deck, Deck) else Deck(deck.tables)
        players = [Player(seat, None, set(map(int, hand))) for seat, hand in enumerate(hands)]
        draws = Draws(int(seed), int(game), plain.card_keys)
        self.game = Game(plain, draws, players, [int(card) for card in draw_pile])
        for seat, card in enumerate(characters or []):
            if card is not None:
                players[seat].character = int(card)
        turns.set_up_characters(self.game)
        if prepare is not None:
            prepare(self.game)
        self.decision: Decision | None = None
        self._run = turns.play(self.game)
        self._go_on(None)

    def _go_on(self, pick: Pick | None) -> None:
        try:
            self.decision = next(self._run) if pick is None else self._run.send(pick)
        except GameOver:
            self.decision = None

    @property
    def ask(self) -> Ask:
        """What is to be decided; NOTHING when the game is over."""
        return Ask.NOTHING if self.decision is None else self.decision.ask

    @property
    def ask_seat(self) -> int:
        """Whose decision it is by the rules, -1 when the game is over."""
        return -1 if self.decision is None else self.decision.seat

    @property
    def decider(self) -> int:
        """Who decides it (X5), -1 when the game is over."""
        return -1 if self.decision is None else self.game.decider(self.decision.seat)

    @property
    def result(self) -> Result:
        """How the game stands."""
        return self.game.result

    @property
    def winner(self) -> int:
        """The winning seat, -1."""
        return -1 if self.game.winner is None else self.game.winner

    def picks(self) -> list[Pick]:
        """The legal choices as named tuples."""
        return [] if self.decision is None else list(self.decision.picks)

    def legal(self) -> set[int]:
        """The legal choices, packed; empty when the game is over."""
        return {pick.pack() for pick in self.picks()}

    def apply(self, packed: int) -> None:
        """Take one of the legal choices and go on to the next decision."""
        pick = unpack(packed)
        if pick not in self.picks():
            raise ValueError(f"no legal choice: {pick}")
        self._go_on(pick)

    def state(self) -> State:
        """The whole visible state as plain values (tests/reference/compare.py makes the same of a GAME record)."""
        return snapshot(self.game)
