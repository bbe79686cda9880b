"""The page on code points and bytes: its lists, its counts, its links."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tests.payload_reader import components, mount_of, unpack, written
from tokviz.samples.characters import CHARACTERS
from tokviz.ui.shell.values import pack_text
from tokviz.views.payload import MOUNT

Open = Callable[..., AppTest]
KOREAN = "안녕하세요 👏🏻 (hello in Korean!)"
AS_CODE_POINTS = [
    *[50504, 45397, 54616, 49464, 50836, 32, 128079, 127995, 32, 40, 104, 101, 108, 108],
    *[111, 32, 105, 110, 32, 75, 111, 114, 101, 97, 110, 33, 41],
]
AS_BYTES = [
    *[236, 149, 136, 235, 133, 149, 237, 149, 152, 236, 132, 184, 236, 154, 148, 32, 240, 159],
    *[145, 143, 240, 159, 143, 187, 32, 40, 104, 101, 108, 108, 111, 32, 105, 110, 32, 75, 111],
    *[114, 101, 97, 110, 33, 41],
]


def counts(at: AppTest) -> dict[str, str]:
    found = (re.fullmatch(r"\*\*([\d,]+)\*\* (.+)", markdown.value) for markdown in at.markdown)
    return {number[2]: number[1] for number in found if number}


def test_the_page_opens_with_the_two_lists_of_seed_003(open_page: Open) -> None:
    assert written(open_page("text_to_bytes")) == [str(AS_CODE_POINTS), str(AS_BYTES)]


def test_every_unit_is_counted(open_page: Open) -> None:
    assert counts(open_page("text_to_bytes")) == {
        "characters (graphemes)": "26",
        "code points": "27",
        "UTF-8 bytes": "43",
        "bits": "344",
    }


@pytest.mark.parametrize("key", [row.key for row in CHARACTERS])
def test_every_sample_opens(key: str, open_page: Open) -> None:
    assert problems(open_page("text_to_bytes", sample=key)) == []


@pytest.mark.parametrize(
    ("text", "longer"), [("a", False), ("the hen in the pen", False), ("é", True), ("hen 👏", True)]
)
def test_bytes_are_called_longer_only_where_they_are(
    text: str, longer: bool, open_page: Open
) -> None:
    at = open_page("text_to_bytes", text=pack_text(text) or "")
    (said,) = [caption.value for caption in at.caption if "of 256" in caption.value]
    points, octets = written(at)
    assert (points != octets) == longer
    assert said.endswith(
        "a longer list than code points do." if longer else "ASCII text gives the same list."
    )


def test_lone_surrogates_are_named(open_page: Open) -> None:
    at = open_page("text_to_bytes", sample="surrogates")
    assert "2 lone surrogates" in at.warning[0].value


def test_a_byte_order_mark_is_named(open_page: Open) -> None:
    assert "byte order mark" in open_page("text_to_bytes", sample="bom").info[0].value


def test_escapes_are_read_where_the_reader_wants_it(open_page: Open) -> None:
    at = open_page("text_to_bytes", text=pack_text(r"\uD83D") or "", reading="escapes")
    assert written(at)[0] == "[55357]"


def test_escapes_are_plain_text_by_default(open_page: Open) -> None:
    at = open_page("text_to_bytes", text=pack_text(r"\uD83D") or "")
    assert written(at)[0] == "[92, 117, 68, 56, 51, 68]"


def test_a_link_with_a_lone_surrogate_opens(open_page: Open) -> None:
    at = open_page("text_to_bytes", text=pack_text("a\ud83d") or "")
    assert problems(at) == []
    assert at.text_area(key="text_to_bytes:text").value == "a\ufffd"


def test_the_link_picks_its_byte(open_page: Open) -> None:
    at = open_page("text_to_bytes", step="5")
    assert mount_of(components(at)[0].bytes)[0] == 5


@pytest.mark.parametrize("text", ["नमस्ते " * 1_000, "hen " * 1_000, "\ud83d" * 3_000])
def test_of_a_long_text_the_rows_say_the_bytes_of_all_of_it(text: str, open_page: Open) -> None:
    """Not of as many of its characters as rows are made for."""
    at = open_page("text_to_bytes", sample="own", text=pack_text(text) or "")
    rows: dict[str, Any] = unpack(components(at)[0].bytes[MOUNT.size :])[0]
    assert rows["shown"] <= 2_000 < rows["bytes"]
    assert f"{rows['bytes']:,}" == counts(at)["UTF-8 bytes"]
    assert not any("Of the first" in caption.value for caption in at.caption)


def test_the_last_character_drawn_of_a_long_text_is_whole(open_page: Open) -> None:
    text = "a" * 1_997 + "e\u0301" + "b" * 500
    at = open_page("text_to_bytes", sample="own", text=pack_text(text) or "")
    rows: dict[str, Any] = unpack(components(at)[0].bytes[MOUNT.size :])[0]
    assert [len(each["points"]) for each in rows["graphemes"][-1:]] == [2]
    cut = "a" * 1_999 + "e\u0301" + "b" * 500
    at = open_page("text_to_bytes", sample="own", text=pack_text(cut) or "")
    assert unpack(components(at)[0].bytes[MOUNT.size :])[0]["shown"] == 1_999


def test_a_long_text_is_listed_in_part_and_counted_whole(open_page: Open) -> None:
    at = open_page("text_to_bytes", text=pack_text("a" * 6_000) or "")
    assert counts(at)["UTF-8 bytes"] == "6,000"
    assert "The first 5,000 of 6,000." in [caption.value for caption in at.caption]


def test_of_one_it_says_one(open_page: Open) -> None:
    at = open_page("text_to_bytes", text=pack_text(" ") or "")
    assert counts(at) == {
        "character (grapheme)": "1",
        "code point": "1",
        "UTF-8 byte": "1",
        "bits": "8",
    }
