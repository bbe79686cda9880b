"""Links: what a page packs into its address comes back, and what is damaged is refused."""

import base64
import random
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from tokviz.ui.shell.state import MAX_LINK, choice, pack_text, unpack_text, whole_number


@given(st.text(max_size=300))
def test_a_packed_text_comes_back(text: str) -> None:
    packed = pack_text(text)
    assert packed is not None
    assert unpack_text(packed) == text


def test_a_link_holds_only_characters_that_an_address_may_hold() -> None:
    packed = pack_text("안녕하세요 👏🏻 <script>&?=#")
    assert packed is not None
    assert set(packed) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def test_a_text_too_long_for_a_link_gives_none() -> None:
    noise = random.Random(1)
    text = "".join(chr(noise.randrange(0x4E00, 0x9FFF)) for _ in range(MAX_LINK))
    assert pack_text(text) is None


@pytest.mark.parametrize("link", ["!!!", "AAAA", "abc", "é", "eJwz"])
def test_a_damaged_link_is_refused(link: str) -> None:
    with pytest.raises(ValueError, match="damaged"):
        unpack_text(link)


def test_a_link_does_not_unpack_without_bound() -> None:
    packed = base64.urlsafe_b64encode(zlib.compress(b"a" * 9_000_000)).decode().rstrip("=")
    with pytest.raises(ValueError, match="cut off"):
        unpack_text(packed)


def test_a_choice_refuses_what_is_not_offered() -> None:
    parse = choice(("a", "b"))
    assert parse("b") == "b"
    with pytest.raises(ValueError):
        parse("c")


def test_a_number_is_moved_into_its_range() -> None:
    parse = whole_number(0, 10)
    assert [parse("-5"), parse("7"), parse("99")] == [0, 7, 10]
    with pytest.raises(ValueError):
        parse("seven")


def test_a_value_that_the_browser_left_empty_starts_anew() -> None:
    """As after going back: the widget is there, and holds nothing."""
    at = AppTest.from_function(a_choice).run()
    at.session_state["a:choice"] = None
    at.run()
    assert at.text[0].value == "one"


def a_choice() -> None:
    import streamlit as st  # noqa: PLC0415

    from tokviz.ui.shell.state import PageState  # noqa: PLC0415

    state = PageState("a")
    st.text(str(st.segmented_control("Choice", ("one", "two"), key=state.start("choice", "one"))))
