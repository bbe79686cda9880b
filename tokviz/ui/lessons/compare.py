"""One text through the tokenizers that the reader picks, GPT-2 among them."""

import json
from dataclasses import dataclass

import streamlit as st

from tokviz import lessons
from tokviz.lessons import Variant
from tokviz.references.gpt2 import gpt2
from tokviz.ui.components.miniature import UNKNOWNS, miniature, tokenizer_of
from tokviz.ui.components.strips import strips
from tokviz.ui.shell.errors import explained
from tokviz.ui.shell.page import open_page, stage
from tokviz.ui.shell.share import share_link, share_section
from tokviz.ui.shell.source import choose_text
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import some_of
from tokviz.views.strips.places import strip_row
from tokviz.views.strips.strips import StripRow, strips_payload
from tokviz.views.tables.lost import LONGEST as LONGEST_LOST
from tokviz.views.tables.lost import lost_html

REFERENCE = "GPT-2"
FIRST = ("Word level", "Regex BPE", "WordPiece", "Unigram", REFERENCE)
LONGEST = 5_000
FIRST_TEXT = "prose"
"""All that learn learned from it, so none of them opens with a row of unknown words."""


def show() -> None:
    """Draw the page."""
    frame = open_page("compare")
    state = PageState("compare")
    with explained():
        source = choose_text(frame, state, first=FIRST_TEXT)
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
        key=state.start("tokenizers", first, some_of(_names())),
    )
    state.keep("tokenizers")
    return [name for name in _names() if name in picked]


def compare_tokenizers(state: PageState, text: str, names: list[str]) -> None:
    """Draw the strips, a row of numbers for each tokenizer, and what is lost."""
    if len(text) > LONGEST:
        st.caption(f"Of the first {LONGEST:,} of {len(text):,} characters.")
        text = text[:LONGEST]
    if not names:
        st.info("Pick at least one tokenizer.")
        return
    rows = [_row(name, text) for name in names]
    with stage(), st.container(key="strips-stage"):
        strips(strips_payload(rows, text=text), key=state.key("strips"))
    results = [_result(name, text) for name in names]
    st.dataframe([result.facts(text) for result in results], hide_index=True)
    st.caption(f"{LEARNED_FROM} {UNKNOWNS}")
    _what_is_lost(text, results)


LEARNED_FROM = (
    "GPT-2 learned 50,000 merges from 40 GB of web pages. The others that learn did so from two of "
    "the samples here, a rhyme and a page of prose, less than 2 kB in all, so GPT-2 knows far more "
    "words. Code points, UTF-8 bytes and Whitespace learn nothing."
)


@dataclass(frozen=True, slots=True)
class Result:
    """The text through one tokenizer and back."""

    name: str
    vocab_size: int
    num_tokens: int
    back: str

    def facts(self, text: str) -> dict[str, str | int | float]:
        """One row of the table."""
        rate = round(len(text) / self.num_tokens, 2) if self.num_tokens else 0.0
        return {
            "tokenizer": self.name,
            "vocabulary": self.vocab_size,
            "characters per token": rate,
            "gives the text back": "yes" if self.back == text else "no",
        }


def _what_is_lost(text: str, results: list[Result]) -> None:
    lossy = {result.name: result.back for result in results if result.back != text}
    if not lossy:
        st.markdown("##### Nothing is lost: all of these give this text back")
        return
    st.markdown("##### What is lost: the text as it comes back")
    st.caption("Struck out: lost. In a box: what stands in its place.")
    if len(text) > LONGEST_LOST:
        st.caption(f"Of the first {LONGEST_LOST:,} characters.")
    st.html(lost_html(text, lossy))


def _row(name: str, text: str) -> StripRow:
    if name == REFERENCE:
        ids = gpt2().encode_ordinary(text)
        vocab = {i: gpt2().decode_single_token_bytes(i) for i in set(ids)}
        return strip_row(name, ids, vocab, text)
    return miniature(_variants()[name], text)


def _result(name: str, text: str) -> Result:
    if name == REFERENCE:
        ids = gpt2().encode_ordinary(text)
        return Result(name, gpt2().n_vocab, len(ids), gpt2().decode(ids))
    tokenizer = tokenizer_of(_variants()[name])
    ids = tokenizer.encode(text)
    return Result(name, len(tokenizer.vocab), len(ids), tokenizer.decode(ids))
