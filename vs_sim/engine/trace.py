"""One game step by step, for replays, tests and the comparison with the reference engine.

The steps run in the compiled entry of the batch, so a traced game is the very game of the run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from vs_sim.engine.batch import Command, Order, call_engine, new_order
from vs_sim.engine.memory import Workspace
from vs_sim.engine.rows import new_game_rows, new_seat_rows
from vs_sim.rules.frames import DRAWN
from vs_sim.rules.lasting import UNTIL_NEXT
from vs_sim.rules.state import TOKEN
from vs_sim.vocabulary import MAX_CARDS, SLOTS, Ask, Choice, Do, Edge, Gender, Result, Stat, word

WITH_PLACE = (Do.FOLLOWER, Do.PLACE)
WITH_SLOT = (Do.FOLLOWER, Do.MICROAGGRESSION, Do.VIRTUE_SIGNAL, Do.VICTIM, Do.PLACE, Do.SET)


class Stepper:
    """A game that is played one choice at a time; `game`, `tables` and `work` are the engine's own records."""

    def __init__(
        self,
        tables: npt.NDArray[np.void],
        *,
        players: int,
        seed: int = 0,
        rotations: int | None = None,
        characters_mode: int = 0,
        fixed: Sequence[int] = (),
        policy_rows: Sequence[Sequence[int]] = (),
        policies: npt.NDArray[np.int32] | None = None,
    ) -> None:
        self._space = Workspace(tables, policies)
        self._order = new_order(seed, players, rotations or players, characters_mode)
        rows = list(policy_rows) or [[0] * players]
        self._policies = np.array(rows, dtype=np.int64)
        self._fixed = np.array(list(fixed) or [0] * players, dtype=np.int64)
        self._games_out = new_game_rows(0)
        self._seats_out = new_seat_rows(0)
        self.game: Any = self._space.games[0]
        self.tables: Any = self._space.tables[0]
        self.work: Any = self._space.works[0]
        self.players = players

    def _call(self, command: Command) -> int:
        self._order[Order.COMMAND] = command
        return call_engine(
            self._space, self._order, self._policies, self._fixed, self._games_out, self._seats_out
        )

    def begin(self, game: int) -> None:
        """Deal, and run to the first decision of the game of that index."""
        block, rotation = divmod(game, int(self._order[Order.ROTATIONS]))
        self._order[Order.BLOCK] = block
        self._order[Order.ROTATION] = rotation
        self._call(Command.BEGIN)

    @property
    def running(self) -> bool:
        """Whether a decision is to be taken."""
        return bool(self.game.result == Result.RUNNING and self.game.error == 0)

    @property
    def choices(self) -> list[int]:
        """The legal choices, packed, in their order."""
        return [int(choice) for choice in self.work.choice[: int(self.work.n)]]

    def pick(self) -> int:
        """Index of the choice that the decider's policy takes (its random stream moves on)."""
        return self._call(Command.PICK)

    def take(self, choice: int) -> None:
        """Apply a packed choice and run to the next decision."""
        self._order[Order.CHOICE] = choice
        self._call(Command.TAKE)


def decode(choice: int) -> dict[str, Any]:
    """A packed choice as a dict: `do`, and of card, seat, slot, edge, own, aux, slots those that apply (numbers)."""
    do = Do(choice & 63)
    decoded: dict[str, Any] = {"do": word(do)}
    card = (choice >> Choice.CARD & 1023) - 1
    seat = (choice >> Choice.SEAT & 15) - 1
    if card >= 0:
        decoded["card"] = card
    if seat >= 0:
        decoded["seat"] = seat
    if do in WITH_SLOT:
        decoded["slot"] = choice >> Choice.SLOT & 63
    if do in WITH_PLACE:
        decoded["edge"] = word(Edge(choice >> Choice.EDGE & 3))
        decoded["own"] = word(Edge(choice >> Choice.OWN & 3))
    aux = choice >> Choice.AUX & 1023
    if aux or do in (Do.OPTION, Do.ALIGNMENT):
        decoded["aux"] = aux
    if do == Do.SET:
        more = [choice >> Choice.SLOT2 & 63, choice >> Choice.SLOT3 & 63]
        decoded["slots"] = [decoded.pop("slot"), *(slot for slot in more if slot)]
    return decoded


def _pile(bits: Any) -> list[int]:
    """Card numbers in a bit set (8 uint64)."""
    words = [int(part) for part in bits]
    return [card for card in range(MAX_CARDS) if words[card >> 6] >> (card & 63) & 1]


def _follower(g: Any, s: int, slot: int) -> dict[str, Any]:
    over = int(g.node_over[s, slot])
    return {
        "slot": slot,
        "card": int(g.node_card[s, slot]) - 1,
        "x": int(g.node_x[s, slot]),
        "y": int(g.node_y[s, slot]),
        "turn": int(g.node_turn[s, slot]),
        "joined": [int(next_) - 1 for next_ in g.node_next[s, slot]],
        "distance": int(g.node_far[s, slot]),
        "end_of_chain": bool(int(g.leaf[s]) >> slot & 1),
        "inert": bool(int(g.inert[s]) >> slot & 1),
        "under": None if over == 0 else "token" if over == TOKEN else over - 1,
    }


def _seat(g: Any, s: int) -> dict[str, Any]:
    slots = [slot for slot in range(1, SLOTS) if int(g.occupied[s]) >> slot & 1]
    return {
        "character": int(g.character[s]),
        "gender": word(Gender(int(g.gender[s]))),
        "points": int(g.points[s]),
        "bonus": int(g.bonus[s]),
        "live": int(g.n_live[s]),
        "out": bool(g.out[s]),
        "hand": [int(card) for card in g.hand[s, : int(g.n_hand[s])]],
        "coalition": [_follower(g, s, slot) for slot in slots],
        "jobs": _pile(g.jobs[s]),
        "job_tokens": int(g.job_tokens[s]),
        "passed_over": int(g.passed_over[s]),
        "skipped": int(g.stat[s, Stat.SKIPPED]),  # turns so far
        "known": _pile(g.known[s]),
        "known_top": int(g.known_top[s]),
    }


def _left(left: int) -> int | str:
    """How long a card still lasts: so many turns (0: it stays), this `turn`, this `round`."""
    return "turn" if left < 0 else "round" if left == UNTIL_NEXT else left


def _about(g: Any) -> dict[str, int]:
    """What is being done: the card (-1 none), the row of its step, the player to whom the step is done (-1 none)."""
    f = int(g.depth) - 1
    if f < 0:
        return {"card": -1, "row": -1, "seat": -1}
    return {"card": int(g.f_card[f]) - 1, "row": int(g.f_row[f]), "seat": int(g.f_now[f])}


def snapshot(g: Any) -> dict[str, Any]:
    """The whole position as plain values: card numbers, seats, slots."""
    return {
        "turns": int(g.turns),
        "round": int(g.rounds),
        "seat": int(g.seat),
        "ask": word(Ask(int(g.ask))),
        "ask_seat": int(g.ask_seat),
        "decider": int(g.decider),
        "controller": int(g.controller),
        "about": _about(g),
        "result": word(Result(int(g.result))),
        "winner": int(g.winner),
        "error": int(g.error),
        "draw_pile": [int(card) for card in g.draw[: int(g.n_draw)]],  # the top is the last
        "discard_pile": _pile(g.discard),
        "shuffles": int(g.shuffles),
        "plots": [
            {"card": int(g.plot[i]), "by": int(g.plot_by[i]), "left": _left(int(g.plot_left[i]))}
            for i in range(int(g.n_plots))
        ],
        "lying": [
            {
                "card": int(g.lying[i]),
                "seat": int(g.lying_seat[i]),
                "by": int(g.lying_by[i]),
                "left": _left(int(g.lying_left[i])),
            }
            for i in range(int(g.n_lying))
        ],
        "drawn": [
            {"card": int(g.f_card[f]) - 1, "seat": int(g.f_self[f])}
            for f in range(int(g.depth))
            if g.f_kind[f] == DRAWN
        ],  # cards that say what happens, not yet in a hand or discarded
        "effects": int(g.effects),
        "hash": f"{int(g.hash):016x}",
        "seats": [_seat(g, s) for s in range(int(g.n_players))],
    }
