"""The menu in a real Chromium.

That every page opens, wide and narrow, in light and in the dark, the tests hold that look at it
there; a fresh server's first page: test_nothing_lost.py.
"""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import settle
from tokviz.lessons import LESSONS

pytestmark = pytest.mark.stage_alone


def test_the_menu_leads_to_every_lesson(app_url: str, page: Page) -> None:
    """Each link has its lesson's address, and two of them are clicked."""
    page.goto(app_url)
    settle(page)
    menu = page.get_by_test_id("stSidebar")
    for row in LESSONS:
        link = menu.get_by_role("link", name=row.title, exact=False).first
        assert urlsplit(str(link.get_attribute("href"))).path.strip("/") == row.key
    for row in (LESSONS[0], LESSONS[-1]):
        menu.get_by_role("link", name=row.title, exact=False).first.click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(row.title)
        settle(page)
