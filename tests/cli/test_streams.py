"""Standard output carries results and nothing else; readers may leave."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine

PROGRAM = Path(sys.executable).parent / "vs-sim"


@pytest.mark.parametrize(("name", "key"), [("rules", "rules"), ("policies", "policies")])
def test_lists_have_versioned_json(command: CommandLine, name: str, key: str) -> None:
    """JSON says its schema and version, and lists rows with names and meanings."""
    said = command(name, "--format", "json")
    told = json.loads(said.out)
    assert told["schema"] == f"vs-sim/{name}/1"
    assert all(row["meaning"] for row in told[key])
    assert said.err == ""


def test_reader_that_leaves_ends_quietly() -> None:
    """A closed pipe (`| head`) is no error: no traceback, status 0."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as closed:
        ended = subprocess.run(
            [PROGRAM, "rules"], stdout=closed, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (ended.returncode, ended.stderr) == (0, "")


def test_no_colour_where_nobody_looks() -> None:
    """Output that goes to a file or another program carries no escape sequences."""
    ended = subprocess.run([PROGRAM, "rules"], capture_output=True, text=True, check=True)
    assert "\x1b" not in ended.stdout


def test_completion_is_offered() -> None:
    """The shell can ask for a completion script."""
    ended = subprocess.run(
        [PROGRAM, "--show-completion", "bash"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ},
    )
    assert "vs-sim" in ended.stdout
