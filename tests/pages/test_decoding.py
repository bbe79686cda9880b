"""“Decode ids” on every page that has it: what is typed is decoded, shared, and never lost."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tests.pages.test_any_tokenizer import at_once, open_with
from tests.payload_reader import written
from tests.pipelines import built
from tokviz.lessons import LESSONS
from tokviz.ui.components.decoding import DECODE
from tokviz.ui.shell.values import pack_text, unpack_text

__all__ = ["at_once"]  # a fixture that the test of files uses
Open = Callable[..., AppTest]
BRING = "any_tokenizer"
PAGES = [*(row.key for row in LESSONS if row.training), "word_level", BRING]


def table(at: AppTest) -> str:
    """The rows of the ids, or nothing."""
    found = [one.proto.body for one in at.get("html") if 'class="decoded"' in one.proto.body]
    return found[0] if found else ""


def with_sample(at: AppTest, sample: str) -> AppTest:
    """Another text, and what stands below the stage is in sight."""
    at.selectbox(key="word_level:sample").set_value(sample)
    at.session_state["kept values"].pop("word_level:drawn", None)
    return at.run()


def words(at: AppTest) -> str:
    return " ".join(str(one.value) for one in at.markdown)


@pytest.mark.parametrize("key", PAGES)
def test_it_opens_with_ids_that_come_back(key: str, open_page: Open) -> None:
    at = open_page(key, section=DECODE)
    assert problems(at) == []
    box = at.text_area(key=f"{key}:typed_ids")
    ids = [int(number) for number in str(box.value).split(",")]
    assert table(at).count("<tr>") == len(ids) + 1
    assert "**Encoded again:** the same ids." in words(at)
    assert "typed_ids" not in at.query_params


@pytest.mark.parametrize("key", ["byte_bpe", "unigram", BRING])
def test_what_is_wrong_is_one_sentence_and_stays_in_the_box(key: str, open_page: Open) -> None:
    at = open_page(key, section=DECODE)
    for typed in ("12, low", "12 99999999", "<b>"):
        at = at.text_area(key=f"{key}:typed_ids").set_value(typed).run()
        assert len(problems(at)) == 1
        assert at.text_area(key=f"{key}:typed_ids").value == typed
    at = at.text_area(key=f"{key}:typed_ids").set_value("").run()
    assert problems(at) == []


def test_the_tutorials_byte_128(open_page: Open) -> None:
    at = open_page("byte_bpe", section=DECODE, typed_ids=pack_text("[128]") or "")
    assert "byte 80 goes on with a character that nothing began" in table(at)
    assert written(at)[0] == "\ufffd"
    assert "other ids" in words(at)
    assert written(at)[1] == "[239, 191, 189]"


def test_ids_are_in_the_address(open_page: Open) -> None:
    at = open_page("wordpiece", section=DECODE)
    at = at.text_area(key="wordpiece:typed_ids").set_value("3, 4").run()
    said = at.query_params["typed_ids"]
    assert unpack_text(said if isinstance(said, str) else said[-1]) == "3, 4"


def test_ids_that_the_page_chose_go_with_its_tokenizer(open_page: Open) -> None:
    at = open_page("word_level", section=DECODE, sample="page")
    before = at.text_area(key="word_level:typed_ids").value
    at = with_sample(at, "low")
    assert problems(at) == []
    assert at.text_area(key="word_level:typed_ids").value != before
    at = at.text_area(key="word_level:typed_ids").set_value("0 1").run()
    at = with_sample(at, "page")
    assert at.text_area(key="word_level:typed_ids").value == "0 1"


def test_tokens_that_are_too_long_together_are_refused(open_page: Open) -> None:
    text = pack_text("a" * 100_000) or ""
    ids = pack_text("270 " * 90) or ""
    at = open_page("byte_bpe", text=text, min_count="1", merges="15", section=DECODE, typed_ids=ids)
    (said,) = problems(at)
    assert "Take some ids away" in said


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("shape", ["bert", "gpt2", "llama2", "llama3", "t5"])
def test_a_brought_file_decodes_by_its_own_decoder(shape: str, open_page: Open) -> None:
    file = ("x.json", built(shape).to_str().encode())
    at = open_with(open_page, file, text=pack_text("low hens") or "", section=DECODE)
    assert problems(at) == []
    ids = [int(number) for number in str(at.text_area(key=f"{BRING}:typed_ids").value).split(",")]
    assert table(at).count("<tr>") == len(ids) + 1
    assert written(at)[0] == built(shape).decode(ids, skip_special_tokens=False)
