"""`vs-sim tune --policy`: the search, what it writes, going on with it, and its errors."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import vs_sim
from vs_sim.analysis import tune_policy
from vs_sim.cards import DeckError
from vs_sim.experiments.search import SEARCHED
from vs_sim.experiments.search_file import read_search
from vs_sim.policy_files.load import builtin, load_policy

if TYPE_CHECKING:
    from tests.cli.conftest import CommandLine

FILE = """
schema = 1
name = "mine"
text = "Mine."
rivals = ["balanced"]
games = 8
generations = 3
population = 4
verify = 40
[weights]
patience = 20
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    pytest.importorskip("cma")
    path = tmp_path / "s.toml"
    path.write_text(FILE)
    return path


def test_what_is_found_is_written_and_plays(file: Path, tmp_path: Path) -> None:
    """The policy file has the weights of the last generation, those set by hand too, and runs like any other."""
    found = vs_sim.tune_policy(file, out=tmp_path / "out", workers=1)
    policy = load_policy(tmp_path / "out" / "policy.toml")
    assert found.policy is not None
    assert dict(policy.weights) == dict(found.policy.weights)
    assert policy.weights["patience"] == 20
    assert found.generations.height == 3
    assert {name: policy.weights[name] for name in SEARCHED} == {
        name: found.generations[name][-1] for name in SEARCHED
    }
    assert json.loads((tmp_path / "out" / "summary.json").read_text())["policies"] == found.json["policies"]
    assert len((tmp_path / "out" / "search.csv").read_text().splitlines()) == 4
    run = vs_sim.run(games=8, policy=str(tmp_path / "out" / "policy.toml"), workers=1)
    assert run.policies["name"].to_list() == ["policy"]


def test_an_interrupted_search_goes_on_to_the_same_policy(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C in the second generation; resumed, with a torn line in the journal, it ends as one in one go."""
    whole = vs_sim.tune_policy(file, workers=1)
    played = tune_policy.execute
    calls = iter(range(1000))

    def stopped(*given: Any, **more: Any) -> Any:
        if next(calls) == 6:
            raise tune_policy._EarlyEndError
        return played(*given, **more)

    monkeypatch.setattr(tune_policy, "execute", stopped)
    first = vs_sim.tune_policy(file, out=tmp_path / "out", workers=1)
    assert first.interrupted
    assert len(first.json["generations"]) == 1
    with (tmp_path / "out" / "generations.jsonl").open("a") as journal:
        journal.write('{"rates": [0.')
    monkeypatch.setattr(tune_policy, "execute", played)
    second = vs_sim.tune_policy(file, out=tmp_path / "out", workers=2, resume=True)
    assert second.policy == whole.policy
    assert second.json["generations"] == whole.json["generations"]
    assert second.json["policies"] == whole.json["policies"]


def test_a_folder_of_another_search_is_not_gone_on_with(file: Path, tmp_path: Path) -> None:
    vs_sim.tune_policy(file, out=tmp_path / "out", workers=1)
    file.write_text(FILE.replace("games = 8", "games = 12"))
    with pytest.raises(vs_sim.FolderError, match="differs in its search"):
        vs_sim.tune_policy(file, out=tmp_path / "out", workers=1, resume=True)


def test_generations_against_edited_rivals_are_not_gone_on_with(
    file: Path, tmp_path: Path, edit_weights: Callable[[str], None]
) -> None:
    """`balanced`, a rival by name."""
    vs_sim.tune_policy(file, out=tmp_path / "out", workers=1)
    edit_weights("balanced")
    with pytest.raises(vs_sim.FolderError, match="differs in its policies"):
        vs_sim.tune_policy(file, out=tmp_path / "out", workers=1, resume=True)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("rivals", "rivls", r's.toml:5:1: rivls: unknown key; did you mean "rivals"'),
        ('["balanced"]', '["balancd"]', r's.toml:5:11: rivals\[1\]: .*did you mean "balanced"'),
        ('["balanced"]', "[]", "expected a list of policies"),
        ("games = 8", "games = 0", "expected a whole number from 1, got 0"),
        ("patience = 20", "patence = 20", 'did you mean "patience"'),
        ("patience = 20", "patience = -1", "expected a whole number from 1 to 10000"),
        ("schema = 1", 'schema = 1\nstart = "random"', "expected a policy that plays by weights"),
        ("schema = 1", "schema = 1\nsigma = 0", "expected a number above 0"),
        ("[weights]", "[[knob]]", "this file tunes a deck: leave out --policy"),
    ],
)
def test_errors_have_their_place(old: str, new: str, says: str, file: Path) -> None:
    file.write_text(FILE.replace(old, new))
    with pytest.raises(DeckError, match=says):
        read_search(str(file))


def test_the_shipped_search_is_that_of_expert() -> None:
    """What `expert` is, stands in the log of the search that a shipped file repeats."""
    given = read_search("expert")
    expert = builtin("expert")
    assert expert.meaning == given.search.start.meaning
    log = Path(vs_sim.__file__).parents[1] / "docs" / "expert-search.csv"
    if not log.exists():
        pytest.skip("the log stands in the repository only")
    head, *lines = (line.split(",") for line in log.read_text().splitlines())
    assert len(lines) == given.search.generations
    weights = {name: int(value) for name, value in zip(head[4:], lines[-1][4:], strict=True)}
    fixed = {name: given.search.start.weights[name] for name in expert.weights if name not in weights}
    assert dict(expert.weights) == fixed | weights


def test_the_command(file: Path, command: CommandLine) -> None:
    """It shows what the policy is worth; what is of decks is refused, and a file for decks says so."""
    said = command("tune", str(file), "--policy", "--workers", "1", "--quiet")
    assert said.status == 0
    assert "Weights that changed" in said.out
    assert command("tune", str(file), "--policy", "--trials", "4").status == 2
    said = command("tune", str(file))
    assert (said.status, "add --policy" in said.err) == (2, True)
