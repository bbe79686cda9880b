"""On a phone controls, caption and the first tokens stand in sight together, nothing is cut, and
axe-core finds nothing serious.
"""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import findings
from tests.browser.driving import opened_at, settle
from tests.browser.test_readers import check_width
from tests.matrix import MADE_DIFFERENTLY
from tokviz.lessons import LESSONS
from tokviz.ui.shell.values import pack_text

REACHES = 500  # pixels from the top at which the first tokens stand
REACHED = {"char_bpe": 744}  # two replays
FIRST = {"text_to_bytes": ".grapheme", "whitespace": ".lane", "word_level": ".lane"}
AT_FIRST = ["byte_bpe", "unigram", "char_bpe", "sentencepiece_bpe", "wordpiece"]
"""In the order in which tests of some of them look at them: then they share what is opened."""
REPLAYS = [*AT_FIRST, *(row.key for row in LESSONS if row.key not in (*AT_FIRST, "compare"))]
PAGES = [*REPLAYS, "compare", ""]
COVERED = """() => {
    const way = document.querySelector(".st-key-way-in").getBoundingClientRect();
    return [...document.querySelectorAll(".st-key-bar :is(button, a)")].filter((other) => {
        const box = other.getBoundingClientRect();
        return box.width && box.left < way.right && box.right > way.left
            && box.top < way.bottom && box.bottom > way.top;
    }).map((other) => other.textContent);
}"""

BROKEN_WORDS = """(names) => names.flatMap((name) => {
    const [words, range] = [name.firstChild, document.createRange()];
    return [...words.data.matchAll(/[A-Za-z]+/g)].filter((found) => {
        range.setStart(words, found.index);
        range.setEnd(words, found.index + found[0].length);
        return range.getClientRects().length > 1;
    }).map(([word]) => word);
})"""

LONG = "abcdefghijklmnopqrstuvwxyzabcdefgh"
BESIDE_LONG = pack_text(f"{LONG} then {LONG} then {LONG} when {LONG} when when {LONG} then")
CUT_SHORT = """(tokens) => tokens
    .filter((token) => token.textContent.length <= 5 && token.scrollWidth > token.clientWidth)
    .map((token) => token.textContent)"""


@pytest.fixture
def phone(new_page: Callable[..., Page]) -> Page:
    return new_page(width=390, height=844)


@opened_at(390, 844, REPLAYS, first=[key for key in MADE_DIFFERENTLY if key in REPLAYS])
def test_the_first_tokens_stand_in_sight_below_the_caption_and_the_controls(opened: Page) -> None:
    key = urlsplit(opened.url).path.strip("/")
    first = FIRST.get(key, ".text .token, .lane .token:visible")
    names = (".controls", ".caption", first)
    controls, caption, tokens = (opened.locator(name).first.bounding_box() for name in names)
    assert controls
    assert caption
    assert tokens
    assert controls["y"] <= caption["y"] <= tokens["y"] < REACHED.get(key, REACHES)
    assert controls["height"] < 90  # two rows: the buttons, the slider


@opened_at(390, 844, REPLAYS, first=[key for key in MADE_DIFFERENTLY if key in REPLAYS])
def test_the_slider_stands_below_the_buttons_and_is_long_enough_to_be_drawn(opened: Page) -> None:
    slider, buttons = (
        opened.locator(name).first.bounding_box() for name in (".controls [type=range]", ".buttons")
    )
    assert slider
    assert buttons
    assert slider["width"] >= 90
    assert slider["y"] >= buttons["y"] + buttons["height"]


@opened_at(390, 844, PAGES, first=MADE_DIFFERENTLY)
def test_nothing_is_cut_off_or_wider_than_the_window_and_names_break_between_words(
    opened: Page,
) -> None:
    check_width(opened)
    assert opened.locator(".strips-name").evaluate_all(BROKEN_WORDS) == []


@opened_at(390, 844, PAGES, first=("byte_bpe", "unigram", "compare", ""))
def test_axe_finds_nothing_serious(
    opened: Page,
    axe: str,
) -> None:
    assert findings(opened, axe) == ""


@opened_at(390, 844, AT_FIRST[:2], first=("unigram",))
def test_tabs_beyond_the_edge_fade(opened: Page) -> None:
    tabs = opened.get_by_role("tablist").first
    expect(tabs).to_have_css("mask-image", re.compile("gradient"))
    tabs.evaluate("(tabs) => { tabs.scrollLeft = tabs.scrollWidth; }")
    expect(tabs).to_have_css("mask-image", "none")
    tabs.evaluate("(tabs) => { tabs.scrollLeft = 0; }")


@opened_at(390, 844, AT_FIRST, first=("byte_bpe", "unigram", "sentencepiece_bpe"))
def test_the_button_of_the_menu_is_whole_and_the_way_into_a_path_lies_over_nothing(
    opened: Page,
) -> None:
    box = opened.get_by_test_id("stExpandSidebarButton").bounding_box()
    assert box
    assert box["y"] >= 0
    for width in (320, 360, 390, 480, 560, 640):
        opened.set_viewport_size({"width": width, "height": 700})
        expect(opened.locator(".st-key-way-in")).to_be_visible()
        opened.wait_for_function(f"({COVERED})().length === 0")
    opened.set_viewport_size({"width": 390, "height": 844})


@opened_at(390, 844, AT_FIRST, first=("byte_bpe", "unigram", "wordpiece"))
def test_every_caption_is_wholly_in_sight_and_all_are_as_high(opened: Page) -> None:
    """And a key scrolls it."""
    slider = opened.get_by_test_id("tokviz-slider").first
    caption = opened.get_by_test_id("tokviz-caption").first
    expect(slider).not_to_have_attribute("max", "0")
    height = caption.evaluate("(box) => box.offsetHeight")
    for step in range(int(slider.get_attribute("max") or 0) + 1):
        slider.fill(str(step))
        assert caption.evaluate("(box) => box.scrollHeight - box.clientHeight") <= 0, step
        assert caption.evaluate("(box) => box.offsetHeight") == height, step
    caption.focus()
    expect(caption).to_be_focused()


@opened_at(390, 844, AT_FIRST[:1])
def test_the_button_of_the_menu_leaves_with_the_top_of_the_page(opened: Page) -> None:
    """It would lie over the first control of a replay that was scrolled to the top."""
    controls = opened.get_by_test_id("tokviz-player").first
    controls.get_by_test_id("tokviz-slider").fill("9")
    controls.evaluate("(root) => root.scrollIntoView({block: 'start'})")
    expect(opened.get_by_test_id("stExpandSidebarButton")).not_to_be_in_viewport()
    opened.get_by_test_id("tokviz-first").first.click()
    expect(controls).to_have_attribute("data-step", "0")
    opened.get_by_test_id("stExpandSidebarButton").focus()
    expect(opened.get_by_test_id("stExpandSidebarButton")).to_be_in_viewport()


@pytest.mark.stage_alone
def test_a_short_text_takes_no_more_room_than_it_needs_and_keeps_it(
    app_url: str, phone: Page
) -> None:
    phone.goto(f"{app_url}/byte_bpe?sample=tiny&merges=4")
    settle(phone)
    player = phone.get_by_test_id("tokviz-player").first
    text, pairs = player.locator(".text"), player.get_by_test_id("tokviz-pairs")
    expect(pairs).to_be_in_viewport()
    assert text.evaluate("(text) => text.offsetHeight") < 200
    places = []
    for _ in range(4):
        places.append([part.bounding_box() for part in (text, pairs)])
        assert text.evaluate("(text) => text.scrollHeight <= text.clientHeight")
        if player.get_by_test_id("tokviz-next").is_enabled():
            player.get_by_test_id("tokviz-next").click()
    assert [place[0] for place in places] == [places[0][0]] * 4
    assert len({place[1]["y"] for place in places if place[1]}) == 1


@opened_at(390, 844, AT_FIRST, first=("char_bpe", "unigram"))
def test_the_charts_have_the_width_of_the_page(opened: Page) -> None:
    """Without one, each word below a title had a line of its own, and no room was left for axes."""
    opened.get_by_test_id("tokviz-slider").first.fill("2")
    opened.mouse.move(195, 400)
    for _ in range(6):
        opened.mouse.wheel(0, 500)
        opened.wait_for_timeout(100)
    settle(opened)
    expect(opened.locator(".js-plotly-plot").first).to_be_attached()
    for graph in opened.locator(".js-plotly-plot").all():
        box = graph.bounding_box()
        assert box
        assert box["width"] > 340
        drawn = graph.locator(".main-svg").first
        expect(drawn).to_have_attribute("width", str(round(box["width"])))
        lines = graph.evaluate("({layout}) => (layout.title.subtitle?.text ?? '').split('<br>')")
        assert len(lines) < 5, lines


@pytest.mark.stage_alone
def test_characters_names_break_between_words_and_the_byte_of_a_step_is_in_sight(
    app_url: str, phone: Page
) -> None:
    """In a character higher than its pane, too. Keys are named: with a finger, test_swipe.py."""
    family = "👩‍👩‍👧‍👦"
    # Parentheses, marks, apostrophe, ampersand.
    text = pack_text(f"{family} (b), c! \"d\" 'e' & ½ € {family} a")
    phone.goto(f"{app_url}/text_to_bytes?text={text}")
    settle(phone)
    hint = phone.get_by_test_id("tokviz-caption").first
    expect(hint).to_contain_text("Pick a byte to see its bits.")
    expect(hint.get_by_text("arrow keys")).to_be_visible()
    names = phone.locator(".name")
    expect(names.filter(has_text="LEFT PARENTHESIS")).to_have_count(1)
    assert names.evaluate_all(BROKEN_WORDS) == []
    pane, byte = phone.locator(".rows-pane").first, phone.locator(".picked")
    for key in ("PageDown", "PageDown", "End", "PageUp", "PageUp"):
        phone.keyboard.press(key)
        around, box = pane.bounding_box(), byte.bounding_box()
        assert around
        assert box
        assert around["y"] <= box["y"]
        assert box["y"] + box["height"] <= around["y"] + around["height"]


@pytest.mark.stage_alone
def test_a_short_token_is_read_whole_beside_a_long_one(app_url: str, phone: Page) -> None:
    """Among the options of a question, and in the contest."""
    phone.goto(f"{app_url}/byte_bpe?text={BESIDE_LONG}&merges=60&min_count=1&step=33&ask=predict")
    settle(phone)
    for asks, place in (("predict", ".option"), ("", ".pairs")):
        phone.get_by_test_id("tokviz-ask").first.select_option("ask" if asks else "")
        phone.get_by_test_id("tokviz-slider").first.fill("33")
        pairs = phone.locator(f"{place} .pair .token")
        expect(pairs.filter(has_text=re.compile("…"))).not_to_have_count(0)
        for _ in range(5):
            assert pairs.evaluate_all(CUT_SHORT) == []
            for _ in range(2 if asks else 1):  # the answer comes between two questions
                phone.keyboard.press("PageDown")


MEASURE = """(caption) => {
    const [words, style] = [[...caption.querySelectorAll("p")], getComputedStyle(caption)];
    const ends = words.map((line) => line.getBoundingClientRect().bottom);
    const inside = caption.getBoundingClientRect().bottom - parseFloat(style.paddingBottom);
    const below = caption.parentElement.querySelector(".columns, .lanes, .rows-pane");
    return [inside - Math.max(...ends), below.getBoundingClientRect().top];
}"""


@opened_at(390, 844, REPLAYS, first=("byte_bpe", "whitespace", "wordpiece", "text_to_bytes"))
def test_a_caption_has_the_room_of_the_longest_one_and_nothing_moves_from_step_to_step(
    opened: Page,
) -> None:
    slider = opened.get_by_test_id("tokviz-slider").first
    caption = opened.get_by_test_id("tokviz-caption").first
    expect(slider).not_to_have_attribute("max", "0")
    measured, smaller = [], []
    for step in range(int(slider.get_attribute("max") or 0) + 1):
        slider.fill(str(step))
        measured.append(caption.evaluate(MEASURE))
        smaller.append(caption.evaluate("(words) => words.style.getPropertyValue('--fit')"))
    # What is too long for a caption is written smaller, by a twentieth a time.
    assert min(empty for empty, _ in measured) < (3 if not any(smaller) else 7)
    assert len({top for _, top in measured}) == 1


@pytest.mark.stage_alone
@pytest.mark.parametrize("asks", ["ask", "beats"])
def test_nor_does_anything_move_where_a_step_is_asked_about(
    app_url: str, phone: Page, asks: str
) -> None:
    phone.goto(f"{app_url}/byte_bpe?step=2")
    settle(phone)
    player = phone.get_by_test_id("tokviz-player").first
    player.get_by_test_id("tokviz-ask").select_option(asks)
    tops, empty = set(), []
    for _ in range(8):
        phone.keyboard.press("PageDown")
        left, top = player.get_by_test_id("tokviz-caption").evaluate(MEASURE)
        tops.add(top)
        if asks == "beats" or player.get_attribute("data-question"):
            empty.append(left)
    assert len(tops) == 1
    assert min(empty) < 25  # a longer score may have another line
