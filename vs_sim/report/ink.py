"""Two ways to put rectangles, dots and words on a picture: through matplotlib, and straight as SVG (50 times faster).

Lengths are in inches from the lower left corner, sizes of type in points.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Protocol

from vs_sim.report.style import INK, MUTED, THEMED, look, new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Box = tuple[float, float, float, float]  # left, bottom, width, height


@dataclass(frozen=True)
class Type:
    """How words are written: size in points, whether they stand about their point or begin there."""

    size: float
    colour: str = INK
    bold: bool = False
    centred: bool = False


POINTS = 72  # an inch
LEADING = 1.15
ON_DOT = "#fefefe"


class Ink(Protocol):
    """What a picture is drawn with."""

    def rectangle(self, box: Box, *, fill: str, edge: str, line: float) -> None:
        """A rectangle; `line`: width of its edge in points."""
        ...

    def hatch(self, box: Box) -> None:
        """Thin oblique lines over a rectangle."""
        ...

    def dot(self, x: float, y: float, radius: float, *, fill: str, letter: str) -> None:
        """A round dot with a letter in it."""
        ...

    def words(self, x: float, y: float, lines: list[str], kind: Type) -> None:
        """Lines of type: the first one's middle at y if left, all about y if centred."""
        ...


class FigureInk:
    """Draws on a matplotlib figure."""

    def __init__(self, width: float, height: float) -> None:
        with look():
            self.figure: Figure = new_figure(width, height)
            self.figure.set_layout_engine("none")
            self._axes: Axes = self.figure.add_axes((0, 0, 1, 1))
        self._axes.set_xlim(0, width)
        self._axes.set_ylim(0, height)
        self._axes.set_axis_off()

    def rectangle(self, box: Box, *, fill: str, edge: str, line: float) -> None:
        """As Ink says."""
        from matplotlib.patches import Rectangle

        self._axes.add_patch(
            Rectangle(box[:2], box[2], box[3], facecolor=fill, edgecolor=edge, linewidth=line)
        )

    def hatch(self, box: Box) -> None:
        """As Ink says."""
        for x1, y1, x2, y2 in oblique(*box):
            self._axes.plot([x1, x2], [y1, y2], color=MUTED, linewidth=0.35, alpha=0.6, zorder=1)

    def dot(self, x: float, y: float, radius: float, *, fill: str, letter: str) -> None:
        """As Ink says."""
        from matplotlib.patches import Circle

        self._axes.add_patch(Circle((x, y), radius, facecolor=fill, edgecolor=INK, linewidth=0.5, zorder=3))
        self._axes.text(
            x, y, letter, ha="center", va="center_baseline", fontsize=_letter_size(letter, radius), color=ON_DOT,
            fontweight="bold", zorder=4,
        )  # fmt: skip

    def words(self, x: float, y: float, lines: list[str], kind: Type) -> None:
        """As Ink says."""
        style: dict[str, Any] = {
            "fontsize": kind.size,
            "color": kind.colour,
            "fontweight": "bold" if kind.bold else "normal",
            "ha": "center" if kind.centred else "left",
            "va": "center_baseline",
            "zorder": 2,
        }
        for line, at in zip(lines, _heights(y, len(lines), kind), strict=True):
            self._axes.text(x, at, line, **style)


class SvgInk:
    """Writes an svg element in themed colours."""

    def __init__(self, width: float, height: float) -> None:
        self._width, self._height = width * POINTS, height * POINTS
        self._parts: list[str] = []

    def svg(self, described: str) -> str:
        """The element; `described` for those who do not see it."""
        box = f"0 0 {_n(self._width)} {_n(self._height)}"
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" aria-label="{escape(described)}" '
        return f'{head}style="width:{_n(self._width)}px">' + "".join(self._parts) + "</svg>"

    def rectangle(self, box: Box, *, fill: str, edge: str, line: float) -> None:
        """As Ink says."""
        x, y, width, height = box
        place = f'x="{_n(x * POINTS)}" y="{self._y(y + height)}" width="{_n(width * POINTS)}" height="{_n(height * POINTS)}"'
        style = f"fill:{_themed(fill)};stroke:{_themed(edge)};stroke-width:{line:g}"
        self._parts.append(f'<rect {place} style="{style}"/>')

    def hatch(self, box: Box) -> None:
        """As Ink says."""
        steps = "".join(
            f"M{_n(x1 * POINTS)} {self._y(y1)}L{_n(x2 * POINTS)} {self._y(y2)}"
            for x1, y1, x2, y2 in oblique(*box)
        )
        self._parts.append(f'<path d="{steps}" style="stroke:{_themed(MUTED)};stroke-width:.35;opacity:.6"/>')

    def dot(self, x: float, y: float, radius: float, *, fill: str, letter: str) -> None:
        """As Ink says."""
        place = f'cx="{_n(x * POINTS)}" cy="{self._y(y)}" r="{_n(radius * POINTS)}"'
        self._parts.append(f'<circle {place} style="fill:{fill};stroke:{_themed(INK)};stroke-width:.5"/>')
        self.words(x, y, [letter], Type(_letter_size(letter, radius), ON_DOT, bold=True, centred=True))

    def words(self, x: float, y: float, lines: list[str], kind: Type) -> None:
        """As Ink says."""
        style = f"font:{'bold ' if kind.bold else ''}{kind.size:g}px var(--font);fill:{_themed(kind.colour)}"
        style += ";text-anchor:middle" if kind.centred else ""
        for line, at in zip(lines, _heights(y, len(lines), kind), strict=True):
            place = f'x="{_n(x * POINTS)}" y="{self._y(at - 0.36 * kind.size / POINTS)}"'
            self._parts.append(f'<text {place} style="{style}">{escape(line)}</text>')

    def _y(self, y: float) -> str:
        return _n(self._height - y * POINTS)


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _themed(colour: str) -> str:
    return f"var(--{THEMED[colour]})" if colour in THEMED else colour


def _letter_size(letter: str, radius: float) -> float:
    return radius * POINTS * (1.05 if len(letter) < 2 else 0.75)


def _heights(y: float, n: int, kind: Type) -> list[float]:
    """Where the middles of n lines stand."""
    step = kind.size * LEADING / POINTS
    top = y + step * (n - 1) / 2 if kind.centred else y
    return [top - step * i for i in range(n)]


def oblique(
    x: float, y: float, width: float, height: float, step: float = 0.09
) -> list[tuple[float, float, float, float]]:
    """Lines at 45 degrees that fill a rectangle, as (x1, y1, x2, y2)."""
    found: list[tuple[float, float, float, float]] = []
    at = step
    while at < width + height:
        x1, y1 = (x, y + at) if at <= height else (x + at - height, y + height)
        x2, y2 = (x + at, y) if at <= width else (x + width, y + at - width)
        found.append((x1, y1, x2, y2))
        at += step
    return found
