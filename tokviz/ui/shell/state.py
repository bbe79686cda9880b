"""What a page remembers: its widgets' values, the link that restores them, and nothing shared.

A value comes from the link if the page was opened with one, else from what the reader left on
this page earlier in the visit, else from the default. Streamlit forgets a widget's value as soon
as a run does not draw it, so every value has a copy that stays.
"""

import base64
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from tokviz.text.errors import TokvizError
from tokviz.text.pre_tokens import well_formed

MAX_LINK = 6_000
"""Characters that a text may take in a link; chat programs cut longer ones."""

MAX_LINKED_TEXT = 1_000_000
"""Characters of a text in a link: a link must not be a bomb."""

MEMORY = ":memory"
"""How the key ends under which a replay remembers its place, after the replay's own key."""


@dataclass(frozen=True, slots=True)
class PageState:
    """The state of one page; keys never meet those of another page."""

    page: str

    def key(self, name: str) -> str:
        """The widget key of a value."""
        return f"{self.page}:{name}"

    def start(self, name: str, default: Any, parse: Callable[[str], Any] | None = None) -> str:
        """Give the widget its first value and return its key.

        ``parse`` reads the value from a link; what it refuses with ValueError is the default.
        """
        key = self.key(name)
        if st.session_state.get(key) is None:  # as the browser may leave it after going back
            st.session_state[key] = self._first_value(name, default, parse)
        self.keep(name)
        return key

    def _first_value(self, name: str, default: Any, parse: Callable[[str], Any] | None) -> Any:
        kept = self.kept(name)
        if kept is not None:
            return kept
        given = {**st.query_params, **(self.kept("given") or {})}
        if parse is None or name not in given:
            return default
        try:
            return parse(given[name])
        except ValueError:
            st.toast(
                f"The link's “{name}” is damaged or not on offer here, so this page starts with "
                "its own. Ask for the link again.",
                icon="🔗",
                duration="infinite",
            )
            return default

    def restore(self, values: Mapping[str, str]) -> None:
        """Start these values anew, as a saved lesson has them, before their widgets are drawn.

        Replays open anew too, even one whose text and settings stay the same.
        """
        for name in values:
            st.session_state.pop(self.key(name), None)
            st.session_state.pop(f"kept:{self.key(name)}", None)
        self.put("given", dict(values))
        for key in list(st.session_state):
            if str(key).startswith(self.key("")) and str(key).endswith(MEMORY):
                st.session_state[key]["reopen"] = True

    def forget(self, *names: str) -> None:
        """Let the page open as its link says, whatever the reader left in these places."""
        for name in names:
            st.session_state.pop(self.key(name), None)
            st.session_state.pop(f"kept:{self.key(name)}", None)
        self.put("given", {})

    def keep(self, name: str) -> None:
        """Copy a widget's value to where Streamlit does not forget it."""
        key = self.key(name)
        if key in st.session_state:
            st.session_state[f"kept:{key}"] = st.session_state[key]

    def kept(self, name: str) -> Any:
        """The copy, or None."""
        return st.session_state.get(f"kept:{self.key(name)}")

    def put(self, name: str, value: Any) -> None:
        """Remember a value that belongs to no widget."""
        st.session_state[f"kept:{self.key(name)}"] = value


def choice(options: tuple[str, ...]) -> Callable[[str], str]:
    """Reads one of these options from a link."""

    def parse(value: str) -> str:
        if value not in options:
            raise ValueError(value)
        return value

    return parse


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Reads a number from a link, moved into its range."""

    def parse(value: str) -> int:
        return min(max(int(value), low), high)

    return parse


def pack_text(text: str) -> str | None:
    """A text for a link, or None where it is too long for one."""
    if len(text) > MAX_LINKED_TEXT:
        return None
    packed = zlib.compress(text.encode("utf-8", "surrogatepass"), 9)
    link = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    return link if len(link) <= MAX_LINK else None


def unpack_text(link: str) -> str:
    """The text of a link; TokvizError where it is damaged."""
    unzip = zlib.decompressobj()
    try:
        packed = base64.b64decode(link + "=" * (-len(link) % 4), altchars="-_", validate=True)
        text = unzip.decompress(packed, 4 * MAX_LINKED_TEXT).decode("utf-8", "surrogatepass")
    except (ValueError, zlib.error) as error:
        raise TokvizError(f"The text in this link is damaged: {error}. Ask for it again.") from None
    if not unzip.eof:
        raise TokvizError("The text in this link is damaged: it is cut off. Ask for it again.")
    return text


def text_in_link(link: str) -> str:
    """The text of a link for a text box, which cannot hold a lone surrogate: it becomes U+FFFD."""
    return well_formed(unpack_text(link))


def write_link(values: dict[str, str]) -> None:
    """Make the address of the page restore these values.

    Its step is the browser's to write: the step that Streamlit knows is one of long ago.
    """
    given = {name: value for name, value in st.query_params.items() if name != "step"}
    if given != values:
        st.query_params.from_dict(values)
