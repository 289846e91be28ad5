"""Single changes of the table, each with what follows at once: orphans (G6), the discard pile (D6, T7), events, a win (W2)."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Part
from vs_sim.jit import kernel, leaf
from vs_sim.rules.coalition import lift, make_inert, make_live
from vs_sim.rules.force import came
from vs_sim.rules.frames import DRAWN as DRAWN_FRAME
from vs_sim.rules.frames import bound_actions, free_turns, push_frame
from vs_sim.rules.modifiers import renew
from vs_sim.rules.packing import lowest
from vs_sim.rules.state import TOKEN, Game, Tables, Work
from vs_sim.rules.triggers import note, note_leaving
from vs_sim.rules.winning import check_last_left, check_win, check_win_of, recheck
from vs_sim.rules.zones import (
    discard_card,
    hand_add,
    hand_remove,
    put_into,
    take_top,
)
from vs_sim.vocabulary import Event, Into, Stat

DISCARD_PILE = int(Into.DISCARD_PILE)
KEEP = int(Part.KEEP)

CARD_DRAWN = int(Event.CARD_DRAWN)
CARD_DISCARDED = int(Event.CARD_DISCARDED)
LANDED = int(Event.MICROAGGRESSION_LANDED)
REMOVED = int(Event.MICROAGGRESSION_REMOVED)
DESTROYED = int(Event.FOLLOWER_DESTROYED)
ELIMINATED = int(Event.PLAYER_ELIMINATED)
LOST = int(Stat.FOLLOWERS_LOST)
DRAWN = int(Stat.DRAWN)
CARDS_LOST = int(Stat.CARDS_LOST)
MADE_INERT = int(Stat.MADE_INERT)
U0 = np.uint64(0)


@leaf
def discard_over(g: Game, over: int) -> None:
    """What lay on a follower (card + 1, TOKEN, 0) goes to the discard pile; a token vanishes."""
    if over != 0 and over != TOKEN:
        discard_card(g, over - 1)


@kernel
def _take_off(g: Game, t: Tables, w: Work, p: int, slot: int, actor: int) -> int:
    """Destroy one follower with what lies on it (D6); the mask of orphans it leaves."""
    card = np.int64(g.node_card[p, slot]) - 1
    over = np.int64(g.node_over[p, slot])
    note(g, t, int(DESTROYED), actor, p, card)
    orphans = lift(g, t, w, p, slot)
    discard_card(g, card)
    discard_over(g, over)
    g.stat[p, LOST] += 1
    return np.int64(orphans)


@kernel
def lowest_card(g: Game, p: int, mask: int) -> int:
    """The slot of a mask whose card has the lowest number (C7)."""
    best = lowest(mask)
    rest = mask & (mask - 1)
    while rest != 0:
        slot = lowest(rest)
        if g.node_card[p, slot] < g.node_card[p, best]:
            best = slot
        rest &= rest - 1
    return best


@kernel
def drop_orphans(g: Game, t: Tables, w: Work, p: int, orphans: int, actor: int) -> None:
    """G6: orphans are destroyed at once, whatever lies on them, the lowest number first."""
    while orphans != 0:
        slot = lowest_card(g, p, orphans)
        orphans &= ~(np.int64(1) << slot)
        _take_off(g, t, w, p, slot, actor)


@kernel
def destroy_follower(g: Game, t: Tables, w: Work, p: int, slot: int, actor: int) -> None:
    """D6, G6: one follower of p goes to the discard pile, then what it orphans."""
    orphans = _take_off(g, t, w, p, slot, actor)
    if orphans != 0:
        drop_orphans(g, t, w, p, orphans, actor)
    after_change(g, t)


@kernel
def renew_and_check(g: Game, t: Tables) -> None:
    """Cards in force changed: fold them anew, and look whether somebody has enough now (W2)."""
    renew(g, t)
    check_win(g, t)


@leaf
def after_change(g: Game, t: Tables) -> None:
    """Followers came or went: where followers have powers, the cards in force changed."""
    if t.has_live_followers == 1:
        renew_and_check(g, t)
    else:
        recheck(g, t)


@kernel
def land(g: Game, t: Tables, w: Work, p: int, slot: int, over: int, actor: int) -> None:
    """M1, M3: a microaggression (card + 1 or TOKEN) lands on a follower of p, which is inert from now on."""
    follower = np.int64(g.node_card[p, slot]) - 1
    make_inert(g, t, w, p, slot, over)
    g.stat[p, MADE_INERT] += 1
    if t.has_live_followers == 1:
        renew(g, t)
    note(g, t, int(LANDED), actor, p, follower)
    if t.has_live_followers == 1:
        check_win(g, t)
    else:
        recheck(g, t)


@kernel
def unland(g: Game, t: Tables, w: Work, p: int, slot: int, actor: int) -> None:
    """V1: the microaggression on a follower of p is removed and discarded; the follower counts again (W2)."""
    follower = np.int64(g.node_card[p, slot]) - 1
    discard_over(g, make_live(g, t, w, p, slot))
    if t.has_live_followers == 1:
        renew(g, t)
    note(g, t, int(REMOVED), actor, p, follower)
    if t.has_live_followers == 1:
        check_win(g, t)
    else:
        check_win_of(g, t, p)


@kernel
def draw_card(g: Game, t: Tables, w: Work, p: int) -> bool:
    """T4: player p draws one card; False if there was none. One with `drawn` opens a frame that does what it says."""
    card = take_top(g, t, w)
    if card < 0:
        return False
    part = np.int64(t.drawn[t.card_type[card]]) if t.has_drawn == 1 else np.int64(-1)
    if part < 0 or t.part[part, KEEP] == 1:
        hand_add(g, p, card)
    if part >= 0:
        f = push_frame(g, t, int(DRAWN_FRAME), p)
        g.f_card[f] = card + 1
        g.f_part[f] = part + 1
    g.stat[p, DRAWN] += 1
    note(g, t, int(CARD_DRAWN), p, p, card)
    recheck(g, t)
    if part >= 0:
        bound_actions(g, t)
    return True


@kernel
def discard_from_hand(g: Game, t: Tables, w: Work, p: int, card: int, into: int, actor: int) -> None:
    """A card leaves p's hand, by an effect that `actor` caused."""
    hand_remove(g, p, card)
    put_into(g, t, w, card, into)
    g.stat[p, CARDS_LOST] += 1
    note(g, t, int(CARD_DISCARDED), actor, p, card)
    recheck(g, t)


@kernel
def remove_plot(g: Game, t: Tables, k: int, actor: int) -> None:
    """P1: the plot at place k of those in play goes to the discard pile."""
    card = np.int64(g.plot[k])
    n = np.int64(g.n_plots) - 1
    for i in range(k, n):
        g.plot[i] = g.plot[i + 1]
        g.plot_by[i] = g.plot_by[i + 1]
        g.plot_left[i] = g.plot_left[i + 1]
    g.n_plots = n
    discard_card(g, card)
    renew(g, t)
    note_leaving(g, t, card, actor)
    check_win(g, t)


@leaf
def _take_lying(g: Game, k: int) -> None:
    """What lies at place k goes to the discard pile."""
    discard_card(g, np.int64(g.lying[k]))
    n = np.int64(g.n_lying) - 1
    for i in range(k, n):
        g.lying[i] = g.lying[i + 1]
        g.lying_type[i] = g.lying_type[i + 1]
        g.lying_seat[i] = g.lying_seat[i + 1]
        g.lying_by[i] = g.lying_by[i + 1]
        g.lying_left[i] = g.lying_left[i + 1]
        g.lying_played[i] = g.lying_played[i + 1]
    g.n_lying = n


@kernel
def remove_lying(g: Game, t: Tables, k: int) -> None:
    """An artifact or lasting special at place k goes to the discard pile."""
    _take_lying(g, k)
    renew_and_check(g, t)


@kernel
def carry_over(g: Game, t: Tables, k: int, s: int) -> None:
    """An artifact at place k goes over to the character of s, where it lies as the latest."""
    card, ty = g.lying[k], g.lying_type[k]
    by, left, played = g.lying_by[k], g.lying_left[k], g.lying_played[k]
    n = np.int64(g.n_lying) - 1
    for i in range(k, n):
        g.lying[i] = g.lying[i + 1]
        g.lying_type[i] = g.lying_type[i + 1]
        g.lying_seat[i] = g.lying_seat[i + 1]
        g.lying_by[i] = g.lying_by[i + 1]
        g.lying_left[i] = g.lying_left[i + 1]
        g.lying_played[i] = g.lying_played[i + 1]
    g.lying[n] = card
    g.lying_type[n] = ty
    g.lying_seat[n] = s
    g.lying_by[n] = by
    g.lying_left[n] = left
    g.lying_played[n] = played
    came(g, np.int64(card))
    renew_and_check(g, t)


@leaf
def remove_job_card(g: Game, p: int, card: int) -> None:
    """A Job card goes from p's character to the discard pile."""
    g.jobs[p, card >> 6] &= ~(np.uint64(1) << np.uint64(card & 63))
    g.n_jobs[p] -= 1
    discard_card(g, card)


@kernel
def remove_job(g: Game, p: int) -> None:
    """T5: one Job goes, the card of the lowest number first; a token only when no card is left."""
    for word in range(8):
        if g.jobs[p, word] != U0:
            for k in range(64):
                if g.jobs[p, word] & (np.uint64(1) << np.uint64(k)) != U0:
                    remove_job_card(g, p, np.int64(word * 64 + k))
                    return
    g.job_tokens[p] -= 1
    g.n_jobs[p] -= 1


@kernel
def eliminate(g: Game, t: Tables, w: Work, p: int, actor: int) -> None:
    """W6: p's hand, coalition, Jobs and artifacts go to the discard pile; p is out. It is one event, no destruction."""
    note(g, t, int(ELIMINATED), actor, p, np.int64(-1))
    while g.n_hand[p] > 0:
        card = np.int64(g.hand[p, 0])
        hand_remove(g, p, card)
        discard_card(g, card)
    while g.occupied[p] != 0:
        leaves = g.occupied[p] & g.leaf[p]
        slot = lowest(leaves if leaves != 0 else g.occupied[p])
        discard_card(g, np.int64(g.node_card[p, slot]) - 1)
        discard_over(g, np.int64(g.node_over[p, slot]))
        lift(g, t, w, p, slot)
    g.points[p] = g.bonus[p]  # whatever a `value` made of those that are gone
    while g.n_jobs[p] > 0:
        remove_job(g, p)
    for k in range(g.n_lying - 1, -1, -1):
        if g.lying_seat[k] == p:
            _take_lying(g, np.int64(k))
    g.out[p] = 1
    g.n_in -= 1
    if p == g.controller:
        free_turns(g)
    renew(g, t)
    check_last_left(g)
    check_win(g, t)
