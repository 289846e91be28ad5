"""What all tests share: hypothesis without deadlines (a first example may compile), the same each time."""

import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings

from vs_sim.policies.features import LAY
from vs_sim.policies.names import POLICY_IDS
from vs_sim.policy_files import rows

settings.register_profile(
    "default", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile(
    "search", parent=settings.get_profile("default"), derandomize=False, max_examples=1000
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture
def edit_weights(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Lets a policy that comes with the program play by other weights than before, as if its file had been edited."""

    def edit(name: str) -> None:
        changed = rows.builtin_rows().copy()
        changed[POLICY_IDS[name], LAY] += 1
        monkeypatch.setattr(rows, "_builtins", lambda: changed)

    return edit
