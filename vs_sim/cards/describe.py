"""Cards told in sentences, made from their parts: for `deck show` and `deck diff`."""

from __future__ import annotations

from typing import Any

from vs_sim.cards.inherit import as_list
from vs_sim.cards.problems import one_of
from vs_sim.cards.schema import Card, Values
from vs_sim.cards.words import MODIFIER_VALUES, VERB_NUMBERS

_WHOM = {
    "self": "you",
    "opponent": "another player",
    "player": "any player",
    "next": "the next player",
    "previous": "the previous player",
    "others": "each other player",
    "everyone": "every player",
    "actor": "who did it",
    "affected": "whom it happened to",
}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_EVENTS = {
    "game_start": "at the start of the game",
    "turn_start": "at the start of a turn",
    "turn_end": "at the end of a turn",
    "turn_skipped": "when a turn is skipped",
    "card_drawn": "when {card} is drawn",
    "card_played": "when {card} was played",
    "card_discarded": "when {card} is discarded from a hand",
    "microaggression_landed": "when a microaggression lands on {follower}",
    "microaggression_removed": "when a microaggression is removed from {follower}",
    "follower_destroyed": "when {follower} is destroyed",
    "follower_stolen": "when {follower} is stolen",
    "plot_ended": "when a plot ends",
    "reaction_played": "when a reaction is played",
    "player_eliminated": "when a player is eliminated",
}


def sentences(card: Card) -> list[str]:
    """What a card does, one sentence for each of its parts; none for a card that only is what it is."""
    data = card.data
    told = [_play(data["play"], card)] if "play" in data else []
    told += [_modifier(modifier, card) for modifier in as_list(data.get("while", []))]
    told += [_trigger(trigger, card) for trigger in as_list(data.get("on", []))]
    told += [_action(data["action"])] if "action" in data else []
    told += [_reaction(data["reaction"])] if "reaction" in data else []
    told += [f"When it is drawn: {_steps(data['drawn'], 'self')}"] if "drawn" in data else []
    told += _about(data)
    return [_sentence(text) for text in told]


def _about(data: Values) -> list[str]:
    told: list[str] = []
    if "lasts" in data:
        spans = {"turn": "to the end of the turn", "round": "to the start of your next turn"}
        lasts = data["lasts"]
        told.append(f"it stays {spans[lasts] if lasts in spans else 'for ' + _counted(lasts, 'turn')}")
    if "excludes" in data:
        told.append(f"playing it removes {one_of(as_list(data['excludes']))}, and the other way round")
    if data.get("stays") is False:
        told.append("it takes no place among the plots")
    if data.get("deal", "shuffled") != "shuffled":
        told.append(
            {"kept out": "it is shuffled in after the deal"}.get(data["deal"], "each player is dealt one")
        )
    return told


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


# --- parts ---
def _play(part: Values, card: Card) -> str:
    if "copies" in part:
        return "it is played as if it were the last special played"
    after = {
        "follower": "when it joined",
        "microaggression": "when it landed",
        "virtue_signal": "when it removed one",
    }
    opening = after.get(card.kind, "played")
    names = "you name an alignment; " if "names" in part else ""
    return f"{opening}{_aimed(part)}: {names}{_steps(part, part.get('target', 'self'))}{_uncancelled(part)}"


def _action(part: Values) -> str:
    free = "" if part.get("uses_action", True) else ", besides the action of the turn"
    used = "; it is then used up" if part.get("uses_up") else ""
    steps = _steps(part, part.get("target", "self"))
    return f"as an action{free}{_limits(part)}{_aimed(part)}: {_cost(part)}{steps}{used}{_uncancelled(part)}"


def _reaction(part: Values) -> str:
    what = one_of([str(what).replace("_", " ") for what in as_list(part["cancels"])])
    whose = "that is aimed at you" if part.get("for", "self") == "self" else "of any other player"
    then = f", then {_steps(part, 'self')}" if "do" in part else ""
    into = (
        f"; the cancelled card goes to the {part['into']}"
        if part.get("into", "discard pile") != "discard pile"
        else ""
    )
    return f"cancels {what} {whose}{_condition(part)}{_limits(part)}{then}{into}"


def _trigger(trigger: Values, card: Card) -> str:
    card_text, follower = _things(trigger, "card"), _things(trigger, "follower")
    event = _EVENTS[trigger["event"]].format(card=card_text, follower=follower)
    who = "" if card.kind in ("plot", "house_rule") else _by_and_to(trigger)
    asked = "you may " if trigger.get("may") else ""
    steps = _steps(trigger, trigger.get("target", "self"))
    return f"{event}{who}{_condition(trigger)}{_limits(trigger)}: {asked}{steps}"


def _by_and_to(trigger: Values) -> str:
    by = trigger.get("by", "everyone" if "to" in trigger else "self")
    words = {"self": "you", "others": "another player", "everyone": "anyone"}
    own_turn = trigger["event"] in ("game_start", "turn_start", "turn_end", "turn_skipped")
    said = (" that is yours" if by == "self" else f" of {words[by]}") if own_turn else f" by {words[by]}"
    return said + (f" at {words[trigger['to']]}" if "to" in trigger else "")


def _aimed(part: Values) -> str:
    target = part.get("target", "self")
    on = "" if target == "self" else f" on {_WHOM[target]}"
    only = f" ({_words(part['only'])} only)" if "only" in part else ""
    return f"{on}{only}{_condition(part)}"


def _condition(part: Values) -> str:
    return f", if {_words(part['if'])}" if "if" in part else ""


def _limits(part: Values) -> str:
    turn = f", {_times(part['per_turn'])} a turn" if "per_turn" in part else ""
    return turn + (f", {_times(part['per_game'])} a game" if "per_game" in part else "")


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _uncancelled(part: Values) -> str:
    return "; no reaction may answer it" if part.get("cancellable") is False else ""


def _cost(part: Values) -> str:
    if "cost" not in part:
        return ""
    return "pay (" + ", ".join(_step(step, "self") for step in as_list(part["cost"])) + "), then "


def _words(words: Any) -> str:
    return " and ".join(as_list(words))


# --- steps ---
def _steps(part: Values, target: str) -> str:
    steps = as_list(part.get("do", []))
    return "; then ".join(_step(step, target) for step in steps) or "nothing more"


def _step(step: Values, part_target: str) -> str:
    verb = next(name for name in step if name in VERB_NUMBERS)
    target = step.get("target", part_target)
    if verb == "either":
        options = [", ".join(_step(one, target) for one in as_list(option)) for option in step["either"]]
        told = "either " + " or ".join(options)
    else:
        told = _verb(verb, step, _whom(step, part_target))
    return _circumstances(step, told)


def _whom(step: Values, part_target: str) -> str:
    if "target" not in step and part_target not in ("self", "others", "everyone", "actor", "affected"):
        return "the target"
    return _WHOM[step.get("target", part_target)]


def _circumstances(step: Values, told: str) -> str:
    before = f"if {_words(step['if'])}, " if "if" in step else ""
    before += f"with {step['chance']}% chance " if "chance" in step else ""
    before += "you may " if step.get("may") else ""
    after = f" ({_words(step['only'])} only)" if "only" in step else ""
    chosen = {"random": " at random", "owner": ", the owner chooses", "self": ", you choose"}
    after += chosen[step["choose"]] if "choose" in step else ""
    after += ", or fewer" if step.get("up_to") else ""
    after += f", for each of your {step['per']}" if "per" in step else ""
    after += ", whatever forbids it" if step.get("regardless") else ""
    after += ", and whoever holds this card passes it on" if step.get("spreads") else ""
    return f"{before}{told}{after}"


def _does(whom: str, does: str, rest: str) -> str:
    """`draw one card` for oneself, `the target draws one card` for others."""
    return f"{does} {rest}" if whom == "you" else f"{whom} {does}s {rest}"


def _of(whom: str) -> str:
    return "of your own" if whom == "you" else f"of {whom}"


def _on_followers(does: str, step: Values, verb: str, whom: str, after: str = "") -> str:
    """`destroy two level 1 followers of the target, anywhere in the coalition`."""
    return f"{does} {_things(step, 'follower', step[verb])} {_of(whom)}{after}{_placed(step)}"


def _placed(values: Values) -> str:
    state = {True: ", inert", "any": ", inert or not", "hit": ", the one just hit too", False: ""}
    place = ", anywhere in the coalition" if values.get("where") == "anywhere" else ""
    return place + state[values.get("inert", False)]


def _things(values: Values, noun: str, number: Any = "a") -> str:
    """`one level 3 politics follower`."""
    words = (
        [f"level {one_of([str(level) for level in as_list(values['level'])])}"] if "level" in values else []
    )
    words += [one_of(as_list(values["alignment"]))] if "alignment" in values else []
    noun = one_of([kind.replace("_", " ") for kind in as_list(values["kind"])]) if "kind" in values else noun
    if "card" in values:
        return "this card" if values["card"] == "this" else str(values["card"])
    return _counted(number, " ".join([*words, noun]))


def _counted(number: Any, noun: str) -> str:
    if number == "all":
        return f"all {noun}s"
    if number == "any":
        return f"any number of {noun}s"
    if number == "a":
        return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"
    text = _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)
    return f"{text} {noun}" if number == 1 else f"{text} {noun}s"


def _draw(step: Values, whom: str) -> str:
    full = "up to the hand size"
    return _does(whom, "draw", full if step["draw"] == "full" else _counted(step["draw"], "card"))


def _clear(step: Values, whom: str) -> str:
    kind = step.get("kind", "microaggression")
    if kind == "plot":
        return f"take away {_counted(step['clear'], 'plot')} from the table"
    return f"take away {_counted(step['clear'], kind)} {_of(whom)}"


def _discard(step: Values, whom: str) -> str:
    rest = "the whole hand" if step["discard"] == "all" else _things(step, "card", step["discard"])
    into = f" into the {step['into']}" if step.get("into", "discard pile") != "discard pile" else ""
    return _does(whom, "discard", rest + into)


def _take(step: Values, whom: str) -> str:
    place = step.get("from", "hand")
    source = f"the {place} {_of(whom)}" if place in ("hand", "coalition") else f"the {place}"
    return f"take {_things(step, 'card', step['take'])} from {source} into {step.get('into', 'hand')}"


def _give(step: Values, whom: str) -> str:
    return f"give {_things(step, 'card', step['give'])} to {whom}"


def _look(step: Values, whom: str) -> str:
    if step["look"] == "hand":
        return f"look at the hand {_of(whom)}"
    return f"look at the next {_counted(step['look'], 'card')} of the draw pile"


def _more(step: Values) -> str:
    if not step.keys() & {"kind", "level", "alignment", "card"}:
        return f"you may take {_counted(step['more'], 'more action')}"
    return f"you may play {_things(step, 'card', step['more'])} more"


def _take_turn(whom: str) -> str:
    return "take one more turn after this one" if whom == "you" else f"take the turn of {whom} at once"


def _verb(verb: str, step: Values, whom: str) -> str:
    """The verb of a step with its number, done to whom."""
    number = step[verb]
    if verb in _ON_FOLLOWERS:
        does, after = _ON_FOLLOWERS[verb]
        return _on_followers(does, step, verb, whom, after)
    if verb in _ON_CARDS:
        return _ON_CARDS[verb](step, whom)
    plain = {
        "swap": f"exchange hands with {whom}",
        "more": _more(step) if verb == "more" else "",
        "skip": _does(whom, "skip", _counted(number, "turn")) if verb == "skip" else "",
        "take_turn": _take_turn(whom),
        "points": _does(whom, "get", f"{number:+d} points") if verb == "points" else "",
        "eliminate": ("you are" if whom == "you" else f"{whom} is") + " out of the game",
        "win": ("you win" if whom == "you" else f"{whom} wins") + " the game",
    }
    return plain[verb]


_ON_FOLLOWERS = {
    "destroy": ("destroy", ""),
    "steal": ("steal", ""),
    "move": ("move", " within the coalition"),
    "microaggress": ("make", " inert"),
}
_ON_CARDS = {"draw": _draw, "clear": _clear, "discard": _discard, "take": _take, "give": _give, "look": _look}


# --- modifiers ---
def _modifier(modifier: Values, card: Card) -> str:
    name = next(key for key in modifier if key in MODIFIER_VALUES)
    everyone = card.kind in ("plot", "house_rule")
    whom = {"self": "you", "others": "others", "everyone": "everyone"}[
        modifier.get("for", "everyone" if everyone else "self")
    ]
    only = f" ({_words(modifier['only'])} only)" if "only" in modifier else ""
    condition = f", while {_words(modifier['if'])}" if "if" in modifier else ""
    return f"{whom}{only}: {_modifies(name, modifier)}{condition}"


def _modifies(name: str, modifier: Values) -> str:
    value = modifier[name]
    word = str(value).replace("_", " ")
    against = f" against who is {_words(modifier['against'])}" if "against" in modifier else ""
    what = {
        "forbid": f"may not {_deed(word, modifier)}{against}",
        "allow": f"may {_deed(word, modifier)}{against}, whatever of lower rank forbids it",
        "protect": f"no {word} by others{_of_followers(modifier)}",
        "require": f"must play a {word} if possible",
        "require_all": f"must play every {word} that can be played where one must be",
        "match_any": f"a {word} needs no like alignment",
        "value": f"each such follower{_of_followers(modifier)} is worth {_form(value)}",
        "more_destroyed": f"a personal destruction takes {word} more",
        "gender": f"counts as {word}",
        "silence": f"no {word} is in force",
        "open_hand": "everyone sees the hand",
    }
    return what.get(name, f"{name.replace('_', ' ')} {_form(value)}")


def _deed(word: str, modifier: Values) -> str:
    deeds = {"discard": "discard as an action", "power": "use a power", "reaction": "react", "draw": "draw"}
    if word == "join":
        dots = one_of(as_list(modifier.get("alignment", "any")))
        return f"lay a follower on a dot of {dots}"
    return deeds.get(word, f"play {_things({**modifier, 'kind': word}, 'card')}")


def _of_followers(modifier: Values) -> str:
    filtered = modifier.keys() & {"level", "alignment", "where", "inert"}
    return f" (of {_things(modifier, 'follower', 'all')}{_placed(modifier)})" if filtered else ""


def _form(value: Any) -> str:
    if isinstance(value, str):
        return f"times {value[1:]}" if value.startswith("x") else f"{value[0]}{value[1:]}"
    return str(value)
