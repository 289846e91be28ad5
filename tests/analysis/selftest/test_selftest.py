"""The self-test tests itself: it holds today, and each part fails where what it proves is broken."""

from __future__ import annotations

import numpy as np
import pytest

from vs_sim.analysis.block_pairs import paired_ratio
from vs_sim.analysis.paired import Difference, PairSums, ratio_difference
from vs_sim.analysis.selftest import alarms as of_alarms
from vs_sim.analysis.selftest import coverage as of_coverage
from vs_sim.analysis.selftest import recorded as of_digests
from vs_sim.analysis.selftest.alarms import alarms, differences
from vs_sim.analysis.selftest.coverage import coverage
from vs_sim.analysis.selftest.planted import most_even, plant, planted
from vs_sim.analysis.selftest.proof import Proof, equal, share
from vs_sim.analysis.selftest.published import published
from vs_sim.analysis.selftest.recorded import digests
from vs_sim.analysis.variants import contrast
from vs_sim.cards import load_deck, shuffled_otherwise
from vs_sim.experiments.blocks import Blocks, Lab

FAILS = "{0.check}: expected {0.expected}, found {0.found}"


def failing(proofs: list[Proof]) -> list[str]:
    return [FAILS.format(proof) for proof in proofs if not proof.holds]


def blocks(seed: int, n: int, rates: tuple[float, ...] = (0.2, 0.3, 0.2, 0.3), luck: int = 0) -> Blocks:
    """Drawn blocks of four games among the same four characters; `luck` seeds what two of them have in common."""
    own, common = np.random.default_rng([seed, 7]), np.random.default_rng(luck)
    draw = np.where(own.random((n, 4)) < 0.3, own.random((n, 4)), common.random((n, 4)))
    winner = np.searchsorted(np.cumsum(rates), draw, side="right").clip(0, 3)
    wins = np.stack([(winner == i).sum(axis=1) for i in range(4)], axis=1)
    fours = np.full(n, 4)
    turns = own.integers(200, 300, n)
    return Blocks(tuple("abcd"), 4, wins, np.full((n, 4), 4), wins, fours, turns, lanes=(seed + 1, n))


def test_published_values_agree() -> None:
    assert failing(published()) == []


def test_simulated_intervals_cover() -> None:
    assert failing(coverage(400, 3)) == []


def test_an_interval_that_is_too_narrow_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wilson's interval at 80% in place of 95%: the coverage of win rates fails."""
    whole = of_coverage.rate_intervals
    monkeypatch.setattr(of_coverage, "rate_intervals", lambda sums: whole(sums, confidence=0.8))
    assert any("a quarter won" in said for said in failing(coverage(400, 3)))


def test_games_of_one_law_raise_alarms_at_the_nominal_rate() -> None:
    assert failing(list(alarms(blocks(1, 4000), [blocks(2, 4000)], 50, 1000))) == []


def test_too_many_alarms_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """P values that are a fifth of what they should be: the paired test from sums fails."""

    def hasty(sums: PairSums) -> Difference | None:
        found = ratio_difference(sums)
        return found if found is None else found._replace(p=(found.p or 0.0) / 5)

    monkeypatch.setattr(of_alarms, "ratio_difference", hasty)
    said = failing(list(alarms(blocks(1, 4000), [blocks(2, 4000)], 50, 1000)))
    assert any("paired test from sums" in one for one in said)


def test_sums_and_blocks_give_the_same_difference() -> None:
    """The two ways of a paired difference agree, but for the one game that the sums add."""
    a, b = blocks(1, 500), blocks(2, 500)
    for summed, i in zip(differences(a, b), range(4), strict=True):
        by_block = paired_ratio(a.wins[:, i], a.appearances[:, i], b.wins[:, i], b.appearances[:, i])
        assert summed is not None
        assert summed.difference == pytest.approx(by_block.difference)
        assert summed.error == pytest.approx(by_block.error, rel=0.01)


def test_a_planted_effect_is_found_and_covered() -> None:
    """Twice the same change, in a run and in a long run of its own luck."""
    moved = (0.26, 0.28, 0.18, 0.28)
    runs = blocks(1, 4000, luck=5), blocks(2, 4000, moved, luck=5)
    long_runs = blocks(3, 40_000, luck=6), blocks(4, 40_000, moved, luck=6)
    assert [said for said in failing(list(planted("a", runs, long_runs, 100))) if "outside" not in said] == []


def test_another_effect_than_the_known_one_is_found_out() -> None:
    moved, other = (0.26, 0.28, 0.18, 0.28), (0.32, 0.26, 0.16, 0.26)
    runs = blocks(1, 4000, luck=5), blocks(2, 4000, other, luck=5)
    long_runs = blocks(3, 40_000, luck=6), blocks(4, 40_000, moved, luck=6)
    said = failing(list(planted("a", runs, long_runs, 100)))
    assert any("covers the effect" in one for one in said)
    assert any("run of its own" in one for one in said)


def test_planting_adds_one_power_and_keeps_the_others() -> None:
    deck = load_deck("base")
    for name in deck.characters[:4]:
        made = plant(deck, name)
        before, after = (
            next(c for c in one.cards if c.name == name).data.get("while", []) for one in (deck, made)
        )
        assert after == [*before, {"points_to_win": "-1"}]
        assert made.hash != deck.hash


def test_most_even_is_nearest_to_the_fair_share() -> None:
    assert most_even(blocks(1, 4000, (0.1, 0.25, 0.3, 0.35))) == "b"


def test_shuffled_otherwise_is_the_same_deck_but_for_its_shuffles() -> None:
    """Only card keys differ, of some types; other numbers make other decks."""
    deck = load_deck("base")
    one, two = shuffled_otherwise(deck, 0), shuffled_otherwise(deck, 1)
    changed = {
        name
        for name in deck.tables.dtype.names or ()
        if not np.array_equal(deck.tables[name], one.tables[name])
    }
    assert changed == {"card_key"}
    assert len({deck.hash, one.hash, two.hash}) == 3


def test_recorded_digests_are_those_of_today() -> None:
    """After a change of rules, policies or decks: scripts/selftest --record."""
    with Lab() as lab:
        assert failing(list(digests(lab, load_deck))) == []


def test_another_digest_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    run = of_digests.recorded()[1] | {"digest": "0" * 32}
    monkeypatch.setattr(of_digests, "recorded", lambda: [run])
    with Lab() as lab:
        assert len(failing(list(digests(lab, load_deck)))) == 1


def test_the_same_law_on_the_engine_differs_by_luck_alone() -> None:
    """Variants that are shuffled otherwise are other games, and no more than that."""
    from vs_sim.experiments.plan import plan_run

    deck = load_deck("base")
    with Lab() as lab:
        a, b = (lab.play(plan_run(one, games=400)) for one in (deck, shuffled_otherwise(deck, 0)))
    assert a.digest != b.digest
    turns = contrast(a, b).turns
    assert turns.p is not None
    assert turns.p > 0.001


def test_a_share_may_lie_off_by_chance_and_no_more() -> None:
    assert share("", "", 0.05, [0.0] * 950 + [1.0] * 50, "").holds
    assert not share("", "", 0.05, [0.0] * 900 + [1.0] * 100, "").holds
    assert not share("", "", 0.05, [], "").holds
    assert share("", "", 0.05, [0.0] * 100, "", at_most=True).holds
    assert not share("", "", 0.05, [0.0] * 1000, "").holds


def test_a_published_number_counts_to_its_last_digit() -> None:
    assert equal("", "", 0.2553, 0.25534, 4, "").holds
    assert not equal("", "", 0.2553, 0.25536, 4, "").holds
    assert not Proof("", "", 1.0, float("nan"), 0.0, 2.0).holds
