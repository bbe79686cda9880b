"""The strips as a Streamlit component: the files of ``tokviz/views/strips``, mounted."""

from collections.abc import Callable

import streamlit as st

from tokviz.ui.shell.mounting import mount
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import flag
from tokviz.views.components import STRIPS
from tokviz.views.payload import mounted, number_of


def strips(
    payload: bytes,
    *,
    key: str,
    differ: bool = False,
    on_differ: Callable[[], None] = lambda: None,
) -> None:
    """Show one text through several tokenizers; ``payload`` is what ``strips_payload`` made.

    Arguments:
        differ: whether they open on the places alone that the tokenizers do not cut alike.
        on_differ: called where the reader switches that; the session has it under the key, as
            ``differ``.
    """
    data = mounted(payload, step=int(differ), replay=number_of(key))
    mount(STRIPS, data=data, key=key, on_differ_change=on_differ)


def linked_strips(state: PageState, payload: bytes, name: str) -> None:
    """Strips whose switch the page's address restores."""
    key, box = state.key(name), f"{name}_differ"
    state.start(box, False, flag, shared=True)

    def keep() -> None:
        state.fill({box: bool(st.session_state[key]["differ"])})

    strips(payload, key=key, differ=bool(state.kept(box)), on_differ=keep)
