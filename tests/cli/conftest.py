"""Running command lines inside the test's process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from vs_sim.cli.app import execute


@dataclass(frozen=True)
class Said:
    """What a command line left: exit status, standard output, standard error."""

    status: int
    out: str
    err: str


CommandLine = Callable[..., Said]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    """`command("run", "--games", "8")` runs it and gives back what it said."""

    def run(*arguments: str) -> Said:
        status = execute(arguments)
        out, err = capsys.readouterr()
        return Said(status, out, err)

    return run
