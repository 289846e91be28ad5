"""Figures of results that compare: frame -> Figure. Differences, cards, levels and how they act together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vs_sim.report.figures import (
    LONGEST,
    in_order,
    key_above,
    name_rows,
    note,
    rows_axes,
    short,
    styled,
    title,
)
from vs_sim.report.style import BAND, BLUE, GREEN, GRID, INK, MUTED, ORANGE, PAPER, VIOLET, new_figure

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.legend import Legend

DASHED: Any = (0, (4, 2))
SHOWN, OPEN = ("D", ORANGE, ORANGE), ("o", BLUE, PAPER)  # marker, edge, fill
# Lines that can be told apart in grey: colour, marker, dashes.
LINES: tuple[tuple[str, str, Any], ...] = (
    (BLUE, "o", "-"), (ORANGE, "s", (0, (5, 2))), (GREEN, "^", (0, (1, 1.5))), (VIOLET, "D", (0, (6, 2, 1, 2))),
    (INK, "v", "-"), (MUTED, "P", (0, (3, 3))),
)  # fmt: skip


@dataclass(frozen=True)
class Unit:
    """How a difference is written: times `scale`, with so many decimals; `axis` says what it is."""

    axis: str
    scale: float = 100
    decimals: int = 1

    def said(self, value: float) -> str:
        """A difference with its sign."""
        text = f"{value * self.scale:+.{self.decimals}f}"
        return text[1:] if float(text) == 0 else text.replace("-", "−")


POINTS = Unit("difference in win rate, percentage points")
TURNS = Unit("difference in the length of a game, turns", 1)


def _mark(axes: Axes, x: float, y: float, *, clear: bool) -> None:
    marker, edge, fill = SHOWN if clear else OPEN
    axes.plot(
        x, y, marker=marker, markersize=7, markeredgecolor=edge, markerfacecolor=fill, markeredgewidth=1.6,
        linestyle="none",
    )  # fmt: skip


def _bar(axes: Axes, low: float | None, high: float | None, y: float, *, clear: bool, scale: float) -> None:
    if low is not None and high is not None:
        colour = SHOWN[1] if clear else OPEN[1]
        axes.plot([low * scale, high * scale], [y, y], color=colour, linewidth=2, solid_capstyle="butt")


def _key(axes: Axes, clear: Sequence[bool], band: float | None, *, ncols: int = 2) -> Legend:
    """What the marks mean, of those that are there."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles: list[Any] = [Line2D([], [], color=INK, linewidth=1, linestyle=DASHED, label="no difference")]
    if band is not None:
        handles.append(Patch(color=BAND, label="too small to matter"))
    for one, said in ((True, "shown (adjusted p < 0.05)"), (False, "not shown")):
        if one in clear:
            marker, edge, fill = SHOWN if one else OPEN
            mark: dict[str, Any] = {"marker": marker, "markerfacecolor": fill, "markeredgewidth": 1.6}
            handles.append(Line2D([], [], color=edge, linewidth=2, label=said, **mark))
    return key_above(axes, handles, ncols)


@styled
def differences(
    frame: pl.DataFrame, *, finding: str, below: str, unit: Unit = POINTS, band: float | None = None
) -> Figure:
    """Differences with intervals against no change. Columns: name, difference, low, high, clear; says, if any, beside it.

    `band`: differences up to it are too small to matter.
    """
    rows = frame.to_dicts()
    figure, axes = rows_axes([row["name"] for row in rows], extra=2.35)
    if band is not None:
        axes.axvspan(-band * unit.scale, band * unit.scale, color=BAND, zorder=-1, linewidth=0)
    axes.axvline(0, color=INK, linewidth=1, linestyle=DASHED)
    name_rows(axes, [row["name"] for row in rows])
    for y, row in enumerate(rows):
        _bar(axes, row["low"], row["high"], y, clear=row["clear"], scale=unit.scale)
        _mark(axes, row["difference"] * unit.scale, y, clear=row["clear"])
        says = short(str(row.get("says") or ""), 24)
        _beside(axes, y, "   ".join(part for part in (unit.said(row["difference"]), says) if part))
    axes.set_xlabel(unit.axis)
    axes.xaxis.set_major_formatter(_signed)
    _key(axes, [bool(row["clear"]) for row in rows], band)
    title(figure, finding)
    note(figure, below)
    return figure


def _signed(value: float, _at: Any = None) -> str:
    """A number on an axis of differences."""
    return "0" if abs(value) < 1e-9 else f"{value:+g}".replace("-", "−")


def _beside(axes: Axes, y: float, text: str) -> None:
    axes.annotate(
        text, (1, y), xycoords=("axes fraction", "data"), xytext=(6, 0), textcoords="offset points", va="center",
        fontsize=9,
    )  # fmt: skip


@styled
def cards(frame: pl.DataFrame, *, finding: str, below: str) -> Figure:
    """Two panels on the same rows: what goes with drawing a card, and what taking it out does.

    Columns: name, drawn, drawn_low, drawn_high, drawn_clear (the seats that drew it less those that never had it);
    without, without_low, without_high, without_clear, who (the largest change of a character's rate; null: not played).
    """
    rows = frame.to_dicts()
    longest = min(LONGEST, max(len(row["name"]) for row in rows))
    figure = new_figure(8.0 + 0.07 * max(0, longest - 14), 0.3 * len(rows) + 2.5)
    left, right = figure.subplots(1, 2, sharey=True)
    left.set_ylim(len(rows) - 0.4, -0.6)
    name_rows(left, [row["name"] for row in rows])
    for y in range(len(rows)):
        right.axhline(y, color=GRID, linewidth=0.6, zorder=0)
    for axes, key, says in ((left, "drawn", None), (right, "without", "who")):
        axes.axvline(0, color=INK, linewidth=1, linestyle=DASHED)
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        for y, row in enumerate(rows):
            if row[key] is None:
                axes.annotate("not played", (0, y), va="center", ha="center", fontsize=8, color=MUTED)
                continue
            clear = bool(row[f"{key}_clear"])
            _bar(axes, row[f"{key}_low"], row[f"{key}_high"], y, clear=clear, scale=100)
            _mark(axes, row[key] * 100, y, clear=clear)
            if says:
                _beside(axes, y, f"{POINTS.said(row[key])} {short(row[says], 20)}")
        axes.locator_params(axis="x", nbins=3)
        first, last = axes.get_xlim()
        axes.set_xticks([x for x in axes.get_xticks() if first <= x <= last])
        axes.xaxis.set_major_formatter(_signed)
    left.set_title("What goes with drawing it", fontsize=10, pad=24)
    right.set_title("What taking it out does", fontsize=10, pad=24)
    left.set_xlabel("drawn − never had, points")
    right.set_xlabel("without − with, points")
    key = _key(left, [bool(row["drawn_clear"]) for row in rows], None, ncols=3)
    key.set_in_layout(False)  # it reaches into the free room over the other panel
    title(figure, finding)
    note(figure, below)
    return figure


@styled
def levels(frame: pl.DataFrame, *, finding: str, what: str, below: str) -> Figure:
    """A panel for each factor: the mean at each of its levels, all others alike. Columns: factor, level, value, low, high."""
    names = in_order(frame, "factor")
    figure = new_figure(max(6.4, 2.3 * len(names)), 3.9)
    panels: Any = figure.subplots(1, len(names), sharey=True, squeeze=False)[0]
    for name, panel in zip(names, panels, strict=True):
        mine = frame.filter(frame["factor"] == name)
        at = list(range(len(mine)))
        rows = mine.to_dicts()
        panel.plot(at, mine["value"].to_list(), color=BLUE, marker="o", markersize=6, linewidth=1.8)
        panel.vlines(
            at, [row["low"] for row in rows], [row["high"] for row in rows], color=BLUE, linewidth=2.5
        )
        for x, row in zip(at, rows, strict=True):
            panel.annotate(
                f"{row['value']:.3g}", (x, row["high"]), xytext=(0, 5), textcoords="offset points", ha="center",
                fontsize=9, bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 0.8},
            )  # fmt: skip
        panel.set_xlim(-0.5, len(at) - 0.5)
        panel.set_xticks(at, [_wrapped(row["level"], 12) for row in rows])
        panel.set_title(short(name, 24), fontsize=10, fontweight="normal")
        panel.grid(axis="y")
    panels[0].set_ylabel(what)
    panels[0].margins(y=0.18)
    title(figure, finding)
    note(figure, below)
    return figure


def _wrapped(text: str, width: int) -> str:
    import textwrap

    return "\n".join(textwrap.wrap(text, width)[:3])


@styled
def interactions(frame: pl.DataFrame, *, finding: str, what: str, below: str) -> Figure:
    """A panel for each pair of factors, a line for each level of the second: parallel lines do not act together.

    Columns: pair, first (its level, the x axis), second (level, a line), value, low, high.
    """
    pairs = in_order(frame, "pair")
    across = min(2, len(pairs))
    down = -(-len(pairs) // across)
    figure = new_figure(max(6.4, 4.1 * across), 1.4 + 2.7 * down)
    panels: Any = figure.subplots(down, across, sharey=True, squeeze=False)
    for panel in panels.flat[len(pairs) :]:
        panel.set_visible(False)
    for pair, panel in zip(pairs, panels.flat, strict=False):
        mine = frame.filter(frame["pair"] == pair)
        first, seconds = in_order(mine, "first"), in_order(mine, "second")
        for i, second in enumerate(seconds):
            line = mine.filter(mine["second"] == second)
            colour, marker, dashes = LINES[i % len(LINES)]
            shift = 0.06 * (i - (len(seconds) - 1) / 2)
            at = [first.index(level) + shift for level in line["first"].to_list()]
            panel.plot(
                at, line["value"].to_list(), color=colour, marker=marker, linestyle=dashes, markersize=5,
                linewidth=1.8, label=short(second, 22),
            )  # fmt: skip
            panel.vlines(at, line["low"].to_list(), line["high"].to_list(), color=colour, linewidth=1.6)
        panel.set_xticks(range(len(first)), [_wrapped(level, 12) for level in first])
        panel.set_xlim(-0.4, len(first) - 0.6)
        one, _, other = pair.partition(" × ")
        panel.set_xlabel(short(one, 30))
        panel.legend(
            title=short(other, 24), loc="lower left", bbox_to_anchor=(0, 1.0), ncols=3, fontsize=8.5,
            title_fontsize=8.5, alignment="left", borderaxespad=0.2,
        )  # fmt: skip
        panel.grid(axis="y")
    for row in panels:
        row[0].set_ylabel(what)
    title(figure, finding)
    note(figure, below)
    return figure
