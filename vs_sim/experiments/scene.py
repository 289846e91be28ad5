"""The table at a moment of a game as plain values: what lies where, by name. For pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vs_sim.cards.tables import Rule
from vs_sim.engine.trace import snapshot
from vs_sim.experiments import story
from vs_sim.experiments.errors import PlanError
from vs_sim.experiments.events import Names, Position
from vs_sim.experiments.replay import check_turn, decisions, open_game, seat_policies
from vs_sim.vocabulary import Gender, Geometry, word

if TYPE_CHECKING:
    from vs_sim.experiments.plan import Plan

ABREAST = 4  # cards in a row where the house rule keeps no positions


@dataclass(frozen=True)
class LaidCard:
    """A card on the table: centre and half extents in half units (G1), y upwards; `dots`: alignment by direction, or ""."""

    name: str
    x: int
    y: int
    half_x: int
    half_y: int
    dots: tuple[str, str, str, str]  # up, right, down, left
    level: int = 0  # 0: a character
    inert: bool = False
    under: str = ""  # what lies on it

    @property
    def is_character(self) -> bool:
        """Whether it is the character."""
        return self.level == 0


@dataclass(frozen=True)
class SeatScene:
    """A player's place: `hand` holds names where it is looked into, None where only its size is seen."""

    seat: int
    name: str
    about: str  # gender, policy
    points: int
    cards: Sequence[LaidCard]
    hand: Sequence[str] | None
    hand_size: int
    lying: Sequence[str]  # artifacts and lasting cards that lie with the player
    jobs: int
    out: bool
    acts: bool


@dataclass(frozen=True)
class Scene:
    """A moment: what it is, the places, the plots in play, the alignments of the deck."""

    title: str
    seats: Sequence[SeatScene]
    plots: Sequence[str]
    alignments: Sequence[str]
    piles: str


@dataclass(frozen=True)
class Page:
    """A turn of a told game: its lines, and the table as it stands after it."""

    turn: int
    lines: Sequence[str]
    scene: Scene


class Stage:
    """Makes scenes of one game's positions."""

    def __init__(self, plan: Plan, policies: Sequence[str]) -> None:
        self._names = Names(plan.deck)
        self._tables = plan.deck.tables[0]
        self._policies = policies
        rule = self._tables.rule
        self._width, self._length = int(rule[Rule.CARD_WIDTH]), int(rule[Rule.CARD_LENGTH])
        self._abstract = int(rule[Rule.GEOMETRY]) == Geometry.ABSTRACT
        self._deck, self._game_players = plan.deck.name, plan.players

    def scene(self, position: Position, title: str) -> Scene:
        """The position, looked at by the player who decides."""
        cards = self._names.cards
        over = position["result"] != "running"
        return Scene(
            title=title,
            seats=[self._seat(position, s, over=over) for s in range(self._game_players)],
            plots=[cards[plot["card"]] for plot in position["plots"]],
            alignments=[str(name) for name in self._names.alignments],
            piles=f"draw pile {len(position['draw_pile'])}, discard pile {len(position['discard_pile'])}",
        )

    def _seat(self, position: Position, s: int, *, over: bool) -> SeatScene:
        seat, names = position["seats"][s], self._names
        looks = not over and position["decider"] == s
        gender = "" if seat["gender"] == word(Gender.NONE) else f"{seat['gender']}, "
        return SeatScene(
            seat=s,
            name=names.card(seat["character"]) or f"Seat {s}",
            about=f"seat {s}, {gender}plays {self._policies[s]}",
            points=seat["points"],
            cards=self._cards(seat),
            hand=[names.cards[card] for card in seat["hand"]] if looks else None,
            hand_size=len(seat["hand"]),
            lying=[names.cards[one["card"]] for one in position["lying"] if one["seat"] == s],
            jobs=len(seat["jobs"]) + seat["job_tokens"],
            out=seat["out"],
            acts=not over and position["seat"] == s,
        )

    def _cards(self, seat: Position) -> list[LaidCard]:
        laid: list[LaidCard] = []
        if seat["character"] >= 0:
            laid.append(self._card(seat["character"], {"x": 0, "y": 0, "turn": 0}, level=0))
        for number, follower in enumerate(seat["coalition"], start=1):
            place = self._in_rows(number) if self._abstract else follower
            kind = self._names.types[follower["card"]]
            under = follower["under"]
            laid.append(
                self._card(
                    follower["card"],
                    place,
                    level=self._names.levels[kind],
                    inert=follower["inert"],
                    under="" if under is None else "token" if under == "token" else self._names.cards[under],
                )
            )
        return laid

    def _in_rows(self, number: int) -> dict[str, int]:
        """A place in rows, for positions that are not kept (G8)."""
        row, column = divmod(number, ABREAST)
        return {"x": column * 2 * self._width, "y": -row * 2 * self._length, "turn": 0}

    def _card(
        self, card: int, place: Position, *, level: int, inert: bool = False, under: str = ""
    ) -> LaidCard:
        kind, turn = self._names.types[card], place["turn"] & 3
        by_edge = [int(dot) for dot in self._tables.dots[kind]]
        facing = [by_edge[(d - turn) & 3] for d in range(4)]
        up, right, down, left = (str(self._names.alignments[dot - 1]) if dot else "" for dot in facing)
        half = (self._width, self._length) if turn & 1 == 0 else (self._length, self._width)
        return LaidCard(
            self._names.cards[card],
            place["x"],
            place["y"],
            *half,
            (up, right, down, left),
            level,
            inert,
            under,
        )


def scene_of(plan: Plan, game: int, turn: int | None = None) -> Scene:
    """The table before the first decision of a turn; without one, at the end. PlanError where the turn has no decision."""
    check_turn(turn)
    stepper = open_game(plan, game)
    stage = Stage(plan, seat_policies(plan, stepper))
    teller = story.Teller(plan, Names(plan.deck), snapshot(stepper.game), seat_policies(plan, stepper))
    for decision in decisions(plan, game, stepper):
        if decision.turn == turn:
            who = teller.who(decision.before, decision.acting)
            return stage.scene(
                decision.before, f"Game {game} of seed {plan.seed}, before turn {turn} ({who})"
            )
    check_turn(turn, int(stepper.game.turns))
    if turn is not None:
        raise PlanError(f"turn: nothing was decided in turn {turn}: it was spent on a Job, or skipped")
    end = snapshot(stepper.game)
    return stage.scene(end, f"Game {game} of seed {plan.seed}: {_end(teller, end)}")


def _end(teller: story.Teller, end: Position) -> str:
    if end["winner"] < 0:
        return f"nobody wins, {end['result']} after {end['turns']} turns"
    return f"{teller.who(end, end['winner'])} wins in turn {end['turns']}"


def pages(plan: Plan, game: int) -> Iterator[Page]:
    """A told game turn by turn; the last page holds the end."""
    stepper = open_game(plan, game)
    policies = seat_policies(plan, stepper)
    stage = Stage(plan, policies)
    teller = story.Teller(plan, Names(plan.deck), snapshot(stepper.game), policies)
    lines: list[str] = list(teller.heading(game))
    turn, after = 0, snapshot(stepper.game)
    for decision in decisions(plan, game, stepper):
        if decision.turn != turn:
            yield Page(
                turn, lines, stage.scene(after, f"After turn {turn}" if turn else "Before the first turn")
            )
            turn, lines = decision.turn, []
        lines += teller.told(decision)
        after = decision.after
    lines += teller.ending(snapshot(stepper.game))
    yield Page(turn, lines, stage.scene(snapshot(stepper.game), f"The end, after turn {turn}"))
