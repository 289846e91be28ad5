"""The batch entry: blocks, rotation, independence from chunks and workers, and the rows."""

from typing import Any

import numpy as np
import pytest

from vs_sim.cards import load_deck
from vs_sim.engine.batch import new_order, play_chunk
from vs_sim.engine.memory import PAGE, Workspace
from vs_sim.engine.trace import Stepper
from vs_sim.experiments.execute import execute
from vs_sim.experiments.plan import CHARACTER_MODES, Plan, plan_run
from vs_sim.jit import JIT_OFF
from vs_sim.vocabulary import Result, Stat

BASE = load_deck("base")
jit_only = pytest.mark.skipif(JIT_OFF, reason="too slow uncompiled")


def rows(plan: Plan, first_block: int, n_blocks: int) -> tuple[Any, Any]:
    """Game and seat rows of some blocks of a plan."""
    order = new_order(plan.seed, plan.players, plan.rotations, CHARACTER_MODES[plan.characters_mode])
    policies = np.array(plan.policy_rows, dtype=np.int64)
    fixed = np.array(plan.fixed_cards, dtype=np.int64)
    games, seats, bad = play_chunk(Workspace(BASE.tables), order, policies, fixed, first_block, n_blocks)
    assert bad == -1
    return games, seats


def stepper(plan: Plan, game: int) -> Stepper:
    """A game of a plan at its first decision."""
    made = Stepper(
        BASE.tables,
        players=plan.players,
        seed=plan.seed,
        rotations=plan.rotations,
        characters_mode=CHARACTER_MODES[plan.characters_mode],
        fixed=plan.fixed_cards,
        policy_rows=plan.policy_rows,
    )
    made.begin(game)
    return made


@pytest.mark.both
def test_s2_s3_a_block_shares_its_deal_and_turns_its_characters() -> None:
    """In the n games of a block seat i holds the same hand; it has the block's character number (i + r) % n."""
    plan = plan_run(BASE, players=3, games=3, policy="random")
    games = [stepper(plan, game) for game in range(6)]
    hands = [[made.work.deal_hand[s, :7].tolist() for s in range(3)] for made in games]
    assert hands[0] == hands[1] == hands[2] != hands[3]
    piles = [made.work.deal_draw[: int(made.work.deal_n)].tolist() for made in games]
    assert piles[0] == piles[1] == piles[2] != piles[3]
    dealt = games[0].work.deal_character[:3].tolist()
    for rotation in range(3):
        seated = [int(games[rotation].game.character[s]) for s in range(3)]
        assert seated == [dealt[(s + rotation) % 3] for s in range(3)]


@jit_only
def test_each_character_and_policy_sits_once_on_each_seat() -> None:
    """Rows of whole blocks: in a block every player (character, policy) has every seat once."""
    plan = plan_run(BASE, games=80, policy="balanced,random,random,random")
    _, seats = rows(plan, 0, 20)
    for block in range(20):
        mine = seats[seats.block == block]
        assert sorted(zip(mine.player.tolist(), mine.seat.tolist(), strict=True)) == [
            (player, seat) for player in range(4) for seat in range(4)
        ]
        for key in ("character", "policy"):
            assert len({(int(row["player"]), int(row[key])) for row in mine}) == 4
        assert (mine.policy == 1).sum() == 4


@jit_only
def test_fixed_characters_sit_as_named_in_the_first_game_of_a_block() -> None:
    """S3: `fixed` names who sits where in the first game, and rotates."""
    names = ["Burnout", "Soy Boy", "Trustafarian"]
    _, seats = rows(plan_run(BASE, players=3, games=3, characters=names, policy="random"), 0, 1)
    told = [[BASE.names[int(row["character"])] for row in seats[3 * r : 3 * r + 3]] for r in range(3)]
    assert told == [names, [*names[1:], names[0]], [names[2], *names[:2]]]


@jit_only
@pytest.mark.parametrize("players", [2, 4, 7])
def test_chunks_change_no_row(players: int) -> None:
    """Blocks played together or one by one, in any order: the same rows."""
    plan = plan_run(BASE, players=players, games=6 * players, policy="random", seed=3)
    games, seats = rows(plan, 0, 6)
    apart = [rows(plan, block, 1) for block in (5, 2, 0, 1, 4, 3)]
    order = np.argsort([part[0].block[0] for part in apart])
    assert games.tobytes() == b"".join(apart[k][0].tobytes() for k in order)
    assert seats.tobytes() == b"".join(apart[k][1].tobytes() for k in order)


@jit_only
def test_digest_is_the_same_for_any_workers_and_chunks() -> None:
    """1, 2, 3 and 7 workers, chunks of 1, 5 or fitted blocks: one digest."""
    plan = plan_run(BASE, games=240, policy="random", seed=9)
    digests = {
        execute(plan, workers=workers, chunk_blocks=blocks).digest
        for workers, blocks in [(1, None), (2, 5), (3, 1), (7, 7), (7, None)]
    }
    assert len(digests) == 1


@jit_only
def test_without_rotation_every_game_has_its_own_deal() -> None:
    """`rotate = false`: game and block have the same number, nobody is turned."""
    games, seats = rows(plan_run(BASE, games=8, policy="random", rotate=False), 0, 8)
    assert games.game.tolist() == games.block.tolist() == list(range(8))
    assert (seats.player == seats.seat).all()


@pytest.mark.both
def test_rows_agree_with_the_game_step_by_step() -> None:
    """A game taken apart into steps ends as the batch's row says."""
    plan = plan_run(BASE, players=2, games=2, policy="random", seed=1)
    games, seats = rows(plan, 0, 1)
    made = stepper(plan, 1)
    while made.running:
        made.take(made.choices[made.pick()])
    g, row = made.game, games[1]
    assert (int(row.turns), int(row.decisions), int(row.winner)) == (
        int(g.turns),
        int(g.decisions),
        int(g.winner),
    )
    assert seats.points[2:].tolist() == g.points[:2].tolist()
    assert seats.stat[2:, Stat.TURNS].tolist() == g.stat[:2, Stat.TURNS].tolist()


@jit_only
def test_rows_are_consistent() -> None:
    """Winners have the points, turns and plots add up, followers by level are worth the points."""
    games, seats = rows(plan_run(BASE, games=200, policy="random", seed=4), 0, 50)
    per_game = seats.stat.reshape(200, 4, -1)
    assert (per_game[:, :, Stat.TURNS].sum(axis=1) == games.turns).all()
    assert (games.plot_turns.max(axis=1) <= games.turns).all()
    assert (games.plot_plays.sum(axis=1) == per_game[:, :, Stat.PLOTS].sum(axis=1)).all()
    finished = games.result == Result.WON
    assert ((games.winner >= 0) == finished).all()
    winners = np.flatnonzero(seats.won)
    assert len(winners) == finished.sum()
    assert (seats.points[winners] >= 15).all()
    worth = seats.level.astype(int) @ [1, 2, 3]
    assert (seats.points <= worth).all()
    assert (seats.points[seats.inert == 0] == worth[seats.inert == 0]).all()
    assert (games.turn_of >= 0).all()
    assert (games.half_leader >= -1).all()


def test_records_lie_in_one_page_aligned_block_at_staggered_offsets() -> None:
    """Game, tables and work begin at different places within a page."""
    space = Workspace(BASE.tables)
    starts = [record.ctypes.data % PAGE for record in (space.games, space.tables, space.works)]
    assert starts[0] == 0
    assert len(set(starts)) == 3
    assert all(start % 64 == 0 for start in starts)
    assert space.tables.tobytes() == BASE.tables.tobytes()
