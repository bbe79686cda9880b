"""axe-core finds nothing serious on any page, light or dark, that is ours to mend.

What Streamlit's own markup breaks is listed by rule and place, with the reason. axe-core comes with
the scripts' tools: ``npm --prefix tests/js ci``.
"""

import os
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import ROOT, settle
from tokviz.lessons import LESSONS

AXE = ROOT / "tests" / "js" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = ["", *(row.key for row in LESSONS)]
RUN = """async (place) => {
  const options = {resultTypes: ["violations"], iframes: false};
  const {violations} = await axe.run(place, options);
  return violations.filter(({impact}) => ["serious", "critical"].includes(impact))
    .flatMap(({id, nodes}) => nodes.map(({target, html, any}) =>
      ({id, target: target.flat().join(" >>> "), html: html.slice(0, 160),
        why: any.map(({message}) => message).join(" ").slice(0, 200)})));
}"""
STREAMLITS: tuple[tuple[str, str, str], ...] = ()
"""(rule, part of the place, reason): what Streamlit 1.67 draws and no page can change."""


def ours(finding: dict[str, Any]) -> bool:
    return not any(
        finding["id"] == rule and place in finding["target"] + finding["html"]
        for rule, place, _ in STREAMLITS
    )


@pytest.fixture(scope="session")
def axe() -> str:
    """axe-core's script; a machine that checks every change must have it."""
    if not AXE.is_file():
        reason = "no axe-core: run npm --prefix tests/js ci"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return AXE.read_text(encoding="utf-8")


def open_page(page: Page, url: str, axe: str, *, dark: bool) -> None:
    page.goto(url)
    settle(page)
    theme = "dark" if dark else "light"
    expect(page.locator(f".tokviz:not([data-theme={theme}])")).to_have_count(0)
    page.wait_for_timeout(500)  # what fades in has not its colours yet
    page.evaluate(axe)


def findings(page: Page, place: str = "body") -> str:
    """What is serious and ours inside the elements that a selector finds, a line each."""
    return "\n".join(str(finding) for finding in page.evaluate(RUN, place) if ours(finding))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("key", PAGES)
def test_axe_finds_nothing_serious(
    key: str, dark: bool, app_url: str, axe: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(height=720, dark=dark)
    open_page(page, f"{app_url}/{key}", axe, dark=dark)
    assert findings(page) == ""


@pytest.mark.parametrize("key", PAGES)
def test_axe_finds_nothing_serious_on_a_phone(
    key: str, app_url: str, axe: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(width=390, height=844)
    open_page(page, f"{app_url}/{key}", axe, dark=False)
    assert findings(page) == ""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("key", PAGES)
def test_axe_finds_nothing_serious_in_what_opens(
    key: str, dark: bool, app_url: str, axe: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(height=720, dark=dark)
    open_page(page, f"{app_url}/{key}", axe, dark=dark)
    for button in page.locator(".st-key-bar .stPopover button:visible").all():
        button.click()
        page.get_by_test_id("stPopoverBody").first.wait_for()
        page.wait_for_timeout(300)
        assert findings(page, "[data-testid=stPopoverBody]") == ""
        page.keyboard.press("Escape")
        page.get_by_test_id("stPopoverBody").first.wait_for(state="hidden")
    for tab in page.get_by_role("tab").all():
        tab.click()
        settle(page)
        page.wait_for_timeout(300)
        assert findings(page, ".stTabs") == ""
