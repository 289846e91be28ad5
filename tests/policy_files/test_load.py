"""Policy files: what they may say, and what is said of their faults."""

from pathlib import Path

import pytest

from vs_sim.cards.problems import DeckError
from vs_sim.policies.features import FEATURES, LOOKAHEAD_NAMES, Mode
from vs_sim.policy_files.load import builtin, builtin_names, load_policy, policies_table, policy_text


def written(folder: Path, text: str) -> Path:
    """A policy file with this text."""
    path = folder / "my.toml"
    path.write_text(text, encoding="utf-8")
    return path


def faults(folder: Path, text: str) -> list[str]:
    """What is wrong with a policy file, without its path."""
    path = written(folder, text)
    with pytest.raises(DeckError) as caught:
        load_policy(path)
    return [str(problem).removeprefix(str(path)) for problem in caught.value.problems]


@pytest.mark.parametrize("name", builtin_names())
def test_every_policy_of_the_program_is_whole(name: str) -> None:
    """It has every weight, within its bounds, and a paragraph on how it plays."""
    policy = builtin(name)
    assert list(policy.weights) == [one.name for one in FEATURES]
    assert all(one.low <= policy.weights[one.name] <= one.high for one in FEATURES)
    assert len(policy.meaning) > 80


def test_the_table_has_all_of_them_in_order() -> None:
    """`vs-sim policies` lists what there is."""
    assert [row["name"] for row in policies_table()] == builtin_names()


def test_every_weight_says_what_it_weighs() -> None:
    """A sentence each, and bounds that leave a choice."""
    assert all(one.meaning.endswith((".", ").")) and one.low < one.high for one in FEATURES)


def test_a_file_extends_balanced_if_it_says_nothing(tmp_path: Path) -> None:
    """What it does not say stays as it was."""
    policy = load_policy(written(tmp_path, "[weights]\nlay = 7\n"))
    assert policy.name == "my"
    assert policy.mode == Mode.SCRIPTED
    assert dict(policy.weights) == {**builtin("balanced").weights, "lay": 7}


def test_a_file_extends_another_file(tmp_path: Path) -> None:
    """By a path relative to it; the last word counts."""
    (tmp_path / "base.toml").write_text('extends = "attacker"\n[weights]\nlay = 7\ndot = 1\n', "utf-8")
    policy = load_policy(written(tmp_path, 'extends = "base.toml"\n[weights]\ndot = 2\n'))
    assert dict(policy.weights) == {**builtin("attacker").weights, "lay": 7, "dot": 2}


def test_a_policy_may_look_ahead(tmp_path: Path) -> None:
    """It plays out with its own weights."""
    policy = load_policy(written(tmp_path, 'plays = "lookahead"\n[lookahead]\nrollouts = 9\n'))
    assert policy.mode == Mode.LOOKAHEAD
    assert policy.weights["rollouts"] == 9


@pytest.mark.parametrize("name", ["balanced", "expert", "lookahead", "random"])
def test_a_policy_is_written_and_read_again(tmp_path: Path, name: str) -> None:
    """`vs-sim policies --show` prints a file that means the same."""
    policy = builtin(name)
    again = load_policy(written(tmp_path, policy_text(policy, "a\nb")))
    assert (again.mode, again.meaning, again.weights) == (policy.mode, policy.meaning, policy.weights)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[weights]\nkeep_hitt = 1\n", ':2:1: weights.keep_hitt: no such weight; did you mean "keep_hit"?'),
        ("[weights]\nlay = 0.5\n", ":2:7: weights.lay: expected a whole number from -1000 to 1000, got 0.5"),
        ("[weights]\nlay = 5000\n", ":2:7: weights.lay: expected a whole number from -1000 to 1000, got 5000"),
        ("[weights]\nlay = true\n", ":2:7: weights.lay: expected a whole number from -1000 to 1000, got true"),
        ("weights = 3\n", ":1:11: weights: expected a table, got 3"),
        ('plays = "weight"\n', ':1:9: plays: expected random, weights or lookahead, got "weight"; did you mean "weights"?'),
        ("meaning = 3\n", ":1:11: meaning: expected a text, got 3"),
        ('extends = "expret"\n', ':1:11: extends: no policy and no file "expret"; did you mean "expert"?'),
        ("extends = 3\n", ":1:11: extends: expected the name or path of a policy, got 3"),
        ('extends = "my.toml"\n', ":1:11: extends: a policy cannot extend itself"),
        ("lay = 3\n", "lay belongs below [weights]"),
        ("rollouts = 3\n", "rollouts belongs below [lookahead]"),
        ("[weights]\nlay == 3\n", ":2:"),
    ],
)  # fmt: skip
def test_faults_are_said_with_their_place(tmp_path: Path, text: str, said: str) -> None:
    """File, line, column, key, what was expected, and the nearest name."""
    (fault,) = faults(tmp_path, text)
    assert said in fault


def test_all_faults_are_said_at_once(tmp_path: Path) -> None:
    """In order of place."""
    assert (
        len(faults(tmp_path, '[weights]\nlay = "a"\nnothing_like_it = 1\n[lookahead]\nrollouts = 0\n')) == 3
    )


def test_looking_ahead_has_a_table_of_its_own() -> None:
    """Its three numbers are weights like the others to the kernels."""
    assert [one.name for one in FEATURES][-3:] == list(LOOKAHEAD_NAMES)
