"""Which followers can be stolen together, and how they can all be laid (D2, D3), by trying everything."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator
from contextlib import contextmanager
from copy import deepcopy

from tests.reference.game import Game
from tests.reference.geometry import Place, is_abstract, lay, places
from tests.reference.table import Coalition

Takeable = Callable[[], list[int]]
Banned = Callable[[int], Collection[int]]  # of a card: alignments on whose dots it may not be laid


@contextmanager
def without(game: Game, seat: int, slot: int) -> Generator[None]:
    """The table as it would be with a follower taken and its orphans fallen."""
    player = game.players[seat]
    before = player.coalition
    player.coalition = deepcopy(before)
    player.coalition.remove(slot)
    for orphan in player.coalition.orphans():
        player.coalition.remove(orphan)
    try:
        yield
    finally:
        player.coalition = before


def sets_taken(game: Game, victim: int, takeable: Takeable, n: int) -> set[frozenset[int]]:
    """All sets of up to n slots that can be taken one after another, each exposing the next."""
    found: set[frozenset[int]] = set()

    def take(taken: frozenset[int]) -> None:
        if len(taken) == n:
            return
        for slot in takeable():
            more = taken | {slot}
            found.add(more)
            with without(game, victim, slot):
                take(more)

    take(frozenset())
    return found


def stealable_sets(
    game: Game, thief: int, victim: int, takeable: Takeable, n: int, banned: Banned, *, smaller: bool
) -> list[tuple[int, ...]]:
    """Sets of n slots (D5: or as many as can go; `smaller`: any fewer too) that can all be laid, slots rising."""
    taken = sets_taken(game, victim, takeable, n)
    size = max((len(slots) for slots in taken), default=0)
    laid = game.players[victim].coalition.laid
    return [
        tuple(sorted(slots))
        for slots in taken
        if (smaller or len(slots) == size) and can_lay(game, thief, [laid[s].card for s in slots], banned)
    ]


def taking_order(game: Game, victim: int, takeable: Takeable, chosen: Collection[int]) -> list[int]:
    """The order in which a set is taken: always the lowest card from which the rest can still be taken."""
    if not chosen:
        return []
    laid = game.players[victim].coalition.laid
    for slot in sorted(set(takeable()) & set(chosen), key=lambda s: laid[s].card):
        with without(game, victim, slot):
            rest = set(chosen) - {slot}
            order = taking_order(game, victim, takeable, rest)
        if len(order) == len(rest):
            return [slot, *order]
    return []


def can_lay(game: Game, thief: int, cards: list[int], banned: Banned) -> bool:
    """Whether some cards can all be laid, in some order."""
    return _can_lay(game, game.players[thief].coalition, cards, banned)


def _can_lay(game: Game, coalition: Coalition, cards: list[int], banned: Banned) -> bool:
    if not cards:
        return True
    return any(
        _can_lay(game, with_card(game, coalition, card, place), [c for c in cards if c != card], banned)
        for card in cards
        for place in places(game.deck, coalition, card, banned(card))
    )


def with_card(game: Game, coalition: Coalition, card: int, place: Place) -> Coalition:
    """A copy of a coalition with one follower more."""
    after = deepcopy(coalition)
    lay(after, card, place, abstract=is_abstract(game.deck))
    return after


def places_left(
    game: Game, thief: int, cards: list[int], listed: list[int], banned: Banned
) -> list[tuple[int, Place]]:
    """Card and place, of the cards listed, from which the rest of the cards can still be laid."""
    coalition = game.players[thief].coalition
    return [
        (card, place)
        for card in listed
        for place in places(game.deck, coalition, card, banned(card))
        if _can_lay(game, with_card(game, coalition, card, place), [c for c in cards if c != card], banned)
    ]
