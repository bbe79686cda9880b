"""A server that has no room for a long text says so; the text stays where it was typed."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.driving import ROOT, free_port, open_settings, settle, start_server, stop_server

ROOM = 1_000_000
LITTLE_ROOM = f"""import tokviz.ui.server.held as held

held.KEPT = {ROOM}
"""
TOO_LONG = "".join(random.Random(7).choices("pease porridge hot", k=ROOM // 2 + 2_000))
"""Too long for a link, too, which would bring it to another server."""
SHORT = TOO_LONG[:2_000]


@pytest.fixture
def little_room(tmp_path: Path) -> dict[str, str]:
    """The environment of a server in which one address may keep half of ``ROOM``."""
    (tmp_path / "sitecustomize.py").write_text(LITTLE_ROOM, encoding="utf-8")
    return {"PYTHONPATH": f"{tmp_path}:{ROOT}"}


@pytest.fixture
def full(browser: Browser, little_room: dict[str, str]) -> Iterator[str]:  # noqa: ARG001 - skips
    process, url = start_server(ROOT / "app.py", environment=little_room)
    yield url
    stop_server(process)


def test_a_text_without_room_stays_in_its_box_and_the_page_goes_on(page: Page, full: str) -> None:
    """On one connection: a page that is hung up on brings its text again at once, for ever."""
    opened: list[str] = []
    page.on("websocket", lambda socket: opened.append(socket.url))
    page.goto(f"{full}/byte_bpe")
    settle(page)
    open_settings(page)
    box = page.get_by_role("textbox", name="Your own text")
    box.fill(TOO_LONG)
    told = page.get_by_test_id("stToast").filter(has_text="No room for the 0.5 MB of text")
    expect(told).to_be_visible()
    told.get_by_text("view more").click()
    expect(told).to_contain_text("keep 0.0 MB of at most 0.5 MB, all pages 0.0 MB of 1.0 MB")
    open_settings(page)  # a click beside it has closed it
    page.get_by_role("spinbutton", name="Merges to learn").fill("7")
    page.keyboard.press("Enter")
    caption = page.get_by_test_id("tokviz-caption").first
    expect(caption).to_contain_text("before the first of 7 merges")
    expect(told).to_be_visible()
    assert box.input_value() == TOO_LONG
    box.fill(SHORT)
    expect(caption).to_contain_text("2,000 tokens")
    expect(told).to_have_count(0)
    assert len(opened) == 1


def test_a_new_server_without_room_leaves_the_box_as_it_was(
    unwatched: Callable[[], Page], little_room: dict[str, str]
) -> None:
    port = free_port()
    process, url = start_server(ROOT / "app.py", port=port)
    page = unwatched()
    page.goto(f"{url}/byte_bpe")
    settle(page)
    open_settings(page)
    box = page.get_by_role("textbox", name="Your own text")
    box.fill(TOO_LONG)
    caption = page.get_by_test_id("tokviz-caption").first
    expect(caption).to_contain_text(f"{len(TOO_LONG):,} tokens")
    process.kill()
    process.wait(10)
    process, _ = start_server(ROOT / "app.py", port=port, environment=little_room)
    try:
        merges = page.get_by_role("spinbutton", name="Merges to learn")
        expect(merges).to_be_enabled()
        merges.fill("7")
        page.keyboard.press("Enter")
        told = page.get_by_test_id("stToast").filter(has_text="No room for the 0.5 MB of text")
        expect(told).to_be_visible()
        assert box.input_value() == TOO_LONG
    finally:
        stop_server(process)
