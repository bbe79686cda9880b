"""One text through the tokenizers that the reader picks, GPT-2 among them."""

import json

import streamlit as st

from tokviz import lessons
from tokviz.lessons import Variant
from tokviz.references.gpt2 import gpt2
from tokviz.ui.components.miniature import miniature, tokenizer_of
from tokviz.ui.components.strips import strips
from tokviz.ui.shell.errors import explained
from tokviz.ui.shell.page import open_page
from tokviz.ui.shell.share import share_link, share_section
from tokviz.ui.shell.source import choose_text
from tokviz.ui.shell.state import PageState
from tokviz.views.charts.totals import token_totals
from tokviz.views.strips.places import strip_row
from tokviz.views.strips.strips import StripRow, strips_payload

REFERENCE = "GPT-2"
FIRST = ("Word level", "Regex BPE", "WordPiece", "Unigram", REFERENCE)
LONGEST = 5_000


def show() -> None:
    """Draw the page."""
    frame = open_page("compare")
    state = PageState("compare")
    with explained():
        source = choose_text(frame, state, first="numbers")
        with frame.settings:
            names = tokenizers_input(state)
        share_link(state, source, {"tokenizers": json.dumps(names)})
        with frame.share:
            share_section(state, source)
        compare_tokenizers(state, source.text, names)


def _variants() -> dict[str, Variant]:
    return {variant.name: variant for row in lessons.LESSONS for variant in row.variants}


def _names() -> tuple[str, ...]:
    return (*_variants(), REFERENCE)


def tokenizers_input(state: PageState) -> list[str]:
    """The tokenizers to compare, in the order of the lessons."""
    first = [name for name in FIRST if name in _names()]
    picked = st.pills(
        "Tokenizers",
        _names(),
        selection_mode="multi",
        key=state.start("tokenizers", first, _names_in_link),
    )
    state.keep("tokenizers")
    return [name for name in _names() if name in picked]


def _names_in_link(link: str) -> list[str]:
    names = json.loads(link)
    if not isinstance(names, list) or not set(names) <= set(_names()):
        raise ValueError(link)
    return names


def compare_tokenizers(state: PageState, text: str, names: list[str]) -> None:
    """Draw the strips, the totals and what each tokenizer cannot give back."""
    if len(text) > LONGEST:
        st.caption(f"Of the first {LONGEST:,} of {len(text):,} characters.")
        text = text[:LONGEST]
    if not names:
        st.info("Pick at least one tokenizer.")
        return
    rows = [_row(name, text) for name in names]
    strips(strips_payload(rows, text=text), key=state.key("strips"))
    figure = token_totals(rows, text)
    st.plotly_chart(figure, key=state.key("totals"), config={"displayModeBar": False})
    st.dataframe([_facts(row, text) for row in rows], hide_index=True)
    st.caption(
        "GPT-2 learned 50,000 merges from 40 GB of web pages. All others that learn learned from "
        "two of the samples here, a rhyme and a page of prose, so it knows far more words."
    )


def _row(name: str, text: str) -> StripRow:
    if name == REFERENCE:
        ids = gpt2().encode_ordinary(text)
        vocab = {i: gpt2().decode_single_token_bytes(i) for i in set(ids)}
        return strip_row(name, ids, vocab, text)
    return miniature(_variants()[name], text)


def _facts(row: StripRow, text: str) -> dict[str, str | int | float]:
    ids = [token[0] for token in row.tokens]
    if row.name == REFERENCE:
        size, back = gpt2().n_vocab, gpt2().decode(ids)
    else:
        tokenizer = tokenizer_of(_variants()[row.name])
        ids = tokenizer.encode(text)
        size, back = len(tokenizer.vocab), tokenizer.decode(ids)
    return {
        "tokenizer": row.name,
        "vocabulary": size,
        "tokens": len(ids),
        "characters per token": round(len(text) / len(ids), 2) if ids else 0.0,
        "gives the text back": "yes" if back == text else "no",
    }
