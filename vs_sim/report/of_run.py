"""The report of a run: who wins, and how the games feel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from vs_sim.analysis import run_pictures as feel
from vs_sim.analysis.intervals import wilson
from vs_sim.analysis.lead_time import lead_over_time
from vs_sim.report import design_figures, figures
from vs_sim.report.design_figures import Unit
from vs_sim.report.model import Column, Finding, Grid, Lot, Report, Section
from vs_sim.report.origin import assumptions, facts_of, method, origin_of
from vs_sim.report.words import rate_findings

if TYPE_CHECKING:
    from vs_sim.analysis.stored import Stored

DRAWN = Unit("win rate of seats that drew it less those that never had it, points")
MOST_CARDS = 45  # rows of a figure; the table has all
UNFINISHED = 0.01  # more of it is a fault of the deck
RATE_COLUMNS = (
    Column("Win rate", "rate", "percent"),
    Column("Low", "low", "percent"),
    Column("High", "high", "percent"),
    Column("Lift", "lift", "ratio"),
    Column("Wins", "wins", "count"),
    Column("Games", "games", "count"),
    Column("Verdict", "verdict"),
    Column("p outside", "p_outside", "p"),
    Column("p inside", "p_inside", "p"),
    Column("To decide", "needed", "count"),
)
EXAMPLE_COLUMNS = (
    Column("Game", "game", "count"),
    Column("Why", "why"),
    Column("Turns", "turns", "count"),
    Column("Winner", "winner"),
    Column("Command", "command", "code"),
)


def run_report(run: Stored, *, band: float = 0.1) -> Report:
    """All of a run. `band`: how far a rate may lie from the fair share, as a part of it."""
    return _RunReport(run, band).report()


class _RunReport:
    """Frames of a run, read once, and what is said about them."""

    def __init__(self, run: Stored, band: float) -> None:
        self.run = run
        self.band = band
        self.players = feel.players_of(run)
        self.fair = 1 / self.players
        self.characters = feel.characters(run, band)
        self.seats = feel.seats(run, band)
        self.policies = feel.policies(run, band)
        self.numbers = feel.numbers(run)
        summary = run.summary
        self.below = (
            f"Deck {summary['deck']['name']}, {self.players} players, {summary['policy']}, "
            f"{summary['games']:,} games."
        )

    def report(self) -> Report:
        """Findings on top, then sections."""
        sections = [
            self._rates("characters", "Characters", "Character", self.characters),
            self._rates("seats", "Seats", "Seat", self.seats),
            *(
                [self._rates("policies", "Policies", "Policy", self.policies)]
                if len(self.policies) > 1
                else []
            ),
            self._lengths(),
            self._leads(),
            self._lead_over_time(),
            self._comebacks(),
            self._actions(),
            *self._plots(),
            *self._cards(),
            *self._match_ups(),
            self._examples(),
            *assumptions(self.run),
        ]
        return Report(
            title=f"{self.run.summary['deck']['name']}: who wins, and how it plays",
            facts=facts_of(self.run),
            findings=self._findings(),
            sections=[section for section in sections if section],
            origin=origin_of(self.run),
            method=method(self.run, self.band),
        )

    # --- findings ---

    def _findings(self) -> list[Finding]:
        names = self.characters.to_dicts()
        seats = [{**row, "name": f"{row['name']}"} for row in self.seats.to_dicts()]
        found = rate_findings(names, prefix="", noun="character", section="characters")
        found += rate_findings(seats, prefix="Seat ", noun="seat", section="seats")
        found.append(self._unfinished())
        if len(self.policies) > 1:
            found += rate_findings(
                self.policies.to_dicts(), prefix="Policy ", noun="policy", section="policies"
            )
        else:
            name = self.policies["name"].to_list()
            found.append(
                Finding(
                    Lot.TEST,
                    "hangs on who plays",
                    f"All seats were played by {', '.join(name) or 'nobody'}. Play it with --policy mixed to see what stays.",
                )
            )
        return found

    def _unfinished(self) -> Finding:
        games, unfinished = self.run.summary["games"], self.run.summary["unfinished"]
        low, high = wilson(unfinished / games, games, confidence=feel.confidence_of(self.run))
        said = f"{unfinished:,} of {games:,} games are unfinished ({unfinished / games:.2%}, at most {high:.2%})."
        if high <= UNFINISHED:
            return Finding(Lot.HOLDS, "games end", said, "length")
        if low > UNFINISHED:
            return Finding(Lot.BREAKS, "games do not end", said, "length")
        return Finding(Lot.TEST, "undecided", said + f" Allowed: {UNFINISHED:.0%}.", "length")

    # --- sections ---

    def _rates(self, name: str, title: str, noun: str, frame: pl.DataFrame) -> Section:
        """Win rates by item: forest and table."""
        if frame.is_empty():
            return Section(name, title, "No game was finished: there are no rates.")
        order = frame.sort("rate", "name", descending=[True, False]).to_dicts()
        prefix = "Seat " if noun == "Seat" else ""
        most, least = (f"{prefix}{row['name']}" for row in (order[0], order[-1]))
        finding = (
            f"{most} wins most often ({order[0]['rate']:.1%}), {least} least ({order[-1]['rate']:.1%}); "
            f"fair is {self.fair:.1%}"
        )
        shown = frame.with_columns(pl.format("seat {}", "name").alias("name")) if noun == "Seat" else frame
        figure = figures.forest(
            shown,
            finding=finding,
            fair=self.fair,
            band=(self.fair * (1 - self.band), self.fair * (1 + self.band)),
            what="win rate: share of finished games won",
            below=f"{feel.confidence_of(self.run):.0%} intervals, from the variance between blocks; n: finished games in which "
            f"the {noun.lower()} sat at the table. Band: ± {self.band:.0%} of the fair share. {self.below}",
        )
        grid = Grid((Column(noun, "name"), *RATE_COLUMNS), frame.to_dicts())
        return Section(name, title, "", figure, finding, grid)

    def _lengths(self) -> Section:
        turns = self.run.summary["turns"]
        finding = (
            f"Half of the games last {turns['p50']:g} turns or less; "
            f"nine in ten last {turns['p05']:g} to {turns['p95']:g}"
        )
        figure = figures.lengths(
            feel.lengths(self.run),
            marks={"5%": turns["p05"], "median": turns["p50"], "95%": turns["p95"]},
            finding=finding,
            below=f"Turns begun, by all players together, unfinished games too. {self.below}",
        )
        return Section("length", "Length", figure=figure, described=finding, grid=self._feel_grid())

    def _feel_grid(self) -> Grid:
        n = self.numbers
        rows = [
            ("Rounds (median)", n["rounds_median"], "number"),
            ("Decisions in a game (mean)", n["decisions_mean"], "number"),
            ("Changes of the lead (mean)", n["lead_changes_mean"], "number"),
            ("Margin at the end in points (mean)", n["margin_mean"], "number"),
            ("First leader with half of the points wins", n["runaway_share"], "percent"),
            ("Comebacks: another wins", n["comeback_share"], "percent"),
            ("Won in another's turn", n["won_in_others_turn"], "percent"),
            ("Turns skipped, or spent on a Job", n["skipped_share"], "percent"),
            ("Turns without a useful action (discard or pass)", n["useless_share"], "percent"),
            ("Seats eliminated", n["eliminated_share"], "percent"),
            ("Reshuffles in a game (mean)", n["reshuffles_mean"], "number"),
        ]
        from vs_sim.report.model import cell

        shown = [{"what": what, "value": cell(value, form)} for what, value, form in rows]
        return Grid((Column("The feel of the game", "what"), Column("Value", "value")), shown)

    def _leads(self) -> Section:
        mean = self.numbers["lead_changes_mean"]
        finding = f"The lead changes {mean:.1f} times in a game on average"
        figure = figures.bars(
            feel.lead_changes(self.run),
            finding=finding,
            what="changes of the lead in a game",
            below=f"A change: another seat comes to lead alone in points. {self.below}",
        )
        return Section("leads", "Lead", figure=figure, described=finding)

    def _lead_over_time(self) -> Section | None:
        frame = lead_over_time(self.run)
        if frame is None or frame.is_empty():
            return None
        rows = {round(row["at"], 1): row for row in frame.to_dicts()}
        parts = [
            f"{row['rate']:.0%} of the time {when}"
            for at, when in ((0.5, "half-way through a game"), (0.9, "when nine tenths of it are over"))
            if (row := rows.get(at))
        ]
        finding = f"Who leads alone wins {', '.join(parts)}"
        figure = figures.over_time(
            frame, finding=finding, fair=self.fair,
            below=f"A sample of games of the run, played again: {frame['games'].min():,} to {frame['games'].max():,} finished "
            f"games with a lone leader at each point. Grey: 95% intervals, from the variance between blocks. {self.below}",
        )  # fmt: skip
        return Section("lead-over-time", "Lead over time", figure=figure, described=finding)

    def _comebacks(self) -> Section | None:
        frame = feel.half_leaders(self.run)
        share = self.numbers["runaway_share"]
        if frame.is_empty() or share is None:
            return None
        finding = f"Who first leads alone with half of the points wins {share:.0%} of the time; else it is a comeback"
        figure = figures.rates(
            frame,
            finding=finding,
            what="share of such games that it wins",
            below=f"n: finished games in which this character first led alone with half of the points. "
            f"{feel.confidence_of(self.run):.0%} intervals, from the variance between blocks. {self.below}",
            line=share,
            line_says=f"all characters {share:.1%}",
        )
        return Section("comebacks", "Comebacks", figure=figure, described=finding)

    def _actions(self) -> Section:
        frame = feel.actions(self.run)
        finding = "What each character does with its turns"
        figure = figures.heat_map(
            frame, rows="character", columns="action", value="share", strong=None, signed=False, finding=finding,
            unit="Percent of the character's actions.", below=self.below,
        )  # fmt: skip
        return Section("actions", "Actions", figure=figure, described=finding)

    def _plots(self) -> Sequence[Section]:
        frame = feel.plots(self.run)
        if frame.is_empty():
            return ()
        top = frame.row(0, named=True)
        finding = f"{top['card']} lies on the table in {top['turns_share']:.0%} of turns"
        says = [f"{row['per_game']:.2f} played a game" for row in frame.to_dicts()]
        shown = frame.select(
            pl.col("card").alias("name"), pl.col("turns_share").alias("share"), pl.Series("says", says)
        )
        figure = figures.shares(
            shown,
            finding=finding,
            what="share of turns during which the plot lay on the table",
            below=self.below,
        )
        columns = (
            Column("Plot", "card"),
            Column("Copies", "copies", "count"),
            Column("Played", "plot_plays", "count"),
            Column("Played a game", "per_game", "ratio"),
            Column("Games with it", "games_share", "percent"),
            Column("Turns in play", "turns_share", "percent"),
        )
        return [Section("plots", "Plots", "", figure, finding, Grid(columns, frame.to_dicts()))]

    def _match_ups(self) -> Sequence[Section]:
        frame = feel.match_ups(self.run)
        if frame.is_empty():
            return ()
        widest = frame.sort(pl.col("difference").abs(), descending=True).row(0, named=True)
        finding = (
            f"{widest['character']} wins {widest['rate']:.0%} with {widest['other']} at the table, "
            f"{widest['own']:.0%} of all its games"
        )
        if not frame["clear"].any():
            finding = "No character is shown to win more or less often beside another one"
        figure = figures.heat_map(
            frame, rows="character", columns="other", value="difference", strong="clear", signed=True, finding=finding,
            unit="Percentage points by which the row's win rate differs while the column's character is at the table.",
            below=f"Bold: adjusted p below 0.05; italics: not shown. {self.below}",
        )  # fmt: skip
        columns = (
            Column("Character", "character"),
            Column("With", "other"),
            Column("Win rate", "rate", "percent"),
            Column("Low", "low", "percent"),
            Column("High", "high", "percent"),
            Column("Own rate", "own", "percent"),
            Column("Points", "difference", "points"),
            Column("Games", "games", "count"),
        )
        return [Section("match-ups", "Match-ups", "", figure, finding, Grid(columns, frame.to_dicts()))]

    def _cards(self) -> Sequence[Section]:
        frame = feel.card_draws(self.run)
        if frame.is_empty():
            return ()
        top = frame.row(0, named=True)
        more = "more" if top["difference"] > 0 else "less"
        finding = f"Who draws {top['card']} wins {abs(top['difference']) * 100:.1f} points {more} than who never has it"
        figure = design_figures.differences(
            frame.head(MOST_CARDS).rename({"card": "name"}), finding=finding, unit=DRAWN,
            below="An association: what a card does is shown by taking it out (vs-sim knockout). In long games more of all "
            f"cards is drawn: hold cards against each other. {feel.confidence_of(self.run):.0%} intervals. {self.below}",
        )  # fmt: skip
        columns = (
            Column("Card", "card"),
            Column("Kind", "kind"),
            Column("Copies", "copies", "count"),
            Column("Drawn", "drawn_games", "count"),
            Column("Win rate, drawn", "drawn_rate", "percent"),
            Column("never had", "absent_rate", "percent"),
            Column("Points", "difference", "points"),
            Column("Low", "low", "points"),
            Column("High", "high", "points"),
        )
        return [Section("cards", "Cards", "", figure, finding, Grid(columns, frame.to_dicts()))]

    def _examples(self) -> Section:
        outside = self.characters.filter(pl.col("verdict") == "outside")["name"].to_list()
        rows: list[dict[str, Any]] = feel.examples(self.run).to_dicts()
        rows += feel.character_examples(self.run, outside).to_dicts()
        text = "Each command tells the game move by move; add --html FILE for a page with a picture of every turn."
        return Section("games", "Games worth a look", text, grid=Grid(EXAMPLE_COLUMNS, rows))
