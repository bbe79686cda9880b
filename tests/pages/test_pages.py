"""Every page through Streamlit's own test runner: it opens and never shows a traceback."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tokviz.lessons import LESSONS
from tokviz.ui.shell.values import pack_text

PAGES = [row.key for row in LESSONS]


def test_the_overview_opens(open_page: Callable[..., AppTest]) -> None:
    at = open_page(None)
    assert problems(at) == []
    assert at.title[0].value == "See how a tokenizer learns"


@pytest.mark.parametrize("key", PAGES)
def test_a_page_opens_without_a_problem(key: str, open_page: Callable[..., AppTest]) -> None:
    at = open_page(key)
    assert problems(at) == []
    assert at.title


@pytest.mark.parametrize("key", PAGES)
def test_a_page_survives_awkward_text(key: str, open_page: Callable[..., AppTest]) -> None:
    for text in ("", " ", "a", "\x00\r\n\u2028", "👩‍👩‍👧‍👦", "<b>&amp;</b> **x**"):
        at = open_page(key, text=pack_text(text) or "")
        assert list(at.exception) == [], text
