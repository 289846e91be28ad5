"""The verbs: `can` says whether one can do something to a player, VERBS does it (LANGUAGE section 2, RULES D)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tests.reference import claims, events
from tests.reference.context import Context
from tests.reference.game import Asking, Game, ask
from tests.reference.model import EVERYTHING, Step
from tests.reference.picks import Pick
from tests.reference.steal import places_left, stealable_sets, taking_order
from tests.reference.table import EVERYTHING_LEFT, TOKEN, Lying, PlotInPlay, Right
from tests.reference.words import count, fits_card, fits_follower
from vs_sim.vocabulary import Ask, Choose, Clear, Deed, Do, Into, Kind, Op

# --- what is common to verbs ---


def times(game: Game, step: Step, self_: int) -> int:
    """How often: the step's number, times a count of self (`per`)."""
    if step.n == EVERYTHING and step.op != Op.POINTS:
        return EVERYTHING_LEFT
    return step.n * (count(game, step.per, self_) if step.per is not None else 1)


def chooser(step: Step, self_: int, owner: int) -> int | None:
    """Who picks; None: the dice."""
    return {Choose.SELF: self_, Choose.OWNER: owner, Choose.RANDOM: None}[step.choose]


def regardless_rank(game: Game, step: Step) -> int | None:
    """The rank of the step's claim for, if it says `regardless`."""
    return game.deck.types[step.source].rank if step.regardless else None


def is_protected(
    game: Game, context: Context, step: Step, what: int, target: int, slot: int | None = None
) -> bool:
    """Whether a protection stands against the step."""
    regardless = regardless_rank(game, step)
    return claims.is_protected(game, what, context.self_, target, slot=slot, regardless=regardless)


def choose_one(game: Game, step: Step, what: Ask, who: int | None, picks: list[Pick]) -> Asking[Pick]:
    """One of some picks, by a player or by the dice; with `up_to` the player may stop."""
    if who is None:
        return picks[game.draws.index(len(picks))]
    stop = [Pick(Do.STOP)] if step.up_to else []
    return (yield from ask(game, what, who, picks + stop))


def like_once(game: Game, cards: list[int]) -> list[int]:
    """The lowest of each type among some cards (N2)."""
    lowest: dict[int, int] = {}
    for card in sorted(cards):
        lowest.setdefault(game.type_of(card).number, card)
    return list(lowest.values())


def choose_card(game: Game, step: Step, what: Ask, who: int | None, cards: list[int]) -> Asking[int | None]:
    """One of some cards; None: stopped. The dice look at every card, a player at like cards once."""
    listed = sorted(cards) if who is None else like_once(game, cards)
    pick = yield from choose_one(game, step, what, who, [Pick(Do.CARD, card=c) for c in listed])
    return None if pick.do == Do.STOP else pick.card


# --- whether it can ---


def can(game: Game, context: Context, step: Step, target: int) -> bool:
    """Whether the step could affect something of this player, no claim standing against it."""
    if step.op == Op.DRAW:
        by_right = regardless_rank(game, step)
        if not claims.may(game, Deed.DRAW, target, by_right=by_right):
            return False
    if step.op not in FOLLOWER_VERBS and is_protected(game, context, step, int(step.op), target):
        return False
    if step.op in ALWAYS:
        return True
    return most(game, context, step, target) > 0


def most(game: Game, context: Context, step: Step, target: int) -> int:
    """How many followers, cards or things of a player are there for the step."""
    if step.op in FOLLOWER_VERBS:
        return FOLLOWER_VERBS[step.op](game, context, step, target)
    if step.op == Op.DISCARD:
        return len(discardable(game, context, step, target))
    if step.op == Op.CLEAR:
        return len(clearable(game, step, target))
    if step.op == Op.LOOK:
        return len(game.players[target].hand if step.n == EVERYTHING else game.draw_pile)
    return EVERYTHING_LEFT


ALWAYS = {Op.DRAW, Op.MORE, Op.POINTS, Op.WIN, Op.ELIMINATE, Op.TAKE_TURN, Op.SWAP, Op.SKIP}


# --- destroy (D1 to D6) ---


def victims(game: Game, context: Context, step: Step, target: int) -> list[int]:
    """Slots of the followers that the step's verb could take now."""
    return [
        slot
        for slot in game.players[target].coalition.followers
        if fits_follower(game, step.filter, target, slot, hit=context.hit, this=context.card)
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
        slot = yield from choose_victim(game, context, step, target, slots)
        if slot is None:
            return
        events.destroy_follower(game, context.self_, target, slot)
        left -= 1


# --- steal (D2, D3) ---


def steal_sets(game: Game, context: Context, step: Step, target: int) -> list[tuple[int, ...]]:
    """Sets of slots that can be taken one after another and all be laid."""
    if target == context.self_:
        return []

    def takeable() -> list[int]:
        return victims(game, context, step, target)

    wanted = min(times(game, step, context.self_), 3)
    banned = banned_joins(game, context, step)
    return stealable_sets(game, context.self_, target, takeable, wanted, banned, smaller=step.up_to)


def banned_joins(game: Game, context: Context, step: Step) -> set[int]:
    """Alignments on whose dots self may lay nothing."""
    right = regardless_rank(game, step)
    every = range(len(game.deck.like))
    return {a for a in every if not claims.may(game, Deed.JOIN, context.self_, alignment=a, by_right=right)}


def steal(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """A set of followers comes to self's coalition, laid as self likes."""
    if step.a == 1:
        yield from steal_artifacts(game, context, step, target)
        return
    sets = steal_sets(game, context, step, target)
    picks = [Pick(Do.SET, seat=target, slot=s[0], slot2=s[1], slot3=s[2]) for s in map(_padded, sets)]
    pick = yield from choose_one(game, step, Ask.STEAL_SET, context.self_, picks)
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
        banned = banned_joins(game, context, step)
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


def artifacts_of(game: Game, step: Step, target: int) -> list[Lying]:
    """Artifacts with a player's character that the filter admits."""
    return [
        x
        for x in game.lying
        if x.seat == target and events.is_artifact(game, x) and fits_card(game, step.filter, x.card)
    ]


def steal_artifacts(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """Artifacts come to self's character."""
    left = times(game, step, context.self_)
    while left > 0 and (things := artifacts_of(game, step, target)):
        card = yield from choose_card(game, step, Ask.CARD, context.self_, [x.card for x in things])
        if card is None:
            return
        thing = next(x for x in things if x.card == card)
        thing.seat = context.self_
        events.check_win(game)
        left -= 1


def most_stolen(game: Game, context: Context, step: Step, target: int) -> int:
    """How many sets (or artifacts) there are to steal."""
    if step.a == 1:
        protected = is_protected(game, context, step, int(Op.STEAL), target)
        return 0 if protected or target == context.self_ else len(artifacts_of(game, step, target))
    return len(steal_sets(game, context, step, target))


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


# --- clear ---


def clearable(game: Game, step: Step, target: int) -> list[Pick]:
    """What the step could take away, as picks."""
    player = game.players[target]
    wanted = step.filter
    if step.a == Clear.MICROAGGRESSION:
        laid = player.coalition.followers
        return [
            Pick(Do.VICTIM, seat=target, slot=s)
            for s, x in laid.items()
            if x.inert and _under(game, step, x.card, x.over)
        ]
    if step.a == Clear.JOB:
        cards = [c for c in sorted(player.jobs) if fits_card(game, wanted, c)]
        tokens = player.job_tokens if not wanted.keys_written else 0
        return [Pick(Do.CARD, card=c) for c in cards] + [Pick(Do.CARD)] * tokens
    if step.a == Clear.PLOT:
        return [Pick(Do.CARD, card=plot.card) for plot in game.plots if fits_card(game, wanted, plot.card)]
    kind = Kind.ARTIFACT if step.a == Clear.ARTIFACT else Kind.SPECIAL
    things = [x for x in game.lying if x.seat == target and game.type_of(x.card).kind == kind]
    return [Pick(Do.CARD, card=x.card) for x in things if fits_card(game, wanted, x.card)]


def _under(game: Game, step: Step, follower: int, over: int | None) -> bool:
    """Whether what lies on a follower is of the alignment and card asked for; a token has the follower's alignments."""
    assert over is not None
    if over != TOKEN:
        return fits_card(game, step.filter, over)
    alignments = game.type_of(follower).alignments
    return step.filter.card < 0 and (not step.filter.alignments or bool(step.filter.alignments & alignments))


def clear(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """Microaggressions, Jobs, things lying with the character, or plots go to the discard pile."""
    left = times(game, step, context.self_)
    who = context.self_ if step.a == Clear.PLOT else chooser(step, context.self_, target)
    what = Ask.VICTIM if step.a == Clear.MICROAGGRESSION else Ask.CARD
    while left > 0 and (picks := clearable(game, step, target)):
        if left >= EVERYTHING_LEFT and what != Ask.VICTIM:
            pick = picks[0]
        else:
            pick = yield from choose_one(game, step, what, who, _like_things(game, picks))
        if pick.do == Do.STOP:
            return
        _clear_one(game, context, step, target, pick)
        left -= left < EVERYTHING_LEFT


def _like_things(game: Game, picks: list[Pick]) -> list[Pick]:
    """Like cards once; Job tokens after the cards."""
    cards = [p.card for p in picks if p.do == Do.CARD and p.card is not None]
    listed = set(like_once(game, cards))
    kept = [p for p in picks if p.do == Do.VICTIM or p.card in listed]
    return kept or picks[:1]


def _clear_one(game: Game, context: Context, step: Step, target: int, pick: Pick) -> None:
    player = game.players[target]
    if step.a == Clear.MICROAGGRESSION:
        events.make_live(game, context.self_, target, pick.slot)
    elif step.a == Clear.JOB and pick.card is None:
        player.job_tokens -= 1
    elif step.a == Clear.JOB:
        player.jobs.remove(pick.card)
        game.discard.add(pick.card)
    elif step.a == Clear.PLOT:
        events.end_plot(game, context.self_, _plot(game, pick.card))
    else:
        events.remove_lying(game, next(x for x in game.lying if x.card == pick.card))


def _plot(game: Game, card: int | None) -> PlotInPlay:
    return next(plot for plot in game.plots if plot.card == card)


# --- cards ---


def draw(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """N cards, or up to the hand size; the draw limit does not count."""
    yield from ()
    right = regardless_rank(game, step)
    left = times(game, step, context.self_)
    while left > 0 and claims.may(game, Deed.DRAW, target, by_right=right):
        full = len(game.players[target].hand) >= claims.hand_size(game, target)
        if (step.n == EVERYTHING and full) or not events.draw_card(game, target):
            return
        left -= 1


def discardable(game: Game, context: Context, step: Step, target: int) -> list[int]:
    """Cards of a hand that the filter admits."""
    return [c for c in sorted(game.players[target].hand) if fits_card(game, step.filter, c, context.card)]


def discard(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """From the target's hand, one card at a time."""
    left = times(game, step, context.self_)
    who = chooser(step, context.self_, target)
    what = Ask.COST if context.paying else Ask.CARD
    while left > 0 and (cards := discardable(game, context, step, target)):
        if step.n == EVERYTHING and not step.up_to:
            card = cards[0]
        else:
            chosen = yield from choose_card(game, step, what, who, cards)
            if chosen is None:
                return
            card = chosen
        events.leave_hand(game, context.self_, target, card, partial(put_into, game, card, Into(step.a)))
        left -= 1


def put_into(game: Game, card: int, into: Into) -> None:
    """A card goes to the discard pile, or to the draw pile: shuffled in, on top, or under it."""
    if into == Into.DRAW_PILE:
        game.shuffle_into_pile({card})
    elif into == Into.TOP:
        game.draw_pile.append(card)
    elif into == Into.BOTTOM:
        game.draw_pile.insert(0, card)
    else:
        game.discard.add(card)


def look(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """Self sees a hand or the next cards: nothing on the table changes (N1)."""
    del game, context, step, target
    yield from ()


# --- turns and the game ---


def more(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """Extra actions in this turn; outside that player's turn nothing."""
    yield from ()
    n = times(game, step, context.self_)
    if game.turn is None or game.turn.seat != target or n == 0:
        return
    game.orders += 1
    rank = game.deck.types[step.source].rank
    game.turn.extras.append(Right(step.filter, n, rank, game.orders))


def skip(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """X2: the card itself lies down as a Job, or so many tokens do."""
    yield from ()
    if step.a == 1 and not context.card_lies:
        game.players[target].jobs.add(context.card)
        context.card_lies = True
    else:
        game.players[target].job_tokens += times(game, step, context.self_)
    events.check_win(game)


def take_turn(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """X5: the target's turn is taken at once; on self, one more turn after this one."""
    from tests.reference.turns import taken_turn  # a turn is made of actions, and an action of verbs

    if target != context.self_:
        yield from taken_turn(game, context.self_, target, step.source)
    elif game.turn is not None and game.turn.seat == target:
        game.turn.another += 1


def points(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """Added to what the coalition is worth, for good."""
    yield from ()
    game.players[target].bonus += times(game, step, context.self_)
    events.check_win(game)


def eliminate(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """W6."""
    del step
    yield from ()
    events.eliminate(game, context.self_, target)


def win(game: Game, targets: list[int]) -> None:
    """Wins at once; several: W3."""
    if targets:
        events.win(game, targets)


def _count_victims(game: Game, context: Context, step: Step, target: int) -> int:
    return len(victims(game, context, step, target))


def _count_hittable(game: Game, context: Context, step: Step, target: int) -> int:
    return len(hittable(game, context, step, target))


FOLLOWER_VERBS: dict[Op, Callable[[Game, Context, Step, int], int]] = {
    Op.DESTROY: _count_victims,
    Op.STEAL: most_stolen,
    Op.MICROAGGRESS: _count_hittable,
}

VERBS: dict[Op, Callable[[Game, Context, Step, int], Asking[None]]] = {
    Op.DESTROY: destroy,
    Op.STEAL: steal,
    Op.MICROAGGRESS: microaggress,
    Op.CLEAR: clear,
    Op.DRAW: draw,
    Op.DISCARD: discard,
    Op.LOOK: look,
    Op.MORE: more,
    Op.SKIP: skip,
    Op.TAKE_TURN: take_turn,
    Op.POINTS: points,
    Op.ELIMINATE: eliminate,
}
