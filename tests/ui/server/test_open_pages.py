"""How many pages one address opens, and all."""

import pytest

from tokviz.ui.server.open_pages import OpenPages


def test_one_address_has_half_of_what_there_is_room_for() -> None:
    pages = OpenPages()
    pages.most = 4
    for address in ("a", "a", "b"):
        assert not pages.is_full(address)
        pages.open(address)
    assert [pages.is_full(address) for address in "abc"] == [True, False, False]
    pages.open("c")
    assert all(map(pages.is_full, "abcd"))
    pages.close("a")
    assert not any(map(pages.is_full, "abcd"))


@pytest.mark.parametrize(("files", "most"), [(8_192, 1_548), (1_024, 170), (256, 42)])
def test_the_room_is_what_the_files_of_the_process_are_enough_for(files: int, most: int) -> None:
    pages = OpenPages()
    pages.bound(files)
    assert pages.most == most
