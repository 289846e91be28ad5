"""What a deck makes of the deck that it extends (LANGUAGE section 1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cards.decks import on_base, problems_on_base
from vs_sim.cards import DeckError, load_deck
from vs_sim.cards.schema import Card, Deck


def card_of(deck: Deck, name: str) -> Card:
    return deck.cards[deck.type_of(name)]


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(f'schema = 1\nname = "{file.stem}"\n{text}', encoding="utf-8")
    return file


@pytest.mark.parametrize(("change", "count"), [("2", 2), ('"+2"', 6), ('"-1"', 3), ('"x2"', 8)])
def test_a_number_is_replaced_or_changed(change: str, count: int) -> None:
    deck = on_base(f"change.Job.count = {change}")
    assert deck.counts[deck.type_of("Job")] == count


def test_a_default_may_be_changed_too() -> None:
    deck = on_base('change."all level 3 followers" = { count = "+1", points = "x2" }')
    number = deck.type_of("State University")
    assert (deck.counts[number], int(deck.tables["points"][0][number])) == (2, 6)


def test_a_changed_number_must_stay_in_its_range() -> None:
    assert problems_on_base('change.Job.count = "-5"') == [
        "my.toml:4:20: change.Job.count: expected a whole number from 0 to 99, got -1"
    ]


def test_tables_merge_key_by_key_and_lists_are_replaced() -> None:
    deck = on_base('change."Triggered!".play.only = "hand > 2"\nchange."Go Viral".play.do = [{ draw = 1 }]')
    changed = card_of(deck, "Triggered!").data["play"]
    assert changed["only"] == "hand > 2"
    assert changed["target"] == "player"
    assert card_of(deck, "Go Viral").data["play"] == {"do": [{"draw": 1}]}


def test_keys_can_be_taken_away() -> None:
    deck = on_base('change.Burnout.drop = ["while", "text"]')
    assert deck.tables["mod_n"][0][deck.type_of("Burnout")] == 0


def test_new_ends_take_the_place_of_inherited_ones() -> None:
    deck = on_base('change."Comet Ping Pong".dots.ends = "identity"')
    number = deck.type_of("Comet Ping Pong")
    assert deck.tables["dots"][0][number].tolist() == [4, 0, 4, 0]
    assert deck.tables["level"][0][number] == 1


def test_a_group_is_changed_and_removed_whole() -> None:
    deck = on_base('remove = "all specials"\nchange."all plots".count = 1')
    assert "special" not in deck.kinds
    assert {count for count, kind in zip(deck.counts, deck.kinds, strict=True) if kind == "plot"} == {1}


def test_what_is_changed_is_no_longer_assumed() -> None:
    deck = on_base('change."Marxist Academic".while = [{ hand_size = "+3" }]\nchange.Job.count = 5')
    academic = deck.type_of("Marxist Academic")
    assert deck.assumed[academic] == {"core", "dots"}
    assert set(deck.alternatives[academic]) == {"core", "dots"}
    assert deck.assumed[deck.type_of("Job")] == frozenset()


def test_keys_assumed_in_the_whole_file_hold_for_the_cards_written_in_it() -> None:
    deck = on_base(
        'assumed = ["count", "dots"]\n[special.S]\nplay.do = { draw = 1 }\n[follower.F]\ndots.ends = "politics"'
    )
    assert deck.assumed[deck.type_of("S")] == {"count"}
    assert deck.assumed[deck.type_of("F")] == {"count", "dots"}


def test_a_removed_name_may_be_written_anew() -> None:
    deck = on_base('remove = ["Job"]\n[plot.Job]\ncount = 1')
    assert card_of(deck, "Job").kind == "plot"
    assert deck.names[-1] == "Job"


def test_an_inherited_name_that_was_removed_is_passed_over() -> None:
    deck = on_base('remove = ["S.C.U.M.", "Job"]\nchange.Mansplaining.count = 1')
    assert deck.tables["excludes"][0][deck.type_of("Mansplaining")] == 0


def test_alignments_are_added_to_inherited_ones() -> None:
    deck = on_base('alignments.greed = "gold"')
    assert deck.alignments == ("politics", "economics", "diversity", "identity", "greed")
    assert deck.colours[-1] == "gold"


def test_c1_a_deck_of_its_own_has_the_four_alignments_of_the_book(tmp_path: Path) -> None:
    deck = load_deck(write(tmp_path, "own.toml", '[character.C]\ngender = "male"\ncore = "identity"'))
    assert deck.alignments == ("politics", "economics", "diversity", "identity")
    assert deck.tables["dots"][0][0].tolist() == [4, 0, 4, 0]


def test_a_path_is_relative_to_the_file_that_says_it(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    write(tmp_path, "parent.toml", 'extends = "base"\nchange.Job.count = 1')
    deck = load_deck(
        write(tmp_path / "sub", "child.toml", 'extends = "../parent.toml"\nchange.Job.count = "+1"')
    )
    assert deck.counts[deck.type_of("Job")] == 2
    assert deck.chain == ("parent", "base")


def test_an_error_of_an_inherited_file_names_that_file(tmp_path: Path) -> None:
    parent = write(tmp_path, "parent.toml", 'extends = "base"\nchange.Job.cuont = 1')
    child = write(tmp_path, "child.toml", f'extends = "{parent}"\nchange.Job.count = "many"')
    with pytest.raises(DeckError) as caught:
        load_deck(child)
    assert [(problem.file, problem.line) for problem in caught.value.problems] == [
        (str(parent), 4),
        (str(child), 4),
    ]


def test_decks_may_not_extend_each_other_in_a_circle(tmp_path: Path) -> None:
    write(tmp_path, "a.toml", 'extends = "b.toml"')
    write(tmp_path, "b.toml", 'extends = "a.toml"')
    with pytest.raises(
        DeckError, match=r"b.toml:3:11: extends: expected a deck that does not extend this one"
    ):
        load_deck(tmp_path / "a.toml")


@pytest.mark.parametrize(("depth", "legal"), [(8, True), (9, False)])
def test_decks_extend_each_other_at_most_eight_deep(tmp_path: Path, depth: int, *, legal: bool) -> None:
    write(tmp_path, "d0.toml", '[character.C]\ngender = "male"\ncore = "identity"')
    for i in range(1, depth + 1):
        write(tmp_path, f"d{i}.toml", f'extends = "d{i - 1}.toml"')
    last = tmp_path / f"d{depth}.toml"
    if legal:
        assert len(load_deck(last).chain) == depth
    else:
        with pytest.raises(DeckError, match="at most 8 deep"):
            load_deck(last)


def test_what_cannot_be_read_gives_its_error_and_no_other(tmp_path: Path) -> None:
    write(tmp_path, "parent.toml", "x = [")
    child = write(tmp_path, "child.toml", 'extends = "parent.toml"\nremove = ["Job"]\nchange.Job.count = 1')
    with pytest.raises(DeckError) as caught:
        load_deck(child)
    assert [problem.file for problem in caught.value.problems] == [str(tmp_path / "parent.toml")]


def test_alternatives_of_several_cards_are_kept_and_checked() -> None:
    deck = on_base(
        'alternative.Few = { of = "jobs", change.Job.count = 1, remove = "Gaslighting", rules.hand_size = 5 }'
    )
    few = next(group for group in deck.groups if group.name == "Few")
    assert (few.of, few.remove, few.change, few.rules) == (
        "jobs",
        ("Gaslighting",),
        {"Job": {"count": 1}},
        {"hand_size": 5},
    )
    assert problems_on_base('alternative.Few = { of = "jobs", change.Job.count = 100 }') == [
        "my.toml:4:53: alternative.Few.change.Job.count: expected a whole number from 0 to 99, got 100"
    ]


def test_rules_files_and_single_rules_are_laid_over_the_deck(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(
        'text = "ours"\n[rules]\nhand_size = 5\npoints_to_win = 9\n[house_rule.R]\nwhile = { draw_limit = 2 }\n',
        encoding="utf-8",
    )
    deck = load_deck("base", {"hand_size": 4}, (file,))
    assert (deck.rules["hand_size"], deck.rules["points_to_win"]) == (4, 9)
    assert deck.kinds[-1] == "house_rule"
    assert (deck.overrides, deck.rules_files, deck.source) == ({"hand_size": 4}, (str(file),), "base")


def test_a_rules_file_holds_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text("[rule]\nhand_size = 5\n", encoding="utf-8")
    with pytest.raises(DeckError, match=r'rules.toml:1:1: rule: expected .* only; did you mean "rules"'):
        load_deck("base", None, (file,))


def test_headers_of_lists_are_as_good_as_inline_tables() -> None:
    inline = on_base("[plot.P]\non = [{ event = 'turn_end', do = [{ draw = 1 }] }]")
    headed = on_base("[[plot.P.on]]\nevent = 'turn_end'\n[[plot.P.on.do]]\ndraw = 1")
    assert inline.hash == headed.hash
    assert problems_on_base("[[plot.P.on]]\nevent = 'turn_end'\n[[plot.P.on.do]]\ndrow = 1") == [
        'my.toml:7:1: plot.P.on[1].do[1].drow: unknown verb; did you mean "draw"?'
    ]
