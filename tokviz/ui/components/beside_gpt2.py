"""The page's text in our tokenizer and in GPT-2: aligned strips, counts, and shared tokens."""

from typing import Any

import streamlit as st

from tokviz.algorithms.pieces.vocabulary import PieceKind
from tokviz.references.gpt2 import gpt2
from tokviz.text.pre_tokens import well_formed
from tokviz.ui.components.strips import strips
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.store import Trained
from tokviz.views.strips.strips import strips_payload
from tokviz.views.tables.comparison import compare

LONGEST = 20_000
"""Characters of the text that are set side by side."""


def beside_gpt2(state: PageState, trained: Trained) -> None:
    """Draw the section."""
    text = trained.text[:LONGEST]
    if len(text) < len(trained.text):
        st.caption(f"Of the first {LONGEST:,} of {len(trained.text):,} characters.")
    tell_spans = getattr(trained.model, "token_spans", None)  # some know where their tokens stand
    comparison = compare(
        text,
        trained.encode(well_formed(text)),
        trained.model.vocab,
        gpt2(),
        name="tokviz",
        markers=trained.markers,
        special_ids=_special_ids(trained.model),
        spans=None if tell_spans is None else tell_spans(well_formed(text)),
    )
    st.markdown(
        f"**{comparison.verdict()}** tokviz learned from this text alone; GPT-2 learned 50,000 "
        "merges from 40 GB of web pages."
    )
    st.dataframe(comparison.summary_table(), hide_index=True)
    strips(strips_payload(comparison.rows, text=comparison.text), key=state.key("beside"))
    shared, learned = len(comparison.shared), len(comparison.learned)
    st.markdown(f"**GPT-2 has {shared:,} of our {learned:,} learned tokens too:**")
    st.dataframe(comparison.learned_table(), hide_index=True, height=320)


def _special_ids(model: Any) -> set[int]:
    """The ids that nothing learned."""
    if hasattr(model, "pieces"):
        kinds = enumerate(model.pieces.kinds)
        return {token_id for token_id, kind in kinds if kind is not PieceKind.NORMAL}
    if hasattr(model, "unk_id"):  # letters apart, these tokenizers hold only what they merged
        return set(model.vocab).difference(model.trace.merged_ids.tolist())
    return set(getattr(model, "special_tokens", {}).values())
