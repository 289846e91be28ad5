"""Parts and their steps: whom they are done to, whether they can do anything, and doing them (LANGUAGE section 2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tests.reference import verbs
from tests.reference.choosing import choose_one, chooser, times
from tests.reference.context import Context
from tests.reference.followers import most_in_a_row
from tests.reference.game import Asking, Game, ask
from tests.reference.hands import discardable, swap
from tests.reference.model import EVERYTHING, Part, Step
from tests.reference.picks import Pick
from tests.reference.words import conditions_hold, holds
from vs_sim.vocabulary import Ask, Do, Op, Target

DONE_TO_ALL_AT_ONCE = {Op.WIN: verbs.win, Op.SWAP: swap}  # several win at once (W3), hands go round

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
    if not step.may or (yield from _wants(game, context, step)):
        yield from _do_step(game, context, step)
    return step.a if step.op == Op.EITHER else step.row + 1


def _wants(game: Game, context: Context, step: Step) -> Asking[bool]:
    """`may`: self is asked, if there is anything to do."""
    if not step_can(game, context, step):
        return False
    pick = yield from ask(game, Ask.MAY, context.self_, [Pick(Do.YES), Pick(Do.NO)])
    return pick.do == Do.YES


def _do_step(game: Game, context: Context, step: Step) -> Asking[None]:
    targets = yield from _targets(game, context, step)
    if step.spreads and targets and times(game, step, context.self_) != 0:
        targets = yield from context.spread(game, context, targets[0])
    if step.op in DONE_TO_ALL_AT_ONCE:
        able = [s for s in targets if not game.players[s].out and verbs.can(game, context, step, s)]
        for _ in able:
            game.count_effect(step.source)
        DONE_TO_ALL_AT_ONCE[step.op](game, context, step, able)
        return
    for target in targets:
        if game.players[target].out or game.players[context.self_].out:
            continue
        if step.op == Op.EITHER:
            yield from _do_either(game, context, step, target)
        elif times(game, step, context.self_) != 0 and verbs.can(game, context, step, target):
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


# --- either ---


def options_for(game: Game, context: Context, step: Step, target: int) -> tuple[Context, list[Step]]:
    """The options of an `either` that can do something, where it is done to one player; and their context."""
    one = replace(context, targets=[target], target=target)
    options = game.deck.steps[step.row + 1 : step.row + 1 + step.n]
    return one, [option for option in options if rows_can(game, one, range(option.a, option.b))]


def _do_either(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """One of the options that can do something; with none nothing."""
    one, possible = options_for(game, context, step, target)
    if not possible:
        return
    who = chooser(step, context.self_, target)
    picks = [Pick(Do.OPTION, aux=option.row - step.row - 1) for option in possible]
    pick = yield from choose_one(game, step, Ask.OPTION, who, picks)
    if pick.do == Do.STOP:
        return
    chosen = game.deck.steps[step.row + 1 + pick.aux]
    yield from do_part(game, one, range(chosen.a, chosen.b))
    context.card_lies |= one.card_lies


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
        if holds(game, step.only, s, context.self_) and _can_to(game, context, step, s)
    ]


def _can_to(game: Game, context: Context, step: Step, seat: int) -> bool:
    if step.op == Op.EITHER:
        return bool(options_for(game, context, step, seat)[1])
    return verbs.can(game, context, step, seat)


# --- whether anything can be done ---


def step_can(game: Game, context: Context, step: Step) -> bool:
    """Whether a step can do something to any of its players."""
    return bool(_able(game, context, step))


def live_steps(game: Game, context: Context, rows: range) -> Iterator[Step]:
    """Steps of some rows whose `if` holds now; an `either` is one of them."""
    row = rows.start
    while row < rows.stop:
        step = game.deck.steps[row]
        row += 1
        if step.op == Op.IF:
            row = row if holds(game, step.only, context.self_, context.self_) else step.a
        elif step.op != Op.CHANCE:
            yield step
            row = step.a if step.op == Op.EITHER else row


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
    if target is None:
        found = seats_of(game, part.target, self_, None, None)
        targets = [s for s in found if holds(game, part.only, s, self_)]
    else:
        targets = [target]
    return Context(self_=self_, card=card, part=part, targets=targets, target=target)


def aims(game: Game, part: Part, self_: int) -> list[int | None]:
    """Whom a play or action may be aimed at as far as its `only` goes; [None] where it is aimed at nobody."""
    if not part.is_personal:
        return [None]
    found = seats_of(game, part.target, self_, None, None)
    return [s for s in found if holds(game, part.only, s, self_)]


# --- costs ---


def cost_possible(game: Game, part: Part, self_: int, card: int) -> bool:
    """A cost must be possible in full."""
    context = Context(self_=self_, card=card, part=part, targets=[self_], target=None)
    return is_enough(game, context, needs(game, context, part.cost))


def needs(game: Game, context: Context, rows: range) -> list[tuple[Step, int]]:
    """The steps of a cost with how many each takes; of `"all"` and `up_to` none must be there."""
    found = [(step, times(game, step, context.self_)) for step in live_steps(game, context, rows)]
    return [(step, n) for step, n in found if not step.up_to and step.n != EVERYTHING]


def is_enough(game: Game, context: Context, wanted: list[tuple[Step, int]]) -> bool:
    """Several discards or destructions need so many cards or followers in all."""

    def cards(of: list[Step]) -> int:
        return len({c for step in of for c in discardable(game, context, step, context.self_)})

    def followers(of: list[Step]) -> int:
        return most_in_a_row(game, context, of, context.self_)

    for op, there in ((Op.DISCARD, cards), (Op.DESTROY, followers)):
        asked = [(step, n) for step, n in wanted if step.op == op]
        if any(there([step]) < n for step, n in asked):
            return False
        if there([step for step, _ in asked]) < sum(n for _, n in asked):
            return False
    return True


def pay(game: Game, part: Part, self_: int, card: int) -> Asking[None]:
    """Pay the cost, in full to the last; it stays paid."""

    def leaves_enough(step: Step, left: int) -> bool:
        rest = [] if step.n == EVERYTHING else [(step, left)]
        return is_enough(game, context, rest + needs(game, context, range(step.row + 1, part.cost.stop)))

    context = Context(self_=self_, card=card, part=part, targets=[self_], target=None)
    context.leaves_enough = leaves_enough
    yield from do_part(game, context, part.cost)


def part_conditions_hold(game: Game, part: Part, self_: int) -> bool:
    """A part's `if`, a condition on self."""
    return conditions_hold(game, part.conditions, self_)
