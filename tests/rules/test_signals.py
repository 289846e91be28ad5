"""Virtue signals (V1)."""

from __future__ import annotations

from functools import partial

import pytest

from tests.position import PEOPLE, Position
from tests.rules.names import BROADCASTER, CAUCUS, COFFEE, CUP, FLAG, POST, STRIKER, VOLUNTEER, YARD_SIGN

play = partial(Position, more=PEOPLE)

TWO = """
[microaggression.Smirk]
alignments = ["politics", "diversity"]
[virtue_signal.Banner]
alignments = ["economics", "diversity"]
[special.Mob]
play = { target = "opponent", do = [{ microaggress = 1 }] }
"""


def slots(p: Position, card: str) -> set[tuple[int, int]]:
    return {(c["seat"], c["slot"]) for c in p.offers("virtue signal", card=card)}


@pytest.mark.both
@pytest.mark.bounds
def test_v1_it_removes_one_like_microaggression_of_any_coalition() -> None:
    p = play(
        ["Ann", "Carl", "Bea"],
        hands={0: [YARD_SIGN, CUP]},
        coalitions={
            0: [VOLUNTEER, f"{POST} > 1"],
            1: [CAUCUS, f"{COFFEE} > 1"],
            2: [VOLUNTEER, STRIKER, f"{POST} > 1"],
        },
    )
    assert slots(p, YARD_SIGN) == {(0, 1), (2, 1)}
    assert slots(p, CUP) == {(1, 1)}  # what counts is the microaggression, not the follower
    p.take("virtue signal", card=YARD_SIGN, seat=2, slot=1)
    assert p.inert(2) == set()
    assert p.inert(0) == {1}  # one only
    assert sorted(p.discard()) == sorted([YARD_SIGN, POST])
    assert p.points(2) == 2


def test_v1_with_nothing_to_remove_it_can_only_be_discarded() -> None:
    p = play(["Ann", "Carl"], hands={0: [YARD_SIGN, FLAG]}, coalitions={1: [STRIKER, f"{COFFEE} > 1"]})
    assert p.dos() == {"discard"}
    assert p.cards("discard") == {YARD_SIGN, FLAG}


def test_v1_c3_any_one_alignment_of_both_cards_matches() -> None:
    p = play(
        ["Ann", "Carl"],
        more=PEOPLE + TWO,
        hands={0: ["Banner", YARD_SIGN, CUP]},
        coalitions={1: [VOLUNTEER, "Smirk > 1"]},
    )
    assert slots(p, "Banner") == {(1, 1)}
    assert slots(p, YARD_SIGN) == {(1, 1)}
    assert slots(p, CUP) == set()


def test_v1_a_token_is_removed_by_any_alignment_of_its_follower() -> None:
    p = play(
        ["Ann", "Carl"],
        more=PEOPLE + TWO,
        hands={0: ["Mob"], 1: [YARD_SIGN, CUP, FLAG]},
        coalitions={1: [CAUCUS]},
    )
    p.take("special", card="Mob", seat=1).take("victim", slot=1)
    assert p.inert(1) == {1}
    assert slots(p, YARD_SIGN) == slots(p, CUP) == {(1, 1)}
    assert slots(p, FLAG) == set()
    p.take("virtue signal", card=CUP, seat=1, slot=1)
    assert p.inert(1) == set()
    assert sorted(p.discard()) == sorted([CUP, "Mob"])


def test_v1_w2_removing_one_can_win_at_once() -> None:
    p = play(
        ["Ann", "Carl"],
        rules={"points_to_win": 3},
        hands={0: [YARD_SIGN]},
        coalitions={1: [BROADCASTER, f"{POST} > 1"]},
    )
    p.take("virtue signal", seat=1, slot=1)
    assert (p.result, p.winner) == ("won", 1)
