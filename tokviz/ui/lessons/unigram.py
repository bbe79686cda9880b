"""Below the rounds: the lattice, other segmentations, comparisons, the vocabulary, files."""

from typing import Any

import streamlit as st

from tokviz.ui.components.beside_gpt2 import beside_gpt2
from tokviz.ui.components.beside_sentencepiece import beside_sentencepiece
from tokviz.ui.components.lattice import lattice_section, other_ways_section, suiting
from tokviz.ui.components.model_file import model_file_section
from tokviz.ui.components.sections import save_model, tabbed
from tokviz.ui.shell.share import share_section
from tokviz.ui.shell.source import Source
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.store import Trained
from tokviz.views.tables.pieces import piece_rows


def unigram_sections(
    state: PageState, trained: Trained, source: Source, settings: dict[str, Any]
) -> None:
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
            "Save and share": lambda: _save(state, trained, source),
        },
    )


def _vocabulary(state: PageState, trained: Trained) -> None:
    find = st.text_input("Find a piece", key=state.start("find", ""), placeholder="text, or its id")
    state.keep("find")
    rows = piece_rows(trained.model.trace, trained.model.pieces.scores, find=find)
    st.caption(f"{len(rows):,} of {len(trained.model.vocab):,} pieces, the most probable first")
    st.dataframe(rows, hide_index=True, height=420)


def _save(state: PageState, trained: Trained, source: Source) -> None:
    share_section(state, source)
    save_model(state, trained, ".model")
    st.caption("The sentencepiece library loads this file and encodes as this page does.")
