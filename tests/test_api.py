"""The Python API: light to import, and the same as the command line."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import vs_sim
from tests.experiments.fake_engine import FakeEngine
from vs_sim.experiments import execute as execution
from vs_sim.experiments.plan import plan_run

HEAVY = ("numba", "numpy", "polars", "scipy", "statsmodels", "matplotlib", "pydantic")


def test_importing_the_package_loads_nothing_heavy() -> None:
    """`import vs_sim` and its version need no library."""
    code = f"import sys, vs_sim; vs_sim.__version__; print([m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_public_name_is_there() -> None:
    """All names of `__all__` can be used; others raise as usual."""
    assert all(hasattr(vs_sim, name) for name in vs_sim.__all__)
    assert set(vs_sim.__all__) <= set(dir(vs_sim))
    with pytest.raises(AttributeError, match="has no attribute"):
        _ = vs_sim.nothing


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stand-in for the engine, for 40 games of the base deck."""
    monkeypatch.setattr(execution, "play_chunk", FakeEngine(plan_run(vs_sim.load_deck("base"), games=40)))


@pytest.mark.usefixtures("fake")
def test_run_gives_frames_and_writes_the_same_summary(tmp_path: Path) -> None:
    """Frames by character, seat and policy; summary.json is the JSON object."""
    played = vs_sim.run("base", games=40, out=tmp_path / "run")
    assert played.characters["name"].len() == 4
    assert played.characters["wins"].sum() == played.seats["wins"].sum() == 40
    assert json.loads((tmp_path / "run" / "summary.json").read_text()) == played.json
    assert played.json["digest"] == played.digest
    assert not played.interrupted


@pytest.mark.usefixtures("fake")
def test_the_json_object_has_the_keys_of_the_contract() -> None:
    """All keys that are fixed for `run`, in lists of items too."""
    made = vs_sim.run("base", games=40).json
    fixed = "schema version deck seed players games finished unfinished digest characters seats policies turns seconds"
    assert {*fixed.split(), "games_per_second"} <= set(made)
    assert set(made["deck"]) == {"name", "hash"}
    assert set(made["turns"]) == {"mean", "p05", "p50", "p95"}
    for kind in ("characters", "seats", "policies"):
        assert {"name", "games", "wins", "rate", "low", "high", "lift"} <= set(made[kind][0])
    assert [row["name"] for row in made["seats"]] == ["0", "1", "2", "3"]
    assert made["policies"][0]["games"] == 160


@pytest.mark.parametrize(
    ("settings", "said"),
    [({"confidence": 1.5}, "confidence"), ({"players": 1}, "players"), ({"workers": 0}, "workers")],
)
def test_bad_settings_are_refused(settings: dict[str, Any], said: str) -> None:
    """One line that begins with the name of the setting."""
    with pytest.raises(vs_sim.PlanError, match=said):
        vs_sim.run("base", games=4, **settings)


def test_house_rules_go_with_a_name_not_with_a_loaded_deck() -> None:
    """Rules are put in when a deck is loaded."""
    with pytest.raises(vs_sim.PlanError, match="rules"):
        vs_sim.run(vs_sim.load_deck("base"), rules={"hand_size": 5})
