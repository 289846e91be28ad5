"""Policies as files: the weights of those that come with the program, and how a file of one's own is read."""

from vs_sim.policy_files.load import (
    PolicyFile,
    builtin,
    builtin_names,
    load_policy,
    policies_table,
    policy_text,
)
from vs_sim.policy_files.rows import builtin_rows, policy_row

__all__ = [
    "PolicyFile",
    "builtin",
    "builtin_names",
    "builtin_rows",
    "load_policy",
    "policies_table",
    "policy_row",
    "policy_text",
]
