"""The plan of a lesson for a class: its path, questions with folded answers, a text for home.

All links are of this lesson's page and open it in a tab of its own, so that the plan stays where
it is; who leads a class stays in hers. On paper the answers stand at the end; a sheet of the
page's sees to it (paper.css).
"""

from collections.abc import Callable
from urllib.parse import urlencode

import streamlit as st

from tokviz.paths.plans.plan import MINUTES_A_QUESTION, MINUTES_A_STOP, Plan, Question, minutes
from tokviz.paths.stops import GuidedPath, Stop
from tokviz.ui.shell.classroom import class_ask, own_questions
from tokviz.ui.shell.course import Place
from tokviz.ui.shell.guide import LOOK
from tokviz.ui.shell.way import link_of

ASKS = (
    "Lead a class (“Share”), and a button beside each question lets it vote: the first sentence "
    "of the answer, or one of those that are often said?"
)

OWN = (
    "Write them before the class: what stands here stands on a projector, too. Your browser keeps "
    "them for every lesson, and sends one only when you ask it."
)

ITEM = "\n- "
"""Markdown of a list."""


def teach_section(
    path: GuidedPath,
    plan: Plan,
    sheet: Callable[[], None] = lambda: None,
    place: Place | None = None,
) -> None:
    """Draw the plan, and where a lesson can be done by hand what ``sheet`` draws of it.

    ``place``: in a class, which its links keep.
    """
    time = minutes(len(path.stops), len(plan.questions))
    with st.container(key="teach"):
        st.markdown(
            f"**Afterwards students can** {plan.can}\n\n"
            f"**Time:** about {time:,} minutes, {MINUTES_A_STOP} for each stop of the path "
            f"and {MINUTES_A_QUESTION} for each question."
        )
        st.markdown(f"##### Show: {path.title}\n\n{_stops(path, plan, place)}")
        st.markdown("##### Ask the class", help=ASKS)
        for number, question in enumerate(plan.questions, 1):
            with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
                st.markdown(f"**{number:,}. {question.asks}**")
                seen = {**link_of(path, question.seen), LOOK: question.look}
                class_ask(f"teach:ask:{number}", question, path.lesson, seen)
            with st.expander(f"Answer {number:,}"):
                seen_link = f"[See {question.seen.words}](?{urlencode(seen)})"
                st.markdown(f"{question.answer} {seen_link}\n{_often_said(question, ITEM)}")
        with st.container(key="teach-own"):
            st.markdown("##### Ask your own", help=OWN)
            own_questions("teach:own")
        st.markdown("##### At home")
        st.markdown(f"{plan.home.words} {_link('Open', path, plan.home, 'the lesson, ready')}")
        with st.container(key="teach-sheet"):
            sheet()
        with st.container(key="teach-answers"):
            st.markdown(f"##### Answers\n\n{_answers(plan)}")


def _stops(path: GuidedPath, plan: Plan, place: Place | None) -> str:
    """The path's own sentences, each with its link; the challenge is the last.

    A question of the plan stands below, so it is called by its number.
    """
    challenge = f"**Remember:** {path.remember} **Your turn.** {path.challenge.task}"
    asks = {each.asks: f"Ask question {at:,}." for at, each in enumerate(plan.questions, 1)}
    told = (asks.get(stop.words, stop.words) or challenge for stop in path.stops)
    course = "" if place is None else f"&{urlencode(place.link)}"
    return "\n".join(
        f"1. {words} [Show stop {number}](?path={number}{course})"
        for number, words in enumerate(told, 1)
    )


def _answers(plan: Plan) -> str:
    return "\n".join(
        f"1. {question.answer}{_often_said(question, ' ')}" for question in plan.questions
    )


def _often_said(question: Question, before_each: str) -> str:
    """Markdown: what many say instead, each with why; on paper they take no lines of their own."""
    return "".join(
        f"{before_each}*Often said:* {each.says} *Why:* {each.tempts}" for each in question.wrong
    )


def _link(verb: str, path: GuidedPath, stop: Stop, words: str = "") -> str:
    """Markdown: a link that shows what the stop says."""
    return f"[{verb} {words or stop.words}](?{urlencode(link_of(path, stop))})"
