"""Carrying out one action: cost, reactions, what its kind does, its steps; then the triggers (RULES T7, M, V, P, X)."""

from __future__ import annotations

from tests.reference import claims, events, steps
from tests.reference.actions import Act, give_back
from tests.reference.context import Context
from tests.reference.game import Asking, Game, ask
from tests.reference.geometry import lay_on
from tests.reference.model import Part
from tests.reference.picks import Pick
from tests.reference.reactions import Answerable, is_cancelled, move_to, use, used_up, verbs_of
from tests.reference.spreads import spread
from tests.reference.table import Right, Turn, Waiting
from tests.reference.words import conditions_hold
from vs_sim.cards.tables import Rule
from vs_sim.vocabulary import Ask, Deed, Do, Event, Into, Kind, Target

MOST_WITHIN = 32  # W5: actions within each other


def perform(game: Game, turn: Turn, act: Act, right: Right | None) -> Asking[None]:
    """One action of a turn, and then the triggers it set off."""
    enter(game, act.card)
    if act.deed == Deed.POWER:
        yield from use_power(game, turn, act, right)
    else:
        yield from play_card(game, turn, act, right)
    game.within -= 1
    yield from do_triggers(game)


def enter(game: Game, card: int) -> None:
    """W5: more than 32 actions within each other are a runaway."""
    game.within += 1
    if game.within > MOST_WITHIN:
        game.run_away(game.type_of(card).number)


# --- cards ---


def play_card(game: Game, turn: Turn, act: Act, right: Right | None) -> Asking[None]:
    """Play a card from the hand."""
    seat, card = turn.seat, act.card
    assert act.kind is not None
    turn.tried.add(act.kind)
    game.players[seat].hand.remove(card)
    if act.part is not None:
        yield from steps.pay(game, act.part, seat, card)

    def move(into: Into, reactor: int) -> None:
        move_to(game, card, into, owner=seat, reactor=reactor)

    verbs = verbs_of(game.type_of(card), act.part)
    action = Answerable(seat, card, act.at, verbs, move_card=move)
    if (act.part is None or act.part.cancellable) and (yield from is_cancelled(game, action)):
        refund(game, turn, right)
        return
    hit, stays = yield from do_what_its_kind_does(game, seat, act)
    lies = yield from do_play(game, seat, act, hit)
    if not stays and not lies:
        game.discard.add(card)
    at = seat if act.at is None else act.at
    events.note(game, Event.CARD_PLAYED, seat, at, card=card)


def refund(game: Game, turn: Turn, right: Right | None) -> None:
    """X1: the cancelled player's action is spent, unless the house rule gives it back."""
    if game.deck.rule(Rule.CANCEL_REFUNDS_ACTION):
        give_back(turn, right)


def do_what_its_kind_does(game: Game, seat: int, act: Act) -> Asking[tuple[int | None, bool]]:
    """Join, land, remove, lie down. Returns the follower's card and whether the played card has its place."""
    pick, card = act.pick, act.card
    if act.kind == Kind.FOLLOWER:
        place = lay_on(game.deck, game.players[seat].coalition, card, pick.slot, pick.edge, pick.own)
        assert place is not None
        events.lay_follower(game, seat, card, place)
        return card, True
    if act.kind in (Kind.MICROAGGRESSION, Kind.VIRTUE_SIGNAL):
        assert pick.seat is not None
        hit = game.players[pick.seat].coalition.laid[pick.slot].card
        if act.kind == Kind.MICROAGGRESSION:
            events.make_inert(game, seat, pick.seat, pick.slot, card)
        else:
            game.discard.add(card)  # V1: both cards are discarded
            events.make_live(game, seat, pick.seat, pick.slot)
        return hit, True
    if act.kind == Kind.PLOT and game.type_of(card).stays:
        yield from lay_plot(game, seat, card)
        return None, True
    if act.kind == Kind.ARTIFACT:
        events.add_lying(game, seat, seat if act.at is None else act.at, card)
        return None, True
    return None, False


def do_play(game: Game, seat: int, act: Act, hit: int | None) -> Asking[bool]:
    """The steps of a card's play. Returns whether the card came to lie as a Job."""
    if act.part is None:
        return False
    context = steps.part_context(game, act.part, seat, act.at, act.card)
    context.actor, context.affected = seat, seat if act.at is None else act.at
    if act.part.target in (Target.ACTOR, Target.AFFECTED):
        context.targets = steps.seats_of(game, act.part.target, seat, context.actor, context.affected)
    context.hit, context.spread = hit, spread
    yield from steps.do_part(game, context, act.part.do)
    return context.card_lies


def lay_plot(game: Game, seat: int, card: int) -> Asking[None]:
    """P1, P2: what it excludes goes first; with the table full the player chooses which to replace."""
    for plot in [p for p in game.plots if game.type_of(p.card).number in game.type_of(card).excludes]:
        events.end_plot(game, seat, plot)
    while game.plots and len(game.plots) >= claims.max_plots(game):
        picks = [Pick(Do.CARD, card=plot.card) for plot in game.plots]
        pick = yield from ask(game, Ask.REPLACE, seat, picks)
        events.end_plot(game, seat, next(p for p in game.plots if p.card == pick.card))
    events.add_plot(game, seat, card)


# --- powers ---


def use_power(game: Game, turn: Turn, act: Act, right: Right | None) -> Asking[None]:
    """Use a power in place of an action."""
    seat, part = turn.seat, act.part
    assert part is not None
    use(game, act.card, act.holder, part)
    yield from steps.pay(game, part, seat, act.card)
    action = Answerable(seat, act.card, act.at, part.verbs, is_power=True)
    if part.cancellable and (yield from is_cancelled(game, action)):
        refund(game, turn, right)
    else:
        context = steps.part_context(game, part, seat, act.at, act.card)
        yield from steps.do_part(game, context, part.do)
    if part.uses_up:
        for thing in [x for x in game.lying if x.card == act.card]:
            events.remove_lying(game, thing)


# --- triggers ---


def do_triggers(game: Game) -> Asking[None]:
    """Do what was heard, in order; what that sets off comes behind."""
    queue = game.queue
    while queue:
        waiting = queue.popleft()
        self_ = waiting.actor if waiting.holder is None else waiting.holder
        if game.players[self_].out or not (waiting.leaving or game.is_in_force(waiting.card, waiting.holder)):
            continue
        if not used_up(game, waiting.card, waiting.holder, waiting.part):
            yield from do_trigger(game, waiting, self_)


def do_trigger(game: Game, waiting: Waiting, self_: int) -> Asking[None]:
    """Do one trigger, if its `if` holds."""
    part = waiting.part
    if not conditions_hold(game, part.conditions, self_):
        return
    context = Context(
        self_, waiting.card, part, actor=waiting.actor, affected=waiting.affected, hit=waiting.hit
    )
    context.targets = steps.seats_of(game, part.target, self_, waiting.actor, waiting.affected)
    if part.is_chosen:
        target = yield from choose_target(game, context, part)
        if target is None:
            return
        context.targets = [target]
    if part.is_personal and context.targets:
        context.target = context.targets[0]
    if part.may and not (yield from wants(game, context, part)):
        return
    use(game, waiting.card, waiting.holder, part)
    enter(game, waiting.card)
    yield from steps.do_part(game, context, part.do)
    game.within -= 1


def choose_target(game: Game, context: Context, part: Part) -> Asking[int | None]:
    """A trigger's target is chosen when it is done, of those to whom it can do something."""
    able = [
        s
        for s in context.targets
        if steps.part_can(game, part, context.self_, s, context.card)
        and not claims.is_shielded(game, context.self_, s)
    ]
    if not able:
        return None
    pick = yield from ask(game, Ask.TARGET, context.self_, [Pick(Do.PLAYER, seat=s) for s in able])
    return pick.seat


def wants(game: Game, context: Context, part: Part) -> Asking[bool]:
    """`may`: self is asked, if there is anything to do."""
    if not steps.rows_can(game, context, part.do):
        return False
    pick = yield from ask(game, Ask.MAY, context.self_, [Pick(Do.YES), Pick(Do.NO)])
    return pick.do == Do.YES
