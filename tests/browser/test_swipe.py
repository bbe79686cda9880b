"""A finger on a phone: a swipe over a replay steps it, and what else it does stays what it was."""

import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.asking import NOTE_RUNS
from tests.browser.driving import settle, watch

pytestmark = pytest.mark.stage_alone

Swipe = Callable[..., None]


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    faults: list[str] = []
    with browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    ) as context:
        context.add_init_script(NOTE_RUNS)
        page = context.new_page()
        watch(page, faults)
        yield page
    assert faults == []


@pytest.fixture
def swipe(phone: Page) -> Swipe:
    """Moves a finger from the middle of an element by so many pixels."""
    finger = phone.context.new_cdp_session(phone)

    def touch(kind: str, when: float, *points: tuple[float, float]) -> None:
        """``when`` is in seconds: how long a busy machine takes must not count."""
        at = [{"x": x, "y": y} for x, y in points]
        said = {"type": kind, "touchPoints": at, "timestamp": when}
        finger.send("Input.dispatchTouchEvent", said)

    def move(element: str, right: float, down: float = 0, fingers: int = 1) -> None:
        box = phone.locator(f".st-key-stage {element}:visible").first.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + min(60, box["height"] / 2)
        begun = time.time()
        for kind, part in (
            ("Start", 0),
            ("Move", 0.25),
            ("Move", 0.5),
            ("Move", 0.75),
            ("Move", 1),
        ):
            at = [(x + 20 * n + part * right, y + part * down) for n in range(fingers)]
            touch(f"touch{kind}", begun + 0.2 * part, *at)
        touch("touchEnd", begun + 0.25)

    return move


@pytest.mark.parametrize(
    ("lesson", "stage"),
    [("byte_bpe", ".text"), ("unigram", ".lanes"), ("text_to_bytes", ".rows-pane")],
)
def test_a_swipe_steps_there_and_back(
    lesson: str, stage: str, phone: Page, swipe: Swipe, app_url: str
) -> None:
    phone.goto(f"{app_url}/{lesson}")
    settle(phone)
    replay = phone.locator(".st-key-stage [data-step]").first
    for step in (1, 2):
        swipe(stage, -120, 15)
        expect(replay).to_have_attribute("data-step", str(step))
    swipe(stage, 120)
    expect(replay).to_have_attribute("data-step", "1")


def test_what_is_no_swipe_steps_nothing(phone: Page, swipe: Swipe, app_url: str) -> None:
    phone.goto(f"{app_url}/byte_bpe?step=5")
    settle(phone)
    replay = phone.locator(".st-key-stage [data-step]").first
    swipe(".text", -30)
    swipe(".text", -80, -120)
    swipe(".text", -120, fingers=2)
    expect(replay).to_have_attribute("data-step", "5")
    swipe("[type=range]", 100)  # it moves the slider
    expect(replay).not_to_have_attribute("data-step", "4")


def test_a_swipe_pins_no_token(phone: Page, swipe: Swipe, app_url: str) -> None:
    phone.goto(f"{app_url}/byte_bpe?step=5")
    settle(phone)
    swipe(".text [data-testid=tokviz-token]", 90)
    expect(phone.locator(".st-key-stage [data-step]").first).to_have_attribute("data-step", "4")
    expect(phone.locator(".card:visible")).to_have_count(0)
