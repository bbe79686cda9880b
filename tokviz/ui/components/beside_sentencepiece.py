"""The same text through Google's own trainer: which pieces and which cuts agree."""

from typing import Any

import streamlit as st

from tokviz.checks import limits
from tokviz.files.pieces import PieceKind
from tokviz.references.sentencepiece import Algorithm, SentencePieceReference
from tokviz.text.characters import first_words
from tokviz.text.markers import SPACES
from tokviz.text.pre_tokens import well_formed
from tokviz.ui.components.decimals import with_decimals
from tokviz.ui.components.strips import linked_strips
from tokviz.ui.components.table import draw_table
from tokviz.ui.shell.source import first_line
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import Text
from tokviz.ui.training.apart import trained_by_sentencepiece
from tokviz.ui.training.keys import KEYS
from tokviz.ui.training.trained import Trained
from tokviz.views.strips.places import strip_row
from tokviz.views.strips.strips import strips_payload
from tokviz.views.tables.agreement import Agreement, pieces_table

OURS, THEIRS = "tokviz", "sentencepiece"
MAX_LINES = 400
LONGEST = 300_000
"""Characters on which the library is asked to train: a few seconds."""


def beside_sentencepiece(
    state: PageState, trained: Trained, algorithm: Algorithm, settings: dict[str, Any]
) -> None:
    """A button that trains the library, and what it found beside what we found."""
    st.markdown(
        "**tokviz** is this page's own trainer; what you watched above is its work. "
        "**sentencepiece** is Google's library, in C++. Both get the same text and settings."
    )
    if len(trained.text) > LONGEST:
        st.info(
            f"The library trains here on up to {LONGEST:,} characters, but this text has "
            f"{len(trained.text):,}. Choose a shorter one to compare."
        )
        return
    pressed = st.button("Train sentencepiece on this text", key=state.key("train_reference"))
    if pressed:
        state.put("reference", trained.sig)
    if state.kept("reference") != trained.sig:
        st.caption("It takes a second or two, in a process of its own.")
        return
    with st.spinner("sentencepiece is training …"):
        reference = _reference(trained.text, algorithm, settings)
    _show(state, trained, reference, algorithm)


@st.cache_resource(max_entries=16, show_spinner=False, hash_funcs=KEYS)
def _reference(text: str, algorithm: Algorithm, settings: dict[str, Any]) -> SentencePieceReference:
    return SentencePieceReference(trained_by_sentencepiece(text, algorithm, **settings))


def _show(
    state: PageState, trained: Trained, reference: SentencePieceReference, algorithm: Algorithm
) -> None:
    agreement = _agreement(trained, reference)
    st.markdown(f"**{agreement.verdict()}**")
    if note := _note(agreement, algorithm):
        st.caption(note)
    counts, ours, theirs = st.columns(3, gap="medium")
    draw_table(agreement.summary_table(), place=counts)
    with ours:
        _only(OURS, agreement.only_ours, agreement.ours)
    with theirs:
        _only(THEIRS, agreement.only_theirs, agreement.theirs)
    first = first_words(first_line(trained.text), 80)
    state.go_with_text("both", first)
    sentence = st.text_input(
        "A sentence, cut by both",
        key=state.start("both", first, Text(limits.NEW_TEXT), shared=True),
        max_chars=limits.NEW_TEXT,
    )
    state.keep("both")
    text = well_formed(sentence)
    rows = [
        strip_row(OURS, trained.model.encode(text), trained.model.vocab, text, markers=SPACES),
        strip_row(THEIRS, reference.encode(text), reference.vocab, text, markers=SPACES),
    ]
    linked_strips(state, strips_payload(rows, text=text), "both_strips")
    if agreement.different:
        with st.expander(f"Lines that they cut differently: {len(agreement.different):,}"):
            for line in agreement.different[:20]:
                st.text(line)


def _note(agreement: Agreement, algorithm: Algorithm) -> str:
    """How close the log-probabilities are; merges have ranks, which are whole numbers."""
    if algorithm == "bpe":
        return ""
    if agreement.largest_score_gap == 0:
        return "Every piece in both has the same log-probability, to the last bit."
    return (
        "Of the pieces in both, no log-probability differs by more than "
        f"{agreement.largest_score_gap:.2g}. Pieces whose probabilities are all but equal may "
        "change places."
    )


def _only(name: str, pieces: tuple[str, ...], scores: Any) -> None:
    st.markdown(f"**Only in {name}: {len(pieces):,}**")
    if pieces:
        with_decimals(pieces_table(pieces, scores), height=250)


def _agreement(trained: Trained, reference: SentencePieceReference) -> Agreement:
    pieces = trained.model.pieces
    normal = [i for i, kind in enumerate(pieces.kinds) if kind is PieceKind.NORMAL]
    lines = [line for line in well_formed(trained.text).split("\n") if line][:MAX_LINES]
    different = [
        line
        for line in lines
        if _spelled(trained.model.encode(line), trained.model.vocab)
        != _spelled(reference.encode(line), reference.vocab)
    ]
    return Agreement(
        {pieces.pieces[i]: pieces.scores[i] for i in normal},
        reference.learned,
        len(lines),
        tuple(different),
    )


def _spelled(ids: list[int], vocab: Any) -> list[str]:
    return [vocab[token_id] for token_id in ids]
