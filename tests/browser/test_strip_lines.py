"""The strips' lines in a real Chromium: rows begin at one place, their names before each line."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import settle
from tests.browser.test_strips import ours_and_gpt2, show
from tokviz.samples import sample
from tokviz.ui.shell.values import pack_text

pytestmark = pytest.mark.stage_alone


def test_rows_of_a_group_begin_at_the_same_place(page: Page) -> None:
    text = sample("prose").text
    show(page, ours_and_gpt2(text), text)
    shifts = page.evaluate(
        """() => [...document.querySelectorAll(".group")].map((group) => {
             const lefts = [...group.querySelectorAll(".lane")].map(
               (lane) => Math.round(lane.firstElementChild.getBoundingClientRect().left));
             return Math.max(...lefts) - Math.min(...lefts);
           })"""
    )
    assert set(shifts) == {0}


def test_the_first_group_of_each_line_names_the_rows(page: Page) -> None:
    text = sample("prose").text
    show(page, ours_and_gpt2(text), text)
    tops, named = page.evaluate(
        """() => [new Set([...document.querySelectorAll(".group")].map((g) => g.offsetTop)).size,
                  document.querySelectorAll(".group.line-start").length]"""
    )
    assert tops == named > 3


# The groups that begin a drawn line, by where they stand; and those that carry the names.
BEGIN_AND_NAMED = """(groups) => {
    const left = Math.min(...groups.map((group) => group.offsetLeft));
    const numbers = (has) => groups.flatMap((group, number) => (has(group) ? [number] : []));
    return [
        numbers((group) => group.offsetLeft === left),
        numbers((group) => group.classList.contains("line-start")),
    ];
}"""


def test_names_follow_where_a_pane_that_scrolls_wraps_anew(page: Page) -> None:
    """As when a font comes late: the groups are wider, the pane keeps its size."""
    text = sample("prose").text[:900]
    show(page, ours_and_gpt2(text), text)
    groups = page.locator(".group")
    begins, named = groups.evaluate_all(BEGIN_AND_NAMED)
    assert begins == named
    page.add_style_tag(content=".strips .token { letter-spacing: 3px; }")
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    now, named = groups.evaluate_all(BEGIN_AND_NAMED)
    assert now != begins
    assert now == named


def test_a_group_that_is_higher_than_its_neighbours_is_not_named_again(page: Page) -> None:
    show(page, ours_and_gpt2("low lower lowest"), "low lower lowest")
    names = page.locator(".group.line-start")
    expect(names).to_have_count(1)
    page.locator(".group").nth(1).evaluate("(group) => { group.style.paddingTop = '24px'; }")
    page.set_viewport_size({"width": 1270, "height": 900})
    page.wait_for_timeout(300)
    expect(names).to_have_count(1)


def test_a_row_stands_at_one_height_in_all_groups_of_a_line(page: Page, app_url: str) -> None:
    """Beside a family of four, signs within it are drawn in smaller boxes, filled and not."""
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{app_url}/?text={pack_text('we are 👩‍👩‍👧‍👦 and 👋🏽 here')}")
    settle(page)
    expect(page.get_by_test_id("tokviz-strip-token").first).to_be_visible()
    apart = page.get_by_test_id("tokviz-strips").evaluate(
        """(strips) => {
             const rows = new Map();
             for (const group of strips.querySelectorAll(".group"))
               [...group.querySelectorAll(".lane")].forEach((lane, row) => {
                 const key = `${Math.round(group.getBoundingClientRect().bottom)} ${row}`;
                 rows.set(key, [...(rows.get(key) ?? []), lane.getBoundingClientRect().top]);
               });
             return [...rows.values()].map((tops) => Math.max(...tops) - Math.min(...tops));
           }"""
    )
    assert len(apart) > 1
    assert max(apart) < 1
