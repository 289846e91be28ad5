"""The cases that are played side by side: enough of them, and of every sort."""

from __future__ import annotations

import re
from collections import Counter

from tests.reference.cases import HERE, PLAYERS, RULES, WRITTEN, random_case
from tests.reference.lockstep import WAYS
from tests.reference.sides import CASES, PLAYED, SEED, SHARES, share
from tests.reference.vocabulary_used import all_words, words_of
from vs_sim.cards import load_deck
from vs_sim.jit import JIT_OFF
from vs_sim.vocabulary import MAX_SEATS


def test_every_run_plays_2000_games() -> None:
    """At least 2,000 games, each case in one of the four files."""
    assert PLAYED >= 2000
    if not JIT_OFF:
        indices = [case for k in range(SHARES) for case in share(k)]
        assert sorted(indices) == list(range(CASES))


def test_cases_have_2_to_12_players() -> None:
    """Every number of players, in turn."""
    assert set(PLAYERS) == set(range(2, MAX_SEATS + 1))
    assert 2 * len(PLAYERS) <= CASES


def test_cases_differ_in_decks_rules_and_policies() -> None:
    """Among the first forty: decks of every sort, every house rule, every way to decide; short games."""
    cases = [random_case(SEED, index) for index in range(40)]
    assert {path.stem for path in WRITTEN} <= {case.name for case in cases}
    assert {rule for case in cases for rule in case.rules} >= set(RULES)
    assert {way for case in cases for way in case.policies} == set(WAYS)
    assert any(case.drafted for case in cases)
    assert sum(case.rules.get("max_turns_per_player", 200) * case.players < 30 for case in cases) > 30


def test_random_decks_use_the_whole_language() -> None:
    """Over seventy cases every word stands somewhere, most of them in ten and more decks."""
    found: Counter[tuple[str, str]] = Counter()
    for index in range(70):
        found.update(set(words_of(random_case(SEED, index).deck)))
    found.update(set(words_of(load_deck(WRITTEN[0]))))
    assert all_words() <= set(found)
    often = [word for word in all_words() if found[word] >= 10]
    assert len(often) > 0.8 * len(all_words())


def test_a_case_is_the_same_for_the_same_seed() -> None:
    """Its seed and number name it."""
    assert random_case(5, 3) == random_case(5, 3) != random_case(6, 3)


def test_the_tests_that_keep_disagreements_are_there() -> None:
    """Every test that the README names for a disagreement exists."""
    table = (
        (HERE / "README.md").read_text(encoding="utf-8").split("## Disagreements found")[1].split("\n## ")[0]
    )
    named = re.findall(r"`(\w+/\w+\.py)::(\w+)`", table)
    assert len(named) == table.count("\n| ") - 1  # a row names one; the head names none
    for file, test in named:
        assert f"def {test}(" in (HERE.parent / file).read_text(encoding="utf-8"), f"{file}::{test}"
