"""The verbs of hands and piles: draw, discard, take, give, swap, look (LANGUAGE section 2)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tests.reference import claims, events
from tests.reference.choosing import choose_card, choose_one, chooser, regardless_rank, times
from tests.reference.context import Context
from tests.reference.followers import take_followers
from tests.reference.game import Asking, Game, played_card_out
from tests.reference.model import EVERYTHING, Step
from tests.reference.picks import Pick
from tests.reference.words import fits_card
from vs_sim.vocabulary import Ask, Choose, Deed, Do, From, Into, Target

# --- draw ---


def draw(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """N cards, or up to the hand size; the draw limit does not count."""
    from tests.reference.drawing import Drawn, draw_card  # a card drawn may itself do steps

    right = regardless_rank(game, step)
    who = chooser(step, context.self_, target)
    asks = step.up_to and who is not None  # the dice do not stop
    left = times(game, step, context.self_)
    player = game.players[target]
    while (
        left > 0
        and not player.out
        and game.can_draw()
        and claims.may(game, Deed.DRAW, target, by_right=right)
    ):
        if step.n == EVERYTHING and len(player.hand) >= claims.hand_size(game, target):
            return
        pick = yield from choose_one(game, step, Ask.MAY, who, [Pick(Do.YES)]) if asks else _yes()
        if pick.do == Do.STOP or (yield from draw_card(game, target)) == Drawn.NOTHING:
            return
        left -= 1


def _yes() -> Asking[Pick]:
    """Nobody is asked."""
    yield from ()
    return Pick(Do.YES)


# --- cards that change their place ---


def cards_of_hand(game: Game, context: Context, step: Step, seat: int) -> list[int]:
    """Cards of a hand that the filter admits."""
    return [c for c in sorted(game.players[seat].hand) if fits_card(game, step.filter, c, context.card)]


def card_by_card(
    game: Game, context: Context, step: Step, who: int | None, pool: list[int], move: Callable[[int], None]
) -> Asking[None]:
    """Move so many cards of a pool, one at a time; with `"all"` there is nothing to choose."""
    what = Ask.CARD if context.leaves_enough is None else Ask.COST
    everything = step.n == EVERYTHING and not step.up_to
    left = times(game, step, context.self_)
    while pool and left > 0:
        offered = [c for c in pool if leaves_enough(game, context, step, c, left - 1)]
        card = pool[0] if everything else (yield from choose_card(game, step, what, who, offered))
        if card is None:
            return
        pool.remove(card)
        move(card)
        left -= 1


def leaves_enough(game: Game, context: Context, step: Step, card: int, left: int) -> bool:
    """Of a cost: whether the rest of it can be paid without a card of the hand."""
    if context.leaves_enough is None:
        return True
    with played_card_out(game, context.self_, card):
        return context.leaves_enough(step, left)


def see_first(game: Game, context: Context, step: Step, target: int) -> None:
    """Self sees the hand from which it chooses (N1)."""
    if step.choose == Choose.SELF and target != context.self_:
        game.show_hand(context.self_, target)


def discardable(game: Game, context: Context, step: Step, target: int) -> list[int]:
    """Cards of the target's hand that the filter admits."""
    return cards_of_hand(game, context, step, target)


def discard(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """From the target's hand, one card at a time."""
    see_first(game, context, step, target)

    def move(card: int) -> None:
        put = partial(put_into, game, card, Into(step.a))
        events.leave_hand(game, context.self_, target, card, put)

    who = chooser(step, context.self_, target)
    yield from card_by_card(game, context, step, who, discardable(game, context, step, target), move)


def put_into(game: Game, card: int, into: Into) -> None:
    """A card goes to the discard pile, or to the draw pile: shuffled in, on top, or under it."""
    if into == Into.DRAW_PILE:
        game.shuffle_into_pile({card})
    elif into == Into.TOP:
        game.draw_pile.append(card)
        game.forget_pile()
    elif into == Into.BOTTOM:
        game.draw_pile.insert(0, card)
    else:
        game.discard.add(card)


def receiver_of(context: Context, step: Step, target: int) -> int:
    """Into whose hand cards are taken."""
    return target if step.b == Into.OWNERS_HAND else context.self_


def takeable(game: Game, context: Context, step: Step, target: int) -> list[int]:
    """Cards of a hand or pile that can be taken into another place."""
    if step.a == From.HAND:
        own = receiver_of(context, step, target) == target
        return [] if own else cards_of_hand(game, context, step, target)
    pile = game.discard if step.a == From.DISCARD_PILE else game.draw_pile
    return [c for c in sorted(pile) if fits_card(game, step.filter, c, context.card)]


def take(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """Into self's hand or the target's, from a hand, a pile or a coalition; a searched draw pile is shuffled."""
    if step.a == From.COALITION:
        yield from take_followers(game, context, step, target)
        return
    receiver = receiver_of(context, step, target)

    def move(card: int) -> None:
        if step.a == From.HAND:
            game.take_from_hand(target, card)
        elif step.a == From.DISCARD_PILE:
            game.discard.remove(card)
        else:
            game.draw_pile.remove(card)
        game.put_in_hand(receiver, card)
        events.check_win(game)

    if step.a == From.HAND:
        see_first(game, context, step, target)
    who = chooser(step, context.self_, target)
    yield from card_by_card(game, context, step, who, takeable(game, context, step, target), move)
    if step.a == From.DRAW_PILE:
        game.shuffle_into_pile(set())


def giveable(game: Game, context: Context, step: Step, target: int) -> list[int]:
    """Cards of self's hand that can be given to another."""
    return [] if target == context.self_ else cards_of_hand(game, context, step, context.self_)


def give(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """From self's hand to the target's."""

    def move(card: int) -> None:
        game.take_from_hand(context.self_, card)
        game.put_in_hand(target, card)
        events.check_win(game)

    who = chooser(step, context.self_, context.self_)
    yield from card_by_card(game, context, step, who, giveable(game, context, step, target), move)


def swap(game: Game, context: Context, step: Step, targets: list[int]) -> None:
    """Personal: hands are exchanged with self. Global: each hand goes to the next of the targets (`others`: and self)."""
    word = context.part.target if step.target == Target.PART else step.target
    narrowed = step.target == Target.PART and context.target is not None
    if word in (Target.OTHERS, Target.EVERYONE) and not narrowed:
        rings = [targets + ([context.self_] if word == Target.OTHERS else [])]
    else:
        rings = [[target, context.self_] for target in targets if target != context.self_]
    for ring in rings:
        if len(ring) < 2:
            continue  # it goes nowhere, so who knows it knows it still
        hands = [game.players[seat].hand for seat in ring]
        for seat, hand in zip(ring, hands[-1:] + hands[:-1], strict=True):
            game.players[seat].hand = hand
        game.forget(set[int]().union(*hands))
        events.check_win(game)


def look(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """Self sees a hand or the next cards of the draw pile, and may remember them (N1)."""
    yield from ()
    if step.n == EVERYTHING:
        game.show_hand(context.self_, target)
    else:
        game.show_top(context.self_, times(game, step, context.self_))
