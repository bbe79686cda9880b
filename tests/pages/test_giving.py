"""What "Share" gives is what the page shows, and it says so where the page shows nothing."""

import json
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tokviz.ui.shell import giving
from tokviz.ui.shell.save import MakeFile

Open = Callable[..., AppTest]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What each run gives a reader who asks for the file."""
    saved: list[bytes] = []

    def ask(_: str, make: MakeFile, **__: object) -> None:
        saved.append(make(2, {"ask": "1", "evil": "x"}))

    monkeypatch.setattr(giving, "save_button", ask)
    return saved


def test_the_file_holds_what_the_run_that_gives_it_shows(
    open_page: Open, asked: list[bytes]
) -> None:
    at = open_page("byte_bpe", merges="7")
    at.text_area(key="byte_bpe:text").set_value("ten hens in a pen")
    at.number_input(key="byte_bpe:merges").set_value(5).run()
    saved = json.loads(asked[-1])
    assert saved["text"] == "ten hens in a pen"
    assert saved["settings"] == {"merges": "5", "min_count": "2", "ask": "1", "step": "2"}


def page_without_text() -> None:
    from tokviz.ui.shell.errors import explained  # noqa: PLC0415
    from tokviz.ui.shell.giving import give_lesson  # noqa: PLC0415
    from tokviz.ui.shell.state import PageState  # noqa: PLC0415

    with explained():
        give_lesson(PageState("byte_bpe"))


@pytest.mark.usefixtures("asked")
def test_where_there_is_no_text_yet_it_says_so() -> None:
    (said,) = problems(AppTest.from_function(page_without_text).run())
    assert said.startswith("A lesson is saved with its text, and this page has none yet.")
