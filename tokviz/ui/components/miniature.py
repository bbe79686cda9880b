"""A lesson's tokenizer in small: trained on the same two samples as all the others."""

import streamlit as st

from tokviz.lessons import LESSONS, Tokenizer, Variant
from tokviz.samples import sample
from tokviz.views.strips.places import strip_row
from tokviz.views.strips.strips import StripRow

TRAINED_ON = ("rhyme", "prose")


def tokenizer_of(variant: Variant) -> Tokenizer:
    """The tokenizer, trained once for all readers unless its vocabulary grows as it reads."""
    return variant.train("") if variant.grows else _trained(variant.name)


def miniature(variant: Variant, text: str) -> StripRow:
    """The text as this tokenizer cuts it, as a row of the strips."""
    tokenizer = tokenizer_of(variant)
    ids = tokenizer.encode(text)
    tell_spans = getattr(tokenizer, "token_spans", None)  # some know where their tokens stand
    spans = None if tell_spans is None else tell_spans(text)
    return strip_row(variant.name, ids, tokenizer.vocab, text, markers=variant.markers, spans=spans)


@st.cache_resource
def _trained(name: str) -> Tokenizer:
    variant = next(v for row in LESSONS for v in row.variants if v.name == name)
    return variant.train("\n".join(sample(key).text for key in TRAINED_ON))
