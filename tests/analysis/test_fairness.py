from __future__ import annotations

import polars as pl

from vs_sim.analysis.fairness import block_sums, judged


def sums(rate: float, blocks: int) -> dict[str, float]:
    """Sums of blocks of four games that are independent."""
    wins = round(rate * 4 * blocks)
    ww = round(blocks * (4 * rate * (1 - rate) + 16 * rate * rate))
    return {"wins": wins, "games": 4 * blocks, "blocks": blocks, "ww": ww, "wf": 4 * wins, "ff": 16 * blocks}


def test_verdicts_show_inside_outside_and_undecided() -> None:
    rows = [
        ("fair", sums(0.25, 5000)),
        ("strong", sums(0.35, 5000)),
        ("edge", sums(0.272, 5000)),
        ("few", sums(0.25, 20)),
    ]
    frame = judged(pl.DataFrame([{"name": name, **row} for name, row in rows]), 0.25, 0.1, 20_000)
    assert dict(frame.select("name", "verdict").iter_rows()) == {
        "fair": "inside",
        "strong": "outside",
        "edge": "undecided",
        "few": "undecided",
    }
    needed = dict(frame.select("name", "needed").iter_rows())
    assert needed["fair"] is None
    assert needed["edge"] > 20_000


def test_block_sums_count_blocks_of_finished_games() -> None:
    rows = pl.LazyFrame(
        {
            "name": ["a", "a", "a", "b"], "block": [0, 0, 1, 1], "won": [True, True, False, True],
            "finished": [True, True, True, False],
        }
    )  # fmt: skip
    found = block_sums(rows, ["name"], pl.col("won"), pl.col("finished"))
    assert found.to_dicts() == [{"name": "a", "wins": 2, "games": 3, "blocks": 2, "ww": 4, "wf": 4, "ff": 5}]
