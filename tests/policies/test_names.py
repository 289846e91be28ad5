"""The list of policies: names, numbers, meanings."""

import subprocess
import sys

from vs_sim.policies import DEFAULT_POLICY, POLICY_IDS, POLICY_NAMES, Policy
from vs_sim.policy_files.load import policies_table


def test_names_and_numbers_belong_together() -> None:
    """Each policy has one name and one number, and the default is one of them."""
    assert list(POLICY_IDS.values()) == list(range(len(Policy)))
    assert {"random", "novice", "builder", "attacker", "defender", "kingslayer"} < set(POLICY_IDS)
    assert {"opportunist", "balanced", "expert", "lookahead"} < set(POLICY_IDS)
    assert {POLICY_NAMES[number]: number for number in POLICY_NAMES} == POLICY_IDS
    assert DEFAULT_POLICY in POLICY_IDS


def test_every_policy_says_how_it_plays() -> None:
    """A paragraph each, in the order of the numbers."""
    rows = policies_table()
    assert [row["name"] for row in rows] == [policy.name.lower() for policy in Policy]
    assert all(len(row["meaning"]) > 80 for row in rows)


def test_names_need_no_compiler() -> None:
    """Listing policies does not import numba: `vs-sim policies` answers at once."""
    code = (
        "import sys, vs_sim.policies, vs_sim.policy_files.load as l; l.policies_table(); "
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
