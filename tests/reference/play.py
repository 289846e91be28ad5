"""Carrying out one action: cost, reactions, what its kind does, its steps; then the triggers (RULES T7, M, V, P, X)."""

from __future__ import annotations

from dataclasses import replace

from tests.reference import claims, events, steps
from tests.reference.actions import Act, give_back
from tests.reference.context import Context
from tests.reference.force import is_in_force
from tests.reference.game import Asking, Game, ask, within
from tests.reference.geometry import lay_on
from tests.reference.model import Part
from tests.reference.picks import Pick
from tests.reference.reactions import Answerable, is_cancelled, move_to, use, used_up, verbs_of
from tests.reference.spreads import spread
from tests.reference.table import Right, Turn, Waiting
from tests.reference.words import conditions_hold
from vs_sim.cards.tables import Rule
from vs_sim.vocabulary import Ask, Deed, Do, Event, Into, Kind, Target


def perform(game: Game, turn: Turn, act: Act, right: Right | None) -> Asking[None]:
    """One action of a turn, and then the triggers it set off."""
    if act.deed == Deed.POWER:
        with within(game, act.card):
            yield from use_power(game, turn, act, right)
    else:
        assert act.kind is not None
        turn.tried.add(act.kind)
        game.take_from_hand(turn.seat, act.card)
        game.playing.append(act.card)
        events.check_win(game)
        with within(game, act.card):
            yield from play_card(game, turn, act, right)
        game.playing.pop()
    yield from do_triggers(game)


# --- cards ---


def play_card(game: Game, turn: Turn, act: Act, right: Right | None) -> Asking[None]:
    """Play a card that has left the hand: target, named alignment, cost; reactions; what its kind does; its steps."""
    seat, card, part = turn.seat, act.card, act.part
    assert act.kind is not None
    role = act.role or game.type_of(card)
    if role != game.type_of(card):
        game.roles[card] = role
    under = follower_of(game, act)
    target = act.at if act.kind in AIMED_BY_PICK else (yield from aim_further(game, seat, act))
    if part is not None:
        yield from announce(game, part, seat, card)

    def move(into: Into, reactor: int) -> None:
        game.roles.pop(card, None)
        move_to(game, card, into, owner=seat, reactor=reactor)

    aimed = tuple(dict.fromkeys(s for s in (act.at, target) if s is not None))
    action = Answerable(seat, card, aimed, verbs_of(role, part), move_card=move)
    if (part is None or part.cancellable) and (yield from is_cancelled(game, action)):
        refund(game, turn, right)
        return
    if lapses(game, act, under):
        move(Into.DISCARD_PILE, seat)
        return
    hit, stays = yield from do_what_its_kind_does(game, seat, act)
    if part is not None:
        context = play_context(game, seat, act, part, target)
        context.hit = hit
        yield from steps.do_part(game, context, part.do)
        stays |= context.card_lies
    if act.kind == Kind.SPECIAL and part is not None:
        game.last_special = role
    if not stays:
        game.discard.add(card)
    events.note(game, Event.CARD_PLAYED, seat, aimed[0] if aimed else seat, card=card)
    if not stays:
        game.roles.pop(card, None)


def follower_of(game: Game, act: Act) -> int | None:
    """The card on which a follower is laid, or at which a microaggression or signal is aimed."""
    seat = game.turns[-1].seat if act.kind == Kind.FOLLOWER else act.at
    if act.kind in AIMED_BY_PICK or seat is None:
        return None
    laid = game.players[seat].coalition.laid.get(act.pick.slot)
    return None if laid is None else laid.card


def lapses(game: Game, act: Act, under: int | None) -> bool:
    """Whether cost or reactions took away what a card needs: its player, its follower, its place, with whom it lies.

    A plot of which one came into play meanwhile is not played either (P1).
    """
    seat = game.turns[-1].seat
    if game.players[seat].out or follower_of(game, act) != under:
        return True
    if act.kind == Kind.FOLLOWER:
        pick = act.pick
        coalition = game.players[seat].coalition
        return lay_on(game.deck, coalition, act.card, pick.slot, pick.edge, pick.own) is None
    if act.kind in (Kind.MICROAGGRESSION, Kind.VIRTUE_SIGNAL):
        assert act.at is not None
        inert = game.players[act.at].coalition.laid[act.pick.slot].inert
        return inert == (act.kind == Kind.MICROAGGRESSION)
    if act.kind == Kind.PLOT:
        card_type = game.type_of(act.card)
        return card_type.stays and any(game.type_of(plot.card) == card_type for plot in game.plots)
    return act.at is not None and lies(game, act) and game.players[act.at].out


def lies(game: Game, act: Act) -> bool:
    """Whether a card comes to lie with a character."""
    return act.kind == Kind.ARTIFACT or (act.kind == Kind.SPECIAL and bool(game.role_of(act.card).lasts))


AIMED_BY_PICK = (Kind.PLOT, Kind.SPECIAL, Kind.ARTIFACT)


def aim_further(game: Game, seat: int, act: Act) -> Asking[int | None]:
    """The target of the `play` of a follower, microaggression or signal is chosen as it is played; None: there is none."""
    part = act.part
    if part is None or not part.is_personal or part.target in (Target.ACTOR, Target.AFFECTED):
        return None
    able = [
        at
        for at in steps.aims(game, part, seat)
        if at is not None
        and not claims.is_shielded(game, seat, at)
        and claims.may(game, act.deed, seat, card=act.card, at=at)
        and (not part.do or steps.rows_can(game, play_context(game, seat, act, part, at), part.do))
    ]
    if not able or not part.is_chosen:
        return able[0] if able else None
    pick = yield from ask(game, Ask.TARGET, seat, [Pick(Do.PLAYER, seat=at) for at in able])
    return pick.seat


def announce(game: Game, part: Part, seat: int, card: int) -> Asking[None]:
    """Self names an alignment, if the card asks for one, and pays its cost."""
    if part.names:
        picks = [Pick(Do.ALIGNMENT, aux=alignment) for alignment in game.deck.alignments]
        pick = yield from ask(game, Ask.ALIGNMENT, seat, picks)
        game.named[card] = pick.aux
    yield from steps.pay(game, part, seat, card)


def play_context(game: Game, seat: int, act: Act, part: Part, target: int | None) -> Context:
    """The context of the steps of a card's play."""
    actor, affected = seat, seat if act.at is None else act.at
    if part.target in (Target.ACTOR, Target.AFFECTED):
        target = affected if part.target == Target.AFFECTED else actor
    context = steps.part_context(game, part, seat, target, act.card)
    if target is None and part.is_personal:
        context.targets = []
    context.actor, context.affected, context.spread = actor, affected, spread
    return context


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
    if lies(game, act):
        events.add_lying(game, seat, seat if act.at is None else act.at, card)
        return None, True
    return None, False


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
    aimed = () if act.at is None else (act.at,)
    action = Answerable(seat, act.card, aimed, part.verbs, is_power=True)
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
    game.stop_runaway()
    queue = game.queue
    while queue:
        waiting = queue.popleft()
        self_ = waiting.actor if waiting.holder is None else waiting.holder
        there = waiting.leaving or is_in_force(game, waiting.card, waiting.holder, self_)
        if game.players[self_].out or not there:
            continue
        if not used_up(game, waiting.card, waiting.holder, waiting.part):
            yield from do_trigger(game, waiting, self_)


def do_trigger(game: Game, waiting: Waiting, self_: int) -> Asking[None]:
    """Do one trigger, if its `if` holds: self is asked (`may`), if there is anything to do; then its target is chosen."""
    part = waiting.part
    if not conditions_hold(game, part.conditions, self_):
        return
    context = Context(
        self_, waiting.card, part, actor=waiting.actor, affected=waiting.affected, hit=waiting.hit
    )
    context.targets = steps.seats_of(game, part.target, self_, waiting.actor, waiting.affected)
    with within(game, waiting.card):
        if part.is_chosen:
            context.targets = able_targets(game, context, part)
        elif part.is_personal and context.targets:
            context.target = context.targets[0]
        if part.may and not (yield from wants(game, context, part)):
            return
        use(game, waiting.card, waiting.holder, part)
        if part.is_chosen:
            if not context.targets:
                return
            picks = [Pick(Do.PLAYER, seat=s) for s in context.targets]
            pick = yield from ask(game, Ask.TARGET, self_, picks)
            assert pick.seat is not None
            context.targets, context.target = [pick.seat], pick.seat
        yield from steps.do_part(game, context, part.do)


def able_targets(game: Game, context: Context, part: Part) -> list[int]:
    """A trigger's target is chosen when it is done, of those to whom it can do something."""
    return [
        s
        for s in context.targets
        if steps.rows_can(game, replace(context, targets=[s], target=s), part.do)
        and not claims.is_shielded(game, context.self_, s)
    ]


def wants(game: Game, context: Context, part: Part) -> Asking[bool]:
    """`may`: self is asked, if there is anything to do."""
    if not steps.rows_can(game, context, part.do):
        return False
    pick = yield from ask(game, Ask.MAY, context.self_, [Pick(Do.YES), Pick(Do.NO)])
    return pick.do == Do.YES
