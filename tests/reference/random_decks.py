"""Random decks of the card language: cards made by the types of cards/words.py, what the loader refuses left out.

Most are of the whole language; some of a few words, which so meet each other often.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from vs_sim.cards import DeckError, load_deck_text
from vs_sim.cards.schema import Deck
from vs_sim.cards.types import (
    COUNT_WORDS,
    EVENT_TARGETS,
    PLAYER_WORDS,
    REFERRED,
    TARGETS,
    Alignment,
    Headed,
    Key,
    ListOf,
    Name,
    Number,
    OneOf,
    Options,
    PlayerWord,
    Ref,
    Table,
    TargetWord,
    Type,
    Whole,
)
from vs_sim.cards.words import KIND_KEYS, KINDS
from vs_sim.vocabulary import COMPARE_TEXT

HEAD = """schema = 1
name = "random {seed}"
extends = "base"
rules.points_to_win = 8
rules.max_turns_per_player = 12
change."all microaggressions".count = 2
change."all virtue signals".count = 2
change."all level 1 followers".count = 4
change."all level 2 followers".count = 2
alignments.joker = {{ colour = "white", wild = true }}
"""
BASE_NAMES = ("Job", "Safe Space", "Race to the Bottom", "Go Viral", "Reusable Cup", "Campaign Volunteer")
ALIGNMENTS = ("politics", "economics", "diversity", "identity", "joker")
NEVER = ("text", "note", "assumed", "alternatives", "excludes")
RARE = ("eliminate", "win")  # they end a game before much has happened
OFTEN = ("play", "do", "on", "while", "action", "target")
PARTS_A_CARD = {"special": 0.5, "plot": 0.6, "artifact": 0.6, "character": 0.6}


@dataclass
class Maker:
    """Makes values of types at random."""

    rng: np.random.Generator
    names: list[str]
    kind: str = ""
    spares: float = 0.9  # how often a verb that ends a game is taken back

    def chance(self, p: float) -> bool:
        """True with a probability."""
        return bool(self.rng.random() < p)

    def one(self, options: Any) -> Any:
        """One of some options."""
        return options[int(self.rng.integers(len(options)))]

    def number(self, low: int, high: int) -> int:
        """A number, mostly a small one."""
        return min(low + int(self.rng.geometric(0.6)) - 1, high) if low >= 0 else self.one([-2, -1, 1, 2])

    def value(self, of: Type, depth: int = 0) -> Any:
        """A value of a type."""
        makers: dict[type, Any] = {
            OneOf: lambda t: self.one(self.of_words(t.words)),
            Whole: self._whole,
            Number: self._form,
            Alignment: lambda t: self.one(
                (*ALIGNMENTS, "named") if t.named and self.chance(0.3) else ALIGNMENTS
            ),
            Name: lambda t: self.one((*t.also, *self.names)),
            PlayerWord: lambda _: self._player_word(),
            TargetWord: lambda _: self.one(EVENT_TARGETS if self.chance(0.3) else TARGETS),
            ListOf: partial(self._list, depth=depth),
            Options: lambda t: [self.value(t.step, depth + 1) for _ in range(self.one([2, 3]))],
            Ref: lambda t: self.value(REFERRED[t.name], depth),
            Table: lambda t: self.table(t.keys, depth),
            Headed: partial(self._headed, depth=depth),
        }
        return makers[type(of)](of)

    def _whole(self, of: Whole) -> Any:
        return self.one(of.words) if of.words and self.chance(0.25) else self.number(of.low, min(of.high, 9))

    def _form(self, of: Number) -> Any:
        small = self.number(max(of.low, 1), 4)
        return self.one([min(small + 1, of.high), f"+{small}", f"-{small}", "x2"])

    def _player_word(self) -> str:
        if self.chance(0.4):
            return (
                f"{self.one(self.of_words(COUNT_WORDS))} {self.one(COMPARE_TEXT)} {int(self.rng.integers(6))}"
            )
        return ("not " if self.chance(0.3) else "") + self.one(self.of_words(PLAYER_WORDS))

    def _list(self, of: ListOf, depth: int) -> list[Any]:
        n = 1 if isinstance(of.item, PlayerWord) else min(self.one([1, 1, 2, 3]), of.high)
        return [self.value(of.item, depth) for _ in range(n)]

    def how_often(self, key: str) -> float:
        """The probability of a key that need not be there."""
        return 0.6 if key in OFTEN else 0.15

    def of_words(self, words: tuple[str, ...]) -> Sequence[str]:
        """Those of some words that may be taken."""
        return words

    def table(self, keys: Mapping[str, Key], depth: int) -> dict[str, Any]:
        """A table with the keys that are required, and some of the others."""
        made: dict[str, Any] = {}
        for name, key in keys.items():
            if name not in NEVER and (key.required or self.chance(self.how_often(name))):
                made[name] = self.value(key.type, depth + 1)
        return made

    def _headed(self, of: Headed, depth: int) -> dict[str, Any]:
        every = self.of_words(tuple(of.heads))
        heads = [h for h in every if not (h == "either" and depth > 5)] or [
            h for h in of.heads if h != "either"
        ]
        head = self.one(heads)
        if head in RARE and self.chance(self.spares):
            head = self.one(heads)
        made = {head: self.value(of.heads[head].type, depth + 1)}
        own = {name: key for name, key in of.own[head].items() if name not in made}
        return made | self.table(own, depth) | self.table(of.common, depth)

    def card(self, kind: str) -> dict[str, Any]:
        """A card of a kind, which the loader may yet refuse."""
        self.kind = kind
        keys = KIND_KEYS[kind]
        made = self.table(
            {name: key for name, key in keys.items() if name not in ("dots", "core", "count", "level")}, 0
        )
        if kind == "follower":
            made["dots"] = {self.one(["ends", "sides"]): self.one(ALIGNMENTS), "top": self.one(ALIGNMENTS)}
            made["dots"] = made["dots"] if "ends" not in made["dots"] else {"ends": made["dots"]["ends"]}
        if kind == "character":
            made["core"] = [str(a) for a in self.rng.permutation(ALIGNMENTS[:4])[:2]]
        if "count" in keys:
            made["count"] = self.one([1, 2, 3]) if made.get("deal") != "one each" else 8
        if kind == "special" and not made.keys() & {"play", "reaction", "drawn", "lasts"}:
            made["play"] = self.value(keys["play"].type, 1)
        if kind == "special" and made.keys() & {"while", "on"}:
            made["lasts"] = made.get("lasts", self.value(keys["lasts"].type))
        for part in ("play", "action", "reaction"):
            if "cost" in made.get(part, {}):
                made[part]["cost"] = [{self.one(["discard", "destroy", "skip"]): 1}, {"points": -1}]
        return mended(made, kind)


@dataclass
class FewWords(Maker):
    """Of each list of words takes the same few, and each key as often as it has a mind to."""

    taken: dict[tuple[str, ...], list[str]] = field(default_factory=dict[tuple[str, ...], list[str]])
    often: dict[str, float] = field(default_factory=dict[str, float])

    def __post_init__(self) -> None:
        self.spares = self.one([0, 0.9, 0.9])

    def how_often(self, key: str) -> float:
        """As in other decks, or rarer, or more often."""
        if key not in self.often:
            self.often[key] = min(super().how_often(key) * self.one([0.2, 0.7, 1, 1, 2, 4]), 0.95)
        return self.often[key]

    def of_words(self, words: tuple[str, ...]) -> Sequence[str]:
        """Two to six of them."""
        if words not in self.taken:
            n = self.one(range(2, 7))
            self.taken[words] = [words[int(k)] for k in self.rng.permutation(len(words))[:n]]
        return self.taken[words]


def mended(made: dict[str, Any], kind: str) -> dict[str, Any]:
    """A card without keys that its kind does not admit beside others."""
    if kind in ("plot", "house_rule"):
        for key, names in (("while", ("for", "if")), ("on", ("by", "to"))):
            made |= (
                {key: [{k: v for k, v in row.items() if k not in names} for row in made[key]]}
                if key in made
                else {}
            )
    if kind in ("character", "artifact") and "reaction" in made:
        made["reaction"].setdefault("per_turn", 1)
    if kind in ("follower", "microaggression", "virtue_signal") and "do" not in made.get("play", {"do": []}):
        del made["play"]  # to be aimed at somebody and do nothing
    if "copies" in made.get("play", {}):
        made["play"] = {"copies": "special"} if kind == "special" else {"do": [{"points": 1}]}
    if made.get("action", {}).get("uses_action") is False:
        made["action"].setdefault("per_turn", 2)
    return made


def toml(value: Any) -> str:
    """A value as TOML writes it in one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else f'"{value}"'


def random_deck(seed: int, n_cards: int = 60) -> Deck:
    """A random deck on top of the base deck."""
    return random_text_and_deck(seed, n_cards)[1]


def random_text_and_deck(seed: int, n_cards: int = 60, maker_of: type[Maker] = Maker) -> tuple[str, Deck]:
    """A random deck as its file says it, and loaded."""
    rng = np.random.default_rng(seed)
    kinds = [KINDS[int(k)] for k in rng.choice(len(KINDS), n_cards, p=KIND_WEIGHTS)]
    names = [f"{kind}-{k}" for k, kind in enumerate(kinds)]
    maker = maker_of(rng, list(BASE_NAMES))
    cards = {name: (kind, maker.card(kind)) for name, kind in zip(names, kinds, strict=True)}
    while True:
        lines = [f"{kind}.{name} = {toml(data)}" for name, (kind, data) in cards.items()]
        text = "\n".join([HEAD.format(seed=seed), *lines])
        try:
            return text, load_deck_text(text, f"random {seed}")
        except DeckError as error:
            refused = {problem.key.split(".")[1].split("[")[0] for problem in error.problems}
            if not refused & set(cards):
                raise  # the fault is in none of the cards made here
            cards = {name: card for name, card in cards.items() if name not in refused}


KIND_WEIGHTS = (0.1, 0.08, 0.05, 0.17, 0.35, 0.12, 0.08, 0.05)  # as KINDS
