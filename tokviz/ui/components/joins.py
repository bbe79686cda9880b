"""Of a brought tokenizer that joins nothing in the text: an offer of a text in which it does."""

import streamlit as st

from tokviz.inspection.longest_tokens import longest_tokens
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.tokenizer import EncodingTrace
from tokviz.ui.components.bring import Brought
from tokviz.ui.shell.page import Frame
from tokviz.ui.shell.source import take_over
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.apart import Run


def offer_what_it_joins(
    frame: Frame, state: PageState, brought: Brought, trace: EncodingTrace, *, run: Run
) -> None:
    """A button that takes its longest tokens as the text; ``run`` decodes them."""
    if not isinstance(trace, EncodeTrace) or len(trace) or not trace.ids:
        return
    text = _longest(brought.sig, brought, run)
    if text:
        frame.offer.button(
            "It joins nothing here: try its longest tokens",
            key=state.key("longest"),
            type="tertiary",
            on_click=take_over,
            args=(state, text),
        )


@st.cache_data(max_entries=24, show_spinner=False)
def _longest(sig: str, _brought: Brought, _run: Run) -> str:  # noqa: ARG001 - the key of the cache
    text: str = _run(longest_tokens, tokenizer=_brought.model)
    return text
