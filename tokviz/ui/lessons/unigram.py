"""Below the rounds: charts, the lattice, other ways to cut, comparisons, the vocabulary, files."""

from dataclasses import dataclass
from typing import Any

import streamlit as st

from tokviz.algorithms.alike.sized import sized_unigram
from tokviz.ui.components.beside_gpt2 import beside_gpt2
from tokviz.ui.components.beside_sentencepiece import beside_sentencepiece
from tokviz.ui.components.code import code_toggle
from tokviz.ui.components.decoding import decode_drawer
from tokviz.ui.components.em_step import em_step_section
from tokviz.ui.components.forced import WHAT_IF
from tokviz.ui.components.inputs import find_input
from tokviz.ui.components.inside import inside_section
from tokviz.ui.components.inside_token import row_hint, token_table
from tokviz.ui.components.lattice import lattice_section, other_ways_section, suiting
from tokviz.ui.components.model_file import model_file_section
from tokviz.ui.components.piece_settings import (
    COVERAGE,
    MAX_PIECES,
    NORMALIZATIONS,
    PieceSettings,
    piece_settings,
    say_if_smaller,
    show_normalization,
)
from tokviz.ui.components.rounds import (
    KEPT_SHARE,
    Sentence,
    kept_share_input,
    rounds,
    rounds_charts,
    save_rounds,
    sentence_input,
    sentence_of,
)
from tokviz.ui.components.saving import save_tokenizer, save_training
from tokviz.ui.components.sections import Drawers, charts_drawer, tabbed
from tokviz.ui.components.settings import Settings, vocab_size_input
from tokviz.ui.components.table import columns_of
from tokviz.ui.components.textbook import know_loop
from tokviz.ui.components.what_if import what_if_section
from tokviz.ui.shell.errors import explained
from tokviz.ui.shell.last_good import good_or_last
from tokviz.ui.shell.page import Frame, Head, below, lesson_page, open_page
from tokviz.ui.shell.share import share_link, share_section
from tokviz.ui.shell.source import Source, choose_text
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.store import train_on_page
from tokviz.ui.training.trained import Trained
from tokviz.views.tables.pieces import piece_rows

OPENING = PieceSettings(
    140, next(iter(NORMALIZATIONS)), byte_fallback=False, character_coverage=COVERAGE
)
"""The settings that the page opens with."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the reader set."""

    source: Source
    pieces: PieceSettings
    kept_share: float
    sentence: Sentence

    @property
    def link(self) -> dict[str, str]:
        """For the address of the page."""
        return {**self.pieces.link, "kept": str(self.kept_share), **self.sentence.link}


@lesson_page("unigram")
def show(head: Head) -> None:
    """Draw the page."""
    frame = open_page(head)
    state = PageState("unigram")
    with explained():
        asked, trained = good_or_last(
            frame,
            state,
            "shown",
            lambda: settings_panel(frame, state),
            lambda asked: train(state, asked),
            instead=lambda: _opening(state.kept("good_text")),
            text_of=lambda asked: asked.source,
        )
        share_link(state, asked.source, asked.link)
        with frame.share:
            share_section(state, asked.source)
        if trained is not None:
            with frame.settings:
                say_if_smaller(trained.model, asked.pieces.vocab_size)
            rounds(state, trained, asked.sentence.text, train_arguments(asked))
            with below():
                unigram_sections(state, trained, asked)


def _opening(source: Source | None) -> Asked | None:
    """What the lesson makes of a text where nobody says otherwise; of no text, nothing."""
    if source is None:
        return None
    return Asked(source, OPENING, KEPT_SHARE, Sentence(sentence_of(source.text), {}))


def settings_panel(frame: Frame, state: PageState) -> Asked:
    """Draw the choice of text and the settings, and return both."""
    source = choose_text(frame, state, first="harbour")
    code_toggle(frame, state)
    know_loop(state)
    with frame.settings:
        with st.container(horizontal=True, gap="medium"):  # on a low screen each line counts
            vocab_size = vocab_size_input(state, default=OPENING.vocab_size, most=MAX_PIECES)
            kept_share = kept_share_input(state)
        sentence = sentence_input(state, source.text)
        pieces = piece_settings(state, vocab_size)
        show_normalization(state, source.text, pieces.normalization)
    return Asked(source, pieces, kept_share, sentence)


def train(state: PageState, asked: Asked) -> Trained | None:
    """The model, or None where the reader stopped its training."""
    text, arguments = asked.source.text, train_arguments(asked)
    return train_on_page(state, text, arguments, sized_unigram, num_merges=None)


def train_arguments(asked: Asked) -> dict[str, Any]:
    """The arguments of ``Unigram.train``."""
    return {**asked.pieces.arguments, "shrinking_factor": asked.kept_share}


def unigram_sections(state: PageState, trained: Trained, asked: Asked) -> None:
    """The sections; only the open one is computed."""
    first, settings = suiting(trained.text), train_arguments(asked)
    drawers: Drawers = {
        **charts_drawer(lambda: rounds_charts(state, trained)),
        "Lattice": lambda: lattice_section(state, trained.model, first=first),
        "EM step": lambda: em_step_section(state, trained, asked.pieces.arguments),
        "N-best and sampling": lambda: other_ways_section(state, trained.model, first=first),
        **decode_drawer(state, trained.model, text=trained.text, sig=trained.sig),
        WHAT_IF: lambda: what_if_section(state, trained, Settings(settings, {})),
        "Beside GPT-2": lambda: beside_gpt2(state, trained),
        "Beside sentencepiece": lambda: beside_sentencepiece(state, trained, "unigram", settings),
        "Load a .model": lambda: model_file_section(state),
        "Inside": lambda: inside_section(state, trained.model, text=trained.text, sig=trained.sig),
        "Vocabulary": lambda: _vocabulary(state, trained),
        "Save": lambda: _save(state, trained, asked),
    }
    tabbed(state, trained.sig, drawers)


def _vocabulary(state: PageState, trained: Trained) -> None:
    find = find_input(state, "Find a piece", "text, or its id")
    rows = piece_rows(trained.model.trace, trained.model.pieces.scores, find=find)
    st.caption(
        f"{len(rows):,} of {len(trained.model.vocab):,} pieces, the most probable first. The "
        "probabilities are SentencePiece's: its last steps lower the rare ones and drop pieces, "
        "so what is left need not add up to 100%."
    )
    if rows:
        row_hint()
    token_table(state, "vocabulary", columns_of(rows) or {"id": []}, whose="this")


def _save(state: PageState, trained: Trained, asked: Asked) -> None:
    save_rounds(state, trained, asked.sentence.text, asked.source.name)
    save_tokenizer(state, trained.model)
    save_training(state, trained.model.trace)
