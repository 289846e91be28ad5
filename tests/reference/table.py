"""What lies on the table: players, coalitions, piles, plots; and the turn that is being taken."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field

from tests.reference.model import CardFilter, CardType, Part
from vs_sim.vocabulary import LASTS_ROUND, LASTS_TURN, MAX_FOLLOWERS, Gender, Kind

TOKEN = -1  # lies on a follower that the verb microaggress made inert
CENTRE = 0  # slot of the character
EVERYTHING_LEFT = 1_000_000  # more than there ever is


@dataclass
class Laid:
    """A card of a coalition: position in half units, rotation, what lies on it (a card, TOKEN or nothing), since when."""

    card: int
    x: int
    y: int
    turn: int
    over: int | None = None
    since: int = 0

    @property
    def inert(self) -> bool:
        """M3: under a microaggression."""
        return self.over is not None


@dataclass
class Coalition:
    """The cards laid by slot, and by slot and direction the slot of the card joined there."""

    laid: dict[int, Laid] = field(default_factory=dict)
    joins: dict[int, dict[int, int]] = field(default_factory=dict)

    @property
    def followers(self) -> dict[int, Laid]:
        """All but the character, by slot."""
        return {slot: laid for slot, laid in sorted(self.laid.items()) if slot != CENTRE}

    @property
    def live(self) -> list[Laid]:
        """Followers that are not inert."""
        return [laid for laid in self.followers.values() if laid.over is None]

    @property
    def full(self) -> bool:
        """A coalition holds 60 followers."""
        return len(self.laid) - 1 >= MAX_FOLLOWERS

    def free_slot(self) -> int:
        """The lowest slot that is free."""
        return next(slot for slot in range(1, MAX_FOLLOWERS + 1) if slot not in self.laid)

    def slot_of(self, card: int) -> int | None:
        """Where a follower lies."""
        return next((slot for slot, laid in self.followers.items() if laid.card == card), None)

    def distances(self) -> dict[int, int]:
        """Distance to the character in cards, of every card with a path to it."""
        far = {CENTRE: 0}
        waiting = deque([CENTRE])
        while waiting:
            slot = waiting.popleft()
            for neighbour in self.joins[slot].values():
                if neighbour not in far:
                    far[neighbour] = far[slot] + 1
                    waiting.append(neighbour)
        return far

    def orphans(self) -> list[int]:
        """G6: slots of followers with no path to the character."""
        reached = self.distances()
        return [slot for slot in self.followers if slot not in reached]

    def ends_of_chain(self) -> set[int]:
        """G7: followers none of whose neighbours is further away. An orphan is at the end of no chain."""
        far = self.distances()
        joined = [slot for slot in self.followers if slot in far]
        return {slot for slot in joined if all(far[n] <= far[slot] for n in self.joins[slot].values())}

    def add(self, laid: Laid, joins: dict[int, int]) -> int:
        """Lay a card with its neighbours by direction; returns its slot."""
        slot = self.free_slot() if CENTRE in self.laid else CENTRE
        self.laid[slot] = laid
        self.joins[slot] = dict(joins)
        for direction, neighbour in joins.items():
            self.joins[neighbour][opposite(direction)] = slot
        return slot

    def add_abstract(self, laid: Laid, own: int, on: int, edge: int) -> int:
        """G8: lay a card without position: its edge on an edge of the card in a slot."""
        slot = self.free_slot()
        self.laid[slot] = laid
        self.joins[slot] = {own: on}
        self.joins[on][edge] = slot
        return slot

    def remove(self, slot: int) -> Laid:
        """Take a card away; the dots of its neighbours open (G9)."""
        for neighbour in set(self.joins.pop(slot).values()):
            for direction in [d for d, other in self.joins[neighbour].items() if other == slot]:
                del self.joins[neighbour][direction]
        return self.laid.pop(slot)


def opposite(direction: int) -> int:
    """The direction that faces another."""
    return (direction + 2) % 4


@dataclass
class Player:
    """One seat: hand, character, Jobs, coalition."""

    seat: int
    character: int | None
    hand: set[int]
    gender: Gender = Gender.NONE
    coalition: Coalition = field(default_factory=Coalition)
    jobs: set[int] = field(default_factory=set)
    job_tokens: int = 0
    bonus: int = 0  # points by the verb `points`
    passed_over: int = 0  # T6: turns still to pass over
    passes: int = 0  # W4: passes in a row at which no card could be drawn
    out: bool = False  # W6
    known: set[int] = field(
        default_factory=set
    )  # N1: cards that it was shown in a hand and that are there still
    known_top: int = 0  # N1: so many cards of the draw pile, from the top


@dataclass
class OnTable:
    """A card that stays on the table: who played it, when and in which turn, how long it lasts (0: for good)."""

    card: int
    by: int
    since: int  # when it came in force with whom it lies
    played: int
    turn: Turn | None
    lasts: int
    left: int  # turns still to last, where it lasts turns

    @property
    def lasts_turn(self) -> bool:
        """To the end of the turn in which it was played."""
        return self.lasts == LASTS_TURN

    @property
    def lasts_round(self) -> bool:
        """To the start of the next turn of who played it."""
        return self.lasts == LASTS_ROUND


@dataclass
class PlotInPlay(OnTable):
    """A plot in play."""

    @property
    def counts(self) -> int:
        """The player whose turns count where it lasts turns: who played it."""
        return self.by


@dataclass
class Lying(OnTable):
    """An artifact or lasting special that lies with a character."""

    seat: int

    @property
    def counts(self) -> int:
        """The player whose turns count where it lasts turns: with whom it lies."""
        return self.seat


@dataclass
class InForce:
    """A card in force: the seat with whom it lies (None: plots and house rules), since when, and what it is.

    `deaf`: the players for whom it is silenced.
    """

    card: int
    holder: int | None
    since: int
    type: CardType
    deaf: frozenset[int] = frozenset()


@dataclass
class Right:
    """A right to act: the turn's own actions, extra ones by `more`, or a duty's further ones that use none."""

    filter: CardFilter | None  # None: the turn's own, anything
    n: int  # EVERYTHING: any number
    rank: int
    order: int
    own: bool = False
    free: bool = False
    card: int | None = None  # that gave it

    @property
    def claim(self) -> int | None:
        """X8: the rank of a `more` that names a kind, else no claim."""
        return self.rank if self.filter is not None and self.filter.kinds else None


@dataclass
class Waiting:
    """A trigger that was heard and is still to be done."""

    part: Part
    card: int
    holder: int | None
    actor: int
    affected: int
    hit: int | None  # follower of the event
    leaving: bool  # it hears its own leaving


@dataclass
class Turn:
    """An open turn: whose it is, who decides in it, and what is left to do in it."""

    seat: int
    controller: int | None = None
    began: int = 0
    actions_used: int = 0
    extras: list[Right] = field(default_factory=list)
    used: Counter[tuple[int, int | None, int]] = field(
        default_factory=Counter
    )  # (card, holder, part): times in this turn
    tried: set[Kind] = field(default_factory=set)
    queue: deque[Waiting] = field(default_factory=deque)
    acted: bool = False  # the first, compulsory thing is done
    passed: bool = False
    over: bool = False  # a discard or pass ended the actions
    owed: list[Turn] = field(default_factory=list)  # further turns after this one
