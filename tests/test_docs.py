"""The pages for users: every example can be run, and what they quote is what the program says."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

import vs_sim
from tests.cards.language_words import all_words
from vs_sim.cards import Deck, DeckError, load_deck, load_deck_text
from vs_sim.cards.describe import around, sentences
from vs_sim.cards.find import shipped_decks
from vs_sim.cards.warnings import warnings_of
from vs_sim.cards.words import VERBS

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "decks.md").read_text(encoding="utf-8")
BLOCK = re.compile(
    r"^```toml(?: (?P<sort>\w+))?\n(?P<text>.*?)^```\n+(?P<quotes>(?:^>[^\n]*\n)*)\n*(?:```text\n(?P<said>.*?)```)?",
    re.MULTILINE | re.DOTALL,
)
QUOTE = re.compile(r"^> \*\*(.*?)\*\*: (.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Example:
    """An example of the page: its text, whether it is `broken` or `warned`, quoted sentences, quoted output."""

    text: str
    sort: str
    quotes: str
    said: str


EXAMPLES = [
    Example(found["text"], found["sort"] or "", found["quotes"], found["said"] or "")
    for found in BLOCK.finditer(PAGE)
]
FINE = [example for example in EXAMPLES if example.sort != "broken"]


def name_of(example: Example) -> str:
    found = re.search(r'name = "(.*?)"', example.text)
    return found[1] if found else ""


def test_every_example_of_the_page_is_found() -> None:
    assert len(EXAMPLES) == PAGE.count("```toml") > 20
    assert sum(len(QUOTE.findall(example.quotes)) for example in EXAMPLES) == PAGE.count("> **")


@pytest.mark.parametrize("example", FINE, ids=name_of)
def test_an_example_is_a_deck_with_the_warnings_that_the_page_shows(example: Example) -> None:
    deck = load_deck_text(example.text, "my.toml")
    assert "".join(f"{problem}\n" for problem in warnings_of(deck)) == example.said


@pytest.mark.parametrize("example", FINE, ids=name_of)
def test_what_the_page_quotes_is_what_show_says(example: Example) -> None:
    cards = load_deck_text(example.text, "my.toml").cards
    others = around(cards)
    told = {card.name: " ".join(sentences(card, others)) for card in cards}
    quoted = dict(QUOTE.findall(example.quotes))
    assert quoted == {name: told[name] for name in quoted}


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e.sort == "broken"], ids=name_of)
def test_a_broken_example_gives_the_errors_that_the_page_shows(example: Example) -> None:
    with pytest.raises(DeckError) as caught:
        load_deck_text(example.text, "my.toml")
    assert f"{caught.value}\n" == example.said


def test_the_page_names_every_word_of_the_language() -> None:
    missing = {word for word in all_words() if not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", PAGE)}
    assert missing == set()
    assert all(f"| `{verb}`" in PAGE or f"`{verb}` |" in PAGE for verb in VERBS)


def test_the_page_leads_to_decks_and_sections_that_are_there() -> None:
    assert set(re.findall(r"`(examples/\w+)`", PAGE)) <= set(shipped_decks())
    headings = [line[3:] for line in PAGE.split("\n") if line.startswith("## ")]
    anchors = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([\w-]+)\)", PAGE)) == anchors


COMPILED = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="whole games are for compiled code"
)


def play(deck: Deck) -> None:
    """A few games of random players; each ends, with a winner or not."""
    played = vs_sim.run(deck, games=12, players=3, policy="random", workers=1).json
    assert played["finished"] + played["unfinished"] == 12


@COMPILED
@pytest.mark.parametrize("example", FINE, ids=name_of)
def test_an_example_of_the_page_can_be_played(example: Example) -> None:
    play(load_deck_text(example.text, "my.toml"))


@COMPILED
@pytest.mark.parametrize("name", [name for name in shipped_decks() if name.startswith("examples/")])
def test_a_shipped_example_can_be_played(name: str) -> None:
    play(load_deck(name))


PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "reports/README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_pictures_of_a_page_are_there(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
