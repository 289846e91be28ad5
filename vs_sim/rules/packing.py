"""Packed choices and bit masks: leaves that everything else uses (vocabulary.Choice, vocabulary.Filter)."""

from __future__ import annotations

import numpy as np

from vs_sim.jit import leaf
from vs_sim.rules import bits
from vs_sim.rules.state import Game, Work
from vs_sim.vocabulary import MAX_CHOICES, Choice, Error

lowest = bits.lowest
count_bits = bits.count_bits

CARD = int(Choice.CARD)
SEAT = int(Choice.SEAT)
SLOT = int(Choice.SLOT)
EDGE = int(Choice.EDGE)
OWN = int(Choice.OWN)
AUX = int(Choice.AUX)
SLOT2 = int(Choice.SLOT2)
SLOT3 = int(Choice.SLOT3)
CHOICES_FULL = int(Error.CHOICES_FULL)


@leaf
def bit(k: int) -> int:
    """Mask with bit k (0 to 62) set, int64."""
    return np.int64(1) << np.int64(k)


@leaf
def pack(do: int, card: int, seat: int, slot: int, aux: int) -> int:
    """A choice without edges: `card` and `seat` are numbers, -1 none."""
    return (
        np.int64(do)
        | (np.int64(card + 1) << CARD)
        | (np.int64(seat + 1) << SEAT)
        | (np.int64(slot) << SLOT)
        | (np.int64(aux) << AUX)
    )


@leaf
def pack_place(do: int, card: int, slot: int, edge: int, own: int) -> int:
    """A choice of a place: the card laid, the slot laid on, that card's edge, the own edge (N2)."""
    return (
        np.int64(do)
        | (np.int64(card + 1) << CARD)
        | (np.int64(slot) << SLOT)
        | (np.int64(edge) << EDGE)
        | (np.int64(own) << OWN)
    )


@leaf
def choice_do(choice: int) -> int:
    """Do of a packed choice."""
    return choice & 63


@leaf
def choice_card(choice: int) -> int:
    """Card number, -1 none."""
    return ((choice >> CARD) & 1023) - 1


@leaf
def choice_seat(choice: int) -> int:
    """Target seat, -1 none."""
    return ((choice >> SEAT) & 15) - 1


@leaf
def choice_slot(choice: int) -> int:
    """Slot of a follower, or of the card laid on."""
    return (choice >> SLOT) & 63


@leaf
def choice_edge(choice: int) -> int:
    """Edge of the card laid on."""
    return (choice >> EDGE) & 3


@leaf
def choice_own(choice: int) -> int:
    """Own edge."""
    return (choice >> OWN) & 3


@leaf
def choice_aux(choice: int) -> int:
    """Part number, gender, option or alignment."""
    return (choice >> AUX) & 1023


@leaf
def push(g: Game, w: Work, choice: int) -> None:
    """List a choice; past MAX_CHOICES the game stops with an error code."""
    n = w.n
    if n >= MAX_CHOICES:
        g.error = CHOICES_FULL
        return
    w.choice[n] = choice
    w.n = n + 1
