"""What a reader says is shown as it stands in every section of every page, which the page names.

A long text of many payloads, and a short one of few words: they become tokens, stand often, and are
looked for, each alone. A box holds one that the text has, one that it has not, or nothing.
"""

import json
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.test_payloads import check, fill, look
from tests.payloads import PAYLOADS, TEXT
from tokviz.lessons import LESSONS
from tokviz.ui.shell.values import pack_text

Open = Callable[..., AppTest]
KEYS = [row.key for row in LESSONS]
WORDS = ("**bold**", "<b>bold</b>", "__bold__", ":smile:")
"""Payloads without a space, of which a tokenizer makes tokens."""
SHORT = " ".join(WORDS * 20)
STRANGE = "$x^2$ <br>"
"""No word, no token and no id of it."""


def sections(at: AppTest) -> list[str]:
    """All of the page, by its own list."""
    return [tab.label for tab in at.tabs]


def opened(at: AppTest, key: str, section: str) -> AppTest:
    at.session_state[f"{key}:section"] = section
    return look(at, key)


@pytest.mark.parametrize("key", KEYS)
def test_no_text_in_any_box_is_markup(key: str, open_page: Open) -> None:
    at = open_page(key, text=pack_text(TEXT) or "", special=json.dumps(PAYLOADS[:60]))
    check(at)
    check(fill(at, key))
    assert len(sections(at)) > 2
    for section in sections(at):
        check(opened(at, key, section))
        check(fill(at, key))


@pytest.mark.parametrize("key", KEYS)
def test_no_word_that_is_known_strange_or_missing_is_markup(key: str, open_page: Open) -> None:
    at = open_page(key, text=pack_text(SHORT) or "", merges="60", vocab="300")
    for section in sections(at):
        check(opened(at, key, section))
        for typed in (WORDS[0], STRANGE, ""):
            check(fill(at, key, typed, but=("pattern", ":text")))
