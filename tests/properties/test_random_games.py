"""Many random games in the batch entry, for the run with array bounds checked; and the same game compiled and not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from vs_sim.cards import load_deck
from vs_sim.engine.batch import new_order, play_chunk
from vs_sim.engine.memory import Workspace
from vs_sim.engine.rows import digest_lanes
from vs_sim.engine.trace import Stepper
from vs_sim.jit import JIT_OFF
from vs_sim.vocabulary import Result

ROOT = Path(__file__).resolve().parents[2]
RANDOM = 0
GAMES = 300  # of each deck and number of players
jit_only = pytest.mark.skipif(JIT_OFF, reason="too slow uncompiled")


@jit_only
@pytest.mark.bounds
@pytest.mark.parametrize("players", [2, 4, 6, 12])
@pytest.mark.parametrize("name", ["base", "custom", "book_only"])
def test_random_games_end_without_an_error(name: str, players: int) -> None:
    """300 games of each shipped deck with 2, 4, 6 and 12 players, half of them drafted: each ends by W1 to W6."""
    deck = load_deck(name)
    for mode in (0, 2):
        order = new_order(players, players, players, mode)
        policies = np.full((1, players), RANDOM, dtype=np.int64)
        games, seats, bad = play_chunk(
            Workspace(deck.tables),
            order,
            policies,
            np.zeros(players, dtype=np.int64),
            0,
            GAMES // 2 // players,
        )
        assert bad == -1
        assert (games.error == 0).all()
        assert np.isin(games.result, [Result.WON, Result.CAPPED, Result.STALLED]).all()
        assert ((games.winner >= 0) == (games.result == Result.WON)).all()
        assert seats.won.sum() == (games.result == Result.WON).sum()
        assert (games.turns <= 200 * players + 12).all()


def short_game(name: str, players: int) -> str:
    """Hash of a short game of random choices, after all its decisions."""
    made = Stepper(load_deck(name, {"max_turns_per_player": 6}).tables, players=players, seed=3)
    made.begin(1)
    while made.running:
        made.take(made.choices[made.pick()])
    counters = [int(made.game[field]) for field in ("result", "winner", "turns", "decisions", "shuffles")]
    digest = digest_lanes(np.array([1]), np.array([made.game.hash], dtype=np.uint64))
    return f"{int(made.game.hash):016x} {digest[0]:x} {counters} {made.game.points[:players].tolist()}"


PROGRAM = "from tests.properties.test_random_games import told; print(told())"


def told() -> str:
    """One line a game."""
    return "\n".join(short_game(name, players) for name, players in [("base", 2), ("custom", 4)])


@jit_only
def test_a_game_is_the_same_compiled_and_not() -> None:
    """A process without compilation plays the same two games: choices, points and ends."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    other = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert other.stdout.strip() == told()


@pytest.mark.both
def test_a_game_is_the_same_each_time() -> None:
    """Played twice in a process the game has one hash; another number of players gives another."""
    assert short_game("custom", 2) == short_game("custom", 2) != short_game("custom", 3)
