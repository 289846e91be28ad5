"""`vs-sim compare`: two variants on the same blocks, and what the difference is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from vs_sim.cli import options
from vs_sim.cli.console import InputError, Voice, emit, playing
from vs_sim.cli.decks import load
from vs_sim.cli.errors import clear_errors
from vs_sim.cli.run import DEFAULT_GAMES, Confidence, Force, Games, Out, Workers
from vs_sim.cli.run_tables import point_interval, points
from vs_sim.cli.tables import (
    NOTHING,
    Column,
    Format,
    Result,
    Table,
    count,
    counted,
    p_value,
    percent,
    ratio,
    render,
    text,
)

Against = Annotated[
    str | None,
    typer.Option("--against", metavar="NAME|PATH", help="The deck of b; that of a if left out."),
]
AgainstRule = Annotated[
    list[str],
    typer.Option(
        "--against-rule", metavar="KEY=VALUE", help="A house rule of b (repeatable); those of a if left out."
    ),
]
AgainstRules = Annotated[
    Path | None, typer.Option("--against-rules", metavar="FILE", help="A TOML file of house rules of b.")
]
AgainstPolicy = Annotated[
    str | None,
    typer.Option("--against-policy", metavar="NAME|mixed|a,b,c", help="Who plays b; as in a if left out."),
]
PolicySet = Annotated[
    list[str],
    typer.Option(
        "--also-policy",
        metavar="NAME|mixed|a,b,c",
        help="Repeat it with these players of both (repeatable), and mark what turns its sign.",
    ),
]
Halfwidth = Annotated[
    float | None,
    typer.Option(
        "--until-halfwidth",
        metavar="W",
        parser=options.number,
        help="Stop once every character's difference is known to this, as 0.01.",
    ),
]
MaxTime = Annotated[
    float | None,
    typer.Option("--max-time", metavar="SECONDS", parser=options.number, help="Stop after so long."),
]


def compare(
    deck: options.DeckName = "base",
    against: Against = None,
    games: Games = None,
    players: options.Players = 4,
    policy: options.Policy = "balanced",
    against_policy: AgainstPolicy = None,
    also_policy: PolicySet = [],  # noqa: B006  # typer reads the default and hands on a new list
    characters: options.Characters = "random",
    rule: options.Rule = [],  # noqa: B006
    against_rule: AgainstRule = [],  # noqa: B006
    rules: options.RulesFile = None,
    against_rules: AgainstRules = None,
    seed: options.Seed = 0,
    out: Out = None,
    force: Force = False,
    workers: Workers = None,
    rotate: options.Rotate = True,
    confidence: Confidence = 0.95,
    until_halfwidth: Halfwidth = None,
    max_time: MaxTime = None,
    form: options.Form = Format.TABLE,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Play two variants on the same deals and print what the second changes.

    a is what --deck, --rule, --rules and --policy say, b what the --against options say; differences are b less a.
    """
    voice = Voice(quiet, verbose)
    if against_policy is not None and also_policy:
        raise InputError("error: --also-policy: policies are what is compared (--against-policy) already")
    with clear_errors():
        from vs_sim import api
        from vs_sim.experiments.study import check_free, keep_result

        loaded = load(deck, rule, rules)
        own = bool(against_rule) or against_rules is not None
        with clear_errors("--against"):
            other = loaded
            if against is not None or own:
                b_rule, b_rules = (against_rule, against_rules) if own else (rule, rules)
                other = load(deck if against is None else against, b_rule, b_rules)
        settings = {"games": games, "players": players, "policy": [policy, *also_policy], "seed": seed}
        if out is not None:
            check_free(out, "compare", force=force)
        found: dict[str, Any] = {}
        for by in dict.fromkeys([policy, *also_policy]):
            with playing(voice) as telling:
                found[by] = api.compare(
                    loaded,
                    other,
                    games=DEFAULT_GAMES if games is None else games,
                    players=players,
                    policy=by,
                    against_policy=against_policy,
                    characters=characters,
                    seed=seed,
                    rotate=rotate,
                    workers=workers,
                    confidence=confidence,
                    until_halfwidth=until_halfwidth,
                    max_seconds=max_time,
                    **telling,
                )
            if found[by].result.interrupted:
                break
        told = _with_robustness(found, confidence) if len(found) > 1 else found[policy].json
        if out is not None:
            keep_result(out, "compare", settings, told)
    for note in told["notes"]:
        voice.note(note)
    emit(render(comparison_result(told, form), form))
    if told["interrupted"]:
        raise typer.Exit(130)


def _with_robustness(found: dict[str, Any], confidence: float) -> dict[str, Any]:
    """The first comparison, and beside it what becomes of its findings with other policies."""
    from vs_sim.analysis.compare import TABLES
    from vs_sim.analysis.robust import robustness

    tables = {by: {name: one.comparison.table(name) for name in TABLES} for by, one in found.items()}
    first = next(iter(found.values())).json
    return {
        **first,
        "policies": list(found),
        "sentences": {by: one.sentence for by, one in found.items()},
        "robustness": robustness(tables, confidence=confidence).to_dicts(),
        "interrupted": any(one.result.interrupted for one in found.values()),
    }


def _columns(first: str) -> list[Column]:
    return [
        Column(first, ("name",)),
        Column("a", ("rate_a",), percent, right=True),
        Column("b", ("rate_b",), percent, right=True),
        Column("Points", ("difference",), points, right=True),
        Column("Interval", ("low", "high"), point_interval, right=True),
        Column("p adjusted", ("p_adjusted",), p_value, right=True),
        Column("Variance saved", ("variance_saved",), _whole_percent, right=True),
        Column("Games", ("games_a",), count, right=True),
    ]


def _whole_percent(value: float | None) -> str:
    return NOTHING if value is None else f"{round(value, 2) + 0.0:.0%}"  # no "-0%"


def signed(value: float | None) -> str:
    """A difference with its sign."""
    return NOTHING if value is None else f"{value:+.2f}"


def _ends(low: float | None, high: float | None) -> str:
    return NOTHING if low is None or high is None else f"{signed(low)} to {signed(high)}"


LENGTH = [
    Column("Length", ("name",)),
    Column("a", ("rate_a",), ratio, right=True),
    Column("b", ("rate_b",), ratio, right=True),
    Column("Turns", ("difference",), signed, right=True),
    Column("Interval", ("low", "high"), _ends, right=True),
    Column("p adjusted", ("p_adjusted",), p_value, right=True),
    Column("Variance saved", ("variance_saved",), _whole_percent, right=True),
    Column("Games", ("games_a",), count, right=True),
]


def _by_table(difference: float | None, table: str) -> str:
    return signed(difference) if table == "turns" else points(difference)


def _ends_by_table(low: float | None, high: float | None, table: str) -> str:
    return _ends(low, high) if table == "turns" else point_interval(low, high)


ROBUSTNESS = [
    Column("Table", ("table",)),
    Column("Name", ("name",)),
    Column("Policy", ("policy",)),
    Column("Difference", ("difference", "table"), _by_table, right=True),
    Column("Interval", ("low", "high", "table"), _ends_by_table, right=True),
    Column("p adjusted", ("p_adjusted",), p_value, right=True),
    Column("Finding", ("finding",), text),
]
MOST_ROBUST = 30  # rows, of many items


def robustness_table(rows: Sequence[dict[str, Any]], form: Format) -> Table:
    """Findings by who plays. Of many items people see first what turns its sign, then what is not always shown."""
    kept = [row for row in rows if row["finding"] != "none"]
    title, columns = "Findings by who plays", ROBUSTNESS
    if any("item" in row for row in kept):
        columns = [Column("Item", ("item",)), *ROBUSTNESS]
        if form in (Format.TABLE, Format.MARKDOWN):
            order = {"turns sign": 0, "differs": 1, "holds": 2}
            kept.sort(key=lambda row: order[row["finding"]])
            if len(kept) > MOST_ROBUST:
                title += f" (the first {MOST_ROBUST} of {len(kept)} rows; --format csv has all)"
                kept = kept[:MOST_ROBUST]
    return Table("robustness", title, columns, kept)


def comparison_result(told: dict[str, Any], form: Format = Format.TABLE) -> Result:
    """A comparison as head and tables; characters stand by their difference."""
    by_size = sorted(told["characters"], key=lambda row: (-(row["difference"] or 0), row["name"]))
    tables = [
        Table("character", "Characters", _columns("Character"), by_size),
        Table("seat", "Seats", _columns("Seat"), told["seats"]),
        Table("turns", "Turns in a game", LENGTH, [told["turns"]]),
        Table("unfinished", "Unfinished games", _columns("Share"), [told["unfinished"]]),
    ]
    if "robustness" in told:
        tables.append(robustness_table(told["robustness"], form))
    return Result(_head(told), tables, told)


def _head(told: dict[str, Any]) -> list[str]:
    saved = told["variance_saved"]
    lines = [
        told["sentence"],
        "",
        *(_variant(side, told[side]) for side in ("a", "b")),
        f"{counted(told['games'], 'game')} of each on the same {counted(told['blocks'], 'deal')}, {told['players']} players",
        f"Seed {told['seed']}, digests {told['digest_a']} and {told['digest_b']}",
        _saved_text(saved),
        f"p values are adjusted by {told['adjustment']['method']} within the characters and within the seats",
        "Interrupted: these are the games that were complete." if told["interrupted"] else "",
        "Stopped early, by the rule or the time given." if told["stopped"] else "",
    ]
    return [line for i, line in enumerate(lines) if line or i == 1]


def _saved_text(saved: float | None) -> str:
    if saved is None:
        return ""
    return (
        f"Pairing saved {saved:.0%} of the variance of the characters' differences"
        if saved > 0
        else ("Pairing saved nothing of the variance of the characters' differences")
    )


def _variant(side: str, plan: dict[str, Any]) -> str:
    deck = plan["deck"]
    return f"{side}: {plan['label']} (deck {deck['name']}, {deck['hash'][:12]}, {plan['policy']})"
