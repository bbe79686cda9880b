"""The code that runs, beside a replay: on demand, in step with it, and at no cost to the server."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import opened_at, settle

New = Callable[..., Page]
LEARNS = ["word_level", "char_bpe", "byte_bpe", "regex_bpe", "wordpiece", "sentencepiece_bpe"]
LEARNS += ["unigram"]
WITH_CODE = [f"{lesson}?code=1" for lesson in LEARNS]
FEW = ["word_level?code=1", "byte_bpe?code=1", "unigram?code=1"]
"""Loops that count, that merge and that drop; each lesson's lines are in tests/views/code/."""
STAGE = ".st-key-stage [data-testid=tokviz-code]"
LIT = "li.lit"


def open_code(page: Page, address: str) -> None:
    page.goto(address)
    settle(page)
    expect(page.locator(STAGE)).to_have_attribute("data-code-step", "0")


@pytest.mark.stage_alone
def test_the_code_comes_and_goes_with_its_toggle_and_is_in_the_link(
    app_url: str, new_page: New
) -> None:
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/byte_bpe")
    settle(page)
    page.keyboard.press("PageDown")
    player = page.get_by_test_id("tokviz-player").first
    expect(player).to_have_attribute("data-step", "1")
    expect(page.locator(STAGE)).to_have_count(0)
    page.locator(".st-key-tools").get_by_text("Code", exact=True).click()
    pane = page.locator(STAGE)
    expect(pane).to_have_attribute("data-code-step", "1")
    expect(page).to_have_url(re.compile("code=1"))
    expect(pane.locator("h2")).to_contain_text("ByteBPE.train")
    page.locator(".st-key-tools").get_by_text("Code", exact=True).click()
    expect(pane).to_have_count(0)


def test_a_step_costs_the_server_nothing(app_url: str, new_page: New) -> None:
    page = new_page(width=1280, height=720)
    frames: list[object] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda sent: frames.append(sent)))  # noqa: PLW0108
    open_code(page, f"{app_url}/byte_bpe?code=1")
    asked = -1
    while asked != len(frames):  # until the page has asked for all that is in sight
        asked = len(frames)
        page.wait_for_timeout(1_500)
    frames.clear()
    for step in range(1, 9):
        page.keyboard.press("ArrowRight")
        expect(page.locator(STAGE)).to_have_attribute("data-code-step", str(step))
    assert frames == []


@pytest.mark.stage_alone
def test_a_name_unfolds_the_code_behind_it_by_mouse_and_by_key(app_url: str, new_page: New) -> None:
    page = new_page(width=1280, height=720)
    open_code(page, f"{app_url}/byte_bpe?code=1")
    pane = page.locator(STAGE)
    name = pane.get_by_role("button", name="choose")
    name.click()
    expect(pane.locator("h2")).to_have_count(2)
    expect(pane.locator("li .listing h2")).to_contain_text("PairIndex.choose")
    inner = pane.locator("li .listing").get_by_role("button", name="most_frequent")
    inner.focus()
    page.keyboard.press("Enter")
    expect(pane.locator("h2").last).to_contain_text("PairIndex.most_frequent")
    name.press("Space")
    expect(pane.locator("h2")).to_have_count(1)
    expect(name).to_have_attribute("aria-expanded", "false")


@opened_at(1280, 720, WITH_CODE, first=FEW, alone=True)
def test_it_stands_beside_the_replay_where_there_is_room(opened: Page) -> None:
    page = opened
    expect(page.locator(STAGE)).to_have_attribute("data-code-step", "0")
    for width, beside in ((1280, True), (1100, True), (1000, False)):
        page.set_viewport_size({"width": width, "height": 720})
        settle(page)
        replay = page.locator(".st-key-stage [data-testid=tokviz-player]").first.bounding_box()
        code = page.locator(STAGE).bounding_box()
        assert replay
        assert code
        if beside:
            assert code["x"] >= replay["x"] + replay["width"]
            assert width < 1280 or code["y"] + code["height"] <= 720
        else:
            assert code["y"] >= replay["y"] + replay["height"]
        over = "document.querySelector('[data-testid=stMain]').scrollWidth - innerWidth"
        assert page.evaluate(over) <= 0, width
    page.set_viewport_size({"width": 1280, "height": 720})


@opened_at(1280, 720, WITH_CODE, first=FEW, alone=True)
def test_each_lesson_lights_other_values_at_each_step(opened: Page) -> None:
    pane = opened.locator(STAGE)
    expect(pane).to_have_attribute("data-code-step", "0")
    before = pane.locator(LIT).all_inner_texts()
    assert before
    opened.keyboard.press("PageDown")
    expect(pane).to_have_attribute("data-code-step", "1")
    after = pane.locator(LIT).all_inner_texts()
    assert after
    assert after != before
    expect(pane.locator(f"{LIT}[aria-current=step]")).to_have_count(len(after))
    opened.keyboard.press("End")
    expect(pane.locator(LIT).last).to_be_in_viewport()


@pytest.mark.stage_alone
def test_all_of_the_replay_stays_in_sight_beside_it(app_url: str, new_page: New) -> None:
    page = new_page(width=1280, height=720)
    open_code(page, f"{app_url}/byte_bpe?code=1&step=0")
    for name in (".controls", ".caption", ".text", ".side"):
        box = page.locator(f".st-key-stage {name}").first.bounding_box()
        assert box
        assert box["y"] + box["height"] <= 720, name


@pytest.mark.stage_alone
def test_it_fits_a_phone(app_url: str, new_page: New) -> None:
    page = new_page(width=390, height=844)
    open_code(page, f"{app_url}/wordpiece?code=1")
    page.locator(STAGE).scroll_into_view_if_needed()
    box = page.locator(STAGE).bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    wider = "(pane) => pane.scrollWidth - pane.clientWidth"
    assert page.locator(STAGE).evaluate(wider) <= 0


def test_encoding_has_its_code_too(app_url: str, new_page: New) -> None:
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/wordpiece?section=Encode+new+text&encode_code=1")
    settle(page)
    pane = page.locator(".st-key-below [data-testid=tokviz-code]")
    expect(pane).to_contain_text("Pieces.match")
    pane.scroll_into_view_if_needed()
    page.locator(".st-key-below [data-testid=tokviz-next]").click()
    expect(pane).to_have_attribute("data-code-step", "1")
    expect(pane.locator(LIT).filter(has_text="candidate = ").first).to_be_visible()
