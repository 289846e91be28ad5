"""What the program says to a person: notes and progress on standard error, results on standard output."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

import typer


class InputError(Exception):
    """Something that the user gave is wrong. The message is printed as it is, one line for each fault. Status 2."""


def emit(text: str) -> None:
    """Write a result to standard output. A reader that went away (`| head`) ends the program quietly."""
    try:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter flushes once more at exit: give it a place that takes it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(0) from None


def complain(text: str) -> None:
    """Write to standard error, whatever `-q` says."""
    print(text, file=sys.stderr)


@dataclass(frozen=True)
class Voice:
    """How much is said on standard error beside errors."""

    quiet: bool = False
    verbose: bool = False

    def note(self, text: str) -> None:
        """Say something that the user should know, unless quiet."""
        if not self.quiet:
            complain(f"note: {text}")

    def detail(self, text: str) -> None:
        """Say something for the curious (`-v`)."""
        if self.verbose:
            complain(text)


class Progress(Protocol):
    """How far a run is."""

    @property
    def games_done(self) -> int:
        """Games that are complete."""
        ...

    @property
    def games_total(self) -> int:
        """Games of the whole run."""
        ...

    @property
    def games_per_second(self) -> float:
        """Speed since the start."""
        ...

    @property
    def ends(self) -> dict[str, float | None]:
        """Seconds left to each end that the run can come to."""
        ...


def time_left(ends: dict[str, float | None]) -> str:
    """Time left to each end, as "0:12 left", or "0:12 to all games, 0:05 to the time limit" where there are several."""
    names = {"games": "all games", "time": "the time limit", "precision": "the precision asked for"}
    known = {names[end]: clock(seconds) for end, seconds in ends.items() if seconds is not None}
    if len(ends) == 1:
        return "".join(f"{time} left" for time in known.values())
    return ", ".join(f"{time} to {name}" for name, time in known.items())


def clock(seconds: float) -> str:
    """Seconds as 0:12, 3:05 or 2:03:05, and in days where they are many."""
    minutes, second = divmod(math.ceil(seconds), 60)
    hours, minute = divmod(minutes, 60)
    if hours >= 48:
        return f"{hours / 24:,.0f} days"
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


@contextmanager
def progress_bar(voice: Voice) -> Generator[Callable[[Progress], None] | None]:
    """A bar with games a second and the time left, on a terminal only; it vanishes when it is done."""
    if voice.quiet or not sys.stderr.isatty():
        yield None
        return
    from rich import progress
    from rich.console import Console

    bars = progress.Progress(
        progress.BarColumn(),
        progress.TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
        progress.TextColumn("{task.fields[rate]}"),
        progress.TextColumn("{task.fields[left]}"),
        console=Console(stderr=True),
        transient=True,
    )
    task = bars.add_task("", total=1, rate="", left="", visible=False)

    def show(done: Progress) -> None:
        rate = f"{done.games_per_second:,.0f} games/s"
        left = time_left(done.ends)
        bars.update(
            task, visible=True, completed=done.games_done, total=done.games_total, rate=rate, left=left
        )

    with bars:
        yield show


COMPILING = "compiling the rules for this machine, once; about half a minute ..."


@contextmanager
def playing(voice: Voice) -> Generator[dict[str, Any]]:
    """What every job that plays is given to tell how far it is: `progress` and `on_compile`, by name."""
    with progress_bar(voice) as progress:
        yield {"progress": progress, "on_compile": lambda: voice.note(COMPILING)}
