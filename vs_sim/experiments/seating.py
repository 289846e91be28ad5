"""Who sits where: names and files of policies as numbers, by block and player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vs_sim.experiments.errors import PlanError
from vs_sim.policies.names import POLICY_IDS, POLICY_NAMES
from vs_sim.policy_files.load import SUFFIX, PolicyFile, builtin, load_policy
from vs_sim.vocabulary import MAX_POLICIES, MAX_SEATS

MIXED = "mixed"
# Who is mixed: all that stand for people. Random choices are nobody's, and lookahead would take all the time.
MIXABLE = tuple(name for name in POLICY_IDS if name not in ("random", "lookahead"))
MIXED_ROWS = (
    1009  # sets of policies through which the blocks of a mixed run go; a prime, so that nothing keeps step
)

Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Seating:
    """Names by player (of a mixed run all that are mixed), sets of numbers, and the policies that are files."""

    names: tuple[str, ...]
    rows: Rows
    own: tuple[PolicyFile, ...] = ()


class Numbers:
    """Numbers for names and files of policies: those of the program, then files in order of mention."""

    def __init__(self) -> None:
        self.own: list[PolicyFile] = []

    def of(self, policy: str | PolicyFile) -> int:
        """The number of a policy; PlanError where there is none, DeckError where its file has errors."""
        if isinstance(policy, str) and policy in POLICY_IDS:
            return POLICY_IDS[policy]
        found = policy if isinstance(policy, PolicyFile) else _read(policy)
        if found not in self.own:
            if len(POLICY_IDS) + len(self.own) >= MAX_POLICIES:
                raise PlanError(
                    f"policy: at most {MAX_POLICIES - len(POLICY_IDS)} files of policies in one run"
                )
            self.own.append(self._named(found))
            return len(POLICY_IDS) + len(self.own) - 1
        return len(POLICY_IDS) + self.own.index(found)

    def _named(self, policy: PolicyFile) -> PolicyFile:
        """By its own name, or its path where that is taken."""
        taken = {*POLICY_IDS, *(one.name for one in self.own)}
        if policy.name not in taken:
            return policy
        return PolicyFile(policy.path, policy.mode, policy.meaning, policy.weights, policy.path)

    def name(self, number: int) -> str:
        """The name of a number."""
        if number < len(POLICY_IDS):
            return POLICY_NAMES[number]
        return self.own[number - len(POLICY_IDS)].name


def find_policy(name: str) -> PolicyFile:
    """The policy of a name or file; PlanError where there is none, DeckError where its file has errors."""
    return builtin(name) if name in POLICY_IDS else _read(name)


def _read(name: str) -> PolicyFile:
    from vs_sim.experiments.plan import nearest

    path = Path(name)
    if not path.is_file():
        if name.endswith(SUFFIX):
            raise PlanError(f'policy: no file "{name}"')
        raise PlanError(f'policy: unknown policy "{name}"; {nearest(name, [*POLICY_IDS, MIXED])}')
    return load_policy(path)


def seat_policies(policy: str | PolicyFile | Sequence[str | PolicyFile], players: int) -> Seating:
    """One policy for all, one for each player, or all mixed."""
    asked: list[Any] = (
        [part.strip() for part in policy.split(",")]
        if isinstance(policy, str)
        else [policy]
        if isinstance(policy, PolicyFile)
        else list(policy)
    )
    if asked == [MIXED]:
        return Seating(MIXABLE, _mixed_rows([POLICY_IDS[name] for name in MIXABLE], players))
    numbers = Numbers()
    row = [numbers.of(one) for one in asked]
    if len(row) == 1:
        row *= players
    if len(row) != players:
        raise PlanError(f"policy: expected one policy or {players}, one for each player, got {len(row)}")
    return Seating(tuple(numbers.name(number) for number in row), (tuple(row),), tuple(numbers.own))


def _mixed_rows(ids: Sequence[int], players: int) -> Rows:
    """For each block number (mod MIXED_ROWS) and player a policy, as if drawn evenly (SplitMix64)."""
    mask = 2**64 - 1

    def draw(counter: int) -> int:
        z = (counter + 1) * 0x9E3779B97F4A7C15 & mask
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
        return (z ^ z >> 31) % len(ids)

    return tuple(tuple(ids[draw(row * MAX_SEATS + i)] for i in range(players)) for row in range(MIXED_ROWS))
