"""The file that a page learns from: a text, or a saved lesson, which brings its settings too."""

import streamlit as st

from tokviz.checks import limits
from tokviz.checks.errors import TokvizError
from tokviz.lessons import LESSONS, Lesson
from tokviz.ui.shell.errors import NothingYet
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.saved_lesson import (
    LESSON_SUFFIX,
    NOT_OF_A_LESSON,
    check_bytes,
    check_lesson_bytes,
    read_lesson,
    read_text,
)
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.uploads import at_hand, named

LONGEST_NAME = 20
"""Characters of a file's name that the row has room for."""
_OF_THE_TEXT = {"sample", "text"}
"""What a link says of the text; a saved lesson brings its own."""


def file_box(state: PageState) -> None:
    """Draw the box, and take over the settings of a saved lesson that was just chosen."""
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


def about_file(state: PageState, name: str) -> str:
    """The whole name, of which the page's row has room for a part."""
    row = _saved_elsewhere(state)
    elsewhere = (
        f" It was saved in {row.title}: this page takes the settings that both have." if row else ""
    )
    return f"The file that you chose: {literal(name)}.{elsewhere}"


def _saved_elsewhere(state: PageState) -> Lesson | None:
    """The lesson that the file was saved in, where that is not this page's."""
    on = state.kept("saved_on")
    return next((row for row in LESSONS if row.key == on != state.page), None)


def open_where_saved(state: PageState) -> None:
    """A button that opens a lesson saved on another page there, with all that it holds."""
    row = _saved_elsewhere(state)
    if row and st.button(f"Open it in {row.title}", key=state.key("open_there"), icon=row.icon):
        PageState(row.key).choose_file(*state.kept("file"))
        st.switch_page(row.page)


def cut_name(name: str) -> str:
    """The beginning and the end of a long name."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 9]}…{name[-8:]}"


def text_of_file(state: PageState) -> tuple[str, str]:
    """The text of the chosen file, and the file's name; NothingYet where none is chosen."""
    if state.kept("file") is None:
        raise NothingYet("Choose a file under “Text and settings”, and the page works on its text.")
    name, content = _content(state)
    if name.endswith(LESSON_SUFFIX):
        return read_lesson(name, content).text, name
    return read_text(name, content), name
