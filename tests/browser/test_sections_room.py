"""The room of a section's replay: for its lanes in low windows, for its code beside others."""

from collections.abc import Callable

from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.driving import ANY_STEP, DRAWN, opened_at, settle

New = Callable[..., Page]
BELOW = ".st-key-below [data-testid=tokviz-player]"
LOW = ((1024, 768), (768, 600))
"""Windows whose controls take two lines, so that three lanes need more than the stage has."""


def place(box: Locator) -> FloatRect:
    found = box.bounding_box()
    assert found is not None
    return found


@opened_at(1280, 720, ["wordpiece?section=Encode+new+text"])
def test_lanes_lie_over_nothing_in_a_low_window(opened: Page) -> None:
    player = opened.locator(BELOW)
    expect(player).to_have_attribute("data-step", ANY_STEP)
    for width, height in LOW:
        opened.set_viewport_size({"width": width, "height": height})
        opened.wait_for_function(
            "([player]) => Math.round(player.getBoundingClientRect().width) < innerWidth - 20",
            arg=[player.element_handle()],
        )
        opened.evaluate(DRAWN)
        frame, last = place(player.locator(".frame")), place(player.locator(".lane").last)
        assert last["y"] + last["height"] <= frame["y"] + frame["height"]
    opened.set_viewport_size({"width": 1280, "height": 720})


def test_what_stands_beside_an_encoding_makes_room_for_its_code(
    app_url: str, new_page: New
) -> None:
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/char_bpe?section=Encode+new+text")
    settle(page)
    replay, wrong = page.locator(BELOW), page.locator(".st-key-wrong-encoder")
    before, beside = place(replay), place(wrong)
    assert beside["x"] > before["x"] + before["width"]
    page.locator(".st-key-below").get_by_text("Code", exact=True).click()
    pane = page.locator(".st-key-below [data-testid=tokviz-code]")
    expect(pane).to_have_attribute("data-code-step", "0")
    settle(page)
    after, below, code = place(replay), place(wrong), place(pane)
    assert below["y"] > after["y"] + after["height"]
    assert code["width"] > 350
    assert after["width"] > before["width"] * 0.9
