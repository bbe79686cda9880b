"""Inside a tokenizer: a part that is pressed lists its tokens, a jump moves the replay."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import ANY_STEP, settle, until_still

LESSON = "byte_bpe?sample=rhyme&merges=40"


def open_inside(page: Page, url: str, view: str) -> None:
    page.goto(f"{url}/{LESSON}")
    settle(page)
    page.get_by_role("tab", name="Inside").click()
    settle(page)
    page.get_by_text(view, exact=True).click()
    settle(page)


def graph(page: Page, key: str) -> Locator:
    found = page.locator(f".st-key-byte_bpe-{key} .js-plotly-plot").first
    found.scroll_into_view_if_needed()
    return found


def test_a_bar_or_a_part_of_the_treemap_lists_its_tokens(page: Page, app_url: str) -> None:
    open_inside(page, app_url, "The vocabulary")
    bars = graph(page, "inside_lengths")
    count = bars.evaluate("(graph) => graph.data[0].y[1]")
    bars.locator(".bars .point").nth(1).click(force=True)
    settle(page)
    expect(page.get_by_text(f"{count} of 296 tokens")).to_be_visible()
    parts = graph(page, "inside_kinds")
    parts.locator("g.slice", has_text="no whole character").first.click(position={"x": 6, "y": 6})
    settle(page)
    expect(page.get_by_text("128 of 296 tokens")).to_be_visible()
    expect(page.get_by_text("Bytes that are no whole character")).to_be_visible()
    graph(page, "inside_kinds").locator("g.slice", has_text="Latin").first.click()
    settle(page)
    kind, script = (page.get_by_label(name, exact=True) for name in ("Kind", "Script"))
    expect(kind).to_have_value("letters alone")
    expect(script).to_have_value("Latin")


def test_the_jump_moves_the_replay_and_brings_it_into_sight(page: Page, app_url: str) -> None:
    open_inside(page, app_url, "A token")
    page.get_by_label("Token", exact=True).fill("#270")
    page.get_by_label("Token", exact=True).press("Enter")
    settle(page)
    shown = page.get_by_test_id("tokviz-player").first
    expect(shown).to_have_attribute("data-step", ANY_STEP)
    page.get_by_role("button", name="Go to step 15").click()
    expect(shown).to_have_attribute("data-step", "15")
    expect(shown).to_be_in_viewport()


def test_a_row_of_the_vocabulary_opens_its_token_however_often(page: Page, app_url: str) -> None:
    """A row opens “Inside”, and who goes back says what the browser had said before."""
    page.goto(f"{app_url}/{LESSON}&section=Vocabulary")
    settle(page)
    for _ in range(2):
        table = page.get_by_test_id("stDataFrame").last
        expect(table.locator("canvas").first).to_be_visible()
        table.scroll_into_view_if_needed()
        table.click(position={"x": 15, "y": 53})  # before the first row
        expect(page.get_by_label("Token", exact=True)).to_have_value("#256")
        settle(page)
        expect(page.get_by_role("tab", name="Inside")).to_have_attribute("aria-selected", "true")
        expect(page).to_have_url(re.compile("inside_token="))
        page.get_by_role("tab", name="Vocabulary").click()
        settle(page)
        expect(page.get_by_label("Find a token")).to_be_visible()
    page.get_by_role("tab", name="Inside").click()
    settle(page)
    page.get_by_text("The vocabulary", exact=True).click()
    settle(page)
    expect(page.get_by_text("Choose a row to look inside its token.")).to_be_visible()


def test_the_tools_of_a_tapped_table_lie_over_nothing(app_url: str, finger: Page) -> None:
    page = finger
    open_inside(page, app_url, "The vocabulary")
    page.get_by_text("The longest", exact=True).tap()
    settle(page)
    table = page.locator(".st-key-byte_bpe-inside_rows_part")
    expect(table.locator("canvas").first).to_be_visible()
    table.scroll_into_view_if_needed()
    table.tap(position={"x": 120, "y": 120})
    tools = table.get_by_test_id("stElementToolbar")
    expect(tools).to_have_css("opacity", "1")
    until_still(page)  # they rise to their place
    above = page.get_by_role("radiogroup", name="List").bounding_box()
    below = page.get_by_text("Choose a row to look inside").bounding_box()
    rows, box = table.get_by_test_id("stDataFrame").bounding_box(), tools.bounding_box()
    assert above
    assert below
    assert rows
    assert box
    assert above["y"] + above["height"] <= box["y"]
    assert rows["y"] + rows["height"] <= below["y"]
    page.get_by_text("Alike but for case or space").tap()
    expect(page.get_by_text("stand in")).to_be_visible()


def test_the_number_of_each_place_has_room(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/unigram?section=Inside")
    settle(page)
    places = page.locator(".tv-places")
    places.scroll_into_view_if_needed()
    room, wanted = places.evaluate(
        """list => {
            const style = getComputedStyle(list.firstElementChild);
            const pen = document.createElement("canvas").getContext("2d");
            pen.font = `${style.fontSize} ${style.fontFamily}`;
            return [parseFloat(getComputedStyle(list).paddingLeft), pen.measureText("200. ").width];
        }"""
    )
    assert room >= wanted
