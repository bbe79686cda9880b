"""WordPiece: pairs by their score, pieces with ##, and the longest match first."""

import streamlit as st

from tokviz.samples.subwords import WORDPIECE
from tokviz.ui.lessons.wordpiece import (
    folding_inputs,
    show_preparation,
    train_wordpiece,
    vocab_size_input,
    wordpiece_replay,
    wordpiece_sections,
)
from tokviz.ui.shell.errors import explained
from tokviz.ui.shell.page import look_next, open_page, story
from tokviz.ui.shell.share import share_link
from tokviz.ui.shell.source import choose_text
from tokviz.ui.shell.state import PageState

row = open_page("wordpiece")
story(row, ties="of the pairs with the highest score, the one that comes first in the text wins.")
state = PageState("wordpiece")
with explained():
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    with left:
        source = choose_text(state, samples=WORDPIECE)
    with right:
        vocab_size = vocab_size_input(state)
    settings = folding_inputs(state, vocab_size)
    show_preparation(state, source.text, settings)
    share_link(state, source, settings.link)
    trained = train_wordpiece(state, source.text, settings)
    if trained is not None:
        wordpiece_replay(state, trained)
        wordpiece_sections(state, trained, source)
look_next(row)
