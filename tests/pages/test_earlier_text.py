"""The text that a class's sentences take the place of: a button brings it back."""

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.runtime.scriptrunner import RerunData, RerunException
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tokviz.ui.shell import classroom
from tokviz.ui.shell.saved_lesson import SavedLesson
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import pack_text

Open = Callable[..., AppTest]
BACK = "Back to the text before the sentences"


def use_sentences(
    at: AppTest, page: str, text: str, own: str = "learned", query: str = ""
) -> AppTest:
    """What a leader's bar asks for where she makes the sentences the page's text."""
    content = SavedLesson(text, {}).to_bytes()
    wanted = {"page": page, "query": query, "content": content, "own": own}
    at.session_state["class:wanted"] = wanted
    at.run()
    assert problems(at) == []
    return at


def reload_brings(at: AppTest, page: str, text: str) -> AppTest:
    """What a page asks for that was opened with the address of a long text, which its tab kept."""
    content = SavedLesson(text, {}).to_bytes()
    kept = {"page": page, "query": "sample=own", "content": content, "own": "learned"}
    at.session_state["class:wanted"] = {**kept, "kept": "yes"}
    at.run()
    assert problems(at) == []
    return at


def buttons(at: AppTest) -> dict[str, object]:
    return {button.label: button for button in at.button}


def text_of(at: AppTest, label: str = "Your own text") -> str:
    return str(next(box for box in at.text_area if box.label == label).value)


def go_back(at: AppTest) -> None:
    next(button for button in at.button if button.label == BACK).click().run()
    assert problems(at) == []
    assert BACK not in buttons(at)


def test_a_reload_took_the_place_of_no_text(open_page: Open) -> None:
    at = reload_brings(open_page("byte_bpe"), "byte_bpe", "a long text of the reader's")
    assert text_of(at) == "a long text of the reader's"
    assert BACK not in buttons(at)


def test_what_the_reader_typed_comes_back_however_often_a_class_sends(open_page: Open) -> None:
    at = open_page("byte_bpe", text=pack_text("typed by hand"))
    use_sentences(at, "byte_bpe", "the hen")
    use_sentences(at, "byte_bpe", "the hen\nthe pen")
    assert text_of(at) == "the hen\nthe pen"
    go_back(at)
    assert text_of(at) == "typed by hand"


def test_sentences_that_the_reader_went_on_with_are_what_comes_back(open_page: Open) -> None:
    at = open_page("byte_bpe", text=pack_text("typed by hand"))
    use_sentences(at, "byte_bpe", "the hen")
    next(box for box in at.text_area if box.label == "Your own text").input("the hens").run()
    use_sentences(at, "byte_bpe", "ten")
    go_back(at)
    assert text_of(at) == "the hens"


def test_a_file_and_a_sample_come_back(open_page: Open) -> None:
    at = open_page("byte_bpe", sample="tiny")
    use_sentences(at, "byte_bpe", "the hen")
    go_back(at)
    assert at.selectbox[0].value == "tiny"
    at.session_state["kept values"]["byte_bpe:file"] = ("mine.txt", b"out of a file")
    at.selectbox[0].select("file").run()
    use_sentences(at, "byte_bpe", "the hen")
    assert at.selectbox[0].value == "own"
    go_back(at)
    assert at.selectbox[0].value == "file"
    assert at.session_state["kept values"]["byte_bpe:file"] == ("mine.txt", b"out of a file")


def test_a_run_that_another_ended_forgets_nothing(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = open_page("byte_bpe", text=pack_text("typed by hand"))
    bring, ended = classroom._bring, list[bool]()

    def ends_once(state: PageState, *given: Any) -> dict[str, str]:
        if not ended:
            ended.append(True)
            raise RerunException(RerunData())
        return bring(state, *given)

    monkeypatch.setattr(classroom, "_bring", ends_once)
    use_sentences(at, "byte_bpe", "the hen")
    assert ended
    assert text_of(at) == "the hen"
    go_back(at)
    assert text_of(at) == "typed by hand"


def test_what_was_cut_side_by_side_comes_back(open_page: Open) -> None:
    at = open_page("compare", held="own", held_text=pack_text("cut this"))
    use_sentences(at, "compare", "the hen", own="cut")
    assert text_of(at, "Your text to compare on") == "the hen"
    go_back(at)
    assert text_of(at, "Your text to compare on") == "cut this"


def test_a_stop_comes_back_as_the_reader_had_it_and_what_was_before_the_path(
    open_page: Open,
) -> None:
    at = open_page("byte_bpe", sample="tiny")
    at.button(key="guide_begin").click().run()
    next(box for box in at.text_area if box.label == "Your own text").input("her own").run()
    at.selectbox[0].select("own").run()
    for text in ("the hen", "the pen"):
        use_sentences(at, "byte_bpe", text)
        assert BACK not in buttons(at)
    next(button for button in at.button if button.label == "Back to stop 1 of 8").click().run()
    assert problems(at) == []
    assert text_of(at) == "her own"
    assert at.query_params["path"] == "1"
    at.button(key="guide_leave").click().run()
    assert at.selectbox[0].value == "tiny"


def test_a_reload_that_brings_a_text_back_at_a_stop_leaves_no_stop(open_page: Open) -> None:
    """A text too long for the address comes from the browser, as a class's does."""
    at = open_page("byte_bpe", path="3")
    use_sentences(at, "byte_bpe", "a long text", query="path=3")
    assert text_of(at) == "a long text"
    at.button(key="guide_leave").click().run()
    assert problems(at) == []
    assert not [label for label in buttons(at) if label.startswith("Back to")]


def test_a_page_without_a_text_before_offers_none(open_page: Open) -> None:
    at = open_page("byte_bpe")
    del at.session_state["kept values"]
    use_sentences(at, "byte_bpe", "the hen")
    assert BACK not in buttons(at)


def test_any_tokenizer_takes_sentences_and_then_a_file(open_page: Open) -> None:
    """The text that was brought, and the files that were, had one name."""
    at = use_sentences(open_page("any_tokenizer"), "any_tokenizer", "the hen")
    at.session_state["any_tokenizer:whose"] = "file"
    at.run()
    assert [box.value for box in at.info if "Drop a file" in box.value]
    assert not at.error
