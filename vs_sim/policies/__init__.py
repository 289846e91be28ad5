"""Who plays: policies choose among the listed choices and see what a person at the table sees (N1)."""

from vs_sim.policies.names import DEFAULT_POLICY, POLICY_IDS, POLICY_NAMES, Policy

__all__ = ["DEFAULT_POLICY", "POLICY_IDS", "POLICY_NAMES", "Policy"]
