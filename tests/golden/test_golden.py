"""The golden games are told as they were, and cover what they are to cover."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden import golden
from tests.golden.golden import Golden, covered, difference, golden_games, to_cover
from vs_sim.jit import JIT_OFF

pytestmark = pytest.mark.skipif(JIT_OFF, reason="too slow uncompiled")
GAMES = golden_games()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_golden_game_is_told_line_by_line_as_it_was(game: Golden) -> None:
    """If a change of the rules, the policies or the wording is meant: scripts/golden, and look at the diff."""
    changed = difference(game)
    assert not changed, "\n".join(["scripts/golden renews it", *changed])


def test_golden_games_cover_every_special_plot_power_and_verb() -> None:
    """Each is done in one of them, as the reference engine sees it, which agrees on every state of them."""
    done = set[golden.Done]().union(*map(covered, GAMES))
    assert sorted(to_cover() - done) == []


def test_every_special_and_plot_of_the_base_deck_is_told_by_name() -> None:
    """The texts themselves name each of them where it is played or used."""
    told = "\n".join(game.file.read_text(encoding="utf-8") for game in GAMES)
    for how, card in sorted(to_cover()):
        if how in ("played", "action", "reaction", "in play"):
            assert card in told, f"{card} is never told of"


def test_each_text_belongs_to_a_game() -> None:
    """No stale files."""
    assert set(golden.HERE.glob("*.txt")) == {game.file for game in GAMES}


def test_a_difference_is_shown_as_a_diff_and_renewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A changed line stands in the diff with its neighbours, both ways; `main` writes what is told now."""
    monkeypatch.setattr(golden, "HERE", tmp_path)
    monkeypatch.setattr(golden, "golden_games", lambda: GAMES[-1:])
    golden.main()
    assert difference(GAMES[-1]) == []
    lines = GAMES[-1].file.read_text(encoding="utf-8").splitlines()
    lines[5] = "something else"
    GAMES[-1].file.write_text("\n".join(lines), encoding="utf-8")
    changed = difference(GAMES[-1])
    assert "-something else" in changed
    assert f"+{GAMES[-1].lines()[5]}" in changed
    assert len(changed) < 12
