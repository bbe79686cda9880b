"""A saved lesson's text may hold half of a surrogate pair: each page opens, with all it shows."""

import json
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.matrix import few
from tests.pages.problems import problems
from tokviz.checks import limits
from tokviz.lessons import LESSONS
from tokviz.samples import sample
from tokviz.text.pre_tokens import well_formed
from tokviz.ui.lessons import any_tokenizer
from tokviz.ui.shell.saved_lesson import SavedLesson

Open = Callable[..., AppTest]
TEXT = f"the hen \ud800 in the pen\n{sample('prose').text}\nthe \udfff"
KEYS = [row.key for row in LESSONS if row.key != "compare"]  # which learns from its own texts


def restored(open_page: Open, key: str, section: str, text: str = TEXT) -> AppTest:
    at = open_page(key)
    saved = SavedLesson(text, {"section": section}).to_bytes()
    at.session_state["kept values"] |= {
        f"{key}:unread": True,
        f"{key}:file": ("x.tokviz.json", saved),
    }
    at.selectbox(key=f"{key}:sample").set_value("file").run()
    at.session_state["kept values"][f"{key}:drawn"] = {}  # the reader looks at the section
    return at.run()


@pytest.mark.parametrize("key", few(KEYS, first=["unigram", "regex_bpe", "wordpiece"]))
def test_all_sections_show_it(key: str, open_page: Open) -> None:
    for section in [tab.label for tab in open_page(key).tabs] or [""]:
        assert problems(restored(open_page, key, section)) == []


def test_a_word_on_the_list_is_what_the_tokenizer_takes_for_one(open_page: Open) -> None:
    """Both halves are the same character to it."""
    at = restored(open_page, "whitespace", "The list", "\ud800 \udfff a")
    assert "2 distinct words in 3; 1 of them only once." in [each.value for each in at.caption]
    figure = json.loads(at.get("plotly_chart")[0].proto.spec)
    assert figure["layout"]["title"]["text"] == "2 distinct words in 3"


@pytest.mark.parametrize("key", ["unigram", "sentencepiece_bpe"])
def test_the_library_learns_from_it_too(key: str, open_page: Open) -> None:
    at = restored(open_page, key, "Beside sentencepiece")
    assert problems(at.button(key=f"{key}:train_reference").click().run()) == []
    assert at.get("bidi_component"), "its strips beside ours"


def test_no_more_of_a_text_is_looked_at_than_a_page_shows(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[int] = []

    def look(text: str) -> str:
        looked_at.append(len(text))
        return well_formed(text)

    monkeypatch.setattr(any_tokenizer, "well_formed", look)
    at = restored(open_page, "any_tokenizer", "Beside the library", "\ud800" * 300_000)
    assert problems(at) == []
    assert max(looked_at) == limits.LOOKED_UP
    assert "300,000" in " ".join(each.value for each in (*at.markdown, *at.caption))
