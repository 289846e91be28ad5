"""The scripted policies: every listed choice gets a score by the weights of the policy, the highest is taken.

Scores are whole hundredths of a point (view.py). The maximum is taken over one packed number: score, then a tie-break
that starts at a random place, then the index.

Read of the game (N1, tests/policies/test_n1.py): what view.py names; plots and cards in force, genders, Jobs, what lies
on followers, uses in this turn, claims of protection, and the frames of the play or step that is being decided. Never
another hand (its size only), the draw pile, or what a random stream will give.
"""

from __future__ import annotations

import numpy as np

from vs_sim.jit import kernel, leaf
from vs_sim.policies.features import COVER, TEMPERATURE
from vs_sim.policies.noise import noise
from vs_sim.policies.plots import CARD_PLAYED, find_played
from vs_sim.policies.view import (
    DOTS_KNOWN,
    HITS_KNOWN,
    PLAYED,
    SUM,
    look_at_dots,
    look_at_seats,
    weight,
    worth_of,
)
from vs_sim.policies.weigh import (
    DO_CARD,
    DO_DISCARD,
    DO_FOLLOWER,
    DO_HIT,
    DO_PLACE,
    DO_SIGNAL,
    hit_worth,
    home_of,
    signal_worth,
    weigh_choice,
)
from vs_sim.rules.draws import policy_draw, policy_number
from vs_sim.rules.packing import choice_do, choice_seat, choice_slot
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.vocabulary import Ask, Choice

ACTION, CHARACTER = int(Ask.ACTION), int(Ask.CHARACTER)
DRAFT_TEMPERATURE = 120  # tastes differ: nobody knows which character is best, so all are drafted

# The bits of a packed place on which its worth depends, but for the follower covered: Do, card, own edge.
LAY_KEY = 63 | (1023 << int(Choice.CARD)) | (3 << int(Choice.OWN))
OFFSET = 1 << 30  # makes scores positive
TIES = 1024
TIE_STEP = 389  # odd: neighbours in the list get different tie-breaks


@leaf
def cover_worth(g: Game, w: Work, s: int, slot: int) -> int:
    """Worth of covering an end-of-chain follower of seat s above a point: it cannot be picked off any more (D1)."""
    end = (g.leaf[s] >> slot) & 1
    points = 2 * ((g.level[s, 1] >> slot) & 1) + 3 * ((g.level[s, 2] >> slot) & 1)
    return end * points * weight(w, COVER) * worth_of(w, s) // 100


@leaf
def look(g: Game, t: Tables, w: Work, own: int) -> None:
    """Make the view of the table that the decision needs."""
    look_at_seats(g, w, np.int64(g.decider))
    w.scratch[HITS_KNOWN] = 0
    w.scratch[PLAYED] = 0
    w.scratch[SUM] = 0
    w.scratch[DOTS_KNOWN] = 0
    if g.ask == ACTION and (g.heard >> CARD_PLAYED) & 1 == 1:
        find_played(g, t, w, own)


@leaf
def same_play(choice: int, do: int) -> int:
    """What two choices have in common that one errs about alike: of a follower laid the place does not count."""
    return choice & LAY_KEY if do == DO_FOLLOWER or do == DO_PLACE else choice


@kernel
def weigh_slowly(g: Game, t: Tables, w: Work, choice: int, do: int, own: int) -> int:
    """Worth of a choice, the rows that it sets off included; of the first microaggression on a seat HIT is kept."""
    if w.scratch[DOTS_KNOWN] == 0 and (
        do == DO_FOLLOWER or do == DO_PLACE or do == DO_DISCARD or do == DO_CARD
    ):
        look_at_dots(g, t, w, own)
    score = weigh_choice(g, t, w, choice, do, own)
    more = w.scratch[SUM]
    if more != 0:
        w.scratch[SUM] = 0
    return score + more


@kernel
def choose_scripted(g: Game, t: Tables, w: Work) -> int:
    """Index of the choice with the highest score among w.choice[:w.n] (at most 4096); w.score has them, -1: none."""
    own = np.int64(g.ask_seat)
    look(g, t, w, own)
    salt = policy_draw(g, t, w, np.int64(g.decider), int(TIES))
    key_noise = np.uint64(0)
    temperature = weight(w, TEMPERATURE)
    if g.ask == CHARACTER:
        temperature = max(temperature, int(DRAFT_TEMPERATURE))
    if temperature != 0:
        key_noise = policy_number(w, np.int64(g.decider))
    home = home_of(g, own)
    best = np.int64(-1)
    key = np.int64(-1)
    lay = np.int64(0)
    mine = worth_of(w, own)
    for i in range(w.n):
        choice = w.choice[i]
        do = choice_do(choice)
        if do == DO_HIT and (w.scratch[HITS_KNOWN] >> choice_seat(choice)) & 1 == 1:
            score = hit_worth(g, t, w, choice)
        elif do == DO_DISCARD and best >> 22 > OFFSET and mine > 0:
            w.score[i] = -1
            continue  # something better than throwing a card away was found
        elif do == DO_FOLLOWER or do == DO_PLACE:
            if choice & LAY_KEY != key:
                key = choice & LAY_KEY
                lay = weigh_slowly(g, t, w, choice, do, own)
            score = lay + cover_worth(g, w, home, choice_slot(choice))
        elif do == DO_SIGNAL and w.scratch[PLAYED] == 0:
            score = signal_worth(g, t, w, choice)
        else:
            score = weigh_slowly(g, t, w, choice, do, own)
        if key_noise != 0:
            score += temperature * noise(key_noise, same_play(choice, do)) // 1000
        packed = ((score + OFFSET) << 22) | (((i * TIE_STEP + salt) & (TIES - 1)) << 12) | i
        w.score[i] = packed
        best = max(best, packed)
    return best & 4095
