"""What a coalition keeps in step when cards come, go and are hit (G4 to G9, M3, W1)."""

from __future__ import annotations

import pytest

from tests.builders import Board, bits, board, card_of, small_deck
from vs_sim.rules import coalition, geometry
from vs_sim.rules.check_coalition import Fault, check_coalition
from vs_sim.rules.state import TOKEN

pytestmark = pytest.mark.both


def sound(b: Board, s: int = 0) -> Fault:
    return Fault(check_coalition(b.g, b.t, b.w, s))


def far(b: Board, s: int = 0) -> list[int]:
    return [int(b.g.node_far[s, k]) for k in range(61) if b.g.node_card[s, k]]


def neighbours(b: Board, slot: int, s: int = 0) -> set[int]:
    return {int(k) - 1 for k in b.g.node_next[s, slot] if k}


def chain(n: int) -> Board:
    """A hero with n followers of level 1 in a row."""
    lines = ["a 0 top bottom", *(f"a {k} top bottom" for k in range(1, n))]
    return board(small_deck({"a": "p.p."}, {"hero": "p.p."}, {"m": "pe"}), [["hero", *lines]])


def ring_of_four(*more: str) -> Board:
    """5 x 7 cards: a and b on the hero, c (slot 3) laid on a and met by b."""
    deck = small_deck({"a": "pp..", "b": "pp..", "c": "pp.."}, {"hero": "pp.."}, {"m": "p"})
    return board(deck, [["hero", "a 0 top right", "b 0 right top", "c 1 top right", *more]])


def ring_of_six(*more: str) -> Board:
    """Square cards in two columns: up from the hero a, b; across c; down d; e beside the hero closes the ring."""
    deck = small_deck({"i": "p.p.", "l": ".pp.", "e": "..pp"}, {"hero": "pp.."}, card_width=5, card_length=5)
    lines = ["i 0 top bottom", "l 1 top bottom", "l 2 right bottom", "i 3 right top"]
    return board(deck, [["hero", *lines, *more]])


def test_g4_a_second_meeting_of_like_dots_is_joined_and_both_dots_are_used() -> None:
    b = ring_of_four()
    assert neighbours(b, 3) == {1, 2}
    assert neighbours(b, 2) == {0, 3}
    assert [bits(b.g.open[0, d]) for d in range(4)] == [set(), set(), set(), set()]
    assert b.places(0, "a") == []
    assert sound(b) == Fault.NONE


def test_g6_distances_are_counted_along_the_shortest_path() -> None:
    assert far(chain(3)) == [0, 1, 2, 3]
    assert far(ring_of_four()) == [0, 1, 1, 2]


def test_g6_a_card_that_closes_a_ring_shortens_the_paths_behind_it() -> None:
    assert far(ring_of_six()) == [0, 1, 2, 3, 4]
    b = ring_of_six("e 0 right bottom")
    assert far(b) == [0, 1, 2, 3, 2, 1]
    assert neighbours(b, 5) == {0, 4}
    assert sound(b) == Fault.NONE


def test_g6_a_card_laid_at_the_far_end_that_meets_the_character_is_near() -> None:
    b = ring_of_six("e 4 bottom left")
    assert far(b) == [0, 1, 2, 3, 2, 1]
    assert sound(b) == Fault.NONE


def test_g6_what_has_no_path_left_is_an_orphan() -> None:
    b = chain(4)
    assert b.lift(0, 2) == {3, 4}
    assert {int(b.g.node_far[0, k]) for k in (3, 4)} == {999}
    assert sound(b) == Fault.ORPHAN
    assert b.lift(0, 3) == {4}
    assert b.lift(0, 4) == set()
    assert sound(b) == Fault.NONE


def test_g6_an_inert_orphan_is_an_orphan_too() -> None:
    b = chain(2)
    b.hit(0, 2)
    assert b.lift(0, 1) == {2}
    assert b.lift(0, 2) == set()
    assert (int(b.g.points[0]), int(b.g.n_live[0]), int(b.g.inert[0])) == (0, 0, 0)


def test_g6_an_inner_card_of_a_ring_leaves_no_orphan_and_the_way_round_counts() -> None:
    b = ring_of_six("e 0 right bottom")
    assert b.lift(0, 5) == set()
    assert far(b) == [0, 1, 2, 3, 4]
    assert bits(b.g.leaf[0]) == {4}
    assert sound(b) == Fault.NONE
    assert b.lift(0, 1) == {2, 3, 4}


def test_g7_end_of_chain_has_nothing_downstream() -> None:
    b = chain(2)
    assert bits(b.g.leaf[0]) == {2}
    b.lay(0, "a", 0, "bottom", "top")
    assert bits(b.g.leaf[0]) == {2, 3}
    assert b.lift(0, 2) == set()
    assert bits(b.g.leaf[0]) == {1, 3}


def test_g7_a_fork_is_no_end_while_one_branch_is_left() -> None:
    deck = small_deck({"fork": "ppp.", "a": "p.p."}, {"hero": "p.p."})
    b = board(deck, [["hero", "fork 0 top bottom", "a 1 top top", "a 1 right top"]])
    assert bits(b.g.leaf[0]) == {2, 3}
    b.lift(0, 3)
    assert bits(b.g.leaf[0]) == {2}
    b.lift(0, 2)
    assert bits(b.g.leaf[0]) == {1}


def test_g7_an_inert_follower_counts_as_joined() -> None:
    b = chain(2)
    b.hit(0, 2, "m")
    assert bits(b.g.leaf[0]) == {2}


def test_g7_in_a_ring_the_farthest_card_alone_is_the_end() -> None:
    assert bits(ring_of_four().g.leaf[0]) == {3}
    b = ring_of_six("e 0 right bottom")
    assert bits(b.g.leaf[0]) == {3}
    assert b.lift(0, 3) == set()
    assert bits(b.g.leaf[0]) == {2, 4}
    assert sound(b) == Fault.NONE


def test_g7_a_neighbour_at_the_same_distance_is_not_downstream() -> None:
    # Two arms of one card, joined by hand: with rectangles no such ring was found.
    b = board(small_deck({"a": "p.p."}, {"hero": "p.p."}), [["hero", "a 0 top top", "a 0 bottom top"]])
    b.g.node_next[0, 1, 0], b.g.node_next[0, 2, 2] = 3, 2
    coalition.mark_leaves(b.g, 0)
    assert bits(b.g.leaf[0]) == {1, 2}


def test_g9_slots_of_cards_that_went_are_filled_again_lowest_first() -> None:
    b = chain(3)
    b.lift(0, 3)
    b.lift(0, 2)
    b.lay(0, "a", 0, "bottom", "top")
    assert bits(b.g.occupied[0]) == {1, 2}
    assert coalition.slot_of(b.g, 0, int(b.g.node_card[0, 2])) == 2
    assert coalition.slot_of(b.g, 0, card_of(b.deck, "a", 7) + 1) == -1
    assert sound(b) == Fault.NONE


def test_m3_an_inert_follower_lies_under_its_microaggression() -> None:
    b = chain(2)
    b.hit(0, 1, "m")
    assert int(b.g.node_over[0, 1]) == card_of(b.deck, "m") + 1
    assert bits(b.g.inert[0]) == {1}
    assert [bits(b.g.over_has[0, a]) for a in range(3)] == [{1}, {1}, set()]  # m has p and e
    assert int(b.g.n_live[0]) == 1
    assert sound(b) == Fault.NONE


def test_m3_a_token_has_the_alignments_of_the_follower() -> None:
    b = chain(1)
    b.hit(0, 1)
    assert int(b.g.node_over[0, 1]) == TOKEN
    assert [bits(b.g.over_has[0, a]) for a in range(2)] == [{1}, set()]
    assert coalition.make_live(b.g, b.t, b.w, 0, 1) == TOKEN
    assert bits(b.g.over_has[0, 0]) == set()
    assert sound(b) == Fault.NONE


def test_m3_what_is_joined_stays_joined() -> None:
    b = chain(2)
    b.hit(0, 1)
    assert neighbours(b, 1) == {0, 2}
    assert int(b.g.points[0]) == 1
    assert b.lift(0, 2) == set()
    assert sound(b) == Fault.NONE


def test_w1_points_are_those_of_live_followers() -> None:
    deck = small_deck({"a": "p...", "b": "p.e.", "c": "pedp"}, {"hero": "p.p."})
    b = board(deck, [["hero", "c 0 top top", "b 0 bottom top", "a 1 left top", "> 1"], ["hero"]])
    assert [int(n) for n in b.g.points[:2]] == [3, 0]  # the character is worth nothing, the inert c neither
    coalition.make_live(b.g, b.t, b.w, 0, 1)
    assert int(b.g.points[0]) == 6
    b.lift(0, 3)
    b.hit(0, 2)
    b.lift(0, 2)
    assert int(b.g.points[0]) == 3


def test_w1_bonus_points_are_in() -> None:
    b = chain(0)
    b.g.bonus[0] = 4
    coalition.start(b.g, b.t, b.w, 0, card_of(b.deck, "hero"))
    b.lay(0, "a", 0, "top", "top")
    assert int(b.g.points[0]) == 5
    assert sound(b) == Fault.NONE


def test_masks_know_level_and_alignments() -> None:
    deck = small_deck({"a": "p...", "b": "p.e.", "c": "pedp"}, {"hero": "p.p."})
    b = board(deck, [["hero", "c 0 top top", "b 0 bottom top", "a 1 left top"]])
    assert [bits(b.g.level[0, k]) for k in range(3)] == [{3}, {2}, {1}]
    assert [bits(b.g.has[0, a]) for a in range(4)] == [{1, 2, 3}, {1, 2}, {1}, set()]
    b.lift(0, 3)
    assert [bits(b.g.level[0, k]) for k in range(3)] == [set(), {2}, {1}]
    assert bits(b.g.has[0, 0]) == {1, 2}


def test_seats_do_not_touch_each_other() -> None:
    deck = small_deck({"a": "p.p."}, {"hero": "p.p."})
    b = board(deck, [["hero", "a 0 top top"], ["hero", "a 0 bottom top", "a 1 bottom top"], ["hero"]])
    assert [far(b, s) for s in range(3)] == [[0, 1], [0, 1, 2], [0]]
    assert [b.places(s, "a") for s in range(3)] == [
        [(1, "bottom", "top"), (0, "bottom", "top")],
        [(0, "top", "top"), (2, "bottom", "top")],
        [(0, "top", "top"), (0, "bottom", "top")],
    ]


def test_starting_again_clears_everything() -> None:
    b = ring_of_four("m > 3")
    coalition.start(b.g, b.t, b.w, 0, card_of(b.deck, "hero"))
    assert far(b) == [0]
    assert int(b.g.occupied[0]) == int(b.g.inert[0]) == int(b.g.leaf[0]) == int(b.g.points[0]) == 0
    assert b.places(0, "a") == [(0, "top", "top"), (0, "right", "top"), (0, "top", "right")]
    assert sound(b) == Fault.NONE


BROKEN = {
    "a mask without its card": (Fault.OCCUPIED, lambda g: g.occupied.__setitem__(0, g.occupied[0] | 1 << 40)),
    "something in a hole": (Fault.HOLE, lambda g: g.node_over.__setitem__((0, 9), 5)),
    "dots not turned": (Fault.DOTS, lambda g: g.node_dots.__setitem__((0, 1), 0)),
    "a card moved onto another": (Fault.OVERLAP, lambda g: g.node_y.__setitem__((0, 2), 13)),
    "a join forgotten": (Fault.JOINED, lambda g: g.node_next.__setitem__((0, 1, 0), 0)),
    "a wrong distance": (Fault.FAR, lambda g: g.node_far.__setitem__((0, 2), 3)),
    "an end forgotten": (Fault.LEAF, lambda g: g.leaf.__setitem__(0, 0)),
    "an inner card as end": (Fault.LEAF, lambda g: g.leaf.__setitem__(0, 6)),
    "a level forgotten": (Fault.MASKS, lambda g: g.level.__setitem__((0, 0), 2)),
    "an alignment too many": (Fault.MASKS, lambda g: g.has.__setitem__((0, 1), 2)),
    "inert without a card over it": (Fault.INERT, lambda g: g.inert.__setitem__(0, 2)),
    "over_has without a card": (Fault.INERT, lambda g: g.over_has.__setitem__((0, 0), 2)),
    "a live one not counted": (Fault.COUNT, lambda g: g.n_live.__setitem__(0, 1)),
    "points too many": (Fault.POINTS, lambda g: g.points.__setitem__(0, 9)),
    "an open dot forgotten": (Fault.OPEN, lambda g: g.open.__setitem__((0, 2), 0)),
    "a spot forgotten": (Fault.SPOT, lambda g: g.spot.__setitem__((0, 0, 0, 0), 0)),
    "a spot too many": (Fault.SPOT, lambda g: g.spot.__setitem__((0, 3, 1, 1), 2)),
    "a meeting invented": (Fault.MEETS, lambda g: g.meets.__setitem__((0, 0, 0), 4)),
}


@pytest.mark.parametrize("what", BROKEN)
def test_the_check_finds(what: str) -> None:
    b = chain(2)
    geometry.refresh(b.g, b.t, b.w, 0)
    assert sound(b) == Fault.NONE
    fault, damage = BROKEN[what]
    damage(b.g)
    assert sound(b) == fault


def test_the_check_finds_unlike_dots_that_meet_g4() -> None:
    deck = small_deck({"a": "p.e."}, {"hero": "p.p."})
    assert sound(board(deck, [["hero", "a 0 top bottom"]])) == Fault.UNLIKE


@pytest.mark.parametrize("geometry_rule", ["table", "abstract"])
def test_the_check_finds_sides_that_meet_g2(geometry_rule: str) -> None:
    deck = small_deck({"a": ".p.p"}, {"hero": ".p.p"}, geometry=geometry_rule)
    assert sound(board(deck, [["hero", "a 0 right left"]])) == Fault.SIDES
