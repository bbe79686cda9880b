"""What the lessons that this project grew from print is on the pages, at a press or two."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tests.pages.test_payloads import look
from tests.payload_reader import components, unpack, written
from tokviz.samples import sample
from tokviz.ui.shell.values import pack_text
from tokviz.views.components import STRIPS
from tokviz.views.payload import MOUNT
from tokviz.views.tables.word_ends import WITH, WITHOUT

Open = Callable[..., AppTest]


def strip(at: AppTest) -> list[str]:
    """The tokens of the one strip of the page."""
    (drawn,) = [proto.bytes for proto in components(at) if proto.component_name == STRIPS.name]
    (row,) = unpack(drawn[MOUNT.size :])[0]["rows"]
    return [bytes.fromhex(row["kinds"][kind]["hex"]).decode() for kind in row["tokens"]]


def test_whitespace_cuts_the_first_sentence_of_seed_001(open_page: Open) -> None:
    at = open_page("whitespace", sample="simple")
    assert problems(at) == []
    assert strip(at) == ["this", "is", "a", "simple", "tokenizer", "example"]


def test_the_pre_tokens_of_seed_003_are_one_press_away(open_page: Open) -> None:
    at = open_page("regex_bpe", sample="hello", section="Split pattern")
    assert problems(at) == []
    assert strip(at) == ["Hello", " world", " how", " are", " you"]


@pytest.mark.parametrize(
    "line",
    [
        "merging (101, 32) into a new token 256",
        "merging (240, 159) into a new token 257",
        "merging (226, 128) into a new token 258",
        "merging (105, 110) into a new token 259",
    ],
)
def test_the_merges_stand_in_a_list_as_seed_003_prints_them(open_page: Open, line: str) -> None:
    at = open_page("byte_bpe", sample="unicode", section="Save")
    assert problems(at) == []
    assert line in written(at)[-1].splitlines()[:4]


def test_the_vocabulary_tells_the_ids_that_seed_003_prints_of_each_merge(open_page: Open) -> None:
    table = open_page("byte_bpe", sample="unicode", section="Vocabulary").dataframe[-1].value
    assert list(zip(table["made from ids"], table["id"], strict=True))[:2] == [
        ("101 + 32", 256),
        ("240 + 159", 257),
    ]


def test_what_seed_003_encodes_is_one_press_away(open_page: Open) -> None:
    at = open_page("byte_bpe", sample="unicode", dropout="1")
    at = look(at.button(key="byte_bpe:as_printed").click().run(), "byte_bpe")
    assert problems(at) == []
    ids = "[104, 101, 108, 108, 111, 32, 119, 270, 108, 100]"
    assert f"{ids}\nhello world" in written(at)
    assert at.query_params["merges"] == "20"
    assert "byte_bpe:as_printed" not in [button.key for button in at.button]


@pytest.mark.parametrize("page", ["byte_bpe", "char_bpe"])
def test_nothing_is_offered_of_another_text(page: str, open_page: Open) -> None:
    at = open_page(page, sample="rhyme")
    assert f"{page}:as_printed" not in [button.key for button in at.button]


@pytest.mark.parametrize(
    ("page", "text", "lost"),
    [
        ("char_bpe", "this is a simple BPE tokenizer example", 0),
        ("char_bpe", "this is a simple BPE tokenizer example\n", 0),
        ("char_bpe", '"this is a simple BPE tokenizer example"', 0),
        ("char_bpe", "“this is a simple BPE tokenizer example”\r\n", 0),
        ("byte_bpe", sample("unicode").text, 0),
        ("byte_bpe", sample("unicode").text.replace("\u200c", ""), 6),
        ("byte_bpe", f'"{sample("unicode").text.replace(chr(0x200C), "", 2)}"\n', 2),
    ],
)
def test_a_copy_of_the_tutorials_text_has_the_offer_too(
    page: str, text: str, lost: int, open_page: Open
) -> None:
    at = open_page(page, text=pack_text(text))
    assert at.session_state[f"{page}:sample"] == "own"
    told = [block.value for block in at.markdown if "lost in copying" in block.value]
    assert [words[:3] for words in told] == ([f"**{lost}"] if lost else [])
    at.button(key=f"{page}:as_printed").click().run()
    assert problems(at) == []
    assert at.session_state[f"{page}:sample"] in ("simple", "unicode")
    assert f"{page}:as_printed" not in [button.key for button in at.button]
    assert not [block for block in at.markdown if "lost in copying" in block.value]


def test_the_tutorials_words_are_cut_by_the_training_that_it_made(open_page: Open) -> None:
    at = open_page("char_bpe", sample="simple", which=WITHOUT)
    at = look(at.button(key="char_bpe:as_printed").click().run(), "char_bpe")
    assert at.session_state["char_bpe:which"] == WITH
