"""The state of one game and the work record beside it: two structured records, the same for 2 to 12 seats.

`GAME` is everything that a position is (copying it copies the game); `WORK` is scratch: the listed choices, random keys,
output counters. Kernels take `(g, t, w)`: game, tables (cards/tables.py), work. Counted fields are int16, bit masks
int64 (bits up to 62). Seats are 0 to 11 in turn order (S4). A slot is a place in a coalition's arrays: 0 the character, 1
to 60 followers, holes allowed, the lowest free one is filled. Card fields that may be empty hold the card's number + 1, 0 none.
Directions are physical: 0 up (+y), 1 right (+x), 2 down, 3 left; edge e of a card of rotation r (quarter turns clockwise)
faces direction (e + r) % 4. In `abstract` geometry (G8) every rotation is 0, so direction and edge are the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from vs_sim import vocabulary as v
from vs_sim.cards.tables import TABLES
from vs_sim.jit import declare

Game = Any  # numba record of dtype GAME
Tables = Any  # numba record of dtype TABLES
Work = Any  # numba record of dtype WORK

S = v.MAX_SEATS
SL = v.SLOTS
TOKEN = 1000  # `over` of a follower under a token of the verb microaggress (no card)
MAX_USED = 512
IN_TURN = 0  # which of the two lists of uses
IN_GAME = 1
MAX_EXTRAS = 96
MAX_LYING = v.MAX_CARDS
MAX_VALUES = 512  # rows of `value` in force
MAX_CASCADE = 100  # a copy spreads once, and a deck has at most 99
NUMBERS = 7  # folded numbers of a seat, in the order of modifiers.py
OPEN = 6  # the last of them: 1 if the hand lies open (N1)

GAME = np.dtype(
    [
        # --- 64-bit masks first ---
        ("occupied", "i8", S),  # mask over slots 1-60: followers lying there
        ("inert", "i8", S),  # M3
        ("leaf", "i8", S),  # G7 end-of-chain followers (inert ones too)
        ("level", "i8", (S, 3)),  # followers of level 1, 2, 3
        ("has", "i8", (S, v.MAX_ALIGNMENTS)),  # followers that have the alignment
        (
            "over_has",
            "i8",
            (S, v.MAX_ALIGNMENTS),
        ),  # inert followers under a microaggression of the alignment (V1)
        # placements (G2-G4), a cached function of the coalition, valid while dirty == 0; inertness is applied when listing:
        # slots whose open dot of the alignment faces the direction and beside which a card fits that is joined by an
        # end (0) or a side (1) of its own. In `abstract`: every open dot.
        ("spot", "i8", (S, v.MAX_ALIGNMENTS, 4, 2)),
        (
            "meets",
            "i8",
            (S, 4, 2),
        ),  # those spots at which a card would face a further dotted edge: full G4 test needed
        ("moved", "i8"),  # slots of the followers that the `move` at hand has moved already
        ("open", "i8", (S, 4)),  # slots with an open dot that faces the direction (G9), kept up at once
        ("discard", "u8", 8),  # the discard pile: bit set over card numbers
        ("jobs", "u8", (S, 8)),  # Job cards on the character (X2): bit set over card numbers
        ("known", "u8", (S, 8)),  # N1: cards in other hands that the seat was shown and that lie there still
        ("taken", "i8"),  # mask of seats whose turn is being taken (X5)
        ("hash", "u8"),  # over all choices so far
        # --- the table ---
        ("error", "i2"),  # Error
        ("result", "i2"),  # Result
        ("winner", "i2"),  # seat, -1
        ("runaway", "i2"),  # W5: type whose step it was + 1, 0 none
        ("n_players", "i2"),
        ("out", "i2", S),  # W6: 1 eliminated
        ("n_in", "i2"),  # players still in
        ("seat", "i2"),  # seat in sequence (T6)
        ("rounds", "i2"),  # the round, from 1 (`round` is a method of numpy records)
        ("turns", "i4"),  # turns begun (W4)
        ("effects", "i4"),  # W5: steps done to players in the outermost turn
        ("decisions", "i4"),
        ("shuffles", "i4"),  # number of shuffles so far, the deal's is 0
        ("n_draw", "i2"),
        ("draw", "i2", v.MAX_CARDS),  # draw pile: card numbers, the top is draw[n_draw - 1]
        ("n_discard", "i2"),
        ("n_hand", "i2", S),
        ("hand", "i2", (S, v.MAX_HAND)),  # card numbers, rising
        ("character", "i2", S),  # card number
        ("gender", "i2", S),  # MALE, FEMALE, as cards in force have it
        ("own_gender", "i2", S),  # the character's own (C5)
        ("n_jobs", "i2", S),  # Job cards and tokens on the character
        ("job_tokens", "i2", S),
        ("passed_over", "i2", S),  # T6: turns to pass over
        ("passes", "i2", S),  # W4: passes in a row at which no card could be drawn
        ("points", "i2", S),  # W1: what the coalition is worth, `bonus` included
        ("bonus", "i2", S),  # by the verb points
        ("n_live", "i2", S),  # followers that are not inert (P5)
        ("n_plots", "i2"),
        ("plot", "i2", v.MAX_PLOTS),  # plots in play, in order of play: card numbers
        ("plot_by", "i2", v.MAX_PLOTS),  # who played it
        ("plot_left", "i2", v.MAX_PLOTS),  # how long it lasts, see lasting.py; 0 stays
        ("n_lying", "i2"),  # artifacts and lasting specials with a character, in the order in which they came
        ("lying", "i2", MAX_LYING),  # card numbers
        (
            "lying_type",
            "i2",
            MAX_LYING,
        ),  # as what it lies there: of a special that copies another, that one's type
        ("lying_seat", "i2", MAX_LYING),
        ("lying_by", "i2", MAX_LYING),  # who played it
        ("lying_left", "i2", MAX_LYING),
        ("lying_played", "i4", MAX_LYING),  # when it was played, by the clock
        ("named", "i2", v.MAX_CARDS),  # alignment named when the card was played + 1, 0 none
        ("since", "i4", v.MAX_CARDS),  # when a card in force came, by the clock; 0 from the start
        ("clock", "i4"),  # counts up: a larger number is later
        ("last_special", "i2"),  # type of the last special done + 1 (`copies`)
        # --- coalitions ---
        ("node_card", "i2", (S, SL)),  # card number + 1, 0 a hole
        ("node_x", "i2", (S, SL)),  # centre in half units (G1), the character at (0, 0); a hole lies at 30000
        ("node_y", "i2", (S, SL)),
        ("node_turn", "i2", (S, SL)),  # rotation, quarter turns clockwise
        ("node_dots", "u2", (S, SL)),  # by direction d: bits 4d to 4d+3, alignment + 1, 0 no dot
        ("node_next", "i2", (S, SL, 4)),  # by direction: joined neighbour's slot + 1, 0 none
        ("node_over", "i2", (S, SL)),  # what lies on it: card number + 1, TOKEN, 0 nothing
        ("node_far", "i2", (S, SL)),  # distance to the character in cards
        ("dirty", "i2", S),  # 1: spots must be made anew
        (
            "worth",
            "i4",
            (S, SL),
        ),  # what each follower is worth (W1); kept up only while a `value` is in force
        # --- what the cards in force say, folded (LANGUAGE section 7); rank + 1, 0 no claim ---
        ("forbid", "i2", (S, v.DEEDS)),
        ("allow", "i2", (S, v.DEEDS)),
        ("protect", "i2", (S, v.PROTECTIONS)),  # claims against others doing it to this seat
        ("slow_forbid", "i4", S),  # mask of Deed: rows of `forbid`/`allow` to be tested when asked
        ("slow_protect", "i4", S),  # mask of protections
        (
            "slow_aim",
            "i2",
        ),  # 1: a protection of a play aimed at a player or follower is to be tested when asked
        ("require", "i2", (S, 8)),  # by Kind: rank + 1
        ("duty", "i2", S),  # P6: the highest claim of a `require`
        ("require_all", "i2", S),  # mask of Kind
        ("match_any", "i2", S),  # mask of Kind
        ("number", "i2", (S, NUMBERS)),
        ("slow_number", "i2", S),  # mask of numbers to be summed when asked
        (
            "slow_fold",
            "i2",
        ),  # 1: some row can only be folded when asked, so all are folded anew before a decision
        (
            "slow_win",
            "i2",
        ),  # 1: what wins hangs on the board, so W1 is looked at after every change of a hand too
        ("slow_hand", "i2"),  # 1: some row hangs on how many cards a hand holds
        ("silence", "i2", (S, 8)),  # by Kind: rank + 1 below which such cards are not in force for the player
        ("any_silence", "i2"),  # 1: somebody is silenced
        ("any_open", "i2"),  # 1: a hand lies open
        ("values", "i2"),  # 1: a `value` is in force, so worth is summed again after each change
        ("n_value", "i2"),  # rows of `value` in force, in the order in which they are applied
        ("value_row", "i2", MAX_VALUES),
        ("value_card", "i2", MAX_VALUES),  # the card in force whose row it is
        ("value_seat", "i2", MAX_VALUES),  # with whom it lies, -1 nobody
        ("n_house", "i2"),  # the first entries of `force` are house rules
        ("n_force", "i2"),
        (
            "force",
            "i2",
            v.MAX_FORCE,
        ),  # cards in force with modifiers, triggers, an action or reaction: house rules, plots, then by seat
        ("force_type", "i2", v.MAX_FORCE),
        ("force_seat", "i2", v.MAX_FORCE),  # with whom it lies, -1 nobody
        ("heard", "i4"),  # mask of Event that a card in force hears
        # --- the turn ---
        ("ask", "i2"),  # Ask: what is to be decided, NOTHING while the turn runs
        ("ask_seat", "i2"),  # whose choice it is by the rules
        ("decider", "i2"),  # who decides it: ask_seat, or its controller (X5)
        ("controller", "i2"),  # the first controller (X5), -1
        ("depth", "i2"),  # frames on the stack
        ("turn_frame", "i2"),  # the innermost turn's frame, -1
        ("f_kind", "i2", v.MAX_FRAMES),
        ("f_phase", "i2", v.MAX_FRAMES),
        ("f_self", "i2", v.MAX_FRAMES),
        ("f_actor", "i2", v.MAX_FRAMES),
        ("f_affected", "i2", v.MAX_FRAMES),
        ("f_target", "i2", v.MAX_FRAMES),  # seat, -1
        ("f_card", "i2", v.MAX_FRAMES),  # card number + 1
        ("f_part", "i2", v.MAX_FRAMES),  # part + 1
        ("f_row", "i2", v.MAX_FRAMES),
        ("f_end", "i2", v.MAX_FRAMES),  # a turn: where those of the turns that follow one another begin
        ("f_todo", "i2", v.MAX_FRAMES),  # mask of seats to which the step is still to be done
        ("f_now", "i2", v.MAX_FRAMES),  # seat to which it is being done, -1 none
        ("f_left", "i2", v.MAX_FRAMES),  # how many are left to do; a turn: own actions spent
        ("f_hit", "i2", v.MAX_FRAMES),  # card number + 1 of the follower of the event (P4)
        ("f_named", "i2", v.MAX_FRAMES),  # named alignment + 1
        ("f_flags", "i2", v.MAX_FRAMES),
        ("f_tried", "i2", v.MAX_FRAMES),  # a turn: mask of Kind played or tried in it (P6)
        ("f_prev", "i2", v.MAX_FRAMES),  # a turn: the turn frame below
        ("f_used", "i2", v.MAX_FRAMES),  # a turn: where its entries in `used` begin
        ("f_extra", "i2", v.MAX_FRAMES),  # a turn: where its entries in `extra` begin
        ("f_queue", "i2", v.MAX_FRAMES),  # a turn: where its entries in `queue` begin
        ("f_slot", "i2", v.MAX_FRAMES),  # packed place or follower of the choice
        ("f_aux", "i4", v.MAX_FRAMES),
        # stolen cards not yet laid: three times 10 bits, number + 1; a turn: where its entries in `further` begin
        ("f_captured", "i4", v.MAX_FRAMES),
        ("f_seats", "i2", v.MAX_FRAMES),  # steps: mask of the seats that the `only` of their part admits
        ("f_began", "i4", v.MAX_FRAMES),  # a turn: when it began, by the clock
        ("f_chosen", "i2", v.MAX_FRAMES),  # seat named for a step's own target
        ("n_used", "i2", 2),  # uses of a card's part, IN_TURN (per_turn) and IN_GAME (per_game)
        ("used_card", "i2", (2, MAX_USED)),  # card number + 512 for each seat up to its holder's
        ("used_part", "i2", (2, MAX_USED)),
        ("used_times", "i2", (2, MAX_USED)),
        # further turns owed, those of inner turns last; what comes first of the others is the last
        ("n_further", "i2"),
        # seat; 16: it is a taken one (X5), 32 times who decides in it + 1, 0 itself
        ("further", "i2", v.MAX_FURTHER),
        ("n_extra", "i2"),  # extra actions of the open turns
        ("extra_n", "i2", MAX_EXTRAS),  # -1 any number
        ("extra_filter", "i4", MAX_EXTRAS),
        ("extra_card", "i2", MAX_EXTRAS),  # type, -1 any, -2 the very card that gave it
        ("extra_this", "i2", MAX_EXTRAS),  # the card that gave it
        ("extra_rank", "i2", MAX_EXTRAS),  # rank + 1 of the claim for, 0 none
        ("extra_order", "i2", MAX_EXTRAS),  # smaller is spent first
        ("n_queue", "i2"),  # triggers waiting
        ("queue_part", "i2", v.MAX_WAITING),
        ("queue_card", "i2", v.MAX_WAITING),  # card in force, number
        ("queue_seat", "i2", v.MAX_WAITING),  # its holder, -1
        ("queue_actor", "i2", v.MAX_WAITING),
        ("queue_affected", "i2", v.MAX_WAITING),
        ("queue_hit", "i2", v.MAX_WAITING),  # follower's card number + 1
        ("n_due", "i2"),  # X6: spreads owed, in order
        ("due_head", "i2"),
        ("due", "i2", MAX_CASCADE),  # seats
        ("n_hits", "i2"),
        ("hits", "i2", MAX_CASCADE),  # seats hit, in order
        # copies of the spreading card with which a spread was owed or made: bit set over card numbers
        ("spread", "u8", 8),
        ("known_top", "i2", S),  # N1: cards from the top of the draw pile that the seat was shown
        # --- counted for the rows ---
        ("stat", "i2", (S, v.STATS)),
        ("plot_turns", "i2", v.MAX_PLOT_TYPES + 4),  # turns begun while the plot lay there
        ("plot_plays", "i2", v.MAX_PLOT_TYPES + 4),
        ("lead_changes", "i2"),
        ("leader", "i2"),  # seat that alone has most points, -1 none yet
        ("half_leader", "i2"),
        ("plays", "i2", v.MAX_TYPES),  # by type: times played as an action or reaction, cancelled ones too
        ("play_round", "i2", v.MAX_CARDS),  # by card: the round in which it was first played, 0 never
        ("held", "u8", (S, 8)),  # cards that ever lay in the seat's hand: bit set over card numbers
        ("played", "u8", (S, 8)),  # cards that the seat played
    ],
    align=True,
)

GAME_BYTES = 72736
assert GAME.itemsize == GAME_BYTES, GAME.itemsize

WORK = np.dtype(
    [
        ("choice", "i8", v.MAX_CHOICES),  # packed, see vocabulary.Choice
        ("score", "i8", v.MAX_CHOICES),
        ("n", "i8"),  # choices listed
        ("picked", "i8"),  # index of the choice taken last
        ("seed", "u8"),
        ("block", "i8"),
        ("game", "i8"),
        ("key_effects", "u8"),  # keys of the game's streams; counters beside
        ("key_policy", "u8", S),
        ("n_effects", "u8"),
        ("n_policy", "u8", S),
        ("sort_key", "u8", v.MAX_CARDS),  # scratch of the shuffle
        ("sort_card", "i2", v.MAX_CARDS),
        ("sorted_key", "u8", v.MAX_CARDS),
        ("sorted_card", "i2", v.MAX_CARDS),
        ("queue", "i2", SL),  # scratch of searches in a coalition
        ("aim_key", "i8"),  # of what aim_open is about, -1 nothing; see actions.py
        ("aim_open", "i8", S),
        ("deal_draw", "i2", v.MAX_CARDS),  # the block's deal: draw pile after it
        ("deal_n", "i2"),
        ("deal_hand", "i2", (S, 20 + v.MAX_TYPES)),  # the hand, and one each of what everyone gets besides it
        ("deal_size", "i2"),  # how many
        ("deal_character", "i2", S),  # the block's characters
        ("policy", "i2", S),  # policy of each seat
        ("scratch", "i8", 96),
        ("loaded", "i8"),  # whose weights stand in `weight`
        ("weight", "i4", v.WEIGHTS),  # of the policy that decides
        ("weights", "i4", (v.MAX_POLICIES, v.WEIGHTS)),  # by policy: a row of policies/features.py
    ],
    align=True,
)


declare("Game", GAME)
declare("Tables", TABLES)
declare("Work", WORK)


def new_game() -> np.recarray:
    """An empty game record, shape (1,), dtype GAME."""
    return np.zeros(1, dtype=GAME).view(np.recarray)


def new_work() -> np.recarray:
    """An empty work record, shape (1,), dtype WORK."""
    return np.zeros(1, dtype=WORK).view(np.recarray)
