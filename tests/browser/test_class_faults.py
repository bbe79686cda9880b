"""A class that is not there: a wrong code, strange words.

Whose server is started anew: test_nothing_lost.py.
"""

import json
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classes import bar
from tests.browser.driving import settle

pytestmark = pytest.mark.stage_alone

Open = Callable[[], Page]


def test_a_wrong_code_is_told_in_words_in_sight_beside_the_box(
    app_url: str, unwatched: Open
) -> None:
    """On a phone too, where who types the bare address is led to the box."""
    page = unwatched()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(app_url)
    settle(page)
    page.get_by_role("link", name="Join one, or lead one").click()
    box = page.get_by_test_id("tokviz-class-field")
    expect(box).to_be_in_viewport()
    wrong = {"<b>x</": "A code has six letters", "ABCDEF": "There is no class with this code."}
    for code, words in wrong.items():
        box.fill(code)
        page.keyboard.press("Enter")
        told = page.get_by_test_id("tokviz-class-door").get_by_role("alert")
        expect(told).to_contain_text(words)
        expect(told).to_be_in_viewport(ratio=0.9)
        expect(box).to_be_focused()
        expect(box).to_have_value(code)
        expect(bar(page)).to_be_hidden()


def test_a_link_to_no_class_says_so_and_leads_to_the_lessons(app_url: str, unwatched: Open) -> None:
    page = unwatched()
    for code in ("ABCDEF", "mistyped"):
        answer = page.goto(f"{app_url}/live/{code}")
        assert answer
        assert answer.status == 404, code
        expect(page.locator("body")).to_contain_text("There is no class with this code.")
    page.get_by_role("link").click()
    expect(page.get_by_test_id("tokviz-class-field")).to_be_visible()


def test_a_class_whose_key_gives_another_code_is_not_taken_up_but_another_begun(
    app_url: str, unwatched: Open
) -> None:
    """As an older version of the app kept it: code and key were drawn apart."""
    page = unwatched()
    page.goto(app_url)
    kept = {"code": "ABCDEF", "key": "k" * 40, "tab": "another", "since": time.time() * 1000}
    page.evaluate("(led) => localStorage.setItem('tokviz class led', led)", json.dumps(kept))
    page.reload()
    settle(page)
    bar(page).get_by_role("button", name="Lead from here").click()
    expect(bar(page)).to_contain_text("0 followers")
    expect(bar(page)).to_contain_text(re.compile("You lead class (?!ABCDEF)[A-Z]{6}"))
