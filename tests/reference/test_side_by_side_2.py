"""A quarter of the random cases, in which engine and reference agree on every choice and every state."""

import pytest

from tests.reference.sides import agree, share

# uint64 of numpy warns where compiled code wraps
pytestmark = pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning")


@pytest.mark.parametrize("index", share(2))
def test_engine_and_reference_agree(index: int) -> None:
    """Eight games of a case: deck, house rules, players and policies by its number (cases.py)."""
    agree(index)
