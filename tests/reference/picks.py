"""A choice as a tuple with names, and its packed form (vocabulary.Choice)."""

from __future__ import annotations

from typing import NamedTuple

from vs_sim.vocabulary import Choice, Do


class Pick(NamedTuple):
    """One choice; None where a field does not apply."""

    do: Do
    card: int | None = None
    seat: int | None = None
    slot: int = 0
    edge: int = 0
    own: int = 0
    aux: int = 0
    slot2: int = 0
    slot3: int = 0

    def pack(self) -> int:
        """The packed choice."""
        card = 0 if self.card is None else self.card + 1
        seat = 0 if self.seat is None else self.seat + 1
        return (
            int(self.do)
            | card << Choice.CARD
            | seat << Choice.SEAT
            | self.slot << Choice.SLOT
            | self.edge << Choice.EDGE
            | self.own << Choice.OWN
            | self.aux << Choice.AUX
            | self.slot2 << Choice.SLOT2
            | self.slot3 << Choice.SLOT3
        )


def unpack(packed: int) -> Pick:
    """The choice that a packed one stands for."""
    packed = int(packed)
    card = packed >> Choice.CARD & 1023
    seat = packed >> Choice.SEAT & 15
    return Pick(
        do=Do(packed & 63),
        card=card - 1 if card else None,
        seat=seat - 1 if seat else None,
        slot=packed >> Choice.SLOT & 63,
        edge=packed >> Choice.EDGE & 3,
        own=packed >> Choice.OWN & 3,
        aux=packed >> Choice.AUX & 1023,
        slot2=packed >> Choice.SLOT2 & 63,
        slot3=packed >> Choice.SLOT3 & 63,
    )
