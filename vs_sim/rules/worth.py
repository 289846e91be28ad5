"""What followers are worth while a `value` is in force (W1; LANGUAGE section 3): summed again after each change.

`list_values` notes the rows in the order in which they are applied: plain numbers by rank and time, so that the one that
counts comes last, then additions, then multiplications.
"""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Mod
from vs_sim.jit import kernel, leaf
from vs_sim.rules.force import concerns
from vs_sim.rules.packing import bit, lowest
from vs_sim.rules.state import MAX_VALUES, Game, Tables
from vs_sim.rules.words import follower_mask, with_named
from vs_sim.vocabulary import Error, Form, Modifier

MODIFIER = int(Mod.MODIFIER)
VALUE = int(Mod.VALUE)
FORM = int(Mod.FORM)
FILTER = int(Mod.FILTER)
SOURCE = int(Mod.SOURCE)
VALUES = int(Modifier.VALUE)
SET = int(Form.SET)
ADD = int(Form.ADD)
MOST = 99
LISTS_FULL = int(Error.LISTS_FULL)


@leaf
def _order(g: Game, t: Tables, row: int, card: int) -> int:
    """When a row is applied: a larger number is later."""
    form = np.int64(t.mod[row, FORM])
    if form != SET:
        return form << 40
    return (np.int64(t.rank[t.mod[row, SOURCE]]) << 32) + np.int64(g.since[card])


@kernel
def _note_value(g: Game, t: Tables, row: int, card: int, seat: int) -> None:
    if g.n_value >= MAX_VALUES:
        g.error = LISTS_FULL
        return
    order = _order(g, t, row, card)
    k = np.int64(g.n_value)
    while k > 0 and _order(g, t, np.int64(g.value_row[k - 1]), np.int64(g.value_card[k - 1])) > order:
        g.value_row[k] = g.value_row[k - 1]
        g.value_card[k] = g.value_card[k - 1]
        g.value_seat[k] = g.value_seat[k - 1]
        k -= 1
    g.value_row[k] = row
    g.value_card[k] = card
    g.value_seat[k] = seat
    g.n_value += 1


@kernel
def list_values(g: Game, t: Tables) -> None:
    """The rows of `value` of the cards in force, in the order in which they are applied."""
    g.n_value = 0
    for k in range(g.n_force):
        ty = g.force_type[k]
        for row in range(t.mod_first[ty], t.mod_first[ty] + t.mod_n[ty]):
            if t.mod[row, MODIFIER] == VALUES:
                _note_value(g, t, np.int64(row), np.int64(g.force[k]), np.int64(g.force_seat[k]))


@leaf
def _altered(worth: int, form: int, n: int) -> int:
    """A worth under one row more. Once things are multiplied it only grows or is 0, so it can be kept in bounds at once."""
    if form == SET:
        return n
    if form == ADD:
        return worth + n
    return min(max(worth, 0), MOST) * n


@kernel
def _apply(g: Game, t: Tables, p: int, row: int, mask: int) -> None:
    form = np.int64(t.mod[row, FORM])
    n = np.int64(t.mod[row, VALUE])
    while mask != 0:
        slot = lowest(mask)
        mask &= mask - 1
        g.worth[p, slot] = _altered(np.int64(g.worth[p, slot]), form, n)


@kernel
def sum_worth(g: Game, t: Tables, p: int) -> None:
    """W1: what each follower of p is worth, and p's points. An inert one counts only where a row names it."""
    counted = g.occupied[p] & ~g.inert[p]
    rest = g.occupied[p]
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        g.worth[p, slot] = t.points[t.card_type[g.node_card[p, slot] - 1]]
    for k in range(g.n_value):
        row = np.int64(g.value_row[k])
        if concerns(g, t, row, np.int64(g.value_seat[k]), p):
            named = np.int64(g.named[g.value_card[k]])
            mask = follower_mask(g, t, p, with_named(np.int64(t.mod[row, FILTER]), named), np.int64(-1))
            _apply(g, t, p, row, mask)
            counted |= mask
    points = np.int64(g.bonus[p])
    rest = g.occupied[p]
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        worth = min(max(np.int64(g.worth[p, slot]), 0), MOST) if counted & bit(slot) != 0 else np.int64(0)
        g.worth[p, slot] = worth
        points += worth
    g.points[p] = points


@kernel
def sum_all_worth(g: Game, t: Tables) -> None:
    """`sum_worth` of everyone still in."""
    for p in range(g.n_players):
        if g.out[p] == 0:
            sum_worth(g, t, np.int64(p))
