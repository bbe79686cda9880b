"""On a fault of the reader's every lesson keeps what it showed last, and says what is wrong."""

from collections.abc import Callable

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tests.payload_reader import components
from tokviz.checks.limits import TEXT_BYTES
from tokviz.lessons import LESSONS
from tokviz.ui.shell.saved_lesson import SavedLesson
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import pack_text

Open = Callable[..., AppTest]

KEYS = [row.key for row in LESSONS]
FILES: dict[str, tuple[str, bytes | int, str]] = {
    "no text": ("photo.jpg", b"\xff\xd8\xff", "must be text in UTF-8"),
    "too long": ("long.txt", TEXT_BYTES + 1, "may have up to"),
    "no lesson": ("broken.tokviz.json", b"{}", "holds a text and settings"),
}


def shown(at: AppTest) -> list[tuple[str, bytes]]:
    """What every replay, strip and graph of the page shows."""
    return [(proto.component_name, bytes(proto.bytes)) for proto in components(at)]


def replay_of(at: AppTest) -> bytes:
    return next(content for name, content in shown(at) if name == "tokviz.player")


def choose_file(at: AppTest, key: str, name: str, content: bytes | int) -> None:
    at.session_state["kept values"][f"{key}:file"] = (name, content)
    at.selectbox(key=f"{key}:sample").set_value("file").run()


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("kind", FILES)
def test_a_bad_file_leaves_the_last_good_text_in_sight(
    key: str, kind: str, open_page: Open
) -> None:
    name, content, words = FILES[kind]
    at = open_page(key)
    before, address = shown(at), dict(at.query_params)
    assert before
    choose_file(at, key, name, content)
    (message,) = problems(at)
    assert words in message
    assert shown(at) == before
    assert dict(at.query_params) == address


@pytest.mark.parametrize(
    ("name", "words"),
    [("long.txt", "may have up to 4 MB"), ("long.tokviz.json", "holds a text and settings")],
)
def test_a_file_that_is_too_long_is_refused_and_not_kept(
    name: str, words: str, open_page: Open
) -> None:
    """Streamlit lets go of it with its box; what the page keeps stays as long as its reader."""
    at = open_page("byte_bpe")
    content = b"hen " * (TEXT_BYTES // 4 + 1)
    at.file_uploader(key="byte_bpe:upload").set_value((name, content, "text/plain")).run()
    for _ in range(2):
        (message,) = problems(at)
        assert words in message
        assert "4,000,004" in message
        assert at.session_state["kept values"]["byte_bpe:file"] == (name, len(content))
        at.run()


@pytest.mark.parametrize("key", KEYS)
def test_no_file_yet_leaves_the_last_good_text_in_sight(key: str, open_page: Open) -> None:
    at = open_page(key)
    before = shown(at)
    at.selectbox(key=f"{key}:sample").set_value("file").run()
    assert any("Choose a file" in info.value for info in at.info)
    assert shown(at) == before


@pytest.mark.parametrize("key", ["wordpiece", "sentencepiece_bpe", "unigram"])
def test_a_vocabulary_too_small_leaves_the_last_good_replay(key: str, open_page: Open) -> None:
    at = open_page(key)
    before = shown(at)
    at.number_input(key=f"{key}:vocab").set_value(4).run()
    (message,) = problems(at)
    assert "Vocabulary size is 4" in message
    assert shown(at) == before
    assert at.number_input(key=f"{key}:vocab").value == 4


@pytest.mark.parametrize("pattern", ["(", "((x+x+)+y)"])
def test_a_bad_pattern_leaves_the_last_good_replay_and_all_boxes(
    pattern: str, open_page: Open
) -> None:
    at = open_page("regex_bpe", pattern="own", own_pattern=r"\w+|\W")
    before = replay_of(at)
    at.text_input(key="regex_bpe:own_pattern").set_value(pattern)
    at.text_area(key="regex_bpe:text").set_value("x" * 4_000)
    at.selectbox(key="regex_bpe:sample").set_value("own").run()
    (message,) = problems(at)
    assert "pattern" in message
    assert replay_of(at) == before
    assert at.text_input(key="regex_bpe:own_pattern").value == pattern
    assert at.multiselect(key="regex_bpe:special").value == ["<|endoftext|>"]


def test_a_setting_still_works_while_a_file_is_at_fault(open_page: Open) -> None:
    at = open_page("byte_bpe")
    choose_file(at, "byte_bpe", *FILES["no text"][:2])
    before = shown(at)
    at.number_input(key="byte_bpe:merges").set_value(3).run()
    assert len(problems(at)) == 1
    assert shown(at) != before
    assert "3" in at.query_params["merges"]


def test_a_mended_text_is_shown_again_without_a_word(open_page: Open) -> None:
    at = open_page("char_bpe")
    choose_file(at, "char_bpe", *FILES["no text"][:2])
    before = shown(at)
    choose_file(at, "char_bpe", "words.txt", b"new words, and newer words")
    assert problems(at) == []
    assert shown(at) != before


def test_a_link_of_too_small_a_size_shows_the_size_that_suits_its_text(open_page: Open) -> None:
    at = open_page("wordpiece", sample="languages", vocab="5")
    assert len(problems(at)) == 1
    assert shown(at) == shown(open_page("wordpiece", sample="languages")) != []


@pytest.mark.parametrize("key", ["byte_bpe", "unigram"])
def test_the_fault_stands_in_the_settings_too(key: str, open_page: Open) -> None:
    at = open_page(key)
    choose_file(at, key, *FILES["no text"][:2])
    assert len(at.error) == 2


def test_an_empty_pattern_gets_a_word(open_page: Open) -> None:
    at = open_page("regex_bpe", pattern="own", own_pattern="")
    assert problems(at) == []
    assert any("An empty pattern" in caption.value for caption in at.caption)


def type_what_training_refuses(at: AppTest, key: str) -> str:
    """Three hundred letters, for which the vocabulary of the page is too small."""
    text = " ".join(chr(0x4E00 + number) for number in range(300))
    at.text_area(key=f"{key}:text").set_value(text)
    at.selectbox(key=f"{key}:sample").set_value("own").run()
    return text


@pytest.mark.parametrize("key", ["unigram", "sentencepiece_bpe"])
def test_the_list_names_the_text_that_is_trained_where_training_refuses_the_readers(
    key: str, open_page: Open
) -> None:
    at = open_page(key, vocab="200")
    before, chosen, address = shown(at), at.selectbox[0].value, dict(at.query_params)
    text = type_what_training_refuses(at, key)
    for _ in range(2):
        (message,) = problems(at)
        assert "Vocabulary size is 200" in message
        assert "As before: **The lighthouse keeper**" in message
        assert at.selectbox[0].value == chosen
        assert at.text_area(key=f"{key}:text").value == text
        assert shown(at) == before
        assert dict(at.query_params) == address
        at.run()


def test_a_setting_that_is_mended_trains_the_text_that_was_refused(open_page: Open) -> None:
    at = open_page("unigram")
    before = shown(at)
    text = type_what_training_refuses(at, "unigram")
    at.number_input(key="unigram:vocab").set_value(250).run()
    assert at.selectbox[0].value == "harbour"
    assert "Vocabulary size is 250" in problems(at)[0]
    at.number_input(key="unigram:vocab").set_value(304).run()
    assert problems(at) == []
    assert at.selectbox[0].value == "own"
    assert at.text_area(key="unigram:text").value == text
    assert shown(at) != before


def test_of_a_text_that_was_refused_no_more_is_said_once_another_is_chosen(
    open_page: Open,
) -> None:
    at = open_page("unigram")
    type_what_training_refuses(at, "unigram")
    at.selectbox[0].set_value("tiny").run()
    assert not any("301 characters" in message for message in problems(at))
    at.number_input(key="unigram:vocab").set_value(30).run()
    assert at.selectbox[0].value == "tiny"


def test_the_page_says_that_a_long_text_learns_more_merges(open_page: Open) -> None:
    at = open_page("byte_bpe")
    at.text_area(key="byte_bpe:text").set_value("a long text of many words. " * 2_000)
    at.selectbox(key="byte_bpe:sample").set_value("own").run()
    assert at.number_input(key="byte_bpe:merges").value == 250
    assert any("250 merges instead of 40" in toast.value for toast in at.toast)
    assert any("250, not 40" in caption.value for caption in at.caption)


def test_a_link_to_a_broken_pattern_shows_the_message_and_the_lessons_own_replay(
    open_page: Open,
) -> None:
    plain = open_page("regex_bpe", sample="low")
    at = open_page("regex_bpe", sample="low", pattern="own", own_pattern="(")
    (message,) = problems(at)
    assert "must be a regular expression" in message
    assert replay_of(at) == replay_of(plain)
    assert at.text_input(key="regex_bpe:own_pattern").value == "("


def test_a_link_to_a_vocabulary_too_small_shows_the_lessons_own(open_page: Open) -> None:
    plain, at = open_page("wordpiece"), open_page("wordpiece", vocab="4")
    assert "Vocabulary size is 4" in problems(at)[0]
    assert replay_of(at) == replay_of(plain)


@pytest.mark.parametrize(
    ("key", "link"),
    [
        ("wordpiece", {"vocab": "4"}),
        ("sentencepiece_bpe", {"vocab": "4"}),
        ("unigram", {"vocab": "4"}),
        ("unigram", {"bytes": "1"}),
    ],
)
def test_of_a_link_that_asks_for_too_little_it_is_said_what_is_shown(
    key: str, link: dict[str, str], open_page: Open
) -> None:
    plain, at = open_page(key), open_page(key, **link)
    (message,) = problems(at)
    assert message.endswith("What is shown has the settings that this page opens with.")
    assert shown(at) == shown(plain) != []
    at.number_input(key=f"{key}:vocab").set_value(320).run()
    assert problems(at) == []


def test_of_two_faults_one_is_told(open_page: Open) -> None:
    at = open_page("wordpiece")
    at.session_state["kept values"]["wordpiece:file"] = ("photo.jpg", b"\xff")
    at.selectbox(key="wordpiece:sample").set_value("file")
    at.number_input(key="wordpiece:vocab").set_value(4).run()
    (message,) = problems(at)
    assert "must be text in UTF-8" in message
    assert len(at.error) == 2, "above the stage, and in the popover"


@pytest.mark.parametrize(("key", "elsewhere"), [("wordpiece", True), ("regex_bpe", False)])
def test_a_lesson_saved_on_another_page_says_so(key: str, elsewhere: bool, open_page: Open) -> None:
    saved = SavedLesson("abab abab", {"merges": "3"}, "regex_bpe").to_bytes()
    at = open_page(key)
    at.session_state["kept values"][f"{key}:unread"] = True
    choose_file(at, key, "x.tokviz.json", saved)
    said = [caption.value for caption in at.caption]
    assert any("saved in Regex BPE" in words for words in said) is elsewhere
    assert any(button.key == f"{key}:open_there" for button in at.button) is elsewhere


def test_a_lesson_saved_on_another_page_opens_there_with_all_it_holds(open_page: Open) -> None:
    settings = {"merges": "3", "section": "Vocabulary", "find": pack_text("ab") or "", "step": "2"}
    saved = SavedLesson("abab abab cd", settings, "regex_bpe").to_bytes()
    at = open_page("wordpiece")
    at.session_state["kept values"]["wordpiece:unread"] = True
    choose_file(at, "wordpiece", "x.tokviz.json", saved)
    at.button(key="wordpiece:open_there").click().run()
    assert at.selectbox(key="regex_bpe:sample").value == "file"
    assert at.number_input(key="regex_bpe:merges").value == 3
    assert at.text_input(key="regex_bpe:find").value == "ab"
    assert b"abab" in replay_of(at)


def test_a_saved_lesson_is_restored_by_the_run_after_one_that_was_ended(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = open_page("byte_bpe")
    at.session_state["kept values"]["byte_bpe:unread"] = True
    with monkeypatch.context() as ended:
        ended.setattr(PageState, "restore", lambda *_, **__: st.stop())
        choose_file(
            at, "byte_bpe", "x.tokviz.json", SavedLesson("abab", {"merges": "3"}).to_bytes()
        )
    at.run()
    assert at.number_input(key="byte_bpe:merges").value == 3
