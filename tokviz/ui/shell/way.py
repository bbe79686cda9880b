"""The way that a clicker walks on a page: its path's stops, and in a class what is asked there.

A stop is a link of its page: text, settings, step. Beyond its ends the way goes on in the lessons
beside this one; in a class, in its parts.
"""

from typing import NamedTuple

from tokviz.checks import limits
from tokviz.lessons import LESSONS, lesson
from tokviz.paths import path_of
from tokviz.paths.plans.courses import Station, way_of
from tokviz.paths.stops import GuidedPath, Stop
from tokviz.ui.shell.course import Place, place_in_course
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import pack_text

PREDICT = "predict"
"""How a page asks that lets its reader predict (``views.payload.MODES``)."""
HOME = "app.py"
"""The script of the first page."""


def link_of(path: GuidedPath, stop: Stop) -> dict[str, str]:
    """A link of text, settings and step: it shows the lesson as the stop has it."""
    boxes = {name: pack_text(text) or "" for name, text in stop.boxes.items()}
    if stop.encoded:
        boxes["new_step"] = str(limits.STEP)
    return {**stop.settings, **boxes, "step": str(path.step(stop))}


class Way(NamedTuple):
    """A path on its page; ``place``: of the class, if it is a part of one."""

    path: GuidedPath
    place: Place | None = None

    @property
    def stations(self) -> tuple[Station, ...]:
        """All its stops, by their numbers: the first is 1."""
        return way_of(self.path) if self.place is None else self.place.part.way

    def link(self, number: int) -> dict[str, str]:
        """The link of a stop: it goes there on the way, asks or not, and keeps the class."""
        course = {} if self.place is None else self.place.link
        stop = self.stations[number - 1].stop
        asks = {"ask": PREDICT if stop.asks else ""} if self.path.asks else {}
        return {**link_of(self.path, stop), **asks, "path": str(number), **course}

    def beside(self, by: int) -> "Way | None":
        """The way of the lesson, or of the class's part, before or after; None: there is none."""
        if self.place is not None:
            there = self.place.beside(by)
            return None if there is None else Way(there.part.path, there)
        at = LESSONS.index(lesson(self.path.lesson)) + by
        path = path_of(LESSONS[at].key) if 0 <= at < len(LESSONS) else None
        return None if path is None else Way(path)


def way_here(state: PageState, path: GuidedPath) -> Way:
    """The way of this page, whose address names the class."""
    return Way(path, place_in_course(state))
