"""Policy file to policy: read, inherit, check. All errors of a file come at once, as those of a deck do.

A file is TOML: `extends` (a policy that comes with the program, or a path relative to the file), `plays` (`weights`,
`lookahead` or `random`), `meaning` (how it plays, a paragraph), the tables `weights` and `lookahead`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from textwrap import fill
from typing import Any

from vs_sim.cards.find import is_file, parse, read_text
from vs_sim.cards.problems import DeckError, did_you_mean, one_of, shown
from vs_sim.cards.report import Report
from vs_sim.cards.schema import Source
from vs_sim.policies.features import BY_NAME, LOOKAHEAD_NAMES, NAMES, Mode
from vs_sim.policies.names import POLICY_IDS

HERE = Path(__file__).parent
SUFFIX = ".toml"
ROOT = "balanced"  # whose file names every weight
PLAYS = {"random": Mode.RANDOM, "weights": Mode.SCRIPTED, "lookahead": Mode.LOOKAHEAD}
KEYS = ("extends", "plays", "meaning", "weights", "lookahead")
WEIGHT_NAMES = tuple(name for name in NAMES if name not in LOOKAHEAD_NAMES)
MAX_EXTENDS = 8
WIDTH = 120  # of the lines of a paragraph that is written


@dataclass(frozen=True)
class PolicyFile:
    """A policy as its file says, what it extends laid under it: `weights` has every feature by name."""

    name: str
    mode: Mode
    meaning: str
    weights: Mapping[str, int]
    path: str


@dataclass
class _Draft:
    mode: Mode = Mode.SCRIPTED
    meaning: str = ""
    weights: dict[str, int] = field(default_factory=dict[str, int])


def builtin_names() -> list[str]:
    """The policies that come with the program, by their numbers."""
    return list(POLICY_IDS)


@cache
def builtin(name: str) -> PolicyFile:
    """A policy that comes with the program."""
    return load_policy(HERE / (name + SUFFIX), name)


def load_policy(path: str | Path, name: str | None = None) -> PolicyFile:
    """The policy of a file; DeckError with every problem found. Without a name it is called as the file is."""
    path = Path(path)
    report = Report()
    draft = _read(path, str(path), report, ())
    report.raise_any()
    return PolicyFile(name or path.stem, draft.mode, draft.meaning, draft.weights, str(path))


def policies_table() -> list[dict[str, str]]:
    """One row a policy, by number: `name` and `meaning` (a paragraph)."""
    return [{"name": name, "meaning": builtin(name).meaning} for name in builtin_names()]


def policy_text(policy: PolicyFile, comment: str = "") -> str:
    """A policy as a file that stands alone but for `balanced`: only what differs from that is written."""
    base = builtin(ROOT).weights
    words = {mode: word for word, mode in PLAYS.items()}
    lines = [*(f"# {line}" for line in comment.splitlines()), f'extends = "{ROOT}"']
    if policy.mode != Mode.SCRIPTED:
        lines.append(f'plays = "{words[policy.mode]}"')
    lines.append(f'meaning = """\n{fill(policy.meaning, WIDTH)}\n"""')
    for table, names in (("weights", WEIGHT_NAMES), ("lookahead", LOOKAHEAD_NAMES)):
        changed = [f"{name} = {policy.weights[name]}" for name in names if policy.weights[name] != base[name]]
        lines += ["", f"[{table}]", *changed] if changed else []
    return "\n".join(lines) + "\n"


def _read(path: Path, shown_name: str, report: Report, chain: tuple[Path, ...]) -> _Draft:
    """A file laid over what it extends; `chain`: the files that extend it."""
    try:
        source = parse(read_text(path, shown_name), shown_name, report)
    except DeckError as error:
        for problem in error.problems:
            report.add(problem)
        source = None
    if source is None:
        return _Draft()
    draft = _under(source, path, report, chain)
    for key in source.data:
        if key not in KEYS:
            expected = f"no such key; expected {one_of(KEYS)}{_hint(key)}"
            report.add(source.problem((key,), expected, key=True))
    _lay_words(source, draft, report)
    lay_numbers(source, "weights", WEIGHT_NAMES, draft.weights, report)
    lay_numbers(source, "lookahead", LOOKAHEAD_NAMES, draft.weights, report)
    return draft


def _hint(key: str) -> str:
    if key in BY_NAME:
        return f"; {key} belongs below [{'lookahead' if key in LOOKAHEAD_NAMES else 'weights'}]"
    return did_you_mean(key, KEYS)


def _under(source: Source, path: Path, report: Report, chain: tuple[Path, ...]) -> _Draft:
    """What a file extends: by default `balanced`, which extends nothing."""
    if "extends" not in source.data:
        if path == HERE / (ROOT + SUFFIX):
            return _Draft()
        return _Draft(weights=dict(builtin(ROOT).weights))
    name = source.data["extends"]
    fault = "" if isinstance(name, str) else f"expected the name or path of a policy, got {shown(name)}"
    parent = path
    if not fault:
        parent, fault = _find(str(name), path.parent)
    if not fault and parent.resolve() in [one.resolve() for one in (*chain, path)]:
        fault = "a policy cannot extend itself"
    if not fault and len(chain) >= MAX_EXTENDS:
        fault = f"at most {MAX_EXTENDS} policies may extend one another"
    if fault:
        report.add(source.problem(("extends",), fault))
        return _Draft(weights=dict(builtin(ROOT).weights))
    if parent.parent == HERE:
        known = builtin(parent.stem)
        return _Draft(known.mode, known.meaning, dict(known.weights))
    return _read(parent, str(parent), report, (*chain, path))


def _find(name: str, folder: Path) -> tuple[Path, str]:
    """Where the policy of a name or path stands, and what is wrong with it (empty: nothing)."""
    if name in POLICY_IDS:
        return HERE / (name + SUFFIX), ""
    path = folder / name
    if is_file(path):
        return path, ""
    return path, f'no policy and no file "{name}"{did_you_mean(name, builtin_names())}'


def _lay_words(source: Source, draft: _Draft, report: Report) -> None:
    plays, meaning = source.data.get("plays"), source.data.get("meaning")
    if isinstance(plays, str) and plays in PLAYS:
        draft.mode = PLAYS[plays]
    elif plays is not None:
        fault = f"expected {one_of(PLAYS)}, got {shown(plays)}{did_you_mean(plays, PLAYS)}"
        report.add(source.problem(("plays",), fault))
    if isinstance(meaning, str):
        draft.meaning = " ".join(meaning.split())
    elif meaning is not None:
        report.add(source.problem(("meaning",), f"expected a text, got {shown(meaning)}"))


def lay_numbers(
    source: Source, table: str, names: tuple[str, ...], weights: dict[str, int], report: Report
) -> None:
    """Lay the whole numbers of a table of a file over weights; what is none, or beyond its bounds, is reported."""
    values: Any = source.data.get(table, {})
    if not isinstance(values, dict):
        report.add(source.problem((table,), f"expected a table, got {shown(values)}"))
        return
    for name, value in values.items():
        if name not in names:
            hint = did_you_mean(name, names) or f"; expected one of {', '.join(names)}"
            report.add(source.problem((table, name), f"no such weight{hint}", key=True))
            continue
        low, high = BY_NAME[name].low, BY_NAME[name].high
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            fault = f"expected a whole number from {low} to {high}, got {shown(value)}"
            report.add(source.problem((table, name), fault))
        else:
            weights[name] = value
