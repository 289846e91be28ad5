"""Events and the changes of the table that set them off (LANGUAGE section 4, W1 to W3, G6)."""

from __future__ import annotations

from collections.abc import Callable

from tests.reference import claims
from tests.reference.force import in_force
from tests.reference.game import Game
from tests.reference.geometry import Place, is_abstract, lay
from tests.reference.model import CardFilter, Part
from tests.reference.table import CENTRE, TOKEN, InForce, Laid, Lying, PlotInPlay, Waiting
from tests.reference.words import fits_card, fits_follower
from vs_sim.vocabulary import MAX_WAITING, Event, Kind, Result, Who

LEAVING = (Event.PLOT_ENDED, Event.FOLLOWER_DESTROYED, Event.FOLLOWER_STOLEN)

# --- noting events ---


def note(
    game: Game, event: Event, actor: int, affected: int, *, card: int | None = None, slot: int | None = None
) -> None:
    """Note the triggers that hear an event. `card`: its card; `slot`: its follower, of the affected player."""
    if slot is not None:
        card = game.players[affected].coalition.laid[slot].card
    for force in in_force(game, first_seat=actor):
        for part in force.type.triggers:
            if part.event != event or actor in force.deaf or not _hears(force, part, actor, affected):
                continue
            made_inert = card if event == Event.MICROAGGRESSION_LANDED else None
            if not _fits_event(game, part.filter, force, affected, card, slot, made_inert=made_inert):
                continue
            leaving = force.card == card and event in LEAVING
            hit = card if slot is not None else None
            game.queue.append(Waiting(part, force.card, force.holder, actor, affected, hit, leaving))
            _bound_waiting(game, part)


def _hears(force: InForce, part: Part, actor: int, affected: int) -> bool:
    def is_who(who: Who, seat: int) -> bool:
        return who == Who.EVERYONE or (seat == force.holder) == (who == Who.SELF)

    return is_who(part.by, actor) and is_who(part.to, affected)


def _fits_event(
    game: Game,
    wanted: CardFilter,
    force: InForce,
    affected: int,
    card: int | None,
    slot: int | None,
    *,
    made_inert: int | None,
) -> bool:
    if not wanted.asks:
        return True
    if slot is not None and wanted.packed:
        return fits_follower(game, wanted, affected, slot, this=force.card, hit=made_inert)
    return card is not None and fits_card(game, wanted, card, force.card)


def _bound_waiting(game: Game, part: Part) -> None:
    """W5: more than 64 triggers waiting."""
    waiting = len(game.opening) + sum(len(turn.queue) for turn in game.turns)
    if waiting > MAX_WAITING:
        game.fleeing = part.type if game.fleeing is None else game.fleeing


# --- winning ---


def check_win(game: Game) -> None:
    """W1, W2: looked at after every single change; whoever's hand is open has shown it now."""
    claims.show_open_hands(game)
    game.stop_runaway()
    for seat in game.seats_in:
        if claims.points_of(game, seat) >= claims.points_to_win(game, seat):
            break
    else:
        return
    win(game, [s for s in game.seats_in if claims.points_of(game, s) >= claims.points_to_win(game, s)])


def win(game: Game, winners: list[int]) -> None:
    """W3: of several the player whose turn it is, otherwise the next in turn order."""
    turn = game.turn
    order = game.seats_in if turn is None else [turn.seat, *game.from_left(turn.seat)]
    game.end(Result.WON, next(seat for seat in order if seat in winners))


def eliminate(game: Game, actor: int, seat: int) -> None:
    """W6: hand, coalition and Jobs go to the discard pile; a last player left wins."""
    player = game.players[seat]
    if player.out:
        return
    note(game, Event.PLAYER_ELIMINATED, actor, seat)
    game.forget(player.hand)
    game.discard |= player.hand | player.jobs
    for laid in player.coalition.followers.values():
        _to_discard(game, laid)
    for slot in player.coalition.followers:
        player.coalition.remove(slot)
    for thing in [x for x in game.lying if x.seat == seat]:
        _off_the_table(game, thing.card)
        game.lying.remove(thing)
    player.hand, player.jobs, player.job_tokens = set(), set(), 0
    player.out = True
    if len(game.seats_in) == 1:
        game.end(Result.LAST_LEFT, game.seats_in[0])
    check_win(game)


# --- coalitions ---


def _to_discard(game: Game, laid: Laid) -> None:
    """D6: a follower and what lay on it."""
    game.discard |= set(cards_of(laid))


def lay_follower(game: Game, seat: int, card: int, place: Place) -> int:
    """G2: lay a follower in a coalition; returns its slot."""
    coalition = game.players[seat].coalition
    slot = lay(coalition, card, place, abstract=is_abstract(game.deck))
    coalition.laid[slot].since = game.tick()
    check_win(game)
    return slot


def lift_follower(game: Game, actor: int, seat: int, slot: int) -> int:
    """Take a follower out of a coalition to be stolen; what lay on it is discarded. Returns its card."""
    note(game, Event.FOLLOWER_STOLEN, actor, seat, slot=slot)
    laid = game.players[seat].coalition.remove(slot)
    if laid.over is not None and laid.over != TOKEN:
        game.discard.add(laid.over)
    fall_orphans(game, actor, seat)
    check_win(game)
    return laid.card


def take_follower(game: Game, actor: int, seat: int, slot: int, receiver: int) -> None:
    """Take a follower out of a coalition into a hand; what lay on it is discarded."""
    laid = game.players[seat].coalition.remove(slot)
    if laid.over is not None and laid.over != TOKEN:
        game.discard.add(laid.over)
    game.put_in_hand(receiver, laid.card)
    fall_orphans(game, actor, seat)
    check_win(game)


def move_follower(game: Game, actor: int, seat: int, slot: int, place: Place) -> None:
    """Lift a follower, with what lies on it, and lay it elsewhere in the same coalition: one change; then orphans fall."""
    coalition = game.players[seat].coalition
    lifted = coalition.remove(slot)
    slot = lay(coalition, lifted.card, place, abstract=is_abstract(game.deck))
    coalition.laid[slot].over, coalition.laid[slot].since = lifted.over, lifted.since
    fall_orphans(game, actor, seat)
    check_win(game)


def cards_of(laid: Laid) -> list[int]:
    """A follower and the card that lies on it."""
    return [laid.card] if laid.over in (None, TOKEN) else [laid.card, laid.over]


def destroy_follower(game: Game, actor: int, seat: int, slot: int) -> None:
    """D6: a follower goes to the discard pile; then what it orphans, lowest card number first (G6). It is one change."""
    _destroy_one(game, actor, seat, slot)
    fall_orphans(game, actor, seat)
    check_win(game)


def _destroy_one(game: Game, actor: int, seat: int, slot: int) -> None:
    note(game, Event.FOLLOWER_DESTROYED, actor, seat, slot=slot)
    _to_discard(game, game.players[seat].coalition.remove(slot))


def fall_orphans(game: Game, actor: int, seat: int) -> None:
    """G6: orphans are destroyed at once, whatever lies on them."""
    coalition = game.players[seat].coalition
    while orphans := coalition.orphans():
        _destroy_one(game, actor, seat, min(orphans, key=lambda slot: coalition.laid[slot].card))


def make_inert(game: Game, actor: int, seat: int, slot: int, over: int) -> None:
    """M3: a microaggression (a card or TOKEN) lands."""
    game.players[seat].coalition.laid[slot].over = over
    note(game, Event.MICROAGGRESSION_LANDED, actor, seat, slot=slot)
    check_win(game)


def make_live(game: Game, actor: int, seat: int, slot: int) -> None:
    """V1: what lies on a follower is removed."""
    laid = game.players[seat].coalition.laid[slot]
    assert laid.over is not None
    if laid.over != TOKEN:
        game.discard.add(laid.over)
    laid.over = None
    note(game, Event.MICROAGGRESSION_REMOVED, actor, seat, slot=slot)
    check_win(game)


# --- plots and what lies with characters ---


def add_plot(game: Game, actor: int, card: int) -> None:
    """P1: a plot comes into play."""
    role, now = game.type_of(card), game.tick()
    game.plots.append(PlotInPlay(card, actor, now, now, game.turn, role.lasts, role.lasts_turns))
    check_win(game)


def end_plot(game: Game, actor: int, plot: PlotInPlay) -> None:
    """P1: a plot that is replaced, cancelled, excluded or run out is discarded."""
    note(game, Event.PLOT_ENDED, actor, actor, card=plot.card)
    game.plots.remove(plot)
    game.discard.add(plot.card)
    check_win(game)


def add_lying(game: Game, actor: int, seat: int, card: int) -> None:
    """C6: an artifact or lasting special stays with a player's character."""
    role, now = game.role_of(card), game.tick()
    game.lying.append(Lying(card, actor, now, now, game.turn, role.lasts, role.lasts_turns, seat))
    check_win(game)


def move_lying(game: Game, thing: Lying, seat: int) -> None:
    """An artifact comes to another character, where it lies as the latest."""
    game.lying.remove(thing)
    thing.seat, thing.since = seat, game.tick()
    game.lying.append(thing)
    check_win(game)


def remove_lying(game: Game, thing: Lying) -> None:
    """An artifact or lasting special goes to the discard pile."""
    game.lying.remove(thing)
    _off_the_table(game, thing.card)
    check_win(game)


def remove_job(game: Game, seat: int, card: int | None) -> None:
    """T5: a Job card goes to the discard pile, or a token (None) away."""
    if card is None:
        game.players[seat].job_tokens -= 1
    else:
        game.players[seat].jobs.remove(card)
        _off_the_table(game, card)
    check_win(game)


def _off_the_table(game: Game, card: int) -> None:
    game.roles.pop(card, None)
    game.discard.add(card)


# --- hands ---


def discard_card(game: Game, actor: int, seat: int, card: int) -> None:
    """A card goes from a hand to the discard pile."""
    leave_hand(game, actor, seat, card, lambda: game.discard.add(card))


def leave_hand(game: Game, actor: int, seat: int, card: int, put: Callable[[], None]) -> None:
    """A card is discarded from a hand and `put` where it goes: one change."""
    note(game, Event.CARD_DISCARDED, actor, seat, card=card)
    game.take_from_hand(seat, card)
    put()
    check_win(game)


def place_character(game: Game, seat: int, card: int) -> None:
    """S3: the character is the centre of the player's coalition."""
    player = game.players[seat]
    player.character = card
    player.coalition.laid[CENTRE] = Laid(card, 0, 0, 0)
    player.coalition.joins[CENTRE] = {}


def is_artifact(game: Game, thing: Lying) -> bool:
    """Whether what lies there is an artifact."""
    return game.role_of(thing.card).kind == Kind.ARTIFACT
