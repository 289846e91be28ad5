"""Random numbers: SplitMix64 as published, bounded draws, and streams that do not meet."""

import numpy as np
import pytest

from vs_sim.jit import JIT_OFF
from vs_sim.rules.rng import below, number, stream_key
from vs_sim.vocabulary import MAX_SEATS, Stream

pytestmark = pytest.mark.skipif(JIT_OFF, reason="numpy's scalars warn of wrap-around")

# Outputs of SplitMix64 from the seed 1234567, as the reference implementation prints them.
PUBLISHED = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)


def numbers(key: int, n: int) -> list[int]:
    """The first n numbers of the stream with that key."""
    return [int(number(np.uint64(key), np.uint64(k))) for k in range(n)]


def test_numbers_are_those_of_the_published_splitmix64() -> None:
    """The i-th number of a stream is the i-th output of SplitMix64 started at its key."""
    assert tuple(numbers(1234567, 5)) == PUBLISHED


@pytest.mark.parametrize("n", [1, 2, 3, 7, 60, 500, 4096])
def test_a_draw_is_below_its_bound_and_reaches_both_ends(n: int) -> None:
    """0 to n-1, also at the ends of the random word."""
    assert int(below(np.uint64(0), np.int64(n))) == 0
    assert int(below(np.uint64(2**64 - 1), np.int64(n))) == n - 1
    drawn = {int(below(np.uint64(z), np.int64(n))) for z in numbers(5, 40 * n)}
    assert min(drawn) == 0
    assert max(drawn) == n - 1


def test_streams_differ_by_seed_index_and_stream() -> None:
    """No two of many (seed, block or game, stream) share a key; each key opens other numbers."""
    streams = [*(int(stream) for stream in Stream), *(int(Stream.POLICY) + s for s in range(1, MAX_SEATS))]
    keys = [
        int(stream_key(np.uint64(seed), np.int64(index), np.int64(stream)))
        for seed in (0, 1, 2, 2**63 - 1)
        for index in (0, 1, 2, 1000, 2**40)
        for stream in streams
    ]
    assert len(set(keys)) == len(keys)
    assert len({numbers(key, 1)[0] for key in keys}) == len(keys)


def test_neighbouring_streams_are_not_shifted_copies() -> None:
    """The first 200 numbers of neighbouring games have none in common."""
    lists = [numbers(int(stream_key(np.uint64(0), np.int64(game), np.int64(3))), 200) for game in range(10)]
    assert len({z for one in lists for z in one}) == 2000
