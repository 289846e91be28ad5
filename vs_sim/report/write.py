"""A report in its forms: one self-contained HTML page, Markdown, pictures, a PDF."""

from __future__ import annotations

import io
import shutil
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vs_sim.experiments.errors import FolderError
from vs_sim.report.model import Grid, Report, cell, sort_key
from vs_sim.report.style import DATELESS, as_bytes, as_inline_svg, look, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMS = ("html", "png", "svg", "pdf", "md")
TEMPLATES = Path(__file__).with_name("templates")
MARK = ".vs-sim-report"  # stands in a folder that a report may replace
WIDE = 7.2  # inches, from which on a picture needs more room on a narrow screen


def write_report(report: Report, folder: Path, forms: Sequence[str]) -> list[Path]:
    """Write the report into the folder, in place of an earlier report there. Returns the files, pages first."""
    files = rendered(report, forms)
    try:
        _clear(folder)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / MARK).write_bytes(b"")
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
    except OSError as error:
        raise FolderError(f"cannot write the report into {folder}: {error.strerror or error}") from None
    return [folder / name for name in files]


def _clear(folder: Path) -> None:
    """Remove an earlier report; FolderError if the folder holds anything else."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise FolderError(f"{folder}: expected a folder for the report")
    if (folder / MARK).exists():
        shutil.rmtree(folder)
    elif any(folder.iterdir()):
        raise FolderError(f"{folder} holds other files and no report; name another folder with --out")


def rendered(report: Report, forms: Sequence[str]) -> dict[str, bytes]:
    """The files of a report by name: the same report gives the same bytes."""
    files: dict[str, bytes] = {}
    if "html" in forms:
        files["report.html"] = html_page(report).encode()
    if "md" in forms:
        files["report.md"] = markdown(report).encode()
    if "pdf" in forms:
        files["report.pdf"] = pdf(report)
    pictures = [form for form in ("png", "svg") if form in forms or (form == "svg" and "md" in forms)]
    for form in pictures:
        for section in report.sections:
            if section.figure is not None:
                files[f"figures/{section.name}.{form}"] = as_bytes(section.figure, form)
    return files


def environment() -> Any:
    """The templates; everything that is put into them is escaped."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )


def shared_parts() -> dict[str, Any]:
    """Style and script of pages, which stand in them as they are."""
    from markupsafe import Markup

    parts = {name: (TEMPLATES / f"page.{name}").read_text(encoding="utf-8") for name in ("css", "js")}
    return {name: Markup(text) for name, text in parts.items()}  # noqa: S704  # our own files


def html_page(report: Report) -> str:
    """One page that needs nothing but itself."""
    from markupsafe import Markup

    drawn = {section.name: section for section in report.sections if section.figure is not None}
    pictures = {
        name: Markup(as_inline_svg(section.figure, name, section.described))  # noqa: S704  # matplotlib escapes
        for name, section in drawn.items()
        if section.figure is not None
    }
    wide = {
        name for name, section in drawn.items() if section.figure and section.figure.get_figwidth() > WIDE
    }
    page = environment().get_template("page.html")
    return page.render(
        report=report,
        pictures=pictures,
        wide=wide,
        cell=cell,
        sort_key=sort_key,
        numeric=_numeric,
        **shared_parts(),
    )


def _numeric(grid: Grid) -> set[str]:
    """Keys of text columns that hold nothing but digits: they sort as numbers."""
    return {
        column.key
        for column in grid.columns
        if grid.rows and all(str(row[column.key]).isdigit() for row in grid.rows)
    }


def markdown(report: Report) -> str:
    """The same as Markdown, with links to the pictures."""
    lines = [
        f"# {_md(report.title)}",
        "",
        " · ".join(f"{label} **{_md(value)}**" for label, value in report.facts),
        "",
    ]
    if report.brief:
        lines += ["## In short", "", *(f"- {_md(one)}" for one in report.brief), ""]
    for title, found in report.lots():
        lines += [f"## {title}", ""]
        lines += [f"- **{_md(one.verdict)}**: {_md(one.text)}" for one in found] or [
            "Nothing that these games show."
        ]
        lines.append("")
    for section in report.sections:
        lines += [f"## {_md(section.title)}", ""]
        lines += [_md(section.text), ""] if section.text else []
        lines += [*(f"- {_md(one)}" for one in section.points), ""] if section.points else []
        if section.figure is not None:
            lines += [f"![{_md(section.described)}](figures/{section.name}.svg)", ""]
        if section.grid is not None:
            lines += [*_md_table(section.grid), ""]
    lines += ["## Where it comes from", "", _md(report.method), ""]
    lines += [f"- {label}: `{value}`" for label, value in report.origin]
    return "\n".join(lines) + "\n"


def _md_table(grid: Grid) -> list[str]:
    def bar(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cells) + " |"

    right = [column.form not in ("text", "code") for column in grid.columns]
    return [
        bar([column.title for column in grid.columns]),
        bar(["--:" if one else "---" for one in right]),
        *(bar([_md_cell(row, column.key, column.form) for column in grid.columns]) for row in grid.rows),
    ]


def _md_cell(row: Mapping[str, Any], key: str, form: str) -> str:
    text = cell(row[key], form)
    return f"`{text}`".replace("|", "\\|") if form == "code" else _md(text)


def _md(text: str) -> str:
    """Text in which nothing is Markdown or HTML."""
    for sign in "\\`*_[]<>|#":
        text = text.replace(sign, "\\" + sign)
    return text.replace("\n", " ")


def pdf(report: Report) -> bytes:
    """Findings on the first page, then a page for each picture."""
    from matplotlib.backends.backend_pdf import PdfPages

    out = io.BytesIO()
    with look(), PdfPages(out, metadata=DATELESS["pdf"]) as pages:
        for page in _text_pages(report):
            pages.savefig(page)
        for section in report.sections:
            if section.figure is not None:
                pages.savefig(section.figure)
    return out.getvalue()


PAGE_LINES = 50


def _text_pages(report: Report) -> list[Figure]:
    """Title, facts, findings and origin as figures of text."""
    lines: list[tuple[str, bool]] = [(line, True) for line in textwrap.wrap(report.title, 70)]
    lines += [(line, False) for line in textwrap.wrap(" · ".join(f"{a}: {b}" for a, b in report.facts), 95)]
    if report.brief:
        lines += [("", False), ("In short", True)]
        lines += [
            (line, False) for one in report.brief for line in textwrap.wrap(one, 95, subsequent_indent="   ")
        ]
    for title, found in report.lots():
        lines += [("", False), (title, True)]
        for one in found:
            lines += [
                (line, False)
                for line in textwrap.wrap(f"{one.verdict}: {one.text}", 95, subsequent_indent="   ")
            ]
    lines += [("", False), ("Where it comes from", True)]
    for label, value in report.origin:
        lines += [(line, False) for line in textwrap.wrap(f"{label}: {value}", 95, subsequent_indent="   ")]
    return [_text_page(lines[i : i + PAGE_LINES]) for i in range(0, len(lines), PAGE_LINES)]


def _text_page(lines: Sequence[tuple[str, bool]]) -> Figure:
    page = new_figure(8.27, 11.69)
    for i, (text, bold) in enumerate(lines):
        page.text(
            0.08, 0.94 - i * 0.0175, text, fontsize=9.5, fontweight="bold" if bold else "normal", va="top"
        )
    return page
