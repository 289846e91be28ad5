"""`vs-sim sweep`: experiment files, their cells, effects and errors."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import vs_sim
from vs_sim.analysis.sweep import effects_of
from vs_sim.cards import DeckError
from vs_sim.cards.find import shipped
from vs_sim.experiments.blocks import Lab
from vs_sim.experiments.experiment import plan_cells, read_experiment

if TYPE_CHECKING:
    from tests.cli.conftest import CommandLine

SMALL = """
schema = 1
name = "small"
games = 24
[factor]
points_to_win = [6, 4]
hand_size = [5, 7]
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    return path


def test_the_grid_has_every_combination(small: Path) -> None:
    found = vs_sim.sweep(small)
    assert found.json["schema"] == "vs-sim/sweep/1"
    assert [row["levels"] for row in found.json["cells"]] == [
        {"points_to_win": goal, "hand_size": hand} for goal in ("6", "4") for hand in ("5", "7")
    ]
    assert {"cell", "points_to_win", "metric", "value"} <= set(found.cells.columns)


def test_a_main_effect_is_the_mean_difference_of_cells(small: Path) -> None:
    found = vs_sim.sweep(small)
    turns = [
        measure["value"]
        for row in found.json["cells"]
        for measure in row["measures"]
        if measure["metric"] == "turns"
    ]
    effects = {row["factors"]: row["difference"] for row in found.json["effects"] if row["metric"] == "turns"}
    assert effects["points_to_win"] == pytest.approx((turns[2] + turns[3] - turns[0] - turns[1]) / 2)
    assert effects["points_to_win × hand_size"] == pytest.approx(turns[3] - turns[2] - turns[1] + turns[0])


def test_a_cell_is_a_run(small: Path) -> None:
    cell = vs_sim.sweep(small).json["cells"][0]
    assert cell["digest"] == vs_sim.run("base", games=24, rules={"points_to_win": 6, "hand_size": 5}).digest


def test_an_interrupted_sweep_goes_on(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from vs_sim.experiments.blocks import InterruptedPlanError

    play = Lab._play
    calls: list[object] = []

    def stops(lab: Lab, plan: object, first: int) -> object:
        calls.append(plan)
        if len(calls) == 3:
            raise InterruptedPlanError
        return play(lab, plan, first)

    monkeypatch.setattr(Lab, "_play", stops)
    out = tmp_path / "out"
    first = vs_sim.sweep(small, out=out)
    assert (first.interrupted, len(first.json["cells"]), first.json["effects"]) == (True, 2, [])
    whole = vs_sim.sweep(small, out=out, resume=True)
    assert len(calls) == 5  # the third again, and the fourth
    assert whole.json["effects"] == vs_sim.sweep(small).json["effects"]
    assert json.loads((out / "summary.json").read_text()) == whole.json


def test_a_fraction_tells_main_effects_and_what_it_cannot_tell(tmp_path: Path) -> None:
    path = tmp_path / "f.toml"
    path.write_text(SMALL.replace("games = 24", 'games = 8\nfraction = "1/2"') + "max_plots = [2, 1]\n")
    experiment = read_experiment(str(path))
    cells = experiment.chosen()
    effects, notes = effects_of(experiment, cells)
    assert len(cells) == 4
    assert [effect.factors for effect in effects] == [("points_to_win",), ("hand_size",), ("max_plots",)]
    assert any("cannot tell it from other effects" in note for note in notes)
    assert np.allclose(effects[0].weights.sum(), 0)


def test_player_counts_are_told_as_lift_and_decks_by_what_they_share(tmp_path: Path) -> None:
    path = tmp_path / "p.toml"
    path.write_text(
        "schema = 1\ngames = 12\n[factor]\nplayers = [2, 3]\n"
        '[variant.crowd."fewer"]\nremove = ["Burnout", "Soy Boy"]\nrules.points_to_win = 5\n'
    )
    found = vs_sim.sweep(path)
    assert found.json["unit"] == "lift"
    names = {row["name"] for row in found.json["effects"] if row["metric"] == "character"}
    assert len(names) == 10


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("schema = 1\n[factor]\nplayrs = [3, 4]\n", r'x.toml:3:1: factor.playrs: .*did you mean "players"'),
        (
            "schema = 1\n[factor]\nhand_size = [5, 99]\n",
            r"x.toml:3:17: factor.hand_size\[2\]: expected a whole number",
        ),
        ("schema = 1\n[variant.a.b]\nchange.Jop.count = 1\n", r'x.toml:3:.*did you mean "Job"'),
        ("schema = 2\n[factor]\nplayers = [3, 4]\n", "expected 1, the version"),
        ("schema = 1\n", "expected at least one factor"),
        ('schema = 1\n[factor]\ndeck = ["base", "bse"]\n', r"x.toml:3:17: factor.deck\[2\]"),
        ('schema = 1\nfraction = "half"\n[factor]\nplayers = [3, 4]\n', "expected a fraction of the grid"),
    ],
)
def test_errors_have_their_place(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text)
    with pytest.raises(DeckError, match=says):
        vs_sim.sweep(path)


def test_csv_has_cells_and_effects(small: Path, command: CommandLine) -> None:
    said = command("sweep", str(small), "--games", "8", "--format", "csv", "-q")
    rows = list(csv.DictReader(io.StringIO(said.out)))
    assert {row["table"] for row in rows} == {"cell", "effect"}


def test_an_unknown_experiment_is_one_line(command: CommandLine) -> None:
    said = command("sweep", "shorter_gme")
    assert said.status == 2
    assert 'did you mean "shorter_game"?' in said.err
    assert len(said.err.splitlines()) == 1


@pytest.mark.parametrize("name", sorted(shipped("experiments")))
def test_shipped_experiments_can_be_played(name: str) -> None:
    experiment = read_experiment(name)
    assert experiment.question
    assert len(plan_cells(experiment, games=4)) == 8


def test_effects_are_told_by_who_plays(tmp_path: Path, command: CommandLine) -> None:
    """With a factor `policy`: the effect of all else under each of its levels, and what turns its sign."""
    path = tmp_path / "who.toml"
    path.write_text(
        SMALL.replace("hand_size = [5, 7]", 'policy = ["random", "balanced"]').replace("24", "80")
    )
    said = command("sweep", str(path), "-q", "--format", "json")
    told = json.loads(said.out)
    rows = [row for row in told["robustness"] if row["table"] == "turns"]
    assert [row["policy"] for row in rows] == ["random", "balanced"]
    assert {row["item"] for row in rows} == {"points_to_win 4 instead of 6"}
    turns = {
        tuple(row["levels"].values()): m["value"]
        for row in told["cells"]
        for m in row["measures"]
        if m["metric"] == "turns"
    }
    for row in rows:
        assert row["difference"] == pytest.approx(turns["4", row["policy"]] - turns["6", row["policy"]])
        assert row["finding"] == "holds"
    assert "Findings by who plays: " in told["robust"]
    assert "Findings by who plays" in command("sweep", str(path), "-q").out


def test_without_another_factor_nothing_is_told_by_who_plays(tmp_path: Path) -> None:
    path = tmp_path / "who.toml"
    path.write_text('schema = 1\nname = "who"\ngames = 8\n[factor]\npolicy = ["random", "balanced"]\n')
    assert "robustness" not in vs_sim.sweep(path).json
