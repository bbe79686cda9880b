"""Below the rounds: the lattice, other segmentations, comparisons, the vocabulary, files."""

from typing import Any

import streamlit as st

from tokviz import Unigram
from tokviz.text import limits
from tokviz.ui.components.beside_gpt2 import beside_gpt2
from tokviz.ui.components.beside_sentencepiece import beside_sentencepiece
from tokviz.ui.components.lattice import lattice_section, other_ways_section, suiting
from tokviz.ui.components.model_file import model_file_section
from tokviz.ui.components.piece_settings import (
    piece_settings,
    say_if_smaller,
    show_normalization,
    vocab_size_input,
)
from tokviz.ui.components.rounds import kept_share_input, rounds, sentence_input, step_counter
from tokviz.ui.components.sections import save_model, tabbed
from tokviz.ui.shell.errors import explained
from tokviz.ui.shell.page import below, look_next, open_page
from tokviz.ui.shell.share import share_link, share_section
from tokviz.ui.shell.source import choose_text
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import Text
from tokviz.ui.training.store import Trained, train_on_page
from tokviz.views.tables.pieces import piece_rows


def show() -> None:
    """Draw the page."""
    frame = open_page("unigram")
    state = PageState("unigram")
    with explained():
        source = choose_text(frame, state, first="harbour")
        with frame.settings:
            vocab_size = vocab_size_input(state, default=140)
            sentence = sentence_input(state, source.text)
            settings = piece_settings(state, vocab_size)
            kept_share = kept_share_input(state)
            show_normalization(state, source.text, settings.normalization)
        arguments = {**settings.arguments, "shrinking_factor": kept_share}
        share_link(state, source, {**settings.link, "kept": str(kept_share), **sentence.link})
        with frame.share:
            share_section(state, source)
        trained = train_on_page(
            state,
            source.text,
            arguments,
            lambda on_step: Unigram.train(source.text, on_step=step_counter(on_step), **arguments),
            num_merges=None,
        )
        if trained is not None:
            with frame.settings:
                say_if_smaller(trained.model, vocab_size)
            rounds(state, trained, sentence.text)
            with below():
                unigram_sections(state, trained, settings.arguments)
    look_next(frame.row)


def unigram_sections(state: PageState, trained: Trained, settings: dict[str, Any]) -> None:
    """The sections; only the open one is computed."""
    first = suiting(trained.text)
    tabbed(
        state,
        {
            "Lattice": lambda: lattice_section(state, trained.model, first=first),
            "N-best and sampling": lambda: other_ways_section(state, trained.model, first=first),
            "Beside sentencepiece": lambda: beside_sentencepiece(
                state, trained, "unigram", settings
            ),
            "Beside GPT-2": lambda: beside_gpt2(state, trained),
            "Vocabulary": lambda: _vocabulary(state, trained),
            "Load a .model": lambda: model_file_section(state),
            "Save": lambda: _save(state, trained),
        },
    )


def _vocabulary(state: PageState, trained: Trained) -> None:
    find = st.text_input(
        "Find a piece",
        key=state.start("find", "", Text(limits.LINE)),
        max_chars=limits.LINE,
        placeholder="text, or its id",
    )
    state.keep("find")
    rows = piece_rows(trained.model.trace, trained.model.pieces.scores, find=find)
    st.caption(f"{len(rows):,} of {len(trained.model.vocab):,} pieces, the most probable first")
    st.dataframe(rows, hide_index=True, height=420, placeholder="")


def _save(state: PageState, trained: Trained) -> None:
    save_model(state, trained)
    st.caption("The sentencepiece library loads this file and encodes as this page does.")
