"""Every box of every page belongs in the page's address, or in a short list with the reason."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tokviz.lessons import LESSONS
from tokviz.paths import path_of

Open = Callable[..., AppTest]
NOT_LINKED = {
    "upload": "a file does not fit into an address",
    "model_upload": "a file does not fit into an address",
    "brought_upload 0": "a file does not fit into an address",
    "at_step": "where “Join it instead” looks: what it joins is in the address",
    "instead": "what “Join it instead” takes: what it joins is in the address",
    "challenge": "the reader's try at a path's task: a link would give the answer away",
}
WIDGETS = (
    *("text_input", "text_area", "number_input", "selectbox", "multiselect", "slider"),
    *("toggle", "checkbox", "radio", "button_group", "select_slider", "date_input"),
    *("time_input", "color_picker", "file_uploader", "chat_input"),
)
OPENED: Mapping[str, list[dict[str, str]]] = {
    "char_bpe": [{"code": "1"}],
    "byte_bpe": [{"code": "1"}],
    "regex_bpe": [
        {"code": "1"},
        {"pattern": "own"},
        {"section": "What if", "other_text": "own", "other_pattern": "own"},
    ],
    "text_to_bytes": [{"sample": "own"}],
    "compare": [{"held": "own"}],
    "any_tokenizer": [{"whose": whose} for whose in ("file", "tiktoken", "hub")],
}
"""Settings of a page that show more boxes, besides its sections."""
INSIDE = [{"section": "Inside", "inside": "vocabulary"}]


def boxes(at: AppTest) -> Iterator[str]:
    """The keys of what the reader may set; a tab's is the section."""
    for kind in WIDGETS:
        for element in at.get(kind):
            yield str(element.key)


def linked(at: AppTest, key: str) -> set[str]:
    """What the page's address holds, of what stands in its boxes and of its settings."""
    kept: Mapping[str, Any] = at.session_state["kept values"]
    names = {"sample", "text", *(kept.get(f"{key}:shared") or {}), *at.query_params}
    return names | set(kept.get(f"{key}:settings") or {})


def views(at: AppTest, key: str) -> list[dict[str, str]]:
    """Links to all that a page shows."""
    sections = [{"section": tab.label} for tab in at.tabs]
    inside = INSIDE if {"section": "Inside"} in sections else []
    return [*sections, *inside, *OPENED.get(key, [])]


@pytest.mark.parametrize("key", [row.key for row in LESSONS])
def test_every_box_is_in_the_address_or_excused(key: str, open_page: Open) -> None:
    plain = open_page(key)
    found: set[str] = set()
    held: set[str] = set()
    for link in views(plain, key):
        at = open_page(key, **link)
        assert problems(at) == []
        found |= set(boxes(at))
        held |= linked(at, key)
    assert len(found) > 1
    assert found - {f"{key}:{name}" for name in (*held, *NOT_LINKED)} == set()


def test_no_excuse_is_left_over(open_page: Open) -> None:
    path = path_of("regex_bpe")
    assert path is not None
    last = str(len(path.stops))
    links = [{"section": "Load a .model"}, {"section": "What if"}, {"path": last}]
    found = {box for link in links for box in boxes(open_page("regex_bpe", **link))}
    found |= set(boxes(open_page("unigram", section="Load a .model")))
    found |= set(boxes(open_page("any_tokenizer", whose="file")))
    assert {box.rpartition(":")[2] for box in found} >= NOT_LINKED.keys()
