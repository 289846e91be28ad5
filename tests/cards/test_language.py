"""What the card language compiles to (LANGUAGE section 7)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cards.decks import on_base
from vs_sim.cards import Deck, load_deck
from vs_sim.cards.language import words_of
from vs_sim.cards.tables import Mod, Part, Step
from vs_sim.vocabulary import (
    LASTS_ROUND,
    LASTS_TURN,
    Choose,
    Clear,
    Compare,
    Count,
    Deal,
    Deed,
    Event,
    Filter,
    Form,
    From,
    Gender,
    Inert,
    Into,
    Modifier,
    Op,
    StepFlag,
    Target,
    Who,
    Word,
)

ANYWHERE = 1 << Filter.ANYWHERE


def part_of(deck: Deck, name: str, column: str) -> Any:
    table = deck.tables[0]
    return table["part"][int(table[column][deck.type_of(name)])]


def steps_of(deck: Deck, part: Any) -> Any:
    first = int(part[Part.DO_FIRST])
    return deck.tables["step"][0][first : first + int(part[Part.DO_N])]


def step(text: str, *, target: str = "opponent") -> Any:
    """The only row of a special's play with one step."""
    deck = on_base(f'[special.S]\nplay = {{ target = "{target}", do = [{text}] }}')
    rows = steps_of(deck, part_of(deck, "S", "play"))
    assert len(rows) == 1
    return rows[0]


def modifier(text: str, *, kind: str = "plot") -> Any:
    """The only modifier row of a card."""
    extra = 'gender = "male"\ncore = "politics"\n' if kind == "character" else ""
    deck = on_base(f"[{kind}.P]\n{extra}while = {text}")
    table = deck.tables[0]
    return table["mod"][int(table["mod_first"][deck.type_of("P")])]


def test_a_step_row_holds_number_target_filter_and_flags() -> None:
    row = step(
        '{ destroy = "all", level = [1, 3], alignment = "diversity", where = "anywhere", regardless = true }'
    )
    assert row[Step.OP] == Op.DESTROY
    assert row[Step.N] == -1
    assert row[Step.TARGET] == Target.PART
    assert row[Step.FILTER] == 0b101 | 1 << (Filter.ALIGNMENTS + 2) | ANYWHERE
    assert row[Step.FLAGS] == StepFlag.REGARDLESS | StepFlag.PERSONAL
    assert row[Step.CARD] == -1


@pytest.mark.parametrize(
    ("text", "inert"),
    [("false", Inert.NO), ("true", Inert.YES), ('"any"', Inert.ANY), ('"hit"', Inert.HIT)],
)
def test_m4_the_key_inert_says_which_followers_count(text: str, inert: Inert) -> None:
    assert step(f"{{ destroy = 1, inert = {text} }}")[Step.FILTER] >> Filter.INERT & 3 == inert


def test_a_microaggression_by_a_step_lands_anywhere_if_nothing_is_said() -> None:
    assert step("{ microaggress = 1 }")[Step.FILTER] == ANYWHERE
    assert step('{ microaggress = 1, where = "end-of-chain" }')[Step.FILTER] == 0


@pytest.mark.parametrize(
    ("target", "choose"), [("opponent", Choose.SELF), ("self", Choose.SELF), ("others", Choose.OWNER)]
)
def test_d4_who_attacks_chooses_in_a_personal_attack_and_who_is_hit_in_a_global_one(
    target: str, choose: Choose
) -> None:
    assert step("{ destroy = 1 }", target=target)[Step.CHOOSE] == choose


def test_the_verbs_of_hands_say_who_picks_where_nothing_is_written() -> None:
    assert step("{ discard = 1 }")[Step.CHOOSE] == Choose.OWNER
    assert step('{ discard = 1, choose = "random" }')[Step.CHOOSE] == Choose.RANDOM


def test_clear_says_what_is_taken_away_in_its_own_column() -> None:
    row = step('{ clear = 1, kind = "job" }')
    assert (row[Step.A], row[Step.FILTER]) == (Clear.JOB, 0)
    assert step('{ clear = "all", kind = "plot" }', target="self")[Step.A] == Clear.PLOT


def test_discarded_cards_go_where_the_step_says() -> None:
    row = step('{ discard = 2, kind = ["plot", "special"], into = "bottom" }')
    assert row[Step.A] == Into.BOTTOM
    assert row[Step.FILTER] == (1 << 3 | 1 << 4) << Filter.KINDS


def test_x4_more_actions_may_be_of_a_kind_and_of_any_number() -> None:
    row = step('{ more = "any", kind = "follower" }', target="self")
    assert (row[Step.OP], row[Step.N], row[Step.FILTER]) == (Op.MORE, -1, 1 << Filter.KINDS)


def test_a_number_may_be_multiplied_by_a_count() -> None:
    assert step('{ draw = 1, per = "jobs" }')[Step.FLAGS] >> 8 & 15 == Count.JOBS + 1


def test_only_keeps_words_denied_words_and_one_comparison() -> None:
    row = step('{ destroy = 1, only = ["female", "not leader", "hand >= 3"] }', target="everyone")
    assert int(row[Step.ONLY]) & 0xFFFFFFFF == 1 << Word.FEMALE | 1 << (Word.LEADER + 16)
    assert row[Step.COMPARE] == 1 | Count.HAND << 1 | Compare.GE << 5 | 3 << 8


def test_the_highest_denied_word_fits_the_signed_column() -> None:
    row = step('{ destroy = 1, only = "not previous" }')
    assert int(row[Step.ONLY]) & 0xFFFFFFFF == 1 << (Word.PREVIOUS + 16)


def test_if_is_a_row_before_its_step_that_jumps_over_it() -> None:
    deck = on_base(
        '[special.S]\nplay.do = [{ draw = 1, if = ["male", "hand < 3", "points > 2"] }, { draw = 2 }]'
    )
    part = part_of(deck, "S", "play")
    rows = steps_of(deck, part)
    assert [row[Step.OP] for row in rows] == [Op.IF, Op.IF, Op.DRAW, Op.DRAW]
    after = int(part[Part.DO_FIRST]) + 3
    assert [row[Step.A] for row in rows[:2]] == [after, after]
    assert (rows[0][Step.ONLY], rows[1][Step.ONLY]) == (1 << Word.MALE, 0)
    assert rows[1][Step.COMPARE] == 1 | Count.POINTS << 1 | Compare.GT << 5 | 2 << 8


def test_either_is_a_row_its_options_and_their_steps() -> None:
    deck = on_base(
        "[special.S]\nplay.do = [{ either = [{ draw = 1 }, [{ discard = 1 }, { points = -2 }]], may = true }, "
        "{ win = true }]"
    )
    part = part_of(deck, "S", "play")
    first, rows = int(part[Part.DO_FIRST]), steps_of(deck, part)
    ops = [Op.EITHER, Op.OPTION, Op.OPTION, Op.DRAW, Op.DISCARD, Op.POINTS, Op.WIN]
    assert [row[Step.OP] for row in rows] == ops
    assert (rows[0][Step.N], rows[0][Step.A], rows[0][Step.FLAGS]) == (2, first + 6, StepFlag.MAY)
    assert [(row[Step.A] - first, row[Step.B] - first) for row in rows[1:3]] == [(3, 4), (4, 6)]
    assert rows[5][Step.N] == -2
    verbs = 1 << Op.EITHER | 1 << Op.DRAW | 1 << Op.DISCARD | 1 << Op.POINTS | 1 << Op.WIN
    assert part[Part.VERBS] == verbs


def test_options_are_aimed_at_the_target_of_their_either() -> None:
    """Who picks in an option, and whether a `skip` is the card itself, hangs on the target of the `either` around it."""
    options = "{ either = [{ destroy = 1 }, { skip = 1 }]"
    deck = on_base(
        f"[special.S]\nplay = {{ target = 'opponent', do = [{options} }}, {options}, target = 'others' }}] }}"
    )
    rows = steps_of(deck, part_of(deck, "S", "play"))
    destroys = [row for row in rows if row[Step.OP] == Op.DESTROY]
    skips = [row for row in rows if row[Step.OP] == Op.SKIP]
    assert [row[Step.CHOOSE] for row in destroys] == [Choose.SELF, Choose.OWNER]
    assert [row[Step.FLAGS] for row in destroys] == [StepFlag.PERSONAL, StepFlag.GLOBAL]
    assert [row[Step.A] for row in skips] == [1, 0]


def test_chance_is_a_row_after_the_tests_of_its_step() -> None:
    deck = on_base('[special.S]\nplay.do = [{ draw = 1, chance = 30, if = "male" }]')
    rows = steps_of(deck, part_of(deck, "S", "play"))
    assert [row[Step.OP] for row in rows] == [Op.IF, Op.CHANCE, Op.DRAW]
    assert rows[1][Step.N] == 30
    assert rows[0][Step.A] == rows[1][Step.A]


def test_taken_cards_come_from_and_go_where_the_step_says() -> None:
    row = step('{ take = 1, from = "discard pile", into = "owner\'s hand" }')
    assert (row[Step.A], row[Step.B], row[Step.CHOOSE]) == (From.DISCARD_PILE, Into.OWNERS_HAND, Choose.SELF)
    assert step("{ take = 1 }")[Step.CHOOSE] == Choose.RANDOM


def test_c6_a_lasting_special_keeps_how_long_it_lies_there() -> None:
    deck = on_base(
        '[special]\nA = { lasts = "turn" }\nB = { lasts = "round" }\nC = { lasts = 3, deal = "one each" }\n'
        'D = { lasts = 1, deal = "kept out", play = { target = "player", do = [{ skip = 1 }] } }\n'
    )
    table = deck.tables[0]
    numbers = [deck.type_of(name) for name in "ABCD"]
    assert [int(table["lasts"][n]) for n in numbers] == [LASTS_TURN, LASTS_ROUND, 3, 1]
    assert [int(table["deal"][n]) for n in numbers] == [
        Deal.SHUFFLED,
        Deal.SHUFFLED,
        Deal.ONE_EACH,
        Deal.KEPT_OUT,
    ]
    assert table["has_lasting"] == 1
    assert steps_of(deck, part_of(deck, "D", "play"))[0][Step.A] == 0


def test_a_named_alignment_is_a_bit_of_the_filter() -> None:
    deck = on_base(
        '[special.S]\nlasts = 1\nplay.names = "alignment"\n'
        'while = [{ forbid = "join", alignment = "named", for = "others" }]'
    )
    table = deck.tables[0]
    row = table["mod"][int(table["mod_first"][deck.type_of("S")])]
    assert (row[Mod.VALUE], row[Mod.FILTER], row[Mod.FOR]) == (Deed.JOIN, 1 << Filter.NAMED, Who.OTHERS)
    assert part_of(deck, "S", "play")[Part.NAMES] == 1


def test_what_a_value_counts_leaves_inert_followers_out_unless_it_says_so() -> None:
    row = modifier('[{ value = "x2", level = 2 }]')
    assert (row[Mod.VALUE], row[Mod.FORM]) == (2, Form.MULTIPLY)
    assert row[Mod.FILTER] == 0b010 | ANYWHERE
    other = modifier("[{ value = 3, level = 2, inert = true }]")
    assert other[Mod.FILTER] == 0b010 | ANYWHERE | Inert.YES << Filter.INERT


def test_gender_may_be_given_or_turned_round() -> None:
    assert modifier('[{ gender = "female" }]')[Mod.VALUE] == Gender.FEMALE
    assert modifier('[{ gender = "other" }]')[Mod.VALUE] == Gender.NONE


@pytest.mark.parametrize(
    ("text", "value", "form"),
    [("8", 8, Form.SET), ('"+1"', 1, Form.ADD), ('"-2"', -2, Form.ADD), ('"x3"', 3, Form.MULTIPLY)],
)
def test_a_number_sets_adds_or_multiplies(text: str, value: int, form: Form) -> None:
    row = modifier(f"{{ hand_size = {text} }}")
    assert (row[Mod.MODIFIER], row[Mod.VALUE], row[Mod.FORM]) == (Modifier.HAND_SIZE, value, form)
    assert row[Mod.FOR] == Who.EVERYONE


def test_k4_a_protection_of_some_followers_asks_for_no_place_or_state() -> None:
    row = modifier('[{ protect = "destroy", level = 1 }]', kind="character")
    assert row[Mod.VALUE] == Op.DESTROY
    assert row[Mod.FILTER] == 0b001 | ANYWHERE | Inert.ANY << Filter.INERT
    assert (row[Mod.FOR], row[Mod.SLOW]) == (Who.SELF, 1)


@pytest.mark.parametrize(
    ("text", "slow"),
    [
        ('{ forbid = "special", only = "male" }', 0),
        ('{ forbid = "special", only = "seat > 1" }', 0),
        ('{ forbid = "special", only = "leader" }', 1),
        ('{ forbid = "special", only = "hand > 2" }', 1),
        ('{ forbid = "special", against = "male" }', 1),
        ('{ forbid = "special", card = "Job" }', 1),
        ('{ forbid = "follower", level = 2 }', 1),
        ("{ draw_limit = 2 }", 0),
    ],
)
def test_a_modifier_that_hangs_on_the_board_is_tested_when_asked(text: str, slow: int) -> None:
    assert modifier(text)[Mod.SLOW] == slow


def test_the_conditions_of_a_modifier_are_rows_of_their_own() -> None:
    deck = on_base(
        '[character.C]\ngender = "male"\ncore = "politics"\nwhile = { actions = "+1", if = "points < 5" }'
    )
    table = deck.tables[0]
    row = table["mod"][int(table["mod_first"][deck.type_of("C")])]
    assert (row[Mod.IF_N], row[Mod.SLOW]) == (1, 1)
    test = table["step"][int(row[Mod.IF_FIRST])]
    assert (test[Step.OP], test[Step.COMPARE]) == (Op.IF, 1 | Count.POINTS << 1 | Compare.LT << 5 | 5 << 8)


def test_triggers_lie_sorted_by_event_and_the_type_hears_them() -> None:
    deck = on_base(
        "[plot.P]\non = [{ event = 'turn_end', do = { draw = 1 } }, { event = 'turn_start', do = { draw = 2 } }]"
    )
    table = deck.tables[0]
    number = deck.type_of("P")
    first = int(table["trigger_first"][number])
    rows = table["part"][first : first + int(table["trigger_n"][number])]
    assert [row[Part.EVENT] for row in rows] == [Event.TURN_START, Event.TURN_END]
    assert table["hears"][number] == 1 << Event.TURN_START | 1 << Event.TURN_END
    assert [(row[Part.BY], row[Part.TO]) for row in rows] == [(Who.EVERYONE, Who.EVERYONE)] * 2


@pytest.mark.parametrize(
    ("keys", "by", "to"),
    [
        ("", Who.SELF, Who.EVERYONE),
        ('by = "others", ', Who.OTHERS, Who.EVERYONE),
        ('to = "self", ', Who.EVERYONE, Who.SELF),
    ],
)
def test_a_trigger_is_about_self_unless_it_says_by_or_to(keys: str, by: Who, to: Who) -> None:
    deck = on_base(
        '[character.C]\ngender = "male"\ncore = "politics"\n'
        f"on = {{ event = 'follower_destroyed', {keys}do = {{ draw = 1 }} }}"
    )
    table = deck.tables[0]
    row = table["part"][int(table["trigger_first"][deck.type_of("C")])]
    assert (row[Part.BY], row[Part.TO], row[Part.FILTER]) == (by, to, 0)


def test_an_action_keeps_its_cost_and_limits() -> None:
    deck = on_base(
        "[artifact.A]\naction = { cost = { discard = 2 }, target = 'opponent', only = 'hand > 1', do = { draw = 1 }, "
        "uses_action = false, per_turn = 2, uses_up = true }"
    )
    part = part_of(deck, "A", "action")
    columns = (Part.USES_ACTION, Part.PER_TURN, Part.PER_GAME, Part.USES_UP, Part.COST_N, Part.CANCELLABLE)
    assert [int(part[column]) for column in columns] == [0, 2, 0, 1, 1, 1]
    cost = deck.tables["step"][0][int(part[Part.COST_FIRST])]
    assert (cost[Step.OP], cost[Step.N]) == (Op.DISCARD, 2)
    assert (deck.tables["has_artifacts"][0], deck.tables["has_powers"][0]) == (1, 1)


def test_a_reaction_keeps_kinds_verbs_and_names_of_what_it_cancels() -> None:
    deck = on_base(
        "[special.R]\nreaction = { cancels = ['plot', 'steal', 'microaggress', 'Job', 'reaction'], "
        "for = 'everyone', into = 'hand' }"
    )
    part = part_of(deck, "R", "reaction")
    assert part[Part.CANCELS_KINDS] == 1 << 3 | 1 << 1
    assert part[Part.CANCELS_VERBS] == 1 << Op.STEAL | 1 << Op.MICROAGGRESS
    first, number = int(part[Part.CANCELS_FIRST]), int(part[Part.CANCELS_N])
    assert deck.tables["cancels"][0][first : first + number].tolist() == [deck.type_of("Job")]
    assert (part[Part.CANCELS_REACTION], part[Part.FOR], part[Part.INTO]) == (1, Who.EVERYONE, Into.HAND)
    assert deck.tables["has_wide_reactions"][0] == 1


def test_this_card_and_cards_by_name_stand_in_filters() -> None:
    assert step('{ discard = 1, card = "this" }')[Step.CARD] == -2
    assert step('{ discard = 1, card = "Job" }')[Step.CARD] == load_deck("base").type_of("Job")


def test_the_name_of_a_removed_card_is_passed_over() -> None:
    deck = on_base('remove = ["Mansplaining"]')
    table = deck.tables[0]
    assert table["excludes"][deck.type_of("S.C.U.M.")] == 0


def test_a_wild_alignment_is_like_every_other() -> None:
    deck = on_base('[alignments]\njoker = { colour = "white", wild = true }')
    assert deck.tables["like"][0][:5].tolist() == [0b10001, 0b10010, 0b10100, 0b11000, 0b11111]
    assert deck.wild == (False, False, False, False, True)


def test_words_may_be_many_in_a_condition() -> None:
    assert words_of(["male", "not next", "round > 3", "players = 2"]) == (
        1 << Word.MALE | 1 << (Word.NEXT + 16),
        [1 | Count.ROUND << 1 | Compare.GT << 5 | 3 << 8, 1 | Count.PLAYERS << 1 | Compare.EQ << 5 | 2 << 8],
    )
