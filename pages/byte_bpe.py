"""BPE over bytes, merge by merge."""

import streamlit as st

from tokviz import ByteBPE
from tokviz.ui.components.replay import replay
from tokviz.ui.components.sections import sections
from tokviz.ui.components.settings import merges_input
from tokviz.ui.shell.errors import explained
from tokviz.ui.shell.page import look_next, open_page, story
from tokviz.ui.shell.share import share_link
from tokviz.ui.shell.source import choose_text
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.store import train_on_page

row = open_page("byte_bpe")
story(row, ties="of the pairs with the highest count, the one that comes first in the text wins.")
state = PageState("byte_bpe")
with explained():
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    with left:
        source = choose_text(state)
    with right:
        num_merges = merges_input(state)
    trained = train_on_page(
        state,
        source.text,
        {"num_merges": num_merges},
        lambda on_merge: ByteBPE.train(source.text, num_merges=num_merges, on_merge=on_merge),
        num_merges=num_merges,
    )
    share_link(state, source, {"merges": str(num_merges)})
    if trained is not None:
        replay(state, trained)
        sections(state, trained, source)
look_next(row)
