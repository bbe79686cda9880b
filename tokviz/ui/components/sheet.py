"""A work sheet of the page's text: its first merges by hand, and the answers to them."""

from urllib.parse import urlencode

import streamlit as st

from tokviz.lessons import lesson
from tokviz.text.labels import plural
from tokviz.ui.shell.course import TEACH
from tokviz.ui.shell.save import file_stem
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import pack_text
from tokviz.ui.training.trained import Trained
from tokviz.views.sheet.sheet import MOST_SYMBOLS, sheet_html, steps_by_hand

SHORT = "low low low lower lower newest newest newest widest"
"""A text of which every lesson that merges has a sheet."""


def sheet_of(state: PageState, trained: Trained) -> None:
    """Say what the sheet asks, and give it; or say why this text has none."""
    trace = trained.trace
    st.markdown("##### With a pencil")
    if (tokens := trace.num_tokens(0)) > MOST_SYMBOLS:
        link = urlencode({"text": pack_text(SHORT), "section": TEACH})
        st.markdown(
            "This text is too long for a work sheet: at the start it has "
            f"{plural(tokens, 'token')}, and a sheet has at most {MOST_SYMBOLS:,}. "
            f"[Take a short text that has one](?{link})."
        )
        return
    if not (steps := steps_by_hand(trace)):
        st.markdown("This training joined nothing, so there is nothing to do by hand.")
        return
    first = "first merge" if steps == 1 else f"first {plural(steps, 'merge')}"
    st.markdown(
        f"A sheet of this text: students find the {first}. The answers stand on a page of their "
        "own."
    )
    st.download_button(
        "Save the work sheet (.html)",
        lambda: sheet_html(trace, title=lesson(state.page).title),
        file_name=f"{file_stem(state.page, 'sheet')}.html",
        mime="text/html",
        on_click="ignore",
        key=state.key("save_sheet"),
        help="Any browser opens and prints it, without a network.",
    )
