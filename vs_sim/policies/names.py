"""The policies that come with the program: what each is called and its number for the kernels. No numba here.

How they play stands in their files (policy_files/*.toml). The policies of a user's own get numbers after these.
"""

from __future__ import annotations

from enum import IntEnum


class Policy(IntEnum):
    """Number of a policy: the row of its weights."""

    RANDOM = 0
    BALANCED = 1
    NOVICE = 2
    BUILDER = 3
    ATTACKER = 4
    DEFENDER = 5
    KINGSLAYER = 6
    OPPORTUNIST = 7
    EXPERT = 8
    LOOKAHEAD = 9


# Name to number, and back.
POLICY_IDS: dict[str, int] = {policy.name.lower(): int(policy) for policy in Policy}
POLICY_NAMES: dict[int, str] = {number: name for name, number in POLICY_IDS.items()}
DEFAULT_POLICY = "balanced"
