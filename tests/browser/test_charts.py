"""The charts follow in the browser, and no step costs the server a run."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, WebSocket, expect

from tests.browser.driving import ANY_STEP, open_settings, opened_at, settle, until_asked
from tests.matrix import few
from tests.recorded import recorded
from tokviz import ByteBPE
from tokviz.samples import sample
from tokviz.ui.lessons.compare import FIRST

GRAPH = ".st-key-{} .js-plotly-plot"
AT_STEP_5 = "byte_bpe?sample=rhyme&merges=40&step=5"
QUIET = 1_500
"""Milliseconds after which the address is written, and a stop would have been told."""


def sent_frames(page: Page) -> list[object]:
    """What the page sends to the server; watch before it opens."""
    sent: list[object] = []

    def on_socket(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append(frame))  # noqa: PLW0108 - playwright marks it

    page.on("websocket", on_socket)
    return sent


def open_lesson(page: Page, url: str) -> Locator:
    page.goto(url)
    settle(page)
    shown = page.get_by_test_id("tokviz-player").first
    expect(shown).to_have_attribute("data-step", ANY_STEP)
    return shown


def words_of(page: Page, graph: Locator, until: str) -> str:
    """What a chart in sight says of the step, once ``until`` holds for its ``layout``."""
    graph.scroll_into_view_if_needed()
    page.wait_for_function(
        f"({{layout}}) => layout?.annotations?.length && {until}",
        arg=graph.element_handle(),
    )
    return str(graph.evaluate("(graph) => graph.layout.annotations[0].text"))


def shown_by(page: Page, key: str, *, begins: str = "") -> str:
    """What a chart says of the step, once it begins with these words."""
    until = f"layout.annotations[0].text.startsWith({json.dumps(begins)})"
    return words_of(page, page.locator(GRAPH.format(key)).first, until)


def marked_by(page: Page, key: str, step: int) -> str:
    """What a chart says, once its marker stands at a step."""
    until = f"layout.shapes?.[0]?.x0 === {step}"
    return words_of(page, page.locator(GRAPH.format(key)).first, until)


def step_in_address(page: Page, step: int, path: str = "") -> None:
    """The address comes to have the step, and has it once."""
    page.wait_for_url(
        lambda url: (
            urlsplit(url).path.endswith(path)
            and parse_qs(urlsplit(url).query).get("step") == [str(step)]
        )
    )


LESSONS = {
    "byte_bpe?sample=rhyme&merges=40": ("tokviz-player", "tokviz-next"),
    "char_bpe": ("tokviz-player", "tokviz-next"),
    "wordpiece": ("tokviz-player", "tokviz-next"),
    "unigram": ("tokviz-player", "tokviz-next"),
    "whitespace": ("tokviz-player", "tokviz-next"),
    "text_to_bytes": ("tokviz-rows", "tokviz-next"),
}

FEW = ["unigram", "text_to_bytes"]  # charts of pieces; rows alone; of merges: the test after it


@pytest.mark.parametrize("lesson", few(LESSONS, first=FEW))
def test_no_step_and_no_stop_sends_a_frame(lesson: str, app_url: str, page: Page) -> None:
    replay, following = LESSONS[lesson]
    sent = sent_frames(page)
    page.goto(f"{app_url}/{lesson}")
    settle(page)
    before = until_asked(page, sent)
    shown = page.get_by_test_id(replay).first
    for _ in range(3):
        shown.get_by_test_id(following).click()
    expect(shown).to_have_attribute("data-step", "3")
    page.wait_for_timeout(QUIET)
    step_in_address(page, 3)
    assert len(sent) == before


def test_the_marker_follows_steps_and_plays(app_url: str, page: Page) -> None:
    sent = sent_frames(page)
    shown = open_lesson(page, f"{app_url}/byte_bpe?sample=rhyme&merges=40&step=5")
    trace = recorded(ByteBPE.train(sample("rhyme").text, num_merges=40).trace)
    marked_by(page, "byte_bpe-tokens", 5)
    before = until_asked(page, sent)
    shown.get_by_test_id("tokviz-slider").fill("17")
    said = marked_by(page, "byte_bpe-tokens", 17)
    assert said == f"step 17: {trace.num_tokens(17):,} tokens"
    shown_by(page, "byte_bpe-lengths", begins="bars of step 1")
    shown.get_by_test_id("tokviz-speed").select_option("20")
    shown.get_by_test_id("tokviz-play").click()
    expect(shown).to_have_attribute("data-step", "40")
    marked_by(page, "byte_bpe-tokens", 40)
    marked_by(page, "byte_bpe-standings", 40)
    page.wait_for_timeout(QUIET)
    step_in_address(page, 40)
    assert len(sent) == before


def test_the_marker_stays_through_another_theme_and_width_and_the_clicker_moves_it(
    app_url: str, page: Page
) -> None:
    """While only a chart is in sight, too."""
    shown = open_lesson(page, f"{app_url}/byte_bpe?sample=rhyme&merges=40&step=9")
    marked_by(page, "byte_bpe-tokens", 9)
    graph = page.locator(GRAPH.format("byte_bpe-tokens")).first
    words, drawing = graph.locator(".xtick text").first, graph.locator(".main-svg").first
    colour = words.evaluate("(words) => getComputedStyle(words).fill")
    page.emulate_media(color_scheme="dark")
    expect(words).not_to_have_css("fill", colour)
    settle(page)
    marked_by(page, "byte_bpe-tokens", 9)
    width = drawing.get_attribute("width") or ""
    page.set_viewport_size({"width": 900, "height": 700})
    expect(drawing).not_to_have_attribute("width", width)
    marked_by(page, "byte_bpe-tokens", 9)
    assert shown_by(page, "byte_bpe-ranks") != ""
    page.locator(".js-plotly-plot").first.evaluate(
        """(chart) => {
            document.querySelector("[data-testid=stMain]").scrollTop +=
                chart.getBoundingClientRect().top + 40;
        }"""
    )
    expect(shown).not_to_be_in_viewport()
    page.keyboard.press("PageDown")
    expect(shown).to_have_attribute("data-step", "10")
    first = page.locator(".js-plotly-plot").first
    words_of(page, first, "layout.annotations[0].text.startsWith('merge 10')")


def test_two_replays_each_move_their_own_charts(app_url: str, page: Page) -> None:
    shown = open_lesson(page, f"{app_url}/char_bpe?merges=20")
    shown.get_by_test_id("tokviz-slider").fill("20")
    expect(shown).to_have_attribute("data-step", "15")
    ends = page.get_by_test_id("tokviz-player").evaluate_all(
        "(players) => players.map((player) => Number(player.dataset.step))"
    )
    graphs = page.locator(".js-plotly-plot")
    graphs.last.scroll_into_view_if_needed()
    for place in (2, 3):
        words_of(page, graphs.nth(place), f"layout.shapes?.[0]?.x0 === {ends[place - 2]}")


@pytest.mark.stage_alone
def test_settings_and_other_pages_keep_the_step(app_url: str, page: Page) -> None:
    shown = open_lesson(page, f"{app_url}/byte_bpe?sample=rhyme&merges=40&step=2")
    shown.get_by_test_id("tokviz-slider").fill("12")
    step_in_address(page, 12)
    open_settings(page)
    box = page.get_by_role("spinbutton", name="Merges to learn")
    box.fill("30")
    box.press("Enter")
    settle(page)
    page.wait_for_url("**merges=30**")
    page.keyboard.press("Escape")
    expect(shown).to_have_attribute("data-step", "12")
    step_in_address(page, 12)
    page.get_by_role("link", name="WordPiece").first.click()
    step_in_address(page, 0, "/wordpiece")
    settle(page)
    page.get_by_role("link", name="Byte BPE").first.click()
    step_in_address(page, 12, "/byte_bpe")
    settle(page)
    back = page.get_by_test_id("tokviz-player").first
    expect(back).to_have_attribute("data-step", "12")
    for move, step, path in (
        (page.go_back, 0, "/wordpiece"),
        (page.go_forward, 12, "/byte_bpe"),
    ):
        move()
        step_in_address(page, step, path)
        settle(page)
    expect(page.get_by_test_id("tokviz-player").first).to_have_attribute("data-step", "12")
    page.reload()
    settle(page)
    expect(page.get_by_test_id("tokviz-player").first).to_have_attribute("data-step", "12")


@opened_at(1280, 900, [AT_STEP_5])
@pytest.mark.parametrize("picture", ["PNG", "SVG"])
def test_a_chart_is_saved_as_a_picture(picture: str, opened: Page, tmp_path: Path) -> None:
    shown_by(opened, "byte_bpe-tokens")
    tools = opened.locator(".st-key-byte_bpe-tokens-tools")
    with opened.expect_download() as saving:
        tools.get_by_role("button", name=picture).click()
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    assert file.name == f"tokviz-byte-bpe-tokens.{picture.lower()}"
    begins = {"PNG": b"\x89PNG", "SVG": b"<svg"}[picture]
    assert file.read_bytes().startswith(begins)


AGAINST_SIZE = "compare?section=Against+vocabulary+size"


@pytest.mark.parametrize(("width", "lines"), few([(1280, 2), (700, 2), (390, 3)], first=[(390, 3)]))
def test_the_lines_below_a_title_have_the_width_of_the_chart(
    width: int, lines: int, app_url: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(width=width, height=720)
    page.goto(f"{app_url}/{AGAINST_SIZE}")
    settle(page)
    graph = page.locator(".js-plotly-plot").first
    graph.scroll_into_view_if_needed()
    words, plot = graph.locator(".gtitle-subtitle"), graph.locator(".main-svg").first
    expect(words.locator("tspan.line")).to_have_count(lines)
    box, whole = words.bounding_box(), plot.bounding_box()
    assert box is not None
    assert whole is not None
    assert box["x"] + box["width"] <= whole["x"] + whole["width"]


@opened_at(1280, 900, [AGAINST_SIZE])
def test_a_logarithmic_axis_says_its_numbers_whole(opened: Page) -> None:
    ticks = opened.locator(".js-plotly-plot .xtick text")
    expect(ticks.filter(has_text="1,000").first).to_be_visible()
    numbers = [int(text.replace(",", "")) for text in ticks.all_text_contents()]
    assert {100, 200, 500, 1_000} <= set(numbers)
    assert numbers == sorted(numbers)


@opened_at(1280, 900, [AGAINST_SIZE])
def test_a_name_in_a_legend_hides_its_line_and_covers_nothing(opened: Page) -> None:
    graph = opened.locator(".js-plotly-plot").first
    lines = graph.locator(".scatterlayer .trace")
    expect(lines).to_have_count(len(FIRST))
    graph.locator(".legendtoggle").nth(1).click()
    expect(lines).to_have_count(len(FIRST) - 1)
    opened.wait_for_timeout(500)  # a tip would be there by then, and later fade by itself
    assert opened.locator(".notifier-note").count() == 0


@opened_at(1280, 900, [AT_STEP_5])
def test_a_chart_is_heard_by_its_words_and_its_buttons_by_their_chart(opened: Page) -> None:
    """Else a screen reader reads out each number at its axes, and “PNG” for every chart alike."""
    marked_by(opened, "byte_bpe-tokens", 5)
    graph = opened.locator(GRAPH.format("byte_bpe-tokens")).first
    expect(graph).to_have_role("img")
    expect(graph).to_have_accessible_name(
        re.compile(r"^How long the text is, counted in tokens\. .*\. step 5: [0-9]+ tokens$")
    )
    title = "Save this chart: How long the text is, counted in tokens"
    tools = opened.get_by_role("group", name=title, exact=True)
    expect(tools.get_by_role("button")).to_have_text(["PNG", "SVG"])
    save = "PNG: How long the text is, counted in tokens"
    expect(opened.get_by_role("button", name=save, exact=True)).to_have_count(1)


CONTRASTS = """(graph) => [...graph.querySelectorAll("text")].map((text) => {
    const light = (rgb) => rgb.map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
    const numbers = (colour) => colour.match(/[0-9.]+/g).slice(0, 3).map(Number);
    const back = numbers(getComputedStyle(document.querySelector(".stApp")).backgroundColor);
    const { fill, fillOpacity } = getComputedStyle(text);
    const ink = numbers(fill).map((part, i) => fillOpacity * part + (1 - fillOpacity) * back[i]);
    const [low, high] = [light(ink), light(back)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
})"""
"""What axe-core does not ask of drawn words: WCAG's contrast, for which AA wants 4.5."""


def check_words(page: Page) -> None:
    marked_by(page, "byte_bpe-tokens", 5)
    contrasts = page.locator(GRAPH.format("byte_bpe-tokens")).first.evaluate(CONTRASTS)
    assert len(contrasts) > 10
    assert min(contrasts) >= 4.5


@opened_at(1280, 900, [AT_STEP_5])
def test_the_words_of_a_chart_can_be_read(opened: Page) -> None:
    """In the dark: test_chart_pictures.py."""
    check_words(opened)
