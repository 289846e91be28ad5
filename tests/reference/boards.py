"""Positions for the reference's own tests, in names of cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from tests.reference.engine import Reference
from tests.reference.events import add_lying, add_plot, lay_follower, make_inert
from tests.reference.game import Game
from tests.reference.geometry import places
from tests.reference.model import Deck
from tests.reference.picks import Pick
from vs_sim.cards import load_deck, load_deck_text
from vs_sim.vocabulary import Ask, Do, Kind


class Box:
    """The cards of a deck by name; `take` hands out one copy after another."""

    def __init__(self, deck: Any) -> None:
        self.deck = Deck(deck.tables)
        self.names: list[str] = list(deck.names)
        self.free = {
            name: list(range(t.first_card, t.first_card + t.count))
            for name, t in zip(self.names, self.deck.types, strict=True)
        }

    def take(self, name: str) -> int:
        """The number of the next copy of a card."""
        if self.deck.types[self.names.index(name)].kind == Kind.CHARACTER:
            return self.deck.types[self.names.index(name)].first_card
        return self.free[name].pop(0)

    def follower(self, *alignments: str, level: int | None = None) -> int:
        """A follower whose alignments are just those, or any of a level."""
        wanted = frozenset(ALIGNMENTS.index(a) for a in alignments)
        for name, t in zip(self.names, self.deck.types, strict=True):
            fits = t.alignments == wanted if alignments else t.level == level
            if t.kind == Kind.FOLLOWER and fits and self.free[name]:
                return self.take(name)
        raise LookupError(alignments)

    def of_kind(self, kind: Kind, alignment: str) -> int:
        """A microaggression or virtue signal of an alignment."""
        wanted = frozenset([ALIGNMENTS.index(alignment)])
        for name, t in zip(self.names, self.deck.types, strict=True):
            if t.kind == kind and t.alignments == wanted and self.free[name]:
                return self.take(name)
        raise LookupError(alignment)

    def rest(self) -> list[int]:
        """What was not taken, as a draw pile."""
        apart = (Kind.CHARACTER, Kind.HOUSE_RULE)
        return sorted(
            card
            for name, cards in self.free.items()
            if self.deck.types[self.names.index(name)].kind not in apart
            for card in cards
        )


ALIGNMENTS = ("politics", "economics", "diversity", "identity")


@cache
def base() -> Any:
    """The base deck."""
    return load_deck("base")


def box(text: str = "") -> Box:
    """A fresh box of the base deck, or of one that adds some text to it."""
    if not text:
        return Box(base())
    return Box(load_deck_text('schema = 1\nname = "t"\nextends = "base"\n' + text))


def start(
    cards: Box,
    characters: Sequence[str],
    hands: Sequence[Sequence[int]],
    prepare: Callable[[Game], None] | None = None,
) -> Reference:
    """A game with these characters and hands; the draw pile holds all that was not taken."""
    return Reference(
        cards.deck,
        hands=hands,
        draw_pile=cards.rest(),
        characters=[cards.take(name) for name in characters],
        prepare=prepare,
    )


def lay_anywhere(game: Game, seat: int, *cards: int) -> list[int]:
    """Lay followers one after another, each at the first place there is; returns their slots."""
    return [
        lay_follower(game, seat, card, places(game.deck, game.players[seat].coalition, card)[0])
        for card in cards
    ]


def hit(game: Game, seat: int, slot: int, over: int) -> None:
    """Put a microaggression on a follower."""
    make_inert(game, seat, seat, slot, over)
    game.queue.clear()


PLAIN = ("Lipstick Lesbian", "Captain Fedora", "Marxist Academic")  # whose powers touch little


class Table:
    """A game in which seat 0 holds the card X with these keys, and other cards by name."""

    def __init__(self, keys: str, *, kind: str = "special", text: str = "", players: int = 2) -> None:
        self.cards = box(f"{text}\n[{kind}.X]\n{keys}\n")
        self.x = self.cards.take("X")
        self.characters: list[str] = [*PLAIN[:players]]
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.followers: list[list[int]] = [[] for _ in range(players)]
        self.inert: dict[int, int] = {}
        self.more: list[Callable[[Game], None]] = []

    def holds(self, seat: int, *names: str) -> list[int]:
        """Give a player cards."""
        found = [self.cards.take(name) for name in names]
        self.hands[seat] += found
        return found

    def lies(self, seat: int, name: str) -> int:
        """An artifact or lasting special lies with a player."""
        card = self.cards.take(name)
        self.more.append(lambda game: add_lying(game, seat, seat, card))
        return card

    def plot(self, name: str, by: int = 1) -> int:
        """A plot is in play."""
        card = self.cards.take(name)
        self.more.append(lambda game: add_plot(game, by, card))
        return card

    def has(self, seat: int, *alignments: str, inert: bool = False) -> list[int]:
        """Lay level 1 followers in a coalition; inert ones lie under a microaggression of theirs."""
        found = [self.cards.follower(alignment) for alignment in alignments]
        self.followers[seat] += found
        if inert:
            kind = Kind.MICROAGGRESSION
            self.inert |= {c: self.cards.of_kind(kind, a) for c, a in zip(found, alignments, strict=True)}
        return found

    def _prepare(self, game: Game) -> None:
        for seat, cards in enumerate(self.followers):
            for card, slot in zip(cards, lay_anywhere(game, seat, *cards), strict=True):
                if card in self.inert:
                    hit(game, seat, slot, self.inert[card])
        for change in self.more:
            change(game)

    def play(self, **fields: int) -> Reference:
        """Start, and play X."""
        reference = self.start()
        play_card(reference, self.x, **fields)
        return reference

    def start(self) -> Reference:
        """Start the game."""
        hands = [[self.x, *self.hands[0]], *self.hands[1:]]
        return start(self.cards, self.characters, hands, self._prepare)

    def can_play(self) -> bool:
        """Whether X can be played."""
        return any(pick.card == self.x and pick.do != Do.DISCARD for pick in self.start().picks())


def play_card(reference: Reference, card: int, **fields: Any) -> None:
    """Take the first choice that plays a card with these fields."""
    for pick in reference.picks():
        if (
            pick.card == card
            and pick.do != Do.DISCARD
            and all(getattr(pick, k) == v for k, v in fields.items())
        ):
            reference.apply(pick.pack())
            return
    raise LookupError(f"{card} {fields}: {reference.picks()}")


def end_turn(reference: Reference) -> None:
    """Discard, or pass, and so end the turn."""
    choose(reference, Do.DISCARD if Do.DISCARD in does(reference) else Do.PASS)


def laid(game: Game, seat: int) -> list[int]:
    """The followers of a coalition, as cards by number."""
    return sorted(x.card for x in game.players[seat].coalition.followers.values())


def hand(reference: Reference, seat: int) -> list[int]:
    """A hand, by number."""
    return sorted(reference.game.players[seat].hand)


def asked(reference: Reference) -> tuple[Ask, int]:
    """What is to be decided, and whose it is."""
    return reference.ask, reference.ask_seat


def does(reference: Reference) -> set[Do]:
    """What can be done now."""
    return {pick.do for pick in reference.picks()}


def of(reference: Reference, do: Do) -> list[Pick]:
    """The choices that do one thing."""
    return [pick for pick in reference.picks() if pick.do == do]


def choose(reference: Reference, do: Do, **fields: Any) -> None:
    """Take the first choice that does this with these fields."""
    for pick in of(reference, do):
        if all(getattr(pick, key) == value for key, value in fields.items()):
            reference.apply(pick.pack())
            return
    raise LookupError(f"{do.name} {fields}: {reference.picks()}")
