"""BPE-dropout in Chromium: the replay names each skipped merge, and the address keeps the draw."""

import re

from playwright.sync_api import Page, expect

from tests.browser.driving import settle


def test_the_replay_says_what_was_skipped_and_the_address_keeps_it(
    app_url: str, page: Page
) -> None:
    page.goto(f"{app_url}/byte_bpe?section=Encode+new+text&merges=40&dropout=0.5&dropout_seed=3")
    settle(page)
    encoding = page.get_by_test_id("tokviz-player").nth(1)
    encoding.get_by_test_id("tokviz-last").click()
    last = int(encoding.get_attribute("data-step") or 0)
    assert last > 0
    encoding.get_by_test_id("tokviz-first").click()
    said = []
    for _ in range(last):
        encoding.get_by_test_id("tokviz-next").click()
        said += encoding.locator(".skipped").all_inner_texts()
    assert any(words.startswith("Skipped by dropout: ") for words in said)
    seed = page.get_by_role("spinbutton", name="Seed")
    seed.fill("9")
    seed.press("Enter")
    expect(page).to_have_url(re.compile("dropout=0.5&dropout_seed=9"))
    settle(page)
    expect(page.get_by_text("different segmentations")).to_be_visible()
