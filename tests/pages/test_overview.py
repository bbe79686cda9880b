"""The overview: one sentence through GPT-2 and every tokenizer, and the way to the lessons."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Caption, Subheader

from tests.pages.problems import problems
from tests.pages.reading import page_text
from tests.payload_reader import components, unpack
from tokviz import RegexBPE
from tokviz.checks.errors import TokvizError
from tokviz.checks.limits import SENTENCE
from tokviz.lessons import LESSONS
from tokviz.references.gpt2 import gpt2
from tokviz.ui.lessons.overview import FIRST_SENTENCE, LEFT_OUT
from tokviz.ui.shell.values import pack_text
from tokviz.views.payload import MOUNT


@pytest.fixture(autouse=True)
def _none_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the machine keeps on which these tests run."""
    monkeypatch.setattr("tokviz.references.encodings.kept", list)


def shown(at: AppTest) -> list[Any]:
    """The headers of the trees and of the strips."""
    trees, strips = components(at)
    return [unpack(trees.bytes)[0], unpack(strips.bytes[MOUNT.size :])[0]]


def test_the_sentence_stands_in_the_trees_as_gpt2_cuts_it(
    open_page: Callable[..., AppTest],
) -> None:
    trees, _ = shown(open_page(None))
    ids = [trees["nodes"][node]["id"] for node in trees["tokens"]]
    assert ids == gpt2().encode_ordinary(FIRST_SENTENCE)


def test_every_tokenizer_has_its_strip(open_page: Callable[..., AppTest]) -> None:
    _, strips = shown(open_page(None))
    names = [variant.name for row in LESSONS for variant in row.variants]
    assert [row["name"] for row in strips["rows"]] == [n for n in names if n not in LEFT_OUT]
    assert set(LEFT_OUT) <= set(names)
    assert strips["compact"]


def test_a_link_brings_its_sentence(open_page: Callable[..., AppTest]) -> None:
    at = open_page(None, text=pack_text("a hen") or "")
    assert [header["bytes"] for header in shown(at)] == [5, 5]


def test_a_half_of_an_emoji_in_a_link_is_no_fault(open_page: Callable[..., AppTest]) -> None:
    assert problems(open_page(None, text=pack_text("a \ud83d b") or "")) == []


def test_the_lessons_are_a_path(open_page: Callable[..., AppTest]) -> None:
    links = [link.proto.label for link in open_page(None).get("page_link")]
    assert [label for label in links if label[0].isdigit()] == [
        f"{number}. **{row.title}**" for number, row in enumerate(LESSONS, start=1)
    ]


def test_the_sentence_goes_along_to_a_tokenizer_that_learns_it(
    open_page: Callable[..., AppTest],
) -> None:
    at = open_page("byte_bpe")  # what the reader left there makes way
    at.switch_page("app.py").run()
    at.text_input[0].set_value("men and hens").run()
    at.button[0].click().run()
    assert at.text_area[0].value == "men and hens"


def test_the_sentence_is_not_told_what_a_guided_path_says_of_its_own_text(
    open_page: Callable[..., AppTest],
) -> None:
    at = open_page("byte_bpe", path="3")
    at.switch_page("app.py").run()
    at.button[0].click().run()
    assert at.text_area[0].value == FIRST_SENTENCE
    assert at.button(key="guide_begin")


def test_an_empty_box_says_what_to_do_and_leaves_no_empty_frames(
    open_page: Callable[..., AppTest],
) -> None:
    at = open_page(None)
    at.text_input[0].set_value("").run()
    assert components(at) == []
    assert "Type a sentence" in at.info[0].value


def test_a_full_box_says_so(open_page: Callable[..., AppTest]) -> None:
    at = open_page(None)
    full = "The box is full. "
    at.text_input[0].set_value((full * SENTENCE)[:SENTENCE]).run()
    assert any("This box is full" in caption.value for caption in at.caption)


def test_what_explains_the_tokens_stands_before_the_lessons(
    open_page: Callable[..., AppTest],
) -> None:
    at = open_page(None)
    order = [each.value for each in at.main if isinstance(each, Caption | Subheader)]
    hatched = next(at for at, words in enumerate(order) if "Hatched" in words)
    assert hatched < order.index("The lessons")


def test_the_signs_of_its_strips_are_explained_there(open_page: Callable[..., AppTest]) -> None:
    (signs,) = open_page(None).get("popover")
    assert signs.proto.popover.label == "Signs"
    for sign in ("`·`", "`##`", "`▁`", "`</w>`", "dotted box"):
        assert sign in signs.markdown[0].value


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[RegexBPE]:
    """A small model in place of each encoding; two are kept, and one of them is damaged."""
    model = RegexBPE.train("the hen in the pen", num_merges=3, special_tokens=["<|end|>"])

    def load(name: str) -> RegexBPE:
        if name == "cl100k_base":
            raise TokvizError("The files of cl100k_base must be *whole*. Fetch them again.")
        return model

    kept = ["r50k_base", "cl100k_base", "o200k_base"]
    monkeypatch.setattr("tokviz.references.encodings.kept", lambda: kept)
    monkeypatch.setattr("tokviz.ui.lessons.overview.kept_encoding", load)
    st.cache_resource.clear()
    yield model
    st.cache_resource.clear()


def test_newer_tokenizers_stand_there_where_this_machine_keeps_them(
    open_page: Callable[..., AppTest], small: RegexBPE
) -> None:
    at = open_page(None, text=pack_text("the hen<|end|>") or "")
    assert problems(at) == []
    (damaged,) = at.warning
    assert damaged.value == r"The files of cl100k\_base must be \*whole\*. Fetch them again."
    first, second, *_ = shown(at)[1]["rows"]
    assert first["name"] == "GPT-4o (o200k_base)"
    assert first["total"] == len(small.encode("the hen<|end|>", allowed_special="all"))
    assert second["name"] == LESSONS[0].variants[0].name
    assert "and by newer ones" in page_text(at)
    assert "fetch o200k_base" not in page_text(at)


def test_where_none_is_kept_it_says_how_they_come(open_page: Callable[..., AppTest]) -> None:
    at = open_page(None)
    assert "`python -m tokviz fetch o200k_base`" in page_text(at)
    assert "newer ones" not in page_text(at)
