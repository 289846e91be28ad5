"""The lead over time: games of a run played again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

import vs_sim
from vs_sim.analysis.lead_time import TIMES, lead_over_time
from vs_sim.analysis.stored import Stored, read_result
from vs_sim.jit import JIT_OFF

pytestmark = pytest.mark.skipif(JIT_OFF, reason="too slow uncompiled")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    folder: Path = tmp_path_factory.mktemp("lead") / "run"
    vs_sim.run("base", games=40, rules={"points_to_win": 8}, out=folder)
    return read_result(folder)


def test_a_late_lead_is_worth_more_than_an_early_one(run: Stored) -> None:
    frame = lead_over_time(run)
    assert frame is not None
    assert frame["at"].to_list() == list(TIMES)
    assert frame.filter((pl.col("low") > pl.col("rate")) | (pl.col("rate") > pl.col("high"))).is_empty()
    assert frame["rate"][-1] > frame["rate"][0]
    assert frame.filter(pl.col("games") > 40).is_empty()


def test_another_program_or_deck_is_not_passed_off_as_the_run(run: Stored) -> None:
    deck = {**run.manifest["plan"]["deck"], "hash": "0" * 64}
    for other in ({"engine": "0" * 16}, {"plan": {**run.manifest["plan"], "deck": deck}}):
        assert lead_over_time(replace(run, manifest={**run.manifest, **other})) is None
