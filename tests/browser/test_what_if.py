"""What if: a pair taken in the contest, two futures on one clock, a film to where they part."""

import json
import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import DRAWN, settle
from tests.pages.test_what_if import row
from tokviz import ByteBPE
from tokviz.algorithms.merging.forced import Forced
from tokviz.samples import sample
from tokviz.traces.merges import MergeTrace
from tokviz.traces.parting import first_parting
from tokviz.ui.components.forced import other_pairs

NewPage = Callable[..., Page]
RHYME = sample("rhyme").text


def replays(page: Page) -> tuple[Locator, Locator]:
    """The two futures, above and below."""
    at = ":is([data-testid=tokviz-player], [data-testid=tokviz-rows])"
    return page.locator(f"[class*=st-key-upper] {at}"), page.locator(f"[class*=st-key-lower] {at}")


def both_at(page: Page, step: int) -> None:
    for replay in replays(page):
        expect(replay).to_have_attribute("data-step", str(step))


def take(page: Page, row: int) -> str:
    """Press the button of a row of the contest; the pair as the list spells it."""
    pair = page.locator(".st-key-stage .pairs li").nth(row)
    spelled = " + ".join(pair.locator(".token").all_inner_texts())
    pair.get_by_role("button", name="What if step").click()
    settle(page)
    return spelled


def trained(forced: Forced | None = None) -> MergeTrace:
    trace = ByteBPE.train(RHYME, num_merges=40, min_count=2, forced=forced).trace
    assert trace is not None
    return trace


def forced_in(page: Page) -> object:
    (said,) = parse_qs(urlsplit(page.url).query)["forced"]
    return json.loads(said)


def test_a_pair_of_the_contest_is_taken_by_a_click(new_page: NewPage, app_url: str) -> None:
    """Step 5 takes the third row; both replays open there.

    The answer and both texts are on one screen, and fit a phone. A later step takes another below.
    """
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/byte_bpe?step=5")
    settle(page)
    take(page, 2)
    expect(page.get_by_role("tab", name="What if")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_text("They differ from step 5 on.")).to_be_in_viewport(ratio=1)
    for replay in replays(page):
        expect(replay.locator(".text")).to_be_in_viewport(ratio=1)
    both_at(page, 5)
    first = row(trained(), 5, 1)
    assert forced_in(page) == [first]
    upper, lower = replays(page)
    expect(lower.get_by_test_id("tokviz-caption")).to_contain_text("it was forced here. By the")
    expect(lower.locator(".pairs .chosen .badge")).to_have_text("forced")
    upper.get_by_test_id("tokviz-next").click()
    lower.locator(".what-if button").first.click()
    settle(page)
    both_at(page, 6)
    assert [step for step, *_ in forced_in(page)] == [5, 6]  # type: ignore[attr-defined]
    expect(lower.locator(".pairs .chosen .badge")).to_have_text("forced")
    page.get_by_role("button", name="Take back: step 6").click()
    expect(page.get_by_role("button", name="Take back: step 6")).to_have_count(0)
    expect(page.get_by_text("They differ from step 5 on.")).to_be_visible()
    it_fits_a_phone(page)


def test_opened_by_its_tab_it_shows_both_texts(new_page: NewPage, app_url: str) -> None:
    """Below its boxes, on the window of a projector."""
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/byte_bpe?forced={json.dumps([row(trained(), 5, 1)])}")
    settle(page)
    page.get_by_role("tab", name="What if").click()
    both_at(page, 5)
    expect(page.get_by_role("tab", name="What if")).to_be_in_viewport(ratio=1)
    for replay, ratio in zip(replays(page), (1, 0.5), strict=True):
        expect(replay.locator(".text")).to_be_in_viewport(ratio=ratio)


def it_fits_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate(DRAWN)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for replay in replays(page):
        box = replay.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390


def test_the_answer_comes_into_sight_where_the_browser_anchors_no_scrolling(
    page: Page, app_url: str
) -> None:
    """As in Safari: the page is too short when the section is asked for, until it has come."""
    page.goto(f"{app_url}/byte_bpe?step=5")
    settle(page)
    page.add_style_tag(content="* { overflow-anchor: none !important; }")
    on_its_way = page.add_style_tag(content=".st-key-below > * { display: none; }")
    take(page, 2)
    on_its_way.evaluate("(style) => style.remove()")
    expect(page.get_by_text("They differ from step 5 on.")).to_be_in_viewport()
    page.mouse.wheel(0, -5_000)  # the reader goes back, and is not held
    expect(page.locator(".st-key-bar")).to_be_in_viewport()


def test_the_link_restores_both_futures_cold(page: Page, app_url: str) -> None:
    """The pair that parts them, and the later step at which both stood; the stage has its own."""
    own, pair = trained(), row(trained(), 12, 3)
    left, right = list(other_pairs(own, 11))[3]
    other = trained({11: (own.vocab[left], own.vocab[right])})
    assert first_parting(own, other) == 11
    said = json.dumps([pair], separators=(",", ":"))
    page.goto(f"{app_url}/byte_bpe?section=What+if&forced={said}&step=3&other_step=20")
    settle(page)
    page.locator(".st-key-upper").scroll_into_view_if_needed()
    both_at(page, 20)
    expect(page.locator(".st-key-stage [data-testid=tokviz-player]").first).to_have_attribute(
        "data-step", "3"
    )
    expect(page.get_by_text("They differ from step 12 on.")).to_be_visible()
    replays(page)[0].get_by_test_id("tokviz-next").click()
    page.wait_for_url("**other_step=21**")
    assert "step=3&" in page.url


def test_a_film_stops_where_they_part_and_runs_on_when_it_is_played_again(
    page: Page, app_url: str
) -> None:
    """Where the film ended, Play goes on to the end, as ever."""
    page.goto(f"{app_url}/byte_bpe?section=What+if&other_ties=lower+ids")
    settle(page)
    play = page.get_by_test_id("tokviz-play-to-parting")
    play.scroll_into_view_if_needed()
    step = int(play.inner_text().removeprefix("Play to step "))
    both_at(page, step)
    replays(page)[0].get_by_test_id("tokviz-first").click()
    both_at(page, 0)
    replays(page)[0].get_by_test_id("tokviz-speed").select_option("60")
    play.click()
    both_at(page, step)
    upper = replays(page)[0]
    expect(upper.get_by_test_id("tokviz-play")).to_have_attribute("aria-label", "Play")
    upper.get_by_test_id("tokviz-play").click()
    both_at(page, int(upper.get_by_test_id("tokviz-slider").get_attribute("max") or 0))
    page.get_by_test_id("tokviz-to-parting").click()
    both_at(page, step)


def test_merges_and_rounds_keep_one_clock_and_quick_changes_end_in_the_last(
    page: Page, app_url: str
) -> None:
    page.goto(f"{app_url}/byte_bpe?section=What+if&other_lesson=unigram")
    settle(page)
    upper, lower = replays(page)
    upper.scroll_into_view_if_needed()
    both_at(page, 1)
    upper.get_by_test_id("tokviz-next").click()
    both_at(page, 2)
    after = page.locator(".apart").bounding_box()
    rounds = lower.locator(".frame").bounding_box()
    assert after is not None
    assert rounds is not None
    assert lower.locator(".frame").evaluate("e => e.scrollHeight - e.clientHeight") <= 0
    assert rounds["y"] + rounds["height"] <= after["y"]

    size = page.locator(".st-key-byte_bpe-other_size")
    tokenizer = page.locator(".st-key-byte_bpe-other_lesson")
    tokenizer.get_by_role("combobox").click()
    page.get_by_role("option", name="Byte BPE, as above").click()
    expect(size.get_by_role("spinbutton")).to_have_value("40")
    for _ in range(4):  # each a run that the next one overtakes
        size.get_by_role("button", name="Increment").click()
    settle(page)
    expect(page.get_by_text("it learns 80 merges, not 40?")).to_be_visible()
    expect(upper.get_by_test_id("tokviz-slider")).to_have_attribute("max", "80")
    upper.get_by_test_id("tokviz-last").click()
    expect(replays(page)[1]).to_have_attribute("data-step", "80")


def test_the_keyboard_alone_takes_a_pair(page: Page, app_url: str) -> None:
    """The buttons are one stop of the Tab key; arrows up and down go from one to the next."""
    page.goto(f"{app_url}/byte_bpe?step=7")
    settle(page)
    buttons = page.locator(".st-key-stage .what-if button")
    assert buttons.count() > 3
    expect(page.locator(".st-key-stage .what-if button[tabindex='0']")).to_have_count(1)
    buttons.first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(buttons.nth(2)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(buttons.nth(1)).to_be_focused()
    page.keyboard.press("ArrowRight")  # steps, and the focus stays
    expect(page.locator(".st-key-stage [data-testid=tokviz-player]")).to_have_attribute(
        "data-step", "8"
    )
    expect(buttons.nth(1)).to_be_focused()
    expect(buttons.nth(1)).to_have_accessible_name(
        re.compile(r"What if step 8 had joined .+ \+ .+\?")
    )
    expect(buttons.nth(1)).to_have_accessible_description("Up and down: other pairs.")
    expect(buttons.nth(1)).to_have_attribute(
        "title", re.compile(r"^What if step 8 had joined .+ \+ .+\?$")
    )
    page.keyboard.press("Tab")
    expect(page.locator(".st-key-stage .what-if button:focus")).to_have_count(0)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    settle(page)
    expect(page.get_by_text("They differ from step 8 on.")).to_be_in_viewport()


def test_a_lesson_with_two_replays_keeps_its_own_clock(page: Page, app_url: str) -> None:
    """Character BPE: the pair is taken in the training with </w>, whatever was looked at."""
    page.goto(f"{app_url}/char_bpe?step=3&which=without")
    settle(page)
    page.locator(".st-key-leader .what-if button").first.click()
    settle(page)
    expect(page.get_by_text("They differ from step 3 on.").last).to_be_in_viewport()
    both_at(page, 3)
    replays(page)[0].get_by_test_id("tokviz-next").click()
    both_at(page, 4)
    leader = page.locator(".st-key-leader [data-testid=tokviz-player]")
    expect(leader).to_have_attribute("data-step", "3")
