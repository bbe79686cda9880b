"""A script that is long on its way: what is drawn again meanwhile is alive once it has come."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.driving import IDLE, REPLAYS, settle
from tests.browser.guiding import button as way
from tests.matrix import few

pytestmark = pytest.mark.stage_alone


def hold(page: Page, scripts: str) -> Callable[[], None]:
    """Keep back scripts of components by their names, until what is given back is called."""
    held: list[Route] = []
    holds = True

    def keep(route: Route) -> None:
        if holds:
            held.append(route)
        else:
            route.continue_()  # asked for later

    def let_go() -> None:
        nonlocal holds
        assert held
        holds = False
        for route in held:
            route.continue_()

    page.route(re.compile(f"/code/{scripts}"), keep)
    return let_go


def call_twice(page: Page) -> None:
    """Of every two calls of a script, the first ends before the second: new data overtook it."""

    def overtake(route: Route) -> None:
        path = urlsplit(route.request.url).path
        twice = "(call) => (whole(call)?.(), whole(call))"
        body = f"export * from '{path}?whole'; import whole from '{path}?whole'; "
        body += f"export default {twice};"
        route.fulfill(body=body, content_type="text/javascript")

    page.route(re.compile(r"/code/[^?]+$"), overtake)


@pytest.mark.parametrize("path", ["", "/byte_bpe", "/unigram"])
def test_what_is_shown_stays_one_where_new_data_overtakes_a_script_on_its_way(
    path: str, app_url: str, page: Page
) -> None:
    """On the first page two rows of tokens stood one above the other, for good."""
    call_twice(page)
    page.goto(app_url + path)
    shown = page.get_by_test_id(re.compile("^tokviz-(trees|strips|player|stepper)$"))
    settle(page)
    expect(shown.first).to_be_visible()
    names = shown.evaluate_all("all => all.map((one) => one.dataset.testid)")
    assert len(names) == len({*names})
    if path:
        page.keyboard.press("PageDown")
        expect(shown.first).to_have_attribute("data-step", "1")


def test_a_clicker_that_is_pressed_before_the_replay_has_come_leaves_the_page_in_its_place(
    app_url: str, page: Page
) -> None:
    page.set_viewport_size({"width": 1280, "height": 300})
    main = page.get_by_test_id("stMain")
    let_go = hold(page, "player-")
    with page.expect_request(re.compile("/code/player-")):
        page.goto(f"{app_url}/byte_bpe")
    page.wait_for_selector(IDLE)
    page.keyboard.press("PageDown")
    page.wait_for_timeout(500)  # to scroll takes less
    assert main.evaluate("pane => [pane.scrollTop, pane.scrollHeight > 400]") == [0, True]
    let_go()
    settle(page)
    page.keyboard.press("PageDown")
    expect(page.get_by_test_id("tokviz-player").first).to_have_attribute("data-step", "1")


@pytest.mark.parametrize(
    "lesson", few(["byte_bpe", "unigram", "text_to_bytes"], first=["byte_bpe", "text_to_bytes"])
)
def test_no_button_is_there_before_its_script_and_what_was_drawn_again_meanwhile_steps(
    lesson: str, app_url: str, page: Page
) -> None:
    let_go = hold(page, "")
    with page.expect_request(re.compile("/code/(player|rows|stepper)-")):
        page.goto(f"{app_url}/{lesson}")
    following = page.get_by_test_id("tokviz-next").first
    page.wait_for_selector(IDLE)
    page.emulate_media(color_scheme="dark")  # Streamlit calls the script again for each theme
    page.wait_for_timeout(500)
    expect(following).to_have_count(0)
    let_go()
    settle(page)
    replay = page.locator(REPLAYS).first
    before = int(replay.get_attribute("data-step") or 0)
    following.click()
    expect(replay).to_have_attribute("data-step", str(before + 1))


def test_a_word_that_is_pressed_is_explained_and_a_path_begins_once_their_scripts_have_come(
    app_url: str, page: Page
) -> None:
    """That of the path can say then which step is left."""
    let_go = hold(page, "(words|guide)-")
    page.goto(f"{app_url}/byte_bpe")
    settle(page)
    player = page.get_by_test_id("tokviz-player")
    for step in ("1", "2"):
        page.get_by_test_id("tokviz-next").click()
        expect(player).to_have_attribute("data-step", step)
    expect(way(page, "begin")).to_be_hidden()
    page.locator(".st-key-idea").get_by_role("link", name="pair").first.click()
    expect(page).to_have_url(re.compile("#word-pair"))
    let_go()
    expect(page.get_by_test_id("tokviz-word")).to_contain_text("two neighbours")
    expect(page).not_to_have_url(re.compile("#"))
    page.keyboard.press("Escape")
    way(page, "begin").click()
    way(page, "leave").click()
    expect(way(page, "begin")).to_be_visible()
    expect(player).to_have_attribute("data-step", "2")


def test_a_replay_that_the_reader_left_before_its_script_came_is_drawn_nowhere(
    app_url: str, page: Page
) -> None:
    let_go = hold(page, "player-")
    with page.expect_request(re.compile("/code/player-")):
        page.goto(f"{app_url}/byte_bpe")
    page.wait_for_selector(IDLE)
    page.get_by_role("link", name="Text to bytes").click()
    settle(page)
    let_go()
    page.wait_for_timeout(500)
    register = "[...window[Symbol.for('tokviz places')].shown.values()]"
    assert page.evaluate(f"{register}.map(({{ kind }}) => kind)") == ["rows"]


@pytest.mark.whole_page
def test_who_goes_where_two_replays_part_before_they_are_there_is_led_there(
    app_url: str, page: Page
) -> None:
    let_go = hold(page, "player-")
    page.goto(f"{app_url}/byte_bpe?section=What+if&other_ties=lower+ids&other_step=0")
    button = page.get_by_role("button", name="Go there")
    button.scroll_into_view_if_needed()
    button.click()
    page.wait_for_timeout(300)
    let_go()

    settle(page)
    parts = (button.get_attribute("title") or "").split("step ")[1].split(",")[0]
    upper = page.locator(".st-key-upper").get_by_test_id("tokviz-player")
    expect(upper).to_have_attribute("data-step", parts)
