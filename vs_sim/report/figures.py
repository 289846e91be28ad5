"""One function for each figure: frame -> Figure. Every figure reads alone: finding, axis with unit, n, interval."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any

from vs_sim.report.style import BAND, BLUE, GRID, INK, MUTED, ORANGE, PAPER, look, new_figure

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.legend import Legend

LONGEST = 46  # letters of a name beside a row
ROW = 0.3  # inches a row of names takes
MARKS = {"outside": ("D", ORANGE, ORANGE), "inside": ("o", BLUE, BLUE), "undecided": ("o", BLUE, PAPER)}
SAYS = {
    "outside": "outside the band",
    "inside": "inside the band",
    "undecided": "undecided",
}


def styled(draw: Callable[..., Figure]) -> Callable[..., Figure]:
    """Draw under the style sheet."""

    @wraps(draw)
    def drawn(*arguments: Any, **named: Any) -> Figure:
        with look():
            return draw(*arguments, **named)

    return drawn


def title(figure: Figure, text: str) -> None:
    """The finding over the whole figure, from its left edge."""
    text = textwrap.fill(text, int(figure.get_figwidth() * 10.2))
    figure.suptitle(text, x=0.01, ha="left", fontsize=11, fontweight="bold", linespacing=1.25)


def note(figure: Figure, text: str) -> None:
    """What stands below the figure: n, interval, method."""
    text = textwrap.fill(text, int(figure.get_figwidth() * 13.4))
    figure.supxlabel(text, x=0.01, ha="left", fontsize=8.5, color=MUTED, linespacing=1.3)


def rows_axes(names: Sequence[str], *, extra: float = 1.9) -> tuple[Figure, Axes]:
    """A figure with room for named rows, the first on top: wider where names are long."""
    n, longest = len(names), min(LONGEST, max((len(name) for name in names), default=0))
    figure = new_figure(6.4 + 0.07 * max(0, longest - 26), ROW * n + extra)
    axes = figure.add_subplot()
    axes.set_ylim(n - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    return figure, axes


def name_rows(axes: Axes, names: Sequence[str]) -> None:
    """Names beside the rows, and a thin line for each."""
    axes.set_yticks(range(len(names)), [short(name, LONGEST) for name in names])
    for y in range(len(names)):
        axes.axhline(y, color=GRID, linewidth=0.6, zorder=0)


def short(name: str, most: int = 26) -> str:
    """A name that fits beside a figure."""
    return name if len(name) <= most else name[: most - 1] + "…"


def _percent(axis: Any) -> None:
    from matplotlib.ticker import PercentFormatter

    axis.set_major_formatter(PercentFormatter(1))


@styled
def forest(
    frame: pl.DataFrame, *, finding: str, fair: float, band: tuple[float, float], what: str, below: str
) -> Figure:
    """Win rates with intervals against the fair share.

    Columns: name, rate, low, high, games, verdict. `band`: its edges as rates; `what`: the axis.
    """
    rows = frame.to_dicts()
    figure, axes = rows_axes([row["name"] for row in rows], extra=2.35)
    axes.axvspan(*band, color=BAND, zorder=-1, linewidth=0)
    axes.axvline(fair, color=INK, linewidth=1, linestyle=(0, (4, 2)))
    name_rows(axes, [row["name"] for row in rows])
    for y, row in enumerate(rows):
        marker, edge, fill = MARKS[row["verdict"]]
        axes.plot([row["low"], row["high"]], [y, y], color=edge, linewidth=2, solid_capstyle="butt")
        axes.plot(
            row["rate"], y, marker=marker, markersize=7, markeredgecolor=edge, markerfacecolor=fill,
            markeredgewidth=1.6, linestyle="none",
        )  # fmt: skip
        axes.annotate(
            f"{row['rate']:.1%}   n {row['games']:,}", (1, y), xycoords=("axes fraction", "data"),
            xytext=(6, 0), textcoords="offset points", va="center", fontsize=9,
        )  # fmt: skip
    axes.set_xlabel(what)
    _percent(axes.xaxis)
    _forest_key(axes, [row["verdict"] for row in rows], fair)
    title(figure, finding)
    note(figure, below)
    return figure


def _forest_key(axes: Axes, verdicts: Sequence[str], fair: float) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles: list[Any] = [
        Line2D([], [], color=INK, linewidth=1, linestyle=(0, (4, 2)), label=f"fair share {fair:.1%}"),
        Patch(color=BAND, label="band"),
    ]  # read down the columns: what lies behind, then the verdicts
    for verdict, (marker, edge, fill) in MARKS.items():
        if verdict in verdicts:
            mark: dict[str, Any] = {"marker": marker, "markerfacecolor": fill, "markeredgewidth": 1.6}
            handles.append(Line2D([], [], color=edge, linewidth=2, label=SAYS[verdict], **mark))
    key_above(axes, handles)


def key_above(axes: Axes, handles: Sequence[Any], ncols: int = 2) -> Legend:
    """A key over the axes, from their left edge, read down its columns."""
    return axes.legend(
        handles=list(handles), loc="lower left", bbox_to_anchor=(-0.02, 1.0), ncols=ncols, borderaxespad=0.2,
        columnspacing=1.2, handlelength=1.8,
    )  # fmt: skip


@styled
def rates(
    frame: pl.DataFrame, *, finding: str, what: str, below: str, line: float | None, line_says: str
) -> Figure:
    """Rates with intervals and a line to hold them against. Columns: name, rate, low, high, games."""
    rows = frame.to_dicts()
    figure, axes = rows_axes([row["name"] for row in rows])
    name_rows(axes, [row["name"] for row in rows])
    for y, row in enumerate(rows):
        axes.plot([row["low"], row["high"]], [y, y], color=BLUE, linewidth=2, solid_capstyle="butt")
        axes.plot(row["rate"], y, marker="o", markersize=7, color=BLUE, linestyle="none")
        axes.annotate(
            f"{row['rate']:.0%}   n {row['games']:,}", (1, y), xycoords=("axes fraction", "data"),
            xytext=(6, 0), textcoords="offset points", va="center", fontsize=9,
        )  # fmt: skip
    if line is not None:
        _marked_line(axes, line, line_says)
    axes.set_xlabel(what)
    _percent(axes.xaxis)
    title(figure, finding)
    note(figure, below)
    return figure


def _marked_line(axes: Axes, x: float, says: str) -> None:
    from matplotlib.lines import Line2D

    axes.axvline(x, color=INK, linewidth=1, linestyle=(0, (4, 2)))
    key_above(axes, [Line2D([], [], color=INK, linewidth=1, linestyle=(0, (4, 2)), label=says)])


@styled
def lengths(frame: pl.DataFrame, *, marks: dict[str, float], finding: str, below: str) -> Figure:
    """Distribution of turns. Columns: start, end, share; `marks`: label -> turns, lines drawn there."""
    figure = new_figure(6.4, 3.7)
    axes = figure.add_subplot()
    rows = frame.to_dicts()
    edges = [row["start"] for row in rows]
    axes.bar(
        edges, frame["share"].to_list(), width=(frame["end"] - frame["start"]).to_list(), align="edge",
        color=BLUE, edgecolor=PAPER, linewidth=0.8,
    )  # fmt: skip
    for (says, x), style in zip(marks.items(), ((0, (1, 1.5)), "-", (0, (4, 2))), strict=False):
        axes.axvline(x, color=ORANGE, linewidth=1.8, linestyle=style, label=f"{says}: {x:g}")
    axes.legend(loc="lower left", bbox_to_anchor=(-0.02, 1.0), ncols=3, borderaxespad=0.2)
    axes.set_xlim(left=0)
    axes.set_xlabel("turns in a game")
    axes.set_ylabel("share of games")
    _percent(axes.yaxis)
    axes.grid(axis="y")
    title(figure, finding)
    note(figure, below)
    return figure


@styled
def bars(frame: pl.DataFrame, *, finding: str, what: str, below: str) -> Figure:
    """Shares by label, as upright bars. Columns: label, share."""
    figure = new_figure(6.4, 3.4)
    axes = figure.add_subplot()
    labels = frame["label"].to_list()
    axes.bar(range(len(labels)), frame["share"].to_list(), color=BLUE, width=0.8)
    step = len(labels) // 16 + 1  # every label where there is room
    shown = [i for i in range(len(labels)) if i % step == 0 or i == len(labels) - 1]
    if len(shown) > 1 and shown[-1] - shown[-2] < step:
        del shown[-2]
    axes.set_xticks(shown, [labels[i] for i in shown])
    axes.tick_params(axis="x", length=0)
    axes.set_xlabel(what)
    axes.set_ylabel("share of games")
    _percent(axes.yaxis)
    axes.grid(axis="y")
    title(figure, finding)
    note(figure, below)
    return figure


@styled
def shares(frame: pl.DataFrame, *, finding: str, what: str, below: str, scale: float | None = None) -> Figure:
    """Shares by name, as lying bars with their numbers. Columns: name, share, says (text beside the bar).

    `scale`: numbers in this unit and no percentages.
    """
    rows = frame.to_dicts()
    figure, axes = rows_axes([row["name"] for row in rows])
    axes.barh(range(len(rows)), [row["share"] * (scale or 1) for row in rows], color=BLUE, height=0.62)
    axes.set_yticks(range(len(rows)), [short(row["name"], LONGEST) for row in rows])
    for y, row in enumerate(rows):
        axes.annotate(
            row["says"], (1, y), xycoords=("axes fraction", "data"), xytext=(6, 0), textcoords="offset points",
            va="center", fontsize=9,
        )  # fmt: skip
    axes.set_xlabel(what)
    axes.set_xlim(left=0)
    if scale is None:
        _percent(axes.xaxis)
    axes.grid(axis="x")
    title(figure, finding)
    note(figure, below)
    return figure


@styled
def heat_map(  # noqa: PLR0913  # its frame, what is where, and its words
    frame: pl.DataFrame,
    *,
    rows: str,
    columns: str,
    value: str,
    strong: str | None,
    signed: bool,
    finding: str,
    below: str,
    unit: str,
) -> Figure:
    """A matrix of numbers in coloured cells; cells of a true `strong` column are bold, the others pale.

    `signed`: colours part at 0 (orange over, blue under), and numbers bear their sign; else from paper to blue.
    """
    names, heads = in_order(frame, rows), in_order(frame, columns)
    if set(names) == set(heads):
        heads = names
    flat = all(len(part) <= 10 for head in heads for part in head.split("\n"))
    longest = min(LONGEST, max(len(name) for name in names))
    figure = new_figure(
        max(5.0, 2.3 + 0.07 * max(0, longest - 26) + (0.68 if flat else 0.52) * len(heads)),
        (1.6 if flat else 2.2) + 0.29 * len(names),
    )
    axes = figure.add_subplot()
    known = [v for v in frame[value].to_list() if v is not None]
    top = max((abs(v) for v in known), default=1) or 1
    for row in frame.to_dicts():
        if row[value] is not None:
            bold = strong is None or bool(row[strong])
            _cell(
                axes,
                (heads.index(row[columns]), names.index(row[rows])),
                row[value],
                top,
                signed=signed,
                bold=bold,
            )
    axes.set_xlim(0, len(heads))
    axes.set_ylim(len(names), 0)
    axes.set_yticks([y + 0.5 for y in range(len(names))], [short(name, LONGEST) for name in names])
    axes.set_xticks(
        [x + 0.5 for x in range(len(heads))], [short(head, 26) for head in heads],
        rotation=0 if flat else 55, ha="center" if flat else "left", rotation_mode="anchor", fontsize=9,
    )  # fmt: skip
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    title(figure, finding)
    note(figure, f"{unit} {below}")
    return figure


def in_order(frame: pl.DataFrame, column: str) -> list[str]:
    """The values of a column, each once, as they come."""
    return list(dict.fromkeys(str(name) for name in frame[column].to_list()))


# From 0 to the largest value: light to dark, so that grey print keeps the order; text turns white on dark.
OVER = ("#fbeee4", "#f6d3ba", "#eeac80", "#d97a3f", "#a94708")
UNDER = ("#e9f1f8", "#c5dcee", "#93bfe0", "#4f92c6", "#14609f")


def _cell(axes: Axes, at: tuple[int, int], value: float, top: float, *, signed: bool, bold: bool) -> None:
    from matplotlib.patches import Rectangle

    x, y = at
    step = min(4, int(abs(value) / top * 5))
    colour = (OVER if signed and value > 0 else UNDER)[step]
    axes.add_patch(Rectangle((x, y), 1, 1, facecolor=colour, edgecolor=PAPER, linewidth=1.5))
    text = (f"{value:+.0%}" if signed else f"{value:.0%}").rstrip("%")
    text = "0" if text in ("+0", "-0") else text.replace("-", "−")
    axes.text(
        x + 0.5, y + 0.53, text, ha="center", va="center", fontsize=9, color="#fefefe" if step > 3 else "#16191d",
        fontweight="bold" if bold and signed else "normal", fontstyle="normal" if bold else "italic",
    )  # fmt: skip


@styled
def over_time(frame: pl.DataFrame, *, finding: str, below: str, fair: float) -> Figure:
    """How often the leader of the moment wins. Columns: at (share of a game), rate, low, high, games."""
    figure = new_figure(6.4, 3.7)
    axes = figure.add_subplot()
    at = frame["at"].to_list()
    axes.fill_between(at, frame["low"].to_list(), frame["high"].to_list(), color=BAND, linewidth=0)
    axes.plot(at, frame["rate"].to_list(), color=BLUE, marker="o", markersize=5, linewidth=1.8)
    axes.axhline(fair, color=INK, linewidth=1, linestyle=(0, (4, 2)))
    for row in frame.to_dicts()[::2]:
        axes.annotate(
            f"{row['rate']:.0%}", (row["at"], row["rate"]), xytext=(0, 7), textcoords="offset points", ha="center",
            fontsize=9,
        )  # fmt: skip
    axes.annotate(
        f"fair share {fair:.0%}",
        (at[-1], fair),
        xytext=(0, 4),
        textcoords="offset points",
        ha="right",
        fontsize=9,
    )
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.set_xlabel("share of a game's turns that are over")
    axes.set_ylabel("the lone leader of then wins")
    _percent(axes.xaxis)
    _percent(axes.yaxis)
    axes.grid(axis="y")
    title(figure, finding)
    note(figure, below)
    return figure


@styled
def lines(
    frame: pl.DataFrame, *, finding: str, what: str, y_says: str, below: str, fair: float | None
) -> Figure:
    """A line with intervals for each name over a number. Columns: name, at, value, low, high. Small panels, shared axes."""
    names = in_order(frame, "name")
    across = min(3, len(names))
    down = -(-len(names) // across)
    figure = new_figure(6.4, 1.3 + 1.55 * down)
    panels = figure.subplots(down, across, sharex=True, sharey=True, squeeze=False)
    for panel in panels.flat[len(names) :]:
        panel.set_visible(False)
    for name, panel in zip(names, panels.flat, strict=False):
        mine = frame.filter(frame["name"] == name).sort("at")
        at = mine["at"].to_list()
        panel.fill_between(at, mine["low"].to_list(), mine["high"].to_list(), color=BAND, linewidth=0)
        panel.plot(at, mine["value"].to_list(), color=BLUE, marker="o", markersize=4, linewidth=1.8)
        if fair is not None:
            panel.axhline(fair, color=INK, linewidth=1, linestyle=(0, (4, 2)))
        panel.set_title(short(name, 24), fontsize=9.5, fontweight="normal", pad=3)
        panel.set_xticks(sorted(set(frame["at"].to_list())))
    figure.supylabel(y_says, fontsize=9.5)
    panels.flat[len(names) - 1].set_xlabel(what)
    title(figure, finding)
    note(figure, below)
    return figure
