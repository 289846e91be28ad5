"""The verbs that take followers: destroy, steal, move, microaggress, and taking one into a hand (RULES D, M)."""

from __future__ import annotations

from copy import deepcopy
from functools import partial

from tests.reference import claims, events
from tests.reference.choosing import (
    choose_card,
    choose_one,
    chooser,
    is_protected,
    like_once,
    regardless_rank,
    times,
)
from tests.reference.context import Context
from tests.reference.game import Asking, Game, ask
from tests.reference.geometry import Place, likeness, place_of, places
from tests.reference.model import Step
from tests.reference.picks import Pick
from tests.reference.steal import places_left, stealable_sets, taking_order, without
from tests.reference.table import TOKEN, Lying
from tests.reference.words import fits_follower
from vs_sim.vocabulary import Ask, Deed, Do, Into


def victims(game: Game, context: Context, step: Step, target: int) -> list[int]:
    """Slots of the followers that the step's verb could take now."""
    return [
        slot
        for slot in game.players[target].coalition.followers
        if fits_follower(game, step.filter, target, slot, this=context.card, hit=context.hit)
        and not is_protected(game, context, step, int(step.op), target, slot)
    ]


def choose_victim(
    game: Game, context: Context, step: Step, target: int, slots: list[int]
) -> Asking[int | None]:
    """One follower of a player; None: stopped. The dice take them by card number."""
    who = chooser(step, context.self_, target)
    laid = game.players[target].coalition.laid
    ordered = sorted(slots, key=lambda slot: laid[slot].card)
    picks = [Pick(Do.VICTIM, seat=target, slot=slot) for slot in ordered]
    pick = yield from choose_one(game, step, Ask.VICTIM, who, picks)
    return None if pick.do == Do.STOP else pick.slot


def destroy(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """One after another, each exposing the next, as many as can (D3, D5)."""
    left = times(game, step, context.self_)
    if step.is_personal:
        left += claims.more_destroyed(game, context.self_)
    while left > 0 and (slots := victims(game, context, step, target)):
        offered = [slot for slot in slots if leaves_enough(game, context, step, slot, left - 1)]
        slot = yield from choose_victim(game, context, step, target, offered)
        if slot is None:
            return
        events.destroy_follower(game, context.self_, target, slot)
        left -= 1


def leaves_enough(game: Game, context: Context, step: Step, slot: int, left: int) -> bool:
    """Of a cost: whether the rest of it can be paid without an own follower and those that fall with it."""
    if context.leaves_enough is None:
        return True
    with without(game, context.self_, slot):
        return context.leaves_enough(step, left)


def most_in_a_row(game: Game, context: Context, steps: list[Step], target: int) -> int:
    """How many followers could go one after another by any of some steps, the outermost first."""
    slots = {slot for step in steps for slot in victims(game, context, step, target)}
    if not slots:
        return 0
    far = game.players[target].coalition.distances()
    with without(game, target, max(slots, key=lambda slot: far[slot])):
        return 1 + most_in_a_row(game, context, steps, target)


# --- steal (D2, D3) ---


def steal_sets(game: Game, context: Context, step: Step, target: int) -> list[tuple[int, ...]]:
    """Sets of slots that can be taken one after another and all be laid."""
    if target == context.self_:
        return []

    def takeable() -> list[int]:
        return victims(game, context, step, target)

    wanted = min(times(game, step, context.self_), 3)
    banned = partial(banned_joins, game, context.self_, regardless_rank(game, step))
    return stealable_sets(game, context.self_, target, takeable, wanted, banned, smaller=step.up_to)


def banned_joins(game: Game, seat: int, by_right: int | None, card: int) -> frozenset[int]:
    """Alignments on whose dots a card may not be laid in a player's coalition (`forbid = "join"`)."""
    every = game.deck.alignments
    return frozenset(
        a for a in every if not claims.may(game, Deed.JOIN, seat, card=card, alignment=a, by_right=by_right)
    )


def steal(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """A set of followers comes to self's coalition, laid as self likes."""
    if step.a == 1:
        yield from steal_artifacts(game, context, step, target)
        return
    laid = game.players[target].coalition.laid
    sets = steal_sets(game, context, step, target)
    sets.sort(key=lambda slots: sorted(laid[slot].card for slot in slots))
    picks = [Pick(Do.SET, seat=target, slot=s[0], slot2=s[1], slot3=s[2]) for s in map(_padded, sets)]
    who = chooser(step, context.self_, target)
    pick = yield from choose_one(game, step, Ask.STEAL_SET, who, picks)
    if pick.do == Do.STOP:
        return
    chosen = {slot for slot in (pick.slot, pick.slot2, pick.slot3) if slot}

    def takeable() -> list[int]:
        return victims(game, context, step, target)

    cards = [
        events.lift_follower(game, context.self_, target, slot)
        for slot in taking_order(game, target, takeable, chosen)
    ]
    yield from lay_stolen(game, context, step, cards)


def _padded(slots: tuple[int, ...]) -> tuple[int, ...]:
    return (*slots, 0, 0)[:3]


def lay_stolen(game: Game, context: Context, step: Step, cards: list[int]) -> Asking[None]:
    """Card and place in any order, one decision each; only those from which the rest can still be laid."""
    self_ = context.self_
    game.carried += cards
    while cards:
        banned = partial(banned_joins, game, self_, regardless_rank(game, step))
        found = places_left(game, self_, cards, like_once(game, cards), banned)
        if not found:
            game.discard |= set(cards)
            game.carried = [c for c in game.carried if c not in cards]
            return
        picks = {Pick(Do.PLACE, card=c, slot=p.slot, edge=p.edge, own=p.own): p for c, p in found}
        pick = yield from ask(game, Ask.STEAL_PLACE, self_, list(picks))
        assert pick.card is not None
        cards.remove(pick.card)
        game.carried.remove(pick.card)
        events.lay_follower(game, self_, pick.card, picks[pick])


def artifacts_of(game: Game, context: Context, step: Step, target: int) -> list[Lying]:
    """Artifacts with another's character; a follower filter says nothing of them."""
    del step
    if target == context.self_:
        return []
    return [x for x in game.lying if x.seat == target and events.is_artifact(game, x)]


def steal_artifacts(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """Artifacts come to self's character."""
    left = times(game, step, context.self_)
    who = chooser(step, context.self_, target)
    while left > 0 and (things := artifacts_of(game, context, step, target)):
        card = yield from choose_card(game, step, Ask.CARD, who, [x.card for x in things])
        if card is None:
            return
        events.move_lying(game, next(x for x in things if x.card == card), context.self_)
        left -= 1


# --- move ---


def other_places(game: Game, step: Step, seat: int, slot: int) -> list[Place]:
    """Other legal places of the same coalition for a follower of it, on cards that stay joined to the character."""
    deck, coalition = game.deck, game.players[seat].coalition
    present = likeness(deck, coalition.laid[slot].card, place_of(deck, coalition, slot))
    after = deepcopy(coalition)
    card = after.remove(slot).card
    found = places(
        deck, after, card, banned_joins(game, seat, regardless_rank(game, step), card), on=after.distances()
    )
    return [place for place in found if likeness(deck, card, place) != present]


def movable(game: Game, context: Context, step: Step, target: int) -> list[int]:
    """Slots of the followers that have another place."""
    return [slot for slot in victims(game, context, step, target) if other_places(game, step, target, slot)]


def move(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """So many different followers, each laid at another place; then orphans fall."""
    left = times(game, step, context.self_)
    laid = game.players[target].coalition.laid
    moved: set[int] = set()
    while left > 0:
        slots = [s for s in movable(game, context, step, target) if laid[s].card not in moved]
        if not slots:
            return
        slot = yield from choose_victim(game, context, step, target, slots)
        if slot is None:
            return
        moved.add(laid[slot].card)
        yield from move_one(game, context, step, target, slot)
        left -= 1


def move_one(game: Game, context: Context, step: Step, target: int, slot: int) -> Asking[None]:
    """The chooser lays a follower elsewhere; what lies on it goes along."""
    found = other_places(game, step, target, slot)
    card = game.players[target].coalition.laid[slot].card
    picks = [Pick(Do.PLACE, card=card, slot=p.slot, edge=p.edge, own=p.own) for p in found]
    who = chooser(step, context.self_, target)
    pick = (
        picks[game.draws.index(len(picks))]
        if who is None
        else (yield from ask(game, Ask.MOVE_PLACE, who, picks))
    )
    events.move_follower(game, context.self_, target, slot, found[picks.index(pick)])


# --- take from a coalition ---


def take_followers(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """Into self's hand or that of whose coalition it is, one after another, each exposing the next."""
    receiver = target if step.b == Into.OWNERS_HAND else context.self_
    left = times(game, step, context.self_)
    while left > 0 and (slots := victims(game, context, step, target)):
        slot = yield from choose_victim(game, context, step, target, slots)
        if slot is None:
            return
        events.take_follower(game, context.self_, target, slot, receiver)
        left -= 1


# --- microaggress (M1 to M3) ---


def hittable(game: Game, context: Context, step: Step, target: int) -> list[int]:
    """Followers that a microaggression of the verb may land on."""
    right = regardless_rank(game, step)
    if not claims.may(game, Deed.MICROAGGRESSION, context.self_, at=target, by_right=right):
        return []
    laid = game.players[target].coalition.laid
    return [slot for slot in victims(game, context, step, target) if not laid[slot].inert]


def microaggress(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """Followers become inert under a token."""
    left = times(game, step, context.self_)
    while left > 0 and (slots := hittable(game, context, step, target)):
        slot = yield from choose_victim(game, context, step, target, slots)
        if slot is None:
            return
        events.make_inert(game, context.self_, target, slot, TOKEN)
        left -= 1
