"""An encoding that this machine keeps stands beside GPT-2: one press, and no network."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tests.pages.test_any_tokenizer import at_once, words
from tests.references.test_encodings import NAME, Server, afresh, place
from tokviz.references import encodings
from tokviz.ui.shell.markdown import literal

__all__ = ["at_once", "place"]  # fixtures that the tests here use

Open = Callable[..., AppTest]
WHOSE = "any_tokenizer:whose"


def offered(at: AppTest) -> list[str]:
    return list(at.segmented_control(key=WHOSE).options)


@pytest.mark.usefixtures("place")
def test_it_is_offered_beside_gpt2_and_shown_at_a_press(open_page: Open) -> None:
    assert "GPT-4o" not in str(offered(open_page("any_tokenizer")))
    encodings.fetch(NAME)
    afresh()
    at = open_page("any_tokenizer")
    assert offered(at)[:2] == ["GPT-2", f"GPT-4o ({NAME})"]
    at.segmented_control(key=WHOSE).set_value(NAME).run()
    assert problems(at) == []
    assert f"tiktoken: {NAME}" in words(at).replace("\\", "")
    assert "262 tokens" in words(at)
    assert at.query_params["whose"] == NAME
    assert Server.asked == 1


@pytest.mark.usefixtures("place")
def test_what_the_page_fetches_is_kept(open_page: Open) -> None:
    at = open_page("any_tokenizer", whose="tiktoken", encoding=NAME)
    assert Server.asked == 0
    at.button(key="any_tokenizer:fetch_encoding").click().run()
    assert problems(at) == []
    assert (Server.asked, encodings.kept()) == (1, [NAME])
    assert "could not be kept" not in words(at)


def test_where_it_cannot_be_kept_the_page_says_so_and_shows_it(
    open_page: Open, place: Path
) -> None:
    at = open_page("any_tokenizer", whose="tiktoken", encoding=NAME)
    place.write_text("no folder")
    at.button(key="any_tokenizer:fetch_encoding").click().run()
    assert problems(at) == []
    assert "It could not be kept. Set TOKVIZ_ENCODINGS" in words(at)


def test_one_that_is_gone_gives_way_to_gpt2(open_page: Open, place: Path) -> None:
    encodings.fetch(NAME)
    at = open_page("any_tokenizer", whose=NAME)
    for file in place.iterdir():
        file.unlink()
    at.run()
    assert problems(at) == []
    assert at.session_state[WHOSE] == "gpt2"


@pytest.mark.usefixtures("place")
def test_a_link_fetches_none_that_is_not_there(open_page: Open) -> None:
    at = open_page("any_tokenizer", whose=NAME)
    assert any(
        f"“whose” is “{literal(NAME)}”, which is not on offer here" in toast.value
        for toast in at.toast
    )
    assert Server.asked == 0


@pytest.mark.usefixtures("place")
def test_side_by_side_takes_it_after_that(open_page: Open) -> None:
    encodings.fetch(NAME)
    at = open_page("any_tokenizer", whose=NAME)
    at.switch_page("pages/compare.py").run()
    assert problems(at) == []
    offers = [re.sub(r"[^\w: ]", "", name) for box in at.pills for name in box.options]
    assert f"tiktoken: {NAME}" in offers
