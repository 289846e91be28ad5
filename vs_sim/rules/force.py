"""Which cards are in force, whom their rows are about, who is silenced and what gender counts (LANGUAGE section 3).

Only specials and plots outrank what can be silenced (X8), so silence is settled from those that lie there, the specials
first, before the cards in force are listed (settle.py).
"""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Mod
from vs_sim.jit import kernel, leaf
from vs_sim.rules.state import Game, Tables
from vs_sim.rules.words import (
    C_HAND,
    FEWEST_CARDS,
    MOST_CARDS,
    STEP_COMPARE,
    STEP_ONLY,
    conditions_hold,
    fits,
)
from vs_sim.vocabulary import MAX_FORCE, Error, Gender, Kind, Modifier, Who

MODIFIER = int(Mod.MODIFIER)
VALUE = int(Mod.VALUE)
FOR = int(Mod.FOR)
ONLY = int(Mod.ONLY)
COMPARE = int(Mod.COMPARE)
IF_FIRST = int(Mod.IF_FIRST)
IF_N = int(Mod.IF_N)
SLOW = int(Mod.SLOW)
SOURCE = int(Mod.SOURCE)
SILENCE = int(Modifier.SILENCE)
GENDER = int(Modifier.GENDER)
FOR_SELF = int(Who.SELF)
FOR_OTHERS = int(Who.OTHERS)
SPECIAL = int(Kind.SPECIAL)
ARTIFACT = int(Kind.ARTIFACT)
HOUSE_RULE = int(Kind.HOUSE_RULE)
HAND_WORDS = (1 << MOST_CARDS) | (1 << FEWEST_CARDS)
OTHER_GENDER = int(Gender.NONE)
BOTH = int(Gender.MALE) + int(Gender.FEMALE)
LISTS_FULL = int(Error.LISTS_FULL)


# --- whom a row is about ---


@leaf
def is_silenced(g: Game, t: Tables, ty: int, p: int) -> bool:
    """Whether cards of type ty that lie with p, or plots for p, are not in force: a higher rank silences their kind."""
    return g.silence[p, t.kind[ty]] > t.rank[ty] + 1


@leaf
def is_plot_silenced(g: Game, t: Tables, card: int, p: int) -> bool:
    """Whether a card that lies with nobody is silenced for player p: p neither sets it off nor uses it."""
    return g.any_silence == 1 and is_silenced(g, t, np.int64(t.card_type[card]), p)


@leaf
def is_for(t: Tables, row: int, holder: int, p: int) -> bool:
    """The key `for`: whether a row of a card that lies with `holder` (-1 nobody) can be about player p at all."""
    who = t.mod[row, FOR]
    return holder < 0 or not ((who == FOR_SELF and p != holder) or (who == FOR_OTHERS and p == holder))


@leaf
def concerns(g: Game, t: Tables, row: int, holder: int, p: int) -> bool:
    """Whether a modifier row of a card that lies with `holder` (-1 nobody) is about player p now."""
    if not is_for(t, row, holder, p):
        return False
    if holder < 0 and g.any_silence == 1 and is_silenced(g, t, np.int64(t.mod[row, SOURCE]), p):
        return False
    if not fits(g, t, p, holder, np.int64(t.mod[row, ONLY]), np.int64(t.mod[row, COMPARE])):
        return False
    n = np.int64(t.mod[row, IF_N])
    return n == 0 or holder < 0 or conditions_hold(g, t, np.int64(t.mod[row, IF_FIRST]), n, holder)


# --- the list ---


@leaf
def came(g: Game, card: int) -> None:
    """A card comes into force now: of equal ranks the latest counts."""
    g.clock += 1
    g.since[card] = g.clock


@leaf
def _enter(g: Game, t: Tables, card: int, ty: int, seat: int) -> None:
    """Take a card into the list, if its type says anything and is not silenced for the player with whom it lies."""
    says = t.mod_n[ty] != 0 or t.trigger_n[ty] != 0 or t.action[ty] >= 0
    if not says and (t.reaction[ty] < 0 or t.kind[ty] == SPECIAL):
        return
    if seat >= 0 and g.any_silence == 1 and is_silenced(g, t, ty, seat):
        return
    if g.n_force >= MAX_FORCE:
        g.error = LISTS_FULL
        return
    g.force[g.n_force] = card
    g.force_type[g.n_force] = ty
    g.force_seat[g.n_force] = seat
    g.n_force += 1
    g.heard |= t.hears[ty]


@kernel
def start_force(g: Game, t: Tables) -> None:
    """The house rules come into force, from start to end."""
    g.n_force = 0
    g.heard = 0
    for ty in range(t.n_types):
        if t.kind[ty] == HOUSE_RULE:
            _enter(g, t, np.int64(t.first_card[ty]), np.int64(ty), np.int64(-1))
    g.n_house = g.n_force


@kernel
def _enter_lying(g: Game, t: Tables, seat: int) -> None:
    """What lies with the character of a seat: artifacts, then specials."""
    for pass_ in range(2):
        for k in range(g.n_lying):
            is_special = t.kind[g.lying_type[k]] == SPECIAL
            if g.lying_seat[k] == seat and is_special == (pass_ == 1):
                _enter(g, t, np.int64(g.lying[k]), np.int64(g.lying_type[k]), seat)


@kernel
def _enter_followers(g: Game, t: Tables, seat: int) -> None:
    mask = g.occupied[seat] & ~g.inert[seat]
    for slot in range(1, 61):
        if (mask >> slot) & 1 == 1:
            card = np.int64(g.node_card[seat, slot]) - 1
            _enter(g, t, card, np.int64(t.card_type[card]), seat)


@kernel
def list_force(g: Game, t: Tables) -> None:
    """House rules, plots in order of play, then by seat: character, artifacts, lasting specials, followers."""
    g.n_force = g.n_house
    g.heard = 0
    for k in range(g.n_house):
        g.heard |= t.hears[g.force_type[k]]
    for k in range(g.n_plots):
        _enter(g, t, np.int64(g.plot[k]), np.int64(t.card_type[g.plot[k]]), np.int64(-1))
    for seat in range(g.n_players):
        if g.out[seat] == 0:
            card = np.int64(g.character[seat])
            if card >= 0:
                _enter(g, t, card, np.int64(t.card_type[card]), np.int64(seat))
            if g.n_lying > 0:
                _enter_lying(g, t, np.int64(seat))
            if t.has_live_followers == 1:
                _enter_followers(g, t, np.int64(seat))


# --- silence and genders ---


@kernel
def _silence_by(g: Game, t: Tables, ty: int, holder: int) -> None:
    """What a card of type ty silences: for each player and kind the highest rank that does."""
    claim = np.int64(t.rank[ty]) + 1
    for row in range(t.mod_first[ty], t.mod_first[ty] + t.mod_n[ty]):
        if t.mod[row, MODIFIER] == SILENCE:
            kind = np.int64(t.mod[row, VALUE])
            for p in range(g.n_players):
                if concerns(g, t, np.int64(row), holder, np.int64(p)) and g.silence[p, kind] < claim:
                    g.silence[p, kind] = claim
                    g.any_silence = 1


@kernel
def clear_silence(g: Game) -> None:
    """Nobody is silenced."""
    g.any_silence = 0
    for p in range(g.n_players):
        for kind in range(8):
            g.silence[p, kind] = 0


@kernel
def silence_by_specials(g: Game, t: Tables) -> None:
    """What lasting specials silence; they outrank all that can be silenced."""
    for k in range(g.n_lying):
        _silence_by(g, t, np.int64(g.lying_type[k]), np.int64(g.lying_seat[k]))


@kernel
def silence_by_plots(g: Game, t: Tables) -> None:
    """What plots silence, after the specials: a plot that is silenced itself silences nothing."""
    for k in range(g.n_plots):
        _silence_by(g, t, np.int64(t.card_type[g.plot[k]]), np.int64(-1))


@kernel
def gender_of(g: Game, t: Tables, p: int) -> int:
    """C5 and `gender`: the own one, or what the highest rank says, at equal rank the latest in force."""
    own = np.int64(g.own_gender[p])
    found = own
    best = np.int64(-1)
    since = np.int64(-1)
    for k in range(g.n_force):
        card = np.int64(g.force[k])
        ty = np.int64(g.force_type[k])
        rank = np.int64(t.rank[ty])
        for row in range(t.mod_first[ty], t.mod_first[ty] + t.mod_n[ty]):
            if (
                t.mod[row, MODIFIER] == GENDER
                and (rank > best or (rank == best and g.since[card] >= since))
                and concerns(g, t, np.int64(row), np.int64(g.force_seat[k]), p)
            ):
                best = rank
                since = np.int64(g.since[card])
                found = np.int64(t.mod[row, VALUE])
                if found == OTHER_GENDER and own != OTHER_GENDER:
                    found = BOTH - own
    return found


# --- what hangs on hands ---


@leaf
def _counts_hands(words: int, packed: int) -> bool:
    """Whether player words or a comparison hang on how many cards a hand holds."""
    if (words | (words >> 16)) & HAND_WORDS != 0:
        return True
    return packed != 0 and (packed >> 1) & 15 == C_HAND


@kernel
def asks_hands(g: Game, t: Tables) -> bool:
    """Whether a row in force speaks of a player by how many cards a hand holds."""
    for k in range(g.n_force):
        ty = g.force_type[k]
        for row in range(t.mod_first[ty], t.mod_first[ty] + t.mod_n[ty]):
            if _counts_hands(np.int64(t.mod[row, ONLY]), np.int64(t.mod[row, COMPARE])):
                return True
            first = np.int64(t.mod[row, IF_FIRST])
            for step in range(first, first + np.int64(t.mod[row, IF_N])):
                if _counts_hands(np.int64(t.step[step, STEP_ONLY]), np.int64(t.step[step, STEP_COMPARE])):
                    return True
    return False
