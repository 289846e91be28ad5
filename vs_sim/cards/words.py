"""The card language, declared once: verbs, modifiers, events, parts and keys of cards with their types.

The loader checks by these tables, the JSON schema and `deck show` are made from them.
"""

from __future__ import annotations

from collections.abc import Mapping

from vs_sim.cards.problems import one_of
from vs_sim.cards.types import (
    COUNT_WORDS,
    FLAG,
    HOMES,
    REFERRED,
    TRUE,
    Alignment,
    Anything,
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
    Text,
    Whole,
    Words,
)
from vs_sim.vocabulary import Event, Kind, Op

KINDS = tuple(kind.name.lower() for kind in Kind)
CARD_KINDS = KINDS[:6]  # those that lie in hands and piles
WRITTEN_KINDS = KINDS[:7]  # those written as [KIND."Name"]; house rules beside them
VERBS = tuple(op.name.lower() for op in Op if op <= Op.EITHER)
EVENTS = tuple(event.name.lower() for event in Event)

PERSONAL = ("opponent", "player", "next", "previous")
GLOBAL = ("others", "everyone")

# --- filters and player words ---
_LEVELS = ListOf(Whole(1, 3), 1, 3, what="levels")
_ALIGNMENTS = ListOf(Alignment(), 1, 8, what="alignments")
FOLLOWER_FILTER: Mapping[str, Key] = {
    "level": Key(_LEVELS, "only followers of these levels"),
    "alignment": Key(_ALIGNMENTS, "only those with one of these alignments"),
    "where": Key(OneOf(("end-of-chain", "anywhere")), "where in the coalition"),
    "inert": Key(OneOf((False, True, "any", "hit")), "whether inert ones count (M4, P4)"),
}
CARD_FILTER: Mapping[str, Key] = {
    "kind": Key(ListOf(OneOf(CARD_KINDS), 1, 6, what="kinds"), "only cards of these kinds"),
    "level": FOLLOWER_FILTER["level"],
    "alignment": FOLLOWER_FILTER["alignment"],
    "card": Key(Name(also=("this",)), "only this card"),
}
REFERRED["words"] = ListOf(PlayerWord(), 1, 12, what="player words")
REFERRED["only"] = ListOf(PlayerWord(), 1, 12, comparisons=1, what="player words")
_ONLY, _IF = Ref("only"), Ref("words")

# --- steps ---
_INTO = OneOf(("discard pile", "draw pile", "top", "bottom"))
_CLEAR = OneOf(("microaggression", "job", "artifact", "special", "plot"))
_FROM = OneOf(("hand", "discard pile", "draw pile", "coalition"))

VERB_NUMBERS: Mapping[str, Key] = {
    "destroy": Key(Whole(1, 99, ("all",)), "destroys so many followers of the target"),
    "steal": Key(Whole(1, 3), "takes so many followers of the target into the own coalition"),
    "move": Key(Whole(1, 3), "lays so many followers elsewhere in the same coalition"),
    "microaggress": Key(Whole(1, 99), "makes so many followers of the target inert"),
    "clear": Key(Whole(1, 99, ("all",)), "takes away what lies on followers or characters, or plots"),
    "draw": Key(Whole(1, 99, ("full",)), "draws so many cards, or up to the hand size"),
    "discard": Key(Whole(1, 99, ("all",)), "discards so many cards from the target's hand"),
    "take": Key(Whole(1, 99, ("all",)), "takes so many cards into a hand"),
    "give": Key(Whole(1, 99, ("all",)), "gives so many cards from the own hand"),
    "swap": Key(OneOf(("hands",)), "exchanges hands"),
    "look": Key(Whole(1, 99, ("hand",)), "looks at the target's hand, or at the next cards of the draw pile"),
    "more": Key(Whole(1, 99, ("any",)), "gives so many more actions in this turn"),
    "skip": Key(Whole(1, 9), "makes the target skip so many turns"),
    "take_turn": Key(TRUE, "takes the target's turn at once"),
    "points": Key(Whole(-9, 9), "adds to what the target's coalition is worth"),
    "eliminate": Key(TRUE, "puts the target out of the game"),
    "win": Key(TRUE, "wins the game"),
    "either": Key(Options(Ref("step")), "does one of these options"),
}


def _own(keys: Mapping[str, Key], *names: str) -> dict[str, Key]:
    return {name: keys[name] for name in names}


_PLACED = _own(FOLLOWER_FILTER, "level", "alignment", "where", "inert")
VERB_KEYS: Mapping[str, Mapping[str, Key]] = {
    "destroy": _PLACED,
    "steal": _PLACED | {"kind": Key(OneOf(("follower", "artifact")), "what is stolen", default="follower")},
    "move": _PLACED,
    "microaggress": _own(FOLLOWER_FILTER, "level", "alignment", "where"),
    "clear": {"kind": Key(_CLEAR, "what is taken away", default="microaggression")}
    | _own(CARD_FILTER, "alignment", "card"),
    "draw": {},
    "discard": {**CARD_FILTER, "into": Key(_INTO, "where they go", default="discard pile")},
    "take": {
        **FOLLOWER_FILTER,
        **CARD_FILTER,
        "from": Key(_FROM, "where they come from", default="hand"),
        "into": Key(OneOf(("hand", "owner's hand")), "into whose hand", default="hand"),
    },
    "give": CARD_FILTER,
    "swap": {},
    "look": {},
    "more": CARD_FILTER,
    "skip": {},
    "take_turn": {},
    "points": {},
    "eliminate": {},
    "win": {},
    "either": {},
}


STEP_KEYS: Mapping[str, Key] = {
    "target": Key(TargetWord(), "whom, if not the target of the part"),
    "only": Key(_ONLY, "which of its targets it affects"),
    "if": Key(_IF, "only if self is so"),
    "choose": Key(OneOf(("self", "owner", "random")), "who picks"),
    "may": Key(FLAG, "self is asked first", default=False),
    "up_to": Key(FLAG, "the chooser may stop early", default=False),
    "per": Key(OneOf(COUNT_WORDS), "a count of self that multiplies the number"),
    "chance": Key(Whole(1, 99), "percent"),
    "regardless": Key(FLAG, "claims to be allowed (X8)", default=False),
    "spreads": Key(FLAG, "a player hit who holds copies of the card passes it on (X6)"),
}
REFERRED["step"] = Headed("verb", VERB_NUMBERS, VERB_KEYS, STEP_KEYS, "step")
STEPS = ListOf(Ref("step"), 1, 16, what="steps")

# --- modifiers ---
_DEEDS = (*CARD_KINDS, "discard", "power", "reaction", "draw", "join")
PROTECT_VERBS = tuple(verb for verb in VERBS if verb != "either")
MODIFIER_VALUES: Mapping[str, Key] = {
    "forbid": Key(OneOf(_DEEDS), "may not be done"),
    "allow": Key(OneOf(_DEEDS), "may be done where a lower rank forbids it"),
    "protect": Key(
        OneOf((*PROTECT_VERBS, "microaggression", "virtue_signal", "target")), "others may not do it"
    ),
    "require": Key(OneOf(CARD_KINDS), "must be played (P6)"),
    "require_all": Key(OneOf(CARD_KINDS), "all of them must be played where one must (P6)"),
    "match_any": Key(OneOf(("microaggression", "virtue_signal")), "asks for no like alignment (M2, V1)"),
    "hand_size": Key(Number(0, 60), "drawn up to at the end of a turn (T3)"),
    "draw_limit": Key(Number(0, 60), "at most so many drawn at the end of a turn (T3)"),
    "actions": Key(Number(1, 9), "actions in a turn (T2)"),
    "points_to_win": Key(Number(1, 99), "what the coalition must be worth to win (W1)"),
    "max_plots": Key(Number(0, 8), "plots that can be in play at once (P1)"),
    "value": Key(Number(0, 99), "what each such follower is worth"),
    "more_destroyed": Key(Whole(1, 9), "a personal destruction takes so many more"),
    "gender": Key(OneOf(("male", "female", "other")), "is of this gender; of the other of the two"),
    "silence": Key(OneOf(("character", "artifact", "plot")), "such cards are not in force"),
    "open_hand": Key(TRUE, "everyone sees the hand (N1)"),
}
_CLAIM_KEYS = {**CARD_FILTER, "against": Key(_ONLY, "only where aimed at such a player")}
MODIFIER_KEYS: Mapping[str, Mapping[str, Key]] = {
    name: {"forbid": _CLAIM_KEYS, "allow": _CLAIM_KEYS, "protect": _PLACED, "value": _PLACED}.get(name, {})
    for name in MODIFIER_VALUES
}
WHO = OneOf(("self", "others", "everyone"))
MODIFIER_COMMON: Mapping[str, Key] = {
    "for": Key(WHO, "whom it is about", default="self"),
    "only": Key(_ONLY, "which of these players"),
    "if": Key(_IF, "only while self is so"),
}
REFERRED["modifier"] = Headed("modifier", MODIFIER_VALUES, MODIFIER_KEYS, MODIFIER_COMMON, "table")
MODIFIERS = ListOf(Ref("modifier"), 1, 8, what="modifiers")

# --- parts ---
_TIMES = Whole(1, 99)


_PART_KEYS: Mapping[str, Key] = {
    "target": Key(TargetWord(), "whom", default="self"),
    "only": Key(_ONLY, "who may be its target"),
    "if": Key(_IF, "only if self is so"),
    "cost": Key(STEPS, "steps on self that must be possible in full"),
    "do": Key(STEPS, "what is done"),
    "cancellable": Key(FLAG, "whether a reaction may answer it", default=True),
}
PLAY_KEYS: Mapping[str, Key] = {
    **_PART_KEYS,
    "names": Key(OneOf(("alignment",)), "self names an alignment"),
    "copies": Key(OneOf(("special",)), "played as if it were the last special played"),
}
ACTION_KEYS: Mapping[str, Key] = {
    **_PART_KEYS,
    "per_turn": Key(_TIMES, "so often in a turn"),
    "per_game": Key(_TIMES, "so often in a game"),
    "uses_action": Key(FLAG, "in place of the action of the turn", default=True),
    "uses_up": Key(FLAG, "the artifact is discarded", default=False),
}
CANCELS = ("anything", *CARD_KINDS, "power", "reaction", *VERBS)
_CANCELLED = Name(also=CANCELS, told='"anything", a kind that is played, "power", a verb or "reaction"')
REACTION_KEYS: Mapping[str, Key] = {
    "cancels": Key(ListOf(_CANCELLED, 1, 20, what="things"), "what it undoes", required=True),
    "for": Key(OneOf(("self", "everyone")), "what is done to self, or to anyone", default="self"),
    "into": Key(
        OneOf(("discard pile", "draw pile", "top", "bottom", "hand", "owner's hand")),
        "where the cancelled card goes",
        default="discard pile",
    ),
    "if": _PART_KEYS["if"],
    "cost": _PART_KEYS["cost"],
    "do": _PART_KEYS["do"],
    "per_turn": ACTION_KEYS["per_turn"],
    "per_game": ACTION_KEYS["per_game"],
}
DRAWN_KEYS: Mapping[str, Key] = {
    "do": Key(STEPS, "done at once to whoever draws it", required=True),
    "keep": Key(FLAG, "kept in hand", default=False),
}
_CARD_EVENTS = ("card_drawn", "card_played", "card_discarded", "plot_ended", "reaction_played")
_HIT_EVENTS = ("microaggression_landed", "microaggression_removed")
_FOLLOWER_EVENTS = ("follower_destroyed", "follower_stolen")
EVENT_FILTERS: Mapping[str, Mapping[str, Key]] = {
    event: CARD_FILTER
    if event in _CARD_EVENTS
    else FOLLOWER_FILTER
    if event in _HIT_EVENTS
    else {**FOLLOWER_FILTER, "card": CARD_FILTER["card"]}
    if event in _FOLLOWER_EVENTS
    else {}
    for event in EVENTS
}
TRIGGER_KEYS: Mapping[str, Key] = {
    "event": Key(OneOf(EVENTS), "what it waits for", required=True),
    "by": Key(WHO, "who caused it", default="self"),
    "to": Key(WHO, "whom it happened to", default="everyone"),
    **CARD_FILTER,
    **FOLLOWER_FILTER,
    "if": _PART_KEYS["if"],
    "per_turn": ACTION_KEYS["per_turn"],
    "per_game": ACTION_KEYS["per_game"],
    "may": Key(FLAG, "self is asked", default=False),
    "target": _PART_KEYS["target"],
    "do": Key(STEPS, "what is done", required=True),
}
REFERRED["trigger"] = Table(TRIGGER_KEYS, "a trigger as { event = …, do = … }")
TRIGGERS = ListOf(Ref("trigger"), 1, 4, what="triggers")

# --- cards ---
_EDGE = Alignment(named=False)
DOTS = Table(
    {
        name: Key(_EDGE, meaning)
        for name, meaning in {
            "top": "one end",
            "bottom": "the other end",
            "left": "one side",
            "right": "the other side",
            "ends": "both ends",
            "sides": "both sides",
        }.items()
    },
    'dots as { ends = "…", sides = "…" }',
)
EXPECTED_DOTS = "the alignments on its edges"
_LIST_OF_ALIGNMENTS = ListOf(Alignment(named=False), 1, 8, what="alignments")
PARTS = ("play", "while", "on", "action", "reaction", "drawn")
IN_FORCE = ("plot", "artifact", "character", "house_rule", "follower", "special")

_EVERY: Mapping[str, Key] = {
    "text": Key(Text(), "the printed rule"),
    "note": Key(Text(), "where it comes from"),
    "assumed": Key(Words(), "keys of this card that the book does not state"),
    "alternatives": Key(Anything(), "other values of keys that are assumed"),
}
_COUNT = Key(Whole(0, 99), "copies in the deck; 0: known, not in play", default=1)
_DEAL = Key(OneOf(("shuffled", "kept out", "one each")), "how it comes into play", default="shuffled")
_LASTS = Key(Whole(1, 99, ("turn", "round")), "how long it is in force")
REFERRED["play"] = Table(PLAY_KEYS, 'play as { target = "…", do = [ … ] }')
REFERRED["action"] = Table(ACTION_KEYS, 'action as { target = "…", do = [ … ] }')
REFERRED["reaction"] = Table(REACTION_KEYS, 'reaction as { cancels = "…" }')
REFERRED["drawn"] = Table(DRAWN_KEYS, "drawn as { do = [ … ] }")
_PLAY = Key(Ref("play"), "what playing it does")
_WHILE = Key(MODIFIERS, "modifiers while it is in force")
_ON = Key(TRIGGERS, "triggers while it is in force")
_ACTION = Key(Ref("action"), "an action it gives")
_REACTION = Key(Ref("reaction"), "what it cancels")
_DRAWN = Key(Ref("drawn"), "what is done when it is drawn")
_FORCE = {"while": _WHILE, "on": _ON}
_COMMON_CARD = {"count": _COUNT, "deal": _DEAL, "play": _PLAY, "drawn": _DRAWN}

KIND_KEYS: Mapping[str, Mapping[str, Key]] = {
    "follower": {
        **_EVERY,
        **_COMMON_CARD,
        **_FORCE,
        "dots": Key(DOTS, EXPECTED_DOTS, required=True),
        "level": Key(Whole(1, 3), "the number of different alignments on its dots (C2)"),
        "points": Key(Whole(0, 99), "what it is worth; its level where nothing is said"),
    },
    "microaggression": {
        **_EVERY,
        **_COMMON_CARD,
        "alignments": Key(_LIST_OF_ALIGNMENTS, "any one of which matches (C3)", required=True),
    },
    "virtue_signal": {
        **_EVERY,
        **_COMMON_CARD,
        "alignments": Key(_LIST_OF_ALIGNMENTS, "any one of which matches (C3)", required=True),
    },
    "plot": {
        **_EVERY,
        **_COMMON_CARD,
        **_FORCE,
        "action": _ACTION,
        "lasts": _LASTS,
        "excludes": Key(ListOf(Name("plot"), 0, 60, what="plots"), "plots removed when it is played (P2)"),
        "stays": Key(FLAG, "false: done, then discarded", default=True),
    },
    "special": {**_EVERY, **_COMMON_CARD, **_FORCE, "reaction": _REACTION, "lasts": _LASTS},
    "artifact": {
        **_EVERY,
        **_COMMON_CARD,
        **_FORCE,
        "action": _ACTION,
        "reaction": _REACTION,
        "lasts": _LASTS,
    },
    "character": {
        **_EVERY,
        **_FORCE,
        "gender": Key(OneOf(("male", "female", "chooses")), "male, female or chooses (C5)", required=True),
        "core": Key(
            ListOf(Alignment(named=False), 1, 4, what="alignments"), "the core alignments", required=True
        ),
        "dots": Key(DOTS, EXPECTED_DOTS),
        "action": _ACTION,
        "reaction": _REACTION,
    },
    "house_rule": {**_EVERY, **_FORCE, "action": _ACTION},
}


def groups() -> dict[str, tuple[str, int]]:
    """Groups of cards by name: kind and level (0: any)."""
    found = {f"all {kind.replace('_', ' ')}s": (kind, 0) for kind in KINDS}
    return found | {f"all level {level} followers": ("follower", level) for level in (1, 2, 3)}


GROUPS = groups()
FORBIDDEN_NAMES = frozenset({"this", "anything", "power", "reaction", *KINDS, *VERBS, *GROUPS})


# --- where each word stands, for messages ---
def _homes() -> dict[str, str]:
    """Each word of the language with the places where it may stand, told."""
    places: dict[str, list[str]] = {}
    tables = [(_kind_told(kind), keys) for kind, keys in KIND_KEYS.items()]
    tables += [('"play"', PLAY_KEYS), ('"action"', ACTION_KEYS), ('"reaction"', REACTION_KEYS)]
    tables += [('"drawn"', DRAWN_KEYS), ("a trigger", TRIGGER_KEYS)]
    tables += [("a step", keys) for keys in (STEP_KEYS, *VERB_KEYS.values())]
    tables += [("a modifier", keys) for keys in (MODIFIER_COMMON, *MODIFIER_KEYS.values())]
    for place, keys in tables:
        for name in keys:
            places.setdefault(name, [])
            places[name] += [place] * (place not in places[name])
    told = {name: f"a key of {_places_told(found)}" for name, found in places.items()}
    for heads, what in (
        (MODIFIER_VALUES, 'a modifier, it stands in "while"'),
        (VERBS, "a verb, it stands in a step"),
    ):
        told |= {name: f"{told[name]}, and {what}" if name in told else what for name in heads}
    return told | dict.fromkeys(EVENTS, 'an event, as in on = [{ event = "…", do = [ … ] }]')


def _kind_told(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind.replace('_', ' ')}"


def _places_told(places: list[str]) -> str:
    if places == [_kind_told(kind) for kind in KIND_KEYS]:
        return "every card"
    if places == [_kind_told(kind) for kind in CARD_KINDS]:
        return "every card but characters and house rules"
    return one_of(places)


HOMES.update(_homes())
