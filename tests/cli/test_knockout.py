"""`vs-sim knockout`, as a person and as a program would use it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import vs_sim
from vs_sim.experiments.blocks import Lab

if TYPE_CHECKING:
    from tests.cli.conftest import CommandLine

SMALL = ("knockout", "--games", "16", "-q")


def test_json_has_the_fixed_keys(command: CommandLine) -> None:
    told = json.loads(command(*SMALL, "--items", "Job,all plots", "--format", "json").out)
    assert told["schema"] == "vs-sim/knockout/1"
    assert {"item", "kind", "character", "difference", "low", "high", "p_adjusted"} <= set(told["items"][0])
    assert [row["item"] for row in told["effects"]] == ["Job", "all plots"]
    assert len(told["items"]) == 24


def test_the_difference_is_without_less_with(command: CommandLine) -> None:
    told = json.loads(
        command(
            *SMALL, "--rule", "points_to_win=5", "--items", "house_rules", "--format", "json", "--games", "40"
        ).out
    )
    (effect,) = told["effects"]
    turns = effect["turns"]
    assert turns["difference"] == pytest.approx(turns["without"] - turns["with"])
    assert turns["low"] > 0  # to 15 points games are longer


def test_with_and_without_are_runs_of_the_same_games() -> None:
    found = vs_sim.knockout("base", items="Job", games=16)
    run = vs_sim.run("base", games=16)
    rates = dict(run.characters.select("name", "rate").iter_rows())
    assert found.json["digest"] == run.digest
    seen = {row["character"]: row["rate_with"] for row in found.items.to_dicts()}
    assert {name: rate for name, rate in seen.items() if rate is not None} == rates


def test_a_folder_holds_the_summary_and_goes_on_where_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = vs_sim.knockout("base", items="Job,Go Viral", games=16, out=tmp_path / "k")
    assert json.loads((tmp_path / "k" / "summary.json").read_text()) == first.json
    assert len(list((tmp_path / "k" / "blocks").iterdir())) == 3

    def never(*_: object) -> None:
        raise AssertionError("played again")

    monkeypatch.setattr(Lab, "_play", never)
    again = vs_sim.knockout("base", items="Job,Go Viral", games=16, out=tmp_path / "k", resume=True)
    assert again.items.equals(first.items)
    with pytest.raises(vs_sim.FolderError, match="--resume to go on"):
        vs_sim.knockout("base", items="Job,Go Viral", games=16, out=tmp_path / "k")
    with pytest.raises(vs_sim.FolderError, match="differs in its items"):
        vs_sim.knockout("base", items="Job", games=16, out=tmp_path / "k", resume=True)


def test_interrupted_it_tells_what_is_complete(command: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    from vs_sim.experiments.blocks import InterruptedPlanError

    play = Lab.play
    calls: list[object] = []

    def twice(lab: Lab, plan: object, first: int = 0) -> object:
        calls.append(plan)
        if len(calls) > 2:
            raise InterruptedPlanError
        return play(lab, plan, first)

    monkeypatch.setattr(Lab, "play", twice)
    said = command(*SMALL, "--items", "specials", "--format", "json")
    assert said.status == 130
    assert len(json.loads(said.out)["effects"]) == 1


def test_csv_has_every_row(command: CommandLine) -> None:
    rows = list(csv.DictReader(io.StringIO(command(*SMALL, "--items", "Job", "--format", "csv").out)))
    assert len(rows) == 12 + 2
    assert rows[-1]["metric"] == "unfinished"


def test_people_read_what_was_compared(command: CommandLine) -> None:
    said = command("knockout", "--games", "16", "--items", "Job")
    assert "Difference: without − with" in said.out
    assert "1 items, 32 games in all" in said.err


def test_assumptions_say_on_what_findings_hang(command: CommandLine, tmp_path: Path) -> None:
    deck = tmp_path / "d.toml"
    deck.write_text(
        'schema = 1\nname = "d"\nextends = "book_only"\n'
        'remove = ["all specials", "all plots"]\n'
        '[special.Prize]\ncount = 1\nplay.do = [{ draw = 1 }]\nassumed = ["count"]\n'
    )
    told = json.loads(
        command(
            *SMALL, "--deck", str(deck), "--items", "assumptions", "--players", "2", "--format", "json"
        ).out
    )
    (guess,) = (row for row in told["assumptions"] if row["assumption"] == "Prize, count")
    assert guess["values"] == 2
    assert guess["text"].startswith("Prize, count: ")


def test_an_unknown_item_is_one_line(command: CommandLine) -> None:
    said = command("knockout", "--items", "Jop")
    assert said.status == 2
    assert len(said.err.splitlines()) == 1
    assert said.err.startswith("error: items: expected plots, specials,")
    assert said.err.rstrip().endswith('got "Jop"; did you mean "Job"?')


def test_findings_are_told_by_who_plays(command: CommandLine, tmp_path: Path) -> None:
    """--also-policy repeats every item; the first set stays what it is without; a folder keeps all of it."""
    house = ("--rule", "points_to_win=5", "--items", "points_to_win", "--games", "40")
    alone = json.loads(command(*SMALL, *house, "--format", "json").out)
    out = ("--also-policy", "random", "--out", str(tmp_path / "k"))
    told = json.loads(command(*SMALL, *house, *out, "--format", "json").out)
    assert told["items"] == alone["items"]
    assert told["policies"] == ["balanced", "random"]
    length = [row for row in told["robustness"] if row["table"] == "turns"]
    assert [(row["policy"], row["finding"]) for row in length] == [("balanced", "holds"), ("random", "holds")]
    more = command(*SMALL, *house, *out, "--resume", "--also-policy", "novice")
    assert more.status == 0
    assert "for all 3 sets of policies" in more.out
