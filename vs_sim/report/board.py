"""The table drawn: each coalition with its cards at their places, all in one scale."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vs_sim.report.ink import FigureInk, Ink, SvgInk, Type
from vs_sim.report.style import BAND, INK, MUTED, ORANGE, PAPER

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from vs_sim.experiments.scene import LaidCard, Scene, SeatScene

# By number of the alignment: colours that the colour-blind tell apart; the letters in the dots say the same.
COLOURS = ("#0072b2", "#b36b00", "#00805c", "#b0528c", "#c04a00", "#2f7fb0", "#6f6500", "#6b4c9a")
UNIT = 0.085  # inches a half unit takes: a card is 0.85 by 1.19 inches
GAP = 0.3  # inches between places
MOST = 14.0  # inches a row of places may take
WORDS = 3.0  # inches that the words of a place need at least
LINE = 0.15  # inches a small line takes
HEAD = 0.55  # inches for name and points
TOP = 0.6  # inches for the title
DOT = 0.085  # radius in inches
DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))

Dots = dict[str, tuple[str, str]]  # colour and letters by alignment


@dataclass(frozen=True)
class Place:
    """The room that a seat takes, in inches; `left`, `top`: of its cards, from the character's centre."""

    seat: SeatScene
    left: float
    top: float
    width: float
    height: float
    lines: list[str]


def draw_table(scene: Scene) -> Figure:
    """The whole table as a figure."""
    rows = _in_rows([_place(seat) for seat in scene.seats])
    width, height = _size(scene, rows)
    ink = FigureInk(width, height)
    _draw(ink, scene, rows, width, height)
    return ink.figure


def table_svg(scene: Scene) -> str:
    """The whole table as an svg element for a page."""
    rows = _in_rows([_place(seat) for seat in scene.seats])
    width, height = _size(scene, rows)
    ink = SvgInk(width, height)
    _draw(ink, scene, rows, width, height)
    return ink.svg(f"The table. {scene.title}")


def _size(scene: Scene, rows: Sequence[Sequence[Place]]) -> tuple[float, float]:
    width = max(6.0, GAP + max(sum(place.width + GAP for place in row) for row in rows))
    tall = sum(max(place.height for place in row) + GAP for row in rows)
    return width, TOP + tall + 0.5 + LINE * len(_foot(scene, width))


def _draw(ink: Ink, scene: Scene, rows: Sequence[Sequence[Place]], width: float, height: float) -> None:
    ink.rectangle((0, 0, width, height), fill=PAPER, edge=PAPER, line=0)
    ink.words(GAP, height - 0.27, [scene.title], Type(13, bold=True))
    dots = {
        name: (COLOURS[i % len(COLOURS)], letter)
        for i, (name, letter) in enumerate(zip(scene.alignments, letters(scene.alignments), strict=True))
    }
    y = height - TOP
    for row in rows:
        x = GAP
        for place in row:
            _draw_place(ink, place, x, y, dots)
            x += place.width + GAP
        y -= max(place.height for place in row) + GAP
    _key(ink, scene, dots, width)


def letters(names: Sequence[str]) -> list[str]:
    """Of each name the shortest beginning that no other one shares, three letters at most."""
    found: list[str] = []
    for name in names:
        n = 1
        while n < 3 and any(other != name and other[:n].lower() == name[:n].lower() for other in names):
            n += 1
        found.append(name[:n].capitalize())
    return found


def _place(seat: SeatScene) -> Place:
    left = min((card.x - card.half_x for card in seat.cards), default=0) * UNIT
    right = max((card.x + card.half_x for card in seat.cards), default=0) * UNIT
    bottom = min((card.y - card.half_y for card in seat.cards), default=0) * UNIT
    top = max((card.y + card.half_y for card in seat.cards), default=0) * UNIT
    width = max(WORDS, right - left)
    lines = [
        line for text in _said(seat) for line in textwrap.wrap(text, int(width * 16), subsequent_indent="  ")
    ]
    return Place(seat, left, top, width, HEAD + (top - bottom) + 0.12 + LINE * len(lines), lines)


def _said(seat: SeatScene) -> list[str]:
    """What stands below a place."""
    hand = f"{seat.hand_size} cards in hand"
    said = [hand if seat.hand is None else f"Holds {', '.join(seat.hand) or 'no card'}"]
    inert = [card.name + (f" ({card.under})" if card.under else "") for card in seat.cards if card.inert]
    if inert:
        said.append(f"Inert: {', '.join(inert)}")
    if seat.lying:
        said.append(f"With the player: {', '.join(seat.lying)}")
    if seat.jobs:
        said.append(f"{seat.jobs} on the character, to be worked off")
    return said


def _in_rows(places: Sequence[Place]) -> list[list[Place]]:
    """Places in rows that are not too wide."""
    rows: list[list[Place]] = [[]]
    for place in places:
        if rows[-1] and sum(one.width + GAP for one in rows[-1]) + place.width > MOST:
            rows.append([])
        rows[-1].append(place)
    return rows


def _foot(scene: Scene, width: float) -> list[str]:
    plots = f"Plots in play: {', '.join(scene.plots)}" if scene.plots else "No plot in play"
    return textwrap.wrap(f"{plots}. {scene.piles.capitalize()}.", int(width * 13))


def _key(ink: Ink, scene: Scene, dots: Dots, width: float) -> None:
    """Plots and piles, and what the dots mean."""
    lines = _foot(scene, width)
    ink.words(GAP, 0.42 + LINE * (len(lines) - 0.5), lines, Type(9))
    x = GAP + DOT
    for name, (colour, letter) in dots.items():
        ink.dot(x, 0.22, DOT, fill=colour, letter=letter)
        ink.words(x + 0.15, 0.22, [name], Type(9))
        x += 0.5 + 0.085 * len(name)


def _draw_place(ink: Ink, place: Place, x: float, y: float, dots: Dots) -> None:
    """Draw with the upper left corner at (x, y)."""
    seat = place.seat
    state = "to move · " if seat.acts else "out · " if seat.out else ""
    points = f"{seat.points} point" if seat.points == 1 else f"{seat.points} points"
    name = textwrap.shorten(seat.name, 34, placeholder="…")
    ink.words(x, y - 0.08, [f"{name}: {points}"], Type(10.5, bold=True, colour=ORANGE if seat.acts else INK))
    ink.words(x, y - 0.28, [state + seat.about], Type(8.5, colour=MUTED))
    for card in seat.cards:
        _draw_card(ink, card, x - place.left, y - HEAD + 0.1 - place.top, dots)
    ink.words(x, y - place.height + LINE * (len(place.lines) - 0.5), place.lines, Type(8))


def _draw_card(ink: Ink, card: LaidCard, x0: float, y0: float, dots: Dots) -> None:
    """Draw a card; (x0, y0) is where its coalition's character has its centre."""
    x, y, half_x, half_y = x0 + card.x * UNIT, y0 + card.y * UNIT, card.half_x * UNIT, card.half_y * UNIT
    box = (x - half_x + 0.012, y - half_y + 0.012, 2 * half_x - 0.024, 2 * half_y - 0.024)
    own = card.is_character
    ink.rectangle(box, fill=BAND if own else PAPER, edge=INK if own else MUTED, line=2 if own else 0.9)
    if card.inert:
        ink.hatch(box)
    lines = _on_card(card, half_x)
    if _dots_beside(card) and half_y > half_x:
        y += 0.25  # above the dots of the sides, where the whole width is free
    if card.inert:
        high = 0.094 * len(lines) + 0.02
        wide = min(0.05 * max(len(line) for line in lines) + 0.04, box[2] - 0.04)
        ink.rectangle((x - wide / 2, y - high / 2, wide, high), fill=PAPER, edge=PAPER, line=0)
    ink.words(x, y, lines, Type(5.8, bold=own, centred=True, colour=MUTED if card.inert else INK))
    y = y0 + card.y * UNIT
    reach = (half_y - 0.11, half_x - 0.11, half_y - 0.11, half_x - 0.11)
    for (dx, dy), far, name in zip(DIRECTIONS, reach, card.dots, strict=True):
        if name:
            colour, letter = dots[name]
            ink.dot(x + dx * far, y + dy * far, DOT, fill=colour, letter=letter)


def _dots_beside(card: LaidCard) -> bool:
    return bool(card.dots[1] or card.dots[3])


def _on_card(card: LaidCard, half_x: float) -> list[str]:
    """Name, level and state, upright however the card lies."""
    lying = half_x > UNIT * card.half_y
    letters_an_inch = 19 if card.is_character else 22  # a character's name is bold
    free = 2 * half_x - (0.42 if lying and _dots_beside(card) else 0.08)
    room = max(6, int(free * letters_an_inch))
    lines = textwrap.wrap(card.name, room)
    most = 2 if _dots_beside(card) or lying else 3
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1][: room - 1] + "…"]
    state = " ".join(part for part in ("●" * card.level, "inert" * card.inert) if part)
    return [*lines, state] if state else lines
