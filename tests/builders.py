"""Boards for tests in one expression: a small deck from a few words, a game record with coalitions as they shall lie.

    board(small_deck({"a": "p.p."}, {"hero": "pepe"}), [["hero", "a 0 top bottom", "a 1 top bottom"]])

Dots are written by edge (top, right, bottom, left), one letter for each alignment, `.` for none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from vs_sim.cards import Deck, load_deck_text
from vs_sim.rules import coalition, geometry
from vs_sim.rules.packing import choice_card, choice_edge, choice_own, choice_slot
from vs_sim.rules.state import TOKEN, new_game, new_work
from vs_sim.vocabulary import Do

LETTERS = "pediqrst"  # politics, economics, diversity, identity, and four more (C1)
EDGES = ("top", "right", "bottom", "left")


def small_deck(
    followers: dict[str, str],
    characters: dict[str, str] | None = None,
    microaggressions: dict[str, str] | None = None,
    *,
    count: int = 8,
    wild: str = "",
    more: str = "",
    **rules: object,
) -> Deck:
    """A deck of followers and characters by dots, microaggressions by alignments.

    `count` copies of each card; `wild` alignments; `more` deck text behind it (plots, specials, ...); rules by
    their keys.
    """
    lines = ["schema = 1", 'name = "small"', "[rules]"]
    lines += [f"{key} = {_toml(value)}" for key, value in rules.items()]
    lines += ["[alignments]"]
    lines += [f'{a} = {{ colour = "colour {a}", wild = {_toml(a in wild)} }}' for a in LETTERS]
    lines += [f'[follower."{name}"]\ncount = {count}\n{_dots(dots)}' for name, dots in followers.items()]
    for name, letters in (microaggressions or {}).items():
        lines += [f'[microaggression."{name}"]\ncount = {count}\nalignments = {list(letters)}']
    for name, dots in (characters or {"hero": "pepe"}).items():
        core = sorted(set(dots) - {"."})[:4]
        lines += [f'[character."{name}"]\ngender = "female"\ncore = {core}\n{_dots(dots)}']
    return load_deck_text("\n".join([*lines, more]))


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def _dots(dots: str) -> str:
    return "\n".join(f'dots.{edge} = "{a}"' for edge, a in zip(EDGES, dots, strict=True) if a != ".")


def card_of(deck: Deck, name: str, copy: int = 0) -> int:
    """The number of a copy of a card (C7)."""
    number = deck.type_of(name)
    t = deck.tables[0]
    assert deck.kinds[number] == "character" or copy < t.count[number], f"no copy {copy} of {name}"
    return int(t.first_card[number]) + copy


@dataclass
class Board:
    """A game in progress: records `g`, `t`, `w` of a deck."""

    deck: Deck
    g: Any
    t: Any
    w: Any

    def lay(self, s: int, name: str, slot: int, edge: str, own: str) -> int:
        """Lay the lowest copy not on the table of a follower; nothing is asked of its place. Returns its slot."""
        return self.lay_card(s, self.unused(name), slot, EDGES.index(edge), EDGES.index(own))

    def lay_card(self, s: int, card: int, slot: int, edge: int, own: int) -> int:
        """Lay a follower card by number; returns its slot."""
        return int(coalition.lay(self.g, self.t, self.w, s, card, slot, edge, own))

    def hit(self, s: int, slot: int, name: str | None = None) -> None:
        """Lay a microaggression, or a token, on a follower."""
        over = TOKEN if name is None else self.unused(name) + 1
        coalition.make_inert(self.g, self.t, self.w, s, slot, over)

    def lift(self, s: int, slot: int) -> set[int]:
        """Take a follower away; the slots of its orphans."""
        return bits(coalition.lift(self.g, self.t, self.w, s, slot))

    def places(self, s: int, name: str, joins: str = "") -> list[tuple[int, str, str]]:
        """Legal places of the lowest copy not on the table, as listed: (slot, its edge, own edge)."""
        listed = self.places_of(s, self.unused(name), sum(1 << LETTERS.index(a) for a in joins))
        return [(slot, EDGES[edge], EDGES[own]) for slot, edge, own in listed]

    def places_of(self, s: int, card: int, joins: int = 0) -> list[tuple[int, int, int]]:
        """Legal places of a card, as listed: (slot, its edge, own edge)."""
        self.w.n = 0
        geometry.list_places(self.g, self.t, self.w, s, card, int(Do.FOLLOWER), joins)
        listed = [int(choice) for choice in self.w.choice[: self.w.n]]
        assert all(choice_card(choice) == card for choice in listed)
        return [(int(choice_slot(c)), int(choice_edge(c)), int(choice_own(c))) for c in listed]

    def unused(self, name: str) -> int:
        """The lowest copy of a card that is not on the table."""
        copy = 0
        while card_of(self.deck, name, copy) + 1 in {*self.g.node_card.flat, *self.g.node_over.flat}:
            copy += 1
        return card_of(self.deck, name, copy)


def board(deck: Deck, seats: list[list[str]]) -> Board:
    """A board with a coalition for each seat: its character's name, then one line for each card in order.

    A follower is "NAME SLOT EDGE OWN": laid on the slot's edge with its own; "NAME > SLOT" is a microaggression on
    a follower, "> SLOT" a token. Followers fill the slots 1, 2, … in order.
    """
    made = Board(deck, new_game()[0], deck.tables[0], new_work()[0])
    made.g.n_players = made.g.n_in = len(seats)
    for s, lines in enumerate(seats):
        coalition.start(made.g, made.t, made.w, s, card_of(deck, lines[0]))
        made.g.character[s] = card_of(deck, lines[0])
        for line in lines[1:]:
            if ">" in line:
                name, slot = line.split(">")
                made.hit(s, int(slot), name.strip() or None)
            else:
                name, slot, edge, own = line.rsplit(maxsplit=3)
                made.lay(s, name, int(slot), edge, own)
    return made


def bits(mask: int) -> set[int]:
    """The numbers of the set bits of a mask."""
    return {k for k in range(63) if int(mask) >> k & 1}
