"""The words of the card language that the engine carries out. The loader refuses any other, saying so.

To widen the engine add the word here; nothing else in `cards/` knows the difference.
"""

from __future__ import annotations

from collections.abc import Mapping

SUPPORTED: Mapping[str, frozenset[str]] = {
    "verb": frozenset(
        "destroy steal move microaggress clear draw discard take give swap look more skip take_turn points eliminate"
        " win either".split()
    ),
    "modifier": frozenset(
        "forbid allow protect require require_all match_any hand_size draw_limit actions points_to_win max_plots value"
        " more_destroyed gender silence open_hand".split()
    ),
    "event": frozenset(
        "game_start turn_start turn_end turn_skipped card_drawn card_played card_discarded microaggression_landed"
        " microaggression_removed follower_destroyed follower_stolen plot_ended reaction_played"
        " player_eliminated".split()
    ),
    "part": frozenset("play while on action reaction drawn".split()),
    # keys of a card that are no parts
    "key": frozenset("stays excludes lasts deal".split()),
    "step key": frozenset(
        "target only if choose may up_to per chance regardless spreads level alignment where inert kind card into"
        " from".split()
    ),
    "play key": frozenset("target only if cost do cancellable names copies".split()),
    "action key": frozenset(
        "target only if cost do cancellable per_turn per_game uses_action uses_up".split()
    ),
    "reaction key": frozenset("cancels for into if cost do per_turn per_game".split()),
    "trigger key": frozenset(
        "event by to if per_turn per_game may target do level alignment where inert kind card".split()
    ),
    "cost": frozenset("discard destroy points skip".split()),
}


def is_supported(sort: str, word: str) -> bool:
    """Whether the engine carries out a word of the sort given (`verb`, `modifier`, `event`, `part`, `key` …)."""
    return word in SUPPORTED[sort]
