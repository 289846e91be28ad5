"""What is common to verbs: how often, who picks, one of several, protections (LANGUAGE section 2)."""

from __future__ import annotations

from tests.reference import claims
from tests.reference.context import Context
from tests.reference.game import Asking, Game, ask
from tests.reference.model import EVERYTHING, Step
from tests.reference.picks import Pick
from tests.reference.table import EVERYTHING_LEFT
from tests.reference.words import count
from vs_sim.vocabulary import MOST_TIMES, Ask, Choose, Do, Op


def times(game: Game, step: Step, self_: int) -> int:
    """How often: the step's number, times a count of self (`per`)."""
    if step.n == EVERYTHING and step.op != Op.POINTS:
        return EVERYTHING_LEFT
    if step.per is None:
        return step.n
    n = step.n * count(game, step.per, self_)
    return n if step.op == Op.POINTS else min(max(n, 0), MOST_TIMES)


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
