"""What users can cause, as one clear line each; what only we can cause, as one line too."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from vs_sim.cli.console import InputError, complain

if TYPE_CHECKING:
    from vs_sim.cards import Problem


@contextmanager
def clear_errors(deck: str = "--deck") -> Generator[None]:
    """Turn what the layers below and the system say of bad input into InputError (2), faults of ours into status 1.

    `deck`: the option or argument by which the deck was given.
    """
    from vs_sim.cards.problems import DeckError
    from vs_sim.experiments.errors import EngineError, VsSimError

    try:
        yield
    except EngineError as error:
        complain(f"error: {error}")
        raise typer.Exit(1) from error
    except DeckError as error:
        raise InputError("\n".join(problem_line(problem, deck) for problem in error.problems)) from error
    except VsSimError as error:
        raise InputError(f"error: {error}") from error
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.filename is None:
            raise
        raise InputError(f"error: {error.filename}: {(error.strerror or str(error)).lower()}") from error
    except KeyboardInterrupt:
        complain("interrupted before any game was complete")
        raise typer.Exit(130) from None


def problem_line(problem: Problem, deck: str = "--deck") -> str:
    """A problem with its place; one of the command line's options has no line and column."""
    if problem.file.startswith("--"):
        key = "" if problem.file == f"--{problem.key}" else f" {problem.key}"
        return f"error: {deck if problem.file == '--deck' else problem.file}{key}: {problem.message}"
    return str(problem)
