"""Side by side: what is lost is seen, and what the page speaks of is there."""

from collections.abc import Callable
from typing import Any

from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tests.payload_reader import components, unpack
from tokviz.ui.lessons.compare import FIRST
from tokviz.ui.shell.values import pack_text


def rows(at: AppTest) -> list[Any]:
    header: dict[str, Any] = unpack(components(at)[0].bytes)[0]
    return list(header["rows"])


def lost(at: AppTest) -> str:
    return "".join(element.proto.body for element in at.get("html"))


def test_it_opens_on_a_text_that_all_can_cut(open_page: Callable[..., AppTest]) -> None:
    at = open_page("compare")
    assert problems(at) == []
    assert [row["name"] for row in rows(at)] == list(FIRST)
    tokens = {"".join(t for _, t in kind["parts"]) for row in rows(at) for kind in row["kinds"]}
    assert not tokens & {"*|unk|*", "<unk>", "[UNK]"}


def test_what_a_tokenizer_loses_is_drawn(open_page: Callable[..., AppTest]) -> None:
    at = open_page("compare", text=pack_text("zebras  <b>") or "")
    assert "<ins>*|unk|*</ins>" in lost(at)
    assert "<b>" not in lost(at)


def test_a_count_of_tokens_is_told_once_by_its_strip(open_page: Callable[..., AppTest]) -> None:
    at = open_page("compare")
    assert all(row["total"] for row in rows(at))
    assert "tokens" not in at.dataframe[0].value.columns


def test_where_nothing_is_lost_the_page_says_so(open_page: Callable[..., AppTest]) -> None:
    at = open_page("compare", tokenizers='["Byte BPE", "GPT-2"]')
    assert any("Nothing is lost" in markdown.value for markdown in at.markdown)


def test_a_text_too_long_for_a_link_can_be_saved_here(open_page: Callable[..., AppTest]) -> None:
    components = open_page("compare").get("bidi_component")
    assert any(b"Save this lesson as a file" in box.proto.bytes for box in components)
