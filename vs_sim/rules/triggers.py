"""Events and the triggers that hear them (LANGUAGE section 4): noted as they happen, done when the action is finished."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Part
from vs_sim.jit import kernel, leaf
from vs_sim.rules.coalition import slot_of
from vs_sim.rules.force import is_plot_silenced
from vs_sim.rules.state import IN_GAME, IN_TURN, MAX_USED, Game, Tables
from vs_sim.rules.words import card_fits, follower_mask, with_named
from vs_sim.vocabulary import MAX_CARDS, MAX_WAITING, Error, Event, Filter, Inert, Kind, Result, Who

EVENT = int(Part.EVENT)
BY = int(Part.BY)
TO = int(Part.TO)
FILTER = int(Part.FILTER)
CARD = int(Part.CARD)
PER_TURN = int(Part.PER_TURN)
PER_GAME = int(Part.PER_GAME)
BY_SELF = int(Who.SELF)
BY_OTHERS = int(Who.OTHERS)
PLOT = int(Kind.PLOT)
HOUSE_RULE = int(Kind.HOUSE_RULE)
PLOT_ENDED = int(Event.PLOT_ENDED)
RUNAWAY = int(Result.RUNAWAY)
LISTS_FULL = int(Error.LISTS_FULL)
LANDED = int(Event.MICROAGGRESSION_LANDED)
# Bits of a filter that ask how a follower lies; what they are where nothing is asked.
STATE = (1 << int(Filter.ANYWHERE)) | (3 << int(Filter.INERT))
ANY_STATE = (1 << int(Filter.ANYWHERE)) | (int(Inert.ANY) << int(Filter.INERT))
CARD_KEYS = ~STATE


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
    t: Tables,
    part: int,
    holder: int,
    event: int,
    actor: int,
    affected: int,
    about: int,
    card: int,
    named: int,
) -> bool:
    """Whether a trigger of `card`, with holder, hears an event about card `about` (-1 none); how that lies is asked apart."""
    if t.part[part, EVENT] != event:
        return False
    if not _is_meant(np.int64(t.part[part, BY]), holder, actor):
        return False
    if not _is_meant(np.int64(t.part[part, TO]), holder, affected):
        return False
    filtered = with_named(np.int64(t.part[part, FILTER]) & CARD_KEYS, named)
    wanted = np.int64(t.part[part, CARD])
    if filtered == 0 and wanted == -1:
        return True
    return about >= 0 and card_fits(t, about, filtered, wanted, card)


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
def _is_so(g: Game, t: Tables, filtered: int, event: int, p: int, about: int) -> bool:
    """`where`, `inert` of an event's filter, asked of its follower, which still lies with p, or was hit just now."""
    slot = slot_of(g, p, about + 1)
    if slot < 0:
        return False
    hit = slot if event == LANDED else np.int64(-1)
    return (follower_mask(g, t, p, filtered & STATE, hit) >> slot) & 1 == 1


@kernel
def _note_for(
    g: Game, t: Tables, card: int, ty: int, holder: int, event: int, actor: int, affected: int, about: int
) -> None:
    """Let one card in force, of type ty, hear an event about card `about` (-1 none)."""
    named = np.int64(g.named[card])
    for part in range(t.trigger_first[ty], t.trigger_first[ty] + t.trigger_n[ty]):
        if not _hears(t, np.int64(part), holder, event, actor, affected, about, card, named):
            continue
        filtered = np.int64(t.part[part, FILTER])
        if filtered == 0 or filtered & STATE == ANY_STATE or _is_so(g, t, filtered, event, affected, about):
            _wait(g, np.int64(part), card, holder, actor, affected, about + 1, ty)


@leaf
def _has_ear(t: Tables, ty: int, event: int) -> bool:
    return (t.hears[ty] >> event) & 1 == 1


@leaf
def _note_at(g: Game, t: Tables, k: int, event: int, actor: int, affected: int, about: int) -> None:
    """Let card k in force hear an event."""
    ty = np.int64(g.force_type[k])
    if _has_ear(t, ty, event):
        holder = np.int64(g.force_seat[k])
        _note_for(g, t, np.int64(g.force[k]), ty, holder, event, actor, affected, about)


@kernel
def _note_all(g: Game, t: Tables, event: int, actor: int, affected: int, about: int) -> None:
    """House rules, plots in order of play, then seat by seat from the acting player."""
    k = np.int64(0)
    while k < g.n_force and g.force_seat[k] < 0:
        if not is_plot_silenced(g, t, np.int64(g.force[k]), actor):
            _note_at(g, t, k, event, actor, affected, about)
        k += 1
    before = False
    for i in range(k, g.n_force):
        if _has_ear(t, np.int64(g.force_type[i]), event):
            if g.force_seat[i] >= actor:
                _note_at(g, t, np.int64(i), event, actor, affected, about)
            else:
                before = True
    if before:
        while k < g.n_force and g.force_seat[k] < actor:
            _note_at(g, t, k, event, actor, affected, about)
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
    ty = np.int64(t.card_type[card])
    if g.result == 0 and _has_ear(t, ty, int(PLOT_ENDED)) and not is_plot_silenced(g, t, card, actor):
        _note_for(g, t, card, ty, np.int64(-1), int(PLOT_ENDED), actor, actor, card)


@leaf
def _user(t: Tables, card: int, p: int) -> int:
    """Under which number the uses of a card by p are counted: a plot's or house rule's all together, else with its holder."""
    kind = t.kind[t.card_type[card]]
    return card if kind == PLOT or kind == HOUSE_RULE else card + MAX_CARDS * (p + 1)


@kernel
def _find_use(g: Game, of: int, user: int, part: int) -> int:
    """Where the uses of a part by `user` stand in the list of the turn or game; behind the last if there are none yet."""
    k = np.int64(g.f_used[g.turn_frame]) if of == IN_TURN else np.int64(0)
    while k < g.n_used[of] and not (g.used_card[of, k] == user and g.used_part[of, k] == part):
        k += 1
    return k


@leaf
def _reached(g: Game, of: int, user: int, part: int, limit: int) -> bool:
    """Whether a limit in the turn or game (0 none) is reached. Outside a turn only the game counts."""
    if limit == 0 or (of == IN_TURN and g.turn_frame < 0):
        return False
    k = _find_use(g, of, user, part)
    return k < g.n_used[of] and g.used_times[of, k] >= limit


@leaf
def uses_left(g: Game, t: Tables, card: int, part: int, p: int) -> bool:
    """`per_turn`, `per_game`: whether p may use this part of this card once more."""
    user = _user(t, card, p)
    if _reached(g, int(IN_TURN), user, part, np.int64(t.part[part, PER_TURN])):
        return False
    return not _reached(g, int(IN_GAME), user, part, np.int64(t.part[part, PER_GAME]))


@kernel
def _count_in(g: Game, of: int, user: int, part: int) -> None:
    k = _find_use(g, of, user, part)
    if k >= MAX_USED:
        g.error = LISTS_FULL
        return
    if k == g.n_used[of]:
        g.used_card[of, k] = user
        g.used_part[of, k] = part
        g.used_times[of, k] = 0
        g.n_used[of] = k + 1
    g.used_times[of, k] += 1


@leaf
def count_use(g: Game, t: Tables, card: int, part: int, p: int) -> None:
    """Count a use by p of a part that has `per_turn` or `per_game`."""
    if t.part[part, PER_TURN] > 0 and g.turn_frame >= 0:
        _count_in(g, int(IN_TURN), _user(t, card, p), part)
    if t.part[part, PER_GAME] > 0:
        _count_in(g, int(IN_GAME), _user(t, card, p), part)


@kernel
def in_force(g: Game, t: Tables, card: int, holder: int, me: int) -> bool:
    """Whether a card that had a trigger waiting is still in force with the same holder, for `me`."""
    for k in range(g.n_force):
        if g.force[k] == card and g.force_seat[k] == holder:
            return holder >= 0 or not is_plot_silenced(g, t, card, me)
    return False
