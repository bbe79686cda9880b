"""What if: the page's training and a second one on one clock, and what came of the difference."""

from functools import cache
from typing import Any

import streamlit as st

from tokviz.samples import EVENING, SAMPLES
from tokviz.traces.merges import MergeTrace
from tokviz.traces.parting import learned_apart
from tokviz.ui.components.change import Change, change_input, train_changed
from tokviz.ui.components.player import jump, player
from tokviz.ui.components.rounds import rounds_payload
from tokviz.ui.components.settings import Settings
from tokviz.ui.components.stepper import stepper
from tokviz.ui.shell.source import first_line
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import choice
from tokviz.ui.training import apart
from tokviz.ui.training.trained import Trained
from tokviz.views.parting.parting import parting_files, parting_payload
from tokviz.views.payload import number_of
from tokviz.views.tables.parting import apart_html, needed_rows, parting_html, parting_step

CLOCK = 2
"""The number of the clock that both replays keep; a lesson's own two have another."""
MEASURED = 5_000
"""Characters of a text that are encoded to count its tokens."""
NAMES = ("above", "below")


def what_if_section(state: PageState, trained: Trained, settings: Settings) -> None:
    """Ask what is to be otherwise, and draw both trainings."""
    change = change_input(state, trained, settings)
    if change is None:
        return
    other = train_changed(state, change)
    if other is not None:
        parts = _parting(trained, other)
        _futures(state, trained, other, change, parts)
        st.html(apart_html(learned_apart(trained.trace, other.trace)))
        _needed(state, trained, other)


def _parting(trained: Trained, other: Trained) -> int | None:
    """Say where they part; the step, from 1, or None where they never do."""
    if not isinstance(other.trace, MergeTrace):
        st.markdown(
            "**They part at step 1.** Above, tokens are joined, and the vocabulary grows. Below, "
            "it begins with far too many pieces, and they are dropped."
        )
        return 1
    st.html(parting_html(trained.trace, other.trace))
    return parting_step(trained.trace, other.trace)


def _futures(
    state: PageState, trained: Trained, other: Trained, change: Change, parts: int | None
) -> None:
    """Both replays on one clock, opened where they part; the upper one has the controls."""
    upper, step = state.key("upper_replay"), parts or 0
    shown = f"{trained.sig} {other.sig}"
    if state.kept("futures") not in (None, shown):
        jump(upper, step)
    state.put("futures", shown)
    with st.container(key="upper"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown("**Above:** as it is", width="content")
            if parts is not None:
                data = parting_payload(replay=number_of(upper), step=parts)
                _component()(data=data, key=state.key("parting"), width="content")
        player(trained.payload, key=upper, step=step, clock=CLOCK)
    with st.container(key="lower" if isinstance(other.trace, MergeTrace) else "lower-rounds"):
        st.markdown(f"**Below:** what if {change.words}")
        below: dict[str, Any] = {"step": step, "clock": CLOCK, "follows": True}
        if isinstance(other.trace, MergeTrace):
            player(other.payload, key=state.key("lower_replay"), **below)
        else:
            payload = rounds_payload(other, first_line(other.text)[:80])
            stepper(payload, key=state.key("lower_rounds"), **below)


def _needed(state: PageState, trained: Trained, other: Trained) -> None:
    """How many tokens either needs, on the text and on one that is held out."""
    held = {row.key: row for row in (EVENING, *SAMPLES)}
    st.markdown("##### How many tokens they need")
    chosen = st.selectbox(
        "Also on a text that is held out",
        tuple(held),
        format_func=lambda key: held[key].title,
        key=state.start("held", EVENING.key, choice(tuple(held)), shared=True),
        width=420,
    )
    state.keep("held")
    texts = {"this text": trained.text, held[chosen].title: held[chosen].text}
    both = dict(zip(NAMES, (trained, other), strict=True))
    needed = {
        name: {title: _tokens(one.sig, text[:MEASURED], one) for title, text in texts.items()}
        for name, one in both.items()
    }
    sizes = {name: len(one.model.vocab) for name, one in both.items()}
    st.dataframe(needed_rows(sizes, needed), hide_index=True)
    if held[chosen].text in (trained.text, other.text):
        st.caption("One of them learned from this text, so the comparison is not fair.")
    if max(map(len, texts.values())) > MEASURED:
        st.caption(f"Of a longer text, the first {MEASURED:,} characters are counted.")


@st.cache_data(max_entries=256, show_spinner=False)
def _tokens(sig: str, text: str, _trained: Trained) -> int:  # noqa: ARG001 - the cache's key
    ids, _ = apart.ids_and_spans(_trained.model, text)
    return len(ids)


@cache
def _component() -> Any:
    markup, style, script = parting_files()
    return st.components.v2.component(
        "tokviz.parting", html=markup, css=style, js=script, isolate_styles=True
    )
