"""What an edit costs the wire: the lesson alone is sent anew."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocket, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.RootContainer_pb2 import RootContainer

from tests.browser.driving import open_settings, settle
from tokviz.lessons import LESSONS

PARTS = 60
"""Boxes, words and places that an edit may send; a whole page has some thirty more."""


@pytest.fixture
def deltas(page: Page) -> Callable[[], list[ForwardMsg]]:
    """Gives the parts of the page that came since it was asked last."""
    found: list[ForwardMsg] = []

    def note(frame: str | bytes) -> None:
        message = ForwardMsg.FromString(frame) if isinstance(frame, bytes) else ForwardMsg()
        if message.HasField("delta") or message.HasField("ref_hash"):
            found.append(message)

    def watch(socket: WebSocket) -> None:
        socket.on("framereceived", note)

    def taken() -> list[ForwardMsg]:
        came = found.copy()
        found.clear()
        return came

    page.on("websocket", watch)
    return taken


def test_an_edit_sends_no_menu_and_half_a_page(
    app_url: str, page: Page, deltas: Callable[[], list[ForwardMsg]]
) -> None:
    page.goto(f"{app_url}/byte_bpe?sample=rhyme&merges=9")
    settle(page)
    open_settings(page)
    settle(page)  # with what the box holds
    opened = deltas()
    in_menu = RootContainer.SIDEBAR
    assert sum(each.metadata.delta_path[0] == in_menu for each in opened) > len(LESSONS)
    box = page.get_by_role("spinbutton", name="Merges to learn")
    box.fill("12")
    box.press("Enter")
    expect(page.get_by_text("of 12", exact=True)).to_be_visible()
    settle(page)
    sent = deltas()
    assert sent
    assert not [each for each in sent if each.metadata.delta_path[0] == in_menu]
    assert len(sent) < PARTS < len(opened)
