"""All tables of one run tell the same games: they add up to each other."""

from functools import cache
from typing import Any

import polars as pl
import pytest

import vs_sim
from vs_sim.analysis.frames import TABLES
from vs_sim.experiments.columns import STAT_COLUMNS, column_type
from vs_sim.jit import JIT_OFF
from vs_sim.vocabulary import Stat

pytestmark = pytest.mark.skipif(JIT_OFF, reason="too slow uncompiled")


@cache
def played(players: int) -> vs_sim.Run:
    """A short run with different policies on the seats, and some unfinished games."""
    rules = {"max_turns_per_player": 20}
    return vs_sim.run("base", rules=rules, players=players, games=12 * players, policy="mixed", seed=3)


@pytest.fixture(params=[2, 4, 12])
def run(request: pytest.FixtureRequest) -> vs_sim.Run:
    """Runs of 2, 4 and 12 players."""
    return played(request.param)


def total(frame: pl.DataFrame, *columns: str) -> tuple[int, ...]:
    """The sums of some columns."""
    return tuple(int(frame[column].sum()) for column in columns)


COUNTS = ("games", "wins", "unfinished")


def test_some_games_are_unfinished() -> None:
    """Else the tests below would not see them."""
    assert 0 < played(4).summary.finished < played(4).summary.games


def test_characters_seats_policies_genders_and_players_count_the_same_appearances(run: vs_sim.Run) -> None:
    """Each has one appearance a seat of a game, and one win a finished game."""
    n, games, finished = run.result.plan.players, run.summary.games, run.summary.finished
    expected = (n * finished, finished, n * (games - finished))
    for table in ("characters", "seats", "policies", "genders", "player_counts"):
        assert (table, total(run.table(table), *COUNTS)) == (table, expected)


def test_each_plots_shares_add_up_to_the_characters(run: vs_sim.Run) -> None:
    """Over the shares of turns every plot has each character's games, wins and unfinished games."""
    characters = run.characters.select(pl.col("name").alias("character"), *COUNTS).sort("character")
    for _, plot in run.table("plots_in_play").group_by("plot"):
        summed = plot.group_by("character").agg(pl.col(COUNTS).sum()).sort("character")
        assert summed.rows() == characters.rows()


def test_match_ups_are_each_characters_games_with_each_other_one(run: vs_sim.Run) -> None:
    """A character meets n - 1 others in each game; and as often as it is met."""
    matchups, n = run.table("matchups"), run.result.plan.players
    summed = dict(matchups.group_by("character").agg(pl.col("games").sum()).rows())
    expected = {name: (n - 1) * games for name, games in run.characters.select("name", "games").rows()}
    assert summed == expected
    met = {(a, b): games for a, b, games in matchups.select("character", "other", "games").rows()}
    assert all(met[b, a] == games for (a, b), games in met.items())


def test_every_copy_is_dealt_drawn_or_absent_at_every_seat(run: vs_sim.Run) -> None:
    """Opening, drawn and absent add up to copies x seats x finished games; their wins to copies x wins."""
    n, finished = run.result.plan.players, run.summary.finished
    for row in run.table("cards").to_dicts():
        games, wins = (
            sum(row[f"{case}_{what}"] for case in ("opening", "drawn", "absent"))
            for what in ("games", "wins")
        )
        assert (row["card"], games, wins) == (
            row["card"],
            row["copies"] * n * finished,
            row["copies"] * finished,
        )
        assert row["copies_games"] <= row["opening_games"] + row["drawn_games"]


def test_opening_hands_hold_all_cards_that_are_dealt(run: vs_sim.Run) -> None:
    """Seven cards a seat of each finished game, and each win has seven."""
    n, finished = run.result.plan.players, run.summary.finished
    assert total(run.table("cards"), "opening_games", "opening_wins") == (7 * n * finished, 7 * finished)


def test_a_seat_has_played_a_plot_or_it_has_not(run: vs_sim.Run) -> None:
    """Both rows of a plot add up to all appearances, their wins to the finished games."""
    n, finished = run.result.plan.players, run.summary.finished
    for row in run.table("plot_players").to_dicts():
        assert row["player_games"] + row["others_games"] == n * finished
        assert row["player_wins"] + row["others_wins"] == finished


def test_cards_are_played_as_often_as_seats_played_them(run: vs_sim.Run) -> None:
    """Plays by kind equal the seats' counters; reactions are plays of specials."""
    stats = run.result.tallies.stats
    by_kind = dict(run.table("cards").group_by("kind").agg(pl.col("played").sum()).rows())
    expected = {
        "follower": stats[Stat.FOLLOWERS],
        "microaggression": stats[Stat.MICROAGGRESSIONS],
        "virtue signal": stats[Stat.VIRTUE_SIGNALS],
        "plot": stats[Stat.PLOTS],
        "special": stats[Stat.SPECIALS] + stats[Stat.REACTIONS],
    }
    assert by_kind == {kind: int(plays) for kind, plays in expected.items()}


def test_the_feel_of_the_game_counts_all_games(run: vs_sim.Run) -> None:
    """Lengths and lead changes of all games, margins of the finished ones; actions share out one whole."""
    feel = {row["measure"]: row for row in run.table("feel").to_dicts()}
    games, finished = run.summary.games, run.summary.finished
    assert [feel[name]["games"] for name in ("length in turns", "lead changes", "margin at the end")] == [
        games,
        games,
        finished,
    ]
    assert feel["length in turns"]["mean"] == run.turns["mean"]
    assert feel["unfinished"]["mean"] == (games - finished) / games
    assert sum(row["mean"] for name, row in feel.items() if name.startswith("action ")) == pytest.approx(1)
    assert feel["runaway"]["mean"] + feel["comeback"]["mean"] == pytest.approx(1)
    assert feel["length in turns"]["mean"] * games == run.result.tallies.stats[Stat.TURNS]


def test_expected_and_lift_follow_from_the_players(run: vs_sim.Run) -> None:
    """Expected is 1 / n, lift is rate x n; the run's own number of players has lift 1 exactly."""
    n = run.result.plan.players
    assert run.characters["expected"].to_list() == [1 / n] * len(run.characters)
    rows = run.characters.select("rate", "lift", "games").rows()
    assert [lift for _, lift, games in rows if games] == [rate * n for rate, _, games in rows if games]
    assert run.table("player_counts").select("name", "lift").row(0) == (str(n), pytest.approx(1))


def test_frames_have_their_documented_columns(run: vs_sim.Run) -> None:
    """Names and types of every table are those of the catalogue, and JSON holds the same rows."""
    assert set(run.summary.frames) == set(TABLES)
    for name, frame in run.summary.frames.items():
        assert dict(frame.schema) == {column.name: column_type(column) for column in TABLES[name]}
        told: Any = run.json["unfinished_by_reason" if name == "unfinished" else name]
        assert told == (
            dict(frame.select("reason", "games").rows()) if name == "unfinished" else frame.to_dicts()
        )


def test_every_counter_of_a_seat_has_its_column() -> None:
    """The counters that the tests above add up are all written."""
    assert set(STAT_COLUMNS) == set(Stat)
