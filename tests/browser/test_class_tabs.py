"""A class that a browser leads in one of its tabs, and after a reload of that tab leads on."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classes import bar, expect_page, expect_step, join, lead
from tests.browser.driving import settle

pytestmark = pytest.mark.stage_alone

New = Callable[..., Page]
ELSEWHERE = "but not from this tab"


@pytest.fixture
def follower(leader: Page, app_url: str, new_page: New) -> Page:
    page = new_page()
    join(page, app_url, lead(leader))
    return page


def expect_leads(page: Page, *, leads: bool = True) -> None:
    told = re.compile("You lead class [A-Z]{6}(?!,)") if leads else ELSEWHERE
    expect(bar(page)).to_contain_text(told)
    expect(bar(page).get_by_role("button", name="Lead from here")).to_have_count(0 if leads else 1)


def copied(page: Page, url: str = "") -> Page:
    """A tab that has all that this one keeps, as “Duplicate tab” makes one."""
    with page.context.expect_page() as opened:
        page.evaluate("(url) => void open(url || location.href)", url)
    return opened.value


def test_a_tab_that_is_duplicated_leads_on_and_its_copy_does_not(
    leader: Page, follower: Page
) -> None:
    copy = copied(leader)
    settle(copy)
    expect_leads(copy, leads=False)
    expect_leads(leader)
    copy.keyboard.press("ArrowRight")
    expect_step(copy, 1)
    copy.get_by_role("link", name="Regex BPE").first.click()
    expect_page(copy, "regex_bpe")
    leader.keyboard.press("ArrowRight")
    leader.keyboard.press("ArrowRight")
    expect_step(follower, 2)
    expect_page(follower, "byte_bpe")
    copy.reload()
    settle(copy)
    expect_leads(copy, leads=False)
    bar(copy).get_by_role("button", name="Lead from here").click()
    expect_page(follower, "regex_bpe")
    expect_leads(copy)
    expect_leads(leader, leads=False)
    leader.reload()
    settle(leader)
    expect_leads(leader, leads=False)
    expect_leads(copy)


def test_a_page_that_leads_leads_on_after_each_reload_and_after_going_back(
    leader: Page, follower: Page, app_url: str
) -> None:
    for step in (1, 2):
        leader.reload()
        settle(leader)
        expect_leads(leader)
        leader.keyboard.press("ArrowRight")
        expect_step(follower, step)
        expect(leader).to_have_url(re.compile(rf"[?&]step={step}\b"))  # a moment later
    leader.reload(wait_until="commit")
    leader.reload()  # at once
    settle(leader)
    expect_leads(leader)
    leader.goto(f"{app_url}/_stcore/health")  # no page of ours
    leader.go_back()
    settle(leader)
    expect_leads(leader)
    leader.keyboard.press("ArrowRight")
    expect_step(follower, 3)


def test_a_tab_that_a_browser_restores_after_a_crash_leads_on(
    leader: Page, follower: Page, app_url: str
) -> None:
    """The tab has what it kept, and the page that led was not told that it ends."""
    restored = copied(leader, "about:blank")
    leader.evaluate(
        "() => addEventListener('pagehide', (hides) => hides.stopImmediatePropagation(), true)"
    )
    leader.close()
    restored.goto(f"{app_url}/byte_bpe")
    settle(restored)
    expect_leads(restored)
    restored.keyboard.press("ArrowRight")
    expect_step(follower, 1)
