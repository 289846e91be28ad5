"""The order of play and the turn (RULES T, C5, W4)."""

from __future__ import annotations

from collections.abc import Callable

from tests.reference import claims, events
from tests.reference.actions import legal_acts, spend
from tests.reference.drawing import Drawn, draw_card
from tests.reference.game import Asking, Game, ask
from tests.reference.picks import Pick
from tests.reference.play import do_triggers, perform
from tests.reference.table import Lying, PlotInPlay, Turn
from vs_sim.cards.tables import Rule
from vs_sim.vocabulary import MAX_FURTHER, Ask, Deed, Do, Event, Gender, Result


def play(game: Game) -> Asking[None]:
    """The game from the deal to its end, which is raised as GameOver."""
    yield from draft(game)
    for seat in game.seats_in:
        yield from choose_gender(game, seat)
    game.started = True
    claims.show_open_hands(game)
    for seat in game.seats_in:
        events.note(game, Event.GAME_START, seat, seat)
    yield from do_triggers(game)
    game.seat = game.seats_in[0]
    while True:
        yield from seat_comes_up(game)
        next_seat = game.from_left(game.seat)[0]
        game.round += next_seat <= game.seat
        game.seat = next_seat


def draft(game: Game) -> Asking[None]:
    """S3: in turn order each picks a character from those left, where they are not given."""
    if all(p.character is not None for p in game.players):
        return
    for player in game.players:
        if player.character is None:
            held = {p.character for p in game.players}
            if game.deck.rule(Rule.DUPLICATE_CHARACTERS):
                held = set()
            left = [c for c in game.deck.characters if c not in held]
            pick = yield from ask(game, Ask.CHARACTER, player.seat, [Pick(Do.CARD, card=c) for c in left])
            player.character = pick.card
    set_up_characters(game)


def set_up_characters(game: Game) -> None:
    """S3: each character becomes the centre of a coalition, as soon as everyone has one."""
    for player in game.players:
        if player.character is not None and all(p.character is not None for p in game.players):
            events.place_character(game, player.seat, player.character)
            player.gender = own_gender(game, player.seat)


def own_gender(game: Game, seat: int) -> Gender:
    """C5: the gender of the character; of one that chooses, none yet."""
    character = game.players[seat].character
    assert character is not None
    gender = game.type_of(character).gender
    return Gender.NONE if gender == Gender.CHOOSES else gender


def choose_gender(game: Game, seat: int) -> Asking[None]:
    """C5: a character that chooses does so."""
    character = game.players[seat].character
    if character is None or game.type_of(character).gender != Gender.CHOOSES:
        return
    picks = [Pick(Do.GENDER, aux=int(gender)) for gender in (Gender.MALE, Gender.FEMALE)]
    pick = yield from ask(game, Ask.GENDER, seat, picks)
    game.players[seat].gender = Gender(pick.aux)
    events.check_win(game)


def seat_comes_up(game: Game) -> Asking[None]:
    """T6: a seat whose turn was taken is passed over; else it has its turn, and any more that follow it."""
    player = game.players[game.seat]
    if player.passed_over:
        player.passed_over -= 1
        return
    yield from turns_in_a_row(game, Turn(game.seat), in_sequence=True)


def turns_in_a_row(game: Game, turn: Turn, *, in_sequence: bool) -> Asking[None]:
    """A turn and the further ones that follow it: those that a turn owes at once, before others that are still to come."""
    coming = [turn]
    while coming:
        turn = coming.pop(0)
        if not game.players[turn.seat].out:
            if in_sequence:
                check_unfinished(game)
            coming = (yield from take_whole_turn(game, turn)) + coming
        game.owed -= bool(coming)


def check_unfinished(game: Game) -> None:
    """W4: looked at before a turn in sequence."""
    if game.turns_begun >= game.deck.rule(Rule.MAX_TURNS_PER_PLAYER) * len(game.players):
        game.end(Result.CAPPED)
    if all(game.players[seat].passes >= 2 for seat in game.seats_in):
        game.end(Result.STALLED)


def taken_turn(game: Game, self_: int, target: int) -> Asking[None]:
    """X5: self takes the target's turn at once; the first controller decides at every depth."""
    game.players[target].passed_over += 1
    turn = Turn(target, controller=first_controller(game, self_))
    yield from turns_in_a_row(game, turn, in_sequence=False)


def owe_turn(game: Game, seat: int, source: int) -> None:
    """One more turn of a seat after the innermost one, in a taken turn of its own with the same controller (X5)."""
    if game.turn is None:
        return
    game.owed += 1
    if game.owed > MAX_FURTHER:
        game.run_away(source)
    game.turn.owed.append(Turn(seat, controller=game.turn.controller if game.turn.seat == seat else None))


def first_controller(game: Game, self_: int) -> int:
    """X5: who decides in a turn that self takes: the first who took one of those open, whoever's card takes this one."""
    first = (t.controller for t in game.turns if t.controller is not None)
    return next((seat for seat in first if not game.players[seat].out), game.decider(self_))


def take_whole_turn(game: Game, turn: Turn) -> Asking[list[Turn]]:
    """One turn; returns those that follow it at once."""
    if not game.turns:
        game.effects = 0
    game.turns.append(turn)
    game.turns_begun += 1
    turn.began = game.tick()
    run_out(game, lambda thing: thing.lasts_round and thing.by == turn.seat)
    events.check_win(game)  # a new round may have begun
    yield from the_turn(game, turn)
    run_out(game, lambda thing: thing.lasts_turn and thing.turn is turn)
    run_out(game, lambda thing: has_had_its_turns(thing, turn))
    yield from do_triggers(game)
    game.turns.pop()
    return turn.owed


def run_out(game: Game, is_over: Callable[[PlotInPlay | Lying], bool]) -> None:
    """Plots, artifacts and specials that have lasted as long as they last go to the discard pile."""
    for plot in [plot for plot in game.plots if is_over(plot)]:
        events.end_plot(game, plot.by, plot)
    for thing in [thing for thing in game.lying if is_over(thing)]:
        events.remove_lying(game, thing)


def has_had_its_turns(thing: PlotInPlay | Lying, turn: Turn) -> bool:
    """Count a turn that began after the card was played, of the player whose turns count; whether it was the last."""
    if not thing.left or thing.counts != turn.seat or thing.played > turn.began:
        return False
    thing.left -= 1
    return thing.left == 0


def the_turn(game: Game, turn: Turn) -> Asking[None]:
    """C5, T5, then the actions and T3."""
    player = game.players[turn.seat]
    if game.deck.rule(Rule.GENDER_CHOICE) == 0:
        yield from choose_gender(game, turn.seat)
    if player.jobs or player.job_tokens:
        yield from skipped_turn(game, turn)
        return
    events.note(game, Event.TURN_START, turn.seat, turn.seat)
    yield from do_triggers(game)
    yield from take_actions(game, turn)
    if not player.out:
        events.note(game, Event.TURN_END, turn.seat, turn.seat)
        yield from do_triggers(game)
    drawn = yield from draw_up(game, turn)
    count_pass(game, turn, drawn)


def skipped_turn(game: Game, turn: Turn) -> Asking[None]:
    """T5: the turn is spent removing exactly one Job."""
    events.remove_job(game, turn.seat, min(game.players[turn.seat].jobs, default=None))
    events.note(game, Event.TURN_SKIPPED, turn.seat, turn.seat)
    yield from do_triggers(game)
    if game.deck.rule(Rule.DRAW_ON_SKIPPED_TURN):
        yield from draw_up(game, turn)


def take_actions(game: Game, turn: Turn) -> Asking[None]:
    """T1, T2: the first thing is compulsory; after it stop is offered, as long as anything can be done."""
    player = game.players[turn.seat]
    while not turn.over and not player.out:
        legal, duty = legal_acts(game, turn)
        by_pick = {act.pick: (act, rights) for act, rights in legal}
        picks = [*by_pick]
        if not duty:
            picks += ways_out(game, turn, bool(legal))
        if not picks or picks == [Pick(Do.STOP)]:
            return
        pick = yield from ask(game, Ask.ACTION, turn.seat, picks)
        if pick.do in (Do.PASS, Do.STOP):
            turn.passed = pick.do == Do.PASS
            return
        act, rights = by_pick[pick]
        turn.acted = True
        spend(turn, rights[0])
        if act.deed == Deed.DISCARD:
            turn.over = True
            events.discard_card(game, turn.seat, turn.seat, act.card)
            yield from do_triggers(game)
        else:
            yield from perform(game, turn, act, rights[0])


def ways_out(game: Game, turn: Turn, anything: bool) -> list[Pick]:
    """T2: stop after the first thing; pass with an empty hand, or where nothing may be done."""
    if turn.acted:
        return [Pick(Do.STOP)]
    may_pass = not game.players[turn.seat].hand or game.deck.rule(Rule.ALLOW_PASS) or not anything
    return [Pick(Do.PASS)] if may_pass else []


def draw_up(game: Game, turn: Turn) -> Asking[int]:
    """T3: draw up to the hand size, so many cards at most as the draw limit says. Returns how many were drawn.

    A card that does something as it is drawn and is not kept is replaced.
    """
    seat, drawn, kept = turn.seat, 0, 0
    while (
        not game.players[seat].out
        and len(game.players[seat].hand) < claims.hand_size(game, seat)
        and kept < claims.draw_limit(game, seat)
        and claims.may(game, Deed.DRAW, seat)
        and (came := (yield from draw_card(game, seat))) != Drawn.NOTHING
    ):
        drawn += 1
        kept += came == Drawn.KEPT
    yield from do_triggers(game)
    return drawn


def count_pass(game: Game, turn: Turn, drawn: int) -> None:
    """W4: passes in a row at which no card could be drawn."""
    player = game.players[turn.seat]
    nothing = turn.passed and drawn == 0 and not game.can_draw()
    player.passes = player.passes + 1 if nothing else 0
