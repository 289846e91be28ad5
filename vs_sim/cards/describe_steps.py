"""Steps told in words: each verb with its number, its filter, who chooses and what else the step says."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from vs_sim.cards.inherit import as_list
from vs_sim.cards.persons import TARGETS, THAT_PLAYER, THE_TARGET, Person, condition, per
from vs_sim.cards.problems import one_of
from vs_sim.cards.schema import Values
from vs_sim.cards.words import VERB_NUMBERS

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_PILES = {
    "draw pile": "into the draw pile, which is shuffled",
    "top": "onto the draw pile",
    "bottom": "under the draw pile",
}


@dataclass(frozen=True)
class Told:
    """What a step is told from: the player who does it, the target of its part, and whether it is the card itself."""

    self_: Person
    target: str = "self"
    is_job: bool = False
    other: Person | None = None  # who is meant by the target, where that was told before

    def whom(self, step: Values) -> Person:
        """To whom a step is done."""
        word = step.get("target", self.target)
        if "target" not in step and self.other is not None:
            return self.other
        if word == "self":
            return self.self_
        if "target" not in step and word in ("opponent", "player", "next", "previous"):
            return THE_TARGET
        return TARGETS[word]


def tell_steps(steps: Any, told: Told, between: str = "; then ") -> str:
    """A list of steps, one after another."""
    return between.join(tell_step(step, told) for step in as_list(steps))


def tell_step(step: Values, told: Told) -> str:
    """One step with all that it says."""
    verb = verb_of(step)
    whom = told.whom(step)
    before = [f"if {condition(step['if'], told.self_)}"] if "if" in step else []
    if "only" in step and whom.several:
        whom = whom.who(step["only"])
    elif "only" in step:
        before.append(f"if {condition(step['only'], whom)}")
    if "chance" in step:
        before.append(f"with a chance of {step['chance']} percent")
    if step.get("may"):
        before.append("if you wish" if told.self_.is_you else f"if {told.self_.does('wish')}")
    before += [per(step["per"], told.self_)] if "per" in step else []
    after = ", even where something forbids it" if step.get("regardless") else ""
    after += (
        "; who is hit and holds this card must pass it on to another player" if step.get("spreads") else ""
    )
    return "".join(f"{text}, " for text in before) + _TELLERS[verb](step, whom, told) + after


def verb_of(step: Values) -> str:
    """The verb of a step."""
    return next(name for name in step if name in VERB_NUMBERS)


# --- numbers and filters ---
def counted(number: Any, noun: str, many: str = "") -> str:
    """`one card`, `three cards`, `all cards`, `any number of cards`, `a card`."""
    several = many or f"{noun}s"
    if number in ("all", "any"):
        return f"{'all' if number == 'all' else 'any number of'} {several}"
    if number == "a":
        return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
    told = _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)
    return f"{told} {noun if number == 1 else several}"


def followers(values: Values, number: Any, where: str = "end-of-chain") -> str:
    """The followers of a filter: `one end-of-chain level 2 follower`, `all inert followers`."""
    place = "" if values.get("where", where) == "anywhere" else "end-of-chain "
    state = "inert " if values.get("inert") is True else ""
    noun = f"{state}{place}{_level(values)}{_alignment(values)}follower"
    return counted(number, noun) + _INERT.get(str(values.get("inert", False)), "")


_INERT = {"any": " (inert or not)", "hit": " (also the one just made inert)"}


def _level(values: Values) -> str:
    return f"level {one_of([str(level) for level in as_list(values['level'])])} " if "level" in values else ""


def _alignment(values: Values) -> str:
    names = [
        "the named alignment" if name == "named" else name for name in as_list(values.get("alignment", []))
    ]
    return f"{one_of(names)} " if names else ""


def cards(values: Values, number: Any, noun: str = "card", more: str = "") -> str:
    """The cards of a filter: `two cards`, `one more plot or special`, `one copy of "Name"`."""
    if "card" in values:
        name = "this card" if values["card"] == "this" else f'"{values["card"]}"'
        return name if number == "a" else f"{counted(number, f'{more}copy', f'{more}copies')} of {name}"
    kinds = [kind.replace("_", " ") for kind in as_list(values.get("kind", []))]
    one, many = one_of(kinds) or noun, one_of([f"{kind}s" for kind in kinds]) or f"{noun}s"
    said = f"{more}{_level(values)}{_alignment(values)}"
    return counted(number, said + one, said + many)


def chosen(step: Values, told: Told, whom: Person) -> str:
    """Who picks; nothing where all are taken."""
    number = step[verb_of(step)]
    if number == "all" and not step.get("up_to"):
        return ""
    default = "owner" if whom.several else "self"
    by = step.get("choose", default)
    if by == "random":
        return ", at random"
    owner = "the owner" if whom.several else whom.name
    return f", chosen by {told.self_.name if by == 'self' else owner}"


def _number(step: Values) -> Any:
    return step[verb_of(step)]


def _up_to(step: Values, text: str) -> str:
    """`up to two followers`; of all: any number."""
    if not step.get("up_to"):
        return text
    return text.replace("all ", "any number of ", 1) if text.startswith("all ") else f"up to {text}"


# --- verbs on followers ---
def _is(step: Values) -> str:
    return "is" if _number(step) == 1 else "are"


def _destroy(step: Values, whom: Person, told: Told) -> str:
    what = _up_to(step, followers(step, _number(step)))
    return f"{what} {whom.of} {_is(step)} destroyed{chosen(step, told, whom)}"


def _steal(step: Values, whom: Person, told: Told) -> str:
    number = _number(step)
    what = counted(number, "artifact") if step.get("kind") == "artifact" else followers(step, number)
    by = {"owner": f", chosen by {whom.name}", "random": ", at random"}.get(step.get("choose", ""), "")
    return f"{told.self_.does('steal')} {_up_to(step, what)} {whom.of}{by}"


def _move(step: Values, whom: Person, told: Told) -> str:
    what = _up_to(step, followers(step, _number(step)))
    return f"{what} {whom.of} {_is(step)} laid elsewhere in the same coalition{chosen(step, told, whom)}"


def _microaggress(step: Values, whom: Person, told: Told) -> str:
    what = _up_to(step, followers(step, _number(step), "anywhere"))
    return f"{what} {whom.of} {_is(step)} made inert, as by a microaggression{chosen(step, told, whom)}"


def _clear(step: Values, whom: Person, told: Told) -> str:
    kind = step.get("kind", "microaggression")
    what = _up_to(
        step, cards({**step, "kind": kind}, _number(step), more="lasting " if kind == "special" else "")
    )
    if kind == "plot":
        choose = "" if _number(step) == "all" else f", chosen by {told.self_.name}"
        return f"{what} {_is(step)} taken from the table{choose}"
    where = "the followers" if kind == "microaggression" else "the character"
    return f"{what} {_is(step)} taken off {where} {whom.of}{chosen(step, told, whom)}"


# --- verbs on cards ---
def _draw(step: Values, whom: Person, _told: Told) -> str:
    if _number(step) == "full":
        fewer = ", or fewer" if step.get("up_to") else ""
        return f"{whom.does('draw')} up to the hand size{fewer}"
    return f"{whom.does('draw')} {_up_to(step, counted(_number(step), 'card'))}"


def _discard(step: Values, whom: Person, told: Told) -> str:
    plain = not step.keys() & {"kind", "level", "alignment", "card", "up_to"}
    what = "the whole hand" if _number(step) == "all" and plain else _up_to(step, cards(step, _number(step)))
    into = f" {_PILES[step['into']]}" if step.get("into", "discard pile") in _PILES else ""
    verb = whom.does("put" if into else "discard")
    by = {"random": ", at random"}
    if whom != told.self_:
        by["self"] = f", chosen by {told.self_.name} after a look at the hand"
    return f"{verb} {what}{into}{by.get(step.get('choose', 'owner'), '')}"


def _take(step: Values, whom: Person, told: Told) -> str:
    source, number = step.get("from", "hand"), _number(step)
    into = f" into {whom.whose('hand')}" if step.get("into") == "owner's hand" else ""
    picked, by = _picked(step, whom, told)
    takes = f"{told.self_.does('take')}"
    if source == "coalition":
        what = _up_to(step, followers(step, number))
        into = into or f" into {told.self_.whose('hand')}"
        return f"{takes} {what}{picked} out of {whom.whose('coalition')}{into}{by}"
    place = whom.whose("hand") if source == "hand" else f"the {source}"
    shuffled = ", which is then shuffled" if source == "draw pile" else ""
    return f"{takes} {_up_to(step, cards(step, number))}{picked} from {place}{into}{by}{shuffled}"


def _picked(step: Values, whom: Person, told: Told) -> tuple[str, str]:
    """Who picks what self takes: behind what is taken, and at the end."""
    if _number(step) == "all" and not step.get("up_to"):
        return "", ""
    by = step.get("choose", "random" if step.get("from", "hand") == "hand" else "self")
    if by == "owner":
        return "", f", chosen by {whom.name}"
    return (" at random" if by == "random" else f" of {'your' if told.self_.is_you else 'their'} choice"), ""


def _give(step: Values, whom: Person, told: Told) -> str:
    by = {"owner": f", chosen by {whom.name}", "random": ", at random"}.get(step.get("choose", ""), "")
    return f"{told.self_.does('give')} {_up_to(step, cards(step, _number(step)))} from the hand to {whom.name}{by}"


def _swap(step: Values, whom: Person, told: Told) -> str:
    if not whom.several:
        return f"{told.self_.name} and {whom.name} exchange hands"
    with_self = f"{told.self_.name} and " if step.get("target", told.target) == "others" else ""
    return f"{with_self}{whom.name}: each hands on the whole hand to the next of them"


def _look(step: Values, whom: Person, told: Told) -> str:
    if _number(step) == "hand":
        return f"{told.self_.does('look')} at {whom.whose('hand')}"
    next_cards = "card" if _number(step) == 1 else counted(_number(step), "card")
    return f"{told.self_.does('look')} at the next {next_cards} of the draw pile"


# --- turns, points, the end ---
def _more(step: Values, whom: Person, _told: Told) -> str:
    number = _number(step)
    may = f"{whom.name} may"
    if not step.keys() & {"kind", "level", "alignment", "card"}:
        return f"{may} take {counted(number, 'more action')} in this turn"
    return f"{may} play {cards(step, number, more='' if number == 'any' else 'more ')} in this turn"


def _skip(step: Values, whom: Person, told: Told) -> str:
    lies = " (this card lies on the character until then)" if told.is_job and "target" not in step else ""
    return f"{whom.does('skip')} {counted(_number(step), 'turn')}{lies}"


def _take_turn(_step: Values, whom: Person, told: Told) -> str:
    if whom == told.self_:
        return f"{whom.does('take')} one more turn after this one"
    return f"{told.self_.does('take')} the next turn {whom.of} at once, as that player"


def _points(step: Values, whom: Person, _told: Told) -> str:
    number = _number(step)
    points = counted(abs(number), "point")
    return f"{whom.whose('coalition')} is worth {points} {'more' if number >= 0 else 'less'} from now on"


def _eliminate(_step: Values, whom: Person, _told: Told) -> str:
    return f"{whom.does('are')} out of the game"


def _win(_step: Values, whom: Person, _told: Told) -> str:
    return f"{whom.does('win')} the game at once"


def _either(step: Values, whom: Person, told: Told) -> str:
    other = THAT_PLAYER if whom.several or "target" in step else None
    inner = replace(told, target=step.get("target", told.target), other=other)
    options = [tell_steps(option, inner, ", and then ") for option in step["either"]]
    by = whom if step.get("choose") == "owner" else told.self_
    lettered = " or ".join(f"({letter}) {option}" for letter, option in zip("abcd", options, strict=False))
    each = f"for {whom.name} " if whom.several and by is not whom else ""
    if step.get("choose") == "random":
        return f"{each}one of these at random: {lettered}"
    return f"{each}{by.does('choose')} between {lettered}"


_TELLERS = {
    "destroy": _destroy,
    "steal": _steal,
    "move": _move,
    "microaggress": _microaggress,
    "clear": _clear,
    "draw": _draw,
    "discard": _discard,
    "take": _take,
    "give": _give,
    "swap": _swap,
    "look": _look,
    "more": _more,
    "skip": _skip,
    "take_turn": _take_turn,
    "points": _points,
    "eliminate": _eliminate,
    "win": _win,
    "either": _either,
}
