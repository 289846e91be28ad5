"""The verb clear: what lies on followers and characters, and plots (LANGUAGE section 2)."""

from __future__ import annotations

from tests.reference import events
from tests.reference.choosing import choose_one, chooser, is_protected, like_once, times
from tests.reference.context import Context
from tests.reference.game import Asking, Game
from tests.reference.model import ANY_CARD, Step
from tests.reference.picks import Pick
from tests.reference.table import EVERYTHING_LEFT, TOKEN
from tests.reference.words import asked_alignments, fits_card
from vs_sim.vocabulary import Ask, Choose, Clear, Do, Kind


def clearable(game: Game, context: Context, step: Step, target: int) -> list[Pick]:
    """What the step could take away, as picks: cards by number, Job tokens last; followers by card."""
    this, wanted, player = context.card, step.filter, game.players[target]
    if step.a == Clear.MICROAGGRESSION:
        laid = sorted(player.coalition.followers.items(), key=lambda item: item[1].card)
        return [
            Pick(Do.VICTIM, seat=target, slot=slot)
            for slot, x in laid
            if x.over is not None and _under(game, step, x.card, x.over, this)
            if not is_protected(game, context, step, int(step.op), target, slot)
        ]
    if step.a == Clear.JOB:
        cards = [Pick(Do.CARD, card=c) for c in sorted(player.jobs) if fits_card(game, wanted, c, this)]
        return cards + [Pick(Do.CARD)] * (0 if wanted.keys_written else player.job_tokens)
    if step.a == Clear.PLOT:
        found = [plot.card for plot in game.plots]
    else:
        kind = Kind.ARTIFACT if step.a == Clear.ARTIFACT else Kind.SPECIAL
        found = [x.card for x in game.lying if x.seat == target and game.role_of(x.card).kind == kind]
    return [Pick(Do.CARD, card=c) for c in found if fits_card(game, wanted, c, this)]


def _under(game: Game, step: Step, follower: int, over: int, this: int) -> bool:
    """Whether what lies on a follower is of the alignment and card asked for; a token has the follower's alignments."""
    if over != TOKEN:
        return fits_card(game, step.filter, over, this)
    asked = asked_alignments(game, step.filter, this)
    return step.filter.card == ANY_CARD and (asked is None or bool(asked & game.type_of(follower).alignments))


def clear(game: Game, context: Context, step: Step, target: int) -> Asking[None]:
    """Microaggressions, Jobs, things lying with the character, or plots go to the discard pile."""
    left = times(game, step, context.self_)
    who = (
        context.self_
        if step.a == Clear.PLOT and step.choose == Choose.OWNER
        else chooser(step, context.self_, target)
    )
    followers = step.a == Clear.MICROAGGRESSION
    everything = left >= EVERYTHING_LEFT and not step.up_to
    while left > 0 and (picks := clearable(game, context, step, target)):
        if everything and not followers:
            pick = picks[0]
        else:
            listed = _in_order(picks) if who is None else _like_things(game, picks)
            pick = yield from choose_one(game, step, Ask.VICTIM if followers else Ask.CARD, who, listed)
        if pick.do == Do.STOP:
            return
        _clear_one(game, context, step, target, pick)
        left -= 1


def _in_order(picks: list[Pick]) -> list[Pick]:
    """As the dice count them: cards by number, then tokens."""
    return sorted(picks, key=lambda pick: (pick.card is None, pick.card or 0))


def _like_things(game: Game, picks: list[Pick]) -> list[Pick]:
    """Like cards once; Job tokens after the cards."""
    listed = set(like_once(game, [p.card for p in picks if p.do == Do.CARD and p.card is not None]))
    kept = [p for p in picks if p.do == Do.VICTIM or p.card in listed]
    return kept or picks[:1]


def _clear_one(game: Game, context: Context, step: Step, target: int, pick: Pick) -> None:
    if step.a == Clear.MICROAGGRESSION:
        events.make_live(game, context.self_, target, pick.slot)
    elif step.a == Clear.JOB:
        events.remove_job(game, target, pick.card)
    elif step.a == Clear.PLOT:
        events.end_plot(game, context.self_, next(plot for plot in game.plots if plot.card == pick.card))
    else:
        events.remove_lying(game, next(x for x in game.lying if x.card == pick.card))
