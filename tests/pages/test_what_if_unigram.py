"""What if, on Unigram's page: both trainings are rounds that forget pieces."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tests.pages.test_what_if import RHYME, SECTION, words
from tests.payload_reader import components, unpack
from tokviz import Unigram
from tokviz.algorithms.alike.sized import smallest_pieces
from tokviz.ui.shell.values import pack_text

Open = Callable[..., AppTest]


def watched(at: AppTest) -> list[object]:
    """The watched sentence as each replay of rounds on the page cuts it."""
    headers = [unpack(one.bytes[24:])[0] for one in components(at) if len(one.bytes) > 1_000]
    lanes = [lane for header in headers for lane in header.get("lanes", [])]
    return [lane["chips"] for lane in lanes if lane["name"] == "A sentence to watch"]


@pytest.mark.parametrize("link", [{}, {"sentence": pack_text("the keeper slept") or ""}])
def test_both_rounds_cut_the_sentence_that_the_page_watches(
    open_page: Open, link: dict[str, str]
) -> None:
    stage, above, below_it = watched(open_page("unigram", **SECTION, **link))
    assert stage == above == below_it


def test_unigram_may_stand_above(open_page: Open) -> None:
    at = open_page("unigram", **SECTION)
    assert "<b>They never differ.</b> Each step leaves" in words(at)
    assert "nothing is different yet. Change one of the boxes." in words(at)
    at = at.number_input(key="unigram:other_size").set_value(110).run()
    assert problems(at) == []
    assert "what if it stops at **110** tokens, not 140?" in words(at)
    assert "<b>They differ from step " in words(at)
    at = at.selectbox(key="unigram:other_lesson").set_value("byte_bpe").run()
    assert problems(at) == []
    assert "Below, tokens are joined, and the vocabulary grows." in words(at)
    assert at.number_input(key="unigram:other_size").label == "Merges below"
    assert list(at.dataframe[-1].value[""]) == ["above", "below"]


@pytest.mark.parametrize("fallback", [False, True])
def test_for_a_second_text_unigram_is_offered_as_many_pieces(
    open_page: Open, fallback: bool
) -> None:
    """Bytes and characters are not learned, and a second text has its own."""
    second = "the owl and the other owl"
    above = Unigram.train(RHYME, vocab_size=400, byte_fallback=fallback)
    assert above.trace is not None
    learned = sum(len(piece) > 1 for piece in above.trace.vocabulary(len(above.trace)))
    link = {"sample": "rhyme", "vocab": "400", "bytes": str(int(fallback))}
    own = {"other_text": "own", "other_own": pack_text(second) or ""}
    at = open_page("unigram", **SECTION, **link, **own)
    assert problems(at) == []
    offered = at.number_input(key="unigram:other_size").value
    assert offered == learned + smallest_pieces(second, byte_fallback=fallback)


@pytest.mark.parametrize(
    ("page", "remedies"),
    [("unigram", " or more, or lower “Code points covered”."), ("byte_bpe", "")],
)
def test_too_small_a_second_vocabulary_is_told_by_the_name_of_its_box(
    open_page: Open, page: str, remedies: str
) -> None:
    """“Code points covered” stands on the page of a lesson that has it, and counts for no other."""
    link = {"other_lesson": "unigram", "other_size": "5"}
    (message,) = problems(open_page(page, **SECTION, **link))
    assert "Vocabulary below is 5, but" in message
    assert message.endswith(remedies or " or more.")
