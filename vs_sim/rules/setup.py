"""Setting a game up from the block's deal (S1 to S4)."""

from __future__ import annotations

import numpy as np

from vs_sim.jit import kernel
from vs_sim.rules.coalition import empty
from vs_sim.rules.draws import open_streams
from vs_sim.rules.force import start_force
from vs_sim.rules.frames import START, push_frame
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.zones import hand_add
from vs_sim.vocabulary import MAX_ALIGNMENTS, MAX_HAND, STATS


@kernel
def _clear(g: Game, n_players: int) -> None:
    """Every field that a game reads before it writes it; lists and stacks are empty by their counts."""
    g.error = 0
    g.result = 0
    g.winner = -1
    g.runaway = 0
    g.n_players = n_players
    g.n_in = n_players
    g.seat = -1
    g.rounds = 1
    g.turns = 0
    g.effects = 0
    g.decisions = 0
    g.shuffles = 0
    g.n_discard = 0
    g.n_plots = 0
    g.n_lying = 0
    g.last_special = 0
    g.slow_fold = 0
    g.slow_win = 0
    g.slow_hand = 0
    g.values = 0
    g.n_value = 0
    g.any_silence = 0
    g.any_open = 0
    g.clock = 0
    g.ask = 0
    g.ask_seat = 0
    g.decider = 0
    g.controller = -1
    g.depth = 0
    g.turn_frame = -1
    g.taken = 0
    g.n_used[0] = 0
    g.n_used[1] = 0
    g.n_further = 0
    g.n_extra = 0
    g.n_queue = 0
    g.n_due = 0
    g.due_head = 0
    g.n_hits = 0
    g.lead_changes = 0
    g.leader = -1
    g.half_leader = -1
    g.hash = np.uint64(0)
    for word in range(8):
        g.discard[word] = np.uint64(0)
        g.spread[word] = np.uint64(0)
    for card in range(len(g.named)):
        g.named[card] = 0
    for k in range(len(g.plot_turns)):
        g.plot_turns[k] = 0
        g.plot_plays[k] = 0
    for ty in range(len(g.plays)):
        g.plays[ty] = 0
    for card in range(len(g.play_round)):
        g.play_round[card] = 0


@kernel
def _clear_seat(g: Game, p: int) -> None:
    g.out[p] = 0
    g.n_hand[p] = 0
    for k in range(MAX_HAND):
        g.hand[p, k] = 0
    g.character[p] = -1
    g.gender[p] = 0
    g.own_gender[p] = 0
    g.n_jobs[p] = 0
    g.job_tokens[p] = 0
    g.passed_over[p] = 0
    g.passes[p] = 0
    g.bonus[p] = 0
    g.points[p] = 0
    g.n_live[p] = 0
    g.occupied[p] = 0
    g.inert[p] = 0
    g.known_top[p] = 0
    for word in range(8):
        g.jobs[p, word] = np.uint64(0)
        g.known[p, word] = np.uint64(0)
        g.held[p, word] = np.uint64(0)
        g.played[p, word] = np.uint64(0)
    for k in range(STATS):
        g.stat[p, k] = 0
    # Policies look at the spots as they were made last: not in the game before.
    for a in range(MAX_ALIGNMENTS):
        for d in range(4):
            for side in range(2):
                g.spot[p, a, d, side] = 0


@kernel
def begin_game(
    g: Game, t: Tables, w: Work, seed: np.uint64, block: int, game: int, n_players: int, rotation: int
) -> None:
    """Set up game number `game` of the block whose deal stands in w (draws.deal_block); `advance` goes on.

    Hands stay with the seats, the characters turn: seat i gets the block's number (i + rotation) % n_players (S3).
    """
    w.seed = seed
    w.block = block
    open_streams(w, game, n_players)
    _clear(g, n_players)
    for p in range(n_players):
        _clear_seat(g, np.int64(p))
        g.character[p] = w.deal_character[(p + rotation) % n_players]
        if g.character[p] < 0:
            empty(g, np.int64(p))
        for k in range(w.deal_size):
            hand_add(g, np.int64(p), np.int64(w.deal_hand[p, k]))
    g.n_draw = w.deal_n
    for i in range(w.deal_n):
        g.draw[i] = w.deal_draw[i]
    start_force(g, t)
    push_frame(g, t, int(START), np.int64(0))
