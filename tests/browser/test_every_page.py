"""Each page in a wide window: its frame, axe-core, the keyboard, and what is heard.

All that looks at one size stands in one module, so that a page is opened once for all of it. What
leaves a page changed comes last. On a phone: test_phone.py.
"""

import re
from collections.abc import Collection, Iterator
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.axe import THEMES, colours, findings
from tests.browser.driving import opened_at, settle, until_still
from tests.browser.test_page_frame import ABOVE, MEASURE, measure_when_drawn
from tests.browser.test_readers import CONTROLS
from tests.matrix import MADE_DIFFERENTLY
from tokviz.lessons import LESSONS
from tokviz.ui.components.decoding import DECODE
from tokviz.ui.components.forced import WHAT_IF
from tokviz.ui.components.sections import CHARTS
from tokviz.ui.shell.course import TEACH
from tokviz.ui.shell.values import pack_text

WITH_STAGE = [row.key for row in LESSONS if row.key != "compare"]
IN_LESSONS = [*WITH_STAGE, "compare"]
PAGES = [*IN_LESSONS, ""]
WITH_FEW = [key for key in MADE_DIFFERENTLY if key in WITH_STAGE]
IN_FEW = [key for key in MADE_DIFFERENTLY if key in IN_LESSONS]
LEARN = [row.key for row in LESSONS if row.training or row.key == "unigram"]
IN_BOTH_THEMES = ("byte_bpe", "unigram")
BY_THE_SAME_CODE = (CHARTS, DECODE, WHAT_IF, "Beside GPT-2", "Inside", "Save", TEACH)
"""Sections that all lessons that learn draw alike."""
SHORT = pack_text("low low low lower newest newest widest. 안녕")
"""What is drawn of a text that axe-core reads whole for each popover and section."""
SIZES = [(1000, 720), (1100, 720), (1280, 720), (1366, 768), (1920, 1080)]
TOKENS = 288  # pixels: the least height of the tokens
MOST_TABS = 260
COMPOSITES = "[role=tablist], [role=radiogroup], .stButtonGroup, .stSelectbox, .rows-pane"
"""One Tab goes to all of it; inside it, the arrow keys go on."""

NOT_WIDER = f"() => ({MEASURE})().overflow <= 0"
ON_ONE_LINE = """(replay) => {
    const [slider, larger] = ["[data-testid=tokviz-slider]", ".larger"].map((place) =>
        (replay.shadowRoot ?? replay).querySelector(place).getBoundingClientRect());
    return Math.abs(slider.top - larger.top) < 10;
}"""
REMEMBER = f"() => {{ globalThis.controls = ({CONTROLS})(); return controls.length; }}"

# Where the focus is; and of the element before, whether nothing showed that it had it.
HERE = """() => {
    let here = document.activeElement;
    while (here?.shadowRoot?.activeElement) here = here.shadowRoot.activeElement;
    const ring = (part) => {
        const {outlineStyle, outlineWidth, boxShadow} = getComputedStyle(part);
        return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
    };
    const look = (part) => {
        const {outline, boxShadow, borderColor, backgroundColor} = getComputedStyle(part);
        return [outline, boxShadow, borderColor, backgroundColor].join();
    };
    const before = globalThis.focused;
    const unseen = before && before.around.every((part, i) => look(part) === before.looks[i]);
    const around = [here];
    for (let part = here; around.length < 7 && part; ) {
        part = part.parentElement ?? part.getRootNode().host;
        if (part) around.push(part);
    }
    around.push(...(here.parentElement?.children ?? []));
    here.reached = true;
    const drawn = here.matches("canvas, canvas *, body"); // a table draws its ring itself
    globalThis.focused = ring(here) || drawn
        ? null : {around, looks: around.map(look), name: here.outerHTML.slice(0, 160)};
    return [here.tagName, unseen ? before.name : null];
}"""
MISSED = f"""() => {{
    const around = (part) => part.closest("{COMPOSITES}");
    const reached = new Set(controls.filter((part) => part.reached).map(around));
    return controls.filter((part) => part.isConnected && !part.reached &&
        !(around(part) && (reached.has(around(part)) || part.closest(".rows-pane"))))
        .map((part) => part.outerHTML.slice(0, 160));
}}"""
STAGE_IN_WINDOW = """() => {
    const {top, bottom} = document.querySelector(".st-key-stage").getBoundingClientRect();
    return top < 130 && bottom <= innerHeight;
}"""
LIVE = "[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]"


@opened_at(1280, 720, WITH_STAGE, first=WITH_FEW)
def test_the_stage_is_what_a_projector_shows(opened: Page) -> None:
    seen = measure_when_drawn(opened)
    assert seen["tokens"][0][0] <= ABOVE
    assert sum(height for _, height in seen["tokens"]) >= TOKENS
    assert len(seen["controls"]) == 1
    row = opened.locator(".st-key-bar")
    for name in ("Text and settings", "About", "Share", "Present"):
        expect(row.get_by_role("button", name=name)).to_be_in_viewport()
    place = next(i for i, lesson in enumerate(LESSONS) if f"/{lesson.key}" in opened.url)
    for beside in (*LESSONS[max(place - 1, 0) : place], *LESSONS[place + 1 : place + 2]):
        expect(row.get_by_role("link", name=beside.title)).to_be_in_viewport()
    box = row.bounding_box()
    assert box
    assert box["height"] <= 44


@opened_at(1280, 720, WITH_STAGE, first=WITH_FEW)
def test_all_of_the_stage_is_in_sight_on_an_older_projector_too(opened: Page) -> None:
    opened.set_viewport_size({"width": 1024, "height": 768})
    opened.wait_for_function(STAGE_IN_WINDOW)
    opened.set_viewport_size({"width": 1280, "height": 720})


@opened_at(1280, 720, WITH_STAGE, first=WITH_FEW)
def test_nothing_is_wider_than_a_window_of_any_size(opened: Page) -> None:
    """On a phone: test_phone.py; at 200 %: test_readers.py."""
    for width, height in SIZES:
        opened.set_viewport_size({"width": width, "height": height})
        opened.wait_for_function(NOT_WIDER)  # charts follow the window a moment later
    opened.set_viewport_size({"width": 1280, "height": 720})


@opened_at(1280, 720, WITH_STAGE, first=WITH_FEW)
def test_no_button_stands_on_a_line_alone(opened: Page) -> None:
    replay = opened.locator(".st-key-stage").locator("[data-step]").first
    for width, height in SIZES:
        opened.set_viewport_size({"width": width, "height": height})
        opened.wait_for_function(ON_ONE_LINE, arg=replay.element_handle())
    opened.set_viewport_size({"width": 1280, "height": 720})


@opened_at(1280, 720, PAGES, first=MADE_DIFFERENTLY)
def test_axe_finds_nothing_serious(opened: Page, axe: str, whole: bool) -> None:
    """Two replays have the colours of one: without ``--whole``, they are looked at in light."""
    twice = "/char_bpe" in opened.url
    for theme, rules in THEMES[:1] if twice and not whole else THEMES:
        colours(opened, theme)
        assert findings(opened, axe, rules=rules) == ""


@opened_at(1280, 720, PAGES, first=[key for key in MADE_DIFFERENTLY if key != "char_bpe"])
def test_tab_reaches_every_control_and_shows_where_it_is(opened: Page) -> None:
    """Two replays, as char_bpe's, have twice the controls of one."""
    page = opened
    settle(page)
    assert page.evaluate(REMEMBER) > 20
    unseen = []
    for tab in range(MOST_TABS):
        page.keyboard.press("Tab")
        where, before = page.evaluate(HERE)
        unseen += [before] if before else []
        if where == "BODY" and tab > 20:
            break
    assert unseen == []
    assert page.evaluate(MISSED) == []


@opened_at(1280, 720, IN_LESSONS, first=IN_FEW)
def test_axe_finds_nothing_serious_in_what_opens(opened: Page, axe: str, whole: bool) -> None:
    """All in one theme, then its colours in the other: to change the theme draws the page anew.

    To open a part costs more than to read it. So without ``--whole`` the popovers and sections that
    lessons draw by the same code are opened in one of them, byte_bpe, and the other theme is looked
    at where most kinds of tokens and pieces stand.
    """
    lesson = urlsplit(opened.url).path.strip("/")
    if any(f"/{key}" in opened.url for key in LEARN):
        opened.goto(opened.url.split("?")[0] + f"?text={SHORT}")
        settle(opened)
        expect(opened.get_by_test_id("stToast")).to_have_count(0)
    every = whole or lesson == "byte_bpe"
    seen = () if every else BY_THE_SAME_CODE if lesson in LEARN else ()
    for theme, rules in THEMES if whole or lesson in IN_BOTH_THEMES else THEMES[:1]:
        colours(opened, theme)
        for place in places_opened(opened, every=every, seen=seen):
            assert findings(opened, axe, place, rules) == ""


def places_opened(page: Page, *, every: bool, seen: Collection[str]) -> Iterator[str]:
    """Opens popovers and tabs in turn, and says where to look at each.

    Arguments:
        every: open “About” and “Share” too.
        seen: tabs that are left out.
    """
    buttons = page.locator(".st-key-bar .stPopover button:visible").all()
    tabs = page.get_by_role("tab").all()
    assert min(len(buttons), len(tabs)) > 2
    assert {*seen} <= {tab.inner_text() for tab in tabs}, "sections by these names"
    for button in buttons if every else buttons[:1]:
        button.click()
        page.get_by_test_id("stPopoverBody").first.wait_for()
        until_still(page)
        yield "[data-testid=stPopoverBody]"
        page.keyboard.press("Escape")
        page.get_by_test_id("stPopoverBody").first.wait_for(state="hidden")
    for tab in tabs:
        if tab.inner_text() in seen:
            continue
        tab.click()
        settle(page)
        until_still(page)
        yield ".stTabs"


@opened_at(1280, 720, WITH_STAGE, first=WITH_FEW)
def test_a_step_is_heard_as_one_sentence(opened: Page) -> None:
    replay = opened.locator("[data-testid=tokviz-player], [data-testid=tokviz-rows]").first
    expect(replay.locator(LIVE)).to_have_count(1)
    said = replay.get_by_test_id("tokviz-said")
    replay.get_by_test_id("tokviz-next").click()
    expect(replay).to_have_attribute("data-step", "1")
    sentence = "EC = 236" if "text_to_bytes" in opened.url else "Step 1."
    expect(said).to_contain_text(re.compile(f"^{re.escape(sentence)}"))
    assert len(said.inner_text()) < 300
