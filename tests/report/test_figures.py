from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import polars as pl
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from tests.report.stored import EVIL
from vs_sim.report import design_figures, figures
from vs_sim.report.style import as_bytes, as_inline_svg


def rates(n: int) -> pl.DataFrame:
    names = [EVIL, *(f"A rather long name of a character {i}" for i in range(n - 1))]
    rate = [0.15 + 0.2 * i / n for i in range(n)]
    return pl.DataFrame(
        {
            "name": names, "rate": rate, "low": [r - 0.02 for r in rate], "high": [r + 0.02 for r in rate],
            "games": [123_456] * n, "verdict": ["outside", "inside", "undecided", "inside"] * (n // 4),
        }
    )  # fmt: skip


def forest(n: int) -> Figure:
    return figures.forest(
        rates(n), finding="The first wins most, the last least, and all the others lie somewhere between them", fair=0.25,
        band=(0.225, 0.275), what="win rate", below="95% intervals from the variance between blocks. " * 3,
    )  # fmt: skip


def heat_map(rows: int) -> Figure:
    cells = [
        (f"Item with a name {r}", f"Character name {c}", (r - c) / 100, r > c)
        for r in range(rows)
        for c in range(12)
    ]
    frame = pl.DataFrame(cells, schema=["item", "character", "value", "clear"], orient="row")
    return figures.heat_map(
        frame, rows="item", columns="character", value="value", strong="clear", signed=True, finding="One does most",
        below="4,000 games.", unit="Percentage points.",
    )  # fmt: skip


def differences(n: int) -> Figure:
    frame = rates(n).rename({"rate": "difference"}).with_columns((pl.col("difference") > 0.25).alias("clear"))
    return design_figures.differences(
        frame, finding="One changes most", below="95% intervals. " * 9, band=0.02
    )


def cards(n: int) -> Figure:
    names = [f"A rather long name of a card {i}" for i in range(n)]
    value = [(n / 2 - i) / 400 for i in range(n)]
    ends = {
        f"{key}{end}": [v + d for v in value]
        for key in ("drawn", "without")
        for end, d in (("", 0.0), ("_low", -0.02), ("_high", 0.02))
    }
    clear = {f"{key}_clear": [v > 0 for v in value] for key in ("drawn", "without")}
    frame = pl.DataFrame({"name": names, **ends, **clear, "who": ["Some Character's Name"] * n})
    return design_figures.cards(frame, finding="Drawing the first goes with most wins " * 3, below="n. " * 90)


def levels() -> Figure:
    rows = [
        (f"factor {f}", level, 80.0 + f, 79.0, 84.0) for f in range(4) for level in ("one", "as it is now")
    ]
    frame = pl.DataFrame(rows, schema=["factor", "level", "value", "low", "high"], orient="row")
    return design_figures.levels(frame, finding="The first does most", what="turns", below="2,000 games.")


def interactions() -> Figure:
    rows = [
        (f"factor {f} × other", first, second, 80.0 + f, 79.0, 84.0)
        for f in range(3)
        for first in ("three", "four", "five")
        for second in ("as it is", "two fewer of each")
    ]
    frame = pl.DataFrame(rows, schema=["pair", "first", "second", "value", "low", "high"], orient="row")
    return design_figures.interactions(frame, finding="They add up", what="turns", below="2,000 games.")


def guesses() -> Figure:
    frame = pl.DataFrame(
        {
            "name": [f"A card with a long name, what it does when it is played {i}" for i in range(40)],
            "share": [(41 - i) / 400 for i in range(40)],
            "says": ["Some Character's Name *"] * 40,
        }
    )
    return figures.shares(frame, finding="Most hangs on one", what="points", below="Beside.", scale=100)


def texts(figure: Figure) -> list[Text]:
    FigureCanvasAgg(figure).draw()
    return [text for text in figure.findobj(Text) if text.get_visible() and text.get_text()]


@pytest.mark.parametrize(
    "make",
    [
        *(lambda: forest(12), lambda: forest(40), lambda: heat_map(16), lambda: differences(12)),
        *(lambda: cards(40), levels, interactions, guesses),
    ],
    ids=["12", "40", "map", "differences", "cards", "levels", "interactions", "assumptions"],
)
def test_no_words_of_a_figure_overlap_or_leave_it(make: Callable[[], Figure]) -> None:
    figure = make()
    boxes = [
        (text.get_text(), text.get_window_extent()) for text in texts(figure) if text.get_rotation() % 90 == 0
    ]
    width, height = figure.get_size_inches() * figure.dpi
    assert [
        text for text, box in boxes if box.x0 < -1 or box.y0 < -1 or box.x1 > width + 1 or box.y1 > height + 1
    ] == []
    assert [
        (a, b) for (a, one), (b, two) in combinations(boxes, 2) if one.padded(-1).overlaps(two.padded(-1))
    ] == []


@pytest.mark.parametrize("form", ["svg", "png", "pdf"])
def test_the_same_figure_gives_the_same_bytes(form: str) -> None:
    assert as_bytes(forest(4), form) == as_bytes(forest(4), form)


def test_a_name_is_text_in_a_picture_and_nothing_else() -> None:
    svg = as_inline_svg(forest(4), "one", EVIL)
    assert "<script" not in svg
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; $" in svg


def test_a_picture_of_a_page_has_themed_colours_and_ids_of_its_own() -> None:
    svg = as_inline_svg(forest(4), "one", "described")
    assert "#1f2328" not in svg
    assert "var(--ink)" in svg
    assert 'id="one-' in svg
    assert 'aria-label="described"' in svg
    assert "http" not in svg.replace("http://www.w3.org/", "")


def test_lines_have_a_panel_for_each_name() -> None:
    frame = pl.DataFrame(
        [(name, at, 1.0, 0.9, 1.1) for name in ("first", "second") for at in (2, 4, 6)],
        schema=["name", "at", "value", "low", "high"],
        orient="row",
    )
    figure = figures.lines(frame, finding="Nobody minds", what="players", y_says="lift", below="", fair=1.0)
    assert {text.get_text() for text in texts(figure)} >= {
        "first",
        "second",
        "Nobody minds",
        "players",
        "lift",
    }
