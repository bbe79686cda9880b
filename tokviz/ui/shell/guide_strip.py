"""The strip of a guided path at the foot of the page: the words of a stop, and the ways on."""

from collections.abc import Callable

import streamlit as st

from tokviz.lessons import lesson
from tokviz.paths.glossary import with_terms
from tokviz.paths.plans.courses import Asking
from tokviz.paths.stops import GuidedPath, Stop
from tokviz.text.pre_tokens import well_formed
from tokviz.ui.server.live_class.limits import LETTERS
from tokviz.ui.shell.errors import fragment
from tokviz.ui.shell.guide_end import the_end
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import Text
from tokviz.ui.shell.way import Way

_BOX = "<style>{}.stApp {{ --tokviz-box: {}px; }}</style>"
_NO_CARD = ":root:not([data-class-asks]) "
_AGAIN = "Show this stop again, as it was"
_AT_CLASS = "Your class is here."
_LEAVES = "Leave the path; your text and settings come back"


def strip(
    state: PageState, way: Way, number: int, walk: Callable[[int], None], leave: Callable[[], None]
) -> None:
    """Draw the strip at a stop of the way.

    Arguments:
        walk: goes so many stops on; past the end of all, to the first page.
        leave: ends the path.
    """
    with st.container(horizontal=True, vertical_alignment="center", key="guide_row"):
        with st.container(width="stretch", key="guide_words", gap=None):
            _words(state, way, number)
        with st.container(
            horizontal=True, vertical_alignment="center", width="content", key="guide_ways"
        ):
            _ways(way, number, walk, leave)


def room_html(way: Way, number: int) -> str:
    """A style that gives a stop's strip more room than words need, or "".

    For the box of the path's last stop, for an answer below its question, and for the choices of a
    question, unless a class has them on a card.
    """
    asking = way.stations[number - 1].asking
    if asking is None:
        return _BOX.format("", 42) if number == len(way.path.stops) else ""
    return _BOX.format("" if asking.is_answered else _NO_CARD, 62)


def _words(state: PageState, way: Way, number: int) -> None:
    path = way.path
    stop, asking = way.stations[number - 1]
    if number == 1:
        st.caption(f"**{beginning(way)}**")
    is_last = number == len(path.stops)
    if asking is not None:
        _question(asking, stop)
    else:
        st.markdown(with_terms(_to_remember(path) if is_last else stop.words))
    with st.container(key="guide_changed"):  # seen where ``share_link`` says so
        st.caption("The page was changed since. ↺ shows this stop again.")
    if is_last:
        _challenge(state, path)
    with st.container(key="guide_held"):  # seen where a class holds who follows it
        st.caption(_AT_CLASS)


def words_of(way: Way, number: int) -> str:
    """Markdown: what the strip says at a stop of the way; "" where there is none."""
    if not 1 <= number <= len(way.stations):
        return ""
    stop, asking = way.stations[number - 1]
    if asking is not None:
        return asking.question.answer if asking.is_answered else asking.question.asks
    is_last = number == len(way.path.stops)
    return f"{_to_remember(way.path)} {_your_turn(way.path)}" if is_last else stop.words


def _to_remember(path: GuidedPath) -> str:
    return f"**Remember:** {path.remember}"


def _your_turn(path: GuidedPath) -> str:
    return f"**Your turn.** {path.challenge.task}"


def _question(asking: Asking, stop: Stop) -> None:
    """What is asked, with its choices; answered, which is right, and why.

    A class has both on a card (views/script/question_card.js).
    """
    question = asking.question
    is_answered = asking.is_answered
    which = f" {asking.number:,} of {asking.num_questions:,}" if asking.number else ""
    st.caption(f"**Question{which}**")
    with st.container(key="guide_answer" if is_answered else "guide_asks", gap=None):
        st.markdown(f"**{question.asks}**")
        with st.container(key="guide_choices", horizontal=True, gap=None):
            for place, choice in enumerate(question.choices):
                is_right = is_answered and place == question.place
                right = " **✓ right**" if is_right else ""
                st.markdown(f"**{LETTERS[place]}** {choice}{right}", width="content")
        why = stop.words.removeprefix(question.right).strip()
        if is_answered and why:
            st.markdown(with_terms(why))


def _ways(way: Way, number: int, walk: Callable[[int], None], leave: Callable[[], None]) -> None:
    last = len(way.stations)
    st.markdown(f"{number:,} of {last:,}", width="content")
    for name, label, by in (("back", "Back", -1), ("again", "↺", 0), ("next", "Next", 1)):
        is_stop = 1 <= number + by <= last
        other = None if is_stop else way.beside(by)
        if by > 0 and not is_stop and other is None:
            the_end(way.place, lambda: walk(1))
            continue
        st.button(
            label if by < 1 or is_stop else _onward(other),
            key=f"guide_{name}",
            on_click=walk,
            args=(by,),
            disabled=not is_stop and other is None,
            type="primary" if by > 0 else "secondary",
            help=_AGAIN if name == "again" else _about(other),
        )
    st.button("✕", key="guide_leave", on_click=leave, help=_LEAVES)


def _onward(other: Way | None) -> str:
    """What the button of a path's last stop says: it leads to another lesson."""
    part = None if other is None or other.place is None else lesson(other.path.lesson)
    return "Next lesson" if part is None else f"Next: {part.title}"


def beginning(way: Way) -> str:
    """The path, or which part of its class it is, in our own words: one line of the strip."""
    if way.place is None:
        return _named(way.path)
    course, at = way.place.whole, way.place.at + 1
    title = lesson(way.path.lesson).title
    return f"{course.title}, part {at:,} of {len(course.parts):,}. {title}"


def _named(path: GuidedPath) -> str:
    """The path with its lesson, in our own words."""
    return f"{lesson(path.lesson).title}: {path.title}"


def _about(other: Way | None) -> str | None:
    return None if other is None else literal(_named(other.path))


@fragment
def _challenge(state: PageState, path: GuidedPath) -> None:
    """The task, a box, and what the engine says to what is typed there.

    The box has no ``max_chars``: a browser counts an emoji as two, and the lesson says it is one.
    """
    challenge = path.challenge
    st.markdown(_your_turn(path))
    box, verdict = st.columns([2, 3], vertical_alignment="center")
    tried = box.text_input(
        "Your try",
        key=state.start("challenge", "", Text(challenge.longest)),
        live=True,
        label_visibility="collapsed",
        placeholder="Your try",
    )
    state.keep("challenge")
    if tried:
        met, why = challenge.judge(well_formed(tried), path.shown(path.stops[-1]))
        verdict.markdown(f"{'✅' if met else '➖'} {literal(why)}")
