"""A pane of strips that scrolls opens with what is in sight; the rest comes after the painting."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_strips import ours_and_gpt2, show

pytestmark = pytest.mark.stage_alone

LONG = "\n".join(f"{number} hens and {2 * number} eggs" for number in range(60))
AT_ONCE = "[atOnce, document.querySelectorAll('.group').length]"


def test_a_pane_opens_with_what_is_in_sight_and_the_rest_follows(page: Page) -> None:
    rows = ours_and_gpt2(LONG)
    show(page, rows, LONG)
    expect(page.get_by_test_id("tokviz-strip-token")).to_have_count(
        sum(len(row.tokens) for row in rows)
    )
    at_once, whole = page.evaluate(AT_ONCE)
    assert 0 < at_once < whole / 2
    filled = page.evaluate("""() => {
        const pane = document.querySelector(".strips-pane");
        const [last] = [...pane.querySelectorAll(".group")].slice(atOnce - 1);
        return last.offsetTop + last.offsetHeight >= pane.clientHeight;
    }""")
    assert filled
    drawn = page.evaluate("""[...document.querySelectorAll("[data-row='1'].token")]
        .map((span) => span.kind.hex)""")
    assert bytes.fromhex("".join(drawn)).decode() == LONG


def test_a_pane_that_does_not_scroll_is_whole_at_once(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 20_000})
    show(page, ours_and_gpt2(LONG), LONG)
    at_once, whole = page.evaluate(AT_ONCE)
    assert at_once == whole


def test_every_line_of_a_pane_is_named_once_the_rest_has_come(page: Page) -> None:
    rows = ours_and_gpt2(LONG)
    show(page, rows, LONG)
    expect(page.locator(".line-start")).to_have_count(len(LONG.split("\n")))
