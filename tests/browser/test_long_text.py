"""Two megabytes of text: training shows its progress, can be stopped, and the tab stays alive."""

import random
import re
import time

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.driving import close_popover, open_settings, settle

SYLLABLES = ("ka", "lo", "mi", "ren", "tas", "u", "vek", "sho", "an", "di", "pel", "or")


def long_text(size: int = 2_000_000) -> str:
    """Made-up words, the same at every call."""
    draw = random.Random(7)
    words = ["".join(draw.choices(SYLLABLES, k=draw.randint(1, 5))) for _ in range(20_000)]
    lines = (" ".join(draw.choices(words, k=12)) for _ in range(size // 90))
    return "\n".join(lines)[:size]


TOP = "document.querySelector('.st-key-stage').getBoundingClientRect().top"


def choose_a_long_text(page: Page) -> None:
    """Under “Text and settings”; until its training shows how far it is."""
    open_settings(page)
    page.locator("input[type=file]").set_input_files(
        {"name": "long.txt", "mimeType": "text/plain", "buffer": long_text().encode()}
    )
    expect(page.get_by_role("button", name="Stop training")).to_be_visible()


THE_BAR = re.compile(r"/Progress\.")


@pytest.mark.stage_alone
def test_a_long_training_can_be_stopped_and_taken_up_again(app_url: str, page: Page) -> None:
    """The stage stays where it is while the bar of the training is on its way.

    Streamlit fetches the script that draws it when it is to be drawn for the first time.
    """
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(THE_BAR, keep)
    page.goto(f"{app_url}/byte_bpe?merges=20000")
    settle(page)
    before = page.evaluate(TOP)
    choose_a_long_text(page)
    latest = time.monotonic() + 20
    while not held and time.monotonic() < latest:  # asked for once its box is drawn
        page.wait_for_timeout(20)
    assert held
    assert page.evaluate(TOP) == before
    for route in held:
        route.continue_()
    expect(page.get_by_test_id("stProgress")).to_be_visible()
    assert page.evaluate(TOP) == before
    page.get_by_role("button", name="Stop training").click()
    expect(page.get_by_text("Training was stopped")).to_be_visible()
    settle(page)
    taken_up_again(page)


def taken_up_again(page: Page) -> None:
    """With fewer merges; the text does not fit into a link."""
    open_settings(page)
    page.get_by_role("spinbutton", name="Merges to learn").fill("300")
    page.get_by_role("spinbutton", name="Merges to learn").press("Enter")
    player = page.get_by_test_id("tokviz-player").first
    expect(player.get_by_test_id("tokviz-slider")).to_have_attribute("max", "300")
    assert 0 < player.get_by_test_id("tokviz-token").count() < 10_000
    close_popover(page)
    player.get_by_test_id("tokviz-next").click()
    expect(player).to_have_attribute("data-step", "1")
    player.get_by_test_id("tokviz-last").click()
    expect(player).to_have_attribute("data-step", "300")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("does not fit into a link").first).to_be_visible()
