"""The policies by name: what each is called, its number for the kernels, how it plays. No numba here."""

from __future__ import annotations

from enum import IntEnum


class Policy(IntEnum):
    """Number of a policy, as `choose` takes it."""

    RANDOM = 0
    BALANCED = 1


MEANINGS = {
    Policy.RANDOM: (
        "Takes each of the legal choices with the same chance, like choices counted once. It neither builds nor "
        "hinders on purpose: a yardstick, and a way to see every rule at work."
    ),
    Policy.BALANCED: (
        "A sensible player who looks at the table but not far ahead. It lays the follower worth most, keeps open dots "
        "for the cards in its hand, and wins when it can. Rivals are left alone as long as they are far from winning "
        "and hindered the more the nearer they come: it prefers their best followers. It restores its own followers, "
        "keeps reactions for what would cost it dearly, plays plots that hurt others more than itself, and throws away "
        "its least useful card. In a turn that it has taken from another it plays against that player."
    ),
}

# Name to number, and back.
POLICY_IDS: dict[str, int] = {policy.name.lower(): int(policy) for policy in Policy}
POLICY_NAMES: dict[int, str] = {number: name for name, number in POLICY_IDS.items()}
DEFAULT_POLICY = "balanced"


def policies_table() -> list[dict[str, str]]:
    """One row a policy, by number: `name` and `meaning` (a paragraph)."""
    return [{"name": policy.name.lower(), "meaning": MEANINGS[policy]} for policy in Policy]
