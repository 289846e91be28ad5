"""`vs-sim merge`: join the shards of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from vs_sim.cli import options
from vs_sim.cli.console import Voice, emit
from vs_sim.cli.errors import clear_errors
from vs_sim.cli.run import Confidence, run_result
from vs_sim.cli.tables import Format, render


def merge(
    folders: Annotated[
        list[Path], typer.Argument(metavar="DIR...", help="Run folders of all shards of a run.")
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="The whole run's folder; new or empty.")
    ],
    confidence: Confidence = 0.95,
    form: options.Form = Format.TABLE,
    quiet: options.Quiet = False,
) -> None:
    """Join the shards of one run (`run --shard`) and print what the run would have printed."""
    voice = Voice(quiet)
    with clear_errors():
        from vs_sim import api

        joined = api.merge(folders, out, confidence=confidence)
    for note in joined.notes:
        voice.note(note)
    emit(render(run_result(joined.json), form))
