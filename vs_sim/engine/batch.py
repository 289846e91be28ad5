"""The one compiled entry: it plays whole blocks, or one step of a game for a trace.

A block is the n games of one deal; in its game r seat i has character and policy number (i + r) % n, so that
results hang on (seed, game index) alone and never on how a run is cut into chunks. Batch and trace share one entry:
the rules are compiled once.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from vs_sim.engine.cards import add_cards, close_block
from vs_sim.engine.memory import Workspace
from vs_sim.engine.rows import (
    GameRows,
    SeatRows,
    fill_game_row,
    fill_seat_row,
    new_game_rows,
    new_seat_rows,
    note_lead,
)
from vs_sim.engine.thought import decide
from vs_sim.jit import Numbers, NumberTable, entry, leaf
from vs_sim.rules.choices import list_choices
from vs_sim.rules.draws import deal_block
from vs_sim.rules.setup import begin_game
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.turn import advance, apply
from vs_sim.vocabulary import Result


class Command(IntEnum):
    """What the entry is to do."""

    PLAY = 0  # whole blocks
    BEGIN = 1  # deal, and run to the first decision of one game
    PICK = 2  # let the policy pick; the index comes back
    TAKE = 3  # apply a choice, run to the next decision


class Order(IntEnum):
    """Places in the order, an int64 array."""

    COMMAND = 0
    SEED = 1
    BLOCK = 2  # the first one
    BLOCKS = 3
    PLAYERS = 4
    ROTATIONS = 5  # games a block
    CHARACTERS = 6  # mode of draws.deal_block
    ROTATION = 7  # BEGIN
    CHOICE = 8  # TAKE, packed


ORDERS = 9
COMMAND = int(Order.COMMAND)
SEED = int(Order.SEED)
BLOCK = int(Order.BLOCK)
BLOCKS = int(Order.BLOCKS)
PLAYERS = int(Order.PLAYERS)
ROTATIONS = int(Order.ROTATIONS)
CHARACTERS = int(Order.CHARACTERS)
ROTATION = int(Order.ROTATION)
CHOICE = int(Order.CHOICE)
PLAY = int(Command.PLAY)
BEGIN = int(Command.BEGIN)
PICK = int(Command.PICK)
RUNNING = int(Result.RUNNING)


@leaf
def is_running(g: Game) -> bool:
    """Whether a decision is to be taken."""
    return g.result == RUNNING and g.error == 0


@entry
def run_engine(
    g: Game,
    t: Tables,
    w: Work,
    g2: Game,
    w2: Work,
    order: Numbers,
    policies: NumberTable,
    fixed: Numbers,
    games_out: GameRows,
    seats_out: SeatRows,
    card_block: Numbers,
    card_sums: Numbers,
) -> int:
    """Carry out an order on the records; `g2` and `w2` are for what is played out in thought.

    `order`: int64 (ORDERS,); `policies`: int64 (sets, players), block b plays with set b % sets; `fixed`: int64
    (players,) card numbers of characters. In rotation r seat i has policy (i + r) % n of its set. PLAY fills the rows,
    adds to the sums of cards (cards.py) and gives the index of the first with an error (-1: none), PICK gives the index of
    the choice. One flat loop with one call of each part of the rules: with every level between them the compiler
    would optimise all of them once more.
    """
    command = order[COMMAND]
    n = order[PLAYERS]
    rotations = order[ROTATIONS]
    bad = np.int64(-1)
    n_games = order[BLOCKS] * rotations if command == PLAY else np.int64(1)
    for k in range(n_games):
        block = order[BLOCK] + k // rotations
        rotation = k % rotations if command == PLAY else order[ROTATION]
        is_new = command == PLAY or command == BEGIN
        if is_new:
            if rotation == 0 or command == BEGIN:
                deal_block(t, w, np.uint64(order[SEED]), block, n, order[CHARACTERS], fixed)
            for i in range(n):
                w.policy[i] = policies[block % len(policies), (i + rotation) % n]
            begin_game(g, t, w, np.uint64(order[SEED]), block, block * rotations + rotation, n, rotation)
        while True:
            if not is_new:
                choice = order[CHOICE]
                if command == PLAY or command == PICK:
                    w.picked = np.int64(0) if w.n == 1 else np.int64(decide(g, t, w, g2, w2))
                    choice = np.int64(w.choice[w.picked])
                if command == PICK:
                    return np.int64(w.picked)
                apply(g, t, w, choice)
            is_new = False
            w.n = 0
            advance(g, t, w)
            note_lead(g, t)
            if not is_running(g):
                break
            list_choices(g, t, w)
            if command != PLAY:
                break
        if command == PLAY:
            fill_game_row(g, t, w, games_out[k], rotation)
            for s in range(n):
                fill_seat_row(g, t, w, seats_out[k * n + s], s, rotation)
            add_cards(g, t, w, card_block, card_sums)
            if rotation == rotations - 1:
                close_block(t, card_block, card_sums)
            if g.error != 0 and bad < 0:
                bad = np.int64(k)
    return bad


def new_order(
    seed: int, players: int, rotations: int, characters_mode: int, command: Command = Command.PLAY
) -> npt.NDArray[np.int64]:
    """An order with the constants of a run, int64 (ORDERS,)."""
    order = np.zeros(ORDERS, dtype=np.int64)
    order[COMMAND] = command
    order[SEED] = seed
    order[PLAYERS] = players
    order[ROTATIONS] = rotations
    order[CHARACTERS] = characters_mode
    return order


def call_engine(
    space: Workspace,
    order: npt.NDArray[np.int64],
    policies: npt.NDArray[np.int64],
    fixed: npt.NDArray[np.int64],
    games_out: Any,
    seats_out: Any,
) -> int:
    """`run_engine` on a workspace. Uncompiled, numpy would warn of the random numbers' wrap-around."""
    with np.errstate(over="ignore"):
        return int(
            run_engine(
                space.games,
                space.tables,
                space.works,
                space.thought_games,
                space.thought_works,
                order,
                policies,
                fixed,
                games_out,
                seats_out,
                space.card_block,
                space.cards,
            )
        )


def play_chunk(
    space: Workspace,
    order: npt.NDArray[np.int64],
    policies: npt.NDArray[np.int64],
    fixed: npt.NDArray[np.int64],
    first_block: int,
    n_blocks: int,
) -> tuple[Any, Any, int]:
    """Play `n_blocks` blocks from `first_block` on: game rows, seat rows, and the index of the first error or -1.

    The sums of cards over these games are left in `space.cards`.
    """
    space.cards[:] = 0
    space.card_block[:] = 0
    mine = order.copy()
    mine[BLOCK] = first_block
    mine[BLOCKS] = n_blocks
    n_games = int(n_blocks * mine[ROTATIONS])
    games_out = new_game_rows(n_games)
    seats_out = new_seat_rows(n_games * int(mine[PLAYERS]))
    bad = call_engine(space, mine, policies, fixed, games_out, seats_out)
    return games_out, seats_out, bad
