"""One game of a plan again: as a complete trace, or told (story.py does the wording).

The trace is a sequence of dicts, one a line of JSON: a header (`event: game`), one line a decision
(`event: decision`) with what came of it, and the end (`event: end`). Deck, header and choices alone rebuild every
state. Schema: vs-sim/trace/1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from vs_sim import __version__
from vs_sim.engine.trace import Stepper, decode, snapshot
from vs_sim.experiments import story
from vs_sim.experiments.errors import EngineError, PlanError
from vs_sim.experiments.events import Names, changes
from vs_sim.experiments.plan import CHARACTER_MODES, Plan
from vs_sim.experiments.provenance import deck_rules, replay_command
from vs_sim.vocabulary import Error, Result, word

SCHEMA = "vs-sim/trace/1"


@dataclass(frozen=True)
class Decision:
    """A decision: the position before it, the legal choices (packed), the index of the one taken, what came of it."""

    number: int
    acting: int  # seat whose turn it is
    before: dict[str, Any]
    choices: list[int]
    taken: int
    after: dict[str, Any]
    events: list[dict[str, Any]]

    @property
    def turn(self) -> int:
        """The turn in which it was taken, from 1."""
        return int(self.before["turns"])


def open_game(plan: Plan, game: int) -> Stepper:
    """The game of that index at its first decision."""
    if game < 0:
        raise PlanError(f"game: expected a number from 0, got {game}")
    stepper = Stepper(
        plan.deck.tables,
        players=plan.players,
        seed=plan.seed,
        rotations=plan.rotations,
        characters_mode=CHARACTER_MODES[plan.characters_mode],
        fixed=plan.fixed_cards,
        policy_rows=plan.policy_rows,
        policies=plan.policy_weights,
    )
    stepper.begin(game)
    _check_error(plan, game, stepper)
    return stepper


def decisions(plan: Plan, game: int, stepper: Stepper) -> Iterator[Decision]:
    """Play on with the plan's policies, one decision at a time."""
    before = snapshot(stepper.game)
    set_off = Names(plan.deck).set_off
    number = 0
    while stepper.running:
        choices = stepper.choices
        taken = stepper.pick()
        acting = _turn_of(stepper.game)
        stepper.take(choices[taken])
        _check_error(plan, game, stepper)
        after = snapshot(stepper.game)
        yield Decision(number, acting, before, choices, taken, after, changes(before, after, set_off))
        before = after
        number += 1


def trace(plan: Plan, game: int, *, state: bool = False, turn: int | None = None) -> Iterator[dict[str, Any]]:
    """The lines of a trace; `state` adds the whole position after each, `turn` keeps that turn's decisions alone."""
    check_turn(turn)
    stepper = open_game(plan, game)
    names = Names(plan.deck)
    header = _header(plan, game, stepper, names)
    if state:
        header["state"] = snapshot(stepper.game)
    yield header
    for decision in decisions(plan, game, stepper):
        if turn is None or decision.turn == turn:
            line = _decision_line(decision, names)
            if state:
                line["state"] = decision.after
            yield line
    check_turn(turn, int(stepper.game.turns))
    yield _end_line(stepper)


def tell(plan: Plan, game: int, *, turn: int | None = None) -> Iterator[str]:
    """The lines of a told game; with `turn` that turn alone, and the table as it stands before it."""
    check_turn(turn)
    stepper = open_game(plan, game)
    teller = story.Teller(plan, Names(plan.deck), snapshot(stepper.game), seat_policies(plan, stepper))
    yield from teller.heading(game)
    for decision in decisions(plan, game, stepper):
        yield from teller.told(decision, quiet=turn is not None and decision.turn != turn)
    check_turn(turn, int(stepper.game.turns))
    if turn is None:
        yield from teller.ending(snapshot(stepper.game))
    elif not teller.said_anything:
        yield f"Nothing was decided in turn {turn}: it was spent on a Job, or skipped."


def _turn_of(g: Any) -> int:
    return int(g.f_self[int(g.turn_frame)]) if g.turn_frame >= 0 and g.depth > 0 else int(g.seat)


def check_turn(turn: int | None, turns: int | None = None) -> None:
    """PlanError for a turn that no game has, or that this one of so many turns has not."""
    if turn is not None and turn < 1:
        raise PlanError(f"turn: expected a number from 1, got {turn}")
    if turn is not None and turns is not None and turn > turns:
        raise PlanError(f"turn: the game has {turns} turns, got {turn}")


def _check_error(plan: Plan, game: int, stepper: Stepper) -> None:
    code = int(stepper.game.error)
    if code:
        raise EngineError(
            f"the engine stopped game {game} of seed {plan.seed}: {word(Error(code))}, after "
            f"{int(stepper.game.decisions)} decisions (a fault of the program). To see it: {replay_command(plan, game)}"
        )


def seat_policies(plan: Plan, stepper: Stepper) -> list[str]:
    """Who plays, by seat."""
    return [plan.policy_names[int(stepper.work.policy[s])] for s in range(plan.players)]


def _header(plan: Plan, game: int, stepper: Stepper, names: Names) -> dict[str, Any]:
    work = stepper.work
    hand = int(work.deal_size)
    policies = seat_policies(plan, stepper)
    seats = [
        {
            "seat": s,
            "character": names.card(int(stepper.game.character[s])),
            "policy": policies[s],
            "hand": [int(card) for card in work.deal_hand[s, :hand]],
        }
        for s in range(plan.players)
    ]
    pile = [int(card) for card in work.deal_draw[: int(work.deal_n)]]
    return {
        "event": "game",
        "schema": SCHEMA,
        "version": __version__,
        "deck": {"name": plan.deck.name, "hash": plan.deck.hash},
        "rules": deck_rules(plan.deck),
        "seed": plan.seed,
        "game": game,
        "block": game // plan.rotations,
        "rotation": game % plan.rotations,
        "players": seats,
        "characters": plan.characters_text,
        "draw_pile": pile[::-1],  # the top is the first
        "cards": names.cards,
        "replay": replay_command(plan, game),
    }


def _decision_line(decision: Decision, names: Names) -> dict[str, Any]:
    before = decision.before
    return {
        "event": "decision",
        "number": decision.number,
        "turn": decision.turn,
        "round": before["round"],
        "acting": decision.acting,
        "player": before["ask_seat"],
        "controller": before["decider"],
        "ask": before["ask"],
        "choices": [named_choice(choice, before, names) for choice in decision.choices],
        "taken": decision.taken,
        "outcome": [names.named_event(event) for event in decision.events],
    }


def named_choice(choice: int, position: dict[str, Any], names: Names) -> dict[str, Any]:
    """A packed choice as a dict with the names of cards; `code` is the choice itself."""
    named: dict[str, Any] = {"code": choice, **decode(choice)}
    if "card" in named:
        named["name"] = names.card(named["card"])
    if "slot" in named:
        seat = named.get("seat", story.laid_with(position))
        named["at"] = names.at(position, seat, named["slot"])
    return named


def _end_line(stepper: Stepper) -> dict[str, Any]:
    g = stepper.game
    return {
        "event": "end",
        "result": word(Result(int(g.result))),
        "winner": int(g.winner) if g.winner >= 0 else None,
        "turns": int(g.turns),
        "rounds": int(g.rounds),
        "decisions": int(g.decisions),
        "points": [int(g.points[s]) for s in range(stepper.players)],
        "hash": f"{int(g.hash):016x}",
    }
