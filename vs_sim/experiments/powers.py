"""What characters can do, and whether the players do it: how often each power was to be had, and was used.

Seen are the decisions of a run, played again one by one: powers to be activated, questions whether to do what a trigger
offers, further actions that it gave, and reactions. What a character says as long as it sits there needs no use.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from vs_sim.cards.tables import Part, Step
from vs_sim.experiments.replay import open_game
from vs_sim.vocabulary import Ask, Choice, Do, Filter, Op

if TYPE_CHECKING:
    from vs_sim.engine.trace import Stepper
    from vs_sim.experiments.plan import Plan

WAYS = ("power", "offer", "further action", "reaction")
Key = tuple[str, str]  # character, way


def power_rows(plan: Plan, games: int) -> list[dict[str, Any]]:
    """One row a character and way to use it: `character`, `way`, decisions `available`, `used`, `games` in which used."""
    table = plan.deck.tables[0]
    ways = {key: [0, 0, 0] for key in _ways(plan.deck)}
    for game in range(min(games, plan.games)):
        stepper = open_game(plan, game)
        used: Counter[Key] = Counter()
        while stepper.running:
            choices = stepper.choices
            taken = choices[stepper.pick()]
            offered = _offered(plan.deck, table, stepper, choices, taken)
            offered += _further(plan.deck, table, stepper, taken)
            stepper.take(taken)
            for key, was_used in offered:
                if key in ways:
                    ways[key][0] += 1
                    ways[key][1] += was_used
                    used[key] += was_used
        for key in used:
            ways[key][2] += used[key] > 0
    names = ("available", "used", "games")
    return [
        {"character": key[0], "way": key[1], **dict(zip(names, counts, strict=True))}
        for key, counts in ways.items()
    ]


def _ways(deck: Any) -> list[Key]:
    """What each character of the deck can do, by its tables."""
    table = deck.tables[0]
    found: list[Key] = []
    for card in table.character_card[: int(table.n_characters)]:
        ty = int(table.card_type[card])
        parts = range(int(table.trigger_first[ty]), int(table.trigger_first[ty] + table.trigger_n[ty]))
        has = (
            int(table.action[ty]) >= 0,
            any(table.part[part, Part.MAY] for part in parts),
            bool(_filters(table, ty)),
            int(table.reaction[ty]) >= 0,
        )
        found += [(deck.names[ty], way) for way, there in zip(WAYS, has, strict=True) if there]
    return list(dict.fromkeys(found))


def _filters(table: Any, ty: int) -> set[int]:
    """The card filters of the further actions that the triggers of a type give."""
    found: set[int] = set()
    for part in range(int(table.trigger_first[ty]), int(table.trigger_first[ty] + table.trigger_n[ty])):
        first = int(table.part[part, Part.DO_FIRST])
        for row in range(first, first + int(table.part[part, Part.DO_N])):
            if table.step[row, Step.OP] == Op.MORE:
                found.add(int(table.step[row, Step.FILTER]))
    return found


def _offered(
    deck: Any, table: Any, stepper: Stepper, choices: list[int], taken: int
) -> list[tuple[Key, bool]]:
    """Powers, offers and reactions of characters among the choices, each with whether it was taken."""
    g = stepper.game
    own = deck.names[int(table.card_type[g.character[g.ask_seat]])] if g.ask != Ask.CHARACTER else ""
    kinds = {choice & 63 for choice in choices}
    found: list[tuple[Key, bool]] = []
    if Do.POWER in kinds:
        found.append(((own, "power"), taken & 63 == Do.POWER))
    if Do.YES in kinds and g.depth > 0:
        card = int(g.f_card[int(g.depth) - 1]) - 1
        if card >= 0:
            name = deck.names[int(table.card_type[card])]
            found.append(((name, "offer"), taken & 63 == Do.YES))
    reacting = [choice for choice in choices if choice & 63 == Do.REACT]
    cards = {(choice >> Choice.CARD & 1023) - 1 for choice in reacting}
    for card in sorted(cards):
        name = deck.names[int(table.card_type[card])]
        found.append(
            ((name, "reaction"), taken & 63 == Do.REACT and (taken >> Choice.CARD & 1023) - 1 == card)
        )
    return found


def _further(deck: Any, table: Any, stepper: Stepper, taken: int) -> list[tuple[Key, bool]]:
    """Further actions of the character's own that are open at an action, and whether the card played is of their kind."""
    g = stepper.game
    if g.ask != Ask.ACTION:
        return []
    first = int(g.f_extra[int(g.turn_frame)])
    ty = int(table.card_type[g.character[g.ask_seat]])
    own = _filters(table, ty)
    card = (taken >> Choice.CARD & 1023) - 1
    kind = int(table.kind[table.card_type[card]]) if card >= 0 else -1
    found: list[tuple[Key, bool]] = []
    for k in range(first, int(g.n_extra)):
        asked = int(g.extra_filter[k])
        if g.extra_n[k] != 0 and asked in own:
            kinds = asked >> Filter.KINDS & 255
            acts = taken & 63 not in (Do.STOP, Do.PASS, Do.DISCARD)
            fits = acts and (kinds == 0 or (kind >= 0 and bool(kinds >> kind & 1)))
            found.append(((deck.names[ty], "further action"), fits))
    return found[:1]
