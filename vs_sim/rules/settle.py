"""What is in force now: silences, the list of cards, worth and genders, each by what was settled before it.

So there is no circle (LANGUAGE section 3): genders are settled by the characters' own ones, silences by genders and by what
higher ranks leave in force; points, for which both may ask, by what is in force so far.
"""

from __future__ import annotations

import numpy as np

from vs_sim.jit import kernel
from vs_sim.rules.force import clear_silence, gender_of, list_force, silence_by_plots, silence_by_specials
from vs_sim.rules.state import Game, Tables
from vs_sim.rules.worth import list_values, sum_all_worth


@kernel
def _list_all(g: Game, t: Tables) -> None:
    """The cards in force, and what followers are worth by them."""
    list_force(g, t)
    if t.has_values == 1:
        list_values(g, t)
        sum_all_worth(g, t)


@kernel
def _settle_silence(g: Game, t: Tables) -> None:
    """Silence from the highest rank down; the words of each rank see what is in force by then."""
    if t.has_silence == 1:
        clear_silence(g)
        if t.has_values == 1:
            _list_all(g, t)
        silence_by_specials(g, t)
        if t.has_values == 1:
            _list_all(g, t)
        silence_by_plots(g, t)
    _list_all(g, t)


@kernel
def settle_force(g: Game, t: Tables) -> None:
    """Silence, the list, worth, genders. What changes genders is settled by the own ones; all else then by what they are."""
    if t.has_genders == 1:
        for p in range(g.n_players):
            g.gender[p] = g.own_gender[p]
    _settle_silence(g, t)
    if t.has_genders == 1:
        for p in range(g.n_players):
            g.gender[p] = gender_of(g, t, np.int64(p))
        _settle_silence(g, t)
