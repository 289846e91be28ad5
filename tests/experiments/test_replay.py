"""Replays: the told game and the trace are the game of the run."""

import itertools
import json
from pathlib import Path

import pytest

from vs_sim.cards import load_deck
from vs_sim.engine.trace import Stepper, snapshot
from vs_sim.experiments.errors import PlanError
from vs_sim.experiments.execute import execute
from vs_sim.experiments.plan import plan_run
from vs_sim.experiments.replay import open_game, tell, trace
from vs_sim.jit import JIT_OFF

BASE = load_deck("base")
DOCUMENT = Path(__file__).parents[2] / "docs" / "trace.md"
PLAN = plan_run(BASE, players=3, games=3, policy="random", seed=2)
jit_only = pytest.mark.skipif(JIT_OFF, reason="too slow uncompiled")


@jit_only
def test_a_trace_is_complete() -> None:
    """Header and choices alone rebuild every state of the trace (each step's whole position)."""
    header, *lines, end = trace(PLAN, 1, state=True)
    rebuilt = Stepper(BASE.tables, players=3, seed=header["seed"], rotations=3)
    rebuilt.begin(header["game"])
    for line in lines:
        assert rebuilt.choices == [choice["code"] for choice in line["choices"]]
        rebuilt.take(line["choices"][line["taken"]]["code"])
        assert snapshot(rebuilt.game) == line["state"]
    assert not rebuilt.running
    assert end["hash"] == lines[-1]["state"]["hash"]


@jit_only
def test_a_trace_is_json_lines() -> None:
    """Every line is plain JSON; events and keys are the documented ones."""
    lines = [json.loads(json.dumps(line)) for line in trace(PLAN, 0)]
    assert [lines[0]["event"], lines[-1]["event"]] == ["game", "end"]
    assert lines[0]["schema"] == "vs-sim/trace/1"
    assert {line["event"] for line in lines[1:-1]} == {"decision"}
    keys = {"turn", "acting", "player", "controller", "ask", "choices", "taken", "outcome"}
    assert all(keys <= set(line) for line in lines[1:-1])


@jit_only
def test_every_key_of_a_trace_is_documented() -> None:
    """Keys of all lines and events of all outcomes stand in the document."""
    text = DOCUMENT.read_text(encoding="utf-8")
    for line in trace(PLAN, 1):
        assert [key for key in line if f"`{key}`" not in text and key != "event"] == []
        assert [
            happened["event"] for happened in line.get("outcome", []) if happened["event"] not in text
        ] == []


@jit_only
def test_a_replay_is_the_game_of_the_run() -> None:
    """Turns and decisions of the traced games add up to the run's; the run's winners are theirs."""
    result = execute(PLAN, workers=1)
    ends = [list(trace(PLAN, game))[-1] for game in range(3)]
    assert result.tallies.decisions == sum(end["decisions"] for end in ends)
    wins = [sum(end["winner"] == seat for end in ends) for seat in range(3)]
    assert result.tallies.seats.wins.tolist() == wins


@pytest.mark.both
def test_a_told_game_names_who_plays_what() -> None:
    """It begins with who sits where, and tells the first turn with names of characters and cards."""
    told = list(itertools.islice(tell(PLAN, 0), 12))
    names = [
        BASE.names[int(BASE.tables[0].card_type[int(card)])] for card in open_game(PLAN, 0).game.character[:3]
    ]
    assert told[0] == "Game 0 of seed 2: deck base, 3 players"
    assert [name in line for name, line in zip(names, told[2:5], strict=True)] == [True] * 3
    assert any(line.startswith("Turn 1 · ") for line in told)


@jit_only
def test_a_told_game_ends_with_the_standing() -> None:
    """The winner, and every coalition with its points, the winner's first."""
    told = list(tell(PLAN, 2))
    end = list(trace(PLAN, 2))[-1]
    standing = told[told.index("Final standing") + 1 :]
    assert len(standing) == 3
    assert int(standing[0].split()[0]) == end["points"][end["winner"]]


@jit_only
def test_one_turn_alone_shows_the_table_before_it() -> None:
    """`turn`: only that turn, with the table as it stands."""
    told = list(tell(PLAN, 0, turn=10))
    assert "The table" in told
    assert {line.split(" · ")[0] for line in told if line.startswith("Turn ")} <= {"Turn 10"}
    assert {line["turn"] for line in trace(PLAN, 0, turn=10) if line["event"] == "decision"} <= {10}


@pytest.mark.parametrize(("game", "turn", "said"), [(-1, None, "game: expected"), (0, 0, "turn: expected")])
def test_refuses_games_and_turns_out_of_range(game: int, turn: int | None, said: str) -> None:
    """Negative games and turns before the first: one clear line."""
    with pytest.raises(PlanError, match=said):
        list(tell(PLAN, game, turn=turn))


@jit_only
def test_refuses_a_turn_after_the_end() -> None:
    """A turn that the game does not have: the number of those it has is said."""
    with pytest.raises(PlanError, match=r"the game has \d+ turns, got 9999"):
        list(tell(PLAN, 0, turn=9999))
