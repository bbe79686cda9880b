"""The code that runs is on the page only where the reader asks for it, and in the link."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.added_lesson import write_app
from tests.pages.problems import problems
from tests.random_bpe import ROW
from tokviz import lessons
from tokviz.ui.shell.values import pack_text

Open = Callable[..., AppTest]
LEARNS = ["word_level", "char_bpe", "byte_bpe", "regex_bpe", "wordpiece", "sentencepiece_bpe"]
LEARNS += ["unigram"]
ENCODES = ["char_bpe", "byte_bpe", "regex_bpe", "wordpiece", "sentencepiece_bpe"]


def panes(at: AppTest) -> int:
    names = [element.proto.component_name for element in at.get("bidi_component")]
    return names.count("tokviz.code")


@pytest.mark.parametrize("key", LEARNS)
def test_the_toggle_brings_the_code_and_a_link_does(key: str, open_page: Open) -> None:
    at = open_page(key)
    assert panes(at) == 0
    at.toggle(key=f"{key}:code").set_value(True).run()
    assert panes(at) == 1
    assert panes(open_page(key, code="1")) == 1


@pytest.mark.parametrize("key", ENCODES)
def test_encoding_shows_its_code_in_its_section(key: str, open_page: Open) -> None:
    assert panes(open_page(key, section="Encode new text", encode_code="1")) == 1


def test_the_lattice_shows_its_code_in_its_section(open_page: Open) -> None:
    assert panes(open_page("unigram", section="Lattice", lattice_code="1")) == 1


@pytest.mark.parametrize("text", ["", "a", "é\x00\u202e"])
@pytest.mark.parametrize("key", ["byte_bpe", "char_bpe", "unigram", "word_level"])
def test_a_text_of_nothing_or_of_anything_has_its_code(
    key: str, text: str, open_page: Open
) -> None:
    packed = pack_text(text)
    assert packed is not None
    at = open_page(key, code="1", text=packed)
    assert problems(at) == []
    assert panes(at) == 1


def test_a_lesson_that_somebody_adds_has_it_with_its_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lessons, "LESSONS", (*lessons.LESSONS, ROW))
    at = AppTest.from_file(write_app(tmp_path), default_timeout=60).run()
    at = at.switch_page(ROW.page).run()
    at.toggle(key=f"{ROW.key}:code").set_value(True).run()
    assert problems(at) == []
    assert panes(at) == 1
