"""A text as characters, code points, bytes and bits."""

from tokviz.samples.characters import CHARACTERS
from tokviz.ui.lessons.text_to_bytes import escapes_input, text_to_bytes_lesson
from tokviz.ui.shell.errors import explained
from tokviz.ui.shell.page import look_next, open_page, story
from tokviz.ui.shell.share import share_link
from tokviz.ui.shell.source import choose_text
from tokviz.ui.shell.state import PageState

row = open_page("text_to_bytes")
story(row, ties="none. Unicode and UTF-8 fix every number; nothing is learned.")
state = PageState("text_to_bytes")
with explained():
    source = choose_text(state, samples=CHARACTERS)
    text = escapes_input(state, source)
    reading = state.kept("reading")
    share_link(state, source, {"reading": reading} if reading == "escapes" else {})
    text_to_bytes_lesson(state, source, text)
look_next(row)
