"""Sums of cards and of items: against a plain recount."""

import numpy as np
import pytest

from tests.engine.test_batch import stepper
from vs_sim.cards import load_deck
from vs_sim.engine.batch import new_order, play_chunk
from vs_sim.engine.cards import GAMES_PLAYED, PLAYS, ROUND, SUMS, WIDTH, Case
from vs_sim.engine.memory import Workspace
from vs_sim.engine.sums import FEELS, MOST_BLOCKS, Columns, Items, add_rows
from vs_sim.experiments.plan import plan_run
from vs_sim.jit import JIT_OFF
from vs_sim.vocabulary import MAX_CARDS, STATS, Kind, Result, Stat

BASE = load_deck("base")


def held_by(bits: np.ndarray) -> set[int]:
    """Card numbers of a bit set."""
    return {card for card in range(MAX_CARDS) if int(bits[card >> 6]) >> (card & 63) & 1}


@pytest.mark.both
def test_the_cards_of_a_game_are_those_that_lay_in_the_hands() -> None:
    """Step by step: what is seen in a hand was held, what leaves it by a play was played, in the round that is noted."""
    game = stepper(plan_run(BASE, players=3, games=3, policy="random"), 0)
    g = game.game
    seen = [set(g.hand[s, : g.n_hand[s]].tolist()) for s in range(3)]
    for _ in range(60):
        if not game.running:
            break
        game.take(game.choices[game.pick()])
        for s in range(3):
            seen[s] |= set(g.hand[s, : g.n_hand[s]].tolist())
    t = BASE.tables[0]
    for s in range(3):
        assert seen[s] <= held_by(g.held[s])
        assert held_by(g.played[s]) <= held_by(g.held[s])
    played = {card for s in range(3) for card in held_by(g.played[s])}
    assert played == {card for card in range(MAX_CARDS) if g.play_round[card]}
    assert all(1 <= g.play_round[card] <= g.rounds for card in played)
    kinds = [int(t.kind[ty]) for ty in np.flatnonzero(g.plays)]
    assert Kind.FOLLOWER in kinds
    plays = int(g.stat[:3, Stat.FOLLOWERS : Stat.ARTIFACTS + 1].sum() + g.stat[:3, Stat.REACTIONS].sum())
    assert int(g.plays.sum()) == plays


@pytest.mark.both
def test_sums_of_cards_share_out_all_copies() -> None:
    """Of a block: each copy is dealt, drawn or absent at each seat; each seat is a player or one of the others."""
    blocks = 2 if JIT_OFF else 20
    plan = plan_run(BASE, players=2, games=2 * blocks, policy="random")
    space = Workspace(BASE.tables)
    order = new_order(plan.seed, 2, 2, 0)
    policies = np.array(plan.policy_rows, dtype=np.int64)
    games, seats, _ = play_chunk(space, order, policies, np.zeros(2, dtype=np.int64), 0, blocks)
    sums = space.cards.reshape(-1, WIDTH)
    t = BASE.tables[0]
    finished = int(seats.finished.sum())
    for ty in range(int(t.n_types)):
        case = {c: sums[ty, c * SUMS : (c + 1) * SUMS].tolist() for c in Case}
        copies = int(t.count[ty]) if t.kind[ty] < Kind.CHARACTER else 0
        for k, whole in ((0, 4 * blocks), (1, finished), (2, finished // 2)):
            assert sum(case[c][k] for c in (Case.OPENING, Case.DRAWN, Case.ABSENT)) == copies * whole
            assert case[Case.PLAYER][k] + case[Case.OTHERS][k] == min(copies, 1) * whole
        assert sums[ty, ROUND:].sum() <= sums[ty, PLAYS]
        assert sums[ty, GAMES_PLAYED] <= len(games)
    assert sum(sums[:, Case.OPENING * SUMS]) == 7 * 4 * blocks


def some_columns(games: int, players: int, seed: int = 0) -> Columns:
    """Random rows of blocks of three games."""
    draw = np.random.default_rng(seed)
    result = np.where(draw.random(games) < 0.8, Result.WON, Result.CAPPED).astype(np.int8)
    winner = np.where(result == Result.WON, draw.integers(0, players, games), -1).astype(np.int8)
    turns = draw.integers(20, 90, games).astype(np.int32)
    return Columns(
        block=np.arange(games) // 3,
        turns=turns,
        result=result,
        winner=winner,
        turn_of=draw.integers(0, players, games).astype(np.int8),
        half_leader=draw.integers(-1, players, games).astype(np.int8),
        plot_turns=(turns[:, None] * draw.choice([0, 0.1, 0.25, 0.4, 0.5, 1], (games, 2))).astype(np.int16),
        character=draw.integers(0, 5, games * players).astype(np.int16),
        policy=draw.integers(0, 2, games * players).astype(np.int16),
        gender=draw.integers(1, 3, games * players).astype(np.int8),
        stat=draw.integers(0, 9, (games * players, STATS)).astype(np.int16),
    )


def recount(
    block: np.ndarray, item: np.ndarray, won: np.ndarray, finished: np.ndarray
) -> dict[int, list[int]]:
    """Sums by item, plainly."""
    found: dict[int, list[int]] = {}
    for b in np.unique(block):
        for i in np.unique(item[block == b]):
            at = (block == b) & (item == i)
            w, f = int(won[at].sum()), int(finished[at].sum())
            more = [int(at.sum()), f, w, int(f > 0), w * w, w * f, f * f]
            found[int(i)] = [x + y for x, y in zip(found.get(int(i), [0] * SUMS), more, strict=True)]
    return found


@pytest.mark.both
def test_sums_over_blocks_equal_a_plain_recount() -> None:
    """Every table of add_rows, item by item."""
    n, games = 3, 30
    c = some_columns(games, n)
    items = Items(0, 5, 8, 10, 13, 38, 78, 5, 78 + FEELS)
    sums, stats, stat_games = add_rows(c, items, n)
    seat = np.tile(np.arange(n), games)
    finished = np.repeat((c.result == Result.WON).astype(np.int64), n)
    won = (np.repeat(c.winner, n) == seat) & (finished == 1)
    block = np.repeat(c.block, n)
    expected: dict[int, list[int]] = {}
    by_seat = ((0, c.character), (5, seat), (8, c.policy), (10, c.gender))
    for first, column in by_seat:
        expected |= {first + k: v for k, v in recount(block, column, won, finished).items()}
    other = [(i, j) for i in range(games * n) for j in range(i // n * n, i // n * n + n) if i != j]
    me, them = (np.array(part) for part in zip(*other, strict=True))
    pair = c.character[me].astype(np.int64) * 5 + c.character[them]
    expected |= {13 + k: v for k, v in recount(block[me], pair, won[me], finished[me]).items()}
    for plot in range(2):
        share = np.repeat(c.plot_turns[:, plot] / c.turns, n)
        cell = (plot * 4 + (share > 0) + (share > 0.25) + (share > 0.5)) * 5 + c.character
        expected |= {38 + k: v for k, v in recount(block, cell, won, finished).items()}
    by_game = c.stat.reshape(games, n, STATS).sum(axis=1, dtype=np.int64)
    ended = c.result == Result.WON
    led = ended & (c.half_leader >= 0)
    ahead = led & (c.half_leader == c.winner)
    actions = by_game[:, Stat.FOLLOWERS : Stat.PASSES + 1]
    shares = [
        (ahead, led),
        (led & ~ahead, led),
        (ended & (c.turn_of != c.winner), ended),
        (by_game[:, Stat.DISCARDS] + by_game[:, Stat.PASSES], by_game[:, Stat.TURNS]),
        (by_game[:, Stat.SKIPPED], by_game[:, Stat.TURNS]),
        (c.turns, np.ones(games)),
        (~ended, np.ones(games)),
        *((actions[:, k], actions.sum(axis=1)) for k in range(actions.shape[1])),
    ]
    for k, (part, whole) in enumerate(shares):
        expected |= {78 + k: recount(c.block, np.zeros(games), part, whole)[0]}
    found = {int(i): sums[i].tolist() for i in np.flatnonzero(sums[:, 0])}
    assert found == expected
    assert stats.tolist() == by_game.sum(axis=0).tolist()
    assert stat_games.tolist() == (by_game > 0).sum(axis=0).tolist()


@pytest.mark.skipif(JIT_OFF, reason="many rows")
def test_many_blocks_add_up_like_few() -> None:
    """More blocks than are packed at a time: so many times the sums of one lot."""
    n, games, times = 3, 30, 3_000
    c = some_columns(games, n)
    items = Items(0, 5, 8, 10, 13, 38, 78, 5, 78 + FEELS)
    many = Columns(*(np.concatenate([column] * times) for column in c))
    blocks = int(c.block[-1]) + 1
    many = many._replace(block=many.block + np.repeat(np.arange(times) * blocks, games))
    assert blocks * times > MOST_BLOCKS
    assert (add_rows(many, items, n)[0] == times * add_rows(c, items, n)[0]).all()
