"""A position as plain values that compare with ==."""

from __future__ import annotations

from typing import Any

from tests.reference import claims
from tests.reference.game import Game
from tests.reference.table import Coalition, Player
from tests.reference.words import gender_of

State = dict[str, Any]


def snapshot(game: Game) -> State:
    """Everything on the table, by name."""
    players = game.players
    return {
        "hands": [sorted(p.hand) for p in players],
        "draw": list(game.draw_pile),
        "discard": sorted(game.discard),
        "plots": [plot.card for plot in game.plots],
        "plots_by": [plot.by for plot in game.plots],
        "plots_left": [plot.left for plot in game.plots],
        "jobs": [sorted(p.jobs) for p in players],
        "job_tokens": [p.job_tokens for p in players],
        "lying": sorted((x.card, x.seat, x.left) for x in game.lying),
        "last_special": -1 if game.last_special is None else game.last_special.number,
        "known": [sorted(p.known - p.hand) for p in players],
        "open": [p.seat for p in players if claims.is_open_handed(game, p.seat)],
        "known_top": [p.known_top for p in players],
        "characters": [-1 if p.character is None else p.character for p in players],
        "genders": [_gender(game, p) for p in players],
        "coalitions": [laid_cards(p.coalition) for p in players],
        "joins": [joins(p.coalition) for p in players],
        "far": [p.coalition.distances() if p.coalition.laid else {} for p in players],
        "points": [claims.points_of(game, p.seat) for p in players],
        "bonus": [p.bonus for p in players],
        "passed_over": [p.passed_over for p in players],
        "passes": [p.passes for p in players],
        "out": [p.out for p in players],
        "seat": game.seat,
        "round": game.round,
        "turns": game.turns_begun,
        "shuffles": game.shuffles,
        "result": int(game.result),
        "winner": -1 if game.winner is None else game.winner,
    }


def _gender(game: Game, player: Player) -> int:
    """The gender of a player now; of one who is out none, for nobody asks."""
    if player.out:
        return 0
    return int(gender_of(game, player.seat) if game.started else player.gender)


def laid_cards(coalition: Coalition) -> dict[int, tuple[int, int, int, int, int | None]]:
    """By slot: card, x, y, rotation, what lies on it (card, TOKEN or None)."""
    return {slot: (c.card, c.x, c.y, c.turn, c.over) for slot, c in sorted(coalition.laid.items())}


def joins(coalition: Coalition) -> dict[int, dict[int, int]]:
    """By slot: direction of each joined neighbour and its slot."""
    return {slot: dict(sorted(found.items())) for slot, found in sorted(coalition.joins.items())}
