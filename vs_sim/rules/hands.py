"""The verbs about cards: draw, discard, take, give, swap, look; one frame does them card by card (LANGUAGE section 2)."""

from __future__ import annotations

import numpy as np

from vs_sim.cards.tables import Part, Rule, Step
from vs_sim.jit import kernel, leaf
from vs_sim.rules.coalition import lift
from vs_sim.rules.deeds import after_change, discard_from_hand, discard_over, draw_card, drop_orphans
from vs_sim.rules.draws import random_card
from vs_sim.rules.frames import COST, ask
from vs_sim.rules.modifiers import HAND_SIZE, may_do, number, show_open_hands
from vs_sim.rules.packing import bit, lowest
from vs_sim.rules.piles import count_pile, leave_pile, nth_of_pile
from vs_sim.rules.state import Game, Tables, Work
from vs_sim.rules.targets import can_do, claim_of, matching_cards
from vs_sim.rules.triggers import run_away
from vs_sim.rules.winning import recheck
from vs_sim.rules.words import card_fits, step_filter, this_card
from vs_sim.rules.zones import can_draw, forget_card, hand_add, hand_remove, show_hand, shuffle_draw_pile
from vs_sim.vocabulary import Ask, Choose, Deed, From, Into, Op, StepFlag, Target

OP = int(Step.OP)
N = int(Step.N)
A = int(Step.A)
B = int(Step.B)
TARGET = int(Step.TARGET)
CHOOSE = int(Step.CHOOSE)
CARD = int(Step.CARD)
FLAGS = int(Step.FLAGS)
SOURCE = int(Step.SOURCE)
DISCARD = int(Op.DISCARD)
TAKE = int(Op.TAKE)
GIVE = int(Op.GIVE)
UP_TO = int(StepFlag.UP_TO)
CHOOSE_SELF = int(Choose.SELF)
CHOOSE_OWNER = int(Choose.OWNER)
CHOOSE_RANDOM = int(Choose.RANDOM)
FROM_HAND = int(From.HAND)
FROM_DRAW_PILE = int(From.DRAW_PILE)
INTO_OWNERS_HAND = int(Into.OWNERS_HAND)
PART = int(Target.PART)
OTHERS = int(Target.OTHERS)
P_TARGET = int(Part.TARGET)
MAX_EFFECTS = int(Rule.MAX_EFFECTS)
DEED_DRAW = int(Deed.DRAW)
ASK_CARD = int(Ask.CARD)
ASK_COST = int(Ask.COST)
ASK_MAY = int(Ask.MAY)
GOES_ON = 0
SUSPENDED = 1


@leaf
def takes_all(t: Tables, row: int) -> bool:
    """Whether all of what there is goes and nobody is asked which."""
    return t.step[row, N] == -1 and t.step[row, FLAGS] & UP_TO == 0


@leaf
def chooser(g: Game, t: Tables, f: int, row: int, p: int) -> int:
    """Who picks: self, or the owner p."""
    return p if t.step[row, CHOOSE] == CHOOSE_OWNER else np.int64(g.f_self[f])


@leaf
def is_from_hand(t: Tables, row: int) -> bool:
    """Whether a step's cards lie in a hand (else in a pile)."""
    return t.step[row, OP] != TAKE or t.step[row, A] == FROM_HAND


@leaf
def whose_hand(g: Game, t: Tables, f: int, row: int) -> int:
    """In whose hand they lie: of `give` self's, else that of the player at hand."""
    return np.int64(g.f_self[f]) if t.step[row, OP] == GIVE else np.int64(g.f_now[f])


@leaf
def into_hand(t: Tables, row: int, p: int, s: int) -> int:
    """Into whose hand `take` takes: that of the target p, or self's."""
    return p if t.step[row, B] == INTO_OWNERS_HAND else s


@kernel
def nth_card(g: Game, t: Tables, p: int, row: int, f: int, k: int) -> int:
    """The k-th card by number in p's hand that passes the step's card filter."""
    filtered = step_filter(g, t, f, row)
    this = this_card(g, f)
    for i in range(g.n_hand[p]):
        if card_fits(t, np.int64(g.hand[p, i]), filtered, np.int64(t.step[row, CARD]), this):
            if k == 0:
                return np.int64(g.hand[p, i])
            k -= 1
    return np.int64(-1)


@kernel
def go_on_cards(g: Game, t: Tables, w: Work, f: int, row: int, p: int) -> int:
    """discard, give, take from a hand or pile: all at once, by the dice, or one card at a time."""
    hand = is_from_hand(t, row)
    owner = whose_hand(g, t, f, row)
    have = (
        matching_cards(g, t, owner, row, f)
        if hand
        else count_pile(g, t, w, row, step_filter(g, t, f, row), this_card(g, f))
    )
    if have == 0:
        g.f_left[f] = 0
        return GOES_ON
    every = takes_all(t, row)
    choose = t.step[row, CHOOSE]
    s = np.int64(g.f_self[f])
    if hand and choose == CHOOSE_SELF and owner != s:
        see_hand(g, s, owner)
    if choose == CHOOSE_RANDOM or every:
        k = np.int64(0) if every else random_card(w, have)
        card = (
            nth_card(g, t, owner, row, f, k)
            if hand
            else nth_of_pile(g, t, w, row, step_filter(g, t, f, row), this_card(g, f), k)
        )
        hit_card(g, t, w, f, p, card)
        return GOES_ON
    cost = g.f_flags[f] & COST != 0
    ask(g, ASK_COST if cost else ASK_CARD, chooser(g, t, f, row, owner))
    return SUSPENDED


@kernel
def hit_card(g: Game, t: Tables, w: Work, f: int, p: int, card: int) -> None:
    """Do the step's verb to one card, wherever it is to go."""
    row = np.int64(g.f_row[f])
    op = t.step[row, OP]
    s = np.int64(g.f_self[f])
    g.f_left[f] -= 1
    if op == DISCARD:
        discard_from_hand(g, t, w, p, card, np.int64(t.step[row, A]), s)
        return
    if op == GIVE:
        hand_remove(g, s, card)
        hand_add(g, p, card)
    elif is_from_hand(t, row):
        hand_remove(g, p, card)
        hand_add(g, s, card)
    else:
        leave_pile(g, np.int64(t.step[row, A]), card)
        hand_add(g, into_hand(t, row, p, s), card)
    recheck(g, t)
    if g.result == 0 and op == TAKE and not is_from_hand(t, row):
        if g.f_left[f] == 0 or count_pile(g, t, w, row, step_filter(g, t, f, row), this_card(g, f)) == 0:
            end_search(g, t, w, f)


@kernel
def end_search(g: Game, t: Tables, w: Work, f: int) -> None:
    """A step that takes cards is over; a searched draw pile is shuffled."""
    row = np.int64(g.f_row[f])
    g.f_left[f] = 0
    if t.step[row, OP] == TAKE and t.step[row, A] == FROM_DRAW_PILE:
        shuffle_draw_pile(g, t, w)


@kernel
def take_follower(g: Game, t: Tables, w: Work, row: int, p: int, slot: int, s: int) -> None:
    """`take` from a coalition: a follower of p goes to a hand, what lay on it is discarded, orphans fall (G6)."""
    card = np.int64(g.node_card[p, slot]) - 1
    over = np.int64(g.node_over[p, slot])
    orphans = lift(g, t, w, p, slot)
    discard_over(g, over)
    hand_add(g, into_hand(t, row, p, s), card)
    if orphans != 0:
        drop_orphans(g, t, w, p, orphans, s)
    after_change(g, t)


@leaf
def _wants_more(g: Game, t: Tables, row: int, p: int) -> bool:
    """draw: whether p may draw one more card, and of `full` whether there is room for it."""
    if t.step[row, N] == -1 and g.n_hand[p] >= number(g, t, p, int(HAND_SIZE)):
        return False
    if g.result != 0 or g.out[p] == 1:
        return False
    return may_do(g, t, p, int(DEED_DRAW), np.int64(-1), np.int64(-1), claim_of(t, row), int(0))


@kernel
def go_on_draw(g: Game, t: Tables, w: Work, f: int, row: int, p: int) -> int:
    """draw: N cards, or up to the hand size; with `up_to` the chooser is asked before each.

    A drawn card that says something comes first.
    """
    left = np.int64(g.f_left[f])
    g.f_left[f] = 0
    if t.step[row, FLAGS] & UP_TO != 0 and t.step[row, CHOOSE] != CHOOSE_RANDOM:
        if _wants_more(g, t, row, p) and can_draw(g, t):
            g.f_left[f] = left
            ask(g, int(ASK_MAY), chooser(g, t, f, row, p))
            return SUSPENDED
        return GOES_ON
    while left > 0 and _wants_more(g, t, row, p) and draw_card(g, t, w, p):
        left -= 1
        if g.depth - 1 != f:
            g.f_left[f] = left
            return SUSPENDED
    return GOES_ON


@kernel
def draw_one(g: Game, t: Tables, w: Work, f: int) -> None:
    """`up_to`: the chooser wants one card more to be drawn."""
    g.f_left[f] -= 1
    draw_card(g, t, w, np.int64(g.f_now[f]))


@leaf
def _viewer(g: Game, s: int) -> int:
    return np.int64(g.controller) if (g.taken >> s) & 1 == 1 else s


@kernel
def see_hand(g: Game, s: int, p: int) -> None:
    """N1: self sees p's hand, and remembers the cards while they lie there."""
    show_hand(g, p, _viewer(g, s))


@kernel
def go_on_look(g: Game, t: Tables, f: int, row: int, p: int) -> None:
    """N1: self sees p's hand, or the next cards of the draw pile, and remembers them while they lie there."""
    s = np.int64(g.f_self[f])
    if t.step[row, N] == -1:
        see_hand(g, s, p)
    else:
        viewer = _viewer(g, s)
        g.known_top[viewer] = max(
            np.int64(g.known_top[viewer]), min(np.int64(g.f_left[f]), np.int64(g.n_draw))
        )
    g.f_left[f] = 0


# --- swap ---


@kernel
def _forget_hand(g: Game, p: int) -> None:
    for k in range(g.n_hand[p]):
        forget_card(g, np.int64(g.hand[p, k]))


@kernel
def _exchange(g: Game, a: int, b: int) -> None:
    """The hands of a and b change places."""
    n = max(np.int64(g.n_hand[a]), np.int64(g.n_hand[b]))
    for k in range(n):
        card = g.hand[a, k]
        g.hand[a, k] = g.hand[b, k]
        g.hand[b, k] = card
    n = np.int64(g.n_hand[a])
    g.n_hand[a] = g.n_hand[b]
    g.n_hand[b] = n


@kernel
def go_on_swap(g: Game, t: Tables, w: Work, f: int, row: int, p: int, everyone: bool) -> None:
    """Self and p exchange hands; global: each hand among the targets (`others`: and self) goes to the next of them."""
    s = np.int64(g.f_self[f])
    seats = bit(p) | bit(s)
    if everyone:
        word = np.int64(t.step[row, TARGET])
        if word == PART:
            word = np.int64(t.part[g.f_part[f] - 1, P_TARGET])
        seats = bit(p)
        left = np.int64(g.f_todo[f])
        g.f_todo[f] = 0
        while left != 0:
            q = lowest(left)
            left &= left - 1
            if can_do(g, t, w, s, q, row, f):
                seats |= bit(q)
                g.effects += 1
        if word == OTHERS:
            seats |= bit(s)
    g.f_left[f] = 0
    if g.effects > t.rule[MAX_EFFECTS]:
        run_away(g, np.int64(t.step[row, SOURCE]))
        return
    rotate_hands(g, seats)
    if g.any_open == 1 and g.slow_fold == 0:  # else after the change, anew
        show_open_hands(g)
    recheck(g, t)


@kernel
def rotate_hands(g: Game, seats: int) -> None:
    """Each hand of a mask of seats goes to the next of them in turn order; nobody else knows any more what is in it."""
    if seats & (seats - 1) == 0:
        return
    last = np.int64(-1)
    for k in range(g.n_players - 1, -1, -1):
        p = np.int64(k)
        if (seats >> p) & 1 == 1:
            _forget_hand(g, p)
            if last >= 0:
                _exchange(g, last, p)
            last = p
