"""BPE over characters, with and without a symbol for the end of a word, on one clock."""

import streamlit as st

from tokviz.samples.subwords import CHARACTER_BPE
from tokviz.ui.components.settings import merges_input
from tokviz.ui.lessons.char_bpe import char_bpe_sections, train_both, two_replays, which_link
from tokviz.ui.shell.errors import explained
from tokviz.ui.shell.page import look_next, open_page, story
from tokviz.ui.shell.share import share_link
from tokviz.ui.shell.source import choose_text
from tokviz.ui.shell.state import PageState

row = open_page("char_bpe")
story(row, ties="of the pairs with the highest count, the one that comes first in the text wins.")
state = PageState("char_bpe")
with explained():
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    with left:
        source = choose_text(state, samples=CHARACTER_BPE)
    with right:
        num_merges = merges_input(state, default=20)
    both = train_both(state, source.text, num_merges)
    share_link(state, source, {"merges": str(num_merges), **which_link(state)})
    if both is not None:
        two_replays(state, both)
        char_bpe_sections(state, both, source)
look_next(row)
