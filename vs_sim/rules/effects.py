"""The steps of the card language: one frame does a run of rows, step by step, target by target (LANGUAGE section 2).

`step_steps` goes on with the innermost frame until a decision is asked, a frame is opened, or the run is over. `begin_*`
functions set how many are left to do (f_left) for the player at hand (f_now); `do_one` does what needs no decision.
"""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Part, Rule, Step
from vs_sim.jit import kernel, leaf
from vs_sim.rules.cascade import step_cascade
from vs_sim.rules.deeds import (
    destroy_follower,
    discard_from_hand,
    draw_card,
    eliminate,
    land,
    lowest_card,
    remove_job,
    remove_lying,
    remove_plot,
    unland,
)
from vs_sim.rules.draws import random_card, random_follower
from vs_sim.rules.frames import (
    ASKED,
    CASCADING,
    COST,
    JOB_LAID,
    NEEDS_TARGET,
    TAKEN,
    ask,
    owe_turn,
    pop_frame,
    push_turn,
)
from vs_sim.rules.modifiers import DESTROYED, HAND_SIZE, number
from vs_sim.rules.packing import bit, count_bits
from vs_sim.rules.rights import add_extra
from vs_sim.rules.state import TOKEN, Game, Tables, Work
from vs_sim.rules.targets import (
    can_do,
    lying_fits,
    matching_cards,
    part_targets,
    plot_fits,
    target_seats,
    victims,
)
from vs_sim.rules.triggers import run_away
from vs_sim.rules.winning import check_win_of, win_first
from vs_sim.rules.words import count_of, fits, type_fits
from vs_sim.vocabulary import Ask, Choose, Clear, Op, StepFlag, Target

OP = int(Step.OP)
N = int(Step.N)
A = int(Step.A)
TARGET = int(Step.TARGET)
CHOOSE = int(Step.CHOOSE)
ONLY = int(Step.ONLY)
COMPARE = int(Step.COMPARE)
FILTER = int(Step.FILTER)
CARD = int(Step.CARD)
FLAGS = int(Step.FLAGS)
SOURCE = int(Step.SOURCE)
P_TARGET = int(Part.TARGET)
MAX_EFFECTS = int(Rule.MAX_EFFECTS)

DESTROY = int(Op.DESTROY)
STEAL = int(Op.STEAL)
MICROAGGRESS = int(Op.MICROAGGRESS)
CLEAR = int(Op.CLEAR)
DRAW = int(Op.DRAW)
DISCARD = int(Op.DISCARD)
LOOK = int(Op.LOOK)
MORE = int(Op.MORE)
SKIP = int(Op.SKIP)
TAKE_TURN = int(Op.TAKE_TURN)
POINTS = int(Op.POINTS)
ELIMINATE = int(Op.ELIMINATE)
WIN = int(Op.WIN)
IF = int(Op.IF)

SPREADS = int(StepFlag.SPREADS)
PERSONAL = int(StepFlag.PERSONAL)
CHOOSE_OWNER = int(Choose.OWNER)
CHOOSE_RANDOM = int(Choose.RANDOM)
CLEAR_MICROAGGRESSION = int(Clear.MICROAGGRESSION)
CLEAR_JOB = int(Clear.JOB)
CLEAR_PLOT = int(Clear.PLOT)

PART = int(Target.PART)
SELF = int(Target.SELF)
OPPONENT = int(Target.OPPONENT)
PLAYER = int(Target.PLAYER)
ACTOR = int(Target.ACTOR)
AFFECTED = int(Target.AFFECTED)

ASK_VICTIM = int(Ask.VICTIM)
ASK_CARD = int(Ask.CARD)
ASK_COST = int(Ask.COST)
ASK_TARGET = int(Ask.TARGET)
ASK_STEAL_SET = int(Ask.STEAL_SET)
ASK_STEAL_PLACE = int(Ask.STEAL_PLACE)
ALL = 999
GOES_ON = 0
SUSPENDED = 1


@leaf
def _target_word(g: Game, t: Tables, f: int, row: int) -> int:
    """The target word of a step: its own, or its part's."""
    word = np.int64(t.step[row, TARGET])
    if word == PART:
        return np.int64(t.part[g.f_part[f] - 1, P_TARGET])
    return word


@kernel
def _seats_of(g: Game, t: Tables, f: int, row: int) -> int:
    """Mask of the seats to which a step is done; an own `opponent` or `player` must have been asked for before."""
    s = np.int64(g.f_self[f])
    word = np.int64(SELF) if g.f_flags[f] & COST != 0 else _target_word(g, t, f, row)
    if word == ACTOR:
        seats = bit(np.int64(g.f_actor[f]))
    elif word == AFFECTED:
        seats = bit(np.int64(g.f_affected[f]))
    elif word == OPPONENT or word == PLAYER:
        seats = bit(np.int64(g.f_target[f])) if t.step[row, TARGET] == PART else bit(np.int64(g.f_chosen[f]))
    else:
        seats = target_seats(g, s, word)
    kept = np.int64(0)
    for p in range(g.n_players):
        if (
            (seats >> p) & 1 == 1
            and g.out[p] == 0
            and fits(g, t, np.int64(p), s, np.int64(t.step[row, ONLY]), np.int64(t.step[row, COMPARE]))
        ):
            kept |= bit(np.int64(p))
    return kept


@kernel
def candidates(g: Game, t: Tables, w: Work, f: int) -> int:
    """Ask.TARGET: mask of the seats that a trigger, or a step's own `opponent` or `player`, may name."""
    row = np.int64(g.f_row[f])
    s = np.int64(g.f_self[f])
    if g.f_flags[f] & NEEDS_TARGET != 0:
        return part_targets(g, t, w, s, np.int64(g.f_part[f]) - 1)
    seats = target_seats(g, s, np.int64(t.step[row, TARGET]))
    found = np.int64(0)
    for p in range(g.n_players):
        if (
            (seats >> p) & 1 == 1
            and fits(g, t, np.int64(p), s, np.int64(t.step[row, ONLY]), np.int64(t.step[row, COMPARE]))
            and can_do(g, t, w, s, np.int64(p), row, np.int64(0))
        ):
            found |= bit(np.int64(p))
    return found


@leaf
def _next_target(g: Game, f: int) -> int:
    """D4: the next seat to be done, from self's left, self last."""
    p = np.int64(g.f_self[f])
    for _ in range(g.n_players):
        p = p + 1 if p + 1 < g.n_players else np.int64(0)
        if (g.f_todo[f] >> p) & 1 == 1:
            break
    return p


@leaf
def _how_many(g: Game, t: Tables, f: int, row: int) -> int:
    """The verb's number, times `per`; ALL for all."""
    n = np.int64(t.step[row, N])
    per = (t.step[row, FLAGS] >> 8) & 15
    if per > 0 and n != -1:
        n *= count_of(g, t, np.int64(g.f_self[f]), np.int64(per) - 1)
    return n


@kernel
def _begin(g: Game, t: Tables, w: Work, f: int, row: int, p: int) -> None:
    """Begin a step for player p: set how many are left to do, 0 if it cannot be done; what is done counts (W5).

    A personal destruction takes `more_destroyed` besides (K11).
    """
    g.f_left[f] = 0
    g.f_now[f] = p
    s = np.int64(g.f_self[f])
    if not can_do(g, t, w, s, p, row, np.int64(g.f_hit[f])):
        return
    g.effects += 1
    if g.effects > t.rule[MAX_EFFECTS]:
        run_away(g, np.int64(t.step[row, SOURCE]))
        return
    n = _how_many(g, t, f, row)
    op = t.step[row, OP]
    if op == POINTS:
        g.bonus[p] += n
        g.points[p] += n
        check_win_of(g, t, p)
        return
    if n == -1:
        n = np.int64(ALL)
    if op == DESTROY and t.step[row, FLAGS] & PERSONAL != 0:
        n += number(g, t, s, int(DESTROYED))
    g.f_left[f] = n


@kernel
def _pick_random_victim(g: Game, w: Work, p: int, mask: int) -> int:
    """A follower of a mask, drawn among them in the order of their numbers (C7)."""
    k = random_follower(w, count_bits(mask))
    while k > 0:
        mask &= ~bit(lowest_card(g, p, mask))
        k -= 1
    return lowest_card(g, p, mask)


@kernel
def hit_follower(g: Game, t: Tables, w: Work, f: int, p: int, slot: int) -> None:
    """Do a step's verb to one follower of p."""
    row = np.int64(g.f_row[f])
    op = t.step[row, OP]
    actor = np.int64(g.f_self[f])
    g.f_left[f] -= 1
    if op == DESTROY:
        destroy_follower(g, t, w, p, slot, actor)
    elif op == MICROAGGRESS:
        land(g, t, w, p, slot, int(TOKEN), actor)
    else:
        unland(g, t, w, p, slot, actor)


@kernel
def _go_on_victims(g: Game, t: Tables, w: Work, f: int, row: int, p: int) -> int:
    """destroy, microaggress, clear: one follower at a time (D3), named by self or by its owner (D4)."""
    mask = victims(g, t, np.int64(g.f_self[f]), p, row, np.int64(g.f_hit[f]))
    if mask == 0:
        g.f_left[f] = 0
        return GOES_ON
    choose = t.step[row, CHOOSE]
    if choose == CHOOSE_RANDOM:
        hit_follower(g, t, w, f, p, _pick_random_victim(g, w, p, mask))
        return GOES_ON
    ask(g, int(ASK_VICTIM), p if choose == CHOOSE_OWNER else np.int64(g.f_self[f]))
    return SUSPENDED


@kernel
def hit_card(g: Game, t: Tables, w: Work, f: int, p: int, card: int) -> None:
    """Do `discard` to one card of p's hand, wherever it is to go."""
    g.f_left[f] -= 1
    discard_from_hand(g, t, w, p, card, np.int64(t.step[g.f_row[f], A]), np.int64(g.f_self[f]))


@kernel
def _go_on_discard(g: Game, t: Tables, w: Work, f: int, row: int, p: int) -> int:
    """discard: all at once, or one card at a time."""
    have = matching_cards(g, t, p, row)
    if have == 0:
        g.f_left[f] = 0
        return GOES_ON
    choose = t.step[row, CHOOSE]
    if choose == CHOOSE_RANDOM or t.step[row, N] == -1:
        k = random_card(w, have) if choose == CHOOSE_RANDOM else np.int64(0)
        hit_card(g, t, w, f, p, nth_card(g, t, p, row, k))
        return GOES_ON
    cost = g.f_flags[f] & COST != 0
    ask(g, ASK_COST if cost else ASK_CARD, p if choose == CHOOSE_OWNER else np.int64(g.f_self[f]))
    return SUSPENDED


@kernel
def nth_card(g: Game, t: Tables, p: int, row: int, k: int) -> int:
    """The k-th card by number in p's hand that passes the step's card filter."""
    for i in range(g.n_hand[p]):
        ty = np.int64(t.card_type[g.hand[p, i]])
        if type_fits(
            t,
            ty,
            np.int64(t.step[row, FILTER]),
            np.int64(t.step[row, CARD]),
            np.int64(t.step[row, SOURCE]),
        ):
            if k == 0:
                return np.int64(g.hand[p, i])
            k -= 1
    return np.int64(-1)


@kernel
def _go_on_clear(g: Game, t: Tables, w: Work, f: int, row: int, p: int) -> int:
    """clear: Jobs the lowest number first; of plots and lying cards self names which, unless all go."""
    what = t.step[row, A]
    if what == CLEAR_MICROAGGRESSION:
        return _go_on_victims(g, t, w, f, row, p)
    if what == CLEAR_JOB:
        if g.n_jobs[p] > 0:
            g.f_left[f] -= 1
            remove_job(g, p)
        else:
            g.f_left[f] = 0
        return GOES_ON
    k = _first_clearable(g, t, row, p)
    if k < 0:
        g.f_left[f] = 0
        return GOES_ON
    if t.step[row, N] == -1:
        clear_at(g, t, f, k)
        return GOES_ON
    ask(g, int(ASK_CARD), np.int64(g.f_self[f]))
    return SUSPENDED


@leaf
def _first_clearable(g: Game, t: Tables, row: int, p: int) -> int:
    if t.step[row, A] == CLEAR_PLOT:
        for k in range(g.n_plots):
            if plot_fits(g, t, row, np.int64(k)):
                return np.int64(k)
        return np.int64(-1)
    for k in range(g.n_lying):
        if lying_fits(g, t, p, row, np.int64(k)):
            return np.int64(k)
    return np.int64(-1)


@kernel
def clear_at(g: Game, t: Tables, f: int, k: int) -> None:
    """P3: the plot or lying card at place k goes to the discard pile."""
    g.f_left[f] -= 1
    if t.step[g.f_row[f], A] == CLEAR_PLOT:
        remove_plot(g, t, k, np.int64(g.f_self[f]))
    else:
        remove_lying(g, t, k)


@kernel
def _go_on_draw(g: Game, t: Tables, w: Work, f: int, row: int, p: int) -> None:
    """draw: N cards, or up to the hand size."""
    left = np.int64(g.f_left[f])
    if t.step[row, N] == -1:
        left = number(g, t, p, int(HAND_SIZE)) - g.n_hand[p]
    g.f_left[f] = 0
    while left > 0 and g.result == 0 and draw_card(g, t, w, p):
        left -= 1


@kernel
def _go_on_skip(g: Game, t: Tables, f: int, row: int, p: int) -> None:
    """X2: the card itself lies on the character as a Job, if it does not lie on one already; or tokens do."""
    if t.step[row, A] == 1 and g.f_flags[f - 1] & JOB_LAID == 0:
        card = np.int64(g.f_card[f]) - 1
        g.jobs[p, card >> 6] |= np.uint64(1) << np.uint64(card & 63)
        g.n_jobs[p] += 1
        g.f_flags[f - 1] |= JOB_LAID
    else:
        g.n_jobs[p] += g.f_left[f]
        g.job_tokens[p] += g.f_left[f]
    g.f_left[f] = 0


@kernel
def _go_on_look(g: Game, t: Tables, f: int, row: int, p: int) -> None:
    """N1: self sees p's hand, or the next cards of the draw pile, and remembers them while they lie there."""
    s = np.int64(g.f_self[f])
    viewer = np.int64(g.controller) if (g.taken >> s) & 1 == 1 else s
    if t.step[row, N] == -1:
        for k in range(g.n_hand[p]):
            card = np.int64(g.hand[p, k])
            g.known[viewer, card >> 6] |= np.uint64(1) << np.uint64(card & 63)
    else:
        g.known_top[viewer] = max(
            np.int64(g.known_top[viewer]), min(np.int64(g.f_left[f]), np.int64(g.n_draw))
        )
    g.f_left[f] = 0


@kernel
def _take_turn(g: Game, t: Tables, f: int, p: int) -> None:
    """X5, T6: p's turn is taken at once; the first controller decides at every depth. On self: one more turn."""
    s = np.int64(g.f_self[f])
    g.f_left[f] = 0
    if p == s:
        owe_turn(g, p)
        return
    if g.controller < 0:
        g.controller = s
    g.passed_over[p] += 1
    push_turn(g, t, p, int(TAKEN))
    g.taken |= bit(p)


@kernel
def _go_on_more(g: Game, t: Tables, f: int, row: int, p: int) -> None:
    """X4: extra actions for p in this turn; outside p's turn nothing."""
    left = np.int64(g.f_left[f])
    g.f_left[f] = 0
    if g.turn_frame >= 0 and g.f_self[g.turn_frame] == p:
        add_extra(
            g,
            t,
            np.int64(-1) if left >= ALL else left,
            np.int64(t.step[row, FILTER]),
            np.int64(t.step[row, CARD]),
            np.int64(t.step[row, SOURCE]),
        )


@kernel
def _go_on_steal(g: Game, t: Tables, f: int) -> int:
    """D3: first the set, then each captured card gets its place."""
    s = np.int64(g.f_self[f])
    if g.f_slot[f] == 0:
        ask(g, int(ASK_STEAL_SET), s)
        return SUSPENDED
    if g.f_captured[f] > 0:
        ask(g, int(ASK_STEAL_PLACE), s)
        return SUSPENDED
    g.f_slot[f] = 0
    g.f_left[f] = 0
    return GOES_ON


@kernel
def _go_on(g: Game, t: Tables, w: Work, f: int) -> int:
    """Go on with the step at hand for the player at hand: GOES_ON, or SUSPENDED by a decision or a frame."""
    row = np.int64(g.f_row[f])
    p = np.int64(g.f_now[f])
    op = t.step[row, OP]
    if op == DESTROY or op == MICROAGGRESS:
        return _go_on_victims(g, t, w, f, row, p)
    if op == DISCARD:
        return _go_on_discard(g, t, w, f, row, p)
    if op == CLEAR:
        return _go_on_clear(g, t, w, f, row, p)
    if op == STEAL:
        return _go_on_steal(g, t, f)
    if op == DRAW:
        _go_on_draw(g, t, w, f, row, p)
    elif op == MORE:
        _go_on_more(g, t, f, row, p)
    elif op == SKIP:
        _go_on_skip(g, t, f, row, p)
    elif op == LOOK:
        _go_on_look(g, t, f, row, p)
    elif op == TAKE_TURN:
        _take_turn(g, t, f, p)
        return SUSPENDED if g.depth - 1 != f else GOES_ON
    elif op == ELIMINATE:
        g.f_left[f] = 0
        eliminate(g, t, w, p, np.int64(g.f_self[f]))
    elif op == WIN:
        g.f_left[f] = 0
        g.f_tried[f] |= 1 << p
    return GOES_ON


@leaf
def _end_step(g: Game, t: Tables, f: int) -> None:
    """A step was done to all its targets: several that win at once are settled by W3."""
    if g.f_tried[f] != 0 and g.result == 0:
        win_first(g, t, np.int64(g.f_tried[f]))
    g.f_tried[f] = 0
    g.f_row[f] += 1
    g.f_phase[f] = 0
    g.f_flags[f] &= ~(CASCADING | ASKED)


@kernel
def _begin_row(g: Game, t: Tables, w: Work, f: int) -> int:
    """Begin the step at f_row: test a condition, ask for its own target, or note to whom it is done."""
    row = np.int64(g.f_row[f])
    s = np.int64(g.f_self[f])
    if t.step[row, OP] == IF:
        holds = fits(g, t, s, s, np.int64(t.step[row, ONLY]), np.int64(t.step[row, COMPARE]))
        g.f_row[f] = row + 1 if holds else t.step[row, A]
        return GOES_ON
    word = t.step[row, TARGET]
    if (word == OPPONENT or word == PLAYER) and g.f_flags[f] & ASKED == 0:
        if candidates(g, t, w, f) == 0:
            g.f_row[f] = row + 1
            return GOES_ON
        ask(g, int(ASK_TARGET), s)
        return SUSPENDED
    g.f_phase[f] = 1
    if t.step[row, FLAGS] & SPREADS != 0:
        g.f_flags[f] |= CASCADING
        g.n_hits = 0
        g.n_due = 0
        g.due_head = 0
        for p in range(g.n_players):
            g.owed[p] = 0
    g.f_todo[f] = _seats_of(g, t, f, row)
    return GOES_ON


@kernel
def step_steps(g: Game, t: Tables, w: Work) -> None:
    """Go on with the innermost run of steps until something suspends it or it is over."""
    f = g.depth - 1
    while g.result == 0 and g.error == 0:
        if g.f_left[f] > 0:
            if _go_on(g, t, w, f) == SUSPENDED:
                return
        elif g.f_phase[f] == 0:
            if g.f_row[f] >= g.f_end[f]:
                pop_frame(g)
                return
            if g.f_flags[f] & NEEDS_TARGET != 0:
                if candidates(g, t, w, f) == 0:
                    pop_frame(g)
                else:
                    ask(g, int(ASK_TARGET), np.int64(g.f_self[f]))
                return
            if _begin_row(g, t, w, f) == SUSPENDED:
                return
        elif g.f_flags[f] & CASCADING != 0:
            if step_cascade(g, t, f):
                return
            if g.f_phase[f] == 2:
                _begin(g, t, w, f, np.int64(g.f_row[f]), np.int64(g.f_now[f]))
            else:
                _end_step(g, t, f)
        elif g.f_todo[f] == 0:
            _end_step(g, t, f)
        else:
            p = _next_target(g, f)
            g.f_todo[f] &= ~(1 << p)
            if g.out[p] == 0:
                _begin(g, t, w, f, np.int64(g.f_row[f]), p)
