"""The stepper on a page: a replay of a lesson that does not merge, and the link to its step."""

from functools import cache
from typing import Any

import streamlit as st

from tokviz.ui.components.player import stopped_on
from tokviz.ui.components.replay import opening_step, text_hash
from tokviz.ui.shell.errors import fragment
from tokviz.ui.shell.page import stage
from tokviz.ui.shell.state import PageState
from tokviz.views.stepper.stepper import Replay, stepper_files, stepper_payload


def stepper(payload: bytes, *, key: str, step: int = 0) -> int:
    """Show what ``stepper_payload`` made and return the step the reader stopped on."""
    return stopped_on(_component(), payload, key=key, step=step)


@fragment
def linked_stepper(state: PageState, replay: Replay, *, text: str) -> None:
    """The replay that the page's address leads to; ``text`` tells when it is another one."""
    step = opening_step(state, text, replay.steps)
    payload = stepper_payload(replay)
    with stage():
        step = min(stepper(payload, key=state.key("stepper"), step=step), replay.steps)
    remember_step(state, text, step)


def remember_step(state: PageState, text: str, step: int) -> None:
    """Keep the step for the reader who comes back, and in the page's address."""
    state.put("step", (text_hash(text), step))
    st.query_params["step"] = str(step)


@cache
def _component() -> Any:
    markup, style, script = stepper_files()
    return st.components.v2.component(
        "tokviz.stepper", html=markup, css=style, js=script, isolate_styles=True
    )
