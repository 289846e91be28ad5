from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.report.browser import BROWSERS, DRIVERS, Browser, found
from tests.report.stored import COMPARE, write_result
from vs_sim.analysis.stored import read_result
from vs_sim.report.of_any import report_of
from vs_sim.report.write import html_page

pytestmark = pytest.mark.skipif(
    found(BROWSERS) is None or found(DRIVERS) is None,
    reason="no Chromium with its driver here (Debian: apt-get install chromium chromium-driver)",
)
NAMES = "return [...document.querySelectorAll('#characters tbody tr')].filter(r => !r.hidden).map(r => r.cells[0].textContent)"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    path = folder / "report.html"
    path.write_text(html_page(report_of(read_result(write_result(folder, COMPARE)))), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def browser(page: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("profile")) as chromium:
        chromium.open(page)
        yield chromium


def test_a_page_opens_without_a_message_or_a_request(browser: Browser, page: Path) -> None:
    assert browser.said() == []
    asked = {url for url in browser.requests() if not url.startswith(("data:", "chrome:"))}
    assert asked <= {page.as_uri()}  # and not of the browser's own start page


def test_tables_sort_up_and_down(browser: Browser) -> None:
    click = "document.querySelectorAll('#characters th button')[3].click()"
    before = browser.run(NAMES)
    browser.run(click)
    up = browser.run(NAMES)
    browser.run(click)
    down = browser.run(NAMES)
    assert [name[:6] for name in up] == ["Second", "Third", "<scrip"]  # by difference: 0, 2, 10
    assert down == up[::-1]
    assert sorted(before) == sorted(up)


def test_tables_filter(browser: Browser) -> None:
    typed = "const i = document.querySelector('#characters input'); i.value = '{}'; i.dispatchEvent(new Event('input'))"
    browser.run(typed.format("THIRD"))
    assert browser.run(NAMES) == ["Third"]
    assert browser.run("return document.querySelector('#characters output').textContent") == "1 of 3 rows"
    browser.run(typed.format(""))
    assert len(browser.run(NAMES)) == 3


@pytest.mark.parametrize("width", [390, 1600])
def test_nothing_is_wider_than_the_screen(browser: Browser, width: int) -> None:
    browser.look(width, "light")
    html = "document.documentElement"
    scrolled, seen = browser.run(f"return [{html}.scrollWidth, {html}.clientWidth]")
    assert width - 20 < scrolled == seen <= width  # less the bar to scroll down


def test_dark_and_light_have_their_own_colours(browser: Browser) -> None:
    colour = (
        "const s = getComputedStyle(document.querySelector('section')); return [s.color, s.backgroundColor]"
    )
    browser.look(1600, "light")
    light = browser.run(colour)
    browser.look(1600, "dark")
    assert set(light) & set(browser.run(colour)) == set()
