"""A tokenizer that the reader brought is looked into as ours are, and apart from the server."""

from collections.abc import Callable

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.files.valid_files import few_files, valid_files
from tests.matrix import few
from tests.pages.apart import done_here
from tests.pages.problems import problems
from tests.pages.test_any_tokenizer import open_with
from tests.pages.test_inside import inside, words
from tests.pipelines import built
from tokviz.checks.errors import TokvizError

Open = Callable[..., AppTest]
KEY = "any_tokenizer"
VIEWS = {
    "token": "Where it stands in the text",
    "vocabulary": "tokens**",
    "never": "come back when they are decoded",
}


@pytest.fixture(autouse=True)
def apart(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a worker would be asked for; it is done here."""
    st.cache_resource.clear()
    return done_here(monkeypatch)


def test_nothing_is_looked_into_before_the_view_is_opened(
    open_page: Open, apart: list[str]
) -> None:
    at = open_with(open_page, ("tokenizer.json", built("bert").to_str().encode()))
    assert set(apart) <= {"load_counted", "examine", "record"}
    assert "How it was made" not in words(at)


@pytest.mark.parametrize("shape", ["gpt2", "llama2", "t5", "bert", "word_level"])
@pytest.mark.parametrize("view", VIEWS)
def test_every_view_opens_on_a_brought_tokenizer_json(
    open_page: Open, apart: list[str], shape: str, view: str
) -> None:
    at = open_with(open_page, ("tokenizer.json", built(shape).to_str().encode()))
    inside(at, KEY, view, inside_token="the")
    assert problems(at) == []
    assert VIEWS[view] in words(at)
    expected = {"token": "find_token", "vocabulary": "examine", "never": "unreachable"}
    assert expected[view] in apart


@pytest.mark.parametrize("number", few(range(len(valid_files())), first=few_files()))
def test_a_token_of_a_file_of_every_format_is_looked_into(open_page: Open, number: int) -> None:
    file = valid_files()[number]
    at = open_with(open_page, (f"model{file.suffix}", file.content), sample="korean")
    inside(at, KEY, "token")
    assert problems(at) == []
    assert VIEWS["token"] in words(at)


@pytest.mark.parametrize("view", VIEWS)
def test_gpt2_is_looked_into_at_once(open_page: Open, apart: list[str], view: str) -> None:
    at = inside(open_page(KEY), KEY, view, inside_token=" SolidGoldMagikarp")
    assert problems(at) == []
    assert VIEWS[view] in words(at)
    assert apart == []


def test_the_place_and_the_merge_of_a_brought_token_are_shown(open_page: Open) -> None:
    content = built("gpt2").to_str().encode()
    at = open_with(open_page, ("tokenizer.json", content), sample="prose")
    inside(at, KEY, "token", inside_token=" the")
    said = words(at)
    assert "How it was made" in said
    assert "<mark>" in said


def test_looking_that_takes_too_long_is_said_and_the_page_goes_on(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*_: object, **__: object) -> None:
        raise TokvizError("Looking inside may take up to 60 seconds here. Use another one.")

    at = open_with(open_page, ("tokenizer.json", built("bert").to_str().encode()))
    monkeypatch.setattr("tokviz.ui.lessons.any_tokenizer.with_brought", late)
    inside(at, KEY, "never")
    assert ["Looking inside may take up to" in error.value for error in at.error] == [True]
    inside(at, KEY, "token", inside_token="")
    at.session_state[f"{KEY}:section"] = "What it is"
    at.run()
    assert problems(at) == []
