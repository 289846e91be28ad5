"""`vs-sim knockout`: what each plot, special, power, group, house rule or assumption does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from vs_sim.cli import options
from vs_sim.cli.compare import PolicySet, robustness_table
from vs_sim.cli.console import Voice, emit, playing
from vs_sim.cli.decks import load
from vs_sim.cli.errors import clear_errors
from vs_sim.cli.run import Confidence, Force, Out, Workers
from vs_sim.cli.tables import Column, Format, Result, Table, count, counted, p_value, percent, render, text

Items = Annotated[
    str,
    typer.Option(
        "--items",
        "-i",
        metavar="KIND|NAME,...",
        help="plots, specials, powers, groups, house_rules, assumptions, or names of cards, groups, house rules.",
    ),
]
Games = Annotated[
    int,
    typer.Option(
        "--games", "-n", metavar="N", parser=options.whole_number, help="Games with and without each item."
    ),
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with what stands in --out.")]
MOST_ROWS = 25  # of the table for people; the other forms have all
MOST_EFFECTS = 10  # where there are more than that many
MOST_SENTENCES = 12


def knockout(
    deck: options.DeckName = "base",
    items: Items = "plots",
    games: Games = 10_000,
    players: options.Players = 4,
    policy: options.Policy = "balanced",
    also_policy: PolicySet = [],  # noqa: B006  # typer reads the default and hands on a new list
    characters: options.Characters = "random",
    rule: options.Rule = [],  # noqa: B006
    rules: options.RulesFile = None,
    seed: options.Seed = 0,
    out: Out = None,
    force: Force = False,
    resume: Resume = False,
    workers: Workers = None,
    rotate: options.Rotate = True,
    confidence: Confidence = 0.95,
    form: options.Form = Format.TABLE,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Measure what each item does. The same games are played with it and without it."""
    voice = Voice(quiet, verbose)
    with clear_errors():
        from vs_sim import api

        loaded = load(deck, rule, rules)
        with playing(voice) as telling:
            found = api.knockout(
                loaded,
                items=items,
                games=games,
                players=players,
                policy=policy,
                also_policy=also_policy,
                characters=characters,
                seed=seed,
                rotate=rotate,
                workers=workers,
                out=out,
                force=force,
                resume=resume,
                confidence=confidence,
                on_start=lambda n, total: voice.note(f"{n} items, {total:,} games in all"),
                **telling,
            )
    for note in found.json["notes"]:
        voice.note(note)
    emit(render(knockout_result(found.json, form), form))
    if found.interrupted:
        if out is not None:
            voice.note("interrupted; the same command with --resume goes on")
        raise typer.Exit(130)


def difference(value: float | None) -> str:
    """A difference of rates in percentage points, with its sign."""
    return text(None) if value is None else f"{value * 100:+.1f}"


def points(value: float | None, low: float | None, high: float | None) -> str:
    """A difference of rates with its interval, in percentage points."""
    if value is None:
        return text(None)
    return f"{value * 100:+.1f}" + ("" if low is None else f" [{low * 100:+.1f}, {(high or 0) * 100:+.1f}]")


def number(value: dict[str, Any] | None) -> str:
    """A difference of numbers with its interval."""
    if value is None or value["difference"] is None:
        return text(None)
    ends = "" if value["low"] is None else f" [{value['low']:+.1f}, {value['high']:+.1f}]"
    return f"{value['difference']:+.1f}{ends}"


def share(value: dict[str, Any] | None) -> str:
    """A difference of shares with its interval, in percentage points."""
    return text(None) if value is None else points(value["difference"], value["low"], value["high"])


def signed(value: float | None) -> str:
    """A number with its sign."""
    return text(None) if value is None else f"{value:+.1f}"


CHARACTER_COLUMNS = (
    Column("Item", ("item",)),
    Column("Character", ("character",)),
    Column("With", ("rate_with",), percent, right=True),
    Column("Without", ("rate_without",), percent, right=True),
    Column("Difference, points", ("difference", "low", "high"), points, right=True),
    Column("p adjusted", ("p_adjusted",), p_value, right=True),
)
EFFECT_COLUMNS = (
    Column("Item", ("item",)),
    Column("Kind", ("kind",)),
    Column("Without it", ("change",)),
    Column("Turns", ("turns",), number, right=True),
    Column("Unfinished, points", ("unfinished",), share, right=True),
    Column("Most on", ("who",)),
    Column("Win rate, points", ("points",), right=True),
    Column("Characters shown", ("characters_shown",), count, right=True),
)
GUESS_COLUMNS = (
    Column("Assumption", ("assumption",)),
    Column("Values", ("values",), count, right=True),
    Column("Moves", ("character",)),
    Column("by points", ("largest",), difference, right=True),
    Column("Characters moved", ("moved",), count, right=True),
    Column("Turns", ("turns",), signed, right=True),
    Column("Undoes", ("undoes",)),
)


def knockout_result(found: dict[str, Any], form: Format) -> Result:
    """Head and tables of a knock-out. For people, tables hold what is shown; other programs get all rows."""
    from vs_sim.analysis.knockout_words import is_shown

    for_people = form in (Format.TABLE, Format.MARKDOWN)
    effects = [_effect_row(row, is_shown) for row in found["effects"]]
    if not for_people:
        rows = [*found["items"], *_metric_rows(found)]
        tables = [Table("item", "Characters", CSV_COLUMNS, rows), *_robust(found, form)]
        return Result(_head(found), tables, found)
    rows = sorted((row for row in found["items"] if is_shown(row)), key=lambda row: -abs(row["difference"]))
    tables = [_effects_table(effects, found)]
    if found["assumptions"]:
        tables.insert(0, _guesses_table(found["assumptions"]))
    if rows:
        more = f" (the largest {MOST_ROWS} of {len(rows)})" if len(rows) > MOST_ROWS else ""
        tables.append(Table("item", f"Effects shown on win rates{more}", CHARACTER_COLUMNS, rows[:MOST_ROWS]))
    return Result(_head(found), [*tables, *_robust(found, form)], found)


def _robust(found: dict[str, Any], form: Format) -> list[Table]:
    """Findings by who plays, where several sets of policies did."""
    return [robustness_table(found["robustness"], form)] if "robustness" in found else []


CSV_COLUMNS = tuple(
    Column(key, (key,))
    for key in (
        "item",
        "kind",
        "metric",
        "character",
        "rate_with",
        "rate_without",
        "difference",
        "low",
        "high",
        "p",
        "p_adjusted",
    )
)


def _metric_rows(found: dict[str, Any]) -> list[dict[str, Any]]:
    """Length and unfinished share as rows beside those of the characters."""
    return [
        {
            **row[metric],
            "item": row["item"],
            "kind": row["kind"],
            "metric": metric,
            "rate_with": row[metric]["with"],
            "rate_without": row[metric]["without"],
        }
        for row in found["effects"]
        for metric in ("turns", "unfinished")
    ]


def _guesses_table(guesses: Sequence[dict[str, Any]]) -> Table:
    """The assumptions on which something is shown to hang."""
    rows = [row | {"undoes": _undoes(row)} for row in guesses if row["moved"] or row["turns"] is not None]
    told = rows[:MOST_ROWS]
    title = f"What hangs on the assumptions ({len(rows)} of {len(guesses)} are shown to matter"
    title += f"; the first {MOST_ROWS})" if len(rows) > MOST_ROWS else ")"
    return Table("assumption", title, GUESS_COLUMNS, told)


def _effects_table(effects: Sequence[dict[str, Any]], found: dict[str, Any]) -> Table:
    ranked = sorted(effects, key=lambda row: -row["weight"])
    columns = list(EFFECT_COLUMNS)
    if found["assumptions"]:  # their names say all of it
        columns = [column for column in columns if column.keys[0] not in ("kind", "change")]
    if len(ranked) <= MOST_ROWS:
        return Table("effect", "What is other without each item", columns, ranked)
    title = f"The {MOST_EFFECTS} of {len(found['effects'])} variants that change most (--format csv has all)"
    return Table("effect", title, columns, ranked[:MOST_EFFECTS])


def _effect_row(row: dict[str, Any], is_shown: Any) -> dict[str, Any]:
    largest = row["largest"] or {}
    known = bool(largest)
    return row | {
        "who": largest.get("character"),
        "points": points(largest["difference"], largest["low"], largest["high"]) if known else None,
        "weight": abs(largest["difference"]) + 10 * is_shown(largest) if known else 0.0,
    }


def _undoes(row: dict[str, Any]) -> str:
    return ", ".join(dict.fromkeys(f"{undone['character']} {undone['how']}" for undone in row["undone"]))


def _head(found: dict[str, Any]) -> list[str]:
    deck, family = found["deck"], found["family"]
    games = counted(found["games"], "game")
    lines = [
        "Interrupted: these are the items that were complete." if found["interrupted"] else "",
        f"Deck {deck['name']} ({deck['hash'][:12]}), {found['players']} players, {found['policy']}, seed {found['seed']}",
        f"{games} with and without each of {counted(len(found['effects']), 'item')}. Digest {found['digest']}",
        f"Difference: without − with. Shown: p < {family['q']:g} after {family['method']} over {family['tests']:,} tests.",
    ]
    said = [f"- {sentence}" for sentence in _said(found)]
    said += ["", found["robust"]] if "robust" in found else []
    missed = [f"- {row['item']}: {row['reason']}" for row in found["not_studied"]]
    if missed:
        missed = ["", "Not studied:", *missed[:MOST_SENTENCES]]
    return [*(line for line in lines if line), "", *said, *missed]


def _said(found: dict[str, Any]) -> list[str]:
    if not found["assumptions"]:
        said = found["sentences"]
        return said if len(said) <= MOST_SENTENCES else [*said[: MOST_SENTENCES - 1], said[-1]]
    undone = [row for row in found["assumptions"] if row["undone"]]
    said = [row["text"] for row in undone[:MOST_SENTENCES]]
    held = [
        finding["text"]
        for finding in found["findings"]
        if all(finding["character"] != u["character"] for row in undone for u in row["undone"])
    ]
    if held:
        said.append("Hang on none of these guesses: " + "; ".join(held) + ".")
    return said or ["No finding of this run hangs on one of these guesses."]
