"""The named random draws in whole numbers of Python, equal to those of the engine (a test compares them)."""

from __future__ import annotations

from vs_sim.vocabulary import Stream

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    """SplitMix64's output function."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def stream_key(seed: int, index: int, stream: int) -> int:
    """Key of a stream of a block or game."""
    key = mix(seed + GOLDEN & MASK)
    key = mix(key ^ (index * GOLDEN + 1 & MASK))
    return mix(key ^ (stream * GOLDEN + 31 & MASK))


class Draws:
    """The random draws of one game: shuffles and card effects."""

    def __init__(self, seed: int, game: int, card_keys: list[int]) -> None:
        self.card_keys = card_keys
        self.reshuffle = stream_key(seed, game, int(Stream.RESHUFFLE))
        self.effects = stream_key(seed, game, int(Stream.EFFECTS))
        self.effects_drawn = 0

    def shuffled(self, cards: list[int], number: int) -> list[int]:
        """C7: the game's shuffle with a number (from 1): each card gets a key, sorted by it. The top is the last."""
        key = mix(self.reshuffle + number & MASK)
        return sorted(sorted(cards), key=lambda card: mix(key ^ self.card_keys[card]))

    def index(self, n: int) -> int:
        """A number from 0 to n-1 of the stream of card effects."""
        self.effects_drawn += 1
        z = mix(self.effects + self.effects_drawn * GOLDEN & MASK)
        return (z >> 32) * n >> 32
