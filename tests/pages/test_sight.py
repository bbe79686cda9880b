"""What stands below the stage waits: at first until the stage is painted, then until it is seen."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tokviz.ui.components import sight

Open = Callable[..., AppTest]

LESSONS = {
    **{"whitespace": 1, "word_level": 1, "byte_bpe": 4, "char_bpe": 4},
    **{"wordpiece": 5, "sentencepiece_bpe": 4, "unigram": 2},
}
"""A lesson with charts, and how many."""
BESIDE_SECTIONS = ("whitespace", "word_level")
"""Where they stand beside the sections, in a place of their own."""


def num_places(key: str) -> int:
    return 2 if key in BESIDE_SECTIONS else 1


def places(at: AppTest) -> list[bytes]:
    """What the places say that wait below the stage."""
    return [said for said in waiting(at) if not said.startswith(b"low")]


def waiting(at: AppTest) -> list[bytes]:
    """What all places say that wait, those in closed boxes too."""
    sent = [element.proto for element in at.get("bidi_component")]
    return [place.bytes for place in sent if place.component_name == "tokviz.sight"]


@pytest.mark.parametrize(("key", "charts"), LESSONS.items())
def test_a_page_opens_with_its_stage_each_time_the_reader_comes_to_it(
    key: str, charts: int, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sight, "STAGE_FIRST", True)
    at = open_page(key)
    for _ in range(2):
        assert (len(at.get("plotly_chart")), len(at.tabs)) == (0, 0)
        assert [place.split()[0] for place in places(at)] == [b"soon"] * num_places(key)
        at.session_state["kept values"][f"{key}:drawn"] = {}  # as the browser asks
        at.run()
        assert (len(at.get("plotly_chart")), len(places(at))) == (charts, 0)
        at.switch_page("pages/text_to_bytes.py").run()
        at.switch_page(f"pages/{key}.py").run()


@pytest.mark.parametrize(("key", "charts"), LESSONS.items())
def test_an_edit_draws_the_stage_and_the_names_of_the_sections(
    key: str, charts: int, open_page: Open
) -> None:
    at = open_page(key)
    assert (len(at.get("plotly_chart")), len(places(at))) == (charts, 0)
    names = [tab.label for tab in at.tabs]
    assert len(names) > 0
    at.selectbox(key=f"{key}:sample").set_value("prose").run()
    assert (len(at.get("plotly_chart")), len(places(at))) == (0, num_places(key))
    assert [tab.label for tab in at.tabs] == names


def test_the_setting_of_before_finds_its_charts_again(open_page: Open) -> None:
    at = open_page("byte_bpe")
    at.number_input(key="byte_bpe:merges").set_value(7).run()
    at.number_input(key="byte_bpe:merges").set_value(40).run()
    assert (len(at.get("plotly_chart")), len(places(at))) == (4, 0)


@pytest.mark.parametrize(
    ("key", "box"), [("regex_bpe", "pre_tokens"), ("unigram", "normalization")]
)
def test_a_closed_box_waits_until_it_is_opened_and_anew_for_each_text(
    key: str, box: str, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sight, "STAGE_FIRST", True)
    at = open_page(key, sample="prose")
    for sample in ("harbour", "rhyme"):
        at.selectbox(key=f"{key}:sample").set_value(sample).run()
        (low,) = [said for said in waiting(at) if said.startswith(b"low ")]
        assert not _drawn_in_box(at)
        at.session_state["kept values"][f"{key}:{box}_opened"] = low.removeprefix(b"low ").decode()
        at.run()
        assert low not in waiting(at)
        assert _drawn_in_box(at)


def _drawn_in_box(at: AppTest) -> bool:
    drawn = [place.proto.component_name for place in at.expander[0].get("bidi_component")]
    return "tokviz.strips" in drawn or any("why" in table.value for table in at.dataframe)
