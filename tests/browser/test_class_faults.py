"""A class when something goes wrong: a wrong code, a server that is started anew, strange words."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classes import bar, expect_step, join, lead
from tests.browser.driving import ROOT, free_port, settle, start_server, stop_server

pytestmark = pytest.mark.stage_alone

Open = Callable[[], Page]


def test_a_wrong_code_is_told_in_words_beside_the_box(app_url: str, unwatched: Open) -> None:
    page = unwatched()
    page.goto(app_url)
    settle(page)
    wrong = {"ABCDEF": "There is no class with this code.", "<b>x</": "A code has six letters"}
    for code, words in wrong.items():
        page.get_by_test_id("tokviz-class-field").fill(code)
        page.keyboard.press("Enter")
        door = page.get_by_test_id("tokviz-class-door")
        expect(door.get_by_role("alert")).to_contain_text(words)
        expect(page.get_by_test_id("tokviz-class-field")).to_be_focused()
        expect(page.get_by_test_id("tokviz-class-field")).to_have_value(code)
        expect(bar(page)).to_be_hidden()


def test_who_types_the_bare_address_finds_the_door_and_sees_its_answer(
    app_url: str, unwatched: Open
) -> None:
    page = unwatched()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(app_url)
    settle(page)
    page.get_by_role("link", name="Join one, or lead one").click()
    expect(page.get_by_test_id("tokviz-class-field")).to_be_in_viewport()
    page.get_by_test_id("tokviz-class-field").fill("QQQQQQ")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="There is no class")).to_be_in_viewport(
        ratio=0.9
    )


@pytest.mark.parametrize("code", ["ABCDEF", "mistyped"])
def test_a_link_to_no_class_says_so_and_leads_to_the_lessons(
    code: str, app_url: str, unwatched: Open
) -> None:
    page = unwatched()
    answer = page.goto(f"{app_url}/live/{code}")
    assert answer
    assert answer.status == 404
    expect(page.locator("body")).to_contain_text("There is no class with this code.")
    page.get_by_role("link").click()
    expect(page.get_by_test_id("tokviz-class-field")).to_be_visible()


def test_a_class_goes_on_when_its_server_was_started_anew(unwatched: Open) -> None:
    port = free_port()
    process, url = start_server(ROOT / "app.py", port=port)
    leader, follower = unwatched(), unwatched()
    try:
        leader.goto(f"{url}/byte_bpe")
        settle(leader)
        join(follower, url, lead(leader))
        process.kill()
        process.wait(10)
        expect(bar(follower)).to_contain_text("Connecting")
        process, _ = start_server(ROOT / "app.py", port=port)
        expect(bar(leader)).to_contain_text("1 follower", timeout=90_000)
        leader.keyboard.press("ArrowRight")
        expect_step(follower, 1)
    finally:
        stop_server(process)
