"""What scripts/fuzz promises, with a disagreement planted: the reference lets any microaggression land anywhere (M2)."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tests.reference import fuzz
from tests.reference.cases import replay
from tests.reference.model import Deck
from tests.reference.shrink import kept
from vs_sim.jit import JIT_OFF

pytestmark = pytest.mark.skipif(JIT_OFF, reason="too slow uncompiled")
SEED = 2


def run(folder: Path, *more: str) -> int:
    """scripts/fuzz on a few cases, in this process."""
    asked = [
        "--seed",
        str(SEED),
        "--games",
        "16",
        "--workers",
        "1",
        "--shrink",
        "10",
        "--folder",
        str(folder),
    ]
    return fuzz.main([*asked, *more])


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The reference takes all alignments for alike."""
    monkeypatch.setattr(Deck, "alike", lambda *_: True)
    return monkeypatch


def test_it_prints_its_seed_first_and_its_result_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With nothing wrong: exit code 0, two lines, no file."""
    assert run(tmp_path, "--games", "7") == 0
    first, last = capsys.readouterr().out.splitlines()
    assert first == f"fuzz: seed {SEED}"
    assert last.startswith(f"fuzz: no difference; seed {SEED}, 8 games of 1 cases, ")
    assert list(tmp_path.iterdir()) == []


def test_it_ends_when_its_time_is_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With no time at all it plays one case."""
    assert run(tmp_path, "--time", "0") == 0
    assert "8 games of 1 cases" in capsys.readouterr().out


def nap(index: int) -> fuzz.Tried:
    """A case that takes two minutes, and others that take no time."""
    time.sleep(120 if index == 0 else 0)
    return fuzz.Tried(index, 8, 1, None)


def test_a_case_that_takes_long_is_broken_off() -> None:
    """Two workers end in time though one of them is not done; what the other played is told."""
    begun = time.monotonic()
    told = list(fuzz.tried(nap, 5, 2, begun + 15))
    assert sorted(one.index for one in told) == [1, 2, 3, 4]
    assert time.monotonic() - begun < 60


def test_a_difference_is_found_kept_made_small_and_replayed(
    tmp_path: Path, planted: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 1; the kept file and the small one show it again; with the rule mended neither does."""
    assert run(tmp_path) == 1
    said = capsys.readouterr().out
    assert said.splitlines()[-1].startswith("fuzz: 2 cases differ, in 1 ways")
    small_file = next(tmp_path.glob("*-small.json"))
    whole_file = small_file.with_name(small_file.name.replace("-small", ""))
    assert f"scripts/fuzz --replay {small_file}" in said
    whole, small = kept(whole_file), kept(small_file)
    assert "only reference: " in whole.message
    assert whole.message in said
    for failure in (whole, small):
        again = replay(failure)
        assert again is not None
        assert (again.message, again.choices) == (failure.message, failure.choices)
    assert len(small.choices) <= len(whole.choices)
    assert small.case.players <= whole.case.players
    assert len(small.case.rules) < len(whole.case.rules)
    assert small.case.deck.tables[0].n_cards <= whole.case.deck.tables[0].n_cards
    assert fuzz.main(["--replay", str(small_file)]) == 1
    planted.undo()
    assert fuzz.main(["--replay", str(small_file)]) == 0
    assert fuzz.main(["--replay", str(whole_file)]) == 0
