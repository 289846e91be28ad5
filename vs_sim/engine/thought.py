"""Looking ahead: the best choices by score are played out on a copy of the game, and the one that ends best is taken.

What the decider cannot see is dealt anew for each game played out, in any way that fits what it knows (hidden.py). All
seats play by its own weights there, by score alone, so nothing here calls itself. Games played out at the same place of
the order share their deal and their luck, whatever choice they begin with: the choices differ, chance does not. The
games are shared out by sequential halving (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed
bandits", 2013): in each round the worse half of the choices drops out.
"""

from __future__ import annotations

import numpy as np

from vs_sim.engine.hidden import deal_hidden
from vs_sim.jit import kernel, leaf
from vs_sim.policies.choose import choose
from vs_sim.policies.features import BREADTH, HORIZON, MODE, ROLLOUTS, Mode
from vs_sim.policies.scripted import choose_scripted, same_play
from vs_sim.policies.view import load_policy, weight
from vs_sim.rules.bits import copy_game
from vs_sim.rules.choices import list_choices
from vs_sim.rules.draws import open_streams, policy_number
from vs_sim.rules.modifiers import POINTS_TO_WIN
from vs_sim.rules.packing import bit, choice_do
from vs_sim.rules.rng import GOLDEN, mix
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.turn import advance, apply
from vs_sim.vocabulary import Result

LOOKAHEAD = int(Mode.LOOKAHEAD)
RUNNING, WON, LAST_LEFT = int(Result.RUNNING), int(Result.WON), int(Result.LAST_LEFT)
CERTAIN = 1_000_000  # value of a game won
# By points short of winning: how near that is, relative to others; it falls by a third a point.
NEAR = np.array([round(100_000 * 1.5**-short) for short in range(24)], dtype=np.int64)
FIRST_BONUS = CERTAIN // 100  # the choice that is best by score is taken unless another does better by this


@kernel
def decide(g: Game, t: Tables, w: Work, g2: Game, w2: Work) -> int:
    """Index into w.choice of what the seat `g.decider` decides; g2 and w2 are scratch."""
    policy = np.int64(w.policy[g.decider])
    index = choose(g, t, w, policy)
    if weight(w, MODE) == LOOKAHEAD:
        return look_ahead(g, t, w, g2, w2, policy)
    return index


@leaf
def _is_like_another(w: Work, n: int, index: int) -> bool:
    """Whether one of the n candidates is the same play at another place."""
    choice = w.choice[index]
    for k in range(n):
        other = w.choice[w.sort_card[k]]
        if same_play(other, choice_do(other)) == same_play(choice, choice_do(choice)):
            return True
    return False


@kernel
def find_candidates(w: Work, most: int) -> int:
    """Put the indices of the best choices by score into w.sort_card, the best first; how many. Plays, not places."""
    n = np.int64(0)
    above = np.int64(2**62)
    while n < most:
        best = np.int64(-1)
        for i in range(w.n):
            if best < w.score[i] < above:
                best = w.score[i]
        if best < 0:
            break
        above = best
        if not _is_like_another(w, n, best & 4095):
            w.sort_card[n] = best & 4095
            n += 1
    return n


@kernel
def play_out(g: Game, t: Tables, w: Work, choice: int, turns: int) -> None:
    """Play on from a choice, all seats by score alone, until the game is over or so many turns have begun."""
    stop = g.turns + turns
    while True:
        apply(g, t, w, choice)
        w.n = 0
        advance(g, t, w)
        if g.result != RUNNING or g.error != 0 or g.turns >= stop:
            break
        list_choices(g, t, w)
        index = np.int64(0) if np.int64(w.n) == 1 else np.int64(choose_scripted(g, t, w))
        choice = w.choice[index]


@kernel
def value_for(g: Game, me: int) -> int:
    """How well a seat stands, 0 to CERTAIN: a win is certain, before the end who is nearer to winning stands better."""
    if g.result == WON or g.result == LAST_LEFT:
        return np.int64(CERTAIN if g.winner == me else 0)
    mine = np.int64(0)
    total = np.int64(1)
    for s in range(g.n_players):
        if g.out[s] == 0:
            short = np.int64(g.number[s, POINTS_TO_WIN]) - np.int64(g.points[s])
            near = np.int64(NEAR[min(max(short, 0), 23)])
            total += near
            if s == me:
                mine = near
    return mine * CERTAIN // total


@kernel
def one_game(g: Game, t: Tables, w: Work, g2: Game, w2: Work, choice: int, number: int) -> int:
    """Value of a choice for the decider in the played-out game of this number, the same game for every choice."""
    me = np.int64(g.decider)
    copy_game(g2, g)
    open_streams(w2, number, np.int64(g.n_players))
    deal_hidden(g2, t, w, w2, me, mix(w2.seed ^ (np.uint64(number) * GOLDEN)))
    w2.n = w.n
    play_out(g2, t, w2, choice, weight(w, HORIZON))
    return value_for(g2, me)


@kernel
def drop_worse(w: Work, n: int) -> int:
    """Sort the candidates by their sums, the best first (of equals in the order before), and keep the better half."""
    for i in range(1, n):
        k = np.int64(i)
        while k > 0 and w.score[k] > w.score[k - 1]:
            w.score[k], w.score[k - 1] = w.score[k - 1], w.score[k]
            w.sort_card[k], w.sort_card[k - 1] = w.sort_card[k - 1], w.sort_card[k]
            k -= 1
    return (n + 1) // 2


@kernel
def look_ahead(g: Game, t: Tables, w: Work, g2: Game, w2: Work, policy: int) -> int:
    """Index of the best choice after playing the candidates out; their scores stand in w.score."""
    n = find_candidates(w, weight(w, BREADTH))
    if w2.loaded != policy:
        load_policy(w2, policy)
    w2.seed = policy_number(w, np.int64(g.decider))
    rounds = np.int64(0)
    while bit(rounds) < n:
        rounds += 1
    for k in range(n):
        w.score[k] = 0
    done = np.int64(0)
    first = np.int64(w.sort_card[0])
    while n > 1:
        times = max(weight(w, ROLLOUTS) // (n * rounds), 1)
        for k in range(n):
            choice = w.choice[w.sort_card[k]]
            for i in range(times):
                w.score[k] += one_game(g, t, w, g2, w2, choice, done + i)
            if w.sort_card[k] == first:
                w.score[k] += times * FIRST_BONUS
        done += times
        n = drop_worse(w, n)
    return np.int64(w.sort_card[0])
