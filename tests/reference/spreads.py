"""A play that spreads from player to player (X6)."""

from __future__ import annotations

from collections import deque

from tests.reference import claims
from tests.reference.context import Context
from tests.reference.game import Asking, Game, ask
from tests.reference.picks import Pick
from tests.reference.reactions import Answerable, is_cancelled, verbs_of
from tests.reference.words import holds
from vs_sim.vocabulary import Ask, Do


def spread(game: Game, context: Context, first: int) -> Asking[list[int]]:
    """Carry out the cascade from the player hit first; returns everyone who was hit, in order, once each.

    A player hit owes one spread for each copy in hand that is neither used nor owed yet; spreads are carried out in the
    order in which they became due, each leg with its own reaction. Who is out spreads nothing.
    """
    card_type = game.role_of(context.card)
    hit: list[int] = []
    due: deque[int] = deque()
    owed: set[int] = set()  # copies that are used or owed

    def fall_on(seat: int) -> None:
        fresh = {card for card in game.players[seat].hand if game.type_of(card) == card_type} - owed
        owed.update(fresh)
        due.extend([seat] * len(fresh))
        if seat not in hit:
            hit.append(seat)

    fall_on(first)
    while due:
        spreader = due.popleft()
        targets = spread_targets(game, context, spreader)
        if not targets or game.players[spreader].out:
            continue
        picks = [Pick(Do.PLAYER, seat=s) for s in targets]
        pick = yield from ask(game, Ask.SPREAD, spreader, picks)
        assert pick.seat is not None
        leg = Answerable(spreader, context.card, (pick.seat,), verbs_of(card_type, context.part))
        if not (yield from is_cancelled(game, leg)):
            fall_on(pick.seat)
    return hit


def spread_targets(game: Game, context: Context, spreader: int) -> list[int]:
    """Other players whom the part's `only` admits and who are not shielded. A leg is no play: no `forbid` is about it."""
    return [
        s
        for s in game.from_left(spreader)
        if holds(game, context.part.only, s, spreader) and not claims.is_shielded(game, spreader, s)
    ]
