"""What a guided path's stop looks at: marked, in sight, and above the strip."""

from itertools import product

import pytest
from playwright.sync_api import expect

from tests.browser.driving import settle, until
from tests.browser.guiding import New, at_stop, button, open_cold, the_path, until_above
from tests.matrix import few

pytestmark = pytest.mark.stage_alone

DRAW_ANEW = """(pointed) => {
    const {parentNode, nextSibling} = pointed;
    pointed.remove();
    delete pointed.dataset.pointed;
    setTimeout(() => parentNode.insertBefore(pointed, nextSibling), 500);
}"""

FRAME = """(pointed) => {
    const {outlineOffset, outlineWidth} = getComputedStyle(pointed);
    const offset = parseFloat(outlineOffset);
    return [offset, pointed.getBoundingClientRect().top - offset - parseFloat(outlineWidth)];
}"""


def test_where_a_phone_leaves_out_the_pairs_the_caption_is_marked(
    app_url: str, new_page: New
) -> None:
    page = new_page(width=390, height=844)
    page.goto(f"{app_url}/char_bpe?path=3&both=1")  # of two replays it shows the texts alone
    settle(page)
    marked = page.locator("[data-pointed]")
    expect(marked).to_be_in_viewport()
    expect(marked).to_contain_text("Step 2.")


def test_of_two_trainings_that_a_stop_compares_a_phone_shows_both(
    app_url: str, new_page: New
) -> None:
    page = new_page(width=390, height=844)
    open_cold(page, f"{app_url}/char_bpe?path=4")
    expect(page.locator("[data-pointed=caption]")).to_be_in_viewport(ratio=1)
    other = page.locator(".st-key-stage [data-testid=tokviz-player]").nth(1)
    until_above(page, other.locator(".caption"))
    until_above(page, other.locator(".text"), least=100)


def test_what_a_stop_looks_at_is_marked_and_above_the_strip(app_url: str, new_page: New) -> None:
    page = new_page(width=1280, height=720)
    open_cold(page, f"{app_url}/byte_bpe?path=2")
    marked = page.locator("[data-pointed=caption]")
    expect(marked).to_be_visible()
    until_above(page, marked)
    button(page, "next").click()
    expect(page.locator("[data-pointed=pairs]")).to_be_visible()
    expect(marked).to_have_count(0)
    button(page, "leave").click()
    expect(page.locator("[data-pointed]")).to_have_count(0)


@pytest.mark.whole_page
def test_a_stop_below_the_stage_brings_its_section_drawn_anew_too(
    app_url: str, new_page: New
) -> None:
    page = new_page(width=1280, height=720)
    open_cold(page, f"{app_url}/wordpiece?path=6")
    marked = page.locator("[data-pointed=section]")
    expect(marked).to_be_in_viewport()
    expect(page.get_by_role("textbox", name="New text")).to_have_value("HOgging")
    marked.evaluate(DRAW_ANEW)
    expect(marked).to_be_in_viewport()


@pytest.mark.whole_page
def test_a_frame_around_a_section_covers_none_of_its_words(app_url: str, new_page: New) -> None:
    page = new_page(width=1280, height=1400)
    open_cold(page, f"{app_url}/wordpiece?path=6")
    marked = page.locator("[data-pointed=section]")
    expect(marked).to_be_in_viewport()
    until(page, lambda: min(marked.evaluate(FRAME)) >= 0, "the frame is cut, or covers words")


@pytest.mark.whole_page
@pytest.mark.parametrize(
    "stop", few(["byte_bpe?path=6", "char_bpe?path=6"], first=["char_bpe?path=6"])
)
def test_the_tokens_of_a_sections_replay_stand_above_the_strip(
    stop: str, app_url: str, new_page: New
) -> None:
    """And its caption in sight, what the stop's words speak of; so is the box of a short text."""
    page = new_page(width=1280, height=720)
    open_cold(page, f"{app_url}/{stop}")
    replay_below = page.locator("[data-pointed=section] [data-testid=tokviz-player]").first
    token = replay_below.locator(".text span").first
    expect(token).to_be_in_viewport(ratio=1)
    expect(replay_below.locator(".caption")).to_be_in_viewport(ratio=1)
    until_above(page, token)
    expect(page.get_by_role("textbox", name="New text")).to_be_in_viewport(ratio=1)


@pytest.mark.whole_page
def test_the_ids_below_them_stand_above_all_of_the_strip(app_url: str, new_page: New) -> None:
    page = new_page(width=1366, height=657)  # what a browser leaves of a small laptop's screen
    open_cold(page, f"{app_url}/wordpiece?path=5")
    tokens = page.locator("[data-pointed=section] .lane").filter(has_text="found so far")
    ids, around = tokens.locator(".chip-note:visible"), page.locator(".stBottom")
    expect(ids).to_have_text(["62", "13", "17", "11"])

    def stand_above() -> bool:
        foot = max(box["y"] + box["height"] for each in ids.all() if (box := each.bounding_box()))
        edge = around.bounding_box()
        return edge is not None and foot <= edge["y"]

    until(page, stand_above, "the strip covers the ids")


@pytest.mark.whole_page
@pytest.mark.parametrize("lesson", few(["unigram", "wordpiece", "regex_bpe"], first=["wordpiece"]))
def test_what_a_stop_points_at_stays_in_sight_where_all_replays_are_drawn(
    lesson: str, app_url: str, new_page: New
) -> None:
    """The replays below the stage go to their steps too, but do not take the page with them."""
    page, path = new_page(width=1280, height=720), the_path(lesson)
    section = "Lattice" if lesson == "unigram" else "Encode+new+text"
    open_cold(page, f"{app_url}/{lesson}?section={section}")
    page.locator(".st-key-below").scroll_into_view_if_needed()
    expect(page.locator(".st-key-below [data-step]").first).to_be_attached()
    page.locator(".stMain").evaluate("(main) => main.scrollTo({top: 0})")
    button(page, "begin").click()
    for number, stop in enumerate(path.stops, 1):
        at_stop(page, path, number)
        settle(page)
        if stop.look:
            page.wait_for_timeout(500)  # a replay that takes the page along does so when it is told
            pointed = page.locator(f"[data-pointed={stop.look}]")
            expect(pointed).to_be_visible()
            # Of a section with a replay, the page goes on until that shows its text.
            text = pointed.locator("[class*=st-key-replay-]").locator(".text, .lanes").first
            shown = text if text.count() else pointed
            until_above(page, shown, least=20)
        if number < len(path.stops):
            button(page, "next").click()


def test_rows_side_by_side_keep_their_names_on_a_path(app_url: str, new_page: New) -> None:
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/compare?path=1")
    settle(page)
    expect(page.locator("[data-pointed=text]")).to_be_visible()
    room = "(pane) => parseFloat(getComputedStyle(pane).paddingLeft)"
    assert page.locator(".strips-pane").evaluate(room) > 60


@pytest.mark.parametrize(
    "lesson",
    few(
        ["text_to_bytes", "whitespace", "word_level", "unigram"],
        first=["text_to_bytes", "word_level", "unigram"],
    ),
)
def test_the_stage_of_a_challenge_ends_above_its_strip(
    lesson: str, app_url: str, new_page: New
) -> None:
    page, path = new_page(width=1280, height=720), the_path(lesson)
    open_cold(page, f"{app_url}/{lesson}?path={len(path.stops)}")
    page.get_by_label("Your try").wait_for()
    page.wait_for_timeout(500)  # what is pointed at has been brought into sight
    expect(page.get_by_role("heading", level=1)).to_be_in_viewport(ratio=1)


ARROW = 28  # pixels: at each end of a bar of tabs, over what lies beyond it
CUT_OFF = """(tab) => {
    const bar = tab.closest("[role=tablist]");
    const [box, row] = [tab.getBoundingClientRect(), bar.getBoundingClientRect()];
    const beyond = bar.scrollWidth - bar.clientWidth - bar.scrollLeft;
    return [bar.scrollLeft ? box.left - row.left : 1e3, beyond > 1 ? row.right - box.right : 1e3];
}"""


@pytest.mark.whole_page
@pytest.mark.parametrize(
    ("stop", "width"),
    few(
        product(("unigram?path=3", "sentencepiece_bpe?path=5"), (1024, 390)),
        first=[("unigram?path=3", 1024), ("sentencepiece_bpe?path=5", 390)],
    ),
)
def test_the_tab_of_a_stops_section_is_seen_whole_in_its_bar(
    stop: str, width: int, app_url: str, new_page: New
) -> None:
    page = new_page(width=width, height=768)
    open_cold(page, f"{app_url}/{stop}")
    tab = page.locator(".st-key-below").get_by_role("tab", selected=True)
    expect(tab).to_be_attached()
    until(page, lambda: min(tab.evaluate(CUT_OFF)) >= ARROW, "an arrow covers the tab")


@pytest.mark.whole_page
@pytest.mark.parametrize("stop", ["unigram?path=7", "wordpiece?path=5"])
def test_the_windows_edge_does_not_cut_the_bar_of_tabs_in_two(
    stop: str, app_url: str, new_page: New
) -> None:
    page = new_page(width=1024, height=768)
    open_cold(page, f"{app_url}/{stop}")
    tab = page.locator(".st-key-below").get_by_role("tab", selected=True)
    expect(page.locator("[data-pointed=section] [data-step]").first).to_be_visible()
    page.wait_for_timeout(2_000)  # it goes on as long as what stands above it may push it down
    expect(tab).to_be_in_viewport(ratio=1)


@pytest.mark.whole_page
def test_on_a_phone_a_replay_in_a_section_is_seen_from_its_controls(
    app_url: str, new_page: New
) -> None:
    """Not from the middle of what stands above them, where the box of its text is out of sight."""
    page = new_page(width=390, height=844)
    open_cold(page, f"{app_url}/byte_bpe?path=6")
    section = page.locator("[role=tabpanel]:visible")
    tokens = section.get_by_test_id("tokviz-token")
    expect(tokens).to_have_text(["EC", "95", "88", "EB", "85", "95"])
    until_above(page, tokens.last)
    expect(section.get_by_text("Skip merges")).not_to_be_in_viewport()
    until_above(page, section.locator(".buttons").first)
