"""One algorithm module and one row make a lesson: every shared page works with it, unedited."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import tokviz
from tests.added_lesson import write_app
from tests.pages.problems import problems
from tests.payload_reader import components, unpack
from tests.random_bpe import ROW
from tokviz import lessons
from tokviz.views.payload import MOUNT


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setattr(lessons, "LESSONS", (*lessons.LESSONS, ROW))
    return AppTest.from_file(write_app(tmp_path), default_timeout=60).run()


def written(at: AppTest) -> str:
    elements = (*at.title, *at.markdown, *at.caption, *at.text, *at.info, *at.code)
    return "\n".join(str(element.value) for element in elements)


def test_the_overview_has_its_card(app: AppTest) -> None:
    assert problems(app) == []
    assert ROW.idea in written(app)


def test_its_page_trains_and_replays(app: AppTest) -> None:
    at = app.switch_page(ROW.page).run()
    assert problems(at) == []
    assert ROW.title in at.title[0].value
    assert ROW.ties in written(at)
    player = components(at)[0]
    assert b"pairs were drawn" in player.bytes
    assert len(at.get("plotly_chart")) == 4


@pytest.mark.parametrize("section", ["Encode new text", "Beside GPT-2", "Vocabulary", "Save"])
def test_each_section_works(section: str, app: AppTest) -> None:
    at = app.switch_page(ROW.page).run()
    at.session_state["random_bpe:section"] = section
    at.run()
    assert problems(at) == []
    assert "None" not in written(at)


def test_its_saved_model_is_loaded_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "LESSONS", (*lessons.LESSONS, ROW))
    tok = ROW.variants[0].train("the hen and the pen")
    tok.save(tmp_path / "x.json")
    loaded = tokviz.load(tmp_path / "x.json")
    assert isinstance(loaded, type(tok))
    assert loaded.encode("then a den") == tok.encode("then a den")


def test_it_is_compared_with_the_others(app: AppTest) -> None:
    at = app.switch_page("pages/compare.py").run()
    at.session_state["compare:tokenizers"] = ["Random merges", "GPT-2"]
    at.run()
    assert problems(at) == []
    rows = unpack(components(at)[0].bytes[MOUNT.size :])[0]["rows"]
    assert [row["name"] for row in rows] == ["Random merges", "GPT-2"]
