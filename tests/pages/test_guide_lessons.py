"""Guided paths between lessons: the way on and back, and a text of one's own on other pages."""

import pytest

from tests.pages.guiding import BY_LESSON, PATHS, Open, begin, forward, openings, words
from tests.pages.problems import problems
from tokviz.lessons import LESSONS


def test_a_text_of_the_path_is_not_offered_elsewhere(open_page: Open) -> None:
    at = forward(begin(open_page, "byte_bpe"), 3)
    at.switch_page("pages/regex_bpe.py")
    at.query_params.clear()
    at.run()
    assert not [button for button in at.button if "Your text from" in button.label]


@pytest.mark.parametrize("key", [row.key for row in LESSONS if row.key != "byte_bpe"])
def test_a_text_of_ones_own_is_offered_on_every_other_page(key: str, open_page: Open) -> None:
    at = open_page("byte_bpe")
    at.text_area(key="byte_bpe:text").set_value("a hen, a pen and ten men").run()
    at.selectbox(key="byte_bpe:sample").set_value("own").run()
    at.switch_page(f"pages/{key}.py")
    at.query_params.clear()  # as a link of the menu does in a browser
    at.run()
    at.button(key=f"{key}:take_over").click().run()
    assert at.selectbox(key=f"{key}:sample").value == "own"
    assert at.text_area(key=f"{key}:text").value == "a hen, a pen and ten men"
    assert problems(at) == []


def test_a_path_goes_on_in_the_next_lesson_and_back(open_page: Open) -> None:
    first, second = BY_LESSON["char_bpe"], BY_LESSON["byte_bpe"]
    at = open_page("char_bpe", path=str(len(first.stops)))
    forward(at)
    assert at.title[0].value.endswith("Byte BPE")
    assert f"1 of {len(second.stops)}" in words(at)
    assert second.step(second.stops[0]) in openings(at)
    assert at.query_params["path"] == "1"
    at.button(key="guide_back").click().run()
    assert at.title[0].value.endswith("Character BPE")
    assert f"{len(first.stops)} of {len(first.stops)}" in words(at)
    assert problems(at) == []


def test_a_reader_who_came_on_a_path_has_her_text_back_when_she_leaves(open_page: Open) -> None:
    at = open_page("byte_bpe")
    at.text_area(key="byte_bpe:text").set_value("my own words, my own words").run()
    at.selectbox(key="byte_bpe:sample").set_value("own").run()
    at.switch_page("pages/char_bpe.py")
    at.query_params.clear()
    at.run()
    at.button(key="guide_begin").click().run()
    forward(at, len(BY_LESSON["char_bpe"].stops))
    assert at.selectbox(key="byte_bpe:sample").value == "tiny"
    at.switch_page("pages/byte_bpe.py")  # AppTest presses its buttons on the page it went to itself
    at.button(key="guide_leave").click().run()
    assert at.text_area(key="byte_bpe:text").value == "my own words, my own words"
    assert "path" not in at.query_params


def test_the_paths_end_with_the_first_and_the_last_lesson(open_page: Open) -> None:
    first, last = PATHS[0], PATHS[-1]
    assert open_page(first.lesson, path="1").button(key="guide_back").disabled
    at = open_page(last.lesson, path=str(len(last.stops)))
    assert not [each for each in at.button if each.key == "guide_next"]
    at.button(key="guide_end").click().run()
    assert "Ready to teach" in [each.value for each in at.subheader]
