"""A stand-in for the engine: the winner of a game is drawn from (seed, game) alone, in no time."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from vs_sim.engine.batch import Order
from vs_sim.engine.rows import new_game_rows, new_seat_rows
from vs_sim.vocabulary import Result, Stat


class FakeEngine:
    """Takes the place of `play_chunk`; `delay` seconds a chunk, an error in game `bad`."""

    def __init__(self, plan: Any, *, delay: float = 0.0, bad: int = -1, unfinished: float = 0.0) -> None:
        table = plan.deck.tables[0]
        self.characters = [int(table.card_type[card]) for card in table.character_card[: plan.players]]
        self.plan = plan
        self.delay = delay
        self.bad = bad
        self.unfinished = unfinished
        self.chunks: list[tuple[int, int]] = []

    def __call__(
        self, _space: Any, order: Any, policies: Any, _fixed: Any, first_block: int, n_blocks: int
    ) -> tuple[Any, Any, int]:
        """As `play_chunk`."""
        n = self.plan.players
        rotations = self.plan.rotations
        games = new_game_rows(n_blocks * rotations)
        seats = new_seat_rows(n_blocks * rotations * n)
        if n_blocks:
            self.chunks.append((first_block, n_blocks))
            time.sleep(self.delay)
        for k in range(len(games)):
            self._play(games, seats, k, first_block * rotations + k, int(order[Order.SEED]), policies)
        wrong = np.flatnonzero(games["error"])
        return games, seats, int(wrong[0]) if len(wrong) else -1

    def _play(self, games: Any, seats: Any, k: int, game: int, seed: int, policies: Any) -> None:
        n = self.plan.players
        draw = np.random.default_rng((seed, game))
        block, rotation = divmod(game, self.plan.rotations)
        won = draw.random() >= self.unfinished
        winner = int(draw.integers(n)) if won else -1
        row = games[k]
        row["game"], row["block"], row["rotation"], row["players"] = game, block, rotation, n
        row["winner"], row["result"] = winner, Result.WON if won else Result.CAPPED
        row["turns"], row["rounds"], row["decisions"] = draw.integers(20, 90), 9, 100
        row["hash"] = draw.integers(2**63)
        row["runaway"] = row["half_leader"] = -1
        row["error"] = 3 if game == self.bad else 0
        row["plot_plays"][:2] = draw.integers(0, 3, 2)
        for s in range(n):
            seat = seats[k * n + s]
            player = (s + rotation) % n
            seat["game"], seat["block"], seat["seat"], seat["player"] = game, block, s, player
            seat["character"], seat["policy"] = (
                self.characters[player],
                policies[block % len(policies)][player],
            )
            seat["gender"], seat["won"], seat["finished"] = 1, s == winner, won
            seat["stat"][Stat.FOLLOWERS] = draw.integers(9)
