"""The verbs: `can` says whether one can do something to a player, VERBS does it (LANGUAGE section 2)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from tests.reference import claims, clearing, events, followers, hands
from tests.reference.choosing import is_protected, regardless_rank, times
from tests.reference.context import Context
from tests.reference.game import Asking, Game
from tests.reference.model import EVERYTHING, Step
from tests.reference.table import Right
from tests.reference.words import asked_alignments
from vs_sim.vocabulary import MOST_BONUS, MOST_TIMES, Deed, From, Op

# --- whether it can ---

ALWAYS = {Op.DRAW, Op.MORE, Op.POINTS, Op.WIN, Op.ELIMINATE, Op.TAKE_TURN, Op.SWAP, Op.SKIP}


def can(game: Game, context: Context, step: Step, target: int) -> bool:
    """Whether the step could affect something of this player, no claim standing against it."""
    if step.op == Op.DRAW:
        by_right = regardless_rank(game, step)
        if not claims.may(game, Deed.DRAW, target, by_right=by_right):
            return False
    if not takes_followers(step) and is_protected(game, context, step, int(step.op), target):
        return False
    return step.op in ALWAYS or is_something_there(game, context, step, target)


def takes_followers(step: Step) -> bool:
    """Whether the verb is done to single followers, so that a protection may be of some of them only."""
    if step.op == Op.STEAL:
        return step.a == 0
    if step.op == Op.TAKE:
        return step.a == From.COALITION
    return step.op in (Op.DESTROY, Op.MOVE, Op.MICROAGGRESS)


def is_something_there(game: Game, context: Context, step: Step, target: int) -> bool:
    """Whether a follower, card or thing is there that the step could affect, whatever its number comes to (`per`)."""
    if step.op == Op.LOOK:
        return bool(game.players[target].hand if step.n == EVERYTHING else game.draw_pile)
    if takes_followers(step):
        return bool(FOLLOWERS[step.op](game, context, step, target))
    return bool(THINGS[step.op](game, context, step, target))


# --- turns and the game ---


def more(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """Extra actions in this turn; outside that player's turn nothing."""
    yield from ()
    n = times(game, step, context.self_)
    if game.turn is None or game.turn.seat != target or n == 0:
        return
    game.orders += 1
    alignments = asked_alignments(game, step.filter, context.card)
    wanted = replace(step.filter, alignments=alignments or frozenset[int](), named=False)
    rank = game.deck.types[step.source].rank
    game.turn.extras.append(Right(wanted, n, rank, game.orders, card=context.card))


def skip(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """X2: the card itself lies down as a Job, or so many tokens do."""
    yield from ()
    if step.a == 1 and not context.card_lies:
        game.players[target].jobs.add(context.card)
        context.card_lies = True
    else:
        player = game.players[target]
        player.job_tokens = min(player.job_tokens + times(game, step, context.self_), MOST_TIMES)
    events.check_win(game)


def take_turn(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """X5: the target's turn is taken at once; on self, one more turn after this one."""
    from tests.reference.turns import (
        owe_turn,
        taken_turn,
    )  # a turn is made of actions, and an action of verbs

    if target != context.self_:
        yield from taken_turn(game, context.self_, target)
    else:
        owe_turn(game, target, step.source)


def points(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """Added to what the coalition is worth, for good."""
    yield from ()
    player = game.players[target]
    player.bonus = min(max(player.bonus + times(game, step, context.self_), -MOST_BONUS), MOST_BONUS)
    events.check_win(game)


def eliminate(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """W6."""
    del step
    yield from ()
    events.eliminate(game, context.self_, target)


def win(game: Game, context: Context, step: Step, targets: list[int]) -> None:
    """Wins at once; several: W3."""
    del context, step
    if targets:
        events.win(game, targets)


There = Callable[[Game, Context, Step, int], Collection[object]]
FOLLOWERS: dict[Op, There] = {
    Op.DESTROY: followers.victims,
    Op.STEAL: followers.steal_sets,
    Op.MOVE: followers.movable,
    Op.MICROAGGRESS: followers.hittable,
    Op.TAKE: followers.victims,
}
THINGS: dict[Op, There] = {
    Op.STEAL: followers.artifacts_of,
    Op.CLEAR: clearing.clearable,
    Op.DISCARD: hands.discardable,
    Op.TAKE: hands.takeable,
    Op.GIVE: hands.giveable,
}

VERBS: dict[Op, Callable[[Game, Context, Step, int], Asking[None]]] = {
    Op.DESTROY: followers.destroy,
    Op.STEAL: followers.steal,
    Op.MOVE: followers.move,
    Op.MICROAGGRESS: followers.microaggress,
    Op.CLEAR: clearing.clear,
    Op.DRAW: hands.draw,
    Op.DISCARD: hands.discard,
    Op.TAKE: hands.take,
    Op.GIVE: hands.give,
    Op.LOOK: hands.look,
    Op.MORE: more,
    Op.SKIP: skip,
    Op.TAKE_TURN: take_turn,
    Op.POINTS: points,
    Op.ELIMINATE: eliminate,
}
