"""The overview: one short sentence through every tokenizer, and the way to each lesson."""

import streamlit as st

from tokviz import lessons
from tokviz.lessons import Lesson
from tokviz.ui.components.miniature import miniature
from tokviz.ui.components.strips import strips
from tokviz.ui.shell.state import PageState, pack_text, unpack_text, write_link
from tokviz.views.strips.strips import strips_payload

FIRST_SENTENCE = "The ten little chickens said: “안녕!” 👏🏻"
LONGEST = 400


def overview() -> None:
    """Draw the page."""
    st.markdown(
        "A language model reads numbers, not letters. A **tokenizer** turns text into numbers, and "
        "it learned how from other text. Each lesson shows one way, step by step."
    )
    state = PageState("overview")
    sentence = st.text_input(
        "One sentence, every tokenizer",
        key=state.start("text", FIRST_SENTENCE, unpack_text),
        max_chars=LONGEST,
    )
    state.keep("text")
    packed = pack_text(sentence)
    write_link({"text": packed} if packed and sentence != FIRST_SENTENCE else {})
    for number, row in enumerate(lessons.LESSONS, start=1):
        _card(number, row, sentence)
    st.caption(
        "Those that learn were trained on two of the samples, a rhyme and a page of prose. "
        "Same colour, same token, within one row."
    )


def _card(number: int, row: Lesson, sentence: str) -> None:
    with st.container(border=True):
        words, picture = st.columns([2, 3], vertical_alignment="center")
        with words:
            st.page_link(row.page, label=f"**{number}. {row.title}**", icon=row.icon)
            st.markdown(row.idea)
            st.caption(row.story)
        if not row.variants:
            return
        with picture:
            rows = [miniature(variant, sentence) for variant in row.variants]
            strips(strips_payload(rows, text=sentence), key=f"overview:{row.key}")
