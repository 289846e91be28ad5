"""The steps of the card language: one frame does a run of rows, step by step, target by target (LANGUAGE section 2).

`step_steps` goes on with the innermost frame until a decision is asked, a frame is opened, or the run is over. `begin_*`
functions set how many are left to do (f_left) for the player at hand (f_now); `do_one` does what needs no decision.
"""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Part, Rule, Step
from vs_sim.jit import kernel, leaf
from vs_sim.rules.at_once import ALL, go_on_at_once
from vs_sim.rules.cascade import step_cascade
from vs_sim.rules.deeds import destroy_follower, land, lowest_card, unland
from vs_sim.rules.draws import chance, random_choice, random_follower
from vs_sim.rules.frames import (
    AGREED,
    ASKED,
    CASCADING,
    COST,
    FOR_ONE,
    NEEDS_TARGET,
    NEEDS_YES,
    STEPS,
    ask,
    pop_frame,
)
from vs_sim.rules.hands import (
    CHOOSE_RANDOM,
    GOES_ON,
    SUSPENDED,
    chooser,
    go_on_cards,
    take_follower,
)
from vs_sim.rules.modifiers import DESTROYED, number
from vs_sim.rules.moves import list_moves, move_follower, nth_place
from vs_sim.rules.options import list_options, open_option
from vs_sim.rules.packing import bit, choice_aux, count_bits, lowest
from vs_sim.rules.state import TOKEN, Game, Tables, Work
from vs_sim.rules.steal import capture, list_sets, nth_set
from vs_sim.rules.targets import (
    aimed_seats,
    can_affect,
    can_run,
    claim_of,
    further_targets,
    part_targets,
    target_seats,
    to_move,
    victims,
)
from vs_sim.rules.things import go_on_things
from vs_sim.rules.triggers import run_away
from vs_sim.rules.winning import check_win_of, win_first
from vs_sim.rules.words import fits, step_filter, times
from vs_sim.vocabulary import MOST_BONUS, Ask, Clear, From, Op, StepFlag, Target

OP = int(Step.OP)
N = int(Step.N)
A = int(Step.A)
TARGET = int(Step.TARGET)
CHOOSE = int(Step.CHOOSE)
ONLY = int(Step.ONLY)
COMPARE = int(Step.COMPARE)
FLAGS = int(Step.FLAGS)
SOURCE = int(Step.SOURCE)
P_TARGET = int(Part.TARGET)
MAX_EFFECTS = int(Rule.MAX_EFFECTS)

DESTROY = int(Op.DESTROY)
STEAL = int(Op.STEAL)
MOVE = int(Op.MOVE)
MICROAGGRESS = int(Op.MICROAGGRESS)
CLEAR = int(Op.CLEAR)
DISCARD = int(Op.DISCARD)
TAKE = int(Op.TAKE)
GIVE = int(Op.GIVE)
POINTS = int(Op.POINTS)
EITHER = int(Op.EITHER)
IF = int(Op.IF)
CHANCE = int(Op.CHANCE)

MAY = int(StepFlag.MAY)
UP_TO = int(StepFlag.UP_TO)
SPREADS = int(StepFlag.SPREADS)
PERSONAL = int(StepFlag.PERSONAL)
CLEAR_MICROAGGRESSION = int(Clear.MICROAGGRESSION)
U0 = np.uint64(0)
FROM_COALITION = int(From.COALITION)

OPPONENT = int(Target.OPPONENT)
PLAYER = int(Target.PLAYER)
PREVIOUS = int(Target.PREVIOUS)
ACTOR = int(Target.ACTOR)
AFFECTED = int(Target.AFFECTED)

ASK_VICTIM = int(Ask.VICTIM)
ASK_TARGET = int(Ask.TARGET)
ASK_MAY = int(Ask.MAY)
ASK_OPTION = int(Ask.OPTION)
ASK_MOVE_PLACE = int(Ask.MOVE_PLACE)
ASK_STEAL_SET = int(Ask.STEAL_SET)
ASK_STEAL_PLACE = int(Ask.STEAL_PLACE)


@leaf
def _part_seats(g: Game, t: Tables, f: int) -> int:
    """Mask of the seats that the target of the part stands for; of an option, the player to whom it is done."""
    s = np.int64(g.f_self[f])
    if g.f_flags[f] & COST != 0:
        return bit(s)
    word = np.int64(t.part[g.f_part[f] - 1, P_TARGET])
    if g.f_flags[f] & FOR_ONE != 0 or OPPONENT <= word <= PREVIOUS:
        return bit(np.int64(g.f_target[f])) if g.f_target[f] >= 0 else np.int64(0)
    if word == ACTOR:
        return bit(np.int64(g.f_actor[f]))
    if word == AFFECTED:
        return bit(np.int64(g.f_affected[f]))
    return target_seats(g, s, word) & np.int64(g.f_seats[f])


@kernel
def candidates(g: Game, t: Tables, w: Work, f: int) -> int:
    """Ask.TARGET: mask of the seats that a trigger or play may name, or to which the step at hand could do something."""
    row = np.int64(g.f_row[f])
    s = np.int64(g.f_self[f])
    if g.f_kind[f] != STEPS:
        return further_targets(g, t, w, f)
    if g.f_flags[f] & NEEDS_TARGET != 0:
        return part_targets(g, t, w, s, np.int64(g.f_part[f]) - 1, f)
    rest = aimed_seats(g, t, s, _part_seats(g, t, f), row, f)
    found = np.int64(0)
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        if can_affect(g, t, w, s, p, row, f):
            found |= bit(p)
    return found


@kernel
def can_go_on(g: Game, t: Tables, w: Work, f: int) -> bool:
    """`may` of a trigger: whether a step of the run in frame f could do something to somebody."""
    if g.f_flags[f] & NEEDS_TARGET != 0:
        return candidates(g, t, w, f) != 0
    s = np.int64(g.f_self[f])
    return can_run(g, t, w, s, _part_seats(g, t, f), np.int64(g.f_row[f]), np.int64(g.f_end[f]), f)


@leaf
def _next_target(g: Game, f: int) -> int:
    """D4: the next seat to be done, from self's left, self last."""
    p = np.int64(g.f_self[f])
    for _ in range(g.n_players):
        p = p + 1 if p + 1 < g.n_players else np.int64(0)
        if (g.f_todo[f] >> p) & 1 == 1:
            break
    return p


@kernel
def _begin(g: Game, t: Tables, w: Work, f: int, row: int, p: int) -> None:
    """Begin a step for player p: set how many are left to do, 0 if it cannot be done; what is done counts (W5).

    A personal destruction takes `more_destroyed` besides (K11).
    """
    g.f_left[f] = 0
    g.f_now[f] = p
    s = np.int64(g.f_self[f])
    if not can_affect(g, t, w, s, p, row, f):
        return
    if t.step[row, OP] == EITHER:
        g.f_left[f] = 1
        return
    n = times(g, t, s, row)
    if n == 0:
        return
    g.effects += 1
    if g.effects > t.rule[MAX_EFFECTS]:
        run_away(g, np.int64(t.step[row, SOURCE]))
        return
    op = t.step[row, OP]
    if op == POINTS:
        n = min(max(n, -MOST_BONUS - np.int64(g.bonus[p])), MOST_BONUS - np.int64(g.bonus[p]))
        g.bonus[p] += n
        g.points[p] += n
        check_win_of(g, t, p)
        return
    if n == -1:
        n = np.int64(ALL)
    if op == DESTROY and t.step[row, FLAGS] & PERSONAL != 0:
        n += number(g, t, s, int(DESTROYED))
    g.moved = 0
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
    elif op == TAKE:
        take_follower(g, t, w, row, p, slot, actor)
    elif op == CLEAR:
        unland(g, t, w, p, slot, actor)
    else:
        _begin_move(g, t, w, f, row, p, slot)


@kernel
def _go_on_victims(g: Game, t: Tables, w: Work, f: int, row: int, p: int) -> int:
    """destroy, microaggress, clear, move, take: one follower at a time (D3), named by self or by its owner (D4)."""
    s = np.int64(g.f_self[f])
    if t.step[row, OP] == MOVE:
        mask = to_move(g, t, w, s, p, row, f, np.int64(g.moved))
    else:
        mask = victims(g, t, s, p, row, f)
    if mask == 0:
        g.f_left[f] = 0
        return GOES_ON
    if t.step[row, CHOOSE] == CHOOSE_RANDOM:
        hit_follower(g, t, w, f, p, _pick_random_victim(g, w, p, mask))
        return GOES_ON
    ask(g, int(ASK_VICTIM), chooser(g, t, f, row, p))
    return SUSPENDED


@kernel
def _begin_move(g: Game, t: Tables, w: Work, f: int, row: int, p: int, slot: int) -> None:
    """A follower to be moved was named: the chooser lays it elsewhere, or the dice do."""
    if t.step[row, CHOOSE] != CHOOSE_RANDOM:
        g.f_left[f] += 1
        g.f_slot[f] = slot
        return
    w.n = 0
    list_moves(g, t, w, p, slot, claim_of(t, row))
    place = nth_place(g, w, p, random_choice(w, np.int64(w.n)))
    move_follower(g, t, w, p, slot, place, np.int64(g.f_self[f]))


@kernel
def _go_on_steal(g: Game, t: Tables, w: Work, f: int, row: int, p: int) -> int:
    """D3: first the set, then each captured card gets its place."""
    s = np.int64(g.f_self[f])
    if g.f_slot[f] == 0:
        if t.step[row, CHOOSE] == CHOOSE_RANDOM:
            w.n = 0
            sets_to_steal(g, t, w, f)
            capture(g, t, w, f, nth_set(g, w, p, random_choice(w, np.int64(w.n))))
            return GOES_ON
        ask(g, int(ASK_STEAL_SET), chooser(g, t, f, row, p))
        return SUSPENDED
    if g.f_captured[f] > 0:
        ask(g, int(ASK_STEAL_PLACE), s)
        return SUSPENDED
    g.f_slot[f] = 0
    g.f_left[f] = 0
    return GOES_ON


@kernel
def sets_to_steal(g: Game, t: Tables, w: Work, f: int) -> None:
    """List the sets that the step at hand can steal."""
    row = np.int64(g.f_row[f])
    fewer = np.int64(t.step[row, FLAGS]) & UP_TO != 0
    filtered = step_filter(g, t, f, row)
    s, p = np.int64(g.f_self[f]), np.int64(g.f_now[f])
    list_sets(g, t, w, s, p, np.int64(g.f_left[f]), filtered, claim_of(t, row), fewer)


@kernel
def _go_on_move(g: Game, t: Tables, w: Work, f: int, row: int, p: int) -> int:
    """move: first the follower, then its place."""
    if g.f_slot[f] == 0:
        return _go_on_victims(g, t, w, f, row, p)
    ask(g, int(ASK_MOVE_PLACE), chooser(g, t, f, row, p))
    return SUSPENDED


@kernel
def _go_on_either(g: Game, t: Tables, w: Work, f: int, row: int, p: int) -> int:
    """either: one of the options that can do something to p, named or thrown; its steps are a frame of their own."""
    if t.step[row, CHOOSE] == CHOOSE_RANDOM:
        w.n = 0
        list_options(g, t, w, f, row, p)
        g.f_left[f] = 0
        open_option(g, t, f, choice_aux(w.choice[random_choice(w, np.int64(w.n))]))
    else:
        ask(g, int(ASK_OPTION), chooser(g, t, f, row, p))
    return SUSPENDED


@kernel
def _go_on(g: Game, t: Tables, w: Work, f: int) -> int:
    """Go on with the step at hand for the player at hand: GOES_ON, or SUSPENDED by a decision or a frame."""
    row = np.int64(g.f_row[f])
    p = np.int64(g.f_now[f])
    op = np.int64(t.step[row, OP])
    own = np.int64(t.step[row, A])
    if (
        op == DESTROY
        or op == MICROAGGRESS
        or (op == CLEAR and own == CLEAR_MICROAGGRESSION)
        or (op == TAKE and own == FROM_COALITION)
    ):
        return _go_on_victims(g, t, w, f, row, p)
    if op == DISCARD or op == TAKE or op == GIVE:
        return go_on_cards(g, t, w, f, row, p)
    if op == CLEAR or (op == STEAL and own == 1):
        return go_on_things(g, t, w, f, row, p)
    if op == STEAL:
        return _go_on_steal(g, t, w, f, row, p)
    if op == MOVE:
        return _go_on_move(g, t, w, f, row, p)
    if op == EITHER:
        return _go_on_either(g, t, w, f, row, p)
    return go_on_at_once(g, t, w, f, row, p, op)


@leaf
def pass_step(g: Game, t: Tables, f: int) -> None:
    """Go on with the row behind the step at hand, behind all options of an `either`."""
    row = np.int64(g.f_row[f])
    g.f_row[f] = t.step[row, A] if t.step[row, OP] == EITHER else row + 1
    g.f_phase[f] = 0
    g.f_flags[f] &= ~(CASCADING | ASKED | AGREED)


@leaf
def _end_step(g: Game, t: Tables, f: int) -> None:
    """A step was done to all its targets: several that win at once are settled by W3."""
    if g.f_tried[f] != 0 and g.result == 0:
        win_first(g, t, np.int64(g.f_tried[f]))
    g.f_tried[f] = 0
    pass_step(g, t, f)


@kernel
def _asks_first(g: Game, t: Tables, w: Work, f: int, row: int) -> bool:
    """Whether self is asked first (`may`, the step's own target), or the step is passed over as nothing can be done."""
    word = t.step[row, TARGET]
    flags = g.f_flags[f]
    may = t.step[row, FLAGS] & MAY != 0 and flags & AGREED == 0
    if not may and ((word != OPPONENT and word != PLAYER) or flags & ASKED != 0):
        return False
    if candidates(g, t, w, f) == 0:
        pass_step(g, t, f)
    else:
        ask(g, int(ASK_MAY) if may else int(ASK_TARGET), np.int64(g.f_self[f]))
    return True


@kernel
def _begin_row(g: Game, t: Tables, w: Work, f: int) -> None:
    """Begin the row at hand: test a condition or the dice, ask what must be asked first, or note to whom it is done."""
    row = np.int64(g.f_row[f])
    s = np.int64(g.f_self[f])
    op = t.step[row, OP]
    if op == IF or op == CHANCE:
        if op == IF:
            holds = fits(g, t, s, s, np.int64(t.step[row, ONLY]), np.int64(t.step[row, COMPARE]))
        else:
            holds = chance(w, np.int64(t.step[row, N]))
        g.f_row[f] = row + 1 if holds else t.step[row, A]
        return
    if _asks_first(g, t, w, f, row):
        return
    spreads = t.step[row, FLAGS] & SPREADS != 0
    if spreads and times(g, t, s, row) == 0:
        pass_step(g, t, f)
        return
    g.f_phase[f] = 1
    if spreads:
        g.f_flags[f] |= CASCADING
        g.n_hits = 0
        g.n_due = 0
        g.due_head = 0
        for word in range(8):
            g.spread[word] = U0
    named = g.f_flags[f] & ASKED != 0
    g.f_todo[f] = (
        bit(np.int64(g.f_chosen[f])) if named else aimed_seats(g, t, s, _part_seats(g, t, f), row, f)
    )


@kernel
def step_steps(g: Game, t: Tables, w: Work) -> None:
    """Go on with the innermost run of steps until something suspends it or it is over."""
    f = g.depth - 1
    while g.result == 0 and g.error == 0 and g.ask == 0:
        if g.f_left[f] > 0:
            if _go_on(g, t, w, f) == SUSPENDED:
                return
        elif g.f_phase[f] == 0:
            if g.f_row[f] >= g.f_end[f] or g.out[g.f_self[f]] == 1:
                pop_frame(g)
                return
            if g.f_flags[f] & NEEDS_YES != 0:
                if can_go_on(g, t, w, f):
                    ask(g, int(ASK_MAY), np.int64(g.f_self[f]))
                else:
                    pop_frame(g)
                return
            if g.f_flags[f] & NEEDS_TARGET != 0:
                if candidates(g, t, w, f) == 0:
                    pop_frame(g)
                else:
                    ask(g, int(ASK_TARGET), np.int64(g.f_self[f]))
                return
            _begin_row(g, t, w, f)
        elif g.f_flags[f] & CASCADING != 0:
            if step_cascade(g, t, f):
                return
            p = np.int64(g.f_now[f])
            if g.f_phase[f] != 2:
                _end_step(g, t, f)
            elif g.out[p] == 0 and g.out[g.f_self[f]] == 0:
                _begin(g, t, w, f, np.int64(g.f_row[f]), p)
        elif g.f_todo[f] == 0:
            _end_step(g, t, f)
        else:
            p = _next_target(g, f)
            g.f_todo[f] &= ~(1 << p)
            if g.out[p] == 0 and g.out[g.f_self[f]] == 0:
                _begin(g, t, w, f, np.int64(g.f_row[f]), p)
