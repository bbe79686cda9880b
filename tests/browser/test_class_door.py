"""The box for a class's code: nothing typed into it is lost, whatever the page does meanwhile."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.classes import bar, expect_step, join, lead
from tests.browser.driving import settle

pytestmark = pytest.mark.stage_alone

New = Callable[..., Page]


def field(page: Page) -> Locator:
    return page.get_by_test_id("tokviz-class-field")


def test_a_code_typed_before_the_scripts_have_come_joins_once_they_are_there(
    leader: Page, app_url: str, new_page: New
) -> None:
    code, page = lead(leader), new_page()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    script = re.compile("/code/classroom-")
    page.route(script, hold)
    with page.expect_request(script):
        page.goto(app_url)
    field(page).fill(code.lower())
    page.keyboard.press("Enter")
    page.wait_for_timeout(500)
    for route in held:
        route.continue_()
    expect(bar(page)).to_contain_text(f"Following class {code}")


def test_half_a_code_stays_while_the_page_is_drawn_again(app_url: str, page: Page) -> None:
    page.goto(app_url)
    settle(page)
    field(page).press_sequentially("ABC")
    page.emulate_media(color_scheme="dark")  # Streamlit calls the script again for each theme
    settle(page)
    page.keyboard.type("DEF")
    expect(field(page)).to_have_value("ABCDEF")


def test_a_press_is_heard_while_the_page_is_drawn_again(leader: Page) -> None:
    leader.get_by_role("button", name="Share").click()
    leader.get_by_role("button", name="Lead a class").hover()
    leader.mouse.down()
    leader.emulate_media(color_scheme="dark")
    settle(leader)
    leader.wait_for_timeout(500)  # for a script that is called late
    leader.mouse.up()
    expect(leader.get_by_test_id("tokviz-class-code")).to_be_visible()


def test_who_joins_at_the_foot_of_the_first_page_sees_its_top(
    leader: Page, app_url: str, new_page: New
) -> None:
    code, page = lead(leader), new_page(width=1366, height=768)
    page.goto(app_url)
    settle(page)
    leader.goto(app_url)
    settle(leader)
    field(page).fill(code)
    page.keyboard.press("Enter")
    expect(bar(page)).to_contain_text(f"Following class {code}")
    main = page.locator(".stMain")
    page.wait_for_function("document.querySelector('.stMain').scrollTop === 0")
    main.evaluate("(main) => main.scrollTo(0, 300)")  # once: who reads on is not disturbed
    bar(leader).get_by_role("button", name="Ask for a sentence").click()
    expect(bar(page)).to_contain_text("Your class asks for a sentence.")
    asks = bar(page).get_by_text("Your class asks for a sentence.")
    assert asks.evaluate("(words) => words.scrollWidth <= words.clientWidth")
    assert main.evaluate("(main) => main.scrollTop") == 300


def test_who_joins_on_a_phone_sees_the_class_and_reaches_all_of_the_page(
    leader: Page, app_url: str, new_page: New
) -> None:
    """The box that asked for the code is gone; the bar is low, and covers no end of the page."""
    code, phone = lead(leader), new_page(width=390, height=844)
    leader.keyboard.press("ArrowRight")
    phone.goto(f"{app_url}/byte_bpe")
    settle(phone)
    phone.get_by_role("button", name="Share").click()
    field(phone).fill(code)
    phone.get_by_role("button", name="Join", exact=True).click()
    expect(bar(phone)).to_contain_text(f"Following class {code}")
    expect(phone.get_by_test_id("stPopoverBody")).to_have_count(0)
    expect_step(phone, 1)
    phone.get_by_test_id("tokviz-next").first.click()
    back = bar(phone).get_by_role("button", name="Back to class").bounding_box()
    leave = bar(phone).get_by_role("button", name="Leave").bounding_box()
    assert back
    assert leave
    assert back["y"] == leave["y"]
    phone.locator(".stMain").evaluate("(main) => main.scrollTo(0, main.scrollHeight)")
    last, box = phone.locator(".st-key-next").bounding_box(), bar(phone).bounding_box()
    assert last
    assert box
    assert last["y"] + last["height"] <= box["y"]
    bar(phone).get_by_role("button", name="Back to class").click()
    expect_step(phone, 1)


def test_a_double_click_ends_no_class(leader: Page) -> None:
    code = lead(leader)
    bar(leader).get_by_role("button", name="End the class").dblclick()
    expect(bar(leader).get_by_role("button", name="End it for all?")).to_be_visible()
    expect(bar(leader)).to_contain_text(f"You lead class {code}")


def test_a_button_that_is_pressed_while_somebody_joins_does_what_it_says(
    leader: Page, app_url: str, new_page: New
) -> None:
    code = lead(leader)
    bar(leader).get_by_role("button", name="Show the code").hover()
    leader.mouse.down()
    join(new_page(), app_url, code)
    expect(bar(leader)).to_contain_text("1 follower")
    leader.mouse.up()
    expect(leader.get_by_test_id("tokviz-invitation")).to_be_visible()
