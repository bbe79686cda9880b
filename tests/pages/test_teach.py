"""The plan for a class on the pages: the last section, drawn once opened; its links hold."""

import re
from collections.abc import Callable
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.guiding import PATHS, openings, words
from tests.pages.problems import problems
from tokviz.lessons import LESSONS
from tokviz.paths.plans import plan_of
from tokviz.paths.stops import GuidedPath, Stop
from tokviz.ui.shell.course import TEACH
from tokviz.ui.shell.values import pack_text
from tokviz.ui.shell.way import link_of

Open = Callable[..., AppTest]
LINKED = [
    (path, stop)
    for path in PATHS
    if (plan := plan_of(path.lesson)) is not None
    for stop in (*(question.seen for question in plan.questions), plan.home)
]
THE_LESSON = "This error is the lesson"
SHEET = "Save the work sheet (.html)"

each_path = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.lesson)


@each_path
def test_a_link_opens_the_plan_and_all_of_it(path: GuidedPath, open_page: Open) -> None:
    plan = plan_of(path.lesson)
    assert plan is not None
    at = open_page(path.lesson, section=TEACH)
    assert [tab.label for tab in at.tabs][-1] == TEACH
    assert plan.can in words(at)
    for stop in path.stops:
        assert stop.words in words(at)
    assert path.challenge.task in words(at)
    folded = [place for place in at.expander if place.label.startswith("Answer ")]
    for place, question in zip(folded, plan.questions, strict=True):
        assert question.answer in place.markdown[0].value
        assert question.seen.words in place.markdown[0].value
        assert words(at).count(question.answer) == 2, "folded, and at the end for paper"


@each_path
def test_a_plan_that_is_not_open_costs_nothing(path: GuidedPath, open_page: Open) -> None:
    at = open_page(path.lesson)
    assert TEACH in [tab.label for tab in at.tabs]
    assert "Ask the class" not in words(at)


@pytest.mark.parametrize(
    ("path", "stop"),
    LINKED,
    ids=[f"{path.lesson} {n % 4 + 1}" for n, (path, _) in enumerate(LINKED)],
)
def test_what_a_plan_links_to_opens_as_it_says(
    path: GuidedPath, stop: Stop, open_page: Open
) -> None:
    link = link_of(path, stop)
    at = open_page(path.lesson, **link)
    assert [said for said in problems(at) if THE_LESSON not in said] == []
    assert not at.toast, "nothing of the link is refused"
    assert path.lesson == "compare" or int(link["step"]) in openings(at)
    section = stop.settings.get("section")
    assert section is None or at.session_state[f"{path.lesson}:section"] == section
    for name in stop.boxes.keys() - {"text"}:
        assert at.session_state[f"{path.lesson}:{name}"] == stop.boxes[name]


@pytest.mark.parametrize("lesson", [row.key for row in LESSONS if row.training])
def test_a_short_text_has_a_work_sheet_and_a_long_one_leads_to_it(
    lesson: str, open_page: Open
) -> None:
    at = open_page(lesson, text=pack_text("low lower " * 30), section=TEACH)
    assert SHEET not in [button.proto.label for button in at.get("download_button")]
    (query,) = re.findall(
        r"at the start it has \d+ tokens, and a sheet has at most 90\. .*?\(\?(.*?)\)", words(at)
    )
    short = open_page(lesson, **dict(parse_qsl(query)))
    assert problems(short) == []
    assert SHEET in [button.proto.label for button in short.get("download_button")]
    assert re.search("students find the first [45] merges", words(short))


def test_where_nothing_was_joined_there_is_no_sheet(open_page: Open) -> None:
    at = open_page("byte_bpe", text=pack_text("abc"), min_count="2", section=TEACH)
    assert SHEET not in [button.proto.label for button in at.get("download_button")]
    assert "joined nothing" in words(at)
