"""Events and the triggers that hear them (LANGUAGE section 4): noted as they happen, done when the action is finished."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Part
from vs_sim.jit import kernel, leaf
from vs_sim.rules.state import MAX_USED, Game, Tables
from vs_sim.rules.words import type_fits
from vs_sim.vocabulary import MAX_WAITING, Error, Event, Filter, Result, Who

EVENT = int(Part.EVENT)
BY = int(Part.BY)
TO = int(Part.TO)
FILTER = int(Part.FILTER)
CARD = int(Part.CARD)
PER_TURN = int(Part.PER_TURN)
PER_GAME = int(Part.PER_GAME)
BY_SELF = int(Who.SELF)
BY_OTHERS = int(Who.OTHERS)
PLOT_ENDED = int(Event.PLOT_ENDED)
RUNAWAY = int(Result.RUNAWAY)
LISTS_FULL = int(Error.LISTS_FULL)
# An event's follower is asked for its level, alignment and kind only.
CARD_KEYS = ~((1 << int(Filter.ANYWHERE)) | (3 << int(Filter.INERT)))


@leaf
def run_away(g: Game, ty: int) -> None:
    """W5: the game ends unfinished, and the type is named."""
    if g.result == 0:
        g.result = RUNAWAY
        g.runaway = ty + 1


@leaf
def _is_meant(who: int, holder: int, p: int) -> bool:
    """`by`, `to`: of plots and house rules (nobody holds them) anyone is meant."""
    if holder < 0:
        return True
    if who == BY_SELF:
        return p == holder
    return who != BY_OTHERS or p != holder


@leaf
def _hears(
    t: Tables, part: int, holder: int, event: int, actor: int, affected: int, ty: int, source: int
) -> bool:
    if t.part[part, EVENT] != event:
        return False
    if not _is_meant(np.int64(t.part[part, BY]), holder, actor):
        return False
    if not _is_meant(np.int64(t.part[part, TO]), holder, affected):
        return False
    filtered = np.int64(t.part[part, FILTER]) & CARD_KEYS
    card = np.int64(t.part[part, CARD])
    if filtered == 0 and card == -1:
        return True
    return ty >= 0 and type_fits(t, ty, filtered, card, source)


@kernel
def _wait(g: Game, part: int, card: int, holder: int, actor: int, affected: int, hit: int, ty: int) -> None:
    n = g.n_queue
    if n >= MAX_WAITING:
        run_away(g, ty)
        return
    g.queue_part[n] = part
    g.queue_card[n] = card
    g.queue_seat[n] = holder
    g.queue_actor[n] = actor
    g.queue_affected[n] = affected
    g.queue_hit[n] = hit
    g.n_queue = n + 1


@kernel
def _note_for(
    g: Game, t: Tables, card: int, holder: int, event: int, actor: int, affected: int, about: int
) -> None:
    """Let one card in force hear an event about card `about` (-1 none)."""
    ty = np.int64(t.card_type[card])
    about_type = np.int64(t.card_type[about]) if about >= 0 else np.int64(-1)
    for part in range(t.trigger_first[ty], t.trigger_first[ty] + t.trigger_n[ty]):
        if _hears(t, np.int64(part), holder, event, actor, affected, about_type, ty):
            _wait(g, np.int64(part), card, holder, actor, affected, about + 1, ty)


@leaf
def _has_ear(t: Tables, card: int, event: int) -> bool:
    return (t.hears[t.card_type[card]] >> event) & 1 == 1


@kernel
def _note_all(g: Game, t: Tables, event: int, actor: int, affected: int, about: int) -> None:
    """House rules, plots in order of play, then seat by seat from the acting player."""
    k = np.int64(0)
    while k < g.n_force and g.force_seat[k] < 0:
        if _has_ear(t, np.int64(g.force[k]), event):
            _note_for(g, t, np.int64(g.force[k]), np.int64(-1), event, actor, affected, about)
        k += 1
    before = False
    for i in range(k, g.n_force):
        if _has_ear(t, np.int64(g.force[i]), event):
            if g.force_seat[i] >= actor:
                _note_for(
                    g, t, np.int64(g.force[i]), np.int64(g.force_seat[i]), event, actor, affected, about
                )
            else:
                before = True
    if before:
        while g.force_seat[k] < actor:
            if _has_ear(t, np.int64(g.force[k]), event):
                _note_for(
                    g, t, np.int64(g.force[k]), np.int64(g.force_seat[k]), event, actor, affected, about
                )
            k += 1


@leaf
def note(g: Game, t: Tables, event: int, actor: int, affected: int, about: int) -> None:
    """An event has happened: `actor` caused it to `affected`, about card number `about` (-1 none)."""
    if (g.heard >> event) & 1 == 1 and g.result == 0:
        _note_all(g, t, event, actor, affected, about)


@kernel
def note_leaving(g: Game, t: Tables, card: int, actor: int) -> None:
    """A plot leaves the table; it still hears its own leaving, though no longer in force."""
    note(g, t, int(PLOT_ENDED), actor, actor, card)
    if g.result == 0 and _has_ear(t, card, int(PLOT_ENDED)):
        _note_for(g, t, card, np.int64(-1), int(PLOT_ENDED), actor, actor, card)


@kernel
def uses_left(g: Game, t: Tables, card: int, part: int) -> bool:
    """`per_turn`, `per_game`: whether this part of this card may be used once more."""
    limit = t.part[part, PER_TURN]
    if limit > 0:
        first = np.int64(g.f_used[g.turn_frame]) if g.turn_frame >= 0 else np.int64(0)
        for k in range(first, g.n_used):
            if g.used_card[k] == card and g.used_part[k] == part and g.used_times[k] >= limit:
                return False
    limit = t.part[part, PER_GAME]
    if limit > 0:
        for k in range(g.n_game_used):
            if g.game_used_card[k] == card and g.game_used_part[k] == part and g.game_used_times[k] >= limit:
                return False
    return True


@kernel
def count_use(g: Game, t: Tables, card: int, part: int) -> None:
    """Count a use of a part that has `per_turn` or `per_game`."""
    if t.part[part, PER_TURN] > 0:
        first = np.int64(g.f_used[g.turn_frame]) if g.turn_frame >= 0 else np.int64(0)
        k = first
        while k < g.n_used and not (g.used_card[k] == card and g.used_part[k] == part):
            k += 1
        if k >= MAX_USED:
            g.error = LISTS_FULL
            return
        if k == g.n_used:
            g.used_card[k] = card
            g.used_part[k] = part
            g.used_times[k] = 0
            g.n_used = k + 1
        g.used_times[k] += 1
    if t.part[part, PER_GAME] > 0:
        k = np.int64(0)
        while k < g.n_game_used and not (g.game_used_card[k] == card and g.game_used_part[k] == part):
            k += 1
        if k >= MAX_USED:
            g.error = LISTS_FULL
            return
        if k == g.n_game_used:
            g.game_used_card[k] = card
            g.game_used_part[k] = part
            g.game_used_times[k] = 0
            g.n_game_used = k + 1
        g.game_used_times[k] += 1


@kernel
def in_force(g: Game, card: int, holder: int) -> bool:
    """Whether a card that had a trigger waiting is still in force with the same holder."""
    for k in range(g.n_force):
        if g.force[k] == card and g.force_seat[k] == holder:
            return True
    return False
