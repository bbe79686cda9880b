"""The plan for a class in a browser: opened by a link, unfolded, followed and printed."""

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import settle
from tests.browser.test_paper import COLOURS, print_out
from tests.matrix import few
from tokviz.lessons import LESSONS
from tokviz.paths.plans import plan_of
from tokviz.paths.plans.plan import Plan
from tokviz.ui.components.sheet import SHORT
from tokviz.ui.shell.values import pack_text

New = Callable[..., Page]
WIDE, PHONE = (1280, 720), (390, 844)
PLAN = "?section=Teach+it"
ANSWER = "The parts stay on the list."
"""How the last answer of byte BPE's plan ends."""


def taught(lesson: str) -> Plan:
    plan = plan_of(lesson)
    assert plan is not None
    return plan


ALL = [row.key for row in LESSONS]


def open_plan(page: Page, address: str) -> None:
    page.goto(address)
    settle(page)
    expect(page.get_by_role("tab", name="Teach it")).to_have_attribute("aria-selected", "true")


def sides(paper: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", paper))


@pytest.mark.parametrize(
    ("lesson", "size"),
    few(
        product(("byte_bpe", "text_to_bytes", "compare"), (WIDE, PHONE)),
        first=[("compare", PHONE)],
    ),
)
def test_a_plan_moves_no_stage_and_its_answers_are_folded(
    lesson: str, size: tuple[int, int], app_url: str, new_page: New
) -> None:
    """The longest plan, on a phone. It is printed on one side."""
    page = new_page(width=size[0], height=size[1])
    page.goto(f"{app_url}/{lesson}")
    settle(page)
    stage = page.locator(".st-key-stage").bounding_box()
    open_plan(page, f"{app_url}/{lesson}{PLAN}")
    assert page.locator(".st-key-stage").bounding_box() == stage
    tab = page.get_by_role("tab", name="Teach it").bounding_box()
    assert tab
    assert tab["x"] + tab["width"] <= size[0], "among tabs that a phone has no room for"
    expect_folded_answers(page, lesson)
    assert sides(page.pdf(format="A4")) == 1


def expect_folded_answers(page: Page, lesson: str) -> None:
    plan = page.locator(".st-key-teach")
    tempting = plan.get_by_text("Often said:").filter(visible=True)
    expect(plan.get_by_role("heading", name="Ask the class")).to_be_visible()
    expect(plan.get_by_role("button", name="Ask the class")).to_have_count(0)  # it leads none
    expect(tempting).to_have_count(0)
    plan.get_by_text("Answer 2").click()
    expect(tempting).to_have_count(len(taught(lesson).questions[1].wrong))
    assert plan.evaluate("(plan) => plan.scrollWidth <= plan.clientWidth")


@pytest.mark.whole
@pytest.mark.parametrize("lesson", ALL)
def test_a_plan_is_printed_on_one_side(lesson: str, app_url: str, new_page: New) -> None:
    """As the longest is, on a phone, in the test above."""
    page = new_page(width=1280, height=720)
    open_plan(page, f"{app_url}/{lesson}{PLAN}")
    expect(page.locator(".st-key-teach")).to_be_visible()
    assert sides(page.pdf(format="A4")) == 1


EMOJI = "👩‍👩‍👧‍👦👩‍👩‍👧‍👦 😀😀"
SHEETS = [
    ("regex_bpe", SHORT),
    ("char_bpe", "שלום עולם " * 8),
    (
        "wordpiece",
        "the cat sat on the mat and the rat sat on the hat of the cat that ran to the barn",
    ),
    (
        "sentencepiece_bpe",
        "she sells sea shells by the sea shore, so the shells she sells are sea shells",
    ),
]


def expect_a_sheet_of_two_sides(page: Page, folder: Path) -> None:
    """Saved, opened and printed; a phone shows it, too."""
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save the work sheet").click()
    sheet = folder / saving.value.suggested_filename
    saving.value.save_as(sheet)
    page.goto(sheet.as_uri())
    expect(page.locator(".answers li")).not_to_have_count(0)
    assert sides(page.pdf(prefer_css_page_size=True)) == 2
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    ("lesson", "text"), few(SHEETS, first=SHEETS[:1]), ids=[lesson for lesson, _ in SHEETS]
)
def test_a_work_sheet_has_two_sides(
    lesson: str, text: str, app_url: str, new_page: New, tmp_path: Path
) -> None:
    page = new_page(width=1280, height=720)
    open_plan(page, f"{app_url}/{lesson}{PLAN}&text={pack_text(text)}")
    expect_a_sheet_of_two_sides(page, tmp_path)


def test_a_plan_is_unfolded_its_link_opens_beside_it_and_its_sheet_is_saved(
    app_url: str, new_page: New, tmp_path: Path
) -> None:
    """The work sheet of a text of emoji, which take the most room."""
    page = new_page(width=1280, height=720)
    open_plan(page, f"{app_url}/byte_bpe{PLAN}&text={pack_text(EMOJI)}")
    expect_folded_answers(page, "byte_bpe")
    for name, step, words in (("Show stop 2", "0", "2 of 8"), ("Open the lesson", "0", "")):
        with page.expect_popup() as opening:
            page.get_by_role("link", name=name).click()
        beside = opening.value
        settle(beside)
        at = beside.get_by_test_id("tokviz-player").first.locator(".step-box")
        expect(at).to_have_value(step)
        if words:
            expect(beside.locator(".st-key-guide")).to_contain_text(words)
        beside.close()
    expect(page.locator(".st-key-teach")).to_be_visible()
    expect_a_sheet_of_two_sides(page, tmp_path)


def test_on_paper_the_answers_stand_at_the_end(app_url: str, new_page: New) -> None:
    page = new_page(width=703, height=1032, dark=True)
    print_out(page, f"{app_url}/byte_bpe{PLAN}")
    seen = page.locator(".st-key-teach").inner_text()
    assert seen.count(ANSWER) == 1
    assert seen.index("At home") < seen.index("Answers") < seen.index(ANSWER)
    for hidden in (".st-key-stage", ".js-plotly-plot", ".st-key-teach a", ".stExpander"):
        expect(page.locator(f"{hidden}:visible")).to_have_count(0)
    colours = page.evaluate(COLOURS)
    assert colours["ink"][0] < 0.45, colours["ink"]
    assert colours["ground"][0] > 0.55, colours["ground"]
