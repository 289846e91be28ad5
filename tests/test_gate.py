"""The gate of the base deck and the workflow for decks of others: what they run exists and does what they say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import vs_sim
from vs_sim.experiments.bands import load_bands
from vs_sim.experiments.baseline import read_baseline

yaml = pytest.importorskip("yaml")  # comes with dask
ROOT = Path(vs_sim.__file__).parent.parent
WORKFLOWS = (ROOT / "docs/ci/balance.yml", ROOT / ".github/workflows/balance.yml")


def _steps(path: Path) -> list[dict[str, Any]]:
    (job,) = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].values()
    return job["steps"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=["for decks", "of the base deck"])
def test_a_workflow_checks_out_caches_and_keeps_its_results(path: Path) -> None:
    """And asks for no right but to read."""
    assert yaml.safe_load(path.read_text(encoding="utf-8"))["permissions"] == {"contents": "read"}
    used = {step["uses"].split("@")[0] for step in _steps(path) if "uses" in step}
    names = ("checkout", "setup-python", "cache", "upload-artifact")
    assert used == {f"actions/{name}" for name in names}


def test_the_workflow_for_decks_fails_where_the_check_does(tmp_path: Path) -> None:
    """Its own shell lines, as GitHub runs them."""
    text = 'schema = 1\nname = "mine"\nextends = "base"\n'
    deck, baseline, bands, summary = (tmp_path / name for name in ("my.toml", "b.json", "b.toml", "s.md"))
    deck.write_text(text)
    vs_sim.baseline(str(deck), file=baseline, games=200)
    deck.write_text(text + "[rules]\npoints_to_win = 5\n")
    bands.write_text("[threshold]\nturns = 10\n")
    (script,) = (step["run"] for step in _steps(WORKFLOWS[0]) if step.get("name") == "Check the balance")
    program = tmp_path / "vs-sim"
    program.write_text(
        f'#!{sys.executable}\nimport sys\nsys.path.insert(0, "{ROOT}")\nfrom vs_sim.cli import main\nmain()\n'
    )
    program.chmod(0o755)
    names = {"DECK": deck, "BASELINE": baseline, "BANDS": bands, "GITHUB_STEP_SUMMARY": summary}
    given = os.environ | {name: str(path) for name, path in names.items()}
    given["PATH"] = f"{tmp_path}:{given['PATH']}"
    done = subprocess.run(
        ["/bin/bash", "-e", "-c", script],
        cwd=tmp_path,
        env=given,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "::error title=Balance fail::" in done.stderr
    assert summary.read_text().startswith("## Balance check failed")
    assert (tmp_path / "balance.xml").is_file()


def test_the_gate_of_the_base_deck_has_what_it_reads() -> None:
    """A baseline of a schema that is read, with bands. Where this fails: scripts/balance --renew."""
    baseline = read_baseline(ROOT / ".ci/balance/base.json")
    bands = load_bands(ROOT / ".ci/balance/bands.toml")
    assert (baseline.record["deck"]["name"], baseline.record["plan"]["games"]) == ("base", 40_000)
    assert all(bands.limits(metric, "", 4) for metric in ("character", "seat", "turns", "unfinished"))
