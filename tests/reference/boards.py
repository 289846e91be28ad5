"""Positions for the reference's own tests, in names of cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from tests.reference.engine import Reference
from tests.reference.events import lay_follower, make_inert
from tests.reference.game import Game
from tests.reference.geometry import places
from tests.reference.model import Deck
from tests.reference.picks import Pick
from vs_sim.cards import load_deck, load_deck_text
from vs_sim.vocabulary import Do, Kind


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
