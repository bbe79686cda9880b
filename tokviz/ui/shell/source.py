"""Where a page's text comes from: a sample, the reader's own words, or a file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from tokviz.checks import limits
from tokviz.checks.errors import TokvizError
from tokviz.lessons import LESSONS, Lesson, lesson
from tokviz.samples import SAMPLES, SampleText
from tokviz.text.labels import plural
from tokviz.text.pre_tokens import well_formed
from tokviz.ui.shell.earlier import way_back
from tokviz.ui.shell.errors import NothingYet
from tokviz.ui.shell.last_good import good_or_last
from tokviz.ui.shell.live import live_box
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.page import Frame
from tokviz.ui.shell.saved_lesson import (
    LESSON_SUFFIX,
    NOT_OF_A_LESSON,
    check_bytes,
    check_lesson_bytes,
    check_size,
    read_lesson,
    read_text,
)
from tokviz.ui.shell.state import FILE, OWN, VISIT, PageState, write_link
from tokviz.ui.shell.uploads import at_hand, named
from tokviz.ui.shell.values import choice, linked_text, pack_text

LONGEST_NAME = 20
"""Characters of a file's name that the row has room for."""
_OF_THE_TEXT = {"sample", "text"}
"""What a link says of the text; a saved lesson brings its own."""


@dataclass(frozen=True, slots=True)
class Source:
    """The chosen text; ``link`` restores it, or is None where it is too long for a link."""

    text: str
    name: str
    link: dict[str, str] | None


def choose_text(
    frame: Frame, state: PageState, *, first: str = "", samples: Sequence[SampleText] = SAMPLES
) -> Source:
    """Draw the choice of text in the page's row and settings, and return what was chosen.

    Where that is no text, or too long a one, it is the one that the page had before.

    Arguments:
        first: the key of the sample that a page opens with; by default the first of them.
        samples: what is offered.

    Raises TokvizError or NothingYet where the page had none before.
    """
    source, _ = good_or_last(
        frame,
        state,
        "good_text",
        lambda: _chosen_text(frame, state, first, samples),
        lambda _: True,
    )
    return source


def _chosen_text(
    frame: Frame, state: PageState, first: str, samples: Sequence[SampleText]
) -> Source:
    by_key = {row.key: row for row in samples}
    first = first or samples[0].key
    chosen = _choice_of_text(frame, state, first, by_key)
    sample = by_key.get(state.kept("last_sample") or first, samples[0])
    with frame.settings:
        own = _own_text_box(state, well_formed(sample.text) if chosen == OWN else "")
        _file_box(state)
        about = {OWN: f"Your own text, {plural(len(own), 'code point')}.", FILE: _about_file(state)}
        st.caption(about.get(chosen, f"**{sample.title}.** {sample.why}"))
        if chosen == FILE:
            _open_where_saved(state)
    if chosen == OWN:
        with frame.offer:
            way_back(state, "sample")
        _offer_way_back(frame, state, own, sample)
        return _own_text(frame, state, own)
    _offer_text_from_elsewhere(frame, state)
    if chosen == FILE:
        return _file(state)
    return Source(sample.text, sample.title, {"sample": sample.key})


def _choice_of_text(
    frame: Frame, state: PageState, first: str, by_key: Mapping[str, SampleText]
) -> str:
    """The key of a sample, OWN or FILE."""
    file = state.kept("file")
    names = {
        **{key: row.title for key, row in by_key.items()},
        OWN: "Your own text",
        FILE: f"File: {_cut(file[0])}" if file else "A file",
    }
    default = OWN if "text" in st.query_params else first
    if default != OWN and state.given("sample") == OWN and not state.holds("sample"):
        write_link({})  # what it says is of a text that the browser brings, or has no more
    with frame.text:
        chosen = st.selectbox(
            "Text to learn from",
            tuple(names),
            format_func=names.__getitem__,
            key=state.start("sample", default, choice(tuple(by_key))),
            label_visibility="collapsed",
        )
    state.keep("sample")
    if chosen in by_key:
        state.put("last_sample", chosen)
    return str(chosen)


def _use(state: PageState, kind: str) -> None:
    """Learn from this text from now on."""
    st.session_state[state.key("sample")] = kind


# ---- the reader's own words ------------------------------------------------------------------


def _own_text_box(state: PageState, sample: str) -> str:
    with live_box():
        text: str = st.text_area(
            "Your own text",
            height=110,
            key=state.start("text", sample, linked_text),
            on_change=_use,
            args=(state, OWN),
            placeholder="Paste or type any text, in any language.",
            help="The page works on it while you type.",
        )
    state.keep("text")
    return text


def _own_text(frame: Frame, state: PageState, text: str) -> Source:
    check_size(text)
    elsewhere = PageState(VISIT)
    kept = elsewhere.kept("own")
    of_the_path = state.kept("path")
    if text and not of_the_path and (kept is None or kept[1] != text):
        elsewhere.put("own", (frame.row.title, text))
    packed = pack_text(text)
    return Source(text, "your text", None if packed is None else {"text": packed})


def _offer_text_from_elsewhere(frame: Frame, state: PageState) -> None:
    """A button that takes over what the reader wrote on another page."""
    kept = PageState(VISIT).kept("own")
    if kept is None or kept[0] == frame.row.title:
        return
    frame.offer.button(
        f"Your text from {kept[0]}",
        key=state.key("take_over"),
        type="tertiary",
        icon="📋",
        on_click=take_over,
        args=(state, kept[1]),
    )


def take_over(state: PageState, text: str) -> None:
    """Make this the reader's own text of the page."""
    st.session_state[state.key("text")] = text
    _use(state, OWN)


def _offer_way_back(frame: Frame, state: PageState, text: str, sample: SampleText) -> None:
    kept = PageState(VISIT).kept("own")
    if kept is not None and kept[0] != frame.row.title and kept[1] == text:
        frame.offer.button(
            f"Back to “{sample.title}”",
            key=state.key("way_back"),
            type="tertiary",
            on_click=_use,
            args=(state, sample.key),
        )


# ---- files -----------------------------------------------------------------------------------


def _file_box(state: PageState) -> None:
    # It takes more than a text may have: what is too long is then told in our words.
    st.file_uploader(
        f"A text file (UTF-8, up to {limits.TEXT_MEGABYTES} MB), or a saved lesson",
        key=state.key("upload"),
        max_upload_size=limits.FILE_MEGABYTES,
        on_change=_take_file,
        args=(state,),
    )
    if state.kept("unread"):
        _read_settings(state)


def _read_settings(state: PageState) -> None:
    """Set the page as a saved lesson has it; only then is it read, for another run may end this."""
    if state.kept("file")[0].endswith(LESSON_SUFFIX):
        try:
            saved = read_lesson(*_content(state))
        except TokvizError:
            state.put("unread", False)
            raise
        settings = saved.settings.keys() - _OF_THE_TEXT
        # It does not name boxes that held what they open with.
        anew = state.box_names() - NOT_OF_A_LESSON if saved.lesson == state.page else set()
        state.restore({name: saved.settings[name] for name in settings}, anew=anew)
        state.put("saved_on", saved.lesson)
    state.put("unread", False)


def _content(state: PageState) -> tuple[str, bytes]:
    """The chosen file; TokvizError where it is too large, of which only the size was kept."""
    name, content = state.kept("file")
    if isinstance(content, int) and name.endswith(LESSON_SUFFIX):
        check_lesson_bytes(name, content)
    elif isinstance(content, int):
        check_bytes(content)
    return name, content


def _take_file(state: PageState) -> None:
    for upload in at_hand(st.session_state[state.key("upload")]):
        state.choose_file(*named(upload))


def _about_file(state: PageState) -> str:
    """The whole name, of which the page's row has room for a part."""
    file = state.kept("file")
    if not file:
        return "No file is chosen yet."
    row = _saved_elsewhere(state)
    elsewhere = (
        f" It was saved in {row.title}: this page takes the settings that both have." if row else ""
    )
    return f"The file that you chose: {literal(file[0])}.{elsewhere}"


def _saved_elsewhere(state: PageState) -> Lesson | None:
    """The lesson that the file was saved in, where that is not this page's."""
    on = state.kept("saved_on")
    return next((row for row in LESSONS if row.key == on != state.page), None)


def _open_where_saved(state: PageState) -> None:
    """A button that opens a lesson saved on another page there, with all that it holds."""
    row = _saved_elsewhere(state)
    if row and st.button(f"Open it in {row.title}", key=state.key("open_there"), icon=row.icon):
        PageState(row.key).choose_file(*state.kept("file"))
        st.switch_page(row.page)


def _cut(name: str) -> str:
    """The beginning and the end of a long name."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 9]}…{name[-8:]}"


def _file(state: PageState) -> Source:
    if state.kept("file") is None:
        raise NothingYet("Choose a file under “Text and settings”, and the page works on its text.")
    name, content = _content(state)
    if name.endswith(LESSON_SUFFIX):
        text = read_lesson(name, content).text
    else:
        text = read_text(name, content)
    return Source(text, name, None)


def replay_name(state: PageState, name: str) -> str:
    """What a saved replay is called: the lesson, and the text's name. "Byte BPE: your text" """
    return f"{lesson(state.page).title}: {name}"


def first_line(text: str) -> str:
    """The first line that is not blank, for a place that wants a short example of the text."""
    return next((line.strip() for line in well_formed(text).split("\n") if line.strip()), "")
