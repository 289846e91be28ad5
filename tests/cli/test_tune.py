"""`vs-sim tune`: the search, what it writes, and its errors."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import vs_sim
from vs_sim.cards import DeckError, load_deck
from vs_sim.cards.find import shipped
from vs_sim.experiments.tuning import deck_text, read_tuning

if TYPE_CHECKING:
    from tests.cli.conftest import CommandLine

FILE = """
schema = 1
name = "shorter"
games = 12
verify = 24
trials = 5
[target]
character = 0.9
turns = [5, 20]
[[knob]]
rule = "points_to_win"
from = 3
to = 15
[[knob]]
card = "Venerable Elder"
key = "action"
values = [{ cost = [{ discard = 3 }], target = "others", do = [{ destroy = 1 }] }]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "t.toml"
    path.write_text(FILE)
    return path


def test_the_written_deck_is_the_one_that_was_verified(file: Path, tmp_path: Path) -> None:
    pytest.importorskip("optuna")
    found = vs_sim.tune(file, out=tmp_path / "out")
    tuned = load_deck(tmp_path / "out" / "tuned.toml")
    assert tuned.hash == found.json["tuned"]["hash"]
    assert found.json["trials"] == 5
    assert found.json["turns"]["after"] < found.json["turns"]["before"]
    assert json.loads((tmp_path / "out" / "summary.json").read_text())["changes"] == found.json["changes"]


def test_the_texts_of_changed_cards_say_what_they_do_now(file: Path) -> None:
    """Not what the old deck's text said; house rules and other cards are left alone."""
    tuning = read_tuning(str(file))
    setting = {"points_to_win": 9, "Venerable Elder, action": 1}
    text = deck_text(tuning, setting, "base", [])
    assert "discard three cards" in text
    assert text.count("\ntext = ") == 1


def test_it_goes_on_where_it_ended(file: Path, tmp_path: Path) -> None:
    pytest.importorskip("optuna")
    vs_sim.tune(file, trials=3, out=tmp_path / "out")
    found = vs_sim.tune(file, trials=4, out=tmp_path / "out", resume=True)
    assert found.json["trials"] == 4


def test_trials_by_other_weights_are_not_gone_on_with(
    file: Path, tmp_path: Path, edit_weights: Callable[[str], None]
) -> None:
    pytest.importorskip("optuna")
    vs_sim.tune(file, trials=1, out=tmp_path / "out")
    edit_weights("balanced")
    with pytest.raises(vs_sim.FolderError, match="holds a tune that differs in its policies"):
        vs_sim.tune(file, trials=2, out=tmp_path / "out", resume=True)


def test_where_nothing_helps_nothing_is_changed(tmp_path: Path) -> None:
    """The least change: a target that the deck meets already leaves it as it is."""
    pytest.importorskip("optuna")
    path = tmp_path / "t.toml"
    path.write_text(FILE.replace("turns = [5, 20]", "turns = [1, 400]"))
    found = vs_sim.tune(path, trials=3)
    assert (found.json["met"], found.json["changes"]) == (True, [])
    assert all(row["difference"] in (0.0, None) for row in found.json["characters"])


def test_every_value_of_a_setting_is_whole(file: Path) -> None:
    tuning = read_tuning(str(file))
    deck = tuning.made({"points_to_win": 15, "Venerable Elder, action": 1})
    (card,) = (card for card in deck.cards if card.name == "Venerable Elder")
    assert card.data["action"]["cost"] == [{"discard": 3}]
    assert tuning.change({"points_to_win": 15, "Venerable Elder, action": 1}) == 0.5


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("points_to_win", "points_to_wim", r't.toml:11:8: knob\[1\].rule: .*did you mean "points_to_win"'),
        ("from = 3", "from = 30", "expected from and to"),
        ("from = 3", "from = -3", "expected a whole number from 1 to 99"),
        ("Venerable Elder", "Venerable Eldr", 'did you mean "Venerable Elder"'),
        ("[{ discard = 3 }]", "[{ discrad = 3 }]", 'did you mean "discard"'),
        ("schema = 1", "schema = 1\ntrails = 4", 'did you mean "trials"'),
    ],
)
def test_errors_have_their_place(old: str, new: str, says: str, file: Path) -> None:
    file.write_text(FILE.replace(old, new))
    with pytest.raises(DeckError, match=says):
        read_tuning(str(file))


def test_shipped_tuning_files_can_be_read(command: CommandLine) -> None:
    decks = [name for name in shipped("tuning") if name != "expert"]  # that one is of a policy
    assert all(read_tuning(name).knobs for name in decks)
    said = command("tune", "even_charcters")
    assert said.status == 2
    assert 'did you mean "even_characters"?' in said.err
