"""A lesson's tokenizer in small: trained on the same two samples as all the others."""

import streamlit as st

from tokviz import lessons
from tokviz.lessons import Variant
from tokviz.samples import sample
from tokviz.traces.tokenizer import Tokenizer
from tokviz.views.strips.places import strip_row
from tokviz.views.strips.strips import StripRow

TRAINED_ON = ("rhyme", "prose")
UNKNOWNS = (
    "What a tokenizer cannot say is its unknown token, and each writes it in its own way: "
    "`*|unk|*`, `<unk>` or `[UNK]`."
)


def tokenizer_of(variant: Variant) -> Tokenizer:
    """The tokenizer, trained once for all readers unless its vocabulary grows as it reads."""
    return variant.train("") if variant.grows else _trained(variant.name)


def miniature(variant: Variant, text: str) -> StripRow:
    """The text as this tokenizer cuts it, as a row of the strips."""
    tokenizer = tokenizer_of(variant)
    return strip_row(
        variant.name,
        tokenizer.encode(text),
        tokenizer.vocab,
        text,
        markers=tokenizer.markers,
        spans=tokenizer.token_spans(text),
    )


@st.cache_resource
def _trained(name: str) -> Tokenizer:
    variant = next(v for row in lessons.LESSONS for v in row.variants if v.name == name)
    return variant.train("\n".join(sample(key).text for key in TRAINED_ON))
