"""Who only looks stays with the class; who changes what the page shows explores on their own."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classes import bar, expect_page, expect_step, join, lead
from tests.browser.driving import close_popover, open_settings, settle
from tests.browser.presenting import leave, press_present
from tests.browser.swiping import swipe

New = Callable[..., Page]
Touch = Callable[[Page], None]


@pytest.fixture
def follower(leader: Page, app_url: str, new_page: New) -> Page:
    page = new_page(width=1280, height=720)
    join(page, app_url, lead(leader))
    return page


def test_who_only_looks_stays_with_the_class(leader: Page, follower: Page) -> None:
    """What opens over the page, the code, a token's card, the whole screen, another section."""
    for name in ("Share", "About"):
        follower.get_by_role("button", name=name).click()
        follower.get_by_test_id("stPopoverBody").locator("p").first.click()
        close_popover(follower)
    follower.get_by_role("button", name="Share").press("Enter")
    follower.get_by_test_id("stPopoverBody").wait_for()
    follower.keyboard.press("Escape")
    open_settings(follower)
    follower.keyboard.press("Escape")
    follower.get_by_text("Code", exact=True).first.click()
    settle(follower)
    follower.get_by_test_id("tokviz-token").first.click()
    follower.get_by_test_id("tokviz-caption").first.click()
    press_present(follower)
    leave(follower)
    follower.keyboard.press("Control+c")
    follower.get_by_test_id("stSidebar").hover()
    follower.get_by_test_id("stSidebarCollapseButton").get_by_role("button").click()
    expect(bar(follower)).to_have_attribute("data-at", "foot")
    tab = follower.get_by_role("tab", name="Vocabulary")
    tab.press("Enter")
    expect(tab).to_have_attribute("aria-selected", "true")
    settle(follower)
    expect(bar(follower)).to_contain_text("Following class")
    leader.keyboard.press("ArrowRight")
    expect_step(follower, 1)
    leader.get_by_test_id("stSidebar").get_by_role("link", name="Regex BPE").click()
    expect_page(follower, "regex_bpe")


def write(page: Page) -> None:
    open_settings(page)
    page.get_by_role("textbox", name="Your own text").fill("zig zag")
    close_popover(page)


CHANGES: dict[str, Touch] = {
    "a key that steps": lambda page: page.keyboard.press("ArrowRight"),
    "a key that steps, on a button": lambda page: page.get_by_role("button", name="Share").press(
        "ArrowRight"
    ),
    "a swipe": lambda page: swipe(page, ".text", -120),
    "what to ask first": lambda page: page.get_by_test_id("tokviz-ask").first.press("ArrowDown"),
    "a text": write,
    "another page": lambda page: (
        page.get_by_test_id("stSidebar").get_by_role("link", name="Regex BPE").press("Enter")
    ),
}


@pytest.mark.stage_alone
def test_who_changes_what_is_shown_explores_alone_until_they_are_back(follower: Page) -> None:
    for what, change in CHANGES.items():
        settle(follower)
        change(follower)
        expect(bar(follower), what).to_contain_text("Exploring on your own")
        bar(follower).get_by_role("button", name="Back to class").click()
        expect(bar(follower), what).to_contain_text("Following class")
