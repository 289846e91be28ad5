"""Rows and digest."""

import numpy as np
import pytest

from vs_sim.cards.tables import Rule, new_tables
from vs_sim.engine.rows import GAME_ROW, SEAT_ROW, digest_lanes, digest_text, note_lead
from vs_sim.engine.trace import decode
from vs_sim.rules.packing import pack, pack_place
from vs_sim.rules.state import new_game
from vs_sim.vocabulary import Do

MASK = 2**64 - 1


def test_rows_have_their_size() -> None:
    """The size of rows is asserted: a game's is 312 bytes, a seat's 88."""
    assert (GAME_ROW.itemsize, SEAT_ROW.itemsize) == (312, 88)


@pytest.mark.both
def test_lead_changes_count_who_leads_alone() -> None:
    """A tie changes nothing, the first leader is no change; half of the points to win is noted once."""
    game, tables = new_game()[0], new_tables()[0]
    game.n_players, game.leader, game.half_leader, tables.rule[Rule.POINTS_TO_WIN] = 3, -1, -1, 15
    seen = []
    for points in ([0, 0, 0], [3, 0, 0], [3, 3, 0], [3, 5, 0], [5, 5, 0], [5, 5, 8], [9, 5, 8]):
        game.points[:3] = points
        note_lead(game, tables)
        seen.append((int(game.leader), int(game.lead_changes), int(game.half_leader)))
    assert seen == [(-1, 0, -1), (0, 0, -1), (0, 0, -1), (1, 1, -1), (1, 1, -1), (2, 2, 2), (0, 3, 2)]


def test_digest_does_not_hang_on_order_or_chunks() -> None:
    """Sums over parts in any order are the sum over all; another place of a hash gives another digest."""
    hashes = np.random.default_rng(0).integers(0, 2**63, 100).astype(np.uint64)
    games = np.arange(100)
    whole = digest_lanes(games, hashes)
    parts = [digest_lanes(games[part], hashes[part]) for part in (slice(60, 100), slice(0, 60))]
    assert tuple(sum(lane) & MASK for lane in zip(*parts, strict=True)) == whole
    assert digest_lanes(games, hashes[::-1]) != whole


def test_digest_text_is_32_hex_digits() -> None:
    """Both lanes, padded."""
    assert digest_text((1, 2**64 - 1)) == "0000000000000001ffffffffffffffff"


@pytest.mark.both
def test_choices_are_decoded_as_packed() -> None:
    """Every field of a packed choice comes back by name."""
    place = pack_place(int(Do.FOLLOWER), 17, 3, 2, 1)
    assert decode(int(place)) == {"do": "follower", "card": 17, "slot": 3, "edge": "bottom", "own": "right"}
    aimed = pack(int(Do.MICROAGGRESSION), 511, 11, 60, 0)
    assert decode(int(aimed)) == {"do": "microaggression", "card": 511, "seat": 11, "slot": 60}
    assert decode(int(pack(int(Do.OPTION), -1, -1, 0, 0))) == {"do": "option", "aux": 0}
    assert decode(int(pack(int(Do.PASS), -1, -1, 0, 0))) == {"do": "pass"}
