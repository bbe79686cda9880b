"""Every page through Streamlit's own test runner: it opens and never shows a traceback."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tokviz.lessons import LESSONS
from tokviz.ui.state import pack_text

ROOT = Path(__file__).parents[2]

PAGES = [row.key for row in LESSONS]


@pytest.fixture
def open_page() -> Callable[..., AppTest]:
    def go(key: str | None, **query: str) -> AppTest:
        at = AppTest.from_file(ROOT / "app.py", default_timeout=60)
        for name, value in query.items():
            at.query_params[name] = value
        if key is None:
            return at.run()
        return at.run().switch_page(f"pages/{key}.py").run()

    return go


def problems(at: AppTest) -> list[str]:
    return [error.value for error in (*at.exception, *at.error)]


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
