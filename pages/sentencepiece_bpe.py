"""BPE over raw text in which the space is a letter, ▁, as Google's SentencePiece learns it."""

import streamlit as st

from tokviz import SentencePieceBPE
from tokviz.ui.components.beside_sentencepiece import beside_sentencepiece
from tokviz.ui.components.model_file import model_file_section
from tokviz.ui.components.piece_settings import (
    piece_settings,
    say_if_smaller,
    show_normalization,
    vocab_size_input,
)
from tokviz.ui.components.replay import replay
from tokviz.ui.components.sections import sections
from tokviz.ui.shell.page import explained, look_next, open_page, story
from tokviz.ui.shell.share import share_link
from tokviz.ui.shell.source import choose_text
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.store import train_on_page

row = open_page("sentencepiece_bpe")
story(
    row,
    ties="of the pairs with the highest count, the one that makes the shortest token wins, then "
    "the one first in code point order. A token is learned once, and mixes no scripts.",
)
state = PageState("sentencepiece_bpe")
with explained():
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    with left:
        source = choose_text(state, first="harbour")
    with right:
        vocab_size = vocab_size_input(state, default=300)
    settings = piece_settings(state, vocab_size)
    show_normalization(state, source.text, settings.normalization)
    share_link(state, source, settings.link)
    trained = train_on_page(
        state,
        source.text,
        settings.arguments,
        lambda on_merge: SentencePieceBPE.train(
            source.text, on_merge=on_merge, **settings.arguments
        ),
        num_merges=vocab_size,
    )
    if trained is not None:
        say_if_smaller(trained.model, settings)
        replay(state, trained)
        more = {
            "Beside sentencepiece": lambda: beside_sentencepiece(
                state, trained, "bpe", settings.arguments
            ),
            "Load a .model": lambda: model_file_section(state),
        }
        sections(state, trained, source, more=more)
look_next(row)
