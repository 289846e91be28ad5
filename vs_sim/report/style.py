"""The look of figures, and figures as bytes: the same figure gives the same bytes."""

from __future__ import annotations

import io
import re
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Ink on paper; the names are those of the page's themes.
INK, MUTED, GRID, PAPER, BAND = "#1f2328", "#59636e", "#d1d9e0", "#ffffff", "#e6ebf0"
BLUE, ORANGE, GREEN, VIOLET = "#0b62a8", "#b8480a", "#1a7f64", "#7a4fb5"
THEMED = {
    INK: "ink", MUTED: "muted", GRID: "grid", PAPER: "paper", BAND: "band",
    BLUE: "blue", ORANGE: "orange", GREEN: "green", VIOLET: "violet",
}  # fmt: skip
REM_AN_INCH = 7.2  # on a page: figures all have type of one size
SHEET = Path(__file__).with_name("look.mplstyle")
DATELESS: dict[str, dict[str, Any]] = {
    "svg": {"Date": None, "Creator": None},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "ModDate": None, "Producer": None, "Creator": None},
}

_DRAWN: WeakKeyDictionary[Figure, dict[str, bytes]] = WeakKeyDictionary()


@contextmanager
def look() -> Generator[None]:
    """The style sheet in force, and nothing that the user's matplotlibrc says."""
    import matplotlib as mpl
    from matplotlib import style

    with mpl.rc_context():
        mpl.rcdefaults()
        with style.context(SHEET):
            yield


def new_figure(width: float = 6.4, height: float = 3.6) -> Figure:
    """An empty figure without a window, in inches."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height))


def as_bytes(figure: Figure, form: str) -> bytes:
    """The figure as `svg`, `png` or `pdf`; drawn once for all that ask: no figure changes after it is made."""
    drawn = _DRAWN.setdefault(figure, {})
    if form not in drawn:
        out = io.BytesIO()
        with look():
            figure.savefig(out, format=form, metadata=DATELESS[form])
        drawn[form] = out.getvalue()
    return drawn[form]


def as_inline_svg(figure: Figure, name: str, described: str) -> str:
    """The figure as an svg element for a page: themed colours, ids of its own, `described` for screen readers."""
    text = as_bytes(figure, "svg").decode("utf-8")
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    for colour, theme in THEMED.items():
        text = text.replace(colour, f"var(--{theme})")
    text = re.sub(r'(?<=[\s(])id="', f'id="{name}-', text)
    text = re.sub(r'href="#', f'href="#{name}-', text)
    text = re.sub(r"url\(#", f"url(#{name}-", text)
    text = re.sub(r"font: ([^;\"]*?)'DejaVu Sans'[^;\"]*", r"font: \1var(--font)", text)
    label = _escaped(described)
    wide = figure.get_figwidth() * REM_AN_INCH
    head = f'<svg role="img" aria-label="{label}" style="max-width:{wide:.1f}rem;min-width:min({wide:.1f}rem,26rem)" '
    return re.sub(
        r'(<svg [^>]*?) width="[^"]*pt"', r"\1", re.sub(r' height="[^"]*pt"', "", text, count=1), count=1
    ).replace("<svg ", head, 1)


def _escaped(text: str) -> str:
    from html import escape

    return escape(text, quote=True).replace("\n", " ")
