"""What if: a pair taken in the contest, two futures on one clock, a film to where they part."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import settle
from tokviz import ByteBPE
from tokviz.samples import sample
from tokviz.traces.parting import first_parting
from tokviz.ui.components.forced import other_pairs

NewPage = Callable[..., Page]
RHYME = sample("rhyme").text


def replays(page: Page) -> tuple[Locator, Locator]:
    """The two futures, above and below."""
    at = ":is([data-testid=tokviz-player], [data-testid=tokviz-rows])"
    return page.locator(f".st-key-upper {at}"), page.locator(f"[class*=st-key-lower] {at}")


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


def test_a_pair_of_the_contest_is_taken_by_a_click(page: Page, app_url: str) -> None:
    """Step 5 takes the third row; both replays open there, and say what each joined."""
    page.goto(f"{app_url}/byte_bpe?step=5")
    settle(page)
    take(page, 2)
    expect(page.get_by_role("tab", name="What if")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_text("They part at step 5.")).to_be_in_viewport()
    both_at(page, 5)
    own = ByteBPE.train(RHYME, num_merges=40, min_count=2).trace
    assert own is not None
    left, right = other_pairs(own, 4)[1]
    assert f"instead={left}.{right}" in page.url
    below = replays(page)[1]
    expect(below.get_by_test_id("tokviz-caption")).to_contain_text("it was forced here. By the")
    expect(below.locator(".pairs .chosen .badge")).to_have_text("forced")


def test_the_link_restores_both_futures_cold(page: Page, cold_url: str) -> None:
    own = ByteBPE.train(RHYME, num_merges=40, min_count=2).trace
    assert own is not None
    left, right = other_pairs(own, 11)[3]
    forced = {11: (own.vocab[left], own.vocab[right])}
    other = ByteBPE.train(RHYME, num_merges=40, min_count=2, forced=forced).trace
    assert other is not None
    assert first_parting(own, other) == 11
    page.goto(f"{cold_url}/byte_bpe?section=What+if&at_step=12&instead={left}.{right}")
    settle(page)
    page.locator(".st-key-upper").scroll_into_view_if_needed()
    both_at(page, 12)
    expect(page.get_by_text("They part at step 12.")).to_be_visible()


def test_a_film_stops_where_they_part(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/byte_bpe?section=What+if&what_if=ties&ties=lower+ids")
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
    expect(replays(page)[0].get_by_test_id("tokviz-play")).to_have_attribute("aria-label", "Play")
    replays(page)[0].get_by_test_id("tokviz-next").click()
    both_at(page, step + 1)
    page.get_by_test_id("tokviz-to-parting").click()
    both_at(page, step)


def test_the_film_runs_on_when_it_is_played_again(page: Page, app_url: str) -> None:
    """Where the film ended, Play goes on to the end, as ever."""
    page.goto(f"{app_url}/byte_bpe?section=What+if&at_step=4")
    settle(page)
    upper = replays(page)[0]
    upper.scroll_into_view_if_needed()
    upper.get_by_test_id("tokviz-speed").select_option("60")
    page.get_by_test_id("tokviz-play-to-parting").click()
    both_at(page, 4)
    expect(upper.get_by_test_id("tokviz-play")).to_have_attribute("aria-label", "Play")
    upper.get_by_test_id("tokviz-play").click()
    both_at(page, 40)


def test_merges_and_rounds_keep_one_clock(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/byte_bpe?section=What+if&what_if=lesson&other_lesson=unigram")
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


def test_the_keyboard_alone_takes_a_pair(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/byte_bpe?step=8")
    settle(page)
    button = page.locator(".st-key-stage .what-if button").first
    button.focus()
    page.keyboard.press("Enter")
    settle(page)
    expect(page.get_by_text("They part at step 8.")).to_be_in_viewport()


@pytest.mark.parametrize("dark", [False, True])
def test_it_fits_a_phone(new_page: NewPage, app_url: str, *, dark: bool) -> None:
    page = new_page(width=390, height=844, dark=dark)
    page.goto(f"{app_url}/byte_bpe?step=5")
    settle(page)
    take(page, 1)
    both_at(page, 5)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for replay in replays(page):
        box = replay.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390


def test_a_lesson_with_two_replays_keeps_its_own_clock(page: Page, app_url: str) -> None:
    """Character BPE: the pair is taken in the training with </w>, whatever was looked at."""
    page.goto(f"{app_url}/char_bpe?step=3&which=without")
    settle(page)
    page.locator(".st-key-leader .what-if button").first.click()
    settle(page)
    expect(page.get_by_text("They part at step 3.").last).to_be_in_viewport()
    both_at(page, 3)
    replays(page)[0].get_by_test_id("tokviz-next").click()
    both_at(page, 4)
    leader = page.locator(".st-key-leader [data-testid=tokviz-player]")
    expect(leader).to_have_attribute("data-step", "3")
