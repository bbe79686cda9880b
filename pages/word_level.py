"""A closed list of words: split, sort, number, look up, and what an unknown word does."""

from tokviz.ui.lessons.word_level import (
    new_text_input,
    train_word_list,
    version_input,
    word_level_lesson,
)
from tokviz.ui.shell.errors import explained
from tokviz.ui.shell.page import look_next, open_page, story
from tokviz.ui.shell.share import share_link
from tokviz.ui.shell.source import choose_text
from tokviz.ui.shell.state import PageState, pack_text

row = open_page("word_level")
story(row, ties="none. The order of code points puts every word in one place.")
state = PageState("word_level")
with explained():
    source = choose_text(state, first="page")
    version = version_input(state)
    new_text = new_text_input(state)
    packed = pack_text(new_text)
    share_link(
        state, source, {"version": version, **({"new_text": packed} if packed is not None else {})}
    )
    model = train_word_list(state, source.text, version)
    if model is not None:
        word_level_lesson(state, source, model, new_text)
look_next(row)
