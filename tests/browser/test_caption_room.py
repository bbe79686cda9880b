"""A caption's room on a phone: an answer fills that of its options, a long replay has its own."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import ANY_STEP, DRAWN, settle
from tests.browser.replays import Show, training
from tests.browser.test_phone import MEASURE

pytestmark = pytest.mark.stage_alone

New = Callable[..., Page]
LINE = 20  # pixels: of a phone's caption
LONG_REPLAY = 401  # steps, the first of which not all are told beforehand
# How much of a caption its words take, and how far they reach over it.
FILLED = """(caption) => {
    const lines = [...caption.querySelectorAll("p")].map((line) => line.getBoundingClientRect());
    const foot = Math.max(...lines.map(({ bottom }) => bottom));
    const words = foot - Math.min(...lines.map(({ top }) => top));
    return [words / caption.clientHeight, caption.scrollHeight - caption.clientHeight];
}"""


@pytest.mark.parametrize("dark", [False, True])
def test_an_answer_fills_the_room_of_its_options(dark: bool, new_page: New, app_url: str) -> None:
    """In larger letters, and nothing below them moves."""
    page = new_page(width=390, height=844, dark=dark)
    page.goto(f"{app_url}/byte_bpe?step=2&ask=1")
    settle(page)
    player = page.get_by_test_id("tokviz-player").first
    caption = player.get_by_test_id("tokviz-caption")
    expect(player).to_have_attribute("data-question", ANY_STEP)
    filled, tops = [], set()
    for pick in "123412":
        tops.add(caption.evaluate(MEASURE)[1])
        page.keyboard.press(pick)
        expect(player).not_to_have_attribute("data-question", ANY_STEP)
        expect(player.locator(".verdict")).to_have_count(1)
        part, over = caption.evaluate(FILLED)
        filled.append(part)
        assert over <= 0
        tops.add(caption.evaluate(MEASURE)[1])
        page.keyboard.press("PageDown")
        expect(player).to_have_attribute("data-question", ANY_STEP)
    assert len(tops) == 1
    assert max(filled) > 0.75
    assert min(filled) > 0.6


def test_a_long_replay_has_the_room_of_its_own_words(show: Show) -> None:
    """No more than a line over its longest, and no step of it is cut."""
    words = " ".join(f"{a}{b}{c}" for a in "bdfgklmn" for b in "aeiou" for c in "rstvxz")
    trace = training(f"{words} {words}", merges=LONG_REPLAY + 60)
    assert len(trace.steps) > LONG_REPLAY
    page = show(trace, width=600, height=844)
    page.evaluate(DRAWN)
    seen = page.evaluate(f"""() => {{
        const [caption, heights, left] = [document.querySelector(".caption"), new Set(), []];
        let over = 0;
        for (let k = 0; k <= player.steps; k++) {{
            player.clock.jump(k);
            heights.add(caption.offsetHeight);
            over = Math.max(over, caption.scrollHeight - caption.clientHeight);
            left.push(({MEASURE})(caption)[0]);
        }}
        return [heights.size, over, Math.min(...left)];
    }}""")
    heights, over, left = seen
    assert heights == 1
    assert over <= 0
    assert left < LINE
