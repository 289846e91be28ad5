"""`vs-sim report`: pictures and one self-contained page from a stored result."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from vs_sim.cli import options
from vs_sim.cli.console import InputError, emit
from vs_sim.cli.errors import clear_errors
from vs_sim.cli.tables import Column, Format, Result, Table, count, render

Folder = Annotated[
    Path, typer.Argument(metavar="DIR", help="The folder that --out of another command wrote.")
]
To = Annotated[str, typer.Option("--to", metavar="FORM,…", help="Any of html, png, svg, pdf, md.")]
Out = Annotated[Path | None, typer.Option("--out", "-o", metavar="DIR", help="Instead of DIR/report.")]
Band = Annotated[
    float,
    typer.Option(
        "--band",
        metavar="PART",
        parser=options.number,
        help="How far a win rate may lie from the fair share, as a part of it.",
    ),
]


def report(
    folder: Folder,
    to: To = "html",
    out: Out = None,
    band: Band = 0.1,
    form: options.Form = Format.TABLE,
) -> None:
    """Make pictures and a page of a result. They replace an earlier report in the same place."""
    with clear_errors():
        from vs_sim.analysis.stored import read_result
        from vs_sim.report import of_any, write

        forms = _forms(to, write.FORMS)
        if not 0 < band < 1:
            raise InputError(f"error: --band: expected a number between 0 and 1, got {band:g}")
        stored = read_result(folder)
        made = of_any.report_of(stored, band=band)
        files = write.write_report(made, out or folder / "report", forms)
    emit(render(_said(made, stored.kind, files), form))


def _forms(text: str, known: tuple[str, ...]) -> list[str]:
    """The forms that were asked for, in our order."""
    from difflib import get_close_matches

    asked = [one.strip().lower() for one in text.split(",") if one.strip()]
    for one in asked:
        if one not in known:
            near = get_close_matches(one, known, 1, 0)
            raise InputError(
                f'error: --to: expected any of {", ".join(known)}, got "{one}"; nearest: {near[0] if near else known[0]}'
            )
    if not asked:
        raise InputError(f"error: --to: expected any of {', '.join(known)}")
    return [one for one in known if one in asked]


def _said(made: object, kind: str, files: list[Path]) -> Result:
    """Findings in short, and where the report stands."""
    from vs_sim.report.model import Report

    assert isinstance(made, Report)  # noqa: S101  # imported only here
    rows = [
        {"list": title, "verdict": one.verdict, "text": one.text}
        for title, found in made.lots()
        for one in found
    ]
    table = Table(
        "finding",
        "",
        [Column("", ("list",)), Column("Verdict", ("verdict",)), Column("Finding", ("text",))],
        rows,
    )
    page = next(
        (path for path in files if path.suffix in (".html", ".pdf", ".md")), files[0] if files else None
    )
    head = [f"{made.title}: {count(len(rows))} findings", f"{count(len(files))} files; open {page}"]
    json = {
        "schema": "vs-sim/report/1",
        "of": kind,
        "title": made.title,
        "files": [str(path) for path in files],
        "findings": rows,
    }
    return Result(head, [table], json)
