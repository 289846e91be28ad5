"""Modifiers told in words: what holds for whom while a card is in force."""

from __future__ import annotations

from typing import Any

from vs_sim.cards.describe_steps import cards, counted, followers
from vs_sim.cards.inherit import as_list
from vs_sim.cards.persons import YOU, Person, condition
from vs_sim.cards.problems import one_of
from vs_sim.cards.schema import Values
from vs_sim.cards.words import MODIFIER_VALUES

_WHO = {"self": YOU, "others": Person("every other player"), "everyone": Person("every player")}


def tell_modifier(modifier: Values, kind: str) -> str:
    """A modifier of a card of a kind: `you may not play plots, while you are a leader`."""
    name = next(key for key in modifier if key in MODIFIER_VALUES)
    whom = _WHO[modifier.get("for", "everyone" if kind in ("plot", "house_rule") else "self")]
    words = as_list(modifier.get("if", []))
    if whom == YOU:
        words = words + as_list(modifier.get("only", []))
    elif "only" in modifier:
        whom = whom.who(modifier["only"])
    told = _TELLERS[name](modifier[name], modifier, whom)
    return told + (f", while {condition(words, YOU)}" if words else "")


# --- claims ---
def _forbid(value: str, modifier: Values, whom: Person) -> str:
    if whom.is_you:
        return f"you may not {_deed(value, modifier)}"
    return f"{whom.name.replace('every', 'no', 1)} may {_deed(value, modifier)}"


def _allow(value: str, modifier: Values, whom: Person) -> str:
    return f"{whom.name} may {_deed(value, modifier)}, even where a card of lower rank forbids it"


def _deed(value: str, modifier: Values) -> str:
    aimed = f" at a player {Person('x').who(modifier['against']).name[2:]}" if "against" in modifier else ""
    filtered = modifier.keys() & {"kind", "level", "alignment", "card"}
    if value == "join":
        dots = [
            "the named alignment" if name == "named" else name
            for name in as_list(modifier.get("alignment", []))
        ]
        return f"lay followers on dots of {one_of(dots) or 'any alignment'}{aimed}"
    some = {"discard": "card", "power": "power", "reaction": "reaction", "draw": "card"}
    if value in some:
        what = (
            cards(modifier, "any", some[value]).removeprefix("any number of ")
            if filtered
            else f"{some[value]}s"
        )
        return {
            "discard": f"discard {what} as the action of the turn",
            "power": f"use powers{f' of {what}' if filtered else ''}{aimed}",
            "reaction": f"react{f' with {what}' if filtered else ''}{aimed}",
            "draw": f"draw {what}",
        }[value]
    if "card" in modifier:
        return f"play {cards(modifier, 'a')}{aimed}"
    return f"play {cards({**modifier, 'kind': value}, 'any').removeprefix('any number of ')}{aimed}"


_PROTECTED = {
    "clear": "take cards off {own} followers or character",
    "draw": "make {name} draw",
    "discard": "make {name} discard",
    "take": "take cards from {name}",
    "give": "give cards to {name}",
    "swap": "exchange hands with {name}",
    "look": "look at {own} hand",
    "more": "give {name} more actions",
    "skip": "make {name} skip a turn",
    "take_turn": "take {own} turn",
    "points": "change what {own} coalition is worth",
    "eliminate": "put {name} out of the game",
    "win": "make {name} win",
    "target": "choose {name} as the target of a card or power",
}
_PROTECTED_FOLLOWERS = {
    "destroy": "be destroyed by others",
    "steal": "be stolen",
    "move": "be laid elsewhere by others",
    "microaggress": "be made inert by others",
    "microaggression": "be hit by microaggressions of others",
    "virtue_signal": "be freed by virtue signals of others",
}


def _protect(value: str, modifier: Values, whom: Person) -> str:
    filtered = modifier.keys() & {"level", "alignment", "where", "inert"}
    plain: Values = {"inert": "", **modifier}
    if value in _PROTECTED_FOLLOWERS:
        what = followers(plain, "any", "anywhere").removeprefix("any number of ")
        return f"{what} {whom.of} cannot {_PROTECTED_FOLLOWERS[value]}"
    about = ""
    if filtered:
        about = f" where {followers(plain, 'any', 'anywhere').removeprefix('any number of ')} are concerned"
    return f"others cannot {_PROTECTED[value].format(name=whom.name, own=whom.own)}{about}"


def _require(value: str, _modifier: Values, whom: Person) -> str:
    aimed = (
        ", at another player if possible" if value in ("microaggression", "virtue_signal", "special") else ""
    )
    return f"{whom.name} must play {counted('a', value.replace('_', ' '))} in each turn if possible{aimed}"


def _require_all(value: str, _modifier: Values, whom: Person) -> str:
    kind = value.replace("_", " ")
    return f"{whom.name} must play all {kind}s that can be played, in a turn in which one must be played"


def _match_any(value: str, _modifier: Values, whom: Person) -> str:
    if value == "microaggression":
        return f"microaggressions {whom.of} match any follower"
    return f"virtue signals {whom.of} remove any microaggression"


# --- numbers ---
def _hand_size(value: Any, _modifier: Values, whom: Person) -> str:
    if isinstance(value, int):
        return f"{whom.whose('hand size')} is {value}"
    number = int(value[1:])
    times = "twice" if number == 2 else f"{number} times"
    told = (
        f"{times} as large" if value[0] == "x" else f"{number} {'larger' if value[0] == '+' else 'smaller'}"
    )
    return f"{whom.whose('hand size')} is {told}"


def _draw_limit(value: Any, _modifier: Values, whom: Person) -> str:
    return f"{whom.does('draw')} at most {_many(value, 'card')} at the end of a turn"


def _actions(value: Any, _modifier: Values, whom: Person) -> str:
    return f"{whom.does('have')} {_many(value, 'action')} in a turn"


def _points_to_win(value: Any, _modifier: Values, whom: Person) -> str:
    return f"{whom.whose('coalition')} must be worth {_many(value, 'point')} to win"


def _max_plots(value: Any, _modifier: Values, _whom: Person) -> str:
    return f"{_many(value, 'plot')} can be in play at once"


def _value(value: Any, modifier: Values, whom: Person) -> str:
    what = followers(modifier, "a", "anywhere").split(" ", 1)[1]
    return f"each {what} {whom.of} is worth {_many(value, 'point')}"


def _many(value: Any, noun: str) -> str:
    """`two actions`, `one more action`, `twice as many actions`."""
    if not isinstance(value, str):
        return counted(value, noun)
    number = int(value[1:])
    if value[0] == "x":
        return f"{'twice' if number == 2 else f'{number} times'} as many {noun}s"
    return counted(number, f"more {noun}") if value[0] == "+" else f"{counted(number, noun)} less"


# --- the others ---
def _more_destroyed(value: int, _modifier: Values, whom: Person) -> str:
    more = counted(value, "follower").replace(" ", " more ", 1)
    return (
        f"where {whom.does('destroy')} followers of one player, {more} of that player can go in the same way"
    )


def _gender(value: str, _modifier: Values, whom: Person) -> str:
    return f"{whom.does('count')} as {'of the other gender' if value == 'other' else value}"


def _silence(value: str, _modifier: Values, whom: Person) -> str:
    what = {"character": f"{whom.whose('character')} is", "artifact": f"{whom.whose('artifacts')} are"}
    return f"{what.get(value, 'plots are')} not in force{'' if value in what else f' for {whom.name}'} (if of lower rank)"


def _open_hand(_value: bool, _modifier: Values, whom: Person) -> str:  # noqa: FBT001  # the value as written
    return f"everyone sees {whom.whose('hand')}"


_TELLERS = {
    "forbid": _forbid,
    "allow": _allow,
    "protect": _protect,
    "require": _require,
    "require_all": _require_all,
    "match_any": _match_any,
    "hand_size": _hand_size,
    "draw_limit": _draw_limit,
    "actions": _actions,
    "points_to_win": _points_to_win,
    "max_plots": _max_plots,
    "value": _value,
    "more_destroyed": _more_destroyed,
    "gender": _gender,
    "silence": _silence,
    "open_hand": _open_hand,
}
