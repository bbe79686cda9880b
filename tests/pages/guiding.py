"""Guided paths on their pages, without a browser: where a page stands, and the way on."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from tokviz.lessons import LESSONS
from tokviz.paths import path_of

PATHS = [path for row in LESSONS if (path := path_of(row.key)) is not None]
BY_LESSON = {path.lesson: path for path in PATHS}
REPLAYS = {"tokviz.player", "tokviz.stepper", "tokviz.rows"}
OPENING = slice(0, 4)  # bytes: the step that a replay opens on

Open = Callable[..., AppTest]


def replays(at: AppTest) -> list[bytes]:
    """What the page's replays were handed: mount and payload."""
    found = [each.proto for each in at.get("bidi_component")]
    return [proto.bytes for proto in found if proto.component_name in REPLAYS]


def openings(at: AppTest) -> list[int]:
    return [int.from_bytes(data[OPENING], "little") for data in replays(at)]


def words(at: AppTest) -> str:
    return "\n".join(element.value for element in at.markdown)


def begin(open_page: Open, lesson: str) -> AppTest:
    at = open_page(lesson)
    return at.button(key="guide_begin").click().run()


def forward(at: AppTest, times: int = 1) -> AppTest:
    for _ in range(times):
        at.button(key="guide_next").click().run()
    return at
