"""The reference engine plays whole games at random; every position is looked at."""

from __future__ import annotations

import pytest

from tests.reference.model import Deck
from tests.reference.selfplay import play_random
from vs_sim.cards import load_deck
from vs_sim.vocabulary import Result


@pytest.mark.parametrize("players", [2, 4, 7])
@pytest.mark.parametrize("name", ["base", "book_only", "custom"])
@pytest.mark.parametrize("geometry", ["table", "abstract"])
def test_positions_stay_sound(name: str, players: int, geometry: str) -> None:
    """Cards lie in one place each and coalitions hold together (C7, G2 to G6), to the end of the game."""
    deck = Deck(load_deck(name, {"geometry": geometry, "max_turns_per_player": 12}).tables)
    played = play_random(deck, players, seed=players)
    assert played.result in (Result.WON, Result.CAPPED, Result.LAST_LEFT, Result.STALLED)
