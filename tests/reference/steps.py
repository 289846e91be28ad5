"""Parts and their steps: whom they are done to, whether they can do anything, and doing them (LANGUAGE section 2)."""

from __future__ import annotations

from collections.abc import Iterator

from tests.reference import verbs
from tests.reference.context import Context
from tests.reference.game import Asking, Game, ask
from tests.reference.model import Part, Step
from tests.reference.picks import Pick
from tests.reference.words import conditions_hold, holds
from vs_sim.vocabulary import Ask, Do, Op, Target

DONE_TO_ALL_AT_ONCE = {Op.WIN}  # several win at once (W3)


# --- doing a part ---


def do_part(game: Game, context: Context, rows: range) -> Asking[None]:
    """Do the steps of some rows in order; one that cannot is passed over."""
    row = rows.start
    while row < rows.stop and not game.players[context.self_].out:
        step = game.deck.steps[row]
        row = yield from _do_row(game, context, step)


def _do_row(game: Game, context: Context, step: Step) -> Asking[int]:
    """Do one row; returns the row to go on with."""
    if step.op == Op.IF:
        met = holds(game, step.only, context.self_, context.self_)
        return step.row + 1 if met else step.a
    if step.op == Op.CHANCE:
        return step.row + 1 if game.draws.index(100) < step.n else step.a
    if step.op == Op.EITHER:
        yield from _do_either(game, context, step)
        return step.a
    yield from _do_step(game, context, step)
    return step.row + 1


def _do_either(game: Game, context: Context, step: Step) -> Asking[None]:
    """One of the options that can do something is done."""
    options = [game.deck.steps[step.row + 1 + k] for k in range(step.n)]
    possible = [k for k, o in enumerate(options) if rows_can(game, context, range(o.a, o.b))]
    if not possible:
        return
    chooser = context.target if context.target is not None else context.self_
    chooser = verbs.chooser(step, context.self_, chooser)
    if chooser is None:
        chosen = possible[game.draws.index(len(possible))]
    else:
        pick = yield from ask(game, Ask.OPTION, chooser, [Pick(Do.OPTION, aux=k) for k in possible])
        chosen = pick.aux
    yield from do_part(game, context, range(options[chosen].a, options[chosen].b))


def _do_step(game: Game, context: Context, step: Step) -> Asking[None]:
    if step.may:
        if not step_can(game, context, step):
            return
        pick = yield from ask(game, Ask.MAY, context.self_, [Pick(Do.YES), Pick(Do.NO)])
        if pick.do == Do.NO:
            return
    targets = yield from _targets(game, context, step)
    if step.op in DONE_TO_ALL_AT_ONCE:
        verbs.win(game, targets)
    if step.spreads:
        targets = yield from context.spread(game, context)
    for target in targets:
        if game.players[target].out or game.players[context.self_].out:
            continue
        if not verbs.can(game, context, step, target):
            continue
        game.count_effect(step.source)
        yield from verbs.VERBS[step.op](game, context, step, target)


def _targets(game: Game, context: Context, step: Step) -> Asking[list[int]]:
    """Whom a step is done to, in order; `only` is looked at once, as it begins."""
    if step.target in (Target.OPPONENT, Target.PLAYER):
        able = _able(game, context, step)
        if not able:
            return []
        pick = yield from ask(game, Ask.TARGET, context.self_, [Pick(Do.PLAYER, seat=s) for s in able])
        assert pick.seat is not None
        return [pick.seat]
    return [s for s in candidates(game, context, step) if holds(game, step.only, s, context.self_)]


# --- whom ---


def seats_of(game: Game, target: Target, self_: int, actor: int | None, affected: int | None) -> list[int]:
    """The players that a target word stands for; of those that self chooses, all."""
    left = game.from_left(self_)
    found: dict[Target, list[int | None]] = {
        Target.SELF: [self_],
        Target.OPPONENT: [*left],
        Target.PLAYER: [*left, self_],
        Target.NEXT: [*left[:1]],
        Target.PREVIOUS: [*left[-1:]],
        Target.OTHERS: [*left],
        Target.EVERYONE: [*left, self_],
        Target.ACTOR: [actor],
        Target.AFFECTED: [affected],
    }
    return [s for s in found[target] if s is not None and not game.players[s].out]


def candidates(game: Game, context: Context, step: Step) -> list[int]:
    """The players that a step could be done to, before its `only`."""
    if step.target == Target.PART:
        return [s for s in context.targets if not game.players[s].out]
    return seats_of(game, step.target, context.self_, context.actor, context.affected)


def _able(game: Game, context: Context, step: Step) -> list[int]:
    """Candidates whom the step admits and to whom it can do something."""
    return [
        s
        for s in candidates(game, context, step)
        if holds(game, step.only, s, context.self_) and verbs.can(game, context, step, s)
    ]


# --- whether anything can be done ---


def step_can(game: Game, context: Context, step: Step) -> bool:
    """Whether a step can do something to any of its players."""
    return bool(_able(game, context, step))


def live_steps(game: Game, context: Context, rows: range) -> Iterator[Step]:
    """Steps of some rows whose `if` holds now; the options of an `either` too."""
    row = rows.start
    while row < rows.stop:
        step = game.deck.steps[row]
        row += 1
        if step.op == Op.IF:
            row = row if holds(game, step.only, context.self_, context.self_) else step.a
        elif step.op == Op.EITHER:
            for option in game.deck.steps[step.row + 1 : step.row + 1 + step.n]:
                yield from live_steps(game, context, range(option.a, option.b))
            row = step.a
        elif step.op != Op.CHANCE:
            yield step


def rows_can(game: Game, context: Context, rows: range) -> bool:
    """Whether any step of some rows can do something."""
    return any(step_can(game, context, step) for step in live_steps(game, context, rows))


def part_can(game: Game, part: Part, self_: int, target: int | None, card: int) -> bool:
    """D5: a part with no or a personal target needs a step that can; a global one and one without `do` always can."""
    if part.is_global or not part.do:
        return True
    return rows_can(game, part_context(game, part, self_, target, card), part.do)


def part_context(game: Game, part: Part, self_: int, target: int | None, card: int) -> Context:
    """The context in which a play or action is done. `target`: the player aimed at, None for none or a global one."""
    targets = [target] if target is not None else seats_of(game, part.target, self_, None, None)
    return Context(self_=self_, card=card, part=part, targets=targets, target=target)


def aims(game: Game, part: Part, self_: int) -> list[int | None]:
    """Whom a play or action may be aimed at as far as its `only` goes; [None] where it is aimed at nobody."""
    if not part.is_personal:
        return [None]
    found = seats_of(game, part.target, self_, None, None)
    return [s for s in found if holds(game, part.only, s, self_)]


# --- costs ---


def cost_possible(game: Game, part: Part, self_: int, card: int) -> bool:
    """A cost must be possible in full; several discards need so many cards in all."""
    context = Context(self_=self_, card=card, part=part, targets=[self_], target=None)
    steps = list(live_steps(game, context, part.cost))
    if any(verbs.most(game, context, step, self_) < verbs.times(game, step, self_) for step in steps):
        return False
    discards = [step for step in steps if step.op == Op.DISCARD]
    fitting = {c for step in discards for c in verbs.discardable(game, context, step, self_)}
    return len(fitting) >= sum(verbs.times(game, step, self_) for step in discards)


def pay(game: Game, part: Part, self_: int, card: int) -> Asking[None]:
    """Pay the cost; it stays paid."""
    context = Context(self_=self_, card=card, part=part, targets=[self_], target=None, paying=True)
    yield from do_part(game, context, part.cost)


def part_conditions_hold(game: Game, part: Part, self_: int) -> bool:
    """A part's `if`, a condition on self."""
    return conditions_hold(game, part.conditions, self_)
