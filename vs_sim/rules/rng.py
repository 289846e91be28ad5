"""Counter-based random numbers: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).

A stream is a 64-bit key made of (seed, block or game, stream); its i-th number is the i-th output of SplitMix64 started
at that key. So a number depends on nothing but its name. Every constant is a named uint64: mixing with int changes the
type.
"""

from __future__ import annotations

import numpy as np

from vs_sim.jit import leaf

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
ONE = np.uint64(1)
S27 = np.uint64(27)
S30 = np.uint64(30)
S31 = np.uint64(31)
S32 = np.uint64(32)


@leaf
def mix(z: np.uint64) -> np.uint64:
    """SplitMix64's output function, a bijection of uint64."""
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)


@leaf
def number(key: np.uint64, counter: np.uint64) -> np.uint64:
    """The number `counter` (from 0) of the stream, uint64."""
    return mix(key + (counter + ONE) * GOLDEN)


@leaf
def stream_key(seed: np.uint64, index: int, stream: int) -> np.uint64:
    """Key of a stream of a block or game."""
    key = mix(seed + GOLDEN)
    key = mix(key ^ (np.uint64(index) * GOLDEN + ONE))
    return mix(key ^ (np.uint64(stream) * GOLDEN + S31))


@leaf
def below(z: np.uint64, n: int) -> int:
    """Map a random uint64 to 0 .. n-1 by multiply-high of its upper half (bias under n / 2**32), int64."""
    return np.int64(((z >> S32) * np.uint64(n)) >> S32)
