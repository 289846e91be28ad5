"""Reactions: who may answer an action, and what becomes of it (X1, LANGUAGE section 4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.reference import claims, events, steps
from tests.reference.context import Context
from tests.reference.force import is_silenced
from tests.reference.game import Asking, Game, ask, played_card_out
from tests.reference.hands import put_into
from tests.reference.model import CardType, Part
from tests.reference.picks import Pick
from vs_sim.vocabulary import Ask, Deed, Do, Event, Into, Kind, Op, Who

ANSWERED_VERBS_OF = {Kind.MICROAGGRESSION: frozenset({Op.MICROAGGRESS})}


@dataclass
class Answerable:
    """An action that can be answered: a play, a power, a leg of a spread, or a reaction.

    `aimed`: the player aimed at, whose follower it is, or whose action a reaction cancels. `move_card`: moves the card
    of the action where the reaction says; None where there is none to move (a power, a later leg).
    """

    actor: int
    card: int
    aimed: tuple[int, ...]
    verbs: frozenset[Op]
    is_power: bool = False
    is_reaction: bool = False
    move_card: Callable[[Into, int], None] | None = None


def is_cancelled(game: Game, action: Answerable) -> Asking[bool]:
    """Ask those who can answer, from the acting player's left; the first who reacts ends the asking."""
    for seat in game.from_left(action.actor):
        cards = reactions_of(game, seat, action)
        if not cards:
            continue
        picks = [Pick(Do.NO)] + [Pick(Do.REACT, card=c) for c in cards]
        pick = yield from ask(game, Ask.REACTION, seat, picks)
        if pick.do == Do.REACT:
            assert pick.card is not None
            return (yield from react(game, seat, pick.card, action))
    return False


def reactions_of(game: Game, seat: int, action: Answerable) -> list[int]:
    """Cards with which a seat may answer an action, like ones once."""
    controller = game.controller_of(seat)
    if controller is not None and controller != seat:  # X1: one's own turn is being taken
        return []
    found: dict[int, int] = {}
    for card in _reaction_cards(game, seat):
        if may_react(game, seat, card, action):
            found.setdefault(game.type_of(card).number, card)
    return list(found.values())


def is_stopped(game: Game, drawn: Answerable) -> Asking[bool]:
    """Who draws a card that names in its `cancels` the card just drawn may stop that; in a taken turn its controller may."""
    seat, number = drawn.actor, game.type_of(drawn.card).number
    found: dict[int, int] = {}
    for card in _reaction_cards(game, seat):
        part = game.type_of(card).reaction
        if part is not None and number in part.cancels_types and can_use(game, seat, card, part, seat):
            found.setdefault(game.type_of(card).number, card)
    if not found:
        return False
    picks = [Pick(Do.NO)] + [Pick(Do.REACT, card=card) for card in found.values()]
    pick = yield from ask(game, Ask.REACTION, seat, picks)
    if pick.do == Do.NO:
        return False
    assert pick.card is not None
    return (yield from react(game, seat, pick.card, drawn))


def _reaction_cards(game: Game, seat: int) -> list[int]:
    """The cards that a seat could react with: its hand, its character, its artifacts."""
    character = game.players[seat].character
    lasting = [] if character is None else [character]
    lasting += [x.card for x in game.lying if x.seat == seat and events.is_artifact(game, x)]
    return sorted(game.players[seat].hand) + [card for card in lasting if not is_silenced(game, card, seat)]


def may_react(game: Game, seat: int, card: int, action: Answerable) -> bool:
    """Whether a card may answer an action."""
    part = game.type_of(card).reaction
    return (
        part is not None
        and answers(game, part, seat, action)
        and can_use(game, seat, card, part, action.actor)
    )


def can_use(game: Game, seat: int, card: int, part: Part, at: int) -> bool:
    """Whether a reaction to what `at` did is at hand, allowed and can be paid. A special reacts from the hand, others lie."""
    in_hand = card in game.players[seat].hand
    is_special = game.type_of(card).kind == Kind.SPECIAL
    if in_hand != is_special or (not in_hand and used_up(game, card, seat, part)):
        return False
    if not claims.may(game, Deed.REACTION, seat, card=card, at=at):
        return False
    with played_card_out(game, seat, card):
        return steps.part_conditions_hold(game, part, seat) and steps.cost_possible(game, part, seat, card)


def answers(game: Game, part: Part, seat: int, action: Answerable) -> bool:
    """Whether a reaction is for this kind of action and for one aimed so."""
    if part.answers == Who.SELF and seat not in action.aimed:
        return False
    card_type = game.role_of(action.card)
    if action.is_reaction:
        return part.cancels_reaction or card_type.number in part.cancels_types
    by_kind = part.cancels_power if action.is_power else card_type.kind in part.cancels_kinds
    return by_kind or bool(part.cancels_verbs & action.verbs) or card_type.number in part.cancels_types


def verbs_of(card_type: CardType, part: Part | None) -> frozenset[Op]:
    """Verbs that an action consists of; a microaggression card is the verb too."""
    own = part.verbs if part is not None else frozenset[Op]()
    return own | ANSWERED_VERBS_OF.get(card_type.kind, frozenset())


def react(game: Game, seat: int, card: int, action: Answerable) -> Asking[bool]:
    """React with a card, which may itself be answered; returns whether the action is cancelled."""
    part = game.type_of(card).reaction
    assert part is not None
    if card in game.players[seat].hand:
        game.take_from_hand(seat, card)
        game.discard.add(card)
        events.check_win(game)
    else:
        use(game, card, seat, part)
    yield from steps.pay(game, part, seat, card)

    def move(into: Into, reactor: int) -> None:
        if card in game.discard:
            game.discard.remove(card)
            move_to(game, card, into, owner=seat, reactor=reactor)

    reaction = Answerable(seat, card, (action.actor,), frozenset(), is_reaction=True, move_card=move)
    events.note(game, Event.REACTION_PLAYED, seat, action.actor, card=card)
    events.check_win(game)
    if (yield from is_cancelled(game, reaction)):
        return False
    if action.move_card is not None:
        action.move_card(part.into, seat)
        events.check_win(game)
    affected = action.aimed[0] if action.aimed else action.actor
    context = Context(seat, card, part, [seat], actor=action.actor, affected=affected)
    yield from steps.do_part(game, context, part.do)
    return True


def move_to(game: Game, card: int, into: Into, *, owner: int, reactor: int) -> None:
    """A cancelled card goes where the reaction says."""
    if into == Into.HAND:
        game.put_in_hand(reactor, card)
    elif into == Into.OWNERS_HAND:
        game.put_in_hand(owner, card)
    else:
        put_into(game, card, into)


# --- so often in a turn and in a game ---


def used_up(game: Game, card: int, holder: int | None, part: Part) -> bool:
    """Whether `per_turn` or `per_game` of a part of a card in force is used up."""
    key = (card, holder, part.number)
    in_turn = game.turn.used[key] if game.turn is not None else 0
    spent_turn = bool(part.per_turn) and in_turn >= part.per_turn
    return spent_turn or (bool(part.per_game) and game.game_used[key] >= part.per_game)


def use(game: Game, card: int, holder: int | None, part: Part) -> None:
    """Count one use."""
    key = (card, holder, part.number)
    if game.turn is not None:
        game.turn.used[key] += 1
    game.game_used[key] += 1
