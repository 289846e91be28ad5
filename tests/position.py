"""A position of a game in one expression, on the engine's own records; from there it is played choice by choice.

    p = Position(["Soy Boy", "Burnout"], hands={0: ["Job"]}, coalitions={1: ["Rent Striker 0 top top", "> 1"]})
    p.take("special", card="Job", seat=1)

Everything is by name: the n-th time a name is used it stands for the n-th copy of the card. It starts at the first
decision of the turn of seat `turn`; what that turn does first (a Job removed, a gender chosen, T5, C5) is done.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from vs_sim.cards import Deck, load_deck, load_deck_text
from vs_sim.cards.tables import Rule
from vs_sim.engine.trace import Stepper, decode
from vs_sim.jit import Numbers, entry
from vs_sim.rules.coalition import lay, make_inert, start
from vs_sim.rules.frames import START
from vs_sim.rules.geometry import list_places
from vs_sim.rules.invariants import check_records
from vs_sim.rules.lasting import UNTIL_NEXT
from vs_sim.rules.state import GAME, TOKEN, Game, Tables, Work
from vs_sim.vocabulary import (
    LASTS_ROUND,
    LASTS_TURN,
    MAX_CARDS,
    SLOTS,
    Ask,
    Choice,
    Do,
    Edge,
    Error,
    Gender,
    Kind,
    Result,
    word,
)

FIXED_CHARACTERS = 1
OPEN = 2  # phase of the frame START: genders are chosen, the game starts
APART = (Kind.CHARACTER, Kind.HOUSE_RULE)  # cards of these kinds lie in no pile
START_COALITION = 0
LAY = 1
HIT = 2
PLACES = 3
FOLLOWER = int(Do.FOLLOWER)
EDGES = tuple(word(edge) for edge in Edge)
LINE = re.compile(r"(?P<name>.*?)(?: @ (?P<on>\d+)| (?P<slot>\d+) (?P<edge>[a-z]+) (?P<own>[a-z]+))?")
# Characters without powers, on whom a follower of any alignment can be laid: for `more`.
PEOPLE = "".join(
    f'[character.{name}]\ngender = "{gender}"\ncore = ["politics", "economics", "diversity", "identity"]\n'
    'dots = { top = "politics", right = "economics", bottom = "diversity", left = "identity" }\n'
    for name, gender in (("Ann", "female"), ("Bea", "female"), ("Carl", "male"), ("Dan", "male"))
)
KEPT = (
    "n_house",
    "n_force",
    "force",
    "force_type",
    "force_seat",
    "heard",
)  # the house rules, which nothing else brings in


@entry
def arrange(g: Game, t: Tables, w: Work, order: Numbers) -> int:
    """Start a coalition, lay a follower (its slot), hit one, or list places.

    `order`: int64, command, seat, card, slot, edge, own edge.
    """
    command, s, card, slot = order[0], order[1], order[2], order[3]
    if command == START_COALITION:
        start(g, t, w, s, card)
    elif command == LAY:
        return int(lay(g, t, w, s, card, slot, order[4], order[5]))
    elif command == HIT:
        make_inert(g, t, w, s, slot, card)
    else:
        w.n = 0
        list_places(g, t, w, s, card, np.int64(FOLLOWER), np.int64(0))
        return int(w.n)
    return 0


@cache
def find_deck(deck: str, more: str, rules: tuple[tuple[str, Any], ...]) -> Deck:
    """A deck by its name, its text, or (with `more`) the deck of that name extended; rules laid over it."""
    if more:
        return load_deck_text(
            f'schema = 1\nname = "test"\nextends = "{deck}"\n{more}', rules_overrides=dict(rules)
        )
    if "\n" in deck:
        return load_deck_text(deck, rules_overrides=dict(rules))
    return load_deck(deck, dict(rules))


class Position:
    """A game in progress. Tests read it by names; `g`, `t`, `w` are the records."""

    def __init__(
        self,
        characters: Sequence[str],
        *,
        deck: str = "base",
        more: str = "",
        rules: Mapping[str, Any] | None = None,
        hands: Mapping[int, Iterable[str]] | None = None,
        coalitions: Mapping[int, Iterable[str]] | None = None,
        plots: Iterable[str | tuple[str, int]] = (),
        jobs: Mapping[int, int | Iterable[str]] | None = None,
        lying: Mapping[int, Iterable[str]] | None = None,
        draw: Iterable[str] = (),
        discard: Iterable[str] = (),
        rest: str = "draw",
        turn: int = 0,
        genders: Mapping[int, str] | None = None,
        bonus: Mapping[int, int] | None = None,
        seed: int = 0,
    ) -> None:
        """The table; what is not named is empty.

        `coalitions` by seat, in order, slots 1, 2, ...: "NAME SLOT EDGE OWN" lays a follower on that slot's edge by
        its own edge, "NAME @ SLOT" at the first legal place there, "NAME" at the first anywhere; "NAME > SLOT" is a
        microaggression on a follower, "> SLOT" a token. `plots`: names, or (name, who played it). `jobs`: job
        tokens, or names of cards, by seat. `lying`: artifacts and lasting specials. `draw`: the top of the draw pile,
        first card first. All other cards lie below it or, with rest = "discard", in the discard pile.
        """
        self.deck = find_deck(deck, more, tuple(sorted((rules or {}).items())))
        self._names = list(self.deck.names)
        self._used: dict[str, int] = {}
        self._seats = [self._type(name) for name in characters]
        self._begin(seed)
        self._genders = {s: Gender[name.upper()] for s, name in (genders or {}).items()}
        for s in range(len(characters)):
            self._settle(s, (coalitions or {}).get(s, ()), int((bonus or {}).get(s, 0)))
        for s, names in (hands or {}).items():
            self._put_list(self.g.n_hand, self.g.hand[s], s, sorted(self._card(name) for name in names))
        self._lay_table(plots, jobs or {}, lying or {})
        self._stack(list(draw), list(discard), rest)
        self._open(turn)

    # --- making it ---

    def _begin(self, seed: int) -> None:
        """A new game without hands, its record then emptied but for the house rules."""
        tables = self.deck.tables
        cards = [int(tables[0].first_card[kind]) for kind in self._seats]
        self.stepper = Stepper(
            tables, players=len(cards), seed=seed, characters_mode=FIXED_CHARACTERS, fixed=cards
        )
        self.g, self.t, self.w = self.stepper.game, self.stepper.tables, self.stepper.work
        hand_size = int(self.t.rule[Rule.HAND_SIZE])
        self.t.rule[Rule.HAND_SIZE] = 0
        self.stepper.begin(0)
        self.t.rule[Rule.HAND_SIZE] = hand_size
        kept = {name: np.array(self.g[name]) for name in KEPT}
        self.stepper._space.games[0] = np.zeros(1, dtype=GAME)[0]
        for name, value in kept.items():
            self.g[name] = value
        self.g.n_force = self.g.n_house
        for name in ("winner", "controller", "turn_frame", "leader", "half_leader"):
            self.g[name] = -1
        self.g.rounds = 1
        self.g.n_players = self.g.n_in = len(cards)
        self.g.character[: len(cards)] = cards

    def _arrange(self, command: int, s: int, card: int, slot: int = 0, edge: int = 0, own: int = 0) -> int:
        space = self.stepper._space
        order = np.array([command, s, card, slot, edge, own], dtype=np.int64)
        return int(arrange(space.games, space.tables, space.works, order))

    def _settle(self, s: int, lines: Iterable[str], bonus: int) -> None:
        """The character of seat s with its coalition and gender."""
        gender = Gender(int(self.t.gender[self._seats[s]]))
        self.g.gender[s] = self._genders.get(s, Gender.FEMALE) if gender == Gender.CHOOSES else gender
        self.g.own_gender[s] = self.g.gender[s]
        self.g.bonus[s] = bonus
        self._arrange(START_COALITION, s, int(self.g.character[s]))
        for line in lines:
            if ">" in line:
                name, slot = (part.strip() for part in line.split(">"))
                self._arrange(HIT, s, self._card(name) + 1 if name else TOKEN, int(slot))
            else:
                self._lay(s, line)

    def _lay(self, s: int, line: str) -> None:
        parts = LINE.fullmatch(line)
        assert parts is not None
        card = self._card(parts["name"])
        if parts["slot"]:
            where = int(parts["slot"]), EDGES.index(parts["edge"]), EDGES.index(parts["own"])
        else:
            listed = [int(c) for c in self.w.choice[: self._arrange(PLACES, s, card)]]
            places = [(c >> Choice.SLOT & 63, c >> Choice.EDGE & 3, c >> Choice.OWN & 3) for c in listed]
            fitting = [place for place in places if not parts["on"] or place[0] == int(parts["on"])]
            assert fitting, f"no place for {line}"
            where = fitting[0]
        assert self._arrange(LAY, s, card, *where) > 0

    def _lay_table(
        self,
        plots: Iterable[str | tuple[str, int]],
        jobs: Mapping[int, int | Iterable[str]],
        lying: Mapping[int, Iterable[str]],
    ) -> None:
        for k, plot in enumerate(plots):
            name, by = (plot, 0) if isinstance(plot, str) else plot
            self.g.plot[k], self.g.plot_by[k] = self._card(name), by
            self.g.plot_left[k] = self._turns(name)
            self.g.n_plots = k + 1
        for s, held in jobs.items():
            names = [] if isinstance(held, int) else list(held)
            self.g.job_tokens[s] = held if isinstance(held, int) else 0
            self.g.n_jobs[s] = self.g.job_tokens[s] + len(names)
            for name in names:
                self._add(self.g.jobs[s], self._card(name))
        for s, names_of in lying.items():
            for name in names_of:
                k = int(self.g.n_lying)
                self.g.lying[k], self.g.lying_seat[k], self.g.lying_by[k] = self._card(name), s, s
                self.g.lying_type[k] = self._type(name)
                self.g.lying_left[k] = self._turns(name)
                self.g.n_lying = k + 1

    def _stack(self, draw: list[str], discard: list[str], rest: str) -> None:
        """Draw pile and discard pile, with the cards that are named nowhere."""
        top = [self._card(name) for name in draw]
        gone = [self._card(name) for name in discard]
        named = set(self._placed()) | set(top) | set(gone)
        others = [c for c in range(int(self.t.n_cards)) if self._kind(c) not in APART and c not in named]
        below = others if rest == "draw" else []
        gone += others if rest == "discard" else []
        pile = [*below, *reversed(top)]
        self.g.n_draw = len(pile)
        self.g.draw[: len(pile)] = pile
        for card in gone:
            self._add(self.g.discard, card)
        self.g.n_discard = len(gone)

    def _open(self, turn: int) -> None:
        """Run from the start of the game to the turn of that seat: the cards in force are renewed, the turn begins."""
        self.g.seat = turn - 1
        self.g.depth = 1
        self.g.f_kind[0] = START
        self.g.f_phase[0] = OPEN
        self.g.f_now[0] = self.g.f_target[0] = self.g.f_chosen[0] = -1
        self.g.ask = Ask.CHARACTER  # any answer of no consequence: seat 0 takes the character that it has
        code = check_records(self.stepper._space.games, self.stepper._space.tables, self.stepper._space.works)
        assert code == 0, f"position is unsound: {code}"
        self._step(int(Do.CARD) | (int(self.g.character[0]) + 1) << Choice.CARD)
        self.g.decisions = 0
        if int(self.g.ask) == Ask.GENDER and int(self.g.ask_seat) in self._genders:
            self.take("gender", gender=word(self._genders[int(self.g.ask_seat)]))

    def _turns(self, name: str) -> int:
        lasts = int(self.t.lasts[self._type(name)])
        return {LASTS_TURN: 0, LASTS_ROUND: UNTIL_NEXT}.get(lasts, lasts)

    @staticmethod
    def _put_list(counts: Any, row: Any, s: int, cards: list[int]) -> None:
        counts[s] = len(cards)
        row[: len(cards)] = cards

    @staticmethod
    def _add(bits: Any, card: int) -> None:
        bits[card >> 6] |= np.uint64(1 << (card & 63))

    def _placed(self) -> Iterable[int]:
        """Cards in hands, plots, Jobs, lying and in coalitions."""
        g = self.g
        yield from (int(c) for c in g.plot[: int(g.n_plots)])
        yield from (int(c) for c in g.lying[: int(g.n_lying)])
        for s in range(int(g.n_players)):
            yield from (int(c) for c in g.hand[s, : int(g.n_hand[s])])
            yield from self._pile(g.jobs[s])
            yield from (int(c) - 1 for c in g.node_card[s, 1:] if c > 0)
            yield from (int(c) - 1 for c in g.node_over[s, 1:] if 0 < c != TOKEN)

    def _type(self, name: str) -> int:
        assert name in self._names, f"no card {name}"
        return self._names.index(name)

    def _card(self, name: str) -> int:
        """Number of the next copy of a card."""
        kind = self._type(name)
        copy = self._used.get(name, 0)
        assert copy < int(self.t.count[kind]), f"no copy {copy} of {name}"
        self._used[name] = copy + 1
        return int(self.t.first_card[kind]) + copy

    def _kind(self, card: int) -> Kind:
        return Kind(int(self.t.kind[self.t.card_type[card]]))

    # --- reading it ---

    def name(self, card: int) -> str:
        """The name of a card by its number."""
        return self._names[int(self.t.card_type[card])]

    @staticmethod
    def _pile(bits: Any) -> list[int]:
        words = [int(part) for part in bits]
        return [card for card in range(MAX_CARDS) if words[card >> 6] >> (card & 63) & 1]

    def hand(self, s: int) -> list[str]:
        """Names of the cards in a hand, by number."""
        return [self.name(int(c)) for c in self.g.hand[s, : int(self.g.n_hand[s])]]

    def points(self, s: int) -> int:
        """What a coalition is worth (W1)."""
        return int(self.g.points[s])

    def plots(self) -> list[str]:
        """Plots in play, in order of play."""
        return [self.name(int(c)) for c in self.g.plot[: int(self.g.n_plots)]]

    def discard(self) -> list[str]:
        """The discard pile, by number."""
        return [self.name(c) for c in self._pile(self.g.discard)]

    def draw_pile(self) -> list[str]:
        """The draw pile, the top first."""
        return [self.name(int(c)) for c in self.g.draw[: int(self.g.n_draw)][::-1]]

    def jobs(self, s: int) -> int:
        """Job cards and tokens on a character."""
        return int(self.g.n_jobs[s])

    def lying(self, s: int) -> list[str]:
        """Artifacts and lasting specials with a character."""
        g = self.g
        return [self.name(int(g.lying[k])) for k in range(int(g.n_lying)) if int(g.lying_seat[k]) == s]

    def followers(self, s: int) -> dict[int, str]:
        """A coalition's followers by slot."""
        nodes = [int(c) for c in self.g.node_card[s]]
        return {k: self.name(nodes[k] - 1) for k in range(1, SLOTS) if nodes[k] > 0}

    def inert(self, s: int) -> set[int]:
        """Slots of inert followers (M3)."""
        return {k for k in range(SLOTS) if int(self.g.inert[s]) >> k & 1}

    @property
    def asks(self) -> tuple[str, int]:
        """What is to be decided, and whose choice it is by the rules."""
        return word(Ask(int(self.g.ask))), int(self.g.ask_seat)

    @property
    def decider(self) -> int:
        """Who decides it (X5)."""
        return int(self.g.decider)

    @property
    def turn(self) -> int:
        """The seat of the innermost turn that is open, -1 none."""
        frame = int(self.g.turn_frame)
        return int(self.g.f_self[frame]) if frame >= 0 else -1

    @property
    def result(self) -> str:
        """How the game stands: "running", "won", ..."""
        return word(Result(int(self.g.result)))

    @property
    def winner(self) -> int:
        """The winner's seat, -1 none."""
        return int(self.g.winner)

    @property
    def choices(self) -> list[dict[str, Any]]:
        """The legal choices in order, with names for numbers; `follower` is what lies in a slot that is aimed at."""
        return [self._readable(choice) for choice in self.stepper.choices] if self.stepper.running else []

    def _readable(self, packed: int) -> dict[str, Any]:
        choice = decode(packed)
        if "card" in choice:
            choice["card"] = self.name(choice["card"])
        if choice["do"] == "gender":
            choice["gender"] = word(Gender(choice.pop("aux")))
        if choice["do"] in {"microaggression", "virtue signal", "victim"}:
            node = int(self.g.node_card[choice["seat"], choice["slot"]])
            choice["follower"] = self.name(node - 1)
        return choice

    def offers(self, do: str = "", **wanted: Any) -> list[dict[str, Any]]:
        """The legal choices of that kind with those values."""
        return [c for c in self.choices if self._is_wanted(c, do, wanted)]

    @staticmethod
    def _is_wanted(choice: dict[str, Any], do: str, wanted: dict[str, Any]) -> bool:
        return do in ("", choice["do"]) and all(choice.get(key) == value for key, value in wanted.items())

    def dos(self) -> set[str]:
        """What kinds of choice are offered."""
        return {choice["do"] for choice in self.choices}

    def cards(self, do: str) -> set[str]:
        """Cards offered in choices of a kind."""
        return {choice["card"] for choice in self.offers(do)}

    # --- playing it ---

    def take(self, do: str, **wanted: Any) -> Position:
        """Take the one legal choice of that kind with those values; of several places of a card, the first."""
        fitting = [
            packed
            for packed, choice in zip(self.stepper.choices, self.choices, strict=True)
            if self._is_wanted(choice, do, wanted)
        ]
        assert fitting, f"no {do} {wanted}; {self.asks}: {self.choices}"
        assert len(fitting) == 1 or do in {"follower", "place"}, f"{do} {wanted} is not one choice"
        self._step(fitting[0])
        return self

    def _step(self, packed: int) -> None:
        self.stepper.take(packed)
        assert int(self.g.error) == 0, Error(int(self.g.error)).name
        space = self.stepper._space
        code = check_records(space.games, space.tables, space.works)
        assert code == 0, f"unsound after a choice: {code}"

    def end_turn(self) -> Position:
        """Do as little as may be until another turn has begun: stop, pass, no, else discard or the first choice."""
        turns = int(self.g.turns)
        while self.stepper.running and int(self.g.turns) == turns:
            idle = [c for do in ("stop", "pass", "no", "discard") for c in self.offers(do)]
            self._step(self.stepper.choices[self.choices.index(idle[0]) if idle else 0])
        return self
