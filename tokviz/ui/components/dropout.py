"""BPE-dropout beside the encoding of new text: how much to skip, and how often each cut comes out.

Source: Provilkov et al. 2020, "BPE-Dropout".
"""

from typing import Any

import streamlit as st

from tokviz.text.labels import plural
from tokviz.text.markers import Markers
from tokviz.ui.components.draws import DRAWS, seed_input
from tokviz.ui.components.table import draw_table
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import decimal
from tokviz.ui.training.apart import samples
from tokviz.views.tables.draws import draw_rows

LONGEST = 40
"""Characters that are drawn so often."""


def dropout_inputs(state: PageState) -> tuple[float, int]:
    """The probability with which a merge is skipped, and the seed of the draw: boxes of a row."""
    probability = st.slider(
        "Skip merges (BPE-dropout)",
        min_value=0.0,
        max_value=1.0,
        step=0.05,
        key=state.start("dropout", 0.0, decimal(0.0, 1.0, step=0.05), shared=True),
        help="Each merge whose turn has come is left out with this probability, so that a "
        "model in training sees the same word cut in many ways. 0 is ordinary encoding; 0.1 "
        "is the value in Provilkov et al. 2020; 1 leaves the base symbols.",
        width=230,
    )
    state.keep("dropout")
    seed = seed_input(
        state,
        "dropout_seed",
        "The same seed skips the same merges again.",
        disabled=not probability,
    )
    return float(probability), seed


def show_draws(model: Any, text: str, probability: float, seed: int, markers: Markers) -> None:
    """How often each segmentation of the beginning of the text came out, drawn by the model."""
    short = text[:LONGEST]
    seeds = range(seed, seed + DRAWS)
    draws = samples(model, short, dropout=probability, seeds=seeds)
    rows, different = draw_rows(draws, markers)
    whose = "the text" if short == text else f"the first {LONGEST} characters"
    st.markdown(f"**{DRAWS:,} draws of {whose}: {plural(different, 'different segmentation')}**")
    draw_table(
        {
            "segmentation": [row.segmentation for row in rows],
            "tokens": [row.num_tokens for row in rows],
            "times drawn": [row.times for row in rows],
        },
    )
    if different > len(rows):
        st.caption(f"The {len(rows)} that came most often. The seeds are {seed:,} and those after.")
