"""The shipped decks against RULES section B, and how their cards are numbered (C7)."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from tests.cards.decks import on_base
from vs_sim.cards import Deck, load_deck, load_deck_text
from vs_sim.cards.compile import card_key
from vs_sim.cards.tables import Part, Rule, Step
from vs_sim.vocabulary import Edge, Kind, Op

KIND_COUNTS = {"follower": 68, "microaggression": 32, "virtue_signal": 28, "plot": 15, "special": 19}


@pytest.fixture(scope="module")
def base() -> Deck:
    return load_deck("base")


def _dots(deck: Deck, number: int) -> tuple[int, ...]:
    return tuple(int(dot) for dot in deck.tables["dots"][0][number])


def test_b_the_base_deck_holds_162_cards_beside_12_characters(base: Deck) -> None:
    counts = Counter[str]()
    for kind, count in zip(base.kinds, base.counts, strict=True):
        counts[kind] += count
    assert base.draw_cards == 162
    assert counts == KIND_COUNTS | {"character": 12}


def test_b_the_file_lists_its_types_in_the_order_of_the_section(base: Deck) -> None:
    kinds = [kind for kind, _ in itertools.groupby(base.kinds)]
    assert kinds == ["follower", "microaggression", "virtue_signal", "plot", "special", "character"]


@pytest.mark.parametrize(("level", "types", "count"), [(1, 4, 8), (2, 6, 4), (3, 12, 1)])
def test_b_followers_of_each_level_come_once_for_each_layout(
    base: Deck, level: int, types: int, count: int
) -> None:
    table = base.tables[0]
    numbers = [n for n in range(int(table["n_types"])) if table["level"][n] == level]
    assert len({_dots(base, n) for n in numbers}) == types
    assert [base.counts[n] for n in numbers] == [count] * types
    assert [int(table["points"][n]) for n in numbers] == [level] * types


def test_b_level_three_has_each_choice_of_the_alignment_on_both_sides(base: Deck) -> None:
    table = base.tables[0]
    found = Counter[tuple[int, int]]()
    for n in range(int(table["n_types"])):
        top, right, bottom, left = _dots(base, n)
        if table["level"][n] == 3:
            assert left == right
            assert len({top, right, bottom}) == 3
            found[(int(table["alignments"][n]), right)] += 1
    assert len(found) == 12
    assert set(found.values()) == {1}


def test_b_a_character_has_its_first_core_alignment_on_the_ends_and_its_second_on_the_sides(
    base: Deck,
) -> None:
    fedora = base.type_of("Captain Fedora")
    politics, economics = (base.alignments.index(name) + 1 for name in ("politics", "economics"))
    assert _dots(base, fedora) == (politics, economics, politics, economics)
    assert base.tables["symmetric"][0][fedora] == 1


def test_b_the_two_groups_of_the_book_lead_from_politics_or_economics_to_identity(base: Deck) -> None:
    group, institution = (base.type_of(name) for name in ("Comet Ping Pong", "League of Homely Skanks"))
    table = base.tables[0]
    assert (table["level"][group], table["level"][institution]) == (2, 3)
    politics, economics, _, identity = (1 << i for i in range(4))
    masks = int(table["alignments"][group]), int(table["alignments"][institution])
    assert masks[0] & masks[1]
    assert (masks[0] | masks[1]) == politics | economics | 0b0100 | identity


def test_b_everything_assumed_has_an_alternative_or_is_varied_by_the_study(base: Deck) -> None:
    varied = {"count", "play", "while", "on", "action", "reaction", "drawn"}
    for name, assumed, other in zip(base.names, base.assumed, base.alternatives, strict=True):
        assert assumed - varied - set(other) == set(), name


def test_p2_exclusions_hold_both_ways(base: Deck) -> None:
    table = base.tables[0]
    for one, other in (("S.C.U.M.", "Mansplaining"), ("Vicious Cycle", "Patriarchal Oppression")):
        a, b = base.type_of(one), base.type_of(other)
        assert int(table["excludes"][a]) == 1 << int(table["plot"][b])
        assert int(table["excludes"][b]) == 1 << int(table["plot"][a])


def test_c7_copies_lie_in_a_row_and_types_follow_the_file(base: Deck) -> None:
    table = base.tables[0]
    n = int(table["n_cards"])
    assert n == 162 + 12
    expected = [(number, copy) for number, count in enumerate(base.counts) for copy in range(count)]
    found = list(zip(table["card_type"][:n].tolist(), table["card_copy"][:n].tolist(), strict=True))
    assert found == expected


def test_c7_a_card_key_is_made_of_name_and_copy_alone(base: Deck) -> None:
    other = on_base('remove = ["all plots"]')
    for deck in (base, other):
        table = deck.tables[0]
        first = int(table["first_card"][deck.type_of("Job")])
        assert [int(key) for key in table["card_key"][first : first + 4]] == [
            card_key("Job", copy) for copy in range(4)
        ]
    keys = base.tables["card_key"][0][: int(base.tables["n_cards"][0])]
    assert len(set(keys.tolist())) == len(keys)


def test_c7_inherited_types_come_first_then_new_ones_by_line(base: Deck) -> None:
    deck = on_base(
        '[special.B]\nplay.do = [{ draw = 1 }]\n[follower]\nA = { dots.ends = "politics" }\n'
        '[plot]\n"C".count = 1\n'
    )
    assert deck.names[: len(base.names)] == base.names
    assert deck.names[len(base.names) :] == ("B", "A", "C")


def test_c4_a_type_with_count_0_stays_a_type_without_cards() -> None:
    deck = on_base("change.Job.count = 0")
    job = deck.type_of("Job")
    assert deck.counts[job] == 0
    assert job not in deck.tables["card_type"][0][: int(deck.tables["n_cards"][0])]


def test_c4_a_deck_may_lack_any_kind_but_characters() -> None:
    deck = on_base(
        'remove = ["all followers", "all microaggressions", "all virtue signals", "all plots", "all specials"]'
    )
    assert deck.draw_cards == 0
    assert set(deck.kinds) == {"character"}


def test_k_the_book_alone_leaves_only_what_it_states() -> None:
    deck = load_deck("book_only")
    assert deck.draw_cards == 162 - 6
    powers = {
        card.name: sorted({"while", "on", "action"} & set(card.data))
        for card in deck.cards
        if card.kind == "character"
    }
    assert {name: keys for name, keys in powers.items() if keys} == {"Antifa Crusader": ["while"]}
    assert deck.genders[deck.type_of("Brood Matriarch")] == "chooses"
    parts = {"play", "while", "on", "action", "reaction", "drawn"}
    assert not any(assumed & parts for assumed in deck.assumed)


def test_d2_the_example_deck_has_a_special_that_steals_and_cards_of_each_new_sort() -> None:
    base, deck = load_deck("base"), load_deck("custom")
    new = [card for card in deck.cards if card.name not in base.names]
    assert {card.kind for card in new} == {"special", "plot", "character", "house_rule"}
    verbs = [row[Part.VERBS] for row in deck.tables["part"][0][: int(deck.tables["n_parts"][0])]]
    assert any(int(mask) >> Op.STEAL & 1 for mask in verbs)
    assert deck.rules["points_to_win"] == 12
    assert deck.tables["rule"][0][Rule.POINTS_TO_WIN] == 12


def test_x2_a_job_is_itself_what_lies_on_the_character(base: Deck) -> None:
    table = base.tables[0]
    part = table["part"][table["play"][base.type_of("Job")]]
    step = table["step"][part[Part.DO_FIRST]]
    assert (step[Step.OP], step[Step.N], step[Step.A]) == (Op.SKIP, 1, 1)


def test_x1_safe_space_answers_every_kind_but_plots_and_followers(base: Deck) -> None:
    table = base.tables[0]
    part = table["part"][table["reaction"][base.type_of("Safe Space")]]
    kinds = {Kind(k) for k in Kind if int(part[Part.CANCELS_KINDS]) >> k & 1}
    assert kinds == {Kind.MICROAGGRESSION, Kind.VIRTUE_SIGNAL, Kind.SPECIAL, Kind.ARTIFACT}
    assert part[Part.CANCELS_POWER] == 1
    assert part[Part.CANCELS_REACTION] == 0


def test_a_deck_is_read_only(base: Deck) -> None:
    with pytest.raises(ValueError, match="read-only"):
        base.tables["count"][0][0] = 9


def test_the_hash_is_that_of_the_content_not_of_its_text() -> None:
    plain = load_deck_text('schema = 1\nname = "a"\nextends = "base"\nrules.hand_size = 6')
    other = load_deck_text(
        '# a comment\nschema = 1\nname = "b"\nextends="base"\n[rules]\nhand_size   = 6\n'
        '[change.Job]\ntext = "told otherwise"\n'
    )
    changed = load_deck_text('schema = 1\nname = "a"\nextends = "base"\nrules.hand_size = 5')
    assert plain.hash == other.hash
    assert plain.hash != changed.hash


def test_the_hash_knows_names() -> None:
    one, other = (on_base(f'[plot."{name}"]\ncount = 1') for name in ("A", "B"))
    assert one.hash != other.hash
    same = [field for field in one.tables.dtype.names or () if field != "card_key"]
    assert all(np.array_equal(one.tables[field], other.tables[field]) for field in same)


def test_g1_edges_are_counted_clockwise_from_the_top() -> None:
    deck = on_base(
        '[follower.F]\ndots = { top = "politics", right = "economics", bottom = "diversity", left = "diversity" }'
    )
    dots = _dots(deck, deck.type_of("F"))
    assert dots == (1, 2, 3, 3)
    assert (Edge.TOP, Edge.RIGHT, Edge.BOTTOM, Edge.LEFT) == (0, 1, 2, 3)


def test_s5_the_draw_deck_is_all_but_characters_and_house_rules() -> None:
    deck = on_base(
        "[house_rule.R]\nwhile = [{ draw_limit = 2 }]\n[special.S]\ncount = 3\nplay.do = [{ draw = 1 }]"
    )
    assert deck.draw_cards == 162 + 3
    assert int(deck.tables["n_cards"][0]) == 162 + 3 + 12 + 1
