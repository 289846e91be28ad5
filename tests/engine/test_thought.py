"""Looking ahead: what is dealt anew, and that it makes a stronger player."""

from typing import Any

import numpy as np

from tests.policies.games import BALANCED, BASE, LOOKAHEAD, decisions, played, stepper
from vs_sim.engine.batch import new_order, play_chunk
from vs_sim.engine.hidden import deal_hidden
from vs_sim.engine.memory import Workspace
from vs_sim.engine.thought import CERTAIN, value_for
from vs_sim.policies import features as f
from vs_sim.policy_files.rows import builtin_rows
from vs_sim.rules.state import new_work
from vs_sim.vocabulary import Ask


def cards_of(g: Any, players: int) -> tuple[list[list[int]], list[int]]:
    """Hands and draw pile."""
    hands = [[int(card) for card in g.hand[s, : int(g.n_hand[s])]] for s in range(players)]
    return hands, [int(card) for card in g.draw[: int(g.n_draw)]]


def quick_rows(rollouts: int, horizon: int = 4) -> np.ndarray:
    """The policies of the program with a lookahead that thinks little."""
    rows = builtin_rows().copy()
    rows[LOOKAHEAD, [f.ROLLOUTS, f.HORIZON]] = rollouts, horizon
    return rows


def test_n1_what_is_not_seen_is_dealt_anew_and_fits() -> None:
    """Own hand and sizes stay, no card is lost or doubled, hidden cards move, and nothing else of the game changes."""
    work = new_work()[0]
    moved = 0
    for n, (made, _) in enumerate(decisions([BALANCED] * 4, range(2))):
        g = made.game
        me = int(g.decider)
        hands, draw = cards_of(g, 4)
        before = g.copy()
        with np.errstate(over="ignore"):
            deal_hidden(g, made.tables, made.work, work, me, np.uint64(n))
        new_hands, new_draw = cards_of(g, 4)
        assert new_hands[me] == hands[me]
        assert [len(hand) for hand in new_hands] == [len(hand) for hand in hands]
        assert all(hand == sorted(hand) for hand in new_hands)
        assert sorted(sum(new_hands, new_draw)) == sorted(sum(hands, draw))
        moved += new_hands != hands
        for name in set(g.dtype.names) - {"hand", "draw", "held"}:  # `held` is counted only
            assert np.array_equal(before[name], g[name]), name
        made._space.games[0] = before
        if n > 150:
            break
    assert moved > 100


def test_n1_cards_that_were_shown_stay() -> None:
    """Known cards of another hand and the known top of the draw pile lie where they lay."""
    made = stepper([BALANCED] * 4, 3)
    g = made.game
    me = int(g.decider)
    other = (me + 1) % 4
    shown = [int(card) for card in g.hand[other, :2]]
    for card in shown:
        g.known[me, card >> 6] |= np.uint64(1 << (card & 63))
    g.known_top[me] = 3
    top = [int(card) for card in g.draw[int(g.n_draw) - 3 : int(g.n_draw)]]
    with np.errstate(over="ignore"):
        for key in range(5):
            deal_hidden(g, made.tables, made.work, new_work()[0], me, np.uint64(key))
            assert set(shown) <= {int(card) for card in g.hand[other, : int(g.n_hand[other])]}
            assert [int(card) for card in g.draw[int(g.n_draw) - 3 : int(g.n_draw)]] == top


def test_n1_dealing_anew_hangs_on_the_set_of_hidden_cards_alone() -> None:
    """However they lie, the same key deals them alike."""
    dealt: list[Any] = []
    for turn_round in (False, True):
        made = stepper([BALANCED] * 3, 1)
        g = made.game
        n = int(g.n_draw)
        if turn_round:
            g.draw[:n] = g.draw[:n][::-1].copy()
        with np.errstate(over="ignore"):
            deal_hidden(g, made.tables, made.work, new_work()[0], int(g.decider), np.uint64(5))
        dealt.append(cards_of(g, 3))
    assert dealt[0] == dealt[1]


def test_who_is_nearer_to_winning_stands_better() -> None:
    """Before the end by points; shares of all seats add up to a whole."""
    made, _ = next(pair for pair in decisions([BALANCED] * 4, [0]) if pair[0].game.ask == Ask.ACTION)
    made.game.points[:4] = [3, 9, 9, 14]
    values = [value_for(made.game, s) for s in range(4)]
    assert values[0] < values[1] == values[2] < values[3]
    assert abs(sum(values) - CERTAIN) < 20


def test_looking_ahead_wins_more() -> None:
    """Even with 24 games played out a decision it wins well over a quarter against three balanced (fixed seed)."""
    ids = np.array([[LOOKAHEAD, BALANCED, BALANCED, BALANCED]], dtype=np.int64)
    space = Workspace(BASE.tables, quick_rows(24, 5))
    _, seats, bad = play_chunk(space, new_order(1, 4, 4, 0), ids, np.zeros(4, dtype=np.int64), 0, 25)
    assert bad == -1
    assert seats["won"][seats["policy"] == LOOKAHEAD].mean() > 0.3125


def test_a_game_does_not_hang_on_those_before_it() -> None:
    """Looking ahead leaves nothing behind: a block is played alike alone and after others."""
    ids = np.array([[LOOKAHEAD] * 2], dtype=np.int64)
    fixed = np.zeros(2, dtype=np.int64)
    hashes: list[Any] = []
    for first, blocks in ((0, 3), (2, 1)):
        space = Workspace(BASE.tables, quick_rows(4, 3))
        games, _, _ = play_chunk(space, new_order(9, 2, 2, 0), ids, fixed, first, blocks)
        hashes.append(games["hash"][-2:].tolist())
    assert hashes[0] == hashes[1]


def test_no_game_with_looking_ahead_stops_with_an_error() -> None:
    """Nor do the games that are played out: they end or are broken off in a state of the rules."""
    rows = builtin_rows()
    assert rows[LOOKAHEAD, f.MODE] == 2
    played([LOOKAHEAD, BALANCED, BALANCED, BALANCED, BALANCED], 1)
