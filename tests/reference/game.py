"""The state of a game in plain objects, and the small changes of it that every rule is made of."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from tests.reference.draws import Draws
from tests.reference.model import CardType, Deck
from tests.reference.picks import Pick
from tests.reference.table import InForce, Lying, Player, PlotInPlay, Turn, Waiting
from vs_sim.cards.tables import Rule
from vs_sim.vocabulary import MAX_HAND, Ask, Kind, Result


class GameOver(Exception):  # noqa: N818 - it is no error
    """The game has ended; nothing further happens (W2)."""


@dataclass
class Decision:
    """Something to decide: what, whose it is by the rules, and the choices."""

    ask: Ask
    seat: int
    picks: list[Pick]


T = TypeVar("T")
Asking = Generator[Decision, Pick, T]  # yields decisions, is sent the choice, returns T


@dataclass
class Game:
    """Everything that a position is."""

    deck: Deck
    draws: Draws
    players: list[Player]
    draw_pile: list[int]  # the top is the last
    discard: set[int] = field(default_factory=set)
    plots: list[PlotInPlay] = field(default_factory=list)
    lying: list[Lying] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)  # open turns, the innermost last (X5)
    opening: deque[Waiting] = field(default_factory=deque)  # triggers heard before the first turn
    game_used: Counter[tuple[int, int | None, int]] = field(default_factory=Counter)
    carried: list[int] = field(default_factory=list)  # stolen followers that are still to be laid
    seat: int = -1  # in sequence; none before the first turn
    round: int = 1
    turns_begun: int = 0
    effects: int = 0
    shuffles: int = 0
    within: int = 0  # actions open within each other (W5)
    clock: int = 0
    orders: int = 0
    result: Result = Result.RUNNING
    winner: int | None = None
    runaway: int | None = None  # type whose step it was

    @property
    def turn(self) -> Turn | None:
        """The innermost open turn."""
        return self.turns[-1] if self.turns else None

    @property
    def queue(self) -> deque[Waiting]:
        """Triggers waiting in the innermost turn."""
        return self.turns[-1].queue if self.turns else self.opening

    def tick(self) -> int:
        """A number for since when something is in force."""
        self.clock += 1
        return self.clock

    def type_of(self, card: int) -> CardType:
        """The type of a card."""
        return self.deck.type_of(card)

    # --- seats ---

    @property
    def seats_in(self) -> list[int]:
        """Seats still in, rising."""
        return [p.seat for p in self.players if not p.out]

    def from_left(self, seat: int) -> list[int]:
        """The other seats still in, from a seat's left (S4)."""
        n = len(self.players)
        order = [(seat + k) % n for k in range(1, n)]
        return [s for s in order if not self.players[s].out]

    def everyone_from_left(self, seat: int) -> list[int]:
        """The same with the seat itself last."""
        return self.from_left(seat) + ([] if self.players[seat].out else [seat])

    def controller_of(self, seat: int) -> int | None:
        """X5: who decides for a seat whose turn is taken."""
        for turn in self.turns:
            if turn.seat == seat and turn.controller is not None:
                return turn.controller
        return None

    def decider(self, seat: int) -> int:
        """Who decides what is a seat's to decide."""
        controller = self.controller_of(seat)
        return seat if controller is None else controller

    # --- cards in force ---

    def in_force(self, first_seat: int = 0) -> list[InForce]:
        """Cards in force that say anything: house rules, plots in order, then seat by seat from `first_seat`."""
        found = [InForce(card, None, 0) for card in self.deck.house_rules]
        found += [InForce(plot.card, None, plot.since) for plot in self.plots]
        n = len(self.players)
        for k in range(n):
            found += self._in_force_with(self.players[(first_seat + k) % n])
        return [f for f in found if self.type_of(f.card).speaks]

    def _in_force_with(self, player: Player) -> list[InForce]:
        found: list[InForce] = []
        if player.out:
            return found
        if player.character is not None:
            found.append(InForce(player.character, player.seat, 0))
        for kind in (Kind.ARTIFACT, Kind.SPECIAL) if self.lying else ():
            found += [
                InForce(x.card, x.seat, x.since)
                for x in self.lying
                if x.seat == player.seat and self.type_of(x.card).kind == kind
            ]
        if self.deck.followers_speak:
            found += [InForce(laid.card, player.seat, 0) for laid in player.coalition.live]
        return found

    def is_in_force(self, card: int, holder: int | None) -> bool:
        """Whether a card is still in force with the same holder."""
        return any(f.card == card and f.holder == holder for f in self.in_force())

    # --- piles and hands ---

    def put_in_hand(self, seat: int, card: int) -> None:
        """A hand holds 60 cards; one that would be the 61st is discarded instead."""
        if len(self.players[seat].hand) >= MAX_HAND:
            self.discard.add(card)
        else:
            self.players[seat].hand.add(card)

    def can_draw(self) -> bool:
        """T4: whether a card is to be had."""
        renewal = self.deck.rule(Rule.EMPTY_DRAW_PILE) == 0 and bool(self.discard)
        return bool(self.draw_pile) or renewal

    def take_top(self) -> int | None:
        """T4: the top card of the draw pile, which is renewed when it is empty; None if there is nothing anywhere."""
        if not self.can_draw():
            return None
        if not self.draw_pile:
            self.shuffle_into_pile(self.discard)
            self.discard.clear()
        return self.draw_pile.pop()

    def shuffle_into_pile(self, cards: set[int]) -> None:
        """Shuffle cards and the draw pile together (C7)."""
        self.shuffles += 1
        self.draw_pile = self.draws.shuffled([*self.draw_pile, *cards], self.shuffles)

    # --- the end ---

    def end(self, result: Result, winner: int | None = None) -> None:
        """End the game."""
        self.result = result
        self.winner = winner
        raise GameOver

    def count_effect(self, source: int) -> None:
        """W5: a step done to a player counts one."""
        self.effects += 1
        if self.effects > self.deck.rule(Rule.MAX_EFFECTS):
            self.run_away(source)

    def run_away(self, source: int) -> None:
        """W5: past the bound the game ends unfinished, with the type whose step it was."""
        self.runaway = source
        self.end(Result.RUNAWAY)


def ask(game: Game, what: Ask, seat: int, picks: list[Pick]) -> Asking[Pick]:
    """Put a decision to a seat; `picks` is not empty."""
    assert picks, f"nothing to choose: {what.name}"
    assert not game.players[seat].out or what == Ask.CHARACTER
    return (yield Decision(what, seat, sorted(set(picks), key=Pick.pack)))


@contextmanager
def played_card_out(game: Game, seat: int, card: int) -> Generator[None]:
    """The hand as it is when a card of it is being played: without that card."""
    hand = game.players[seat].hand
    held = card in hand
    hand.discard(card)
    try:
        yield
    finally:
        if held:
            hand.add(card)
