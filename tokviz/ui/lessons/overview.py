"""The overview: a sentence of the reader's through GPT-2 and every tokenizer, and the lessons."""

import streamlit as st

from tokviz import lessons
from tokviz.checks import limits
from tokviz.checks.errors import TokvizError
from tokviz.paths.plans.courses import COURSES, LONGEST, Course, Part
from tokviz.text.labels import plural
from tokviz.traces.results import result_of
from tokviz.ui.components.bring import kept_encoding, titles_of_kept
from tokviz.ui.components.miniature import UNKNOWNS, miniature
from tokviz.ui.components.open_gpt2 import gpt2_learned, gpt2_merges, open_gpt2
from tokviz.ui.components.strips import strips
from tokviz.ui.shell.classroom import class_door
from tokviz.ui.shell.course import TEACH, Place, shown
from tokviz.ui.shell.errors import fragment
from tokviz.ui.shell.guide import begin_class
from tokviz.ui.shell.live import live_box, send_while_typing
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.mounting import mount
from tokviz.ui.shell.signs import signs
from tokviz.ui.shell.state import PageState, write_link
from tokviz.ui.shell.values import Text, pack_text
from tokviz.views.components import TREES
from tokviz.views.strips.places import result_row
from tokviz.views.strips.strips import StripRow, strips_payload
from tokviz.views.trees.trees import trees_payload

TITLE = "See how a tokenizer learns"
FIRST_SENTENCE = "The hens and chickens said 안녕!"
WATCHED = "byte_bpe"
IN_CLASS = "in-class"
READY = "ready-to-teach"
_STARTS = "Start this class. If you lead one (“Share”), its questions come up on all phones."
_GOES_ALONG = "You lead a class: it goes along. To begin with another class, end this one first."
FIRST_LESSON = "first_lesson"
"""Holds the link to where a clicker goes on from the page's foot (views/page/page_keys.js)."""
NEWER = ("o200k_base", "cl100k_base")
"""Encodings of ChatGPT's models, the newest first."""
NO_NEWER = "`python -m tokviz fetch o200k_base`, run once, brings ChatGPT's."
LEFT_OUT = ("UTF-8 bytes", "Character BPE, ends unmarked", "WordPiece")
"""What Byte BPE starts from, what differs by a mark, and what learns by a score that leaves even
frequent words in pieces: their lessons show them."""


def overview() -> None:
    """Draw the page."""
    with st.container(key="title_row", horizontal=True, vertical_alignment="center"):
        st.title(TITLE, anchor=False, width="content")
        with st.container(key="way_to_class", horizontal=True, vertical_alignment="center"):
            st.markdown(
                f"In class? [Join one, or lead one](#{IN_CLASS}). [Ready to teach](#{READY})",
                width="content",
            )
            with st.popover("Signs", key="signs", type="tertiary", width="content"):
                signs()
    with st.container(key="unseen"):
        send_while_typing()
    with st.container(key="page"):
        learn(PageState("overview"))
    path()
    with st.container(key="courses", gap=None):
        ready_to_teach()
    with st.container(key="in_class"):
        in_class()


@fragment
def learn(state: PageState) -> None:
    """A sentence, the way to a tokenizer that learns it, and what becomes of it."""
    sentence = sentence_input(state)
    with st.container(key="watch", horizontal=True, vertical_alignment="center"):
        watch_one_learn(sentence)
    if sentence:
        show_tokens(sentence)
    else:
        st.info("Type a sentence into the box, in any language: its tokens stand here.", icon="✏️")


def show_tokens(sentence: str) -> None:
    """How GPT-2 merges it, and how every tokenizer cuts it."""
    trace, special = open_gpt2().encode_trace(sentence), open_gpt2().special_ids
    payload = trees_payload(trace, text=sentence, merges=gpt2_merges(), special_ids=special)
    mount(TREES, data=payload, key="overview:gpt2")
    variants = [variant for row in lessons.LESSONS for variant in row.variants]
    rows = [miniature(variant, sentence) for variant in variants if variant.name not in LEFT_OUT]
    newer = newer_rows(sentence)
    others = ", and by newer ones" if newer else ""
    with st.container(key="many"):
        st.markdown(f"**The same sentence, cut by the tokenizers of the lessons{others}**")
    strips(strips_payload([*newer, *rows], text=sentence, compact=True), key="overview:strips")
    st.caption(
        "The tokenizers here that learn were trained on two of the samples, a rhyme and a page of "
        "prose. “WordPiece by count” learns as Hugging Face's library does; its lesson has the "
        f"score of their course, too. {gpt2_learned()} {'' if newer else NO_NEWER} {UNKNOWNS}"
    )


def newer_rows(sentence: str) -> list[StripRow]:
    """The sentence as ChatGPT's models cut it, where this machine keeps their encodings."""
    titles, rows = titles_of_kept(), []
    for name in [name for name in NEWER if name in titles]:
        try:
            model = kept_encoding(name)
            result = result_of(titles[name], model, sentence, allowed_special="all")
            rows.append(result_row(result, model))
        except TokvizError as damaged:
            st.warning(literal(str(damaged)))
    return rows


def sentence_input(state: PageState) -> str:
    """The reader's sentence; the page's address restores it."""
    with live_box():
        sentence: str = st.text_input(
            "A language model reads numbers. Type a sentence: a tokenizer cuts it into tokens, the "
            "boxes below, and gives each an id, the number under it.",
            key=state.start("text", FIRST_SENTENCE, Text(limits.SENTENCE)),
            max_chars=limits.SENTENCE,
        )
    if len(sentence.encode("utf-16-le", "surrogatepass")) // 2 >= limits.SENTENCE:
        st.caption("This box is full. The lessons take longer texts.")
    state.keep("text")
    packed = pack_text(sentence)
    write_link({"text": packed} if packed and sentence != FIRST_SENTENCE else {})
    return sentence


def watch_one_learn(sentence: str) -> None:
    """The way to a tokenizer that learns from a sample, or from this sentence."""
    row = lessons.lesson(WATCHED)
    st.markdown("**Watch one learn:**", width="content")
    st.page_link(row.page, label=f"**{row.title}** learns a rhyme", icon=row.icon)
    if st.button("Let it learn your sentence", icon="✏️", disabled=not sentence):
        PageState(WATCHED).forget("text", "sample", "path", "min_count")
        st.switch_page(row.page, query_params={"text": pack_text(sentence) or ""})


def path() -> None:
    """The lessons in their order, a line each."""
    st.subheader("The lessons", anchor=False)
    for number, row in enumerate(lessons.LESSONS, start=1):
        way, idea = st.columns([2, 7], gap=None, vertical_alignment="center")
        with way.container(key=FIRST_LESSON) if number == 1 else way:
            st.page_link(row.page, label=f"{number}. **{row.title}**", icon=row.icon)
        idea.markdown(row.idea)


def ready_to_teach() -> None:
    """Classes that are ready, each with the button that starts it and its parts."""
    st.subheader("Ready to teach", anchor=READY)
    st.markdown(
        f"Each fits into {LONGEST:,} minutes, and a clicker walks all of it: paths, questions to "
        f"the class, answers. A lesson's plan, under “{TEACH}”, prints on a page."
    )
    with st.container(key="class_goes_along"):  # seen by who leads a class
        st.markdown(f"**{_GOES_ALONG}**")
    for number, course in enumerate(COURSES, 1):
        start, parts = st.columns([3, 7], gap=None, vertical_alignment="center")
        label, key = f"**{course.title}**", f"overview:class:{number}"
        if start.button(label, key=key, icon="▶️", help=_STARTS):
            begin_class(number)
        parts.markdown(_parts(number, course))


def _parts(number: int, course: Course) -> str:
    """Markdown: what the class is made of, with a link to each part."""
    parts = ", then ".join(
        shown(Place(number, at)) + _questions(part) for at, part in enumerate(course.parts)
    )
    return f"{course.minutes:,} minutes: {parts}"


def _questions(part: Part) -> str:
    return f" with {plural(part.num_questions, 'question')}" if part.num_questions else ""


def in_class() -> None:
    """Lead a class from here, or join one."""
    st.subheader("In class", anchor=IN_CLASS)
    st.markdown("Whoever leads a class takes the others along: they see her page, text and step.")
    class_door("overview:class_door")
