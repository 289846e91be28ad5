"""Where followers can be laid (G1 to G5, G8, N2): built positions, and random ones against plain Python."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.builders import LETTERS, Board, board, card_of, small_deck
from tests.rules.table import abstract_places, table_places
from vs_sim.jit import JIT_OFF
from vs_sim.rules import coalition, geometry
from vs_sim.rules.check_coalition import Fault, check_coalition
from vs_sim.vocabulary import Error

pytestmark = pytest.mark.both

# With 5 x 7 cards a ring of four is the smallest: "a" lies across the top of the hero, "b" beside, "c" meets both.
RING = ["hero", "a 0 top right", "b 0 right top"]
RING_HERO = {"hero": "pp.."}


def sound(b: Board, s: int = 0) -> Fault:
    return Fault(check_coalition(b.g, b.t, b.w, s))


def ring(a: str = "pp..", b: str = "pp..", c: str = "pp..", **rules: object) -> Board:
    """Hero, a and b of the ring; a place for c is (1, top, right), where c's top meets b's right."""
    return board(small_deck({"a": a, "b": b, "c": c}, RING_HERO, {"m": "p"}, **rules), [RING])


def test_g1_cards_lie_in_half_units_turned_clockwise() -> None:
    b = board(
        small_deck({"a": "pppp"}, {"hero": "pppp"}),
        [["hero", "a 0 top right", "a 0 right top", "a 2 left top"]],
    )
    assert [int(x) for x in b.g.node_x[0, :4]] == [0, 0, 12, 12]
    assert [int(y) for y in b.g.node_y[0, :4]] == [0, 12, 0, -12]
    assert [int(turn) for turn in b.g.node_turn[0, :4]] == [0, 1, 3, 0]
    assert sound(b) == Fault.NONE


def test_g1_the_size_of_cards_is_a_rule() -> None:
    b = board(
        small_deck({"a": "pp.."}, {"hero": "p..."}, card_width=3, card_length=20), [["hero", "a 0 top right"]]
    )
    assert (int(b.g.node_x[0, 1]), int(b.g.node_y[0, 1])) == (0, 23)
    assert b.places(0, "a") == [(1, "top", "top"), (1, "top", "right")]


def test_g2_a_follower_joins_like_dots_end_to_end_and_end_to_side() -> None:
    b = board(small_deck({"a": "p..e"}, {"hero": "p..e"}), [["hero"]])
    assert b.places(0, "a") == [(0, "top", "top")]
    assert b.places(0, "a", joins="p") == []


def test_g2_the_dots_of_a_card_just_laid_can_be_laid_on() -> None:
    b = board(small_deck({"a": "p.p."}, {"hero": "p..."}), [["hero"]])
    assert b.places(0, "a") == [(0, "top", "top")]
    b.lay(0, "a", 0, "top", "bottom")
    assert b.places(0, "a") == [(1, "top", "top")]
    assert sound(b) == Fault.NONE


def test_g2_never_side_to_side() -> None:
    b = board(small_deck({"a": ".p.p", "b": "p..."}, {"hero": ".p.p"}), [["hero"]])
    assert b.places(0, "a") == []
    assert b.places(0, "b") == [(0, "right", "top"), (0, "left", "top")]


def test_g2_unlike_dots_do_not_join() -> None:
    b = board(small_deck({"a": "e.e."}, {"hero": "p.p."}), [["hero"]])
    assert b.places(0, "a") == []
    assert geometry.has_place(b.g, b.t, b.w, 0, b.unused("a"), 0) == 0


def test_g2_a_wild_dot_joins_every_dot() -> None:
    b = board(small_deck({"a": "t...", "b": "p..."}, {"hero": "p.t."}, wild="t"), [["hero"]])
    assert b.places(0, "a") == [(0, "top", "top"), (0, "bottom", "top")]
    assert b.places(0, "b") == [(0, "top", "top"), (0, "bottom", "top")]
    assert b.places(0, "a", joins="p") == [(0, "bottom", "top")]


def test_g2_eight_alignments_fit() -> None:
    b = board(
        small_deck({a: f"{a}..." for a in LETTERS}, {"hero": "pedi", "foe": "qrst"}), [["hero"], ["foe"]]
    )
    assert [len(b.places(s, a)) for s in (0, 1) for a in LETTERS] == [
        1,
        1,
        1,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        1,
        1,
        1,
        1,
    ]


def around_the_corner(c: str, *more: str) -> Board:
    """The card b beside the hero, c above b; what is laid on the left of c lies over the top of the hero."""
    deck = small_deck({"a": "pp..", "b": "pp..", "c": c, "d": "p..."}, {"hero": "pp.."})
    return board(deck, [["hero", "b 0 right top", "c 1 right bottom", *more]])


def test_g3_cards_never_overlap() -> None:
    assert [place for place in around_the_corner("..pp").places(0, "d") if place[0] == 0] == [
        (0, "top", "top")
    ]
    covered = around_the_corner("..pp", "d 2 left top")
    assert (int(covered.g.node_x[0, 3]), int(covered.g.node_y[0, 3])) == (0, 12)
    assert covered.places(0, "d") == []
    assert sound(covered) == Fault.NONE


def test_g3_touching_edges_is_no_overlap() -> None:
    b = around_the_corner("..p.")
    assert (0, "top", "right") in b.places(0, "a")  # across the hero's top: its end touches c's side
    b.lay(0, "a", 0, "top", "right")
    assert int(b.g.node_x[0, 2]) - int(b.g.node_x[0, 3]) == 5 + 7
    assert sound(b) == Fault.NONE


def test_g4_unlike_dots_may_not_meet() -> None:
    assert (1, "top", "right") in ring().places(0, "c")
    assert (1, "top", "right") not in ring(b="pe..").places(0, "c")
    assert (1, "top", "right") not in ring(c="dp..").places(0, "c")


def test_g4_an_edge_without_dot_meets_nothing() -> None:
    assert (1, "top", "right") in ring(b="p...").places(0, "c")
    assert (1, "top", "right") in ring(c=".p..").places(0, "c")


def test_g4_a_wild_dot_meets_any() -> None:
    assert (1, "top", "right") in ring(b="pt..", wild="t").places(0, "c")


@pytest.mark.parametrize(("b_dots", "legal"), [("p...", True), ("pp..", False), ("pe..", False)])
def test_g4_like_dots_side_to_side_may_not_meet(b_dots: str, legal: bool) -> None:
    # Square cards: c lies beside a and above b, its right side on b's right side.
    deck = small_deck({"a": ".pp.", "b": b_dots, "c": ".pp."}, {"hero": "pp.."}, card_width=5, card_length=5)
    b = board(deck, [["hero", "a 0 top bottom", "b 0 right top"]])
    assert ((1, "right", "bottom") in b.places(0, "c")) == legal


def test_g5_an_inert_follower_takes_no_new_one() -> None:
    deck = small_deck({"a": "p.p."}, {"hero": "p..."}, {"m": "p"})
    b = board(deck, [["hero", "a 0 top bottom", "m > 1"]])
    assert b.places(0, "a") == []
    coalition.make_live(b.g, b.t, b.w, 0, 1)
    assert b.places(0, "a") == [(1, "top", "top")]


def test_g5_an_incidental_meeting_with_an_inert_card_is_legal() -> None:
    b = ring()
    b.hit(0, 2, "m")
    assert (1, "top", "right") in b.places(0, "c")
    b.lay(0, "c", 1, "top", "right")
    assert sorted(b.g.node_next[0, 3]) == [0, 0, 2, 3]
    assert sound(b) == Fault.NONE


def test_g5_laid_on_the_live_card_where_the_lower_one_is_inert() -> None:
    b = ring()
    b.hit(0, 1, "m")
    places = b.places(0, "c")
    assert (2, "right", "top") in places
    assert (1, "top", "right") not in places


def test_n2_a_place_with_two_neighbours_is_listed_once_by_the_lowest_card() -> None:
    b = ring()
    places = b.places(0, "c")
    assert (1, "top", "right") in places
    assert (2, "right", "top") not in places


def test_n2_where_joining_is_forbidden_the_other_neighbour_is_named() -> None:
    b = board(small_deck({"a": "ep..", "b": "pp..", "c": "pe.."}, RING_HERO), [RING])
    assert (1, "top", "right") in b.places(0, "c")
    assert (2, "right", "top") in b.places(0, "c", joins="e")


def test_n2_a_half_turn_that_changes_nothing_is_alike() -> None:
    deck = small_deck({"same": "p.p.", "other": "p.e.", "all": "pppp"}, {"hero": "p..."})
    b = board(deck, [["hero"]])
    assert b.places(0, "same") == [(0, "top", "top")]
    assert b.places(0, "other") == [(0, "top", "top")]
    assert b.places(0, "all") == [(0, "top", "top"), (0, "top", "right")]


def test_n2_places_are_listed_by_own_edge_direction_slot() -> None:
    b = board(
        small_deck({"a": "p.p.", "b": "pe.."}, {"hero": "pppp"}), [["hero", "a 0 top top", "a 0 bottom top"]]
    )
    assert b.places(0, "b") == [
        (1, "bottom", "top"),
        (0, "right", "top"),
        (2, "bottom", "top"),
        (0, "left", "top"),
    ]


def test_g8_abstract_forgets_positions() -> None:
    free = small_deck({"a": "pp..", "b": "pe..", "c": "pp.."}, RING_HERO, geometry="abstract")
    b = board(free, [RING])
    assert (1, "top", "right") in b.places(0, "c")  # at the table c would meet b's other dot
    assert set(b.g.node_x[0, :3]) == {0}
    assert sound(b) == Fault.NONE


def test_g8_abstract_keeps_g2_and_g5() -> None:
    free = small_deck({"a": ".p.p", "b": "pe.."}, {"hero": ".p.."}, {"m": "e"}, geometry="abstract")
    b = board(free, [["hero"]])
    assert b.places(0, "a") == []
    assert b.places(0, "b") == [(0, "right", "top")]
    b.lay(0, "b", 0, "right", "top")
    b.hit(0, 1, "m")
    assert b.places(0, "b") == []


def test_g9_the_dot_of_a_follower_that_goes_opens_again() -> None:
    b = board(small_deck({"a": "p.p."}, {"hero": "p..."}), [["hero", "a 0 top bottom"]])
    assert b.places(0, "a") == [(1, "top", "top")]
    assert b.lift(0, 1) == set()
    assert b.places(0, "a") == [(0, "top", "top")]


def test_a_full_coalition_is_an_error_code() -> None:
    b = board(small_deck({"a": "p.p.", "b": "p.p."}, {"hero": "p..."}, count=40), [["hero"]])
    for k in range(60):
        assert b.lay_card(0, k, k, 0, 2) == k + 1
    assert sound(b) == Fault.NONE
    assert b.lay_card(0, 60, 60, 0, 2) == 0
    assert b.g.error == Error.LISTS_FULL


WILD_DOTS = (
    st.lists(st.sampled_from("...ppeedt"), min_size=4, max_size=4)
    .map("".join)
    .filter(lambda d: 1 <= len(set(d) - {"."}) <= 3)
)
SIZES = st.sampled_from(
    [(5, 7), (5, 7), (1, 1), (1, 2), (2, 1), (2, 3), (3, 2), (3, 3), (7, 5), (20, 20), (1, 20)]
)


@st.composite
def games(draw: st.DrawFn) -> tuple[Board, int, int, list[int]]:
    """A board with one coalition, the size of its cards, and numbers that say what happens."""
    width, length = draw(SIZES)
    deck = small_deck(
        {f"f{k}": draw(WILD_DOTS) for k in range(draw(st.integers(1, 4)))},
        {"hero": draw(st.sampled_from(["pepe", "pppp", "ptep", "dped"]))},
        {"m": "p", "n": "ed"},
        count=20,
        wild=draw(st.sampled_from(["", "", "t"])),
        geometry=draw(st.sampled_from(["table", "table", "table", "abstract"])),
        card_width=width,
        card_length=length,
    )
    deeds = draw(st.lists(st.integers(0, 2**16), min_size=4, max_size=12 if JIT_OFF else 60))
    return board(deck, [["hero"]]), width, length, deeds


def expected_places(b: Board, card: int, width: int, length: int, joins: int) -> list[tuple[int, int, int]]:
    if b.deck.rules["geometry"] == "abstract":
        return abstract_places(b, 0, card, joins)
    return table_places(b, 0, card, width, length, joins)


def do_something(b: Board, deed: int) -> None:
    """Hit, heal or take a follower, or lay one: what, and where, as the number says."""
    kind, pick = deed % 16, deed // 16
    lying = [k for k in range(1, 61) if b.g.node_card[0, k]]
    if kind < 3 and lying:
        slot = lying[pick % len(lying)]
        for orphan in sorted(b.lift(0, slot)):
            b.lift(0, orphan)
    elif kind < 6 and lying:
        slot = lying[pick % len(lying)]
        if b.g.node_over[0, slot]:
            coalition.make_live(b.g, b.t, b.w, 0, slot)
        else:
            b.hit(0, slot, (None, "m", "n")[pick % 3])
    else:
        followers = [name for name, k in zip(b.deck.names, b.deck.kinds, strict=True) if k == "follower"]
        card = b.unused(followers[pick % len(followers)])
        places = b.places_of(0, card)
        if places and len(lying) < 18:
            b.lay_card(0, card, *places[pick // 4 % len(places)])


@settings(max_examples=4 if JIT_OFF else 150)
@given(games(), st.integers(0, 3))
def test_g_lists_are_those_of_plain_python_and_coalitions_stay_sound(
    game: tuple[Board, int, int, list[int]], forbidden: int
) -> None:
    b, width, length, deeds = game
    for deed in deeds:
        do_something(b, deed)
        assert sound(b) == Fault.NONE
        for name, kind in zip(b.deck.names, b.deck.kinds, strict=True):
            if kind == "follower":
                card = card_of(b.deck, name, 19)
                joins = forbidden if deed % 4 == 0 else 0
                expected = expected_places(b, card, width, length, joins)
                assert b.places_of(0, card, joins) == expected
                assert geometry.has_place(b.g, b.t, b.w, 0, card, joins) == (1 if expected else 0)
        assert sound(b) == Fault.NONE
