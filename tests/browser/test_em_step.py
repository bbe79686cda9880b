"""One EM step of Unigram in slow motion, as a reader meets it."""

import re

from playwright.sync_api import Page, expect

from tests.browser.driving import opened_at, settle

EM_STEP = "unigram?section=EM+step"


@opened_at(1280, 900, [EM_STEP])
def test_a_word_is_cut_and_its_pieces_are_counted(opened: Page) -> None:
    page = opened
    page.get_by_role("tab", name="EM step").scroll_into_view_if_needed()
    ways = page.locator(".st-key-unigram-em_ways")
    ways.scroll_into_view_if_needed()
    expect(ways.locator(".strips-summary li")).to_have_count(6)
    expect(ways.locator(".strips-summary li").first).to_contain_text("64.1%")
    expect(ways.get_by_role("group", name="Ways to cut it")).to_be_visible()
    facts = ways.locator(".strips-facts")
    expect(facts).to_contain_text("Point at a token for its bytes.")
    ways.locator(".lane").nth(1).locator(".token").first.hover()
    expect(facts).to_contain_text("B: ")
    expect(facts).not_to_contain_text("id ")
    expect(facts).to_contain_text("D has it too.")


@opened_at(1280, 900, [EM_STEP])
def test_another_word_and_another_step_are_counted_anew(opened: Page) -> None:
    """The last look at the page that is shared: it changes the word."""
    page = opened
    box = page.get_by_role("textbox", name="A word of the text")
    box.scroll_into_view_if_needed()
    box.fill("lighthouse")
    box.press("Enter")
    expect(page.get_by_text("▁lighthouse stands")).to_be_visible()
    settle(page)
    page.get_by_role("combobox", name="EM step").click()
    page.get_by_role("option", name="Step 2: round 1, EM step 2").click()
    settle(page)
    expect(page.locator(".st-key-unigram-em_ways .strips-summary li").first).to_be_visible()
    expect(page).to_have_url(re.compile("em=1"))
