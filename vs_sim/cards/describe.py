"""Cards told in sentences, made from their parts: for `deck show` and `deck diff`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from vs_sim.cards.describe_modifiers import tell_modifier
from vs_sim.cards.describe_steps import Told, cards, counted, followers, tell_step, tell_steps
from vs_sim.cards.inherit import as_list
from vs_sim.cards.persons import TARGETS, THAT_PLAYER, YOU, Person, condition
from vs_sim.cards.problems import one_of
from vs_sim.cards.schema import Card, Values
from vs_sim.cards.words import PERSONAL, VERB_NUMBERS
from vs_sim.vocabulary import Event

_AFTER = {
    "follower": "After it has joined",
    "microaggression": "After it has landed",
    "virtue_signal": "After it has removed one",
    "plot": "After it has been laid",
}
_LASTS = {"turn": "It stays to the end of this turn", "round": "It stays until your next turn begins"}
_DEALT = {
    "kept out": "It is shuffled in after the deal, so that nobody begins with it",
    "one each": "One is dealt to each player besides the hand, the others are shuffled in",
}


@dataclass(frozen=True)
class Around:
    """What is to be known of the other cards of a deck."""

    sudden: frozenset[str] = (
        frozenset()
    )  # cards that do something as they are drawn, which a reaction may stop
    apart: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])  # excluded plots


def around(cards: Iterable[Card]) -> Around:
    """What the sentences of each card need to know of the others."""
    listed = list(cards)
    names = {card.name for card in listed}
    pairs = [(card.name, other) for card in listed for other in as_list(card.data.get("excludes", []))]
    both = [pair for a, b in pairs if b in names for pair in ((a, b), (b, a))]
    apart = {card.name: tuple(dict.fromkeys(b for a, b in both if a == card.name)) for card in listed}
    return Around(frozenset(card.name for card in listed if "drawn" in card.data), apart)


def sentences(card: Card, others: Around) -> list[str]:
    """What a card does, a few sentences for each of its parts; none for a card that only is what it is."""
    data = card.data
    told = _play(data["play"], card) if "play" in data else []
    if card.kind in ("special", "artifact") and data.get("play", {}).get("target", "self") in PERSONAL:
        stays = card.kind == "artifact" or "lasts" in data
        told += ['It lies with that player, who is "you" in what follows'] if stays else []
    told += [tell_modifier(modifier, card.kind) for modifier in as_list(data.get("while", []))]
    told += [_trigger(trigger, card) for trigger in as_list(data.get("on", []))]
    told += _action(data["action"], card) if "action" in data else []
    told += _reaction(data["reaction"], others.sudden) if "reaction" in data else []
    told += _drawn(data["drawn"]) if "drawn" in data else []
    return [sentence(text) for text in told + _about(data, card, others)]


def steps_in_order(card: Card) -> Iterator[tuple[Values, str]]:
    """Every step of a card with the target of its part, in the order of its rows: options follow their `either`."""
    data = card.data
    parts = [data[name] for name in ("play", "action", "reaction", "drawn") if name in data]
    parts += sorted(as_list(data.get("on", [])), key=lambda trigger: Event[trigger["event"].upper()])
    for part in parts:
        for step in as_list(part.get("cost", [])):
            yield step, "self"
        for step in as_list(part.get("do", [])):
            yield from _with_options(step, part.get("target", "self"))


def _with_options(step: Values, target: str) -> Iterator[tuple[Values, str]]:
    yield step, target
    for option in step.get("either", []):
        for inner in as_list(option):
            yield from _with_options(inner, step.get("target", target))


def steps_told(steps: Any, target: str, who: str = "you") -> str:
    """A step or some steps in words, done by `who`; `target`: that of their part."""
    return tell_steps(steps, Told(Person(who), target), ", then ")


def sentence(text: str) -> str:
    """A text as a sentence."""
    return f"{text[:1].upper()}{text[1:]}."


def _about(data: Values, card: Card, others: Around) -> list[str]:
    told: list[str] = []
    if "lasts" in data:
        whose = "who played it" if card.kind == "plot" else "with whom it lies"
        lasts = data["lasts"]
        told.append(_LASTS.get(lasts) or f"It stays for {counted(lasts, 'turn')} of the player {whose}")
    if others.apart.get(card.name):
        names = one_of([f'"{name}"' for name in others.apart[card.name]])
        told.append(f"It is never in play beside {names}: the one played last removes the other")
    if data.get("stays") is False:
        told.append("It takes no place among the plots and is then discarded")
    if data.get("deal", "shuffled") in _DEALT:
        told.append(_DEALT[data["deal"]])
    return told


# --- parts ---
def _play(part: Values, card: Card) -> list[str]:
    if "copies" in part:
        return ["It is played as if it were the last special that was played in this game"]
    told = [f"Can be played only if {text}" for text in _conditions(part)] + _cost(part)
    opening = _AFTER.get(card.kind, "Laid" if card.kind == "artifact" else "Played")
    aimed = _aimed(part, _AIMED.get(card.kind, ", aimed at"))
    if card.kind == "artifact" and not aimed:
        opening = "After it has been laid with your character"
    done = [text for text in ("you name an alignment" if "names" in part else "", _done(part, card)) if text]
    if done or aimed:
        told.append(f"{opening}{aimed}{': ' if done else ''}{'; then '.join(done)}")
    return told + _uncancelled(part)


_AIMED = {"artifact": " with the character of", "special": " on"}


def _conditions(part: Values) -> list[str]:
    """What a part asks of self: its `if`; its `only`, where self is the target."""
    words = as_list(part.get("if", [])) + (
        as_list(part.get("only", [])) if part.get("target", "self") == "self" else []
    )
    return [condition(words, YOU)] if words else []


def _done(part: Values, card: Card) -> str:
    target = part.get("target", "self")
    is_job = card.kind == "special" and "lasts" not in card.data and target in PERSONAL
    steps = as_list(part.get("do", []))
    return "; then ".join(
        tell_step(_narrowed(step, part), Told(YOU, target, is_job=is_job and step.get("skip") == 1))
        for step in steps
    )


def _narrowed(step: Values, part: Values) -> Values:
    """A step; where its part is aimed at several players, with the `only` of the part."""
    if "only" in part and "target" not in step and part.get("target") in ("others", "everyone"):
        return {**step, "only": [*as_list(part["only"]), *as_list(step.get("only", []))]}
    return step


def _action(part: Values, card: Card) -> list[str]:
    whose = "Any player's action" if card.kind in ("plot", "house_rule") else "Action"
    how = [_times_told(part)] + ([] if part.get("uses_action", True) else ["besides the action of the turn"])
    limits = ", ".join(text for text in how if text)
    opening = f"{whose} ({limits})" if limits else whose
    asked = "".join(f", only if {text}" for text in _conditions(part))
    used = "; this card is then discarded" if part.get("uses_up") else ""
    done = _done(part, card) or "nothing"
    return [f"{opening}{_aimed(part, ' on')}{asked}: {done}{used}", *_cost(part), *_uncancelled(part)]


def _reaction(part: Values, sudden: Collection[str]) -> list[str]:
    names = as_list(part["cancels"])
    whose = "that is aimed at you" if part.get("for", "self") == "self" else "of any other player"
    if set(names) <= set(sudden):
        whose = "as you draw it"
    elif set(names) & set(sudden):
        whose += ", or as you draw it"
    asked = f", if {condition(part['if'], YOU)}" if "if" in part else ""
    times = f" ({_times_told(part)})" if _times_told(part) else ""
    told = [f"Reaction{times}: cancels {_cancelled(part)} {whose}{asked}"]
    told += _cost(part)
    told += [f"Then {tell_steps(part['do'], Told(YOU))}"] if "do" in part else []
    into = part.get("into", "discard pile")
    return told + ([f"The cancelled card goes {_INTO[into]}"] if into in _INTO else [])


_INTO = {
    "draw pile": "into the draw pile, which is shuffled",
    "top": "onto the draw pile",
    "bottom": "under the draw pile",
    "hand": "into your hand",
    "owner's hand": "back into the hand it came from",
}


def _cancelled(part: Values) -> str:
    """`any microaggression or special`, `any action that steals`."""
    told = {"anything": "any action but plots, followers and reactions", "power": "any power"}
    words: list[str] = []
    for what in as_list(part["cancels"]):
        if what in VERB_NUMBERS:
            words.append(f'any action with "{what}"')
        else:
            words.append(
                told.get(what) or (f"any {what.replace('_', ' ')}" if what in _KINDS else f'"{what}"')
            )
    return one_of(words)


_KINDS = (
    "follower",
    "microaggression",
    "virtue_signal",
    "plot",
    "special",
    "artifact",
    "character",
    "reaction",
)


def _drawn(part: Values) -> list[str]:
    after = (
        "it stays in the hand"
        if part.get("keep")
        else "it is then discarded, at the end of a turn also replaced"
    )
    return [f"As soon as it is drawn: {tell_steps(part['do'], Told(YOU))}; {after}"]


# --- triggers ---
def _trigger(trigger: Values, card: Card) -> str:
    of_everyone = card.kind in ("plot", "house_rule")
    self_ = YOU
    if of_everyone:
        self_ = (
            THAT_PLAYER if trigger["event"] in (*_OF_TURNS, "card_drawn", "card_played") else TARGETS["actor"]
        )
    times = f" ({_times_told(trigger)})" if _times_told(trigger) else ""
    asked = f", if {condition(trigger['if'], self_)}" if "if" in trigger else ""
    wish = f"if {self_.name} {'wish' if self_.is_you else 'wishes'}, " if trigger.get("may") else ""
    target = trigger.get("target", "self")
    aimed = f"{self_.does('choose')} {_indefinite(target)}; " if target in ("opponent", "player") else ""
    other = TARGETS[target] if target in ("next", "previous") else None
    steps = tell_steps(trigger["do"], Told(self_, target, other=other))
    return f"{_event(trigger, of_everyone=of_everyone)}{times}{asked}: {wish}{aimed}{steps}"


def _indefinite(target: str) -> str:
    return {"opponent": "another player", "player": "any player"}[target]


def _event(trigger: Values, *, of_everyone: bool) -> str:
    """The event with who caused it and whom it happened to."""
    by = trigger.get("by", "everyone" if of_everyone or "to" in trigger else "self")
    to = trigger.get("to", "everyone")
    event = trigger["event"]
    if event in _OF_TURNS:
        who = _who(by, of_everyone=of_everyone).does("skip")
        return _OF_TURNS[event].format(whose=_WHOSE[by], who=who, each=_EACH[by])
    return _EVENTS[event](trigger, _who(by, of_everyone=of_everyone), _who(to, of_everyone=of_everyone), to)


def _who(word: str, *, of_everyone: bool) -> Person:
    return A_PLAYER if of_everyone else _WHO[word]


_WHO = {"self": YOU, "others": Person("another player"), "everyone": Person("any player")}
A_PLAYER = Person("a player")
_ANY = ("a player", "any player")
_WHOSE = {"self": "your turn", "others": "another player's turn", "everyone": "each turn"}
_EACH = {"self": "", "others": ", for each other player", "everyone": ", for each player"}
_OF_TURNS = {
    "game_start": "At the start of the game, after the deal{each}",
    "turn_start": "At the start of {whose}",
    "turn_end": "At the end of {whose}, before the drawing",
    "turn_skipped": "When {who} a turn",
}


def _card_drawn(trigger: Values, by: Person, _to: Person, _word: str) -> str:
    return f"When {by.does('draw')} {cards(trigger, 'a')}"


def _card_played(trigger: Values, by: Person, to: Person, word: str) -> str:
    at = "" if word == "everyone" else f" at {to.name}"
    return f"When {by.does('have')} played {cards(trigger, 'a')}{at}"


def _card_discarded(trigger: Values, by: Person, to: Person, word: str) -> str:
    whose = "a hand" if word == "everyone" else to.whose("hand")
    because = "" if by.name in _ANY else f", because of {by.name}"
    return f"When {cards(trigger, 'a')} is discarded from {whose}{because}"


def _microaggression_landed(trigger: Values, by: Person, to: Person, word: str) -> str:
    whose = "" if by.name in _ANY else f" {by.of}"
    return f"When a microaggression{whose} lands on {_hit(trigger, to, word)}"


def _microaggression_removed(trigger: Values, by: Person, to: Person, word: str) -> str:
    return f"When {by.does('remove')} a microaggression from {_hit(trigger, to, word)}"


def _follower_destroyed(trigger: Values, by: Person, to: Person, word: str) -> str:
    if by.name in _ANY:
        return f"When {_hit(trigger, to, word)} is destroyed"
    return f"When {by.does('destroy')} {_hit(trigger, to, word)}"


def _follower_stolen(trigger: Values, by: Person, to: Person, word: str) -> str:
    return f"When {by.does('steal')} {_hit(trigger, to, word)}"


def _hit(trigger: Values, to: Person, word: str) -> str:
    whose = "" if word == "everyone" else f" {to.of}"
    if "card" in trigger:
        return cards(trigger, "a") + (whose if trigger["card"] != "this" else "")
    return followers(trigger, "a", "anywhere") + whose


def _plot_ended(trigger: Values, by: Person, _to: Person, _word: str) -> str:
    what = cards(trigger, "a", "plot")
    return f"When {what} ends" if by.name in _ANY else f"When {by.does('end')} {what}"


def _reaction_played(trigger: Values, by: Person, to: Person, word: str) -> str:
    whose = "an action" if word == "everyone" else f"an action {to.of}"
    card = f" with {cards(trigger, 'a')}" if trigger.keys() & {"card", "kind", "level", "alignment"} else ""
    return f"When {by.does('cancel')} {whose}{card}"


def _player_eliminated(_trigger: Values, by: Person, to: Person, _word: str) -> str:
    cause = "" if by.name in _ANY else f" by {by.name}"
    return f"When {to.does('are')} put out of the game{cause}"


_EVENTS = {
    "card_drawn": _card_drawn,
    "card_played": _card_played,
    "card_discarded": _card_discarded,
    "microaggression_landed": _microaggression_landed,
    "microaggression_removed": _microaggression_removed,
    "follower_destroyed": _follower_destroyed,
    "follower_stolen": _follower_stolen,
    "plot_ended": _plot_ended,
    "reaction_played": _reaction_played,
    "player_eliminated": _player_eliminated,
}


# --- what several parts have ---
def _aimed(part: Values, preposition: str) -> str:
    """`on another player who is female`; nothing where no player is chosen."""
    target = part.get("target", "self")
    if target in ("self", "others", "everyone"):
        return ""
    named = {"opponent": Person("another player"), "player": Person("any player")}
    person = named.get(target) or TARGETS[target]
    return f"{preposition} {person.who(part['only']).name if 'only' in part else person.name}"


def _times_told(part: Values) -> str:
    turn = [f"{_times(part['per_turn'])} a turn"] if "per_turn" in part else []
    return ", ".join(turn + ([f"{_times(part['per_game'])} a game"] if "per_game" in part else []))


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _cost(part: Values) -> list[str]:
    return [f"It has a price, paid first: {tell_steps(part['cost'], Told(YOU))}"] if "cost" in part else []


def _uncancelled(part: Values) -> list[str]:
    return ["No reaction can answer it"] if part.get("cancellable") is False else []
