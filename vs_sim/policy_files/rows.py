"""Policies as numbers: the rows that kernels read (policies/features.py)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache

import numpy as np
import numpy.typing as npt

from vs_sim.policies import features as f
from vs_sim.policy_files.load import PolicyFile, builtin, builtin_names

Row = npt.NDArray[np.int32]


def policy_row(policy: PolicyFile) -> Row:
    """The row of a policy, int32 (ROW,)."""
    row = np.zeros(f.ROW, dtype=np.int32)
    weights = [policy.weights[name] for name in f.NAMES]
    row[: len(weights)] = weights
    row[f.MODE] = policy.mode
    row[f.RIVALS : f.RIVALS + 2 * f.SHORTS * f.COUNTS] = list(_rivals(weights))
    return row


def _rivals(weights: list[int]) -> Iterable[int]:
    """What a point of a rival is worth: by players still in, points short of winning, and whether it plays next.

    Hindering one of many helps the others too, so it is worth less the more there are.
    """
    named = weights[f.THREAT_2 : f.THREAT_7 + 1]
    threats = [named[min(max(short - 2, 0), len(named) - 1)] for short in range(f.SHORTS)]
    for n in range(f.COUNTS):
        scale = 300 // max(n - 1, 1)
        least = weights[f.RIVAL_POINT] * scale // 300
        for threat in threats:
            for share in (weights[f.NOT_NEXT], 100):
                yield -max(threat * scale // 100 * share // 100, least)


@cache
def _builtins() -> Row:
    rows = np.array([policy_row(builtin(name)) for name in builtin_names()], dtype=np.int32)
    rows.flags.writeable = False
    return rows


def all_rows(own: Iterable[PolicyFile]) -> Row:
    """The rows of the program's policies and then of further ones, int32 (policies, ROW)."""
    return np.vstack([_builtins(), *(policy_row(policy) for policy in own)])


def digest_of(rows: Row) -> str:
    """16 hex digits over rows of weights: who plays by others plays other games."""
    return hashlib.sha256(rows.tobytes()).hexdigest()[:16]


def builtin_rows() -> Row:
    """The rows of the policies that come with the program, by number, int32 (policies, ROW); not to be written."""
    return _builtins()
