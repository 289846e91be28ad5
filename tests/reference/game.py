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
from tests.reference.table import Lying, Player, PlotInPlay, Turn, Waiting
from vs_sim.cards.tables import Rule
from vs_sim.vocabulary import MAX_HAND, Ask, Kind, Result

MOST_WITHIN = 32


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
    carried: list[int] = field(default_factory=list)  # lifted followers still to be laid, cards just drawn
    playing: list[int] = field(default_factory=list)  # cards of plays that are open, within each other
    named: dict[int, int] = field(default_factory=dict)  # by card: the alignment named in playing it
    roles: dict[int, CardType] = field(default_factory=dict)  # by card: the special that it copies
    last_special: CardType | None = None  # the last whose `play` was done
    silencing: dict[tuple[Kind, int], int] | None = None  # while silences are being settled: those so far
    settling_gender: bool = False
    seat: int = -1  # in sequence; none before the first turn
    started: bool = False  # draft and genders are settled
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
    fleeing: int | None = None  # the type that is a runaway once the change at hand is made
    owed: int = 0  # further turns still to come, of all open turns

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
        """The type of a card as printed."""
        return self.deck.type_of(card)

    def role_of(self, card: int) -> CardType:
        """What a card is on the table: its type, or the special as which it was played (`copies`)."""
        return self.roles.get(card) or self.deck.type_of(card)

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
        """X5: who decides for a seat whose turn is taken, as long as that player is in."""
        for turn in self.turns:
            if turn.seat == seat and turn.controller is not None and not self.players[turn.controller].out:
                return turn.controller
        return None

    def decider(self, seat: int) -> int:
        """Who decides what is a seat's to decide."""
        controller = self.controller_of(seat)
        return seat if controller is None else controller

    # --- piles and hands ---

    def put_in_hand(self, seat: int, card: int) -> None:
        """A hand holds 60 cards; one that would be the 61st is discarded instead."""
        self.named.pop(card, None)
        self.roles.pop(card, None)
        if len(self.players[seat].hand) >= MAX_HAND:
            self.discard.add(card)
        else:
            self.players[seat].hand.add(card)

    def take_from_hand(self, seat: int, card: int) -> None:
        """A card leaves a hand; nobody knows it any more (N1)."""
        self.players[seat].hand.remove(card)
        self.forget({card})

    def show_hand(self, seat: int, of: int) -> None:
        """N1: who decides for a seat sees a hand."""
        self.players[self.decider(seat)].known |= self.players[of].hand

    def show_top(self, seat: int, n: int) -> None:
        """N1: who decides for a seat sees the next cards of the draw pile."""
        viewer = self.players[self.decider(seat)]
        viewer.known_top = max(viewer.known_top, min(n, len(self.draw_pile)))

    def forget(self, cards: set[int]) -> None:
        """N1: cards are no longer where they were seen."""
        for player in self.players:
            player.known -= cards

    def forget_pile(self) -> None:
        """N1: the top of the draw pile is another."""
        for player in self.players:
            player.known_top = 0

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
        for player in self.players:
            player.known_top = max(player.known_top - 1, 0)
        return self.draw_pile.pop()

    def shuffle_into_pile(self, cards: set[int]) -> None:
        """Shuffle cards and the draw pile together (C7)."""
        self.shuffles += 1
        self.draw_pile = self.draws.shuffled([*self.draw_pile, *cards], self.shuffles)
        self.forget_pile()

    # --- the end ---

    def end(self, result: Result, winner: int | None = None) -> None:
        """End the game; a runaway heard of before counts first."""
        self.stop_runaway()
        self.result = result
        self.winner = winner
        raise GameOver

    def stop_runaway(self) -> None:
        """W5: a change that sets off one trigger too many is made; then the game is over."""
        if self.fleeing is not None:
            source, self.fleeing = self.fleeing, None
            self.run_away(source)

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
def within(game: Game, card: int) -> Generator[None]:
    """W5: more than 32 actions within each other are a runaway."""
    game.within += 1
    if game.within > MOST_WITHIN:
        game.run_away(game.role_of(card).number)
    yield
    game.within -= 1


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
