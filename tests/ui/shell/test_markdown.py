"""Words that are not ours are shown as they stand."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz.ui.shell.markdown import WORD_JOINER, literal, unmarked


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("vocab size is 20", "vocab size is 20"),
        ("**a** _b_", r"\*\*a\*\* \_b\_"),
        ("(a|aa)+$", r"(a\|aa)+\$"),
        ("[x](y) <b>", r"\[x\](y) \<b\>"),
        ("two\n\n    lines", "two lines"),
        (":smile:", rf"\:{WORD_JOINER}smile\:"),
        ("a@b", f"a@{WORD_JOINER}b"),
        ("WWW.b", f"WWW{WORD_JOINER}.b"),
        ("- item", r"\- item"),
        ("1. item", r"1\. item"),
        ("12) item", r"12\) item"),
        ("1 item - 2", "1 item - 2"),
        ("a -> b", rf"a -{WORD_JOINER}\> b"),
    ],
)
def test_markup_becomes_text(text: str, markdown: str) -> None:
    assert literal(text) == markdown


@given(st.text(alphabet="ab\\`*_[]()<>~$!#|&:@-=. "))
def test_nothing_but_backslashes_and_joiners_is_added(text: str) -> None:
    markdown = literal(text).replace(WORD_JOINER, "")
    assert markdown.replace("\\\\", "\0").replace("\\", "").replace("\0", "\\") == text


@given(st.text())
def test_a_sentence_with_others_words_is_plain_text_again(text: str) -> None:
    on_one_line = " ".join(re.split(r"\s*[\r\n]\s*", text.replace(WORD_JOINER, "")))
    assert unmarked(f"step 5 joins **{literal(text)}**") == f"step 5 joins {on_one_line}"
