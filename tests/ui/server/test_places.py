"""How many pages, requests and uploads one address has, and all."""

from contextlib import ExitStack

import pytest

from tokviz.ui.server import places
from tokviz.ui.server.late_requests import waiting
from tokviz.ui.server.places import Places


def test_one_address_has_half_of_what_there_is_room_for() -> None:
    pages = Places(4)
    with ExitStack() as stack:
        with pages.taken("a"):
            for address in ("a", "b"):
                assert not pages.is_full(address)
                stack.enter_context(pages.taken(address))
            assert [pages.is_full(address) for address in "abc"] == [True, False, False]
            with pages.taken("c"):
                assert all(map(pages.is_full, "abcd"))
        assert not any(map(pages.is_full, "abcd"))


@pytest.mark.parametrize(
    ("files", "room"),
    [(8_192, (1_373, 1_800, 200, 450)), (1_024, (170, 227, 113, 256)), (256, (42, 56, 28, 64))],
)
def test_the_room_is_what_the_files_of_the_process_are_enough_for(
    files: int, room: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    bounded = (places.open_pages, places.requests, places.uploads, waiting)
    for each in bounded:
        monkeypatch.setattr(each, "most", each.most)  # as it was, afterwards
    places.bound(files)
    assert tuple(each.most for each in bounded) == room
