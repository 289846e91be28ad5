#!/usr/bin/env python3
"""From a question to an answer, with the Python API: run, compare, knock out, judge. Cells are marked `# %%`.

Usage: .venv/bin/python scripts/examples/balance_tour.py [GAMES]
"""

# %% How many games: more of them, narrower intervals.
from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import polars as pl

import vs_sim

GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
pl.Config.set_tbl_rows(20)

# %% Who wins? Each deal is played once for each seat, so no character owes its rate to one.
played = vs_sim.run("base", games=GAMES)
print(f"{played.summary.finished:,} of {played.summary.games:,} games finished, digest {played.digest}")
print(played.characters.select("name", "rate", "low", "high", "lift"))

# %% Are these differences real? Bands say what is intended; a verdict is inside, outside or undecided.
with tempfile.TemporaryDirectory() as folder:
    bands = Path(folder) / "bands.toml"
    bands.write_text("schema = 1\n[characters]\nlift = [0.9, 1.1]\n", encoding="utf-8")
    verdicts = vs_sim.run("base", games=GAMES, bands=bands).json["verdicts"]
print(pl.DataFrame(verdicts).select("item", "value", "verdict", "games_needed"))

# %% What would a smaller hand do? The same deals are played with and without it.
smaller = vs_sim.compare("base", against_rules={"hand_size": 5}, games=GAMES)
print(smaller.sentence)
print(smaller.characters.select("name", "difference", "low", "high", "p_adjusted").sort("difference"))

# %% What does a card do? Its copies are taken out of the same deals.
without = vs_sim.knockout("base", items="Job", games=GAMES, also_policy=["novice"])
print("\n".join(without.sentences))
print(without.json["robust"])

# %% A question of your own: frames are polars, so ask them. Which cards go with winning?
cards = played.table("cards").filter(pl.col("difference_low") > 0)
print("Had in hand, these go with winning:", ", ".join(cards.sort("difference", descending=True)["card"]))

# %% How many games would have been enough to see a point's difference?
print(vs_sim.power("base", difference=0.01, pilot=GAMES).questions.select("question", "games", "seconds"))

# %% Every game can be told again by its number, move by move.
print("\n".join(line for line, _ in zip(vs_sim.replay("base", game=0), range(8), strict=False)))
