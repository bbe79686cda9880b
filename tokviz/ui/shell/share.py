"""The link of a page, and what to do with a text that is too long for one."""

import streamlit as st

from tokviz.ui.server.reruns import BY_ITSELF
from tokviz.ui.shell.classroom import class_text
from tokviz.ui.shell.earlier import BROUGHT_TEXT
from tokviz.ui.shell.giving import SHARED
from tokviz.ui.shell.guide import tell_changed
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.mounting import mount
from tokviz.ui.shell.source import Source
from tokviz.ui.shell.state import BY_BROWSER, OWN, PageState, write_link
from tokviz.views.components import LINK


def share_link(state: PageState, source: Source, settings: dict[str, str]) -> None:
    """Make the page's address restore text, settings and step, where the text fits into it.

    What a visit finds at a page's bare address, the bare address restores. So it is left alone
    until the reader changes something.
    """
    link = {**(source.link or {"sample": OWN}), **settings}
    if state.kept("settings") is None:
        if not st.query_params.keys() - BY_BROWSER and not state.kept(BROUGHT_TEXT):
            state.put("bare", link)
        # Replay and sections are drawn after the address is written, and open as the link says.
        state.put("opened", st.query_params.to_dict())
    state.put("settings", settings)
    state.put(SHARED, source.text)
    state.put("link", link)
    tell_changed(state, link)
    share_boxes(state)
    if source.link is None:
        class_text(state.key(f"class_text{BY_ITSELF}"), source.text)


def share_boxes(state: PageState) -> None:
    """Make the address restore also what stands in the boxes of the sections, as they are now."""
    link = state.kept("link")
    if link is not None:
        whole = {**state.boxes(), **link}
        write_link({} if whole == state.kept("bare") else whole)


def share_section(state: PageState, source: Source, *, brought: bool = False) -> None:
    """Say how to give this page, as it stands, to somebody else; the rest of it ``giving`` draws.

    ``brought``: it shows a tokenizer of the reader's, which neither link nor lesson holds.
    """
    if source.link is not None:
        st.markdown(
            f"**The address of this page is the link.** It holds {literal(_text(source))}, the "
            "settings, what stands in the boxes, and the step on which you stopped: copy it, and "
            "the class sees what you see."
        )
        mount(LINK, key=state.key("copy_link"))
    else:
        st.markdown(
            "**A file, or a text this long, does not fit into a link.** Save the lesson as a file "
            "and give that instead: choose it as a file under *Text and settings*, and text, "
            "settings and step are back."
        )
    if brought:
        st.markdown(
            "**The tokenizer that you brought is not in it.** Others bring it, too: their page "
            "says which."
        )


def _text(source: Source) -> str:
    """The text of the page as the list names it."""
    return source.name if "text" in (source.link or {}) else f"the text “{source.name}”"
