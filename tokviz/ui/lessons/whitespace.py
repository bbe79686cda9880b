"""The whitespace page: the replay, what goes wrong in this text, and how the list grows."""

import streamlit as st

from tokviz.algorithms.whitespace import Whitespace, words_and_gaps
from tokviz.samples.subwords import WHITESPACE
from tokviz.text.characters import beginning
from tokviz.text.counting import count_each
from tokviz.text.direction import isolated
from tokviz.text.labels import plural, unit_of
from tokviz.text.measures import HeapsCurve, heaps_curve
from tokviz.text.pre_tokens import well_formed
from tokviz.traces.results import unknown_and_lost
from tokviz.traces.words import WhitespaceTrace
from tokviz.ui.components.charts import chart
from tokviz.ui.components.inside import inside_section
from tokviz.ui.components.replay import text_hash
from tokviz.ui.components.saving import NOTHING_LEARNED, save_trace
from tokviz.ui.components.sections import Drawers, tabbed
from tokviz.ui.components.sight import in_sight
from tokviz.ui.components.stepper import linked_stepper, stepper_buttons
from tokviz.ui.components.strips import strips
from tokviz.ui.components.table import draw_table
from tokviz.ui.shell.errors import explained
from tokviz.ui.shell.page import Head, below, lesson_page, open_page
from tokviz.ui.shell.share import share_link, share_section
from tokviz.ui.shell.source import Source, choose_text, replay_name
from tokviz.ui.shell.state import PageState
from tokviz.views.charts.growth import vocabulary_growth
from tokviz.views.stepper.stepper import Replay, stepper_payload
from tokviz.views.stepper.words import whitespace_replay
from tokviz.views.strips.strips import StripRow, strips_payload
from tokviz.views.tables.word_facts import lost_spaces, stuck_words, unspaced_words

SHOWN = 20_000
"""Characters of the text that are replayed and drawn; the counts are of all of it."""
MOST_EXAMPLES = 100
ROW, FRAME = 35, 3
"""Pixels of a table's row, as of its head, and of the frame around them."""


@lesson_page("whitespace")
def show(head: Head) -> None:
    """Draw the page."""
    frame = open_page(head)
    state = PageState("whitespace")
    with explained():
        source = choose_text(frame, state, samples=WHITESPACE)
        share_link(state, source, {})
        with frame.share:
            share_section(state, source)
        whitespace_lesson(state, source)


def whitespace_lesson(state: PageState, source: Source) -> None:
    """Draw the page below the choice of text."""
    sig = text_hash(source.text)
    trace = Whitespace().encode_trace(source.text[:SHOWN])
    replay = whitespace_replay(trace)
    linked_stepper(state, replay, text=source.text)
    sections: Drawers = {
        "The text as tokens": lambda: _strips(state, trace, source.text),
        "The list": lambda: _the_list(Whitespace().tokenize(source.text)),
        "Inside": lambda: inside_section(
            state, _closed(sig, source.text), text=source.text, sig=f"whitespace:{sig}"
        ),
        "Save": lambda: _save(state, trace, replay, source),
    }
    with below():
        in_sight(state, "facts", sig, lambda: _facts(state, source.text))
        tabbed(state, sig, sections)


def _facts(state: PageState, text: str) -> None:
    facts, curve = st.columns(2, gap="medium")
    with facts:
        _what_goes_wrong(*words_and_gaps(well_formed(text)))
    with curve, st.container(key="all-charts"):
        figure = vocabulary_growth(_growth(text_hash(text), text))
        chart(figure, key=state.key("growth"))
        st.caption(
            "Each word needs a place in the vocabulary. In a long text the curve bends, but it "
            "does not stop: however much was read, the next page brings new words."
        )


def _strips(state: PageState, trace: WhitespaceTrace, text: str) -> None:
    if len(text) > SHOWN:
        st.caption(f"Of the first {SHOWN:,} of {len(text):,} characters.")
    tokens = [(step.token_id, step.word, step.start, step.end) for step in trace.steps]
    ids, spans = trace.ids, [(step.start, step.end) for step in trace.steps]
    closed = _closed(text_hash(trace.text), trace.text)
    _, losses = unknown_and_lost(closed, trace.text, ids, spans, closed.decode(ids))
    row = StripRow("Whitespace", tokens, losses=losses)
    strips(strips_payload([row], text=trace.text), key=state.key("strips"))


@st.cache_data(max_entries=64, show_spinner=False)
def _growth(sig: str, _text: str) -> HeapsCurve:  # noqa: ARG001 - the key of the cache
    return heaps_curve(Whitespace().tokenize(_text))


@st.cache_resource(max_entries=16, show_spinner=False)
def _closed(sig: str, _text: str) -> Whitespace:  # noqa: ARG001 - the key of the cache
    """The text's own list: who looks inside writes nothing down."""
    tokenizer = Whitespace()
    tokenizer.encode(_text)
    return tokenizer.closed()


def _save(state: PageState, trace: WhitespaceTrace, replay: Replay, source: Source) -> None:
    name = replay_name(state, source.name)
    stepper_buttons(state.key("stepper"), lambda: stepper_payload(replay), name=name)
    save_trace(state, trace, what="its encoding")
    st.caption(NOTHING_LEARNED)


def _what_goes_wrong(words: list[str], gaps: list[str]) -> None:
    st.markdown("##### What goes wrong in this text")
    stuck = stuck_words(words)
    if stuck:
        st.markdown(
            f"**Punctuation sticks to words.** {_are(len(stuck), 'word')} on the list twice or "
            "more:"
        )
        draw_table(
            {
                "word": [word.core for word in stuck[:MOST_EXAMPLES]],
                "tokens": [len(word.forms) for word in stuck[:MOST_EXAMPLES]],
                "on the list as": [
                    "   ".join(f"{isolated(form)} ×{count}" for form, count in word.forms)
                    for word in stuck[:MOST_EXAMPLES]
                ],
            },
            height=min(FRAME + ROW * min(len(stuck) + 1, MOST_EXAMPLES), FRAME + int(8.5 * ROW)),
        )
    else:
        st.markdown(
            "**Punctuation sticks to words,** but here no word is on the list twice because of it."
        )
    _lost_spaces(gaps, nothing_else=not words)
    unspaced = unspaced_words(words)
    if unspaced:
        st.markdown(
            f"**Some scripts write no spaces.** {_are(len(unspaced), 'token')} here in such a "
            f"script. The longest holds {plural(len(unspaced[0]), unit_of(unspaced[:1]))}; nothing "
            "says where a word of it ends:"
        )
        st.text(beginning(unspaced[0], 80))
    else:
        st.markdown(
            "**Some scripts write no spaces.** None of them is in this text: try the sample "
            "“Six languages”."
        )


def _lost_spaces(gaps: list[str], *, nothing_else: bool) -> None:
    spaces = lost_spaces(gaps)
    if spaces.lost and nothing_else:
        st.markdown(
            "**Spaces are lost,** and this text is nothing else: of its "
            f"{plural(spaces.characters, 'character')} none comes back."
        )
    elif spaces.lost:
        were = "was" if spaces.lost == 1 else "were"
        st.markdown(
            f"**Spaces are lost.** {spaces.lost:,} of {plural(spaces.num_gaps, 'gap')} {were} not "
            f"one plain space: {plural(spaces.characters, 'character')} of white space in all. "
            "Decoding does not know how many."
        )
    elif not spaces.num_gaps:
        st.markdown("**Spaces are lost,** but there are none in this text.")
    else:
        st.markdown("**Spaces are lost,** but here every gap is one plain space, so none is lost.")


def _the_list(words: list[str]) -> None:
    counts = count_each(words)
    once = sum(count == 1 for count in counts.values())
    which = "each only once" if once == len(counts) else f"{once:,} of them only once"
    listed = f"{plural(len(counts), 'distinct word')} in {len(words):,}; {which}."
    st.caption(listed if counts else "No words: the list is empty.")
    draw_table(
        {
            "id": list(range(len(counts))),
            "word": list(counts),
            "times": list(counts.values()),
        },
        height=420,
        width="content",  # a word stands beside its id
    )


def _are(number: int, noun: str) -> str:
    return f"{plural(number, noun)} {'is' if number == 1 else 'are'}"
