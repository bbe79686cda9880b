"""After an edit, what stands below the stage waits until the reader looks at it."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

Open = Callable[..., AppTest]

LESSONS = {"byte_bpe": 4, "char_bpe": 4, "wordpiece": 5, "sentencepiece_bpe": 4, "unigram": 2}
"""A lesson that trains, and its charts."""


def places(at: AppTest) -> list[str]:
    sent = [element.proto.component_name for element in at.get("bidi_component")]
    return [name for name in sent if name == "tokviz.sight"]


@pytest.mark.parametrize(("key", "charts"), LESSONS.items())
def test_a_page_opens_whole_and_an_edit_draws_its_stage_alone(
    key: str, charts: int, open_page: Open
) -> None:
    at = open_page(key)
    assert (len(at.get("plotly_chart")), len(places(at))) == (charts, 0)
    assert len(at.tabs) > 0
    at.selectbox(key=f"{key}:sample").set_value("prose").run()
    assert (len(at.get("plotly_chart")), len(places(at)), len(at.tabs)) == (0, 2, 0)


def test_the_setting_of_before_finds_its_charts_again(open_page: Open) -> None:
    at = open_page("byte_bpe")
    at.number_input(key="byte_bpe:merges").set_value(7).run()
    at.number_input(key="byte_bpe:merges").set_value(40).run()
    assert (len(at.get("plotly_chart")), len(places(at))) == (4, 0)
