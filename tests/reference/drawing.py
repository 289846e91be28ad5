"""Drawing a card, and cards that do something when they are drawn (T4, LANGUAGE section 1)."""

from __future__ import annotations

from enum import Enum, auto

from tests.reference import events, steps
from tests.reference.context import Context
from tests.reference.game import Asking, Game, within
from tests.reference.model import Part
from tests.reference.reactions import Answerable, is_stopped, move_to
from vs_sim.vocabulary import Event, Into


class Drawn(Enum):
    """What came of drawing."""

    NOTHING = auto()  # no card was to be had
    KEPT = auto()
    GONE = auto()  # it did something and was not kept


def draw_card(game: Game, seat: int) -> Asking[Drawn]:
    """T4: draw one card; one with `drawn` does its steps at once to who draws it, unless that player stops it."""
    card = game.take_top()
    if card is None:
        return Drawn.NOTHING
    part = game.type_of(card).drawn
    keeps = part is None or part.keep
    if keeps:
        game.put_in_hand(seat, card)
    else:
        game.carried.append(card)
    events.note(game, Event.CARD_DRAWN, seat, seat, card=card)
    events.check_win(game)
    if part is None:
        return Drawn.KEPT
    with within(game, card):
        yield from do_drawn(game, seat, card, part)
    return Drawn.KEPT if card in game.players[seat].hand else Drawn.GONE


def do_drawn(game: Game, seat: int, card: int, part: Part) -> Asking[None]:
    """The steps of a card just drawn, unless who drew it stops it; then it goes where the reaction says."""
    game.count_effect(part.type)

    def away() -> None:
        if card in game.carried:
            game.carried.remove(card)
        elif card in game.players[seat].hand:
            game.take_from_hand(seat, card)
        else:
            game.discard.remove(card)  # the hand was full

    def move(into: Into, reactor: int) -> None:
        away()
        move_to(game, card, into, owner=seat, reactor=reactor)

    drawn = Answerable(seat, card, (seat,), frozenset(), move_card=move)
    if (yield from is_stopped(game, drawn)):
        events.check_win(game)
        return
    context = Context(seat, card, part, steps.seats_of(game, part.target, seat, None, None))
    yield from steps.do_part(game, context, part.do)
    if card in game.carried:
        game.carried.remove(card)
        game.discard.add(card)
        events.check_win(game)
