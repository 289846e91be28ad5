"""The mutation proof is complete and up to date: `scripts/mutate` runs it."""

import pytest

from tests.rules.ledger import IDENTIFIERS, ROOT
from tests.rules.mutants import NOT_KILLED, RESULT, Mutant, mutants, proofs_of, recorded, written

MUTANTS = mutants()


def test_every_rule_has_a_mutant() -> None:
    """At least one, and none of a rule that is not there."""
    assert {mutant.rule for mutant in MUTANTS} == set(IDENTIFIERS)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.rule}: {mutant.breaks}")
def test_what_a_mutant_breaks_is_there_once(mutant: Mutant) -> None:
    """The snippet stands in the file, in one place, and the break changes it."""
    text = (ROOT / mutant.file).read_text(encoding="utf-8")
    assert mutant.applied(text) != text
    assert mutant.file.startswith(("vs_sim/", "decks/"))


def test_the_result_is_that_of_these_mutants_and_none_survived() -> None:
    """MUTANTS.md has each of them in the order of the list, with a test that is one of the rule's, or stopped."""
    told = recorded(RESULT.read_text(encoding="utf-8"))
    assert [(rule, breaks) for rule, breaks, _ in told] == [(m.rule, m.breaks) for m in MUTANTS]
    assert [line for line in told if line[2] in NOT_KILLED] == []
    for rule, _, said in told:
        assert said == "timed out" or f"tests/{said}" in proofs_of(rule)
    assert written(told) == RESULT.read_text(encoding="utf-8")


def test_a_snippet_that_is_gone_or_doubled_is_no_mutant() -> None:
    """The list would have to be mended."""
    mutant = Mutant("S1", "vs_sim/rules/draws.py", "nothing", "old", "new")
    assert mutant.applied("an old rule") == "an new rule"
    for text in ("a rule", "old and old"):
        with pytest.raises(ValueError, match="S1"):
            mutant.applied(text)
