"""The page on code points and bytes: the aligned rows, the counts, the two lists."""

import streamlit as st

from tokviz.algorithms.text_to_bytes import NUM_CODE_POINTS, CodePoints, Utf8Bytes
from tokviz.samples.characters import CHARACTERS
from tokviz.text.characters import text_rows
from tokviz.text.measures import Measure, measure
from tokviz.ui.components.escapes import read_escapes
from tokviz.ui.components.inputs import choice_input
from tokviz.ui.components.inside import inside_section
from tokviz.ui.components.player import mount_replay
from tokviz.ui.components.replay import opening_step, text_hash
from tokviz.ui.components.saving import NOTHING_LEARNED, save_trace
from tokviz.ui.components.sections import tabbed
from tokviz.ui.components.written import written, written_columns
from tokviz.ui.shell.errors import explained
from tokviz.ui.shell.page import Head, below, lesson_page, open_page, stage
from tokviz.ui.shell.save import page_buttons
from tokviz.ui.shell.share import share_link, share_section
from tokviz.ui.shell.source import Source, choose_text
from tokviz.ui.shell.state import OWN, PageState
from tokviz.views.components import ROWS
from tokviz.views.rows.rows import DRAWN_BYTES, rows_html, rows_payload

DRAWN = DRAWN_BYTES + 100
"""Code points whose rows are made: so many more that the last character drawn is whole."""
LISTED = 5_000
"""Numbers that a list shows; a page with millions of them would stand still."""


@lesson_page("text_to_bytes")
def show(head: Head) -> None:
    """Draw the page."""
    frame = open_page(head)
    state = PageState("text_to_bytes")
    with explained():
        source = choose_text(frame, state, samples=CHARACTERS)
        with frame.settings:
            text = escapes_input(state, source)
            names = names_input(state)
        reading = state.kept("reading")
        share_link(state, source, {"reading": reading} if reading == "escapes" else {})
        with frame.share:
            share_section(state, source)
        text_to_bytes_lesson(state, source, text, names=names)


def escapes_input(state: PageState, source: Source) -> str:
    """The text, its escapes read where the reader wants that; for the reader's own text only."""
    if state.kept("sample") != OWN:
        return source.text
    wanted = choice_input(
        state,
        "reading",
        "Escapes",
        {"plain": "As typed", "escapes": r"Read `\u00E9`, `\u{1F44F}`"},
        help="For what no keyboard has: a byte order mark is \\uFEFF, a lone surrogate \\uD83D.",
    )
    return read_escapes(source.text) if wanted == "escapes" else source.text


def names_input(state: PageState) -> bool:
    """Whether the row with the names of the code points is to be seen."""
    options = {"shown": "Shown", "hidden": "Hidden"}
    return choice_input(state, "names", "Names of the code points", options) == "shown"


def text_to_bytes_lesson(state: PageState, source: Source, text: str, *, names: bool) -> None:
    """Draw the page below the choice of text; ``text`` has its escapes read."""
    rows = text_rows(text[:DRAWN])
    num_bytes = len(text.encode("utf-8", "surrogatepass"))
    payload = rows_payload(rows, num_bytes=num_bytes, names=names)
    _rows(state, payload, text, rows.num_bytes)
    sig = text_hash(text)
    counts = _measure(sig, text)
    sections = {
        "The lists": lambda: _lists(state, text, counts),
        "Inside": lambda: _inside(state, text),
        "Save": lambda: _save(state, payload, source.name, text),
    }
    with below():
        _counts(counts)
        _remarks(text)
        tabbed(state, sig, sections)


@st.cache_data(max_entries=64, show_spinner=False)
def _measure(sig: str, _text: str) -> Measure:  # noqa: ARG001 - the key of the cache
    return measure(_text, [])


def _counts(counts: Measure) -> None:
    """How long the text is, in one line: it stands in sight below the stage."""
    characters = "character (grapheme)" if counts.num_graphemes == 1 else "characters (graphemes)"
    points = "code point" if counts.num_chars == 1 else "code points"
    octets = "UTF-8 byte" if counts.num_bytes == 1 else "UTF-8 bytes"
    with st.container(horizontal=True, gap="large"):
        st.markdown(
            f"**{counts.num_graphemes:,}** {characters}",
            help="What a reader counts.",
            width="content",
        )
        st.markdown(
            f"**{counts.num_chars:,}** {points}",
            help="What Python's len() counts.",
            width="content",
        )
        st.markdown(
            f"**{counts.num_bytes:,}** {octets}", help="What a file stores.", width="content"
        )
        st.markdown(
            f"**{8 * counts.num_bytes:,}** bits", help="Eight for each byte.", width="content"
        )


def _remarks(text: str) -> None:
    if text.startswith("\ufeff"):
        st.info("The text begins with a byte order mark: invisible, three bytes.", icon="👻")
    surrogates = sum("\ud800" <= char <= "\udfff" for char in text)
    if surrogates:
        number = "is 1 lone surrogate" if surrogates == 1 else f"are {surrogates:,} lone surrogates"
        st.warning(
            f"There {number} in this text: half of a pair, left behind by broken input. Valid "
            "UTF-8 has no bytes for it. Here it takes the three bytes that its number would take, "
            "so it does not vanish.",
            icon="💔",
        )


def _rows(state: PageState, payload: bytes, text: str, last: int) -> None:
    key = state.key("rows")
    step = opening_step(state, text, last)
    with stage():
        mount_replay(ROWS, payload, key=key, step=step, about=text_hash(text))


def _lists(state: PageState, text: str, counts: Measure) -> None:
    points, octets = written_columns(2)
    with points:
        st.markdown("##### As code points")
        st.caption(f"A vocabulary of {NUM_CODE_POINTS:,}: nearly all of it never seen in training.")
        _list(state, "code_points", CodePoints().encode(text[:LISTED]), counts.num_chars)
    with octets:
        st.markdown("##### As bytes")
        longer = counts.num_bytes > counts.num_chars
        beside = (
            ", but of this text it makes a longer list than code points do."
            if longer
            else ". ASCII text gives the same list."
        )
        st.caption(f"A vocabulary of 256: UTF-8 uses 243 of them{beside}")
        _list(state, "bytes", Utf8Bytes().encode(text[:LISTED]), counts.num_bytes)


def _inside(state: PageState, text: str) -> None:
    st.caption("The 256 bytes. Code points are Unicode's list, not learned from any text.")
    inside_section(state, Utf8Bytes(), text=text, sig="utf8 bytes")


def _save(state: PageState, payload: bytes, name: str, text: str) -> None:
    page_buttons(
        state.key("rows"),
        lambda step: rows_html(payload, title=f"tokviz: {name}", step=step),
    )
    save_trace(state, Utf8Bytes().encode_trace(text[:LISTED]), what="its bytes")
    if len(text) > LISTED:
        st.caption(f"Of the first {LISTED:,} of {len(text):,} characters.")
    st.caption(NOTHING_LEARNED)


def _list(state: PageState, name: str, numbers: list[int], total: int) -> None:
    written(state, name, str(numbers[:LISTED]))
    if total > LISTED:
        st.caption(f"The first {LISTED:,} of {total:,}.")
