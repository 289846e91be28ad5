"""`vs-sim selftest`, in small."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.cli.conftest import CommandLine
from vs_sim.analysis.selftest import recorded, run
from vs_sim.experiments.blocks import InterruptedPlanError

TINY = run.Size(blocks=100, variants=1, range=50, path=100, long=100, simulated=250)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "QUICK", TINY)


@pytest.mark.usefixtures("tiny")
def test_json_has_the_schema_and_every_part(command: CommandLine) -> None:
    """So few games cannot find the planted effect: it says so, with status 1; all else holds."""
    said = command("selftest", "--quick", "--format", "json")
    found = json.loads(said.out)
    assert found["schema"] == "vs-sim/selftest/1"
    parts = {row["part"]: row for row in found["checks"]}
    assert list(parts) == [
        "recorded digests", "published values", "coverage", "false alarms", "planted imbalance",
    ]  # fmt: skip
    assert found["failed"] == sum(not row["holds"] for row in found["checks"])
    assert said.status == (1 if found["failed"] else 0)
    assert all(row["holds"] for row in found["checks"] if row["part"] in list(parts)[:3])


def test_a_wrong_digest_has_status_1_and_is_shown(
    command: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = recorded.recorded()[1] | {"digest": "0" * 32}
    monkeypatch.setattr(recorded, "recorded", lambda: [wrong])
    monkeypatch.setattr(run, "QUICK", replace(TINY, blocks=50, long=50))
    said = command("selftest", "--quick", "--seed", "4")
    assert said.status == 1
    assert "FAIL" in said.out
    assert "0" * 32 in said.out


@pytest.mark.usefixtures("tiny")
def test_an_interrupt_prints_what_was_proven_and_ends_with_130(
    command: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise InterruptedPlanError

    monkeypatch.setattr(run, "coverage", interrupted)
    said = command("selftest", "--quick", "-q")
    assert said.status == 130
    assert "Interrupted" in said.out
    assert "400 games of base" in said.out


def test_a_negative_seed_is_refused(command: CommandLine) -> None:
    said = command("selftest", "--seed", "-1")
    assert (said.status, said.out) == (2, "")
    assert "seed: expected a number of 0 or more" in said.err
