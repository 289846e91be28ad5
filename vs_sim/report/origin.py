"""Where a result comes from, and what it rests on, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from vs_sim.report.model import Column, Grid, Section

if TYPE_CHECKING:
    from vs_sim.analysis.stored import Stored


def facts_of(stored: Stored) -> list[tuple[str, str]]:
    """What was played, as far as the summary says it."""
    summary = stored.summary
    facts = [
        ("Deck", _deck(summary.get("deck"))),
        ("Players", _plain(summary.get("players"))),
        ("Policy", _plain(summary.get("policy"))),
        ("Games", _count(summary.get("games"))),
        ("Seed", _plain(summary.get("seed"))),
    ]
    if summary.get("interrupted"):
        facts.append(("State", "interrupted: these are the games that were complete"))
    return [(label, value) for label, value in facts if value]


def _deck(deck: Any) -> str:
    if isinstance(deck, dict):
        return str(deck.get("name", ""))
    return _plain(deck)


def _plain(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(str(one) for one in value)
    return "" if value is None else str(value)


def _count(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else ""


def origin_of(stored: Stored) -> list[tuple[str, str]]:
    """How to make it again: version, hashes, digests, house rules, command. No dates: same input, same bytes."""
    summary, manifest = stored.summary, stored.manifest
    deck = summary.get("deck")
    rows = [
        ("Made again by", str(manifest.get("command", ""))),
        ("Version", str(summary.get("version", ""))),
        ("Deck hash", str(deck.get("hash", "")) if isinstance(deck, dict) else ""),
        *(
            (key.replace("_", " ").capitalize(), str(summary.get(key, "")))
            for key in ("digest", "digest_a", "digest_b")
        ),
        ("House rules", _rules(summary.get("rules"))),
        ("Schema", str(summary.get("schema", ""))),
    ]
    return [(label, value) for label, value in rows if value]


def _rules(rules: Any) -> str:
    if not isinstance(rules, dict):
        return ""
    return ", ".join(f"{key}={str(value).lower()}" for key, value in rules.items())


def method(stored: Stored, band: float) -> str:
    """How verdicts come about."""
    confidence = float(stored.summary.get("confidence", 0.95))
    return (
        f"A rate is inside the band (fair share ± {band:.0%}) if two one-sided tests show it, outside if a test shows that it "
        f"lies beyond an edge, else undecided; over the items of a table by Benjamini–Hochberg, q = 0.05. Intervals "
        f"({confidence:.0%}) are Wilson's with the effective number of games from the variance between blocks."
    )


def assumptions(stored: Stored) -> Sequence[Section]:
    """What the deck assumes, card by card; a hint where the deck is not at hand."""
    from vs_sim.cards import DeckError, load_deck

    plan = stored.manifest.get("plan", {}).get("deck", {})
    if not plan:
        return ()
    try:
        deck = load_deck(str(plan.get("source", "")), stored.manifest["plan"].get("rules"))
    except DeckError:
        return [
            Section(
                "assumptions",
                "Assumptions",
                f"The deck {plan.get('source')} is not at hand: what it assumes cannot be told.",
            )
        ]
    if deck.hash != plan.get("hash"):
        text = "The deck has changed since this run: what it assumed then cannot be told."
        return [Section("assumptions", "Assumptions", text)]
    return [_assumed(deck)]


def _assumed(deck: Any) -> Section:
    rows = [
        {"card": name, "kind": card.kind, "assumed": ", ".join(sorted(assumed))}
        for name, card, assumed in zip(deck.names, deck.cards, deck.assumed, strict=True)
        if assumed
    ]
    text = (
        f"{len(rows)} of {len(deck.names)} cards have values that nothing but this deck file states. "
        "How much hangs on them: vs-sim knockout --items assumptions."
        if rows
        else "The deck file says of no value that it is assumed."
    )
    columns = (Column("Card", "card"), Column("Kind", "kind"), Column("Assumed", "assumed"))
    return Section("assumptions", "Assumptions", text, grid=Grid(columns, rows) if rows else None)
