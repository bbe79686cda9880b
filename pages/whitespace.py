"""Cutting at spaces: the replay, what sticks and what is lost, and a list that never ends."""

from tokviz.ui.lessons.whitespace import whitespace_lesson
from tokviz.ui.shell.errors import explained
from tokviz.ui.shell.page import look_next, open_page, story
from tokviz.ui.shell.share import share_link
from tokviz.ui.shell.source import choose_text
from tokviz.ui.shell.state import PageState

row = open_page("whitespace")
story(row, ties="none. Nothing is chosen; a new word takes the next number.")
state = PageState("whitespace")
with explained():
    source = choose_text(state)
    share_link(state, source, {})
    whitespace_lesson(state, source)
look_next(row)
