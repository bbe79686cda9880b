"""The whitespace page: what it counts in the reader's own text."""

import json
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tokviz.ui.components.table import LONGEST_CELL
from tokviz.ui.shell.values import pack_text

Open = Callable[..., AppTest]


def said(at: AppTest) -> str:
    return "\n".join(block.value for block in at.markdown)


def own(open_page: Open, text: str) -> AppTest:
    at = open_page("whitespace", text=pack_text(text) or "")
    assert problems(at) == []
    return at


def test_punctuation_that_sticks_is_shown(open_page: Open) -> None:
    at = own(open_page, "the end. The end of the end")
    assert list(at.dataframe[0].value["word"]) == ["end"]
    assert at.dataframe[0].value["on the list as"][0] == "end. ×1   end ×2"


def test_lost_spaces_are_counted(open_page: Open) -> None:
    assert "1 of 2 gaps was not one plain space: 3 characters" in said(own(open_page, "a b   c"))
    assert "3 of 3 gaps were not one plain space" in said(own(open_page, " a\nb\n"))
    assert "there are none in this text" in said(own(open_page, "hello"))


def test_what_is_not_in_a_text_is_not_said_of_it(open_page: Open) -> None:
    told = said(own(open_page, "     "))
    assert "this text is nothing else: of its 5 characters none comes back" in told
    assert "no word is on the list twice because of it" in told
    assert "twice or more" in said(own(open_page, "end end."))


def test_a_language_without_spaces_is_one_token(open_page: Open) -> None:
    at = own(open_page, "今日の天気はどうですか")
    assert "The longest holds 11 characters" in said(at)
    assert at.text[0].value == "今日の天気はどうですか"
    assert "The longest holds 1 character; nothing says" in said(own(open_page, "天 気"))


def test_the_growth_of_the_list_is_drawn_from_this_text(open_page: Open) -> None:
    figure = json.loads(own(open_page, "a b a c").get("plotly_chart")[0].proto.spec)
    assert figure["layout"]["title"]["text"] == "3 distinct words in 4"


def test_the_list_of_words_is_shown(open_page: Open) -> None:
    at = own(open_page, "b a b")
    at.session_state["whitespace:section"] = "The list"
    at.run()
    assert list(at.dataframe[-1].value["word"]) == ["b", "a"]
    assert list(at.dataframe[-1].value["times"]) == [2, 1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("b a b", "2 distinct words in 3; 1 of them only once."),
        ("a b", "2 distinct words in 2; each only once."),
        ("   ", "No words: the list is empty."),
    ],
)
def test_the_list_is_counted(open_page: Open, text: str, words: str) -> None:
    at = open_page("whitespace", text=pack_text(text) or "", section="The list")
    assert words in [caption.value for caption in at.caption]


def test_the_link_opens_on_its_step(open_page: Open) -> None:
    at = open_page("whitespace", sample="low", step="3")
    assert at.session_state["kept values"]["whitespace:step"][1] == 3


def test_a_word_that_is_not_on_the_list_is_not_written_down_by_looking_for_it(
    open_page: Open,
) -> None:
    at = open_page("whitespace", text=pack_text("b a b") or "", section="Inside")
    at.text_input(key="whitespace:inside_token").set_value("zebra").run()
    assert len(problems(at)) == 1
    assert "on the closed list of 2, but 'zebra' is not" in problems(at)[0]
    at.text_input(key="whitespace:inside_token").set_value("b").run()
    assert "Where it stands in the text: 2×" in said(at)


def test_a_word_as_long_as_the_text_does_not_fill_a_table(open_page: Open) -> None:
    at = own(open_page, "日" * 5_000)
    at.session_state["whitespace:section"] = "The list"
    at.run()
    assert [*map(len, at.dataframe[-1].value["word"])] == [LONGEST_CELL]
