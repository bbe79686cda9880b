"""A test that waits for a page sees what it has asked for, however late the server's answer is."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import open_settings, settle
from tests.browser.test_page_frame import SLOW_NETWORK

pytestmark = pytest.mark.stage_alone


def test_a_page_is_not_settled_before_the_run_that_it_asked_for(app_url: str, page: Page) -> None:
    with page.add_init_script(SLOW_NETWORK):
        page.goto(f"{app_url}/byte_bpe?sample=rhyme&merges=9")
        settle(page)
        open_settings(page)
        for merges in ("12", "7"):
            box = page.get_by_role("spinbutton", name="Merges to learn")
            box.fill(merges)
            box.press("Enter")
            settle(page)
            expect(page).to_have_url(re.compile(f"merges={merges}&"))
