"""How a run's games feel: lengths, leads and comebacks, what players do, plots, match-ups, games worth a look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vs_sim.analysis.fairness import block_sums, judged, with_rates
from vs_sim.analysis.stored import Stored, cards_of, games_of, replay_line, seats_of
from vs_sim.vocabulary import Kind, word

if TYPE_CHECKING:
    import polars as pl

BINS = 30
ACTIONS = {
    "followers_played": "follower",
    "microaggressions_played": "micro-\naggression",
    "virtue_signals_played": "virtue\nsignal",
    "plots_played": "plot",
    "specials_played": "special",
    "artifacts_played": "artifact",
    "powers_used": "power",
    "discards": "discard",
    "passes": "pass",
}


def characters(run: Stored, band: float) -> pl.DataFrame:
    """Verdict frame of `judged` by character (`name`), the most successful first."""
    return _judged_by(run, "character", band).sort(["rate", "name"], descending=[True, False])


def seats(run: Stored, band: float) -> pl.DataFrame:
    """Verdict frame of `judged` by seat (`name`: its number), in the order of turns."""
    import polars as pl

    return _judged_by(run, "seat", band).sort(pl.col("name").cast(pl.Int64))


def policies(run: Stored, band: float) -> pl.DataFrame:
    """Verdict frame of `judged` by policy (`name`), the most successful first."""
    return _judged_by(run, "policy", band).sort(["rate", "name"], descending=[True, False])


def _judged_by(run: Stored, column: str, band: float) -> pl.DataFrame:
    import polars as pl

    rows = seats_of(run).with_columns(pl.col(column).cast(pl.String).alias("name"))
    sums = block_sums(rows, ["name"], pl.col("won"), pl.col("finished"))
    return judged(sums, 1 / players_of(run), band, games_of_run(run), confidence=confidence_of(run))


def players_of(run: Stored) -> int:
    """Players at a table."""
    return int(run.summary["players"])


def games_of_run(run: Stored) -> int:
    """Games played."""
    return int(run.summary["games"])


def confidence_of(run: Stored) -> float:
    """Confidence of the intervals."""
    return float(run.summary.get("confidence", 0.95))


def match_ups(run: Stored) -> pl.DataFrame:
    """character, other, games, rate, low, high, own, difference, clear: games with both at the table.

    `own`: the character's rate over all games; `clear`: the rate is shown to differ from it (adjusted p below 0.05).
    """
    import polars as pl

    own = {row["name"]: row["rate"] for row in run.summary["characters"]}
    keys = ("character", "other", "games", "rate", "low", "high")
    rows = [
        {**{key: row[key] for key in keys}, "own": own[row["character"]]}
        for row in run.summary.get("matchups", [])
        if row["rate"] is not None
    ]
    if not rows:
        return pl.DataFrame()
    frame = pl.DataFrame(rows, infer_schema_length=None)
    frame = frame.with_columns((pl.col("rate") - pl.col("own")).alias("difference"))
    clear = _clear(frame["difference"], frame["low"], frame["high"], confidence_of(run))
    return frame.with_columns(pl.Series("clear", clear)).sort("character", "other")


def card_draws(run: Stored) -> pl.DataFrame:
    """card, kind, copies, drawn_rate, absent_rate, difference, low, high, clear: who draws a card, who never has it.

    The largest difference first. In long games more of everything is drawn: hold cards against each other, not against 0.
    """
    import polars as pl

    rows = [
        {
            **{
                key: row[key]
                for key in ("card", "kind", "copies", "drawn_games", "drawn_rate", "absent_rate")
            },
            "difference": row["difference"],
            "low": row["difference_low"],
            "high": row["difference_high"],
        }
        for row in run.summary.get("cards", [])
        if row["difference"] is not None and row["difference_low"] is not None
    ]
    if not rows:
        return pl.DataFrame()
    frame = pl.DataFrame(rows, infer_schema_length=None)
    clear = _clear(frame["difference"], frame["low"], frame["high"], confidence_of(run))
    return frame.with_columns(pl.Series("clear", clear)).sort(
        pl.col("difference").abs(), descending=True, maintain_order=True
    )


def _clear(difference: pl.Series, low: pl.Series, high: pl.Series, confidence: float) -> list[bool]:
    """Whether each difference is shown: p values by the width of its interval, adjusted (Benjamini-Hochberg)."""
    from scipy.special import ndtr, ndtri

    from vs_sim.analysis.multiple import adjusted

    reach = float(ndtri((1 + confidence) / 2))
    errors = [(top - bottom) / 2 / reach for bottom, top in zip(low, high, strict=True)]
    p = [2 * float(ndtr(-abs(d) / e)) if e > 0 else None for d, e in zip(difference, errors, strict=True)]
    return [one is not None and one < 0.05 for one in adjusted(p)]


def lengths(run: Stored) -> pl.DataFrame:
    """Distribution of turns: `start` and `end` of a bin (end excluded), games, share. All games, unfinished too."""
    import polars as pl

    turns = games_of(run).select(pl.col("turns").cast(pl.Int64)).collect()["turns"]
    top = int(turns.quantile(0.995, "higher") or 1)
    width = max(1, -(-top // BINS))
    bins = (turns // width).rename("bin").value_counts().sort("bin")
    return bins.select(
        (pl.col("bin") * width).alias("start"),
        ((pl.col("bin") + 1) * width).alias("end"),
        pl.col("count").cast(pl.Int64).alias("games"),
        (pl.col("count") / len(turns)).alias("share"),
    )


def half_leaders(run: Stored) -> pl.DataFrame:
    """By character: games in which it first led alone with half of the points, and how often it then won."""
    import polars as pl

    leaders = games_of(run).select("game", pl.col("half_leader").alias("seat")).drop_nulls()
    rows = (
        seats_of(run)
        .join(leaders, on=["game", "seat"])
        .with_columns(pl.col("character").cast(pl.String).alias("name"))
    )
    sums = block_sums(rows, ["name"], pl.col("won"), pl.col("finished"))
    return with_rates(sums, confidence=confidence_of(run)).sort("rate", "name", descending=[True, False])


def lead_changes(run: Stored) -> pl.DataFrame:
    """lead_changes, games, share; rare high numbers together in the last row."""
    import polars as pl

    counts = games_of(run).select(pl.col("lead_changes").cast(pl.Int64)).collect()["lead_changes"]
    top = int(counts.quantile(0.99, "higher") or 0)
    return (
        counts.clip(upper_bound=top)
        .value_counts()
        .sort("lead_changes")
        .with_columns((pl.col("count") / len(counts)).alias("share"))
        .rename({"count": "games"})
        .with_columns(
            pl.when(pl.col("lead_changes") == top)
            .then(pl.format("{}+", "lead_changes"))
            .otherwise(pl.col("lead_changes").cast(pl.String))
            .alias("label")
        )
    )


def actions(run: Stored) -> pl.DataFrame:
    """character, action, count, share of the character's actions."""
    import polars as pl

    names = list(ACTIONS)
    sums = (
        seats_of(run)
        .group_by(pl.col("character").cast(pl.String))
        .agg(pl.col(names).cast(pl.Int64).sum())
        .collect()
        .sort("character")
    )
    return (
        sums.unpivot(names, index="character", variable_name="column", value_name="count")
        .with_columns((pl.col("count") / pl.col("count").sum().over("character")).alias("share"))
        .with_columns(pl.col("column").replace_strict(ACTIONS).alias("action"))
        .filter(pl.col("count").sum().over("column") > 0)
    )


def plots(run: Stored) -> pl.DataFrame:
    """Plots: card, copies, played per game, share of games, share of turns in play; most in play first."""
    import polars as pl

    total = games_of(run).select(pl.len().alias("games"), pl.col("turns").cast(pl.Int64).sum()).collect()
    games, turns = total.row(0)
    return (
        cards_of(run)
        .filter((pl.col("kind") == word(Kind.PLOT)) & pl.col("plot_turns").is_not_null())
        .with_columns(
            (pl.col("plot_plays") / games).alias("per_game"),
            (pl.col("plot_games") / games).alias("games_share"),
            (pl.col("plot_turns") / turns).alias("turns_share"),
        )
        .sort(["turns_share", "card"], descending=[True, False])
    )


def numbers(run: Stored) -> dict[str, Any]:
    """The feel of the game in single numbers; null where no game counts."""
    import polars as pl

    finished = pl.col("winner").is_not_null()
    led = finished & pl.col("half_leader").is_not_null()
    game = games_of(run).select(
        pl.col("rounds").median().alias("rounds_median"),
        pl.col("lead_changes").mean().alias("lead_changes_mean"),
        pl.col("margin").filter(finished).mean().alias("margin_mean"),
        (pl.col("half_leader") == pl.col("winner")).filter(led).mean().alias("runaway_share"),
        (pl.col("half_leader") != pl.col("winner")).filter(led).mean().alias("comeback_share"),
        (pl.col("turn_of") != pl.col("winner")).filter(finished).mean().alias("won_in_others_turn"),
        pl.col("reshuffles").mean().alias("reshuffles_mean"),
        pl.col("decisions").mean().alias("decisions_mean"),
    )
    turns = pl.col("turns").cast(pl.Int64).sum()
    seat = seats_of(run).select(
        (pl.col("turns_skipped").cast(pl.Int64).sum() / turns).alias("skipped_share"),
        ((pl.col("discards") + pl.col("passes")).cast(pl.Int64).sum() / turns).alias("useless_share"),
        pl.col("eliminated").mean().alias("eliminated_share"),
    )
    return {**game.collect().row(0, named=True), **seat.collect().row(0, named=True)}


def examples(run: Stored) -> pl.DataFrame:
    """Games worth a look: why, game, turns, winner (character), replay command. The lowest number among equals."""
    import polars as pl

    games = games_of(run).select(
        "game",
        pl.col("turns").cast(pl.Int64),
        "winner",
        pl.col("result").cast(pl.String),
        "lead_changes",
        "margin",
        (pl.col("half_leader").is_not_null() & (pl.col("half_leader") != pl.col("winner"))).alias("comeback"),
    )
    frame = games.collect()
    median = frame["turns"].median() or 0
    finished = frame.filter(pl.col("winner").is_not_null())
    picks: list[tuple[str, pl.DataFrame]] = [
        ("typical: of median length", finished.sort((pl.col("turns") - median).abs(), "game")),
        ("the shortest", finished.sort("turns", "game")),
        ("the longest", frame.sort([-pl.col("turns"), "game"])),
        ("most changes of the lead", frame.sort([-pl.col("lead_changes"), "game"])),
        ("the clearest win", finished.sort([-pl.col("margin"), "game"])),
        (
            "a comeback, won by least",
            finished.filter(pl.col("comeback").fill_null(value=False)).sort("margin", "game"),
        ),
        ("unfinished", frame.filter(pl.col("winner").is_null()).sort("game")),
    ]
    return _example_rows(run, [(why, games.row(0, named=True)) for why, games in picks if len(games)])


def _example_rows(run: Stored, picks: list[tuple[str, dict[str, Any]]]) -> pl.DataFrame:
    import polars as pl

    schema = {
        "why": pl.String,
        "game": pl.Int64,
        "turns": pl.Int64,
        "result": pl.String,
        "command": pl.String,
    }
    rows = [
        (why, row["game"], row["turns"], row["result"], replay_line(run, row["game"])) for why, row in picks
    ]
    wanted = pl.DataFrame(rows, schema=schema, orient="row")
    winners = (
        seats_of(run)
        .filter(pl.col("won") & pl.col("game").is_in(wanted["game"].unique().to_list()))
        .select("game", pl.col("character").cast(pl.String).alias("winner"))
        .collect()
    )
    return wanted.join(winners, on="game", how="left", maintain_order="left")


def character_examples(run: Stored, names: list[str]) -> pl.DataFrame:
    """For each named character: why, game, turns, result, winner, command of a typical and of its most extreme win."""
    import polars as pl

    wins = (
        seats_of(run)
        .filter(pl.col("won") & pl.col("character").cast(pl.String).is_in(names))
        .select("game", pl.col("character").cast(pl.String).alias("name"))
        .join(games_of(run).select("game", pl.col("turns").cast(pl.Int64), "margin", "result"), on="game")
        .with_columns((pl.col("turns") - pl.col("turns").median().over("name")).abs().alias("off"))
        .with_columns(pl.col("result").cast(pl.String))
        .collect()
    )
    picks: list[tuple[str, dict[str, Any]]] = []
    for name in names:
        mine = wins.filter(pl.col("name") == name)
        if len(mine):
            picks.append((f"{name}: a typical win", mine.sort("off", "game").row(0, named=True)))
            extreme = mine.sort([-pl.col("margin"), "turns", "game"]).row(0, named=True)
            picks.append((f"{name}: its clearest win", extreme))
    return _example_rows(run, picks)
