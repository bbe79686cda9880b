"""BPE within pre-tokens: choose a split pattern, keep special tokens whole, watch the merges."""

from dataclasses import replace

import streamlit as st

from tokviz import RegexBPE
from tokviz.ui.components.patterns import pattern_input, show_pre_tokens, special_tokens_input
from tokviz.ui.components.replay import replay
from tokviz.ui.components.sections import sections
from tokviz.ui.components.settings import merges_input
from tokviz.ui.shell.page import explained, look_next, open_page, story
from tokviz.ui.shell.share import share_link
from tokviz.ui.shell.source import choose_text
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.store import train_on_page

row = open_page("regex_bpe")
story(row, ties="of the pairs with the highest count, the one that comes first in the text wins.")
state = PageState("regex_bpe")
with explained():
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    with left:
        source = choose_text(state)
    with right:
        num_merges = merges_input(state)
    pattern = pattern_input(state)
    special_tokens = special_tokens_input(state)
    show_pre_tokens(state, source.text, pattern, special_tokens)
    trained = train_on_page(
        state,
        source.text,
        {"num_merges": num_merges, "pattern": pattern, "special_tokens": special_tokens},
        lambda on_merge: replace(
            RegexBPE.train(
                source.text,
                num_merges=num_merges,
                pattern=pattern,
                special_tokens=special_tokens,
                on_merge=on_merge,
            ),
            allowed_special="all",
        ),
        num_merges=num_merges,
    )
    share_link(state, source, {"merges": str(num_merges), **state.kept("pattern_link")})
    if trained is not None:
        replay(state, trained)
        sections(state, trained, source)
look_next(row)
