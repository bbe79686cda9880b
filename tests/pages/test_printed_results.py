"""What the lessons that this project grew from print is on the pages, at a press or two."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tests.payload_reader import components, unpack, written
from tokviz.views.components import STRIPS
from tokviz.views.payload import MOUNT

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
