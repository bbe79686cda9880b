"""The page's text in our tokenizer and in GPT-2: aligned strips, counts, and shared tokens."""

import streamlit as st

from tokviz.references.gpt2 import gpt2
from tokviz.text.labels import plural, unit_of
from tokviz.text.pre_tokens import well_formed
from tokviz.traces.results import unknown_and_lost
from tokviz.ui.components.decimals import with_decimals
from tokviz.ui.components.open_gpt2 import gpt2_learned
from tokviz.ui.components.strips import linked_strips
from tokviz.ui.components.table import draw_table
from tokviz.ui.shell.state import PageState
from tokviz.ui.training import apart
from tokviz.ui.training.trained import Trained
from tokviz.views.strips.strips import strips_payload
from tokviz.views.tables.comparison import compare

LONGEST = 20_000
"""Characters of the text that are set side by side."""


def beside_gpt2(state: PageState, trained: Trained) -> None:
    """Draw the section."""
    text = trained.text[:LONGEST]
    if len(text) < len(trained.text):
        st.caption(f"Of the first {LONGEST:,} of {len(trained.text):,} characters.")
    model = trained.model
    text = well_formed(text)
    ids, spans = apart.ids_and_spans(model, text)
    unknown, losses = unknown_and_lost(model, text, ids, spans, model.decode(ids))
    comparison = compare(
        text,
        ids,
        model.vocab,
        gpt2(),
        name="this tokenizer",
        markers=model.markers,
        special_ids=model.special_ids,
        spans=spans,
        unknown=unknown,
        losses=losses,
    )
    ours = "This tokenizer learned from this text alone"
    st.markdown(f"**{comparison.verdict()}** {ours}; {gpt2_learned()}")
    with_decimals(comparison.summary_table())
    payload = strips_payload(comparison.rows, text=comparison.text)
    linked_strips(state, payload, "beside")
    shared, learned = len(comparison.shared), len(comparison.learned)
    unit = unit_of(model.vocab.values())
    if not learned:
        st.markdown(f"**No learned token is longer than one {unit}.**")
        return
    ours = f"our {plural(learned, 'learned token')} longer than one {unit}"
    st.markdown(f"**GPT-2 has {shared:,} of {ours}:**")
    draw_table(comparison.learned_table(), height=320, placeholder="")
