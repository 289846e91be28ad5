"""Mutation proof of the rules: each mutant of mutants.toml breaks a rule, and a test of that rule must fail.

`scripts/mutate` runs them and writes MUTANTS.md. The working tree is never touched: a copy of it is broken.
"""

from __future__ import annotations

import argparse
import functools
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.rules.ledger import IDENTIFIERS, ROOT, proofs, table

LIST = ROOT / "tests" / "rules" / "mutants.toml"
RESULT = ROOT / "tests" / "rules" / "MUTANTS.md"
COPIED = ("vs_sim", "decks", "tests", "pyproject.toml")
SURVIVED = "SURVIVED"
TIMED_OUT = "timed out"
UNFIT = "THE TESTS DO NOT RUN"  # with the mutant, or without any
NOT_KILLED = (SURVIVED, UNFIT)
ALL_PASSED, SOME_FAILED = 0, 1  # what pytest returns
# Whole games take long when nothing is compiled: these come last, and most mutants are found before.
LATE = ("cli/", "policies/", "reference/")
HEAD = """# Mutants

Each rule is broken on purpose, in a copy, one small change at a time (`mutants.toml`); then the tests of that rule run until
one fails. Written by `scripts/mutate`: the first test that failed, as seen from `tests/`.

| rule | what was broken | the test that failed |
|---|---|---|
"""


@dataclass(frozen=True)
class Mutant:
    """One break of a rule: `old`, which occurs once in `file` (seen from the root), becomes `new`."""

    rule: str
    file: str
    breaks: str
    old: str
    new: str

    def applied(self, text: str) -> str:
        """The text of the file, broken."""
        if text.count(self.old) != 1:
            raise ValueError(
                f'{self.rule} "{self.breaks}": {text.count(self.old)} times in {self.file}: {self.old}'
            )
        return text.replace(self.old, self.new)


def mutants() -> list[Mutant]:
    """The mutants of the list, in the order of the rules."""
    with LIST.open("rb") as file:
        found = [Mutant(**entry) for entry in tomllib.load(file)["mutant"]]
    return sorted(found, key=lambda mutant: IDENTIFIERS.index(mutant.rule))


@functools.cache
def _proofs() -> dict[str, list[str]]:
    return proofs()


def proofs_of(rule: str) -> list[str]:
    """The tests that carry the rule in their names, as pytest takes them: those of the rules first, slow ones last."""
    found = sorted(_proofs()[rule], key=lambda test: (test.startswith(LATE), not test.startswith("rules/")))
    return [f"tests/{test}" for test in found]


# --- running ---


@dataclass(frozen=True)
class Outcome:
    """What pytest said: its code (None if it was stopped), and the first test that failed."""

    code: int | None
    failed: str
    output: str


def run_tests(tree: Path, tests: Sequence[str], limit: float) -> Outcome:
    """Run tests in a copy of the project until one fails, or the time (in seconds) is over."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", *tests]
    # Broken files may have the size and second of the whole ones: no bytecode may be kept.
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": str(tree),
    }
    with subprocess.Popen(
        command,
        cwd=tree,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return Outcome(None, "", "")
    failed = re.search(r"^FAILED tests/(\S+?)(?:\[.*)?(?: - .*)?$", output, re.MULTILINE)
    return Outcome(process.returncode, failed[1] if failed else "", output)


def copy_project(to: Path) -> None:
    """What the tests of the rules need of the project."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, to / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, to / name)


def verdict(tree: Path, mutant: Mutant, limit: float) -> str:
    """The first test that fails with this mutant, "timed out", or one of NOT_KILLED."""
    path = tree / mutant.file
    whole = path.read_text(encoding="utf-8")
    path.write_text(mutant.applied(whole), encoding="utf-8")
    outcome = run_tests(tree, proofs_of(mutant.rule), limit)
    path.write_text(whole, encoding="utf-8")
    if outcome.code is None:
        return TIMED_OUT
    if outcome.code == ALL_PASSED:
        return SURVIVED
    if outcome.code == SOME_FAILED and outcome.failed:
        return outcome.failed
    print(outcome.output, file=sys.stderr)  # noqa: T201
    return UNFIT


def prove(rule: str, of_rule: Sequence[Mutant]) -> list[tuple[Mutant, str]]:
    """All mutants of a rule, after its tests have passed with none."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as directory:
        tree = Path(directory)
        copy_project(tree)
        started = time.monotonic()
        outcome = run_tests(tree, proofs_of(rule), 3600)
        if outcome.code != ALL_PASSED:
            print(outcome.output, file=sys.stderr)  # noqa: T201
            return [(mutant, UNFIT) for mutant in of_rule]
        limit = 60 + 5 * (time.monotonic() - started)
        found: list[tuple[Mutant, str]] = []
        for mutant in of_rule:
            found.append((mutant, verdict(tree, mutant, limit)))
            print(f"{rule:4} {mutant.breaks}: {found[-1][1]}", flush=True)  # noqa: T201
        return found


def prove_all(chosen: Sequence[Mutant], jobs: int) -> Iterator[tuple[Mutant, str]]:
    """Each mutant with its verdict, in the order given; so many rules at a time."""
    rules = list(dict.fromkeys(mutant.rule for mutant in chosen))
    with ThreadPoolExecutor(jobs) as pool:
        runs = [
            pool.submit(prove, rule, [mutant for mutant in chosen if mutant.rule == rule]) for rule in rules
        ]
        for run in runs:
            yield from run.result()


# --- the result ---


def recorded(text: str) -> list[tuple[str, str, str]]:
    """Rule, what was broken and verdict, as MUTANTS.md has them."""
    return [(rule, breaks, said.strip("`")) for rule, breaks, said in table(text)]


def written(found: Sequence[tuple[str, str, str]]) -> str:
    """MUTANTS.md."""
    lines = [
        f"| {rule} | {breaks} | {said if said in {*NOT_KILLED, TIMED_OUT} else f'`{said}`'} |"
        for rule, breaks, said in found
    ]
    return HEAD + "\n".join(lines) + "\n"


def _merged(old: Sequence[tuple[str, str, str]], new: Sequence[tuple[str, str, str]]) -> str:
    """The verdicts on record, with new ones in their place, of the mutants that are listed now."""
    said = {(rule, breaks): verdict for rule, breaks, verdict in [*old, *new]}
    keys = [(mutant.rule, mutant.breaks) for mutant in mutants()]
    return written([(*key, said[key]) for key in keys if key in said])


def main(arguments: Sequence[str]) -> int:
    """Run all mutants or those of some rules and write MUTANTS.md; 1 if any survives."""
    parser = argparse.ArgumentParser(prog="scripts/mutate", description=__doc__)
    parser.add_argument(
        "--rule", action="append", choices=IDENTIFIERS, help="only this rule; may be repeated"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="rules at a time")
    options = parser.parse_args(arguments)
    chosen = [mutant for mutant in mutants() if not options.rule or mutant.rule in options.rule]
    found = [(mutant.rule, mutant.breaks, said) for mutant, said in prove_all(chosen, options.jobs)]
    old = recorded(RESULT.read_text(encoding="utf-8")) if RESULT.is_file() else []
    RESULT.write_text(_merged(old, found), encoding="utf-8")
    survivors = [line for line in found if line[2] in NOT_KILLED]
    print(f"{len(found)} mutants, {len(survivors)} survived")  # noqa: T201
    for rule, breaks, said in survivors:
        print(f"{rule:4} {breaks}: {said}")  # noqa: T201
    return 1 if survivors else 0
