"""The box for a class's code: nothing typed into it is lost, whatever the page does meanwhile."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.classes import bar, expect_page, expect_step, join, lead
from tests.browser.driving import settle

pytestmark = pytest.mark.stage_alone

New = Callable[..., Page]


def field(page: Page) -> Locator:
    return page.get_by_test_id("tokviz-class-field")


def test_a_code_is_typed_before_the_scripts_have_come_or_while_the_page_is_drawn_again(
    leader: Page, app_url: str, new_page: New
) -> None:
    """At the foot of the first page, of which who joins sees the top."""
    code, page = lead(leader), new_page(width=1366, height=768)
    leader.get_by_role("link", name="tokviz").click()
    expect_page(leader, "")
    settle(leader)
    type_early(page, app_url, code)
    expect(bar(page)).to_contain_text(f"Following class {code}")
    bar(page).get_by_role("button", name="Leave").click()
    type_half(page, code)
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


def type_early(page: Page, url: str, code: str) -> None:
    """Before the script is there that reads the box."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    script = re.compile("/code/classroom-")
    page.route(script, hold)
    with page.expect_request(script):
        page.goto(url)
    field(page).fill(code.lower())
    page.keyboard.press("Enter")
    page.wait_for_timeout(500)
    for route in held:
        route.continue_()


def type_half(page: Page, code: str) -> None:
    """Type half of it before the page is drawn again, which loses nothing, and the rest then."""
    settle(page)
    field(page).press_sequentially(code[:3])
    page.emulate_media(color_scheme="dark")  # Streamlit calls the script again for each theme
    settle(page)
    page.keyboard.type(code[3:])
    expect(field(page)).to_have_value(code)


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


def test_each_press_of_a_leader_does_what_the_button_says(
    leader: Page, app_url: str, new_page: New
) -> None:
    """While the page is drawn again, while somebody joins, and pressed twice at once."""
    leader.get_by_role("button", name="Share").click()
    leader.get_by_role("button", name="Lead a class").hover()
    leader.mouse.down()
    leader.emulate_media(color_scheme="dark")
    settle(leader)
    leader.wait_for_timeout(500)  # for a script that is called late
    leader.mouse.up()
    code = leader.get_by_test_id("tokviz-class-code").inner_text()
    invitation = leader.get_by_test_id("tokviz-invitation")
    invitation.get_by_role("button", name="Close").click()
    expect(bar(leader)).to_contain_text(f"You lead class {code}")
    bar(leader).get_by_role("button", name="Show the code").hover()
    leader.mouse.down()
    join(new_page(), app_url, code)
    expect(bar(leader)).to_contain_text("1 follower")
    leader.mouse.up()
    expect(invitation).to_be_visible()
    invitation.get_by_role("button", name="Close").click()
    bar(leader).get_by_role("button", name="End the class").dblclick()
    expect(bar(leader).get_by_role("button", name="End it for 1 follower?")).to_be_visible()
    expect(bar(leader)).to_contain_text(f"You lead class {code}")


def test_the_question_whether_a_class_ends_stands_until_something_else_is_pressed(
    leader: Page,
) -> None:
    lead(leader)
    bar(leader).get_by_role("button", name="End the class").click()
    asked = bar(leader).get_by_role("button", name="End it for all?")
    leader.wait_for_timeout(9_000)
    expect(asked).to_be_visible()
    leader.keyboard.press("Shift")
    expect(asked).to_be_visible()
    leader.get_by_role("heading", name="Byte BPE").click()
    expect(asked).to_have_count(0)
    bar(leader).get_by_role("button", name="End the class").click()
    leader.keyboard.press("PageDown")
    expect(asked).to_have_count(0)
    bar(leader).get_by_role("button", name="End the class").click()
    asked.click()
    expect(bar(leader)).to_contain_text("is over.")


def test_who_leads_a_class_reads_that_it_goes_along_to_one_that_is_ready(
    leader: Page, app_url: str
) -> None:
    told = leader.get_by_text("You lead a class: it goes along.")
    leader.goto(app_url)
    settle(leader)
    expect(told).to_be_hidden()
    leader.get_by_role("button", name="Lead a class").click()
    leader.get_by_test_id("tokviz-invitation").get_by_role("button", name="Close").click()
    expect(told).to_be_visible()
    bar(leader).get_by_role("button", name="End the class").click()
    bar(leader).get_by_role("button", name="End it for all?").click()
    expect(told).to_be_hidden()
