"""axe-core finds nothing serious on any page, light or dark, that is ours to mend.

On a phone: test_phone.py, which has each page open there.

What Streamlit's own markup breaks is listed by rule and place, with the reason. axe-core comes with
the scripts' tools: ``npm --prefix tests/js ci``.
"""

import os
from collections.abc import Sequence
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import ROOT, opened_at, settle
from tokviz.lessons import LESSONS

AXE = ROOT / "tests" / "js" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = ["", *(row.key for row in LESSONS)]
OF_COLOUR = ("color-contrast", "link-in-text-block")
"""What may differ between the themes: the same elements stand in both."""
RUN = """async ([place, rules]) => {
  const options = {resultTypes: ["violations"], iframes: false};
  if (rules.length) options.runOnly = rules;
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


def colours(page: Page, theme: Literal["light", "dark"]) -> None:
    """Show the open page in a theme."""
    page.emulate_media(color_scheme=theme)
    expect(page.locator(f".tokviz:not([data-theme={theme}])")).to_have_count(0)
    page.wait_for_timeout(500)  # what fades in has not its colours yet


def findings(page: Page, axe: str, place: str = "body", rules: Sequence[str] = ()) -> str:
    """What is serious and ours inside the elements that a selector finds, a line each.

    Arguments:
        rules: axe-core's names of those to ask; none: all.
    """
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(axe)
    found = page.evaluate(RUN, [place, list(rules)])
    return "\n".join(str(finding) for finding in found if ours(finding))


@opened_at(1280, 720, PAGES)
def test_axe_finds_nothing_serious(opened: Page, axe: str) -> None:
    colours(opened, "light")
    assert findings(opened, axe) == ""
    colours(opened, "dark")
    assert findings(opened, axe, rules=OF_COLOUR) == ""


@opened_at(1280, 720, PAGES)
def test_axe_finds_nothing_serious_in_what_opens(opened: Page, axe: str) -> None:
    colours(opened, "light")
    for button in opened.locator(".st-key-bar .stPopover button:visible").all():
        button.click()
        opened.get_by_test_id("stPopoverBody").first.wait_for()
        check_in_both(opened, axe, "[data-testid=stPopoverBody]")
        opened.keyboard.press("Escape")
        opened.get_by_test_id("stPopoverBody").first.wait_for(state="hidden")
    for tab in opened.get_by_role("tab").all():
        tab.click()
        settle(opened)
        check_in_both(opened, axe, ".stTabs")


def check_in_both(page: Page, axe: str, place: str) -> None:
    """Look at what has opened, then at its colours in the other theme.

    The page stays in that theme, and what opens next is looked at in it first: to change the theme
    draws the page and its charts anew, and is most of what a look costs.
    """
    page.wait_for_timeout(300)
    assert findings(page, axe, place) == ""
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    colours(page, "light" if dark else "dark")
    assert findings(page, axe, place, OF_COLOUR) == ""
