"""Help and version: quick, and without the libraries that take long to load."""

from __future__ import annotations

import subprocess
import sys

import pytest

import vs_sim
from tests.cli.conftest import CommandLine

HEAVY = ("numba", "numpy", "polars", "matplotlib", "scipy", "statsmodels", "pandas")


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["run", "--help"], ["deck", "--help"]])
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    """A fresh interpreter that prints help has loaded none of the heavy libraries."""
    program = (
        "import sys\n"
        "from vs_sim.cli.app import execute\n"
        f"status = execute({arguments!r})\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)\n"
        "sys.exit(status)"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stderr.strip() == "[]"
    assert ended.stdout


def test_version_is_printed(command: CommandLine) -> None:
    """--version prints program and version and ends well."""
    said = command("--version")
    assert (said.status, said.out) == (0, f"vs-sim {vs_sim.__version__}\n")


@pytest.mark.parametrize("arguments", [[], ["deck"]])
def test_nothing_asked_prints_help_as_usage_error(command: CommandLine, arguments: list[str]) -> None:
    """Without a command the help goes to standard error, and the status says usage error."""
    said = command(*arguments)
    assert said.status == 2
    assert said.out == ""
    assert "Commands:" in said.err


@pytest.mark.parametrize("name", ["run", "replay", "deck", "rules", "policies"])
def test_every_command_has_help(command: CommandLine, name: str) -> None:
    """Each command explains itself on standard output."""
    said = command(name, "--help")
    assert said.status == 0
    assert said.out.startswith(f"Usage: vs-sim {name}")
