"""The geometry of a coalition in plain Python (G1 to G5, N2), written apart from the kernels.

Cards are rectangles and dots are points; there are no masks and nothing is cached.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.builders import Board

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


@dataclass(frozen=True)
class Laid:
    """A card on the table: its dots by edge (alignment + 1, 0 none), centre, quarter turns."""

    number: int
    dots: tuple[int, ...]
    x: int
    y: int
    turn: int
    inert: bool = False

    def half(self, width: int, length: int) -> tuple[int, int]:
        """Half extents across and up."""
        return (length, width) if self.turn % 2 else (width, length)

    def points(self, width: int, length: int) -> Iterator[tuple[int, int, tuple[int, int], int]]:
        """(edge, direction, middle of the edge, dot) of each edge that has a dot."""
        for edge, dot in enumerate(self.dots):
            if dot:
                d = (edge + self.turn) % 4
                reach = width if edge % 2 else length
                yield edge, d, (self.x + STEPS[d][0] * reach, self.y + STEPS[d][1] * reach), dot


def laid_cards(b: Board, s: int) -> dict[int, Laid]:
    """The cards of a coalition by slot."""
    return {
        slot: Laid(
            int(b.g.node_card[s, slot]) - 1,
            dots_of(b.t, int(b.g.node_card[s, slot]) - 1),
            int(b.g.node_x[s, slot]),
            int(b.g.node_y[s, slot]),
            int(b.g.node_turn[s, slot]),
            bool(b.g.node_over[s, slot]),
        )
        for slot in range(61)
        if b.g.node_card[s, slot]
    }


def dots_of(t: Any, card: int) -> tuple[int, ...]:
    """The dots of a card by edge."""
    return tuple(int(dot) for dot in t.dots[t.card_type[card]])


def like(t: Any, one: int, other: int) -> bool:
    """Whether two dots are like (C1, wild ones)."""
    return bool(int(t.like[one - 1]) >> (other - 1) & 1)


def table_places(
    b: Board, s: int, card: int, width: int, length: int, joins: int = 0
) -> list[tuple[int, int, int]]:
    """All places of a card in order of own edge, direction, slot, alike ones once (table geometry)."""
    cards = laid_cards(b, s)
    found: dict[object, tuple[int, int, int, int, int]] = {}
    for slot, under in cards.items():
        for edge, d, middle, dot in under.points(width, length):
            for own, own_dot in enumerate(dots_of(b.t, card)):
                if under.inert or not own_dot or not like(b.t, own_dot, dot) or (edge % 2 and own % 2):
                    continue
                if joins >> (dot - 1) & 1:
                    continue
                reach = width if own % 2 else length
                x, y = middle[0] + STEPS[d][0] * reach, middle[1] + STEPS[d][1] * reach
                new = Laid(card, dots_of(b.t, card), x, y, (d + 2 - own) % 4)
                if not is_legal(b.t, new, list(cards.values()), width, length):
                    continue
                by_direction = tuple(new.dots[(to - new.turn) % 4] for to in range(4))
                key = (x, y, new.turn % 2, by_direction)
                candidate = (under.number, edge, own, d, slot)
                found[key] = min(found.get(key, candidate), candidate)
    ordered = sorted(found.values(), key=lambda c: (c[2], c[3], c[4]))
    return [(slot, edge, own) for _, edge, own, _, slot in ordered]


def is_legal(t: Any, new: Laid, cards: list[Laid], width: int, length: int) -> bool:
    """G3 and G4 of a new card beside those that lie."""
    half = new.half(width, length)
    for other in cards:
        its = other.half(width, length)
        if abs(new.x - other.x) < half[0] + its[0] and abs(new.y - other.y) < half[1] + its[1]:
            return False
        for edge, d, middle, dot in new.points(width, length):
            for its_edge, its_d, its_middle, its_dot in other.points(width, length):
                if middle != its_middle or (d + 2) % 4 != its_d:
                    continue
                if not like(t, dot, its_dot) or (edge % 2 and its_edge % 2):
                    return False
    return True


def abstract_places(b: Board, s: int, card: int, joins: int = 0) -> list[tuple[int, int, int]]:
    """The same in abstract geometry: every open like dot, own edges alike after a half turn once (G8, N2)."""
    dots = dots_of(b.t, card)
    turns_alike = dots[:2] == dots[2:]
    found: list[tuple[int, int, int, int]] = []
    for slot, under in laid_cards(b, s).items():
        for edge, dot in enumerate(under.dots):
            if not dot or under.inert or b.g.node_next[s, slot, edge] or joins >> (dot - 1) & 1:
                continue
            found += [
                (own, edge, slot, 0)
                for own, own_dot in enumerate(dots)
                if own_dot
                and like(b.t, own_dot, dot)
                and not (edge % 2 and own % 2)
                and not (turns_alike and own >= 2)
            ]
    return [(slot, edge, own) for own, edge, slot, _ in sorted(found)]
