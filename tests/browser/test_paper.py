"""A printed lesson is a handout: dark on white, all of it, nothing to press, and its address."""

import json
import re
from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import open_settings, settle
from tests.browser.presenting import present
from tests.browser.replays import Show
from tests.matrix import few
from tests.recorded import recorded
from tokviz.algorithms.byte_bpe import ByteBPE

New = Callable[..., Page]
WIDTH, HEIGHT = 703, 1032  # pixels of A4 within its margins
STAGES = (
    "byte_bpe?step=9",
    "regex_bpe?step=9&code=1",
    "wordpiece?step=9",
    "unigram?step=3",
    "text_to_bytes?step=4",
    "compare",
    "char_bpe?step=7",
    "any_tokenizer",
)
PRINTED = (
    ("byte_bpe?step=9", True),
    ("regex_bpe?step=9&code=1", False),
    ("unigram?step=3", True),
    ("text_to_bytes?step=4", False),
    ("compare", True),
    ("", False),
)
"""A stage of each make; what is dark on a screen is so by the same variables in all of them."""
CONTENT = ".tree-token, .byte, .leads, [aria-checked=true]"
"""What a reader presses on a screen, and reads on paper."""
COLOURS = """() => {
    const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const luminance = (colour) => {
        for (const layer of ["white", colour]) {
            pen.fillStyle = layer;
            pen.fillRect(0, 0, 1, 1);
        }
        const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
        return (0.21 * red + 0.72 * green + 0.07 * blue) / 255;
    };
    const parts = [...document.querySelectorAll(".stApp :is(h1, p, input, label)")];
    const roots = [...document.querySelectorAll("*")].flatMap((part) => part.shadowRoot ?? []);
    parts.push(...roots.flatMap((root) => [...root.querySelectorAll(".token, .caption p")]));
    const seen = parts.filter((part) => part.checkVisibility());
    const styles = seen.map((part) => [part.outerHTML.slice(0, 200), getComputedStyle(part)]);
    const inks = styles.map(([part, style]) => [luminance(style.color), style.color, part]);
    const grounds = styles.map(([part, { backgroundColor }]) =>
        [luminance(backgroundColor), backgroundColor, part]);
    return {
        paper: luminance(getComputedStyle(document.querySelector(".stApp")).backgroundColor),
        ink: inks.toSorted(([one], [other]) => other - one)[0],
        ground: grounds.toSorted(([one], [other]) => one - other)[0],
    };
}"""
"""What one sees on white paper: the lightest letters and the darkest ground, and whose they are."""
CHANGED = """async () => {
    const changes = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
    while (changes().length) {
        await Promise.all(changes().map((change) => change.finished.catch(() => null)));
    }
}"""
"""Once no colour is on its way to another any more."""
CUT = """() => {
    const roots = [...document.querySelectorAll("*")].flatMap((part) => part.shadowRoot ?? []);
    const panes = ".text, .caption, .side, .chips, .graph, .rows-pane, .strips-pane, .code-pane";
    return roots.flatMap((root) => [...root.querySelectorAll(panes)])
        .filter((pane) => pane.checkVisibility({ visibilityProperty: true }))
        .filter((pane) => getComputedStyle(pane).overflow !== "visible"
            || pane.scrollHeight > pane.clientHeight + 8
            || pane.getBoundingClientRect().right > innerWidth + 1)
        .map((pane) => pane.className);
}"""
STEPS_OF_CHARTS = """() => [...document.querySelectorAll('.js-plotly-plot')]
    .map(({ layout }) => Number(layout.annotations[0].text.match(/[0-9]+/)[0]))"""
ADDRESS = "getComputedStyle(document.querySelector('.stMainBlockContainer'), '::before').content"
SIDE_BY_SIDE = """() => [...document.querySelectorAll('.stColumn')]
    .filter((column) => column.matches('.st-key-written *') || column.querySelector('.stHtml'))
    .filter((column) => column.offsetWidth < column.parentElement.offsetWidth - 1).length"""


def print_out(page: Page, address: str) -> None:
    """Open a page, and look at it as it lies on paper."""
    page.goto(address)
    settle(page)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    settle(page)  # what nobody scrolled to asks for itself when printing begins
    page.evaluate(CHANGED)


@pytest.mark.stage_alone
@pytest.mark.parametrize(
    ("address", "dark"), few(product((*STAGES, ""), (False, True)), first=PRINTED)
)
def test_a_lesson_is_printed_whole_in_dark_on_white(
    address: str, dark: bool, app_url: str, new_page: New
) -> None:
    page = new_page(width=WIDTH, height=HEIGHT, dark=dark)
    print_out(page, f"{app_url}/{address}")
    seen = page.evaluate(COLOURS)
    assert seen["paper"] > 0.99
    assert seen["ink"][0] < 0.45, seen["ink"]
    assert seen["ground"][0] > 0.55, seen["ground"]
    assert page.evaluate(CUT) == []
    for pressed in ("button", "select", "input[type=range]", "input[type=checkbox]"):
        expect(page.locator(f"{pressed}:not({CONTENT}):visible")).to_have_count(0)
    for place in (".stSidebar", ".stAppHeader", ".st-key-classroom", ".st-key-next"):
        expect(page.locator(f"{place}:visible")).to_have_count(0)
    expect(page.locator("h1")).to_be_visible()


@pytest.mark.stage_alone
def test_a_printed_replay_tells_its_step_its_pairs_and_its_place(
    app_url: str, new_page: New
) -> None:
    """Of an address that nobody would type, the page is printed."""
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/byte_bpe?step=9")
    settle(page)
    paper = page.pdf(format="A4")
    width, height = re.findall(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", paper)[0]
    assert float(width) < float(height), "the paper stands"
    page.emulate_media(media="print")
    player = page.get_by_test_id("tokviz-player").first
    expect(player.locator(".step-box")).to_be_visible()
    expect(player.locator(".where")).to_contain_text("of 40")
    expect(player.get_by_test_id("tokviz-caption")).to_contain_text("Step 9")
    for place in (".pairs li.chosen", ".text .token.new"):
        expect(player.locator(place).last).to_be_visible()
    expect(page.locator(".st-key-idea p").first).to_be_visible()
    assert page.evaluate(ADDRESS) == json.dumps(page.url)
    page.evaluate("history.replaceState(history.state, '', `?text=${'a'.repeat(300)}`)")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    rest = len(page.url) - len(f"{app_url}/byte_bpe")
    assert json.loads(page.evaluate(ADDRESS)) == (
        f"{app_url}/byte_bpe The rest of its address, {rest} characters, is left out. "
        "“Share” saves the lesson as a file."
    )


def test_an_address_without_the_text_and_what_was_not_drawn_say_so_on_paper(
    app_url: str, new_page: New
) -> None:
    """Who typed it would find a sample in the text's place."""
    page = new_page(width=WIDTH, height=HEIGHT)
    page.goto(f"{app_url}/byte_bpe")
    settle(page)
    text = "".join(f"{number * 7919:x} " for number in range(4_000))
    open_settings(page)
    page.locator("input[type=file]").set_input_files(
        {"name": "numbers.txt", "mimeType": "text/plain", "buffer": text.encode()}
    )
    expect(page.get_by_text("The file that you chose: numbers.txt.")).to_be_visible()
    settle(page)
    page.emulate_media(media="print")
    place = page.get_by_test_id("tokviz-sight").first
    expect(place).to_have_css("height", re.compile(r"^[0-9]{2}(\.[0-9]+)?px"))
    content = place.evaluate("(place) => getComputedStyle(place, '::after').content")
    assert "Not drawn yet" in content, "what nobody has looked at is no empty page"
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert "Its text is not in the address." in page.evaluate(ADDRESS)


@pytest.mark.parametrize("dark", few([False, True], first=[True]), ids=["light", "dark"])
def test_a_table_is_printed_with_more_rows_than_are_in_sight(
    dark: bool, app_url: str, new_page: New
) -> None:
    page = new_page(width=1280, height=720, dark=dark)
    page.goto(f"{app_url}/word_level")
    settle(page)
    table = page.locator(".on-paper").last
    expect(table).to_be_hidden()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    expect(page.locator(".stDataFrame").last).to_be_hidden()
    expect(table).to_contain_text("The first 40 of 96 rows are printed.")
    expect(table.locator("tbody tr")).to_have_count(40)
    expect(table.locator("tbody td").first).to_have_css("color", "rgb(26, 31, 43)")
    legend = page.locator(".js-plotly-plot .legend .bg").first
    expect(legend).to_have_css("fill", "none")


@pytest.mark.stage_alone
def test_what_only_a_screen_can_follow_is_not_printed(app_url: str, new_page: New) -> None:
    """Beside strips; beside rows and a table: two tests below."""
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/compare")
    settle(page)
    check_hints_are_not_printed(page)


def check_hints_are_not_printed(page: Page) -> None:
    hints = page.get_by_text(re.compile("Point at|Click a|Press |Pick a|Choose a row"))
    hints = hints.filter(visible=True)
    expect(hints.first).to_be_visible()
    page.emulate_media(media="print")
    expect(hints).to_have_count(0)


@pytest.mark.stage_alone
def test_a_presented_page_and_one_on_a_path_are_printed_as_any_other(
    app_url: str, new_page: New
) -> None:
    page = new_page(width=1280, height=720)
    present(page, f"{app_url}/byte_bpe?path=2")
    page.emulate_media(media="print")
    expect(page.locator(".st-key-stage")).to_have_css("position", "static")
    expect(page.locator(".st-key-bar h1")).to_be_visible()
    expect(page.locator(".st-key-guide")).to_be_hidden()
    assert page.evaluate(CUT) == []


def test_charts_that_nobody_scrolled_to_are_printed_at_the_step_of_the_page_and_shrink_to_paper(
    app_url: str, new_page: New
) -> None:
    page = new_page(width=1280, height=500)
    page.goto(f"{app_url}/byte_bpe?step=9")
    settle(page)
    charts = page.locator(".js-plotly-plot")
    expect(charts).to_have_count(4)
    expect(charts.filter(has=page.locator(".annotation-text"))).to_have_count(4)
    tools = page.get_by_role("group", name=re.compile("^Save this chart: "))
    expect(tools).to_have_count(4)  # their script hears that the page is printed
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(STEPS_OF_CHARTS) == [9] * 4
    chart = page.locator(".js-plotly-plot .main-svg").first
    expect(chart).to_be_visible()
    size = [int(chart.get_attribute(side) or 0) for side in ("width", "height")]
    page.pdf(format="A4")
    expect(chart).to_have_attribute("viewBox", f"0 0 {size[0]} {size[1]}")
    page.emulate_media(media="print")
    expect(chart).to_have_css("max-width", "100%")
    expect(page.get_by_text("Save this chart").first).to_be_hidden()
    page.emulate_media(media="null")
    page.get_by_role("tab", name="Vocabulary").click()
    settle(page)
    check_hints_are_not_printed(page)


def test_columns_of_lists_stand_below_each_other_on_paper(app_url: str, new_page: New) -> None:
    """Beside each other, what lies over a page's end moved down over what follows."""
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/text_to_bytes")
    settle(page)
    check_hints_are_not_printed(page)
    page.emulate_media(media="null")
    page.locator(".st-key-below").evaluate("(below) => below.scrollIntoView()")
    expect(page.locator(".stColumn .written pre").first).to_be_visible()
    assert page.evaluate(SIDE_BY_SIDE) > 0
    page.emulate_media(media="print")
    assert page.evaluate(SIDE_BY_SIDE) == 0
    expect(page.locator(".st-key-below")).to_have_css("display", "block")


def test_of_a_long_text_what_is_printed_says_which_tokens_it_is(show: Show) -> None:
    text = "".join(f"{number * 7919:x}\n" for number in range(4_000))
    trace = recorded(ByteBPE.train(text, num_merges=12).trace)
    page = show(trace, step=12)
    drawn = page.get_by_test_id("tokviz-token")
    note = page.locator(".printed")
    expect(note).to_be_hidden()
    page.emulate_media(media="print")
    for first in (1, trace.num_tokens(12) // 2):
        page.evaluate("(p) => player.goTo(p)", first)
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        expect(note).to_be_visible()
        said = [int(part.replace(",", "")) for part in re.findall("[0-9,]+", note.inner_text())]
        assert said[1] - said[0] + 1 == drawn.count()
        assert said[2] == trace.num_tokens(12)
        ids = trace.token_ids(12)[said[0] - 1 : said[1]]
        shown = "player.text.at.filter(Boolean).map(({ token }) => player.trace.ids[token])"
        assert page.evaluate(shown) == [*ids]


def test_a_text_that_is_drawn_whole_says_nothing_of_it(show: Show) -> None:
    page = show(recorded(ByteBPE.train("low lower lowest", num_merges=3).trace))
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    expect(page.locator(".printed")).to_be_hidden()
