"""What lies on a table is taken away or goes over: the verb `clear` but for microaggressions, and `steal` of artifacts."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Step
from vs_sim.jit import kernel, leaf
from vs_sim.rules.deeds import carry_over, remove_job, remove_job_card, remove_lying, remove_plot
from vs_sim.rules.draws import random_card
from vs_sim.rules.frames import ask
from vs_sim.rules.hands import CHOOSE_RANDOM, GOES_ON, SUSPENDED, chooser, takes_all
from vs_sim.rules.packing import choice_card, pack, push
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.targets import first_job, job_fits, lying_fits, plot_fits
from vs_sim.rules.winning import recheck
from vs_sim.rules.words import THIS_CARD, this_card
from vs_sim.rules.zones import set_has
from vs_sim.vocabulary import Ask, Clear, Do, Op

OP = int(Step.OP)
A = int(Step.A)
CHOOSE = int(Step.CHOOSE)
CARD = int(Step.CARD)
STEAL = int(Op.STEAL)
CLEAR_JOB = int(Clear.JOB)
CLEAR_PLOT = int(Clear.PLOT)
ASK_CARD = int(Ask.CARD)
DO_CARD = int(Do.CARD)
NO_CARD = -1


@leaf
def _clears(t: Tables, row: int, what: int) -> bool:
    return t.step[row, OP] != STEAL and t.step[row, A] == what


@leaf
def _push(g: Game, w: Work, card: int) -> None:
    push(g, w, pack(int(DO_CARD), card, np.int64(-1), int(0), int(0)))


@kernel
def list_things(g: Game, t: Tables, w: Work, row: int, p: int, this: int, once: bool) -> None:
    """List what a step of card `this` can take away: plots and lying cards as they came, Job cards by number, then Job tokens.

    `once`: like cards once (N2), a token only if there is no card.
    """
    if _clears(t, row, int(CLEAR_PLOT)):
        for k in range(g.n_plots):
            if plot_fits(g, t, row, np.int64(k), this):
                _push(g, w, np.int64(g.plot[k]))
    elif _clears(t, row, int(CLEAR_JOB)):
        _list_jobs(g, t, w, row, p, this, once)
    else:
        once = once and t.step[row, CARD] != THIS_CARD
        for k in range(g.n_lying):
            if lying_fits(g, t, p, row, np.int64(k), this) and not (
                once and _has_lower_twin(g, t, p, np.int64(k))
            ):
                _push(g, w, np.int64(g.lying[k]))


@leaf
def _has_lower_twin(g: Game, t: Tables, p: int, k: int) -> bool:
    """Whether a card equal to that at place k, with a lower number, lies with p too."""
    card = g.lying[k]
    for i in range(g.n_lying):
        other = g.lying[i]
        if other < card and g.lying_seat[i] == p and g.lying_type[i] == g.lying_type[k]:
            return True
    return False


@kernel
def _list_jobs(g: Game, t: Tables, w: Work, row: int, p: int, this: int, once: bool) -> None:
    start = w.n
    last = np.int64(-1)
    for card in range(t.n_cards):
        if set_has(g.jobs[p, card >> 6], np.int64(card)) and job_fits(t, row, np.int64(card), this):
            if not once or t.card_type[card] != last:
                _push(g, w, np.int64(card))
            last = np.int64(t.card_type[card])
    if t.step[row, CARD] == -1 and (w.n == start or not once):
        for _ in range(min(np.int64(g.job_tokens[p]), 1) if once else np.int64(g.job_tokens[p])):
            _push(g, w, np.int64(NO_CARD))


@kernel
def _nth_thing(w: Work, k: int) -> int:
    """Of the things listed the k-th in the order of card numbers, Job tokens (-1) behind them, for the dice."""
    last = np.int64(-1)
    for _ in range(k + 1):
        best = np.int64(NO_CARD)
        for i in range(w.n):
            card = choice_card(w.choice[i])
            if card > last and (best < 0 or card < best):
                best = card
        if best < 0:
            return best
        last = best
    return last


@kernel
def _first_thing(g: Game, t: Tables, row: int, p: int, this: int) -> int:
    """The first of what list_things lists (-1: a Job token); -2 nothing."""
    if _clears(t, row, int(CLEAR_PLOT)):
        for k in range(g.n_plots):
            if plot_fits(g, t, row, np.int64(k), this):
                return np.int64(g.plot[k])
        return np.int64(-2)
    if _clears(t, row, int(CLEAR_JOB)):
        card = first_job(g, t, p, row, this)
        return card if card >= 0 or (g.job_tokens[p] > 0 and t.step[row, CARD] == -1) else np.int64(-2)
    for k in range(g.n_lying):
        if lying_fits(g, t, p, row, np.int64(k), this):
            return np.int64(g.lying[k])
    return np.int64(-2)


@kernel
def go_on_things(g: Game, t: Tables, w: Work, f: int, row: int, p: int) -> int:
    """clear, steal of artifacts: all at once, by the dice, or one at a time as the chooser names them (of plots: self)."""
    this = this_card(g, f)
    first = _first_thing(g, t, row, p, this)
    if first == -2:
        g.f_left[f] = 0
        return GOES_ON
    if takes_all(t, row):
        hit_thing(g, t, f, p, first)
        return GOES_ON
    if t.step[row, CHOOSE] == CHOOSE_RANDOM:
        w.n = 0
        list_things(g, t, w, row, p, this, False)
        hit_thing(g, t, f, p, _nth_thing(w, random_card(w, np.int64(w.n))))
        return GOES_ON
    ask(
        g,
        int(ASK_CARD),
        np.int64(g.f_self[f]) if _clears(t, row, int(CLEAR_PLOT)) else chooser(g, t, f, row, p),
    )
    return SUSPENDED


@kernel
def hit_thing(g: Game, t: Tables, f: int, p: int, card: int) -> None:
    """Take one thing away (P3), or over to self's character; -1 is a Job token."""
    row = np.int64(g.f_row[f])
    g.f_left[f] -= 1
    if _clears(t, row, int(CLEAR_PLOT)):
        for k in range(g.n_plots):
            if g.plot[k] == card:
                remove_plot(g, t, np.int64(k), np.int64(g.f_self[f]))
                return
    elif _clears(t, row, int(CLEAR_JOB)):
        if card >= 0:
            remove_job_card(g, p, card)
        else:
            remove_job(g, p)
        recheck(g, t)
    else:
        _hit_lying(g, t, f, row, card)


@kernel
def _hit_lying(g: Game, t: Tables, f: int, row: int, card: int) -> None:
    for k in range(g.n_lying):
        if g.lying[k] == card:
            if t.step[row, OP] == STEAL:
                carry_over(g, t, np.int64(k), np.int64(g.f_self[f]))
            else:
                remove_lying(g, t, np.int64(k))
            return
