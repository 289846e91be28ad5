from __future__ import annotations

from dataclasses import replace

from tests.report.stored import EVIL
from vs_sim.experiments.scene import LaidCard, Scene, SeatScene
from vs_sim.report.board import draw_table, letters, table_svg
from vs_sim.report.ink import oblique
from vs_sim.report.style import as_bytes

CHARACTER = LaidCard("Someone", 0, 0, 5, 7, ("politics", "", "politics", ""))
LAID = LaidCard(EVIL, 0, 14, 5, 7, ("identity", "", "politics", ""), level=2, inert=True, under="Said a Word")
SEAT = SeatScene(
    0, "Someone", "seat 0", 2, [CHARACTER, LAID], ["A Card"], 1, ["Badge"], 1, out=False, acts=True
)
OTHER = replace(
    SEAT, seat=1, name="Another", hand=None, hand_size=7, cards=[CHARACTER], lying=[], jobs=0, acts=False
)
SCENE = Scene(
    "A moment", [SEAT, OTHER], ["A Plot"], ["politics", "identity", "diversity", "idealism"], "draw pile 9"
)


def test_the_table_shows_what_lies_where_and_only_the_hand_of_the_one_who_looks() -> None:
    svg = table_svg(SCENE)
    for said in (
        "Someone: 2 points",
        "Holds A Card",
        "7 cards in hand",
        "(Said a Word)",
        "With the player: Badge",
        "A Plot",
    ):
        assert said in svg.replace("\n", " ")
    assert svg.count("<circle") == 2 + 2 + 2 + 4  # two characters, a follower, the key
    assert svg.count("<path") == 1  # one inert card


def test_names_are_escaped_in_the_drawn_table() -> None:
    assert "<script" not in table_svg(SCENE)


def test_the_same_table_gives_the_same_bytes() -> None:
    assert table_svg(SCENE) == table_svg(SCENE)
    assert as_bytes(draw_table(SCENE), "png") == as_bytes(draw_table(SCENE), "png")


def test_dots_bear_letters_that_tell_them_apart() -> None:
    assert letters(SCENE.alignments) == ["P", "Ide", "D", "Ide"]
    assert letters(["red", "rose", "green"]) == ["Re", "Ro", "G"]


def test_hatching_stays_in_its_box() -> None:
    ends = [(x, y) for x1, y1, x2, y2 in oblique(1, 2, 0.5, 0.8) for x, y in ((x1, y1), (x2, y2))]
    assert ends
    assert all(0.999 <= x <= 1.501 and 1.999 <= y <= 2.801 for x, y in ends)
