"""The command line: parse, call one function, print. Heavy imports stand inside the commands."""

from __future__ import annotations


def main() -> None:
    """Entry point of `vs-sim`: runs the command of sys.argv and exits with its status."""
    import sys

    from vs_sim.cli.app import execute

    sys.exit(execute(sys.argv[1:]))
