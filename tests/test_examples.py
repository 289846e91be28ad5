"""Scripts in scripts/examples run as they stand, in small."""

import subprocess
import sys
from pathlib import Path

import pytest

from vs_sim.jit import JIT_OFF

SCRIPTS = sorted((Path(__file__).parents[1] / "scripts" / "examples").glob("*.py"))


@pytest.mark.skipif(JIT_OFF, reason="too slow uncompiled")
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_an_example_runs(script: Path) -> None:
    """Without an error or a warning, and each of its cells prints something."""
    done = subprocess.run(
        [sys.executable, "-W", "error", str(script), "80"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) > script.read_text(encoding="utf-8").count("# %%")


def test_there_is_an_example() -> None:
    assert SCRIPTS
