"""Players in sentences: who a card speaks of, and the player words and counts told as clauses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from vs_sim.cards.inherit import as_list
from vs_sim.cards.types import COMPARISON

_IRREGULAR = {"are": "is", "have": "has", "do": "does"}
_PERSONAL_WORDS = {
    "male": ("are", "male"),
    "female": ("are", "female"),
    "leader": ("are", "a leader"),
    "most points": ("have", "most points"),
    "fewest points": ("have", "fewest points"),
    "most cards": ("have", "most cards in hand"),
    "fewest cards": ("have", "fewest cards in hand"),
    "next": ("are", "the next player"),
    "previous": ("are", "the previous player"),
}
_OF_PLAYER = {
    "points": ("point", "points"),
    "followers": ("follower that is not inert", "followers that are not inert"),
    "inert": ("inert follower", "inert followers"),
    "hand": ("card in hand", "cards in hand"),
    "alignments": ("alignment in the coalition", "different alignments in the coalition"),
    "jobs": ("job", "jobs"),
    "artifacts": ("artifact", "artifacts"),
}
_OF_TABLE = {
    "plots": ("plot is in play", "plots are in play"),
    "players": ("player is still in", "players are still in"),
}
_OPERATORS = {
    "=": "exactly {}",
    "!=": "not exactly {}",
    "<": "fewer than {}",
    "<=": "at most {}",
    ">": "more than {}",
    ">=": "at least {}",
}
_ROUNDS = {
    "=": "it is round {}",
    "!=": "it is not round {}",
    "<": "it is before round {}",
    "<=": "it is round {} or earlier",
    ">": "it is after round {}",
    ">=": "it is round {} or later",
}
_PER = {
    "points": "for each point of {own} coalition",
    "followers": "for each follower of {own} coalition that is not inert",
    "inert": "for each inert follower of {own} coalition",
    "hand": "for each card in {own} hand",
    "alignments": "for each different alignment in {own} coalition",
    "jobs": "for each job on {own} character",
    "artifacts": "for each artifact of {own} character",
    "seat": "as often as {own} seat number says (the first seat is 0)",
    "plots": "for each plot in play",
    "players": "for each player still in",
    "round": "as often as the number of the round says",
}


@dataclass(frozen=True)
class Person:
    """Someone a sentence is about; `several`: every one of some players, who are told one by one."""

    name: str
    several: bool = False

    @property
    def is_you(self) -> bool:
        """Whether the sentence speaks to its reader."""
        return self.name == "you"

    @property
    def own(self) -> str:
        """`your`, `the target's`."""
        return "your" if self.is_you else f"{self.name}'s"

    @property
    def of(self) -> str:
        """`of yours`, `of the target`."""
        return "of yours" if self.is_you else f"of {self.name}"

    def whose(self, noun: str) -> str:
        """`your hand`, `the hand of the target`."""
        return f"your {noun}" if self.is_you else f"the {noun} of {self.name}"

    def does(self, verb: str) -> str:
        """`you draw`, `the target draws`."""
        return f"{self.name} {verb if self.is_you else third(verb)}"

    def who(self, words: Any) -> Person:
        """The same, narrowed by player words: `every other player who is female`."""
        listed = as_list(words)
        told = [clause(word, Person("one")) for word in listed if not _of_table(word)]
        while_told = [f", while {table}" for word in listed if (table := _of_table(word))]
        narrowed = f"{self.name} who {' and '.join(told)}" if told else self.name
        return replace(self, name=narrowed + "".join(while_told))


YOU = Person("you")
THAT_PLAYER = Person("that player")
TARGETS = {
    "opponent": Person("another player of your choice"),
    "player": Person("any player of your choice"),
    "next": Person("the next player"),
    "previous": Person("the previous player"),
    "others": Person("every other player", several=True),
    "everyone": Person("every player", several=True),
    "actor": Person("the player who did it"),
    "affected": Person("the affected player"),
}
THE_TARGET = Person("the target")


def third(verb: str) -> str:
    """The verb as one says it of someone else: `draws`, `is`."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x")) else f"{verb}s"


def condition(words: Any, person: Person) -> str:
    """`you are female and you have at least 3 cards in hand`: the player words of an `if`."""
    return " and ".join(_about(word, person) for word in as_list(words))


def _about(word: str, person: Person) -> str:
    return _of_table(word) or f"{person.name} {clause(word, person)}"


def clause(word: str, person: Person) -> str:
    """What a player word says of a person: `is female`, `has at least 3 cards in hand`."""
    found = COMPARISON.fullmatch(word)
    if found is not None:
        return _compared(found[1], found[2], int(found[3]), person)
    plain = word.removeprefix("not ")
    verb, rest = _PERSONAL_WORDS.get(plain, ("are", "the player of this card" if person.is_you else "you"))
    said = verb if person.is_you else third(verb)
    if plain == word:
        return f"{said} {rest}"
    if verb == "are":
        return f"{said} not {rest}"
    return f"{'do' if person.is_you else 'does'} not {verb} {rest}"


def _compared(count: str, operator: str, number: int, person: Person) -> str:
    has = "have" if person.is_you else "has"
    if count == "seat":
        which = "other than {}" if operator == "!=" else f"of {_OPERATORS[operator]}"
        return f"{has} a seat number {which.format(number)} (the first seat is 0)"
    if operator == "!=" and number:
        return f"{'do' if person.is_you else 'does'} not have {amount('=', number, *_OF_PLAYER[count])}"
    return f"{has} {amount(operator, number, *_OF_PLAYER[count])}"


def _of_table(word: str) -> str:
    """A comparison of a count of the table, told; nothing for any other word."""
    found = COMPARISON.fullmatch(word)
    if found is None or found[1] not in (*_OF_TABLE, "round"):
        return ""
    if found[1] == "round":
        return _ROUNDS[found[2]].format(found[3])
    return amount(found[2], int(found[3]), *_OF_TABLE[found[1]])


def amount(operator: str, number: int, one: str, many: str) -> str:
    """`at least 3 points`, `no points`."""
    if (operator, number) == ("=", 0):
        return f"no {many}"
    if (operator, number) in ((">", 0), (">=", 1), ("!=", 0)):
        return f"one or more {many}"
    told = _OPERATORS[operator].format(number)
    return f"{told} {one if number == 1 else many}"


def per(count: str, person: Person) -> str:
    """`for each card in your hand`: what a number is multiplied by."""
    return _PER[count].format(own=person.own)
