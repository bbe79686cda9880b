"""The text through a brought tokenizer: its tokens, its ids beside the library's, and back.

A post-processor's marks are drawn around the text and in the ids where the reader wants them; all
that is counted is counted without.
"""

from dataclasses import replace
from typing import Any

import streamlit as st

from tokviz.text.labels import plural
from tokviz.traces.around import Frame, marks_of
from tokviz.ui.components.bring import Brought
from tokviz.ui.components.strips import strips
from tokviz.ui.components.table import draw_table
from tokviz.ui.components.written import written
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import flag
from tokviz.ui.training.brought import Examined
from tokviz.views.strips.strips import StripRow, strips_payload
from tokviz.views.tables.same_ids import agreement, differences, marks_added


def this_text(state: PageState, brought: Brought, examined: Examined) -> None:
    """The section."""
    _agreement(examined, brought)
    marked = bool(marks_of(examined.frame)) and _wanted(state)
    row = _row(brought, examined, marked=marked)
    strips(strips_payload([row], text=examined.text), key=state.key("strips"))
    ids = examined.framed if marked else examined.ids
    counted = f", with the marks: {len(ids):,}. Counted above are the {len(examined.ids):,} "
    st.caption(f"The ids{counted}of the text." if marked else "The ids:")
    written(state, "ids", str(list(ids)))
    _way_back(state, examined, marked=marked)


def post_processor_note(frame: Frame | None) -> str:
    """What the post-processor does, in a table's cell."""
    if frame is None:
        return "has no form for one text"
    if frame.times != 1:
        return f"gives the text {plural(frame.times, 'time')}, left out here"
    return marks_added(frame) if frame.marks else "adds no marks"


def _wanted(state: PageState) -> bool:
    wanted = st.toggle(
        "With the marks around it",
        key=state.start("marks", True, flag, shared=True),
        help="The post-processor adds them to the ids of a text. No number on this page counts "
        "them.",
    )
    state.keep("marks")
    return wanted


def _row(brought: Brought, examined: Examined, *, marked: bool) -> StripRow:
    parts = zip(examined.ids, examined.tokens, examined.spans, strict=True)
    tokens: list[Any] = [(token_id, token, *span) for token_id, token, span in parts]
    row = StripRow(
        brought.name,
        tokens,
        markers=brought.model.markers,
        losses=examined.losses,
        unknown=examined.unknown,
    )
    if examined.frame is None or not marked:
        return row
    note = f"and {plural(len(examined.frame.marks), 'mark')} of the post-processor, not counted"
    return replace(row, note=note, front=examined.frame.front, back=examined.frame.back)


def _agreement(examined: Examined, brought: Brought) -> None:
    said = f"**{plural(len(examined.ids), 'token')}.** "
    if examined.library is None:
        st.markdown(f"{said}No library here reads this file, so our ids are alone.")
        return
    theirs, framed = examined.library.ids, examined.library.framed
    words = literal(agreement(examined.ids, theirs))
    said += f"Beside the library **{literal(examined.library.library)}**: {words}"
    added = _added(examined.frame)
    if examined.ids == theirs and framed in (None, examined.framed):
        st.success(f"{said}{added}.", icon="✅")
        return
    if examined.ids == theirs and framed is not None:
        words = literal(agreement(examined.framed, framed))
        st.warning(f"{said}{added}. With the marks {words}. Where not:", icon="⚠️")
        ours, theirs = examined.framed, framed
    else:
        st.warning(f"{said}{added}. Where not:", icon="⚠️")
        ours = examined.ids
    model = brought.model
    draw_table(differences(ours, theirs, model.vocab, model.markers))


def _added(frame: Frame | None) -> str:
    """What ``encode`` does besides, or nothing."""
    if frame is None:
        return ". The post-processor has no form for one text, so `encode` gives up"
    if frame.times != 1:
        how = f"gives the text {plural(frame.times, 'time')}" if frame.times else "leaves it out"
        return f". But `encode` {how}, by the post-processor, which is not shown here"
    return f", and `encode` {literal(marks_added(frame))}" if frame.marks else ""


def _way_back(state: PageState, examined: Examined, *, marked: bool) -> None:
    decoded = "**Decoded** without the marks, the ids" if marked else "**Decoded**, the ids"
    if examined.back == examined.text:
        st.markdown(f"{decoded} give the text back, to the letter.")
    else:
        st.markdown(f"{decoded} give another text:")
        written(state, "back", examined.back)
