"""Unigram: begin with too many pieces, give each a probability, drop what is missed least."""

import streamlit as st

from tokviz import Unigram
from tokviz.ui.components.piece_settings import (
    piece_settings,
    say_if_smaller,
    show_normalization,
    vocab_size_input,
)
from tokviz.ui.components.rounds import kept_share_input, rounds, sentence_input, step_counter
from tokviz.ui.lessons.unigram import unigram_sections
from tokviz.ui.shell.page import explained, look_next, open_page, story
from tokviz.ui.shell.share import share_link
from tokviz.ui.shell.source import choose_text
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.store import train_on_page

row = open_page("unigram")
story(
    row,
    ties="of two equal losses or probabilities, the piece that comes first in the list stays. Of "
    "two equally probable cuts, the one whose last difference starts further left wins.",
)
state = PageState("unigram")
with explained():
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    with left:
        source = choose_text(state, first="harbour")
    with right:
        vocab_size = vocab_size_input(state, default=140)
    settings = piece_settings(state, vocab_size)
    kept_share = kept_share_input(state)
    show_normalization(state, source.text, settings.normalization)
    sentence = sentence_input(state, source.text)
    arguments = {**settings.arguments, "shrinking_factor": kept_share}
    share_link(state, source, {**settings.link, "kept": str(kept_share), **sentence.link})
    trained = train_on_page(
        state,
        source.text,
        arguments,
        lambda on_step: Unigram.train(source.text, on_step=step_counter(on_step), **arguments),
        num_merges=None,
    )
    if trained is not None:
        say_if_smaller(trained.model, settings)
        rounds(state, trained, sentence.text)
        unigram_sections(state, trained, source, settings.arguments)
look_next(row)
