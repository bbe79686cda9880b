"""The guided path of a lesson on its page: the way in, the strip with its stops, the way out.

A stop is a link of its page: text, settings, step. Going to it opens the page anew as that link
has it; from there the reader is free. What she had before the path is back when she leaves it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from tokviz.lessons import LESSONS, lesson
from tokviz.paths import path_of
from tokviz.paths.glossary import with_terms
from tokviz.paths.stops import GuidedPath, Stop
from tokviz.text import limits
from tokviz.text.pre_tokens import well_formed
from tokviz.ui.shell.course import Place, leave_course, path_beside, place_in_course, to_ask
from tokviz.ui.shell.errors import fragment
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.mounting import mount, said
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import Text, pack_text, whole_number
from tokviz.views.components import GUIDE

NOT_ON_IT = 0
"""The number of the stop where the reader is at none; the first stop is 1."""
SCRIPT = "guide_script"
_TEXTS = {"sample", "text"}
"""A link names its text by one of these."""
_STOP, _OPENED = "guide_stop", "guide_opened"
"""What the stop's link says, and what the page's said when the stop was opened."""
_AGAIN = "Show this stop again, as it was"
_ACROSS = "guide_across"
"""Which way the reader leaves the path's end for another lesson's, -1 or 1, and the step at which
she left that lesson before, if anybody knows it."""
_STYLE = f"<style>{Path(__file__).with_name('guide.css').read_text(encoding='utf-8')}</style>"
_BOX_STYLE = "<style>.stApp { --tokviz-box: 42px; }</style>"
"""The room that the challenge's box takes at the last stop."""
_CHANGED = "<style>.stApp .st-key-guide_changed { display: block; }</style>"
_UNCHANGED = "<style>.stApp .st-key-guide_changed { display: none; }</style>"
"""The strip is drawn once, the lesson with every edit: so it shows and hides the strip's words."""


def link_of(path: GuidedPath, stop: Stop) -> dict[str, str]:
    """A link of text, settings and step: it shows the lesson as the stop has it."""
    boxes = {name: pack_text(text) or "" for name, text in stop.boxes.items()}
    if stop.encoded:
        boxes["new_step"] = str(limits.STEP)
    return {**stop.settings, **boxes, "step": str(path.step(stop))}


def stop_link(path: GuidedPath, number: int) -> dict[str, str]:
    """The link of a stop of the path: it goes there on the path."""
    return {**link_of(path, path.stops[number - 1]), "path": str(number)}


def guide(state: PageState, path: GuidedPath) -> None:
    """Draw the path's strip where the reader is on it.

    Before all that the page draws: a link may name a stop.
    """
    _cross(state, path)
    number = _stop_number(state, path)
    look = "" if number == NOT_ON_IT else path.stops[number - 1].look
    stop = "" if number == NOT_ON_IT else f"{path.lesson} {number}"
    state.put(_STOP, None if number == NOT_ON_IT else stop_link(path, number))
    mount(
        GUIDE,
        key=SCRIPT,
        data={"stop": stop, "look": look, "beside": _lessons_beside(state, path, number)},
        on_begin_change=lambda: _go(state, path, 1, step=_step(said(SCRIPT, "begin")) or 0),
        on_across_change=lambda: _walk_as_said(state, path),
    )
    if number != NOT_ON_IT:
        st.html(_STYLE)
        if number == len(path.stops):
            st.html(_BOX_STYLE)
        with st.bottom, st.container(key="guide"):
            _strip(state, path, number)


def way_in(state: PageState, path: GuidedPath, place: Any) -> None:
    """Draw the button that begins the path, where the reader is not on it."""
    if _stop_number(state, path) == NOT_ON_IT and place.button(
        "Guided path",
        key="guide_begin",
        type="tertiary",
        icon="🧭",
        help=literal(f"{path.title}, in {len(path.stops):,} stops and a challenge."),
    ):
        _go(state, path, 1)
        st.rerun()  # the strip is none of what an edit draws anew


def _stop_number(state: PageState, path: GuidedPath) -> int:
    """Where the reader is on the path; opened by a link, the page shows that stop."""
    read = whole_number(1, len(path.stops))
    state.put("shared", {**(state.kept("shared") or {}), "path": (NOT_ON_IT, read)})
    if state.kept("path") is None:
        number = int(state.linked("path", NOT_ON_IT, read))
        state.put("path", number)
        if number != NOT_ON_IT:  # what the link says besides, the reader who shared it had set
            st.query_params.from_dict(_besides(stop_link(path, number), st.query_params.to_dict()))
    return int(state.kept("path"))


def _besides(stop: dict[str, str], said: dict[str, str]) -> dict[str, str]:
    """The stop's link, and before it what a link says; its text goes before the stop's sample."""
    if said.keys() & _TEXTS:
        stop = {name: value for name, value in stop.items() if name not in _TEXTS}
    return {**stop, **said}


def _step(told: object) -> int | None:
    """A step at which the reader leaves a page for a path; only her browser knows it."""
    return min(max(told, 0), limits.STEP) if isinstance(told, int) else None


def _go(state: PageState, path: GuidedPath, number: int, step: int = 0) -> None:
    """To a stop of the path; ``step`` is where the reader leaves the page's replay for it."""
    st.query_params.from_dict(_set_out(state, path, number, step, place_in_course(state)))


def _cross(state: PageState, path: GuidedPath) -> None:
    """To the path of the lesson beside this one, where the reader wants to go there.

    Not at once: from where a press is taken, Streamlit goes to no other page.
    """
    by, step = state.kept(_ACROSS) or (0, None)
    other = _beside(state, path, by) if by else None
    if other is not None:
        number = 1 if by > 0 else len(other.stops)
        link = _set_out(PageState(other.lesson), other, number, step, place_in_course(state))
        state.put(_ACROSS, None)
        st.switch_page(lesson(other.lesson).page, query_params=link)


def _set_out(
    state: PageState, path: GuidedPath, number: int, step: int | None, place: Place | None
) -> dict[str, str]:
    """Be on the path at this stop, and return its link; what the reader leaves is kept for her.

    ``place``: of a class, which the link names, too.
    """
    on = state.kept("path") not in (None, NOT_ON_IT)
    before = state.kept("before_path") if on else state.left(step)
    link = {**stop_link(path, number), **(place.link if place else {})}
    state.await_link(link)
    state.put("before_path", before)
    state.put("path", number)
    state.put(_OPENED, None)
    return link


def walk(state: PageState, path: GuidedPath, by: int, step: int | None = None) -> None:
    """So many stops on; a press counts too that comes before the strip of the last one is drawn.

    At the ends of a path it goes on in the lessons beside it, so a clicker shows one after another;
    in a class, in its parts.
    ``step`` is where the reader left that lesson's replay.
    """
    number = int(state.kept("path")) + by
    if 1 <= number <= len(path.stops):
        _go(state, path, number)
    elif _beside(state, path, by) is not None:
        state.put(_ACROSS, (by, step))


def _walk_as_said(state: PageState, path: GuidedPath) -> None:
    told = said(SCRIPT, "across")
    by = told.get("by") if isinstance(told, Mapping) else None
    if isinstance(by, int) and by in (-1, 1):
        walk(state, path, by, _step(told.get("step")))


def _lessons_beside(state: PageState, path: GuidedPath, number: int) -> dict[str, str]:
    """The lessons that the buttons of this stop lead to, by the buttons' names."""
    ends = {"back": (1, -1), "next": (len(path.stops), 1)}
    return {
        name: other.lesson
        for name, (end, by) in ends.items()
        if number == end and (other := _beside(state, path, by)) is not None
    }


def _beside(state: PageState, path: GuidedPath, by: int) -> GuidedPath | None:
    """The path of the lesson, or of the class's part, before or after; None where there is none."""
    if (part := place_in_course(state)) is not None:
        return path_beside(part, by)
    place = LESSONS.index(lesson(path.lesson)) + by
    return path_of(LESSONS[place].key) if 0 <= place < len(LESSONS) else None


def _leave(state: PageState) -> None:
    """Off the path, to what the reader had before it."""
    before = state.kept("before_path")
    if before is not None:
        state.recall(before)
    state.put("path", NOT_ON_IT)
    state.put("before_path", None)
    leave_course(state)


def tell_changed(state: PageState, link: dict[str, str]) -> None:
    """Where the page shows another text or setting than the stop's, the stop's words say so."""
    stop = state.kept(_STOP)
    if stop is None:
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


# ---- the strip ---------------------------------------------------------------------------------


def _strip(state: PageState, path: GuidedPath, number: int) -> None:
    stop, last = path.stops[number - 1], len(path.stops)
    with st.container(horizontal=True, vertical_alignment="center", key="guide_row"):
        with st.container(width="stretch", key="guide_words", gap=None):
            if number == 1:
                st.caption(f"**{_named(path)}**")
            end = f"**Remember:** {path.remember}{to_ask(state)}"
            st.markdown(with_terms(end if number == last else stop.words))
            with st.container(key="guide_changed"):  # seen where ``share_link`` says so
                st.caption("The page was changed since. ↺ shows this stop again.")
            if number == last:
                _challenge(state, path)
        with st.container(
            horizontal=True, vertical_alignment="center", width="content", key="guide_ways"
        ):
            _ways(state, path, number)


def _ways(state: PageState, path: GuidedPath, number: int) -> None:
    last = len(path.stops)
    in_class = place_in_course(state) is not None
    st.markdown(f"{number:,} of {last:,}", width="content")
    for name, label, by in (("back", "Back", -1), ("again", "↺", 0), ("next", "Next", 1)):
        is_stop = 1 <= number + by <= last
        other = None if is_stop else _beside(state, path, by)
        st.button(
            label if other is None or by < 0 else _onward(other, in_class),
            key=f"guide_{name}",
            on_click=walk,
            args=(state, path, by),
            disabled=not is_stop and other is None,
            type="primary" if by > 0 else "secondary",
            help=_AGAIN if name == "again" else _about(other),
        )
    st.button(
        "✕",
        key="guide_leave",
        on_click=_leave,
        args=(state,),
        help="Leave the path; your text and settings come back",
    )


def _onward(path: GuidedPath, in_class: bool) -> str:
    return f"Next: {lesson(path.lesson).title}" if in_class else "Next lesson"


def _named(path: GuidedPath) -> str:
    """The path with its lesson, in our own words."""
    return f"{lesson(path.lesson).title}: {path.title}"


def _about(path: GuidedPath | None) -> str | None:
    return None if path is None else literal(_named(path))


@fragment
def _challenge(state: PageState, path: GuidedPath) -> None:
    """The task, a box, and what the engine says to what is typed there."""
    challenge = path.challenge
    st.markdown(f"**Your turn.** {challenge.task}")
    box, verdict = st.columns([2, 3], vertical_alignment="center")
    tried = box.text_input(
        "Your try",
        key=state.start("challenge", "", Text(challenge.longest)),
        max_chars=challenge.longest,
        live=True,
        label_visibility="collapsed",
        placeholder="Your try",
    )
    state.keep("challenge")
    if tried:
        met, why = challenge.check(well_formed(tried), path.shown(path.stops[-1]))
        verdict.markdown(f"{'✅' if met else '➖'} {literal(why)}")
