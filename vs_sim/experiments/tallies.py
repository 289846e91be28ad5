"""What a run keeps of its games: sums alone, so that memory does not grow and chunks can be added in any order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from vs_sim.engine import cards
from vs_sim.engine.rows import digest_lanes, digest_text
from vs_sim.engine.sums import FEELS, PLOT_BINS, Columns, Feel, Items, add_rows
from vs_sim.vocabulary import STATS, Gender, Kind, Result, Stat, word

if TYPE_CHECKING:
    from vs_sim.experiments.plan import Plan

Ints = npt.NDArray[np.int64]
MASK = 2**64 - 1

# How long a plot lay on the table: share of the game's turns, in bins (STATISTICS, plots while in play).
PLOT_SHARES = ("never", "up to a quarter", "up to a half", "more than half")
ACTIONS = (
    Stat.FOLLOWERS,
    Stat.MICROAGGRESSIONS,
    Stat.VIRTUE_SIGNALS,
    Stat.PLOTS,
    Stat.SPECIALS,
    Stat.ARTIFACTS,
    Stat.POWERS,
    Stat.DISCARDS,
    Stat.PASSES,
)
# Shares by which the feel of the game is told, by game, each wins / finished in the sense of ItemTally.
FEEL = (*(word(feel) for feel in Feel if feel != Feel.ACTION), *(f"action {word(stat)}" for stat in ACTIONS))
SUM_NAMES = ("appearances", "finished", "wins", "blocks", "ww", "wf", "ff")
BY_ITEM = (
    "characters",
    "seats",
    "policies",
    "genders",
    "pairs",
    "plot_shares",
    "feel",
)  # in the order of Items
LENGTHS = ("turns", "rounds", "lead_changes", "margins")  # histograms of games


@dataclass
class ItemTally:
    """Sums over games and over blocks for each of some items (characters, seats or policies), int64 arrays (items,).

    Within a block an item has w wins in f finished appearances; `ww`, `wf`, `ff` are the sums of their products over
    blocks, from which the variance between blocks follows. `blocks`: those with a finished appearance.
    """

    names: tuple[str, ...]
    appearances: Ints
    finished: Ints
    wins: Ints
    blocks: Ints
    ww: Ints
    wf: Ints
    ff: Ints

    @classmethod
    def empty(cls, names: tuple[str, ...], size: int | None = None) -> ItemTally:
        """No games yet; `size` items where they have no names of their own."""
        n = len(names) if size is None else size
        return cls(names, *(np.zeros(n, dtype=np.int64) for _ in range(7)))

    def add_sums(self, sums: Ints) -> None:
        """Add the sums of other blocks, int64 (items, 7) in the order of SUM_NAMES."""
        for k, name in enumerate(SUM_NAMES):
            getattr(self, name)[:] += sums[:, k]

    def merge(self, other: ItemTally) -> None:
        """Add the sums of other blocks."""
        for name in SUM_NAMES:
            getattr(self, name)[:] += getattr(other, name)


class Names(Protocol):
    """The names of all that a run counts."""

    @property
    def characters(self) -> tuple[str, ...]:
        """Of the deck."""
        ...

    @property
    def seats(self) -> tuple[str, ...]:
        """Their numbers."""
        ...

    @property
    def policies(self) -> tuple[str, ...]:
        """Those that play."""
        ...

    @property
    def plots(self) -> tuple[str, ...]:
        """By plot number."""
        ...

    @property
    def plot_types(self) -> tuple[int, ...]:
        """Place of each plot among `types`."""
        ...

    @property
    def types(self) -> tuple[str, ...]:
        """Of cards, in the order of `Tallies.cards`; with them `kinds` and `copies`."""
        ...

    @property
    def kinds(self) -> tuple[int, ...]:
        """Kind of each type."""
        ...

    @property
    def copies(self) -> tuple[int, ...]:
        """Copies of each type in the deck."""
        ...


class Keys:
    """Which item an appearance counts for: names of a plan's characters, seats and policies, and lookups by number."""

    def __init__(self, plan: Plan) -> None:
        t = plan.deck.tables[0]
        n_types = int(t.n_types)
        types = [i for i in range(n_types) if t.kind[i] == Kind.CHARACTER]
        self.characters = tuple(str(plan.deck.names[i]) for i in types)
        self.character_of = np.full(n_types, -1, dtype=np.int16)  # by type
        self.character_of[types] = np.arange(len(types))
        ids = sorted({policy for row in plan.policy_rows for policy in row})
        self.policies = tuple(plan.policy_names[policy] for policy in ids)
        self.policy_of = np.zeros(max(ids) + 1, dtype=np.int16)  # by policy number
        self.policy_of[ids] = np.arange(len(ids))
        self.seats = tuple(str(seat) for seat in range(plan.players))
        plots = [i for i in range(n_types) if t.plot[i] >= 0]
        plots.sort(key=lambda i: int(t.plot[i]))
        self.plots = tuple(str(plan.deck.names[i]) for i in plots)
        self.plot_types = tuple(plots)
        self.types = tuple(str(name) for name in plan.deck.names)
        self.kinds = tuple(int(t.kind[i]) for i in range(n_types))
        self.copies = tuple(int(t.count[i]) for i in range(n_types))


@dataclass(frozen=True)
class FolderKeys:
    """The names of what a run folder holds; of the cards all but characters and house rules."""

    characters: tuple[str, ...]
    policies: tuple[str, ...]
    seats: tuple[str, ...]
    plots: tuple[str, ...]
    types: tuple[str, ...]
    kinds: tuple[int, ...]
    copies: tuple[int, ...]

    @property
    def plot_types(self) -> tuple[int, ...]:
        """Place of each plot among `types`."""
        places = {name: i for i, name in enumerate(self.types) if self.kinds[i] == Kind.PLOT}
        return tuple(places[plot] for plot in self.plots)


def numbering(keys: Names) -> Items:
    """The common numbering of all that is summed up by block."""
    n, n_plots = len(keys.characters), len(keys.plots)
    sizes = (n, len(keys.seats), len(keys.policies), len(Gender), n * n, n_plots * PLOT_BINS * n, FEELS)
    starts = [sum(sizes[:k]) for k in range(len(sizes) + 1)]
    return Items(*starts[:-1], n_characters=n, size=starts[-1])


def _zeros(n: int) -> Ints:
    return np.zeros(n, dtype=np.int64)


@dataclass
class Tallies:
    """All sums of a run. Arrays are int64."""

    characters: ItemTally
    seats: ItemTally
    policies: ItemTally
    results: Ints  # games by Result
    turns: Ints  # games by turns begun
    stats: Ints  # by Stat, over all seats
    stat_games: Ints  # games in which it was counted at least once
    plot_plays: Ints  # by plot number
    plot_turns: Ints
    plot_games: Ints  # games in which it was played
    genders: ItemTally
    plot_shares: ItemTally  # item (plot * shares + bin of PLOT_SHARES) * characters + character
    pairs: ItemTally  # item character * characters + another one at the table
    feel: ItemTally  # by FEEL
    rounds: Ints  # games by rounds
    lead_changes: Ints  # games by changes of the leader
    margins: Ints  # finished games by points of the best coalition less those of the second
    cards: Ints  # (types, engine.cards.WIDTH)
    games: int = 0
    decisions: int = 0
    lanes: tuple[int, int] = (0, 0)  # of the digest

    @classmethod
    def empty(cls, keys: Names) -> Tallies:
        """No games yet."""
        n_plots, n_characters = len(keys.plots), len(keys.characters)
        return cls(
            ItemTally.empty(keys.characters),
            ItemTally.empty(keys.seats),
            ItemTally.empty(keys.policies),
            results=_zeros(len(Result)),
            turns=_zeros(1),
            stats=_zeros(STATS),
            stat_games=_zeros(STATS),
            plot_plays=_zeros(n_plots),
            plot_turns=_zeros(n_plots),
            plot_games=_zeros(n_plots),
            genders=ItemTally.empty(tuple(word(gender) for gender in Gender)),
            plot_shares=ItemTally.empty((), n_plots * len(PLOT_SHARES) * n_characters),
            pairs=ItemTally.empty((), n_characters**2),
            feel=ItemTally.empty(FEEL),
            rounds=_zeros(1),
            lead_changes=_zeros(1),
            margins=_zeros(1),
            cards=np.zeros((len(keys.types), cards.WIDTH), dtype=np.int64),
        )

    @property
    def finished(self) -> int:
        """Games with a winner."""
        return int(self.results[Result.WON] + self.results[Result.LAST_LEFT])

    @property
    def digest(self) -> str:
        """Hash over all game rows so far, 32 hex digits."""
        return digest_text(self.lanes)

    def merge(self, other: Tallies) -> None:
        """Add the sums of other blocks of the same plan."""
        for name in BY_ITEM:
            getattr(self, name).merge(getattr(other, name))
        self.games += other.games
        self.decisions += other.decisions
        for name in LENGTHS:
            setattr(self, name, _add(getattr(self, name), getattr(other, name)))
        for name in ("results", "stats", "stat_games", "plot_plays", "plot_turns", "plot_games", "cards"):
            getattr(self, name)[:] += getattr(other, name)
        self.lanes = ((self.lanes[0] + other.lanes[0]) & MASK, (self.lanes[1] + other.lanes[1]) & MASK)


def _add(a: Ints, b: Ints) -> Ints:
    """Sum of two histograms that may differ in length."""
    if len(a) < len(b):
        a, b = b, a
    total = a.copy()
    total[: len(b)] += b
    return total


def tally_rows(keys: Keys, games: Any, seats: Any, card_sums: Ints | None = None) -> Tallies:
    """The sums over the rows of whole blocks (dtypes GAME_ROW and SEAT_ROW, in order of play).

    `card_sums`: what the engine left in its workspace for these games, int64 (types * WIDTH,).
    """
    if len(games) == 0:
        return Tallies.empty(keys)
    names = ("game", "hash", "rounds", "lead_changes", "margin", "decisions")
    others = {**{name: games[name] for name in names}, "plot_plays": games.plot_plays[:, : len(keys.plots)]}
    tallies = tally_columns(keys, _columns(keys, games, seats), others, len(seats) // len(games))
    if card_sums is not None:
        tallies.cards += card_sums.reshape(tallies.cards.shape)
    return tallies


def tally_columns(keys: Names, columns: Columns, games: Mapping[str, Any], players: int) -> Tallies:
    """The sums over the columns of whole blocks, without cards.

    `games`: further columns of the games: game, hash, rounds, lead_changes, margin, decisions, plot_plays (games, plots).
    """
    tallies = Tallies.empty(keys)
    items = numbering(keys)
    sums, tallies.stats, tallies.stat_games = add_rows(columns, items, players)
    for k, name in enumerate(BY_ITEM):
        getattr(tallies, name).add_sums(sums[items[k] : items[k + 1] if k + 1 < len(BY_ITEM) else items.size])
    plays = games["plot_plays"]
    tallies.plot_plays = plays.sum(axis=0, dtype=np.int64)
    tallies.plot_games = (plays > 0).sum(axis=0).astype(np.int64)
    tallies.plot_turns = columns.plot_turns.sum(axis=0, dtype=np.int64)
    tallies.games = len(columns.block)
    tallies.decisions = int(games["decisions"].sum(dtype=np.int64))
    tallies.results = np.bincount(columns.result, minlength=len(Result)).astype(np.int64)
    tallies.turns = np.bincount(columns.turns).astype(np.int64)
    tallies.rounds = np.bincount(games["rounds"]).astype(np.int64)
    tallies.lead_changes = np.bincount(games["lead_changes"]).astype(np.int64)
    margins = np.maximum(games["margin"][columns.winner >= 0], 0)
    tallies.margins = np.bincount(margins, minlength=1).astype(np.int64)
    tallies.lanes = digest_lanes(games["game"], games["hash"])
    return tallies


def _columns(keys: Keys, games: Any, seats: Any) -> Columns:
    """What is summed up by block, in columns of their own."""
    plain = {name: np.ascontiguousarray(games[name]) for name in Columns._fields[:6]}
    return Columns(
        **plain,
        plot_turns=np.ascontiguousarray(games.plot_turns[:, : len(keys.plots)]),
        character=keys.character_of[seats.character],
        policy=keys.policy_of[seats.policy],
        gender=np.ascontiguousarray(seats.gender),
        stat=np.ascontiguousarray(seats.stat),
    )
