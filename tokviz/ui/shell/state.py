"""What a page remembers: its widgets' values, the link that restores them, and nothing shared.

A value comes from the link if the page was opened with one, else from what the reader left on
this page earlier in the visit, else from the default. Streamlit forgets a widget's value as soon
as a run does not draw it, so every value has a copy that stays.
"""

from collections.abc import Mapping, Set
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import streamlit as st

from tokviz.checks import limits
from tokviz.ui.server.own_values import own_value
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.reconnect import brought, held
from tokviz.ui.shell.refusing import RefusedError
from tokviz.ui.shell.values import Reader, link_value, passed_on
from tokviz.views.payload import MODES

REFUSED = "page that refused"
"""Of which page a value was refused that its reader was not told of yet."""
BY_BROWSER = frozenset({"step", "other_step", "ask"})
"""What of a link the browser reads and writes (views/script/place.js): steps, and how it asks."""
VISIT = "visit"
"""The page under which is kept what belongs to all pages."""
_KEPT = "kept values"
"""One entry of the session's state for all copies: Streamlit goes through the entries with every
box that it draws."""
OWN = "own"
"""What the choice of text offers besides samples and ``FILE``. In an address it says that the text
is too long for one: the browser has it (views/classroom/kept.js)."""
FILE = "file"
"""What the choice of text says where it is a file."""
MEMORY = ":memory"
"""How the key ends under which a replay remembers its place, after the replay's own key."""


@dataclass(frozen=True, slots=True)
class PageState:
    """The state of one page; keys never meet those of another page."""

    page: str

    def key(self, name: str) -> str:
        """The widget key of a value."""
        return f"{self.page}:{name}"

    def start(
        self, name: str, default: Any, read: Reader | None = None, *, shared: bool = False
    ) -> str:
        """Give the widget its first value and return its key.

        ``read`` reads the value from a link or a saved lesson; where it refuses, the page says so
        and takes the default. A box holds no more than its ``max_chars``: Streamlit sees to it.
        ``shared`` is for a value that no setting of the page tells the link: ``boxes`` does.
        """
        if shared:
            self.put("shared", {**(self.kept("shared") or {}), name: (default, read)})
        key = self.key(name)
        try:
            value = st.session_state[key]
        except KeyError:
            if brought(key):
                return key
            value = None
        if value is None:  # also as the browser may leave it after going back
            value = st.session_state[key] = self._first_value(name, default, read)
        elif not held(key):  # not in sight yet, as in a popover: it opens with this value
            st.session_state[key] = value
        _kept_values()[key] = value
        return key

    def holds(self, name: str) -> bool:
        """Whether the widget has a value already, in this session or from the browser."""
        key = self.key(name)
        return key in st.session_state or self.kept(name) is not None or brought(key)

    def _first_value(self, name: str, default: Any, read: Reader | None) -> Any:
        kept = self.kept(name)
        if kept is not None:
            return kept
        return default if read is None else self.linked(name, default, read)

    def linked(self, name: str, default: Any, read: Reader) -> Any:
        """What the link or the saved lesson says of a value; where it is none, the default."""
        self.put("readable", {*(self.kept("readable") or ()), name})
        said = self.given(name)
        if said is None:
            return default
        try:
            return read(said)
        except RefusedError as why:
            whose = "saved lesson" if name in (self.kept("given") or {}) else "link"
            refused = self.kept("refused") or {}
            values = {**refused.get(whose, {}), name: f"“{name}” {literal(str(why))}"}
            self.put("refused", {**refused, whose: values})
            st.session_state[REFUSED] = self.page
            return default

    def given(self, name: str) -> Any:
        """What the saved lesson, or else the page's address, says of a value, or None."""
        places = (self.kept("given") or {}, self.kept("opened") or {}, st.query_params)
        return next((said[name] for said in places if name in said), None)

    def box_names(self) -> set[str]:
        """The shared boxes that the page has drawn."""
        return set(self.kept("shared") or ())

    def boxes(self) -> dict[str, str]:
        """What the shared boxes hold, as a link says it; what they open with is left out.

        What the link or the lesson said of a box that was not drawn since is passed on.
        """
        opened, lesson = self.kept("opened") or {}, self.kept("given") or {}
        waiting = {name for name in self.box_names() if self.key(name) not in _kept_values()}
        seen = {*(self.kept("readable") or ()), *BY_BROWSER} - waiting
        unseen = {**opened, **lesson}
        said = passed_on({n: v for n, v in unseen.items() if n not in seen})
        for name, (default, read) in (self.kept("shared") or {}).items():
            value = self.kept(name)
            link = None if value in (None, default) else link_value(value, read)
            if link is not None:
                said[name] = link
        return said

    def restore(self, values: Mapping[str, Any], *, anew: Set[str] = frozenset()) -> None:
        """Start these values anew, as a saved lesson has them, before their widgets are drawn.

        Replays open anew too, even one whose text and settings stay the same. What the page does
        not know is passed over. ``anew`` names what else starts as on a page without a link.
        """
        for name in {*(values.keys() & (self.kept("readable") or set())), *anew}:
            st.session_state.pop(self.key(name), None)
            _kept_values().pop(self.key(name), None)
        if (address := st.query_params).keys() & anew:  # it would give them back
            write_link({name: address[name] for name in address.keys() - anew - BY_BROWSER})
        self._open_with(values)
        ask = values.get("ask")
        self._reopen(ask if isinstance(ask, str) and ask in MODES else None)

    def await_link(self, link: Mapping[str, str]) -> None:
        """Be ready to show what this link of the page shows, whatever the reader left here."""
        self.forget(*(self.kept("readable") or ()))
        self.restore(link)

    def left(self, step: int | None) -> dict[str, Any]:
        """All that the reader leaves on this page at a step of its replay: ``recall`` takes it.

        Without a step it is that at which the page opened.
        """
        left = {
            key.removeprefix(self.key("")): value
            for key, value in _kept_values().items()
            if key.startswith(self.key(""))
        }
        if step is not None and "step" in left:
            left["step"] = (left["step"][0], step)
        return left

    def recall(self, left: Mapping[str, Any], asks: str | None = None) -> None:
        """Put back what ``left`` gave; ``asks`` is how the page asked, None where that stays."""
        self.forget(*(self.kept("readable") or ()))
        for name in self.left(0).keys() - left.keys():
            del _kept_values()[self.key(name)]
        for name, value in left.items():
            self.put(name, value)
        st.query_params.clear()
        self._reopen(asks if asks in MODES else None)

    def _reopen(self, asks: str | None = None) -> None:
        """``asks`` is how the page asks from now on; None where that stays."""
        for key in list(st.session_state):
            if str(key).startswith(self.key("")) and str(key).endswith(MEMORY):
                st.session_state[key].update(reopen=True, reopen_asks=asks)

    def forget(self, *names: str) -> None:
        """Let the page open as its link says, whatever the reader left in these places."""
        for name in names:
            st.session_state.pop(self.key(name), None)
            _kept_values().pop(self.key(name), None)
        self._open_with({})

    def _open_with(self, lesson: Mapping[str, Any]) -> None:
        self.put("given", dict(lesson))
        self.put("opened", {})
        self.put("refused", {})

    def open_anew(self, *, at_step: bool = False) -> None:
        """Forget all that was left on this page, so that it opens as its address says.

        The browser keeps the step of a replay that stays the same: ``at_step`` the link says one.
        """
        jumps = {
            key: memory.get("jumps", 0)
            for key, memory in st.session_state.items()
            if str(key).startswith(self.key("")) and str(key).endswith(MEMORY)
        }
        for kept in (st.session_state, _kept_values()):
            for key in list(kept):
                if str(key).startswith(self.key("")):
                    del kept[str(key)]
        for key, number in jumps.items() if at_step else ():
            st.session_state[key] = {"jumps": number, "reopen": True, "reopen_asks": None}

    def choose_file(self, name: str, content: bytes) -> None:
        """Learn from this file from now on; of what no page takes the size is kept, to say why."""
        size = len(content)
        self.put("file", (name, content if size <= limits.TEXT_BYTES else size))
        self.put("unread", True)
        self.put("saved_on", "")
        self.put("sample", FILE)
        st.session_state[self.key("sample")] = FILE

    def keep(self, name: str) -> None:
        """Copy a widget's value to where Streamlit does not forget it."""
        key = self.key(name)
        with suppress(KeyError):
            _kept_values()[key] = st.session_state[key]

    def fill(self, values: Mapping[str, Any]) -> None:
        """Set what these widgets hold, before they are drawn, as if the reader had.

        What a link says of them is done with; the next link's word counts again.
        """
        self.put("readable", {*(self.kept("readable") or ()), *values})
        for name, value in values.items():
            st.session_state[self.key(name)] = value
            self.keep(name)

    def go_with_text(self, name: str, suiting: Any) -> Any:
        """A value that the page chose goes with the text; one that the reader gave stays.

        ``suiting`` is what suits the text as it is now. To be called before the widget is drawn;
        returns what it held until now where that has changed, else None.
        """
        chosen, shown = self.kept(f"suiting_{name}"), st.session_state.get(self.key(name))
        shown = self.kept(name) if shown is None else shown
        self.put(f"suiting_{name}", suiting)
        if shown is None or shown != chosen or shown == suiting:
            return None
        self.fill({name: suiting})
        return shown

    def kept(self, name: str) -> Any:
        """The copy, or None."""
        return _kept_values().get(self.key(name))

    def put(self, name: str, value: Any) -> None:
        """Remember a value that belongs to no widget."""
        _kept_values()[self.key(name)] = value


def _kept_values() -> dict[str, Any]:
    """The copies of this reader's values, by their widgets' keys."""
    kept: dict[str, Any] | None = own_value(_KEPT)
    if kept is None:
        kept = st.session_state[_KEPT] = {}
    return kept


def write_link(values: dict[str, str]) -> None:
    """Make the address of the page restore these values.

    What is the browser's to write is left out: what Streamlit knows of it is of long ago.
    """
    given = {name: value for name, value in st.query_params.items() if name not in BY_BROWSER}
    if given != values:
        st.query_params.from_dict(values)
