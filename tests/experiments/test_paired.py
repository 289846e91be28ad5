"""Variants on the same blocks, with a stand-in for the engine: sums, zero, mirror, stopping, interrupts."""

import os
import signal
from typing import Any

import numpy as np
import pytest

from tests.experiments.fake_engine import FakeEngine
from vs_sim.analysis.compare import compare, sentence, until_halfwidth
from vs_sim.cards import load_deck
from vs_sim.experiments import execute as execution
from vs_sim.experiments import paired
from vs_sim.experiments.errors import EngineError, PlanError
from vs_sim.experiments.paired import PairedResult, execute_paired
from vs_sim.experiments.plan import Plan, plan_run

BASE = load_deck("base")
OTHER = load_deck("base", {"hand_size": 6})


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Executes plans on stand-ins: each plan's own, told apart by its `sets` of policies."""

    def run(plans: list[Plan], engines: list[FakeEngine], **settings: Any) -> PairedResult:
        players = iter(engines)
        real = execution.Player.__init__

        def begin(self: Any, *arguments: Any) -> None:
            real(self, *arguments)
            self.engine = next(players)

        def play_it(self: Any, first: int, blocks: int) -> Any:
            monkeypatch.setattr(execution, "play_chunk", self.engine)
            return real_play(self, first, blocks)

        real_play = execution.Player.play
        with monkeypatch.context() as patched:
            patched.setattr(execution.Player, "__init__", begin)
            patched.setattr(execution.Player, "play", play_it)
            return execute_paired(plans, **{"workers": 1, **settings})

    return run


def two(games: int = 80, **settings: Any) -> list[Plan]:
    """The base deck and a variant of it."""
    return [plan_run(deck, games=games, **settings) for deck in (BASE, OTHER)]


def engines(plans: list[Plan], seeds: tuple[int, int] = (0, 1), **settings: Any) -> list[FakeEngine]:
    """A stand-in for each plan; the winners hang on its own seed."""
    return [Seeded(plan, seed, **settings) for plan, seed in zip(plans, seeds, strict=True)]


class Seeded(FakeEngine):
    """A stand-in with a seed of its own."""

    def __init__(self, plan: Plan, seed: int, **settings: Any) -> None:
        super().__init__(plan, **settings)
        self.seed = seed

    def _play(self, games: Any, seats: Any, k: int, game: int, seed: int, policies: Any) -> None:  # noqa: ARG002
        super()._play(games, seats, k, game, self.seed, policies)


def test_a_against_a_is_exactly_zero(play: Any) -> None:
    """The same games: all differences 0 with intervals of no width, and the sentence says so."""
    plans = [plan_run(BASE, games=80)] * 2
    found = compare(play(plans, engines(plans, (0, 0))))
    for table in (found.characters, found.seats, found.turns, found.unfinished):
        for column in ("difference", "low", "high"):
            assert table[column].to_list() == [0.0] * len(table)
    assert sentence(found, ("base", "base")) == "a and b are the same: nothing changes."


def test_a_against_b_mirrors_b_against_a(play: Any) -> None:
    """Exactly: rates change places, differences and ends their sign."""
    plans = two()
    one = compare(play(plans, engines(plans, (0, 1))))
    other = compare(play(plans[::-1], engines(plans[::-1], (1, 0))))
    for table in ("characters", "seats", "turns", "unfinished"):
        for row, mirrored in zip(one.table(table).to_dicts(), other.table(table).to_dicts(), strict=True):
            assert (row["rate_a"], row["rate_b"]) == (mirrored["rate_b"], mirrored["rate_a"])
            assert row["difference"] == -mirrored["difference"]
            assert (row["low"], row["high"]) == (-mirrored["high"], -mirrored["low"])
            assert (row["p"], row["p_adjusted"]) == (mirrored["p"], mirrored["p_adjusted"])


def test_sums_are_those_of_the_games(play: Any) -> None:
    """Each side's wins, games and turns are those of its own run; nothing is lost between chunks."""
    plans = two(400)
    result = play(plans, engines(plans, unfinished=0.1))
    tally = result.pairs[0]
    n = len(result.items.characters)
    for side, tallies in zip((tally.a, tally.b), result.tallies, strict=True):
        assert side[0, n : n + 4].tolist() == tallies.seats.wins.tolist()
        assert side[1, n : n + 4].tolist() == tallies.seats.finished.tolist()
        assert side[0, -2] == (np.arange(len(tallies.turns)) * tallies.turns).sum()
        assert (side[0, -1], side[1, -1]) == (tallies.games - tallies.finished, tallies.games)
        assert side[3, n : n + 4].tolist() == tallies.seats.ww.tolist()


def test_workers_change_nothing(play: Any) -> None:
    """One or three workers: the same sums and digests."""
    plans = two(400)
    one, three = (play(plans, engines(plans), workers=workers) for workers in (1, 3))
    assert one.digests == three.digests
    assert (one.pairs[0].products == three.pairs[0].products).all()


def test_variants_must_share_their_blocks() -> None:
    """Other players or another seed: refused before any game."""
    with pytest.raises(PlanError, match="players"):
        execute_paired([plan_run(BASE, games=12), plan_run(BASE, games=12, players=3)])
    with pytest.raises(PlanError, match="seed"):
        execute_paired([plan_run(BASE, games=12), plan_run(BASE, games=12, seed=1)])


def test_a_rule_stops_at_the_same_block_everywhere(play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule looks at fixed blocks, so workers and speed do not move the end."""
    monkeypatch.setattr(paired, "LOOK_BLOCKS", 50)
    plans = two(2000)
    stop = until_halfwidth(0.9)
    ends = [play(plans, engines(plans), workers=workers, stop=stop) for workers in (1, 3)]
    assert [end.stopped for end in ends] == [True, True]
    assert ends[0].blocks == ends[1].blocks < 500
    assert ends[0].blocks % 50 == 0
    assert ends[0].digests == ends[1].digests


def test_an_interrupt_keeps_what_both_have_played(play: Any) -> None:
    """Ctrl-C: the same games of both variants, without a gap."""
    plans = two(4000)

    def hear(progress: Any) -> None:
        if progress.games_done >= 40:
            os.kill(os.getpid(), signal.SIGINT)

    result = play(plans, engines(plans, delay=0.01), progress=hear)
    assert result.interrupted
    assert 40 <= result.tallies[0].games == result.tallies[1].games < 4000


def test_time_that_is_over_stops_it(play: Any) -> None:
    """No second is given: what is complete after the first chunk comes back."""
    plans = two(4000)
    result = play(plans, engines(plans, delay=0.01), max_seconds=0)
    assert result.stopped
    assert 0 < result.games < 4000


def test_an_engine_error_names_the_variant(play: Any) -> None:
    """The line that shows the game has the variant's rules."""
    plans = two()
    both = [Seeded(plans[0], 0), Seeded(plans[1], 0, bad=7)]
    with pytest.raises(EngineError, match="hand_size=6"):
        play(plans, both)


def test_no_finished_game_has_no_difference(play: Any) -> None:
    """All games unfinished: rates and differences are null, the share of unfinished games is 1 in both."""
    plans = two(40)
    found = compare(play(plans, engines(plans, unfinished=1.0)))
    assert found.characters["difference"].null_count() == len(found.characters)
    assert found.unfinished.select("rate_a", "rate_b", "difference").row(0) == (1.0, 1.0, 0.0)
    assert "no difference" in sentence(found, ("a", "b")) or "nothing" in sentence(found, ("a", "b"))


def test_one_block_has_no_interval(play: Any) -> None:
    """Differences stand alone."""
    plans = two(4)
    found = compare(play(plans, engines(plans)))
    assert found.turns["low"].to_list() == [None]
    assert found.turns["difference"].null_count() == 0
    assert "no difference" in sentence(found, ("a", "b"))


def test_characters_of_one_deck_only_have_no_difference(play: Any) -> None:
    """Decks with different characters: who plays in one of them only has a row, without a difference."""
    plans = two(40)
    both = engines(plans)
    both[1].characters[3] += 1
    rows = {row["name"]: row for row in compare(play(plans, both)).characters.to_dicts()}
    alone = [row for row in rows.values() if row["games_a"] == 0 or row["games_b"] == 0]
    assert len(alone) == 2
    assert all(row["difference"] is None and row["p_adjusted"] is None for row in alone)
