"""A page opens with its stage; what stands below comes by itself, after an edit once it is seen."""

import re

from playwright.sync_api import Page, expect

from tests.browser.driving import close_popover, open_settings, settle


def test_charts_and_sections_wait_until_they_are_in_sight_but_not_their_names(
    app_url: str, page: Page
) -> None:
    """On a laptop the names stand at the window's edge."""
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{app_url}/byte_bpe?sample=rhyme&merges=9")
    settle(page)
    places = page.get_by_test_id("tokviz-sight")
    expect(page.get_by_role("tab")).to_have_count(9)
    open_settings(page)
    least = page.get_by_role("spinbutton", name="Stop when all pairs are below")
    expect(least).to_have_value("2")  # drawn in a second run before it is in sight
    box = page.get_by_role("spinbutton", name="Merges to learn")
    box.fill("12")
    box.press("Enter")
    expect(places).to_have_count(1)
    expect(page.get_by_text("of 12", exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile("min_count=2"))
    close_popover(page)
    expect(page.get_by_role("tab")).to_have_count(9)
    expect(page.get_by_role("tab", name="Charts")).to_be_in_viewport(ratio=0.5)
    expect(page.locator(".js-plotly-plot")).to_have_count(0)
    expect(places).not_to_be_in_viewport()
    places.first.scroll_into_view_if_needed()
    page.mouse.move(600, 400)
    page.mouse.wheel(0, 500)
    expect(page.locator(".js-plotly-plot")).to_have_count(4)
    expect(page.get_by_role("tab")).to_have_count(9)
    expect(places).to_have_count(0)


def test_a_closed_box_asks_for_what_it_holds_when_it_is_opened(app_url: str, page: Page) -> None:
    page.goto(f"{app_url}/regex_bpe?sample=rhyme")
    settle(page)
    open_settings(page)
    strips = page.get_by_test_id("stPopoverBody").get_by_test_id("tokviz-strips")
    expect(strips).to_have_count(0)
    page.get_by_test_id("stPopoverBody").get_by_text("The pre-tokens").click()
    expect(strips).to_have_count(1)
    expect(strips).to_be_visible()
    expect(page.get_by_text(re.compile(r"^\d+ pre-tokens of \d+ kinds\. No "))).to_be_visible()
