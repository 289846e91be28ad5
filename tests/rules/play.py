"""Games of small decks in one expression: hands, piles and characters as they shall be, choices as readable words.

    play = Play(small("[special.Nap] count = 9 …"), hands=[["Nap"], []])
    play.take("special Nap")

Characters are drafted (S3), so that the first decision comes before the first turn: cards are put in place there, and
all that follows is listed by the engine itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from vs_sim.cards import Deck, load_deck_text
from vs_sim.engine.trace import Stepper, decode, snapshot
from vs_sim.rules.invariants import check_records
from vs_sim.vocabulary import Ask, Gender, Kind, Result, Stat, word

DRAFT = 2
ALIGNMENTS = "pedi"
RANDOM = 0


def small(cards: str, characters: int | dict[str, str] = 3, **rules: object) -> Deck:
    """A deck of some card text, four alignments p, e, d, i, and characters.

    A number stands for so many women P0, P1, … without powers, dots p on the ends and e on the sides; a dict gives
    name → further lines (`gender` and `core` are written where they lack).
    """
    if isinstance(characters, int):
        characters = {f"P{k}": "" for k in range(characters)}
    lines = ["schema = 1", 'name = "small"', "[rules]"]
    lines += [f"{key} = {_toml(value)}" for key, value in rules.items()]
    lines += ["[alignments]", *(f'{a} = "colour {a}"' for a in ALIGNMENTS)]
    for name, text in characters.items():
        lines += [f'[character."{name}"]', text]
        lines += ['gender = "female"'] if "gender =" not in text else []
        lines += ['core = ["p", "e"]'] if "core =" not in text else []
    return load_deck_text("\n".join([*lines, cards]))


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


class Play:
    """A game at its first decision after the draft.

    `characters` by seat (default: in order of the deck), `hands` by seat (default as dealt), `draw`: the draw pile from
    the top (default: all that is nowhere else; else what is nowhere goes to the discard pile), `jobs`: names of Job
    cards on the characters by seat. The lowest copies not yet used are taken.
    """

    def __init__(
        self,
        deck: Deck,
        *,
        hands: Sequence[Sequence[str]] | None = None,
        players: int | None = None,
        characters: Sequence[str] | None = None,
        draw: Sequence[str] | None = None,
        jobs: Sequence[Sequence[str]] = (),
        seed: int = 0,
    ) -> None:
        self.deck = deck
        named = deck_characters(deck)
        n = players or (len(hands) if hands is not None else len(characters) if characters else len(named))
        self.stepper = Stepper(deck.tables, players=n, seed=seed, characters_mode=DRAFT)
        self.stepper.begin(0)
        self.g: Any = self.stepper.game
        self.t: Any = self.stepper.tables
        self.w: Any = self.stepper.work
        if hands is not None:
            self._arrange(hands, draw, jobs)
        for name in list(named if characters is None else characters)[:n]:
            self.take(f"card {name}")

    def _arrange(
        self, hands: Sequence[Sequence[str]], draw: Sequence[str] | None, jobs: Sequence[Sequence[str]]
    ) -> None:
        g, t = self.g, self.t
        kinds = (int(Kind.CHARACTER), int(Kind.HOUSE_RULE))
        free = [card for card in range(int(t.n_cards)) if int(t.kind[t.card_type[card]]) not in kinds]

        def claim(name: str) -> int:
            card = next(card for card in free if self.name(card) == name)
            free.remove(card)
            return card

        for s, names in enumerate(hands):
            cards = sorted(claim(name) for name in names)
            g.hand[s, : len(cards)] = cards
            g.n_hand[s] = len(cards)
        for s, names in enumerate(jobs):
            for card in map(claim, names):
                g.jobs[s, card >> 6] |= np.uint64(1 << (card & 63))
                g.n_jobs[s] += 1
        pile = [claim(name) for name in draw] if draw is not None else list(free)
        if draw is not None:
            for card in free:
                g.discard[card >> 6] |= np.uint64(1 << (card & 63))
            g.n_discard = len(free)
        g.draw[: len(pile)] = pile[::-1]
        g.n_draw = len(pile)

    # --- what is seen ---

    def name(self, card: int) -> str:
        """Name of a card by number."""
        return self.deck.names[int(self.t.card_type[card])]

    def hand(self, s: int) -> list[str]:
        """The hand of a seat, in order."""
        return [self.name(int(card)) for card in self.g.hand[s, : int(self.g.n_hand[s])]]

    def pile(self) -> list[str]:
        """The draw pile from the top."""
        return [self.name(int(card)) for card in self.g.draw[: int(self.g.n_draw)][::-1]]

    @property
    def position(self) -> dict[str, Any]:
        """The whole position (trace.snapshot)."""
        return snapshot(self.g)

    @property
    def discarded(self) -> list[str]:
        """The discard pile, in order of numbers."""
        return [self.name(card) for card in self.position["discard_pile"]]

    @property
    def plots(self) -> list[str]:
        """Plots in play, in order of play."""
        return [self.name(int(card)) for card in self.g.plot[: int(self.g.n_plots)]]

    def followers(self, s: int) -> list[str]:
        """Followers of a coalition, by slot."""
        return [self.name(follower["card"]) for follower in self.position["seats"][s]["coalition"]]

    def points(self, s: int) -> int:
        """What a coalition is worth."""
        return int(self.g.points[s])

    def stat(self, s: int, stat: Stat) -> int:
        """A counter of a seat."""
        return int(self.g.stat[s, stat])

    @property
    def asked(self) -> tuple[str, int]:
        """What is to be decided, and for which seat."""
        return word(Ask(int(self.g.ask))), int(self.g.ask_seat)

    @property
    def decider(self) -> int:
        """Who decides it."""
        return int(self.g.decider)

    @property
    def over(self) -> tuple[str, int] | None:
        """How the game ended and the winner (-1 none), None while it goes on."""
        assert int(self.g.error) == 0
        return (
            None
            if self.g.result == Result.RUNNING
            else (word(Result(int(self.g.result))), int(self.g.winner))
        )

    # --- choices ---

    def text(self, choice: int) -> str:
        """A choice in words: "follower Fan 0 top bottom", "special Job > 1", "victim > 1.2", "discard Job", "pass"."""
        c = decode(choice)
        if c["do"] == "gender":
            return "gender " + word(Gender(c["aux"]))
        parts = [c["do"]]
        if "card" in c:
            parts.append(self.name(c["card"]))
        if "edge" in c:
            parts += [str(c["slot"]), c["edge"], c["own"]]
        elif "seat" in c:
            parts.append("> " + str(c["seat"]) + (f".{c['slot']}" if "slot" in c else ""))
        return " ".join(parts)

    @property
    def choices(self) -> list[str]:
        """What may be chosen, in order."""
        return [self.text(choice) for choice in self.stepper.choices] if self.stepper.running else []

    def take(self, *wanted: str) -> Play:
        """Take one choice after another: the first that is, or begins with, these words."""
        for text in wanted:
            told = self.choices
            fits = [k for k, choice in enumerate(told) if choice == text] or [
                k for k, choice in enumerate(told) if choice.startswith(text + " ")
            ]
            assert fits, f"{text!r} is not among {told} ({self.asked})"
            self.stepper.take(self.stepper.choices[fits[0]])
            assert self.sound()
        return self

    def sound(self) -> bool:
        """Whether each card is in exactly one place and all counters are right; the choices stay as they are."""
        assert int(self.g.error) == 0
        space = self.stepper._space
        if not self.stepper.running:
            return True  # a game ends in the midst of things (W2)
        return int(check_records(space.games, space.tables, space.works)) == 0


def deck_characters(deck: Deck) -> list[str]:
    """Names of the characters of a deck, in order."""
    t = deck.tables[0]
    return [deck.names[i] for i in range(int(t.n_types)) if t.kind[i] == Kind.CHARACTER]
