"""An edit draws the stage; what stands below it is drawn when the reader comes there."""

from playwright.sync_api import Page, expect

from tests.browser.driving import close_popover, open_settings, settle


def test_charts_and_sections_wait_until_they_are_in_sight(app_url: str, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{app_url}/byte_bpe?sample=rhyme&merges=9")
    settle(page)
    places = page.locator("[data-testid=tokviz-sight]:not([hidden])")
    expect(page.get_by_role("tab")).to_have_count(4)
    open_settings(page)
    box = page.get_by_role("spinbutton", name="Merges to learn")
    box.fill("12")
    box.press("Enter")
    expect(places).to_have_count(2)
    expect(page.get_by_text("of 12", exact=True)).to_be_visible()
    expect(page.get_by_role("tab")).to_have_count(0)
    close_popover(page)
    places.first.scroll_into_view_if_needed()
    page.mouse.move(600, 400)
    page.mouse.wheel(0, 500)
    expect(page.locator(".js-plotly-plot")).to_have_count(4)
    page.mouse.wheel(0, 5_000)
    expect(page.get_by_role("tab")).to_have_count(4)
    expect(places).to_have_count(0)


def test_what_is_looked_at_during_an_edit_is_never_gone(app_url: str, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{app_url}/byte_bpe?sample=rhyme&merges=9")
    settle(page)
    open_settings(page)
    chart = page.locator(".st-key-charts .js-plotly-plot").first
    chart.scroll_into_view_if_needed()
    box = page.get_by_role("spinbutton", name="Merges to learn")
    box.focus()
    settle(page)
    page.evaluate(
        """() => {
            window.fewest = 9;
            const count = () => {
                const seen = document.querySelectorAll(".st-key-charts .js-plotly-plot").length;
                window.fewest = Math.min(window.fewest, seen);
            };
            new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    for merges in ("12", "14"):
        box.fill(merges)
        box.press("Enter")
        page.wait_for_url(f"**merges={merges}**")
        settle(page)
        page.wait_for_timeout(500)
    assert page.evaluate("window.fewest") > 0  # Streamlit changes them one by one
    place = page.locator(".st-key-byte_bpe-charts_sight").get_by_test_id("tokviz-sight")
    expect(place).to_be_hidden()
