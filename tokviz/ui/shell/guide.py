"""The guided path of a lesson on its page: the way in, the strip with its stops, the way out.

Going to a stop opens the page anew as the stop's link has it; from there the reader is free. What
she had before the path is back when she leaves it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import streamlit as st

from tokviz.checks import limits
from tokviz.lessons import lesson
from tokviz.paths import stops
from tokviz.paths.plans.courses import Station
from tokviz.paths.stops import GuidedPath
from tokviz.ui.shell.course import NO_COURSE, Place, leave_course, place_in_course, place_of
from tokviz.ui.shell.earlier import WAY_LEFT, back_on_way
from tokviz.ui.shell.guide_strip import beginning, room_html, strip, words_of
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.mounting import mount, said
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import choice, whole_number
from tokviz.ui.shell.way import HOME, Way, way_here
from tokviz.views.components import GUIDE

NOT_ON_IT = 0
"""The number of the stop where the reader is at none; the first stop is 1."""
SCRIPT = "guide_script"
LOOK = "look"
"""What a link says of the place of a page at which an answer is seen."""
_LOOKED = "look_of"
"""The link of the page that pointed there: of another text it proves nothing."""
_TEXTS = {"sample", "text"}
"""A link names its text by one of these."""
_STOP, _OPENED = "guide_stop", "guide_opened"
"""What the stop's link says, and what the page's said when the stop was opened."""
_ACROSS = "guide_across"
"""Which way the reader leaves the path's end for another lesson's, -1 or 1, and the step at which
she left that lesson before, if anybody knows it."""
_STYLE = f"<style>{Path(__file__).with_name('guide.css').read_text(encoding='utf-8')}</style>"
_CHANGED = "<style>.stApp .st-key-guide_changed { display: block; }</style>"
_UNCHANGED = "<style>.stApp .st-key-guide_changed { display: none; }</style>"
"""The strip is drawn once, the lesson with every edit: so it shows and hides the strip's words."""


def guide(state: PageState, path: GuidedPath) -> None:
    """Draw the path's strip where the reader is on it.

    Before all that the page draws: a link may name a stop.
    """
    way = way_here(state, path)
    _cross(state, way)
    number = _stop_number(state, way)
    station = None if number == NOT_ON_IT else way.stations[number - 1]
    state.put(_STOP, None if station is None else way.link(number))
    mount(
        GUIDE,
        key=SCRIPT,
        data={
            "stop": "" if station is None else f"{path.lesson} {number}",
            "look": _look(state) if station is None else station.stop.look,
            "predicts": station is not None and station.stop.asks,
            "untold": None if station is None else path.untold(station.stop),
            "beside": _lessons_beside(way, number),
            "asks": _asks(station),
            "course": None if station is None or way.place is None else way.place.told,
            "says": _says(way, number),
        },
        on_begin_change=lambda: _go(state, way, 1, step=_step(said(SCRIPT, "begin")) or 0),
        on_across_change=lambda: _walk_as_said(state, path),
    )
    if station is not None:
        st.html(_STYLE)
        if style_html := room_html(way, number):
            st.html(style_html)
        with st.bottom, st.container(key="guide"):
            strip(state, way, number, lambda by: walk(state, path, by), lambda: _leave(state))


def _look(state: PageState) -> str:
    """What a link off every path points at: where an answer is seen."""
    read = choice(get_args(stops.Place))
    state.put("shared", {**(state.kept("shared") or {}), LOOK: ("", read)})
    if state.kept(LOOK) is None:
        state.put(LOOK, state.linked(LOOK, "", read))
    return str(state.kept(LOOK))


def _asks(station: Station | None) -> dict[str, Any] | None:
    """What is asked there, for the class that this page may lead."""
    asking = None if station is None else station.asking
    if asking is None:
        return None
    return {"ballot": asking.question.ballot, "answered": asking.is_answered}


def _says(way: Way, number: int) -> dict[str, Any]:
    """What the stop says and what the next one does, for the phone of who leads a class there."""
    if number == NOT_ON_IT:
        return {"here": "", "coming": "", "stop": None}
    stop = [number, len(way.stations)]
    return {"here": words_of(way, number), "coming": words_of(way, number + 1), "stop": stop}


def way_in(state: PageState, path: GuidedPath, place: Any) -> None:
    """Draw the button that begins the path, where the reader is not on it.

    Where a class left it for its sentences, the button leads back to the stop that it left.
    """
    way = way_here(state, path)
    if _stop_number(state, way) != NOT_ON_IT:
        return
    if left := state.kept(WAY_LEFT):
        _back_in(state, path, left.page, place)
    elif place.button(
        "Guided path",
        key="guide_begin",
        type="tertiary",
        icon="🧭",
        help=literal(f"{path.title}, in {len(path.stops):,} stops and a challenge."),
    ):
        _go(state, way, 1)
        st.rerun()  # the strip is none of what an edit draws anew


def _back_in(state: PageState, path: GuidedPath, left: Mapping[str, Any], place: Any) -> None:
    """Draw the button to the stop that a class left; ``left`` is what the page had there."""
    way = Way(path, place_of(state.page, left.get("course") or NO_COURSE))
    if place.button(
        f"Back to stop {left['path']:,} of {len(way.stations):,}",
        key="way_left",
        type="primary",
        icon="↩️",
        help=literal(beginning(way)),
    ):
        back_on_way(state)
        st.rerun()


def _stop_number(state: PageState, way: Way) -> int:
    """Where the reader is on the path; opened by a link, the page shows that stop."""
    read = whole_number(1, len(way.stations))
    state.put("shared", {**(state.kept("shared") or {}), "path": (NOT_ON_IT, read)})
    if state.kept("path") is None:
        number = int(state.linked("path", NOT_ON_IT, read))
        state.put("path", number)
        if number != NOT_ON_IT:  # what the link says besides, the reader who shared it had set
            st.query_params.from_dict(_besides(way.link(number), st.query_params.to_dict()))
    return min(int(state.kept("path")), len(way.stations))


def _besides(stop: dict[str, str], said: dict[str, str]) -> dict[str, str]:
    """The stop's link, and before it what a link says; its text goes before the stop's sample."""
    if said.keys() & _TEXTS:
        stop = {name: value for name, value in stop.items() if name not in _TEXTS}
    return {**stop, **said}


def _step(told: object) -> int | None:
    """A step at which the reader leaves a page for a path; only her browser knows it."""
    return min(max(told, 0), limits.STEP) if isinstance(told, int) else None


def _go(state: PageState, way: Way, number: int, step: int = 0) -> None:
    """To a stop of the way; ``step`` is where the reader leaves the page's replay for it."""
    st.query_params.from_dict(_set_out(state, way, number, step))


def begin_class(number: int) -> None:
    """To the first stop of this class, the first class being 1, from another page."""
    place = Place(number, 0)
    _open(Way(place.part.path, place), 1)


def _open(way: Way, number: int, step: int | None = None) -> None:
    """To a stop of another page's way; ``step`` is where the reader left that page's replay."""
    key = way.path.lesson
    st.switch_page(lesson(key).page, query_params=_set_out(PageState(key), way, number, step))


def _cross(state: PageState, way: Way) -> None:
    """To the path of the lesson beside this one, where the reader wants to go there; past the end
    of the last one, to the first page.

    Not at once: from where a press is taken, Streamlit goes to no other page.
    """
    by, step = state.kept(_ACROSS) or (0, None)
    if not by:
        return
    state.put(_ACROSS, None)
    other = way.beside(by)
    if other is not None:
        _open(other, 1 if by > 0 else len(other.stations), step)
    elif by > 0:
        st.switch_page(HOME)


def _set_out(state: PageState, way: Way, number: int, step: int | None) -> dict[str, str]:
    """Be on the way at this stop, and return its link; what the reader leaves is kept for her."""
    on = state.kept("path") not in (None, NOT_ON_IT)
    before = state.kept("before_path") if on else state.left(step)
    link = way.link(number)
    state.await_link(link)
    state.put("before_path", before)
    state.put("path", number)
    state.put(_OPENED, None)
    return link


def walk(state: PageState, path: GuidedPath, by: int, step: int | None = None) -> None:
    """So many stops on; a press counts too that comes before the strip of the last one is drawn.

    At the ends of a path it goes on in the lessons beside it, so a clicker shows one after another;
    in a class, in its parts. Past the end of all is the first page.
    ``step`` is where the reader left that lesson's replay.
    """
    way, number = way_here(state, path), int(state.kept("path")) + by
    if 1 <= number <= len(way.stations):
        _go(state, way, number)
    elif by > 0 or way.beside(by) is not None:
        state.put(_ACROSS, (by, step))


def _walk_as_said(state: PageState, path: GuidedPath) -> None:
    told = said(SCRIPT, "across")
    by = told.get("by") if isinstance(told, Mapping) else None
    if isinstance(by, int) and by in (-1, 1):
        walk(state, path, by, _step(told.get("step")))


def _lessons_beside(way: Way, number: int) -> dict[str, str]:
    """The lessons that the buttons of this stop lead to, by the buttons' names."""
    ends = {"back": (1, -1), "next": (len(way.stations), 1)}
    return {
        name: other.path.lesson
        for name, (end, by) in ends.items()
        if number == end and (other := way.beside(by)) is not None
    }


def _leave(state: PageState) -> None:
    """Off the path, to what the reader had before it; off a class with all its parts."""
    place = place_in_course(state)
    parts = () if place is None else place.whole.parts
    pages = [PageState(part.lesson) for part in parts] or [state]  # this page is one of them
    for each in pages:
        before = each.kept("before_path")
        if before is not None:
            each.recall(before)
        if each.kept("path") is not None:
            each.put("path", NOT_ON_IT)
            each.put("before_path", None)
            leave_course(each)


def tell_changed(state: PageState, link: dict[str, str]) -> None:
    """Where the page shows another text or setting than the stop's, the stop's words say so."""
    stop = state.kept(_STOP)
    if stop is None:
        if state.kept(_LOOKED) not in (None, link):
            state.put(LOOK, "")
        state.put(_LOOKED, link)
        return
    if state.kept(_OPENED) is None:
        state.put(_OPENED, link)
    named = {*_TEXTS, *(stop.keys() & link.keys())}
    other = any(stop.get(name) != link.get(name) for name in named)
    changed = other or link != state.kept(_OPENED)
    if changed:
        st.html(_CHANGED)
    else:
        st.html(_UNCHANGED)  # in its place: what is drawn after it stays where it is
