"""A class that has no place: who joins reads so, and comes in by itself once there is one."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.classes import bar, lead
from tests.browser.driving import settle
from tokviz.ui.server.live_class import limits
from tokviz.ui.server.live_class.one_class import LiveClass
from tokviz.ui.server.live_class.refused import RefusedError

Open = Callable[[], Page]


def words_of_a_full_class() -> str:
    full = LiveClass("ABCDEF", "key", "")
    for _ in range(limits.FOLLOWERS):
        full.join(None, "")
    with pytest.raises(RefusedError) as refused:
        full.join(None, "")
    return str(refused.value)


def test_who_joins_a_full_class_is_told_so_and_comes_in_later(
    unwatched: Open, app_url: str
) -> None:
    leader, follower = unwatched(), unwatched()
    leader.goto(f"{app_url}/byte_bpe")
    settle(leader)
    words = words_of_a_full_class()
    assert words.endswith("Wait here: you come in when somebody leaves.")

    def refuse(route: Route) -> None:
        route.fulfill(status=503, json={"error": words})

    follower.route("**/live/*/events", refuse)
    follower.goto(f"{app_url}/live/{lead(leader)}")
    expect(bar(follower)).to_contain_text(words)
    expect(bar(follower)).not_to_contain_text("Connecting")
    follower.unroute("**/live/*/events", refuse)
    expect(bar(follower)).to_contain_text("Following class", timeout=30_000)
