"""The turn (T1 to T6), the order of play, and the two functions that drive a game: `advance` and `apply`.

`advance` runs the rules until something is to be decided or the game is over; `choices` lists what is legal; `apply` carries
out the one that was picked.
"""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Part, Rule
from vs_sim.jit import kernel, leaf
from vs_sim.rules.actions import list_actions
from vs_sim.rules.answers import apply_answer, set_gender
from vs_sim.rules.coalition import start
from vs_sim.rules.deeds import remove_job
from vs_sim.rules.drawn import draw_up, is_drawing, step_drawn
from vs_sim.rules.effects import step_steps
from vs_sim.rules.frames import (
    DID,
    DRAWN,
    FREED,
    NEEDS_TARGET,
    NEEDS_YES,
    NO_DRAW,
    OVER,
    PASSED,
    PLAY,
    SKIPPED,
    STEPS,
    TAKEN,
    TAKEN_TURN,
    TURN,
    WINDOW,
    ask,
    bound_actions,
    goes_on,
    pop_frame,
    push_steps,
    push_turn,
)
from vs_sim.rules.lasting import end_rounds, run_out
from vs_sim.rules.modifiers import (
    renew,
)
from vs_sim.rules.packing import bit, choice_aux, choice_card, choice_do
from vs_sim.rules.plays import begin_play, discard_action, step_play
from vs_sim.rules.reactions import step_window
from vs_sim.rules.rights import has_rights
from vs_sim.rules.rng import mix
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.triggers import count_use, in_force, note, uses_left
from vs_sim.rules.winning import check_unfinished, check_win, recheck
from vs_sim.rules.words import conditions_hold, next_in, previous_in
from vs_sim.vocabulary import Ask, Deed, Do, Event, Gender, Stat, Target

ASK_NOTHING = int(Ask.NOTHING)
ASK_ACTION = int(Ask.ACTION)
ASK_GENDER = int(Ask.GENDER)
ASK_CHARACTER = int(Ask.CHARACTER)
DO_DISCARD = int(Do.DISCARD)
DO_PASS = int(Do.PASS)
DO_STOP = int(Do.STOP)
DEED_DRAW = int(Deed.DRAW)
GAME_START = int(Event.GAME_START)
TURN_START = int(Event.TURN_START)
TURN_END = int(Event.TURN_END)
TURN_SKIPPED = int(Event.TURN_SKIPPED)
PLOT_ENDED = int(Event.PLOT_ENDED)
DESTROYED = int(Event.FOLLOWER_DESTROYED)
STOLEN = int(Event.FOLLOWER_STOLEN)
CHOOSES = int(Gender.CHOOSES)
OPPONENT = int(Target.OPPONENT)
PLAYER = int(Target.PLAYER)
NEXT = int(Target.NEXT)
PREVIOUS = int(Target.PREVIOUS)

GENDER_ONCE = int(Rule.GENDER_CHOICE)
DRAW_WHEN_SKIPPED = int(Rule.DRAW_ON_SKIPPED_TURN)
P_TARGET = int(Part.TARGET)
P_IF_FIRST = int(Part.IF_FIRST)
P_IF_N = int(Part.IF_N)
P_DO_FIRST = int(Part.DO_FIRST)
P_DO_N = int(Part.DO_N)
P_EVENT = int(Part.EVENT)
P_MAY = int(Part.MAY)
P_USES_ACTION = int(Part.USES_ACTION)

STAT_TURNS = int(Stat.TURNS)
STAT_SKIPPED = int(Stat.SKIPPED)
STAT_TAKEN = int(Stat.TAKEN)
STAT_PASSED_OVER = int(Stat.PASSED_OVER)
STAT_PASSES = int(Stat.PASSES)
STAT_DECISIONS = int(Stat.DECISIONS)

# Phases of a turn, in order of play.
BEGIN = 0
AFTER_GENDER = 1
ACT = 2
END = 3
DRAW = 4
CLOSE = 5
LEAVE = 6  # after what lasted until now ran out
# Phases of the start.
DRAFT = 0
GENDERS = 1
OPEN = 2
SETTLE = 3


@leaf
def advance(g: Game, t: Tables, w: Work) -> None:
    """Run the rules until a decision is asked (g.ask), the game is over (g.result) or an error is set."""
    while g.ask == ASK_NOTHING and g.result == 0 and g.error == 0:
        if g.depth == 0:
            _next_turn(g, t)
        else:
            kind = g.f_kind[g.depth - 1]
            if kind == TURN:
                _step_turn(g, t, w)
            elif kind == PLAY:
                step_play(g, t, w)
            elif kind == STEPS:
                step_steps(g, t, w)
            elif kind == WINDOW:
                step_window(g, t, w)
            elif kind == DRAWN:
                step_drawn(g, t)
            else:
                _step_start(g, t, w)


@leaf
def apply(g: Game, t: Tables, w: Work, choice: int) -> None:
    """Carry out one of the listed choices. `advance` goes on from there."""
    g.hash = mix(g.hash ^ np.uint64(choice))
    g.decisions += 1
    g.stat[g.decider, STAT_DECISIONS] += 1
    what = g.ask
    g.ask = ASK_NOTHING
    if what == ASK_ACTION:
        _apply_action(g, t, w, choice)
    elif what == ASK_GENDER:
        set_gender(g, t, np.int64(g.ask_seat), choice_aux(choice))
    elif what == ASK_CHARACTER:
        _pick_character(g, t, choice_card(choice))
    else:
        apply_answer(g, t, w, what, choice)


@kernel
def _apply_action(g: Game, t: Tables, w: Work, choice: int) -> None:
    """T1: what was chosen as an action."""
    f = g.turn_frame
    do = choice_do(choice)
    if do == DO_STOP:
        g.f_flags[f] |= OVER
    elif do == DO_PASS:
        g.f_flags[f] |= OVER | PASSED
        g.stat[g.f_self[f], STAT_PASSES] += 1
    elif do == DO_DISCARD:
        discard_action(g, t, np.int64(g.ask_seat), choice_card(choice))
    else:
        begin_play(g, t, w, np.int64(g.ask_seat), choice)


# --- before the first turn -----------------------------------------------------------------------------------------------


@kernel
def _pick_character(g: Game, t: Tables, card: int) -> None:
    """S3, draft: the seat that is asked takes a character."""
    g.character[g.ask_seat] = card


@kernel
def _step_start(g: Game, t: Tables, w: Work) -> None:
    """S3, C5: draft and genders in turn order, then the game starts."""
    f = g.depth - 1
    s = np.int64(g.f_now[f]) + 1
    phase = g.f_phase[f]
    if phase == DRAFT or phase == GENDERS:
        if s >= g.n_players:
            g.f_now[f] = -1
            g.f_phase[f] = phase + 1
            if phase == DRAFT:
                seat_characters(g, t, w)
            return
        g.f_now[f] = s
        if phase == DRAFT:
            if g.character[s] < 0:
                ask(g, int(ASK_CHARACTER), s)
        elif t.gender[t.card_type[g.character[s]]] == CHOOSES:
            ask(g, int(ASK_GENDER), s)
    elif phase == OPEN:
        renew(g, t)
        g.f_phase[f] = SETTLE
        for p in range(g.n_players):
            note(g, t, int(GAME_START), np.int64(p), np.int64(p), np.int64(-1))
        check_win(g, t)
    elif g.n_queue > 0:
        _run_trigger(g, t, np.int64(0))
    else:
        pop_frame(g)


@kernel
def seat_characters(g: Game, t: Tables, w: Work) -> None:
    """S3: each character becomes the centre of its player's coalition."""
    for p in range(g.n_players):
        card = np.int64(g.character[p])
        start(g, t, w, np.int64(p), card)
        gender = np.int64(t.gender[t.card_type[card]])
        g.own_gender[p] = 0 if gender == CHOOSES else gender
        g.gender[p] = g.own_gender[p]


# --- the order of play ---------------------------------------------------------------------------------------------------


@kernel
def _next_turn(g: Game, t: Tables) -> None:
    """S4, T6: the next seat still in has its turn, or is passed over once; a new round begins at the lowest seat."""
    s = np.int64(g.seat) + 1
    if s >= g.n_players:
        s = np.int64(0)
        g.rounds += 1
    g.seat = s
    if g.out[s] == 1:
        return
    if g.passed_over[s] > 0:
        g.passed_over[s] -= 1
        g.stat[s, STAT_PASSED_OVER] += 1
        return
    check_unfinished(g, t)
    if g.result == 0:
        g.effects = 0
        push_turn(g, t, s, int(0))


# --- a turn --------------------------------------------------------------------------------------------------------------


@kernel
def _step_turn(g: Game, t: Tables, w: Work) -> None:
    """The stages of the innermost turn, until something lies on it; what was set off before is done first."""
    f = np.int64(g.depth) - 1
    while goes_on(g, f):
        s = np.int64(g.f_self[f])
        phase = g.f_phase[f]
        if g.n_queue > g.f_queue[f] and phase != AFTER_GENDER and not is_drawing(g, f, s):
            _run_trigger(g, t, np.int64(g.f_queue[f]))
            continue
        if g.out[s] == 1 and phase < CLOSE:
            g.f_phase[f] = CLOSE
            phase = g.f_phase[f]
        if phase == BEGIN:
            _begin_turn(g, t, s)
        elif phase == AFTER_GENDER:
            _start_turn(g, t, s)
        elif phase == ACT:
            _act(g, t, w, s)
        elif phase == END:
            g.f_phase[f] = DRAW
            note(g, t, int(TURN_END), s, s, np.int64(-1))
        elif phase == DRAW:
            _draw(g, t, w, f, s)
        elif phase == CLOSE and t.has_lasting == 1:
            g.f_phase[f] = LEAVE
            run_out(g, t, f)
        else:
            _close_turn(g, t, f)


@leaf
def _draw(g: Game, t: Tables, w: Work, f: int, s: int) -> None:
    """T3: draw up; what a drawn card says comes before the next one."""
    draws = g.f_flags[f] & SKIPPED == 0 or t.rule[DRAW_WHEN_SKIPPED] == 1
    if not draws or not draw_up(g, t, w, f, s):
        g.f_phase[f] = CLOSE
        _count_pass(g, f, s)


@kernel
def _begin_turn(g: Game, t: Tables, s: int) -> None:
    """C5: the turn is counted, and who chooses a gender does so first thing."""
    f = g.depth - 1
    g.f_phase[f] = AFTER_GENDER
    g.turns += 1
    g.stat[s, STAT_TURNS] += 1
    if g.f_flags[f] & TAKEN != 0:
        g.stat[s, STAT_TAKEN] += 1
    if t.has_lasting == 1:
        end_rounds(g, t, s)
    recheck(g, t)  # a new round may have begun
    if g.result != 0:
        return
    for k in range(g.n_plots):
        g.plot_turns[t.plot[t.card_type[g.plot[k]]]] += 1
    if t.gender[t.card_type[g.character[s]]] == CHOOSES and t.rule[GENDER_ONCE] == 0:
        ask(g, int(ASK_GENDER), s)


@kernel
def _start_turn(g: Game, t: Tables, s: int) -> None:
    """T5: a turn that begins with Jobs on the character is spent removing one."""
    f = g.depth - 1
    if g.n_jobs[s] > 0:
        g.f_phase[f] = DRAW
        g.f_flags[f] |= SKIPPED
        g.stat[s, STAT_SKIPPED] += 1
        remove_job(g, s)
        recheck(g, t)
        note(g, t, int(TURN_SKIPPED), s, s, np.int64(-1))
    else:
        g.f_phase[f] = ACT
        note(g, t, int(TURN_START), s, s, np.int64(-1))


@kernel
def _may_go_on(g: Game, t: Tables, s: int) -> bool:
    """Whether something could be left to do after the first thing: a right, a further duty, a power that uses no action."""
    if has_rights(g, t) or g.require_all[s] != 0:
        return True
    if t.has_powers == 1:
        for k in range(g.n_force):
            part = t.action[g.force_type[k]]
            if part >= 0 and t.part[part, P_USES_ACTION] == 0:
                return True
    return False


@kernel
def _act(g: Game, t: Tables, w: Work, s: int) -> None:
    """T1, T2: ask for an action; after the first thing only where something optional can be done."""
    f = g.depth - 1
    if g.f_flags[f] & OVER != 0:
        g.f_phase[f] = END
        return
    if g.slow_fold == 1:
        renew(g, t)
    if g.f_flags[f] & DID != 0:
        if _may_go_on(g, t, s):
            list_actions(g, t, w, s)
        else:
            w.n = 0
        if w.n == 0:
            g.f_phase[f] = END
            return
    ask(g, int(ASK_ACTION), s)


@leaf
def _count_pass(g: Game, f: int, s: int) -> None:
    """W4: passes in a row at which no card could be drawn; a Job turn is none of them."""
    flags = g.f_flags[f]
    if flags & SKIPPED == 0:
        if flags & PASSED != 0 and flags & NO_DRAW != 0:
            g.passes[s] += 1
        else:
            g.passes[s] = 0


@kernel
def _close_turn(g: Game, t: Tables, f: int) -> None:
    """The turn is over, with its extra actions and uses; the one around it, if any, goes on."""
    own, first = np.int64(g.f_captured[f]), np.int64(g.f_end[f])
    g.n_used[0] = g.f_used[f]  # IN_TURN
    g.n_extra = g.f_extra[f]
    g.n_queue = g.f_queue[f]
    g.turn_frame = g.f_prev[f]
    pop_frame(g)
    if g.n_further > first:
        _push_further(g, t, own, first)
    if g.taken != 0 or g.controller >= 0:
        _find_taken(g)


@leaf
def _reverse_further(g: Game, first: int) -> None:
    """Of the further turns from a place on what was owed first comes last, where the next is taken off."""
    last = np.int64(g.n_further) - 1
    while first < last:
        entry = g.further[first]
        g.further[first] = g.further[last]
        g.further[last] = entry
        first += 1
        last -= 1


@kernel
def _push_further(g: Game, t: Tables, own: int, first: int) -> None:
    """The next of the further turns after the one that is over: what that one owed (from `own` on) before the others.

    Outside of all others it is a turn in sequence (W4). Who decides in a taken one decides on, unless that player is out.
    """
    _reverse_further(g, own)
    entry = np.int64(0)
    p = np.int64(-1)
    while g.n_further > first and (p < 0 or g.out[p] == 1):
        g.n_further -= 1
        entry = np.int64(g.further[g.n_further])
        p = entry & 15
    if g.out[p] == 1:
        return
    if g.depth == 0:
        check_unfinished(g, t)
    if g.turn_frame < 0:
        g.effects = 0
    if g.result != 0:
        return
    taken = entry & TAKEN_TURN != 0
    controller = (entry >> 5) - 1
    ruled = controller >= 0 and g.out[controller] == 0
    push_turn(g, t, p, (TAKEN if ruled else TAKEN | FREED) if taken else int(0))
    g.f_end[g.depth - 1] = first
    if ruled:
        g.controller = controller


@kernel
def _find_taken(g: Game) -> None:
    """X5: whose turns are being taken; when there is none any more the controller's rule is over."""
    g.taken = 0
    k = np.int64(g.turn_frame)
    while k >= 0:
        if g.f_flags[k] & (TAKEN | FREED) == TAKEN:
            g.taken |= bit(np.int64(g.f_self[k]))
        k = np.int64(g.f_prev[k])
    if g.taken == 0:
        g.controller = -1


@kernel
def _run_trigger(g: Game, t: Tables, base: int) -> None:
    """Do the first trigger that waits: if its card is still in force, its limit not reached and its condition true."""
    part = np.int64(g.queue_part[base])
    card = np.int64(g.queue_card[base])
    holder = np.int64(g.queue_seat[base])
    actor = np.int64(g.queue_actor[base])
    affected = np.int64(g.queue_affected[base])
    hit = np.int64(g.queue_hit[base])
    n = np.int64(g.n_queue) - 1
    for i in range(base, n):
        g.queue_part[i] = g.queue_part[i + 1]
        g.queue_card[i] = g.queue_card[i + 1]
        g.queue_seat[i] = g.queue_seat[i + 1]
        g.queue_actor[i] = g.queue_actor[i + 1]
        g.queue_affected[i] = g.queue_affected[i + 1]
        g.queue_hit[i] = g.queue_hit[i + 1]
    g.n_queue = n
    me = holder if holder >= 0 else actor
    event = t.part[part, P_EVENT]
    leaving = hit == card + 1 and (event == PLOT_ENDED or event == DESTROYED or event == STOLEN)
    there = g.out[me] == 0 and (leaving or in_force(g, t, card, holder, me))
    if not there or not uses_left(g, t, card, part, me):
        return
    conditions = np.int64(t.part[part, P_IF_N])
    if conditions > 0 and not conditions_hold(g, t, np.int64(t.part[part, P_IF_FIRST]), conditions, me):
        return
    asked = t.part[part, P_MAY] == 1
    if not asked:
        count_use(g, t, card, part, me)
    f = push_steps(g, t, me, card, part, np.int64(t.part[part, P_DO_FIRST]), np.int64(t.part[part, P_DO_N]))
    bound_actions(g, t)
    g.f_actor[f] = actor
    g.f_affected[f] = affected
    g.f_hit[f] = hit
    if asked:
        g.f_flags[f] = NEEDS_YES
    word = t.part[part, P_TARGET]
    if word == OPPONENT or word == PLAYER:
        g.f_flags[f] |= NEEDS_TARGET
    elif word == NEXT:
        g.f_target[f] = next_in(g, me)
    elif word == PREVIOUS:
        g.f_target[f] = previous_in(g, me)
