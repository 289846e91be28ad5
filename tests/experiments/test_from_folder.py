"""A run's sums made anew from its folder equal those that were kept while it was played."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from tests.experiments.fake_engine import FakeEngine
from vs_sim.analysis.summary import summarise, summary_of
from vs_sim.cards import load_deck_text
from vs_sim.experiments import execute as execution
from vs_sim.experiments import folder as folders
from vs_sim.experiments.errors import FolderError
from vs_sim.experiments.execute import execute
from vs_sim.experiments.from_folder import tally_folder
from vs_sim.experiments.plan import plan_run
from vs_sim.experiments.sample import sample_of_folder

ODD = ('a, "comma"', "it's | a bar", "emoji 🎈", "=1+1")
PLOT = '[plot."=plot, \\"odd\\""]\ncount = 2\n[plot.plain]\ncount = 0\n'


def odd_deck() -> Any:
    """A deck whose names hold comma, quotes, bar, emoji and a leading `=` (a line break is refused by the loader)."""
    lines = [
        "schema = 1",
        'name = "odd"',
        "[alignments]",
        'red = { colour = "red" }',
        '[follower."a, \\"b\\""]',
    ]
    lines += ["count = 60", 'dots.top = "red"']
    for name in ODD:
        lines += [
            '[character."' + name.replace('"', '\\"') + '"]',
            'gender = "male"',
            'core = ["red"]',
            'dots.top = "red"',
        ]
    return load_deck_text("\n".join([*lines, PLOT]))


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Plays a short run of a deck with odd names into a folder: (result, folder)."""

    def run(games: int = 120, **engine: Any) -> tuple[Any, Path]:
        plan = plan_run(odd_deck(), games=games, policy="mixed")
        monkeypatch.setattr(folders, "PART_GAMES", 40)
        monkeypatch.setattr(execution, "play_chunk", FakeEngine(plan, **engine))
        out = tmp_path / "run"
        return execute(plan, workers=1, out=out), out

    return run


@pytest.mark.parametrize("unfinished", [0.0, 0.3, 1.0])
def test_sums_and_tables_from_a_folder_are_those_of_the_run(written: Any, unfinished: float) -> None:
    """Every sum, and every table, odd names and several shards included; also without a finished game."""
    result, out = written(unfinished=unfinished)
    found = tally_folder(out)
    for field in fields(result.tallies):
        kept, made = getattr(result.tallies, field.name), getattr(found.tallies, field.name)
        if hasattr(kept, "wins"):
            kept, made = ([getattr(one, f.name) for f in fields(kept)[1:]] for one in (kept, made))
        if field.name != "cards":  # those of a folder are without the characters
            np.testing.assert_equal(made, kept)
    tables = summary_of(found.tallies, found.keys, found.players, 0.95, sample_of_folder(out, found.keys))
    for name, frame in summarise(result).frames.items():
        assert frame.equals(tables.frames[name]), name


def test_odd_names_come_back_as_they_are(written: Any) -> None:
    """Parquet, JSON and frames hold them unchanged."""
    result, out = written()
    names = list(ODD)
    assert summarise(result).characters["name"].to_list() == names
    assert tally_folder(out).keys.characters == ODD
    assert set(pl.read_parquet(out / "seats" / "*.parquet")["character"].cast(pl.String)) == set(names)
    assert pl.read_parquet(out / "cards.parquet")["card"].to_list()[0] == 'a, "b"'


def test_what_is_no_run_is_refused(written: Any, tmp_path: Path) -> None:
    """No manifest, or one of another version: one line."""
    with pytest.raises(FolderError, match="holds no run"):
        tally_folder(tmp_path / "nowhere")
    _, out = written()
    manifest = json.loads((out / "manifest.json").read_text())
    manifest["columns"]["cards"] = "vs-sim/cards/1"
    (out / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(FolderError, match="another version"):
        tally_folder(out)
