"""Where a follower can be laid (RULES G), by trying every edge on every edge and looking at every card."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from tests.reference.model import Deck
from tests.reference.table import Coalition, Laid, opposite
from vs_sim.cards.tables import Rule
from vs_sim.vocabulary import Geometry

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # up, right, down, left


@dataclass(frozen=True)
class Place:
    """A follower laid with its edge `own` on edge `edge` of the card in `slot`; its neighbours by direction."""

    slot: int
    edge: int
    own: int
    x: int
    y: int
    turn: int
    joins: tuple[tuple[int, int], ...]


def is_end(edge: int) -> bool:
    """G1: top and bottom are ends, left and right sides."""
    return edge % 2 == 0


def is_abstract(deck: Deck) -> bool:
    """G8."""
    return deck.rule(Rule.GEOMETRY) == Geometry.ABSTRACT


def reach(deck: Deck, turn: int, direction: int) -> int:
    """Half units from the centre of a card to its edge in a direction: half the length or half the width."""
    return deck.rule(Rule.CARD_LENGTH if (direction - turn) % 2 == 0 else Rule.CARD_WIDTH)


def middle(deck: Deck, laid: Laid, direction: int) -> tuple[int, int]:
    """The middle of the edge that faces a direction."""
    dx, dy = STEPS[direction]
    far = reach(deck, laid.turn, direction)
    return laid.x + dx * far, laid.y + dy * far


def dot(deck: Deck, laid: Laid, direction: int) -> int | None:
    """The alignment of the dot that faces a direction."""
    return deck.type_of(laid.card).dots[(direction - laid.turn) % 4]


def overlap(deck: Deck, one: Laid, other: Laid) -> bool:
    """G3: whether two cards overlap; touching is none."""
    if abs(one.x - other.x) >= reach(deck, one.turn, 1) + reach(deck, other.turn, 1):
        return False
    return abs(one.y - other.y) < reach(deck, one.turn, 0) + reach(deck, other.turn, 0)


def meetings(deck: Deck, coalition: Coalition, new: Laid) -> Iterator[tuple[int, int]]:
    """G4: (direction, slot) at which a dot of the new card meets a dot of another."""
    for direction in range(4):
        if dot(deck, new, direction) is None:
            continue
        for slot, laid in coalition.laid.items():
            back = opposite(direction)
            if dot(deck, laid, back) is not None and middle(deck, new, direction) == middle(deck, laid, back):
                yield direction, slot


def may_meet(deck: Deck, new: Laid, laid: Laid, direction: int) -> bool:
    """G2, G4: the two dots are alike, and not both on sides."""
    back = opposite(direction)
    mine, its = dot(deck, new, direction), dot(deck, laid, back)
    assert mine is not None
    assert its is not None
    side_to_side = not is_end((direction - new.turn) % 4) and not is_end((back - laid.turn) % 4)
    return its in deck.like[mine] and not side_to_side


def lay_on(deck: Deck, coalition: Coalition, card: int, slot: int, edge: int, own: int) -> Place | None:
    """The place of a card whose edge `own` lies on edge `edge` of the card in a slot; None if G2 to G5 forbid it."""
    under = coalition.laid[slot]
    direction = (edge + under.turn) % 4
    if under.inert or direction in coalition.joins[slot]:
        return None
    mine, its = deck.type_of(card).dots[own], deck.type_of(under.card).dots[edge]
    if mine is None or its is None or its not in deck.like[mine]:
        return None
    if not is_end(own) and not is_end(edge):
        return None
    if is_abstract(deck):
        return Place(slot, edge, own, 0, 0, 0, ((own, slot),))
    turn = (opposite(direction) - own) % 4
    dx, dy = STEPS[direction]
    far = reach(deck, under.turn, direction) + reach(deck, turn, direction)
    new = Laid(card, under.x + dx * far, under.y + dy * far, turn)
    if any(overlap(deck, new, laid) for laid in coalition.laid.values()):
        return None
    met = list(meetings(deck, coalition, new))
    if not all(may_meet(deck, new, coalition.laid[other], d) for d, other in met):
        return None
    return Place(slot, edge, own, new.x, new.y, turn, tuple(met))


def likeness(deck: Deck, card: int, place: Place) -> tuple[object, ...]:
    """N2: places with the same likeness are alike."""
    if is_abstract(deck):
        own = place.own % 2 if deck.type_of(card).symmetric else place.own
        return place.slot, place.edge, own
    laid = Laid(card, place.x, place.y, place.turn)
    dots = tuple(dot(deck, laid, direction) for direction in range(4))
    return place.x, place.y, place.turn % 2, dots


def place_of(deck: Deck, coalition: Coalition, slot: int) -> Place:
    """The place at which a follower lies: on the neighbour nearest to the character."""
    laid, far = coalition.laid[slot], coalition.distances()
    direction, on = min(coalition.joins[slot].items(), key=lambda join: far[join[1]])
    if is_abstract(deck):
        own, edge = direction, next(e for e, other in coalition.joins[on].items() if other == slot)
    else:
        own = (direction - laid.turn) % 4
        edge = (opposite(direction) - coalition.laid[on].turn) % 4
    return Place(on, edge, own, laid.x, laid.y, laid.turn, tuple(coalition.joins[slot].items()))


def places(
    deck: Deck,
    coalition: Coalition,
    card: int,
    banned: Collection[int] = (),
    on: Collection[int] | None = None,
) -> list[Place]:
    """All places of a follower, like ones once (N2).

    On dots of a banned alignment nothing may be laid; `on`: only on the cards in these slots.
    """
    if coalition.full:
        return []
    found: dict[tuple[object, ...], Place] = {}
    owns = [own for own, alignment in enumerate(deck.type_of(card).dots) if alignment is not None]
    for slot, laid in sorted(coalition.laid.items(), key=lambda item: item[1].card):
        for edge, alignment in enumerate(deck.type_of(laid.card).dots):
            if alignment is None or alignment in banned or (on is not None and slot not in on):
                continue
            for own in owns:
                place = lay_on(deck, coalition, card, slot, edge, own)
                if place is not None:
                    found.setdefault(likeness(deck, card, place), place)
    return list(found.values())


def lay(coalition: Coalition, card: int, place: Place, *, abstract: bool) -> int:
    """Lay a follower at a place; returns its slot."""
    laid = Laid(card, place.x, place.y, place.turn)
    if abstract:
        return coalition.add_abstract(laid, place.own, place.slot, place.edge)
    return coalition.add(laid, dict(place.joins))
