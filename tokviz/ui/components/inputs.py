"""Inputs that begin with what the page's address says and keep what the reader sets."""

from collections.abc import Collection, Mapping

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from tokviz.checks import limits
from tokviz.ui.shell.live import ENCODED, live_box
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import Text, choice, whole_number


def number_input(
    state: PageState,
    name: str,
    label: str,
    *,
    default: int,
    low: int,
    high: int,
    step: int = 1,
    help: str = "",
    shared: bool = False,
) -> int:
    """A whole number from ``low`` to ``high``; ``name`` is its name in the address.

    ``help``, where there is one, ends with those limits. ``shared`` as ``PageState.start`` has it.
    """
    number = st.number_input(
        label,
        min_value=low,
        max_value=high,
        step=step,
        key=state.start(name, default, whole_number(low, high), shared=shared),
        help=f"{help} From {low:,} to {high:,}." if help else None,
    )
    state.keep(name)
    return int(number)


def choice_input(
    state: PageState,
    name: str,
    label: str,
    options: Mapping[str, str],
    *,
    default: str = "",
    help: str = "",
    shared: bool = True,
    labelled: bool = True,
) -> str:
    """One of a few options, key -> words; ``name`` is its name in the address.

    ``shared`` as ``PageState.start`` has it. ``labelled``: else the label is only heard.
    """
    chosen = st.segmented_control(
        label,
        tuple(options),
        format_func=options.__getitem__,
        key=state.start(
            name, default or next(iter(options)), choice(tuple(options)), shared=shared
        ),
        required=True,
        help=help or None,
        label_visibility="visible" if labelled else "collapsed",
    )
    state.keep(name)
    return str(chosen)


def find_input(state: PageState, label: str, placeholder: str) -> str:
    """What a reader looks for in a vocabulary; one page after another finds the same."""
    found = st.text_input(
        label,
        key=state.start("find", "", Text(limits.LINE), shared=True),
        max_chars=limits.LINE,
        placeholder=placeholder,
    )
    state.keep("find")
    return str(found)


def offered(state: PageState, name: str, options: Collection[str], *, default: str = "") -> str:
    """The key of a box whose options depend on what the page shows; ``name`` as in the address.

    What is not on offer any more gives way to ``default``, the first option.
    """
    first = default or next(iter(options))
    key = state.start(name, first, choice(options), shared=True)
    if st.session_state.get(key, first) not in options:
        st.session_state[key] = first
    return key


def new_text_input(
    state: PageState,
    examples: Mapping[str, str],
    *,
    label: str = "New text",
    longest: int = limits.NEW_TEXT,
    row: DeltaGenerator | None = None,
) -> str:
    """A text to encode, at most ``longest`` characters of it; at first the first example.

    Arguments:
        examples: name -> text; each is a button that fills the box in.
        row: where these stand, in a container that is horizontal; above the box, if nowhere else.
    """
    key = state.start("new_text", next(iter(examples.values())), Text(longest), shared=True)
    with row or st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{label}**")
        for name, example in examples.items():
            st.button(
                name,
                key=state.key(name),
                on_click=st.session_state.__setitem__,
                args=(key, example),
            )
    with live_box("_new"):
        text: str = st.text_area(
            label,
            height=68,
            key=key,
            max_chars=longest,
            label_visibility="collapsed",
            help=ENCODED,
        )
    state.keep("new_text")
    return text


def quoted(*texts: str) -> dict[str, str]:
    """Short examples that are their own names, in quotation marks."""
    return {f"“{text}”": text for text in texts}
