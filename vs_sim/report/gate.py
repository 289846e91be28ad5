"""A check as Markdown for a CI summary, as JUnit XML and as GitHub annotations. All agree with its JSON."""

from __future__ import annotations

import unicodedata
from typing import Any
from xml.sax.saxutils import escape, quoteattr

MOST_BYTES = 1_000_000  # GitHub takes 1 MiB of summary
MOST_ANNOTATIONS = 10
TITLES = {
    "pass": "Balance check passed",
    "fail": "Balance check failed",
    "undecided": "Balance check undecided",
}


def _number(row: dict[str, Any], key: str) -> str:
    value = row[key]
    if value is None:
        return "–"
    if row["metric"].startswith("turns"):
        return f"{value:.1f}"
    return f"{value * 100:.1f}%" if key in ("baseline", "now") else f"{value * 100:.1f}"


def _change(row: dict[str, Any]) -> str:
    if row["difference"] is None:
        return "–"
    ends = "" if row["low"] is None else f" [{_number(row, 'low')}, {_number(row, 'high')}]"
    return f"{_number(row, 'difference')}{ends}"


def _told(row: dict[str, Any]) -> str:
    """One item in a line."""
    change = (
        ""
        if row["difference"] is None
        else f"{_number(row, 'baseline')} → {_number(row, 'now')}, {_change(row)}"
    )
    parts = [part for part in (change, row["reason"]) if part]
    return f"{item_name(row['metric'], row['item'])} ({row['metric']}): {'; '.join(parts) or row['verdict']}"


def item_name(metric: str, item: str) -> str:
    """An item as people call it: the JSON has seats by their bare numbers."""
    return f"seat {item}" if metric.startswith("seat") else item


# --- Markdown ---
def markdown(found: dict[str, Any]) -> str:
    """A section for a job summary, below 1 MiB."""
    head = [
        f"## {TITLES[found['verdict']]}",
        "",
        f"Deck **{_cell(found['deck']['name'])}** (`{found['deck']['hash'][:12]}`), {found['method']}.",
        f"Changed: {_cell('; '.join(found['changes']) or 'nothing')}.",
        "",
        "| verdict | item | metric | baseline | now | difference | threshold | reason |",
        "|---|---|---|--:|--:|--:|--:|---|",
    ]
    lines: list[str] = []
    size = sum(len(line.encode()) + 1 for line in head)
    for row in sorted(found["items"], key=lambda row: row["verdict"] == "pass"):
        name = item_name(row["metric"], row["item"])
        cells = (row["verdict"], name, row["metric"], _number(row, "baseline"), _number(row, "now"))
        more = (_change(row), _number(row, "threshold"), row["reason"])
        line = "| " + " | ".join(_cell(cell) for cell in (*cells, *more)) + " |"
        size += len(line.encode()) + 1
        if size > MOST_BYTES:
            lines += ["", "(more items: see the JSON of the check)"]
            break
        lines.append(line)
    notes = [f"- {_cell(note)}" for note in found["notes"]]
    return "\n".join([*head, *lines, "", *notes]) + "\n"


def _cell(value: Any) -> str:
    """Text that stays within a cell and is no markup."""
    plain = "".join(" " if unicodedata.category(c)[0] == "C" else c for c in str(value))
    for sign in "\\|`*_[]#":
        plain = plain.replace(sign, "\\" + sign)
    return escape(plain)


# --- JUnit ---
def junit_xml(found: dict[str, Any]) -> str:
    """One test case an item; undecided, waived, new and gone items are skipped tests with the reason."""
    items = found["items"]
    failures = sum(row["verdict"] == "fail" for row in items)
    skipped = sum(row["verdict"] not in ("pass", "fail") for row in items)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites tests="{len(items)}" failures="{failures}" skipped="{skipped}" errors="0">',
        (
            f'<testsuite name="vs-sim check" tests="{len(items)}" failures="{failures}" skipped="{skipped}" '
            f'errors="0">'
        ),
        f'<properties><property name="verdict" value="{found["verdict"]}"/></properties>',
    ]
    lines += [_case(row) for row in items]
    return "\n".join([*lines, "</testsuite>", "</testsuites>"]) + "\n"


def _case(row: dict[str, Any]) -> str:
    head = f"<testcase classname={_attribute(row['metric'])} name={_attribute(item_name(row['metric'], row['item']))}"
    if row["verdict"] == "pass":
        return f"{head}/>"
    told = _attribute(_told(row))
    if row["verdict"] == "fail":
        return f"{head}><failure message={told}/></testcase>"
    message = _attribute(f"{row['verdict']}: {_told(row)}")
    return f"{head}><skipped message={message}/></testcase>"


def _attribute(value: str) -> str:
    """A quoted attribute; signs that XML does not allow are left out."""
    legal = "".join(
        c if unicodedata.category(c) not in ("Cc", "Cs") and c not in "￾￿" else " " for c in value
    )
    return quoteattr(legal)


# --- GitHub ---
def github_annotations(found: dict[str, Any]) -> list[str]:
    """Workflow commands: failures first, then what is undecided, at most 10 in all."""
    levels = {"fail": "error", "undecided": "warning", "gone": "notice", "new": "notice", "waived": "notice"}
    rows = [row for verdict in levels for row in found["items"] if row["verdict"] == verdict]
    lines = [
        f"::{levels[row['verdict']]} title=Balance {_property(row['verdict'])}::{_data(_told(row))}"
        for row in rows
    ]
    if len(lines) <= MOST_ANNOTATIONS:
        return lines
    left = len(lines) - MOST_ANNOTATIONS + 1
    return [
        *lines[: MOST_ANNOTATIONS - 1],
        f"::warning title=Balance::and {left} more items, see the summary",
    ]


def _data(value: str) -> str:
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")
