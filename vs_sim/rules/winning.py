"""How a game ends (W1 to W6)."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Rule
from vs_sim.jit import kernel, leaf
from vs_sim.rules.modifiers import POINTS_TO_WIN, number, renew
from vs_sim.rules.state import Game, Tables
from vs_sim.rules.worth import sum_all_worth
from vs_sim.vocabulary import Result

WON = int(Result.WON)
LAST_LEFT = int(Result.LAST_LEFT)
CAPPED = int(Result.CAPPED)
STALLED = int(Result.STALLED)
MAX_TURNS = int(Rule.MAX_TURNS_PER_PLAYER)


@leaf
def acting_seat(g: Game) -> int:
    """The player whose turn it is, in a taken turn its owner; before the first turn seat 0."""
    return np.int64(g.f_self[g.turn_frame]) if g.turn_frame >= 0 else np.int64(0)


@leaf
def has_enough(g: Game, t: Tables, p: int) -> bool:
    """W1: whether p's coalition is worth what wins."""
    return g.out[p] == 0 and g.points[p] >= number(g, t, p, int(POINTS_TO_WIN))


@kernel
def win_first(g: Game, t: Tables, seats: int) -> None:
    """W3: of a mask of seats the one whose turn it is wins, otherwise the next in turn order."""
    s = acting_seat(g)
    for _ in range(g.n_players):
        if (seats >> s) & 1 == 1:
            g.result = WON
            g.winner = s
            return
        s = s + 1 if s + 1 < g.n_players else np.int64(0)


@leaf
def _weigh_anew(g: Game, t: Tables) -> None:
    """What hangs on the board is made anew: claims, numbers, what followers are worth."""
    if g.slow_fold == 1:
        renew(g, t)
    elif g.values == 1:
        sum_all_worth(g, t)


@kernel
def check_win(g: Game, t: Tables) -> None:
    """W1, W2: called after every single change; ends the game at once. What hangs on the board is made anew first."""
    if g.result != 0:
        return
    _weigh_anew(g, t)
    seats = np.int64(0)
    for p in range(g.n_players):
        if has_enough(g, t, np.int64(p)):
            seats |= np.int64(1) << np.int64(p)
    if seats != 0:
        win_first(g, t, seats)


@leaf
def check_win_of(g: Game, t: Tables, p: int) -> None:
    """W1, W2 after a change of p's coalition alone."""
    if g.slow_win == 1:
        check_win(g, t)
    elif g.result == 0 and has_enough(g, t, p):
        g.result = WON
        g.winner = p


@leaf
def recheck(g: Game, t: Tables) -> None:
    """W1 after a change that moves no points: it matters only where what wins, or what counts, hangs on the board."""
    if g.slow_win == 1:
        check_win(g, t)


@kernel
def check_last_left(g: Game) -> None:
    """W6: a last player left wins."""
    if g.result == 0 and g.n_in == 1:
        for p in range(g.n_players):
            if g.out[p] == 0:
                g.result = LAST_LEFT
                g.winner = p


@kernel
def check_unfinished(g: Game, t: Tables) -> None:
    """W4, looked at before a turn in sequence: the cap on turns begun, and a stalled table. A new round may have begun."""
    if g.turns >= t.rule[MAX_TURNS] * g.n_players:
        g.result = CAPPED
        _weigh_anew(g, t)
        return
    for p in range(g.n_players):
        if g.out[p] == 0 and g.passes[p] < 2:
            return
    g.result = STALLED
    _weigh_anew(g, t)
