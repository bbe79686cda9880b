"""A server that is started anew in the middle of a class: the class goes on by itself."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classes import bar, expect_step, join, lead
from tests.browser.driving import settle
from tests.browser.mortal import Mortal

pytestmark = pytest.mark.stage_alone

GONE = "[data-testid=stApp]:not([data-test-connection-state=CONNECTED])"
NOTE_WORDS = """(bar) => {
  globalThis.classSaid = [];
  new MutationObserver(() => classSaid.push(bar.innerText))
    .observe(bar, { childList: true, characterData: true, subtree: true });
}"""


def test_nobody_is_told_that_there_is_no_such_class(
    mortal: Mortal, unwatched: Callable[[], Page]
) -> None:
    leader, follower = unwatched(), unwatched()
    leader.goto(f"{mortal.url}/byte_bpe")
    settle(leader)
    code = lead(leader)
    join(follower, mortal.url, code)
    mortal.kill()
    for page in (leader, follower):
        page.wait_for_selector(GONE)
        expect(page.locator(".tokviz-away")).to_be_visible()
        bar(page).evaluate(NOTE_WORDS)
    leader.wait_for_timeout(5_000)  # by then pages try again less and less often
    mortal.start()
    expect(bar(leader)).to_contain_text("1 follower")
    leader.keyboard.press("PageDown")
    for page in (leader, follower):
        expect_step(page, 1)
        expect(page.locator(".tokviz-away")).to_have_count(0)
        said = " ".join(page.evaluate("classSaid"))
        assert "no class" not in said
        assert code in said


def test_without_a_server_a_clicker_steps_and_a_line_says_what_waits(
    mortal: Mortal, unwatched: Callable[[], Page]
) -> None:
    page = unwatched()
    page.goto(f"{mortal.url}/byte_bpe")
    settle(page)
    mortal.kill()
    page.wait_for_selector(GONE)
    told = page.locator(".tokviz-away")
    expect(told).to_have_text(
        "No connection to the server. Steps go on; all else waits until it is back."
    )
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    expect_step(page, 2)
    mortal.start()
    expect(told).to_have_count(0)
    expect_step(page, 2)
